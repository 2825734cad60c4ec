"""The posts of a match: the turn post, the result, the DM, the note.

Public posts are made from a watcher's view, DMs from their reader's view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord
from discord import ui

from cogs.table.closing import closed_lines, reopen_closed
from cogs.ui.items import END, Button, Item, button, fitting
from cogs.ui.sheet import (
    Post,
    Sheet,
    accent,
    link,
    mentions,
    newest,
    news,
    notice,
    phase,
    place_of,
    result_lines,
    strong,
    title,
    untold,
)
from cogs.ui.speech import allow, as_lines, code, holder, say, seat_letter, tell, with_signs
from cogs.ui.times import deadline_lines, own_deadline, paused_texts
from matches.domain.history.past import Closing
from matches.domain.model import Glance, LogEntry, MatchInfo, is_closed
from matches.domain.settings import Display, Words
from matches.domain.table import computers
from matches.domain.table.computers import level_of
from matches.domain.table.endings import ending_text, par_lines, stood_in_texts
from render.drawings import Posted
from render.i18n import PLAIN, Lang, translate
from render.picture import Picture
from rules import registry
from rules.protocol import Event
from rules.text import Markup, Seat, Text, Who, t, tn

SEAL_DIGITS: Final = 8
"""How much of the seal a post shows, to recognize it by."""
TURN_LINES: Final = 4
"""The most lines of a turn post about what happened."""
ANSWERED_LINES: Final = 2 * TURN_LINES
"""The same where computers have answered in it."""
TEXT_CHARS: Final = 1200
"""The most characters of a board's text in a post; Discord allows 4,000 in all."""
MOMENT_CHARS: Final = 600
"""The most characters of a moment's text beside that."""


_NO_PICTURE: Final = t(
    "I can't show the picture because I'm not allowed to attach files here. Please ask a server "
    "admin to give me the “Attach Files” permission."
)


def turn_post(
    glance: Glance,
    entries: Sequence[LogEntry],
    shown: Posted,
    lang: Lang,
    *,
    since: int,
    closing: Closing | None = None,
) -> Post:
    """Return the public post of a turn, or of the end of the match.

    Where files cannot be attached, its `bare` version has the text of the board.

    Args:
        glance: The match as a watcher sees it now.
        entries: The log from `since` on, as a watcher may read it.
        shown: The pictures.
        lang: The server's language.
        since: The ply that the post before this one shows; 0 for the first.
        closing: What is said of the whole match at its end; None before.
    """
    board, bare = Sheet(accent(glance)), Sheet(accent(glance))
    board.write(title(glance, lang))
    board.paint(shown.board, "board.png")
    board.paint(shown.moment, "moment.png")
    bare.write(title(glance, lang), fitting("\n".join(as_lines(shown.board.text)), TEXT_CHARS))
    if shown.moment is not None:
        bare.write(fitting("\n".join(as_lines(shown.moment.text)), MOMENT_CHARS))
    bare.write(f"-# {say(_NO_PICTURE, lang)}")
    for sheet in (board, bare):
        _say_turn(sheet, glance, entries, lang, since, closing)
    match = glance.match
    call, users = "", _callable(match, glance.newly) if match.status == "live" else ()
    if users:
        who = tuple(Who(s) for s in sorted(glance.newly) if match.seats[s].user_id in users)
        said = t("Your move: {who}", who=who)
        if match.paused_at is not None:
            said = t("Your move when the match continues: {who}", who=who)
        call = translate(said, lang, mentions(match, lang))
        call = notice(match, call, phase(glance, lang))
    return replace(board.post(allow(*users), call), bare=bare.post(allow(*users)))


def _say_turn(
    sheet: Sheet,
    glance: Glance,
    entries: Sequence[LogEntry],
    lang: Lang,
    since: int,
    closing: Closing | None,
) -> None:
    """Write what happened and whose move it is, or how it ended, and the buttons."""
    match = glance.match
    if match.status == "live":
        answered = any(
            e.seat >= 0 and level_of(match, e.then(match).seats[e.seat]) for e in entries
        )
        most = ANSWERED_LINES if answered else TURN_LINES
        lines = news(entries, lang, match, most, signed=True)
        more = tn(
            "…and {count} earlier event. Tap **Catch up**.",
            "…and {count} earlier events. Tap **Catch up**.",
            untold(lines, most),
        )
        sheet.write(*newest(lines, most, more, lang))
        sheet.write(*_waited_for(match, lang))
        if since == 0:
            sheet.write(*(f"-# {say(text, lang)}" for text in _sealed_dice(match, lang)))
        sheet.row(*turn_buttons(match, str(match.ply), lang))
        return
    sheet.write(*_ending(glance, closing, lang))
    sheet.row(*_end_buttons(match, f"{match.ply}{END}", lang))


def _sealed_dice(match: MatchInfo, lang: Lang) -> tuple[Text, ...]:
    """Return the lines of the first post about the seal, of which a part is shown."""
    sealed = t(
        "Every random draw is sealed: {seal}… (full seal in /match info). After the match, "
        "/match verify checks them all.",
        seal=match.chance_hash[:SEAL_DIGITS],
    )
    if not any(match.words):
        return (sealed,)
    marks = registry.get(match.slug).info.seat_marks
    words = tuple(
        t("{letter} “{word}”", letter=seat_letter(marks[seat.seat], lang), word=seat.word)
        for seat in match.seats
        if seat.word
    )
    return sealed, t("Words that go into the draws: {words}.", words=words)


def turn_buttons(match: MatchInfo, rest: str, lang: Lang) -> tuple[Button, ...]:
    """Return the four buttons of a turn post; each shows the match as it is now."""
    primary = discord.ButtonStyle.primary
    return (
        button("turn", match.id, rest, label=say(t("Your move"), lang), style=primary),
        button("view", match.id, rest, label=say(t("Look"), lang)),
        button("catchup", match.id, rest, label=say(t("Catch up"), lang)),
        button("guide", match.id, rest, label=say(t("Help"), lang)),
    )


def _end_buttons(match: MatchInfo, rest: str, lang: Lang) -> tuple[Button, ...]:
    green = discord.ButtonStyle.success
    again = button("rematch", match.id, rest, label=say(t("Rematch"), lang), style=green)
    return (
        reopen_closed(match, lang, rest) if is_closed(match) else again,
        button("replayed", match.id, rest, label=say(t("Replay"), lang)),
        button("view", match.id, rest, label=say(t("Look"), lang)),
        button("guide", match.id, rest, label=say(t("Help"), lang)),
    )


def _callable(match: MatchInfo, seats: frozenset[Seat]) -> tuple[int, ...]:
    """Return the users on some seats, without erased ones and those told often enough."""
    return tuple(s.user_id for s in match.seats if s.seat in seats and s.user_id and not s.muted)


def _waited_for(match: MatchInfo, lang: Lang) -> list[str]:
    """Return for whom a match waits and how long, or how a paused one goes on."""
    if match.paused_at is None:
        return [_whose_move(match, lang), *deadline_lines(match, lang)]
    first, *more = paused_texts(match)
    return [strong(first, lang, match), *(f"-# {say(text, lang)}" for text in more)]


def _whose_move(match: MatchInfo, lang: Lang) -> str:
    """Return in bold whose decisions the match waits for."""
    at_work = computers.due(match)
    people = match.to_act - at_work
    who = tuple(Who(seat) for seat in sorted(people or at_work))
    if not people:
        return strong(tn("Thinking: {who}", "Thinking: {who}", len(who), who=who), lang, match)
    style = with_signs(PLAIN, match.slug)
    return f"**{translate(t('Your move: {who}', who=who), lang, mentions(match, lang), style)}**"


def _ending(glance: Glance, closing: Closing | None, lang: Lang) -> list[str]:
    """Return the last lines of a match: the result, how it went, the draws' key."""
    match, outcome = glance.match, glance.outcome
    lines = [strong(ending_text(match), lang, match)]
    if outcome is not None:
        lines = [strong(outcome.reason, lang, match), *result_lines(outcome, lang, match)]
        if match.ending == "played":
            lines += [say(text, lang) for text in par_lines(match, outcome)]
    levels = [
        t("{who}, computer ({level})", who=Who(seat.seat), level=computers.LEVELS[level])
        for seat in match.seats
        if (level := level_of(match, seat))
    ]
    if levels:
        lines.append(f"-# {' · '.join(say(text, lang, match) for text in levels)}")
    lines += [say(text, lang, match) for text in closed_lines(match)]
    if closing is not None:
        lines += _story(match, closing, lang)
    if match.chance_seed:
        key = t(
            "The seed for all draws: {key} Anybody can check them with /match verify.",
            key=code(match.chance_seed),
        )
        lines.append(f"-# {say(key, lang)}")
    return lines


def _story(match: MatchInfo, closing: Closing, lang: Lang) -> list[str]:
    """Return what decided a match, how long it was, and which seats changed hands."""
    lines = [say(text, lang, match) for text in closing.turning]
    moves = tn("{count} move", "{count} moves", closing.moves)
    begun, finished = match.begun_at, match.finished_at
    length = t("{moves}.", moves=moves)
    if begun is not None and finished is not None:
        days = (finished.date() - begun.date()).days + 1
        length = tn("{moves} in one day.", "{moves} in {count} days.", days, moves=moves)
    if closing.moves:
        lines.append(say(length, lang))
    lines += [f"-# {say(text, lang)}" for text in stood_in_texts(match, closing)]
    for seat, users in sorted(closing.held.items()):
        names = Markup(" → ".join(holder(user, lang) for user in users))
        mark = registry.get(match.slug).info.seat_marks[seat]
        held = t("{names} played seat {letter}.", letter=seat_letter(mark, lang), names=names)
        lines.append(f"-# {say(held, lang)}")
    return lines


def dm_post(
    glance: Glance,
    public: Glance,
    made: Sequence[Event],
    hand: Picture | None,
    lang: Lang,
    display: Display,
) -> Post:
    """Return the direct message to the owner of `glance`: hand and decision.

    Args:
        glance: The match as they see it.
        public: The match as a watcher sees it, since others can read a phone's lock screen.
        made: What was done for them before they were asked.
        hand: What only they may see.
        lang: Their language.
        display: How they want to see their hand.
    """
    match = glance.match
    sheet = Sheet(glance.rules.info.seat_marks[glance.seat].hex)
    sheet.write(title(glance, lang))
    sheet.show(hand, "hand.png", display)
    waits = glance.seat in match.to_act
    asked = waits and match.paused_at is None
    mine = match.seats[glance.seat]
    if asked:
        call = t("It's your move.")
    elif waits:
        call = t("It will be your move when the match continues.")
    elif mine.user_id == mine.owner_id:
        call = t("The match has begun. Here's your hand.") if hand else t("The match has begun.")
    elif hand:
        call = t("You have a seat in this match now. Here's your hand.")
    else:
        call = t("You have a seat in this match now.")
    if made:
        told = [f"- {tell(event.text, lang, match, signed=display.signed)}" for event in made]
        sheet.write(say(t("I've already done this for you:"), lang), *told)
    more = (glance.rules.prompt(glance.view),) if match.paused_at is None else paused_texts(match)
    sheet.write(strong(call, lang, match), *(say(text, lang, match) for text in more))
    sheet.write(own_deadline(match, glance.seat, lang))
    if match.trouble:
        held = t("I can't post in {place} right now, but I'll keep trying.", place=place_of(match))
        sheet.write(f"-# {say(held, lang)}")
    turn = t("Your move") if asked else t("See the match")
    rest = str(match.ply)
    style = discord.ButtonStyle.primary if asked else discord.ButtonStyle.secondary
    items: list[Item] = [button("turn", match.id, rest, label=say(turn, lang), style=style)]
    if hand is not None and not (hand.png and display.words is Words.ONLY):
        items.append(button("handtext", match.id, rest, label=say(t("My hand as text"), lang)))
    items.append(ui.Button(url=link(match), label=say(t("Go to the match"), lang)))
    sheet.row(*items)
    return sheet.post(notice=notice(match, say(call, lang, match), phase(public, lang)))


def note_post(match: MatchInfo, text: Text, lang: Lang) -> Post:
    """Return a public remark on a match; it pings nobody."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(say(text, lang, match)))
    return Post(view)
