"""Reminders: a DM to each player to move, else a public ping; daily messages.

Each is made from the newest state when it is sent: players who have moved by then get nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from cogs.outbox.errand import Errand, MessageKind, sent_if
from cogs.outbox.sending import custom_ids
from cogs.table.departure import leave_button
from cogs.ui.answers import defer_new, reply
from cogs.ui.context import check_place
from cogs.ui.items import (
    MAX_LABEL,
    ComponentId,
    Interaction,
    Item,
    button,
    fitting,
    names_row,
    on,
    row_mark,
)
from cogs.ui.sheet import Post, Sheet, link, match_name, mentions, notice, strong, title
from cogs.ui.speech import allow, language_for, reader, say
from cogs.ui.times import is_overdue, own_deadline, stamp, until, waited_lines
from matches.domain.deadlines.pace import PaceKind, Rhythm, at_hour, warned_at
from matches.domain.deadlines.reminders import was_reminded
from matches.domain.model import Glance, MatchInfo, SeatInfo
from matches.domain.outbox_item import ItemKind, OutboxRow, Sent
from matches.domain.settings import UserSettings
from render.i18n import Lang, translate
from rules.errors import InvalidMoveError
from rules.text import Text, Who, t, tn

if TYPE_CHECKING:
    from bot import StolikBot

SHOWN: Final = 12
"""The most matches that a daily message names."""
MORNING: Final = 9
"""The hour of the day when "tomorrow" begins for users without quiet nights."""
WAKING: Final = range(5, 13)
"""The hours at which quiet hours end that are somebody's night."""
SNOOZES: Final = {"3": t("In 3 hours"), "t": t("Tomorrow")}
"""The rest of a snooze button's id begins with one of these."""


# Reminders.


async def private_reminder(bot: StolikBot, row: OutboxRow, lang: Lang) -> Post | None:
    """Return the reminder for the user of a row; None if it is no longer their move."""
    glance = await bot.service.glance(row.match_id, row.recipient)
    if not _waits(glance.match, glance.seat):
        return None
    is_last = await bot.service.clocks.is_last(row.match_id, glance.seat)
    mine = glance.match.seats[glance.seat]
    lang = language_for(bot, row.recipient, mine.locale, lang)
    chosen, now = await bot.service.users.settings(row.recipient), bot.clock()
    offered = _snoozes(glance.match, mine, chosen, now)
    return reminder_post(glance, row.id, now, offered, lang, is_last=is_last)


def _snoozes(
    match: MatchInfo, seat: SeatInfo, chosen: UserSettings, now: datetime
) -> tuple[str, ...]:
    """Return the keys of `SNOOZES` that can put off a reminder."""
    clock = seat.clock
    if clock is None or not _ends(match, seat) or warned_at(clock) > now:
        return tuple(SNOOZES)
    return tuple(key for key in SNOOZES if _wanted(key, chosen, now) < clock.due)


def _ends(match: MatchInfo, seat: SeatInfo) -> bool:
    """Return whether something is decided once a seat's time is up."""
    assert seat.clock is not None
    uses_up = seat.clock.on_bank or not seat.bank
    return uses_up and match.enforced.kind is not PaceKind.CASUAL


def reminder_post(
    glance: Glance,
    row_id: int,
    now: datetime,
    snoozes: Sequence[str],
    lang: Lang,
    *,
    is_last: bool,
) -> Post:
    """Return the reminder to the owner of `glance`: deadline, and buttons to go on."""
    match = glance.match
    sheet = Sheet(glance.rules.info.seat_marks[glance.seat].hex)
    sheet.write(title(glance, lang))
    call = _call(match, match.seats[glance.seat], now, is_last=is_last)
    sheet.write(strong(call, lang, match), say(glance.rules.prompt(glance.view), lang, match))
    sheet.write(own_deadline(match, glance.seat, lang))
    primary, rest = discord.ButtonStyle.primary, row_mark(match.ply, row_id)
    items: list[Item] = [
        button("turn", match.id, rest, label=say(t("Your move"), lang), style=primary)
    ]
    for key in snoozes:
        label = say(SNOOZES[key], lang)
        items.append(button("snooze", match.id, f"{key}.{row_id}", label=label))
    items.append(ui.Button(url=link(match), label=say(t("Go to the match"), lang)))
    items.append(leave_button(match, rest, lang))
    sheet.row(*items)
    return sheet.post(notice=notice(match, say(call, lang, match)))


def _call(match: MatchInfo, seat: SeatInfo, now: datetime, *, is_last: bool) -> Text:
    assert seat.clock is not None
    if is_last and not match.is_solo:
        return t("You're the last one we're waiting for.")
    if is_overdue(seat.clock) and match.is_solo:
        return t("I'm still waiting for your move.")
    if is_overdue(seat.clock):
        return t("The others are still waiting for your move.")
    if seat.clock.on_bank:
        return t("Your time is up. You're using your extra time now.")
    if seat.clock.due - now <= (seat.clock.due - seat.clock.since) / 4:
        return t("Your time is almost up.")
    return t("It's still your move.")


async def public_reminder(bot: StolikBot, row: OutboxRow, lang: Lang) -> Post | None:
    """Return the ping for all players who are late; None if it is no longer needed."""
    match, late, called = await bot.service.info(row.match_id), list[SeatInfo](), list[int]()
    for seat in match.seats:
        if not _waits(match, seat.seat):
            continue
        chosen = await bot.service.users.settings(seat.user_id)
        is_own = seat.user_id == row.user_id
        reminded = was_reminded(match, seat, chosen, bot.clock()) and not seat.muted
        if is_own or reminded:
            late.append(seat)
            if is_own or not chosen.dm:
                called.append(seat.user_id)
    return call_post(match, late, called, row.id, lang) if called else None


def call_post(
    match: MatchInfo, late: Sequence[SeatInfo], called: Sequence[int], row_id: int, lang: Lang
) -> Post:
    """Return a public post that names all who are `late` and pings the users `called`."""
    who = tuple(Who(seat.seat) for seat in late)
    said = t("{who}: it's still your move.", who=who)
    sheet = Sheet()
    words = translate(said, lang, mentions(match, lang))
    sheet.write(words, *waited_lines(match, late, lang))
    label = say(t("Your move"), lang)
    primary = discord.ButtonStyle.primary
    sheet.row(button("turn", match.id, row_mark(match.ply, row_id), label=label, style=primary))
    return sheet.post(allow(*called), notice(match, words))


def _waits(match: MatchInfo, seat: int) -> bool:
    return match.status == "live" and match.paused_at is None and seat in match.to_act


async def _send_reminder(errand: Errand) -> Sent | None:
    row = errand.row
    if not row.lane.is_private:
        post = await public_reminder(errand.bot, row, errand.lang)
        return await errand.send(post) if post is not None else None
    make = digest_of if row.kind is ItemKind.DIGEST else private_reminder
    post = await make(errand.bot, row, errand.lang)
    return await errand.send(post, await errand.direct()) if post is not None else None


async def _is_reminder(errand: Errand, message: discord.Message) -> Sent | None:
    return sent_if(names_row(custom_ids(message), errand.row.id), message)


REMINDER: Final = MessageKind(_send_reminder, _is_reminder)


# Snoozing.


@on("snooze")
async def _snooze(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    service, user = interaction.client.service, interaction.user.id
    check_place(interaction, await service.info(tap.match_id))
    key = tap.rest.partition(".")[0]
    if key not in SNOOZES:
        raise InvalidMoveError(
            t("This button no longer works."), t("See your matches with /turns.")
        )
    chosen = await service.users.settings(user)
    wanted = _wanted(key, chosen, interaction.client.clock())
    at = await service.clocks.snooze(tap.match_id, user, wanted)
    match = await service.info(tap.match_id)
    mine = match.seats[match.seat_of(user)]
    told = t("I'll remind you again {when} ({time}).", when=stamp(at, "R"), time=stamp(at))
    if chosen.rhythm is Rhythm.NEVER:
        told = t("I won't remind you again, because you've turned reminders off in /settings.")
    elif mine.clock is not None and at >= mine.clock.due and _ends(match, mine):
        told = t(
            "Your time is up {when} ({time}), so this was my last reminder.",
            when=stamp(at, "R"),
            time=stamp(at),
        )
    elif at < wanted:
        told = t(
            "I'll remind you again {when} ({time}). I can't put it off any longer.",
            when=stamp(at, "R"),
            time=stamp(at),
        )
    await reply(interaction, say(told, reader(interaction)))


def _wanted(key: str, chosen: UserSettings, now: datetime) -> datetime:
    """Return when somebody wants to be reminded who taps the button of a key."""
    return tomorrow(chosen, now) if key == "t" else now + timedelta(hours=3)


def tomorrow(chosen: UserSettings, now: datetime) -> datetime:
    """Return the next morning of a user: when a quiet night ends, or at nine."""
    hour = MORNING
    if chosen.quiet is not None and chosen.quiet[1] in WAKING:
        hour = chosen.quiet[1]
    zone = chosen.zone or "UTC"
    found = at_hour(now, hour, zone)
    soon = found - now < timedelta(hours=4)
    return at_hour(now + timedelta(hours=4), hour, zone) if soon else found


# The daily message.


async def digest_of(bot: StolikBot, row: OutboxRow, lang: Lang) -> Post | None:
    """Return the daily message for the user of a row; None if no match is waiting."""
    every = await bot.service.turns(row.recipient)
    waiting = [match for match in every if match.paused_at is None and not _is_muted(match, row)]
    if not waiting:
        return None
    first = waiting[0].seats[waiting[0].seat_of(row.recipient)]
    return digest_post(waiting, row, language_for(bot, row.recipient, first.locale, lang))


def _is_muted(match: MatchInfo, row: OutboxRow) -> bool:
    return match.seats[match.seat_of(row.recipient)].muted


def digest_post(waiting: Sequence[MatchInfo], row: OutboxRow, lang: Lang) -> Post:
    """Return the daily message: the matches that are waiting, the longest wait first."""
    sheet = Sheet()
    head = tn(
        "{count} match is waiting for you:", "{count} matches are waiting for you:", len(waiting)
    )
    sheet.write(f"**{say(head, lang)}**")
    sheet.write(*(_line(match, row.recipient, lang) for match in waiting[:SHOWN]))
    if (more := len(waiting) - SHOWN) > 0:
        sheet.write(say(tn("And {count} more.", "And {count} more.", more), lang))
    items: list[Item] = []
    for match in waiting[:5]:
        name = fitting(match_name(match), MAX_LABEL)
        items.append(button("turn", match.id, row_mark(match.ply, row.id, digest=True), label=name))
    sheet.row(*items)
    return sheet.post(
        notice=" ".join((say(head, lang), ", ".join(map(match_name, waiting[:SHOWN]))))
    )


def _line(match: MatchInfo, user_id: int, lang: Lang) -> str:
    clock = match.seats[match.seat_of(user_id)].clock
    line = f"- [{match_name(match)}]({link(match)})"
    if clock is None:
        return line
    due = t("until {time}", time=until(clock))
    return f"{line}, {say(due, lang)}"
