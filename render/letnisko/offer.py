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
        base: What the first visit costs, where two have the same name; else "".
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
BASE = 16
"""How much higher that is with a base price below it."""
SIDE = 66
"""Width of the picture of a card, beside the prices."""
PRICES = 108
"""The most height of the prices."""
FOOT = 48
"""Height of the tokens."""
TOKEN = 44
"""Size of a token, if there are few."""


def offer(box: Box, it: Offer, last: bool) -> tuple[Placed, ...]:
    """Return an investment part by part: card, what is left, prices, visits."""
    room = box.inset(12, 8)
    top = NAME + BASE * bool(it.base)
    middle = room.below(top).top(room.h - top - FOOT)
    count = Box(room.x, middle.y + 45, SIDE - 4, 30)
    cost = middle.after(SIDE).below(max(0, middle.h - PRICES))
    parts: tuple[Placed, ...] = (
        (box, card, (it.card, it.name, it.base, last)),
        (count, left, (it.left,)),
        (cost, prices, (it.prices, "" if it.open else it.none)),
    )
    foot = room.below(room.h - FOOT + 4)
    return (*parts, (foot, visits, (it.visits,))) if it.visits else parts


def card(w: int, h: int, key: str, name: str, base: str, last: bool) -> Canvas:
    """Paint an investment's card, name and, if given, base price."""
    art = Canvas(w, h, th.PINE)
    if last:
        pieces.touched(art, art.box, 14, 8)
    else:
        art.plate(art.box, 14, th.PRICE[Card(key)])
    art.plate(art.box.inset(8 if last else 4), 10, th.PAPER)
    room = art.box.inset(12, 8)
    font = words.largest(name, words.bold(36), room.w, words.GLANCE_PX)
    art.label(room.top(NAME - 8), name, font, th.INK, "left")
    if base:
        line = room.below(NAME - 10).top(BASE + 10)
        font = words.largest(base, words.text(26), room.w, words.DETAIL_PX)
        art.label(line, base, font, th.SOFT, "left")
    side = room.below(NAME + BASE * bool(base)).left(SIDE)
    picture(art, side.x + 27, side.y + 23, key, 44)
    return art


def left(w: int, h: int, count: int) -> Canvas:
    """Paint how many cards are left, below the picture of one."""
    art, line = Canvas(w, h, th.PAPER), f"×{count}"
    font = words.largest(line, words.bold(36), w - 3, words.GLANCE_PX)
    art.label(art.box.inset(2, 0), line, font, th.SOFT)
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
    room = art.box
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
