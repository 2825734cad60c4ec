"""The other icons: types of ideas, resources, points, helm, crown, tribes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from render.cvlizations import theme as th
from render.cvlizations.sketch import Brush, Sketch, arc, smooth
from render.kit.pen import Pen, stamped
from rules.cvlizations.components import Good, Kind


def _bubble(it: Sketch, ink: str, ground: str) -> None:
    it.plate(-46, -42, 92, 66, ink, 24)
    it.shape([(-26, 14), (-30, 46), (6, 20)], ink)
    for x in (-22, 0, 22):
        it.disc(x, -9, 7, ground)


def _wrench(it: Sketch, ink: str, ground: str) -> None:
    it = Sketch(it.pen, 45)
    it.line([(0, -20), (0, 42)], 20, ink)
    it.disc(0, -30, 25, ink)
    it.shape([(-9, -62), (9, -62), (9, -30), (0, -24), (-9, -30)], ground)
    it.disc(0, 42, 4.5, ground)


def _house(it: Sketch, ink: str, ground: str) -> None:
    it.shape([(-48, -4), (0, -46), (48, -4)], ink)
    it.plate(22, -42, 14, 30, ink)
    it.plate(-36, -6, 72, 50, ink, 3)
    it.plate(-10, 14, 20, 30, ground)


def _bulb(it: Sketch, ink: str, ground: str) -> None:
    it.disc(0, -14, 33, ink)
    it.shape([(-22, 8), (22, 8), (15, 26), (-15, 26)], ink)
    it.line([(-13, 32), (13, 32)], 7, ink)
    it.line([(-8, 43), (8, 43)], 7, ink)
    it.line([(-10, -10), (-3, 2), (3, -10), (9, 2)], 5, ground)


_KINDS: Final[Mapping[Kind, Callable[[Sketch, str, str], None]]] = {
    Kind.IDEOLOGY: _bubble,
    Kind.TOOL: _wrench,
    Kind.BUILDING: _house,
    Kind.INVENTION: _bulb,
}


@stamped
def kind(it: Kind, size: int, ink: str, ground: str) -> Pen:
    """Draw the icon of a type: speech bubble, wrench, house, bulb."""
    pen = Brush(size, size)
    _KINDS[it](Sketch(pen), ink, ground)
    return pen


@stamped
def good(it: Good, size: int) -> Pen:
    """Draw a resource without its letter: an orange wedge, a green bar, a grey disc."""
    pen = Brush(size, size)
    sketch, fill = Sketch(pen), th.GOOD[it]
    match it:
        case Good.FOOD:
            sketch.shape([(0, -48), *arc(0, -4, 64, 40, 140, 51)], fill)
        case Good.WOOD:
            sketch.plate(-49, -32, 98, 64, fill, 18)
        case Good.STONE:
            sketch.disc(0, 0, 46, fill)
    return pen


@stamped
def smile(size: int) -> Pen:
    """Draw a happy face: points."""
    pen = Brush(size, size)
    it = Sketch(pen)
    it.disc(0, 0, 48, th.SMILE)
    for x in (-16, 16):
        it.disc(x, -13, 7, th.INK, 10)
    it.line(arc(0, 0, 28, 20, 160), 9, th.INK)
    return pen


@stamped
def badge(size: int) -> Pen:
    """Draw a happy face with room for a number: a smile below, nothing above."""
    pen = Brush(size, size)
    it = Sketch(pen)
    it.disc(0, 0, 49, th.SMILE)
    it.line(arc(0, -4, 38, 42, 138), 7, th.INK)
    return pen


@stamped
def helm(size: int) -> Pen:
    """Draw the leader helm: an iron cap with horns."""
    pen = Brush(size, size)
    it = Sketch(pen)
    for side in (-1, 1):
        horn = [(22, 8), (38, 2), (46, -16), (41, -44), (35, -22), (22, -10)]
        it.shape(smooth([(side * x, y) for x, y in horn]), th.INK)
        inner = [(25, 3), (36, -2), (41, -16), (40, -30), (34, -14), (24, -6)]
        it.shape(smooth([(side * x, y) for x, y in inner]), th.HORN)
    it.shape(arc(0, 20, 33, 180, 360, 52), th.INK)
    it.shape(arc(0, 18, 27, 180, 360, 44), th.IRON)
    it.plate(-5, -30, 10, 48, th.INK)
    it.plate(-38, 14, 76, 24, th.INK, 8)
    it.plate(-33, 19, 66, 14, th.GOLD, 4)
    return pen


@stamped
def crown(size: int) -> Pen:
    """Draw the crown that stands on the age."""
    pen = Brush(size, size)
    it = Sketch(pen)
    for grow, ink in ((0.0, th.INK), (1.0, th.GOLD)):
        low, side = 34 - 5 * grow, 40 - 5 * grow
        points = [(-side, low), (-46 + 7 * grow, -18 + 9 * grow), (-22 + grow, 2 + 6 * grow),
                  (0, -34 + 12 * grow), (22 - grow, 2 + 6 * grow), (46 - 7 * grow, -18 + 9 * grow),
                  (side, low)]  # fmt: skip
        it.shape(points, ink)
    for x, y in ((-44, -22), (0, -36), (44, -22)):
        it.disc(x * 0.98, y, 8, th.INK)
        it.disc(x * 0.98, y, 4.5, th.GOLD)
    it.line([(-26, 21), (26, 21)], 6, th.RED)
    return pen


@stamped
def tribes(count: int, size: int, ink: str) -> Pen:
    """Draw one, two or three figures side by side, as wide as they need."""
    step = size * 0.56
    pen = Brush(round(step * (count - 1) + size * 0.7), size)
    for n in range(count):
        x = size * 0.35 + n * step
        pen.disc(x, size * 0.24, size * 0.19, ink)
        pen.rect(x - size * 0.25, size * 0.48, size * 0.5, size * 0.7, ink, size * 0.22)
    return pen


@stamped
def cross(size: int, ink: str, width: float = 15) -> Pen:
    """Draw a cross: no effect."""
    pen = Brush(size, size)
    it = Sketch(pen)
    it.line([(-38, -38), (38, 38)], width, ink)
    it.line([(-38, 38), (38, -38)], width, ink)
    return pen


@stamped
def hand_print(size: int, ink: str) -> Pen:
    """Draw a hand on a cave wall: the back of cards."""
    pen = Brush(size, size)
    it = Sketch(pen)
    it.shape(smooth([(-22, 4), (-18, 38), (0, 46), (18, 38), (24, 6), (0, -2)]), ink)
    for x, y, top in ((-17, -2, -36), (-5, -6, -46), (8, -6, -44), (20, 0, -34)):
        it.line([(x, y + 10), (x * 1.25, top)], 10.5, ink)
    it.line([(20, 26), (42, -2)], 11, ink)
    return pen
