"""The post of a turn, its update, and the direct message to each player to move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord

from cogs.drawing.pictures import draw_hand
from cogs.drawing.studio import Rank
from cogs.outbox.errand import Errand, MessageKind, sent_if
from cogs.outbox.posts import dm_post, turn_post
from cogs.outbox.sending import custom_ids
from cogs.ui.items import END
from cogs.ui.speech import NOBODY
from cogs.ui.threads import title_thread
from matches.domain.model import Glance, LogEntry, MatchInfo, is_closed, is_homeless
from matches.domain.outbox_item import OutboxRow, Sent
from rules.protocol import WATCHER


async def _send_turn(errand: Errand) -> Sent | None:
    bot, lang = errand.bot, errand.lang
    async with bot.studio.post_slots:  # read the match only when it can be drawn
        glance, entries = await bot.service.news(errand.match.id)
        match = glance.match
        if match.posted_ply >= _told_ply(match):
            return None  # the post of another row has said it
        if errand.begun is None and _comes_to_nothing(glance, entries):
            return None
        is_over = match.status != "live"
        closing = await bot.service.history.closing(match.id) if is_over else None
        since = match.posted_ply
        shown = await bot.moments.post(bot, glance, entries, lang, since)
    if is_over and not is_closed(match):  # else it may go on, and one rename is all there is
        await title_thread(bot, match, lang)  # first: Discord posts a line about it
    post = turn_post(glance, entries, shown, lang, since=since, closing=closing)
    sent = await errand.about(match).send(post)
    return replace(sent, shown_ply=_told_ply(match), called=glance.newly)


async def _is_turn(errand: Errand, message: discord.Message) -> Sent | None:
    """A post of another row isn't this one's, whatever it says.

    What was sent for this row may have said more, and may still arrive.
    """
    sent = await _is_edited(errand, message)
    return None if sent is None or await _is_of_another(errand, message) else sent


async def _is_of_another(errand: Errand, message: discord.Message) -> bool:
    return await errand.bot.service.delivery_log.is_of_another(errand.row, message.id)


async def _is_edit(errand: Errand, message: discord.Message) -> Sent | None:
    """A post that is to tell something else is edited again: nothing marks it.

    Moves that it has told are noted before that, so that no post of another row tells them again.
    """
    match = errand.match
    if not errand.row.is_retelling or message.id > (match.post_id or 0):
        return await _is_edited(errand, message)
    shown = max(_plies(errand, message, "turn", ""), default=0)
    if message.id == match.post_id and shown > match.posted_ply:
        await errand.bot.service.delivery_log.posted(match.id, shown, message.id)
    return None


async def _is_edited(errand: Errand, message: discord.Message) -> Sent | None:
    """A post of the newest state says all that an older row had to say.

    If the match has ended since, the row's post may be one of its last turns.
    """
    match = errand.match
    if match.status != "live" and _plies(errand, message, "replayed", END):
        return Sent(message.id, _told_ply(match))
    shown = _plies(errand, message, "turn", "")
    return Sent(message.id, max(shown)) if shown else None


def _plies(errand: Errand, message: discord.Message, verb: str, end: str) -> list[int]:
    """Return the plies in a message's button ids that aren't older than the row."""
    match, found = errand.match, custom_ids(message)
    plies = range(errand.row.ply, match.ply + 1)
    return [ply for ply in plies if f"b{verb}:{match.id}:{ply}{end}" in found]


async def _edit_turn(errand: Errand) -> Sent | None:
    """Update the newest turn post, or post a new one if it cannot be edited.

    This pings nobody: a ping needs a new post, which has its own row.
    """
    bot, lang = errand.bot, errand.lang
    async with bot.studio.post_slots:
        glance, told = await bot.service.news(errand.match.id, retell=True)
        match = glance.match
        if match.status != "live" or match.post_id is None:
            return None
        if match.posted_ply >= _told_ply(match) and not errand.row.is_retelling:
            return None  # another row has said it
        if await bot.service.delivery_log.is_replaced(errand.row):
            return None  # a post comes, and it may ping: after an edit it would have nothing to say
        since = match.post_since
        shown = await bot.moments.post(bot, glance, told, lang, since)
    post = turn_post(glance, _without_detours(told), shown, lang, since=since)
    errand, sent = errand.about(match), Sent(match.post_id)
    if not await errand.edit(sent.message_id, post):
        sent = await errand.send(replace(post.again(), calls=NOBODY, notice=""))
    return replace(sent, shown_ply=_told_ply(match))


async def _send_dm(errand: Errand) -> Sent | None:
    bot, row, match = errand.bot, errand.row, errand.match
    if is_homeless(match):
        return None  # its link would lead nowhere
    async with bot.studio.dm_slot():
        glance = await bot.service.glance(match.id, row.recipient)
        public_glance = await bot.service.glance(match.id, None)
        match = glance.match
        made = await bot.service.made_for(match.id, row.recipient, row.ply)
        if _is_late(match, row):
            return None
        if await bot.service.delivery_log.is_replaced(row):
            return None  # they were asked again while this one waited
        if errand.begun is None and await bot.service.delivery_log.is_known(row, glance.seat):
            return None  # an undo took away what they were asked, and they are asked again
        (locale,) = (s.locale for s in match.seats if s.seat == glance.seat)
        lang = errand.lang_of(locale)
        wanted = bot.service.users.display(row.recipient)
        hand = await draw_hand(bot, glance, lang, Rank.POST, wanted)
    post = dm_post(glance, public_glance, made, hand, lang, wanted)
    return await errand.about(match).send(post, await errand.direct())


def _is_late(match: MatchInfo, row: OutboxRow) -> bool:
    """Return whether the user of a DM need not be called any more."""
    seat = match.seat_of(row.recipient)
    overtaken = seat not in match.to_act and match.ply > row.ply
    return match.status != "live" or seat == WATCHER or overtaken


async def _is_dm(errand: Errand, message: discord.Message) -> Sent | None:
    if not _plies(errand, message, "turn", ""):
        return None
    return sent_if(not await _is_of_another(errand, message), message)


def _told_ply(match: MatchInfo) -> int:
    """Return the `posted_ply` once all is told; an end without a move counts as a ply."""
    return match.ply + (match.status == "ended" or match.ending == "conceded")


def _comes_to_nothing(glance: Glance, entries: Sequence[LogEntry]) -> bool:
    """Return whether everything there is to tell was undone before it was told."""
    if glance.match.status != "live" or glance.match.post_id is None or glance.newly:
        return False
    told = [entry for entry in entries if entry.events and not entry.undone]
    undos = [entry for entry in told if entry.is_undo]
    return bool(undos) and undos == told


def _without_detours(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return a log without the undos after which the same seat has moved again."""
    moved = {e.seat: e.ply for e in entries if e.events and not e.undone and not e.is_undo}
    return [e for e in entries if not e.is_undo or e.ply > moved.get(e.seat, 0)]


TURN: Final = MessageKind(_send_turn, _is_turn)
EDIT: Final = MessageKind(_edit_turn, _is_edit, requests=1)
DM: Final = MessageKind(_send_dm, _is_dm, is_late=_is_late)
