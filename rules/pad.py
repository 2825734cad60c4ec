"""A pad: a player moves a piece until it is right instead of using lists.

The last parts of a move type may say where something is laid and which way round. A pad starts at
the best legal place and leads from any legal place to others, so that everything it shows can be
confirmed. It remembers nothing: its present place is a move, and each way leads to another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, Literal, Protocol, TypeAlias, TypeVar, cast

if TYPE_CHECKING:
    from rules.protocol import Move

M = TypeVar("M", bound="Move")
V = TypeVar("V")

Merit: TypeAlias = "tuple[float, ...]"
"""The worth of a place; the greatest is offered first."""
Way: TypeAlias = Literal["left", "right", "up", "down", "turn", "flip", "next"]
WAYS: Final[tuple[Way, ...]] = ("left", "right", "up", "down", "turn", "flip", "next")
_STEPS: Final[dict[Way, tuple[int, int]]] = {
    "left": (0, -1),
    "right": (0, 1),
    "up": (-1, 0),
    "down": (1, 0),
}
_QUARTERS: Final = 4


class Spot(Protocol):
    """A cell: row 0 is on top, column 0 at the left."""

    @property
    def row(self) -> int:
        """Return its row; 0 is on top."""
        ...

    @property
    def col(self) -> int:
        """Return its column; 0 is at the left."""
        ...


@dataclass(frozen=True, slots=True)
class Pad(Generic[V, M]):
    """A pad: a way to choose the last parts of a move type.

    A game gives its types ``opaque(Pad(...))``.

    Attributes:
        cell: The part that says where; its values have `row` and `col`.
        merit: What a legal move is worth to the viewer. Quick: called for hundreds at each tap.
        turn: The part that says which way round; "" if there is none. No other part follows.
        turned: The same move a quarter turn clockwise, legal or not.
        flipped: The same move as its mirror image, left to right, legal or not.
    """

    cell: str
    merit: Callable[[V, M], Merit]
    turn: str = ""
    turned: Callable[[M], M] | None = None
    flipped: Callable[[M], M] | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the names of the parts that are chosen on the pad, in their order."""
        return (self.cell, self.turn) if self.turn else (self.cell,)


AnyPad: TypeAlias = "Pad[object, Move]"
"""A pad with opaque views and moves, like `rules.registry.AnyRules`."""


def opaque(pad: Pad[V, M]) -> AnyPad:
    """Return the same pad for `Move.pad`."""
    return cast("AnyPad", pad)


def best_places(pad: Pad[V, M], view: V, places: Iterable[M]) -> tuple[M, ...]:
    """Return legal places, best first; equal ones keep their order."""
    return tuple(sorted(places, key=lambda move: pad.merit(view, move), reverse=True))


def ways(pad: Pad[V, M], places: Sequence[M], present: M) -> dict[Way, M]:
    """Return where each button of the pad leads, without those that lead nowhere.

    Args:
        pad: The pad.
        places: All legal moves that share the parts before those of the pad, best first.
        present: The one that is shown now.
    """
    found: dict[Way, M] = {}
    for way in WAYS:
        there = _there(pad, places, present, way)
        if there is not None:
            found[way] = there
    return found


def _there(pad: Pad[V, M], places: Sequence[M], present: M, way: Way) -> M | None:
    if way == "next":
        after = places[(places.index(present) + 1) % len(places)]
        return None if after == present else after
    if way == "turn":
        return _nearest_facing(pad, places, present, _turns(pad, present))
    if way == "flip":
        return _nearest_facing(pad, places, present, _flips(pad, present))
    return _beside(pad, places, present, _STEPS[way])


def _spot(pad: Pad[V, M], move: M) -> Spot:
    spot: Spot = getattr(move, pad.cell)
    return spot


def _facing(pad: Pad[V, M], move: M) -> object:
    return getattr(move, pad.turn) if pad.turn else None


def _beside(pad: Pad[V, M], places: Sequence[M], present: M, step: tuple[int, int]) -> M | None:
    """Return the nearest place in a direction, if it can be the same way round.

    A cell to the side counts twice, so that the piece tends to go straight on.
    """
    here, facing = _spot(pad, present), _facing(pad, present)
    best: M | None = None
    least = (True, 0)
    for move in places:
        there = _spot(pad, move)
        down, right = there.row - here.row, there.col - here.col
        ahead = down * step[0] + right * step[1]
        if ahead <= 0:
            continue
        aside = abs(down * step[1]) + abs(right * step[0])
        distance = (_facing(pad, move) != facing, ahead + 2 * aside)
        if best is None or distance < least:
            best, least = move, distance
    return best


def _turns(pad: Pad[V, M], present: M) -> Iterator[M]:
    """Yield a move turned by one quarter, by two and by three."""
    turned = present
    for _ in range(_QUARTERS - 1):
        if pad.turned is not None:
            turned = pad.turned(turned)
            yield turned


def _flips(pad: Pad[V, M], present: M) -> Iterator[M]:
    """Yield a move's mirror image and its turns; nothing if it equals the move."""
    if pad.flipped is None:
        return
    flipped = pad.flipped(present)
    if _facing(pad, flipped) != _facing(pad, present):
        yield flipped
        yield from _turns(pad, flipped)


def _nearest_facing(
    pad: Pad[V, M], places: Sequence[M], present: M, wanted: Iterable[M]
) -> M | None:
    """Return the nearest place for the first orientation that fits anywhere."""
    here = _spot(pad, present)

    def distance(move: M) -> int:
        there = _spot(pad, move)
        return abs(there.row - here.row) + abs(there.col - here.col)

    for turned in wanted:
        facing = _facing(pad, turned)
        if facing != _facing(pad, present):
            fitting = [move for move in places if _facing(pad, move) == facing]
            if fitting:
                return min(fitting, key=distance)
    return None
