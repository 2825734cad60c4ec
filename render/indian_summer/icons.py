"""The icons of Indian Summer, drawn on a square: treasures, gear, faces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from render.indian_summer import theme as th
from render.kit.pen import Pen, Point, curve, curve_open, stamped, star_points
from rules.indian_summer.components import Animal, Treasure


def _scaled(points: Sequence[Point], u: float) -> list[Point]:
    return [(x * u, y * u) for x, y in points]


def _berry(pen: Pen, u: float, ink: str) -> None:
    """Draw the crown of a blueberry."""
    pen.polygon([(x * u, y * u) for x, y in star_points(50, 51, 29, 0.52)], ink)


def _acorn(pen: Pen, u: float, ink: str) -> None:
    pen.polygon(
        _scaled(curve([(26, 48), (30, 68), (50, 88), (70, 68), (74, 48), (50, 44)]), u), ink
    )
    pen.rect(20 * u, 26 * u, 60 * u, 19 * u, ink, 9 * u)
    pen.line(_scaled([(50, 28), (54, 15)], u), 8 * u, ink)


def _toadstool(pen: Pen, u: float, ink: str) -> None:
    pen.polygon(
        _scaled(curve([(28, 70), (34, 54), (50, 43), (66, 54), (72, 70), (50, 73)]), u), ink
    )
    pen.rect(43 * u, 68 * u, 14 * u, 20 * u, ink, 5 * u)


def _quill(pen: Pen, u: float, ink: str) -> None:
    vane = [(66, 24), (70, 40), (60, 58), (40, 70), (36, 58), (44, 38), (56, 27)]
    pen.polygon(_scaled(curve(vane), u), ink)
    pen.line(_scaled([(30, 80), (44, 62)], u), 6 * u, ink)


_SIGNS: Final = {
    Treasure.BERRY: _berry,
    Treasure.NUT: _acorn,
    Treasure.MUSHROOM: _toadstool,
    Treasure.FEATHER: _quill,
}


@stamped
def treasure(which: Treasure, size: int, *, faded: bool = False) -> Pen:
    """Draw a treasure: a sign in a shape of its own colour.

    The shapes are circle, square, triangle, rhombus. A treasure seen through a hole is `faded`.
    """
    fill, rim = (th.PALE[which], th.EARTH) if faded else (th.TREASURE[which], th.IVORY)
    pen = Pen(size, size)
    u, line = size / 100, max(1.5, size / 16)
    for edge, ink in ((0.0, rim), (line, fill)):
        match which:
            case Treasure.BERRY:
                pen.disc(size / 2, size / 2, size / 2 - edge, ink)
            case Treasure.NUT:
                low = 5 * u + edge
                pen.rect(low, low, size - 2 * low, size - 2 * low, ink, max(1.0, 16 * u - edge))
            case Treasure.MUSHROOM:
                top, foot, side = 2 * edge, size - edge, 1.6 * edge
                pen.polygon([(size / 2, top), (size - side, foot), (side, foot)], ink)
            case Treasure.FEATHER:
                half, far = size / 2, 1.4 * edge
                near = size - far
                pen.polygon([(half, far), (near, half), (half, near), (far, half)], ink)
    _SIGNS[which](pen, u, th.LINE if faded else th.IVORY)
    return pen


@stamped
def squirrel(size: int, fur: str, light: str) -> Pen:
    """Draw a sitting squirrel that holds a nut."""
    pen = Pen(size, size)
    u = size / 100
    tail = [(52, 94), (76, 92), (92, 72), (94, 44), (84, 16), (64, 8), (56, 20), (70, 28),
            (74, 46), (64, 62), (52, 70)]  # fmt: skip
    body = [(34, 50), (50, 50), (62, 70), (62, 90), (46, 97), (24, 96), (26, 76)]
    head = [(8, 46), (16, 34), (26, 28), (40, 26), (50, 36), (48, 50), (36, 60), (18, 56)]
    pen.polygon(_scaled(curve(tail), u), fur)
    pen.polygon(_scaled(curve(body), u), fur)
    pen.polygon(_scaled(curve(head), u), fur)
    pen.polygon(_scaled([(32, 30), (36, 8), (48, 32)], u), fur)
    pen.disc(24 * u, 41 * u, 4.5 * u, light)
    pen.line(_scaled([(40, 64), (22, 70)], u), 9 * u, fur)
    pen.disc(18 * u, 68 * u, 8 * u, light)
    inner = [(78, 78), (84, 60), (84, 40), (76, 24)]
    pen.line(_scaled(curve_open(inner), u), 4 * u, light)
    return pen


@stamped
def bush(size: int) -> Pen:
    """Draw the berry bush."""
    pen = Pen(size, size)
    u = size / 100
    pen.rect(43 * u, 70 * u, 14 * u, 28 * u, th.LEATHER, 3 * u)
    for x, y, r in ((28, 56, 25), (72, 56, 25), (50, 34, 29), (50, 62, 26)):
        pen.disc(x * u, y * u, r * u, th.PINE)
    for x, y, r in ((28, 52, 18), (70, 52, 18), (50, 30, 21)):
        pen.disc(x * u, y * u, r * u, th.MOSS)
    for x, y in ((30, 44), (50, 22), (66, 40), (44, 52), (22, 64), (76, 62), (56, 70)):
        pen.disc(x * u, y * u, 7.5 * u, th.IVORY)
        pen.disc(x * u, y * u, 6 * u, th.TREASURE[Treasure.BERRY])
    return pen


@stamped
def backpack(size: int) -> Pen:
    """Draw a backpack with a bedroll."""
    pen = Pen(size, size)
    u = size / 100
    pen.disc(50 * u, 18 * u, 18 * u, th.SEAM)  # a light outline, for dark ground
    pen.rect(12 * u, 10 * u, 76 * u, 90 * u, th.SEAM, 22 * u)
    for x in (1, 79):
        pen.rect(x * u, 46 * u, 20 * u, 44 * u, th.SEAM, 9 * u)
    pen.ring(50 * u, 18 * u, 15 * u, 6 * u, th.LINE)
    pen.rect(16 * u, 14 * u, 68 * u, 82 * u, th.LINE, 20 * u)
    pen.rect(21 * u, 19 * u, 58 * u, 72 * u, th.CANVAS, 16 * u)
    for x in (5, 83):
        pen.rect(x * u, 50 * u, 12 * u, 36 * u, th.LINE, 6 * u)
    pen.rect(28 * u, 56 * u, 44 * u, 30 * u, th.LINE, 9 * u)
    pen.rect(32 * u, 60 * u, 36 * u, 22 * u, th.GOLD, 6 * u)
    pen.rect(21 * u, 36 * u, 58 * u, 6 * u, th.LINE)
    pen.rect(44 * u, 32 * u, 12 * u, 16 * u, th.CHEST, 3 * u)
    return pen


@stamped
def shoes(size: int) -> Pen:
    """Draw a hiking shoe: the start player's."""
    pen = Pen(size, size)
    u = size / 100
    boot = [(26, 8), (58, 8), (60, 42), (78, 52), (95, 62), (97, 78), (5, 78), (12, 56), (22, 38)]
    pen.polygon(_scaled(boot, u), th.LINE)
    inner = [(31, 14), (53, 14), (55, 46), (75, 57), (90, 66), (91, 74), (12, 74), (17, 58),
             (27, 41)]  # fmt: skip
    pen.polygon(_scaled(inner, u), th.CANVAS)
    pen.rect(3 * u, 76 * u, 95 * u, 15 * u, th.LINE, 6 * u)
    pen.rect(25 * u, 6 * u, 35 * u, 12 * u, th.CHEST, 4 * u)
    for y in (28, 38, 48):
        pen.line(_scaled([(44, y), (58, y - 2)], u), 5 * u, th.GOLD)
    return pen


@stamped
def leaf(size: int, fill: str, vein: str) -> Pen:
    """Draw a fallen leaf."""
    pen = Pen(size, size)
    u = size / 100
    blade = [(10, 90), (14, 56), (36, 26), (70, 12), (92, 8), (88, 32), (74, 64), (44, 86)]
    pen.polygon(_scaled(curve(blade), u), fill)
    pen.line(_scaled([(4, 97), (78, 22)], u), 5 * u, vein)
    for at, tip in (((34, 67), (30, 44)), ((34, 67), (58, 70)), ((54, 47), (52, 26)),
                    ((54, 47), (76, 48))):  # fmt: skip
        pen.line(_scaled([at, tip], u), 3.5 * u, vein)
    return pen


@stamped
def paw(size: int, ink: str) -> Pen:
    """Draw a paw print: an animal fits."""
    pen = Pen(size, size)
    u = size / 100
    pen.disc(50 * u, 68 * u, 25 * u, ink, 21 * u)
    for x, y in ((16, 44), (38, 22), (62, 22), (84, 44)):
        pen.disc(x * u, y * u, 11 * u, ink, 14 * u)
    return pen


@stamped
def pile(w: int, h: int, fill: str, edge: str) -> Pen:
    """Draw a stack of face-down tiles: the reserve."""
    pen = Pen(w, h)
    step, line = h / 10, max(1.5, h / 30)
    for n in (2, 1, 0):
        x = n * step
        pen.rect(x, x, w - 2 * step, h - 2 * step, edge, h / 10)
        pen.rect(x + line, x + line, w - 2 * step - 2 * line, h - 2 * step - 2 * line, fill, h / 12)
    return pen


RIM: Final = 4
"""The width of a face's outline, as a percentage of its size."""


class _Sheet:
    """A pen whose sheet is 100 wide, and which draws outlines."""

    def __init__(self, size: int) -> None:
        self.pen, self._u = Pen(size, size), size / 100

    def disc(self, x: float, y: float, r: float, fill: str, ry: float = 0, line: int = RIM) -> None:
        """Draw a circle, or an ellipse, with an outline."""
        u, ry = self._u, ry or r
        if line:
            self.pen.disc(x * u, y * u, (r + line) * u, th.LINE, (ry + line) * u)
        self.pen.disc(x * u, y * u, r * u, fill, ry * u)

    def plain(self, x: float, y: float, r: float, fill: str, ry: float = 0) -> None:
        """Draw a circle, or an ellipse, without an outline."""
        self.disc(x, y, r, fill, ry, 0)

    def both(self, x: float, y: float, r: float, fill: str, ry: float = 0, line: int = RIM) -> None:
        """Draw two circles or ellipses, left and right."""
        for at in (x, 100 - x):
            self.disc(at, y, r, fill, ry, line)

    def shape(self, points: Sequence[tuple[float, float]], fill: str, line: int = RIM) -> None:
        """Draw a polygon, with an outline."""
        u = self._u
        scaled = [(x * u, y * u) for x, y in points]
        if line:
            self.pen.line([*scaled, scaled[0]], 2 * line * u, th.LINE)
        self.pen.polygon(scaled, fill)

    def mirrored(self, points: Sequence[tuple[float, float]], fill: str, line: int = RIM) -> None:
        """Draw two polygons, left and right."""
        self.shape(points, fill, line)
        self.shape([(100 - x, y) for x, y in points], fill, line)


def _mouse(on: _Sheet) -> None:
    on.both(24, 30, 20, th.MOUSE)
    on.both(24, 30, 12, th.ROSE, 0, 0)
    on.disc(50, 60, 31, th.MOUSE)
    on.both(38, 54, 5, th.LINE, 0, 0)
    on.plain(50, 75, 7, th.ROSE, 5)


def _hare(on: _Sheet) -> None:
    on.both(36, 28, 10, th.HARE, 24)
    on.both(36, 28, 4, th.ROSE, 17, 0)
    on.disc(50, 67, 27, th.HARE)
    on.both(39, 61, 5, th.LINE, 0, 0)
    on.plain(50, 76, 12, th.CHEST, 10)
    on.plain(50, 70, 5, th.LINE, 4)


def _owl(on: _Sheet) -> None:
    on.mirrored([(10, 6), (44, 22), (16, 46)], th.FUR)
    on.disc(50, 55, 38, th.FUR)
    on.both(33, 47, 17, th.CHEST, 0, 2)
    on.both(33, 47, 9, th.LINE, 0, 0)
    on.shape([(42, 62), (58, 62), (50, 80)], th.GOLD, 2)


def _hedgehog(on: _Sheet) -> None:
    spikes = [(4, 66), (14, 56), (4, 44), (17, 40), (12, 24), (28, 26), (30, 10), (43, 19),
              (50, 5), (57, 19), (70, 10), (72, 26), (88, 24), (83, 40), (96, 44), (86, 56),
              (96, 66), (80, 84), (20, 84)]  # fmt: skip
    on.shape(spikes, th.BARK)
    on.disc(50, 68, 26, th.CHEST, 23, 0)
    on.both(39, 61, 5, th.LINE, 0, 0)
    on.plain(50, 79, 8, th.LINE, 7)


def _badger(on: _Sheet) -> None:
    on.both(20, 26, 11, th.LINE)
    on.disc(50, 54, 36, th.IVORY, 38)
    on.mirrored([(30, 18), (41, 22), (38, 60), (24, 72), (18, 48)], th.LINE, 0)
    on.both(31, 50, 4, th.IVORY, 0, 0)
    on.plain(50, 82, 9, th.LINE, 7)


def _raccoon(on: _Sheet) -> None:
    on.mirrored([(12, 8), (40, 20), (14, 46)], th.SLATE)
    on.disc(50, 56, 36, th.GREY)
    mask = [(14, 56), (30, 42), (50, 50), (70, 42), (86, 56), (72, 70), (50, 62), (28, 70)]
    on.shape(mask, th.LINE, 0)
    on.both(33, 55, 5, th.IVORY, 0, 0)
    on.plain(50, 79, 13, th.IVORY, 11)
    on.plain(50, 75, 6, th.LINE, 5)


def _fox(on: _Sheet) -> None:
    on.mirrored([(8, 6), (42, 28), (12, 52)], th.CANVAS)
    head = curve([(50, 96), (8, 56), (18, 34), (50, 28), (82, 34), (92, 56)])
    on.shape(head, th.CANVAS)
    on.mirrored([(10, 57), (30, 62), (48, 92), (36, 86)], th.IVORY, 0)
    on.both(35, 53, 5, th.LINE, 0, 0)
    on.plain(50, 89, 8, th.LINE, 6)


_HEADS: Final[dict[Animal, Callable[[_Sheet], None]]] = {
    Animal.MOUSE: _mouse,
    Animal.HARE: _hare,
    Animal.OWL: _owl,
    Animal.HEDGEHOG: _hedgehog,
    Animal.BADGER: _badger,
    Animal.RACCOON: _raccoon,
    Animal.FOX: _fox,
}


@stamped
def face(animal: Animal, size: int) -> Pen:
    """Draw the head of an animal from the front."""
    sheet = _Sheet(size)
    _HEADS[animal](sheet)
    return sheet.pen
