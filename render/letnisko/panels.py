"""The players' panels: name, money, tokens, points, houses, lots, automobiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from render.letnisko import icons, offer, pieces
from render.letnisko import theme as th
from render.letnisko.train import crowd, tally, tally_width
from rules.letnisko.components import House

TITLE = 48
NAME = words.bold(36)
COUNT = words.bold(30)
MOST, LEAST = 170, 72
"""Sizes of a house."""
FRAME = 6
"""Width of the frame around a house that changed last."""
PLATE = 34
"""Height of a house that is shown as a plate."""


class PlayerHead(NamedTuple):
    """The left part of the first line; `letter` is the seat's."""

    letter: str
    name: str
    to_act: bool
    president: bool
    won: bool = False


class Means(NamedTuple):
    """The right part of the first line.

    Attributes:
        letter: The seat's.
        tokens: The player's own tokens that are left.
        porter: "left", "used", or "" if the player does not hold it.
        cash: With its unit.
        points: The score if the match ended now.
    """

    letter: str
    tokens: int
    porter: str
    cash: str
    points: int


class Home(NamedTuple):
    """A house with its guests, as letters."""

    number: int
    kind: str
    residents: str
    last: bool


class Coming(NamedTuple):
    """What a player will get: cards bought this week, and guests invited, as letters."""

    cards: tuple[str, ...]
    guests: str


class Stock(NamedTuple):
    """Free lots and automobiles: ready, out, empty, being refuelled."""

    forests: int
    autos: tuple[int, int, int, int]


class Player(NamedTuple):
    """The parts of a player's panel."""

    who: PlayerHead
    means: Means
    homes: tuple[Home, ...]
    coming: Coming
    stock: Stock


TOKENS = 104
"""Width of the tokens."""
CASE = 58
"""Width of the porter beside them."""
MONEY = words.bold(36)
CASH = 126
POINTS = 96
AROUND = 136
"""Width of a token, a pointer and the President's star beside a name."""
LINE = 700
"""Least width of a name that has a line of its own, in an enlarged panel."""
COMING = 71
"""Height of what is coming."""
SIGN, ALONE = 31, 42
"""Size of a card or guest there, and where there is room for it."""


def player(box: Box, it: Player, *, is_high: bool = False) -> tuple[Placed, ...]:
    """Return a player's panel in parts, because a move changes only a few.

    Args:
        box: Where it goes.
        it: What it shows.
        is_high: There is room for a line of its own for a name that would be cut.
    """
    room = box.inset(12, 7)
    means_ = TOKENS + CASH + POINTS + CASE * bool(it.means.porter)
    line = name = room.top(TITLE)
    if is_high and words.width(it.who.name, NAME) > line.w - means_ - AROUND:
        line = line.below(TITLE + 1)._replace(h=TITLE)
    else:
        name = line.left(line.w - means_)
    below = Box(room.x, line.bottom + 1, room.w, room.bottom - line.bottom - 1)
    stock_, coming_ = stock_width(it.stock), coming_width(it.coming)
    foot = below.after(below.w - stock_)
    parts: tuple[Placed, ...] = (
        (box, panel, (it.who.to_act or it.who.won,)),
        (name, who, (it.who,)),
        *means(line.after(line.w - means_), it.means),
        *homes(below.left(below.w - stock_ - coming_), it.homes),
        (foot, stock, (it.stock,)),
    )
    if not coming_:
        return parts
    place = Box(foot.x - coming_, below.bottom - COMING, coming_ - 8, COMING)
    return (*parts, (place, coming, (it.coming,)))


def panel(w: int, h: int, framed: bool) -> Canvas:
    """Paint an empty panel, with a border if its player acts or has won."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 14, th.SUN if framed else th.PAPER)
    if framed:
        art.plate(art.box.inset(7), 9, th.PAPER)
    return art


def who(w: int, h: int, it: PlayerHead) -> Canvas:
    """Paint a player's token and name, the President's star, and whether they act."""
    art = Canvas(w, h, th.PAPER)
    art.stamp(pieces.token(it.letter, 46), 0, 1)
    x = 54
    if it.to_act:
        art.stamp_at(marks.pointer(22, th.INK), x + 11, h // 2)
        x += 28
    room = Box(x, 0, w - x - (54 if it.president else 6), h)
    least = words.GLANCE_PX if w < LINE else words.DETAIL_PX
    font = words.largest(it.name, NAME, room.w, least)
    art.label(room, it.name, font, th.INK, "left")
    if it.president:
        name = words.fit(it.name, font, room.w)
        art.stamp(icons.crown(42), min(w - 46, x + words.width(name, font) + 10), 3)
    return art


def means(room: Box, it: Means) -> tuple[Placed, ...]:
    """Return the right part of the first line: tokens, cash, points."""
    score = room.after(room.w - POINTS)
    left = room.left(room.w - POINTS - CASH)
    money = Box(left.right, room.y, CASH - 6, room.h)
    return (
        (left, tokens, (it.letter, it.tokens, it.porter)),
        (money, cash, (it.cash,)),
        (score, points, (it.points,)),
    )


def cash(w: int, h: int, amount: str) -> Canvas:
    """Paint a player's cash."""
    art = Canvas(w, h, th.PAPER)
    room = art.box.left(w - 4)  # letters may reach slightly beyond their width
    art.label(room, amount, words.largest(amount, MONEY, room.w, 28), th.INK, "right")
    return art


def points(w: int, h: int, count: int) -> Canvas:
    """Paint a player's score if the match ended now, with a star."""
    art = Canvas(w, h, th.PAPER)
    score = Box(0, 1, w, 45)
    art.plate(score, 12, th.SUN)
    art.stamp_at(marks.star(26, th.RUST), 22, score.cy)
    art.label(score.after(36).left(w - 42), str(count), words.slab(34), th.INK)
    return art


def tokens(w: int, h: int, letter: str, count: int, porter: str) -> Canvas:
    """Paint the tokens a player has left, and the porter, if they hold it."""
    art = Canvas(w, h, th.PAPER)
    if porter == "left":
        art.stamp(pieces.porter(letter, 48), 2, 0)
    elif porter:
        art.stamp(pieces.spent(46, th.SAND), 3, 1)
        art.stamp_at(marks.slash(40, th.SOFT), 26, 24)
    for at in range(2):
        cx = CASE * bool(porter) + 24 + at * 50
        if at < count:
            art.stamp_at(pieces.token(letter, 48), cx, h // 2)
        else:
            art.stamp_at(pieces.hollow(38, th.SAND), cx, h // 2)
    return art


def coming_width(it: Coming) -> int:
    """Return how wide is what is coming, with the space beside it; 0 for nothing."""
    if not (it.cards or it.guests):
        return 0
    size = _sign(it)
    return 24 + max((size + 8) * len(it.cards) + 22, tally_width(it.guests, size))


def _sign(it: Coming) -> int:
    """Return the size of a sign: small, if they are many or in two lines."""
    return SIGN if (it.cards and it.guests) or len({*it.guests}) > 2 else ALONE


def coming(w: int, h: int, it: Coming) -> Canvas:
    """Paint the cards bought this week, and below them the guests invited, counted."""
    art = Canvas(w, h, th.PAPER)
    art.plate(art.box, 10, th.DUSK)
    art.plate(art.box.inset(2), 8, th.SKY)
    room, size = art.box.inset(6, 3), _sign(it)
    rows = room.rows(2) if it.cards and it.guests else (room, room)
    if it.guests:
        tally(art, rows[1].inset(0, (rows[1].h - size - 2) // 2), it.guests)
    x = room.cx - ((size + 8) * len(it.cards) + 14) // 2
    if it.cards:
        art.label(Box(x, rows[0].y, 20, rows[0].h), "+", words.bold(32), th.INK, "left")
    for at, card in enumerate(it.cards):
        offer.picture(art, x + 20 + at * (size + 8) + size // 2, rows[0].cy, card, size)
    return art


def roomless(art: Canvas, room: Box, label: str, guests: str) -> None:
    """Put the guests without a room, counted, under a label."""
    art.plate(room, 10, th.SHADE)
    font = words.largest(label, words.text(26), room.w - 8, pieces.LEAST_PX)
    art.label(room.top(32), label, font, th.INK)
    tally(art, room.below(30).inset(4, 2), guests)


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
            wide = min(106, room.w // across)
            box = Box(room.x + col * wide, room.y + row * PLATE, wide - 2, PLATE)
            yield box, plate, (lot,)


def home(w: int, h: int, lot: Home) -> Canvas:
    """Paint a house with its guests, in a frame no higher than it if it changed last."""
    art = Canvas(w, h, th.PAPER)
    if lot.last:
        frame = art.box.below(max(0, pieces.house_top(lot.kind, h) - FRAME))
        pieces.touched(art, frame, 10, FRAME)
        art.plate(frame.inset(FRAME), 5, th.PAPER)
    pieces.lodged(art, 3, 0, h, lot.kind, lot.number, lot.residents)
    return art


def plate(w: int, h: int, lot: Home) -> Canvas:
    """Paint a house as a plate, when there is no room for a picture of it.

    A bar beside its number stands for each storey.
    """
    art = Canvas(w, h, th.SUN if lot.last else th.PAPER)
    box = art.box.inset(2, 1)
    art.plate(box, 6, th.ROOF[House(lot.kind)])
    for storey in range(1 + pieces.STOREYS[House(lot.kind)]):
        art.fill(Box(box.x + 3, box.bottom - 11 - 9 * storey, 6, 5), th.MARK)
    sign = Box(box.x + 9, box.y, 23, box.h)
    art.label(sign, str(lot.number), words.bold(pieces.LEAST_PX), th.MARK)
    inner = Box(sign.right, box.y + 2, box.right - sign.right - 2, box.h - 4)
    art.fill(inner, th.PAPER)
    if inner.w < 2 * pieces.LEAST_PX + 10:
        art.label(inner, lot.residents, words.bold(pieces.LEAST_PX), th.INK)
    elif lot.residents:
        crowd(art, inner, lot.residents, min(30, inner.w // 2))
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
