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
HEAD: Final = 84
SKY: Final = 104
TRAIN: Final = 220
SIDE: Final = 334
"""Width of the title, at the right of the head."""
SHOP: Final = 462
"""Width of the column with the investments."""
ENGINE: Final = 206
"""Width of the locomotive with its tokens."""
CAR: Final = 190
"""Largest width of a car."""
BAND: Final = 58
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
    return {2: 1040, 3: 1080, 4: 1140, 5: 1200}[seats]


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
    shop = body.left(SHOP)
    for row, cards in zip(shop.rows(len(ROWS), GAP), ROWS, strict=True):
        boxes |= dict(zip(map(str, cards), row.columns(2, GAP), strict=True))
    panels = body.after(SHOP + GAP).rows(seats, GAP)
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


RESULT_HEAD: Final = 110


def result_height(seats: int) -> int:
    """Return the height of a result picture."""
    return {2: 900, 3: 900, 4: 1000, 5: 1140}[seats]


@cache
def result(seats: int) -> Mapping[str, Box]:
    """Return the boxes of a result picture: head, and rows ``rank0``..., best first."""
    page = Box(0, 0, WIDTH, result_height(seats)).inset(EDGE)
    return result_boxes(page, seats, RESULT_HEAD, GAP)


CHOICES: Final = 12
"""The most lodgings that are drawn; more are listed."""
SINGLE: Final = 3
"""The most lodgings in one column; more go in two columns."""
CHOICE_HEAD: Final = 150
CHOICE_FOOT: Final = 40
"""Height of a line of the list."""


def choice_height(count: int) -> int:
    """Return the height of a picture of `count` lodgings, including listed ones."""
    drawn = min(count, CHOICES)
    tall = CHOICE_HEAD + GAP + _choice_rows(drawn) * (_choice(drawn) + GAP)
    return max(900, tall + (count - drawn + 1) // 2 * CHOICE_FOOT + 2 * EDGE)


def _choice_rows(drawn: int) -> int:
    return drawn if drawn <= SINGLE else (drawn + 1) // 2


def _choice(drawn: int) -> int:
    """Return the height of a drawn lodging."""
    rows = max(2, _choice_rows(drawn))
    return 168 if rows > 3 else (900 - 2 * EDGE - CHOICE_HEAD - GAP) // rows - GAP


@cache
def choices(count: int) -> Mapping[str, Box]:
    """Return the boxes of a picture of lodgings: head, ``0`` and so on, and ``more``."""
    page = Box(0, 0, WIDTH, choice_height(count)).inset(EDGE)
    drawn = min(count, CHOICES)
    boxes, high = {"head": page.top(CHOICE_HEAD)}, _choice(drawn)
    rest, across = page.below(CHOICE_HEAD + GAP), 1 if drawn <= SINGLE else 2
    for n in range(drawn):
        row = rest.below(n // across * (high + GAP)).top(high)
        boxes[str(n)] = row.columns(across, GAP)[n % across]
    if count > drawn:
        boxes["more"] = rest.below(_choice_rows(drawn) * (high + GAP))
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
