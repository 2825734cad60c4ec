"""Closing what nobody touches: the posts about it, keeping it, reopening it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import discord
from discord import ui

from cogs.ui.answers import defer_new, reply
from cogs.ui.context import check_place
from cogs.ui.items import Button, ComponentId, Interaction, Item, button, on, row_mark
from cogs.ui.sheet import Post, Sheet, link, match_name, mentions, notice, place_of, strong
from cogs.ui.speech import allow, reader, say
from cogs.ui.times import stamp
from matches.domain.model import MatchInfo, is_closed, is_homeless
from matches.domain.outbox_item import OutboxRow
from render.i18n import Lang, translate
from rules import registry
from rules.errors import MatchOverError
from rules.protocol import WATCHER
from rules.text import Seat, Text, Who, t, tn

_GREEN = discord.ButtonStyle.success
UNMOVED: Final = t("Nobody has made a move in this match for a long time.")


def announcement(
    match: MatchInfo, row: OutboxRow, closes_at: datetime, called: Sequence[int], lang: Lang
) -> Post:
    """Return the public announcement of a closing.

    Args:
        match: The lobby or match.
        row: The outbox row it is sent for.
        closes_at: When it is closed.
        called: The players whom it pings, because they want no direct messages.
        lang: The server's language.
    """
    sheet = Sheet()
    sheet.write(f"-# {match_name(match)}", *_warning(match, closes_at, lang))
    who = tuple(Who(seat.seat) for seat in match.seats if seat.user_id in called)
    asked = ""
    if who:
        asked = translate(t("{who}, what do you say?", who=who), lang, mentions(match, lang))
        sheet.write(asked)
    sheet.row(keep_button(match, row, lang))
    return sheet.post(allow(*called), notice(match, asked) if asked else "")


def private_announcement(match: MatchInfo, row: OutboxRow, closes_at: datetime, lang: Lang) -> Post:
    """Return the direct message to a player about a closing; arguments as above."""
    sheet, mine = Sheet(), match.seat_of(row.recipient)
    sheet.write(f"-# {match_name(match)}", *_warning(match, closes_at, lang, mine))
    items: list[Item] = [keep_button(match, row, lang)]
    if is_homeless(match):
        lost = t(
            "Its channel is gone. To give it a new one, type /match open number:{number}",
            number=match.id,
        )
        sheet.write(say(lost, lang))
    else:
        items.append(ui.Button(url=link(match), label=say(t("Go to the match"), lang)))
    sheet.row(*items)
    call = t("I'm about to close a lobby.")
    if match.status == "live":
        call = t("I'm about to close a match.")
    return sheet.post(notice=notice(match, say(call, lang)))


def _warning(match: MatchInfo, closes_at: datetime, lang: Lang, seat: Seat = WATCHER) -> list[str]:
    """Return why a match will be closed, when, and what its reader can do about it."""
    when, at = stamp(closes_at, "R"), stamp(closes_at)
    if match.status == "lobby":
        why = t("Nobody has joined or started this match for a while.")
        what = t(
            "I'll close the lobby {when} ({at}). If you still want to play, tap **Keep it open**.",
            when=when,
            at=at,
        )
        if _may_start(match, seat):
            what = t(
                "I'll close the lobby {when} ({at}). If you still want to play, tap "
                "**Keep it open**, or start the match.",
                when=when,
                at=at,
            )
    elif match.paused_at is not None:
        why = t("This match has been paused for a long time.")
        what = t(
            "I'll close it {when} ({at}). If you want to go on later, tap **Keep playing**. The "
            "match stays paused until you resume it.",
            when=when,
            at=at,
        )
    elif seat in match.to_act:
        why = UNMOVED
        what = t(
            "I'll close it {when} ({at}). If you want to go on, make your move or tap "
            "**Keep playing**.",
            when=when,
            at=at,
        )
    else:
        why = UNMOVED
        what = t(
            "I'll close it {when} ({at}). If you want to go on, tap **Keep playing**.",
            when=when,
            at=at,
        )
    return [strong(why, lang, match), say(what, lang), *_or_a_move(match, lang, seat)]


def _may_start(match: MatchInfo, seat: Seat) -> bool:
    """Return whether the reader of a warning can start a match; in public, anybody."""
    if len(match.seats) not in registry.get(match.slug).info.counts(match.options):
        return False
    return match.is_full or seat in (WATCHER, match.seat_of(match.host_id))


def _or_a_move(match: MatchInfo, lang: Lang, seat: Seat) -> list[str]:
    """Return whose move keeps a match open, too; [] for whoever has to move."""
    who = tuple(Who(one) for one in sorted(match.to_act) if match.seats[one].user_id)
    if match.status != "live" or match.paused_at is not None or seat in match.to_act or not who:
        return []
    told = tn(
        "It's also enough if {who} makes a move.",
        "It's also enough if {who} make a move.",
        len(who),
        who=who,
    )
    return [say(told, lang, match)]


def keep_button(match: MatchInfo, row: OutboxRow, lang: Lang) -> Button:
    """Return the button that keeps a lobby or match open."""
    label = t("Keep it open") if match.status == "lobby" else t("Keep playing")
    rest = row_mark(match.ply, row.id)
    return button("keep", match.id, rest, label=say(label, lang), style=_GREEN)


def closed_lines(match: MatchInfo) -> tuple[Text, ...]:
    """Return that and until when a closed match can be reopened; () if it can't."""
    if not is_closed(match) or match.life.check is None:
        return ()
    return (
        t(
            "Its players can reopen it until {time}. Nothing is lost.",
            time=stamp(match.life.check),
        ),
    )


def reopen_closed(match: MatchInfo, lang: Lang, rest: str = "", label: str = "") -> Button:
    """Return the button that reopens a closed match."""
    shown = label or say(t("Reopen"), lang)
    return button("revive", match.id, rest, label=shown, style=_GREEN)


def reopened_text(match: MatchInfo) -> Text:
    """Return what somebody reads who has reopened a match."""
    if is_homeless(match):
        return t(
            "The match is open again. Its channel is gone. To give it a new one, type /match open "
            "number:{number}",
            number=match.id,
        )
    if match.status == "lobby":
        return t("The lobby is open again: {place}", place=place_of(match))
    return t(
        "The match is open again, and all clocks have restarted: {place}", place=place_of(match)
    )


# Taps


@on("keep")
async def _keep(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    service = interaction.client.service
    check_place(interaction, await service.info(tap.match_id))
    try:
        match = await service.closing.keep(tap.match_id, interaction.user.id)
    except MatchOverError as error:
        if not await _offer_reopening(interaction, tap.match_id, error.reason):
            raise
        return
    told = t("The match stays open. If it's your turn, I'm still waiting for your move.")
    if match.status == "lobby":
        told = t("The lobby stays open. Invite somebody with /match invite.")
        if match.is_full:
            told = t("The lobby stays open. All seats are taken, so you can start the match.")
    elif match.paused_at is not None:
        told = t("The match stays open and paused. To go on, start a vote with /match resume.")
    await reply(interaction, say(told, reader(interaction)))


async def _offer_reopening(interaction: Interaction, match_id: int, reason: Text) -> bool:
    """Let a player reopen what they wanted to keep; return False if they can't."""
    match, user_id = await interaction.client.service.info(match_id), interaction.user.id
    if not is_closed(match) or (match.seat_of(user_id) == WATCHER and user_id != match.host_id):
        return False
    lang = reader(interaction)
    words = " ".join(say(text, lang, match) for text in (reason, *closed_lines(match)))
    await reply(interaction, words, [reopen_closed(match, lang)])
    return True


@on("revive")
async def _reopen(interaction: Interaction, tap: ComponentId) -> None:
    await defer_new(interaction)
    service = interaction.client.service
    before = await service.info(tap.match_id)
    check_place(interaction, before)
    match = await service.closing.reopen(tap.match_id, interaction.user.id)
    told = reopened_text(match)
    if before.status == "live" and not is_homeless(match):
        told = t("The match is already open again: {place}", place=place_of(match))
    await reply(interaction, say(told, reader(interaction)))
