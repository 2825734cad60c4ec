"""The view that one seat has of a match: everything but the next draws.

No player holds a secret, so the views of all seats differ in `seat` alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.lodge.components import (
    AmenityId,
    Cell,
    Colour,
    Floor,
    Guest,
    Slot,
    leftmost,
    rival_floor,
)
from rules.text import Printed, Seat, quick


class Phase(StrEnum):
    """The part of the match; SETUP waits for chance, as every phase does in a draw."""

    SETUP = "setup"
    BUILD = "build"
    GUESTS = "guests"
    VALET = "valet"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TileView:
    """A tile of a lodge: a room of a colour, perhaps with a guest, or an amenity.

    Attributes:
        cell: Where it lies.
        colour: A room's colour; None for an amenity.
        guest: Who stays in the room, or None.
        amenity: An amenity's id, or None.
        points: What it scores now: a guest's points, or those of an amenity that is met; else 0.
        met: For an amenity: True if its requirement holds now.
        have: For an amenity: how far it has come...
        need: ...of how much; for a limit or an exact number, that number.
    """

    cell: Cell
    colour: Colour | None
    guest: Guest | None
    amenity: AmenityId | None
    points: int
    met: bool
    have: int
    need: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The public facts about a player.

    Attributes:
        position: Their place in the order of turns, from 1.
        columns: Their lodge: each column from the elevator on, its tiles from floor 1 up.
        valet: The guest waiting with the valet, or None; open to all (ruling R25).
        token: True while the Refresh Token is unspent.
        guests: Guests placed.
        guest_points: Their points.
        amenity_points: The points of amenities met now.
        points: Both.
        turns: Turns finished.
    """

    seat: Seat
    position: int
    columns: tuple[tuple[TileView, ...], ...]
    valet: Guest | None
    token: bool
    guests: int
    guest_points: int
    amenity_points: int
    points: int
    turns: int


@dataclass(frozen=True, slots=True)
class Host:
    """A room that a guest can move into now, and what they are worth there."""

    guest: Guest
    cell: Cell
    points: int


@quick
class Change:
    """The places that a move or a turn touched, so that a picture can mark them.

    Attributes:
        cells: Cells of lodges, with their seat.
        slots: Places of the room display.
        guests: Waiting guests that are new.
        amenities: Face-up amenities that are new.
    """

    cells: tuple[tuple[Seat, Cell], ...] = ()
    slots: tuple[Slot, ...] = ()
    guests: tuple[Guest, ...] = ()
    amenities: tuple[AmenityId, ...] = ()


@dataclass(frozen=True, slots=True)
class LodgeView:
    """A match as one seat may see it.

    Attributes:
        seat: Whose eyes these are, or WATCHER.
        drawing: True while chance has to draw.
        active: Whose turn it is; None before set-up and when the match is over.
        turn: The number of the turn, from 1: everybody has one of each number.
        turns: In a solo match, how many there are; else 0.
        ending: Who placed the twelfth guest first, or first found nothing to build; None before.
            With it the last turns have begun.
        order: The seats in the order of turns.
        display: The rooms on offer, floor 1 left to right, then floor 2...; None for a gap.
        guests: The four waiting guests; None for an empty slot.
        shared: The colours that all waiting guests share: then they may be discarded.
        amenities: The four face-up amenities; None for an empty slot.
        rooms_left: Rooms in the bag by colour, as `Colour` lists them.
        guests_left: Guests in the bag.
        amenities_left: Amenities in the stack.
        display_used: True if the active player has placed a guest from the display in this turn.
        valet_used: True if they have placed their valet's guest in this turn.
        cells: Where the active player can build: their free cells with contact and support.
        hosts: Which guests they can place now, where, and for how many points; also while building,
            as if they had built already; the most points first.
        fits: The same for all waiting guests and their valet's, whether or not they can still be
            placed in this turn.
        players: In seat order.
        last: What the last move touched.
        recent: What was touched since the newest build, which begins what a turn changes. It stays
            after the turn, with what was drawn at its end, until somebody builds.
        title: The title of a finished solo result, or None.
    """

    seat: Seat
    seats: int
    phase: Phase
    drawing: bool
    active: Seat | None
    turn: int
    turns: int
    ending: Seat | None
    order: tuple[Seat, ...]
    display: tuple[Colour | None, ...]
    guests: tuple[Guest | None, ...]
    shared: tuple[Colour, ...]
    amenities: tuple[AmenityId | None, ...]
    rooms_left: tuple[int, ...]
    guests_left: int
    amenities_left: int
    display_used: bool
    valet_used: bool
    cells: tuple[Cell, ...]
    hosts: tuple[Host, ...]
    fits: tuple[Host, ...]
    players: tuple[PlayerView, ...]
    last: Change
    recent: Change
    title: Printed | None

    @property
    def is_last_turn(self) -> bool:
        """True if the active player has no turn after this one (LD-END-2, LD-SOLO-3)."""
        return self.ending is not None or self.turn == self.turns

    @property
    def is_last_of_all(self) -> bool:
        """True if the match ends with this turn: nobody builds or draws after it."""
        return self.is_last_turn and self.active == self.order[-1]

    @property
    def departing(self) -> Guest | None:
        """Return who would leave a solo match if this turn ended now (LD-SOLO-2)."""
        waiting = (guest for guest in self.guests if guest is not None)
        return next(waiting, None) if self.rival_floor else None

    @property
    def rival_floor(self) -> Floor:
        """Return the floor the solo rival takes a room from after this turn, or 0."""
        if not self.turns or self.active is None or self.is_last_turn:
            return 0
        return rival_floor(self.turn)

    @property
    def rival_slot(self) -> Slot | None:
        """Return the room the solo rival would take if this turn ended now (LD-SOLO-2)."""
        return leftmost(self.display, self.rival_floor) if self.rival_floor else None

    def room(self, slot: Slot) -> Colour | None:
        """Return the room at a place of the display, or None for a gap."""
        return self.display[slot.index]


def floor_cells(columns: tuple[tuple[TileView, ...], ...], floor: Floor) -> tuple[TileView, ...]:
    """Return the tiles on a floor, from the elevator on."""
    return tuple(column[floor - 1] for column in columns if len(column) >= floor)
