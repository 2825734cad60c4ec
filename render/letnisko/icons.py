"""Weather, pines and small icons, drawn on a square."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from render.kit.pen import Pen, stamped, star_points
from render.letnisko import theme as th
from rules.letnisko.components import Icon, Weather


@stamped
def forecast(icon: str, size: int) -> Pen:
    """Draw the back of a weather card: a cloud or the sun."""
    pen = Pen(size, size)
    u = size / 100
    if icon == Icon.CLOUD:
        _cloud(pen, u, 50, 54, 1.0, th.CLOUD)
    else:
        _sun(pen, u, 50, 50, 26)
    return pen


def _cloud(pen: Pen, u: float, cx: float, cy: float, scale: float, fill: str) -> None:
    s = u * scale
    x, y = cx * u, cy * u
    pen.disc(x - 22 * s, y + 4 * s, 20 * s, fill)
    pen.disc(x + 4 * s, y - 10 * s, 26 * s, fill)
    pen.disc(x + 27 * s, y + 7 * s, 17 * s, fill)
    pen.rect(x - 42 * s, y + 2 * s, 86 * s, 22 * s, fill, 11 * s)


def _sun(pen: Pen, u: float, cx: float, cy: float, r: float) -> None:
    for ray in range(12):
        angle = ray * math.pi / 6
        tips = [
            (cx * u + r * u * k * math.cos(angle), cy * u + r * u * k * math.sin(angle))
            for k in (1.28, 1.72)
        ]
        pen.line(tips, r * 0.22 * u, th.RAY)
    pen.disc(cx * u, cy * u, r * u, th.RAY)
    pen.disc(cx * u, cy * u, r * 0.86 * u, th.SUN)


def _storm(pen: Pen, u: float) -> None:
    _cloud(pen, u, 50, 36, 1.05, th.STEEL)
    bolt = [(56, 42), (34, 74), (48, 74), (38, 99), (70, 62), (55, 62), (66, 42)]
    pen.polygon([(x * u, y * u) for x, y in bolt], th.RAY)
    bolt = [(57, 45), (39, 71), (52, 71), (45, 89), (65, 65), (51, 65), (62, 45)]
    pen.polygon([(x * u, y * u) for x, y in bolt], th.SUN)


def _rain(pen: Pen, u: float) -> None:
    _cloud(pen, u, 50, 36, 1.0, th.CLOUD)
    for x, y in ((26, 68), (46, 72), (66, 68), (36, 88), (56, 90), (76, 86)):
        pen.line([(x * u, y * u), ((x - 5) * u, (y + 9) * u)], 6 * u, th.WATER)


def _clouds(pen: Pen, u: float) -> None:
    _cloud(pen, u, 60, 38, 0.82, th.DUSK)
    _cloud(pen, u, 44, 64, 0.95, th.SKY)
    _cloud(pen, u, 44, 64, 0.87, th.CLOUD)


def _partly(pen: Pen, u: float) -> None:
    _sun(pen, u, 40, 38, 21)
    _cloud(pen, u, 57, 68, 0.93, th.SKY)
    _cloud(pen, u, 57, 68, 0.85, th.CLOUD)


def _exam(pen: Pen, u: float) -> None:
    _sun(pen, u, 40, 36, 20)
    cap(pen, u, 56, 68)


def cap(pen: Pen, u: float, cx: float, cy: float) -> None:
    """Draw a mortarboard 80 units wide."""

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [((cx + x) * u, (cy + y) * u) for x, y in points]

    pen.polygon(at((-22, 2), (22, 2), (22, 22), (0, 29), (-22, 22)), th.STEEL)
    pen.polygon(at((0, -21), (44, -2), (0, 17), (-44, -2)), th.SKY)
    pen.polygon(at((0, -18), (40, -2), (0, 14), (-40, -2)), th.INK)
    pen.line(at((0, -2), (33, 4), (33, 24)), 3 * u, th.SUN)
    pen.disc((cx + 33) * u, (cy + 26) * u, 5 * u, th.SUN)


def _hot(pen: Pen, u: float) -> None:
    _sun(pen, u, 50, 50, 29)


_WEATHER: Final[Mapping[Weather, Callable[[Pen, float], None]]] = {
    Weather.STORM: _storm,
    Weather.RAIN: _rain,
    Weather.CLOUDS: _clouds,
    Weather.PARTLY: _partly,
    Weather.EXAM: _exam,
    Weather.HOT: _hot,
}


@stamped
def weather(kind: str, size: int) -> Pen:
    """Draw a type of weather: bolt, drops, clouds, sun and cloud, cap, full sun."""
    pen = Pen(size, size)
    _WEATHER[Weather(kind)](pen, size / 100)
    return pen


@stamped
def pine(size: int, needles: str = th.GREEN, trunk: str = th.WOOD) -> Pen:
    """Draw a pine: a forest lot."""
    pen = Pen(size, size)
    u = size / 100
    pen.rect(44 * u, 76 * u, 12 * u, 22 * u, trunk)
    for top, foot, half in ((2, 38, 22), (20, 62, 31), (42, 84, 40)):
        points = [(50, top), (50 + half, foot), (50 - half, foot)]
        pen.polygon([(x * u, y * u) for x, y in points], needles)
    return pen


@stamped
def coins(size: int) -> Pen:
    """Draw two coins: cash."""
    pen = Pen(size, size)
    for x, y in ((0.62, 0.38), (0.38, 0.62)):
        pen.disc(x * size, y * size, size * 0.35, th.RUST)
        pen.disc(x * size, y * size, size * 0.31, th.SUN)
        pen.ring(x * size, y * size, size * 0.22, size * 0.06, th.RAY)
    return pen


@stamped
def crown(size: int) -> Pen:
    """Draw the President's star on a red disc."""
    pen = Pen(size, size)
    half = size / 2
    pen.disc(half, half, half, th.RUST)
    pen.disc(half, half, half * 0.9, th.RED)
    pen.polygon(star_points(half, half * 1.05, half * 0.76), th.SUN)
    return pen


@stamped
def pump(size: int, ink: str, ground: str) -> Pen:
    """Draw a petrol pump."""
    pen = Pen(size, size)
    u = size / 100
    pen.rect(14 * u, 8 * u, 46 * u, 84 * u, ink, 8 * u)
    pen.rect(8 * u, 86 * u, 58 * u, 10 * u, ink, 3 * u)
    pen.rect(23 * u, 18 * u, 28 * u, 22 * u, ground, 3 * u)
    pen.line([(60 * u, 50 * u), (72 * u, 54 * u), (72 * u, 76 * u), (84 * u, 76 * u),
              (84 * u, 32 * u), (72 * u, 20 * u)], 7 * u, ink)  # fmt: skip
    return pen


@stamped
def bar(w: int, h: int, ink: str, width: float) -> Pen:
    """Draw a bar from the lower left to the upper right: used up."""
    pen = Pen(w, h)
    pen.line([(width, h - width), (w - width, width)], width, ink)
    return pen


@stamped
def arrow(w: int, h: int, ink: str) -> Pen:
    """Draw an arrow to the right."""
    pen = Pen(w, h)
    mid, neck = h / 2, w - h * 0.6
    pen.line([(h * 0.15, mid), (neck, mid)], h * 0.26, ink)
    pen.polygon([(neck - 1, 0), (w, mid), (neck - 1, h)], ink)
    return pen
