"""Things to post: before they are in the outbox, and as its rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from matches.domain.model import Trouble
from rules.text import Seat, Text


class ItemKind(StrEnum):
    """The kinds of posts and direct messages; see `stored` for their stored names.

    LOBBY: the post of a lobby. THREAD: the match's own thread. TURN: the post of a turn or of the
    end. EDIT: brings the newest turn post up to date without pinging anybody; see `retelling`. DM:
    tells a player that it is their move. CHANNEL_DM: tells a player that the match's channel was
    deleted or is closed to the bot. NOTE: a remark. REMINDER: a direct message, or a public ping of
    a player who wants none. VOTE: the post of a vote. SEAT: the post that offers a seat.
    CHANNEL_OFFER: offers to open a deleted thread again, in the channel above it. DIGEST: a user's
    daily message.
    INVITED: tells a user that a seat is kept for them; a public ping of those who want no direct
    messages. SENT_AWAY: tells a user that the host sent them away from the lobby.
    FREED: tells a user that their seat was freed; its text says why.
    CLOSING: announces that a match will be closed, in its channel or to a user.
    OFFLINE: a remark that the bot was away for long, which has time.
    """

    LOBBY = "lobby"
    THREAD = "thread"
    TURN = "turn"
    EDIT = "edit"
    DM = "dm"
    CHANNEL_DM = "channel_dm"
    NOTE = "note"
    REMINDER = "nudge"
    VOTE = "vote"
    SEAT = "seat"
    CHANNEL_OFFER = "place"
    DIGEST = "digest"
    INVITED = "invited"
    SENT_AWAY = "sent_away"
    FREED = "freed"
    CLOSING = "closing"
    OFFLINE = "offline"

    @property
    def stored(self) -> str:
        """The name in the database, where the `ref` tells some kinds from others."""
        if self is ItemKind.CLOSING or self in _LETTERS:
            return "note"
        return "dm" if self is ItemKind.CHANNEL_DM else self.value

    @classmethod
    def read(cls, stored: str, ref: int | None) -> ItemKind:
        """Return the kind of a stored row; inverse of `stored`.

        Raises:
            ValueError, LookupError: There is no such kind.
        """
        kind = cls(stored)
        if kind is cls.NOTE and ref is not None:
            return _LETTERS[ref] if ref < len(_LETTERS) else cls.CLOSING
        return cls.CHANNEL_DM if kind is cls.DM and ref is not None else kind


_LETTERS: Final = (ItemKind.INVITED, ItemKind.SENT_AWAY, ItemKind.FREED, ItemKind.OFFLINE)
"""The kinds stored as notes whose `ref` is their place here.

A CLOSING is stored as a note, too; its `ref` is a time.
"""
OFFLINE_REF: Final = _LETTERS.index(ItemKind.OFFLINE)
RETOLD_REF: Final = 0
"""The `ref` of an EDIT that is due even if nobody has moved."""
TO_USER: Final = frozenset(
    {ItemKind.DM, ItemKind.CHANNEL_DM, ItemKind.DIGEST, ItemKind.SENT_AWAY, ItemKind.FREED}
)
"""The kinds that always go to a user."""
IN_DM_OR_PUBLIC: Final = frozenset({ItemKind.REMINDER, ItemKind.INVITED})
"""The kinds that ping in the channel if the user takes no direct messages."""


class Lane(str):
    """A queue of rows, sent in order: one for each match, one for each user."""

    __slots__ = ()

    @classmethod
    def of_match(cls, match_id: int) -> Lane:
        """Return the lane of a match's public posts."""
        return cls(f"m{match_id}")

    @classmethod
    def of_user(cls, user_id: int | None) -> Lane:
        """Return the lane of a user's direct messages."""
        return cls(f"u{user_id}")

    @property
    def is_private(self) -> bool:
        """True if its rows are direct messages."""
        return self.startswith("u")


@dataclass(frozen=True, slots=True)
class OutboxItem:
    """Something to post, not yet in the outbox; attributes as of `OutboxRow`."""

    kind: ItemKind
    user_id: int | None = None
    text: Text | None = None
    ref: int | None = None

    @property
    def is_private(self) -> bool:
        """True if it is a direct message, so that nobody gets it who wants none."""
        return self.kind in TO_USER or (self.kind is ItemKind.CLOSING and self.user_id is not None)

    @classmethod
    def retelling(cls, *, calm: bool = False) -> OutboxItem:
        """Return the item that edits the newest turn post even if nobody has moved since.

        A calm one has time, like an OFFLINE.
        """
        return cls(ItemKind.EDIT, ref=OFFLINE_REF if calm else RETOLD_REF)

    @classmethod
    def lobby_from(cls, channel_id: int) -> OutboxItem:
        """Return the item that posts a lobby which was moved from another channel."""
        return cls(ItemKind.LOBBY, ref=channel_id)

    @classmethod
    def vote(cls, vote_id: int) -> OutboxItem:
        """Return the item that sends or updates the post of a vote."""
        return cls(ItemKind.VOTE, ref=vote_id)

    @classmethod
    def seat(cls, seat: Seat) -> OutboxItem:
        """Return the item that sends or updates the post that offers a seat."""
        return cls(ItemKind.SEAT, ref=seat)

    @classmethod
    def channel_dm(cls, user_id: int, channel_id: int) -> OutboxItem:
        """Return the item that tells a player of a deleted or closed channel."""
        return cls(ItemKind.CHANNEL_DM, user_id, ref=channel_id)

    @classmethod
    def invited(cls, user_id: int) -> OutboxItem:
        """Return the item that tells a user that a seat is kept for them."""
        return cls(ItemKind.INVITED, user_id, ref=_LETTERS.index(ItemKind.INVITED))

    @classmethod
    def sent_away(cls, user_id: int) -> OutboxItem:
        """Return the item that tells a user that they were sent away from a lobby."""
        return cls(ItemKind.SENT_AWAY, user_id, ref=_LETTERS.index(ItemKind.SENT_AWAY))

    @classmethod
    def freed(cls, user_id: int, why: Text) -> OutboxItem:
        """Return the item that tells a user why their seat was freed."""
        return cls(ItemKind.FREED, user_id, why, _LETTERS.index(ItemKind.FREED))

    @classmethod
    def offline(cls, text: Text) -> OutboxItem:
        """Return the item that remarks on an absence of the bot."""
        return cls(ItemKind.OFFLINE, text=text, ref=OFFLINE_REF)

    @classmethod
    def closing(cls, closes_at: int, user_id: int | None = None) -> OutboxItem:
        """Return the item that announces a closing (in ms), to a user or in public."""
        return cls(ItemKind.CLOSING, user_id, ref=closes_at)

    @classmethod
    def channel_offer(cls, parent_id: int) -> OutboxItem:
        """Return the item that offers, in the channel above, to reopen a thread."""
        return cls(ItemKind.CHANNEL_OFFER, ref=parent_id)


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something to post, rendered from the newest state when it is delivered.

    Attributes:
        id: Its number; rows of a lane are delivered in this order.
        lane: The queue it is in.
        kind: What it is.
        match_id: The match it is about.
        ply: The ply of the match when it was written.
        user_id: The user a direct message or reminder goes to, or a NOTE is about; else None.
        text: What a NOTE or an OFFLINE says; else None.
        nonce: At most 25 characters, unique for every row; Discord uses it to drop duplicates.
        message_id: The message it became, or None while it has not been sent.
        ref: Use `moved_from`, `vote_id`, `seat`, `parent_id`, `closes_at` and `is_retelling`.
    """

    id: int
    lane: Lane
    kind: ItemKind
    match_id: int
    ply: int
    user_id: int | None
    text: Text | None
    nonce: str
    message_id: int | None
    ref: int | None = None

    @property
    def recipient(self) -> int:
        """The user that a direct message goes to."""
        assert self.user_id is not None
        return self.user_id

    @property
    def moved_from(self) -> int | None:
        """The channel that a LOBBY was moved from, if it was."""
        return self.ref if self.kind is ItemKind.LOBBY else None

    @property
    def vote_id(self) -> int:
        """The number of the vote of a VOTE."""
        return self._ref(ItemKind.VOTE)

    @property
    def seat(self) -> Seat:
        """The seat that a SEAT offers."""
        return self._ref(ItemKind.SEAT)

    @property
    def parent_id(self) -> int:
        """The channel that a CHANNEL_OFFER is posted in: the deleted thread was there."""
        return self._ref(ItemKind.CHANNEL_OFFER)

    @property
    def closes_at(self) -> int:
        """When the match of a CLOSING is closed, in ms."""
        return self._ref(ItemKind.CLOSING)

    @property
    def is_retelling(self) -> bool:
        """True if it edits the newest turn post even if nobody has moved since."""
        return self.kind is ItemKind.EDIT and self.ref is not None

    def _ref(self, kind: ItemKind) -> int:
        assert self.kind is kind
        assert self.ref is not None
        return self.ref


@dataclass(frozen=True, slots=True)
class Sent:
    """The message or thread that a row became.

    Attributes:
        message_id: The message or thread.
        shown_ply: If it is the newest turn post, sent or edited, the ply that it shows; else None.
        called: The seats whose players a turn post pings.
    """

    message_id: int
    shown_ply: int | None = None
    called: frozenset[Seat] = frozenset()


@dataclass(slots=True)
class Held:
    """The held posts of a match.

    Attributes:
        guild_id: Where it is.
        places: Its channel, and the one its thread is in.
        tries: How often they were tried.
        tried: When last.
        signalled: When something last said that posting may work now, or None.
        why: What the players were told; "" for nothing.
        is_logged: Whether the operator was told.
        is_told: Whether the players had a direct message about it.
    """

    guild_id: int
    places: tuple[int | None, ...]
    tries: int
    tried: datetime
    signalled: datetime | None = None
    why: Trouble = ""
    is_logged: bool = False
    is_told: bool = False
