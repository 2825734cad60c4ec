"""A match being changed within one move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from rules import draft as base
from rules.draft import ALONE, Values
from rules.indian_summer.components import Spaces, Supply, Tile
from rules.indian_summer.forest.floor import Gain, gain, plus
from rules.indian_summer.forest.shapes import Bits
from rules.indian_summer.moves import Leaf
from rules.indian_summer.state import Due, Player, SummerState
from rules.indian_summer.view import Change, GameResult, Phase, Task
from rules.protocol import Event
from rules.text import Seat, Telling, Text


class Draft(base.Draft[SummerState], of=SummerState):
    """The fields of a `SummerState`, open to change, and what to tell of the changes."""

    __slots__ = base.slots(SummerState, "tellings", "turned")

    version: int
    seats: int
    options: frozenset[str]
    phase: Phase
    due: Due | None
    start: Seat
    active: Seat
    round: int
    ending: bool
    sides: tuple[str | None, ...]
    main_done: bool
    task: Task | None
    players: list[Player]
    common: tuple[Tile, ...]
    top: tuple[Tile, ...]
    bottom: tuple[Tile, ...]
    unseen: tuple[Tile, ...]
    gone: tuple[Tile, ...]
    wants: tuple[tuple[Seat, int], ...]
    stock: tuple[int, ...]
    results: tuple[GameResult, ...]
    last: Change
    fresh: bool
    told: tuple[Telling, ...]
    begun: SummerState | None

    def __init__(self, state: SummerState, *, quiet: bool = False) -> None:
        super().__init__(state, quiet=quiet)
        self.tellings: list[Telling | Event] = []
        self.turned = False

    @property
    def solo(self) -> bool:
        """True for a solo match."""
        return self.seats == 1

    @property
    def player(self) -> Player:
        """Return the active player."""
        return self.players[self.active]

    @player.setter
    def player(self, player: Player) -> None:
        self.players[self.active] = player

    def say(self, say: Callable[[Unpack[Values]], Text], *values: *Values) -> None:
        """Add a sentence; the end of the move decides who may read it, and when."""
        self.tellings.append(Telling(say, values))

    def say_only(self, seat: Seat, say: Callable[[Unpack[Values]], Text], *values: *Values) -> None:
        """Add a sentence that only one seat will ever read."""
        self.tellings.append(Event(Telling(say, values), ALONE[seat]))

    def mark(self, spaces: Bits = 0, tiles: tuple[Tile, ...] = ()) -> None:
        """Note what the running turn has changed; its first step forgets the last turn."""
        if self.fresh:
            self.last = Change(self.active, Spaces(spaces), tiles)
            self.fresh = False
        elif spaces or tiles:
            last = self.last
            self.last = Change(self.active, Spaces(last.placed | spaces), last.tiles + tiles)

    def cover(self, squares: Bits, leaf: Leaf | None = None) -> Gain:
        """Cover spaces of the active player's floor; return what it brings (IS-AREA-2).

        The gain includes tokens and harvests. The hole of a leaf tile is covered as well
        (IS-LEAF-6). Without a leaf tile it is a squirrel, of which there are always enough
        (IS-SQ-3).
        """
        old = self.player
        hole = leaf.hole.bit if leaf else 0
        found = gain(old.floor, old.covered, old.tokens, squares, hole)
        self.player = Player(
            old.floor,
            (*old.leaves, leaf) if leaf else old.leaves,
            old.animals,
            old.covered | squares,
            old.holes | hole,
            found.tokens,
            old.squirrels if leaf else old.squirrels | squares,
            old.path,
            plus(old.supply, found.pays),
        )
        self.mark(squares)
        return found

    def pay(self, supply: Supply) -> None:
        """Change the active player's supply; negative treasures are spent."""
        self.player = self.player.having(plus(self.player.supply, supply))

    def give(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        """Add tiles to the right end of a path (IS-PATH-1)."""
        player = self.players[seat]
        self.players[seat] = player.on_path(player.path + tiles)
        self.mark(tiles=tiles)

    def take(self, tile: Tile) -> None:
        """Take a tile from where it lies: a path, the bush, or an end of a solo path."""
        if tile in self.player.path:
            self.player = self.player.on_path(_without(self.player.path, tile))
            return
        self.common = _without(self.common, tile)
        self.top = _without(self.top, tile)
        self.bottom = _without(self.bottom, tile)
        for seat, player in enumerate(self.players):
            if tile in player.path:
                self.players[seat] = player.on_path(_without(player.path, tile))


def _without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    return tuple(other for other in tiles if other != tile) if tile in tiles else tiles
