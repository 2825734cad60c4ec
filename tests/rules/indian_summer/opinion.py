"""A second opinion on what is legal, from the rulebook and space by space."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import cast

from rules.indian_summer.components import ANIMALS, SEAT_MARKS
from rules.indian_summer.moves import (
    BerryFrom,
    ChooseSide,
    Deal,
    EndTurn,
    Forgo,
    Leaf,
    NextGame,
    PlaceAnimal,
    Refill,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    SpendNut,
    Squirrel,
    Swap,
    TopUp,
)
from rules.indian_summer.state import Due, Player, SummerState
from rules.indian_summer.view import Phase
from rules.protocol import CHANCE, Move
from rules.text import Seat
from tests.rules.indian_summer.witness import FLOOR, first_of

ORDER = ["berry", "nut", "mushroom", "feather"]
"""The treasures, the least valuable first."""
Spaces = frozenset[str]
"""A set of spaces by their names."""


def allows(state: object, seat: Seat, move: Move) -> bool | None:
    """Return if a move is legal; None for an equal spelling of one that is listed otherwise."""
    table = cast("SummerState", state)
    if seat == CHANCE:
        return can_be_drawn(table, move)
    if table.due is not None or table.phase is Phase.OVER or seat < 0:
        return False
    if table.phase is Phase.SIDES:  # IS-SETUP-1
        return isinstance(move, ChooseSide) and table.sides[seat] is None
    if seat != table.active:
        return False
    if table.phase is Phase.SCORED:  # IS-SOLO-9
        return isinstance(move, NextGame)
    if table.phase is Phase.REFILL:  # IS-SOLO-2
        return spelled(table, move, 5) if isinstance(move, Refill) else False
    own = table.players[seat]
    if table.task is not None:  # IS-TURN-2, ruling A-05
        return goes_on(table, own, move)
    if isinstance(move, Leaf | Squirrel | SpendFeather | SpendMushroom):
        return not table.main_done and begins(table, own, move)  # IS-TURN-5
    return around(table, own, move)


def can_be_drawn(table: SummerState, move: Move) -> bool:
    """Whether chance draws only what lies face down."""
    if table.due is Due.DEAL:
        return isinstance(move, Deal) and {*move.paths, *move.common} <= {*table.unseen}
    if table.due is Due.TOP_UP:  # IS-PATH-4, ruling A-03
        most = min(16 - len(table.common), len(table.unseen))
        drawn = isinstance(move, TopUp) and {*move.tiles} <= {*table.unseen}
        return drawn and len(set(cast("TopUp", move).tiles)) == most
    return False


def begins(table: SummerState, own: Player, move: Move) -> bool:
    """Whether a main action can begin with a move."""
    _, _, mushrooms, feathers = own.supply
    free = empty(own)
    match move:
        case Leaf():  # IS-LEAF-1, ruling A-02
            return move.tile in own.path and lies(move) in spots(move.tile.drawing, free)
        case Squirrel():  # IS-SQ-1
            return move.cell in free
        case SpendFeather():  # IS-FEA-1, ruling A-14
            return feathers > 0 and any(
                a.isdisjoint(b)
                for one, other in combinations(own.path, 2)
                for a in spots(one.drawing, free)
                for b in spots(other.drawing, free)
            )
        case SpendMushroom():  # IS-MUSH-2
            named = tuple(move.pair.split("+"))
            return (
                mushrooms > 0
                and named in sources(table)
                and any(spots(first_of(table, place).drawing, free) for place in named)
            )
    return False


def goes_on(table: SummerState, own: Player, move: Move) -> bool:
    """Whether a Feather or a Mushroom goes on with a move."""
    task, free = table.task, empty(own)
    assert task is not None
    if isinstance(move, Forgo):  # IS-MUSH-2, ruling A-13
        return move.tile in task.tiles and not spots(move.tile.drawing, free)
    if not isinstance(move, Leaf) or lies(move) not in spots(move.tile.drawing, free):
        return False
    if task.spent == "mushroom":
        return move.tile in task.tiles
    left = free - lies(move)
    others = [tile for tile in own.path if tile != move.tile]
    fit = task.placed or any(spots(tile.drawing, left) for tile in others)  # IS-FEA-1
    return move.tile in own.path and fit


def around(table: SummerState, own: Player, move: Move) -> bool | None:
    """Whether a move is possible before and after the main action (IS-TURN-2)."""
    match move:
        case EndTurn():  # IS-TURN-3, IS-TURN-4, ruling A-06
            return table.main_done or not empty(own)
        case SpendBerry():  # IS-BER-1
            return (
                table.seats > 1 and own.supply[0] > 0 and len(own.path) < 6 and table.common != ()
            )
        case BerryFrom():  # IS-SOLO-4
            possible = table.seats == 1 and own.supply[0] > 0 and len(own.path) < 6
            return spelled(table, move, max(5 - len(own.path), 1)) if possible else False
        case SpendNut():  # IS-NUT-1
            return own.supply[1] > 0 and move.cell in empty(own)
        case PlaceAnimal():  # IS-ANI-1, IS-ANI-6
            left = table.stock[list(ANIMALS).index(move.animal)]
            drawing = ANIMALS[move.animal].drawing
            return left > 0 and animal_lies(move) in spots(drawing, holes(own))
        case Swap():  # IS-EXC-1
            step = ORDER.index(move.get) - ORDER.index(move.give)
            price = 2 if step == 1 else 1 if step < 0 else 99
            return own.supply[ORDER.index(move.give)] >= price
    return False


def spelled(table: SummerState, move: Refill | BerryFrom, need: int) -> bool | None:
    """Whether an end has tiles; None for the right end of a path that is taken whole."""
    path, end = move.source.split("-")
    row = table.top if path == "top" else table.bottom
    if not row:
        return False
    return None if end == "right" and len(row) <= need else True


def sources(table: SummerState) -> set[tuple[str, ...]]:
    """Return where a Mushroom may take tiles from (IS-MUSH-1, -4, -5; IS-SOLO-5)."""
    if table.seats == 1:
        ends = {
            path: [f"{path}-left", f"{path}-right"][: len(row)]
            for path, row in (("top", table.top), ("bottom", table.bottom))
            if row
        }
        if len(ends) == 2:
            return {(one, other) for one in ends["top"] for other in ends["bottom"]}
        return {(end,) for row in ends.values() for end in row}
    others = [
        mark.letter
        for seat, mark in enumerate(SEAT_MARKS[: table.seats])
        if seat != table.active and table.players[seat].path
    ]
    if table.seats == 2 and table.common:
        others.append("bush")
    return set(combinations(others, 2)) if len(others) > 1 else {tuple(others)} - {()}


# Spaces


def empty(own: Player) -> Spaces:
    """Return the spaces that no piece lies on, counted from the pieces."""
    squirrels = {str(cell) for cell in FLOOR if own.squirrels >> cell.number & 1}
    return frozenset(map(str, FLOOR)).difference(squirrels, *map(lies, own.leaves))


def holes(own: Player) -> Spaces:
    """Return the holes without a token and without an animal."""
    bare = own.holes & ~own.tokens
    return frozenset(str(cell) for cell in FLOOR if bare >> cell.number & 1)


def lies(leaf: Leaf) -> Spaces:
    """Return the spaces below a tile; none if it would stick out over the edge."""
    return laid(leaf.tile.drawing, leaf.hole, int(leaf.turn[1:]), anchor="o")


def animal_lies(move: PlaceAnimal) -> Spaces:
    """Return the spaces below an animal; none if it would stick out."""
    return laid(ANIMALS[move.animal].drawing, move.at, int(move.turn[1:]), anchor="x")


@cache
def laid(drawing: str, at: str, turn: int, anchor: str) -> Spaces:
    """Return the spaces of a drawing, by where its first sign `anchor` lies."""
    ways = turned(drawing)
    if turn >= len(ways):
        return frozenset()
    signs = ways[turn]
    row0, col0 = next(square for square, sign in sorted(signs.items()) if sign == anchor)
    top, left = int(at[1:]) - row0, ord(at[0]) - col0
    found = frozenset(f"{chr(left + col)}{top + row}" for row, col in signs)
    return found if found <= frozenset(map(str, FLOOR)) else frozenset()


Signs = dict[tuple[int, int], str]


@cache
def turned(drawing: str) -> list[Signs]:
    """Return the different ways to lay a drawing: turned, then turned over and turned."""
    rows = drawing.split("/")
    found = list[Signs]()
    for start in (rows, [row[::-1] for row in rows]):
        lines = start
        for _ in range(4):
            signs = {
                (row, col): sign
                for row, line in enumerate(lines)
                for col, sign in enumerate(line)
                if sign != "."
            }
            found += [signs] if signs not in found else []
            lines = ["".join(column) for column in zip(*reversed(lines), strict=True)]
    return found


@cache
def everywhere(drawing: str) -> tuple[Spaces, ...]:
    """Return all that a drawing can cover on an empty floor."""
    anchor = "o" if "o" in drawing else "x"
    spots = (laid(drawing, str(cell), turn, anchor) for cell in FLOOR for turn in range(8))
    return tuple(spot for spot in spots if spot)


def spots(drawing: str, free: Spaces) -> list[Spaces]:
    """Return what a drawing can cover of some spaces."""
    return [spot for spot in everywhere(drawing) if spot <= free]
