"""The game's pieces, square by square: tiles, holes, animals, squirrels, tokens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from PIL import Image

from render.indian_summer import icons
from render.indian_summer import theme as th
from render.kit import chips
from render.kit.canvas import Canvas
from render.kit.kept import STAMPS
from render.kit.layout import Box
from render.kit.pen import Pen, stamped
from rules.indian_summer.components import Animal, Colour, Treasure

TOP: Final = 1
RIGHT: Final = 2
FOOT: Final = 4
LEFT: Final = 8
_STEPS: Final = ((TOP, -1, 0), (RIGHT, 0, 1), (FOOT, 1, 0), (LEFT, 0, -1))
CORNERS: Final = ((16, -1, -1), (32, -1, 1), (64, 1, 1), (128, 1, -1))
COARSE: Final = 34
"""The size below which a square's texture has half as many dots or lines."""
PLAIN: Final = 24
"""The size below which a square has no texture: an id tells the colour."""
FACED: Final = 26
"""The size of a square from which an animal has its face, and paws on the others."""
ALL_ROUND: Final = TOP | RIGHT | FOOT | LEFT


class Hole(NamedTuple):
    """The view through the hole of a leaf tile.

    Attributes:
        below: The treasure printed below it, or None.
        token: True if the treasure's token lies on it.
        glow: True if its token would be gained.
        fits: True if an animal would fit over it.
    """

    below: Treasure | None = None
    token: bool = False
    glow: bool = False
    fits: bool = False


def walls(row: int, col: int, squares: Iterable[tuple[int, int]]) -> int:
    """Return on which sides of a square, and at which inner corners, its piece ends."""
    piece = frozenset(squares)
    found = sum(side for side, down, right in _STEPS if (row + down, col + right) not in piece)
    for corner, down, right in CORNERS:
        beside = (row + down, col) in piece and (row, col + right) in piece
        if beside and (row + down, col + right) not in piece:
            found |= corner
    return found


@stamped
def texture(colour: Colour, size: int) -> Pen:
    """Draw a leaf square's texture, seamless with the next: dots, stripes, lattice."""
    pen = Pen(size, size)
    ink, line = th.TEXTURE[colour], max(1.2, size / 28)
    count = 4 if colour is Colour.GREEN or size % 3 else 3
    count = count if size >= COARSE else 2
    step = size / count
    if colour is Colour.GREEN:
        for row in range(count):
            for col in range(count):
                x = (col + 0.25 + row % 2 / 2) * step
                pen.disc(x, (row + 0.5) * step, step * 0.19, ink)
        return pen
    for n in range(count if colour is Colour.RED else 2 * count):
        at = (n + 0.5) * step
        if colour is Colour.RED:
            wide = max(1, round(line))
            pen.rect(int(at) - wide // 2, 0, wide, size, ink)
            pen.rect(0, int(at) - wide // 2, size, wide, ink)
        else:
            pen.line([(at + step, -step), (at - size - step, size + step)], line, ink)
    return pen


def border(art: Canvas, box: Box, sides: int, ink: str, line: int) -> None:
    """Draw lines along some sides of a square, inside it, and into its inner corners."""
    edges(art, box, sides, ink, line)
    corners(art, box, sides, ink, (line, line))


def edges(art: Canvas, box: Box, sides: int, ink: str, line: int) -> None:
    """Draw lines along some sides of a square, inside it."""
    x, y = box.right - line, box.bottom - line
    if sides & TOP:
        art.fill(Box(box.x, box.y, box.w, line), ink)
    if sides & RIGHT:
        art.fill(Box(x, box.y, line, box.h), ink)
    if sides & FOOT:
        art.fill(Box(box.x, y, box.w, line), ink)
    if sides & LEFT:
        art.fill(Box(box.x, box.y, line, box.h), ink)


def dashes(art: Canvas, box: Box, sides: int, ink: str, line: int) -> None:
    """Draw the border of an area below a piece: only every other bit."""
    for n in (0, 2):
        start, end = n * box.w // 4, (n + 1) * box.w // 4
        upright = Box(box.x, box.y + start, box.w, end - start)
        flat = Box(box.x + start, box.y, end - start, box.h)
        edges(art, upright, sides & (LEFT | RIGHT), ink, line)
        edges(art, flat, sides & (TOP | FOOT), ink, line)


def corners(art: Canvas, box: Box, sides: int, ink: str, size: tuple[int, int]) -> None:
    """Draw the inner corners among some sides of a square, each of a width and height."""
    w, h = size
    for corner, down, right in CORNERS:
        if sides & corner:
            x, y = box.right - w if right > 0 else box.x, box.bottom - h if down > 0 else box.y
            art.fill(Box(x, y, w, h), ink)


def leaf(
    art: Canvas, box: Box, colour: Colour, sides: int, edge: str = th.LINE, rim: int = 0
) -> None:
    """Paint a square of a leaf tile: colour, texture, outline where the tile ends.

    Args:
        art: What is painted on.
        box: The square.
        colour: Of the tile.
        sides: Where the tile ends; see `walls`.
        edge: The colour of the outline.
        rim: The sides where the border of an area will hide part of the outline.
    """
    art.fill(box, th.LEAF[colour])
    if box.w >= PLAIN:
        art.stamp(texture(colour, box.w), box.x, box.y)
    line = outline(box.w, edge)
    if edge != th.LINE:  # a dark line inside the mark parts it from the leaf
        _rims(art, box, sides, th.LINE, line + 2, rim)
    _rims(art, box, sides, edge, line, rim)


def _rims(art: Canvas, box: Box, sides: int, ink: str, line: int, rim: int) -> None:
    """Draw an outline, wider where the border of an area will hide part of it."""
    edges(art, box, sides, ink, line)
    wide = line + area_line(box.w)
    edges(art, box, sides & rim, ink, wide)
    for corner, down, right in CORNERS:
        across = wide if rim & (RIGHT if right > 0 else LEFT) else line
        upright = wide if rim & (FOOT if down > 0 else TOP) else line
        corners(art, box, sides & corner, ink, (across, upright))


def outline(size: int, edge: str) -> int:
    """Return the width of a piece's outline; a marked piece has a wider one."""
    return max(2, size // 18) * (1 if edge == th.LINE else 2)


def area_line(size: int) -> int:
    """Return how many pixels of a space the border of its area takes."""
    return max(2, size // 22)


def hole(art: Canvas, box: Box, it: Hole, edge: str = th.LINE) -> None:
    """Paint the hole of a square: what is printed below it, or the token on it.

    Args:
        art: What is painted on.
        box: The square.
        it: What can be seen in the hole.
        edge: The colour of its outline.
    """
    size = box.w * 74 // 100
    size += (box.w - size) % 2
    rim = max(1.5, size / 20)
    if it.glow or it.fits:
        halo = size + 2 * (box.w // 12)
        art.disc(box.cx, box.cy, halo, th.MARK if it.glow else th.GREY)
    art.disc(box.cx, box.cy, size, th.IVORY if it.token else th.EARTH, edge, rim)
    if it.below is not None:
        share = 78 if it.token else 84
        sign = icons.treasure(it.below, size * share // 100, faded=not it.token)
        art.stamp_at(sign, box.cx, box.cy)
    elif it.fits:
        art.stamp_at(icons.paw(size * 56 // 100, th.GREY), box.cx, box.cy)


@stamped
def _limb(size: int, sides: int, share: float, fill: str) -> Pen:
    """Draw a square of an animal: a body that continues where the animal does not end."""
    pen = Pen(size, size)
    half, r = size / 2, size * share / 2
    pen.disc(half, half, r, fill)
    for side, x, y in ((TOP, half - r, 0), (FOOT, half - r, half), (LEFT, 0, half - r),
                       (RIGHT, half, half - r)):  # fmt: skip
        if not sides & side:
            across = side in (LEFT, RIGHT)
            pen.rect(x, y, half if across else 2 * r, 2 * r if across else half, fill)
    for (corner, down, right), beside in zip(
        CORNERS, (TOP | LEFT, TOP | RIGHT, FOOT | RIGHT, FOOT | LEFT), strict=True
    ):
        if not sides & (corner | beside):
            pen.rect(half if right > 0 else 0, half if down > 0 else 0, half, half, fill)
    return pen


def limb(
    art: Canvas, box: Box, sides: int, animal: Animal | None = None, edge: str = th.LINE
) -> None:
    """Paint a square of an animal; the one with its head names the `animal`."""
    size = box.w
    if edge != th.LINE:
        art.stamp(_limb(size, sides, 0.94, edge), box.x, box.y)
    art.stamp(_limb(size, sides, 0.8, th.LINE), box.x, box.y)
    art.stamp(_limb(size, sides, 0.7, th.GREY), box.x, box.y)
    if size < FACED:
        return
    if animal is not None:
        art.stamp_at(icons.face(animal, size * 84 // 100), box.cx, box.cy)
    else:
        art.stamp_at(icons.paw(size * 36 // 100, th.SLATE), box.cx, box.cy)


@STAMPS
def squirrel(size: int, edge: str) -> Image.Image:
    """Return the square of a squirrel."""
    stamp = _plate(size, edge, outline(size, edge)).copy()
    sign = size * 78 // 100
    animal = icons.squirrel(sign, th.CHEST, th.FUR)
    stamp.paste(animal, ((size - sign) // 2, (size - sign) // 2), animal)
    return stamp


@stamped
def _plate(size: int, edge: str, line: float) -> Pen:
    pen = Pen(size, size)
    pen.rect(0, 0, size, size, edge)
    pen.rect(line, line, size - 2 * line, size - 2 * line, th.FUR)
    return pen


def squares_of(drawing: str) -> dict[tuple[int, int], str]:
    """Return the squares of a drawing such as ``x./ox`` with their characters."""
    return {
        (row, col): sign
        for row, line in enumerate(drawing.split("/"))
        for col, sign in enumerate(line)
        if sign != "."
    }


def figure(
    art: Canvas,
    room: Box,
    drawing: str,
    colour: Colour | None,
    most: int = 200,
    animal: Animal | None = None,
    *,
    dim: bool = False,
) -> None:
    """Paint a leaf tile, or without a colour an animal, as large as fits a room.

    Faint lines part the squares of a tile, so that they can be counted.

    Args:
        art: What is painted on.
        room: Where; the piece is centred.
        drawing: Its rows from the top.
        colour: The colour of a leaf tile, or None for an animal.
        most: Largest size of a square.
        animal: The animal whose face is shown, if any.
        dim: Paint a leaf tile without its colour, since it can't be taken now.
    """
    squares = squares_of(drawing)
    high, wide = 1 + max(row for row, _ in squares), 1 + max(col for _, col in squares)
    unit = min(most, room.w // wide, room.h // high)
    left, top = room.cx - wide * unit // 2, room.cy - high * unit // 2
    for n, ((row, col), sign) in enumerate(squares.items()):
        box = Box(left + col * unit, top + row * unit, unit, unit)
        sides = walls(row, col, squares)
        if dim:
            art.fill(box, th.MIST)
            border(art, box, sides, th.LINE, outline(unit, th.LINE))
        elif colour is None:
            limb(art, box, sides, None if n else animal)
            continue
        else:
            leaf(art, box, colour, sides)
        edges(art, box, (RIGHT | FOOT) & ~sides, th.BARK, max(1, unit // 20))
        if sign == "o":
            hole(art, box, Hole(), th.IVORY)  # else it looks like a gap on dark ground


def chip(seat: int, size: int) -> Image.Image:
    """Return the token of a seat: colour, pattern, letter."""
    return chips.chip(th.SEAT_LOOKS[seat], size, 0.62)
