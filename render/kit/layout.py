"""Boxes: where things go, before a single pixel is painted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in pixels; the origin is top left, right and bottom are exclusive."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """Return the first column beyond the box."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """Return the first row beyond the box."""
        return self.y + self.h

    @property
    def cx(self) -> int:
        """Return the middle column."""
        return self.x + self.w // 2

    @property
    def cy(self) -> int:
        """Return the middle row."""
        return self.y + self.h // 2

    def inset(self, across: int, down: int | None = None) -> Box:
        """Return the box shrunk on all sides; at top and bottom by `down`, if given."""
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.w - 2 * across, self.h - 2 * down)

    def top(self, h: int) -> Box:
        """Return the uppermost `h` rows."""
        return Box(self.x, self.y, self.w, h)

    def below(self, h: int) -> Box:
        """Return the box without its uppermost `h` rows."""
        return Box(self.x, self.y + h, self.w, self.h - h)

    def left(self, w: int) -> Box:
        """Return the leftmost `w` columns."""
        return Box(self.x, self.y, w, self.h)

    def after(self, w: int) -> Box:
        """Return the box without its leftmost `w` columns."""
        return Box(self.x + w, self.y, self.w - w, self.h)

    def columns(self, count: int, gap: int = 0) -> tuple[Box, ...]:
        """Return `count` equal boxes side by side."""
        w = (self.w - gap * (count - 1)) // count
        return tuple(Box(self.x + i * (w + gap), self.y, w, self.h) for i in range(count))

    def rows(self, count: int, gap: int = 0) -> tuple[Box, ...]:
        """Return `count` equal boxes one below another."""
        h = (self.h - gap * (count - 1)) // count
        return tuple(Box(self.x, self.y + i * (h + gap), self.w, h) for i in range(count))


class Detail(Box):
    """A box of a tile that is told apart from the tile it lies on: a token on a card.

    If only it has changed, what it lies on has not.
    """

    __slots__ = ()


def around(boxes: Iterable[Box], margin: int) -> Box:
    """Return the box that has boxes in it, and a margin on every side."""
    found = list(boxes)
    left, top = min(box.x for box in found), min(box.y for box in found)
    right, bottom = max(box.right for box in found), max(box.bottom for box in found)
    return Box(left, top, right - left, bottom - top).inset(-margin)


def result_boxes(page: Box, seats: int, head: int, gap: int) -> Mapping[str, Box]:
    """Return the boxes of a result: ``head``, `head` pixels high, and ``rank0``...

    The rows of the ranks share the rest equally, best first.
    """
    rows = page.below(head + gap).rows(seats, gap)
    return {"head": page.top(head)} | {f"rank{n}": row for n, row in enumerate(rows)}


def exhibit(page: Box, title: int, thing: int, gap: int) -> Mapping[str, Box]:
    """Return the boxes of a component: ``title``, ``thing``, and ``about`` for facts.

    Args:
        page: The picture within its margin.
        title: The height of the title.
        thing: The width of the component, drawn large.
        gap: What is left free between the boxes.
    """
    rest = page.below(title + gap)
    return {"title": page.top(title), "thing": rest.left(thing), "about": rest.after(thing + gap)}


def lent(head: Box, title: Box, need: int) -> tuple[Box, Box]:
    """Return a head, and the title on its right as wide as it needs."""
    need = min(need, title.w)
    return head.left(head.w + title.w - need), title.after(title.w - need)
