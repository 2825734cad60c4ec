"""The sky beside a lodge: what is new in it, what its amenities still ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from PIL import Image

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from render.lodge import schemes
from render.lodge import theme as th
from render.lodge.layout import GAP, House
from rules.lodge.components import AmenityId, Cell

HIGH: Final = (56, 84)
"""Heights of what is new: on one line, or on two."""
MOST: Final = 460
"""Largest width of what is new."""
PAD: Final = 14
"""Pixels on both sides of it."""
SIZES: Final = tuple(map(words.bold, (38, 33, 28, 24, words.DETAIL_PX)))
"""Its letters: of few sizes, as each has its own masks to set."""
PLAIN: Final = 28
"""The size of letters from which it is told in full, if there is room."""
ROWS: Final = (44, 34, 26)
"""Heights of a line about an open amenity."""
WIDE: Final = 400
"""More than the width of what any amenity asks for."""
SPACE: Final = 10
"""Pixels between the parts of such a line."""


class Wish(NamedTuple):
    """An open amenity: its cell, how far it has come, what it is called."""

    cell: str
    amenity: AmenityId
    progress: str
    name: str


class Table(NamedTuple):
    """How lines about open amenities are arranged.

    Attributes:
        high: The height of a line.
        parts: The widths of the cell, of what is asked for with a gap after it, of the progress,
            and of the name, which is 0 if not all have room with their names.
        columns: How many columns there are.
        rows: How many lines there are in each of them.
    """

    high: int
    parts: tuple[int, int, int, int]
    columns: int
    rows: int

    @property
    def wide(self) -> int:
        """Return the width of a column."""
        return sum(self.parts) + sum(part > 0 for part in self.parts[1:]) * SPACE

    @property
    def shown(self) -> int:
        """Return how many lines there is room for."""
        return self.columns * self.rows


def above(
    ground: Box,
    place: House,
    taken: Iterable[Cell],
    news: tuple[str, ...],
    found: tuple[Wish, ...],
    more: str,
) -> Iterator[Placed]:
    """Yield what is written beside a house, as far as there is room.

    Args:
        ground: The landscape.
        place: The house in it.
        taken: The cells with something in them, those included in which a tile can be built.
        news: What is new, from in full to only its cells; () for nothing.
        found: The open amenities.
        more: What to say of those that have no room.
    """
    parts = [place.shaft, *map(place.cell, taken)]
    told = note_box(ground, place, parts, news)
    if told:
        yield told[0], note, (told[1],)
    if found:
        yield from _listed(_rooms(ground, place, parts, told and told[0]), found, more)


def note_box(
    ground: Box, place: House, parts: Iterable[Box], news: tuple[str, ...]
) -> tuple[Box, str] | None:
    """Return where what is new has room, clear of the house, and which line.

    The last line, in which words are left out, is only for where no other has room.
    """
    parts, best = list(parts), None
    for n, line in enumerate(news):
        if best and n == len(news) - 1:
            break
        for high in HIGH:
            low = ground.y + GAP + high
            left = max([ground.x, *(box.right for box in parts if box.y < low)])
            room = min(MOST, ground.right - left - 2 * GAP)
            written = _written(line, room - 2 * PAD, high)
            if low > place.foot.y or not written:
                continue
            font, lines = written
            if not best or font.px > best[0]:
                wide = max(words.width(it, font) for it in lines) + 2 * PAD
                box = Box(ground.right - GAP - wide, ground.y + GAP, wide, high)
                best = font.px, box, line
        if best and best[0] >= PLAIN:
            break
    return best and best[1:]


@lru_cache(2048)
def _written(line: str, w: int, h: int) -> tuple[words.Font, tuple[str, ...]] | None:
    """Return the font and lines of what is new, as large as fits; None if cut."""
    for font in SIZES:
        wide = words.width(line, font)
        if wide <= w and font.px * 3 <= h * 2:
            return font, (line,)
        if wide <= 2 * w + font.px and 2 * font.px + 12 <= h:  # with the space that is lost
            lines = words.wrap(line, font, w, 2)
            if " ".join(lines) == line and words.width(lines[0], font) <= w:
                return font, lines
    return None


def _rooms(ground: Box, place: House, parts: list[Box], taken: Box | None) -> Iterator[Box]:
    """Yield where there is room for open amenities: above a house, and on its right."""
    sky = ground.inset(GAP)
    over = sky.top(place.shaft.y - ground.y - 2 * GAP)
    yield over.left(taken.x - GAP - over.x) if taken else over
    left = max(box.right for box in parts) + 2 * GAP
    top = taken.bottom + GAP if taken else sky.y
    yield Box(left, top, sky.right - left, place.foot.y - GAP - top)


def _listed(rooms: Iterable[Box], found: tuple[Wish, ...], more: str) -> Iterator[Placed]:
    """Yield the open amenities where most of them have room, as large as possible."""
    best: tuple[Table, Box] | None = None
    for room in rooms:
        table = arranged(room.w - 2 * SPACE, room.h - SPACE, found)
        if table and (not best or _rank(table, found) > _rank(best[0], found)):
            best = table, room
    if not best:
        return
    table, room = best
    high = table.rows * table.high + SPACE
    wide = table.columns * (table.wide + 2 * SPACE)
    yield Box(room.right - wide, room.y, wide, high), wishes, (found, more)


def _rank(table: Table, found: tuple[Wish, ...]) -> tuple[int, int]:
    return min(table.shown, len(found)), table.high


@lru_cache(2048)
def arranged(w: int, h: int, found: tuple[Wish, ...]) -> Table | None:
    """Return how lines are arranged in a room; None if it is too small for one."""
    best = None
    for high, named in (*((high, True) for high in ROWS[:-1]), *((high, False) for high in ROWS)):
        font = words.bold(_px(high))
        parts = (
            max(words.width(it.cell, font) for it in found),
            max(_asked_width(it.amenity, high) for it in found) + SPACE,
            max(words.width(it.progress, font) for it in found),
            max(words.width(it.name, words.text(font.px)) for it in found) if named else 0,
        )
        table = Table(high, parts, 1, h // high)
        columns = min(len(found), (w + 2 * SPACE) // (table.wide + 2 * SPACE))
        if columns < 1 or table.rows < 1:
            continue
        table = table._replace(columns=columns, rows=min(table.rows, -(-len(found) // columns)))
        if table.shown >= len(found):
            return table
        best = best if named else table
    return best


def _asked(amenity: AmenityId, high: int) -> Image.Image:
    """Return what an amenity asks for; the same stamp in rooms of any width."""
    return schemes.scheme(amenity, WIDE, high - 8)


@cache
def _asked_width(amenity: AmenityId, high: int) -> int:
    return _asked(amenity, high).width


def _px(high: int) -> int:
    return max(words.DETAIL_PX, high * 72 // 100)


def note(w: int, h: int, line: str) -> Canvas:
    """Paint what is new."""
    art = Canvas(w, h, th.SKY)
    art.plate(art.box, 10, th.MARK)
    art.plate(art.box.inset(4), 7, th.PAPER)
    room = art.box.inset(PAD, 6)
    font, lines = _written(line, room.w, h) or (words.bold(words.DETAIL_PX), (line,))
    for box, part in zip(room.rows(len(lines)), lines, strict=True):
        art.label(box, part, font, th.INK)
    return art


def wishes(w: int, h: int, found: tuple[Wish, ...], more: str) -> Canvas:
    """Paint what open amenities ask for and how far they have come."""
    art = Canvas(w, h, th.SKY)
    art.plate(art.box, 10, th.PAPER)
    table = arranged(w - 2 * SPACE, h - SPACE, found)
    if table is None:
        return art
    room, font = art.box.inset(SPACE, SPACE // 2), words.bold(_px(table.high))
    shown = found if len(found) <= table.shown else found[: table.shown - 1]
    places = [
        column.below(n * table.high).top(table.high)
        for column in room.columns(table.columns, 2 * SPACE)
        for n in range(table.rows)
    ]
    for it, box in zip(shown, places, strict=False):
        _wish(art, box, it, table, font)
    if len(shown) < len(found):
        line = more.format(count=len(found) - len(shown))
        font = words.largest(line, words.text(_px(table.high)), table.wide, words.DETAIL_PX)
        art.label(places[len(shown)].left(table.wide), line, font, th.INK, "left")
    return art


def _wish(art: Canvas, box: Box, it: Wish, table: Table, font: words.Font) -> None:
    """Put an open amenity: its cell, what it asks for, how far it has come, its name."""
    cell, asks, done, name = table.parts
    art.label(box.left(cell), it.cell, font, th.INK, "left")
    scheme = _asked(it.amenity, table.high)
    art.stamp(scheme, box.x + cell + SPACE, box.cy - scheme.height // 2)
    rest = box.after(cell + asks + 2 * SPACE)
    art.label(rest, it.progress, font, th.INK, "left")
    if name:
        art.label(rest.after(done + SPACE), it.name, words.text(font.px), th.INK, "left")
