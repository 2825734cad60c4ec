"""The layout of the pictures: boxes and sizes; nothing is painted here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from render.kit.layout import Box, exhibit, result_boxes
from render.kit.press import WIDTH
from rules.letnisko.components import Card

EDGE: Final = 14
"""The margin of every picture, in pixels."""
GAP: Final = 10
HEAD: Final = 80
SKY: Final = 102
TRAIN: Final = 244
SIDE: Final = 334
"""Width of the title, at the right of the head."""
SHOP: Final = 462
"""Width of the column with the investments."""
WIDE_SHOP: Final = 490
"""The same where the column is low: with two or three players."""
ENGINE: Final = 206
"""Width of the locomotive with its tokens."""
CAR: Final = 236
"""Largest width of a car."""
BAND: Final = 54
"""Height of the row of tokens above the cars."""
ROWS: Final = (
    (Card.FOREST_A, Card.COTTAGE),
    (Card.FOREST_B, Card.VILLA),
    (Card.PENSION, Card.AUTOMOBILE),
)
"""The investments by their base price."""


@cache
def height(seats: int) -> int:
    """Return the height of a board picture."""
    return {2: 1120, 3: 1160, 4: 1200, 5: 1200}[seats]


@cache
def board(seats: int, cars: int) -> Mapping[str, Box]:
    """Return the boxes of a board picture by name; none of them overlap.

    They are ``head``, ``title``, ``sky``, ``engine``, ``band`` with the tokens above the cars,
    ``car1`` and so on, ``rest`` for everything behind the last car, each investment by its id, and
    ``panel0`` and so on in the order of play.
    """
    page = Box(0, 0, WIDTH, height(seats)).inset(EDGE)
    top = page.top(HEAD)
    boxes = {"head": top.left(top.w - SIDE - GAP), "title": top.after(top.w - SIDE)}
    boxes["sky"] = page.below(HEAD + GAP).top(SKY)
    boxes |= _train(page.below(HEAD + SKY + 2 * GAP).top(TRAIN), cars)
    body = page.below(HEAD + SKY + TRAIN + 3 * GAP)
    wide = SHOP if seats > 3 else WIDE_SHOP
    shop = body.left(wide)
    for row, cards in zip(shop.rows(len(ROWS), GAP), ROWS, strict=True):
        boxes |= dict(zip(map(str, cards), row.columns(2, GAP), strict=True))
    panels = body.after(wide + GAP).rows(seats, GAP)
    return boxes | {f"panel{n}": box for n, box in enumerate(panels)}


def _train(train: Box, cars: int) -> dict[str, Box]:
    boxes = {"engine": train.left(ENGINE)}
    track = train.after(ENGINE)
    w = min(CAR, track.w // max(1, cars))
    boxes["band"] = track.top(BAND).left(w * cars)
    for n in range(cars):
        boxes[f"car{n + 1}"] = Box(track.x + n * w, track.y + BAND, w, track.h - BAND)
    if w * cars < track.w:
        boxes["rest"] = track.after(w * cars)
    return boxes


ALONE: Final = Box(0, 0, 780, 400)
"""A player's panel by itself, before it is enlarged."""
MARKET: Final = Box(0, 0, 720, 480)
"""The investments by themselves."""


@cache
def market() -> Mapping[str, Box]:
    """Return the boxes of the investments by themselves, by their ids."""
    columns = MARKET.inset(GAP).columns(len(ROWS), GAP)
    found = dict[str, Box]()
    for column, cards in zip(columns, ROWS, strict=True):
        found |= dict(zip(map(str, cards), column.rows(2, GAP), strict=True))
    return found


RESULT_HEAD: Final = 110


def result_height(seats: int) -> int:
    """Return the height of a result picture."""
    return {2: 900, 3: 920, 4: 1060, 5: 1200}[seats]


@cache
def result(seats: int) -> Mapping[str, Box]:
    """Return the boxes of a result picture: head, and rows ``rank0``..., best first."""
    page = Box(0, 0, WIDTH, result_height(seats)).inset(EDGE)
    return result_boxes(page, seats, RESULT_HEAD, GAP)


LEAST: Final = 600
"""Smallest height of a picture whose height depends on what it shows."""
WEEK_HEAD: Final = 96
WEEK_ROW: Final = 205


def week_height(seats: int) -> int:
    """Return the height of a picture of a week's end."""
    return max(LEAST, WEEK_HEAD + seats * (WEEK_ROW + GAP) + 2 * EDGE)


@cache
def week(seats: int) -> Mapping[str, Box]:
    """Return the boxes of a week's end: head, and ``row0``... in the order of play."""
    page = Box(0, 0, WIDTH, week_height(seats)).inset(EDGE)
    rows = page.below(WEEK_HEAD + GAP).rows(seats, GAP)
    return {"head": page.top(WEEK_HEAD)} | {f"row{n}": row for n, row in enumerate(rows)}


CHOICE_HEAD: Final = 268
CHOICE_FOOT: Final = 42
"""Height of a line of the list."""


@cache
def drawn(count: int, tall: int) -> int:
    """Return how many of `count` choices are drawn, each `tall` pixels high.

    At least two, and as many as fit into a square with a list of the others.
    """
    rows = (count + 1) // 2
    while rows > 1 and _high(count, min(count, 2 * rows), tall) > WIDTH:
        rows -= 1
    return min(count, 2 * rows)


def _high(count: int, drawn_: int, tall: int) -> int:
    rest = (drawn_ + 1) // 2 * (tall + GAP) + (count - drawn_ + 1) // 2 * CHOICE_FOOT
    return CHOICE_HEAD + GAP + rest + 2 * EDGE


def choice_height(count: int, tall: int) -> int:
    """Return the height of a picture of `count` choices, including listed ones."""
    return max(LEAST, _high(count, drawn(count, tall), tall))


@cache
def choices(count: int, tall: int) -> Mapping[str, Box]:
    """Return the boxes of a picture of choices: head, ``0`` and so on, and ``more``."""
    page = Box(0, 0, WIDTH, choice_height(count, tall)).inset(EDGE)
    boxes, across, shown = {"head": page.top(CHOICE_HEAD)}, min(2, count), drawn(count, tall)
    rest = page.below(CHOICE_HEAD + GAP)
    for n in range(shown):
        row = rest.below(n // across * (tall + GAP)).top(tall)
        boxes[str(n)] = row.columns(across, GAP)[n % across]
    if count > shown:
        boxes["more"] = rest.below((shown + 1) // 2 * (tall + GAP))
    return boxes


SHOWN_HEIGHT: Final = 500
TITLE: Final = 72


@cache
def shown() -> Mapping[str, Box]:
    """Return the boxes of a component's picture: title, thing (large), about (facts)."""
    page = Box(0, 0, WIDTH, SHOWN_HEIGHT).inset(EDGE)
    return exhibit(page, TITLE, 364, GAP)


@cache
def together(count: int) -> Mapping[str, Box]:
    """Return the boxes of several components side by side, each by its index from 0."""
    page = Box(0, 0, WIDTH, SHOWN_HEIGHT).inset(EDGE)
    rows = (count + 5) // 6
    across = -(-count // rows)
    boxes = [box for row in page.rows(rows, GAP) for box in row.columns(across, GAP)]
    return {str(n): box for n, box in enumerate(boxes[:count])}
