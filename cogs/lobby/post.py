"""The lobby post: what will be played, who has a seat, and the buttons."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

import discord
from discord import ui

from cogs.lobby.computers import computers_select, left_to, may_play_on
from cogs.table.closing import closed_lines, reopen_closed
from cogs.ui.items import Button, button
from cogs.ui.sheet import HOUSE, MAX_WORDS, Post, notice, winners
from cogs.ui.speech import allow, code, say, seat_emoji, seat_letter, user_mention
from cogs.ui.times import away_text, stamp
from matches.domain.deadlines.pace_text import pace_of
from matches.domain.model import MatchInfo, is_closed
from matches.domain.table.computers import LEVELS
from matches.domain.table.conceding import NAMES
from matches.domain.table.endings import ending_text, par_lines
from matches.domain.table.invitations import Guest
from render.i18n import Lang
from rules import registry
from rules.protocol import GameInfo, Outcome
from rules.text import Param, Person, Seat, Text, Who, t, tn


def lobby_view(
    match: MatchInfo,
    lang: Lang,
    now: datetime,
    *,
    alone: bool = False,
    outcome: Outcome | None = None,
    invited: Collection[int] = (),
) -> ui.LayoutView:
    """Return the lobby post of a match as it is now; once begun, without buttons.

    Args:
        match: The match.
        lang: The server's language.
        now: The time.
        alone: Whether it can be started in a private thread there.
        outcome: The result, if there is one.
        invited: The players of the match before, if it is a rematch.
    """
    game = registry.get(match.slug).info
    head = [f"## {game.title}", say(game.tagline, lang)]
    seats = [_state(match, outcome, lang), *seat_lines(match, lang, now)]
    seats += away_lines(match, lang, now)
    seats += who_may_join(match, lang)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=discord.Colour.from_str(HOUSE))
    box.add_item(ui.TextDisplay("\n".join(head)))
    box.add_item(ui.Separator())
    again = _rematch(match, invited, lang)
    seats += again
    if match.status == "lobby" and match.is_full and not again:
        ready = t("Everybody is here. Any of the players can tap **Start**.")
        if match.is_solo:
            ready = t("To begin, tap **Start**.")
        seats.append(say(ready, lang))
    elif match.status == "lobby" and _may_begin(match, game):
        seats.append(say(t("The host can start now or wait for more players."), lang))
    seats += [*word_lines(match, lang), *_seal_lines(match, lang)]
    seats += [say(text, lang, match) for text in closed_lines(match)]
    box.add_item(ui.TextDisplay("\n".join(seats)))
    if is_closed(match):
        box.add_item(ui.ActionRow(reopen_closed(match, lang)))
    if match.status == "lobby":
        room = MAX_WORDS - len("".join(head + seats))
        box.add_item(ui.Separator())
        time = say(t("Pace: {pace}", pace=pace_of(match)), lang)
        about = [*_options(match, game, lang), time, *giving_up(match, lang)]
        about += [say(left_to(match), lang)] if may_play_on(match) else []
        about += [say(text, lang) for text in par_lines(match)]
        about.append(say(game.summary, lang))
        box.add_item(ui.TextDisplay("\n".join(about)[:room]))
        if (choice := computers_select(match, lang, now)) is not None:
            box.add_item(ui.ActionRow(choice))
        box.add_item(ui.ActionRow(*_buttons(match, lang, alone=alone)))
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    return view


def _state(match: MatchInfo, outcome: Outcome | None, lang: Lang) -> str:
    """Return the state of a match or its result, in one line."""
    if match.status == "live":
        # The post is not refreshed during play, so it must not say whose move it is.
        return say(t("The match is in progress."), lang)
    if outcome is not None and len(outcome.ranks) == 1:
        return say(outcome.reason, lang, match)
    state = say(state_line(match), lang, match)
    if outcome is None:
        return state
    won = say(winners(outcome), lang, match)  # small in a thread's title
    return f"{state} {won[:1].upper()}{won[1:]}."


def _rematch(match: MatchInfo, invited: Collection[int], lang: Lang) -> list[str]:
    """Return who hosts a rematch, and for whom seats are kept; [] if for nobody."""
    rest = tuple(map(user_mention, _called(match, invited)))
    if match.rematch_of is None or not rest:
        return []
    again = tn(
        "{who} hosts a rematch of #{number}. {others}, I've kept your seat. If you don't want "
        "to play, tap **Leave**.",
        "{who} hosts a rematch of #{number}. {others}, I've kept your seats. If you don't "
        "want to play, tap **Leave**.",
        len(rest),
        who=Who(match.seat_of(match.host_id)),
        number=match.rematch_of,
        others=rest,
    )
    return [say(again, lang, match)]


def _called(match: MatchInfo, invited: Collection[int]) -> list[int]:
    """Return the others in a rematch who have played in the match before."""
    if match.status != "lobby":
        return []
    others = {seat.user_id: None for seat in match.seats if seat.user_id != match.host_id}
    return [user_id for user_id in others if user_id and user_id in invited]


def lobby_post(
    match: MatchInfo,
    lang: Lang,
    now: datetime,
    *,
    alone: bool,
    outcome: Outcome | None,
    invited: Collection[int],
) -> Post:
    """Return the lobby post of a match; for a rematch it pings the invited players.

    It takes what `lobby_view` takes.
    """
    view = lobby_view(match, lang, now, alone=alone, outcome=outcome, invited=invited)
    called = _called(match, invited)
    if match.rematch_of is None or not called:
        return Post(view)
    who = tuple(map(user_mention, called))
    asked = say(
        t("You're invited to a rematch of #{number}: {who}", number=match.rematch_of, who=who), lang
    )
    return Post(view, calls=allow(*called), notice=notice(match, asked))


def state_line(match: MatchInfo) -> Text:
    """Return the state of a match in one sentence."""
    match match.status:
        case "lobby":
            return tn(
                "{taken} of {count} seat taken.",
                "{taken} of {count} seats taken.",
                match.capacity,
                taken=len(match.seats),
            )
        case "live" if match.broken:
            return t("The match is paused because its moves don't work with my current rules.")
        case "live" if match.to_act:
            return t("Waiting for: {who}.", who=tuple(Who(seat) for seat in sorted(match.to_act)))
        case "live":
            return t("The match is in progress.")
        case "ended" if match.ending == "unmoved" and not match.has_begun:
            return t("Nobody started this match, so I closed it.")
    return ending_text(match)


def seat_lines(match: MatchInfo, lang: Lang, now: datetime) -> list[str]:
    """Return a line for each seat: mark and player; then for each player away."""
    marks = registry.get(match.slug).info.seat_marks
    kept = iter(match.invitations.kept(now))
    lines = []
    for seat in range(match.capacity if match.status == "lobby" else len(match.seats)):
        facts: dict[str, Param] = {
            "letter": seat_letter(marks[seat], lang),
            "colour": marks[seat].colour,
        }
        if seat >= len(match.seats):
            line = _free_line(facts, next(kept, None))
        elif match.seats[seat].conceded:
            line = t("{letter} {colour}: {who}, conceded", **facts, who=Who(seat))
            if match.status == "live" and match.is_free(match.seats[seat]):
                who = Person(match.seats[seat].name)
                line = t("{letter} {colour}: free ({who} conceded)", **facts, who=who)
        elif match.seats[seat].open:
            who = Person(match.seats[seat].name)
            line = (
                t("{letter} {colour}: free (a computer is playing for {who})", **facts, who=who)
                if match.status == "live"
                else t(
                    "{letter} {colour}: free at the end (a computer was playing for {who})",
                    **facts,
                    who=who,
                )
            )
        elif match.seats[seat].level:
            level = LEVELS[match.seats[seat].level]
            line = t(
                "{letter} {colour}: {who}, computer ({level})", **facts, who=Who(seat), level=level
            )
        elif seat == match.seat_of(match.host_id):
            line = t("{letter} {colour}: {who}, host", **facts, who=Who(seat))
        else:
            line = t("{letter} {colour}: {who}", **facts, who=Who(seat))
        lines.append(seat_emoji(match.slug, seat) + say(line, lang, match))
    return lines


def away_lines(
    match: MatchInfo, lang: Lang, now: datetime, told: Collection[Seat] = ()
) -> list[str]:
    """Return who is away or will be, but for those already told of, as small lines."""
    away = [seat for seat in match.seats if seat.away is not None and seat.away[1] > now]
    rest = [seat for seat in away if seat.seat not in told]
    return [f"-# {say(away_text(seat, now), lang, match)}" for seat in rest]


def _free_line(facts: Mapping[str, Param], guest: Guest | None) -> Text:
    """Return the line of a free seat, or of one kept for a guest."""
    if guest is None or guest.until is None:
        return t("{letter} {colour}: free", **facts)
    return t(
        "{letter} {colour}: kept for {friend} until {time}",
        **facts,
        friend=Person(guest.name),
        time=stamp(guest.until),
    )


def who_may_join(match: MatchInfo, lang: Lang) -> list[str]:
    """Return a line that says that a lobby is closed to others, if it is."""
    if match.status != "lobby" or not match.invitations.closed:
        return []
    closed = t("The lobby is closed. Only people for whom a seat is kept can join.")
    return [say(closed, lang)]


def word_lines(match: MatchInfo, lang: Lang) -> list[str]:
    """Return a small line for each word that goes into the draws."""
    marks = registry.get(match.slug).info.seat_marks
    said = [
        t(
            "{letter} puts the word “{word}” into the draws ({time}).",
            letter=seat_letter(marks[seat.seat], lang),
            word=seat.word,
            time=stamp(seat.word_at, "R"),
        )
        for seat in match.seats
        if seat.word and seat.word_at is not None
    ]
    return [f"-# {say(text, lang)}" for text in said]


def _seal_lines(match: MatchInfo, lang: Lang) -> list[str]:
    """Return the line with the seal of the draws; lobbies of older versions have none."""
    if not match.chance_hash:
        return []
    sealed = say(t("The draws are sealed: {seal}", seal=code(match.chance_hash)), lang)
    if match.status != "lobby":
        return [f"-# {sealed}"]
    mixing = t("Players can mix in a word of their own with /seat word.")
    return [f"-# {sealed} {say(mixing, lang)}"]


def _may_begin(match: MatchInfo, game: GameInfo) -> bool:
    return len(match.seats) in game.counts(match.options) and not match.is_full


def _options(match: MatchInfo, game: GameInfo, lang: Lang) -> list[str]:
    chosen = [option for option in game.options if option.slug in match.options]
    return [f"**{say(option.title, lang)}:** {say(option.about, lang)}" for option in chosen]


def giving_up(match: MatchInfo, lang: Lang) -> list[str]:
    """Return a line about seats that are given up; with two players none."""
    if match.capacity < 3:
        return []
    return [say(NAMES[match.conceding], lang)]


def _buttons(match: MatchInfo, lang: Lang, *, alone: bool) -> list[Button]:
    full = match.is_full
    few = len(match.seats) < min(registry.get(match.slug).info.counts(match.options))
    green = discord.ButtonStyle.success
    hiding = [button("alone", match.id, label=say(t("Start privately"), lang))]
    return [
        button("join", match.id, label=say(t("Join"), lang), style=green, disabled=full),
        button(
            "start",
            match.id,
            label=say(t("Start"), lang),
            style=discord.ButtonStyle.primary,
            disabled=few,
        ),
        *(hiding if alone and match.is_solo and not few else ()),
        button("leave", match.id, label=say(t("Leave"), lang)),
        button("details", match.id, label=say(t("Help and setup"), lang)),
    ]
