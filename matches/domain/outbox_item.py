"""What there is to say: before it is in the outbox, and as a row of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from rules.text import Text

ItemKind: TypeAlias = Literal[
    "lobby", "thread", "turn", "edit", "dm", "note", "nudge", "vote", "seat", "place", "digest"
]
"""What the outbox has to say. `edit` makes the newest turn post true again without calling anybody;
`dm` and `digest` go to a user; `nudge` too, or calls them in public if they want no DMs; `place`
offers to open a lost thread again where it was."""
TO_USER: Final = frozenset[ItemKind]({"dm", "digest"})


@dataclass(frozen=True, slots=True)
class OutboxItem:
    """Something to be said, not yet in the outbox; the attributes are those of `OutboxRow`."""

    kind: ItemKind
    user_id: int | None = None
    text: Text | None = None
    ref: int | None = None


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something to be said. What exactly is rendered when it is delivered, from the newest state.

    Attributes:
        id: Its number; rows of a lane are delivered in this order.
        lane: ``m<match>`` for the public, ``u<user>`` for a DM.
        kind: See `ItemKind`.
        match_id: The match it is about.
        ply: The ply of the match when it was written.
        user_id: Whom a `dm`, `nudge` or `digest` goes to, or whom a `note` is about; else None.
        ref: Of a `vote`, its number; of a `seat`, which; of a `dm` about a place that is lost or
            closed to the bot, that place; of a `place`, the channel in which a lost thread was;
            else None.
        text: What a `note` says; else None.
        nonce: At most 25 characters, different for every row: Discord's guard against doubles.
        message_id: The message it became, or None while it has not been sent.
    """

    id: int
    lane: str
    kind: ItemKind
    match_id: int
    ply: int
    user_id: int | None
    text: Text | None
    nonce: str
    message_id: int | None
    ref: int | None = None
