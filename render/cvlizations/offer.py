"""The ideas for sale: the four of the track as cards, and the decks."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from render.cvlizations import icons, pieces
from render.cvlizations import theme as th
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Align, Canvas
from render.kit.layout import Box
from rules.cvlizations.components import GOODS, IDEAS, Good, Goods, Idea

BAND = 84
"""Width of the coloured side of a card."""
EFFECT = 33
"""Largest size of the text of an idea's effect."""
MISSING = 36
"""Size of a resource that is missing."""


Lack: TypeAlias = tuple[int, tuple[Good, ...]]
"""A number of resources that are missing, each of any of these kinds."""


class Price(NamedTuple):
    """What an idea costs the viewer.

    Attributes:
        said: What it costs, that they can pay it, or that something is missing.
        lack: What is missing; () if they can pay.
        note: Says that only they have seen the idea; else "".
        now: They can buy it now, and not only pay for it.
    """

    said: str
    lack: tuple[Lack, ...]
    note: str
    now: bool


class Card(NamedTuple):
    """An idea on offer: its text, and whether the viewer can buy it now.

    On the board nothing is told about its price, which is None there.
    """

    idea: Idea
    name: str
    effect: str
    able: bool
    price: Price | None = None


def idea(w: int, h: int, it: Card) -> Canvas:
    """Paint an idea of the track: type, number, name, cost, points, effect."""
    art = Canvas(w, h, th.CAVE)
    card = IDEAS[it.idea]
    fill, ink = th.KIND[card.kind], th.KIND_INK[card.kind]
    art.plate(art.box, 14, fill)
    art.plate(Box(BAND - 14, 4, w - BAND + 10, h - 8), 11, th.PAPER)
    art.fill(Box(BAND - 14, 4, 14, h - 8), fill)
    side = Box(0, 0, BAND, h)
    art.stamp_at(icons.kind(card.kind, 68, ink, fill), side.cx - 4, h * 2 // 5)
    art.label(Box(0, h - 52, BAND - 6, 40), str(card.number), words.bold(34), ink)
    room = Box(BAND + 14, 10, w - BAND - 24, h - 16)
    art.stamp(pieces.points(card.points, 68), room.right - 68, room.y)
    name = room.left(room.w - 78).top(44)
    font = words.largest(it.name, words.bold(37), name.w, words.DETAIL_PX)
    art.label(name, it.name, font, th.INK, "left")
    cost(art, Box(room.x, room.y + 45, room.w - 78, 46), card.cost)
    low = room.below(94)
    if it.price is not None:
        price(art, Box(low.x, low.bottom - 48, low.w, 44), it.price)
        low = low.top(low.h - 52)
    elif it.able:
        tick(art, room.right - 98, room.y + 70, 40)
    paragraph(art, low.top(low.h - 6), it.effect, EFFECT, th.INK)
    return art


def tick(art: Canvas, cx: int, cy: int, size: int) -> None:
    """Put a tick in a disc: the viewer can pay."""
    art.disc(cx, cy, size, th.DONE)
    art.stamp_at(marks.check(size * 6 // 10, th.PAPER), cx, cy)


def price(art: Canvas, room: Box, it: Price) -> None:
    """Put the price, ticked if it can be paid now, or what is missing; then the note."""
    if it.note:
        font = words.largest(it.note, words.bold(28), room.w // 2, words.DETAIL_PX)
        art.label(room, it.note, font, th.BRONZE, "right")
        room = room.left(room.w - words.width(it.note, font) - 8)
    if it.now:
        tick(art, room.x + 18, room.cy, 36)
        room = room.after(46)
    wide = room.w - sum(map(_lack_width, it.lack))
    font = words.largest(it.said, words.bold(28), wide, words.DETAIL_PX)
    ink = th.SOFT if it.lack else th.DONE
    base = room.cy + (words.cap_height(font) + 1) // 2
    x = art.write(room.x, base, it.said, font, ink) + 8
    for missing in it.lack:
        x = lack(art, x, room.cy, missing) + 8


def lack(art: Canvas, x: int, cy: int, it: Lack) -> int:
    """Put what is missing from x on, and return where it ends."""
    (number, kinds), font = it, words.bold(30)
    base = cy + (words.cap_height(font) + 1) // 2
    x = art.write(x, base, str(number), font, th.RED) + 3
    for at, good in enumerate(kinds):
        if at:
            x = art.write(x, base, "/", font, th.SOFT)
        art.stamp(icons.good(good, MISSING), x, cy - MISSING // 2)
        x += MISSING
    return x


def _lack_width(it: Lack) -> int:
    number, kinds = it
    line = f"{number}{'/' * (len(kinds) - 1)}"
    return words.width(line, words.bold(30)) + 14 + len(kinds) * MISSING


def cost(art: Canvas, room: Box, goods: Goods, size: int = 44, gap: int = 16) -> int:
    """Put a cost, a digit before each resource, and return where it ends."""
    font = words.bold(max(words.DETAIL_PX, size * 8 // 10))
    base = room.cy + (words.cap_height(font) + 1) // 2
    x = room.x
    for good in GOODS:
        if goods.of(good):
            x = art.write(x, base, str(goods.of(good)), font, th.INK) + 4
            art.stamp(icons.good(good, size), x, room.cy - size // 2)
            x += size + gap
    return x


def paragraph(art: Canvas, room: Box, line: str, px: int, ink: str, align: Align = "left") -> None:
    """Write a sentence on as many lines as it needs, as large as fits its room."""
    font = words.text(px)
    while font.px > words.DETAIL_PX and not _fits(line, font, room):
        font = font.at(font.px - 1)
    lines = words.wrap(line, font, room.w, room.h // _step(font))
    for at, part in enumerate(lines):
        place = Box(room.x, room.y + at * _step(font), room.w, _step(font))
        art.label(place, part, font, ink, align)


def _step(font: words.Font) -> int:
    return font.px * 117 // 100


def _fits(line: str, font: words.Font, room: Box) -> bool:
    lines = words.wrap(line, font, room.w, 99)
    return len(lines) * _step(font) <= room.h and not any(
        part.endswith(words.ELLIPSIS) for part in lines
    )


def gap(w: int, h: int) -> Canvas:
    """Paint an empty space of the track."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 14, th.ROCK)
    art.plate(art.box.inset(4), 10, th.CAVE)
    return art


def left(w: int, h: int, line: str) -> Canvas:
    """Paint how many cards a deck has, in words."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 12, th.HIDE)
    room = Box(20, 0, w - 28, h)
    art.label(room, line, words.largest(line, words.bold(33), room.w, 24), th.INK, "left")
    return art


def deck(w: int, h: int, name: str, count: int, title: str) -> Canvas:
    """Paint a face-down deck: its ages, and how many cards it has."""
    art = Canvas(w, h, th.CAVE)
    box = Box(0, 0, w - 6, h - 6)
    if count:
        art.plate(Box(8, 8, w - 8, h - 8), 12, th.ROCK)
        art.plate(box, 12, th.HIDE)
    else:
        art.plate(box, 12, th.ROCK)
        art.plate(box.inset(4), 9, th.CAVE)
    ink = th.INK if count else th.MIST
    art.label(Box(4, 22, box.w - 8, 60), name, words.slab(46), ink)
    font = words.largest(title, words.text(26), box.w - 12, words.DETAIL_PX)
    art.label(Box(6, 88, box.w - 12, 30), title, font, th.SOFT if count else th.MIST)
    art.label(Box(4, 124, box.w - 8, 58), str(count), words.bold(48), ink)
    return art
