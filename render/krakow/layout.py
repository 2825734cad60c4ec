"""The layout of the pictures: boxes and sizes; nothing is painted here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from render.kit.layout import Box, around, result_boxes
from render.kit.press import WIDTH

EDGE: Final = 14
"""The margin of every picture, in pixels."""
GAP: Final = 10
HEAD: Final = 86
STATUS: Final = 74
SIDE: Final = 318
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


def halves(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the rows of the market, from 1, as they can be looked at together."""
    return ((1, 2), (3, 4)) if size == 4 else ((1, 2, 3),)


@cache
def area(size: int, slug: str) -> Box:
    """Return an area of the board: the rows of the market from 3 as ``rows3``."""
    boxes = board(size, 2)
    first = int(slug.removeprefix("rows"))
    rows = next(half for half in halves(size) if half[0] == first)
    names = {f"{side}{row}" for side in "LR" for row in rows}
    names |= {"deck", "aside"} if 1 in rows else set()
    names |= {"legend", "corner"} if size in rows else set()
    return around([boxes[name] for name in sorted(names)], 0)


PANEL: Final = Box(GAP, GAP, 460, 364)
"""A player's panel by itself.

It is wider than on a board, so the table of sights has all its ranks.
"""


TYPES: Final = 8
"""Types of action cards."""


@cache
def hand(size: int) -> Mapping[str, Box]:
    """Return the boxes of a hand picture.

    They are ``head``, ``hours``, ``type0`` to ``type7``, ``sights``, and those of the table, with
    the same sizes as in a board picture.
    """
    page = Box(0, 0, WIDTH, height(size)).inset(EDGE)
    body = page.below(HEAD + STATUS + 2 * GAP)
    side = body.after(body.w - SIDE)
    high = 80 if size == 4 else 66
    types = side.top(high * TYPES).rows(TYPES)
    boxes = {f"type{n}": box.top(box.h - 6) for n, box in enumerate(types)}
    boxes |= {"head": page.top(HEAD), "hours": page.below(HEAD + GAP).top(STATUS)}
    boxes["sights"] = side.below(high * TYPES + GAP - 6)
    return boxes | _table(body.left(body.w - SIDE - GAP), size)


MOMENT_HEAD: Final = 84


@cache
def moment(count: int) -> tuple[Mapping[str, Box], int]:
    """Return the boxes of `count` awards by index, and ``head``; then the height."""
    columns = 1 if count <= 4 else 2
    rows = -(-count // columns)
    body = min(rows * 150, 1200 - 2 * EDGE - MOMENT_HEAD - GAP)
    page = Box(0, 0, WIDTH, 2 * EDGE + MOMENT_HEAD + GAP + body).inset(EDGE)
    lines = page.below(MOMENT_HEAD + GAP).rows(rows, GAP)
    cells = [box for line in lines for box in line.columns(columns, GAP)]
    boxes = {str(at): box for at, box in enumerate(cells[:count])}
    return {"head": page.top(MOMENT_HEAD)} | boxes, page.h + 2 * EDGE


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
