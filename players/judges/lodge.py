"""The judge of Lodge: guests, amenities, whom empty rooms could still take in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final

from players.linear import LinearJudge
from rules.lodge.building import (
    HEIGHT,
    WIDTH,
    Columns,
    Rooms,
    amenity_of,
    beside,
    guest_points,
    guests_in,
    hosts_among,
    neighbours,
    tiles,
    with_tile,
)
from rules.lodge.components import (
    AMENITIES,
    FLOORS,
    GUESTS,
    GUESTS_TO_END,
    Amenity,
    Cell,
    Guest,
    Kind,
)
from rules.lodge.moves import Build, CheckIn, EndTurn, Furnish, RefreshRooms, Valet
from rules.lodge.score import points_of_guests, progress
from rules.lodge.state import LodgeState, waiting
from rules.lodge.view import Phase
from rules.protocol import Move
from rules.text import Seat

if TYPE_CHECKING:
    from random import Random

_FLOOR_BITS: Final = tuple(
    sum(1 << (column * HEIGHT + floor) * WIDTH for column in range(40)) for floor in range(FLOORS)
)
"""The places of each floor, as `hosts_among` marks them."""
_PAIRS: Final = tuple(guest for guest in GUESTS if guest.floor == 1)
"""A guest of each pair of colours."""
_LIKELY: Final = {1: 0.5, 2: 0.2}
"""How likely an amenity is met that lacks so much."""
_POOR: Final = 3
"""A guest who brings less only takes up a room, before the end is near."""
_MUCH: Final = 3
"""A guest who brings so much more goes first."""
_NEAR_END: Final = 9
"""With so many guests somebody will soon have all twelve."""


class LodgeJudge(LinearJudge[LodgeState]):
    """A judge that asks which guests a lodge could house, and how happily."""

    slug = "lodge"
    draws = 8
    slip = 6.5
    far = 6
    facts: ClassVar[tuple[str, ...]] = (
        *("guest_points", "met", "promised", "guests", "rooms", "high_rooms", "floor_4"),
        *("pairs", "reach", "valet", "no_valet", "shown_now", "shown", "second"),
        *("token", "open_tops", "late"),
    )

    def seats(self, state: LodgeState) -> int:
        """Return how many play."""
        return len(state.players)

    def progress(self, state: LodgeState) -> float:
        """Return how near somebody is to the twelve guests that end the match (LD-END-1)."""
        most = max([_lodge(player.columns)[3] for player in state.players])
        return 1.0 if state.ending is not None else min(most / GUESTS_TO_END, 1.0)

    def look(self, state: LodgeState, seat: Seat) -> Sequence[float]:
        """Return the facts about a seat."""
        player = state.players[seat]
        lodge, empty = _lodge(player.columns), player.empty
        own = player.valet
        welcome = _best(empty, own) if own is not None else 0
        shown = sorted([_best(empty, guest) for guest in waiting(state)], reverse=True)
        now = seat == state.active and not state.display_used and state.phase is not Phase.OVER
        first = shown[0] if shown else 0
        return (
            *lodge,
            *_reach(empty),
            welcome,
            own is not None and not welcome,
            first if now else 0,
            0 if now else first,
            shown[1] if len(shown) > 1 else 0,
            player.token,
            sum([len(column) == FLOORS - 1 for column in player.columns]),
            state.order.index(seat),
        )

    def is_silly(self, state: LodgeState, seat: Seat, move: Move) -> bool:
        """Return whether it builds an amenity where it can't be met, or not in time.

        Also whether it shows new rooms to those who build next, or lets a guest move in who would
        be happier in another room, or while another one would bring much more.
        """
        match move:
            case RefreshRooms():
                return state.phase is Phase.GUESTS and len(state.players) > 1
            case CheckIn(guest, cell):
                player = state.players[seat]
                points = guest_points(guest, cell.floor)
                others = waiting(state) if guest != player.valet else ()
                best = max([_best(player.empty, one) for one in others], default=0)
                return points < _best(player.empty, guest) or points + _MUCH <= best
            case Furnish(tile, cell):
                columns = with_tile(state.players[seat].columns, cell.column, str(tile))
                lacks = _lacks(columns, cell, AMENITIES[tile])
                is_late = self.progress(state) * GUESTS_TO_END >= _NEAR_END
                return lacks is None or (is_late and lacks > max(_LIKELY))
        return False

    def reply(self, state: LodgeState, seat: Seat, rng: Random) -> Move:
        """Return the best of a few builds, or the guest who brings most."""
        moves = self.rules.legal_moves(state, seat)
        if state.phase is Phase.GUESTS:
            return _likely_guest(state, moves, rng)
        if state.phase is Phase.VALET:
            empty = state.players[seat].empty
            return max(moves, key=lambda it: _wish(empty, it) + rng.random())
        builds = [move for move in moves if isinstance(move, Build | Furnish)] or moves
        drawn = [builds[int(rng.random() * len(builds))] for _ in range(self.draws)]
        return max(drawn, key=lambda move: self.own(state, seat, move))


@lru_cache(maxsize=8192)
def _lodge(columns: Columns) -> tuple[float, ...]:
    """Return the points of guests, of amenities met and promised, some counts."""
    met = promised = 0.0
    rooms = high = fourth = 0
    for column, floor, tile in tiles(columns):
        found = amenity_of(tile)
        if found is None:
            if ":" not in tile:
                rooms += 1
                high += floor > 2
            fourth += floor == FLOORS
            continue
        state = progress(columns, Cell(column, floor), found)
        amenity = AMENITIES[found]
        if state.met:
            met += amenity.points
        elif amenity.kind is Kind.EMPTY_MAX:
            promised += amenity.points * _LIKELY[1]
        else:
            promised += amenity.points * _LIKELY.get(state.need - state.have, 0.05)
    return (
        points_of_guests(columns),
        met,
        promised,
        len(guests_in(columns)),
        rooms,
        high,
        fourth,
    )


def _lacks(columns: Columns, cell: Cell, amenity: Amenity) -> int | None:
    """Return how much an amenity lacks in its cell; None if it can't be met any more."""
    found = progress(columns, cell, amenity.id)
    lacks, around = found.need - found.have, neighbours(columns, cell.column, cell.floor)
    free = 1 + (cell.column > 0) + (cell.floor > 1) + (cell.floor < FLOORS) - len(around)
    match amenity.kind:
        case _ if found.met:
            return 0
        case Kind.SELF_FLOOR:
            most = 0
        case Kind.EXACT_COLOUR:  # if not too few, there are too many
            return lacks if lacks > 0 else None
        case Kind.ADJ_COLOUR | Kind.ADJ_DISTINCT:
            most = free
        case Kind.ADJ_GUESTS:
            most = free + sum(amenity_of(tile) is None and ":" not in tile for tile in around)
        case Kind.COLUMN_COLOURS:
            most = FLOORS - len(columns[cell.column])
        case _:
            return abs(lacks)
    return lacks if lacks <= most else None


@lru_cache(maxsize=8192)
def _reach(empty: Rooms) -> tuple[float, float]:
    """Return how many pairs of colours could move in, and on which floors, summed."""
    around = beside(empty)
    pairs = floors = 0
    for guest in _PAIRS:
        hosts = hosts_among(empty, around, guest)
        if hosts:
            pairs += 1
            for number, bits in enumerate(_FLOOR_BITS, 1):
                floors += number * bool(hosts & bits)
    return pairs, floors


@lru_cache(maxsize=8192)
def _best(empty: Rooms, guest: Guest) -> int:
    """Return the most points a guest could bring in an empty room; 0 if none suits."""
    hosts = hosts_among(empty, beside(empty), guest)
    if not hosts:
        return 0
    happy = hosts & _FLOOR_BITS[guest.floor - 1]
    return guest_points(guest, guest.floor) if happy else guest_points(guest, 0)


def _wish(empty: Rooms, move: Move) -> float:
    """Return how much one would like a guest for the valet."""
    assert isinstance(move, Valet)
    return 2.0 * _best(empty, move.guest) + move.guest.floor


def _likely_guest(state: LodgeState, moves: Iterable[Move], rng: Random) -> Move:
    """Return the placement that brings most; poor ones only near the end."""
    most_guests = max([_lodge(player.columns)[3] for player in state.players])
    least = 0 if most_guests >= _NEAR_END else _POOR
    best: Move = EndTurn()
    most = least - 0.5
    for move in moves:
        if isinstance(move, CheckIn):
            value = guest_points(move.guest, move.cell.floor) + rng.random() / 2
            if value > most:
                best, most = move, value
    return best
