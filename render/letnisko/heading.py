"""The head of the board picture: whose move it is, which week, its weather, the forecast."""

from __future__ import annotations

from typing import NamedTuple

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.letnisko import icons, pieces
from render.letnisko import theme as th

AFTER = 18
"""Pixels behind the sentence in a head."""
NAME = words.bold(38)
SMALL = words.text(24)


def before(count: int) -> int:
    """Return the pixels before the sentence in a head: the players' tokens and a pointer."""
    return 112 + 44 * max(0, count - 1)


def head(w: int, h: int, seats: tuple[int, ...], ask: str) -> Canvas:
    """Paint who is to act and what is asked, a sentence with his name."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 16, th.SUN)
    art.plate(art.box.inset(6), 11, th.PAPER)
    for at, seat in enumerate(seats):
        art.stamp(pieces.chip(seat, 58), 14 + 44 * at, h // 2 - 29)
    x = before(len(seats))
    if seats:
        art.stamp_at(marks.pointer(24, th.INK), x - 22, h // 2)
    else:
        art.stamp_at(marks.laurel(66, th.RAY), 56, h // 2)
    room = Box(x, 0, w - x - AFTER, h)
    font = words.largest(ask, words.bold(42), room.w, words.GLANCE_PX)
    art.label(room, ask, font, th.INK, "left")
    return art


def title(w: int, h: int, line: str, phase: str) -> Canvas:
    """Paint "Week 2 of 12" and below it the phase."""
    art = Canvas(w, h, th.PINE)
    room = art.box.left(w - 3)
    font = words.largest(line, words.slab(34), room.w, words.GLANCE_PX)
    art.label(room.top(40), line, font, th.CREAM, "right")
    font = words.largest(phase, words.text(30), room.w, 26)
    art.label(room.below(48).top(34), phase, font, th.MIST, "right")
    return art


class Brought(NamedTuple):
    """What a weather brings: so many guests of a kind for each house of a kind."""

    house: str
    guest: str
    number: int


class Sky(NamedTuple):
    """The weather line.

    Attributes:
        weather: The type; "" before the first arrival.
        name: Its name.
        brings: What it brings.
        note: What is to be added: no guests, one more car.
        icon: The forecast, "" when no more card will be turned up.
        next: What stands beside the forecast, two lines.
        ahead: Cards not yet drawn, by type.
        left: What stands above them.
    """

    weather: str
    name: str
    brings: tuple[Brought, ...]
    note: str
    icon: str
    next: tuple[str, str]
    ahead: tuple[tuple[str, int], ...]
    left: str


def sky(w: int, h: int, it: Sky) -> Canvas:
    """Paint this week's weather and what it brings, the forecast, and the weather to come."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 16, th.SKY)
    if it.weather:
        art.stamp(icons.weather(it.weather, 92), 14, (h - 92) // 2)
    _weather(art, Box(120, 0, 470, h), it)
    plate = Box(604, 8, 258, h - 16)
    art.plate(plate, 12, th.PAPER)
    if it.icon:
        art.stamp(icons.forecast(it.icon, 76), plate.x + 8, plate.cy - 38)
    lines = plate.after(92 if it.icon else 12).left(plate.w - (100 if it.icon else 24))
    above, below = lines.inset(0, 8).rows(2)
    small = words.largest(it.next[0], SMALL, lines.w, 18)
    art.label(above, it.next[0], small, th.SOFT, "left")
    big = words.largest(it.next[1], words.bold(36), lines.w, 24)
    art.label(below, it.next[1], big, th.INK, "left")
    _ahead(art, Box(878, 8, w - 878 - 10, h - 16), it)
    return art


def _weather(art: Canvas, room: Box, it: Sky) -> None:
    upper, lower = room.top(46), room.below(44)
    font = words.largest(it.name, words.bold(40), room.w, 30)
    art.label(upper, it.name, font, th.INK, "left")
    if it.note:
        beside = upper.after(words.width(it.name, font) + 24)
        art.label(beside, it.note, words.text(34), th.INK, "left")
    x = lower.x
    for brought in it.brings:
        art.stamp(pieces.small_house(brought.house, 50), x, lower.bottom - 56)
        art.stamp_at(icons.arrow(20, 14, th.SOFT), x + 64, lower.cy)
        x += 76
        for _ in range(brought.number):
            art.stamp_at(pieces.guest(brought.guest, 36, th.SKY), x + 18, lower.cy)
            x += 35
        x += 14


def _ahead(art: Canvas, room: Box, it: Sky) -> None:
    art.label(room.top(26), it.left, words.text(22), th.SOFT, "left")
    rest = room.below(28)
    kinds = [(kind, count) for kind, count in it.ahead if count]
    wide = min(74, rest.w // max(1, len(kinds)))
    size = min(46, wide - 14)
    for at, (kind, count) in enumerate(kinds):
        x = rest.x + at * wide
        art.stamp(icons.weather(kind, size), x - 3, rest.cy - size // 2)
        room_ = Box(x + size - 2, rest.y, 20, rest.h)
        art.label(room_, str(count), words.bold(26), th.INK, "left")
