"""Rows of the outbox on their way to Discord, and the kinds of messages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import discord

from cogs.outbox.direct import DirectChannels
from cogs.outbox.sending import edited, send
from cogs.ui.sheet import Post
from cogs.ui.speech import language_for, public
from matches.domain.model import MatchInfo
from matches.domain.outbox_item import OutboxRow, Sent
from render.i18n import Lang

if TYPE_CHECKING:
    from bot import StolikBot

LINE_AND_LAYOUT: Final = 2
"""Requests for a message that pings somebody; see `cogs.outbox.sending`."""


@dataclass(frozen=True, slots=True)
class Errand:
    """A row of the outbox that is being sent.

    Attributes:
        bot: The bot.
        row: What has to be said.
        match: The match it is about.
        directs: Opens the direct messages with a user.
        begun: The message, if its notice was sent but not laid out.
    """

    bot: StolikBot
    row: OutboxRow
    match: MatchInfo
    directs: DirectChannels
    begun: discord.Message | None = None

    @property
    def lang(self) -> Lang:
        """The language of the match's server."""
        return public(self.bot, self.match.guild_id)

    def lang_of(self, locale: str) -> Lang:
        """Return the language of a direct message; `locale` is that of their Discord."""
        return language_for(self.bot, self.row.recipient, locale, self.lang)

    @property
    def channel(self) -> discord.PartialMessageable:
        """The channel in which the match is played."""
        return self.place(self.match.channel_id)

    def place(self, channel_id: int) -> discord.PartialMessageable:
        """Return a channel of the match's server."""
        return self.bot.get_partial_messageable(channel_id, guild_id=self.match.guild_id)

    async def direct(self) -> discord.PartialMessageable:
        """Return the direct messages with the user of the row."""
        return await self.directs.of(self.row.user_id or 0)

    def about(self, match: MatchInfo) -> Errand:
        """Return the same errand about a newer state of the match."""
        return replace(self, match=match)

    async def send(self, post: Post, where: discord.abc.Messageable | None = None) -> Sent:
        """Send a message, by default where the match is played."""
        place = where or self.channel
        return Sent(await send(self.bot, self.match, place, post, self.row, self.begun))

    async def edit(
        self, message_id: int, post: Post, where: discord.PartialMessageable | None = None
    ) -> bool:
        """Edit a message, by default in the match's channel; return whether that worked."""
        return await edited(self.bot, where or self.channel, message_id, post)


Send: TypeAlias = Callable[[Errand], Awaitable[Sent | None]]
Recognise: TypeAlias = Callable[[Errand, discord.Message], Awaitable[Sent | None]]


def sent_if(is_it: bool, message: discord.Message) -> Sent | None:
    """Return what was sent if `message` is it; else None."""
    return Sent(message.id) if is_it else None


class MessageKind(NamedTuple):
    """The handling of a kind of message.

    Attributes:
        send: Sends or edits it; returns None if there was nothing left to say.
        recognise: Returns a message of ours if it is the errand's, else None. There is no such
            function if sending the message twice does no harm.
        requests: The most requests to Discord that it needs.
        is_late: Returns whether nothing is left to say, so that it need not wait for its turn.
    """

    send: Send
    recognise: Recognise | None
    requests: int = LINE_AND_LAYOUT
    is_late: Callable[[MatchInfo, OutboxRow], bool] = lambda match, row: False
