"""The moves of Indian Summer: fourteen of players, two of chance.

Only the player knows what they do until their turn ends or a tile is revealed; then everybody is
told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rules.indian_summer.components import (
    SEAT_MARKS,
    Animal,
    Cell,
    FloorId,
    Tile,
    Treasure,
    Turn,
    animal_squares,
    squares,
)
from rules.indian_summer.forest.pad import (
    animal_flipped,
    animal_merit,
    animal_turned,
    leaf_flipped,
    leaf_merit,
    leaf_turned,
    space_merit,
)
from rules.indian_summer.forest.shapes import Bits
from rules.listed import Code
from rules.notation import InRow, defined
from rules.pad import Pad, opaque
from rules.protocol import Move, part
from rules.text import Seat, t


class Side(Code):
    """A side of a forest floor board."""

    A = "A"
    B = "B"


class End(Code):
    """An end of one of the two paths of the solo game, where tiles are taken."""

    TOP_LEFT = "top-left"
    TOP_RIGHT = "top-right"
    BOTTOM_LEFT = "bottom-left"
    BOTTOM_RIGHT = "bottom-right"

    @property
    def is_top(self) -> bool:
        """True for the Top Path."""
        return self in (End.TOP_LEFT, End.TOP_RIGHT)

    @property
    def is_left(self) -> bool:
        """True for the left end."""
        return self in (End.TOP_LEFT, End.BOTTOM_LEFT)


BUSH: Final = "bush"
"""The tile next to the bush, as a source of the Mushroom."""
_SOURCES: Final = (*(mark.letter for mark in SEAT_MARKS), BUSH, *(str(end) for end in End))


class Sources(str):
    """The sources of a Mushroom's tiles, one or two places in a fixed order.

    Players are named by their letters: ``K+O``, ``K``. The others are the bush, ``S+bush``, and in
    the solo game ends of paths, ``top-left+bottom-right``.
    """

    __slots__ = ()

    @classmethod
    def of(cls, *places: str) -> Sources:
        """Return the sources with these names."""
        return cls("+".join(sorted(places, key=_SOURCES.index)))

    @classmethod
    def parse(cls, text: str) -> Sources:
        """Return the sources of a token, in any order and case.

        Raises:
            ValueError: One of them does not exist, or there are more than two.
        """
        known = {source.casefold(): source for source in _SOURCES}
        try:
            places = [known[place.casefold()] for place in text.split("+")]
        except KeyError:
            raise ValueError(f"no sources: {text!r}") from None
        if len(places) > 2:
            raise ValueError(f"too many sources: {text!r}")
        return cls.of(*places)

    @property
    def places(self) -> tuple[str, ...]:
        """Return the names of the places, in order."""
        return tuple(self.split("+"))


SEAT_OF: Final = {mark.letter: seat for seat, mark in enumerate(SEAT_MARKS)}
"""The seats by the letters of their sources."""


class Tiles(InRow[Tile]):
    """Tiles in their order as one token: ``G01,Y16``, or ``-`` for none."""

    __slots__ = ()
    kind = Tile


class FloorIds(InRow[FloorId]):
    """Floors in their order as one token: ``F1A,F4B``."""

    __slots__ = ()
    kind = FloorId


_SPACE: Final = part(t("cell"), t("Which space on your floor"), in_hand=True)


@dataclass(frozen=True, slots=True, order=True)
class Leaf(Move):
    """Place a leaf tile: the main action, or a part of a Feather or Mushroom.

    No move ever moves it afterwards (IS-LEAF-4).
    """

    notation = "leaf {tile} {hole} {turn}"
    command = t("leaf")
    title = t("Place a leaf tile")
    about = t("Place a leaf tile on your forest floor")
    preparable = True
    pad = opaque(Pad("hole", leaf_merit, "turn", leaf_turned, leaf_flipped))
    tile: Tile = field(metadata=part(t("tile"), t("Which leaf tile"), in_hand=True))
    hole: Cell = field(metadata=part(t("hole"), t("Where its hole goes"), in_hand=True))
    turn: Turn = field(metadata=part(t("turn"), t("Rotation"), in_hand=True))

    @property
    def squares(self) -> Bits:
        """Return the spaces it covers, hole included; 0 if it would leave the floor."""
        return squares(self.tile, self.hole, self.turn)


@dataclass(frozen=True, slots=True, order=True)
class Squirrel(Move):
    """Place a squirrel for free, as the main action."""

    notation = "squirrel {cell}"
    command = t("squirrel")
    title = t("Place a squirrel")
    about = t("Cover one space instead of placing a leaf tile")
    pad = opaque(Pad("cell", space_merit))
    cell: Cell = field(metadata=_SPACE)


@dataclass(frozen=True, slots=True, order=True)
class SpendFeather(Move):
    """Spend a Feather; two leaf tiles of your path follow."""

    notation = "feather"
    command = t("feather")
    title = t("Spend a Feather")
    about = t("Spend a Feather to place two of your leaf tiles")


@dataclass(frozen=True, slots=True, order=True)
class SpendMushroom(Move):
    """Spend a Mushroom; the tiles taken elsewhere follow."""

    notation = "mushroom {pair}"
    command = t("mushroom")
    title = t("Spend a Mushroom")
    about = t("Spend a Mushroom to place other players' tiles")
    pair: Sources = field(metadata=part(t("pair"), t("Where the tiles come from")))


@dataclass(frozen=True, slots=True, order=True)
class Forgo(Move):
    """Leave a tile of a Mushroom where it was, because it fits nowhere."""

    notation = "forgo {tile}"
    command = t("forgo")
    title = t("Forgo a tile")
    about = t("Give up a tile that doesn't fit anywhere")
    tile: Tile = field(metadata=part(t("tile"), t("Which leaf tile"), in_hand=True))


@dataclass(frozen=True, slots=True, order=True)
class SpendBerry(Move):
    """Spend a Berry: refill your path to five tiles, or take a sixth."""

    notation = "berry"
    command = t("berry")
    title = t("Spend a Berry")
    about = t("Spend a Berry to refill your path")


@dataclass(frozen=True, slots=True, order=True)
class BerryFrom(Move):
    """Spend a Berry in the solo game."""

    notation = "berry-from {source}"
    command = t("berry-from")
    title = t("Spend a Berry")
    about = t("Spend a Berry to take tiles from the end of a path")
    source: End = field(metadata=part(t("source"), t("Which end of which path")))


@dataclass(frozen=True, slots=True, order=True)
class SpendNut(Move):
    """Spend a Nut: place a squirrel."""

    notation = "nut {cell}"
    command = t("nut")
    title = t("Spend a Nut")
    about = t("Spend a Nut to place a squirrel")
    pad = opaque(Pad("cell", space_merit))
    cell: Cell = field(metadata=_SPACE)


@dataclass(frozen=True, slots=True, order=True)
class PlaceAnimal(Move):
    """Place an animal over empty holes."""

    notation = "animal {animal} {at} {turn}"
    command = t("animal")
    title = t("Place an animal")
    about = t("Place an animal over empty holes")
    pad = opaque(Pad("at", animal_merit, "turn", animal_turned, animal_flipped))
    animal: Animal = field(metadata=part(t("animal"), t("Which animal")))
    at: Cell = field(metadata=part(t("at"), t("Where its first square goes"), in_hand=True))
    turn: Turn = field(metadata=part(t("turn"), t("Rotation"), in_hand=True))

    @property
    def squares(self) -> Bits:
        """Return the spaces it covers; 0 if it would leave the floor."""
        return animal_squares(self.animal, self.at, self.turn)


@dataclass(frozen=True, slots=True, order=True)
class Swap(Move):
    """Exchange tokens: one for a lower one, or two alike for the next higher one."""

    notation = "swap {give} {get}"
    command = t("swap")
    title = t("Exchange")
    about = t("Exchange tokens from your supply")
    give: Treasure = field(metadata=part(t("give"), t("Which token you give")))
    get: Treasure = field(metadata=part(t("get"), t("Which token you get")))


@dataclass(frozen=True, slots=True, order=True)
class Refill(Move):
    """Refill your empty path in the solo game."""

    notation = "refill {source}"
    command = t("refill")
    title = t("Refill your path")
    about = t("Choose where your new leaf tiles come from")
    source: End = field(metadata=part(t("source"), t("Which end of which path")))


@dataclass(frozen=True, slots=True, order=True)
class EndTurn(Move):
    """End the turn."""

    notation = "end"
    command = t("end")
    title = t("End the turn")
    about = t("End your turn")


@dataclass(frozen=True, slots=True, order=True)
class NextGame(Move):
    """Go on to the next game of a solo series."""

    notation = "next"
    command = t("next")
    title = t("Next game")
    about = t("Deal the next game of the series")


@dataclass(frozen=True, slots=True, order=True)
class ChooseSide(Move):
    """Secretly choose a side of your board, before the first turn."""

    notation = "side {side}"
    command = t("side")
    title = t("Choose a side")
    about = t("Choose the side of your forest floor")
    side: Side = field(metadata=part(t("side"), t("Which side"), in_hand=True))


@dataclass(frozen=True, slots=True, order=True)
class Deal(Move):
    """Chance: who begins, the floors, and the open tiles at the start of a game."""

    notation = "deal {start}/{floors}/{paths}/{common}"
    by_chance = True
    start: Seat
    floors: FloorIds
    paths: Tiles
    common: Tiles


@dataclass(frozen=True, slots=True, order=True)
class TopUp(Move):
    """Chance: tiles of the reserve for the far end of the common path."""

    notation = "top-up {tiles}"
    by_chance = True
    tiles: Tiles


MOVE_TYPES: Final = defined(globals())
