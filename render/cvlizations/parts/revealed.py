"""The revealed orders: how many tribes chose each, and so what it brings."""

from __future__ import annotations

from render.cvlizations import icons, phrases, pieces
from render.cvlizations import theme as th
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from rules.cvlizations.components import Order


def when(w: int, h: int, lines: tuple[str, str], now: bool) -> Canvas:
    """Paint which turn the orders are from, bright if it is this one, and the levels."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 12, th.GOLD if now else th.ROCK)
    ink = th.PITCH if now else th.WHITE
    first, second = lines
    room = art.box.inset(2, 0)
    font = words.largest(first, words.bold(32), room.w, words.DETAIL_PX)
    art.label(Box(room.x, 10, room.w, 46), first, font, ink)
    font = words.largest(second, words.text(24), room.w, words.DETAIL_PX)
    art.label(Box(room.x, 62, room.w, 28), second, font, ink)
    for level, box in enumerate(_levels(art.box), 1):
        art.plate(box, 7, th.HIDE)
        art.stamp_at(icons.tribes(level, 16, th.INK), box.cx, box.cy)
    return art


def _levels(room: Box) -> tuple[Box, ...]:
    """Return the boxes of an order's levels."""
    return Box(5, 98, room.w - 10, room.h - 104).columns(3, 4)


def order(w: int, h: int, it: Order, name: str, count: int | None, now: bool) -> Canvas:
    """Paint an order: number, pictogram, how many chose it, name, levels.

    Args:
        w: Width.
        h: Height.
        it: Which.
        name: Its name.
        count: How many tribes chose it; None before any was revealed.
        now: They did so this turn, not last turn.
    """
    art = Canvas(w, h, th.CAVE)
    lit = bool(now and count)
    art.plate(art.box, 12, th.PAPER if lit else th.BONE)
    sign = Box(5, 5, 76 if count else w - 10, 56)
    art.stamp(pieces.order(it, sign.w, sign.h, count == 0), sign.x, sign.y)
    if count:
        art.stamp(icons.tribes(1, 32, th.INK), sign.right + 2, 17)
        room = Box(sign.right + 24, 5, w - sign.right - 25, 56)
        art.label(room, str(count), words.bold(40), th.INK)
    font = words.largest(name, words.bold(24), w - 6, words.DETAIL_PX)
    art.label(Box(0, 64, w, 30), name, font, th.SOFT if count == 0 else th.INK)
    reached = phrases.level(count or 0)
    for level, (box, amount) in enumerate(
        zip(_levels(art.box), phrases.amounts(it), strict=True), 1
    ):
        _level(art, box, amount, level == reached)
    return art


def _level(art: Canvas, box: Box, amount: str, reached: bool) -> None:
    """Put what a level brings, crossed out if that is nothing."""
    art.plate(box, 7, th.GOLD if reached else th.HIDE)
    if amount == phrases.NO_EFFECT:
        red = th.BLOOD if reached else th.RED
        art.stamp_at(icons.cross(28, red, 18), box.cx, box.cy)
        return
    font = words.largest(amount, words.bold(36), box.w - 2, words.DETAIL_PX)
    art.label(box, amount, font, th.PITCH if reached else th.SOFT)
