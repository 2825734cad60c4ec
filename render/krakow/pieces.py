"""The game's pieces as stamps: symbols, tokens, card backs and icons."""

from __future__ import annotations

import math

from PIL import Image

from render.kit.chips import lettered
from render.kit.kept import STAMPS
from render.kit.pen import Pen, stamped, star_points
from render.krakow import theme as th


@stamped
def symbol(group: str, size: int, fill: str) -> Pen:
    """Draw the symbol of a group: triangle, square, circle, star; a ring for none."""
    pen = Pen(size, size)
    half = size / 2
    if group == "N":
        pen.polygon(
            [(half, size * 0.05), (size * 0.98, size * 0.92), (size * 0.02, size * 0.92)], fill
        )
    elif group == "D":
        pen.rect(size * 0.1, size * 0.1, size * 0.8, size * 0.8, fill)
    elif group == "J":
        pen.disc(half, half, size * 0.45, fill)
    elif group == "I":
        pen.polygon(star_points(half, size * 0.54, size * 0.54), fill)
    else:
        pen.ring(half, half, size * 0.46, size * 0.2, fill)
    return pen


def _pattern(pen: Pen, seat: int, step: float) -> None:
    """Cover a pen's sheet with the pattern of a seat."""
    light, pattern = th.SEAT_LIGHTS[seat], th.PATTERNS[seat]
    reach = pen.w + pen.h
    if pattern == "stripes":
        x = -float(pen.h)
        while x < reach:
            pen.polygon(
                [
                    (x, pen.h),
                    (x + step * 0.42, pen.h),
                    (x + step * 0.42 + pen.h, 0),
                    (x + pen.h, 0),
                ],
                light,
            )
            x += step
    elif pattern == "dots":
        for row in range(int(reach / step) + 1):
            for col in range(int(reach / step) + 1):
                pen.disc((col + row % 2 / 2) * step, row * step * 0.8, step * 0.2, light)
    elif pattern == "grid":
        at = step / 2
        while at < reach:
            pen.rect(at, 0, step * 0.2, pen.h, light)
            pen.rect(0, at, pen.w, step * 0.2, light)
            at += step


@stamped
def _plain(w: int, h: int, radius: float, fill: str) -> Pen:
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, fill, radius)
    return pen


@stamped
def _filled(w: int, h: int, radius: float, seat: int, step: float) -> Pen:
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, th.SEATS[seat])
    _pattern(pen, seat, step)
    pen.clip(_plain(w, h, radius, "#ffffff"))
    return pen


@STAMPS
def back(seat: int, w: int, h: int, px: int, edge: str) -> Image.Image:
    """Return the back of an action card: colour, pattern and letter of its owner.

    The letter is at the top left, where it still shows when the next card covers the rest.
    """
    stamp = _plain(w, h, 7, edge).copy()
    inner = _filled(w - 6, h - 6, 5, seat, max(9.0, w / 5))
    stamp.paste(inner, (3, 3), inner)
    lettered(stamp, th.LETTERS[seat], 4 + px * 11 // 30, 4 + px * 2 // 5, px, th.INK)
    return stamp


@stamped
def _dial(size: int, edge: str) -> Pen:
    pen = Pen(size, size)
    half = size / 2
    pen.disc(half, half, half, edge)
    return pen


@stamped
def _ticks(size: int) -> Pen:
    """Draw the twelve marks of a clock."""
    pen = Pen(size, size)
    half = size / 2
    for hour in range(12):
        angle = hour * math.pi / 6
        inner = 0.78 if hour % 3 == 0 else 0.85
        pen.line(
            [
                (half + half * r * math.sin(angle), half - half * r * math.cos(angle))
                for r in (inner, 0.9)
            ],
            size / 26,
            th.INK,
        )
    return pen


@STAMPS
def token(seat: int, size: int, px: int) -> Image.Image:
    """Return a reservation token face down: a clock without hands, in its colours."""
    stamp = _dial(size, th.INK).copy()
    inner = _filled(size - 4, size - 4, size / 2, seat, max(8.0, size / 4))
    stamp.paste(inner, (2, 2), inner)
    ticks = _ticks(size)
    stamp.paste(ticks, (0, 0), ticks)
    lettered(stamp, th.LETTERS[seat], size // 2, size // 2, px, th.INK)
    return stamp


@STAMPS
def chip(seat: int, size: int, px: int) -> Image.Image:
    """Return the disc that stands for a player: colour, pattern, letter."""
    stamp = _dial(size, th.INK).copy()
    inner = _filled(size - 4, size - 4, size / 2, seat, max(8.0, size / 4))
    stamp.paste(inner, (2, 2), inner)
    lettered(stamp, th.LETTERS[seat], size // 2, size // 2, px, th.INK)
    return stamp


@STAMPS
def clock(seat: int, size: int) -> Image.Image:
    """Return a player's own token face up without its hour: the dial in its colours."""
    stamp = _dial(size, th.INK).copy()
    inner = _filled(size - 4, size - 4, size / 2, seat, size / 5)
    stamp.paste(inner, (2, 2), inner)
    ticks = _ticks(size)
    stamp.paste(ticks, (0, 0), ticks)
    return stamp


@stamped
def obwarzanek(size: int) -> Pen:
    """Draw a twisted ring of bread with poppy seeds."""
    pen = Pen(size, size)
    half = size / 2
    pen.ring(half, half, size * 0.47, size * 0.25, th.BREAD_INK)
    pen.ring(half, half, size * 0.45, size * 0.21, th.BREAD)
    for turn in range(10):
        angle = turn * math.pi / 5
        pen.line(
            [
                (half + size * r * math.sin(angle + d), half - size * r * math.cos(angle + d))
                for r, d in ((0.27, 0.0), (0.35, 0.1), (0.42, 0.32))
            ],
            size * 0.025,
            th.BREAD_INK,
        )
        for r, d in ((0.31, 0.25), (0.39, 0.12)):
            pen.disc(
                half + size * r * math.sin(angle + d),
                half - size * r * math.cos(angle + d),
                size * 0.016,
                th.PAPER,
            )
    return pen


@stamped
def lajkonik(w: int, h: int, ink: str, light: str) -> Pen:
    """Draw the lajkonik: a bearded rider in a pointed hat, wearing a hobby-horse."""
    pen = Pen(w, h)

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * w / 100, y * h / 100) for x, y in points]

    # the horse: caparison, neck and head, tail
    pen.polygon(
        at(
            (18, 58),
            (70, 58),
            (78, 94),
            (68, 90),
            (60, 97),
            (51, 91),
            (42, 97),
            (33, 91),
            (24, 97),
            (10, 92),
        ),
        ink,
    )
    pen.polygon(
        at(
            (58, 66), (66, 36), (74, 26), (76, 17), (81, 25), (96, 43), (92, 51), (82, 48), (77, 66)
        ),
        ink,
    )
    pen.line(at((19, 62), (10, 62), (5, 74), (7, 86)), w * 0.05, ink)
    # the rider: robe, arm with mace, face, beard and hat
    pen.polygon(at((32, 60), (38, 34), (54, 34), (58, 60)), ink)
    pen.line(at((40, 40), (26, 44), (18, 32)), w * 0.055, ink)
    pen.disc(17 * w / 100, 27 * h / 100, w * 0.06, ink)
    pen.polygon(at((38, 20), (55, 20), (52, 33), (46, 40), (40, 33)), ink)
    pen.polygon(at((35, 20), (46, 1), (58, 20)), ink)
    pen.line(at((36, 20.5), (57, 20.5)), w * 0.03, light)
    pen.disc(78 * w / 100, 36 * h / 100, w * 0.014, light)
    pen.line(at((21, 68), (71, 68)), w * 0.022, light)
    for x in (28, 40, 52, 64):
        pen.polygon(at((x, 74), (x + 4, 79), (x, 84), (x - 4, 79)), light)
    return pen
