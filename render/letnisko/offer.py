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
        base: Its base price, where two have the same name; else "".
        left: Cards that nobody has claimed yet.
        visits: The visits in their order.
        prices: For one token and for two together.
        open: Whether there is a card left for another visit.
        none: "none left".
    """

    card: str
    name: str
    base: str
    left: int
    visits: tuple[Stack, ...]
    prices: tuple[int, int]
    open: bool
    none: str


NAME = 44
"""Height of a name."""
SIDE = 66
"""Width of the picture of a card, beside the prices."""
FOOT = 48
"""Height of the tokens."""
TOKEN = 44
"""Size of a token, if there are few."""


def offer(box: Box, it: Offer, last: bool) -> tuple[Placed, ...]:
    """Return an investment part by part: card, what is left, prices, visits."""
    room = box.inset(12, 8)
    middle = room.below(NAME).top(room.h - NAME - FOOT)
    count = Box(room.x + 26, middle.y + 45, SIDE - 27, 30)
    parts: tuple[Placed, ...] = (
        (box, card, (it.card, it.name, it.base, last)),
        (count, left, (it.left,)),
        (middle.after(SIDE), prices, (it.prices, "" if it.open else it.none)),
    )
    foot = room.below(room.h - FOOT + 4)
    return (*parts, (foot, visits, (it.visits,))) if it.visits else parts


def card(w: int, h: int, key: str, name: str, base: str, last: bool) -> Canvas:
    """Paint an investment's card, name and, if given, base price."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 14, th.MARK if last else th.PRICE[Card(key)])
    art.plate(art.box.inset(6 if last else 4), 10, th.PAPER)
    room = art.box.inset(12, 8)
    font = words.largest(name, words.bold(36), room.w, words.GLANCE_PX)
    art.label(room.top(NAME - 8), name, font, th.INK, "left")
    side = room.below(NAME).left(SIDE)
    picture(art, side.x + 27, side.y + 23, key, 44)
    art.stamp_at(icons.stack(26, 30, th.SOFT, th.PAPER), side.x + 13, side.y + 60)
    if base:
        art.label(Box(side.x, side.y + 76, SIDE - 4, 25), base, words.bold(33), th.SOFT, "left")
    return art


def left(w: int, h: int, count: int) -> Canvas:
    """Paint how many cards are left."""
    art = Canvas(w, h, th.PAPER)
    font = words.largest(str(count), words.bold(33), w - 3, words.GLANCE_PX)
    art.label(art.box.inset(2, 0), str(count), font, th.SOFT, "left")
    return art


def picture(art: Canvas, cx: int, cy: int, card: str, size: int) -> None:
    """Put the thing an investment buys, centred on cx, cy."""
    kind = Card(card)
    if kind in HOUSE_OF:
        house = HOUSE_OF[kind]
        art.stamp_at(pieces.small_house(house, size), cx, cy)
    elif kind is Card.AUTOMOBILE:
        art.stamp_at(pieces.automobile(size, size * 3 // 5, th.RED, th.INK), cx, cy)
    else:
        art.stamp_at(icons.pine(size), cx, cy)


def prices(w: int, h: int, amounts: tuple[int, int], none: str) -> Canvas:
    """Paint what the next visit costs, or that none is possible."""
    art = Canvas(w, h, th.PAPER)
    high = min(h, 108)
    room = art.box.top(high)
    if none:
        art.plate(room, 10, th.SHADE)
        _none(art, room.inset(6), none)
        return art
    for box, price, pair in zip(room.rows(2, 6), amounts, (False, True), strict=True):
        art.plate(box, 10, th.SHADE)
        _price(art, box, price, pair)
    return art


def _none(art: Canvas, room: Box, none: str) -> None:
    """Paint why there is no price, in two lines if it is too long for one."""
    font = words.bold(36)
    lines = words.wrap(none, font, room.w, 2)
    for row, line in zip(room.rows(len(lines)), lines, strict=True):
        font = words.largest(line, words.bold(36), row.w, words.GLANCE_PX)
        art.label(row, line, font, th.WARN)


def _price(art: Canvas, box: Box, price: int, pair: bool) -> None:
    """Paint one token or two, and the price."""
    size, after, text = 28, 58, str(price)
    wide = size * 8 // 5
    font = words.largest(text, words.bold(min(42, box.h - 4)), box.w - after - 4, words.GLANCE_PX)
    if pair:
        art.disc(box.x + 8 + wide - size // 2, box.cy, size, th.SOFT, th.SHADE, 2)
    art.disc(box.x + 8 + size // 2, box.cy, size, th.SOFT, th.SHADE, 2)
    art.label(box.after(after).left(box.w - after - 8), text, font, th.INK, "right")


def visits(w: int, h: int, stacks: tuple[Stack, ...]) -> Canvas:
    """Paint the tokens on an investment, oldest first."""
    art = Canvas(w, h, th.PAPER)
    discs = sum(1.8 if v.tokens.is_pair else 1 for v in stacks)
    size = max(30, min(TOKEN, int((w - 6 * len(stacks)) / max(1.0, discs))))
    widths = [pieces.tokens_width(v.tokens, size) for v in stacks]
    room = w - (widths[-1] if widths else 0)
    full = sum(widths[:-1]) + 6 * max(0, len(widths) - 1)
    step = min(1.0, room / full) if full else 1.0
    x = float(0)
    for visit, wide in zip(stacks, widths, strict=True):
        pieces.tokens(art, round(x), h // 2, size, visit.letter, visit.tokens)
        x += (wide + 6) * step
    return art
