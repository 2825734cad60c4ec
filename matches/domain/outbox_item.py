"""Things to post: before they are in the outbox, and as its rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from rules.text import Text

ItemKind: TypeAlias = Literal[
    "lobby", "thread", "turn", "edit", "dm", "note", "nudge", "vote", "seat", "place", "digest"
]
"""The kinds of posts. `edit` brings the newest turn post up to date without pinging anybody; `dm`
and `digest` go to a user; so does `nudge`, or it pings them in public if they want no DMs; `place`
offers to open a deleted thread again in its channel."""
TO_USER: Final = frozenset[ItemKind]({"dm", "digest"})


@dataclass(frozen=True, slots=True)
class OutboxItem:
    """Something to post, not yet in the outbox; the attributes are those of `OutboxRow`."""

    kind: ItemKind
    user_id: int | None = None
    text: Text | None = None
    ref: int | None = None


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something to post. Its content is rendered when it is delivered, from the newest state.

    Attributes:
        id: Its number; rows of a lane are delivered in this order.
        lane: ``m<match>`` for the public, ``u<user>`` for a DM.
        kind: See `ItemKind`.
        match_id: The match it is about.
        ply: The ply of the match when it was written.
        user_id: The user a `dm`, `nudge` or `digest` goes to, or a `note` is about; else None.
        ref: For a `vote`, its number; for a `seat`, which; for a `dm` about a channel that was
            deleted or is closed to the bot, that channel; for a `place`, the channel in which the
            deleted thread was; else None.
        text: What a `note` says; else None.
        nonce: At most 25 characters, unique for every row; Discord uses it to drop duplicates.
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
