"""Legal moves that are counted at once and made out when they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, compress, starmap
from typing import Final, TypeAlias, TypeVar, overload

from rules.protocol import Move

M = TypeVar("M", bound=Move)
Run: TypeAlias = tuple[Sequence[Move], int]
"""Moves, and a bit for each that is legal, the first one highest."""
_Part: TypeAlias = "slice[int | None, int | None, int | None]"
_TRUTH: Final = bytes(sign == ord("1") for sign in range(256))


class Moves(Sequence[Move]):
    """The legal moves of some runs, in order.

    Most of them are never read: a random player reads one of 250, a check whether the turn can go
    on none.
    """

    __slots__ = ("_counts", "_length", "_runs")

    def __init__(self, runs: Sequence[Run]) -> None:
        self._runs = runs
        self._counts = [legal.bit_count() for _, legal in runs]
        self._length = sum(self._counts)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: _Part) -> Sequence[Move]: ...
    def __getitem__(self, index: int | _Part) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return tuple(self)[index]
        left = index if index >= 0 else self._length + index
        for (moves, legal), count in zip(self._runs, self._counts, strict=True):
            if 0 <= left < count:
                return moves[-1 - _place(legal, left)]
            left -= count
        raise IndexError(index)

    def __iter__(self) -> Iterator[Move]:
        return chain.from_iterable(starmap(chosen, self._runs))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def run(moves: Sequence[Move]) -> Run:
    """Return a run of moves that are all legal."""
    return moves, (1 << len(moves)) - 1


def _place(bits: int, number: int) -> int:
    """Return the place, from the lowest, of a set bit counted from the highest."""
    low, high = 0, bits.bit_length()
    while high - low > 1:
        middle = (low + high) // 2
        if (bits >> middle).bit_count() > number:
            low = middle
        else:
            high = middle
    return low


def chosen(moves: Sequence[M], legal: int) -> Iterator[M]:
    """Return the moves whose bits are set: the digits of a binary number choose them."""
    digits = bin(legal | 1 << len(moves))[len("0b1") :]
    return compress(moves, digits.encode().translate(_TRUTH))
