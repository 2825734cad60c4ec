"""The orders revealed: how many tribes chose each, and what it therefore brings."""

from __future__ import annotations

from render.cvlizations import icons, pieces, text
from render.cvlizations import theme as th
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from rules.cvlizations.components import Order


def when(w: int, h: int, lines: tuple[str, ...], now: bool) -> Canvas:
    """Paint which turn the orders are of; light if it is the present one."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 12, th.GOLD if now else th.ROCK)
    ink = th.INK if now else th.WHITE
    room = art.box.inset(8, 12)
    first, rest = lines[0], lines[1:]
    top = room.cy - 22 - 15 * len(rest)
    font = words.largest(first, words.bold(34), room.w, 22)
    art.label(Box(room.x, top, room.w, 44), first, font, ink)
    for at, line in enumerate(rest):
        place = Box(room.x, top + 46 + at * 28, room.w, 28)
        art.label(place, line, words.largest(line, words.text(24), room.w, 18), ink)
    return art


def order(w: int, h: int, it: Order, name: str, count: int, now: bool) -> Canvas:
    """Paint an order: pictogram, name, how many tribes chose it, what the levels bring.

    Args:
        w: Width.
        h: Height.
        it: Which.
        name: Its name.
        count: How many tribes chose it.
        now: They did so in this turn, not in the last one.
    """
    art = Canvas(w, h, th.CAVE)
    lit = now and count > 0
    art.plate(art.box, 12, th.PAPER if lit else th.BONE)
    art.stamp(pieces.order(it, 64, 52, not count), 6, 6)
    if count:
        figure = icons.tribes(1, 36, th.INK)
        art.stamp(figure, 74, 15)
        room = Box(74 + figure.width, 6, w - 78 - figure.width, 52)
        art.label(room, str(count), words.bold(40), th.INK)
    font = words.largest(name, words.bold(24), w - 10, words.DETAIL_PX)
    art.label(Box(5, 60, w - 10, 28), name, font, th.INK if count else th.SOFT)
    reached = text.level(count)
    for at, box in enumerate(Box(6, 92, w - 12, h - 98).columns(3, 4), 1):
        _level(art, box, at, text.amounts(it)[at - 1], at == reached)
    return art


def _level(art: Canvas, box: Box, number: int, amount: str, reached: bool) -> None:
    """Put a level: its figures, and below them what it brings; crossed out if that is nothing."""
    art.plate(box, 7, th.GOLD if reached else th.HIDE)
    ink = th.INK if reached else th.SOFT
    art.stamp_at(icons.tribes(number, 15, ink), box.cx, box.y + 10)
    low = box.below(17)
    if amount == text.NO_EFFECT:
        art.stamp_at(icons.cross(22, th.RED, 18), low.cx, low.cy)
        return
    font = words.largest(amount, words.bold(30), box.w - 4, words.DETAIL_PX)
    art.label(low, amount, font, ink)
