"""A match being changed within one move."""

from __future__ import annotations

from typing import TypeAlias

from rules import draft as base
from rules.lodge.building import Bag, Display, put
from rules.lodge.components import AmenityId, Guest
from rules.lodge.state import Due, LodgeState, Player
from rules.lodge.view import Change, Phase
from rules.text import Seat


class Draft(base.Draft[LodgeState], of=LodgeState):
    """The fields of a `LodgeState`, open to change, and the events so far."""

    __slots__ = base.slots(LodgeState)

    version: int
    phase: Phase
    due: Due | None
    order: tuple[Seat, ...]
    position: int
    turn: int
    ending: Seat | None
    display: Display
    bag: Bag
    guests: tuple[Guest | None, ...]
    guest_bag: tuple[Guest, ...]
    amenities: tuple[AmenityId | None, ...]
    stack: tuple[AmenityId, ...]
    away: tuple[Guest, ...]
    aside: Bag
    display_used: bool
    valet_used: bool
    players: list[Player]
    last: Change
    recent: Change

    @property
    def active(self) -> Seat:
        """Return the seat whose turn it is."""
        return self.order[self.position]

    @property
    def mine(self) -> Player:
        """The possessions of the active player."""
        return self.players[self.order[self.position]]

    def take(self, guest: Guest) -> None:
        """Take a guest out of the display; the slot stays empty."""
        self.guests = put(self.guests, self.guests.index(guest), None)


Table: TypeAlias = LodgeState | Draft
"""A match, within a move or between two: what both are asked alike."""
