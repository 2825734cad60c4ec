"""The investments: what is left, who has been there, what the next visit costs."""

from __future__ import annotations

from typing import NamedTuple

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.letnisko import icons, pieces
from render.letnisko import theme as th
from render.letnisko.train import Stack
from rules.letnisko.components import HOUSE_OF, Card


class Offer(NamedTuple):
    """An investment.

    Attributes:
        card: Its id.
        name: Its name.
        left: Cards in the stack; those visited are still counted.
        visits: In their order.
        prices: For one token and for two together.
        open: Whether a card is left for another visit.
        none: "none left".
    """

    card: str
    name: str
    left: int
    visits: tuple[Stack, ...]
    prices: tuple[int, int]
    open: bool
    none: str


def offer(w: int, h: int, it: Offer, last: bool) -> Canvas:
    """Paint an investment."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 14, th.MARK if last else th.PRICE[Card(it.card)])
    art.plate(art.box.inset(6 if last else 4), 10, th.PAPER)
    room = art.box.inset(13, 10)
    _name(art, room.top(48), it)
    foot = room.below(room.h - 48)
    _prices(art, room.below(54).top(room.h - 48 - 60), it)
    _visits(art, foot, it)
    return art


def picture(art: Canvas, cx: int, cy: int, card: str, size: int) -> None:
    """Put what an investment is, with its middle at cx, cy."""
    kind = Card(card)
    if kind in HOUSE_OF:
        house = HOUSE_OF[kind]
        art.stamp_at(pieces.house(house, size, house), cx, cy)
    elif kind is Card.AUTOMOBILE:
        art.stamp_at(pieces.automobile(size, size * 3 // 5, th.RED, th.INK), cx, cy)
    else:
        art.stamp_at(icons.pine(size), cx, cy)


def _name(art: Canvas, row: Box, it: Offer) -> None:
    picture(art, row.x + 25, row.cy, it.card, 50)
    count = str(it.left)
    wide = words.width(count, words.bold(28)) + 32
    pile = Box(row.right - wide, row.y, wide, row.h)
    art.stamp_at(icons.stack(24, 28, th.SOFT, th.PAPER), pile.x + 12, pile.cy)
    art.label(pile.after(28), count, words.bold(28), th.SOFT, "right")
    room = Box(row.x + 56, row.y, pile.x - row.x - 60, row.h)
    font = words.largest(it.name, words.bold(30), room.w, 20)
    art.label(room, it.name, font, th.INK, "left")


def _prices(art: Canvas, row: Box, it: Offer) -> None:
    row = Box(row.x, row.cy - min(row.h, 70) // 2, row.w, min(row.h, 70))
    if not it.open:
        art.plate(row, 10, th.SHADE)
        font = words.largest(it.none, words.bold(32), row.w - 16, 22)
        art.label(row, it.none, font, th.DARK)
        return
    for box, price, pair in zip(row.columns(2, 8), it.prices, (False, True), strict=True):
        art.plate(box, 10, th.SHADE)
        size = 26
        wide = size * 3 // 2 if pair else size
        font = words.largest(str(price), words.bold(36), box.w - wide - 18, 28)
        x = box.cx - (wide + 6 + words.width(str(price), font)) // 2
        if pair:
            art.disc(x + size, box.cy, size, th.SOFT, th.SHADE, 2)
        art.disc(x + size // 2, box.cy, size, th.SOFT, th.SHADE, 2)
        left = Box(x + wide + 6, box.y, box.right - x - wide - 8, box.h)
        art.label(left, str(price), font, th.INK, "left")


def _visits(art: Canvas, row: Box, it: Offer) -> None:
    size = 42
    widths = [pieces.tokens_width(v.tokens, size) for v in it.visits]
    room = row.w - (widths[-1] if widths else 0)
    full = sum(widths[:-1]) + 6 * max(0, len(widths) - 1)
    step = min(1.0, room / full) if full else 1.0
    x = float(row.x)
    for visit, wide in zip(it.visits, widths, strict=True):
        pieces.tokens(art, round(x), row.cy + 1, size, visit.seat, visit.tokens)
        x += (wide + 6) * step
