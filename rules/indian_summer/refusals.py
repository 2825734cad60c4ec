"""Refusals of what comes before and after the main action, and what all share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.claims import can, cannot, each, first, later
from rules.errors import refuse
from rules.indian_summer.components import (
    ANIMALS,
    MOST,
    PATH,
    TREASURE_KINDS,
    Cell,
    Tile,
    Treasure,
    cells,
)
from rules.indian_summer.events import count_text
from rules.indian_summer.forest.places import RANK, animal_moves
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.labels import any_fits, end_text, prompt, swap_text
from rules.indian_summer.legal import can_berry, ends, missing, rate, swaps
from rules.indian_summer.moves import (
    BerryFrom,
    End,
    Leaf,
    PlaceAnimal,
    Refill,
    SpendBerry,
    SpendNut,
    Squirrel,
    Swap,
)
from rules.indian_summer.observer import view
from rules.indian_summer.state import NO_ANIMALS, Player, SummerState
from rules.indian_summer.view import Phase
from rules.protocol import Move
from rules.text import Text, t, tn

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


def check_held(
    state: SummerState, player: Player, treasure: Treasure, *, else_possible: bool = True
) -> None:
    """Refuse to spend a treasure the player lacks; name an exchange that helps.

    Args:
        state: The match.
        player: The player.
        treasure: What is to be spent.
        else_possible: False if something else is in the way as well.
    """
    if player.supply[treasure.rank]:
        return
    offer = next((swap for swap in swaps(player.supply) if swap.get is treasure), None)
    if not else_possible:
        hint = instead(state)
    elif offer is not None:
        price = count_text(offer.give, rate(offer.give, treasure))
        hint = t("You can get one in exchange for {price}.", price=price)
        hint = hint.says(first(Swap, give=offer.give, get=treasure))
    elif NO_ANIMALS in state.options:
        hint = t("You get tokens from complete areas.")
    else:
        hint = t("You get tokens from complete areas and from animals.").says(later(PlaceAnimal))
    reason = t("You have no {token}.", token=TREASURE_KINDS[treasure].name)
    refuse("IS-TOK-1", reason, hint)


def check_space(state: SummerState, player: Player, move: Squirrel | SpendNut) -> None:
    """Refuse a squirrel on a space that is covered (IS-SQ-1)."""
    cell = move.cell
    if not cell.bit & player.covered:
        return
    free = closest(cells(FULL & ~player.covered), cell)
    hint = instead(state)
    if free:
        hint = t("Empty spaces: {cells}.", cells=tuple(map(str, free)))
        hint = hint.says(*each(type(move), "cell", free))
    reason = t(
        "{cell} is already covered, and a squirrel needs an empty space. Holes count as covered.",
        cell=str(cell),
    )
    refuse("IS-SQ-1", reason, hint)


def check_berry(state: SummerState, player: Player, move: SpendBerry) -> None:
    """Refuse a Berry that can't be used with several players (IS-BER-1)."""
    _check_room_on_path(state, player, "IS-SOLO-4" if state.solo else "IS-BER-1")
    if state.solo:
        reason = t("In the solo game, a Berry takes tiles from the end of a path.")
        refuse("IS-SOLO-4", reason, _which_ends(state, player))
    check_held(state, player, Treasure.BERRY)


def check_berry_from(state: SummerState, player: Player, move: BerryFrom) -> None:
    """Refuse a Berry that can't be used in the solo game (IS-SOLO-4)."""
    if not state.solo:
        hint = instead(state)
        if can_berry(state, player):
            hint = t("Spend the Berry without naming a path.").says(can(SpendBerry))
        refuse("IS-BER-1", t("Tiles come from the common path, next to the bush."), hint)
    _check_room_on_path(state, player, "IS-SOLO-4")
    if not _path(state, move.source):
        refuse("IS-SOLO-4", t("That path is empty."), _which_ends(state, player))
    check_held(state, player, Treasure.BERRY)


def _check_room_on_path(state: SummerState, player: Player, rule: str) -> None:
    """Refuse a Berry if there is nothing to take, or no room for it."""
    berries = player.supply[Treasure.BERRY.rank]
    if not (state.top or state.bottom if state.solo else state.common):
        hint = instead(state)
        if berries >= rate(Treasure.BERRY, Treasure.NUT):
            hint = t("You keep the Berry. You can exchange two Berries for a Nut.")
            hint = hint.says(can(Swap, give=Treasure.BERRY, get=Treasure.NUT))
        refuse(rule, t("There are no tiles left to take."), hint)
    if len(player.path) >= MOST:
        hint = instead(state)
        if berries and not state.main_done and any_fits(player.path, player):
            hint = t("Place a tile first.").says(first(Leaf))
        refuse(rule, t("A path never holds more than {most} tiles.", most=MOST), hint)


def _which_ends(state: SummerState, player: Player) -> Text:
    """Return where a Berry of the solo game can take tiles, as a hint."""
    if not can_berry(state, player):
        return instead(state)
    return _ends_text(BerryFrom, ends(state, missing(player)))


def _ends_text(kind: type[Move], found: tuple[End, ...]) -> Text:
    text = t("Choose an end: {ends}.", ends=tuple(map(end_text, found)))
    return text.says(*each(kind, "source", found, every=True))


def _path(state: SummerState, end: End) -> tuple[Tile, ...]:
    return state.top if end.is_top else state.bottom


def check_refill(state: SummerState, player: Player, move: Refill) -> None:
    """Refuse an end from which an empty path can't be refilled (IS-SOLO-2)."""
    if not state.solo:
        hint = instead(state)
        if can_berry(state, player):
            hint = t("To refill your path earlier, spend a Berry.").says(can(SpendBerry))
        refuse("IS-PATH-2", t("An empty path is refilled automatically."), hint)
    if state.phase is not Phase.REFILL:
        reason = t("You get a free refill only when your path becomes empty.")
        refuse("IS-SOLO-3", reason, _which_ends(state, player))
    if not _path(state, move.source):
        hint = _ends_text(Refill, ends(state, PATH))
        refuse("IS-SOLO-2", t("That path is empty."), hint)


def check_nut(state: SummerState, player: Player, move: SpendNut) -> None:
    """Refuse a Nut that the player lacks or on a covered space (IS-NUT-1)."""
    free = not move.cell.bit & player.covered
    check_held(state, player, Treasure.NUT, else_possible=free)
    check_space(state, player, move)


def check_animal(state: SummerState, player: Player, move: PlaceAnimal) -> None:
    """Refuse an animal that is gone or doesn't fit its holes (IS-ANI-1, IS-ANI-6)."""
    kind = ANIMALS[move.animal]
    if NO_ANIMALS in state.options:
        refuse("IS-ANI-6", t("This match is played without animals."), instead(state))
    hint = _which_animals(state, player, move)
    if not state.stock[RANK[move.animal]]:
        refuse("IS-ANI-6", t("There are no more {animal} tiles.", animal=kind.name), hint)
    squares = move.squares
    if not squares:
        refuse("IS-ANI-1", t("The animal doesn't fit there in this orientation."), hint)
    bearing = cells(squares & player.tokens)
    if bearing:
        reason = t(
            "A treasure is still on {cells}. You take it when its area is complete.",
            cells=tuple(map(str, bearing)),
        )
        refuse("IS-ANI-1", reason, hint)
    wrong = cells(squares & ~player.holes)
    if wrong:
        reason = tn(
            "An animal can only cover empty holes, and {cells} has none.",
            "An animal can only cover empty holes, and {cells} have none.",
            len(wrong),
            cells=tuple(map(str, wrong)),
        )
        refuse("IS-ANI-1", reason, hint)


def _which_animals(state: SummerState, player: Player, move: PlaceAnimal) -> Text:
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


def check_swap(state: SummerState, player: Player, move: Swap) -> None:
    """Refuse an exchange that isn't one or can't be paid (IS-EXC-1)."""
    price = rate(move.give, move.get)
    offers = swaps(player.supply)
    if offers:
        hint = t("You can exchange: {list}.", list=tuple(map(swap_text, offers)))
        hint = hint.says(*(can(Swap, give=swap.give, get=swap.get) for swap in offers))
    else:
        hint = t("You don't have enough tokens to exchange any.").says(cannot(Swap))
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
            held=player.supply[move.give.rank],
        )
        refuse("IS-EXC-1", reason, hint)
