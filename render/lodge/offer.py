"""The choices for everybody: room display, waiting guests, amenities."""

from __future__ import annotations

from typing import NamedTuple

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.lodge import icons, layout, pieces, schemes
from render.lodge import theme as th
from rules.lodge.components import AMENITIES, COLOURS, FLOORS, SLOTS, Colour, Guest

SCHEME = 168
"""Width of what an amenity asks for, if it stands beside the name."""
NEW = "new"
LEAVES = "leaves"
DOT = 20
"""Size of the sign of what was drawn last."""
NARROW = 380
"""Width below which an amenity shows what it asks for below its name."""


def roof(w: int, h: int) -> Canvas:
    """Paint the roof of the display, with snow on it."""
    art = Canvas(w, h, th.NIGHT)
    art.stamp(icons.roof(w, h, th.WOOD, th.SNOW), 0, 0)
    return art


def rim(w: int, h: int, open_floors: tuple[int, ...]) -> Canvas:
    """Paint the numbers of the floors, 4 on top; lit if the player can build there."""
    art = Canvas(w, h, th.BEAM)
    for at, box in enumerate(art.box.rows(FLOORS)):
        floor = FLOORS - at
        lit = floor in open_floors
        art.fill(box.inset(4, 3), th.GOLD if lit else th.WOOD)
        art.label(box, str(floor), words.bold(34), th.INK if lit else th.SNOW)
    return art


def wall(w: int, h: int) -> Canvas:
    """Paint the right wall of the display."""
    return Canvas(w, h, th.BEAM)


def slots(w: int, h: int) -> Canvas:
    """Paint the numbers of the spaces."""
    art = Canvas(w, h, th.NIGHT)
    size = (w - layout.RIM - 8) // SLOTS
    for n in range(SLOTS):
        box = Box(layout.RIM + n * size, 0, size, h)
        art.label(box, str(n + 1), words.bold(26), th.SNOW)
    return art


def mark(new: bool, leaves: bool) -> str:
    """Return how a room or guest is marked: as drawn, as leaving, or ""."""
    return LEAVES if leaves else NEW if new else ""


def slot(w: int, h: int, colour: Colour | None, mark: str) -> Canvas:
    """Paint a space of the display: a room, or a gap."""
    art = Canvas(w, h, th.BEAM)
    top = h - w
    if colour is None:
        inner = Box(6, top + 6, w - 12, w - 12)
        art.stamp(icons.dashed(inner.w, inner.h, th.MIST, th.BEAM, 3, 6), inner.x, inner.y)
    elif mark == LEAVES:
        art.fill(art.box, th.HEART)
        art.stamp(pieces.room(colour, w - 12), 6, top + 6)
    else:
        art.stamp(pieces.room(colour, w - 4), 2, top + 2)
    if mark == LEAVES:
        _leaving(art, w * 80 // 100, top + w * 20 // 100, w * 40 // 100)
    elif mark:
        drawn(art, w - 13, top + 13)
    return art


def drawn(art: Canvas, cx: int, cy: int) -> None:
    """Put the sign of what was drawn last; a frame is what a player has touched."""
    art.disc(cx, cy, DOT, th.PRINT)
    art.disc(cx, cy, DOT - 4, th.MARK)


def _leaving(art: Canvas, cx: int, cy: int, size: int) -> None:
    """Put the sign of what leaves when the turn ends, in a solo match (LD-SOLO-2)."""
    art.disc(cx, cy, size, th.SNOW, th.HEART, 3)
    art.stamp_at(icons.door(size * 58 // 100, th.INK, th.SNOW), cx, cy)


def waiting(w: int, h: int, guest: Guest | None, letters: str, mark: str) -> Canvas:
    """Paint a waiting guest, or an empty space for one."""
    art = Canvas(w, h, th.NIGHT)
    if guest is None:
        art.stamp(icons.dashed(w, h, th.MIST, th.NIGHT, 3, 20), 0, 0)
        return art
    if mark == LEAVES:
        art.plate(art.box, 26, th.HEART)
        art.stamp(pieces.guest(guest, w - 12, h - 12, letters=letters), 6, 6)
    else:
        art.stamp(pieces.guest(guest, w, h, letters=letters), 0, 0)
    if mark == LEAVES:
        _leaving(art, w // 2, 24, 42)
    elif mark:
        drawn(art, w // 2, 18)
    return art


def _left(w: int, h: int) -> tuple[Canvas, Box]:
    """Return a plate with a bag, and where there is room for what is left in it."""
    art = Canvas(w, h, th.NIGHT)
    art.plate(art.box, 12, th.RIDGE)
    art.stamp_at(icons.sack(38, th.CHALK), 30, h // 2)
    return art, art.box.after(58)


def bag(w: int, h: int, left: tuple[int, ...]) -> Canvas:
    """Paint how many rooms of each colour are in the bag."""
    art, room = _left(w, h)
    for colour, count, box in zip(COLOURS, left, room.columns(len(left)), strict=True):
        art.stamp_at(pieces.room(colour, 36), box.x + 20, box.cy)
        art.label(box.after(43), str(count), words.bold(32), th.SNOW, "left")
    return art


class News(NamedTuple):
    """What is new in a lodge with no room to say so, from in full to only its cells."""

    seat: int
    lines: tuple[str, ...]


def away(
    w: int, h: int, shared: tuple[Colour, ...], line: str, left: int, news: News | None = None
) -> Canvas:
    """Paint how many guests are left, and if those who wait may go, or news."""
    art, room = _left(w, h)
    art.stamp_at(icons.person(34, th.CHALK), room.x + 20, h // 2)
    art.label(room.after(43), str(left), words.bold(32), th.SNOW, "left")
    if news and not shared:
        _news(art, room.after(88), news)
    if not shared:
        return art
    plate = room.after(88)
    art.plate(plate, 12, th.GOLD)
    x = plate.x + 8
    art.stamp(icons.door(36, th.PRINT, th.GOLD), x, (h - 36) // 2)
    x += 42
    art.stamp(pieces.room(shared[0], 36), x, (h - 36) // 2)
    _said(art, Box(x + 42, 2, w - x - 48, h - 4), line)
    return art


def _said(art: Canvas, room: Box, line: str) -> None:
    """Write a line, or two small ones."""
    font = words.largest(line, words.bold(32), room.w, 25)
    if words.width(line, font) <= room.w:
        art.label(room, line, font, th.INK, "left")
    else:
        _name(art, room, line, 23)


def _news(art: Canvas, plate: Box, news: News) -> None:
    """Put what is new in a player's lodge, in as many words as fit."""
    art.plate(plate, 12, th.MARK)
    art.plate(plate.inset(4), 9, th.PAPER)
    art.stamp(pieces.chip(news.seat, 36), plate.x + 9, plate.cy - 18)
    room = Box(plate.x + 53, plate.y + 4, plate.w - 61, plate.h - 8)
    font = words.bold(words.DETAIL_PX)
    fitting = (line for line in news.lines if not _cut(line, font, room.w))
    _said(art, room, next(fitting, news.lines[-1]))


def stack(w: int, h: int, left: int) -> Canvas:
    """Paint how many amenities are in the stack."""
    art = Canvas(w, h, th.NIGHT)
    art.plate(art.box, 12, th.RIDGE)
    pile(art, 34, h // 2)
    art.label(Box(66, 0, 56, h), str(left), words.bold(32), th.SNOW, "left")
    return art


def pile(art: Canvas, cx: int, cy: int) -> None:
    """Put some amenities one upon another."""
    for n in (4, 0, -4):
        art.stamp_at(schemes.own(36), cx + n, cy + n)


def amenity(w: int, h: int, key: str, name: str, last: bool) -> Canvas:
    """Paint a face-up amenity: name, what it asks for, points."""
    art = Canvas(w, h, th.NIGHT)
    art.fill(art.box, th.GOLD)
    art.fill(art.box.inset(4), th.PAPER)
    room = art.box.inset(10, 6)
    if last:
        drawn(art, 13, 13)
        room = room.after(14)
    if w < NARROW:
        _low_amenity(art, room, key, name)
        return art
    side = room.after(room.w - 64)
    size = min(64, side.h - 20)
    art.stamp_at(pieces.points(AMENITIES[key].points, size), side.cx, side.y + size // 2 - 3)
    art.label(Box(side.x, side.bottom - 22, side.w, 22), key, words.text(24), th.SOFT)
    room = room.left(room.w - 70)
    scheme = schemes.scheme(key, SCHEME, room.h - 4)
    art.stamp_at(scheme, room.x + SCHEME // 2, room.cy)
    _name(art, room.after(SCHEME + 12), name)
    return art


def _low_amenity(art: Canvas, room: Box, key: str, name: str) -> None:
    """Put an amenity's name above what it asks for, its id and its points."""
    line, low = room.top(room.h * 48 // 100), room.below(room.h * 48 // 100)
    font = words.largest(name, words.bold(36), line.w, words.GLANCE_PX)
    art.label(line, name, font, th.INK, "left")
    size = low.h + 6
    art.stamp_at(pieces.points(AMENITIES[key].points, size), low.right - size // 2, low.cy)
    art.label(Box(low.right - size - 54, low.y, 48, low.h), key, words.text(24), th.SOFT)
    scheme = schemes.scheme(key, low.w - size - 60, low.h)
    art.stamp(scheme, low.x, low.cy - scheme.height // 2)


def _name(art: Canvas, room: Box, name: str, px: int = 36) -> None:
    """Write a name on one line or two, as large as fits."""
    font = words.bold(px)
    if words.width(name, font) > room.w:
        font = words.bold(min(px, words.GLANCE_PX))
    while font.px > words.DETAIL_PX and _cut(name, font, room.w):
        font = font.at(font.px - 1)
    lines = words.wrap(name, font, room.w, 2)
    for box, line in zip(room.rows(len(lines)), lines, strict=True):
        art.label(box, line, font, th.INK, "left")


def _cut(name: str, font: words.Font, room: int) -> bool:
    return any(line.endswith(words.ELLIPSIS) for line in words.wrap(name, font, room, 2))


def nothing(w: int, h: int, line: str) -> Canvas:
    """Paint an empty space for an amenity."""
    art = Canvas(w, h, th.NIGHT)
    art.stamp(icons.dashed(w, h, th.MIST, th.NIGHT, 3, 10), 0, 0)
    art.label(art.box.inset(14, 6), line, words.text(26), th.DRIFT)
    return art
