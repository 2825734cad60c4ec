"""The places of things, from what the viewer may know."""

from __future__ import annotations

from typing import Final

from rules.indian_summer.components import (
    ANIMALS,
    FLOORS,
    SEAT_MARKS,
    SQUIRRELS,
    TILES,
    TREASURE_KINDS,
    Animal,
    Tile,
    Treasure,
    cells,
)
from rules.indian_summer.events import tiles_text
from rules.indian_summer.view import Phase, SummerView
from rules.text import Text, Who, t, tn

_THINGS: Final = (
    "squirrel",
    "backpack",
    "shoes",
    "bush",
    "player-path",
    "common-path",
    "reserve",
    "top-path",
    "bottom-path",
)
COMPONENTS: Final[tuple[str, ...]] = (
    *(str(tile) for tile in TILES),
    *(str(animal) for animal in ANIMALS),
    *(str(treasure) for treasure in TREASURE_KINDS),
    *FLOORS,
    *_THINGS,
)
"""Tiles ``Y16``, animals ``mouse``, treasures ``nut``, floors ``F1A``, others."""


def whereabouts(view: SummerView, component: str) -> Text | None:
    """Return where a component is now; None before the deal or if it takes no part."""
    if view.phase is Phase.SETUP:
        return None
    if component in FLOORS:
        return _floor(view, component)
    if component in set(Animal):
        return _animal(view, Animal(component))
    if component in set(Treasure):
        return _treasure(view, Treasure(component))
    if component in _THINGS:
        return _thing(view, component)
    return _tile(view, Tile.parse(component))


def _tile(view: SummerView, tile: Tile) -> Text:
    for player in view.players:
        for leaf in player.leaves:
            if leaf.tile == tile:
                return t(
                    "{tile} is on {who}'s floor with its hole on {cell}.",
                    tile=str(tile),
                    who=Who(player.seat),
                    cell=str(leaf.hole),
                )
        if tile in player.path:
            return t(
                "{tile} is number {number} on {who}'s path.",
                tile=str(tile),
                number=player.path.index(tile) + 1,
                who=Who(player.seat),
            )
    rows = (
        (view.common, t("common path")),
        (view.top, t("Top Path")),
        (view.bottom, t("Bottom Path")),
    )
    for row, name in rows:
        if tile in row:
            return t(
                "{tile} is number {number} on the {path}.",
                tile=str(tile),
                number=row.index(tile) + 1,
                path=name,
            )
    if view.rounds:
        return t("{tile} is in another stack.", tile=str(tile))
    return t("{tile} is in the reserve.", tile=str(tile))


def _floor(view: SummerView, floor: str) -> Text:
    for player in view.players:
        if player.floor == floor:
            return t("Floor {floor} belongs to {who}.", floor=floor, who=Who(player.seat))
    return t("Floor {floor} isn't in play.", floor=floor)


def _animal(view: SummerView, animal: Animal) -> Text | None:
    if not view.with_animals:
        return None
    placed = tuple(
        t("{who} {cells}", who=Who(player.seat), cells=" ".join(cells(move.squares)))
        for player in view.players
        for move in player.animals
        if move.animal is animal
    )
    left = next(stock.left for stock in view.stock if stock.animal is animal)
    name = ANIMALS[animal].name
    if not placed:
        return t("{animal}: {left} left, none placed.", animal=name, left=left)
    return t("{animal}: {left} left. Placed: {list}.", animal=name, left=left, list=placed)


def _treasure(view: SummerView, treasure: Treasure) -> Text:
    """Return who holds a treasure, and on whose holes tokens of it lie."""
    each = tuple(
        t(
            "{who} {held} (and {holes} on holes)",
            who=Who(player.seat),
            held=player.supply[treasure.rank],
            holes=(FLOORS[player.floor].bits[treasure.rank] & player.tokens).bit_count(),
        )
        for player in view.players
    )
    return t("{treasure}: {list}.", treasure=TREASURE_KINDS[treasure].name, list=each)


def _thing(view: SummerView, thing: str) -> Text | None:
    match thing:
        case "squirrel":
            used = sum(player.squirrels.bit_count() for player in view.players)
            return tn(
                "{count} squirrel is on the floors. There are {all} in the box, and more if "
                "needed.",
                "{count} squirrels are on the floors. There are {all} in the box, and more if "
                "needed.",
                used,
                all=SQUIRRELS,
            )
        case "backpack":
            marks = tuple(
                t("{who} {letter}", who=Who(p.seat), letter=SEAT_MARKS[p.seat].letter)
                for p in view.players
            )
            return t("The backpacks: {list}.", list=marks)
        case "player-path":
            paths = tuple(
                t("{who} {count}", who=Who(p.seat), count=len(p.path)) for p in view.players
            )
            return t("Tiles on the paths: {list}.", list=paths)
    return _shared(view, thing)


def _shared(view: SummerView, thing: str) -> Text | None:
    """Return where something shared, or of the solo board, is; None if not in play."""
    solo = bool(view.rounds)
    match thing:
        case "top-path" if solo:
            return t("The Top Path: {tiles}.", tiles=_row(view.top))
        case "bottom-path" if solo:
            return t("The Bottom Path: {tiles}.", tiles=_row(view.bottom))
        case "reserve":
            return tn("{count} tile is face down.", "{count} tiles are face down.", view.reserve)
        case "shoes" if not solo:
            return t("{who} has the hiking shoes and went first.", who=Who(view.start))
        case "bush" if not solo and view.common:
            return t("{tile} is next to the bush.", tile=str(view.common[0]))
        case "common-path" if not solo:
            return t("The common path, starting at the bush: {tiles}.", tiles=_row(view.common))
    return None


def _row(tiles: tuple[Tile, ...]) -> Text:
    return tiles_text(tiles) if tiles else t("no tiles")
