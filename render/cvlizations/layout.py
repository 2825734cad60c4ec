"""The layout of the pictures: boxes and sizes; nothing is painted here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from render.kit.layout import Box, exhibit, result_boxes
from render.kit.press import WIDTH
from rules.cvlizations.components import ORDERS, TRACK

EDGE: Final = 14
"""The margin of every picture, in pixels."""
GAP: Final = 10
HEAD: Final = 100
AGES: Final = 390
"""Width of the age track, at the right of the head."""
IDEA: Final = 206
"""Height of an idea on offer."""
DECK: Final = 122
"""Width of the decks beside the ideas."""
REVEALED: Final = 158
"""Height of the orders revealed."""
WHEN: Final = 100
"""Width of the note which turn the revealed orders are from."""
THIN: Final = 124
"""Height of the row of a tribe that only gives orders."""
TALL: Final = {2: 196, 3: 176, 4: 162, 5: 152}
"""Height of the row of a player's tribe, by the number of players."""
NEUTRALS: Final = 2
"""The number of neutral tribes that share a row."""
WHO: Final = 316
CARDS: Final = 176
BROUGHT: Final = 230
GOODS: Final = 56
"""Height of stores and points in the row of a tribe."""


Boxes: TypeAlias = Mapping[str, Box]
"""The boxes of a picture by name."""


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
    found, y = list[tuple[int, int, int, int]](), 0
    pair = sum(tribe >= seats for tribe in placing) == NEUTRALS
    for at, tribe in enumerate(placing):
        high = TALL[seats] if tribe < seats else THIN
        column = at % NEUTRALS if pair and tribe >= seats else -1
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
def board(placing: tuple[int, ...], seats: int) -> Boxes:
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
    cells = room.after(WHEN + 4).columns(len(ORDERS), 3)
    return {"when": room.left(WHEN), **{f"order{n}": box for n, box in enumerate(cells)}}


@cache
def row(panel: Box) -> Row:
    """Return where the parts of a tribe are in its panel."""
    room = panel.inset(8, 6)
    wide = min(WHO, room.w - CARDS)
    who, cards = room.left(wide), room.after(wide).left(CARDS)
    rest = room.after(WHO + CARDS)
    if BROUGHT < rest.w < 2 * BROUGHT + 8:  # a page narrower than the board: one below another
        return Row(panel, who, cards, rest.below(GOODS), rest.top(GOODS), rest.below(rest.h))
    brought = rest.left(min(BROUGHT, rest.w))
    side = rest.after(BROUGHT + 8) if rest.w > BROUGHT else rest.left(0)
    return Row(panel, who, cards, brought, side.top(GOODS), side.below(GOODS))


HAND_CARD: Final = 240
"""Height of an order in hand."""
HAND_OFFERS: Final = 376
"""Height of an idea on offer below the orders in hand."""
HAND_STALL: Final = 256
"""Height of an idea on offer while there are no orders to give."""
HAND_OTHER: Final = 96
"""Height of a tribe's orders in a row."""
HAND_RIVAL: Final = 80
"""Height of the stores of two others."""
STORE: Final = 70
HAND_IDEAS: Final = (70, 112)
"""Height of the viewer's own ideas if few or the page is full; if many."""
FEW: Final = 5
"""The most ideas that are few."""


class Hand(NamedTuple):
    """What a hand picture has room for.

    Attributes:
        giving: The viewer gives orders: these are large, ideas on offer small; else it's the other
            way round.
        tribes: Tribes of the viewer, 1 or 2.
        offers: Ideas on offer.
        rivals: Others who can be robbed.
        ideas: Ideas of the viewer.
    """

    giving: bool
    tribes: int
    offers: int
    rivals: int
    ideas: int = 0


@cache
def hand(it: Hand) -> Boxes:
    """Return the boxes of a hand picture by name, and ``page``, which holds all.

    They are ``head``, ``store``, ``ideas`` if there are any, ``offer0``..., ``rival0``... and
    either ``order0`` to ``order7`` and maybe ``tribe1``, or ``tribe0`` and maybe ``tribe1``.
    """
    page = Box(EDGE, EDGE, WIDTH - 2 * EDGE, 10_000)
    boxes = {"head": page.top(HEAD), "store": page.below(HEAD + GAP).top(STORE)}
    rest = page.below(HEAD + STORE + 2 * GAP)
    if it.ideas:
        boxes["ideas"] = rest.top(HAND_IDEAS[it.ideas > FEW and it.tribes == 1])
        rest = rest.below(boxes["ideas"].h + GAP)
    small = it.giving or it.rivals > 0
    across = max(1, it.offers) if small else 2
    stalls = _grid(rest, it.offers, across, HAND_OFFERS if small else HAND_STALL)
    rivals = _grid(rest, it.rivals, 2, HAND_RIVAL)
    tribes = _grid(rest, it.tribes, 1, HAND_OTHER)
    groups = [("rival", rivals), ("offer", stalls), ("tribe", tribes)]
    if it.giving:
        orders = _grid(rest, len(ORDERS), len(ORDERS) // 2, HAND_CARD)
        groups = [("order", orders), ("tribe", tribes[:-1]), ("offer", stalls)]
    y = rest.y
    for name, group in groups:
        first = 1 if name == "tribe" and it.giving else 0
        boxes |= {
            f"{name}{n}": box._replace(y=box.y - rest.y + y) for n, box in enumerate(group, first)
        }
        y += group[-1].bottom - rest.y + GAP if group else 0
    return boxes | {"page": Box(0, 0, WIDTH, y - GAP + EDGE)}


def _grid(room: Box, count: int, across: int, high: int) -> list[Box]:
    """Return boxes in lines of a height, from the top of a room."""
    lines = -(-count // across)
    area = room.top(lines * (high + GAP) - GAP)
    return (
        [box for line in area.rows(lines, GAP) for box in line.columns(across, GAP)][:count]
        if count
        else []
    )


MARKET: Final = 872
"""Width of the page of the ideas on offer, before it is enlarged."""
STALL: Final = 330
"""Height of an idea on it."""
LINE: Final = 52
"""Height of a line below them."""


@cache
def market() -> Boxes:
    """Return the boxes of the market: ``idea0`` to ``idea3``, ``deck0``, ``deck1``."""
    page = Box(0, 0, MARKET, 2 * EDGE + 2 * (STALL + GAP) + LINE)
    room = page.inset(EDGE)
    cards = _grid(room, TRACK, 2, STALL)
    decks = room.below(2 * (STALL + GAP)).columns(2, GAP)
    boxes = {f"idea{n}": box for n, box in enumerate(cards)}
    return boxes | {f"deck{n}": box for n, box in enumerate(decks)} | {"page": page}


@cache
def player(ideas: int) -> Boxes:
    """Return the boxes of a player: ``row``, ``idea0``... or ``none``, and ``page``."""
    across, high = (2, 200) if ideas <= 6 else (3, 250) if ideas <= 9 else (3, 156)
    wide = 960 if across == 2 else WIDTH
    room = Box(EDGE, EDGE, wide - 2 * EDGE, 10_000)
    row, rest = room.top(TALL[3]), room.below(TALL[3] + GAP)
    cards = _grid(rest, ideas, across, high)
    boxes = {"row": row} | {f"idea{n}": box for n, box in enumerate(cards)}
    if not cards:
        boxes["none"] = rest.top(TITLE_HEAD)
    bottom = max(box.bottom for box in boxes.values())
    return boxes | {"page": Box(0, 0, wide, bottom + EDGE)}


CHOSEN: Final = 128
"""Height of an order in the picture of a reveal."""
GAIN: Final = 88
"""Height of what a reveal brought a player."""
TITLE_HEAD: Final = 76
"""Height of a heading without a second line."""


@cache
def reveal(seats: int) -> Boxes:
    """Return the boxes of a reveal: ``head``, ``order0`` to ``order7``, ``gain0``...

    `seats` is how many players' gains are shown.
    """
    page = Box(0, 0, WIDTH, reveal_height(seats)).inset(EDGE)
    rest = page.below(TITLE_HEAD + GAP)
    orders = _grid(rest, len(ORDERS), 2, CHOSEN)
    gains = _grid(rest.below(len(ORDERS) // 2 * (CHOSEN + GAP)), seats, 2, GAIN)
    boxes = {"head": page.top(TITLE_HEAD)}
    boxes |= {f"order{n}": box for n, box in enumerate(orders)}
    return boxes | {f"gain{n}": box for n, box in enumerate(gains)}


def reveal_height(seats: int) -> int:
    """Return the height of the picture of a reveal with the gains of some players."""
    orders = len(ORDERS) // 2 * (CHOSEN + GAP)
    return 2 * EDGE + TITLE_HEAD + orders - (-seats // 2) * (GAIN + GAP)


RESULT_HEAD: Final = 126
PLACE: Final = {2: 304, 3: 284, 4: 256, 5: 244}
"""Height of a player's row in a result, by the number of players."""


@cache
def result_height(seats: int) -> int:
    """Return the height of a result picture."""
    return 2 * EDGE + RESULT_HEAD + seats * (PLACE[seats] + GAP)


@cache
def result(seats: int) -> Boxes:
    """Return the boxes of a result picture: ``head`` and ``rank0``..., best first."""
    page = Box(0, 0, WIDTH, result_height(seats)).inset(EDGE)
    return result_boxes(page, seats, RESULT_HEAD, GAP)


SHOWN_HEIGHT: Final = 500
TITLE: Final = 72


@cache
def shown() -> Boxes:
    """Return the boxes of a component's picture: title, thing (large), about (facts)."""
    page = Box(0, 0, WIDTH, SHOWN_HEIGHT).inset(EDGE)
    return exhibit(page, TITLE, 364, GAP)


@cache
def together(count: int) -> Boxes:
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
