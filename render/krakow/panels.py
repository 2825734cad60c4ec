"""A player's panel, and the corner of the board picture."""

from __future__ import annotations

from typing import NamedTuple

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from render.krakow import icons, pieces
from render.krakow import theme as th
from render.krakow.collection import Collection, table
from rules.text import number

SMALL = words.bold(22)
TALL = 230
"""The least height of a panel with headings below its title."""
KNOWN = 48
"""Height of what is known to be used, at the bottom of a player's panel."""
PITCH = 40
"""Largest distance between the rows of sights in a player's panel."""


class Title(NamedTuple):
    """The first line of a player's panel."""

    seat: int
    name: str
    to_act: bool
    subtotal: int


class Stock(NamedTuple):
    """The things a player has left: cards, tokens, obwarzanki; whether they start."""

    cards: int
    tokens: int
    rings: int
    starts: bool


class Used(NamedTuple):
    """The things known to be used: action types, stopped cards, hours; headings."""

    turned_up: str
    stopped: int
    hours: tuple[int, ...]
    titles: tuple[str, str]


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
    known = rest.below(rest.h - (KNOWN if rest.h < TALL else 2 * KNOWN))
    return (
        (box, panel, (it.title.to_act,)),
        (room.top(46), title_of, (it.title,)),
        (rest.top(30), stock, (it.stock,)),
        (rest.below(34).top(known.y - rest.y - 34), sights, (it.sights, it.sums)),
        (known, used, (it.used,)),
    )


def panel(w: int, h: int, to_act: bool) -> Canvas:
    """Paint an empty panel, with a border if it is its player's move."""
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 14, th.SUN if to_act else th.PAPER)
    if to_act:
        art.plate(art.box.inset(6), 10, th.PAPER)
    return art


def title_of(w: int, h: int, it: Title) -> Canvas:
    """Paint a player's disc, name and points."""
    art = Canvas(w, h, th.PAPER)
    row = art.box
    art.stamp(pieces.chip(it.seat, 46, 33), row.x, row.y)
    points = number(it.subtotal)
    wide = max(46, words.width(points, words.slab(34)) + 14)
    score = Box(row.right - wide, row.y + 1, wide, 44)
    art.plate(score, 12, th.SUN)
    art.label(score, points, words.slab(34), th.INK)
    room = Box(row.x + 54, row.y, row.w - 54 - wide - 8, row.h)
    if it.to_act:
        art.stamp_at(marks.pointer(20, th.INK), room.x + 10, room.cy)
        room = room.after(26)
    art.label(room, it.name, words.bold(words.GLANCE_PX), th.INK, "left")
    return art


def stock(w: int, h: int, it: Stock) -> Canvas:
    """Paint tokens, cards and obwarzanki, and the flag of the start player."""
    art = Canvas(w, h, th.PAPER)
    row, x = art.box, 2
    for icon, count in (
        (icons.little_clock(26, th.INK, th.PAPER), it.tokens),
        (icons.little_card(28, th.INK, th.PAPER), it.cards),
        (pieces.obwarzanek(26), it.rings),
    ):
        art.stamp_at(icon, x + 14, row.cy)
        x = art.write(x + 34, row.cy + 9, str(count), words.bold(26), th.INK) + 18
    if it.starts:
        art.stamp_at(icons.flag(28, th.STOP), row.right - 14, row.cy)
    return art


def sights(w: int, h: int, owned: Collection, sums: str) -> Canvas:
    """Paint a player's sights and what they are worth."""
    art = Canvas(w, h, th.PAPER)
    table(art, art.box, owned, PITCH)
    under = art.box.below(PITCH * len(owned.rows) + 8).top(28)
    if under.bottom < h:
        art.label(under, sums, words.text(22), th.SOFT, "left")
    return art


def used(w: int, h: int, it: Used) -> Canvas:
    """Paint what is known to be used: the action cards turned up, the hours shown."""
    art = Canvas(w, h, th.PAPER)
    upper, lower = art.box.rows(2)
    if h > KNOWN:
        font = words.text(20)
        turned = it.titles[0] if it.turned_up or it.stopped else ""
        hours = it.titles[1] if it.hours else ""
        art.label(upper.top(24), turned, font, th.SOFT, "left")
        art.label(lower.top(24), hours, font, th.SOFT, "left")
        upper, lower = upper.below(22), lower.below(24).top(24)
    x, step = upper.x, min(27, (upper.w - 26) // 12)
    for kind in it.turned_up:
        art.stamp(icons.action(kind, 23, th.SOFT, th.PAPER), x, upper.y + 4)
        x += step
    for _ in range(it.stopped):
        art.stamp(icons.crossed(22, th.STOP), x, upper.y + 4)
        x += step
    x = lower.x
    if it.hours:
        art.stamp(icons.little_clock(20, th.SOFT, th.PAPER), x, lower.cy - 10)
        x += 26
    for hour in it.hours:
        x = art.write(x, lower.cy + 7, str(hour), words.text(20), th.SOFT) + 9
    return art


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
    art.label(Box(4, h - 28, w - 8, 24), label, words.text(20), th.MIST)
    return art


def aside(w: int, h: int, label: str, cards: tuple[tuple[str, str], ...]) -> Canvas:
    """Paint the sights set aside this round, as (group, rank)."""
    art = corner(w, h, 1, 0)
    if not cards:
        return art
    art.label(Box(4, 4, w - 8, 24), label, words.text(20), th.MIST)
    shown = cards if len(cards) <= 6 else cards[:5]
    for at, (group, rank) in enumerate(shown):
        sight(art, 8 + at % 3 * 33, 32 + at // 3 * 38, group, rank)
    if len(shown) < len(cards):
        box = Box(8 + 66, 32 + 38, 32, 34)
        art.label(box, f"+{len(cards) - len(shown)}", SMALL, th.CREAM)
    return art


def sight(art: Canvas, x: int, y: int, group: str, rank: str) -> None:
    """Put a sight as a tiny card, 30 by 34: its rank in the group's ink, its symbol."""
    box = Box(x, y, 30, 34)
    art.plate(box, 6, th.group_ink(group))
    if rank == "L":
        art.stamp_at(pieces.lajkonik(24, 22, th.PAPER, th.group_ink(group)), box.cx, y + 13)
    elif rank == "O":
        art.stamp_at(pieces.obwarzanek(22), box.cx, box.cy)
        return
    else:
        art.label(Box(x, y + 1, 30, 22), rank, SMALL, th.PAPER)
    art.stamp_at(pieces.symbol(group, 9, th.PAPER), box.cx, y + 28)


def legend(w: int, h: int, groups: tuple[tuple[str, str], ...]) -> Canvas:
    """Paint the groups in play as (letter, name)."""
    art = corner(w, h, 0, 1)
    rows = Box(0, 4, w, h - 8).rows(4)[(4 - len(groups)) // 2 :]
    for row, (group, name) in zip(rows, groups, strict=False):
        art.plate(Box(row.x, row.cy - 10, 20, 20), 5, th.PAPER)
        art.stamp_at(pieces.symbol(group, 14, th.GROUPS[group]), row.x + 10, row.cy)
        art.label(row.after(24), name, words.text(words.DETAIL_PX), th.CREAM, "left")
    return art


def wordmark(w: int, h: int) -> Canvas:
    """Paint the name of the game in a corner of the table."""
    art = corner(w, h, 1, 1)
    art.stamp_at(pieces.lajkonik(60, 52, th.MIST, th.FELT), w // 2, 34)
    art.label(Box(2, 62, w - 4, 24), "KRAKÓW", words.slab(20), th.MIST)
    art.label(Box(2, 84, w - 4, 24), "2009", words.slab(20), th.MIST)
    return art
