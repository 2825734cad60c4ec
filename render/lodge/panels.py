"""A lodge as a house in the snow: its player's line, elevator, rooms, free cells."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final, NamedTuple, TypeAlias

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Painter
from render.lodge import cells, icons, layout, pieces
from render.lodge import theme as th
from render.lodge.news import sky
from rules.lodge.components import FLOORS, AmenityId, Cell, Colour, Guest, column_name

Piece: TypeAlias = tuple[Box, Painter, tuple[Hashable, ...]]
THINGS: Final = 134
"""Width of a player's valet and token in a line."""
SCORE: Final = 214
"""Width of a player's guests and points in a line."""


class Tile(NamedTuple):
    """A tile of a lodge for painting; see `rules.lodge.view.TileView`.

    Attributes:
        progress: How far an amenity has come; "" if it can't be met any more.
        name: What an amenity is called.
    """

    cell: Cell
    colour: Colour | None
    guest: Guest | None
    points: int
    amenity: str
    met: bool
    progress: str
    last: bool
    name: str


class About(NamedTuple):
    """A player's line; `code` is what the valet's guest is called."""

    seat: int
    name: str
    acts: bool
    guests: str
    points: int
    valet: Guest | None
    code: str
    token: bool


class Host(NamedTuple):
    """An empty room, and the guests who could move in now, keenest first."""

    cell: Cell
    guests: tuple[Guest, ...]


class LodgeRow(NamedTuple):
    """A lodge to paint.

    Attributes:
        about: What is said about its player.
        columns: How many it has.
        tiles: What is in it.
        free: Where its player can build now.
        hosts: The rooms that can take a guest now.
        final: It is the end: tiles show what they score.
        news: What is new in it, from in full to only its cells; () for nothing.
        more: What to say of open amenities that have no room, with a gap for `count`.
    """

    about: About
    columns: int
    tiles: tuple[Tile, ...]
    free: tuple[Cell, ...]
    hosts: tuple[Host, ...]
    final: bool = False
    news: tuple[str, ...] = ()
    more: str = ""


def small(panel: Box, it: LodgeRow) -> Iterator[Piece]:
    """Yield boxes with what to paint in them, from back to front."""
    told, ground = layout.panel(panel, across(it))
    yield told, about, (it.about,)
    yield from building(ground, it)


def large(panel: Box, it: LodgeRow) -> Iterator[Piece]:
    """Yield the same for a large lodge, with its player's line on the right or above."""
    told, ground = layout.panel(panel, across(it), is_large=True)
    yield told, beside if told.x > panel.x else about, (it.about,)
    yield from building(ground, it)


def alone(it: LodgeRow) -> Iterator[Piece]:
    """Yield the same for the picture of one lodge."""
    place = layout.alone(across(it))
    yield place.told, about, (it.about,)
    for ground, columns in place.wings:
        yield from building(ground, it, columns, named=True)


def across(it: LodgeRow) -> int:
    """Return the columns of a lodge, those included in which a tile can be built."""
    return max([it.columns, *(cell.column + 1 for cell in it.free)])


def building(
    ground: Box, it: LodgeRow, columns: range | None = None, *, named: bool = False
) -> Iterator[Piece]:
    """Yield the parts of a lodge in its landscape, by default all columns.

    Large amenities have their names in them if `named`. Otherwise the sky tells what is new, and
    what amenities ask for that are too small to show it.
    """
    columns = columns or range(across(it))
    place = layout.house(ground, len(columns), columns.start)
    yield ground, landscape, (it.about.acts, 2 * place.shaft.h < ground.h)
    yield place.shaft, shaft, (place.size,)
    yield place.foot, letters, (place.shaft.right - place.foot.x, place.size, columns)
    hosts = {host.cell: host.guests for host in it.hosts}
    for tile in (tile for tile in it.tiles if tile.cell.column in columns):
        known = place.size >= cells.KNOWN and not it.final
        yield (
            place.cell(tile.cell),
            *_inside(tile, hosts.get(tile.cell, ()), known, it.final, named),
        )
    for cell in (cell for cell in it.free if cell.column in columns):
        yield place.cell(cell), free_cell, (str(cell),)
    if named or it.final:
        return
    taken = (
        cell for cell in (*(tile.cell for tile in it.tiles), *it.free) if cell.column in columns
    )
    found = _wishes(it) if place.size < cells.LARGE else ()
    yield from sky.above(ground, place, taken, it.news, found, it.more)


def _inside(
    tile: Tile, hosts: tuple[Guest, ...], known: bool, final: bool, named: bool
) -> tuple[Painter, tuple[Hashable, ...]]:
    """Return what to paint in a cell; its guest is shown only if `known`."""
    floor = tile.cell.floor
    if tile.amenity:
        name = tile.name if named else ""
        return cells.amenity, (tile.amenity, tile.met, tile.progress, final, tile.last, name)
    if tile.guest is None:
        return cells.empty, (tile.colour, hosts, floor if hosts else 0, tile.last)
    bonus = floor if tile.guest.floor == floor else 0
    points = tile.points if final else 0
    return cells.lodged, (tile.colour, tile.guest if known else None, bonus, points, tile.last)


def about(w: int, h: int, it: About) -> Canvas:
    """Paint what is said about a player: in one line, in two, or in a column of three."""
    art = Canvas(w, h, th.BEAM)
    ground = th.PAPER if it.acts else th.CREAM
    art.fill(art.box.inset(4), ground)
    room = art.box.inset(14, 6)
    if h >= 180:
        first, second, third = room.rows(3)
    elif h > layout.LINE:
        first, low = room.rows(2)
        second, third = low.left(low.w - THINGS), low.after(low.w - THINGS)
    else:
        first = room.left(room.w - SCORE - THINGS)
        second, third = room.after(first.w).left(SCORE), room.after(room.w - THINGS)
    _who(art, first, it)
    score(art, second, it.guests, it.points)
    _things(art, third, it, ground)
    return art


def _who(art: Canvas, room: Box, it: About) -> None:
    size = min(48, room.h - 2)
    x = room.x
    if it.acts:
        art.stamp_at(marks.pointer(26, th.MARK), x + 13, room.cy)
        x += 36
    art.stamp(pieces.chip(it.seat, size), x, room.cy - size // 2)
    x += size + 12
    name = Box(x, room.y, room.right - x - 6, room.h)
    art.name(name, it.name, words.bold(38), words.GLANCE_PX, th.INK)


def score(art: Canvas, room: Box, guests: str, points: int) -> None:
    """Put how many guests a player has placed, and their points."""
    font = words.bold(34)
    base = room.cy + (words.cap_height(font) + 1) // 2
    art.stamp_at(icons.person(32, th.WOOD), room.x + 16, room.cy)
    x = art.write(room.x + 36, base, guests, font, th.INK)
    art.stamp_at(pieces.blank_star(38), x + 29, room.cy - 2)
    art.write(x + 50, base, str(points), font, th.INK)


def _things(art: Canvas, room: Box, it: About, ground: str) -> None:
    size = min(56, room.h)
    case = size * 6 // 10
    art.stamp_at(icons.case(case, th.WOOD, ground), room.x + case // 2, room.cy)
    valet(art, room.x + case - 2, room.cy - size // 2, size, it.valet, ground)
    coin = 42
    art.stamp_at(icons.token(coin, not it.token), room.right - coin // 2, room.cy)


def valet(art: Canvas, x: int, y: int, size: int, guest: Guest | None, ground: str) -> None:
    """Put the valet's guest, or an empty space for one."""
    stamp = pieces.guest(guest, size, size) if guest else pieces.nobody(size, size, ground)
    art.stamp(stamp, x, y)


def beside(w: int, h: int, it: About) -> Canvas:
    """Paint the line of the player whose lodge is large, one thing below another."""
    art = Canvas(w, h, th.SKY)
    art.fill(Box(0, h - layout.FOOT, w, layout.FOOT), th.SNOW)
    plate = Box(4, 10, w - 14, h - layout.FOOT - 20)
    art.plate(plate, 14, th.MARK if it.acts else th.BEAM)
    ground = th.PAPER if it.acts else th.CREAM
    art.plate(plate.inset(5), 10, ground)
    room = plate.inset(14, 12)
    line = room.top(60)
    art.stamp(pieces.chip(it.seat, 46), line.x, line.cy - 23)
    art.name(line.after(54), it.name, words.bold(36), 27, th.INK)
    font = words.bold(38)
    for n, (sign, value) in enumerate(
        ((icons.person(36, th.WOOD), it.guests), (pieces.blank_star(44), str(it.points)))
    ):
        row = Box(room.x, room.y + 64 + 46 * n, room.w, 46)
        art.stamp_at(sign, row.x + 22, row.cy - 2 * n)
        art.label(row.after(54), value, font, th.INK, "left")
    rest = room.below(162)
    size = min(rest.w - 54, rest.h - 58)
    art.stamp_at(icons.case(40, th.WOOD, ground), rest.x + 22, rest.y + size // 2)
    x = rest.right - size
    if it.valet and size >= pieces.WHOLE:
        art.stamp(pieces.guest(it.valet, size, size, letters=it.code), x, rest.y)
    else:
        valet(art, x, rest.y, size, it.valet, ground)
    low = rest.below(size)
    art.stamp_at(icons.token(min(58, low.h - 4), not it.token), x + size // 2, low.cy + 3)
    return art


def landscape(w: int, h: int, acts: bool, low: bool = False) -> Canvas:
    """Paint the mountains behind a lodge: high ones behind a low, wide one."""
    art = Canvas(w, h, th.SKY)
    high = h * (7 if low else 5) // 8
    near = th.MIST if acts else th.PEAK
    art.stamp(icons.mountains(w, high, th.PEAK, near, th.DRIFT), 0, h - high)
    return art


def _wishes(it: LodgeRow) -> tuple[sky.Wish, ...]:
    """Return the open amenities, and how far they have come."""
    return tuple(
        sky.Wish(str(tile.cell), AmenityId(tile.amenity), tile.progress, tile.name)
        for tile in it.tiles
        if tile.amenity and tile.progress and not tile.met
    )


def shaft(w: int, h: int, size: int) -> Canvas:
    """Paint the elevator with the numbers of the floors."""
    art = Canvas(w, h, th.SKY)
    roof = h - FLOORS * size
    art.fill(Box(0, roof, w, h - roof), th.BEAM)
    art.fill(Box(0, 4, w, roof - 4), th.WOOD)
    art.fill(Box(0, 0, w, 8), th.SNOW)
    for floor in range(1, FLOORS + 1):
        box = Box(4, h - floor * size + 3, w - 8, size - 6)
        art.fill(box, th.WOOD)
        if size >= words.DETAIL_PX:
            px = min(38, max(words.DETAIL_PX, size // 2))
            art.label(box, str(floor), words.bold(px), th.SNOW)
    return art


def letters(w: int, h: int, x: int, size: int, columns: range) -> Canvas:
    """Paint the letters of the columns in the snow; in tiny lodges not each."""
    art = Canvas(w, h, th.SNOW)
    font = words.bold(28 if h > 26 else 23)
    widest = max((words.width(column_name(column), font) for column in columns), default=0)
    step = -(-(widest + 2) // size)
    for n, column in list(enumerate(columns))[::step]:
        room = Box(x + n * size - (widest - size) // 2, 0, widest, h)
        name = column_name(column)
        art.label(room if step > 1 else Box(x + n * size, 0, size, h), name, font, th.INK)
    return art


def free_cell(w: int, h: int, name: str) -> Canvas:
    """Paint a cell in which a tile can be built; if it is tiny, without its name."""
    art = Canvas(w, h, th.SKY)
    line = max(2, w // 24)
    art.stamp(icons.dashed(w - 2, h - 2, th.SOFT, th.SNOW, line, max(3, w // 12)), 1, 1)
    font = words.bold(max(words.GLANCE_PX, w * 40 // 100))
    if words.width(name, font) <= w - 6:
        art.label(art.box, name, font, th.INK)
    else:
        art.stamp_at(icons.plus(w * 6 // 10, th.INK), w // 2, h // 2)
    return art
