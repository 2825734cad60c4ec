"""Why a move is refused: the rule, the fact of this position, and a way out."""

from __future__ import annotations

from typing import Final

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
from rules.indian_summer.forest.places import fits, has_room, leaves
from rules.indian_summer.forest.shapes import COLS, FULL, ROWS, orientations
from rules.indian_summer.legal import can_feather, first_tiles, pairs
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
from rules.indian_summer.refusals import SHOWN, check_held, check_space, instead
from rules.indian_summer.state import Player, SummerState, to_act
from rules.indian_summer.view import Phase, Task
from rules.protocol import CHANCE, Move
from rules.text import Seat, Text, t, tn

_REST: Final = t("You can still use Berries, Nuts, exchanges and animals, or end your turn.")


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
        refuse(
            "IS-TURN-1", t("Only a random draw can do this."), t("Choose one of your own moves.")
        )
    if state.phase is not Phase.TURN or state.task is not None:
        _check_in_order(state, move)
    found(state, state.players[seat], move)


_CHOOSE_END: Final = t("First choose a path and the end to take tiles from.")


def _check_in_order(state: SummerState, move: Move) -> None:
    """Refuse a move while another one has to come first."""
    if state.phase is Phase.SIDES:
        if not isinstance(move, ChooseSide):
            refuse(
                "IS-TURN-1",
                t("The first turn begins once everybody has chosen a side."),
                t("Choose the side of your forest floor first."),
            )
    elif state.phase is Phase.SCORED:
        if not isinstance(move, NextGame):
            refuse("IS-SOLO-9", t("This game is over."), t("Start the next game."))
    elif state.phase is Phase.REFILL:
        if not isinstance(move, Refill):
            refuse("IS-SOLO-2", t("Your path is empty."), _CHOOSE_END)
    elif not isinstance(move, Leaf | Forgo):
        refuse(
            "IS-TURN-2",
            t("You can't do anything else between the two tiles of a Feather or a Mushroom."),
            t("Finish placing your tiles first, or undo your last step."),
        )


def _check_main(state: SummerState) -> None:
    if state.main_done:
        refuse("IS-TURN-5", t("You have already taken your main action this turn."), _REST)


# Main actions


@_CHECKS.of(Leaf)
def _check_leaf(state: SummerState, player: Player, move: Leaf) -> None:
    task = state.task
    if task is None:
        _check_main(state)
    if task is not None and task.spent is Treasure.MUSHROOM:
        if move.tile not in task.tiles:
            refuse(
                "IS-MUSH-1",
                t("{tile} isn't one of your Mushroom's tiles.", tile=str(move.tile)),
                t("Still to place: {tiles}.", tiles=tiles_text(task.tiles)),
            )
    elif move.tile not in player.path:
        refuse(
            "IS-TURN-5",
            t("{tile} isn't on your path.", tile=str(move.tile)),
            _choose_of_path(player),
        )
    _check_fits(player, move, task)
    if task is not None and task.spent is Treasure.FEATHER and not task.placed:
        others = {tile.drawing for tile in player.path if tile is not move.tile}
        if not has_room(tuple(others), player.covered, move):
            refuse(
                "IS-FEA-1",
                t(
                    "You must place two tiles, and after this one no other tile on your path "
                    "would fit."
                ),
                t("Place this tile elsewhere, or start with another one."),
            )


def _choose_of_path(player: Player) -> Text:
    if not player.path:
        return t("Your path is empty, so place a squirrel.")
    return t("Choose one of these: {tiles}.", tiles=tiles_text(player.path))


def _check_fits(player: Player, move: Leaf, task: Task | None) -> None:
    tile, squares = move.tile, move.squares
    if not squares & player.covered and squares:
        return
    hint = _places_for(player, tile, task)
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


def _places_for(player: Player, tile: Tile, task: Task | None) -> Text:
    """Return where a tile fits, or what to do if it fits nowhere, as a hint."""
    holes = sorted({str(leaf.hole) for leaf in leaves(tile, player.covered)})
    if not holes and task is not None:
        if task.spent is Treasure.MUSHROOM:
            return t("{tile} fits nowhere; leave it where it was.", tile=str(tile))
        return t("{tile} fits nowhere; place another tile.", tile=str(tile))
    if not holes:
        return t("{tile} doesn't fit anywhere. Place another tile or a squirrel.", tile=str(tile))
    if len(holes) > SHOWN:
        return t(
            "{tile} fits in many places, for example with its hole on {cells}.",
            tile=str(tile),
            cells=tuple(holes[:SHOWN]),
        )
    return t(
        "{tile} fits with its hole on {cells} if you turn it the right way.",
        tile=str(tile),
        cells=tuple(holes),
    )


@_CHECKS.of(Squirrel)
def _check_squirrel(state: SummerState, player: Player, move: Squirrel) -> None:
    _check_main(state)
    check_space(player, move.cell)


@_CHECKS.of(SpendFeather)
def _check_feather(state: SummerState, player: Player, move: SpendFeather) -> None:
    _check_main(state)
    check_held(player, Treasure.FEATHER)
    if not can_feather(player):
        refuse(
            "IS-FEA-1",
            t("A Feather places two tiles from your path, but there is no room for two."),
            t("You keep the Feather. Place one tile, or a squirrel."),
        )


@_CHECKS.of(SpendMushroom)
def _check_mushroom(state: SummerState, player: Player, move: SpendMushroom) -> None:
    _check_main(state)
    check_held(player, Treasure.MUSHROOM)
    found = pairs(state)
    rule = "IS-SOLO-5" if state.solo else "IS-MUSH-5" if state.seats == 2 else "IS-MUSH-1"
    if not found:
        none = "IS-MUSH-4" if rule == "IS-MUSH-1" else rule
        reason = t("There is no tile to take, so you keep the Mushroom.")
        refuse(none, reason, t("Place a leaf tile from your path, or a squirrel."))
    if move.pair not in found:
        choices = t("Choose from: {pairs}.", pairs=tuple(map(str, found)))
        if state.solo:
            reason = t("A Mushroom takes one tile from each path, at either end.")
        elif state.seats == 2:
            reason = t(
                "A Mushroom takes the other player's first tile and the one next to the bush."
            )
        else:
            reason = t("A Mushroom takes the first tile from each of two other players' paths.")
        refuse(rule, reason, choices)
    tiles = first_tiles(state, move.pair)
    if not any(fits(tile.drawing, player.covered) for tile in tiles):
        refuse(
            "IS-MUSH-2",
            t("None of these tiles fits on your floor: {tiles}.", tiles=tiles_text(tiles)),
            t("At least one must fit, so you keep the Mushroom."),
        )


@_CHECKS.of(Forgo)
def _check_forgo(state: SummerState, player: Player, move: Forgo) -> None:
    task = state.task
    if task is None or move.tile not in task.tiles:
        refuse(
            "IS-MUSH-2",
            t("You can only give up a tile you took with your Mushroom."),
            instead(state),
        )
    if fits(move.tile.drawing, player.covered):
        refuse(
            "IS-MUSH-2",
            t("{tile} still fits, so you must place it.", tile=str(move.tile)),
            _places_for(player, move.tile, task),
        )


@_CHECKS.of(EndTurn)
def _check_end(state: SummerState, player: Player, move: EndTurn) -> None:
    if not state.main_done and player.covered != FULL:
        refuse(
            "IS-TURN-3",
            t("You haven't taken your main action yet."),
            t("Place a leaf tile or a squirrel first."),
        )


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
