"""The players' strips: who, money, tokens, points; houses with their guests, lots, automobiles."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple, TypeAlias

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Painter
from render.letnisko import icons, pieces
from render.letnisko import theme as th
from render.letnisko.train import crowd

TITLE = 48
NAME = words.bold(34)
COUNT = words.bold(30)
MOST, LEAST = 150, 50
"""Sizes of a house."""


class Who(NamedTuple):
    """The left of the first line."""

    seat: int
    name: str
    to_act: bool
    president: bool


class Means(NamedTuple):
    """The right of the first line.

    Attributes:
        seat: Whose.
        tokens: Own tokens left.
        porter: "left", "used", or "" for who does not hold it.
        batch: The guests to be lodged now; they stand in the place of the tokens.
        cash: With its unit.
        points: What would be scored now.
    """

    seat: int
    tokens: int
    porter: str
    batch: str
    cash: str
    points: int


class Home(NamedTuple):
    """A house with its guests."""

    number: int
    kind: str
    residents: str
    last: bool


class Stock(NamedTuple):
    """Free lots and automobiles: ready, out, empty, being refuelled."""

    forests: int
    autos: tuple[int, int, int, int]


class Player(NamedTuple):
    """What a player's strip shows, part by part."""

    who: Who
    means: Means
    homes: tuple[Home, ...]
    stock: Stock


Part: TypeAlias = tuple[Box, Painter, tuple[Hashable, ...]]
"""A tile: where it stands, what paints it, and its arguments."""
MEANS = 312
"""Width of the tokens, cash and points."""
CASE = 50
"""Width of the porter beside them."""
BATCH = 218
"""Greatest width of the guests to be lodged, who stand in the place of both."""
POINTS = 74
MONEY = words.bold(34)


def player(box: Box, it: Player) -> tuple[Part, ...]:
    """Return a player's strip; each part is a tile of its own, for a move changes few of them."""
    room = box.inset(12, 8)
    line = room.top(TITLE)
    below = room.below(TITLE + 2)
    wide = stock_width(it.stock)
    means_ = means_width(it.means)
    return (
        (box, panel, (it.who.to_act,)),
        (line.left(line.w - means_), who, (it.who,)),
        (line.after(line.w - means_), means, (it.means,)),
        (below.left(below.w - wide), homes, (it.homes,)),
        (below.after(below.w - wide), stock, (it.stock,)),
    )


def means_width(it: Means) -> int:
    """Return how wide the right of the first line is; narrower if many guests stand in it."""
    if not it.batch:
        return MEANS + CASE * bool(it.porter)
    return _batch(it) + words.width(it.cash, MONEY) + 28 + POINTS


def _batch(it: Means) -> int:
    return min(BATCH, 40 * len(it.batch) + 18)


def panel(w: int, h: int, to_act: bool) -> Canvas:
    """Paint an empty strip, with a border if it is its player's move."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 14, th.SUN if to_act else th.PAPER)
    if to_act:
        art.plate(art.box.inset(7), 9, th.PAPER)
    return art


def who(w: int, h: int, it: Who) -> Canvas:
    """Paint a player's token and name, the mark of who is to act, the President's star."""
    art = Canvas(w, h, th.PAPER)
    art.stamp(pieces.chip(it.seat, 46), 0, 1)
    x = 54
    if it.to_act:
        art.stamp_at(marks.pointer(22, th.INK), x + 11, h // 2)
        x += 28
    room = Box(x, 0, w - x - (54 if it.president else 6), h)
    font = words.largest(it.name, NAME, room.w, words.GLANCE_PX)
    art.label(room, it.name, font, th.INK, "left")
    if it.president:
        name = words.fit(it.name, font, room.w)
        art.stamp(icons.crown(42), min(w - 46, x + words.width(name, font) + 10), 3)
    return art


def means(w: int, h: int, it: Means) -> Canvas:
    """Paint tokens left, the porter, cash and points."""
    art = Canvas(w, h, th.PAPER)
    score = Box(w - POINTS, 1, POINTS, 45)
    art.plate(score, 12, th.SUN)
    art.label(score, str(it.points), words.slab(34), th.INK)
    room = 130 if not it.batch else words.width(it.cash, MONEY)
    cash = Box(score.x - 10 - room, 0, room, h)
    art.label(cash, it.cash, words.largest(it.cash, MONEY, cash.w, 24), th.INK, "right")
    if it.batch:
        plate = Box(0, 0, _batch(it), h)
        art.plate(plate, 10, th.DUSK)
        art.plate(plate.inset(2), 8, th.SKY)
        crowd(art, plate.inset(5, 2), it.batch, 42)
    else:
        _tokens(art, it)
    return art


def _tokens(art: Canvas, it: Means) -> None:
    x, h = 0, art.box.h
    if it.porter:
        x = CASE
        if it.porter == "left":
            art.stamp(pieces.porter(it.seat, 42), 4, 2)
        else:
            art.stamp(pieces.spent(42, th.SAND), 4, 2)
    for at in range(2):
        cx = x + 24 + at * 45
        if at < it.tokens:
            art.stamp_at(pieces.chip(it.seat, 40), cx, h // 2)
        else:
            art.stamp_at(pieces.hollow(34, th.SAND), cx, h // 2)


def homes(w: int, h: int, lots: tuple[Home, ...]) -> Canvas:
    """Paint a player's houses, as large as they all fit; very many as plates."""
    art = Canvas(w, h, th.PAPER)
    size = house_size(w, h, len(lots))
    if not size:
        _plates(art, lots)
        return art
    across = (w - 6) // (size + 10) or 1
    for n, lot in enumerate(lots):
        row, col = divmod(n, across)
        x, y = col * (size + 10), row * (size + 2) + (h - size if len(lots) <= across else 0)
        if lot.last:
            art.plate(Box(x, y, size + 6, size), 10, th.SUN)
        pieces.lodged(art, x + 3, y, size, lot.kind, lot.number, lot.residents)
    return art


def house_size(w: int, h: int, count: int) -> int:
    """Return the greatest size at which so many houses fit; 0 if they would be too small."""
    for size in range(min(MOST, h), LEAST - 1, -2):
        if (w - 6) // (size + 10) * ((h + 2) // (size + 2)) >= count:
            return size
    return 0


def _plates(art: Canvas, lots: tuple[Home, ...]) -> None:
    rows = art.box.h // 34
    across = -(-len(lots) // rows)
    wide = min(104, art.box.w // across)
    for n, lot in enumerate(lots):
        row, col = divmod(n, across)
        box = Box(col * wide, row * 34, wide - 4, 32)
        if lot.last:
            art.plate(Box(box.x - 2, box.y - 2, box.w + 4, 36), 6, th.SUN)
        pieces.named(art, box.inset(2 * lot.last), lot.kind, lot.number, lot.residents)


def stock_width(it: Stock) -> int:
    """Return how wide free lots and automobiles are."""
    return (84 if it.forests else 0) + 78 * sum(it.autos) + 2


def stock(w: int, h: int, it: Stock) -> Canvas:
    """Paint free lots and automobiles."""
    art = Canvas(w, h, th.PAPER)
    x = 6
    if it.forests:
        art.stamp(icons.pine(50), x - 4, h - 54)
        count = Box(x + 44, h - 46, 32, 38)
        art.label(count, str(it.forests), COUNT, th.INK, "left")
        x += 84
    for state, count_ in enumerate(it.autos):
        for _ in range(count_):
            automobile(art, x, h - 66, state)
            x += 78
    return art


def automobile(art: Canvas, x: int, y: int, state: int) -> None:
    """Put an automobile: ready (ticked), out (an arrow), empty (pump barred), being refuelled."""
    fill = th.RED if state == 0 else th.SAND
    art.stamp(pieces.automobile(70, 42, fill, th.INK), x, y + 22)
    cx, cy = x + 54, y + 16
    art.disc(cx, cy, 38, th.PAPER)
    if state == 0:
        art.stamp_at(marks.check(26, th.GREEN), cx, cy)
    elif state == 1:
        art.stamp_at(icons.arrow(30, 20, th.SOFT), cx, cy)
    else:
        art.stamp_at(icons.pump(32, th.INK if state == 2 else th.GREEN, th.PAPER), cx, cy)
        if state == 2:
            art.stamp_at(icons.bar(36, 36, th.RED, 5), cx, cy)
        else:
            art.stamp_at(marks.pointer(16, th.GREEN, 3), cx - 22, cy)
