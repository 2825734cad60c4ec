"""Shared by Indian Summer's picture tests: random matches, and made-up tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final, cast

from rules.indian_summer.components import (
    AREAS,
    CELLS,
    COMMON,
    FLOORS,
    TILES,
    TURNS,
    Animal,
    FloorId,
    Spaces,
    Tile,
    Treasure,
    animal_squares,
    squares,
)
from rules.indian_summer.moves import Leaf, PlaceAnimal, SpendNut, Squirrel
from rules.indian_summer.view import (
    Change,
    GameResult,
    Phase,
    PlayerView,
    StockView,
    SummerView,
    Task,
)
from rules.protocol import CHANCE, WATCHER
from rules.registry import get

SUMMER: Final = get("indian_summer")
NAMES: Final = {
    0: "Ada",
    1: "Bartłomiej Brzęczyszczykiewicz-Wąchocki 🎲🎲",
    2: "🦊 狐",
    3: "Дмитрий_the **Great** ŻÓŁĆ",
}
LEFT: Final = (6, 0, 4, 2, 1, 1, 0)
"""The number of each animal that a made-up table has left."""
SIDES: Final = tuple(FloorId(name) for name in ("F1A", "F2B", "F4A", "F6B"))


@cache
def states(seats: int, seed: int, options: frozenset[str] = frozenset()) -> tuple[object, ...]:
    """Return the states of a random match in which a player decides, and the end.

    Leaf tiles are placed if there are any, so that the floors fill up.
    """
    rng = Random(seed)
    state = SUMMER.initial_state(seats, options)
    found = []
    while actors := SUMMER.to_act(state):
        seat = min(actors)
        if seat == CHANCE:
            move = SUMMER.chance_move(state, rng)
        else:
            found.append(state)
            moves = list(SUMMER.legal_moves(state, seat))
            busy = [move for move in moves if isinstance(move, Leaf | PlaceAnimal)]
            move = rng.choice(busy if busy and rng.random() < 0.9 else moves)
        state = SUMMER.apply(state, seat, move).state
    return (*found, state)


def seen(state: object, seat: int = WATCHER) -> SummerView:
    """Return how a state looks to a seat."""
    return cast("SummerView", SUMMER.view(state, seat))


def waiting(state: object) -> frozenset[int]:
    """Return the seats to act, without chance."""
    return frozenset(seat for seat in SUMMER.to_act(state) if seat >= 0)


def made_up(
    seats: int, tiles: int = 9, phase: Phase = Phase.TURN, seat: int = WATCHER
) -> SummerView:
    """Return a full table not made by the engine, which only this file can change.

    Args:
        seats: How many play; the last one is active.
        tiles: How many leaf tiles are on each floor, if there is room.
        phase: What is going on.
        seat: Who looks.
    """
    solo = seats == 1
    active = seats - 1 if phase in (Phase.TURN, Phase.REFILL) else None
    players = tuple(player(n, tiles) for n in range(seats))
    last = players[seats - 1].leaves[-1:]
    return SummerView(
        seat=seat, seats=seats, phase=phase, drawing=phase is Phase.SETUP, active=active, start=0,
        round=7, rounds=10 if solo else 0, ending=seats % 2 == 0,
        waiting=tuple(range(1, seats)) if phase is Phase.SIDES else (),
        sides=tuple("A" if n == seat else None for n in range(seats)), main_done=False,
        task=None, players=players, common=() if solo else TILES[40 : 40 + COMMON - 3],
        reserve=0 if solo else 21, top=TILES[50:57] if solo else (),
        bottom=TILES[60:70] if solo else (), with_animals=True,
        stock=tuple(
            StockView(animal, left, Treasure.NUT if n >= 4 and left else None)
            for n, (animal, left) in enumerate(zip(Animal, LEFT, strict=True))
        ),
        series=solo, game=2 if solo else 0, results=(GameResult(-11, 11),) if solo else (),
        last=Change(active, Spaces(sum(leaf.squares for leaf in last)), TILES[41:43]),
    )  # fmt: skip


def with_mushroom(view: SummerView) -> SummerView:
    """Return a made-up view in the middle of a Mushroom."""
    return replace(view, task=Task(Treasure.MUSHROOM, (TILES[70], TILES[3]), False))


def player(seat: int, tiles: int) -> PlayerView:
    """Return a made-up player whose floor holds tiles, squirrels and an animal."""
    side = SIDES[seat]
    leaves = placed(TILES[seat * 5 :: 4][:tiles])
    squirrels = _gaps(leaves, 2 + seat) if leaves else 0
    covered = squirrels + sum(leaf.squares for leaf in leaves)
    holes = sum(leaf.hole.bit for leaf in leaves)
    done = sum(area for area in AREAS if not area & ~covered)
    printed = sum(cell.bit for cell in CELLS if FLOORS[side].prints[cell.number])
    tokens = holes & printed & ~done
    animals = _animals(holes & ~tokens)
    under = sum(animal.squares for animal in animals)
    gaps = tuple((area & ~covered).bit_count() for area in AREAS)
    return PlayerView(
        seat=seat, position=seat + 1, floor=side, leaves=leaves, animals=animals,
        covered=Spaces(covered), holes=Spaces(holes & ~tokens & ~under), tokens=Spaces(tokens),
        squirrels=Spaces(squirrels), path=TILES[seat * 7 + 10 :: 13][: 3 + seat],
        supply=(seat, 2, 12, 0), gaps=gaps, empty=sum(gaps),
    )  # fmt: skip


def placed(tiles: Sequence[Tile]) -> tuple[Leaf, ...]:
    """Return tiles placed one after another, each in the first place with room for it."""
    found: list[Leaf] = []
    covered = 0
    for tile in tiles:
        places = (Leaf(tile, hole, turn) for hole in CELLS for turn in TURNS)
        leaf = next(
            (
                leaf
                for leaf in places
                if (bits := squares(tile, leaf.hole, leaf.turn)) and not bits & covered
            ),
            None,
        )
        if leaf is not None:
            found.append(leaf)
            covered |= leaf.squares
    return tuple(found)


def _gaps(leaves: tuple[Leaf, ...], count: int) -> int:
    """Return the first free spaces: squirrels."""
    covered = sum(leaf.squares for leaf in leaves)
    return sum(cell.bit for cell in [cell for cell in CELLS if not cell.bit & covered][:count])


def _animals(holes: int) -> tuple[PlaceAnimal, ...]:
    """Return one animal if any fits over empty holes."""
    for animal in Animal:
        for cell in CELLS:
            for turn in TURNS:
                spaces = animal_squares(animal, cell, turn)
                if spaces and not spaces & ~holes:
                    return (PlaceAnimal(animal, cell, turn),)
    return ()


def fitting(view: SummerView, kind: type[Leaf | Squirrel | SpendNut]) -> Leaf | Squirrel | SpendNut:
    """Return a move of a kind for which there is room on the viewer's floor."""
    it = view.players[view.seat]
    if kind is Leaf:
        return next(
            leaf
            for leaf in (Leaf(it.path[0], hole, turn) for hole in CELLS for turn in TURNS)
            if leaf.squares and not leaf.squares & it.covered
        )
    cell = next(cell for cell in CELLS if not cell.bit & it.covered)
    return SpendNut(cell) if kind is SpendNut else Squirrel(cell)
