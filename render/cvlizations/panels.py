"""A tribe's row: name and token, orders, what they brought, store, points, ideas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from render.cvlizations import icons, layout, pieces
from render.cvlizations import theme as th
from render.cvlizations.parts import owned
from render.cvlizations.parts.owned import Chip
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from rules.cvlizations.components import GOODS, ORDERS, Good, Goods, Order
from rules.text import signed

MARK: Final = 36
"""Largest size of the mark of an order."""
TOTAL: Final = 68
"""Width of a total."""
BESIDE: Final = 196
"""Width of the last orders of a tribe without a store."""
SIZES: Final = (36, 34, 31, 27, 25)
"""Sizes of the resources that orders brought; the largest that fits is used."""
BETWEEN: Final = 1
"""Pixels between the lines of what orders brought."""
BADGES: Final = 0.19
"""The share of an order card left free below its pictogram if there are badges."""
TAG: Final = 40
"""Largest height of the tag of a tribe that the last move changed."""


class TribeHead(NamedTuple):
    """The left part of a tribe's row.

    Attributes:
        token: Its token, see `pieces.look`.
        name: The name of the player who leads it.
        under: The line below the name.
        helm: It has the leader helm.
        acts: The match is waiting for it.
        own: It is the viewer's.
        won: It has won the match.
        left: The orders it can still give this age.
        tag: The word on its tag if the last move changed it, else "".
    """

    token: int
    name: str
    under: str
    helm: bool
    acts: bool
    own: bool
    won: bool
    left: tuple[Order, ...]
    tag: str = ""


class Given(NamedTuple):
    """An order card of a tribe.

    Attributes:
        order: Which; None if it is face down and the viewer doesn't know it.
        down: It is the secret one.
        level: How many tribes chose it, up to three; 0 before the reveal.
        failed: It has no effect.
    """

    order: Order | None
    down: bool
    level: int
    failed: bool


class Item(NamedTuple):
    """An amount of a good, or points, that an order brought, took or gave away.

    Attributes:
        number: How many; below 0 if they were given away or stolen.
        good: The kind of resource, or None for points.
        other: The seat from which they came or to which they went, or None.
    """

    number: int
    good: Good | None
    other: int | None


class Brought(NamedTuple):
    """Everything that the last revealed orders brought.

    `orders` and `title` are empty unless these are the orders of the last turn. The items are where
    they would be among those `like` which others are laid out, if there are any.
    """

    items: tuple[Item, ...]
    orders: tuple[Order, ...]
    title: str
    like: tuple[Item, ...] = ()


class Owned(NamedTuple):
    """Store, points gained, and the score if the match ended now."""

    goods: Goods
    points: int
    total: int


class TribeRow(NamedTuple):
    """A tribe as it is painted; `cards` None before it has given orders."""

    who: TribeHead
    cards: tuple[Given, ...]
    brought: Brought
    owned: Owned | None
    ideas: tuple[Chip, ...]
    note: str


def parts(panel: Box, it: TribeRow) -> Iterator[Placed]:
    """Yield boxes with what to paint in them, from back to front."""
    row, acts = layout.row(panel), it.who.acts
    yield panel, ground, (acts, it.who.won)
    yield row.who, who, (it.who,)
    yield row.cards, cards, (it.cards, acts)
    if row.goods.w <= 0:
        return
    if it.owned is None:
        rest = Box(row.brought.x, row.brought.y, row.ideas.right - row.brought.x, row.brought.h)
        yield rest, noted, (it.brought, it.note, acts)
        return
    yield from brought(row.brought, it.brought, acts)
    yield row.goods, goods, (it.owned, acts)
    if it.ideas:
        yield row.ideas, owned.ideas, (it.ideas, acts)


def _paper(acts: bool) -> str:
    return th.PAPER if acts else th.BONE


def ground(w: int, h: int, acts: bool, won: bool) -> Canvas:
    """Paint a tribe's panel in its frame, see `framed`."""
    art = Canvas(w, h, th.CAVE)
    framed(art, art.box, _paper(acts), th.GOLD if won else th.MARK if acts else "")
    return art


def framed(art: Canvas, box: Box, paper: str, frame: str) -> None:
    """Put a panel of `paper`, framed in a colour if its tribe acts or has won."""
    art.plate(box, 14, frame or paper)
    if frame:
        art.plate(box.inset(5), 9, paper)


def who(w: int, h: int, it: TribeHead) -> Canvas:
    """Paint a tribe's token and name, and the marks of its orders."""
    art = Canvas(w, h, _paper(it.acts))
    if it.own:
        art.plate(art.box.left(w - 8), 10, th.GOLD)
    upper = Box(4, 0, w - 14, h - MARK - 6)
    size = min(58, upper.h - 4)
    x = upper.x
    if it.acts:
        art.stamp_at(marks.pointer(24, th.MARK if not it.own else th.PITCH), x + 12, upper.cy)
        x += 28
    art.stamp(pieces.chip(it.token, size), x, upper.cy - size // 2)
    x += size + 10
    right = upper.right
    if it.helm:
        art.stamp_at(icons.helm(60), right - 30, upper.cy)
        right -= 64
    _name(art, Box(x, upper.y, right - x, upper.h), it)
    _marks(art, it.left)
    return art


def _marks(art: Canvas, left: tuple[Order, ...]) -> None:
    """Put the marks of all orders at the bottom, those of `left` filled."""
    size = min(MARK, (art.box.w - 12) // len(ORDERS) - 2)
    for at, order in enumerate(ORDERS):
        stamp = pieces.mark(order, size, order in left)
        art.stamp(stamp, 4 + at * (size + 2), art.box.h - size - 4)


def _name(art: Canvas, room: Box, it: TribeHead) -> None:
    """Write a name on one line or two, cut if it is longer."""
    name, ink = it.name, th.PITCH if it.own else th.INK
    if it.under or it.tag:
        _stacked(art, room, it)
        return
    alone = room.h < 66 or " " not in name
    font = words.largest(name, words.bold(36), room.w, words.DETAIL_PX if alone else 26)
    if alone or words.width(name, font) <= room.w:
        art.label(room, name, font, ink, "left")
        return
    font = words.bold(28)
    lines = words.wrap(name, font, room.w, 2)
    top = room.cy - 19 * len(lines)
    for at, line in enumerate(lines):
        art.label(Box(room.x, top + 38 * at, room.w, 38), line, font, ink, "left")


def _stacked(art: Canvas, room: Box, it: TribeHead) -> None:
    """Write a name, below it what is told of its tribe, and then the tag.

    Where there is no room for three lines, the tag is in the place of what is told.
    """
    under = it.under if room.h >= 90 or not it.tag else ""
    first = 40 if room.h >= 84 and not under else 34 if not it.tag else 32
    second = 28 if under else 0
    last = min(TAG, room.h - first - second) if it.tag else 0
    lines = Box(room.x, room.cy - (first + second + last) // 2, room.w, first + second + last)
    font = words.bold(36 if first == 40 else 30)
    font = words.largest(it.name, font, room.w, words.DETAIL_PX)
    art.label(lines.top(first), it.name, font, th.PITCH if it.own else th.INK, "left")
    if under:
        line = lines.below(first).top(second)
        font = words.largest(under, words.text(26), room.w, words.DETAIL_PX)
        art.label(line, under, font, th.PITCH if it.own else th.SOFT, "left")
    if it.tag:
        fill, ink = (th.PITCH, th.WHITE) if it.own else (th.INK, th.PAPER)
        tag(art, lines.below(first + second), it.tag, fill, ink)


def tag(art: Canvas, room: Box, word: str, fill: str = th.INK, ink: str = th.PAPER) -> None:
    """Put the tag of a tribe that the last move changed, at the left of a room."""
    font = words.bold(min(words.GLANCE_PX, room.h * 87 // 100))
    font = words.largest(word, font, room.w - 16, words.DETAIL_PX)
    plate = room.left(min(room.w, words.width(word, font) + 24))
    art.plate(plate, room.h // 3, fill)
    art.label(plate, word, font, ink)


def cards(w: int, h: int, given: tuple[Given, ...], acts: bool) -> Canvas:
    """Paint a tribe's two orders, open and secret; empty spaces before they are given."""
    art = Canvas(w, h, _paper(acts))
    for at, box in enumerate(art.box.left(w - 8).columns(2, 8)):
        if at < len(given):
            card(art, box, given[at])
        else:
            art.plate(box, 14, th.HIDE)
            art.plate(box.inset(4), 10, _paper(acts))
    return art


def card(art: Canvas, box: Box, it: Given) -> None:
    """Put an order card, with a hand on the secret one; or a face-down card."""
    if it.order is None:
        art.stamp(pieces.back(box.w, box.h), box.x, box.y)
        return
    above, below = 34 if it.level else 12, round(box.h * BADGES) if it.down or it.failed else 0
    art.stamp(pieces.order(it.order, box.w, box.h, False, above, below), box.x, box.y)
    if it.down:
        size = min(38, box.h * 3 // 10)
        secret(art, box.x + 4 + size // 2, box.bottom - 4 - size // 2, size)
    if it.level:
        figures = icons.tribes(it.level, 24, th.WHITE)
        art.stamp(figures, box.right - figures.width - 6, box.y + 7)
    if it.failed:
        size = min(40, box.h * 4 // 10)
        at = (box.right - 5 - size // 2, box.bottom - 5 - size // 2)
        art.disc(*at, size, th.PAPER)
        art.stamp_at(icons.cross(size * 6 // 10, th.RED, 18), *at)


def secret(art: Canvas, cx: int, cy: int, size: int) -> None:
    """Put the mark of a secret order, the hand of its back."""
    art.disc(cx, cy, size, th.ROCK, th.GOLD, 2)
    art.stamp_at(icons.hand_print(size * 7 // 10, th.GOLD), cx, cy)


def brought(box: Box, it: Brought, acts: bool) -> Iterator[Placed]:
    """Yield what the orders brought, entry by entry, so that a new one is lit alone."""
    room = box.inset(2, 0)
    if it.title:
        yield room.top(30), titled, (it, acts)
        room = room.below(34)
    held = {_kind(item): item for item in it.items}
    for place, item in laid(room, it.like or it.items):
        if (found := held.get(_kind(item))) is not None:
            yield place, entry, (found, acts)


def _kind(item: Item) -> tuple[Good | None, int | None, bool]:
    return item.good, item.other, item.number > 0


def titled(w: int, h: int, it: Brought, acts: bool) -> Canvas:
    """Paint the orders of the last turn."""
    art = Canvas(w, h, _paper(acts))
    _title(art, art.box, it)
    return art


def entry(w: int, h: int, item: Item, acts: bool) -> Canvas:
    """Paint one thing that the orders brought."""
    art = Canvas(w, h, _paper(acts))
    _item(art, art.box, item)
    return art


def _title(art: Canvas, room: Box, it: Brought) -> None:
    x = room.right
    for order in reversed(it.orders):
        x -= 40
        art.stamp(pieces.sign(order, 38, 30), x, room.y)
    line = Box(room.x, room.y, x - room.x - 4, room.h)
    font = words.largest(it.title, words.text(24), line.w, words.DETAIL_PX)
    art.label(line, it.title, font, th.SOFT, "left")


def put_items(art: Canvas, room: Box, items: tuple[Item, ...]) -> None:
    """Put items in lines, as large as fits; what does not fit is only in the text."""
    for box, item in laid(room, items):
        _item(art, box, item)


def laid(room: Box, items: tuple[Item, ...]) -> Iterator[tuple[Box, Item]]:
    """Yield where items are in a room, line by line, as far as they fit."""
    size = next((s for s in SIZES if _high(items, s, room.w) <= room.h), SIZES[-1])
    x, y = room.x, room.y + max(0, (room.h - _high(items, size, room.w)) // 2)
    for item in items:
        wide = _width(item, size)
        if x > room.x and x + wide > room.right:
            x, y = room.x, y + size + BETWEEN
        if y + size > room.bottom:
            return
        yield Box(x, y, wide, size), item
        x += wide + 8


def _item(art: Canvas, box: Box, item: Item) -> None:
    """Put an item into a box as high as its sign."""
    size, font = box.h, words.bold(box.h * 9 // 10)
    base = box.y + size // 2 + (words.cap_height(font) + 1) // 2
    end = art.write(box.x, base, signed(item.number), font, th.INK) + 3
    sign = icons.smile(size) if item.good is None else icons.good(item.good, size)
    art.stamp(sign, end, box.y)
    if item.other is not None:
        art.stamp(pieces.chip(item.other, size), end + size + 1, box.y)


def _width(item: Item, size: int) -> int:
    number = words.width(signed(item.number), words.bold(size * 9 // 10))
    return number + 3 + size + (size + 1 if item.other is not None else 0)


def _high(items: tuple[Item, ...], size: int, room: int) -> int:
    """Return the height of items in lines."""
    x, lines = 0, 1
    for item in items:
        wide = _width(item, size)
        if x and x + wide > room:
            x, lines = 0, lines + 1
        x += wide + 8
    return lines * (size + BETWEEN) - BETWEEN


def noted(w: int, h: int, it: Brought, note: str, acts: bool) -> Canvas:
    """Paint the note on a tribe without a store, and its last orders."""
    art = Canvas(w, h, _paper(acts))
    room = art.box.inset(2, 0)
    if it.title:
        _title(art, room.left(BESIDE - 12).top(30), it)
    line = room.after(BESIDE)
    font = words.text(26)
    lines = words.wrap(note, font, line.w, 3)
    top = line.cy - 16 * len(lines)
    for at, part in enumerate(lines):
        art.label(Box(line.x, top + 32 * at, line.w, 32), part, font, th.SOFT, "left")
    return art


def goods(w: int, h: int, it: Owned, acts: bool) -> Canvas:
    """Paint a store, points gained, and the score if the match ended now."""
    art = Canvas(w, h, _paper(acts))
    box = Box(w - TOTAL, 2, TOTAL, h - 10)
    places = art.box.left(w - TOTAL).columns(4)
    for place, good in zip(places, GOODS, strict=False):
        art.stamp(icons.good(good, 42), place.x, h // 2 - 24)
        _number(art, place.after(44).top(h - 6), it.goods.of(good))
    art.stamp(icons.smile(42), places[3].x, h // 2 - 24)
    _number(art, places[3].after(46).top(h - 6), it.points)
    art.plate(box, 10, th.GOLD)
    art.label(box, str(it.total), words.slab(38), th.PITCH)
    return art


def _number(art: Canvas, room: Box, number: int) -> None:
    """Write a number beside its icon; a large number is written smaller."""
    font = words.largest(str(number), words.bold(38), room.w - 12, 24)
    art.label(room, str(number), font, th.INK, "left")
