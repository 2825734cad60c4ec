"""What several refusals of Indian Summer have in common."""

from __future__ import annotations

from typing import Final, NoReturn

from rules.errors import IllegalMoveError
from rules.indian_summer.components import TREASURE_KINDS, Cell, Treasure, cells
from rules.indian_summer.legal import rate, swaps
from rules.indian_summer.news import count_text
from rules.indian_summer.shapes import FULL
from rules.indian_summer.state import Player
from rules.text import Text, t

SHOWN: Final = 8
"""So many cells are named in a hint."""


def refuse(rule: str, reason: Text, hint: Text) -> NoReturn:
    """Raise the refusal by a rule, for a reason, with what to do instead."""
    raise IllegalMoveError(rule, reason, hint)


def check_held(player: Player, treasure: Treasure) -> None:
    """Refuse to spend a treasure that is not there; name an exchange that would bring one."""
    if player.supply[treasure.rank]:
        return
    offers = [swap for swap in swaps(player.supply) if swap.get is treasure]
    hint = t("Tokens come from complete areas and from animals.")
    if offers:
        give = offers[0].give
        hint = t(
            "An exchange would bring one: give {price}.",
            price=count_text(give, rate(give, treasure)),
        )
    reason = t("You have no such token: {token}.", token=TREASURE_KINDS[treasure].name)
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
        "A squirrel needs an empty space; {cell} is covered, and a hole counts as covered.",
        cell=str(cell),
    )
    refuse("IS-SQ-1", reason, hint)
