"""The effects of moves.

Until a turn ends or a tile is turned up, only its player is told about its steps, and
`SummerState.begun` keeps the table as all others know it. A step can be taken back until a tile is
turned up or the turn is ended; if the turn ends by itself, until somebody else has decided
(IS-TURN-7).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rules.draft import there
from rules.handlers import Handlers
from rules.indian_summer import events, flow
from rules.indian_summer.components import NOTHING, PATH, SOLO_PATH, START, Treasure
from rules.indian_summer.draft import Draft
from rules.indian_summer.forest.floor import changed, plus
from rules.indian_summer.forest.places import RANK
from rules.indian_summer.forest.sources import first_tiles, missing
from rules.indian_summer.legal import forced, rate
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
from rules.indian_summer.refusals import check
from rules.indian_summer.state import SERIES, SIDES, Due, Player, SummerState, full_stock
from rules.indian_summer.view import Change, Phase, Task, animal_pays
from rules.protocol import CHANCE, Event, Move, Transition
from rules.text import Seat, Telling

_SETUP, _SIDES, _TURN, _REFILL, _SCORED, _OVER = Phase  # names are looked up ten times as fast
_MOVES: Final = Handlers[Draft, None]()


def apply(state: SummerState, seat: Seat, move: Move) -> Transition[SummerState]:
    """Return what `move` leads to; checks it first."""
    check(state, seat, move)
    draft = Draft(state)
    undoable = _play(draft, state, seat, move)
    return Transition(draft.freeze(), tuple(draft.events), undoable)


def advance(state: SummerState, seat: Seat, move: Move) -> SummerState:
    """Return the state after a legal `move`, without events."""
    draft = Draft(state, quiet=True)
    _play(draft, state, seat, move)
    return draft.freeze()


def _play(draft: Draft, before: SummerState, seat: Seat, move: Move) -> bool:
    """Make a move, and tell those who may know; return whether it can be taken back."""
    if isinstance(move, ChooseSide):
        return _choose_side(draft, seat, move)
    _MOVES[type(move)](draft, move)
    flow.settle(draft, seat)
    while (step := _forced(draft)) is not None:
        _MOVES[type(step)](draft, step)
        flow.settle(draft, seat)
    if seat == CHANCE or draft.due is not None:
        _tell_all(draft)
        return False
    if draft.turned:
        _tell_all(draft)
        return draft.version > 1 and not isinstance(move, EndTurn) and draft.phase is not _OVER
    draft.told += tuple(it for it in draft.tellings if isinstance(it, Telling))
    draft.begun = before.public
    _tell(draft, draft.tellings, frozenset({seat}))
    return True


def _forced(draft: Draft) -> Move | None:
    """Return the next step that nobody need be asked for, or None; say why."""
    if draft.version < 2 or draft.due is not None or draft.phase is not _TURN:
        return None
    step = forced(draft)
    if step is not None and not isinstance(step, Forgo):
        draft.say_only(draft.active, events.only_move, draft.active)
    return step


def _tell_all(draft: Draft) -> None:
    """Show everybody the table as it is, and tell them what they have not been told."""
    _tell(draft, (*draft.told, *draft.tellings), None)
    draft.told, draft.begun = (), None


def _tell(draft: Draft, said: Iterable[Telling | Event], audience: frozenset[Seat] | None) -> None:
    """Tell an audience everything that isn't for one seat alone."""
    if not draft.quiet:
        draft.events += [it if isinstance(it, Event) else Event(it, audience) for it in said]


def _choose_side(draft: Draft, seat: Seat, move: ChooseSide) -> bool:
    """Choose a side; nobody else is told until all have chosen."""
    sides = list(draft.sides)
    sides[seat] = str(move.side)
    draft.sides = tuple(sides)
    if None in sides:
        draft.tell_only(seat, events.chose, str(move.side))
        return True
    draft.players = [
        replace(player, floor=player.floor.side(str(side)))
        for player, side in zip(draft.players, sides, strict=True)
    ]
    draft.say(events.floors, tuple(player.floor for player in draft.players))
    flow.begin_turn(draft)
    _tell_all(draft)
    return False


# Chance


@_MOVES.of(Deal)
def _deal(draft: Draft, move: Deal) -> None:
    """Clear away the last game and lay out a new one.

    The set-up is that of IS-SETUP-1, IS-SETUP-2 and IS-SETUP-3.
    """
    used = [tile for player in draft.players for tile in player.path]
    used += [leaf.tile for player in draft.players for leaf in player.leaves]
    draft.gone = tuple(sorted((*draft.gone, *used, *draft.top, *draft.bottom)))
    draft.players = [
        Player(floor, path=move.paths[seat * PATH : (seat + 1) * PATH], supply=START)
        for seat, floor in enumerate(move.floors)
    ]
    dealt = {*move.paths, *move.common}
    draft.unseen = tuple(tile for tile in draft.unseen if tile not in dealt)
    if draft.solo:
        draft.top, draft.bottom = move.common[:SOLO_PATH], move.common[SOLO_PATH:]
    else:
        draft.common = tuple(move.common)
    draft.stock = full_stock(draft.options)
    draft.due, draft.round, draft.ending = None, 1, False
    draft.start = draft.active = move.start
    draft.last = Change()
    if draft.solo:
        game = len(draft.results) + 1 if SERIES in draft.options else 0
        draft.say(events.dealt_solo, game, move.floors[0])
    else:
        draft.say(events.dealt, move.start)
    flow.begin_turn(draft)
    if SIDES in draft.options and not draft.results:
        draft.phase = _SIDES
        draft.sides = (None,) * draft.seats


@_MOVES.of(TopUp)
def _top_up(draft: Draft, move: TopUp) -> None:
    draft.due = None
    draft.common += tuple(move.tiles)
    draft.unseen = tuple(tile for tile in draft.unseen if tile not in set(move.tiles))
    draft.say(events.topped_up, len(move.tiles))


# Main actions


@_MOVES.of(Leaf)
def _leaf(draft: Draft, move: Leaf) -> None:
    """Place a tile as the main action, or for a Feather or Mushroom (IS-LEAF-1)."""
    draft.take(move.tile)
    found = draft.cover(move.squares, move)
    draft.say(events.placed, draft.active, move.tile, move.hole, found)
    task = draft.task
    if task is None or task.placed and task.spent is Treasure.FEATHER:
        flow.main_done(draft)
        return
    tiles = tuple(tile for tile in task.tiles if tile != move.tile)
    if task.spent is Treasure.MUSHROOM and not tiles:
        flow.main_done(draft)
    else:
        draft.task = Task(task.spent, tiles, placed=True)


@_MOVES.of(Squirrel)
def _squirrel(draft: Draft, move: Squirrel) -> None:
    draft.say(events.squirrel, draft.active, move.cell, draft.cover(move.cell.bit))
    flow.main_done(draft)


@_MOVES.of(SpendFeather)
def _feather(draft: Draft, move: SpendFeather) -> None:
    """Spend a Feather; two placements follow (IS-FEA-1, IS-SOLO-6)."""
    draft.pay((0, 0, 0, -1))
    draft.mark()
    draft.task = Task(Treasure.FEATHER, (), placed=False)
    draft.say(events.feather, draft.active)


@_MOVES.of(SpendMushroom)
def _mushroom(draft: Draft, move: SpendMushroom) -> None:
    """Spend a Mushroom; tiles stay where they lie until placed (IS-MUSH-2)."""
    tiles = first_tiles(draft, move.pair)
    draft.pay((0, 0, -1, 0))
    draft.mark()
    draft.task = Task(Treasure.MUSHROOM, tiles, placed=False)
    draft.say(events.mushroom, draft.active, tiles, move.pair)


@_MOVES.of(Forgo)
def _forgo(draft: Draft, move: Forgo) -> None:
    task = there(draft.task)
    draft.mark()
    draft.say(events.forgone, draft.active, move.tile)
    tiles = tuple(tile for tile in task.tiles if tile != move.tile)
    if tiles:
        draft.task = Task(task.spent, tiles, task.placed)
    else:
        flow.main_done(draft)


# Special actions


@_MOVES.of(SpendBerry)
def _berry(draft: Draft, move: SpendBerry) -> None:
    draft.pay((-1, 0, 0, 0))
    draft.mark()
    draft.say(events.berry, draft.active)
    draft.wants = ((draft.active, len(draft.player.path) + missing(draft.player)),)


@_MOVES.of(BerryFrom)
def _berry_from(draft: Draft, move: BerryFrom) -> None:
    draft.pay((-1, 0, 0, 0))
    draft.say(events.berry, draft.active)
    flow.take_from(draft, move.source, missing(draft.player))


@_MOVES.of(Refill)
def _refill(draft: Draft, move: Refill) -> None:
    draft.phase = _TURN
    flow.take_from(draft, move.source, PATH)


@_MOVES.of(SpendNut)
def _nut(draft: Draft, move: SpendNut) -> None:
    draft.pay((0, -1, 0, 0))
    draft.say(events.nut, draft.active, move.cell, draft.cover(move.cell.bit))


@_MOVES.of(PlaceAnimal)
def _animal(draft: Draft, move: PlaceAnimal) -> None:
    """Place an animal; treasures printed below it pay once more (IS-ANI-4).

    The treasure that it bears pays, too (IS-ANI-5). A hole over an empty space pays nothing
    (ruling A-19).
    """
    player = draft.player
    pays = animal_pays(player.floor, move)
    draft.player = replace(
        player,
        animals=(*player.animals, move),
        holes=player.holes & ~move.squares,
        supply=plus(player.supply, pays),
    )
    stock = list(draft.stock)
    stock[RANK[move.animal]] -= 1
    draft.stock = tuple(stock)
    draft.mark(move.squares)
    draft.say(events.animal, draft.active, move.animal, move.squares, pays)


@_MOVES.of(Swap)
def _swap(draft: Draft, move: Swap) -> None:
    given = changed(NOTHING, move.give, rate(move.give, move.get))
    got = changed(NOTHING, move.get, 1)
    draft.pay(got)
    draft.pay(changed(NOTHING, move.give, -rate(move.give, move.get)))
    draft.mark()
    draft.say(events.swapped, draft.active, given, got)


@_MOVES.of(NextGame)
def _next_game(draft: Draft, move: NextGame) -> None:
    draft.phase = _SETUP
    draft.due = Due.DEAL


@_MOVES.of(EndTurn)
def _end_turn(draft: Draft, move: EndTurn) -> None:
    if not draft.told:
        draft.say(events.ended, draft.active)
    flow.end_turn(draft)
