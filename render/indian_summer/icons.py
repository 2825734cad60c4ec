"""The icons of Indian Summer, drawn on a square: treasures, squirrel, gear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.indian_summer import theme as th
from render.kit.chips import lettered
from render.kit.kept import STAMPS
from render.kit.pen import Pen, Point, curve, curve_open, stamped
from rules.indian_summer.components import TREASURE_KINDS, Treasure

LETTERED: Final = 20
"""The size from which a treasure has its letter."""
LARGE: Final = 32
"""The size from which a treasure seen through a hole has its letter, too."""


def _scaled(points: Sequence[Point], u: float) -> list[Point]:
    return [(x * u, y * u) for x, y in points]


@stamped
def _sign(which: Treasure, size: int, fill: str, rim: str) -> Pen:
    """Draw the shape of a treasure: circle, square, triangle, rhombus."""
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
    if which is Treasure.MUSHROOM and size >= LETTERED:
        for x, y, r in ((50, 27, 6), (24, 82, 6), (76, 82, 6)):
            pen.disc(x * u, y * u, r * u, rim)
    return pen


@STAMPS
def treasure(which: Treasure, size: int, *, faded: bool = False) -> Image.Image:
    """Return a treasure: its shape in its colour, with its letter.

    A treasure seen through a hole is `faded`.
    """
    fill, rim = (th.PALE[which], th.EARTH) if faded else (th.TREASURE[which], th.PAPER)
    stamp = _sign(which, size, fill, rim).copy()
    if size < LETTERED or (faded and size < LARGE):
        return stamp
    ink = th.INK if faded else th.MARK
    small = which in (Treasure.MUSHROOM, Treasure.FEATHER)
    px = max(12, round(size * (0.44 if small else 0.6)))
    cy = round(size * (0.68 if which is Treasure.MUSHROOM else 0.5))
    lettered(stamp, TREASURE_KINDS[which].letter, size // 2, cy, px, ink)
    return stamp


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
        pen.disc(x * u, y * u, 7.5 * u, th.PAPER)
        pen.disc(x * u, y * u, 6 * u, th.TREASURE[Treasure.BERRY])
    return pen


@stamped
def backpack(size: int) -> Pen:
    """Draw a backpack with a bedroll."""
    pen = Pen(size, size)
    u = size / 100
    pen.ring(50 * u, 18 * u, 15 * u, 6 * u, th.INK)
    pen.rect(16 * u, 14 * u, 68 * u, 82 * u, th.INK, 20 * u)
    pen.rect(21 * u, 19 * u, 58 * u, 72 * u, th.CANVAS, 16 * u)
    for x in (5, 83):
        pen.rect(x * u, 50 * u, 12 * u, 36 * u, th.INK, 6 * u)
    pen.rect(28 * u, 56 * u, 44 * u, 30 * u, th.INK, 9 * u)
    pen.rect(32 * u, 60 * u, 36 * u, 22 * u, th.GOLD, 6 * u)
    pen.rect(21 * u, 36 * u, 58 * u, 6 * u, th.INK)
    pen.rect(44 * u, 32 * u, 12 * u, 16 * u, th.CHEST, 3 * u)
    return pen


@stamped
def shoes(size: int) -> Pen:
    """Draw a hiking shoe: the start player's."""
    pen = Pen(size, size)
    u = size / 100
    boot = [(26, 8), (58, 8), (60, 42), (78, 52), (95, 62), (97, 78), (5, 78), (12, 56), (22, 38)]
    pen.polygon(_scaled(boot, u), th.INK)
    inner = [(31, 14), (53, 14), (55, 46), (75, 57), (90, 66), (91, 74), (12, 74), (17, 58),
             (27, 41)]  # fmt: skip
    pen.polygon(_scaled(inner, u), th.CANVAS)
    pen.rect(3 * u, 76 * u, 95 * u, 15 * u, th.INK, 6 * u)
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


@stamped
def taken(size: int) -> Pen:
    """Draw a small mushroom: a Mushroom can take this tile."""
    pen = Pen(size, size)
    u = size / 100
    cap = [(4, 58), (10, 28), (32, 8), (50, 5), (68, 8), (90, 28), (96, 58), (50, 64)]
    pen.rect(34 * u, 50 * u, 32 * u, 46 * u, th.INK, 12 * u)
    pen.rect(40 * u, 54 * u, 20 * u, 36 * u, th.PAPER, 7 * u)
    pen.polygon(_scaled(curve(cap), u), th.TREASURE[Treasure.MUSHROOM])
    for x, y, r in ((32, 32, 9), (60, 24, 8), (74, 44, 8), (48, 48, 7)):
        pen.disc(x * u, y * u, r * u, th.PAPER)
    return pen
