"""Icons that the pictures of all games use."""

from __future__ import annotations

import math

from render.kit.pen import Pen, stamped, star_points


@stamped
def check(size: int, ink: str) -> Pen:
    """Draw a tick."""
    pen = Pen(size, size)
    u = size / 100
    pen.line([(14 * u, 54 * u), (40 * u, 80 * u), (88 * u, 22 * u)], 17 * u, ink)
    return pen


@stamped
def pointer(size: int, ink: str, turn: int = 0) -> Pen:
    """Draw a solid triangle: 0 right, 1 down, 2 left, 3 up."""
    pen = Pen(size, size)
    u = size / 100
    points = [(20.0, 8.0), (90.0, 50.0), (20.0, 92.0)]
    for _ in range(turn):
        points = [(100 - y, x) for x, y in points]
    pen.polygon([(x * u, y * u) for x, y in points], ink)
    return pen


@stamped
def star(size: int, ink: str) -> Pen:
    """Draw a star of five points."""
    pen = Pen(size, size)
    pen.polygon(star_points(size / 2, size * 0.53, size * 0.52), ink)
    return pen


@stamped
def laurel(size: int, ink: str) -> Pen:
    """Draw a wreath: the winner."""
    pen = Pen(size, size)
    half = size / 2
    pen.arc(half, half, size * 0.4, -55, 235, size * 0.035, ink)
    for side in (-1, 1):
        for leaf in range(7):
            angle = math.radians(80 - leaf * 24)
            x, y = half + side * size * 0.4 * math.cos(angle), half + size * 0.4 * math.sin(angle)
            lean = angle - math.radians(60)
            tip = (x + side * size * 0.14 * math.cos(lean), y + size * 0.14 * math.sin(lean))
            mid = ((x + tip[0]) / 2, (y + tip[1]) / 2)
            across = (-(tip[1] - y) * 0.32, (tip[0] - x) * 0.32)
            pen.polygon(
                [
                    (x, y),
                    (mid[0] + across[0], mid[1] + across[1]),
                    tip,
                    (mid[0] - across[0], mid[1] - across[1]),
                ],
                ink,
            )
    return pen


@stamped
def slash(size: int, ink: str) -> Pen:
    """Draw a bar across something round: used up."""
    pen = Pen(size, size)
    u = size / 100
    pen.line([(20 * u, 80 * u), (80 * u, 20 * u)], 6 * u, ink)
    return pen
