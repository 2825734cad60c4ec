"""What a sentence says about moves, as data beside its words.

A sentence that speaks of a move carries a claim: ``t("Place a squirrel.").says(can(Squirrel))``.
Claims are never shown; ``tests/contract`` compares them with the legal moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.protocol import Move


class When(Enum):
    """When the move of a claim is possible."""

    NOW = "now"
    FIRST = "first"
    """Now, and after it, or a few like it, the move that was refused."""
    PREPARED = "prepared"
    """It can be sealed now for the next turn."""
    LATER = "later"
    """Perhaps, on another occasion; nothing is said about now."""
    NOT_NOW = "not now"


@dataclass(frozen=True, slots=True)
class Claim:
    """One kind of move and what is said of it.

    Attributes:
        move_type: The kind.
        when: Whether and when it is possible.
        parts: The parts that the sentence names, as (name, value) pairs; the others are left open.
        every: True if the claims of this kind in the sentence name all the moves of this kind.
    """

    move_type: type[Move]
    when: When = When.NOW
    parts: tuple[tuple[str, object], ...] = ()
    every: bool = False

    def matches(self, move: Move) -> bool:
        """Return whether a move is of this kind and has the named parts."""
        return type(move) is self.move_type and all(
            getattr(move, name) == value for name, value in self.parts
        )


def can(move_type: type[Move], /, **parts: object) -> Claim:
    """Return the claim that such a move is possible now."""
    return Claim(move_type, When.NOW, tuple(parts.items()))


def each(
    move_type: type[Move],
    part: str,
    values: Iterable[object],
    /,
    *,
    when: When = When.NOW,
    every: bool = False,
) -> tuple[Claim, ...]:
    """Return a claim for each value of a part; with `every`, that there are no others."""
    return tuple(Claim(move_type, when, ((part, value),), every) for value in values)


def first(move_type: type[Move], /, **parts: object) -> Claim:
    """Return the claim that such a move makes the refused one possible."""
    return Claim(move_type, When.FIRST, tuple(parts.items()))


def can_prepare(move_type: type[Move], /, **parts: object) -> Claim:
    """Return the claim that such a move can be sealed for the next turn."""
    return Claim(move_type, When.PREPARED, tuple(parts.items()))


def later(move_type: type[Move], /) -> Claim:
    """Return that such a move is spoken of, but not as one that is possible now."""
    return Claim(move_type, When.LATER)


def cannot(move_type: type[Move], /, **parts: object) -> Claim:
    """Return the claim that no such move is possible now."""
    return Claim(move_type, When.NOT_NOW, tuple(parts.items()))
