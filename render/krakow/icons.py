"""The icons of the eight actions, drawn on a square."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from render.kit.pen import Pen, Point, stamped


def _clock(pen: Pen, cx: float, cy: float, r: float, ink: str, ground: str) -> None:
    pen.disc(cx, cy, r, ink)
    pen.disc(cx, cy, r * 0.78, ground)
    pen.line([(cx, cy - r * 0.52), (cx, cy), (cx + r * 0.4, cy + r * 0.22)], r * 0.2, ink)


def _one(pen: Pen, u: float, ink: str, ground: str) -> None:
    _clock(pen, 50 * u, 50 * u, 42 * u, ink, ground)


def _two(pen: Pen, u: float, ink: str, ground: str) -> None:
    _clock(pen, 33 * u, 36 * u, 31 * u, ink, ground)
    pen.disc(67 * u, 64 * u, 36 * u, ground)
    _clock(pen, 67 * u, 64 * u, 31 * u, ink, ground)


def _zero(pen: Pen, u: float, ink: str, ground: str) -> None:
    pen.disc(50 * u, 50 * u, 30 * u, ink, 42 * u)
    pen.disc(50 * u, 50 * u, 15 * u, ground, 27 * u)


def _card(pen: Pen, x: float, y: float, w: float, h: float, ink: str, ground: str) -> None:
    pen.rect(x, y, w, h, ink, w * 0.18)
    pen.rect(x + w * 0.14, y + w * 0.14, w * 0.72, h - w * 0.28, ground, w * 0.08)


def _arrow(pen: Pen, start: Point, end: Point, width: float, ink: str) -> None:
    """Draw a straight arrow; the head is three widths wide."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    neck = (end[0] - along[0] * width * 1.6, end[1] - along[1] * width * 1.6)
    pen.line([start, neck], width, ink)
    pen.polygon(
        [
            end,
            (neck[0] + across[0] * width * 1.6, neck[1] + across[1] * width * 1.6),
            (neck[0] - across[0] * width * 1.6, neck[1] - across[1] * width * 1.6),
        ],
        ink,
    )


def _shift(pen: Pen, u: float, ink: str, ground: str) -> None:
    for x in (4, 37, 70):
        _card(pen, x * u, 8 * u, 26 * u, 42 * u, ink, ground)
    _arrow(pen, (14 * u, 75 * u), (92 * u, 75 * u), 11 * u, ink)


def _blind(pen: Pen, u: float, ink: str, ground: str) -> None:
    pen.polygon(
        [
            (
                50 * u + 46 * u * math.cos(a),
                48 * u + 30 * u * math.sin(a) * (1 if abs(math.sin(a)) < 0.99 else 1.04),
            )
            for a in (i * math.pi / 16 for i in range(32))
        ],
        ink,
    )
    pen.disc(50 * u, 48 * u, 33 * u, ground, 19 * u)
    pen.disc(50 * u, 48 * u, 14 * u, ink)
    pen.line([(16 * u, 90 * u), (84 * u, 8 * u)], 17 * u, ground)
    pen.line([(16 * u, 90 * u), (84 * u, 8 * u)], 9 * u, ink)


def _take(pen: Pen, u: float, ink: str, ground: str) -> None:
    _card(pen, 24 * u, 4 * u, 52 * u, 60 * u, ink, ground)
    _arrow(pen, (50 * u, 22 * u), (50 * u, 72 * u), 13 * u, ink)
    pen.line([(8 * u, 66 * u), (8 * u, 91 * u), (92 * u, 91 * u), (92 * u, 66 * u)], 10 * u, ink)


def _stop(pen: Pen, u: float, ink: str, ground: str) -> None:
    def octagon(r: float) -> list[Point]:
        return [
            (
                50 * u + r * u * math.cos((i + 0.5) * math.pi / 4),
                50 * u + r * u * math.sin((i + 0.5) * math.pi / 4),
            )
            for i in range(8)
        ]

    pen.polygon(octagon(47), ink)
    pen.rect(22 * u, 41 * u, 56 * u, 18 * u, ground, 3 * u)


def _swap(pen: Pen, u: float, ink: str, ground: str) -> None:
    _card(pen, 4 * u, 28 * u, 36 * u, 52 * u, ink, ground)
    _card(pen, 60 * u, 20 * u, 36 * u, 52 * u, ink, ground)
    _arrow(pen, (30 * u, 10 * u), (74 * u, 10 * u), 9 * u, ink)
    _arrow(pen, (70 * u, 90 * u), (26 * u, 90 * u), 9 * u, ink)


_DRAWN: Final[Mapping[str, Callable[[Pen, float, str, str], None]]] = {
    "A": _one, "B": _two, "C": _zero, "D": _shift,
    "E": _blind, "F": _take, "G": _stop, "H": _swap,
}  # fmt: skip


@stamped
def action(kind: str, size: int, ink: str, ground: str) -> Pen:
    """Draw the icon of an action, ``A`` to ``H``, with `ground` where it is open."""
    pen = Pen(size, size)
    _DRAWN[kind](pen, size / 100, ink, ground)
    return pen


@stamped
def arrow(w: int, h: int, start: Point, end: Point, width: float, ink: str) -> Pen:
    """Draw a straight arrow on a sheet of `w` by `h`."""
    pen = Pen(w, h)
    _arrow(pen, start, end, width, ink)
    return pen


@stamped
def crossed(size: int, ink: str) -> Pen:
    """Draw a ring with a bar through it: nobody gets this."""
    pen = Pen(size, size)
    u = size / 100
    pen.ring(50 * u, 50 * u, 48 * u, 14 * u, ink)
    pen.line([(20 * u, 80 * u), (80 * u, 20 * u)], 14 * u, ink)
    return pen


@stamped
def little_card(size: int, ink: str, ground: str) -> Pen:
    """Draw two cards, one on top of the other: cards in hand."""
    pen = Pen(size, size)
    u = size / 100
    _card(pen, 8 * u, 6 * u, 52 * u, 70 * u, ink, ground)
    pen.rect(32 * u, 18 * u, 60 * u, 78 * u, ground, 10 * u)
    _card(pen, 36 * u, 22 * u, 52 * u, 70 * u, ink, ground)
    return pen


@stamped
def little_clock(size: int, ink: str, ground: str) -> Pen:
    """Draw a clock: tokens left."""
    pen = Pen(size, size)
    _clock(pen, size / 2, size / 2, size * 0.46, ink, ground)
    return pen


@stamped
def flag(size: int, ink: str) -> Pen:
    """Draw a flag: the start player."""
    pen = Pen(size, size)
    u = size / 100
    pen.rect(18 * u, 6 * u, 11 * u, 90 * u, ink, 5 * u)
    pen.polygon([(29 * u, 10 * u), (90 * u, 30 * u), (29 * u, 54 * u)], ink)
    return pen
