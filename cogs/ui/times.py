"""Times in words: deadlines, and who is away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import discord
from discord import app_commands

from cogs.ui.autocomplete import choices
from cogs.ui.speech import say, visible
from matches.domain.deadlines.pace import Clock, PaceKind, is_zone, zones
from matches.domain.deadlines.pace_text import span_text
from matches.domain.model import MatchInfo, SeatInfo
from matches.domain.table.guards import how_to_resume
from render.i18n import Lang
from rules.errors import InvalidMoveError
from rules.text import Markup, Text, Who, t


def stamp(at: datetime, style: discord.utils.TimestampStyle = "f") -> Markup:
    """Return a time that Discord shows to each reader in their own zone."""
    return Markup(discord.utils.format_dt(at, style))


def until(clock: Clock) -> Markup:
    """Return the deadline of a clock, as a time and relative to now."""
    return Markup(f"{stamp(clock.due)} ({stamp(clock.due, 'R')})")


def deadline_lines(match: MatchInfo, lang: Lang) -> list[str]:
    """Return the deadlines of the players a match waits for, as small lines."""
    if match.paused_at is not None:
        return [f"-# {say(text, lang)}" for text in paused_texts(match)]
    return waited_lines(
        match, [seat for seat in match.seats if seat.clock is not None and seat.user_id], lang
    )


def paused_texts(match: MatchInfo) -> tuple[Text, ...]:
    """Return that a match is paused, and how it goes on if its players decide that."""
    still = t("The match is paused, and all clocks are stopped.")
    return (still, how_to_resume(match)) if match.paused_why == "vote" else (still,)


def waited_lines(match: MatchInfo, waiting: Sequence[SeatInfo], lang: Lang) -> list[str]:
    """Return the deadlines of waiting seats, and which of them are away: small lines."""
    if len({_until(seat) for seat in waiting}) == 1:
        lines = [t("The deadline is {time}.", time=_until(waiting[0]))]
    else:
        lines = [t("{who} has until {time}.", who=Who(s.seat), time=_until(s)) for s in waiting]
    lines += [away_text(seat, seat.clock.since) for seat in waiting if seat.clock and is_away(seat)]
    return [f"-# {say(line, lang, match)}" for line in lines]


def _until(seat: SeatInfo) -> str:
    assert seat.clock is not None
    return until(seat.clock)


def is_overdue(clock: Clock) -> bool:
    """Return whether a clock has run out and the scheduler has handled that."""
    return clock.woken >= clock.due


def is_away(seat: SeatInfo) -> bool:
    """Return whether a holiday extends the running clock of a seat."""
    if seat.away is None or seat.clock is None:
        return False
    return seat.away[0] <= seat.clock.due and seat.clock.since < seat.away[1]


def away_text(seat: SeatInfo, at: datetime) -> Text:
    """Return how long a player is away; from when, too, if not yet `at` that time."""
    assert seat.away is not None
    who, (begin, end) = Who(seat.seat), seat.away
    if begin <= at:
        return t("{who} is away, and back on {day}.", who=who, day=stamp(end, "D"))
    first, last = stamp(begin, "D"), stamp(end, "D")
    return t("{who} is away from {first}, and back on {day}.", who=who, first=first, day=last)


def own_deadline(match: MatchInfo, seat: int, lang: Lang) -> str:
    """Return a seat's deadline and what happens then; "" if it is not their move."""
    mine = next((s for s in match.seats if s.seat == seat), None)
    if mine is None or mine.clock is None or match.paused_at is not None:
        return ""
    if is_overdue(mine.clock):
        return say(t("You had until {time}.", time=_until(mine)), lang)
    parts = [t("You have until {time}.", time=_until(mine))]
    if mine.clock.on_bank:
        parts.append(t("You're already using your extra time."))
    elif mine.bank and match.enforced.kind is not PaceKind.CASUAL:
        hours = max(round(mine.bank.total_seconds() / 3600), 1)
        parts.append(t("After that, you have {time} of extra time.", time=span_text(hours)))
    if match.enforced.kind is PaceKind.STEADY:
        parts.append(t("When your time is up, a computer will make this one decision for you."))
    elif match.enforced.kind is PaceKind.STRICT:
        parts.append(t("When your time is up, somebody else can take your seat."))
    return " ".join(say(part, lang) for part in parts)


COMMON_ZONES: Final = (
    "UTC",
    "Europe/London",
    "Europe/Lisbon",
    "Europe/Madrid",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Warsaw",
    "Europe/Athens",
    "Europe/Helsinki",
    "Europe/Kyiv",
    "Europe/Istanbul",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "America/Sao_Paulo",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Anchorage",
)


def read_zone(typed: str) -> str:
    """Return the IANA name of a time zone; capitals and blanks do not matter.

    Raises:
        InvalidMoveError: There is none of that name.
    """
    wanted = visible(typed).replace(" ", "_")
    if is_zone(wanted):
        return wanted
    found = [zone for zone in zones() if zone.casefold() == wanted.casefold()]
    if not found:
        raise InvalidMoveError(
            t("There's no time zone called “{zone}”.", zone=wanted[:40]),
            t("Type a city and choose a zone from the list, such as Europe/Warsaw."),
        )
    return found[0]


def zone_choices(typed: str) -> list[app_commands.Choice[str]]:
    """Return the time zones that match what is typed; the common ones first."""
    rest = sorted(zones() - set(COMMON_ZONES))
    every = (*COMMON_ZONES, *rest)
    wanted = visible(typed).replace("_", " ")
    return choices([(zone.replace("_", " "), zone) for zone in every], wanted)
