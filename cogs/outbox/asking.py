"""Posts that ask for something and are edited later; letters about freed seats."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import discord

from cogs.outbox.errand import Errand, MessageKind, sent_if
from cogs.outbox.sending import custom_ids, says
from cogs.table.departure import may_come_back
from cogs.table.freed import Back, freed_dm
from cogs.table.seats import seat_post, taken_post
from cogs.table.votes import vote_post
from cogs.ui.sheet import Post
from cogs.ui.threads import title_thread
from matches.domain.model import SeatInfo
from matches.domain.outbox_item import Sent
from matches.domain.table.votes import Vote
from rules.protocol import WATCHER
from rules.text import Seat


async def _send_vote(errand: Errand) -> Sent | None:
    """Send or update the post of a vote; nothing if it was decided before it was sent."""
    vote = await _vote(errand)
    post = await _vote_post(errand, vote)
    if vote.message_id is not None:
        if await errand.edit(vote.message_id, post):
            return Sent(vote.message_id)
    elif vote.status != "open":
        return None
    sent = await errand.send(post.again())
    await errand.bot.service.votes.sent(vote.id, sent.message_id)
    return sent


async def _is_vote(errand: Errand, message: discord.Message) -> Sent | None:
    vote, match = await _vote(errand), errand.match
    if message.id <= (vote.message_id or 0):
        return None  # an edit does no harm a second time
    if vote.status == "open":
        found = f"byes:{match.id}:{vote.id}" in custom_ids(message)
    else:
        found = says(message, (await _vote_post(errand, vote)).view)
    if not found:
        return None
    await errand.bot.service.votes.sent(vote.id, message.id)
    return Sent(message.id)


async def _vote_post(errand: Errand, vote: Vote) -> Post:
    """Return the post of a vote; it may have ended because a seat changed hands."""
    match, changed = errand.match, frozenset[Seat]()
    if vote.status == "stale":
        held = await errand.bot.service.seats.holders(match.id)
        changed = frozenset(
            seat
            for (before, _, _), (seat, ply, _) in pairwise(held)
            if seat == before and ply >= vote.ply
        )
    return vote_post(match, vote, errand.lang, changed)


async def _vote(errand: Errand) -> Vote:
    return await errand.bot.service.votes.find(errand.row.vote_id)


async def _send_seat(errand: Errand) -> Sent | None:
    """Send or update the post that offers a seat.

    Once somebody has taken it, the match's thread is named after them, too.
    """
    match, seat, seats = errand.match, _seat(errand), errand.bot.service.seats
    post = seat_post(match, seat.seat, errand.lang)
    if post is None and match.status == "live" and match.parent_id is not None:
        await title_thread(errand.bot, match, errand.lang)
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
    if message.id <= (seat.post_id or 0):
        return None  # an edit does no harm a second time
    if f"btake:{match.id}:{seat.seat}" not in custom_ids(message):
        return None
    await errand.bot.service.seats.posted(match.id, seat.seat, message.id)
    return Sent(message.id)


def _seat(errand: Errand) -> SeatInfo:
    return errand.match.seats[errand.row.seat]


async def _tell_freed(errand: Errand) -> Sent | None:
    """Tell a player that their seat was freed, unless they have a seat again."""
    match = errand.match
    if match.status != "live" or match.seat_of(errand.row.recipient) != WATCHER:
        return None
    return await errand.send(await _freed(errand), await errand.direct())


async def _is_freed(errand: Errand, message: discord.Message) -> Sent | None:
    posts = [await _freed(errand, back) for back in Back]
    return sent_if(any(says(message, post.view) for post in posts), message)


async def _freed(errand: Errand, back: Back | None = None) -> Post:
    """Return the message, in the language of the seat's last player.

    By default it says what is true now of their way `back`.
    """
    match, row = errand.match, errand.row
    held = await errand.bot.service.seats.holders(match.id)
    mine = [match.seats[seat] for seat, _, user in held if user == row.recipient]
    assert row.text is not None
    locale = next((seat.locale for seat in mine if seat.open), "")
    if back is None:
        back = Back.FREE if any(seat.open for seat in mine) else Back.TAKEN
        if back is Back.FREE and not await may_come_back(errand.bot, match, row.recipient):
            back = Back.BARRED
    return freed_dm(match, row.text, errand.lang_of(locale), back)


FREED: Final = MessageKind(_tell_freed, _is_freed)
VOTE: Final = MessageKind(_send_vote, _is_vote)
SEAT: Final = MessageKind(_send_seat, _is_seat, requests=1)
