"""A match that the operator has put back to how it was in a backup."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from matches.domain.change import Change
from matches.domain.deadlines import clock_edits, lifetime
from matches.domain.history.timeline import Live, first_untold
from matches.domain.model import is_homeless
from matches.domain.outbox_item import ItemKind, OutboxItem
from rules.text import Text, t, tn

PUBLISHED: Final = t(
    "The match was over, so the seed of its draws is public: coming draws can be worked out from "
    "it. Play on only if you trust each other, or end the match with /match end."
)


def returned(live: Live, since: datetime, lost: int, at: datetime, *, published: bool) -> Change:
    """Return what to save and post when a match is back as it was in a backup.

    It is like after an absence of the bot: clocks get back the time since the backup. Its channel
    reads what happened, gets the board anew, and those to act are called.

    Args:
        live: The match as it was.
        since: When the backup was made.
        lost: How many rows its log had beyond the backup.
        at: The time.
        published: Whether the seed of its draws is public by now.
    """
    info, gap, items = live.info, at - since, list[OutboxItem]()
    after = lifetime.after_absence(clock_edits.after_absence(info, gap, at), gap, at)
    if is_homeless(info) and info.status == "live":
        after = clock_edits.paused(after, "gone", at)
    told = first_untold(live)
    after = replace(after, posted_ply=told, post_since=told, post_id=None)
    why = (_told(since, lost), *([PUBLISHED] if published else []))
    if not is_homeless(info):
        items = [OutboxItem(ItemKind.NOTE, text=text) for text in why]
        items.append(OutboxItem(ItemKind.TURN))
        called = [after.seats[seat] for seat in sorted(after.to_act)]
        if after.paused_at is None:
            items += [OutboxItem(ItemKind.DM, seat.user_id) for seat in called if seat.user_id]
    return Change(info, after, at, outbox=tuple(items), remarks=why)


def _told(since: datetime, lost: int) -> Text:
    day = f"{since:%Y-%m-%d %H:%M} UTC"
    if not lost:
        return t(
            "Whoever runs me has brought this match back as it was on {day}. Nothing else has "
            "changed.",
            day=day,
        )
    return tn(
        "Whoever runs me has put this match back to how it was on {day}. {count} step after that "
        "is gone. Buttons of newer posts no longer count.",
        "Whoever runs me has put this match back to how it was on {day}. {count} steps after "
        "that are gone. Buttons of newer posts no longer count.",
        lost,
        day=day,
    )
