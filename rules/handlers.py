"""The effects of each type of move: one function per type, found by that type."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple, Unpack, cast

from rules.protocol import Move

M = TypeVar("M", bound=Move)
R = TypeVar("R")
Before = TypeVarTuple("Before")


class Handlers(dict[type[Move], Callable[[Unpack[Before], Move], R]]):
    """Functions by the type of their last argument, a move.

    Their other arguments are the same for all; ``handlers[type(move)](state, seat, move)`` calls
    one. A function whose last argument is a different type of move than it is registered for fails
    the type check.
    """

    def of(
        self, kind: type[M]
    ) -> Callable[[Callable[[Unpack[Before], M], R]], Callable[[Unpack[Before], M], R]]:
        """Return the decorator of the function for one type of move."""

        def keep(handler: Callable[[Unpack[Before], M], R]) -> Callable[[Unpack[Before], M], R]:
            # Safe as long as a function is looked up by the type of the move it is given.
            self[kind] = cast("Callable[[Unpack[Before], Move], R]", handler)
            return handler

        return keep
