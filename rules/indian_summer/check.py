"""Why a move is refused: the rule, the fact of this position, and what to do instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NoReturn, cast

from rules.errors import IllegalMoveError, NotYourTurnError
from rules.indian_summer.components import (
    ANIMALS,
    MOST,
    PATH,
    TREASURES,
    Cell,
    Tile,
    Treasure,
    cells,
)
from rules.indian_summer.draws import check_chance
from rules.indian_summer.legal import (
    RANK,
    can_feather,
    ends,
    first_tiles,
    fits,
    has_room,
    leaves,
    missing,
    pairs,
    rate,
    swaps,
)
from rules.indian_summer.moves import (
    BerryFrom,
    ChooseSide,
    End,
    EndTurn,
    Forgo,
    Leaf,
    PlaceAnimal,
    Refill,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    SpendNut,
    Squirrel,
    Swap,
)
from rules.indian_summer.news import count_text, tiles_text
from rules.indian_summer.shapes import COLS, FULL, ROWS, orientations
from rules.indian_summer.state import NO_ANIMALS, Player, SummerState
from rules.indian_summer.view import Phase
from rules.protocol import CHANCE, Move
from rules.text import Seat, Text, Who, t

SHOWN: Final = 8
"""So many cells are named in a hint."""
_WAIT: Final = t("You will be called; until then you can try tiles out on your own floor.")
_REST: Final = t("Berries, Nuts, exchanges and animals remain; or end your turn.")


def check(state: SummerState, seat: Seat, move: Move) -> None:
    """Raise NotYourTurnError or IllegalMoveError unless `seat` may make `move` now."""
    if seat == CHANCE:
        check_chance(state, move)
        return
    _check_turn(state, seat)
    found = _CHECKS.get(type(move))
    if found is None:
        _refuse("IS-TURN-1", t("Only chance can do this."), t("Choose one of your own moves."))
    if state.phase is not Phase.TURN or state.task is not None:
        _check_in_order(state, move)
    found(state, state.players[seat], move)


def _check_turn(state: SummerState, seat: Seat) -> None:
    if state.phase is Phase.OVER:
        raise NotYourTurnError(
            t("This match has ended."), t("Look at the result, or start another."), rule="IS-END-6"
        )
    if state.due is not None:
        raise NotYourTurnError(
            t("Tiles are just being drawn."), t("Wait a moment."), rule="IS-TURN-1"
        )
    if state.phase is Phase.SIDES:
        if seat < 0 or state.sides[seat] is not None:
            raise NotYourTurnError(
                t("The others still choose a side of their floors."), _WAIT, rule="IS-TURN-1"
            )
    elif seat != state.active:
        raise NotYourTurnError(
            t("It is {who}’s turn.", who=Who(state.active)), _WAIT, rule="IS-TURN-1"
        )


def _check_in_order(state: SummerState, move: Move) -> None:
    """Refuse anything else while a side, a refill, or the tiles of a token are to be chosen."""
    if state.phase is Phase.SIDES:
        if not isinstance(move, ChooseSide):
            _refuse(
                "IS-TURN-1",
                t("The first turn begins when all have chosen a side."),
                t("First choose the side of your forest floor."),
            )
    elif state.phase is Phase.REFILL:
        if not isinstance(move, Refill):
            _refuse("IS-SOLO-2", t("Your path is empty."), _CHOOSE_END)
    elif not isinstance(move, Leaf | Forgo):
        _refuse(
            "IS-TURN-2",
            t("The two tiles of a Feather or a Mushroom are placed in one go."),
            t("First place the tile that is still due, or take your last step back."),
        )


_CHOOSE_END: Final = t("First choose a path and the end to take tiles from.")


def _refuse(rule: str, reason: Text, hint: Text) -> NoReturn:
    raise IllegalMoveError(rule, reason, hint)


def _check_main(state: SummerState) -> None:
    if state.main_done:
        _refuse("IS-TURN-5", t("You have had your main action in this turn."), _REST)


def _check_held(player: Player, treasure: Treasure) -> None:
    """Refuse to spend a treasure that is not there; name an exchange that would bring one."""
    if player.supply[treasure.rank]:
        return
    offers = [swap for swap in swaps(player.supply) if swap.get is treasure]
    hint = t("Treasures come from complete areas and from animals.")
    if offers:
        give = offers[0].give
        hint = t(
            "An exchange would bring one: give {price}.",
            price=count_text(give, rate(give, treasure)),
        )
    _refuse("IS-TOK-1", t("You have none: {treasure}.", treasure=count_text(treasure, 0)), hint)


# Main actions


def _check_leaf(state: SummerState, player: Player, move: Leaf) -> None:
    task = state.task
    if task is None:
        _check_main(state)
    if task is not None and task.spent is Treasure.MUSHROOM:
        if move.tile not in task.tiles:
            _refuse(
                "IS-MUSH-1",
                t("{tile} is not a tile of your Mushroom.", tile=str(move.tile)),
                t("Still to be placed: {tiles}.", tiles=tiles_text(task.tiles)),
            )
    elif move.tile not in player.path:
        _refuse(
            "IS-TURN-5",
            t("{tile} is not on your path.", tile=str(move.tile)),
            _choose_of_path(player),
        )
    _check_fits(player, move)
    if task is not None and task.spent is Treasure.FEATHER and not task.placed:
        others = {tile.drawing for tile in player.path if tile is not move.tile}
        if not has_room(tuple(others), player.covered, move):
            _refuse(
                "IS-FEA-1",
                t("Then no other tile of your path would fit any more, and two must be placed."),
                t("Place it elsewhere, or another tile first."),
            )


def _choose_of_path(player: Player) -> Text:
    if not player.path:
        return t("Your path is empty: place a squirrel.")
    return t("Choose one of these: {tiles}.", tiles=tiles_text(player.path))


def _check_fits(player: Player, move: Leaf) -> None:
    tile, squares = move.tile, move.squares
    if not squares & player.covered and squares:
        return
    hint = _places_for(player, tile)
    if move.turn.number >= tile.ways:
        reason = t(
            "{tile} can lie in {ways} ways only, from r0 to r{last}.",
            tile=str(tile),
            ways=tile.ways,
            last=tile.ways - 1,
        )
        _refuse("IS-LEAF-2", reason, hint)
    if not squares:
        reason = t(
            "There {tile} would stick out over the edge: {edges}.",
            tile=str(tile),
            edges=_edges(move),
        )
        _refuse("IS-LEAF-1", reason, hint)
    taken = cells(squares & player.covered)
    _refuse("IS-LEAF-1", t("Already covered: {cells}.", cells=tuple(map(str, taken))), hint)


def _edges(move: Leaf) -> Text:
    """Return over which edges a tile sticks out."""
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


def _places_for(player: Player, tile: Tile) -> Text:
    """Return where a tile fits, as a hint."""
    holes = sorted({str(leaf.hole) for leaf in leaves(tile, player.covered)})
    if not holes:
        return t("{tile} fits nowhere; place another tile or a squirrel.", tile=str(tile))
    if len(holes) > SHOWN:
        return t(
            "{tile} fits in many places, for example with its hole on {cells}.",
            tile=str(tile),
            cells=tuple(holes[:SHOWN]),
        )
    return t(
        "{tile} fits with its hole on {cells}, turned the right way.",
        tile=str(tile),
        cells=tuple(holes),
    )


def _check_space(player: Player, cell: Cell) -> None:
    if not cell.bit & player.covered:
        return
    free = cells(FULL & ~player.covered)
    hint = t("Your floor is full.")
    if free:
        hint = t("Empty spaces: {cells}.", cells=tuple(map(str, free[:SHOWN])))
    reason = t(
        "A squirrel needs an empty space; {cell} is covered, and a hole counts as covered.",
        cell=str(cell),
    )
    _refuse("IS-SQ-1", reason, hint)


def _check_squirrel(state: SummerState, player: Player, move: Squirrel) -> None:
    _check_main(state)
    _check_space(player, move.cell)


def _check_feather(state: SummerState, player: Player, move: SpendFeather) -> None:
    _check_main(state)
    _check_held(player, Treasure.FEATHER)
    if not can_feather(state, player):
        _refuse(
            "IS-FEA-1",
            t("Two tiles of your path must be placed, and that is not possible."),
            t("The Feather stays with you. Place one tile, or a squirrel."),
        )


def _check_mushroom(state: SummerState, player: Player, move: SpendMushroom) -> None:
    _check_main(state)
    _check_held(player, Treasure.MUSHROOM)
    found = pairs(state)
    rule = "IS-SOLO-5" if state.solo else "IS-MUSH-5" if state.seats == 2 else "IS-MUSH-1"
    if not found:
        none = "IS-MUSH-4" if rule == "IS-MUSH-1" else rule
        reason = t("There is no tile to take; the Mushroom stays with you.")
        _refuse(none, reason, t("Place a leaf tile of your path, or a squirrel."))
    if move.pair not in found:
        choices = t("Possible: {pairs}.", pairs=tuple(map(str, sorted(found))))
        if state.solo:
            reason = t("A Mushroom takes one tile of each path, from either end.")
        elif state.seats == 2:
            reason = t("A Mushroom takes the other’s first tile and the one next to the bush.")
        else:
            reason = t("A Mushroom takes the first tiles of two different other players.")
        _refuse(rule, reason, choices)
    tiles = first_tiles(state, move.pair)
    if not any(fits(tile.drawing, player.covered) for tile in tiles):
        _refuse(
            "IS-MUSH-2",
            t("None of them fits on your floor: {tiles}.", tiles=tiles_text(tiles)),
            t("At least one must be placed; the Mushroom stays with you."),
        )


def _check_forgo(state: SummerState, player: Player, move: Forgo) -> None:
    task = state.task
    if task is None or move.tile not in task.tiles:
        _refuse(
            "IS-MUSH-2",
            t("Only a tile of a Mushroom that you are placing can be forgone."),
            t("Choose another move."),
        )
    if fits(move.tile.drawing, player.covered):
        _refuse(
            "IS-MUSH-2",
            t("{tile} still fits and must be placed.", tile=str(move.tile)),
            _places_for(player, move.tile),
        )


# Special actions


def _check_berry(state: SummerState, player: Player, move: SpendBerry) -> None:
    if state.solo:
        _refuse(
            "IS-SOLO-4",
            t("In the solo game a Berry takes tiles from an end of a path."),
            t("Say which: {ends}.", ends=_ends_of(state, player)),
        )
    _check_room_on_path(player, "IS-BER-1")
    if not state.common:
        reason = t("There are no tiles left to take.")
        _refuse("IS-BER-1", reason, t("The Berry stays with you; two of them buy a Nut."))


def _check_room_on_path(player: Player, rule: str) -> None:
    _check_held(player, Treasure.BERRY)
    if len(player.path) >= MOST:
        reason = t("Never more than {most} tiles on a path.", most=MOST)
        _refuse(rule, reason, t("Place one first."))


def _check_berry_from(state: SummerState, player: Player, move: BerryFrom) -> None:
    if not state.solo:
        _refuse(
            "IS-BER-1",
            t("Tiles come from the common path, next to the bush."),
            t("Spend the Berry without saying from where."),
        )
    _check_room_on_path(player, "IS-SOLO-4")
    _check_end_of_path(state, move.end, missing(player), "IS-SOLO-4")


def _ends_of(state: SummerState, player: Player) -> tuple[str, ...] | str:
    return tuple(map(str, ends(state, missing(player)))) or "–"


def _check_end_of_path(state: SummerState, end: End, need: int, rule: str) -> None:
    found = ends(state, need)
    if end in found:
        return
    if not found:
        reason = t("There are no tiles left to take.")
        _refuse(rule, reason, t("The Berry stays with you; two of them buy a Nut."))
    hint = t("Possible: {ends}.", ends=tuple(map(str, found)))
    if not (state.top if end.is_top else state.bottom):
        _refuse(rule, t("That path is empty."), hint)
    _refuse(rule, t("You take all its tiles, so both ends give the same."), hint)


def _check_refill(state: SummerState, player: Player, move: Refill) -> None:
    if not state.solo:
        _refuse(
            "IS-PATH-2",
            t("An empty path is refilled by itself."),
            t("A Berry refills it before it is empty."),
        )
    if state.phase is not Phase.REFILL:
        _refuse(
            "IS-SOLO-3",
            t("There is one free refill, when your path becomes empty."),
            t("A Berry takes tiles from the end of a path at any time."),
        )
    _check_end_of_path(state, move.end, PATH, "IS-SOLO-2")


def _check_nut(state: SummerState, player: Player, move: SpendNut) -> None:
    _check_held(player, Treasure.NUT)
    _check_space(player, move.cell)


def _check_animal(state: SummerState, player: Player, move: PlaceAnimal) -> None:
    kind = ANIMALS[move.animal]
    if NO_ANIMALS in state.options:
        reason = t("This match is played without animals.")
        _refuse("IS-ANI-6", reason, t("Choose another move."))
    if not state.stock[RANK[move.animal]]:
        reason = t("None is left of this animal: {animal}.", animal=kind.name)
        _refuse("IS-ANI-6", reason, t("Choose another animal."))
    empty = player.holes & ~player.tokens
    hint = t("You have no empty holes.")
    if empty:
        hint = t("Your empty holes: {cells}.", cells=tuple(map(str, cells(empty))))
    squares = move.squares
    if not squares:
        reason = t("Turned like this, the animal does not fit there.")
        _refuse("IS-ANI-1", reason, hint)
    bearing = cells(squares & player.tokens)
    if bearing:
        reason = t(
            "A treasure still lies on {cells}; it is taken when its area is complete.",
            cells=tuple(map(str, bearing)),
        )
        _refuse("IS-ANI-1", reason, hint)
    wrong = cells(squares & ~empty)
    if wrong:
        reason = t(
            "An animal covers empty holes only; there is none on {cells}.",
            cells=tuple(map(str, wrong)),
        )
        _refuse("IS-ANI-1", reason, hint)


def _check_swap(state: SummerState, player: Player, move: Swap) -> None:
    price = rate(move.give, move.get)
    offers = tuple(
        t(
            "{give} for {get}",
            give=count_text(s.give, rate(s.give, s.get)),
            get=count_text(s.get, 1),
        )
        for s in swaps(player.supply)
    )
    hint = t("You can exchange: {list}.", list=offers) if offers else t("You have too little.")
    if not price:
        reason = t("One is exchanged for a lower one, or two alike for the next higher one.")
        _refuse("IS-EXC-1", reason, hint)
    if player.supply[move.give.rank] < price:
        reason = t(
            "This costs {price}; you have {held}.",
            price=count_text(move.give, price),
            held=player.supply[TREASURES.index(move.give)],
        )
        _refuse("IS-EXC-1", reason, hint)


def _check_end(state: SummerState, player: Player, move: EndTurn) -> None:
    if not state.main_done and player.covered != FULL:
        _refuse(
            "IS-TURN-3",
            t("You have not had your main action."),
            t("First place a leaf tile or a squirrel."),
        )


def _check_side(state: SummerState, player: Player, move: ChooseSide) -> None:
    if state.phase is not Phase.SIDES:
        reason = t("The floors lie fast once the first turn has begun.")
        _refuse("IS-TURN-1", reason, t("Choose another move."))


_CHECKS: Final = cast(
    "dict[type[Move], Callable[[SummerState, Player, Move], None]]",
    {
        Leaf: _check_leaf,
        Squirrel: _check_squirrel,
        SpendFeather: _check_feather,
        SpendMushroom: _check_mushroom,
        Forgo: _check_forgo,
        SpendBerry: _check_berry,
        BerryFrom: _check_berry_from,
        SpendNut: _check_nut,
        PlaceAnimal: _check_animal,
        Swap: _check_swap,
        Refill: _check_refill,
        EndTurn: _check_end,
        ChooseSide: _check_side,
    },
)
