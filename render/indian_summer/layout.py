"""The layout of the pictures: boxes and sizes; nothing is painted here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from render.kit.layout import Box, exhibit
from render.kit.press import WIDTH
from rules.indian_summer.components import ANIMALS as KINDS
from rules.indian_summer.components import CELLS, COMMON, MOST
from rules.indian_summer.components import PATH as PATHED

EDGE: Final = 14
"""The margin of every picture, in pixels."""
GAP: Final = 10
HEAD: Final = 66
SIDE: Final = 300
"""Width of the round, at the right of the head."""
ROWS: Final = CELLS[-1].row + 1
COLS: Final = CELLS[-1].col + 1
RIM: Final = 28
"""Width of a floor's row numbers, and height of its column letters."""
WIDE_RIM: Final = 36
"""The same for a large floor."""
FRAME: Final = 6
SPACE: Final = 54
"""Size of a space of a floor next to others."""
LARGE: Final = 76
"""Size of a space of a floor on its own."""
NAME: Final = 52
"""Height of a player's name and treasures."""
PATH: Final = 128
"""Height of a player's path in two rows, and of the gaps."""
PACK: Final = 48
"""Width of the backpack before a path."""
COUNT: Final = 70
"""Width of a treasure with its number."""
MAP: Final = 132
"""Width of the gaps by area."""
TOTAL: Final = 34
"""Height of how many spaces are empty, above the gaps by area."""
TILE: Final = 70
"""Height of a tile of the common path, which has two rows."""
UNIT: Final = 16
"""Size of a square of a tile on a path for all; each is drawn to the same scale."""
OWN: Final = 14
"""Size of a square of a tile on a player's path."""
ROW: Final = 150
"""Height of a path of the solo game."""
STOCK: Final = 92
"""Height of a row of animals."""
TILES: Final = COMMON + 2
"""Spaces of the common path: the bush, the tiles, the reserve."""
COMMONS: Final = 2 * TILE + 6
"""Height of the common path."""
ANIMALS: Final = len(KINDS)
PANEL: Final = 2 * FRAME + NAME + RIM + ROWS * SPACE + PATH
SOLO_PANEL: Final = 2 * FRAME + NAME + WIDE_RIM + ROWS * LARGE + PATH
SOLO_WIDE: Final = 2 * FRAME + 2 * WIDE_RIM + COLS * LARGE
"""Width of the panel with a large floor."""


@cache
def height(seats: int) -> int:
    """Return the height of a board picture."""
    top = 2 * EDGE + HEAD + GAP
    if seats == 1:
        return top + 2 * (ROW + GAP) + SOLO_PANEL
    if seats == 3:
        return top + 2 * PANEL + GAP
    return top + COMMONS + GAP + STOCK + GAP + (PANEL if seats == 2 else 2 * PANEL + GAP)


@cache
def board(seats: int) -> Mapping[str, Box]:
    """Return the boxes of a board picture by name; none of them overlap.

    They are ``head``, ``title``, ``floor0`` and so on in turn order, and those of `offer` or
    `solo`.
    """
    page = Box(0, 0, WIDTH, height(seats)).inset(EDGE)
    rest = page.below(HEAD + GAP)
    boxes = head(page)
    if seats == 1:
        return boxes | solo(rest)
    if seats == 3:
        quarters = [box for row in rest.rows(2, GAP) for box in row.columns(2, GAP)]
        boxes |= {f"floor{n}": quarters[at] for n, at in enumerate((0, 1, 2))}
        return boxes | corner(quarters[3])
    tiles = [box for row in rest.top(COMMONS).rows(2, 6) for box in row.columns(TILES // 2, 6)]
    boxes |= {f"tile{n}": box for n, box in enumerate(tiles)}
    rest = rest.below(COMMONS + GAP)
    boxes |= {f"animal{n}": box for n, box in enumerate(rest.top(STOCK).columns(ANIMALS, 6))}
    rest = rest.below(STOCK + GAP)
    rows = rest.rows(seats // 2, GAP)
    floors = [box for row in rows for box in row.columns(2, GAP)]
    return boxes | {f"floor{n}": box for n, box in enumerate(floors)}


def head(page: Box) -> dict[str, Box]:
    """Return the boxes for whose move it is, and for the round."""
    top = page.top(HEAD)
    return {"head": top.left(top.w - SIDE - GAP), "title": top.after(top.w - SIDE)}


def corner(room: Box) -> dict[str, Box]:
    """Return the boxes of the common path in three rows, and of the animals below it."""
    high = (room.h - GAP) * 53 // 100
    rows = room.top(high).rows(3, GAP)
    tiles = [box for row in rows for box in row.columns(TILES // 3, 6)]
    animals = [box for row in room.below(high + GAP).rows(4, 6) for box in row.columns(2, 8)]
    boxes = {f"tile{n}": box for n, box in enumerate(tiles)}
    return boxes | {f"animal{n}": box for n, box in enumerate(animals[:ANIMALS])}


def solo(room: Box) -> dict[str, Box]:
    """Return the boxes of the solo game.

    ``top`` and ``bottom`` are the paths, with the floor between them; the animals and ``games`` are
    beside it.
    """
    middle = room.below(ROW + GAP).top(SOLO_PANEL)
    side = middle.after(SOLO_WIDE + GAP)
    animals = side.top(ANIMALS * 90 - 6).rows(ANIMALS, 6)
    boxes = {f"animal{n}": box for n, box in enumerate(animals)}
    return boxes | {
        "top": room.top(ROW),
        "floor0": middle.left(SOLO_WIDE),
        "bottom": Box(room.x, room.bottom - ROW, room.w, ROW),
        "games": side.below(animals[-1].bottom - side.y + GAP),
    }


def stock(boxes: Mapping[str, Box]) -> Box:
    """Return the box around those of all animals."""
    found = [boxes[f"animal{n}"] for n in range(ANIMALS)]
    x, y = min(box.x for box in found), min(box.y for box in found)
    return Box(x, y, max(box.right for box in found) - x, max(box.bottom for box in found) - y)


class Panel(NamedTuple):
    """The boxes of a player's panel.

    Attributes:
        name: Name, start player.
        supply: The treasures.
        letters: The letters of the columns.
        numbers: The numbers of the rows.
        floor: All spaces.
        pack: The backpack.
        slots: The tiles of the path, in two rows.
        total: How many spaces are empty.
        gaps: How many spaces of each area are empty.
    """

    name: Box
    supply: tuple[Box, ...]
    letters: Box
    numbers: Box
    floor: Box
    pack: Box
    slots: tuple[Box, ...]
    total: Box
    gaps: tuple[Box, ...]


@cache
def panel(room: Box) -> Panel:
    """Return the boxes of a player's panel."""
    inner = room.inset(FRAME)
    low = Box(inner.x, inner.bottom - PATH, inner.w, PATH)
    numbers, letters, floor = ground(inner.below(NAME).top(inner.h - NAME - PATH))
    top, wide = inner.top(NAME), 4 * COUNT
    slots = low.left(low.w - MAP).after(PACK).inset(2, 4)
    plain = low.after(low.w - MAP).inset(6, 4)
    return Panel(
        name=top.left(top.w - wide - 4),
        supply=top.after(top.w - wide - 4).left(wide).columns(4),
        letters=letters,
        numbers=numbers,
        floor=floor,
        pack=low.left(PACK),
        slots=tuple(box for row in slots.rows(2, 4) for box in row.columns(MOST // 2, 4)),
        total=plain.top(TOTAL),
        gaps=plan(plain.below(TOTAL + 3)),
    )


def plan(room: Box) -> tuple[Box, ...]:
    """Return the boxes of the six areas, arranged as on a floor."""
    return tuple(box for row in room.rows(2, 3) for box in row.columns(3, 3))


@cache
def ground(room: Box) -> tuple[Box, Box, Box]:
    """Return the boxes of row numbers, column letters and spaces of a floor in a room."""
    edge = WIDE_RIM if room.h > 500 else RIM
    size = min((room.w - edge) // COLS, (room.h - edge) // ROWS, LARGE)
    x = room.x + edge + (room.w - COLS * size - edge) // 2
    spaces = Box(x, room.y + edge, COLS * size, ROWS * size)
    return (
        Box(x - edge, spaces.y, edge, spaces.h),
        Box(x - edge, room.y, edge + spaces.w, edge),
        spaces,
    )


HAND_WIDE: Final = 2 * FRAME + 2 * WIDE_RIM + COLS * LARGE
HAND_PANEL: Final = 2 * FRAME + WIDE_RIM + ROWS * LARGE + 8
COST: Final = 34
"""Height of what some tiles cost, above them."""
STRIP: Final = 160 + 2 * COST
"""Height of what is below a player's floor."""
SOLO_STRIP: Final = 266
"""The same with two paths."""


@cache
def hand_height(*, solo: bool) -> int:
    """Return the height of a player's picture."""
    return 2 * EDGE + HEAD + GAP + HAND_PANEL + GAP + (SOLO_STRIP if solo else STRIP)


@cache
def hand(*, solo: bool) -> Mapping[str, Box]:
    """Return the boxes of a player's picture.

    They are ``head``, ``floor``, ``low`` and ``side``.
    """
    page = Box(0, 0, WIDTH, hand_height(solo=solo)).inset(EDGE)
    rest = page.below(HEAD + GAP)
    left = rest.left(HAND_WIDE)
    return {
        "head": page.top(HEAD),
        "floor": left.top(HAND_PANEL),
        "low": left.below(HAND_PANEL + GAP),
        "side": rest.after(HAND_WIDE + GAP),
    }


@cache
def market(others: int) -> Mapping[str, Box]:
    """Return the boxes below a player's floor, by the number of other players.

    They are ``next0`` for the bush to ``next5``; in another row ``first0`` for what a Mushroom
    takes, and ``first1`` and so on for the others. Above these are ``cost0`` and ``cost1``.
    """
    rows = hand(solo=False)["low"].rows(2, 6)
    costs = {f"cost{n}": row.top(COST) for n, row in enumerate(rows)}
    upper, lower = (row.below(COST) for row in rows)
    boxes = {f"next{n}": box for n, box in enumerate(upper.columns(PATHED + 1, 6))}
    rest = lower.after(boxes["next1"].x - lower.x)
    firsts = (lower.left(boxes["next0"].w), *rest.columns(others, 6))
    return boxes | costs | {f"first{n}": box for n, box in enumerate(firsts)}


SIDES_HEIGHT: Final = 2 * EDGE + HEAD + GAP + 2 * FRAME + NAME + RIM + ROWS * SPACE + 8


@cache
def sides() -> Mapping[str, Box]:
    """Return the boxes of the two sides of a board: ``head``, ``A``, ``B``."""
    page = Box(0, 0, WIDTH, SIDES_HEIGHT).inset(EDGE)
    left, right = page.below(HEAD + GAP).columns(2, GAP)
    return {"head": page.top(HEAD), "A": left, "B": right}


TILE_ROWS: Final = 336
"""Height of the tiles to choose from, beside the floor."""
SQUIRREL: Final = 46
"""Height of the squirrel below the tiles."""
SUPPLY: Final = 96
"""Height of the treasures below it, in two rows."""
GAPS: Final = 130
"""Height of the gaps by area, below the treasures."""


@cache
def beside(*, solo: bool) -> Mapping[str, Box]:
    """Return the boxes beside the floor while a tile is chosen.

    They are ``tile0`` to ``tile5``, ``squirrel``, ``supply``, ``gaps`` and ``fits``.
    """
    side = hand(solo=solo)["side"]
    tiles = [box for row in side.top(TILE_ROWS).rows(2, GAP) for box in row.columns(3, GAP)]
    rest = side.below(TILE_ROWS + SQUIRREL + 2 * GAP)
    low = rest.below(SUPPLY + GAP)
    return {f"tile{n}": box for n, box in enumerate(tiles)} | {
        "squirrel": side.below(TILE_ROWS + GAP).top(SQUIRREL),
        "supply": rest.top(SUPPLY),
        "gaps": low.top(GAPS),
        "fits": low.below(GAPS + GAP),
    }


TRIED: Final = 150
TRIAL_HEIGHT: Final = hand_height(solo=False) - 2 * COST
"""Height of the picture of a trial: nothing below its floor costs anything."""


@cache
def trial() -> Mapping[str, Box]:
    """Return the boxes around the floor while a piece is tried.

    They are ``piece``, ``brings``, ``supply`` and ``gaps`` beside it, ``fits`` below it.
    """
    boxes = hand(solo=False)
    side = boxes["side"].top(boxes["side"].h - 2 * COST)
    rest = side.below(TRIED + GAP)
    low = rest.below(rest.h - SUPPLY - GAP - GAPS)
    return {
        "piece": side.top(TRIED),
        "brings": rest.top(low.y - GAP - rest.y),
        "supply": low.top(SUPPLY),
        "gaps": low.below(SUPPLY + GAP),
        "fits": boxes["low"].top(STRIP - 2 * COST),
    }


RESULT_HEAD: Final = 110
RESULT_ROW: Final = 392
RESULT_TALL: Final = 666
"""Height of a row of two players side by side."""
RANK: Final = 66
"""Height of rank, name and total in a result."""
SUMS: Final = 226
"""Width of the parts of the total, left of the floor."""
SUM: Final = 84
"""Height of the parts of the total above a floor."""
WIDE_SUMS: Final = 400
"""Width of the parts of the total, if there is more room."""


@cache
def result_height(seats: int) -> int:
    """Return the height of a result picture."""
    rows = (SOLO_PANEL - PATH + 8, RESULT_TALL, *2 * (2 * RESULT_ROW + GAP,))[seats - 1]
    return 2 * EDGE + RESULT_HEAD + GAP + rows


@cache
def result(seats: int) -> Mapping[str, Box]:
    """Return the boxes of a result picture: ``head``, and ``rank0``..., best first."""
    page = Box(0, 0, WIDTH, result_height(seats)).inset(EDGE)
    rest = page.below(RESULT_HEAD + GAP)
    if seats == 1:
        boxes = [rest]
    elif seats == 2:
        boxes = [*rest.columns(2, GAP)]
    else:
        boxes = [box for row in rest.rows(2, GAP) for box in row.columns(2, GAP)]
    ranks = {f"rank{n}": box for n, box in enumerate(boxes[:seats])}
    return {"head": page.top(RESULT_HEAD)} | ranks


@cache
def home(row: Box) -> Box:
    """Return where the floor is in a row of a result."""
    low = row.inset(10, 8)
    if row.w > 900:
        return low.after(WIDE_SUMS)
    return low.below(RANK + SUM) if row.h == RESULT_TALL else low.below(RANK).after(SUMS)


@cache
def sums(row: Box) -> Box:
    """Return where the parts of a total are in a row of a result."""
    room = row.inset(14, 10)
    if row.w > 900:
        return room.below(156).left(WIDE_SUMS - 16)
    low = room.below(RANK)
    return low.top(SUM - 8) if row.h == RESULT_TALL else low.left(SUMS - 16)


SHOWN_HEIGHT: Final = 540
TITLE: Final = 72


@cache
def shown() -> Mapping[str, Box]:
    """Return the boxes of a component's picture: title, thing (large), about (facts)."""
    page = Box(0, 0, WIDTH, SHOWN_HEIGHT).inset(EDGE)
    return exhibit(page, TITLE, 480, GAP)


@cache
def together(count: int) -> Mapping[str, Box]:
    """Return the boxes of several components side by side, each by its index from 0."""
    across = count if count <= 4 else 4 if count <= 8 else 6 if count <= 24 else 10
    rows = -(-count // across)
    page = Box(0, 0, WIDTH, together_height(count)).inset(EDGE)
    boxes = [box for row in page.rows(rows, GAP) for box in row.columns(across, GAP)]
    return {str(n): box for n, box in enumerate(boxes[:count])}


def together_height(count: int) -> int:
    """Return the height of a picture of `count` components."""
    return SHOWN_HEIGHT if count <= 8 else 900
