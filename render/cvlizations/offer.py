"""The ideas for sale: the four of the track as cards, and the decks."""

from __future__ import annotations

from typing import NamedTuple

from render.cvlizations import icons, pieces
from render.cvlizations import theme as th
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Align, Canvas
from render.kit.layout import Box
from rules.cvlizations.components import GOODS, IDEAS, KIND_LABELS, Goods, Idea

BAND = 84
"""Width of the coloured side of a card."""
EFFECT = 28
"""Largest size of the text of an idea's effect."""


class Card(NamedTuple):
    """An idea on offer: its text, and whether the viewer can pay for it."""

    idea: Idea
    name: str
    effect: str
    able: bool


def idea(w: int, h: int, it: Card) -> Canvas:
    """Paint an idea of the track: type, number, name, cost, points, effect."""
    art = Canvas(w, h, th.CAVE)
    card = IDEAS[it.idea]
    fill, ink = th.KIND[card.kind], th.KIND_INK[card.kind]
    art.plate(art.box, 14, fill)
    art.plate(Box(BAND - 14, 4, w - BAND + 10, h - 8), 11, th.PAPER)
    art.fill(Box(BAND - 14, 4, 14, h - 8), fill)
    side = Box(0, 0, BAND, h)
    art.stamp_at(icons.kind(card.kind, 58, ink, fill), side.cx, 46)
    art.label(Box(0, 80, BAND, 60), KIND_LABELS[card.kind].letter, words.slab(46), ink)
    art.label(Box(0, h - 46, BAND, 36), str(card.number), words.bold(30), ink)
    room = Box(BAND + 14, 10, w - BAND - 24, h - 16)
    art.stamp(pieces.points(card.points, 68), room.right - 68, room.y)
    name = room.left(room.w - 78).top(44)
    font = words.largest(it.name, words.bold(37), name.w, words.GLANCE_PX)
    art.label(name, it.name, font, th.INK, "left")
    cost(art, Box(room.x, room.y + 45, room.w - 78, 46), card.cost)
    if it.able:
        art.disc(room.right - 98, room.y + 70, 40, th.DONE)
        art.stamp_at(marks.check(24, th.WHITE), room.right - 98, room.y + 70)
    paragraph(art, room.below(94), it.effect, EFFECT, th.INK)
    return art


def cost(art: Canvas, room: Box, goods: Goods, size: int = 44) -> int:
    """Put a cost, a digit before each resource, and return where it ends."""
    font = words.bold(size * 8 // 10)
    base = room.cy + (words.cap_height(font) + 1) // 2
    x = room.x
    for good in GOODS:
        if goods.of(good):
            x = art.write(x, base, str(goods.of(good)), font, th.INK) + 4
            art.stamp(pieces.good(good, size), x, room.cy - size // 2)
            x += size + 16
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


def deck(w: int, h: int, name: str, count: int, title: str) -> Canvas:
    """Paint a face-down deck: its ages, and how many cards it has."""
    art = Canvas(w, h, th.CAVE)
    if not count:
        return art
    art.plate(Box(8, 8, w - 8, h - 8), 12, th.ROCK)
    box = Box(0, 0, w - 6, h - 6)
    art.plate(box, 12, th.HIDE)
    art.stamp_at(icons.hand_print(58, th.BRASS), box.cx, 40)
    art.label(Box(4, 72, box.w - 8, 34), name, words.slab(28), th.INK)
    font = words.largest(title, words.text(22), box.w - 12, words.DETAIL_PX)
    art.label(Box(6, 106, box.w - 12, 26), title, font, th.SOFT)
    art.label(Box(4, 132, box.w - 8, 54), str(count), words.bold(48), th.INK)
    return art
