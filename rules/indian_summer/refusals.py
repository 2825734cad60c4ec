"""Why a move is refused: the rule, the fact of this position, and a way out.

Whether it is refused is decided in `legal`; what is asked here last is not asked at all.
"""

from __future__ import annotations

from typing import Final

from rules.claims import can, first
from rules.errors import IllegalMoveError, NotYourTurnError, RefusedError
from rules.handlers import Handlers
from rules.indian_summer.components import ANIMALS, MOST, PATH, TREASURE_KINDS, Treasure, cells
from rules.indian_summer.events import count_text, tiles_text
from rules.indian_summer.forest import hints
from rules.indian_summer.forest.hints import instead
from rules.indian_summer.forest.places import RANK
from rules.indian_summer.forest.shapes import COLS, ROWS, orientations
from rules.indian_summer.forest.sources import ends, first_tiles, pairs, row_of
from rules.indian_summer.labels import any_fits, prompt
from rules.indian_summer.legal import can_berry, can_feather, is_free, is_legal, rate
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
from rules.indian_summer.state import NO_ANIMALS, Player, SummerState, to_act
from rules.indian_summer.view import Phase
from rules.protocol import CHANCE, Move
from rules.text import Seat, Text, t, tn

No = IllegalMoveError
_REFUSALS: Final = Handlers[SummerState, Player, No]()
_NOT_NOW: Final[dict[type[Move], tuple[str, Text]]] = {
    EndTurn: ("IS-TURN-3", t("You haven't taken your main action yet.")),
    NextGame: ("IS-SOLO-9", t("The next game of a series begins when this one is over.")),
    ChooseSide: ("IS-SETUP-1", t("Floors can't be changed once the first turn has begun.")),
}
"""The rule and the reason where the time alone can be wrong."""


def check(state: SummerState, seat: Seat, move: Move) -> None:
    """Raise NotYourTurnError or IllegalMoveError unless `seat` may make `move` now."""
    if not is_legal(state, seat, move):
        raise refusal(state, seat, move)


def refusal(state: SummerState, seat: Seat, move: Move) -> RefusedError:
    """Return why `seat` may not make a move that is not legal."""
    if seat == CHANCE:
        return No("IS-PATH-4", t("This can't be drawn now."), t("Wait a moment."))
    if seat not in to_act(state):
        return NotYourTurnError("IS-END-6" if state.phase is Phase.OVER else "IS-TURN-1")
    found = _too_early_or_late if type(move) in _NOT_NOW else _REFUSALS.get(type(move))
    if found is None:
        return No("IS-TURN-1", t("Only a random draw can do this."), prompt(view(state, seat)))
    return _in_order(state, move) or found(state, state.players[seat], move)


def _too_early_or_late(state: SummerState, player: Player, move: Move) -> No:
    rule, reason = _NOT_NOW[type(move)]
    return No(rule, reason, instead(state))


def _in_order(state: SummerState, move: Move) -> No | None:
    """Refuse a move while another one has to come first."""
    if state.phase is Phase.SIDES:
        reason = t("The first turn begins once everybody has chosen a side.")
        hint = t("Choose the side of your forest floor first.").says(can(ChooseSide))
        return No("IS-SETUP-1", reason, hint)
    if state.phase is Phase.SCORED:
        return No("IS-SOLO-9", t("This game is over."), instead(state))
    if state.phase is Phase.REFILL and not isinstance(move, Refill):
        hint = t("First choose a path and the end to take tiles from.")
        return No("IS-SOLO-2", t("Your path is empty."), hint.says(can(Refill)))
    if state.task is not None and not isinstance(move, Leaf | Forgo):
        reason = t(
            "You can't do anything else until the tiles of your Feather or Mushroom are placed."
        )
        return No("IS-TURN-2", reason, instead(state))
    return None


def _main_done(state: SummerState) -> No:
    reason = t("You have already taken your main action this turn.")
    return No("IS-TURN-5", reason, instead(state))


def _not_held(
    state: SummerState, player: Player, treasure: Treasure, *, else_possible: bool = True
) -> No:
    """Refuse to spend a treasure the player lacks; name an exchange that helps.

    It doesn't if something else is in the way as well.
    """
    hint = hints.how_to_get(state, player, treasure) if else_possible else instead(state)
    return No("IS-TOK-1", t("You have no {token}.", token=TREASURE_KINDS[treasure].name), hint)


# Main actions


@_REFUSALS.of(Leaf)
def _leaf(state: SummerState, player: Player, move: Leaf) -> No:
    task, tile = state.task, str(move.tile)
    if task is None and state.main_done:
        return _main_done(state)
    if task is not None and task.spent is Treasure.MUSHROOM:
        if move.tile not in task.tiles:
            reason = t("{tile} isn't one of your Mushroom's tiles.", tile=tile)
            return No("IS-MUSH-1", reason, hints.which_tiles(state))
    elif move.tile not in player.path:
        reason = t("{tile} isn't on your path.", tile=tile)
        return No("IS-TURN-5", reason, hints.which_tiles(state))
    hint = hints.places_for(state, move)
    if not is_free(move, player.covered):
        return _does_not_fit(player, move, hint)
    reason = t("You must place two tiles, and after this one no other tile on your path would fit.")
    return No("IS-FEA-1", reason, hint)


def _does_not_fit(player: Player, move: Leaf, hint: Text) -> No:
    tile, squares = move.tile, move.squares
    if move.turn.number >= tile.ways:
        reason = tn(
            "{tile} has only {count} orientation, r{last}.",
            "{tile} has only {count} orientations, r0 to r{last}.",
            tile.ways,
            tile=str(tile),
            last=tile.ways - 1,
        )
        return No("IS-LEAF-2", reason, hint)
    if not squares:
        reason = t(
            "{tile} would stick out over the edge of your floor ({edges}).",
            tile=str(tile),
            edges=_edges(move),
        )
        return No("IS-LEAF-1", reason, hint)
    taken = tuple(map(str, cells(squares & player.covered)))
    return No("IS-LEAF-1", t("These spaces are already covered: {cells}.", cells=taken), hint)


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


@_REFUSALS.of(Squirrel)
def _squirrel(state: SummerState, player: Player, move: Squirrel) -> No:
    return _main_done(state) if state.main_done else _is_covered(state, player, move)


def _is_covered(state: SummerState, player: Player, move: Squirrel | SpendNut) -> No:
    """Refuse a squirrel on a space that is covered (IS-SQ-1)."""
    reason = t(
        "{cell} is already covered, and a squirrel needs an empty space. Holes count as covered.",
        cell=str(move.cell),
    )
    return No("IS-SQ-1", reason, hints.empty_spaces(state, player, move))


@_REFUSALS.of(SpendFeather)
def _feather(state: SummerState, player: Player, move: SpendFeather) -> No:
    if state.main_done:
        return _main_done(state)
    if len(player.path) < 2:
        reason = t("A Feather lets you place two tiles from your path, but you don't have two.")
        return No("IS-FEA-1", reason, instead(state))
    if not can_feather(player):
        reason = t("A Feather places two tiles from your path, but there is no room for two.")
        return No("IS-FEA-1", reason, instead(state))
    return _not_held(state, player, Treasure.FEATHER)


@_REFUSALS.of(SpendMushroom)
def _mushroom(state: SummerState, player: Player, move: SpendMushroom) -> No:
    if state.main_done:
        return _main_done(state)
    found = pairs(state)
    rule = "IS-SOLO-5" if state.solo else "IS-MUSH-5" if state.seats == 2 else "IS-MUSH-1"
    if not found:
        none = "IS-MUSH-4" if rule == "IS-MUSH-1" else rule
        return No(none, t("There is no tile to take, so you keep the Mushroom."), instead(state))
    if move.pair not in found:
        reason = t("A Mushroom takes the first tile from each of two other players' paths.")
        if state.solo:
            reason = t("A Mushroom takes one tile from each path, at either end.")
        elif state.seats == 2:
            reason = t(
                "A Mushroom takes the other player's first tile and the one next to the bush."
            )
        return No(rule, reason, hints.which_pairs(state, player))
    tiles = first_tiles(state, move.pair)
    if not any_fits(tiles, player):
        reason = t("None of these tiles fits on your floor: {tiles}.", tiles=tiles_text(tiles))
        return No("IS-MUSH-2", reason, hints.which_pairs(state, player))
    return _not_held(state, player, Treasure.MUSHROOM)


@_REFUSALS.of(Forgo)
def _forgo(state: SummerState, player: Player, move: Forgo) -> No:
    if state.task is not None and move.tile in state.task.tiles:
        reason = t("{tile} still fits, so you must place it.", tile=str(move.tile))
    elif state.version > 1:
        reason = t(
            "If a Mushroom tile doesn't fit anywhere, it stays where it was. You don't have to "
            "give it up."
        )
    else:
        reason = t("You can only give up a tile you took with your Mushroom.")
    return No("IS-MUSH-2", reason, instead(state))


# What comes before and after the main action


@_REFUSALS.of(SpendBerry)
def _berry(state: SummerState, player: Player, move: SpendBerry) -> No:
    no_use = _no_use(state, player, "IS-SOLO-4" if state.solo else "IS-BER-1")
    if no_use is None and state.solo:
        reason = t("In the solo game, a Berry takes tiles from the end of a path.")
        return No("IS-SOLO-4", reason, hints.which_ends(state, player))
    return no_use or _not_held(state, player, Treasure.BERRY)


@_REFUSALS.of(BerryFrom)
def _berry_from(state: SummerState, player: Player, move: BerryFrom) -> No:
    if not state.solo:
        hint = instead(state)
        if can_berry(state, player):
            hint = t("Spend the Berry without naming a path.").says(can(SpendBerry))
        return No("IS-BER-1", t("Tiles come from the common path, next to the bush."), hint)
    no_use = _no_use(state, player, "IS-SOLO-4")
    if no_use is None and not row_of(state, move.source):
        return No("IS-SOLO-4", t("That path is empty."), hints.which_ends(state, player))
    return no_use or _not_held(state, player, Treasure.BERRY)


def _no_use(state: SummerState, player: Player, rule: str) -> No | None:
    """Refuse a Berry if there is nothing to take, or no room for it."""
    berries = player.supply[Treasure.BERRY.rank]
    if not (state.top or state.bottom if state.solo else state.common):
        hint = instead(state)
        if berries >= rate(Treasure.BERRY, Treasure.NUT):
            hint = t("You keep the Berry. You can exchange two Berries for a Nut.")
            hint = hint.says(can(Swap, give=Treasure.BERRY, get=Treasure.NUT))
        return No(rule, t("There are no tiles left to take."), hint)
    if len(player.path) >= MOST:
        hint = instead(state)
        if berries and not state.main_done and any_fits(player.path, player):
            hint = t("Place a tile first.").says(first(Leaf))
        return No(rule, t("A path never holds more than {most} tiles.", most=MOST), hint)
    return None


@_REFUSALS.of(Refill)
def _refill(state: SummerState, player: Player, move: Refill) -> No:
    if not state.solo:
        hint = instead(state)
        if can_berry(state, player):
            hint = t("To refill your path earlier, spend a Berry.").says(can(SpendBerry))
        return No("IS-PATH-2", t("An empty path is refilled automatically."), hint)
    if state.phase is not Phase.REFILL:
        reason = t("You get a free refill only when your path becomes empty.")
        return No("IS-SOLO-3", reason, hints.which_ends(state, player))
    hint = hints.ends_text(Refill, ends(state, PATH))
    return No("IS-SOLO-2", t("That path is empty."), hint)


@_REFUSALS.of(SpendNut)
def _nut(state: SummerState, player: Player, move: SpendNut) -> No:
    if player.supply[Treasure.NUT.rank]:
        return _is_covered(state, player, move)
    free = not move.cell.bit & player.covered
    return _not_held(state, player, Treasure.NUT, else_possible=free)


@_REFUSALS.of(PlaceAnimal)
def _animal(state: SummerState, player: Player, move: PlaceAnimal) -> No:
    """Refuse an animal that is gone or doesn't fit its holes (IS-ANI-1, IS-ANI-6).

    The host may have left the animals out (IS-SETUP-3).
    """
    kind = ANIMALS[move.animal]
    if NO_ANIMALS in state.options:
        return No("IS-SETUP-3", t("This match is played without animals."), instead(state))
    hint = hints.which_animals(state, player, move)
    if not state.stock[RANK[move.animal]]:
        return No("IS-ANI-6", t("There are no more {animal} tiles.", animal=kind.name), hint)
    squares = move.squares
    if not squares:
        return No("IS-ANI-1", t("The animal doesn't fit there in this orientation."), hint)
    bearing = tuple(map(str, cells(squares & player.tokens)))
    if bearing:
        reason = t(
            "A treasure is still on {cells}. You take it when its area is complete.", cells=bearing
        )
        return No("IS-ANI-1", reason, hint)
    wrong = tuple(map(str, cells(squares & ~player.holes)))
    reason = tn(
        "An animal can only cover empty holes, and {cells} has none.",
        "An animal can only cover empty holes, and {cells} have none.",
        len(wrong),
        cells=wrong,
    )
    return No("IS-ANI-1", reason, hint)


@_REFUSALS.of(Swap)
def _swap(state: SummerState, player: Player, move: Swap) -> No:
    """Refuse an exchange that isn't one or can't be paid (IS-EXC-1)."""
    price = rate(move.give, move.get)
    if price:
        held = player.supply[move.give.rank]
        reason = t(
            "This costs {price}, and you have {held}.",
            price=count_text(move.give, price),
            held=held,
        )
    else:
        reason = t(
            "You can exchange one token for any lower one, or two of a kind for the next "
            "higher one."
        )
    return No("IS-EXC-1", reason, hints.which_swaps(player))
