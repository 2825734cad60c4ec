"""A player's panel, and the corner of the board picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from render.krakow import icons, pieces
from render.krakow import theme as th
from render.krakow.cards import Face, small
from render.krakow.collection import WIDE, Collection, headings, table
from rules.krakow.components import ACTIONS
from rules.text import number

SMALL = words.bold(22)
COUNT = words.bold(26)
OWNED = 66
"""Width of the number of a thing that a player has, with its sign."""
STOPPED = 3
"""Number of the stopped cards among these things; left out if there are none."""
TALL = 250
"""The least height of a panel, below its title, with headings and larger icons."""
KNOWN = 48
"""Height of what is known to be used, at the bottom of a player's panel."""
PITCH = 40
"""Largest distance between the rows of sights in a player's panel."""
HEADED = 30
"""The least height of a row of sights that leaves room for headings."""
TYPES = len(ACTIONS)


class Title(NamedTuple):
    """The first line of a player's panel."""

    seat: int
    name: str
    to_act: bool
    subtotal: int
    won: bool = False


class Stock(NamedTuple):
    """The things a player has left, stopped cards, and whether they start."""

    seat: int
    cards: int
    tokens: int
    rings: int
    stopped: int
    starts: bool


class Used(NamedTuple):
    """The things that are known of a player's cards and hours.

    Attributes:
        unseen: By type, the cards that were never turned up; () once the match is over.
        kept: The cards kept with their points; () before.
        seat: The player.
        hours: Those revealed.
    """

    unseen: tuple[int, ...]
    kept: tuple[tuple[str, int], ...]
    seat: int
    hours: tuple[int, ...]


class Player(NamedTuple):
    """The parts of a player's panel; `sums` says what the sights are worth."""

    title: Title
    stock: Stock
    sights: Collection
    sums: str
    used: Used


def player(box: Box, it: Player) -> tuple[Placed, ...]:
    """Return a player's panel: name and points, what is left, sights, what is known.

    Each part is a tile of its own, because a move changes only a few of them.
    """
    room = box.inset(11)
    rest = room.below(48)
    known = rest.below(rest.h - (2 * KNOWN + 10 if rest.h >= TALL else KNOWN))
    return (
        (box, panel, (it.title.to_act or it.title.won,)),
        (room.top(46), title_of, (it.title,)),
        *_stock(rest.top(32), it.stock),
        (rest.below(34).top(known.y - rest.y - 34), sights, (it.sights, it.sums)),
        *_used(known, it.used),
    )


def panel(w: int, h: int, framed: bool) -> Canvas:
    """Paint an empty panel, with a border if its player acts or has won."""
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 14, th.SUN if framed else th.PAPER)
    if framed:
        art.plate(art.box.inset(6), 10, th.PAPER)
    return art


def title_of(w: int, h: int, it: Title) -> Canvas:
    """Paint a player's disc, name and points."""
    art = Canvas(w, h, th.PAPER)
    row = art.box
    art.stamp(pieces.chip(it.seat, 46, 28), row.x, row.y)
    points = number(it.subtotal)
    wide = max(46, words.width(points, words.slab(34)) + 14)
    score = Box(row.right - wide, row.y + 1, wide, 44)
    art.plate(score, 12, th.SUN)
    art.label(score, points, words.slab(34), th.INK)
    room = Box(row.x + 54, row.y, row.w - 54 - wide - 8, row.h)
    if it.to_act:
        art.stamp_at(marks.pointer(18, th.INK), room.x + 2, room.cy)
        room = Box(row.x + 67, row.y, row.w - 67 - wide - 4, row.h)
    least = words.GLANCE_PX if w < WIDE else words.DETAIL_PX
    font = words.largest(it.name, words.bold(words.GLANCE_PX), room.w, least)
    art.label(room, it.name, font, th.INK, "left")
    return art


def _stock(row: Box, it: Stock) -> Iterator[Placed]:
    """Yield what a player has left, stopped cards, and the flag of the start player."""
    for kind, count in enumerate((it.tokens, it.cards, it.rings, it.stopped)):
        if kind < STOPPED or count:
            yield row.after(2 + kind * OWNED).left(OWNED - 2), stock, (kind, it.seat, count)
    if it.starts:
        yield row.after(row.w - 30), flag, ()


def stock(w: int, h: int, kind: int, seat: int, count: int) -> Canvas:
    """Paint how many tokens, cards or rings a player has, or cards that were stopped."""
    art = Canvas(w, h, th.PAPER)
    icon = (
        pieces.token(seat, 30, 16),
        icons.little_card(28, th.INK, th.PAPER),
        pieces.obwarzanek(28),
        icons.crossed(24, th.STOP),
    )[kind]
    art.stamp_at(icon, 14, art.box.cy)
    art.write(34, art.box.cy + 9, str(count), COUNT, th.INK)
    return art


def flag(w: int, h: int) -> Canvas:
    """Paint the flag of the start player."""
    art = Canvas(w, h, th.PAPER)
    art.stamp_at(icons.flag(28, th.STOP), w - 14, h // 2)
    return art


def sights(w: int, h: int, owned: Collection, sums: str) -> Canvas:
    """Paint a player's sights and, with room for it, what they are worth."""
    art = Canvas(w, h, th.PAPER)
    room = art.box
    if room.w < WIDE and h >= HEADED * len(owned.rows) + 22:
        headings(art, room.top(22), owned)
        room = room.below(22)
    table(art, room, owned, PITCH)
    under = room.below(PITCH * len(owned.rows) + 8).top(28)
    if under.bottom < h:
        font = words.largest(sums, words.text(24), under.w, words.DETAIL_PX)
        art.label(under, sums, font, th.SOFT, "left")
    return art


def _used(box: Box, it: Used) -> Iterator[Placed]:
    """Yield the cards that may still come, or those kept, and the hours revealed."""
    tall = box.h > KNOWN
    shown = box.below(box.h - (30 if tall else 24))
    room = box.top(shown.y - box.y) if tall or it.hours or it.kept else box
    yield room, cards, (it.unseen, it.kept, tall or not it.hours, tall)
    if it.hours:
        yield shown, hours, (it.seat, it.hours, tall)


def cards(
    w: int,
    h: int,
    unseen: tuple[int, ...],
    kept: tuple[tuple[str, int], ...],
    two: bool,
    tall: bool,
) -> Canvas:
    """Paint the cards that may still come, in `two` rows, or those kept."""
    art = Canvas(w, h, th.PAPER)
    room = art.box
    if kept:
        _kept(art, room.top(34) if tall else room, kept)
        return art
    left = [(kind, count) for kind, count in zip(ACTIONS, unseen, strict=False) if count]
    rows = room.rows(2) if two else (room,)
    across = max(TYPES // 2, -(-len(left) // len(rows)))
    size = 32 if tall else 24 if across == TYPES // 2 else 22
    boxes = [box for row in rows for box in row.columns(across)]
    for (kind, count), box in zip(left, boxes, strict=False):
        art.stamp(icons.action(kind, size, th.INK, th.PAPER), box.x, box.cy - size // 2)
        font = words.bold(26 if tall else words.DETAIL_PX)
        art.label(box.after(size + 2), str(count), font, th.INK, "left")
    return art


def hours(w: int, h: int, seat: int, shown: tuple[int, ...], tall: bool) -> Canvas:
    """Paint the hours that were revealed."""
    art = Canvas(w, h, th.PAPER)
    art.stamp_at(pieces.token(seat, 24, 13), 12, h // 2)
    art.stamp_at(marks.slash(28, th.INK), 12, h // 2)
    x = 30
    font = words.bold(22 if tall else words.DETAIL_PX)
    for hour in shown:
        x = art.write(x, h // 2 + 8, str(hour), font, th.SOFT) + 7
    return art


def _kept(art: Canvas, row: Box, cards: tuple[tuple[str, int], ...]) -> None:
    """Paint the cards that were kept and their points."""
    size = min(row.h, 30)
    for box, (kind, points) in zip(row.columns(4), cards, strict=False):
        art.stamp(icons.action(kind, size, th.INK, th.PAPER), box.x, box.cy - size // 2)
        shown = number(points) if points < 1 else f"+{points}"
        art.label(box.after(size + 4), shown, SMALL, th.INK, "left")


def corner(w: int, h: int, right: int, foot: int) -> Canvas:
    """Return a corner of the table, rounded outside: `right` and `foot` are 0 or 1."""
    art = Canvas(w, h, th.TABLE)
    art.plate(Box(-right * 30, -foot * 30, w + 30, h + 30), 16, th.FELT)
    return art


def deck(w: int, h: int, count: int, label: str) -> Canvas:
    """Paint the deck: a pile and how many cards it has."""
    art = corner(w, h, 0, 0)
    for at in range(3):
        x, y = w // 2 - 30 + at * 4, 12 - at * 4 + 4
        art.plate(Box(x, y, 56, 66), 8, th.INK)
        art.plate(Box(x + 2, y + 2, 52, 62), 7, th.SAND)
    art.label(Box(w // 2 - 22, 8, 56, 66), str(count), words.slab(34), th.INK)
    art.label(Box(4, h - 30, w - 8, 24), label, words.text(22), th.MIST)
    return art


def aside(w: int, h: int, label: str, cards: tuple[Face, ...]) -> Canvas:
    """Paint the sights set aside this round."""
    art = corner(w, h, 1, 0)
    if not cards:
        return art
    art.label(Box(2, 4, w - 4, 24), label, words.text(22), th.MIST)
    shown = cards if len(cards) <= 6 else cards[:5]
    for at, card in enumerate(shown):
        small(art, Box(5 + at % 3 * 37, 29 + at // 3 * 44, 35, 42), card)
    if len(shown) < len(cards):
        box = Box(5 + 74, 29 + 44, 35, 42)
        art.label(box, f"+{len(cards) - len(shown)}", SMALL, th.CREAM)
    return art


def legend(w: int, h: int, groups: tuple[tuple[str, str, str], ...], right: int) -> Canvas:
    """Paint groups as (group, letter, name), in a corner at the foot of the table."""
    art = corner(w, h, right, 1)
    for row, (group, letter, name) in zip(art.box.inset(0, 2).rows(2), groups, strict=False):
        plate = Box(row.cx - 22, row.y, 44, 32)
        art.plate(plate, 7, th.PAPER)
        art.stamp_at(pieces.symbol(group, 20, th.GROUP_INKS[group]), plate.x + 14, plate.cy)
        art.label(plate.after(24).left(16), letter, words.bold(24), th.INK)
        font = words.largest(name, words.text(22), w - 6, words.DETAIL_PX)
        art.label(row.below(31).left(w).top(25), name, font, th.CREAM)
    return art


def wordmark(w: int, h: int) -> Canvas:
    """Paint the name of the game in a corner of the table."""
    art = corner(w, h, 1, 1)
    art.stamp_at(pieces.lajkonik(60, 52, th.MIST, th.FELT), w // 2, 34)
    art.label(Box(2, 62, w - 4, 24), "KRAKÓW", words.slab(22), th.MIST)
    art.label(Box(2, 84, w - 4, 24), "2009", words.slab(22), th.MIST)
    return art
