"""The judge of Indian Summer: the floor, its tokens and gaps, the supply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import nlargest
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar, Final, cast

from players.judge import LINES, Steps
from players.linear import LinearJudge
from rules.indian_summer.components import AREAS, FLOORS, SOLO_TURNS, FloorId, Supply
from rules.indian_summer.forest.floor import gain, printed
from rules.indian_summer.forest.places import animal_places, fits
from rules.indian_summer.forest.shapes import COLS, FULL, ROWS, Bits
from rules.indian_summer.moves import (
    EndTurn,
    Leaf,
    PlaceAnimal,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    SpendNut,
    Squirrel,
    Swap,
)
from rules.indian_summer.state import Player, SummerState
from rules.indian_summer.view import Phase, as_nuts
from rules.protocol import Move
from rules.text import Seat

if TYPE_CHECKING:
    from random import Random

_BERRY, _NUT, _MUSHROOM, _FEATHER = _VALUES = (1.0, 2.2, 3.0, 3.5)
"""About what a Berry, Nut, Mushroom and Feather are worth, in spaces."""
_NOT_FIRST: Final = FULL & ~sum(1 << row * COLS for row in range(ROWS))
_NOT_LAST: Final = FULL & ~sum(1 << row * COLS + COLS - 1 for row in range(ROWS))
_MANY: Final = 160
"""Of more places for tiles, only those with the hole over a treasure count."""
_LISTED, _WEIGHED = 64, 16
"""The moves of which a step makes a list, and weighs the merits."""
_LATE: Final = 0.83
"""The progress after which a squirrel may be all that is wanted."""
_ENOUGH: Final = 4
"""So many tiles of a path are to be placed before others are fetched."""
_OTHERS = 40
"""Of moves that place no tile, the most that are weighed."""
_FIRST, _DOUBLES = 3, 5
"""Of two tiles the first ones that are looked at, and the lines of both that are."""
_SMALL, _TINY = 5, 2
"""Pockets of so few empty spaces take hardly any tile, or none."""


class IndianSummerJudge(LinearJudge[SummerState]):
    """A judge that reads the floors themselves, the running turn included.

    A watcher's view shows a turn only when it is over, so the public scores say nothing of the
    step just made.
    """

    slug = "indian_summer"
    slip = 9.5
    overlooked = 0.8
    far = 10
    kept = 30
    draws = 5
    facts: ClassVar[tuple[str, ...]] = (
        *("empty", "areas", "berries", "nuts", "mushrooms", "feathers", "all_nuts"),
        *("lying", "near_pay", "open", "singles", "tiny", "small", "outline"),
        *("holes", "animals", "path", "unfit", "to_move", "to_place", "late"),
    )

    def seats(self, state: SummerState) -> int:
        """Return how many play."""
        return state.seats

    def progress(self, state: SummerState) -> float:
        """Return how much of the fullest floor is covered: a full one ends the match.

        A solo game has only so many turns (IS-SOLO-1), most too few to fill the floor.
        """
        if state.solo:
            return state.round / SOLO_TURNS
        return max([p.covered.bit_count() for p in state.players]) / (ROWS * COLS)

    def look(self, state: SummerState, seat: Seat) -> Sequence[float]:
        """Return the facts about a seat."""
        player = state.players[seat]
        covered, acting = player.covered, state.active == seat and state.phase is Phase.TURN
        task = state.task if acting else None
        to_place = 0
        if task is not None:
            to_place = len(task.tiles) or 2 - task.placed
        bare = player.holes & ~player.tokens
        drawings = {tile.drawing for tile in player.path}
        return (
            (FULL & ~covered).bit_count(),
            sum([not area & ~covered for area in AREAS]),
            *player.supply,
            as_nuts(player.supply),
            *_lying(player.floor, covered, player.tokens),
            *_shape(covered),
            bare.bit_count(),
            bool(bare and animal_places(bare, state.stock)),
            len(player.path),
            sum([not fits(drawing, covered) for drawing in drawings]),
            acting and not state.main_done and task is None,
            to_place,
            (seat - state.start) % state.seats,
        )

    def naming(
        self, state: SummerState, seat: Seat, moves: Sequence[Move], most: int = LINES
    ) -> Steps[Sequence[tuple[Move, ...]]]:
        """Find the best moves of those with most merit; there may be thousands.

        A Feather or Mushroom is looked at with both tiles that it lets place.
        """
        player = state.players[seat]
        leaves, single, others = list[Leaf](), list[Move](), list[Move]()
        for number, move in enumerate(moves):
            if not number % _LISTED:
                yield
            if isinstance(move, Leaf):
                leaves.append(move)
            else:
                (single if isinstance(move, Squirrel | SpendNut) else others).append(move)
        best = yield from _best_leaves(player, leaves, most)
        more = yield from _best(player, single, 3)
        spends = [move for move in others if isinstance(move, SpendFeather | SpendMushroom)]
        doubles = list[tuple[Move, ...]]()
        for move in spends:
            doubles += yield from self._doubles(state, seat, move, max(1, _FIRST // len(spends)))
        doubles = (yield from self.ranking(state, seat, doubles))[:_DOUBLES]
        rest = [move for move in others if move not in spends]
        lines = yield from super().naming(state, seat, [*best, *more, *rest[:_OTHERS]], most)
        return [*doubles, *lines][:most]

    def _doubles(
        self, state: SummerState, seat: Seat, spend: Move, count: int
    ) -> Steps[list[tuple[Move, ...]]]:
        """Find lines that place two tiles: the best first ones, each with a second."""
        begun = cast("SummerState", self.rules.advance(state, seat, spend))
        if begun.task is None:
            return [(spend,)]
        lines = list[tuple[Move, ...]]()
        for first in (yield from self._leaves(begun, seat, count)):
            after = cast("SummerState", self.rules.advance(begun, seat, first))
            second = (yield from self._leaves(after, seat, 1)) if after.task else ()
            lines.append((spend, first, *second))
        return lines or [(spend,)]

    def _leaves(self, state: SummerState, seat: Seat, count: int) -> Steps[list[Move]]:
        """Find the best tiles to place in a position."""
        yield
        legal = self.rules.legal_moves(state, seat)
        leaves = [move for move in legal if isinstance(move, Leaf)]
        return (yield from _best_leaves(state.players[seat], leaves, count))

    def is_silly(self, state: SummerState, seat: Seat, move: Move) -> bool:
        """Return whether it trades down, or spends a Nut far from filling an area.

        Also whether it places a squirrel where a tile fits, before the end is near, or spends a
        Berry with many tiles left.
        """
        match move:
            case Squirrel():
                player = state.players[seat]
                fitting = any(fits(tile.drawing, player.covered) for tile in player.path)
                return fitting and self.progress(state) < _LATE
            case SpendBerry():
                return len(state.players[seat].path) >= _ENOUGH
            case Swap(give=give, get=get):
                return get.rank < give.rank
            case SpendNut(cell=cell):
                empty = FULL & ~state.players[seat].covered
                return all((a & empty).bit_count() > _SMALL for a in AREAS if a & cell.bit)
        return False

    def reply(self, state: SummerState, seat: Seat, rng: Random) -> Move:
        """Return the best of a few moves drawn; after the main action little is done."""
        player = state.players[seat]
        moves = self.rules.legal_moves(state, seat)
        if state.phase is not Phase.TURN or len(moves) == 1:
            return moves[int(rng.random() * len(moves))]
        if state.main_done and state.task is None:
            return _to_end(player, moves)
        drawn = [moves[int(rng.random() * len(moves))] for _ in range(self.draws)]
        return max(drawn, key=lambda move: _merit(player, move))


def _best_leaves(player: Player, leaves: Sequence[Leaf], count: int) -> Steps[list[Move]]:
    """Find the best tiles; of very many, among those with the hole over a treasure."""
    if len(leaves) > _MANY:
        prints = sum(FLOORS[player.floor].bits)
        leaves = [leaf for leaf in leaves if leaf.hole.bit & prints] or leaves
    return (yield from _best(player, leaves, count))


def _best(player: Player, moves: Sequence[Move], count: int) -> Steps[list[Move]]:
    """Find the moves of most merit."""
    found = list[tuple[float, int]]()
    for at, move in enumerate(moves):
        if not at % _WEIGHED:
            yield
        found.append((_merit(player, move), at))
    return [moves[at] for _, at in nlargest(count, found, key=itemgetter(0))]


def _merit(player: Player, move: Move) -> float:
    """Return quickly about what a move is worth to a player at once, in spaces."""
    match move:
        case Leaf(hole=hole):
            return _cover(player, move.squares, hole.bit)
        case Squirrel(cell=cell):
            return _cover(player, cell.bit, 0) - 2
        case SpendNut(cell=cell):
            return _cover(player, cell.bit, 0) - 2
        case PlaceAnimal():
            return 2 + _worth(printed(player.floor, move.squares))
        case EndTurn():
            return 0.0
    return -3.0


def _cover(player: Player, squares: Bits, hole: Bits) -> float:
    """Return what covering spaces earns, less what it buries and leaves ragged."""
    found = gain(player.floor, player.covered, player.tokens, squares, hole)
    total = squares.bit_count() + 2.0 * len(found.areas) + _worth(found.pays)
    if found.token is not None:
        total += 1.3 * _VALUES[found.token.rank]
    buried = _worth(printed(player.floor, squares & ~hole))
    return total - 0.5 * buried - _ragged(FULL & ~(player.covered | squares))


def _worth(supply: Supply) -> float:
    berries, nuts, mushrooms, feathers = supply
    return _BERRY * berries + _NUT * nuts + _MUSHROOM * mushrooms + _FEATHER * feathers


def _around(empty: Bits) -> tuple[Bits, Bits, Bits, Bits]:
    """Return the spaces right of, left of, below and above others."""
    return (
        (empty & _NOT_LAST) << 1,
        (empty & _NOT_FIRST) >> 1,
        (empty << COLS) & FULL,
        empty >> COLS,
    )


def _ragged(empty: Bits) -> float:
    right, left, below, above = _around(empty)
    singles = (empty & ~(right | left | below | above)).bit_count()
    edges = sum([(empty & ~side).bit_count() for side in (right, left, below, above)])
    return 3.0 * singles + 0.25 * edges


@lru_cache(maxsize=8192)
def _shape(covered: Bits) -> tuple[int, int, int, int]:
    """Return the single gaps, the spaces in tiny and small pockets, the outline."""
    empty = FULL & ~covered
    right, left, below, above = _around(empty)
    outline = sum([(empty & ~side).bit_count() for side in (right, left, below, above)])
    singles = tiny = small = 0
    while empty:
        pocket, grown = 0, empty & -empty
        while grown != pocket:
            pocket = grown
            a, b, c, d = _around(pocket)
            grown = (pocket | a | b | c | d) & empty
        empty ^= pocket
        size = pocket.bit_count()
        if size == 1:
            singles += 1
        elif size <= _TINY:
            tiny += size
        elif size <= _SMALL:
            small += size
    return singles, tiny, small, outline


@lru_cache(maxsize=8192)
def _lying(floor: FloorId, covered: Bits, tokens: Bits) -> tuple[float, float, float]:
    """Return the worth of tokens lying, of those soon paid, of treasures open."""
    lying = soon = 0.0
    for area in AREAS:
        worth = _worth(printed(floor, area & tokens))
        if worth:
            lying += worth
            gaps = (area & ~covered).bit_count()
            soon += worth / gaps if gaps else 0.0
    return lying, soon, _worth(printed(floor, FULL & ~covered))


def _to_end(player: Player, moves: Iterable[Move]) -> Move:
    """Return what to do before the turn ends: an animal, a Nut that fills an area."""
    best, most = None, 0.0
    end: Move | None = None
    for move in moves:
        if isinstance(move, PlaceAnimal):
            value = 2 + _worth(printed(player.floor, move.squares))
        elif isinstance(move, SpendNut):
            found = gain(player.floor, player.covered, player.tokens, move.cell.bit)
            value = _worth(found.pays) + len(found.areas) - 1
        elif isinstance(move, EndTurn):
            end = move
            continue
        else:
            continue
        if value > most:
            best, most = move, value
    return best or end or next(iter(moves))
