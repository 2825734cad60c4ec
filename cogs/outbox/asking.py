"""Posts that ask for something and are edited later: a vote, a seat on offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.outbox.sending import edited, send
from cogs.table.seats import seat_post, taken_post
from cogs.table.votes import vote_post
from matches.domain.model import MatchInfo
from matches.domain.outbox_item import OutboxRow
from render.i18n import Lang

if TYPE_CHECKING:
    from bot import StolikBot


async def send_vote(
    bot: StolikBot,
    row: OutboxRow,
    match: MatchInfo,
    lang: Lang,
    begun: discord.Message | None = None,
) -> int | None:
    """Send or update the post of a vote; nothing if it was decided before it was sent."""
    assert row.ref is not None
    vote = await bot.service.votes.find(row.ref)
    post = vote_post(match, vote, lang)
    channel = bot.get_partial_messageable(match.channel_id, guild_id=match.guild_id)
    if vote.message_id is not None:
        if await edited(bot, match, channel, vote.message_id, post):
            return vote.message_id
    elif vote.status != "open":
        return None
    sent = await send(bot, match, channel, post.again(), row, begun)
    await bot.service.votes.sent(vote.id, sent)
    return sent


async def is_vote(bot: StolikBot, row: OutboxRow, message_id: int, custom_ids: set[str]) -> bool:
    """Return whether a message is a vote's post that was not recorded as sent; record it."""
    assert row.ref is not None
    vote = await bot.service.votes.find(row.ref)
    if vote.message_id is not None or f"byes:{row.match_id}:{row.ref}" not in custom_ids:
        return False  # an edit does no harm a second time
    await bot.service.votes.sent(row.ref, message_id)
    return True


async def send_seat(bot: StolikBot, row: OutboxRow, match: MatchInfo, lang: Lang) -> int | None:
    """Send or update the post that offers a seat."""
    assert row.ref is not None
    seat = match.seats[row.ref]
    channel = bot.get_partial_messageable(match.channel_id, guild_id=match.guild_id)
    post = seat_post(match, seat.seat, lang)
    if seat.post_id is not None:
        shown = post or taken_post(match, seat.seat, lang)
        if await edited(bot, match, channel, seat.post_id, shown):
            if post is None:
                await bot.service.seats.posted(match.id, seat.seat, None)
            return seat.post_id
    if post is None:
        return None
    sent = await send(bot, match, channel, post, row)
    await bot.service.seats.posted(match.id, seat.seat, sent)
    return sent


async def is_seat(
    bot: StolikBot, row: OutboxRow, match: MatchInfo, message_id: int, custom_ids: set[str]
) -> bool:
    """Return whether a message is a seat's post that was not recorded as sent; record it."""
    assert row.ref is not None
    seat = match.seats[row.ref]
    if seat.post_id is not None or f"btake:{match.id}:{seat.seat}" not in custom_ids:
        return False  # an edit does no harm a second time
    await bot.service.seats.posted(match.id, seat.seat, message_id)
    return True
