"""Matches that can't be played on: the log doesn't replay, or rules are unknown.

Such a match is paused as soon as we notice, its channel is told, and the bot's log gets one line
for the operator. Nothing else changes, so the match goes on as it was once it can be read again.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from matches.domain.change import Change
from matches.domain.deadlines import clock_edits
from matches.domain.model import MatchInfo
from matches.domain.outbox_item import ItemKind, OutboxItem
from rules.errors import ReplayError
from rules.text import t

BROKEN: Final = t(
    "I had to pause this match because its moves don't work with my current rules. Nothing is "
    "lost, and all clocks are stopped. Whoever runs this bot can see why. The match will continue "
    "once this is fixed. If you don't want to wait, you can vote to end it with /match end."
)
RESUMED: Final = t("I can read this match again, so it continues where it was paused.")


def pausing(info: MatchInfo, error: ReplayError, at: datetime) -> Change | None:
    """Return the change that pauses a match that can't be played on, or None.

    None means that the match isn't live, or is known to be broken. If a vote or the loss of its
    channel has paused it already, it stays paused afterwards.
    """
    if info.status != "live" or info.broken:
        return None
    after = replace(info, broken=f"ply {error.ply}: {error.why}")
    if info.paused_at is None:
        after = clock_edits.paused(after, "rules", at)
    return Change(
        info, after, at, outbox=(OutboxItem(ItemKind.NOTE, text=BROKEN),), remarks=(BROKEN,)
    )


def resuming(info: MatchInfo, at: datetime) -> Change | None:
    """Return the change that resumes a match that was broken; None if it wasn't."""
    if info.status != "live" or not info.broken:
        return None
    after = replace(info, broken="")
    if info.paused_why == "rules":
        after = clock_edits.going_on(after, at)
    items = (OutboxItem(ItemKind.NOTE, text=RESUMED), OutboxItem(ItemKind.TURN))
    return Change(info, after, at, outbox=items, remarks=(RESUMED,))
