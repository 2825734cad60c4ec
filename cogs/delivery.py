"""Sends what the outbox holds. What is said is made when it is sent, from the newest state."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
from discord import ui

from cogs.lobby_post import called_to, lobby_view
from cogs.nudges import digest_of, is_reminder, private_nudge, public_nudge
from cogs.places import close_thread, gone_post, offer_post, reopens, wake_thread
from cogs.posts import END, Post, dm_post, note_post, note_text, short, turn_post
from cogs.seats import is_seat, send_seat
from cogs.speech import NOBODY, lang_of
from cogs.ui.items import fitting
from cogs.ui.pictures import draw_board, draw_hand
from cogs.ui.studio import Rank
from cogs.votes import is_vote, send_vote
from matches.model import MatchInfo, OutboxRow
from matches.outbox import TryLater, Undeliverable
from matches.places import is_homeless
from render.i18n import Lang
from rules import registry

if TYPE_CHECKING:
    from bot import StolikBot

CLOSED_DM: Final = 50007
MISSING_PERMISSIONS: Final = 50013
UNKNOWN_CHANNEL: Final = 10003
THREAD_ARCHIVED: Final = 50083
THREAD_EXISTS: Final = 160004
TOO_MANY_REQUESTS: Final = 429
LOOK_BACK: Final = 50
"""So many messages are searched for one that may have been sent before a crash."""
THREAD_MINUTES: Final = 10080
"""A thread is archived after a week without a message; the next turn post opens it again."""


class Delivery:
    """Fulfils `matches.outbox.Sender` with a real or simulated Discord."""

    def __init__(self, bot: StolikBot) -> None:
        self._bot = bot

    async def send(self, row: OutboxRow) -> int | None:
        """Send or edit the message of a row, or open the thread; see `matches.outbox.Sender`."""
        match = await self._bot.service.info(row.match_id)
        async with _judged(match.channel_id):
            try:
                return await self._say(row, match)
            except discord.HTTPException as error:
                if error.code != THREAD_ARCHIVED:
                    raise
                await wake_thread(self._bot, match.channel_id)
                raise TryLater from error

    async def _say(self, row: OutboxRow, match: MatchInfo) -> int | None:
        match row.kind:
            case "lobby":
                return await self._send_lobby(row, match)
            case "thread":
                return await self._open_thread(match)
            case "turn":
                return await self._send_turn(row, match)
            case "dm":
                return await self._send_dm(row, match)
            case "nudge" | "digest":
                return await self._remind(row, match)
            case "note":
                assert row.text is not None
                post = note_post(match, row.text, self._lang(match))
                return await _send(self._channel(match), post, row.nonce)
            case "place":
                return await self._see_to_place(row, match)
            case "vote":
                return await send_vote(self._bot, row, match, self._lang(match))
            case "seat":
                return await send_seat(self._bot, row, match, self._lang(match))

    async def find(self, row: OutboxRow) -> int | None:
        """Return the message of a row if it is among the newest ones of its place."""
        match = await self._bot.service.info(row.match_id)
        async with _judged(match.channel_id):
            closes = row.kind == "place" and row.ref is None
            edits = row.kind == "lobby" and match.lobby_message_id is not None
            if row.kind == "thread" or edits or closes:
                return None  # doing it twice does no harm
            channel: discord.abc.Messageable = self._channel(match)
            if row.lane.startswith("u"):
                channel = await self._bot.create_dm(discord.Object(row.user_id or 0))
            elif row.kind == "place" and row.ref is not None:
                channel = self._bot.get_partial_messageable(row.ref, guild_id=match.guild_id)
            try:
                newest = [message async for message in channel.history(limit=LOOK_BACK)]
            except discord.Forbidden:
                return None  # history may not be read here
            for message in newest:
                if self._is_ours(message) and await self._is_of(message, row, match):
                    return message.id
            return None

    def _is_ours(self, message: discord.Message) -> bool:
        return self._bot.user is not None and message.author.id == self._bot.user.id

    async def _is_of(self, message: discord.Message, row: OutboxRow, match: MatchInfo) -> bool:
        """Return whether a message says what a row has to say."""
        if row.kind == "lobby" and match.status == "lobby":
            return f"bjoin:{match.id}:" in _custom_ids(message)
        if row.kind == "lobby":  # posted anew, for a thread to be made from it
            post = lobby_view(match, self._lang(match), self._bot.clock())
            said = {p.content for p in post.walk_children() if isinstance(p, ui.TextDisplay)}
            return not message.flags.has_thread and said <= _texts(message)
        if row.kind == "note":
            assert row.text is not None
            return note_text(match, row.text, self._lang(match)) in _texts(message)
        if row.kind in ("nudge", "digest"):
            return is_reminder(row, _custom_ids(message))
        if row.kind == "vote":
            return await is_vote(self._bot, row, message.id, _custom_ids(message))
        if row.kind == "seat":
            return await is_seat(self._bot, row, match, message.id, _custom_ids(message))
        if row.kind == "place" or (row.kind == "dm" and row.ref is not None):
            return reopens(row, _custom_ids(message))
        # A post of the newest state says all that an older row had to say.
        over = row.kind == "turn" and match.status != "live"
        verb, ends = ("text", END) if over else ("turn", "")
        plies = range(row.ply, match.ply + 1)
        found = {f"b{verb}:{match.id}:{ply}{ends}": ply for ply in plies}
        shown = [found[i] for i in _custom_ids(message) if i in found]
        if shown and row.kind == "turn":
            await self._bot.service.receipts.posted(match.id, _told(match) if over else max(shown))
        return bool(shown)

    async def _send_lobby(self, row: OutboxRow, match: MatchInfo) -> int:
        view = lobby_view(match, self._lang(match), self._bot.clock())
        channel = self._channel(match)
        if match.lobby_message_id is not None:
            try:
                there = channel.get_partial_message(match.lobby_message_id)
                await there.edit(view=view, allowed_mentions=NOBODY)
            except discord.NotFound:
                if match.status != "lobby":
                    return match.lobby_message_id  # nobody needs it any more
            else:
                return match.lobby_message_id
        return await _send(channel, Post(view, calls=called_to(match)), row.nonce)

    async def _open_thread(self, match: MatchInfo) -> int | None:
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
            raise Undeliverable("forbidden") from error
        return thread.id

    async def _send_turn(self, row: OutboxRow, match: MatchInfo) -> int | None:
        service, lang = self._bot.service, self._lang(match)
        async with self._bot.studio.leisure:  # look when it can be drawn, not before
            glance, entries = await service.news(match.id)
            match = glance.match
            if match.posted_ply >= _told(match):
                return None  # the post of another row has said it
            closing = await service.chronicle.closing(match.id) if match.status != "live" else None
            picture = await draw_board(self._bot, glance, lang, Rank.POST)
        channel = self._channel(match)
        try:
            post = turn_post(glance, entries, picture, lang, closing=closing)
            sent = await _send(channel, post, row.nonce)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS:
                raise
            bare = turn_post(glance, entries, picture, lang, closing=closing, bare=True)
            sent = await _send(channel, bare, row.nonce)
        await service.receipts.posted(match.id, _told(match))
        return sent

    async def _send_dm(self, row: OutboxRow, match: MatchInfo) -> int | None:
        assert row.user_id is not None
        if row.ref is not None:
            return await self._tell_gone(row, match)
        if is_homeless(match):
            return None  # it would lead nowhere
        async with self._bot.studio.leisure:
            glance = await self._bot.service.glance(match.id, row.user_id)
            match = glance.match
            overtaken = glance.seat not in match.to_act and match.ply > row.ply
            if match.status != "live" or glance.seat < 0 or overtaken:
                return None
            (locale,) = (s.locale for s in match.seats if s.seat == glance.seat)
            lang = lang_of(locale) if locale else self._lang(match)
            hand = await draw_hand(self._bot, glance, lang, Rank.POST)
        channel = await self._bot.create_dm(discord.Object(row.user_id))
        return await _send(channel, dm_post(glance, hand, lang), row.nonce)

    async def _tell_gone(self, row: OutboxRow, match: MatchInfo) -> int | None:
        """Tell a player that his match has lost its place."""
        mine = next((seat for seat in match.seats if seat.user_id == row.user_id), None)
        if mine is None or not is_homeless(match) or match.status not in ("lobby", "live"):
            return None
        lang = lang_of(mine.locale) if mine.locale else self._lang(match)
        on_server = self._bot.get_guild(match.guild_id) is not None
        channel = await self._bot.create_dm(discord.Object(mine.user_id))
        return await _send(channel, gone_post(match, row.id, lang, on_server=on_server), row.nonce)

    async def _see_to_place(self, row: OutboxRow, match: MatchInfo) -> int | None:
        """Close the thread of a match that is over, or offer to open a lost one again."""
        lang = self._lang(match)
        if match.status in ("over", "ended"):
            await close_thread(self._bot, match, lang)
            return None
        if row.ref is None or not is_homeless(match):
            return None
        parent = self._bot.get_partial_messageable(row.ref, guild_id=match.guild_id)
        return await _send(parent, offer_post(match, row.id, lang), row.nonce)

    async def _remind(self, row: OutboxRow, match: MatchInfo) -> int | None:
        to_user = row.lane.startswith("u")
        make = digest_of if row.kind == "digest" else private_nudge if to_user else public_nudge
        post = await make(self._bot, row, self._lang(match))
        if post is None:
            return None
        channel: discord.abc.Messageable = self._channel(match)
        if to_user:
            channel = await self._bot.create_dm(discord.Object(row.user_id or 0))
        return await _send(channel, post, row.nonce)

    def _channel(self, match: MatchInfo) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(match.channel_id, guild_id=match.guild_id)

    def _lang(self, match: MatchInfo) -> Lang:
        guild = self._bot.get_guild(match.guild_id)
        return lang_of(guild.preferred_locale if guild else None)


def _told(match: MatchInfo) -> int:
    """Return the `posted_ply` of a match once all is said; being broken off counts as a ply."""
    return match.ply + (match.status == "ended")


@asynccontextmanager
async def _judged(channel_id: int) -> AsyncIterator[None]:
    """Turn what Discord answers, about this channel, into what the outbox understands."""
    try:
        yield
    except discord.RateLimited as error:
        raise TryLater(error.retry_after) from error
    except (aiohttp.ClientError, OSError) as error:
        raise TryLater(doubtful=True) from error
    except discord.HTTPException as error:
        # By the status: a simulated Discord raises the plain class for 5xx.
        if error.status >= 500 or error.status == TOO_MANY_REQUESTS:
            raise TryLater(doubtful=error.status != TOO_MANY_REQUESTS) from error
        if error.code == CLOSED_DM:
            raise Undeliverable("closed_dm") from error
        if isinstance(error, discord.Forbidden):
            raise Undeliverable("forbidden") from error
        if isinstance(error, discord.NotFound):
            if error.code == UNKNOWN_CHANNEL:
                raise Undeliverable("gone", channel_id) from error
            raise Undeliverable("missing") from error
        raise


async def _send(channel: discord.abc.Messageable, post: Post, nonce: str) -> int:
    message = await channel.send(
        view=post.view, files=post.files, allowed_mentions=post.calls, nonce=nonce
    )
    return message.id


def _parts(message: discord.Message) -> Iterator[Any]:
    """Yield every component of a message, however deep."""
    waiting: list[Any] = list(message.components)
    while waiting:
        part = waiting.pop()
        yield part
        waiting += getattr(part, "children", ())


def _custom_ids(message: discord.Message) -> set[str]:
    return {str(part.custom_id) for part in _parts(message) if getattr(part, "custom_id", None)}


def _texts(message: discord.Message) -> set[str]:
    return {p.content for p in _parts(message) if isinstance(p, discord.TextDisplay)}
