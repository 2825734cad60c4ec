"""What to do instead of a move that was refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.claims import can, cannot, each, first, later
from rules.indian_summer.components import ANIMALS, Cell, Tile, Treasure, cells
from rules.indian_summer.events import END_TEXT, count_text, pair_text, tiles_text
from rules.indian_summer.forest.places import animal_moves
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.forest.sources import ends, missing
from rules.indian_summer.labels import prompt, swap_text
from rules.indian_summer.legal import can_berry, fitting_pairs, legal_moves, rate, swaps
from rules.indian_summer.moves import (
    BerryFrom,
    End,
    Leaf,
    PlaceAnimal,
    SpendMushroom,
    SpendNut,
    Squirrel,
    Swap,
)
from rules.indian_summer.observer import view
from rules.indian_summer.state import NO_ANIMALS, Player, SummerState
from rules.protocol import Move
from rules.text import Text, t

SHOWN: Final = 8
"""The most cells named in a hint."""


def instead(state: SummerState) -> Text:
    """Return what the player whose turn it is has to decide, as a hint."""
    return prompt(view(state, state.active))


def closest(found: Iterable[Cell], to: Cell) -> list[Cell]:
    """Return the cells to name in a hint, those closest to one, in board order."""
    near = sorted(found, key=lambda cell: (_apart(cell, to), cell.number))
    return sorted(near[:SHOWN], key=lambda cell: cell.number)


def _apart(cell: Cell, other: Cell) -> int:
    return abs(cell.row - other.row) + abs(cell.col - other.col)


def empty_spaces(state: SummerState, player: Player, move: Squirrel | SpendNut) -> Text:
    """Return which spaces a squirrel could cover, as a hint."""
    free = closest(cells(FULL & ~player.covered), move.cell)
    if not free:
        return instead(state)
    hint = t("Empty spaces: {cells}.", cells=tuple(map(str, free)))
    return hint.says(*each(type(move), "cell", free))


def how_to_get(state: SummerState, player: Player, treasure: Treasure) -> Text:
    """Return how to come by a treasure that the player lacks, as a hint."""
    offer = next((swap for swap in swaps(player.supply) if swap.get is treasure), None)
    if offer is not None:
        price = count_text(offer.give, rate(offer.give, treasure))
        hint = t("You can get one in exchange for {price}.", price=price)
        return hint.says(first(Swap, give=offer.give, get=treasure))
    if NO_ANIMALS in state.options:
        return t("You get tokens from complete areas.")
    return t("You get tokens from complete areas and from animals.").says(later(PlaceAnimal))


def which_swaps(player: Player) -> Text:
    """Return which exchanges are possible, as a hint."""
    offers = swaps(player.supply)
    if not offers:
        return t("You don't have enough tokens to exchange any.").says(cannot(Swap))
    hint = t("You can exchange: {list}.", list=tuple(map(swap_text, offers)))
    return hint.says(*(can(Swap, give=swap.give, get=swap.get) for swap in offers))


def _leaves(state: SummerState) -> list[Leaf]:
    """Return the placements of leaf tiles that are possible now, sorted."""
    return [move for move in legal_moves(state, state.active) if isinstance(move, Leaf)]


def which_tiles(state: SummerState) -> Text:
    """Return which tiles can be placed now, as a hint."""
    tiles = sorted({leaf.tile for leaf in _leaves(state)})
    if not tiles:
        return instead(state)
    text = t("Choose one of these: {tiles}.", tiles=tiles_text(tiles))
    return text.says(*each(Leaf, "tile", tiles, every=True))


def places_for(state: SummerState, move: Leaf) -> Text:
    """Return where a tile can be placed, or which others can, as a hint."""
    tile = move.tile
    places = [leaf for leaf in _leaves(state) if leaf.tile is tile]
    if not places:
        return _without(state, tile)
    turns = [leaf.turn for leaf in places if leaf.hole is move.hole]
    if turns:
        text = t(
            "{tile} fits there in another orientation: {turns}.",
            tile=str(tile),
            turns=tuple(map(str, turns)),
        )
        return text.says(*(can(Leaf, tile=tile, hole=move.hole, turn=turn) for turn in turns))
    found = {leaf.hole for leaf in places}
    holes = closest(found, move.hole)
    claims = [can(Leaf, tile=tile, hole=hole) for hole in holes]
    shown = tuple(map(str, holes))
    if len(found) > len(holes):
        text = t(
            "{tile} fits in many places. Its hole can lie here, for example: {cells}.",
            tile=str(tile),
            cells=shown,
        )
        return text.says(*claims)
    text = t(
        "{tile} fits if you turn it the right way. Its hole can lie here: {cells}.",
        tile=str(tile),
        cells=shown,
    )
    return text.says(*claims)


def _without(state: SummerState, tile: Tile) -> Text:
    """Return which other tiles can be placed, or what else can be done, as a hint."""
    others = sorted({leaf.tile for leaf in _leaves(state)})
    if not others:
        return instead(state)
    text = t(
        "{tile} doesn't fit anywhere, but these do: {tiles}.",
        tile=str(tile),
        tiles=tiles_text(others),
    )
    return text.says(cannot(Leaf, tile=tile), *each(Leaf, "tile", others, every=True))


def which_pairs(state: SummerState, player: Player) -> Text:
    """Return the sources of a Mushroom that can be named now, as a hint."""
    found = tuple(fitting_pairs(state, player.covered))
    if not found or not player.supply[Treasure.MUSHROOM.rank]:
        return instead(state)
    text = t("Choose from: {pairs}.", pairs=tuple(map(pair_text, found)))
    return text.says(*each(SpendMushroom, "pair", found, every=True))


def which_ends(state: SummerState, player: Player) -> Text:
    """Return where a Berry of the solo game can take tiles, as a hint."""
    if not can_berry(state, player):
        return instead(state)
    return ends_text(BerryFrom, ends(state, missing(player)))


def ends_text(kind: type[Move], found: tuple[End, ...]) -> Text:
    """Return the ends that can be named for a kind of move, as a hint."""
    text = t(
        "Choose which end of a path to take tiles from: {ends}.",
        ends=tuple(END_TEXT[end] for end in found),
    )
    return text.says(*each(kind, "source", found, every=True))


def which_animals(state: SummerState, player: Player, move: PlaceAnimal) -> Text:
    """Return where the animal fits, or which others do, as a hint."""
    moves = animal_moves(player.holes & ~player.tokens, state.stock)
    if not player.holes & ~player.tokens:
        return t("You have no empty holes.").says(cannot(PlaceAnimal))
    if not moves:
        return t("No animal fits on your empty holes.").says(cannot(PlaceAnimal))
    kind = ANIMALS[move.animal].name
    alike = [other for other in moves if other.animal is move.animal]
    if alike:
        other = min(alike, key=lambda other: _apart(other.at, move.at))
        where = tuple(map(str, cells(other.squares)))
        text = t("For example, the {animal} fits on {cells}.", animal=kind, cells=where)
        return text.says(can(PlaceAnimal, animal=other.animal, at=other.at, turn=other.turn))
    others = sorted({other.animal for other in moves})
    names = tuple(ANIMALS[other].name for other in others)
    text = t("These animals fit on your empty holes: {animals}.", animals=names)
    return text.says(*each(PlaceAnimal, "animal", others, every=True))
