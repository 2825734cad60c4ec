"""The pictograms of the eight orders, drawn on a square of a hundred units."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from render.cvlizations.parts.sketch import Brush, Sketch, arc, smooth
from render.kit.pen import Pen, stamped
from rules.cvlizations.components import Order


def _mask(pen: Pen, ink: str, ground: str) -> None:
    it = Sketch(pen)
    half = [(-47, -16), (-30, -25), (-12, -20), (0, -14)]
    low = [(8, 14), (24, 24), (42, 14)]
    outline = [*half, *((-x, y) for x, y in half[-2::-1]), *low[::-1], *((-x, y) for x, y in low)]
    it.shape(smooth(outline), ink)
    for side in (-1, 1):
        eye = [(side * x, y) for x, y in ((10, 2), (22, -9), (35, -6), (30, 5), (18, 8))]
        it.shape(smooth(eye), ground)
        it.line([(side * 44, -8), (side * 47, 14), (side * 41, 30)], 5, ink)


def _axe(pen: Pen, ink: str, ground: str) -> None:
    it = Sketch(pen, 28)
    it.line([(-8, -44), (-8, 46)], 10, ink)
    edge = arc(-12, -24, 50, -34, 34, 46)
    it.shape([(-20, -37), (2, -37), *edge, (2, -12), (-20, -12)], ink)
    it.line([(-20, -6), (4, -2)], 4, ground)
    it.line([(-20, -43), (4, -46)], 4, ground)


def _bow(pen: Pen, ink: str, ground: str) -> None:
    it = Sketch(pen, -45)
    wood = arc(-34, 0, 52, -62, 62)
    it.line(wood, 9, ink)
    it.line([wood[0], (-32, 0), wood[-1]], 3.5, ink)
    it.line([(-44, 0), (40, 0)], 5, ink)
    it.shape([(52, 0), (32, -12), (32, 12)], ink)
    for x in (-46, -36):
        it.line([(x, 0), (x - 8, -9)], 4, ink)
        it.line([(x, 0), (x - 8, 9)], 4, ink)


def _pick(pen: Pen, ink: str, ground: str) -> None:
    it = Sketch(pen, 38)
    it.line([(0, -26), (0, 50)], 11, ink)
    across = range(-50, 51, 5)
    outer = [(x, x * x / 60 - 38) for x in across]
    inner = [(x, x * x / 100 - 21) for x in across]
    it.shape([*outer, *reversed(inner)], ink)


def _fox(pen: Pen, ink: str, ground: str) -> None:
    it = Sketch(pen)
    half = [(0, -14), (16, -20), (38, -46), (45, -6), (42, 8), (20, 30), (7, 44), (0, 46)]
    it.shape([*half, *((-x, y) for x, y in reversed(half))], ink)
    for side in (-1, 1):
        cheek = [(6, 26), (15, 8), (36, 8), (17, 27), (7, 37)]
        it.shape([(side * x, y) for x, y in cheek], ground)
        ear = [(24, -20), (35, -32), (38, -12)]
        it.shape([(side * x, y) for x, y in ear], ground)
        it.shape([(side * x, y) for x, y in ((9, -2), (23, -8), (19, 2))], ground)
    it.disc(0, 41, 7, ink)


def _hammock(pen: Pen, ink: str, ground: str) -> None:
    it = Sketch(pen)
    for side in (-1, 1):
        it.line([(side * 45, -34), (side * 45, 46)], 8, ink)
        it.line([(side * 44, -20), (side * 30, -2)], 4, ink)
    it.shape([*arc(0, -8, 38, 10, 170, 44)], ink)
    it.line(arc(0, -10, 34, 28, 152, 30), 3.5, ground)
    it.disc(-20, -9, 10, ink)
    for x, y, w in ((2, -26, 12), (18, -42, 16)):
        it.line([(x, y), (x + w, y), (x, y + w), (x + w, y + w)], 4, ink)


def _scales(pen: Pen, ink: str, ground: str) -> None:
    it = Sketch(pen)
    it.line([(0, -40), (0, 38)], 8, ink)
    it.plate(-22, 36, 44, 10, ink, 5)
    it.disc(0, -40, 8, ink)
    it.line([(-34, -28), (0, -34), (34, -28)], 7, ink)
    for side in (-1, 1):
        it.line([(side * 34 - 14, 8), (side * 34, -28), (side * 34 + 14, 8)], 3.5, ink)
        it.shape(arc(side * 34, 8, 16, 0, 180, 14), ink)


def _twins(pen: Pen, ink: str, ground: str) -> None:
    it = Sketch(pen)
    for y in (-23, 23):
        it.line([(-38, y), (8, y)], 14, ink)
        it.shape([(6, y - 21), (46, y), (6, y + 21)], ink)


_PICTOGRAMS: Final[Mapping[Order, Callable[[Pen, str, str], None]]] = {
    Order.THIEVING: _mask,
    Order.LOGGING: _axe,
    Order.HUNTING: _bow,
    Order.QUARRYING: _pick,
    Order.CUNNING: _fox,
    Order.SLACKING: _hammock,
    Order.TRADING: _scales,
    Order.DOUBLING: _twins,
}


@stamped
def order(it: Order, size: int, ink: str, ground: str) -> Pen:
    """Draw an order: mask, axe, bow, pick, fox, hammock, scales or twin arrows."""
    pen = Brush(size, size)
    _PICTOGRAMS[it](pen, ink, ground)
    return pen
