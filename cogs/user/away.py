"""``/away``: the days when a player is away. Dates are in their time zone."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from discord import app_commands
from discord.ext import commands

from cogs.ui.answers import defer_new, reply
from cogs.ui.autocomplete import choices, guarded
from cogs.ui.items import Interaction
from cogs.ui.speech import reader, say, visible
from cogs.ui.times import stamp
from cogs.ui.translator import named
from matches.domain.deadlines.pace import MAX_AWAY, Span
from matches.domain.settings import UserSettings
from rules.errors import InvalidMoveError
from rules.text import Text, t, tn

OFF: Final = "off"
MOST_AHEAD: Final = timedelta(days=365)
"""The longest time from now to the first day away."""
_ISO: Final = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})", re.ASCII)
_POINTS: Final = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.?(?P<year>\d{4})?", re.ASCII)
OFFERED_DAYS: Final = 25
USUAL_AWAY: Final = timedelta(days=7)
"""The length of the holiday in the example."""


class Away(commands.Cog):
    """``/away``; works in DMs, too."""

    @app_commands.command(name=named(t("away")), description=named(t("Say when you'll be away")))
    @app_commands.rename(begin=named(t("from")), end=named(t("until")))
    @app_commands.describe(
        begin=named(t("The first day you're away, such as 2026-12-24 (if empty, today)")),
        end=named(t("The last day you're away, or “off” if you're back")),
    )
    async def away(self, interaction: Interaction, begin: str = "", end: str = "") -> None:
        """Set a holiday, or show the present one."""
        await defer_new(interaction)
        service, user_id = interaction.client.service, interaction.user.id
        chosen = await service.users.settings(user_id)
        now = interaction.client.clock()
        is_off = OFF in (visible(begin).casefold(), visible(end).casefold())
        if not begin and not end or is_off and chosen.holiday(now) is None:
            await reply(interaction, _told(interaction, _known(chosen, now)))
            return
        if is_off:
            await service.clocks.away(user_id, None)
            back = t("Welcome back! Your extended deadlines won't change.")
            if not chosen.is_away(now):
                back = t("Got it. You won't be away. Your extended deadlines won't change.")
            await reply(interaction, _told(interaction, [back]))
            return
        span = read_span(begin, end, chosen.zone or "UTC", now)
        late = await service.clocks.away(user_id, span)
        waiting = [match for match in await service.turns(user_id) if match.paused_at is None]
        await reply(interaction, _told(interaction, _noted(span, len(waiting), late, chosen)))

    @away.autocomplete("begin")
    @away.autocomplete("end")
    @guarded
    async def _days(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        chosen = await interaction.client.service.users.settings(interaction.user.id)
        today = _today(chosen.zone or "UTC", interaction.client.clock())
        days = [(today + timedelta(days=n)).isoformat() for n in range(MAX_AWAY.days)]
        off = say(t("off: I'm back"), reader(interaction))
        return choices(
            [*((day, day) for day in days[: OFFERED_DAYS - 1]), (off, OFF)], visible(typed)
        )


def _told(interaction: Interaction, said: list[Text]) -> str:
    return "\n".join(say(text, reader(interaction)) for text in said)


def _known(chosen: UserSettings, now: datetime) -> list[Text]:
    if (holiday := chosen.holiday(now)) is None:
        return [
            t("You're not away."),
            t(
                "To tell me you'll be away, type /away until:{day}. You can also add a first day.",
                day=(_today(chosen.zone or "UTC", now) + USUAL_AWAY).isoformat(),
            ),
        ]
    begin, end = (stamp(at) for at in holiday)
    return [
        t("You're away from {begin} to {end}.", begin=begin, end=end),
        t("If you get back sooner, type /away until:off."),
    ]


def _noted(span: Span, waiting: int, late: int, chosen: UserSettings) -> list[Text]:
    begin, end = (stamp(at) for at in span)
    said = [
        t(
            "Got it. You'll be away from {begin} to {end}. The others can see this.",
            begin=begin,
            end=end,
        ),
        t("I won't remind you while you're away, and I'll extend your deadlines in every match.")
        if not late
        else tn(
            "I won't remind you while you're away, and I'll extend your deadlines, except in "
            "{count} match: your time there is up, and another player can free your seat until "
            "you make a move.",
            "I won't remind you while you're away, and I'll extend your deadlines, except in "
            "{count} matches: your time there is up, and another player can free your seats until "
            "you make your moves.",
            late,
        ),
    ]
    if waiting:
        said.append(
            tn(
                "{count} match is waiting for you now. See /turns.",
                "{count} matches are waiting for you now. See /turns.",
                waiting,
            )
        )
    if not chosen.zone:
        said.append(t("I've assumed your time zone is UTC. You can change it in /settings."))
    return said


# Reading dates.


def read_span(begin: str, end: str, zone: str, now: datetime) -> Span:
    """Return the span of a user's absence: whole days of their zone, in UTC.

    Args:
        begin: The first day as they typed it; "" is today.
        end: The last day as they typed it; "" is the first.
        zone: Their IANA time zone.
        now: The time.

    Raises:
        InvalidMoveError: It cannot be read, is in the past, reversed, too far ahead or too long;
            the hint says what to type.
    """
    today = _today(zone, now)
    first = read_day(begin, today) if begin else today
    last = read_day(end, today) if end else first
    if last < today:
        raise InvalidMoveError(
            t("{day} is in the past.", day=last.isoformat()),
            t("Type {today} or a later day.", today=today.isoformat()),
        )
    if last < first:
        raise InvalidMoveError(
            t("You can't come back before you leave."),
            t("Type the first day in “from” and the last day in “until”."),
        )
    if first - today > MOST_AHEAD:
        raise InvalidMoveError(
            t("{day} is too far ahead.", day=first.isoformat()),
            t("Type a date within the next year."),
        )
    if last - max(first, today) >= MAX_AWAY:
        raise InvalidMoveError(
            t("That's too long for the others to wait."),
            tn(
                "You can be away for up to {count} day at a time. For longer, offer your seat to "
                "somebody with /seat offer.",
                "You can be away for up to {count} days at a time. For longer, offer your seat to "
                "somebody with /seat offer.",
                MAX_AWAY.days,
            ),
        )
    return max(_midnight(first, zone), now), _midnight(last + timedelta(days=1), zone)


def read_day(typed: str, today: date) -> date:
    """Return the day that a user typed: ``2026-12-24``, ``24.12.2026``, ``24.12.``.

    Raises:
        InvalidMoveError: It cannot be read as a day.
    """
    text = visible(typed)
    found = _ISO.fullmatch(text) or _POINTS.fullmatch(text)
    try:
        if found is None:
            raise ValueError
        year, month, day = (int(found[part] or 0) for part in ("year", "month", "day"))
        if found["year"]:
            return date(year, month, day)
        there = date(today.year, month, day)
        return there if there >= today else date(today.year + 1, month, day)
    except ValueError:
        raise InvalidMoveError(
            t("“{typed}” isn't a date I understand.", typed=text[:40]),
            t("Type it like {day}, or choose a day from the list.", day=today.isoformat()),
        ) from None


def _today(zone: str, now: datetime) -> date:
    return now.astimezone(ZoneInfo(zone)).date()


def _midnight(day: date, zone: str) -> datetime:
    """Return the start of a day in a zone, as UTC."""
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the command."""
    await bot.add_cog(Away())
