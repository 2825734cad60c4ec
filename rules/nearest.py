"""The legal moves that are closest to an illegal one.

This works for every game, because it compares the fields of the moves. Of two moves of a type, the
one that shares more parts with the wanted move is nearer; among equals the one that shares the
earlier parts, because they were chosen first; then the one whose other parts are more similar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import nsmallest
from typing import Final, TypeAlias

from rules.notation import format_move, format_part, part_types
from rules.protocol import Move

MOST: Final = 3
"""The most moves offered; enough to choose from at a glance."""

MOST_COMPARED: Final = 100
"""The most moves compared letter by letter with what was typed, of thousands."""

Distance: TypeAlias = "tuple[float, int]"
"""The difference of two tokens, from 0 to 1, then that of their numbers."""
_NUMBER: Final = re.compile(r"\d+")


def nearest(moves: Sequence[Move], wanted: Move) -> tuple[Move, ...]:
    """Return up to three of the sorted legal `moves`, the closest to `wanted` first.

    They are of its type. If that type cannot be played now, the first legal moves are returned.
    """
    alike = [move for move in moves if type(move) is type(wanted)]
    if not alike:
        return tuple(moves[:MOST])
    names = tuple(part_types(type(wanted)))

    def distance(move: Move) -> tuple[int, tuple[bool, ...], tuple[Distance, ...]]:
        pairs = [(getattr(move, name), getattr(wanted, name)) for name in names]
        differs = tuple(own != other for own, other in pairs)
        return sum(differs), differs, tuple(_apart(*pair) for pair in pairs)

    return tuple(nsmallest(MOST, alike, key=distance))


def nearest_written(moves: Sequence[Move], typed: str) -> tuple[str, ...]:
    """Return the notations of up to three legal moves that look most like `typed`.

    Of many moves only those that share the most letters with it, in any order, are compared.
    """
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(" ".join(typed.casefold().split()))

    def unlike_at_least(notation: str) -> float:
        matcher.set_seq1(notation.casefold())
        return -matcher.quick_ratio()

    def unlike(notation: str) -> float:
        matcher.set_seq1(notation.casefold())
        return -matcher.ratio()

    notations = [format_move(move) for move in moves]
    promising = set(nsmallest(MOST_COMPARED, notations, key=unlike_at_least))
    return tuple(nsmallest(MOST, [n for n in notations if n in promising], key=unlike))


def _apart(own: object, other: object) -> Distance:
    if isinstance(own, int) and isinstance(other, int):
        return 0, abs(own - other)
    return _tokens_apart(format_part(own), format_part(other))


@lru_cache(maxsize=4096)
def _tokens_apart(own: str, other: str) -> Distance:
    numbers = zip(_NUMBER.findall(own), _NUMBER.findall(other), strict=False)
    gap = sum(abs(int(a) - int(b)) for a, b in numbers)
    return 1 - SequenceMatcher(None, own, other, autojunk=False).ratio(), gap
