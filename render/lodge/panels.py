"""A lodge as a house in the snow: its player's line, elevator, rooms, free cells."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final, NamedTuple, TypeAlias

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Painter
from render.lodge import icons, layout, pieces, schemes
from render.lodge import theme as th
from rules.lodge.components import AMENITIES, FLOORS, Cell, Colour, Guest, column_name

Piece: TypeAlias = tuple[Box, Painter, tuple[Hashable, ...]]
THINGS: Final = 134
"""Width of a player's valet and token in a line."""
SCORE: Final = 214
"""Width of a player's guests and points in a line."""
SMALL: Final = 64
"""Size of a cell below which a guest fills all of it."""
TINY: Final = 38
"""Size of a cell below which a guest is only a floor on two colours."""


class Tile(NamedTuple):
    """A tile of a lodge for painting; see `rules.lodge.view.TileView`."""

    cell: Cell
    colour: Colour | None
    guest: Guest | None
    amenity: str
    met: bool
    progress: str
    last: bool


class About(NamedTuple):
    """A player's line: what is said about them."""

    seat: int
    name: str
    acts: bool
    guests: str
    points: int
    valet: Guest | None
    token: bool


class Host(NamedTuple):
    """An empty room, and the guests who could move in now, keenest first."""

    cell: Cell
    guests: tuple[Guest, ...]


class LodgeRow(NamedTuple):
    """A lodge to paint: `free` cells can be built in, `hosts` can take a guest."""

    about: About
    columns: int
    tiles: tuple[Tile, ...]
    free: tuple[Cell, ...]
    hosts: tuple[Host, ...]


def small(panel: Box, it: LodgeRow) -> Iterator[Piece]:
    """Yield boxes with what to paint in them, from back to front."""
    told, ground = layout.panel(panel)
    yield told, about, (it.about,)
    yield from building(ground, it)


def large(panel: Box, it: LodgeRow) -> Iterator[Piece]:
    """Yield the same for a large lodge, with its player's line on the right."""
    ground, side = panel.left(panel.w - layout.BESIDE), panel.after(panel.w - layout.BESIDE)
    yield side, beside, (it.about,)
    yield from building(ground, it)


def alone(it: LodgeRow) -> Iterator[Piece]:
    """Yield the same for the picture of one lodge."""
    place = layout.alone(across(it))
    yield place.told, about, (it.about,)
    for ground, columns in place.wings:
        yield from building(ground, it, columns)


def across(it: LodgeRow) -> int:
    """Return the columns of a lodge, those included in which a tile can be built."""
    return max([it.columns, *(cell.column + 1 for cell in it.free)])


def building(ground: Box, it: LodgeRow, columns: range | None = None) -> Iterator[Piece]:
    """Yield the parts of a lodge in its landscape, by default all columns."""
    columns = columns or range(across(it))
    place = layout.house(ground, len(columns), columns.start)
    yield ground, landscape, (it.about.acts,)
    yield place.shaft, shaft, (place.size,)
    yield place.foot, letters, (place.shaft.right - place.foot.x, place.size, columns)
    hosts = {host.cell: host.guests for host in it.hosts}
    for tile in (tile for tile in it.tiles if tile.cell.column in columns):
        box = place.cell(tile.cell)
        if tile.amenity:
            yield box, amenity, (tile.amenity, tile.met, tile.progress, tile.last)
        elif tile.guest is not None:
            happy = tile.guest.floor == tile.cell.floor
            yield box, lodged, (tile.colour, tile.guest, happy, tile.last)
        else:
            yield box, empty, (tile.colour, hosts.get(tile.cell, ()), tile.last)
    for cell in (cell for cell in it.free if cell.column in columns):
        yield place.cell(cell), free_cell, (str(cell),)


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
    font = words.largest(it.name, words.bold(38), room.right - x - 6, words.GLANCE_PX)
    art.label(Box(x, room.y, room.right - x - 6, room.h), it.name, font, th.INK, "left")


def score(art: Canvas, room: Box, guests: str, points: int) -> None:
    """Put how many guests a player has placed, and their points."""
    font = words.bold(34)
    base = room.cy + (words.cap_height(font) + 1) // 2
    art.stamp_at(icons.person(32, th.WOOD), room.x + 16, room.cy)
    x = art.write(room.x + 36, base, guests, font, th.INK)
    art.stamp_at(pieces.blank_star(38), x + 29, room.cy - 2)
    art.write(x + 50, base, str(points), font, th.INK)


def _things(art: Canvas, room: Box, it: About, ground: str) -> None:
    size = min(52, room.h)
    stamp = pieces.guest(it.valet, size, size) if it.valet else pieces.nobody(size, size, ground)
    art.stamp(pieces.served(stamp, ground), room.x, room.cy - size // 2)
    coin = 42
    art.stamp_at(icons.token(coin, not it.token), room.x + THINGS - coin // 2, room.cy)


def beside(w: int, h: int, it: About) -> Canvas:
    """Paint the line of the player whose lodge is large, one thing below another."""
    art = Canvas(w, h, th.SKY)
    art.fill(Box(0, h - layout.FOOT, w, layout.FOOT), th.SNOW)
    plate = Box(4, 10, w - 14, h - layout.FOOT - 20)
    art.plate(plate, 14, th.MARK if it.acts else th.BEAM)
    ground = th.PAPER if it.acts else th.CREAM
    art.plate(plate.inset(5), 10, ground)
    room = plate.inset(14, 12)
    line = room.top(48)
    art.stamp(pieces.chip(it.seat, 44), line.x, line.cy - 22)
    font = words.largest(it.name, words.bold(34), line.w - 52, 26)
    art.label(line.after(52), it.name, font, th.INK, "left")
    font = words.bold(38)
    for n, (sign, value) in enumerate(
        ((icons.person(36, th.WOOD), it.guests), (pieces.blank_star(44), str(it.points)))
    ):
        row = Box(room.x, room.y + 52 + 46 * n, room.w, 46)
        art.stamp_at(sign, row.x + 22, row.cy - 2 * n)
        art.label(row.after(54), value, font, th.INK, "left")
    rest = room.below(148)
    size = min(rest.w - 50, rest.h - 62)
    art.stamp_at(icons.case(40, th.WOOD, ground), rest.x + 22, rest.y + size // 2)
    x = rest.right - size
    stamp = pieces.guest(it.valet, size, size) if it.valet else pieces.nobody(size, size, ground)
    art.stamp(stamp, x, rest.y)
    low = rest.below(size)
    art.stamp_at(icons.token(min(58, low.h - 4), not it.token), x + size // 2, low.cy + 3)
    return art


def landscape(w: int, h: int, acts: bool) -> Canvas:
    """Paint the mountains behind a lodge."""
    art = Canvas(w, h, th.SKY)
    high = h * 5 // 8
    near = th.MIST if acts else th.PEAK
    art.stamp(icons.mountains(w, high, th.PEAK, near, th.DRIFT), 0, h - high)
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


def letters(w: int, h: int, x: int, size: int, columns: range) -> Canvas:
    """Paint the letters of the columns in the snow."""
    art = Canvas(w, h, th.SNOW)
    for n, column in enumerate(columns):
        name = column_name(column)
        font = words.largest(name, words.bold(26), size - 2, words.DETAIL_PX)
        art.label(Box(x + n * size, 0, size, h), name, font, th.INK)
    return art


def _marked(art: Canvas, last: bool) -> None:
    """Mark what the last move touched with a frame."""
    if last:
        w, h = art.box.w, art.box.h
        line = max(3, w // 16)
        for box in (Box(0, 0, w, line), Box(0, h - line, w, line), Box(0, 0, line, h),
                    Box(w - line, 0, line, h)):  # fmt: skip
            art.fill(box, th.MARK)


def empty(w: int, h: int, colour: Colour, guests: tuple[Guest, ...], last: bool) -> Canvas:
    """Paint an empty room, with the guests who could move in, keenest first."""
    art = Canvas(w, h, th.BEAM)
    if guests:
        _host(art, colour, guests)
    else:
        art.stamp(pieces.room(colour, w), 0, 0)
    _marked(art, last)
    return art


def _host(art: Canvas, colour: Colour, guests: tuple[Guest, ...]) -> None:
    w = art.box.w
    high = w * 46 // 100
    line = max(1, w // 28)
    upper = art.box.inset(line).top(w - high - line)
    fill, ink = th.ROOM[colour], th.ROOM_INK[colour]
    art.fill(upper, fill)
    sign = upper.h * 86 // 100
    art.stamp_at(icons.room(colour, sign, ink, fill), upper.x + upper.w * 34 // 100, upper.cy)
    letter = Box(upper.x + upper.w * 62 // 100, upper.y, upper.w * 38 // 100, upper.h)
    art.label(letter, colour, words.bold(max(words.DETAIL_PX, w * 30 // 100)), ink)
    band = Box(line, w - high, w - 2 * line, high - line)
    art.fill(band, th.SNOW)
    size = band.h - 4
    shown = guests if len(guests) <= 2 else guests[:1]
    x = band.x + 2
    for guest in shown:
        art.stamp(pieces.guest(guest, size, size), x, band.y + 2)
        x += size + 3
    if len(guests) > len(shown):
        more = Box(x, band.y, band.right - x, band.h)
        art.label(more, f"+{len(guests) - len(shown)}", words.bold(max(18, size * 2 // 3)), th.INK)


def lodged(w: int, h: int, colour: Colour, guest: Guest, happy: bool, last: bool) -> Canvas:
    """Paint a room with its guest, and heart and bonus on the favourite floor."""
    art = Canvas(w, h, th.BEAM)
    line = max(1, w // 28)
    frame = line + max(2, w // 20)
    art.fill(art.box.inset(line), th.ROOM[colour])
    room = art.box.inset(frame)
    art.fill(room, th.PALE[colour])
    if w < SMALL:
        size = w - 2 * line
        fill = pieces.lodger(guest, colour, size, happy)
        if w < TINY:
            fill = pieces.flag(guest, size, happy)
        art.stamp(fill, line, line)
        _marked(art, last)
        return art
    high = room.h * 62 // 100
    art.stamp(pieces.guest(guest, room.w - 2, high), room.x + 1, room.bottom - high - 1)
    top = room.top(room.h - high)
    sign = top.h - 3
    art.stamp(icons.room(colour, sign, th.INK, th.PALE[colour]), top.x + 2, top.y + 2)
    if happy:
        _happy(art, top, guest)
    _marked(art, last)
    return art


def _happy(art: Canvas, top: Box, guest: Guest) -> None:
    """Put a heart and, if there is room, the bonus."""
    size, font = top.h * 7 // 10, words.bold(max(words.DETAIL_PX, top.h * 7 // 10))
    bonus = f"+{guest.floor}"
    y = top.cy - size // 2
    if words.width(bonus, font) + top.h + size + 4 > top.w:
        art.stamp(icons.heart(size, th.HEART), top.right - size - 2, y)
        return
    x = top.right - words.width(bonus, font) - 1
    art.stamp(icons.heart(size, th.HEART), x - size - 1, y)
    art.write(x, top.cy + words.cap_height(font) // 2 + 1, bonus, font, th.INK)


def amenity(w: int, h: int, key: str, met: bool, progress: str, last: bool) -> Canvas:
    """Paint an amenity: what it asks for, its points, whether they are earned."""
    art = Canvas(w, h, th.BEAM)
    art.stamp(pieces.gilt(w, h, th.PAPER), 0, 0)
    value = AMENITIES[key].points
    if w < TINY:
        low = art.box.inset(2)
        art.fill(low, th.GOLD)
        progress = str(value)
    elif w < SMALL:
        room = art.box.inset(max(3, w // 16))
        upper, low = room.rows(2)
        art.fill(upper, th.GOLD)
        art.label(upper, str(value), words.bold(max(words.DETAIL_PX, upper.h)), th.INK)
    else:
        room = art.box.inset(w // 12)
        high = room.h * 44 // 100
        scheme = schemes.scheme(key, room.w - 2, high)
        art.stamp_at(scheme, room.cx, room.y + high // 2)
        wide = words.width(progress, words.bold(words.DETAIL_PX))
        size = max(24, min(room.h - high + 2, room.w - wide))
        art.stamp(pieces.points(value, size), room.x - 2, room.bottom - size + 2)
        low = Box(room.x + size, room.bottom - size + 4, room.w - size, size - 4)
    if met:
        size = min(low.h, low.w, max(18, w * 4 // 10))
        art.disc(low.cx, low.cy, size, th.DONE)
        art.stamp_at(marks.check(size * 6 // 10, th.CHALK), low.cx, low.cy)
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
