"""The game's pieces as stamps: symbols, tokens, card backs and icons."""

from __future__ import annotations

import math
from typing import Final

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.pen import Pen, Point, disc, rounded, stamped, star_points
from render.krakow import theme as th
from rules.krakow.components import SEAT_SIGNS

PLAIN: Final = 30
"""Discs up to this size have no pattern; the sign on them says enough."""


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


def mark(art: Canvas, cx: int, cy: int, size: int, group: str, letter: str, ink: str) -> None:
    """Put the symbol of a group with its letter in texts inside."""
    art.stamp_at(symbol(group, size, ink), cx, cy)
    low = size // 7 if group == "N" else size // 20
    px = max(words.DETAIL_PX, size * 11 // 20)
    box = Box(cx - size // 2, cy - size // 2 + low, size, size)
    art.label(box, letter, words.bold(px), th.PAPER)


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
def patterned(seat: int, w: int, h: int, radius: int) -> Pen:
    """Draw a plate in the colour and pattern of a seat."""
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, th.SEATS[seat])
    _pattern(pen, seat, max(9.0, w / 5))
    pen.clip(rounded(w, h, radius, "#ffffff"))
    return pen


def _sign(pen: Pen, seat: int, x: float, y: float, size: float, ink: str) -> None:
    """Draw the sign of a seat in a square whose top left corner is at x, y."""

    def at(*points: tuple[float, float]) -> list[Point]:
        return [(x + across * size, y + down * size) for across, down in points]

    def discs(r: float, *points: tuple[float, float]) -> None:
        for cx, cy in at(*points):
            pen.disc(cx, cy, r * size, ink)

    match SEAT_SIGNS[seat]:
        case "diamond":
            pen.polygon(at((0.5, 0), (0.9, 0.5), (0.5, 1), (0.1, 0.5)), ink)
        case "club":
            discs(0.23, (0.5, 0.24), (0.24, 0.6), (0.76, 0.6))
            pen.polygon(at((0.5, 0.3), (0.7, 1), (0.3, 1)), ink)
        case "heart":
            discs(0.26, (0.27, 0.3), (0.73, 0.3))
            pen.polygon(at((0.03, 0.41), (0.5, 0.2), (0.97, 0.41), (0.5, 0.98)), ink)
        case "spade":
            discs(0.24, (0.26, 0.57), (0.74, 0.57))
            pen.polygon(at((0.5, 0), (0.97, 0.51), (0.5, 0.72), (0.03, 0.51)), ink)
            pen.polygon(at((0.5, 0.5), (0.68, 1), (0.32, 1)), ink)


@stamped
def sign(seat: int, size: int, ink: str) -> Pen:
    """Draw the sign of a seat by itself: a suit of cards."""
    pen = Pen(size, size)
    _sign(pen, seat, 0, 0, size, ink)
    return pen


def back(art: Canvas, box: Box, seat: int, px: int, edge: str) -> None:
    """Put the back of an action card: colour, pattern and sign of its owner.

    The sign, `px` wide (0: none), is at the top left, where it still shows when the next card
    covers the rest.
    """
    art.plate(box, 7, edge)
    inner = box.inset(3)
    art.stamp(patterned(seat, inner.w, inner.h, 5), inner.x, inner.y)
    if px:
        art.stamp(sign(seat, px, th.PRINT), inner.x + 3, inner.y + 4)


def _round(seat: int, size: int, step: float) -> Pen:
    """Return a disc in the colour and pattern of a seat, with a dark rim."""
    pen = Pen(size, size)
    half = size / 2
    pen.rect(0, 0, size, size, th.SEATS[seat])
    if size > PLAIN:
        _pattern(pen, seat, step)
    pen.clip(disc(size, "#ffffff"))
    pen.ring(half, half, half, 2, th.PRINT)
    return pen


def _ticks(pen: Pen) -> None:
    """Draw the twelve marks of a clock, unless it is too small for them."""
    half = pen.w / 2
    if pen.w <= PLAIN:
        return
    for hour in range(12):
        angle = hour * math.pi / 6
        inner = 0.78 if hour % 3 == 0 else 0.85
        pen.line(
            [
                (half + half * r * math.sin(angle), half - half * r * math.cos(angle))
                for r in (inner, 0.9)
            ],
            pen.w / 26,
            th.PRINT,
        )


def _signed(pen: Pen, seat: int, px: int) -> Pen:
    _sign(pen, seat, (pen.w - px) / 2, (pen.h - px) / 2, px, th.PRINT)
    return pen


@stamped
def token(seat: int, size: int, px: int, high: bool = False) -> Pen:
    """Draw a reservation token face down: a clock without hands, in its colours.

    The sign of its owner on it is `px` wide; if it is `high`, the lower half stays free.
    """
    pen = _round(seat, size, max(8.0, size / 4))
    _ticks(pen)
    if not high:
        return _signed(pen, seat, px)
    _sign(pen, seat, (size - px) / 2 - size / 20, size / 2 - px, px, th.PRINT)
    return pen


@stamped
def chip(seat: int, size: int, px: int) -> Pen:
    """Draw the disc that stands for a player: colour, pattern, and a sign `px` wide."""
    return _signed(_round(seat, size, max(8.0, size / 4)), seat, px)


@stamped
def clock(seat: int, size: int) -> Pen:
    """Draw a player's own token face up without its hour: the dial in its colours."""
    pen = _round(seat, size, size / 5)
    _ticks(pen)
    return pen


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
