"""The other icons: types of ideas, resources, points, helm, crown, tribes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from render.cvlizations import theme as th
from render.cvlizations.parts.sketch import Brush, Sketch, arc, smooth
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


def _haunch(pen: Pen) -> None:
    it = Sketch(pen, 45)
    for grow, meat, bone in ((5.0, th.INK, th.INK), (0.0, th.MEAT, th.HORN)):
        it.line([(0, 20), (0, 38)], 10 + 2 * grow, bone)
        for x in (-7, 7):
            it.disc(x, 44, 9 + grow, bone)
        half = [(0, -46 - grow), (22, -40), (33 + grow, -16), (24 + grow, 8), (9 + grow, 28)]
        low = [(0, 30 + grow)]
        it.shape(smooth([*half, *low, *((-x, y) for x, y in half[:0:-1])]), meat)
    it.line(arc(0, -14, 20, 190, 260, 22), 7, th.HORN)


def _log(pen: Pen) -> None:
    it = Sketch(pen, -20)
    for grow, bark, end in ((5.0, th.INK, th.INK), (0.0, th.BARK, th.WOOD)):
        ends = [(-27.0, 0.0), (24.0, 0.0)]
        it.line(ends, 2 * (21 + grow), bark)
        if not grow:
            it.line([(-6, -9), (29, -9)], 4, th.INK)
            it.line([(0, 9), (22, 9)], 4, th.INK)
        it.disc(-29, 0, 16, end, 20)
    it.disc(-29, 0, 8, th.BARK, 10)
    it.disc(-29, 0, 4, th.WOOD, 6)


def _rock(pen: Pen) -> None:
    it = Sketch(pen)
    outline = [
        (-47, 26),
        (-38, -12),
        (-12, -38),
        (20, -34),
        (42, -6),
        (47, 30),
        (22, 40),
        (-30, 40),
    ]
    it.shape(outline, th.INK)
    it.shape([(x * 0.88, (y - 1) * 0.86 + 1) for x, y in outline], th.STONE)
    it.shape([(-33, -10), (-10, -31), (17, -28), (2, -8)], th.LIT)
    it.shape([(2, -8), (37, -5), (41, 26), (20, 34), (10, 16)], th.SHADE)


_GOODS: Final[Mapping[Good, Callable[[Pen], None]]] = {
    Good.FOOD: _haunch,
    Good.WOOD: _log,
    Good.STONE: _rock,
}


@stamped
def good(it: Good, size: int) -> Pen:
    """Draw a resource: a haunch, a log or a rock."""
    pen = Brush(size, size)
    _GOODS[it](pen)
    return pen


@stamped
def smile(size: int) -> Pen:
    """Draw a happy face: points."""
    pen = Brush(size, size)
    it = Sketch(pen)
    it.disc(0, 0, 48, th.SMILE)
    for x in (-16, 16):
        it.disc(x, -13, 7, th.PITCH, 10)
    it.line(arc(0, 0, 28, 20, 160), 9, th.PITCH)
    return pen


@stamped
def badge(size: int) -> Pen:
    """Draw a happy face with room for a number: a smile below, nothing above."""
    pen = Brush(size, size)
    it = Sketch(pen)
    it.disc(0, 0, 49, th.SMILE)
    it.line(arc(0, -4, 38, 42, 138), 7, th.PITCH)
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
    for grow, ink in ((0.0, th.PITCH), (1.0, th.GOLD)):
        low, side = 34 - 5 * grow, 40 - 5 * grow
        points = [(-side, low), (-46 + 7 * grow, -18 + 9 * grow), (-22 + grow, 2 + 6 * grow),
                  (0, -34 + 12 * grow), (22 - grow, 2 + 6 * grow), (46 - 7 * grow, -18 + 9 * grow),
                  (side, low)]  # fmt: skip
        it.shape(points, ink)
    for x, y in ((-44, -22), (0, -36), (44, -22)):
        it.disc(x * 0.98, y, 8, th.PITCH)
        it.disc(x * 0.98, y, 4.5, th.GOLD)
    it.line([(-26, 21), (26, 21)], 6, th.BLOOD)
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
