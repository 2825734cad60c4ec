"""The texts of /match info and /match list."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Final

import discord

from cogs.lobby.computers import left_to, may_play_on
from cogs.lobby.post import (
    away_lines,
    giving_up,
    seat_lines,
    state_line,
    who_may_join,
    word_lines,
)
from cogs.table.closing import closed_lines, reopen_closed
from cogs.ui.items import Button, button
from cogs.ui.sheet import match_name, result_lines, strong
from cogs.ui.speech import code, holder, say, seat_letter
from cogs.ui.times import deadline_lines, is_away
from matches.domain.deadlines.pace_text import pace_of, rules_lines
from matches.domain.model import Holder, MatchInfo, is_closed, is_homeless
from matches.domain.table.endings import par_lines, stood_in_texts
from matches.domain.table.powers import Act, Asker, consent
from render.i18n import Lang
from rules import registry
from rules.errors import LobbyError, ReplayError
from rules.protocol import WATCHER, Outcome
from rules.text import Text, t, tn

if TYPE_CHECKING:
    from bot import StolikBot

_TROUBLE: Final = t("I couldn't deliver my last posts here. /setup shows what's missing.")
LIST_LINES: Final = 15
"""The most matches of a server that are listed."""
_GREEN: Final = discord.ButtonStyle.success


async def outcome_of(bot: StolikBot, match: MatchInfo) -> Outcome | None:
    """Return the result of a match that is over; None if there is none to be read."""
    if match.status != "over":
        return None
    with suppress(ReplayError):
        return (await bot.service.glance(match.id, None)).outcome
    return None


async def stood_in_for(bot: StolikBot, match: MatchInfo) -> tuple[Text, ...]:
    """Return when computers played for people in a match that is over or ended."""
    if match.status == "live":
        return ()
    with suppress(LobbyError, ReplayError):  # it hasn't begun, or its log can't be read
        return stood_in_texts(match, await bot.service.history.closing(match.id))
    return ()


def info_lines(
    match: MatchInfo,
    held: list[Holder],
    now: datetime,
    lang: Lang,
    outcome: Outcome | None = None,
    stood_in: Sequence[Text] = (),
) -> list[str]:
    """Return everything about a match, line by line.

    Args:
        match: The match.
        held: Who has held its seats.
        now: The time.
        lang: The reader's language.
        outcome: The result, if there is one.
        stood_in: When computers played for people.
    """
    lines = [f"### {match_name(match)}"]
    if outcome is None:
        lines.append(say(state_line(match), lang, match))
    else:
        lines += [strong(outcome.reason, lang, match), *result_lines(outcome, lang, match)]
    is_told = match.status == "live" and match.paused_at is None
    told = [seat.seat for seat in match.seats if is_told and is_away(seat)]
    lines += deadline_lines(match, lang) if match.status == "live" else []
    lines += [say(text, lang, match) for text in closed_lines(match)]
    lines += [*seat_lines(match, lang, now), *away_lines(match, lang, now, told)]
    lines += [*who_may_join(match, lang), *word_lines(match, lang)]
    lines += [say(text, lang) for text in stood_in]
    lines += _holder_lines(match, held, lang)
    lines.append(say(t("Pace: {pace}", pace=pace_of(match)), lang))
    if match.status in ("lobby", "live"):
        lines += giving_up(match, lang)
        lines += [say(left_to(match), lang)] if may_play_on(match) else []
    lines += [say(text, lang) for text in (*par_lines(match, outcome), *rules_lines(match))]
    if match.chance_hash:
        hashed = t("Seed hash: {hash}", hash=code(match.chance_hash))
        lines.append(say(hashed, lang))
    return lines + [say(text, lang) for text in _trouble(match)]


def _trouble(match: MatchInfo) -> tuple[Text, ...]:
    """Return that posts don't arrive and what helps; () if nothing has to."""
    if is_homeless(match):
        gone = t(
            "Its channel is gone. Its players can give it a new one: /match open number:{number}",
            number=match.id,
        )
        return (gone,) if match.status in ("lobby", "live") else ()
    return (_TROUBLE,) if match.trouble else ()


def list_lines(found: Sequence[MatchInfo], lang: Lang) -> list[str]:
    """Return a line for each match, up to `LIST_LINES`, and how many more there are."""
    lines = [_listed(match, lang) for match in found[:LIST_LINES]]
    if (more := len(found) - LIST_LINES) > 0:
        lines.append(say(tn("And {count} more.", "And {count} more.", more), lang))
    return lines


def next_buttons(match: MatchInfo, user_id: int, lang: Lang) -> list[Button]:
    """Return buttons for what a user can do next in a match."""
    concerned = match.seat_of(user_id) != WATCHER or user_id == match.host_id
    if is_closed(match) and match.begun_at is None:
        return [reopen_closed(match, lang)] if concerned else []
    if match.status == "ended" and not match.has_begun:
        return []
    if match.status != "lobby":
        again = [reopen_closed(match, lang)] if is_closed(match) and concerned else []
        return [
            *again,
            button("turn", match.id, label=say(t("See the match"), lang)),
            button("rules", match.id, label=say(t("Rules"), lang)),
        ]
    if match.seat_of(user_id) == WATCHER:
        return [button("join", match.id, label=say(t("Join"), lang), style=_GREEN)]
    leave = button("leave", match.id, label=say(t("Leave"), lang))
    if consent(Act.START, match, Asker(user_id)) is None:
        return [leave]
    return [leave, button("start", match.id, label=say(t("Start"), lang))]


def first_buttons(match: MatchInfo, lang: Lang) -> list[Button]:
    """Return buttons for what a newcomer can read before the start."""
    return [
        button("steps", match.id, label=say(t("First steps"), lang)),
        button("rules", match.id, label=say(t("Rules"), lang)),
    ]


def _listed(match: MatchInfo, lang: Lang) -> str:
    title = registry.get(match.slug).info.title
    return (
        f"**{title} #{match.id}** · <#{match.channel_id}> · {say(state_line(match), lang, match)}"
    )


def _holder_lines(match: MatchInfo, held: list[Holder], lang: Lang) -> list[str]:
    """Return a line for each seat that changed hands: who had it since which row."""
    lines = []
    for seat in match.seats:
        mine = [(ply, user) for number, ply, user in held if number == seat.seat]
        if len(mine) < 2:
            continue
        names = [holder(user, lang) for _, user in mine]
        later = [
            say(t("{who} (from log row {ply})", ply=ply, who=name), lang)
            for (ply, _), name in zip(mine[1:], names[1:], strict=True)
        ]
        letter = seat_letter(registry.get(match.slug).info.seat_marks[seat.seat], lang)
        lines.append(f"-# {letter}: {', '.join([names[0], *later])}")
    return lines
