"""The choices for everybody: room display, waiting guests, amenities."""

from __future__ import annotations

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.lodge import icons, layout, pieces, schemes
from render.lodge import theme as th
from rules.lodge.components import AMENITIES, FLOORS, SLOTS, Colour, Guest

SCHEME = 164
"""Width of what an amenity asks for, if it stands beside the name."""
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


def slot(w: int, h: int, colour: Colour | None, last: bool) -> Canvas:
    """Paint a space of the display: a room, or a gap."""
    art = Canvas(w, h, th.BEAM)
    top = h - w
    if colour is None:
        inner = Box(2, top + 2, w - 4, w - 4)
        art.stamp(icons.dashed(inner.w, inner.h, th.MIST, th.BEAM, 3, 6), inner.x, inner.y)
    elif last:
        art.fill(art.box, th.MARK)
        art.stamp(pieces.room(colour, w - 12), 6, top + 6)
    else:
        art.stamp(pieces.room(colour, w - 4), 2, top + 2)
    return art


def waiting(w: int, h: int, guest: Guest | None, last: bool) -> Canvas:
    """Paint a waiting guest, or an empty space for one."""
    art = Canvas(w, h, th.NIGHT)
    if guest is None:
        art.stamp(icons.dashed(w, h, th.MIST, th.NIGHT, 3, 20), 0, 0)
        return art
    if last:
        art.plate(art.box, 26, th.MARK)
        art.stamp(pieces.guest(guest, w - 12, h - 12), 6, 6)
    else:
        art.stamp(pieces.guest(guest, w, h), 0, 0)
    return art


def away(w: int, h: int, shared: tuple[Colour, ...], line: str, left: str) -> Canvas:
    """Paint whether the waiting guests may be sent away, and how many are left."""
    art = Canvas(w, h, th.NIGHT)
    if not shared:
        art.label(art.box, left, words.text(28), th.DRIFT, "left")
        return art
    art.plate(art.box, 12, th.GOLD)
    x = 10
    art.stamp(icons.door(44, th.PRINT, th.GOLD), x, (h - 44) // 2)
    x += 54
    for colour in shared:
        art.stamp(pieces.room(colour, 48, lettering=False), x, (h - 48) // 2)
        x += 54
    room = Box(x + 4, 4, w - x - 10, h - 8)
    one = words.largest(line, words.bold(34), room.w, 26)
    if words.width(line, one) <= room.w:
        art.label(room, line, one, th.INK, "left")
    else:
        _name(art, room, line, 26)
    return art


def amenity(w: int, h: int, key: str, name: str, last: bool) -> Canvas:
    """Paint a face-up amenity: name, what it asks for, points."""
    art = Canvas(w, h, th.NIGHT)
    art.fill(art.box, th.MARK if last else th.GOLD)
    art.fill(art.box.inset(5 if last else 4), th.PAPER)
    room = art.box.inset(10, 6)
    side = room.after(room.w - 62)
    size = min(64, side.h - 14)
    art.stamp_at(pieces.points(AMENITIES[key].points, size), side.cx, side.y + size // 2)
    art.label(Box(side.x, side.bottom - 20, side.w, 20), key, words.text(20), th.SOFT)
    room = room.left(room.w - 66)
    if w < NARROW:
        line = Box(room.x, room.y, room.w, room.h * 42 // 100)
        font = words.largest(name, words.bold(33), line.w, words.DETAIL_PX)
        art.label(line, name, font, th.INK, "left")
        low = room.below(line.h + 4)
        scheme = schemes.scheme(key, low.w, low.h)
        art.stamp(scheme, low.x, low.cy - scheme.height // 2)
        return art
    scheme = schemes.scheme(key, SCHEME, room.h - 4)
    art.stamp_at(scheme, room.x + SCHEME // 2, room.cy)
    _name(art, room.after(SCHEME + 12), name)
    return art


def _name(art: Canvas, room: Box, name: str, px: int = 34) -> None:
    """Write a name on one line or two, as large as fits."""
    font = words.bold(px)
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
