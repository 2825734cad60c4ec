"""The full truth about a match of Indian Summer, and what must always hold.

The reserve is kept as contents, not in an order: chance draws when the common path needs tiles, so
nobody can know what comes next. While a turn can still be taken back step by step, `begun` keeps
the table as it was: that is what all others may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.draft import ALONE, NOBODY, ONLY_CHANCE
from rules.indian_summer.components import (
    ANIMALS,
    AREAS,
    FLOOR_IDS,
    MOST,
    NOTHING,
    START,
    TILES,
    FloorId,
    Supply,
    Tile,
    Treasure,
)
from rules.indian_summer.forest.shapes import FULL, Bits
from rules.indian_summer.moves import Leaf, PlaceAnimal
from rules.indian_summer.view import Change, GameResult, Phase, Task
from rules.text import Seat, Telling, quick

VERSION: Final = 2
"""The version of the newest rules; a match keeps the version that it began with."""
MAX_SEATS: Final = 4
MAX_PLIES: Final = 2000
"""More rows than the log of any match can have.

Berries weigh 4, Nuts 5, Mushrooms 6 and Feathers 7, so each exchange and each use of a treasure
costs its owner at least 1. A player has 15 at first, and gets at most 91 from the areas of a floor
and 91 from animals; 18 lie on animals. So for four players there are at most 4 x 197 + 18 of these
moves, and fewer than a sixth of them are Mushrooms with a tile forgone. Leaves and squirrels cover
4 x 72 spaces, and no more turns are ended. There are 20 animals, 75 tiles to turn up, a side for
each seat and the deal. For one player a game is at most a quarter of that, so three of them are
shorter.
"""
SERIES: Final = "series"
SIDES: Final = "sides"
NO_ANIMALS: Final = "no-animals"


class Due(StrEnum):
    """The draw that chance has to make."""

    DEAL = "deal"
    TOP_UP = "top-up"


@quick
class Player:
    """The possessions of a player; fields as in `PlayerView`, sets as plain numbers.

    Attributes:
        holes: Holes that no animal lies on, with a token or without.
        tokens: Those with a token.
    """

    floor: FloorId
    leaves: tuple[Leaf, ...] = ()
    animals: tuple[PlaceAnimal, ...] = ()
    covered: Bits = 0
    holes: Bits = 0
    tokens: Bits = 0
    squirrels: Bits = 0
    path: tuple[Tile, ...] = ()
    supply: Supply = NOTHING

    # Written out, because `dataclasses.replace` costs four times as much.

    def having(self, supply: Supply) -> Player:
        """Return the player with another supply."""
        return Player(
            *(self.floor, self.leaves, self.animals, self.covered, self.holes, self.tokens),
            *(self.squirrels, self.path, supply),
        )

    def on_path(self, path: tuple[Tile, ...]) -> Player:
        """Return the player with other tiles on the path."""
        return Player(
            *(self.floor, self.leaves, self.animals, self.covered, self.holes, self.tokens),
            *(self.squirrels, path, self.supply),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SummerState:
    """A match, by default before any draw; other fields are as in `SummerView`.

    Attributes:
        version: Of the rules that the match is played by; see `VERSION`.
        options: The variants in play.
        due: What is to be drawn now, or None.
        sides: The sides chosen so far, by seat; () unless they are chosen.
        unseen: The tiles nobody has seen, sorted; in the solo game the later stacks.
        gone: In a solo series, the tiles of earlier games.
        wants: Whose path is to be refilled next, and to how many tiles.
        stock: How many of each animal are left, in the order of `Animal`.
        fresh: True if the running turn has had no step yet.
        told: What the steps of the turn are to tell, once it can no longer be taken back.
        begun: The table as all others know it, or None if it is this one.
    """

    version: int
    seats: int
    options: frozenset[str]
    phase: Phase = Phase.SETUP
    due: Due | None = Due.DEAL
    start: Seat = 0
    active: Seat = 0
    round: int = 1
    ending: bool = False
    sides: tuple[str | None, ...] = ()
    main_done: bool = False
    task: Task | None = None
    players: tuple[Player, ...]
    common: tuple[Tile, ...] = ()
    top: tuple[Tile, ...] = ()
    bottom: tuple[Tile, ...] = ()
    unseen: tuple[Tile, ...]
    gone: tuple[Tile, ...] = ()
    wants: tuple[tuple[Seat, int], ...] = ()
    stock: tuple[int, ...]
    results: tuple[GameResult, ...] = ()
    last: Change = Change()
    fresh: bool = True
    told: tuple[Telling, ...] = ()
    begun: SummerState | None = None

    @property
    def solo(self) -> bool:
        """True for a solo match."""
        return self.seats == 1

    @property
    def public(self) -> SummerState:
        """Return the table as known to everybody whose turn it is not."""
        return self.begun or self


def full_stock(options: frozenset[str]) -> tuple[int, ...]:
    """Return how many of each animal there are at the start."""
    return tuple(0 if NO_ANIMALS in options else kind.count for kind in ANIMALS.values())


def initial_state(seats: int, options: frozenset[str], version: int = VERSION) -> SummerState:
    """Return the table before anything is dealt."""
    return SummerState(
        version=version,
        seats=seats,
        options=options,
        players=tuple(Player(floor, supply=START) for floor in FLOOR_IDS[: 2 * seats : 2]),
        unseen=TILES,
        stock=full_stock(options),
    )


_SETUP, _SIDES, _TURN, _REFILL, _SCORED, _OVER = Phase  # names are looked up ten times as fast


def to_act(state: SummerState) -> frozenset[Seat]:
    """Return the seats that have to decide, {CHANCE}, or nobody (IS-TURN-1).

    They are the active player or, while sides are chosen, those who have not chosen.
    """
    if state.due is not None:
        return ONLY_CHANCE
    if state.phase is _SIDES:
        return frozenset(seat for seat, side in enumerate(state.sides) if side is None)
    return NOBODY if state.phase is _OVER else ALONE[state.active]


def stage(state: SummerState) -> tuple[int | str, ...]:
    """Return the game of a series, its round, and whether sides are chosen."""
    return (len(state.results), state.round, state.phase is Phase.SIDES)


def gaps(covered: Bits) -> tuple[int, ...]:
    """Return how many spaces of each area are empty, area 1 first."""
    empty = FULL & ~covered
    return tuple((empty & area).bit_count() for area in AREAS)


def bears(state: SummerState, number: int) -> Treasure | None:
    """Return the treasure on an animal of the stock, given its index, or None.

    It is None if the animal bears none or has been placed.
    """
    kind = tuple(ANIMALS.values())[number]
    return kind.bears if state.stock[number] else None


def audit(state: SummerState) -> tuple[str, ...]:
    """Return what is wrong with the state."""
    hidden = () if state.begun is None else _faults(state.begun)
    return (*_faults(state), *hidden)


def _faults(state: SummerState) -> Iterator[str]:
    found = Counter[Tile]((*state.unseen, *state.gone, *state.common, *state.top, *state.bottom))
    for player in state.players:
        found.update((*player.path, *(leaf.tile for leaf in player.leaves)))
    yield from (f"{found[tile]} x tile {tile}" for tile in TILES if found[tile] != 1)
    for seat, player in enumerate(state.players):
        yield from (f"seat {seat}: {fault}" for fault in _player_faults(player))
    for number, kind in enumerate(ANIMALS.values()):
        placed = sum(a.animal is kind.id for p in state.players for a in p.animals)
        if placed + state.stock[number] not in (kind.count, 0):
            yield f"{placed + state.stock[number]} x {kind.id}"


def _player_faults(player: Player) -> Iterator[str]:
    leaves = [leaf.squares for leaf in player.leaves]
    animals = [animal.squares for animal in player.animals]
    holes = sum(leaf.hole.bit for leaf in player.leaves)
    if sum(leaves) + player.squirrels != player.covered or not all(leaves):
        yield "pieces overlap, or something else is covered"
    if player.holes + sum(animals) != holes or player.tokens & ~player.holes:
        yield "an animal or a token does not lie on a hole"
    if any(area & player.tokens and not area & ~player.covered for area in AREAS):
        yield "a token lies in an area that is complete"
    if len(player.path) > MOST or min(player.supply) < 0:
        yield "too many tiles, or a treasure below nothing"
