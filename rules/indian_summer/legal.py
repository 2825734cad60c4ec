"""The legal moves of a seat, listed, or one of them accepted.

Listing moves and accepting one ask the same questions: which places are free (`forest.places`),
whether a token can be spent, from where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from rules.indian_summer.components import MOST, PATH, TREASURES, Supply, Tile, Treasure
from rules.indian_summer.draws import can_be_drawn
from rules.indian_summer.forest.listing import Moves, Run, run
from rules.indian_summer.forest.places import (
    NUTS,
    RANK,
    SQUIRRELS,
    Sites,
    animal_places,
    animals,
    first_leaves,
    fits,
    has_room,
    leaf_runs,
    leaves,
    spaces,
)
from rules.indian_summer.forest.shapes import FULL, Bits
from rules.indian_summer.forest.sources import (
    Board,
    Table,
    ends,
    first_tiles,
    missing,
    pairs,
    row_of,
)
from rules.indian_summer.moves import (
    BerryFrom,
    ChooseSide,
    EndTurn,
    Forgo,
    Leaf,
    NextGame,
    PlaceAnimal,
    Refill,
    Side,
    Sources,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    SpendNut,
    Squirrel,
    Swap,
)
from rules.indian_summer.state import Player, SummerState, to_act
from rules.indian_summer.view import Phase, PlayerView, Task
from rules.protocol import CHANCE, Move
from rules.text import Seat

_BOTH_SIDES: Final = tuple(map(ChooseSide, Side))
_SETUP, _SIDES, _TURN, _REFILL, _SCORED, _OVER = Phase  # names are looked up ten times as fast
_FEATHER: Final = run((SpendFeather(),))
_BERRY: Final = run((SpendBerry(),))
_END: Final = run((EndTurn(),))
_ONLY: Final = {_SIDES: ChooseSide, _REFILL: Refill, _SCORED: NextGame}
"""The kind of move that alone is possible in a phase."""


def legal_moves(state: SummerState, seat: Seat) -> Sequence[Move]:
    """Return every legal move of `seat`, sorted; () if it is not to act."""
    if seat == CHANCE or seat not in to_act(state):
        return ()
    if state.phase is _SIDES:
        return _BOTH_SIDES
    if state.phase is _SCORED:
        return (NextGame(),)
    if state.phase is _REFILL:
        return tuple(map(Refill, ends(state, PATH)))
    player = state.players[seat]
    if state.task is not None:
        return Moves(_task_runs(state.task, player))
    if state.main_done or player.covered == FULL:  # IS-TURN-3, IS-TURN-4, ruling A-06
        return Moves([*_special_runs(state, player), _END])
    return Moves([*_main_runs(state, player), *_special_runs(state, player)])


def is_legal(state: SummerState, seat: Seat, move: Move) -> bool:
    """True if `seat` may make `move` now."""
    if seat == CHANCE:
        return can_be_drawn(state, move)
    if seat not in to_act(state):
        return False
    if state.phase is not _TURN:
        return type(move) is _ONLY[state.phase] and (
            not isinstance(move, Refill) or bool(row_of(state, move.source))
        )
    player = state.players[seat]
    if state.task is not None:
        return _accepts_task(state.task, player, move)
    if isinstance(move, Leaf | Squirrel | SpendFeather | SpendMushroom):
        return not state.main_done and _accepts_main(state, player, move)
    return _accepts_special(state, player, move)


def preparable(state: SummerState, seat: Seat) -> Sequence[Move]:
    """Return the leaf moves a waiting seat can prepare on its own floor, sorted.

    They depend only on what that seat may know, so not on the running turn.
    """
    table, seats = state.public, state.seats
    if table.due is not None or table.phase is not _TURN:
        return ()
    if not 0 <= seat < seats or seat == table.active:
        return ()
    if table.ending and (seat - table.start) % seats < (table.active - table.start) % seats:
        return ()  # it has already had its last turn
    player = table.players[seat]
    return Moves(leaf_runs(sorted(player.path), player.covered))


# Main actions


def _main_runs(state: SummerState, player: Player) -> list[Run]:
    """Return what a main action can begin with (IS-TURN-5).

    That includes any tile of the path (ruling A-02).
    """
    covered = player.covered
    found = leaf_runs(sorted(player.path), covered)
    found.append((SQUIRRELS, spaces(covered)))
    _, _, mushrooms, feathers = player.supply
    if feathers and can_feather(player):
        found.append(_FEATHER)
    if mushrooms:
        found.append(run(tuple(map(SpendMushroom, fitting_pairs(state, covered)))))
    return found


def _accepts_main(state: SummerState, player: Player, move: Move) -> bool:
    """True if a main action can begin like this."""
    _, _, mushrooms, feathers = player.supply
    match move:
        case Leaf():
            return move.tile in player.path and is_free(move, player.covered)
        case Squirrel():
            return not move.cell.bit & player.covered
        case SpendFeather():
            return feathers > 0 and can_feather(player)
        case SpendMushroom():
            return mushrooms > 0 and move.pair in fitting_pairs(state, player.covered)
    return False


def is_free(leaf: Leaf, covered: Bits) -> bool:
    """True if a tile can lie there: on the floor and on empty spaces (IS-LEAF-1)."""
    squares = leaf.squares
    return squares != 0 and not squares & covered


def can_feather(player: Player | PlayerView) -> bool:
    """True if two tiles of the path can be placed (IS-FEA-1, ruling A-14)."""
    return can_place_two(player.path, player.covered)


def can_place_two(tiles: Sequence[Tile], covered: Bits) -> bool:
    """True if two of some tiles fit on a floor together."""
    return any(first_leaves(tile, tiles, covered) for tile in tiles)


def fitting_pairs(state: Table, covered: Bits) -> Iterator[Sources]:
    """Yield a Mushroom's sources with a tile that fits a floor, sorted (IS-MUSH-2)."""
    for pair in pairs(state):
        if any(fits(tile.drawing, covered) for tile in first_tiles(state, pair)):
            yield pair


# The tiles of a Feather or a Mushroom


def _task_runs(task: Task, player: Player) -> list[Run]:
    """Return how a task can go on (IS-FEA-1, IS-MUSH-2, ruling A-13)."""
    if task.spent is Treasure.MUSHROOM:
        unfit = tuple(Forgo(tile) for tile in sorted(task.tiles) if is_unfit(tile, player))
        return [*leaf_runs(sorted(task.tiles), player.covered), run(unfit)]
    if task.placed:
        return leaf_runs(sorted(player.path), player.covered)
    path = sorted(player.path)
    return [(leaves(tile), first_leaves(tile, path, player.covered)) for tile in path]


def _accepts_task(task: Task, player: Player, move: Move) -> bool:
    """True if a task can go on like this; nothing else may (IS-TURN-2)."""
    if isinstance(move, Forgo):
        return move.tile in task.tiles and is_unfit(move.tile, player)
    if not isinstance(move, Leaf) or not is_free(move, player.covered):
        return False
    if task.spent is Treasure.MUSHROOM:
        return move.tile in task.tiles
    return move.tile in player.path and (task.placed or leaves_room(move, player))


def is_unfit(tile: Tile, player: Player) -> bool:
    """True if a tile fits nowhere on a floor, so that it can be forgone."""
    return not fits(tile.drawing, player.covered)


def leaves_room(leaf: Leaf, player: Player) -> bool:
    """True if another tile of the path fits after this one (IS-FEA-1)."""
    others = {tile.drawing for tile in player.path if tile != leaf.tile}
    return has_room(others, player.covered | leaf.squares)


# What can be done around the main action (IS-TURN-2, ruling A-05)


def _special_runs(state: Board, player: Player) -> list[Run]:
    found: list[Run] = []
    if can_berry(state, player):
        if state.solo:
            found.append(run(tuple(map(BerryFrom, ends(state, missing(player))))))
        else:
            found.append(_BERRY)
    if player.supply[1]:  # a Nut
        found.append((NUTS, spaces(player.covered)))
    if places := places_for_animals(state, player):
        found.append((animals(), places))
    if any(player.supply):
        found.append(run(swaps(player.supply)))
    return found


def is_stuck(state: Board) -> bool:
    """True if the active player can do nothing around the main action."""
    player = state.players[state.active]
    berries, nuts, mushrooms, feathers = player.supply
    if nuts or mushrooms or feathers or berries > 1:  # which can be exchanged
        return False
    return not can_berry(state, player) and not places_for_animals(state, player)


def _accepts_special(state: SummerState, player: Player, move: Move) -> bool:
    """True if this can be done around the main action, or the turn be ended."""
    match move:
        case SpendBerry():
            return not state.solo and can_berry(state, player)
        case BerryFrom():
            return state.solo and can_berry(state, player) and bool(row_of(state, move.source))
        case SpendNut():
            return player.supply[Treasure.NUT.rank] > 0 and not move.cell.bit & player.covered
        case PlaceAnimal():
            squares, holes = move.squares, player.holes & ~player.tokens
            fits = squares != 0 and not squares & ~holes
            return fits and state.stock[RANK[move.animal]] > 0
        case Swap():
            return 0 < rate(move.give, move.get) <= player.supply[move.give.rank]
        case EndTurn():
            return state.main_done or player.covered == FULL
    return False


def places_for_animals(state: Board, player: Player) -> Sites:
    """Return the places where an animal fits over a player's empty holes (IS-ANI-1)."""
    holes = player.holes & ~player.tokens
    return animal_places(holes, state.stock) if holes else 0


def can_berry(state: Table, player: Player | PlayerView) -> bool:
    """True if a Berry can be spent (IS-BER-1, IS-SOLO-4, IS-PATH-6)."""
    berries = player.supply[0]
    if not berries or len(player.path) >= MOST:
        return False
    return bool(state.top or state.bottom if state.solo else state.common)


def forced(state: Board) -> Move | None:
    """Return the step that the active player need not be asked for, or None.

    It is a Mushroom's tile that fits nowhere, because it never will (IS-MUSH-2); or their only
    move, if that places something. The turn's end is the matter of `flow`.
    """
    player = state.players[state.active]
    if state.task is None:
        gaps = FULL & ~player.covered
        if state.main_done or gaps.bit_count() != 1 or not is_stuck(state):
            return None
        return Moves([(SQUIRRELS, spaces(player.covered))])[0]
    moves = Moves(_task_runs(state.task, player))
    unfit = next((move for move in moves if isinstance(move, Forgo)), None)
    return unfit or (moves[0] if len(moves) == 1 else None)


def rate(give: Treasure, get: Treasure) -> int:
    """Return how many of a treasure buy one of another; 0 if they cannot (IS-EXC-1)."""
    step = get.rank - give.rank
    return 2 if step == 1 else 1 if step < 0 else 0


_RATES: Final = {
    Swap(give, get): (give.rank, rate(give, get))
    for give, get in product(sorted(TREASURES), repeat=2)
    if rate(give, get)
}
"""The exchanges, sorted: the rank of what is given, and how many of it."""


def swaps(supply: Supply) -> tuple[Swap, ...]:
    """Return the exchanges that a supply allows, sorted (IS-EXC-1)."""
    return tuple(swap for swap, (give, rate) in _RATES.items() if supply[give] >= rate)
