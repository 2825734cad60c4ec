"""Tools for drawing icons: points in hundredths of a square, and smooth lines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from PIL import Image

from render.kit import type as words
from render.kit.pen import Pen, Point

_STEPS: Final = [round(i * words.LEVELS / 255) * 255 // words.LEVELS for i in range(256)]


class Brush(Pen):
    """A pen whose edges have as few shades as text: files get a twentieth smaller."""

    def stamp(self) -> Image.Image:
        """Return the drawing at its final size."""
        stamp = super().stamp()
        stamp.putalpha(stamp.getchannel("A").point(_STEPS))
        return stamp


class Sketch:
    """Draws with a pen in hundredths of its width, rotated about the middle.

    Args:
        pen: What to draw with.
        turn: Degrees clockwise by which points given from the middle are rotated.
    """

    def __init__(self, pen: Pen, turn: float = 0) -> None:
        self.pen, self.u = pen, pen.w / 100
        self._cos, self._sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def at(self, x: float, y: float) -> Point:
        """Return the pixel of a point given in units from the middle."""
        across, down = x * self._cos - y * self._sin, x * self._sin + y * self._cos
        return ((50 + across) * self.u, (50 + down) * self.u)

    def shape(self, points: Iterable[Point], fill: str) -> None:
        """Fill a polygon."""
        self.pen.polygon([self.at(*point) for point in points], fill)

    def line(self, points: Iterable[Point], width: float, fill: str) -> None:
        """Draw a line with round ends and joints."""
        self.pen.line([self.at(*point) for point in points], width * self.u, fill)

    def disc(self, x: float, y: float, r: float, fill: str, ry: float | None = None) -> None:
        """Fill a circle, or an ellipse if `ry` is given."""
        cx, cy = self.at(x, y)
        self.pen.disc(cx, cy, r * self.u, fill, None if ry is None else ry * self.u)

    def plate(self, x: float, y: float, w: float, h: float, fill: str, radius: float = 0) -> None:
        """Fill an upright rectangle; x and y are its top left corner."""
        left, top = (50 + x) * self.u, (50 + y) * self.u
        self.pen.rect(left, top, w * self.u, h * self.u, fill, radius * self.u)


def smooth(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """Return a closed smooth line through points (Catmull and Rom)."""
    found, n = [], len(points)
    for i in range(n):
        a, b, c, d = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        for step in range(steps):
            s = step / steps
            x, y = (
                0.5 * (2 * b[k] + (c[k] - a[k]) * s + (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * s**2
                       + (3 * b[k] - a[k] - 3 * c[k] + d[k]) * s**3)
                for k in (0, 1)
            )  # fmt: skip
            found.append((x, y))
    return found


def arc(x: float, y: float, r: float, start: float, end: float, ry: float = 0) -> list[Point]:
    """Return points on a circle, or an ellipse, degrees clockwise from three o'clock."""
    angles = [math.radians(start + (end - start) * n / 24) for n in range(25)]
    return [(x + r * math.cos(a), y + (ry or r) * math.sin(a)) for a in angles]
