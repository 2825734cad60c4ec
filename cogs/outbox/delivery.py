"""Sends what the outbox holds. Each message is made from the newest state when it is sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

import discord
from discord import ui

from cogs.drawing.pictures import draw_board, draw_hand
from cogs.drawing.studio import Rank
from cogs.lobby.post import lobby_post, lobby_view
from cogs.outbox.asking import is_seat, is_vote, send_seat, send_vote
from cogs.outbox.budget import Budget
from cogs.outbox.posts import dm_post, note_post, turn_post
from cogs.outbox.reminders import digest_of, is_reminder, private_reminder, public_reminder
from cogs.outbox.sending import (
    TOO_MANY_REQUESTS,
    custom_ids,
    edited,
    is_notice,
    judged,
    send,
    texts,
)
from cogs.table.channel_posts import gone_post, held_post, offer_post, reopens
from cogs.ui.items import END, fitting
from cogs.ui.sheet import short
from cogs.ui.speech import NOBODY, lang_of, public, say
from cogs.ui.threads import THREAD_ARCHIVED, title_thread, wake_thread
from matches.domain.history.timeline import UNDO
from matches.domain.model import Glance, LogEntry, MatchInfo
from matches.domain.outbox_item import ItemKind, OutboxRow
from matches.sender import Refused
from matches.services.channels import is_homeless
from render.i18n import Lang
from rules import registry

if TYPE_CHECKING:
    from bot import StolikBot

THREAD_EXISTS: Final = 160004
LOOK_BACK: Final = 50
"""How many of the newest messages are searched for one that was sent before a crash."""
LINE_AND_LAYOUT: Final = 2
"""Requests for a message that pings somebody; see `cogs.outbox.sending`."""
ONE_REQUEST: Final[Mapping[ItemKind, int]] = dict.fromkeys(("edit", "lobby", "note", "thread"), 1)
THREAD_MINUTES: Final = 10080
"""A thread is archived after a week without a message; the next turn post opens it again."""


_Send: TypeAlias = "Callable[[OutboxRow, MatchInfo, discord.Message | None], Awaitable[int | None]]"


class Delivery:
    """Fulfils `matches.sender.Sender` with a real or simulated Discord."""

    def __init__(self, bot: StolikBot) -> None:
        self._bot = bot
        self._budget = Budget(bot.settings.requests_per_s)
        self._senders: Final[Mapping[ItemKind, _Send]] = {
            "lobby": self._send_lobby,
            "thread": self._open_thread,
            "turn": self._send_turn,
            "edit": self._edit_turn,
            "dm": self._send_dm,
            "note": self._send_note,
            "nudge": self._remind,
            "digest": self._remind,
            "vote": self._send_vote,
            "seat": self._send_seat,
            "place": self._offer_place,
        }

    async def send(self, row: OutboxRow) -> int | None:
        """Send or edit the message of a row, or open the thread; see `matches.sender.Sender`."""
        private, needed = row.lane.startswith("u"), ONE_REQUEST.get(row.kind, LINE_AND_LAYOUT)
        await self._budget.take(needed, private=private)
        match = await self._bot.service.info(row.match_id)
        async with judged(self._bot, match, row):
            try:
                sent = await self._say(row, match)
            except discord.HTTPException as error:
                if error.code != THREAD_ARCHIVED:
                    raise
                await wake_thread(self._bot, match.channel_id)
                sent = await self._say(row, match)
        if sent is None:
            self._budget.give_back(needed)
        return sent

    async def _say(
        self, row: OutboxRow, match: MatchInfo, begun: discord.Message | None = None
    ) -> int | None:
        """Send a row's message; `begun` is that message, if it was sent but not laid out."""
        return await self._senders[row.kind](row, match, begun)

    async def find(self, row: OutboxRow) -> int | None:
        """Return the id of a row's message if it is among the newest in its channel; else None."""
        match = await self._bot.service.info(row.match_id)
        async with judged(self._bot, match, row):
            edits = row.kind == "edit" or (
                row.kind == "lobby" and match.lobby_message_id is not None
            )
            if row.kind == "thread" or edits:
                return None  # doing this twice does no harm
            channel: discord.abc.Messageable = self._channel(match)
            if row.lane.startswith("u"):
                channel = await self._bot.create_dm(discord.Object(row.user_id or 0))
            elif row.kind == "place" and row.ref is not None:
                channel = self._bot.get_partial_messageable(row.ref, guild_id=match.guild_id)
            try:
                newest = [message async for message in channel.history(limit=LOOK_BACK)]
            except discord.Forbidden:
                return None  # history may not be read here
            for message in filter(self._is_ours, newest):
                if is_notice(message, match, row):
                    return await self._finish(message, row, match)
                if await self._is_of(message, row, match):
                    return message.id
            return None

    async def _finish(self, message: discord.Message, row: OutboxRow, match: MatchInfo) -> int:
        """Lay out a message whose notice was sent; delete it if there is nothing left to say."""
        if await self._say(row, match, message) is None:
            await message.delete()
        return message.id

    def _is_ours(self, message: discord.Message) -> bool:
        return self._bot.user is not None and message.author.id == self._bot.user.id

    async def _is_of(self, message: discord.Message, row: OutboxRow, match: MatchInfo) -> bool:
        """Return whether a message is the one of a row."""
        found = custom_ids(message)
        if row.kind == "lobby" and match.status == "lobby":
            return f"bjoin:{match.id}:" in found
        if row.kind == "lobby":  # posted again, to make a thread from it
            post = lobby_view(match, self._lang(match), self._bot.clock())
            said = {p.content for p in post.walk_children() if isinstance(p, ui.TextDisplay)}
            return not message.flags.has_thread and said <= texts(message)
        if row.kind == "note":
            assert row.text is not None
            return say(row.text, self._lang(match), match) in texts(message)
        if row.kind in ("nudge", "digest"):
            return is_reminder(row, found)
        if row.kind == "vote":
            return await is_vote(self._bot, row, message.id, found)
        if row.kind == "seat":
            return await is_seat(self._bot, row, match, message.id, found)
        if row.kind == "place" or (row.kind == "dm" and row.ref is not None):
            return reopens(row, found) or is_reminder(row, found)
        # A post of the newest state says all that an older row had to say.
        over = row.kind == "turn" and match.status != "live"
        verb, ends = ("text", END) if over else ("turn", "")
        plies = range(row.ply, match.ply + 1)
        newer = {f"b{verb}:{match.id}:{ply}{ends}": ply for ply in plies}
        shown = [newer[i] for i in found if i in newer]
        if shown and row.kind == "turn":
            ply = _told(match) if over else max(shown)
            await self._bot.service.delivery_log.posted(match.id, ply, message.id)
        return bool(shown)

    async def _send_note(
        self, row: OutboxRow, match: MatchInfo, begun: discord.Message | None
    ) -> int | None:
        assert row.text is not None
        post = note_post(match, row.text, self._lang(match))
        return await send(self._bot, match, self._channel(match), post, row, begun)

    async def _send_vote(
        self, row: OutboxRow, match: MatchInfo, begun: discord.Message | None
    ) -> int | None:
        return await send_vote(self._bot, row, match, self._lang(match), begun)

    async def _send_seat(
        self, row: OutboxRow, match: MatchInfo, _: discord.Message | None
    ) -> int | None:
        return await send_seat(self._bot, row, match, self._lang(match))

    async def _send_lobby(
        self, row: OutboxRow, match: MatchInfo, begun: discord.Message | None
    ) -> int | None:
        channel = self._channel(match)
        post = lobby_post(match, self._lang(match), self._bot.clock())
        if match.lobby_message_id is not None:
            there = match.lobby_message_id
            if await edited(self._bot, match, channel, there, post) or match.status != "lobby":
                return there  # or it is no longer needed
        return await send(self._bot, match, channel, post, row, begun)

    async def _open_thread(
        self, _: OutboxRow, match: MatchInfo, __: discord.Message | None
    ) -> int | None:
        if not match.wants_thread or match.lobby_message_id is None:
            return None
        channel = self._channel(match)
        game = short(registry.get(match.slug).info)
        name = fitting(f"{game} #{match.id}: {', '.join(s.name for s in match.seats)}", 100)
        try:
            thread = await channel.get_partial_message(match.lobby_message_id).create_thread(
                name=name, auto_archive_duration=THREAD_MINUTES
            )
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                return match.lobby_message_id  # a thread has the id of its first message
            if error.status >= 500 or error.status == TOO_MANY_REQUESTS:
                raise
            raise Refused("forbidden") from error
        return thread.id

    async def _send_turn(
        self, row: OutboxRow, match: MatchInfo, begun: discord.Message | None
    ) -> int | None:
        service, lang = self._bot.service, self._lang(match)
        async with self._bot.studio.leisure:  # read the match only when it can be drawn
            glance, entries = await service.news(match.id)
            match = glance.match
            if match.posted_ply >= _told(match):
                return None  # the post of another row has said it
            if begun is None and _comes_to_nothing(glance, entries):
                return None
            is_over = match.status != "live"
            closing = await service.history.closing(match.id) if is_over else None
            picture = await draw_board(self._bot, glance, lang, Rank.POST)
        if is_over:
            await title_thread(self._bot, match, lang)  # first: Discord posts a line about it
        since = match.posted_ply
        post = turn_post(glance, entries, picture, lang, since=since, closing=closing)
        sent = await send(self._bot, match, self._channel(match), post, row, begun)
        await service.delivery_log.posted(match.id, _told(match), sent)
        return sent

    async def _edit_turn(
        self, row: OutboxRow, match: MatchInfo, _: discord.Message | None
    ) -> int | None:
        """Update the newest turn post, or post a new one if it cannot be edited.

        This pings nobody: a ping needs a new post, which has its own row.
        """
        service, lang = self._bot.service, self._lang(match)
        async with self._bot.studio.leisure:
            glance, told = await service.news(match.id, retell=True)
            match, channel = glance.match, self._channel(match)
            if match.status != "live" or match.post_id is None or match.posted_ply >= _told(match):
                return None
            picture = await draw_board(self._bot, glance, lang, Rank.POST)
        post = turn_post(glance, _without_detours(told), picture, lang, since=match.post_since)
        sent = match.post_id
        if not await edited(self._bot, match, channel, sent, post):
            quiet = replace(post.again(), calls=NOBODY, notice="")
            sent = await send(self._bot, match, channel, quiet, row)
        await service.delivery_log.posted(match.id, _told(match), sent)
        return sent

    async def _send_dm(
        self, row: OutboxRow, match: MatchInfo, begun: discord.Message | None
    ) -> int | None:
        assert row.user_id is not None
        if row.ref is not None:
            return await self._tell_of_place(row, match, begun)
        if is_homeless(match):
            return None  # its link would lead nowhere
        async with self._bot.studio.leisure:
            glance = await self._bot.service.glance(match.id, row.user_id)
            public_glance = await self._bot.service.glance(match.id, None)
            match = glance.match
            overtaken = glance.seat not in match.to_act and match.ply > row.ply
            if match.status != "live" or glance.seat < 0 or overtaken:
                return None
            (locale,) = (s.locale for s in match.seats if s.seat == glance.seat)
            lang = lang_of(locale) if locale else self._lang(match)
            hand = await draw_hand(self._bot, glance, lang, Rank.POST)
        post = dm_post(glance, public_glance, hand, lang)
        channel = await self._bot.create_dm(discord.Object(row.user_id))
        return await send(self._bot, match, channel, post, row, begun)

    async def _tell_of_place(
        self, row: OutboxRow, match: MatchInfo, begun: discord.Message | None
    ) -> int | None:
        """Tell a player that their match has lost its channel, or that its posts are held back."""
        mine = next((seat for seat in match.seats if seat.user_id == row.user_id), None)
        if mine is None or not match.trouble or match.status == "ended":
            return None
        lang = lang_of(mine.locale) if mine.locale else self._lang(match)
        if is_homeless(match):
            on_server = self._bot.get_guild(match.guild_id) is not None
            post = gone_post(match, row.id, lang, on_server=on_server)
        else:
            post = held_post(self._bot, match, mine.seat, row.id, lang)
        channel = await self._bot.create_dm(discord.Object(mine.user_id))
        return await send(self._bot, match, channel, post, row, begun)

    async def _offer_place(
        self, row: OutboxRow, match: MatchInfo, _: discord.Message | None
    ) -> int | None:
        """Offer to open a lost thread again."""
        if row.ref is None or not is_homeless(match) or match.status not in ("lobby", "live"):
            return None
        parent = self._bot.get_partial_messageable(row.ref, guild_id=match.guild_id)
        post = offer_post(match, row.id, self._lang(match))
        return await send(self._bot, match, parent, post, row)

    async def _remind(
        self, row: OutboxRow, match: MatchInfo, begun: discord.Message | None
    ) -> int | None:
        to_user = row.lane.startswith("u")
        make = (
            digest_of if row.kind == "digest" else private_reminder if to_user else public_reminder
        )
        post = await make(self._bot, row, self._lang(match))
        if post is None:
            return None
        channel: discord.abc.Messageable = self._channel(match)
        if to_user:
            channel = await self._bot.create_dm(discord.Object(row.user_id or 0))
        return await send(self._bot, match, channel, post, row, begun)

    def _channel(self, match: MatchInfo) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(match.channel_id, guild_id=match.guild_id)

    def _lang(self, match: MatchInfo) -> Lang:
        return public(self._bot, match.guild_id)


def _told(match: MatchInfo) -> int:
    """Return the `posted_ply` of a match with nothing left to tell; an abort counts as a ply."""
    return match.ply + (match.status == "ended")


def _comes_to_nothing(glance: Glance, entries: Sequence[LogEntry]) -> bool:
    """Return whether everything there is to tell was undone before it was told."""
    if glance.match.status != "live" or glance.match.post_id is None or glance.newly:
        return False
    told = [entry for entry in entries if entry.events and not entry.undone]
    undos = [entry for entry in told if _is_undo(entry)]
    return bool(undos) and undos == told


def _without_detours(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Return a log without the undos after which the same seat has moved again."""
    moved = {e.seat: e.ply for e in entries if e.events and not e.undone and not _is_undo(e)}
    return [e for e in entries if not _is_undo(e) or e.ply > moved.get(e.seat, 0)]


def _is_undo(entry: LogEntry) -> bool:
    return (entry.notation or "").startswith(UNDO)
