"""The requirements of amenities, as a short row of symbols.

A symbol is a word of a small language: ``=4`` and the like is written; ``room:R`` is a room,
``tile`` any tile, ``own`` the amenity itself, ``guest`` and ``happy`` are guests, ``floor:4`` is
a floor's number, ``floors`` each of the four, ``empty`` an empty room, ``beside`` all four sides
of the amenity, ``stack:RBG`` a column, ``row:RBGYP`` a floor, ``group`` rooms joined.

A floor comes last, so that its number never stands beside how many are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PIL import Image

from render.kit import type as words
from render.kit.chips import lettered
from render.kit.kept import STAMPS
from render.kit.marks import star
from render.kit.pen import Pen, stamped
from render.kit.stamp import blank
from render.lodge import icons, pieces
from render.lodge import theme as th
from rules.lodge.components import AMENITIES, COLOURS, FLOORS, Amenity, Colour, Kind

LEAST: Final = 12
"""The smallest height of the symbols."""
WHOLE: Final = 17
"""The smallest height of those with text, which never shrinks below it."""


_SIGNS: Final[Mapping[Kind, Callable[[Amenity], tuple[str, ...]]]] = {
    Kind.ADJ_COLOUR: lambda it: (f"{it.number}×", f"room:{it.colour}", "beside"),
    Kind.EXACT_COLOUR: lambda it: (f"={it.number}", f"room:{it.colour}"),
    Kind.ADJ_DISTINCT: lambda it: (f"{it.number} ≠", "beside"),
    Kind.ADJ_GUESTS: lambda it: (f"{it.number}×", "guest", "beside"),
    Kind.SELF_FLOOR: lambda it: ("own", f"floor:{it.floor}"),
    Kind.FLOOR_COLOURS: lambda it: (f"row:{''.join(COLOURS)}",),
    Kind.COLUMN_COLOURS: lambda it: (f"stack:{''.join(COLOURS)[: it.number]}", f"{it.number} ≠"),
    Kind.FLOOR_TILES: lambda it: (f"{it.number}×", "tile", f"floor:{it.floor}"),
    Kind.HAPPY_MIN: lambda it: (f"{it.number}×", "happy"),
    Kind.GUESTS_FLOOR: lambda it: (f"{it.number}×", "guest", f"floor:{it.floor}"),
    Kind.GUESTS_EACH_FLOOR: lambda it: (f"{it.number}×", "guest", "floors"),
    Kind.AMENITIES_MIN: lambda it: (f"{it.number}×", "own"),
    Kind.EMPTY_MAX: lambda it: (f"≤{it.number}", "empty"),
    Kind.GROUP_MIN: lambda it: (f"{it.number} =", "group"),
}


def symbols(amenity: Amenity) -> tuple[str, ...]:
    """Return the symbols of an amenity's requirement."""
    return _SIGNS[amenity.kind](amenity)


@STAMPS
def scheme(amenity: str, w: int, h: int) -> Image.Image:
    """Return an amenity's requirement as large as fits, on a clear background."""
    row = symbols(AMENITIES[amenity])
    parts, wide = _set(row, h)
    high = h
    while wide > w and high > LEAST:
        high = max(LEAST, min(high - 1, high * w // wide))
        parts, wide = _set(row, high)
    sheet = blank(wide, max(part.height for part in parts))
    x = 0
    for part in parts:
        sheet.alpha_composite(part, (x, (sheet.height - part.height) // 2))
        x += part.width + _gap(high)
    return sheet


def fits(amenity: str, w: int) -> bool:
    """Return whether an amenity's requirement can be shown in a width."""
    return _set(symbols(AMENITIES[amenity]), LEAST)[1] <= w


def _gap(h: int) -> int:
    return max(2, h // 8)


def _set(row: tuple[str, ...], h: int) -> tuple[list[Image.Image], int]:
    """Return the symbols at a height, and their total width."""
    parts = [sign(it, h) for it in row]
    return parts, sum(part.width for part in parts) + _gap(h) * (len(parts) - 1)


def sign(symbol: str, h: int) -> Image.Image:
    """Return a symbol at a height."""
    kind, _, rest = symbol.partition(":")
    match kind:
        case "room":
            return pieces.room(Colour(rest), h)
        case "beside":
            return _beside(h)
        case "stack":
            return _stack(rest, h)
        case "row":
            return _row(rest, h)
        case "floor" | "floors":
            return _floor(rest, h) if rest else _each_floor(h)
        case "own":
            return own(h)
        case "guest" | "happy":
            return _guest(h, kind == "happy")
        case "tile" | "empty":
            return _tile(h, kind == "empty")
        case "group":
            return _group(h)
    return _written(symbol, h)


@STAMPS
def _written(line: str, h: int) -> Image.Image:
    font = words.bold(max(words.DETAIL_PX, round(h * 0.76)))
    stamp = blank(words.width(line, font), max(h, WHOLE))
    lettered(stamp, line, stamp.width // 2, stamp.height // 2, font.px, th.INK)
    return stamp


@stamped
def _any(size: int) -> Pen:
    pen = Pen(size, size)
    line = max(1, size // 14)
    pen.rect(0, 0, size, size, th.BEAM)
    pen.rect(line, line, size - 2 * line, size - 2 * line, th.PLANK)
    return pen


@STAMPS
def own(size: int) -> Image.Image:
    """Return an amenity of any kind."""
    stamp = pieces.gilt(size, size, th.PAPER).copy()
    mark = star(size * 6 // 10, th.BRASS)
    stamp.paste(mark, ((size - mark.width) // 2, (size - mark.height) // 2), mark)
    return stamp


@STAMPS
def _beside(h: int) -> Image.Image:
    """Return an amenity with a place on each of its four sides."""
    size = h // 3
    sheet = blank(3 * size, 3 * size)
    for at in ((1, 0), (0, 1), (2, 1), (1, 2)):
        sheet.paste(_any(size), (at[0] * size, at[1] * size))
    sheet.paste(own(size), (size, size))
    return sheet


def _stack(codes: str, h: int) -> Image.Image:
    size = h // len(codes)
    sheet = blank(size, size * len(codes))
    for n, code in enumerate(codes):
        sheet.paste(pieces.room(Colour(code), size), (0, n * size))
    return sheet


def _row(codes: str, h: int) -> Image.Image:
    size = h * 7 // 10
    sheet = blank(size * len(codes), size)
    for n, code in enumerate(codes):
        sheet.paste(pieces.room(Colour(code), size), (n * size, 0))
    return sheet


@STAMPS
def _floor(numbers: str, h: int) -> Image.Image:
    font = words.bold(max(words.DETAIL_PX, h * 62 // 100))
    w = max(h * 7 // 10, words.width(numbers, font) + h // 4)
    h = max(h, WHOLE)
    stamp = _plate(w, h).copy()
    lettered(stamp, numbers, w // 2, h // 2, font.px, th.SNOW)
    return stamp


@stamped
def _each_floor(h: int) -> Pen:
    """Draw an elevator, as it stands beside a lodge: a plate for each floor."""
    line = max(1, h // 16)
    each = max(2, (h - (FLOORS + 1) * line) // FLOORS)
    w = max(8, h * 5 // 10)
    pen = Pen(w, FLOORS * each + (FLOORS + 1) * line)
    pen.rect(0, 0, w, pen.h, th.BEAM)
    for n in range(FLOORS):
        pen.rect(line, line + n * (each + line), w - 2 * line, each, th.PLANK)
    return pen


@stamped
def _plate(w: int, h: int) -> Pen:
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, th.WOOD, h * 0.16)
    return pen


@STAMPS
def _guest(h: int, happy: bool) -> Image.Image:
    """Return a room with a guest in it, with a heart if on the favourite floor."""
    stamp = _any(h).copy()
    size = h * 7 // 10
    sign = icons.person(size, th.BEAM)
    stamp.paste(sign, ((h - size) // 2, h - size - h // 14), sign)
    if happy:
        mark = icons.heart(h * 45 // 100, th.HEART)
        stamp.paste(mark, (h - mark.width, 0), mark)
    return stamp


@STAMPS
def _tile(h: int, empty: bool) -> Image.Image:
    if not empty:
        return _any(h)
    stamp = _any(h).copy()
    lettered(stamp, "–", h // 2, h // 2, max(words.DETAIL_PX, h * 7 // 10), th.BEAM)
    return stamp


@stamped
def _same(size: int) -> Pen:
    """Draw a room of any colour, the same for all that are joined."""
    pen = Pen(size, size)
    line, wide = max(1, size // 14), size * 0.5
    pen.rect(0, 0, size, size, th.BEAM)
    pen.rect(line, line, size - 2 * line, size - 2 * line, th.PLANK)
    for y in (0.32, 0.56):
        pen.rect((size - wide) / 2, size * y, wide, size * 0.13, th.BEAM)
    return pen


@STAMPS
def _group(h: int) -> Image.Image:
    size = h // 2
    sheet = blank(3 * size, 2 * size)
    for at in ((0, 0), (size, 0), (size, size), (2 * size, size)):
        sheet.paste(_same(size), at)
    return sheet
