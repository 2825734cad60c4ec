"""Sends what the outbox holds, each message made from the newest state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import discord

from cogs.outbox.asking import FREED, SEAT, VOTE
from cogs.outbox.budget import Budget
from cogs.outbox.channel_messages import CHANNEL_DM, CHANNEL_OFFER, CLOSING, NOTE
from cogs.outbox.direct import DirectChannels
from cogs.outbox.errand import Errand, MessageKind
from cogs.outbox.lobbies import INVITED, LOBBY, SENT_AWAY, THREAD
from cogs.outbox.reminders import REMINDER
from cogs.outbox.sending import is_notice, judged
from cogs.outbox.turns import DM, EDIT, TURN
from cogs.ui.threads import in_open_thread
from matches.domain.outbox_item import ItemKind, OutboxRow, Sent

if TYPE_CHECKING:
    from bot import StolikBot

LOOK_BACK: Final = 50
"""The number of newest messages searched for one that was sent before a crash."""
MESSAGE_KINDS: Final[Mapping[ItemKind, MessageKind]] = {
    ItemKind.LOBBY: LOBBY,
    ItemKind.THREAD: THREAD,
    ItemKind.TURN: TURN,
    ItemKind.EDIT: EDIT,
    ItemKind.DM: DM,
    ItemKind.CHANNEL_DM: CHANNEL_DM,
    ItemKind.NOTE: NOTE,
    ItemKind.REMINDER: REMINDER,
    ItemKind.DIGEST: REMINDER,
    ItemKind.VOTE: VOTE,
    ItemKind.SEAT: SEAT,
    ItemKind.CHANNEL_OFFER: CHANNEL_OFFER,
    ItemKind.INVITED: INVITED,
    ItemKind.SENT_AWAY: SENT_AWAY,
    ItemKind.FREED: FREED,
    ItemKind.CLOSING: CLOSING,
    ItemKind.OFFLINE: NOTE,
}
"""Every kind of message: how to send it, and how to recognise one that was sent."""


class Delivery:
    """Fulfils `matches.sender.Sender` with a real or simulated Discord."""

    def __init__(self, bot: StolikBot) -> None:
        self._bot = bot
        self._budget = Budget(bot.settings.requests_per_s, self._sharers)
        self._directs = DirectChannels(bot, self._budget)

    def _sharers(self) -> int:
        """Return how many processes share what Discord grants."""
        return 1 if self._bot.joint is None else self._bot.joint.crew.processes

    async def send(self, row: OutboxRow) -> Sent | None:
        """Send or edit a row's message, or open the thread; see `matches.sender.Sender`."""
        kind = MESSAGE_KINDS[row.kind]
        if kind.is_late(await self._bot.service.info(row.match_id), row):
            return None
        await self._budget.take(kind.requests, private=row.lane.is_private)
        errand = await self._errand(row)
        async with judged(self._bot, errand.match, row):
            channel_id = errand.match.channel_id
            sent = await in_open_thread(self._bot, channel_id, partial(kind.send, errand))
        if sent is None:
            self._budget.give_back(kind.requests)
        return sent

    async def find(self, row: OutboxRow) -> Sent | None:
        """Return a row's message if it is among the newest in its channel; else None."""
        recognise, errand = MESSAGE_KINDS[row.kind].recognise, await self._errand(row)
        if recognise is None:
            return None  # doing this twice does no harm
        async with judged(self._bot, errand.match, row):
            place = errand.channel
            if row.lane.is_private:
                place = await errand.direct()
            elif row.kind is ItemKind.CHANNEL_OFFER:
                place = errand.place(row.parent_id)
            try:
                newest = [message async for message in place.history(limit=LOOK_BACK)]
            except discord.Forbidden:
                if row.lane.is_private or self._reads_history(place.id):
                    raise  # a passing fault says nothing about what was sent
                return None
            for message in filter(self._is_ours, newest):
                if is_notice(message, errand.match, row):
                    return await self._finish(errand, message)
                if (sent := await recognise(errand, message)) is not None:
                    return sent
            return None

    def _reads_history(self, channel_id: int) -> bool:
        """Return whether the bot should be able to read the messages of a channel."""
        channel = self._bot.get_channel(channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return False
        return channel.permissions_for(channel.guild.me).read_message_history

    async def _errand(self, row: OutboxRow) -> Errand:
        info = await self._bot.service.info(row.match_id)
        return Errand(self._bot, row, info, self._directs)

    async def _finish(self, errand: Errand, message: discord.Message) -> Sent:
        """Lay out a message whose notice was sent, or delete it if nothing is left to say."""
        begun = replace(errand, begun=message)
        sent = await MESSAGE_KINDS[errand.row.kind].send(begun)
        if sent is None:
            await message.delete()
        return sent or Sent(message.id)

    def _is_ours(self, message: discord.Message) -> bool:
        return self._bot.user is not None and message.author.id == self._bot.user.id
