"""The layout of the pictures: boxes and sizes; nothing is painted here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from render.kit.layout import Box, exhibit, result_boxes
from render.kit.press import WIDTH
from rules.cvlizations.components import ORDERS, TRACK

EDGE: Final = 14
"""The margin of every picture, in pixels."""
GAP: Final = 10
HEAD: Final = 100
AGES: Final = 390
"""Width of the age track, at the right of the head."""
IDEA: Final = 200
"""Height of an idea on offer."""
DECK: Final = 122
"""Width of the decks beside the ideas."""
REVEALED: Final = 152
"""Height of the orders revealed."""
WHEN: Final = 128
"""Width of the note which turn the revealed orders are from."""
THIN: Final = 108
"""Height of the row of a tribe that only gives orders."""
TALL: Final = {2: 196, 3: 176, 4: 162, 5: 150}
"""Height of the row of a player's tribe, by the number of players."""
NEUTRALS: Final = 2
"""The number of neutral tribes that share a row."""
WHO: Final = 316
CARDS: Final = 262
BROUGHT: Final = 148
GOODS: Final = 62
"""Height of stores and points in the row of a tribe."""


class Row(NamedTuple):
    """The boxes of a tribe's row.

    Attributes:
        panel: All of it.
        who: Token, name, helm, and the marks of its orders.
        cards: Its two orders.
        brought: What they brought.
        goods: Store and points.
        ideas: Its ideas.
    """

    panel: Box
    who: Box
    cards: Box
    brought: Box
    goods: Box
    ideas: Box


@cache
def rows(placing: tuple[int, ...], seats: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return tribe, top, column and height of each row; tops count from the first row.

    Two neutral tribes share a row, in columns 0 and 1; all others have the whole width: -1.
    """
    found, y = [], 0
    pair = sum(tribe >= seats for tribe in placing) == NEUTRALS
    for at, tribe in enumerate(placing):
        high = TALL[seats] if tribe < seats else THIN
        column = at if pair and tribe >= seats else -1
        found.append((tribe, y, column, high))
        if column != 0:
            y += high + GAP
    return tuple(found)


@cache
def height(placing: tuple[int, ...], seats: int) -> int:
    """Return the height of a board picture."""
    _, top, _, high = rows(placing, seats)[-1]
    return 2 * EDGE + HEAD + 2 * IDEA + REVEALED + 4 * GAP + top + high


@cache
def board(placing: tuple[int, ...], seats: int) -> Mapping[str, Box]:
    """Return the boxes of a board picture by name; none of them overlap.

    They are ``head``, ``ages``, ``idea0`` to ``idea3``, ``deck0`` and ``deck1``, ``when``,
    ``order0`` to ``order7``, and ``tribe`` with the number of each tribe.
    """
    page = Box(0, 0, WIDTH, height(placing, seats)).inset(EDGE)
    top = page.top(HEAD)
    boxes = {"head": top.left(top.w - AGES - GAP), "ages": top.after(top.w - AGES)}
    rest = page.below(HEAD + GAP)
    track = rest.top(2 * IDEA + GAP)
    lines = track.left(track.w - DECK - GAP).rows(2, GAP)
    cards = [box for line in lines for box in line.columns(2, GAP)]
    boxes |= {f"idea{n}": box for n, box in enumerate(cards[:TRACK])}
    boxes |= {f"deck{n}": box for n, box in enumerate(track.after(track.w - DECK).rows(2, GAP))}
    rest = rest.below(track.h + GAP)
    boxes |= revealed(rest.top(REVEALED))
    rest = rest.below(REVEALED + GAP)
    for tribe, y, column, high in rows(placing, seats):
        line = rest.below(y).top(high)
        boxes[f"tribe{tribe}"] = line if column < 0 else line.columns(2, GAP)[column]
    return boxes


def revealed(room: Box) -> dict[str, Box]:
    """Return the boxes of the revealed orders: ``when`` and ``order0`` to ``order7``."""
    cells = room.after(WHEN + 6).columns(len(ORDERS), 5)
    return {"when": room.left(WHEN), **{f"order{n}": box for n, box in enumerate(cells)}}


@cache
def row(panel: Box) -> Row:
    """Return where the parts of a tribe are in its panel."""
    room = panel.inset(8, 6)
    wide = min(WHO, room.w - CARDS)
    who, cards = room.left(wide), room.after(wide).left(CARDS)
    rest = room.after(WHO + CARDS)
    brought = rest.left(min(BROUGHT, rest.w))
    side = rest.after(BROUGHT + 8) if rest.w > BROUGHT else rest.left(0)
    return Row(panel, who, cards, brought, side.top(GOODS), side.below(GOODS))


HAND_CARD: Final = 236
"""Height of an order in hand."""
HAND_OFFERS: Final = 330
"""Height of an idea on offer, below the hand."""
HAND_OTHER: Final = 96
"""Height of the orders of a second tribe."""
STORE: Final = 70


@cache
def hand(offers: int, other: bool) -> Mapping[str, Box]:
    """Return the boxes of a hand picture by name.

    They are ``head``, ``store``, ``order0`` to ``order7``, ``offer0``... and, if there is a second
    tribe, ``other``.
    """
    page = Box(0, 0, WIDTH, hand_height(other)).inset(EDGE)
    boxes = {"head": page.top(HEAD), "store": page.below(HEAD + GAP).top(STORE)}
    rest = page.below(HEAD + STORE + 2 * GAP)
    lines = rest.top(2 * HAND_CARD + GAP).rows(2, GAP)
    cards = [box for line in lines for box in line.columns(len(ORDERS) // 2, GAP)]
    boxes |= {f"order{n}": box for n, box in enumerate(cards)}
    rest = rest.below(2 * HAND_CARD + 2 * GAP)
    if other:
        boxes["other"] = rest.top(HAND_OTHER)
        rest = rest.below(HAND_OTHER + GAP)
    return boxes | {
        f"offer{n}": box for n, box in enumerate(rest.columns(max(1, offers), GAP)[:offers])
    }


@cache
def hand_height(other: bool) -> int:
    """Return the height of a hand picture."""
    orders = 2 * (HAND_CARD + GAP)
    rest = HAND_OFFERS + other * (HAND_OTHER + GAP)
    return 2 * EDGE + HEAD + STORE + 2 * GAP + orders + rest


RESULT_HEAD: Final = 110
PLACE: Final = {2: 320, 3: 290, 4: 272, 5: 262}
"""Height of a player's row in a result, by the number of players."""


@cache
def result_height(seats: int) -> int:
    """Return the height of a result picture."""
    return 2 * EDGE + RESULT_HEAD + seats * (PLACE[seats] + GAP)


@cache
def result(seats: int) -> Mapping[str, Box]:
    """Return the boxes of a result picture: ``head`` and ``rank0``..., best first."""
    page = Box(0, 0, WIDTH, result_height(seats)).inset(EDGE)
    return result_boxes(page, seats, RESULT_HEAD, GAP)


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
    page = Box(0, 0, WIDTH, together_height(count)).inset(EDGE)
    lines = page.rows(_lines(count), GAP)
    boxes = [box for line in lines for box in line.columns(_across(count), GAP)]
    return {str(n): box for n, box in enumerate(boxes[:count])}


def together_height(count: int) -> int:
    """Return the height of a picture of `count` components."""
    high = 300 if count <= 8 else 250
    return 2 * EDGE + _lines(count) * (high + GAP) - GAP


def _across(count: int) -> int:
    return min(count, 4) if count <= 8 else 6 if count <= 24 else 8


def _lines(count: int) -> int:
    return -(-count // _across(count))
