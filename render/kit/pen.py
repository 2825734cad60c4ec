"""Smooth shapes, drawn at four times the size and reduced: Pillow's are jagged."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, ParamSpec, TypeAlias

from PIL import Image, ImageColor, ImageDraw

from render.kit.finish import current
from render.kit.kept import STAMPS
from render.kit.stamp import stamp_of

SCALE: Final = 4
LARGE_SCALE: Final = 2
"""The same in enlarged parts, whose edges are that much finer for what they show."""
Point: TypeAlias = tuple[float, float]
P = ParamSpec("P")


class Pen:
    """Draws on a clear sheet; all measures are in final pixels, and may be fractions."""

    def __init__(self, w: float, h: float) -> None:
        self.w, self.h = w, h
        self._finish = current()
        self._size = self._finish.span(w), self._finish.span(h)
        fine = SCALE if self._finish.scale == 1 else LARGE_SCALE
        sheet = self._size[0] * fine, self._size[1] * fine
        self._unit = fine * self._finish.scale
        self._across, self._down = sheet[0] / w, sheet[1] / h  # to the very edge of its pixels
        self._image = Image.new("RGBA", sheet, (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)

    def stamp(self) -> Image.Image:
        """Return the drawing at its final size."""
        return stamp_of(self._image.resize(self._size, Image.Resampling.BOX), self.w, self.h)

    def polygon(self, points: Sequence[Point], fill: str) -> None:
        """Fill a polygon."""
        self._draw.polygon(self._points(points), fill=self._finish.colour(fill))

    def rect(self, x: float, y: float, w: float, h: float, fill: str, radius: float = 0) -> None:
        """Fill a rectangle, with corners rounded by `radius`."""
        box, fill = self._box(x, y, x + w, y + h), self._finish.colour(fill)
        self._draw.rounded_rectangle(box, radius * self._unit, fill=fill)

    def disc(self, cx: float, cy: float, r: float, fill: str, ry: float | None = None) -> None:
        """Fill a circle, or an ellipse if `ry` is given."""
        ry = r if ry is None else ry
        box = self._box(cx - r, cy - ry, cx + r, cy + ry)
        self._draw.ellipse(box, fill=self._finish.colour(fill))

    def ring(self, cx: float, cy: float, r: float, width: float, fill: str) -> None:
        """Draw a circle line of outer radius `r`."""
        box, line = self._box(cx - r, cy - r, cx + r, cy + r), round(width * self._unit)
        self._draw.ellipse(box, outline=self._finish.colour(fill), width=line)

    def arc(
        self, cx: float, cy: float, r: float, start: float, end: float, width: float, fill: str
    ) -> None:
        """Draw an arc, in degrees clockwise from three o'clock."""
        box, line = self._box(cx - r, cy - r, cx + r, cy + r), round(width * self._unit)
        self._draw.arc(box, start, end, fill=self._finish.colour(fill), width=line)

    def line(self, points: Sequence[Point], width: float, fill: str) -> None:
        """Draw a line with round ends and joints."""
        colour, wide = self._finish.colour(fill), round(width * self._unit)
        self._draw.line(self._points(points), fill=colour, width=wide, joint="curve")
        for x, y in points:
            self.disc(x, y, width / 2, fill)

    def clip(self, other: Image.Image) -> None:
        """Keep only what another stamp of the final size covers."""
        cover = other.getchannel("A").resize(self._image.size, Image.Resampling.BICUBIC)
        clear = Image.new("RGBA", self._image.size, (0, 0, 0, 0))
        self._image = Image.composite(self._image, clear, cover)
        self._draw = ImageDraw.Draw(self._image)

    def _points(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self._across, y * self._down) for x, y in points]

    def _box(self, x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float, float]:
        """Return a box for Pillow, in which right and bottom are inclusive."""
        (x0, y0), (x1, y1) = self._points([(x0, y0), (x1, y1)])
        return (x0, y0, max(x0, x1 - 1), max(y0, y1 - 1))


def stamped(paint: Callable[P, Pen]) -> Callable[P, Image.Image]:
    """Make a function that draws with a pen return its stamp, cached by its arguments."""

    @STAMPS
    def stamp(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
        return paint(*args, **kwargs).stamp()

    return stamp


def star_points(cx: float, cy: float, r: float, inner: float = 0.45) -> list[Point]:
    """Return a five-point star that points up."""
    return [
        (
            cx + (r if i % 2 == 0 else r * inner) * math.sin(i * math.pi / 5),
            cy - (r if i % 2 == 0 else r * inner) * math.cos(i * math.pi / 5),
        )
        for i in range(10)
    ]


def curve(points: Sequence[Point]) -> list[Point]:
    """Return a closed smooth line through points (Catmull and Rom)."""
    found, n = [], len(points)
    for i in range(n):
        a, b, c, d = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        for step in range(8):
            s = step / 8
            x, y = (
                0.5 * (2 * b[k] + (c[k] - a[k]) * s + (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * s**2
                       + (3 * b[k] - a[k] - 3 * c[k] + d[k]) * s**3)
                for k in (0, 1)
            )  # fmt: skip
            found.append((x, y))
    return found


def curve_open(points: Sequence[Point]) -> list[Point]:
    """Return a smooth line from the first point to the last."""
    closed = curve([points[0], *points, points[-1]])
    return closed[8 : 8 * (len(points) + 1)]


def mix(one: str, other: str, share: float) -> str:
    """Return the colour that is `share` of the way from one colour to another."""
    shade = current().colour
    a, b = ImageColor.getrgb(shade(one)), ImageColor.getrgb(shade(other))
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(a, b, strict=False))


@stamped
def rounded(w: int, h: int, radius: int, fill: str, edge: str = "", line: float = 0) -> Pen:
    """Draw a plate with round corners, with a border line if `edge` is given."""
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, edge or fill, radius)
    if edge:
        pen.rect(line, line, w - 2 * line, h - 2 * line, fill, max(0, radius - line))
    return pen


@stamped
def corner(radius: float, right: int, foot: int, fill: str) -> Pen:
    """Draw one corner of a plate: `right` and `foot` are 0 or 1."""
    pen = Pen(radius, radius)
    pen.disc(0 if right else radius, 0 if foot else radius, radius, fill)
    return pen


@stamped
def disc(size: int, fill: str, edge: str = "", line: float = 0) -> Pen:
    """Draw a disc, with a border line if `edge` is given."""
    pen = Pen(size, size)
    half = size / 2
    pen.disc(half, half, half, edge or fill)
    if edge:
        pen.disc(half, half, half - line, fill)
    return pen
