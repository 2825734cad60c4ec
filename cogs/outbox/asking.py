"""Posts that ask for something and are edited later: a vote, a seat on offer."""

from __future__ import annotations

from typing import Final

import discord

from cogs.outbox.errand import Errand, MessageKind
from cogs.outbox.sending import custom_ids
from cogs.table.seats import seat_post, taken_post
from cogs.table.votes import vote_post
from matches.domain.model import SeatInfo
from matches.domain.outbox_item import Sent
from matches.domain.table.votes import Vote


async def _send_vote(errand: Errand) -> Sent | None:
    """Send or update the post of a vote; nothing if it was decided before it was sent."""
    vote = await _vote(errand)
    post = vote_post(errand.match, vote, errand.lang)
    if vote.message_id is not None:
        if await errand.edit(vote.message_id, post):
            return Sent(vote.message_id)
    elif vote.status != "open":
        return None
    sent = await errand.send(post.again())
    await errand.bot.service.votes.sent(vote.id, sent.message_id)
    return sent


async def _is_vote(errand: Errand, message: discord.Message) -> Sent | None:
    vote = await _vote(errand)
    if vote.message_id is not None or f"byes:{errand.match.id}:{vote.id}" not in custom_ids(
        message
    ):
        return None  # an edit does no harm a second time
    await errand.bot.service.votes.sent(vote.id, message.id)
    return Sent(message.id)


async def _vote(errand: Errand) -> Vote:
    return await errand.bot.service.votes.find(errand.row.vote_id)


async def _send_seat(errand: Errand) -> Sent | None:
    """Send or update the post that offers a seat."""
    match, seat, seats = errand.match, _seat(errand), errand.bot.service.seats
    post = seat_post(match, seat.seat, errand.lang)
    if seat.post_id is not None:
        shown = post or taken_post(match, seat.seat, errand.lang)
        if await errand.edit(seat.post_id, shown):
            if post is None:
                await seats.posted(match.id, seat.seat, None)
            return Sent(seat.post_id)
    if post is None:
        return None
    sent = await errand.send(post)
    await seats.posted(match.id, seat.seat, sent.message_id)
    return sent


async def _is_seat(errand: Errand, message: discord.Message) -> Sent | None:
    match, seat = errand.match, _seat(errand)
    if seat.post_id is not None or f"btake:{match.id}:{seat.seat}" not in custom_ids(message):
        return None  # an edit does no harm a second time
    await errand.bot.service.seats.posted(match.id, seat.seat, message.id)
    return Sent(message.id)


def _seat(errand: Errand) -> SeatInfo:
    return errand.match.seats[errand.row.seat]


VOTE: Final = MessageKind(_send_vote, _is_vote)
SEAT: Final = MessageKind(_send_seat, _is_seat, requests=1)
