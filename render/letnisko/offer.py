"""The investments: what is left, who has visited, what the next visit costs."""

from __future__ import annotations

from typing import NamedTuple

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from render.letnisko import icons, pieces
from render.letnisko import theme as th
from render.letnisko.train import Stack
from rules.letnisko.components import HOUSE_OF, Card


class Offer(NamedTuple):
    """An investment.

    Attributes:
        card: Its id.
        name: Its name.
        left: Cards that nobody has claimed yet.
        visits: The visits in their order.
        prices: For one token and for two together.
        open: Whether there is a card left for another visit.
        none: "none left".
    """

    card: str
    name: str
    left: int
    visits: tuple[Stack, ...]
    prices: tuple[int, int]
    open: bool
    none: str


def offer(box: Box, it: Offer, last: bool) -> tuple[Placed, ...]:
    """Return an investment part by part: card, what is left, prices, visits."""
    room = box.inset(13, 10)
    count = Box(room.x + 96, room.y + 36, 60, 26)
    price = room.below(66).top(room.h - 66 - 50)
    parts: tuple[Placed, ...] = (
        (box, card, (it.card, it.name, last)),
        (count, left, (it.left,)),
        (price, prices, (it.prices, "" if it.open else it.none)),
    )
    foot = room.below(room.h - 46)
    return (*parts, (foot, visits, (it.visits,))) if it.visits else parts


def card(w: int, h: int, key: str, name: str, last: bool) -> Canvas:
    """Paint an investment's card and name."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 14, th.MARK if last else th.PRICE[Card(key)])
    art.plate(art.box.inset(6 if last else 4), 10, th.PAPER)
    row = art.box.inset(13, 10).top(62)
    picture(art, row.x + 30, row.cy, key, 60)
    upper, lower = row.after(68).rows(2)
    lower = Box(lower.x, lower.y + 2, lower.w, lower.h)
    font = words.largest(name, words.bold(30), upper.w, 22)
    art.label(upper, name, font, th.INK, "left")
    art.stamp_at(icons.stack(22, 26, th.SOFT, th.PAPER), lower.x + 11, lower.cy)
    return art


def left(w: int, h: int, count: int) -> Canvas:
    """Paint how many cards are left."""
    art = Canvas(w, h, th.PAPER)
    art.label(art.box.inset(2, 0), str(count), words.bold(26), th.SOFT, "left")
    return art


def picture(art: Canvas, cx: int, cy: int, card: str, size: int) -> None:
    """Put the thing an investment buys, centred on cx, cy."""
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


def prices(w: int, h: int, amounts: tuple[int, int], none: str) -> Canvas:
    """Paint what the next visit costs, or that none is possible."""
    art = Canvas(w, h, th.PAPER)
    tall = h >= 2 * 46
    high = min(h, 112 if tall else 64)
    row = Box(0, h // 2 - high // 2, w, high)
    if none:
        art.plate(row, 10, th.SHADE)
        font = words.largest(none, words.bold(36), row.w - 16, 22)
        art.label(row, none, font, th.DARK)
        return art
    boxes = row.rows(2, 6) if tall else row.columns(2, 8)
    for box, price, pair in zip(boxes, amounts, (False, True), strict=True):
        art.plate(box, 10, th.SHADE)
        _price(art, box, price, pair, tall)
    return art


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


def visits(w: int, h: int, stacks: tuple[Stack, ...]) -> Canvas:
    """Paint the tokens on an investment, oldest first."""
    art = Canvas(w, h, th.PAPER)
    discs = sum(1.8 if v.tokens.is_pair else 1 for v in stacks)
    size = max(30, min(42, int((w - 6 * len(stacks)) / max(1.0, discs))))
    widths = [pieces.tokens_width(v.tokens, size) for v in stacks]
    room = w - (widths[-1] if widths else 0)
    full = sum(widths[:-1]) + 6 * max(0, len(widths) - 1)
    step = min(1.0, room / full) if full else 1.0
    x = float(0)
    for visit, wide in zip(stacks, widths, strict=True):
        pieces.tokens(art, round(x), h // 2 + 1, size, visit.seat, visit.tokens)
        x += (wide + 6) * step
    return art
