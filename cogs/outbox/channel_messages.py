"""Messages about a match's lost channel, held posts or closing; notes."""

from __future__ import annotations

from typing import Final

import discord

from cogs.outbox.errand import Errand, MessageKind, sent_if
from cogs.outbox.posts import note_post
from cogs.outbox.sending import custom_ids, texts
from cogs.table.channel_posts import ended_post, gone_post, held_post, offer_post, reopens
from cogs.table.closing import announcement, private_announcement
from cogs.ui.items import names_row
from cogs.ui.speech import say
from matches.domain.deadlines.calls import was_told
from matches.domain.deadlines.epoch import to_ms
from matches.domain.model import is_homeless
from matches.domain.outbox_item import Sent
from rules.protocol import WATCHER


async def _tell_of_channel(errand: Errand) -> Sent | None:
    """Tell a player of a lost channel or server, or of held posts."""
    match, row = errand.match, errand.row
    mine = next((seat for seat in match.seats if seat.user_id == row.user_id), None)
    if mine is None or not (match.trouble or match.ending == "gone"):
        return None
    lang = errand.lang_of(mine.locale)
    if match.ending == "gone":
        post = ended_post(match, row.id, lang)
    elif match.status == "ended":
        return None
    elif is_homeless(match):
        ends_at = await errand.bot.service.vanished.ends_at(match.guild_id)
        post = gone_post(match, row.id, lang, ends_at)
    else:
        post = held_post(errand.bot, match, mine.seat, row.id, lang)
    return await errand.send(post, await errand.direct())


async def _names_row(errand: Errand, message: discord.Message) -> Sent | None:
    """Return a message if it was sent for an errand's row; its buttons name the row."""
    found = custom_ids(message)
    is_it = reopens(errand.row, found) or names_row(found, errand.row.id)
    return sent_if(is_it, message)


async def _offer_channel(errand: Errand) -> Sent | None:
    """Offer to open a lost thread again, in the channel above it."""
    match, row = errand.match, errand.row
    if not is_homeless(match) or match.status not in ("lobby", "live"):
        return None
    return await errand.send(offer_post(match, row.id, errand.lang), errand.place(row.parent_id))


async def _send_note(errand: Errand) -> Sent | None:
    assert errand.row.text is not None
    return await errand.send(note_post(errand.match, errand.row.text, errand.lang))


async def _is_note(errand: Errand, message: discord.Message) -> Sent | None:
    assert errand.row.text is not None
    is_it = say(errand.row.text, errand.lang, errand.match) in texts(message)
    return sent_if(is_it, message)


async def _announce_closing(errand: Errand) -> Sent | None:
    """Announce a closing; nothing if the match was kept or closed meanwhile."""
    match, row, bot = errand.match, errand.row, errand.bot
    check = match.life.check
    if match.life.told is None or check is None or to_ms(check) != row.closes_at:
        return None
    if row.lane.is_private:
        seat = match.seat_of(row.recipient)
        if seat == WATCHER:
            return None
        lang = errand.lang_of(match.seats[seat].locale)
        return await errand.send(
            private_announcement(match, row, check, lang), await errand.direct()
        )
    chosen = [await bot.service.users.settings(s.user_id) for s in match.seats if s.user_id]
    told = {seat.user_id for seat in match.seats if was_told(seat)}
    called = [one.user_id for one in chosen if not one.dm and one.user_id in told]
    return await errand.send(announcement(match, row, check, called, errand.lang))


CLOSING: Final = MessageKind(_announce_closing, _names_row)
CHANNEL_DM: Final = MessageKind(_tell_of_channel, _names_row)
CHANNEL_OFFER: Final = MessageKind(_offer_channel, _names_row)
NOTE: Final = MessageKind(_send_note, _is_note, requests=1)
