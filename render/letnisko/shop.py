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
        left: Cards for which nobody has come yet.
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
    _name(art, room.top(62), it)
    foot = room.below(room.h - 46)
    _prices(art, room.below(66).top(room.h - 66 - 50), it)
    _visits(art, foot, it)
    return art


def picture(art: Canvas, cx: int, cy: int, card: str, size: int) -> None:
    """Put what an investment is, with its middle at cx, cy."""
    kind = Card(card)
    if kind in HOUSE_OF:
        house = HOUSE_OF[kind]
        big = size > 90
        stamp = pieces.house(house, size, house) if big else pieces.small_house(house, size)
        art.stamp_at(stamp, cx, cy)
    elif kind is Card.AUTOMOBILE:
        art.stamp_at(pieces.automobile(size, size * 3 // 5, th.RED, th.INK), cx, cy)
    else:
        art.stamp_at(icons.pine(size), cx, cy)


def _name(art: Canvas, row: Box, it: Offer) -> None:
    picture(art, row.x + 30, row.cy, it.card, 60)
    upper, lower = row.after(68).rows(2)
    font = words.largest(it.name, words.bold(30), upper.w, 22)
    art.label(upper, it.name, font, th.INK, "left")
    art.stamp_at(icons.stack(22, 26, th.SOFT, th.PAPER), lower.x + 11, lower.cy)
    art.label(lower.after(30), str(it.left), words.bold(26), th.SOFT, "left")


def _prices(art: Canvas, row: Box, it: Offer) -> None:
    tall = row.h >= 2 * 46
    high = min(row.h, 112 if tall else 64)
    row = Box(row.x, row.cy - high // 2, row.w, high)
    if not it.open:
        art.plate(row, 10, th.SHADE)
        font = words.largest(it.none, words.bold(36), row.w - 16, 22)
        art.label(row, it.none, font, th.DARK)
        return
    boxes = row.rows(2, 6) if tall else row.columns(2, 8)
    for box, price, pair in zip(boxes, it.prices, (False, True), strict=True):
        art.plate(box, 10, th.SHADE)
        _price(art, box, price, pair, tall)


def _price(art: Canvas, box: Box, price: int, pair: bool, tall: bool) -> None:
    """Paint one token or two, and the price."""
    size = 30 if tall else 26
    wide = size * 8 // 5 if pair else size
    text = str(price)
    font = words.largest(text, words.bold(42 if tall else 36), box.w - wide - 16, 28)
    after = 60 if tall else wide + 6
    x = box.x + 28 if tall else box.cx - (after + words.width(text, font)) // 2
    if pair:
        art.disc(x + wide - size // 2, box.cy, size, th.SOFT, th.SHADE, 2)
    art.disc(x + size // 2, box.cy, size, th.SOFT, th.SHADE, 2)
    art.label(Box(x + after, box.y, box.right - x - after, box.h), text, font, th.INK, "left")


def _visits(art: Canvas, row: Box, it: Offer) -> None:
    discs = sum(1.8 if v.tokens.is_pair else 1 for v in it.visits)
    size = max(30, min(42, int((row.w - 6 * len(it.visits)) / max(1.0, discs))))
    widths = [pieces.tokens_width(v.tokens, size) for v in it.visits]
    room = row.w - (widths[-1] if widths else 0)
    full = sum(widths[:-1]) + 6 * max(0, len(widths) - 1)
    step = min(1.0, room / full) if full else 1.0
    x = float(row.x)
    for visit, wide in zip(it.visits, widths, strict=True):
        pieces.tokens(art, round(x), row.cy + 1, size, visit.seat, visit.tokens)
        x += (wide + 6) * step
