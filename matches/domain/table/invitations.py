"""Who can join a lobby: kept seats, closed lobbies, people who were sent away."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody for whom the host of a lobby keeps a seat, or whom they have sent away.

    Attributes:
        user_id, name: The user and their display name.
        locale: The language of their Discord; "" if unknown.
        until: Until when a seat is kept for them; None if none is.
        sent_away: True if they can't join.
        told: True if they have been told that a seat is kept for them.
    """

    user_id: int
    name: str
    locale: str = ""
    until: datetime | None = None
    sent_away: bool = False
    told: bool = False


@dataclass(frozen=True, slots=True)
class Invitations:
    """What the host of a lobby has decided about who can join.

    Empty once the match has started.

    Attributes:
        closed: True if only those for whom a seat is kept can join.
        guests: By user id; some have neither a seat kept for them nor been sent away.
    """

    closed: bool = False
    guests: tuple[Guest, ...] = ()

    def of(self, user_id: int) -> Guest | None:
        """Return the guest with a user id, or None."""
        return next((guest for guest in self.guests if guest.user_id == user_id), None)

    def kept(self, now: datetime) -> tuple[Guest, ...]:
        """Return those for whom a seat is kept now, the first to lose it first."""
        kept = [(g.until, g.user_id, g) for g in self.guests if g.until and g.until > now]
        return tuple(guest for _, _, guest in sorted(kept, key=lambda one: one[:2]))

    def keeps(self, user_id: int, now: datetime) -> bool:
        """Return whether a seat is kept for a user now."""
        return any(guest.user_id == user_id for guest in self.kept(now))

    def sent_away(self, user_id: int) -> bool:
        """Return whether a user was sent away."""
        guest = self.of(user_id)
        return guest is not None and guest.sent_away

    def with_guest(self, guest: Guest) -> Invitations:
        """Return the same with one guest added or replaced."""
        others = [old for old in self.guests if old.user_id != guest.user_id]
        return replace(self, guests=tuple(sorted([*others, guest], key=lambda each: each.user_id)))

    def without_kept(self, user_id: int) -> Invitations:
        """Return the same without a seat kept for a user."""
        guest = self.of(user_id)
        return self if guest is None else self.with_guest(replace(guest, until=None))

    def at(self, now: datetime) -> Invitations:
        """Return the same without seats that are no longer kept."""
        kept = {guest.user_id for guest in self.kept(now)}
        guests = (g if g.user_id in kept else replace(g, until=None) for g in self.guests)
        return replace(self, guests=tuple(guests))


NOBODY_INVITED = Invitations()
"""The invitations of a lobby that is open to all, and of a match that has started."""
