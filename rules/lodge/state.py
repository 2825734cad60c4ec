"""The full truth about a match of Lodge, and what must always hold.

No player has a secret. Bags and stack are kept as contents, not in an order: chance draws when
something is needed, so nobody can know what comes next (LD-INFO-1, LD-INFO-2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.draft import ALONE, NOBODY, ONLY_CHANCE
from rules.lodge.building import (
    Bag,
    Columns,
    Display,
    Rooms,
    amenity_of,
    colour_of,
    counted,
    empty_rooms,
    guest_of,
    more,
    tiles,
)
from rules.lodge.components import (
    AMENITIES,
    COLOURS,
    FACE_UP,
    FLOORS,
    GUESTS,
    ROOMS_OF_EACH,
    WAITING,
    AmenityId,
    Guest,
)
from rules.lodge.view import Change, Phase
from rules.text import Seat, quick

VERSION: Final = 2
"""The version of the newest rules; a match keeps the version that it began with.

By version 1 a turn did not end automatically as long as the Refresh Token was unspent or the
waiting guests shared a colour, even if neither could be of any use; the only way to build was
asked for; and nothing could be taken back once the turn had ended.
"""
MAX_SEATS: Final = 4


class Due(StrEnum):
    """The draw that chance has to make."""

    SETUP = "setup"
    AMENITY = "amenity"
    GUESTS = "guests"
    TOKEN = "token"
    ROOMS = "rooms"
    END_GUESTS = "end-guests"
    END_ROOMS = "end-rooms"


@quick
class Player:
    """The possessions of a player; see `PlayerView`.

    `empty` is the mask of the lodge's empty rooms, kept beside the columns because it answers in a
    few steps who can move in, which is asked after every move.
    """

    columns: Columns = ()
    empty: Rooms = 0
    valet: Guest | None = None
    token: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class LodgeState:
    """A match, by default before any draw; other fields are as in `LodgeView`.

    Attributes:
        version: Of the rules that the match is played by; see `VERSION`.
        due: What is to be drawn now, or None.
        position: Whose turn it is, as a place in `order`.
        bag: Rooms not drawn, by colour.
        guest_bag: Guests not drawn, sorted.
        stack: Amenities not drawn, sorted.
        away: Guests discarded or departed; they return to the bag after the draw.
        aside: Rooms discarded or taken by the rival hotel; they return after the draw.
    """

    version: int
    phase: Phase = Phase.SETUP
    due: Due | None = Due.SETUP
    order: tuple[Seat, ...]
    position: int = 0
    turn: int = 1
    ending: Seat | None = None
    display: Display
    bag: Bag
    guests: tuple[Guest | None, ...]
    guest_bag: tuple[Guest, ...]
    amenities: tuple[AmenityId | None, ...]
    stack: tuple[AmenityId, ...]
    away: tuple[Guest, ...] = ()
    aside: Bag
    display_used: bool = False
    valet_used: bool = False
    players: tuple[Player, ...]
    last: Change = Change()
    recent: Change = Change()

    @property
    def active(self) -> Seat:
        """Return the seat whose turn it is."""
        return self.order[self.position]

    @property
    def seats(self) -> int:
        """Return how many play."""
        return len(self.players)


NO_ROOMS: Final[Bag] = (0,) * len(COLOURS)
NO_DISPLAY: Final[Display] = (None,) * (FLOORS * 4)


def initial_state(seats: int, version: int = VERSION) -> LodgeState:
    """Return the table before anything is drawn (LD-SETUP-1)."""
    return LodgeState(
        version=version,
        order=tuple(range(seats)),
        display=NO_DISPLAY,
        bag=(ROOMS_OF_EACH,) * len(COLOURS),
        guests=(None,) * WAITING,
        guest_bag=GUESTS,
        amenities=(None,) * FACE_UP,
        stack=tuple(amenity.id for amenity in AMENITIES.values()),
        aside=NO_ROOMS,
        players=(Player(),) * seats,
    )


_SETUP, _BUILD, _GUESTS, _VALET, _OVER = Phase  # names are looked up ten times as fast


def to_act(state: LodgeState) -> frozenset[Seat]:
    """Return {CHANCE}, nobody, or the active player, who alone ever decides."""
    if state.due is not None:
        return ONLY_CHANCE
    return NOBODY if state.phase is _OVER else ALONE[state.active]


def stage(state: LodgeState) -> tuple[int | str, ...]:
    """Return round and whose turn it is."""
    return (state.turn, state.position)


def waiting(state: LodgeState) -> tuple[Guest, ...]:
    """Return the waiting guests, without empty slots."""
    return tuple(guest for guest in state.guests if guest is not None)


def audit(state: LodgeState) -> tuple[str, ...]:
    """Return what is wrong with the state (LD-BAG-2, LD-BUILD-6)."""
    return (*_room_faults(state), *_guest_faults(state), *_amenity_faults(state))


def _room_faults(state: LodgeState) -> Iterator[str]:
    built = [colour_of(t) for p in state.players for _, _, t in tiles(p.columns)]
    found = more(more(state.bag, state.aside), more(counted(state.display), counted(tuple(built))))
    if found != (ROOMS_OF_EACH,) * len(COLOURS):
        yield f"the rooms are {found}"
    if any(n < 0 for n in (*state.bag, *state.aside)):
        yield "a bag is below nothing"
    for seat, player in enumerate(state.players):
        if any(not 1 <= len(column) <= FLOORS for column in player.columns):
            yield f"seat {seat} has a column of a wrong height"
        if player.empty != empty_rooms(player.columns):
            yield f"seat {seat} has other empty rooms than are noted"


def _guest_faults(state: LodgeState) -> Iterator[str]:
    found = Counter((*state.guest_bag, *state.away, *waiting(state)))
    for player in state.players:
        found.update(g for _, _, t in tiles(player.columns) if (g := guest_of(t)) is not None)
        if player.valet is not None:
            found[player.valet] += 1
    yield from (f"{found[guest]} x guest {guest}" for guest in GUESTS if found[guest] != 1)


def _amenity_faults(state: LodgeState) -> Iterator[str]:
    found = Counter[str](state.stack)
    found.update(tile for tile in state.amenities if tile is not None)
    for player in state.players:
        found.update(a for _, _, t in tiles(player.columns) if (a := amenity_of(t)) is not None)
    yield from (f"{found[tile]} x amenity {tile}" for tile in AMENITIES if found[tile] != 1)
