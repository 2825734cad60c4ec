"""The five icons of the rooms, and the other small icons, drawn on a square."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from render.kit.pen import Pen, Point, curve, stamped
from render.lodge import theme as th
from rules.lodge.components import LOOKS, Colour, Icon


def _flame(pen: Pen, u: float, ink: str, ground: str) -> None:
    outer = curve([(52, 2), (64, 26), (82, 46), (82, 70), (66, 96), (50, 98), (30, 95), (16, 72),
                   (20, 48), (33, 34), (38, 50), (50, 34)])  # fmt: skip
    inner = curve([(53, 52), (64, 70), (62, 86), (50, 92), (38, 86), (37, 72), (46, 66)])
    pen.polygon([(x * u, y * u) for x, y in outer], ink)
    pen.polygon([(x * u, y * u) for x, y in inner], ground)


def _snowflake(pen: Pen, u: float, ink: str, ground: str) -> None:
    mid = 50 * u
    for arm in range(6):
        angle = math.pi / 6 + arm * math.pi / 3

        def at(far: float, turn: float = 0.0, angle: float = angle) -> Point:
            return (mid + far * u * math.cos(angle + turn), mid + far * u * math.sin(angle + turn))

        pen.line([(mid, mid), at(46)], 9 * u, ink)
        fork = at(24)
        for turn in (-0.9, 0.9):
            tip = (fork[0] + 19 * u * math.cos(angle + turn),
                   fork[1] + 19 * u * math.sin(angle + turn))  # fmt: skip
            pen.line([fork, tip], 8 * u, ink)


def _fir(pen: Pen, u: float, ink: str, ground: str) -> None:
    pen.rect(43 * u, 80 * u, 14 * u, 19 * u, ink)
    for top, foot, half in ((1, 38, 24), (22, 62, 33), (44, 86, 42)):
        points = [(50, top), (50 + half, foot), (50 - half, foot)]
        pen.polygon([(x * u, y * u) for x, y in points], ink)


def _sun(pen: Pen, u: float, ink: str, ground: str) -> None:
    for ray in range(8):
        angle = ray * math.pi / 4
        tips = [((50 + k * math.cos(angle)) * u, (50 + k * math.sin(angle)) * u) for k in (33, 45)]
        pen.line(tips, 10 * u, ink)
    pen.disc(50 * u, 50 * u, 24 * u, ink)


def _moon(pen: Pen, u: float, ink: str, ground: str) -> None:
    outer = [(46 + 45 * math.cos(a), 50 + 45 * math.sin(a)) for a in _turn()]
    inner = [(66 + 38 * math.cos(a), 40 + 38 * math.sin(a)) for a in _turn()]
    rim = [at for at in outer if math.dist(at, (66, 40)) >= 38]
    cut = [at for at in inner if math.dist(at, (46, 50)) <= 45]
    start = max(range(len(rim)), key=lambda n: math.dist(rim[n], rim[n - 1]))
    rim = rim[start:] + rim[:start]
    start = max(range(len(cut)), key=lambda n: math.dist(cut[n], cut[n - 1]))
    cut = cut[start:] + cut[:start]
    pen.polygon([(x * u, y * u) for x, y in (*rim, *reversed(cut))], ink)


def _turn() -> list[float]:
    return [n * math.tau / 120 for n in range(120)]


_SIGNS: Final[Mapping[Icon, Callable[[Pen, float, str, str], None]]] = {
    "flame": _flame,
    "snowflake": _snowflake,
    "fir": _fir,
    "sun": _sun,
    "moon": _moon,
}


@stamped
def room(colour: str, size: int, ink: str, ground: str) -> Pen:
    """Draw the icon of a colour: flame, snowflake, fir, sun, moon."""
    pen = Pen(size, size)
    _SIGNS[LOOKS[Colour(colour)].icon](pen, size / 100, ink, ground)
    return pen


@stamped
def heart(size: int, ink: str) -> Pen:
    """Draw a heart: a favourite floor."""
    pen = Pen(size, size)
    u = size / 100
    for x in (28, 72):
        pen.disc(x * u, 32 * u, 27 * u, ink)
    pen.polygon([(4.5 * u, 45 * u), (50 * u, 97 * u), (95.5 * u, 45 * u), (50 * u, 28 * u)], ink)
    return pen


@stamped
def loved(size: int) -> Pen:
    """Draw a heart with a light rim, wide enough for a number."""
    pen = Pen(size, size)
    for line, ink in ((0.0, th.PAPER), (max(1.2, size / 22), th.HEART)):
        u, low = (size - 2 * line) / 100, line
        for x in (27, 73):
            pen.disc(low + x * u, low + 33 * u, 27 * u, ink)
        pen.disc(low + 50 * u, low + 46 * u, 28 * u, ink)
        pen.polygon(
            [
                (low + 3 * u, low + 45 * u),
                (low + 50 * u, low + 99 * u),
                (low + 97 * u, low + 45 * u),
            ],
            ink,
        )
    return pen


@stamped
def person(size: int, ink: str) -> Pen:
    """Draw a guest as an icon: head and shoulders."""
    pen = Pen(size, size)
    u = size / 100
    pen.disc(50 * u, 26 * u, 23 * u, ink)
    pen.rect(12 * u, 54 * u, 76 * u, 70 * u, ink, 32 * u)
    return pen


@stamped
def case(size: int, ink: str, ground: str) -> Pen:
    """Draw a suitcase: the valet."""
    pen = Pen(size, size)
    u = size / 100
    pen.rect(30 * u, 8 * u, 40 * u, 34 * u, ink, 10 * u)
    pen.rect(40 * u, 18 * u, 20 * u, 20 * u, ground, 4 * u)
    pen.rect(4 * u, 28 * u, 92 * u, 66 * u, ink, 12 * u)
    for x in (18, 74):
        pen.rect(x * u, 28 * u, 8 * u, 66 * u, ground)
    return pen


@stamped
def token(size: int, used: bool) -> Pen:
    """Draw the Refresh Token: two arrows in a circle; grey and crossed out once spent."""
    pen = Pen(size, size)
    half, u = size / 2, size / 100
    ink = th.STONE if used else th.BEAM
    if used:
        pen.ring(half, half, half - 1, 5 * u, ink)
    else:
        pen.disc(half, half, half, ink)
        pen.disc(half, half, half - 5 * u, th.GOLD)
    for start in (200, 20):
        pen.arc(half, half, 31 * u, start, start + 120, 11 * u, ink)
        angle = math.radians(start + 122)
        x, y = half + 25.5 * u * math.cos(angle), half + 25.5 * u * math.sin(angle)
        ahead, across = angle + math.pi / 2, angle
        pen.polygon(
            [(x + 20 * u * math.cos(ahead), y + 20 * u * math.sin(ahead)),
             (x + 15 * u * math.cos(across), y + 15 * u * math.sin(across)),
             (x - 15 * u * math.cos(across), y - 15 * u * math.sin(across))],
            ink,
        )  # fmt: skip
    if used:
        pen.line([(12 * u, 88 * u), (88 * u, 12 * u)], 11 * u, th.HEART)
    return pen


@stamped
def door(size: int, ink: str, ground: str) -> Pen:
    """Draw a door with an arrow out of it: guests may be sent away."""
    pen = Pen(size, size)
    u = size / 100
    pen.rect(6 * u, 6 * u, 54 * u, 88 * u, ink, 5 * u)
    pen.rect(15 * u, 15 * u, 36 * u, 79 * u, ground)
    pen.line([(36 * u, 54 * u), (74 * u, 54 * u)], 13 * u, ink)
    pen.polygon([(70 * u, 30 * u), (98 * u, 54 * u), (70 * u, 78 * u)], ink)
    return pen


@stamped
def sack(size: int, ink: str) -> Pen:
    """Draw a tied bag: what is drawn from it is left."""
    pen = Pen(size, size)
    u = size / 100
    tie = ((30, 4), (70, 4), (60, 24), (40, 24))
    body = ((42, 32), (58, 32), (88, 66), (80, 96), (50, 98), (20, 96), (12, 66))
    pen.polygon([(x * u, y * u) for x, y in tie], ink)
    pen.polygon(curve([(x * u, y * u) for x, y in body]), ink)
    return pen


@stamped
def plus(size: int, ink: str) -> Pen:
    """Draw a plus: something can be built here."""
    pen = Pen(size, size)
    u = size / 100
    pen.line([(50 * u, 14 * u), (50 * u, 86 * u)], 20 * u, ink)
    pen.line([(14 * u, 50 * u), (86 * u, 50 * u)], 20 * u, ink)
    return pen


@stamped
def cross(size: int, ink: str) -> Pen:
    """Draw a cross: it can't be any more."""
    pen = Pen(size, size)
    u = size / 100
    pen.line([(16 * u, 16 * u), (84 * u, 84 * u)], 20 * u, ink)
    pen.line([(84 * u, 16 * u), (16 * u, 84 * u)], 20 * u, ink)
    return pen


@stamped
def dashed(w: int, h: int, ink: str, ground: str, line: int, radius: int) -> Pen:
    """Draw a plate with a dashed rim: a gap, or where something can be built."""
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, ink, radius)
    for turned in (False, True):
        along, far = (h, w) if turned else (w, h)
        count = max(2, along // 22) * 2 + 1
        step = along / count
        for n in range(1, count, 2):
            for at in (0, far - line):
                if turned:
                    pen.rect(at, n * step, line, step, ground)
                else:
                    pen.rect(n * step, at, step, line, ground)
    pen.rect(line, line, w - 2 * line, h - 2 * line, ground, max(0, radius - line))
    return pen


@stamped
def roof(w: int, h: int, wood: str, snow: str) -> Pen:
    """Draw a low roof covered with snow."""
    pen = Pen(w, h)
    slope, eaves = h * 1.1, h * 0.3
    pen.polygon([(0, h), (0, h - eaves), (slope, 0), (w - slope, 0), (w, h - eaves), (w, h)], wood)
    pen.polygon([(0, h - eaves), (slope, 0), (w - slope, 0), (w, h - eaves)], snow)
    x, n = slope * 0.8, 0
    while x < w - slope:
        wide = (46, 70, 34, 58)[n % 4]
        pen.disc(min(x, w - slope), h - eaves, wide / 2, snow, h * (0.16, 0.24, 0.12, 0.2)[n % 4])
        x, n = x + wide + 30, n + 1
    return pen


@stamped
def mountains(w: int, h: int, far: str, near: str, snow: str) -> Pen:
    """Draw a row of snowy peaks; the same ones for the same size."""
    pen = Pen(w, h)
    x, n = -40.0, 0
    while x < w:
        high = h * (0.95, 0.62, 0.8, 0.5, 0.88)[n % 5]
        half = high * 1.1
        peak, top = x + half, h - high
        pen.polygon([(x, h), (peak, top), (peak + half, h)], (far, near)[n % 2])
        cap = high * 0.3
        wide = cap * 1.1
        pen.polygon(
            [(peak - wide, top + cap), (peak, top), (peak + wide, top + cap),
             (peak + wide * 0.4, top + cap * 0.8), (peak, top + cap * 1.25),
             (peak - wide * 0.45, top + cap * 0.75)],
            snow,
        )  # fmt: skip
        x, n = x + half * 1.25, n + 1
    return pen
