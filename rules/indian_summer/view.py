"""The view that one seat has of a match of Indian Summer.

Everything is open except two things: which tiles come next, and what a player is composing. Only
the active player knows the steps of their turn; all others see the table as it was when the turn
began or when it last revealed a tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.indian_summer.components import (
    ANIMALS,
    NOTHING,
    Animal,
    FloorId,
    Spaces,
    Supply,
    Tile,
    Treasure,
)
from rules.indian_summer.forest.floor import changed, gain, printed
from rules.indian_summer.moves import Leaf, PlaceAnimal, SpendNut, Squirrel
from rules.text import Seat, quick


class Phase(StrEnum):
    """The part of the match; SETUP waits for chance, as every phase does in a draw.

    SIDES: everybody chooses the side of their floor. REFILL: in the solo game, the end is chosen
    from which the empty path is refilled. SCORED: a game of a solo series is over; its floor can be
    looked at until the next one is dealt.
    """

    SETUP = "setup"
    SIDES = "sides"
    TURN = "turn"
    REFILL = "refill"
    SCORED = "scored"
    OVER = "over"


@quick
class Task:
    """An unfinished main action: the tiles of a Feather or a Mushroom being placed.

    Attributes:
        spent: FEATHER or MUSHROOM.
        tiles: The tiles of a Mushroom still to be placed; () for a Feather, which takes any.
        placed: True if one tile has been placed already.
    """

    spent: Treasure
    tiles: tuple[Tile, ...]
    placed: bool


@dataclass(frozen=True, slots=True)
class StockView:
    """An animal: how many are left, and the treasure still on one, or None."""

    animal: Animal
    left: int
    bears: Treasure | None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The known facts about a player.

    Attributes:
        position: Their place in the order of turns, from 1; the one with 1 has the hiking shoes.
        floor: Their forest floor; while sides are chosen, with the side dealt unless they chose one
            and the viewer may know.
        leaves: Their leaf tiles in the order in which they were placed.
        animals: Their animals, in the same order.
        covered: The spaces that count as covered: leaves, holes, squirrels.
        holes: Empty holes.
        tokens: Holes with a treasure token; it is the treasure printed below.
        path: Their leaf tiles; the first lies next to the backpack.
        gaps: By area, the first being area 1: how many spaces are empty.
        empty: How many are empty in all.
    """

    seat: Seat
    position: int
    floor: FloorId
    leaves: tuple[Leaf, ...]
    animals: tuple[PlaceAnimal, ...]
    covered: Spaces
    holes: Spaces
    tokens: Spaces
    squirrels: Spaces
    path: tuple[Tile, ...]
    supply: Supply
    gaps: tuple[int, ...]
    empty: int


@quick
class Change:
    """The changes of the running or the last turn, so that a picture can mark them.

    Attributes:
        seat: Whose turn, or None before the first.
        placed: What was placed: leaves, squirrels, animals.
        tiles: Tiles that are new on paths.
    """

    seat: Seat | None = None
    placed: Spaces = Spaces(0)
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished solo game: its score, and how many spaces stayed empty; 0 is won."""

    score: int
    empty: int


@dataclass(frozen=True, slots=True)
class SummerView:
    """A match as one seat may see it.

    Attributes:
        seat: Whose eyes these are, or WATCHER.
        drawing: True while chance has to draw.
        active: Whose turn it is; None before the first and when the match is over.
        start: Who began; they have the hiking shoes.
        round: The number of the round, from 1; in the solo game of the turn.
        rounds: In the solo game, how many turns there are; else 0.
        ending: True if a floor is full, so that this round is the last.
        waiting: Who still has to choose a side.
        sides: The sides chosen, as far as the viewer may know: by seat, ``A``, ``B`` or None.
        main_done: True if the main action of this turn is done.
        task: The tiles being placed with a Feather or a Mushroom, or None.
        players: In seat order.
        common: The common path; the first tile lies next to the bush. () in the solo game.
        reserve: How many tiles are face down.
        top: The Top Path of the solo game, left to right; else ().
        bottom: The Bottom Path.
        with_animals: False if they are left out.
        stock: The animals left, in the order of `Animal`; () without animals.
        series: True if up to three solo games are played.
        game: The number of the solo game, from 1; else 0.
        results: The solo games that are over.
        last: What the running or the last turn has done.
    """

    seat: Seat
    seats: int
    phase: Phase
    drawing: bool
    active: Seat | None
    start: Seat
    round: int
    rounds: int
    ending: bool
    waiting: tuple[Seat, ...]
    sides: tuple[str | None, ...]
    main_done: bool
    task: Task | None
    players: tuple[PlayerView, ...]
    common: tuple[Tile, ...]
    reserve: int
    top: tuple[Tile, ...]
    bottom: tuple[Tile, ...]
    with_animals: bool
    stock: tuple[StockView, ...]
    series: bool
    game: int
    results: tuple[GameResult, ...]
    last: Change

    @property
    def solo(self) -> bool:
        """True for a solo match."""
        return self.rounds > 0


def as_nuts(supply: Supply) -> int:
    """Return how many Nuts a supply can be exchanged for (IS-END-3)."""
    berries, nuts, mushrooms, feathers = supply
    return berries // 2 + nuts + mushrooms + feathers


@dataclass(frozen=True, slots=True)
class Earned:
    """The gains that a piece would bring.

    Attributes:
        token: The treasure that would lie on its own hole, or None.
        areas: The numbers of the areas it would complete.
        pays: The treasures that would come into the supply.
        buried: The printed treasures it would cover with leaf or squirrel.
    """

    token: Treasure | None
    areas: tuple[int, ...]
    pays: Supply
    buried: Supply


def animal_pays(floor: FloorId, move: PlaceAnimal) -> Supply:
    """Return what an animal pays, print and bearing (IS-ANI-4, IS-ANI-5)."""
    pays, bears = printed(floor, move.squares), ANIMALS[move.animal].bears
    return pays if bears is None else changed(pays, bears, 1)


def earned(player: PlayerView, move: Leaf | Squirrel | SpendNut | PlaceAnimal) -> Earned:
    """Return what a piece would bring on a player's floor, before what it costs."""
    floor = player.floor
    if isinstance(move, PlaceAnimal):
        return Earned(None, (), animal_pays(floor, move), NOTHING)
    if isinstance(move, Leaf):
        squares, hole = move.squares, move.hole.bit
    else:
        squares, hole = move.cell.bit, 0
    found = gain(floor, player.covered, player.tokens, squares, hole)
    return Earned(found.token, found.areas, found.pays, printed(floor, squares & ~hole))
