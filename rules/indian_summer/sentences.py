"""What a move would do, for the player about to confirm it."""

from __future__ import annotations

from typing import Final

from rules.indian_summer.components import ANIMALS, LEAST, Cell, cells
from rules.indian_summer.events import count_text, gain_text, pair_text, tiles_text, treasures_text
from rules.indian_summer.forest.floor import gain, printed
from rules.indian_summer.forest.sources import first_tiles, missing
from rules.indian_summer.labels import any_fits, from_end, own_panel
from rules.indian_summer.legal import rate
from rules.indian_summer.moves import (
    BerryFrom,
    ChooseSide,
    End,
    Forgo,
    Leaf,
    NextGame,
    PlaceAnimal,
    Refill,
    Sources,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    SpendNut,
    Squirrel,
    Swap,
)
from rules.indian_summer.view import SummerView, earned
from rules.protocol import Move
from rules.text import Text, t, tn


def sentence(view: SummerView, move: Move) -> Text:
    """Return what `move` would do, and above all what it would earn."""
    match move:
        case Leaf():
            return _leaf_sentence(view, move)
        case Squirrel(cell):
            return _space_sentence(view, cell, t("Place a squirrel on {cell}", cell=str(cell)))
        case SpendNut(cell):
            what = t("Spend a Nut to place a squirrel on {cell}", cell=str(cell))
            return _space_sentence(view, cell, what)
        case PlaceAnimal():
            return _animal_sentence(view, move)
        case SpendFeather():
            return t("Spend a Feather to place two tiles from your path.")
        case SpendMushroom(pair):
            return _mushroom_sentence(view, pair)
        case Forgo(tile):
            return t("Give up {tile}, because it doesn't fit anywhere.", tile=str(tile))
        case SpendBerry():
            return _berry_sentence(view)
    return _other_sentence(view, move)


def _other_sentence(view: SummerView, move: Move) -> Text:
    match move:
        case BerryFrom(end):
            return t(
                "Spend a Berry and take {tiles} from the {end}.",
                tiles=tiles_text(from_end(view, end)),
                end=_END_OF_PATH[end],
            )
        case Refill(end):
            return t(
                "Take {tiles} from the {end}.",
                tiles=tiles_text(from_end(view, end)),
                end=_END_OF_PATH[end],
            )
        case Swap(give, get):
            return t(
                "Exchange {price} for {treasure}.",
                price=count_text(give, rate(give, get)),
                treasure=count_text(get, 1),
            )
        case NextGame():
            return t("Deal game {game} on the same floor.", game=view.game + 1)
        case ChooseSide(side):
            return t("Play on side {side} of your board.", side=str(side))
    return t("End your turn.")


_END_OF_PATH: Final = {
    End.TOP_LEFT: t("left end of the Top Path"),
    End.TOP_RIGHT: t("right end of the Top Path"),
    End.BOTTOM_LEFT: t("left end of the Bottom Path"),
    End.BOTTOM_RIGHT: t("right end of the Bottom Path"),
}


def _leaf_sentence(view: SummerView, move: Leaf) -> Text:
    player = own_panel(view)
    squares, hole = move.squares, move.hole.bit
    found = gain_text(gain(player.floor, player.covered, player.tokens, squares, hole))
    buried = printed(player.floor, squares & ~hole)
    if any(buried):
        lost = t("covers {treasures}", treasures=treasures_text(buried))
        found = lost if found is None else t("{gain}, {lost}", gain=found, lost=lost)
    return t(
        "Place {tile} with its hole on {cell} ({turn}): {gain}.",
        tile=str(move.tile),
        cell=str(move.hole),
        turn=str(move.turn),
        gain=found or t("no treasure"),
    )


def _space_sentence(view: SummerView, cell: Cell, what: Text) -> Text:
    player = own_panel(view)
    found = gain_text(gain(player.floor, player.covered, player.tokens, cell.bit))
    if found is None:
        left = player.gaps[cell.area - 1] - 1
        found = tn(
            "{count} space of area {area} stays empty",
            "{count} spaces of area {area} stay empty",
            left,
            area=cell.area,
        )
    return t("{what}: {gain}.", what=what, gain=found)


def _animal_sentence(view: SummerView, move: PlaceAnimal) -> Text:
    return t(
        "Place the {animal} on {cells} ({turn}) and get {pays}.",
        animal=ANIMALS[move.animal].name,
        cells=tuple(map(str, cells(move.squares))),
        turn=str(move.turn),
        pays=treasures_text(earned(own_panel(view), move).pays),
    )


def _mushroom_sentence(view: SummerView, pair: Sources) -> Text:
    tiles, sources = first_tiles(view, pair), pair_text(pair)
    unfit = [tile for tile in tiles if not any_fits((tile,), own_panel(view))]
    if unfit:
        return t(
            "Spend a Mushroom to get {tiles} from {sources}. There is no room for {unfit}.",
            tiles=tiles_text(tiles),
            sources=sources,
            unfit=tiles_text(unfit),
        )
    return t(
        "Spend a Mushroom to get {tiles} from {sources}.", tiles=tiles_text(tiles), sources=sources
    )


def _berry_sentence(view: SummerView) -> Text:
    need = missing(own_panel(view))
    known = view.common[:need]
    if view.reserve and len(view.common) - need < LEAST:
        return t(
            "Spend a Berry and take {tiles}. New tiles are turned up, so this can't be undone.",
            tiles=tiles_text(known),
        )
    return t("Spend a Berry and take {tiles}.", tiles=tiles_text(known))


def label(view: SummerView, move: Move) -> Text:
    """Return `move` for its button: what it does, without what follows from it."""
    match move:
        case Leaf(tile):
            return t(
                "Place {tile} with its hole on {cell} ({turn}).",
                tile=str(tile),
                cell=str(move.hole),
                turn=str(move.turn),
            )
        case PlaceAnimal(animal):
            return t(
                "Place the {animal} on {cells} ({turn}).",
                animal=ANIMALS[animal].name,
                cells=tuple(map(str, cells(move.squares))),
                turn=str(move.turn),
            )
        case SpendMushroom(pair):
            return t(
                "Spend a Mushroom to get {tiles} from {sources}.",
                tiles=tiles_text(first_tiles(view, pair)),
                sources=pair_text(pair),
            )
        case SpendNut(cell):
            return t("Spend a Nut to place a squirrel on {cell}", cell=str(cell))
        case SpendBerry():
            known = view.common[: missing(own_panel(view))]
            return t("Spend a Berry and take {tiles}.", tiles=tiles_text(known))
    return sentence(view, move)
