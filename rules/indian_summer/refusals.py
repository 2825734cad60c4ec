"""Refusals of what comes before and after the main action, and what all share."""

from __future__ import annotations

from typing import Final, NoReturn

from rules.errors import refuse
from rules.indian_summer.components import (
    ANIMALS,
    MOST,
    PATH,
    TREASURE_KINDS,
    TREASURES,
    Cell,
    Treasure,
    cells,
)
from rules.indian_summer.events import count_text
from rules.indian_summer.forest.places import RANK
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.labels import prompt
from rules.indian_summer.legal import ends, missing, rate, swaps
from rules.indian_summer.moves import (
    BerryFrom,
    End,
    PlaceAnimal,
    Refill,
    SpendBerry,
    SpendNut,
    Swap,
)
from rules.indian_summer.observer import view
from rules.indian_summer.state import NO_ANIMALS, Player, SummerState
from rules.indian_summer.view import Phase
from rules.text import Text, t, tn

SHOWN: Final = 8
"""The most cells named in a hint."""


def instead(state: SummerState) -> Text:
    """Return what the player whose turn it is has to decide, as a hint."""
    return prompt(view(state, state.active))


def check_held(player: Player, treasure: Treasure) -> None:
    """Refuse to spend a treasure the player lacks; name an exchange that brings one."""
    if player.supply[treasure.rank]:
        return
    offers = [swap for swap in swaps(player.supply) if swap.get is treasure]
    hint = t("You get tokens from complete areas and from animals.")
    if offers:
        give = offers[0].give
        hint = t(
            "You can get one in exchange for {price}.",
            price=count_text(give, rate(give, treasure)),
        )
    reason = t("You have no {token}.", token=TREASURE_KINDS[treasure].name)
    refuse("IS-TOK-1", reason, hint)


def check_space(player: Player, cell: Cell) -> None:
    """Refuse a squirrel on a space that is covered (IS-SQ-1)."""
    if not cell.bit & player.covered:
        return
    free = cells(FULL & ~player.covered)
    hint = t("Your floor is full.")
    if free:
        hint = t("Empty spaces: {cells}.", cells=tuple(map(str, free[:SHOWN])))
    reason = t(
        "{cell} is already covered, and a squirrel needs an empty space. Holes count as covered.",
        cell=str(cell),
    )
    refuse("IS-SQ-1", reason, hint)


def check_berry(state: SummerState, player: Player, move: SpendBerry) -> None:
    """Refuse a Berry that can't be used with several players (IS-BER-1)."""
    rule = "IS-SOLO-4" if state.solo else "IS-BER-1"
    _check_room_on_path(player, rule)
    if not (state.top or state.bottom if state.solo else state.common):
        _refuse_without_tiles(player, rule)
    if state.solo:
        found = ends(state, missing(player))
        reason = t("In the solo game, a Berry takes tiles from the end of a path.")
        refuse(rule, reason, t("Choose an end: {ends}.", ends=tuple(map(str, found))))


def _check_room_on_path(player: Player, rule: str) -> None:
    check_held(player, Treasure.BERRY)
    if len(player.path) >= MOST:
        reason = t("A path never holds more than {most} tiles.", most=MOST)
        refuse(rule, reason, t("Place a tile first."))


def check_berry_from(state: SummerState, player: Player, move: BerryFrom) -> None:
    """Refuse a Berry that can't be used in the solo game (IS-SOLO-4)."""
    if not state.solo:
        refuse(
            "IS-BER-1",
            t("Tiles come from the common path, next to the bush."),
            t("Spend the Berry without naming a path."),
        )
    _check_room_on_path(player, "IS-SOLO-4")
    _check_end_of_path(state, player, move.source, missing(player), "IS-SOLO-4")


def _refuse_without_tiles(player: Player, rule: str) -> NoReturn:
    hint = t("You keep the Berry.")
    if player.supply[Treasure.BERRY.rank] >= rate(Treasure.BERRY, Treasure.NUT):
        hint = t("You keep the Berry. You can exchange two Berries for a Nut.")
    refuse(rule, t("There are no tiles left to take."), hint)


def _check_end_of_path(state: SummerState, player: Player, end: End, need: int, rule: str) -> None:
    found = ends(state, need)
    if end in found:
        return
    if not found:
        _refuse_without_tiles(player, rule)
    hint = t("Choose from: {ends}.", ends=tuple(map(str, found)))
    if not (state.top if end.is_top else state.bottom):
        refuse(rule, t("That path is empty."), hint)
    refuse(rule, t("You take all of its tiles, so both ends give you the same ones."), hint)


def check_refill(state: SummerState, player: Player, move: Refill) -> None:
    """Refuse an end from which an empty path can't be refilled (IS-SOLO-2)."""
    if not state.solo:
        refuse(
            "IS-PATH-2",
            t("An empty path is refilled automatically."),
            t("To refill your path earlier, spend a Berry."),
        )
    if state.phase is not Phase.REFILL:
        refuse(
            "IS-SOLO-3",
            t("You get a free refill only when your path becomes empty."),
            t("You can spend a Berry at any time to take tiles from the end of a path."),
        )
    _check_end_of_path(state, player, move.source, PATH, "IS-SOLO-2")


def check_nut(state: SummerState, player: Player, move: SpendNut) -> None:
    """Refuse a Nut that the player lacks or on a covered space (IS-NUT-1)."""
    check_held(player, Treasure.NUT)
    check_space(player, move.cell)


def check_animal(state: SummerState, player: Player, move: PlaceAnimal) -> None:
    """Refuse an animal that is gone or doesn't fit its holes (IS-ANI-1, IS-ANI-6)."""
    kind = ANIMALS[move.animal]
    if NO_ANIMALS in state.options:
        reason = t("This match is played without animals.")
        refuse("IS-ANI-6", reason, instead(state))
    if not state.stock[RANK[move.animal]]:
        reason = t("There are no more {animal} tiles.", animal=kind.name)
        refuse("IS-ANI-6", reason, t("Choose another animal."))
    empty = player.holes & ~player.tokens
    hint = t("You have no empty holes.")
    if empty:
        hint = t("Your empty holes: {cells}.", cells=tuple(map(str, cells(empty))))
    squares = move.squares
    if not squares:
        reason = t("The animal doesn't fit there in this orientation.")
        refuse("IS-ANI-1", reason, hint)
    bearing = cells(squares & player.tokens)
    if bearing:
        reason = t(
            "A treasure is still on {cells}. You take it when its area is complete.",
            cells=tuple(map(str, bearing)),
        )
        refuse("IS-ANI-1", reason, hint)
    wrong = cells(squares & ~empty)
    if wrong:
        reason = tn(
            "An animal can only cover empty holes, and {cells} has none.",
            "An animal can only cover empty holes, and {cells} have none.",
            len(wrong),
            cells=tuple(map(str, wrong)),
        )
        refuse("IS-ANI-1", reason, hint)


def check_swap(state: SummerState, player: Player, move: Swap) -> None:
    """Refuse an exchange that isn't one or can't be paid (IS-EXC-1)."""
    price = rate(move.give, move.get)
    offers = tuple(
        t(
            "{give} for {get}",
            give=count_text(s.give, rate(s.give, s.get)),
            get=count_text(s.get, 1),
        )
        for s in swaps(player.supply)
    )
    hint = (
        t("You can exchange: {list}.", list=offers)
        if offers
        else t("You don't have enough tokens to exchange any.")
    )
    if not price:
        reason = t(
            "You can exchange one token for any lower one, or two of a kind for the next "
            "higher one."
        )
        refuse("IS-EXC-1", reason, hint)
    if player.supply[move.give.rank] < price:
        reason = t(
            "This costs {price}, and you have {held}.",
            price=count_text(move.give, price),
            held=player.supply[TREASURES.index(move.give)],
        )
        refuse("IS-EXC-1", reason, hint)
