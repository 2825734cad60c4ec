"""The layout of the pictures: boxes and sizes; nothing is painted here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from render.kit.layout import Box, result_boxes
from render.kit.press import WIDTH

EDGE: Final = 14
"""The margin of every picture, in pixels."""
GAP: Final = 10
HEAD: Final = 86
STATUS: Final = 74
SIDE: Final = 334
"""Width of the column with the players."""
DEEP: Final = 118
"""The extent of a place, away from the market."""


@cache
def height(size: int) -> int:
    """Return the height of a board picture for a market of `size` rows."""
    return 1200 if size == 4 else 980


@cache
def board(size: int, seats: int) -> Mapping[str, Box]:
    """Return the boxes of a board picture by name; none of them overlap.

    They are ``head``, ``title``, ``status``, ``deck``, ``aside``, ``legend``, ``corner``, each
    place by its token (``L2``), each cell by its index (``5``), and each player as ``seat0``.
    """
    page = Box(0, 0, WIDTH, height(size)).inset(EDGE)
    top = page.top(HEAD)
    boxes = {"head": top.left(top.w - SIDE - GAP), "title": top.after(top.w - SIDE)}
    boxes["status"] = page.below(HEAD + GAP).top(STATUS)
    body = page.below(HEAD + STATUS + 2 * GAP)
    table = body.left(body.w - SIDE - GAP)
    side = body.after(body.w - SIDE)
    boxes |= {f"seat{n}": box for n, box in enumerate(side.rows(seats, GAP))}
    return boxes | _table(table, size)


def _table(table: Box, size: int) -> dict[str, Box]:
    wide, high = (table.w - 2 * DEEP) // size, (table.h - 2 * DEEP) // size
    across = table.w - size * wide
    west, east = across // 2, across - across // 2
    down = table.h - size * high
    north, south = down // 2, down - down // 2
    right, foot = table.right - east, table.bottom - south
    boxes = {
        "deck": Box(table.x, table.y, west, north),
        "aside": Box(right, table.y, east, north),
        "legend": Box(table.x, foot, west, south),
        "corner": Box(right, foot, east, south),
    }
    for n in range(size):
        x, y = table.x + west + n * wide, table.y + north + n * high
        boxes[f"T{n + 1}"] = Box(x, table.y, wide, north)
        boxes[f"B{n + 1}"] = Box(x, foot, wide, south)
        boxes[f"L{n + 1}"] = Box(table.x, y, west, high)
        boxes[f"R{n + 1}"] = Box(right, y, east, high)
        for row in range(size):
            boxes[str(row * size + n)] = Box(x, table.y + north + row * high, wide, high)
    return boxes


HAND_HEIGHT: Final = 1050
HAND_CARD: Final = 304
"""Height of an action card in the hand picture."""


@cache
def hand() -> Mapping[str, Box]:
    """Return the boxes of a hand picture: head, hours, laid, tokens, sights."""
    page = Box(0, 0, WIDTH, HAND_HEIGHT).inset(EDGE)
    rest = page.below(84 + HAND_CARD + 2 * GAP)
    middle = rest.below(110 + GAP).top(200)
    laid = middle.left((middle.w - GAP) * 9 // 20)
    return {
        "head": page.top(84),
        "hours": rest.top(110),
        "laid": laid,
        "tokens": middle.after(laid.w + GAP),
        "sights": rest.below(110 + 200 + 2 * GAP),
    }


def hand_cards() -> tuple[Box, ...]:
    """Return the boxes of the eight types of action cards in a hand picture."""
    page = Box(0, 0, WIDTH, HAND_HEIGHT).inset(EDGE)
    return page.below(84 + GAP).top(HAND_CARD).columns(8, GAP)


RESULT_HEAD: Final = 124


@cache
def result(seats: int) -> Mapping[str, Box]:
    """Return the boxes of a result picture: head, and rows ``rank0``..., best first."""
    page = Box(0, 0, WIDTH, result_height(seats)).inset(EDGE)
    return result_boxes(page, seats, RESULT_HEAD, GAP)


def result_height(seats: int) -> int:
    """Return the height of a result picture."""
    return {2: 900, 3: 1040, 4: 1200}[seats]


SHOWN_HEIGHT: Final = 500
"""Height of most pictures of a component."""
TITLE: Final = 72
"""Height of the heading above several components."""
WIDEST: Final = 5
"""The most cards in a row of sights."""


@cache
def shown() -> Mapping[str, Box]:
    """Return the boxes of one large card and of its facts: card, about."""
    page = Box(0, 0, WIDTH, SHOWN_HEIGHT).inset(EDGE)
    return {"card": page.left(364), "about": page.after(364 + GAP)}


def row_height(count: int) -> int:
    """Return the height of a picture of some sights."""
    return _row_card(count)[1] * _rows(count) + GAP * _rows(count) + TITLE + 2 * EDGE


def _rows(count: int) -> int:
    return (count + WIDEST - 1) // WIDEST


def _row_card(count: int) -> tuple[int, int]:
    wide = (WIDTH - 2 * EDGE - GAP * (WIDEST - 1)) // WIDEST if count > 4 else 285
    return wide, wide * 13 // 10


@cache
def row(count: int) -> Mapping[str, Box]:
    """Return the boxes of sights side by side: title, and each by its index from 0."""
    page = Box(0, 0, WIDTH, row_height(count)).inset(EDGE)
    (w, h), across = _row_card(count), min(count, WIDEST)
    left = page.cx - (across * w + (across - 1) * GAP) // 2
    top = page.y + TITLE + GAP
    cards = {
        str(n): Box(left + n % WIDEST * (w + GAP), top + n // WIDEST * (h + GAP), w, h)
        for n in range(count)
    }
    return {"title": page.top(TITLE)} | cards


@cache
def group() -> Mapping[str, Box]:
    """Return the boxes of a group's cards: title, 0 to 14 in two rows, symbol."""
    page = Box(0, 0, WIDTH, SHOWN_HEIGHT).inset(EDGE)
    upper, lower = page.below(TITLE + GAP).rows(2, GAP)
    boxes = (*upper.columns(8, 8), *lower.columns(8, 8))
    return {"title": page.top(TITLE)} | {str(n): box for n, box in enumerate(boxes)}


@cache
def pieces() -> Mapping[str, Box]:
    """Return the boxes of a picture of tokens: title, all tokens, what they do."""
    page = Box(0, 0, WIDTH, SHOWN_HEIGHT).inset(EDGE)
    rest = page.below(TITLE + GAP)
    return {"title": page.top(TITLE), "all": rest.top(144), "use": rest.below(144 + GAP)}
