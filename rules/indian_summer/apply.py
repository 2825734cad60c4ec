"""What comes of a move.

A step of a turn can be taken back until the turn ends or a tile is turned up. So long it is told
to the one who makes it alone, and `SummerState.begun` keeps the table as all others know it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, cast

from rules.indian_summer import flow, news
from rules.indian_summer.check import check
from rules.indian_summer.components import (
    ANIMALS,
    NOTHING,
    PATH,
    SOLO_PATH,
    START,
    Supply,
    Treasure,
)
from rules.indian_summer.floor import changed, plus, printed
from rules.indian_summer.legal import rate
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
from rules.indian_summer.places import RANK
from rules.indian_summer.sources import first_tiles, missing
from rules.indian_summer.state import SERIES, SIDES, Due, Player, SummerState, full_stock
from rules.indian_summer.table import Table
from rules.indian_summer.view import Change, Phase, Task
from rules.protocol import CHANCE, Event, Move, Transition
from rules.text import Seat


def apply(state: SummerState, seat: Seat, move: Move) -> Transition[SummerState]:
    """Return what `move` leads to; checks it first."""
    check(state, seat, move)
    table = Table(state)
    if isinstance(move, ChooseSide):
        return _choose_side(table, seat, move)
    _MOVES[type(move)](table, move)
    flow.settle(table)
    if seat == CHANCE or table.turned or table.due is not None:
        return _told_to_all(table)
    table.told += tuple(table.texts)
    table.begun = state.public
    alone = frozenset({seat})
    events = tuple(Event(text, alone) for text in table.texts)
    return Transition(table.freeze(), events, undoable=True)


def _told_to_all(table: Table) -> Transition[SummerState]:
    """Let everybody see the table as it is, and read what has not been told yet."""
    texts = (*table.told, *table.texts)
    table.told, table.begun = (), None
    return Transition(table.freeze(), tuple(Event(text) for text in texts))


def _choose_side(table: Table, seat: Seat, move: ChooseSide) -> Transition[SummerState]:
    """A choice is told to nobody else before all have chosen (decision D1)."""
    sides = list(table.sides)
    sides[seat] = str(move.side)
    table.sides = tuple(sides)
    if None in sides:
        event = Event(news.chose(str(move.side)), frozenset({seat}))
        return Transition(table.freeze(), (event,), undoable=True)
    table.players = [
        replace(player, floor=player.floor.side(str(side)))
        for player, side in zip(table.players, sides, strict=True)
    ]
    table.tell(news.floors(tuple(player.floor for player in table.players)))
    flow.begin_turn(table)
    return _told_to_all(table)


# Chance


def _deal(table: Table, move: Deal) -> None:
    """Lay out a game (IS-SETUP-1, IS-SETUP-2, IS-SETUP-3); the one before is cleared away."""
    used = [tile for player in table.players for tile in player.path]
    used += [leaf.tile for player in table.players for leaf in player.leaves]
    table.gone = tuple(sorted((*table.gone, *used, *table.top, *table.bottom)))
    table.players = [
        Player(floor, path=move.paths[seat * PATH : (seat + 1) * PATH], supply=START)
        for seat, floor in enumerate(move.floors)
    ]
    dealt = {*move.paths, *move.common}
    table.unseen = tuple(tile for tile in table.unseen if tile not in dealt)
    if table.solo:
        table.top, table.bottom = move.common[:SOLO_PATH], move.common[SOLO_PATH:]
    else:
        table.common = tuple(move.common)
    table.stock = full_stock(table.options)
    table.due, table.round, table.ending = None, 1, False
    table.start = table.active = move.start
    table.last = Change()
    if table.solo:
        game = len(table.results) + 1 if SERIES in table.options else 0
        table.tell(news.dealt_solo(game, move.floors[0]))
    else:
        table.tell(news.dealt(move.start))
    flow.begin_turn(table)
    if SIDES in table.options and not table.results:
        table.phase = Phase.SIDES
        table.sides = (None,) * table.seats


def _top_up(table: Table, move: TopUp) -> None:
    table.due = None
    table.common += tuple(move.tiles)
    table.unseen = tuple(tile for tile in table.unseen if tile not in set(move.tiles))
    table.tell(news.topped_up(len(move.tiles)))


# Main actions


def _leaf(table: Table, move: Leaf) -> None:
    """Place a tile: the main action, or one of the two of a Feather or Mushroom (IS-LEAF-1)."""
    table.take(move.tile)
    found = table.cover(move.squares, move)
    table.tell(news.placed(table.active, move.tile, move.hole, found))
    task = table.task
    if task is None or task.placed and task.spent is Treasure.FEATHER:
        flow.main_done(table)
        return
    tiles = tuple(tile for tile in task.tiles if tile is not move.tile)
    if task.spent is Treasure.MUSHROOM and not tiles:
        flow.main_done(table)
    else:
        table.task = Task(task.spent, tiles, placed=True)


def _squirrel(table: Table, move: Squirrel) -> None:
    table.tell(news.squirrel(table.active, move.cell, table.cover(move.cell.bit)))
    flow.main_done(table)


def _feather(table: Table, move: SpendFeather) -> None:
    """Two placements follow, in the solo game as well (IS-FEA-1, IS-SOLO-6)."""
    table.pay((0, 0, 0, -1))
    table.mark()
    table.task = Task(Treasure.FEATHER, (), placed=False)
    table.tell(news.feather(table.active))


def _mushroom(table: Table, move: SpendMushroom) -> None:
    """The tiles stay where they lie until they are placed (IS-MUSH-2)."""
    tiles = first_tiles(table, move.pair)
    table.pay((0, 0, -1, 0))
    table.mark()
    table.task = Task(Treasure.MUSHROOM, tiles, placed=False)
    table.tell(news.mushroom(table.active, tiles))


def _forgo(table: Table, move: Forgo) -> None:
    task = cast("Task", table.task)
    table.mark()
    table.tell(news.forgone(table.active, move.tile))
    tiles = tuple(tile for tile in task.tiles if tile is not move.tile)
    if tiles:
        table.task = Task(task.spent, tiles, task.placed)
    else:
        flow.main_done(table)


# Special actions


def _berry(table: Table, move: SpendBerry) -> None:
    table.pay((-1, 0, 0, 0))
    table.mark()
    table.tell(news.berry(table.active))
    table.wants = ((table.active, len(table.player.path) + missing(table.player)),)


def _berry_from(table: Table, move: BerryFrom) -> None:
    table.pay((-1, 0, 0, 0))
    table.tell(news.berry(table.active))
    flow.take_from(table, move.source, missing(table.player))


def _refill(table: Table, move: Refill) -> None:
    table.phase = Phase.TURN
    flow.take_from(table, move.source, PATH)


def _nut(table: Table, move: SpendNut) -> None:
    table.pay((0, -1, 0, 0))
    table.tell(news.nut(table.active, move.cell, table.cover(move.cell.bit)))


def _animal(table: Table, move: PlaceAnimal) -> None:
    """Treasures printed below pay once more, and so does the one it bears (IS-ANI-4, IS-ANI-5)."""
    player, kind = table.player, ANIMALS[move.animal]
    pays: Supply = printed(player.floor, move.squares)
    if kind.bears is not None:
        pays = changed(pays, kind.bears, 1)
    table.player = replace(
        player,
        animals=(*player.animals, move),
        holes=player.holes & ~move.squares,
        supply=plus(player.supply, pays),
    )
    stock = list(table.stock)
    stock[RANK[move.animal]] -= 1
    table.stock = tuple(stock)
    table.mark(move.squares)
    table.tell(news.animal(table.active, move.animal, move.at, pays))


def _swap(table: Table, move: Swap) -> None:
    given = changed(NOTHING, move.give, rate(move.give, move.get))
    got = changed(NOTHING, move.get, 1)
    table.pay(got)
    table.pay(changed(NOTHING, move.give, -rate(move.give, move.get)))
    table.mark()
    table.tell(news.swapped(table.active, given, got))


def _next_game(table: Table, move: NextGame) -> None:
    table.phase = Phase.SETUP
    table.due = Due.DEAL


def _end_turn(table: Table, move: EndTurn) -> None:
    if not table.told:
        table.tell(news.ended(table.active))
    flow.end_turn(table)


_MOVES: Final = cast(
    "dict[type[Move], Callable[[Table, Move], None]]",
    {
        Leaf: _leaf,
        Squirrel: _squirrel,
        SpendFeather: _feather,
        SpendMushroom: _mushroom,
        Forgo: _forgo,
        SpendBerry: _berry,
        BerryFrom: _berry_from,
        SpendNut: _nut,
        PlaceAnimal: _animal,
        Swap: _swap,
        Refill: _refill,
        EndTurn: _end_turn,
        NextGame: _next_game,
        Deal: _deal,
        TopUp: _top_up,
    },
)
