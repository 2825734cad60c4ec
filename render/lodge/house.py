"""A lodge as a house in the snow: what is told of its player, elevator, rooms, free cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Painter
from render.lodge import icons, layout, pieces, schemes
from render.lodge import theme as th
from rules.lodge.components import AMENITIES, FLOORS, Cell, Colour, Guest, column_name

Piece: TypeAlias = tuple[Box, Painter, tuple[object, ...]]


class Tile(NamedTuple):
    """A tile of a lodge as it is painted; see `rules.lodge.view.TileView`."""

    cell: Cell
    colour: Colour | None
    guest: Guest | None
    amenity: str
    met: bool
    progress: str
    last: bool


class About(NamedTuple):
    """What is told of a player above his lodge."""

    seat: int
    name: str
    acts: bool
    guests: str
    points: int
    valet: Guest | None
    token: bool


class Host(NamedTuple):
    """An empty room, who could move into it now, and the most points that would bring."""

    cell: Cell
    guests: tuple[Guest, ...]
    points: int


class Shown(NamedTuple):
    """A lodge to be painted: `free` cells can be built in, `hosts` can take a guest."""

    about: About
    columns: int
    tiles: tuple[Tile, ...]
    free: tuple[Cell, ...]
    hosts: tuple[Host, ...]


def pieces_of(panel: Box, it: Shown, most: int) -> Iterator[Piece]:
    """Yield boxes with what to paint into them, from the back to the front."""
    told, ground = layout.panel(panel)
    yield told, about, tuple(it.about)
    yield from building(ground, it, most)


def building(ground: Box, it: Shown, most: int = layout.MOST) -> Iterator[Piece]:
    """Yield the parts of a lodge in its landscape; cells are at most so large."""
    free = max((cell.column + 1 for cell in it.free), default=0)
    columns = max(it.columns, free)
    place = layout.house(ground, columns, most)
    yield ground, landscape, (it.about.acts,)
    yield place.shaft, shaft, (place.size,)
    yield place.foot, letters, (place.shaft.right - place.foot.x, place.size, columns)
    hosts = {host.cell: (host.guests, host.points) for host in it.hosts}
    for tile in it.tiles:
        box = place.cell(tile.cell)
        if tile.amenity:
            yield box, amenity, (tile.amenity, tile.met, tile.progress, tile.last)
        elif tile.guest is not None:
            happy = tile.guest.floor == tile.cell.floor
            yield box, lodged, (tile.colour, tile.guest, happy, tile.last)
        else:
            guests, points = hosts.get(tile.cell, ((), 0))
            yield box, empty, (tile.colour, guests, points, tile.last)
    for cell in it.free:
        yield place.cell(cell), free_cell, (str(cell),)


def about(
    w: int,
    h: int,
    seat: int,
    name: str,
    acts: bool,
    guests: str,
    points: int,
    valet: Guest | None,
    token: bool,
) -> Canvas:
    """Paint what is told of a player: in one line, in two, or in a column of three."""
    art = Canvas(w, h, th.BEAM)
    ground = th.PAPER if acts else th.CREAM
    art.fill(art.box.inset(4), ground)
    room = art.box.inset(14, 6)
    facts = 400 if w >= 900 else 300
    if h >= 180:
        first, second, third = room.rows(3)
    elif h > layout.LINE:
        first, second = room.rows(2)
        third = second
    else:
        first, second = room.left(room.w - facts), room.after(room.w - facts)
        third = second
    _who(art, first, seat, name, acts)
    if third is second:
        half = second.w // 2
        _score(art, second.left(half), guests, points)
        _things(art, second.after(half), valet, token, ground)
    else:
        _score(art, second, guests, points)
        _things(art, third, valet, token, ground)
    return art


def _who(art: Canvas, room: Box, seat: int, name: str, acts: bool) -> None:
    size = min(48, room.h - 2)
    x = room.x
    if acts:
        art.stamp_at(marks.pointer(26, th.MARK), x + 13, room.cy)
        x += 36
    art.stamp(pieces.chip(seat, size), x, room.cy - size // 2)
    x += size + 12
    font = words.largest(name, words.bold(38), room.right - x - 6, words.GLANCE_PX)
    art.label(Box(x, room.y, room.right - x - 6, room.h), name, font, th.INK, "left")


def _score(art: Canvas, room: Box, guests: str, points: int) -> None:
    art.stamp_at(icons.person(34, th.BEAM), room.x + 17, room.cy)
    x = art.write(room.x + 40, room.cy + 13, guests, words.bold(36), th.INK)
    size = min(58, room.h + 4)
    art.stamp_at(pieces.points(points, size), max(x + 12 + size // 2, room.x + 130), room.cy)


def _things(art: Canvas, room: Box, valet: Guest | None, token: bool, ground: str) -> None:
    size = min(52, room.h)
    x = room.x
    art.stamp_at(icons.case(36, th.WOOD, ground), x + 18, room.cy)
    x += 42
    stamp = pieces.guest(valet, size, size) if valet else pieces.nobody(size, size, ground)
    art.stamp(stamp, x, room.cy - size // 2)
    art.stamp_at(icons.token(size - 8, not token), x + size + 10 + size // 2, room.cy)


def landscape(w: int, h: int, acts: bool) -> Canvas:
    """Paint the mountains behind a lodge."""
    art = Canvas(w, h, th.SKY)
    high = h * 5 // 8
    art.stamp(
        icons.mountains(w, high, th.PEAK, th.MIST if acts else th.PEAK, th.DRIFT), 0, h - high
    )
    return art


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
        px = min(34, max(words.DETAIL_PX, size // 2))
        art.label(box, str(floor), words.bold(px), th.SNOW)
    return art


def letters(w: int, h: int, x: int, size: int, columns: int) -> Canvas:
    """Paint the letters of the columns in the snow."""
    art = Canvas(w, h, th.SNOW)
    for n in range(columns):
        name = column_name(n)
        font = words.largest(name, words.bold(26), size - 2, words.DETAIL_PX)
        art.label(Box(x + n * size, 0, size, h), name, font, th.INK)
    return art


def _marked(art: Canvas, last: bool) -> None:
    """Mark what the last move touched: a frame all round."""
    if last:
        w, h = art.box.w, art.box.h
        line = max(3, w // 16)
        for box in (Box(0, 0, w, line), Box(0, h - line, w, line), Box(0, 0, line, h),
                    Box(w - line, 0, line, h)):  # fmt: skip
            art.fill(box, th.MARK)


def empty(
    w: int, h: int, colour: Colour, guests: tuple[Guest, ...], points: int, last: bool
) -> Canvas:
    """Paint an empty room; with the guests who could move in and what the best would score."""
    art = Canvas(w, h, th.BEAM)
    art.stamp(pieces.room(colour, w), 0, 0)
    if guests:
        line = max(4, w // 14)
        art.plate(Box(0, 0, w, h), 0, th.SNOW)
        small = w - 2 * line
        art.stamp(pieces.room(colour, small), line, line)
        size = min(w * 42 // 100, 44)
        for n, guest in enumerate(guests[:2]):
            art.stamp(pieces.guest(guest, size, size), 2 + n * (size + 2), h - size - 2)
        star = max(30, w * 40 // 100)
        art.stamp(pieces.points(points, star), w - star, 0)
    _marked(art, last)
    return art


def lodged(w: int, h: int, colour: Colour, guest: Guest, happy: bool, last: bool) -> Canvas:
    """Paint a room with its guest; with heart and bonus on the favourite floor."""
    art = Canvas(w, h, th.BEAM)
    line = max(1, w // 28)
    art.fill(art.box.inset(line), th.ROOM[colour])
    frame = max(2, w // 12)
    art.fill(art.box.inset(line + frame), th.PALE[colour])
    if w < 56:
        size = w - 2 * line - 2
        art.stamp(pieces.guest(guest, size, size), line + 1, line + 1)
        if happy:
            mark = max(14, w * 3 // 8)
            art.stamp(icons.heart(mark, th.HEART), w - mark - line, line)
        _marked(art, last)
        return art
    size = w * 62 // 100
    art.stamp(pieces.guest(guest, size, size), w - size - line - 2, h - size - line - 2)
    sign = w * 26 // 100
    art.stamp(icons.room(colour, sign, th.INK, th.PALE[colour]), line + frame + 1, line + frame + 1)
    at = Box(w * 40 // 100, line + frame - 2, w * 55 // 100, w * 28 // 100)
    if happy:
        mark = at.h * 9 // 10
        art.stamp_at(icons.heart(mark, th.HEART), at.x + mark // 2, at.cy)
        font = words.bold(max(words.DETAIL_PX, at.h))
        art.write(at.x + mark + 1, at.cy + words.cap_height(font) // 2, f"+{guest.floor}", font,
                  th.INK)  # fmt: skip
    _marked(art, last)
    return art


def amenity(w: int, h: int, key: str, met: bool, progress: str, last: bool) -> Canvas:
    """Paint an amenity: what it asks for, its points, whether they are won."""
    art = Canvas(w, h, th.BEAM)
    art.stamp(pieces.gilt(w, h, th.PAPER), 0, 0)
    inset = max(4, w // 12)
    room = art.box.inset(inset)
    value = AMENITIES[key].points
    if w < 56:
        size = max(24, room.w * 6 // 10)
        art.stamp(pieces.points(value, size), room.cx - size // 2, room.y - 3)
        low = Box(0, room.y + size - 6, w, room.bottom - room.y - size + 6)
    else:
        high = room.h * 44 // 100
        scheme = schemes.scheme(key, room.w - 2, high)
        art.stamp_at(scheme, room.cx, room.y + high // 2)
        size = room.h - high + 2
        art.stamp(pieces.points(value, size), room.x - 2, room.bottom - size + 2)
        low = Box(room.x + size, room.bottom - size + 4, room.w - size, size - 4)
    if met:
        size = min(low.h, low.w, w * 4 // 10)
        art.disc(low.cx, low.cy, size, th.DONE)
        art.stamp_at(marks.check(size * 6 // 10, th.SNOW), low.cx, low.cy)
    else:
        font = words.largest(progress, words.bold(max(18, w * 3 // 10)), low.w, words.DETAIL_PX)
        art.label(low, progress, font, th.INK)
    _marked(art, last)
    return art


def free_cell(w: int, h: int, name: str) -> Canvas:
    """Paint a cell in which a tile can be built."""
    art = Canvas(w, h, th.SKY)
    line = max(2, w // 24)
    art.stamp(icons.dashed(w - 4, h - 4, th.BEAM, th.SNOW, line, max(3, w // 12)), 2, 2)
    font = words.largest(name, words.bold(max(18, w * 38 // 100)), w - 10, words.DETAIL_PX)
    art.label(art.box, name, font, th.INK)
    return art
