"""The layout of the pictures: boxes and sizes; nothing is painted here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from render.kit.layout import Box, around, exhibit, result_boxes
from render.kit.press import WIDTH
from rules.lodge.components import FLOORS, SLOTS, Cell

EDGE: Final = 14
"""The margin of every picture, in pixels."""
GAP: Final = 10
HEAD: Final = 66
SIDE: Final = 300
"""Width of the title, at the right of the head."""
GUESTS: Final = 304
"""Width of the waiting guests."""
RIM: Final = 44
"""Width of the floor numbers of the display."""
FOOT: Final = 30
"""Height of the letters or numbers below a building."""
ROOF: Final = 30
"""Height of the display's roof."""
WALL: Final = 8
"""Width of the right wall of the display."""
BAG: Final = 480
AWAY: Final = 466
"""Widths of the rooms and the guests that are left."""
STOCK: Final = 54
"""Height of what is left in bags and stack, below what is on offer."""
LINE: Final = 66
LINES: Final = 110
"""Heights of what is said about a player, on one line and on two."""
ASIDE: Final = 312
BESIDE: Final = 236
"""Widths of what is said about a player, left and right of a lodge."""
TOP: Final = 24
"""Height of the elevator's roof."""
LOW: Final = 0.6
"""The share of its landscape's height up to which a lodge is low."""
SIZES: Final = (150, 136, *range(104, 63, -8), *range(58, 21, -6), 18, 14, 11, 8, 6, 4, 2, 1)
"""The sizes of cells: few, so that lodges of many widths share tiles."""
SHAFT: Final = 44
"""Width of the elevator."""


class Heights(NamedTuple):
    """Heights of the parts of a board picture: the offer, the large lodge, the others."""

    offer: int
    large: int
    small: int


HEIGHTS: Final = {
    1: Heights(420, 476, 0),
    2: Heights(390, 398, 288),
    3: Heights(390, 378, 308),
    4: Heights(394, 400, 340),
}


@cache
def height(seats: int) -> int:
    """Return the height of a board picture."""
    high = HEIGHTS[seats]
    others = GAP + high.small if high.small else 0
    return 2 * EDGE + HEAD + GAP + high.offer + GAP + high.large + others


@cache
def board(seats: int) -> Mapping[str, Box]:
    """Return the boxes of a board picture by name; none of them overlap.

    They are ``head``, ``title``, those of `offer`, ``lodge0`` for the large lodge, and ``lodge1``
    and so on for the others.
    """
    high = HEIGHTS[seats]
    page = Box(0, 0, WIDTH, height(seats)).inset(EDGE)
    top = page.top(HEAD)
    boxes = {"head": top.left(top.w - SIDE - GAP), "title": top.after(top.w - SIDE)}
    rest = page.below(HEAD + GAP)
    boxes |= offer(rest.top(high.offer))
    rest = rest.below(high.offer + GAP)
    boxes["lodge0"] = rest.top(high.large)
    if seats > 1:
        others = rest.below(high.large + GAP).columns(seats - 1, GAP)
        boxes |= {f"lodge{n}": box for n, box in enumerate(others, 1)}
    return boxes


def display(room: Box) -> dict[str, Box]:
    """Return the boxes of the room display, on the left of a room.

    They are ``roof``, ``rim`` with the floor numbers, a box for each space by its index, ``wall``,
    and ``slots`` with their numbers.
    """
    size = (room.h - ROOF - FOOT) // FLOORS
    house = room.left(RIM + SLOTS * size + WALL)
    body = Box(house.x, house.y + ROOF, house.w, room.h - ROOF - FOOT)
    boxes = {
        "roof": house.top(ROOF),
        "slots": Box(house.x, room.bottom - FOOT, house.w, FOOT),
        "rim": body.left(RIM),
        "wall": body.after(body.w - WALL),
    }
    for floor in range(1, FLOORS + 1):
        bottom = body.bottom - (floor - 1) * size
        top = body.y if floor == FLOORS else bottom - size
        for slot in range(SLOTS):
            index = (floor - 1) * SLOTS + slot
            boxes[f"slot{index}"] = Box(body.x + RIM + slot * size, top, size, bottom - top)
    return boxes


def offer(room: Box) -> dict[str, Box]:
    """Return the boxes of what everybody chooses from.

    They are those of `display`, ``guest0`` to ``guest3``, ``amenity0`` to ``amenity3``, and below
    each of these groups what is left to be drawn: ``bag``, ``away``, ``stack``.
    """
    low = Box(room.x, room.bottom - STOCK, room.w, STOCK)
    room = room.top(room.h - STOCK - GAP)
    boxes = display(room)
    house = boxes["roof"].w
    rest = room.after(house + GAP)
    rows = rest.left(GUESTS).rows(2, GAP)
    tokens = [box for row in rows for box in row.columns(2, GAP)]
    boxes |= {f"guest{n}": box for n, box in enumerate(tokens)}
    tiles = rest.after(GUESTS + GAP).rows(4, 8)
    boxes |= {f"amenity{n}": box for n, box in enumerate(tiles)}
    beside = low.after(BAG + GAP)
    boxes |= {"bag": low.left(BAG), "away": beside.left(AWAY)}
    return boxes | {"stack": beside.after(AWAY + GAP)}


AREAS: Final = {
    "rooms": ("roof", "guest3", "slots", "guest0"),
    "amenities": ("amenity0", "amenity3"),
}
"""The areas of the board besides the lodges, by boxes at their corners."""


@cache
def area(seats: int, slug: str) -> Box:
    """Return one of `AREAS` on the board."""
    boxes = board(seats)
    return around((boxes[name] for name in AREAS[slug]), GAP)


WINGS: Final = (8, 12)
"""The most columns side by side: in a lodge of up to two rows, and of more."""


class Alone(NamedTuple):
    """The boxes of the picture of one lodge.

    Attributes:
        page: The whole, as small as the lodge can be, so that it is enlarged most.
        told: The player's line.
        wings: Where parts of the lodge go, each with its columns.
    """

    page: Box
    told: Box
    wings: tuple[tuple[Box, range], ...]


@cache
def alone(columns: int) -> Alone:
    """Return where a lodge of some columns is in a picture of its own; 0 is as 1."""
    columns = max(columns, 1)
    count = -(-columns // (WINGS[0] if columns <= 2 * WINGS[0] else WINGS[1]))
    each = -(-columns // count)
    size = _size((WIDTH - 2 * EDGE - SHAFT - 16) // each)
    wide, high = max(560, SHAFT + 16 + each * size), FOOT + TOP + FLOORS * size
    told = LINE if wide >= 660 else LINES
    page = Box(0, 0, min(WIDTH, wide + 2 * EDGE), 2 * EDGE + told + count * high)
    room = page.inset(EDGE)
    starts = range(0, columns, each)
    wings = zip(room.below(told).rows(count), starts, strict=True)
    return Alone(page, room.top(told), tuple((box, range(n, n + each)) for box, n in wings))


class House(NamedTuple):
    """The boxes of a lodge in its landscape.

    Attributes:
        size: Size of a cell.
        shaft: The elevator, with its roof.
        foot: The column letters.
        first: The column beside the elevator.
    """

    size: int
    shaft: Box
    foot: Box
    first: int = 0

    def cell(self, cell: Cell) -> Box:
        """Return the box of a cell."""
        return Box(
            self.shaft.right + (cell.column - self.first) * self.size,
            self.foot.y - cell.floor * self.size,
            self.size,
            self.size,
        )


def _size(most: int) -> int:
    """Return the largest size of a cell up to `most`."""
    return int(next(size for size in SIZES if size <= max(1, most)))


@cache
def house(ground: Box, columns: int, first: int = 0) -> House:
    """Return where a lodge of some columns is, free ones included.

    It is as large as fits in both directions and is always shown whole. Column `first` is beside
    the elevator.
    """
    near = ground.h >= 300
    foot, top, shaft = (FOOT, TOP, SHAFT) if near else (26, 14, 32)
    tall = (ground.h - foot - top) // FLOORS
    wide = (ground.w - shaft - 16) // max(1, columns)
    size = _size(min(tall, wide))
    spare = ground.w - shaft - columns * size
    x = ground.x + min(spare // 2, 10 + size)
    base = Box(ground.x, ground.bottom - foot, ground.w, foot)
    tower = Box(x, base.y - FLOORS * size - top, shaft, FLOORS * size + top)
    return House(size, tower, base, first)


@cache
def panel(room: Box, columns: int, *, is_large: bool = False) -> tuple[Box, Box]:
    """Return the boxes of a player's line, and of their lodge's landscape.

    The line is beside the lodge if there is room for that, on the right of a large one. It is above
    a lodge so wide that it would be low there, and is larger if it has the whole width.
    """
    high = LINE if room.w >= 560 else LINES
    above = (room.top(high), room.below(high))
    if room.w < 900:
        return above
    left, right = room.left(ASIDE), room.after(ASIDE)
    if is_large:
        left, right = room.after(room.w - BESIDE), room.left(room.w - BESIDE)
    usual = house(right, columns)
    is_low = usual.shaft.h < LOW * right.h and usual.size < house(above[1], columns).size
    return above if is_low else (left, right)


RESULT_HEAD: Final = 110
SUMS: Final = 536
"""Width of the parts of a total in a result, with the lodge on the right."""
TALL_SUMS: Final = 270
"""Height of the parts of a total in a result, with the lodge below."""


SIDE_BY_SIDE: Final = 12
"""The most columns of a lodge in a low result; wider lodges have wings."""


def result_height(seats: int, columns: int = 0) -> int:
    """Return the height of a result picture whose widest lodge has some columns."""
    if seats == 2 and columns > SIDE_BY_SIDE:
        return WIDTH
    return {1: 900, 2: 900, 3: WIDTH, 4: WIDTH}[seats]


@cache
def result(seats: int, columns: int = 0) -> Mapping[str, Box]:
    """Return the boxes of a result picture: head, and rows ``rank0``..., best first."""
    page = Box(0, 0, WIDTH, result_height(seats, columns)).inset(EDGE)
    return result_boxes(page, seats, RESULT_HEAD, GAP)


def sums(row: Box) -> Box:
    """Return where the parts of the total are in a row of a result."""
    return row.top(TALL_SUMS) if row.h > 2 * TALL_SUMS else row.left(SUMS)


def home(row: Box) -> Box:
    """Return where the lodge is in a row of a result: right of the sums, or below."""
    if row.h > 2 * TALL_SUMS:
        return row.below(TALL_SUMS).inset(14, 14)
    return row.after(SUMS).inset(12, 14)


def wings(ground: Box, columns: int) -> tuple[tuple[Box, range], ...]:
    """Return the parts of a lodge: itself, or two wings if these are larger."""
    half = max(1, -(-columns // 2))
    upper, lower = ground.rows(2)
    if house(upper, half).size > house(ground, columns).size:
        return ((upper, range(half)), (lower, range(half, columns)))
    return ((ground, range(columns)),)


HAND_LODGE: Final = 476
HAND_OFFER: Final = 604
HAND_HEIGHT: Final = 2 * EDGE + HEAD + 2 * GAP + HAND_LODGE + HAND_OFFER
HAND_DISPLAY: Final = 460
WHERE: Final = 84
"""Width of the columns that the rooms of a floor can go to."""
WHEN: Final = 34
"""Height of the line that says when guests can move in."""
FITS: Final = 384
"""Height of the guests with the rooms they could move into."""


@cache
def hand() -> Mapping[str, Box]:
    """Return the boxes of the active player's picture.

    They are ``head``, ``lodge``, those of the display with ``where`` on its right, below it
    ``bag``, ``away`` and ``stack``, ``when`` above ``fits0`` to ``fits4`` for the guests, and
    ``amenity0``...
    """
    page = Box(0, 0, WIDTH, HAND_HEIGHT).inset(EDGE)
    rest = page.below(HEAD + GAP)
    boxes = {"head": page.top(HEAD), "lodge": rest.top(HAND_LODGE)}
    low = rest.below(HAND_LODGE + GAP)
    boxes |= display(low.top(HAND_DISPLAY))
    wall = boxes.pop("wall")
    boxes["where"] = Box(wall.x, wall.y, WHERE, wall.h)
    house = low.left(boxes["where"].right - low.x)
    boxes["roof"] = house.top(ROOF)
    boxes["bag"], strip = house.below(HAND_DISPLAY + GAP).rows(2, GAP)
    near = strip.w - 130
    boxes |= {"away": strip.left(near - GAP), "stack": strip.after(near)}
    right = low.after(house.w + GAP)
    boxes["when"], right = right.top(WHEN), right.below(WHEN)
    boxes |= {f"fits{n}": box for n, box in enumerate(right.top(FITS).rows(5, 6))}
    tiles = [box for row in right.below(FITS + GAP).rows(2, 8) for box in row.columns(2, 8)]
    return boxes | {f"amenity{n}": box for n, box in enumerate(tiles)}


SHOWN_HEIGHT: Final = 500
TITLE: Final = 72


@cache
def shown() -> Mapping[str, Box]:
    """Return the boxes of a component's picture: title, thing (large), about (facts)."""
    page = Box(0, 0, WIDTH, SHOWN_HEIGHT).inset(EDGE)
    return exhibit(page, TITLE, 364, GAP)


MOMENT_LEFT: Final = 380
"""Width of what turns a player has left, in the picture of the last round."""


def moment_height(seats: int) -> int:
    """Return the height of the picture of the last round."""
    return max(600, 2 * EDGE + RESULT_HEAD + seats * (LINES + GAP))


@cache
def moment(seats: int) -> Mapping[str, Box]:
    """Return the boxes of the last round: head, ``player0``, ``left0`` and so on."""
    page = Box(0, 0, WIDTH, moment_height(seats)).inset(EDGE)
    boxes = {"head": page.top(RESULT_HEAD)}
    for n, row in enumerate(page.below(RESULT_HEAD + GAP).rows(seats, GAP)):
        row = row.top(min(row.h, LINES + 40))
        boxes |= {
            f"player{n}": row.left(row.w - MOMENT_LEFT),
            f"left{n}": row.after(row.w - MOMENT_LEFT),
        }
    return boxes


@cache
def together(count: int) -> Mapping[str, Box]:
    """Return the boxes of several components side by side, each by its index from 0."""
    across = count if count <= 5 else 4 if count <= 8 else 6 if count <= 24 else 10
    rows = -(-count // across)
    page = Box(0, 0, WIDTH, together_height(count)).inset(EDGE)
    boxes = [box for row in page.rows(rows, GAP) for box in row.columns(across, GAP)]
    return {str(n): box for n, box in enumerate(boxes[:count])}


def together_height(count: int) -> int:
    """Return the height of a picture of `count` components."""
    return SHOWN_HEIGHT if count <= 8 else 900
