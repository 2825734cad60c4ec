"""The heading of the board picture: whose move, week, weather, forecast."""

from __future__ import annotations

from typing import NamedTuple

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from render.letnisko import icons, pieces
from render.letnisko import theme as th

BROUGHT = 44
"""The most width of a guest that the weather brings."""
WREATH = 72
"""Width of a winner's token in a wreath."""
APART = 3
"""The most wreaths that don't overlap."""
AFTER = 18
"""Pixels after the sentence in a heading."""
SMALL = words.text(26)


def before(count: int, won: bool = False) -> int:
    """Return the width before a heading's sentence: tokens, pointer or wreaths."""
    return 112 + _step(count, won) * max(0, count - 1)


def _step(count: int, won: bool) -> int:
    """Return the distance between tokens or wreaths; many wreaths overlap."""
    return 44 if not won else WREATH if count <= APART else 40


def head(w: int, h: int, seats: str, ask: str, won: bool = False) -> Canvas:
    """Paint the letters of who is to act, and a sentence about what they decide.

    Those who have `won` are in wreaths.
    """
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 16, th.SUN)
    art.plate(art.box.inset(6), 11, th.PAPER)
    for at, seat in enumerate(seats):
        if won:
            cx = 56 + _step(len(seats), won) * at
            art.stamp_at(marks.laurel(66, th.RAY), cx, h // 2)
            art.stamp_at(pieces.token(seat, 38), cx, h // 2)
        else:
            art.stamp(pieces.token(seat, 58), 14 + 44 * at, h // 2 - 29)
    x = before(len(seats), won)
    if seats and not won:
        art.stamp_at(marks.pointer(24, th.INK), x - 22, h // 2)
    room = Box(x, 0, w - x - AFTER, h)
    font = words.largest(ask, words.bold(42), room.w, words.GLANCE_PX)
    art.label(room, ask, font, th.INK, "left")
    return art


def title(w: int, h: int, line: str, phase: str) -> Canvas:
    """Paint "Week 2 of 12" and below it the phase."""
    art = Canvas(w, h, th.PINE)
    room = art.box.left(w - 3)
    font = words.largest(line, words.slab(34), room.w, words.GLANCE_PX)
    art.label(room.top(38), line, font, th.CREAM, "right")
    font = words.largest(phase, words.text(30), room.w, 26)
    art.label(room.below(40).top(36), phase, font, th.MIST, "right")
    return art


class Brought(NamedTuple):
    """The guests of a weather: a number of a kind for each house of a kind."""

    house: str
    guest: str
    number: int


class Sky(NamedTuple):
    """The weather line.

    Attributes:
        weather: The type; "" before the first arrival.
        name: Its name.
        brings: What it brings.
        note: What else happens: no guests, one more car.
        icon: The forecast, "" when no more cards will be turned up.
        next: The two lines beside the forecast; None once the match is over.
        ahead: Cards not yet drawn, by type.
        left: The line above them.
    """

    weather: str
    name: str
    brings: tuple[Brought, ...]
    note: str
    icon: str
    next: tuple[str, str] | None
    ahead: tuple[tuple[str, int], ...]
    left: str


def sky(box: Box, it: Sky) -> tuple[Placed, ...]:
    """Return the weather line part by part: this week's weather, forecast, future."""
    weather_ = box.inset(14, 6).left(586)
    forecast = Box(box.x + 608, box.y + 8, 250, box.h - 16)
    ahead_ = Box(box.x + 866, box.y + 8, box.w - 866 - 8, box.h - 16)
    sky_ = ((box, ground, ()), (weather_, weather, (it.weather, it.name, it.brings, it.note)))
    if it.next is None:
        return sky_
    return (*sky_, (forecast, outlook, (it.icon, it.next)), (ahead_, ahead, (it.ahead, it.left)))


def ground(w: int, h: int) -> Canvas:
    """Paint an empty sky."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 16, th.SKY)
    return art


def weather(w: int, h: int, kind: str, name: str, brings: tuple[Brought, ...], note: str) -> Canvas:
    """Paint this week's weather and what it brings."""
    art = Canvas(w, h, th.SKY)
    if kind:
        art.stamp(icons.weather(kind, 92), 0, 0)
    upper, lower = Box(106, 0, w - 106, 42), Box(106, 40, w - 106, h - 40)
    font = words.largest(name, words.bold(40), upper.w, 30)
    art.label(upper, name, font, th.INK, "left")
    if note:
        beside = upper.after(words.width(name, font) + 24)
        art.label(beside, note, words.text(34), th.INK, "left")
    x = lower.x
    guests = sum(brought.number for brought in brings)
    wide = min(BROUGHT, (lower.w - 86 * len(brings)) // max(1, guests))
    for brought in brings:
        art.stamp(pieces.small_house(brought.house, 46), x, h - 46)
        art.stamp_at(icons.arrow(20, 14, th.SOFT), x + 60, lower.cy + 4)
        x += 72
        for _ in range(brought.number):
            art.stamp_at(pieces.guest(brought.guest, wide - 2, th.SKY), x + wide // 2, lower.cy + 4)
            x += wide
        x += 14
    return art


def outlook(w: int, h: int, icon: str, lines: tuple[str, str]) -> Canvas:
    """Paint the forecast."""
    art = Canvas(w, h, th.SKY)
    art.plate(art.box, 12, th.PAPER)
    if icon:
        art.stamp(icons.forecast(icon, 68), 6, h // 2 - 34)
    room = art.box.after(82 if icon else 12).left(w - (88 if icon else 24))
    above, below = room.inset(0, 8).rows(2)
    small = words.largest(lines[0], SMALL, room.w, words.DETAIL_PX)
    art.label(above, lines[0], small, th.SOFT, "left")
    big = words.largest(lines[1], words.bold(36), room.w, 24)
    art.label(below, lines[1], big, th.INK, "left")
    return art


def ahead(w: int, h: int, cards: tuple[tuple[str, int], ...], title: str) -> Canvas:
    """Paint the weather cards not yet drawn."""
    art = Canvas(w, h, th.SKY)
    art.label(art.box.inset(2, 0).top(26), title, words.text(24), th.SOFT, "left")
    rest = art.box.below(28)
    kinds = [(kind, count) for kind, count in cards if count]
    wide = min(74, rest.w // max(1, len(kinds)))
    size = min(46, wide - 17)
    for at, (kind, count) in enumerate(kinds):
        x = rest.x + at * wide
        art.stamp(icons.weather(kind, size), x, rest.cy - size // 2)
        room = Box(x + size + 1, rest.y, 20, rest.h)
        art.label(room, str(count), words.bold(26), th.INK, "left")
    return art
