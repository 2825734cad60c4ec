"""Why a move is refused: the rule, the fact of this position, and a way out."""

from __future__ import annotations

from typing import Final

from rules.claims import can, cannot, each
from rules.errors import NotYourTurnError, refuse
from rules.handlers import Handlers
from rules.indian_summer import refusals
from rules.indian_summer.components import (
    Tile,
    Treasure,
    cells,
)
from rules.indian_summer.draws import check_chance
from rules.indian_summer.events import tiles_text
from rules.indian_summer.forest.places import fits, has_room
from rules.indian_summer.forest.shapes import COLS, FULL, ROWS, orientations
from rules.indian_summer.labels import pair_text, prompt
from rules.indian_summer.legal import can_feather, first_tiles, fitting_pairs, legal_moves, pairs
from rules.indian_summer.moves import (
    BerryFrom,
    ChooseSide,
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
)
from rules.indian_summer.observer import view
from rules.indian_summer.refusals import check_held, check_space, closest, instead
from rules.indian_summer.state import Player, SummerState, to_act
from rules.indian_summer.view import Phase
from rules.protocol import CHANCE, Move
from rules.text import Seat, Text, t, tn

_CHECKS: Final = Handlers[SummerState, Player, None]()


def check(state: SummerState, seat: Seat, move: Move) -> None:
    """Raise NotYourTurnError or IllegalMoveError unless `seat` may make `move` now."""
    if seat == CHANCE:
        check_chance(state, move)
        return
    if seat not in to_act(state):
        raise NotYourTurnError("IS-END-6" if state.phase is Phase.OVER else "IS-TURN-1")
    found = _CHECKS.get(type(move))
    if found is None:
        refuse("IS-TURN-1", t("Only a random draw can do this."), prompt(view(state, seat)))
    if state.phase is not Phase.TURN or state.task is not None:
        _check_in_order(state, move)
    found(state, state.players[seat], move)


def _check_in_order(state: SummerState, move: Move) -> None:
    """Refuse a move while another one has to come first."""
    if state.phase is Phase.SIDES:
        if not isinstance(move, ChooseSide):
            refuse(
                "IS-TURN-1",
                t("The first turn begins once everybody has chosen a side."),
                t("Choose the side of your forest floor first.").says(can(ChooseSide)),
            )
    elif state.phase is Phase.SCORED:
        if not isinstance(move, NextGame):
            refuse("IS-SOLO-9", t("This game is over."), instead(state))
    elif state.phase is Phase.REFILL:
        if not isinstance(move, Refill):
            hint = t("First choose a path and the end to take tiles from.")
            refuse("IS-SOLO-2", t("Your path is empty."), hint.says(can(Refill)))
    elif not isinstance(move, Leaf | Forgo):
        refuse(
            "IS-TURN-2",
            t("You can't do anything else between the two tiles of a Feather or a Mushroom."),
            instead(state),
        )


def _check_main(state: SummerState) -> None:
    if state.main_done:
        refuse("IS-TURN-5", t("You have already taken your main action this turn."), instead(state))


# Main actions


@_CHECKS.of(Leaf)
def _check_leaf(state: SummerState, player: Player, move: Leaf) -> None:
    task = state.task
    if task is None:
        _check_main(state)
    if task is not None and task.spent is Treasure.MUSHROOM:
        if move.tile not in task.tiles:
            reason = t("{tile} isn't one of your Mushroom's tiles.", tile=str(move.tile))
            refuse("IS-MUSH-1", reason, _which_tiles(state))
    elif move.tile not in player.path:
        reason = t("{tile} isn't on your path.", tile=str(move.tile))
        refuse("IS-TURN-5", reason, _which_tiles(state))
    _check_fits(state, player, move)
    if task is not None and task.spent is Treasure.FEATHER and not task.placed:
        others = {tile.drawing for tile in player.path if tile is not move.tile}
        if not has_room(tuple(others), player.covered, move):
            reason = t(
                "You must place two tiles, and after this one no other tile on your path would fit."
            )
            refuse("IS-FEA-1", reason, _places_for(state, move))


def _leaves(state: SummerState) -> list[Leaf]:
    """Return the placements of leaf tiles that are possible now, sorted."""
    return [move for move in legal_moves(state, state.active) if isinstance(move, Leaf)]


def _which_tiles(state: SummerState) -> Text:
    """Return which tiles can be placed now, as a hint."""
    tiles = sorted({leaf.tile for leaf in _leaves(state)})
    if not tiles:
        return instead(state)
    text = t("Choose one of these: {tiles}.", tiles=tiles_text(tiles))
    return text.says(*each(Leaf, "tile", tiles, every=True))


def _check_fits(state: SummerState, player: Player, move: Leaf) -> None:
    tile, squares = move.tile, move.squares
    if not squares & player.covered and squares:
        return
    hint = _places_for(state, move)
    if move.turn.number >= tile.ways:
        reason = tn(
            "{tile} has only {count} orientation, r{last}.",
            "{tile} has only {count} orientations, r0 to r{last}.",
            tile.ways,
            tile=str(tile),
            last=tile.ways - 1,
        )
        refuse("IS-LEAF-2", reason, hint)
    if not squares:
        reason = t(
            "{tile} would stick out over the edge of your floor ({edges}).",
            tile=str(tile),
            edges=_edges(move),
        )
        refuse("IS-LEAF-1", reason, hint)
    taken = cells(squares & player.covered)
    refuse(
        "IS-LEAF-1",
        t("These spaces are already covered: {cells}.", cells=tuple(map(str, taken))),
        hint,
    )


def _edges(move: Leaf) -> Text:
    """Return the edges a tile sticks out over."""
    figure = orientations(move.tile.drawing)[move.turn.number]
    at = figure.hole or figure.squares[0]
    top, left = move.hole.row - at[0], move.hole.col - at[1]
    sides = (
        (top < 0, t("top")),
        (left + figure.width > COLS, t("right")),
        (top + figure.height > ROWS, t("bottom")),
        (left < 0, t("left")),
    )
    return t("{list}", list=tuple(name for out, name in sides if out))


def _places_for(state: SummerState, move: Leaf) -> Text:
    """Return where a tile can be placed, or which others can, as a hint."""
    tile = move.tile
    places = [leaf for leaf in _leaves(state) if leaf.tile is tile]
    if not places:
        return _without(state, tile)
    turns = [leaf.turn for leaf in places if leaf.hole is move.hole]
    if turns:
        text = t(
            "{tile} fits there if you turn it to {turns}.",
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
            "{tile} fits in many places, for example with its hole on {cells}.",
            tile=str(tile),
            cells=shown,
        )
        return text.says(*claims)
    text = t(
        "{tile} fits with its hole on {cells} if you turn it the right way.",
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


@_CHECKS.of(Squirrel)
def _check_squirrel(state: SummerState, player: Player, move: Squirrel) -> None:
    _check_main(state)
    check_space(state, player, move)


@_CHECKS.of(SpendFeather)
def _check_feather(state: SummerState, player: Player, move: SpendFeather) -> None:
    _check_main(state)
    if len(player.path) < 2:
        reason = t("A Feather lets you place two tiles from your path, but you don't have two.")
        refuse("IS-FEA-1", reason, instead(state))
    if not can_feather(player):
        reason = t("A Feather places two tiles from your path, but there is no room for two.")
        refuse("IS-FEA-1", reason, instead(state))
    check_held(state, player, Treasure.FEATHER)


@_CHECKS.of(SpendMushroom)
def _check_mushroom(state: SummerState, player: Player, move: SpendMushroom) -> None:
    _check_main(state)
    found = pairs(state)
    rule = "IS-SOLO-5" if state.solo else "IS-MUSH-5" if state.seats == 2 else "IS-MUSH-1"
    if not found:
        none = "IS-MUSH-4" if rule == "IS-MUSH-1" else rule
        reason = t("There is no tile to take, so you keep the Mushroom.")
        refuse(none, reason, instead(state))
    if move.pair not in found:
        if state.solo:
            reason = t("A Mushroom takes one tile from each path, at either end.")
        elif state.seats == 2:
            reason = t(
                "A Mushroom takes the other player's first tile and the one next to the bush."
            )
        else:
            reason = t("A Mushroom takes the first tile from each of two other players' paths.")
        refuse(rule, reason, _which_pairs(state, player))
    tiles = first_tiles(state, move.pair)
    if not any(fits(tile.drawing, player.covered) for tile in tiles):
        reason = t("None of these tiles fits on your floor: {tiles}.", tiles=tiles_text(tiles))
        refuse("IS-MUSH-2", reason, _which_pairs(state, player))
    check_held(state, player, Treasure.MUSHROOM)


def _which_pairs(state: SummerState, player: Player) -> Text:
    """Return the sources of a Mushroom that can be named now, as a hint."""
    found = tuple(fitting_pairs(state, player.covered))
    if not found or not player.supply[Treasure.MUSHROOM.rank]:
        return instead(state)
    text = t("Choose from: {pairs}.", pairs=tuple(map(pair_text, found)))
    return text.says(*each(SpendMushroom, "pair", found, every=True))


@_CHECKS.of(Forgo)
def _check_forgo(state: SummerState, player: Player, move: Forgo) -> None:
    task = state.task
    if task is None or move.tile not in task.tiles:
        reason = t("You can only give up a tile you took with your Mushroom.")
        if state.version > 1:
            reason = t(
                "If a Mushroom tile doesn't fit anywhere, it stays where it was. You don't have to "
                "give it up."
            )
        refuse("IS-MUSH-2", reason, instead(state))
    if fits(move.tile.drawing, player.covered):
        refuse(
            "IS-MUSH-2",
            t("{tile} still fits, so you must place it.", tile=str(move.tile)),
            instead(state),
        )


@_CHECKS.of(EndTurn)
def _check_end(state: SummerState, player: Player, move: EndTurn) -> None:
    if not state.main_done and player.covered != FULL:
        refuse("IS-TURN-3", t("You haven't taken your main action yet."), instead(state))


@_CHECKS.of(NextGame)
def _check_next(state: SummerState, player: Player, move: NextGame) -> None:
    if state.phase is not Phase.SCORED:
        reason = t("The next game of a series begins when this one is over.")
        refuse("IS-SOLO-9", reason, instead(state))


@_CHECKS.of(ChooseSide)
def _check_side(state: SummerState, player: Player, move: ChooseSide) -> None:
    if state.phase is not Phase.SIDES:
        reason = t("Floors can't be changed once the first turn has begun.")
        refuse("IS-TURN-1", reason, instead(state))


_CHECKS.of(SpendBerry)(refusals.check_berry)
_CHECKS.of(BerryFrom)(refusals.check_berry_from)
_CHECKS.of(SpendNut)(refusals.check_nut)
_CHECKS.of(PlaceAnimal)(refusals.check_animal)
_CHECKS.of(Swap)(refusals.check_swap)
_CHECKS.of(Refill)(refusals.check_refill)
