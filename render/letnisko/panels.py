"""The players' panels: name, money, tokens, points, houses, lots, automobiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from render.letnisko import icons, pieces
from render.letnisko import theme as th
from render.letnisko.train import crowd
from rules.letnisko.components import House

TITLE = 48
NAME = words.bold(34)
COUNT = words.bold(30)
MOST, LEAST = 150, 50
"""Sizes of a house."""
PLATE = 34
"""Height of a house that is shown as a plate."""


class PlayerHead(NamedTuple):
    """The left part of the first line."""

    seat: int
    name: str
    to_act: bool
    president: bool


class Means(NamedTuple):
    """The right part of the first line.

    Attributes:
        seat: Whose.
        tokens: The player's own tokens that are left.
        porter: "left", "used", or "" if the player does not hold it.
        batch: The guests to be lodged now; they are shown in place of the tokens.
        cash: With its unit.
        points: The score if the match ended now.
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
    """The parts of a player's panel."""

    who: PlayerHead
    means: Means
    homes: tuple[Home, ...]
    stock: Stock


MEANS = 312
"""Width of the tokens, cash and points."""
CASE = 50
"""Width of the porter beside them."""
BATCH = 218
"""Largest width of the guests to be lodged, who are shown in place of both."""
POINTS = 74
MONEY = words.bold(34)


def player(box: Box, it: Player) -> tuple[Placed, ...]:
    """Return a player's panel in parts, because a move changes only a few."""
    room = box.inset(12, 8)
    line = room.top(TITLE)
    below = room.below(TITLE + 2)
    wide = stock_width(it.stock)
    means_ = means_width(it.means)
    return (
        (box, panel, (it.who.to_act,)),
        (line.left(line.w - means_), who, (it.who,)),
        *means(line.after(line.w - means_), it.means),
        *homes(below.left(below.w - wide), it.homes),
        (below.after(below.w - wide), stock, (it.stock,)),
    )


def means_width(it: Means) -> int:
    """Return the width of the right part of the first line; less for many guests."""
    if not it.batch:
        return MEANS + CASE * bool(it.porter)
    return _batch(it) + words.width(it.cash, MONEY) + 28 + POINTS


def _batch(it: Means) -> int:
    return min(BATCH, 40 * len(it.batch) + 18)


def panel(w: int, h: int, to_act: bool) -> Canvas:
    """Paint an empty panel, with a border if it is its player's move."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 14, th.SUN if to_act else th.PAPER)
    if to_act:
        art.plate(art.box.inset(7), 9, th.PAPER)
    return art


def who(w: int, h: int, it: PlayerHead) -> Canvas:
    """Paint a player's token and name, the President's star, and whether they act."""
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


def means(room: Box, it: Means) -> tuple[Placed, ...]:
    """Return the right part of the first line: tokens or waiting guests, cash, points."""
    score = room.after(room.w - POINTS)
    wide = words.width(it.cash, MONEY) if it.batch else 130
    money = Box(score.x - 10 - wide, room.y, wide + 4, room.h)
    if it.batch:
        first: Placed = (room.left(_batch(it)), batch, (it.batch,))
    else:
        wide = CASE * bool(it.porter) + 96
        first = (room.left(wide), tokens, (it.seat, it.tokens, it.porter))
    return (first, (money, cash, (it.cash,)), (score, points, (it.points,)))


def cash(w: int, h: int, amount: str) -> Canvas:
    """Paint a player's cash."""
    art = Canvas(w, h, th.PAPER)
    room = art.box.left(w - 4)  # letters may reach slightly beyond their width
    art.label(room, amount, words.largest(amount, MONEY, room.w, 24), th.INK, "right")
    return art


def points(w: int, h: int, count: int) -> Canvas:
    """Paint a player's score if the match ended now."""
    art = Canvas(w, h, th.PAPER)
    score = Box(0, 1, w, 45)
    art.plate(score, 12, th.SUN)
    art.label(score, str(count), words.slab(34), th.INK)
    return art


def batch(w: int, h: int, guests: str) -> Canvas:
    """Paint the guests who are to be lodged."""
    art = Canvas(w, h, th.PAPER)
    art.plate(art.box, 10, th.DUSK)
    art.plate(art.box.inset(2), 8, th.SKY)
    crowd(art, art.box.inset(5, 2), guests, 42)
    return art


def tokens(w: int, h: int, seat: int, count: int, porter: str) -> Canvas:
    """Paint the tokens a player has left, and the porter, if they hold it."""
    art = Canvas(w, h, th.PAPER)
    if porter == "left":
        art.stamp(pieces.porter(seat, 42), 4, 2)
    elif porter:
        art.stamp(pieces.spent(42, th.SAND), 4, 2)
    for at in range(2):
        cx = CASE * bool(porter) + 24 + at * 45
        if at < count:
            art.stamp_at(pieces.chip(seat, 40), cx, h // 2)
        else:
            art.stamp_at(pieces.hollow(34, th.SAND), cx, h // 2)
    return art


def homes(room: Box, lots: tuple[Home, ...]) -> Iterator[Placed]:
    """Yield a player's houses, as large as they fit; a great many as plates."""
    size = house_size(room.w, room.h, len(lots))
    across = (room.w - 6) // (size + 10) if size else -(-len(lots) // (room.h // PLATE))
    for n, lot in enumerate(lots):
        row, col = divmod(n, max(1, across))
        if size:
            down = room.h - size if len(lots) <= across else row * (size + 2)
            yield Box(room.x + col * (size + 10), room.y + down, size + 6, size), home, (lot,)
        else:
            wide = min(104, room.w // across)
            box = Box(room.x + col * wide, room.y + row * PLATE, wide - 2, PLATE)
            yield box, plate, (lot,)


def home(w: int, h: int, lot: Home) -> Canvas:
    """Paint a house with its guests."""
    art = Canvas(w, h, th.PAPER)
    if lot.last:
        art.plate(art.box, 10, th.SUN)
    pieces.lodged(art, 3, 0, h, lot.kind, lot.number, lot.residents)
    return art


def plate(w: int, h: int, lot: Home) -> Canvas:
    """Paint a house as a plate, when there is no room for a picture of it."""
    art = Canvas(w, h, th.SUN if lot.last else th.PAPER)
    box = art.box.inset(2, 1)
    art.plate(box, 6, th.ROOF[House(lot.kind)])
    sign = box.left(34)
    art.label(sign, f"{lot.kind}{lot.number}", words.bold(words.DETAIL_PX), th.MARK)
    inner = Box(sign.right, box.y + 2, box.w - 36, box.h - 4)
    art.fill(inner, th.PAPER)
    crowd(art, inner, lot.residents, min(26, inner.w // 2))
    return art


def house_size(w: int, h: int, count: int) -> int:
    """Return the largest size at which the houses fit; 0 if they would be too small."""
    for size in range(min(MOST, h), LEAST - 1, -2):
        if (w - 6) // (size + 10) * ((h + 2) // (size + 2)) >= count:
            return size
    return 0


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
    """Put an automobile: ready (tick), out (arrow), empty (barred pump), refuelled."""
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
