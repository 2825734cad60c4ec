"""Components shown large with their facts for the rulebook, and small as signs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from render.cvlizations import icons, phrases, pieces
from render.cvlizations import theme as th
from render.cvlizations.parts import pictograms
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.signs import PLATED, SIZE, plated
from render.picture import DrawSign, Sign, seat_sign
from rules.cvlizations.components import (
    GOOD_NAMES,
    GOODS,
    IDEAS,
    KIND_NAMES,
    KINDS,
    ORDER_CARDS,
    ORDERS,
    Good,
    Idea,
    Kind,
    Order,
    amount_text,
)
from rules.cvlizations.moves import Victim

LINE = words.text(36)


def title(w: int, h: int, line: str) -> Canvas:
    """Paint what is shown below."""
    art = Canvas(w, h, th.CAVE)
    font = words.largest(line, words.slab(48), w - 8, words.GLANCE_PX)
    art.label(art.box.inset(4, 0), line, font, th.WHITE, "left")
    return art


def thing(w: int, h: int, key: str) -> Canvas:
    """Paint a component as large as the room allows."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 16, th.BONE)
    put(art, art.box.inset(24), key)
    return art


def named(w: int, h: int, key: str, name: str) -> Canvas:
    """Paint a component and its name below it."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 16, th.BONE)
    room = art.box.inset(10, 8)
    put(art, room.top(room.h - 72), key)
    font = words.bold(32)
    lines = words.wrap(name, font, room.w, 2)
    while font.px > words.DETAIL_PX and any(line.endswith(words.ELLIPSIS) for line in lines):
        font = font.at(font.px - 1)
        lines = words.wrap(name, font, room.w, 2)
    for at, line in enumerate(lines):
        art.label(Box(room.x, room.bottom - 68 + at * 34, room.w, 34), line, font, th.INK)
    return art


def about(w: int, h: int, facts: tuple[str, ...]) -> Canvas:
    """Paint the facts of a component, one below another."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 16, th.PAPER)
    room = art.box.inset(24, 16)
    lines = [words.wrap(fact, LINE, room.w - 40, 4) for fact in facts]
    spare = room.h - 44 * sum(map(len, lines))
    between = min(34, max(0, spare // (len(lines) + 1)))
    y = room.y + max(0, (spare - between * (len(lines) - 1)) // 2)
    for fact in lines:
        art.stamp_at(marks.pointer(24, th.MARK), room.x + 12, y + 22)
        for line in fact:
            art.label(Box(room.x + 40, y, room.w - 40, 44), line, LINE, th.INK, "left")
            y += 44
        y += between
    return art


def put(art: Canvas, room: Box, key: str) -> None:
    """Put a component in the middle of a room."""
    size = min(room.w, room.h, 300)
    if key in ORDERS:
        _order(art, room, Order(key))
    elif key in IDEAS:
        _idea(art, room, Idea(key))
    elif key in GOODS:
        art.stamp_at(icons.good(Good(key), size), room.cx, room.cy)
    else:
        sign = {"point": icons.smile, "helm": icons.helm, "crown": icons.crown}[key]
        art.stamp_at(sign(size), room.cx, room.cy)


def _order(art: Canvas, room: Box, order: Order) -> None:
    """Put an order card: number and pictogram on top, what its levels bring below."""
    high = min(room.h, room.w * 13 // 10)
    wide = high * 10 // 13
    box = Box(room.cx - wide // 2, room.cy - high // 2, wide, high)
    fill = th.ORDER[order]
    art.plate(box, wide // 14, fill)
    upper = box.inset(wide // 14).top(high * 62 // 100)
    size = min(upper.h, upper.w * 8 // 10)
    art.stamp(
        pictograms.order(order, size, th.WHITE, fill), upper.right - size, upper.cy - size // 2
    )
    number = Box(upper.x, upper.y, upper.w - size, upper.h * 4 // 10)
    art.label(number, ORDER_CARDS[order].number, words.slab(max(20, wide // 5)), th.WHITE)
    low = Box(upper.x, upper.bottom + wide // 24, upper.w, box.bottom - upper.bottom - wide // 9)
    for level, (cell, amount) in enumerate(
        zip(low.columns(3, max(2, wide // 40)), phrases.amounts(order), strict=True), 1
    ):
        art.plate(cell, max(3, wide // 30), th.PAPER)
        figures = icons.tribes(level, max(8, cell.h * 30 // 100), th.INK)
        art.stamp_at(figures, cell.cx, cell.y + cell.h * 24 // 100)
        below = cell.below(cell.h * 42 // 100)
        if amount == phrases.NO_EFFECT:
            art.stamp_at(icons.cross(below.h * 6 // 10, th.RED, 18), below.cx, below.cy)
            continue
        font = words.largest(amount, words.bold(max(18, below.h * 9 // 10)), cell.w - 4, 18)
        art.label(below, amount, font, th.INK)


def _idea(art: Canvas, room: Box, idea: Idea) -> None:
    """Put an idea card: type, number, points, cost."""
    card = IDEAS[idea]
    fill, ink = th.KIND[card.kind], th.KIND_INK[card.kind]
    high = min(room.h, room.w * 5 // 4)
    wide = high * 4 // 5
    box = Box(room.cx - wide // 2, room.cy - high // 2, wide, high)
    edge = max(3, wide // 40)
    art.plate(box, wide // 14, fill)
    low = box.below(high * 58 // 100)
    art.plate(Box(low.x + edge, low.y, low.w - 2 * edge, low.h - edge), wide // 16, th.PAPER)
    upper = box.top(high * 58 // 100)
    size = upper.h * 60 // 100
    art.stamp_at(icons.kind(card.kind, size, ink, fill), upper.cx, upper.cy)
    px = max(20, wide // 9)
    pad = wide // 16
    corner = Box(box.x + pad, box.y + pad // 2, wide, px * 12 // 10)
    art.label(corner, str(card.number), words.bold(px), ink, "left")
    badge = min(low.h * 8 // 10, wide * 34 // 100)
    art.stamp_at(pieces.points(card.points, badge), box.right - pad - badge // 2, low.cy)
    kinds = [good for good in GOODS if card.cost.of(good)]
    each = min(low.h * 8 // 10 // len(kinds), low.h // 3)
    for at, good in enumerate(kinds):
        y = low.cy - each * len(kinds) // 2 + at * each
        font = words.bold(max(18, each * 8 // 10))
        line = Box(box.x + pad, y, wide // 2, each)
        art.label(line, str(card.cost.of(good)), font, th.INK, "left")
        art.stamp(icons.good(good, each * 9 // 10), line.x + font.px * 7 // 10, y + each // 20)


def _tribe_sign(seat: int) -> Sign:
    return seat_sign(seat, ("victim",), (str(Victim(seat)),))


def _kind_sign(kind: Kind) -> Sign:
    ideas = {str(idea): card for idea, card in IDEAS.items() if card.kind is kind}
    names = tuple(card.name for card in ideas.values())
    return Sign(str(kind), ("idea",), tuple(ideas), words=(KIND_NAMES[kind], *names))


SIGNS: Final[Mapping[Sign, DrawSign]] = {
    **{_tribe_sign(n): partial(pieces.chip, n, SIZE) for n in range(len(th.SEATS))},
    **{
        Sign(
            str(it), ("kind", "give", "get"), (str(it),), words=(name, amount_text(it, 1))
        ): partial(icons.good, it, SIZE)
        for it, name in GOOD_NAMES.items()
    },
    **{
        Sign(str(it), ("up", "down"), (str(it),), words=(card.name,)): partial(
            pieces.order, it, 90, SIZE
        )
        for it, card in ORDER_CARDS.items()
    },
    **{
        _kind_sign(it): partial(
            lambda it: plated(icons.kind(it, PLATED, th.KIND_INK[it], th.KIND[it]), th.KIND[it]),
            it,
        )
        for it in KINDS
    },
    Sign("point", components=("point",), words=("{count} point from {source}",)): partial(
        icons.smile, SIZE
    ),
    Sign("helm", components=("helm",)): partial(icons.helm, SIZE),
    Sign("crown", components=("crown",)): partial(icons.crown, SIZE),
}
"""What draws each sign that can stand before a word."""
