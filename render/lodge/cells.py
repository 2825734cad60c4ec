"""The cells of a lodge: rooms, who stays in them, amenities, and where to build."""

from __future__ import annotations

import re

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.lodge import icons, pieces, schemes
from render.lodge import theme as th
from rules.lodge.components import AMENITIES, Colour, Guest

LARGE = 72
"""Size of a cell from which an amenity shows what it asks for."""
SMALL = 46
"""Size of a cell from which it holds words."""
KNOWN = 96
"""Size of a cell from which one sees which guest has moved in."""
STAR = 32
"""Smallest size of an amenity's points."""
PLAIN = 34
"""Size of a cell from which it shows an amenity's points."""
NOTHING = "–"
"""What an amenity shows at the end if it scores nothing."""
NAMED = 130
"""Size of a cell from which an amenity has room for its name."""
TOLD = 17
"""The least height for how many guests could move in."""
HOSTS = 80
"""Size of a cell from which an empty room shows who could move in."""
SYLLABLE = re.compile("[aeiouyąęó](?=[^aeiouyąęó][aeiouyąęó])")
"""What stands before a consonant that begins a syllable."""
FRAME = 8
"""The least width of the frame of a room, so that it is seen on a phone."""


def _marked(art: Canvas, last: bool) -> Canvas:
    """Frame a room that the newest turn touched: in orange, and white on the inside."""
    if last:
        line, inner = _lines_of(art.box.w)
        _frame(art, art.box, line, th.MARK)
        if inner:
            _frame(art, art.box.inset(line), inner, th.CHALK)
    return art


def _lines_of(size: int) -> tuple[int, int]:
    """Return the widths of the orange and the white line of a frame."""
    line = max(3, min(max(FRAME, size // 12), size // 6))
    return line, max(2, line // 3) if size >= SMALL else 0


def _within(art: Canvas, last: bool) -> Box:
    """Return what a frame, or an edge, leaves of a cell."""
    return art.box.inset(sum(_lines_of(art.box.w)) if last else max(1, art.box.w // 28))


def _frame(art: Canvas, box: Box, line: int, ink: str) -> None:
    for side in (box.top(line), box.below(box.h - line), box.left(line), box.after(box.w - line)):
        art.fill(side, ink)


def empty(
    w: int, h: int, colour: Colour, guests: tuple[Guest, ...], floor: int, last: bool
) -> Canvas:
    """Paint an empty room, with the guests who could move in, keenest first."""
    art = Canvas(w, h, th.BEAM)
    if guests:
        _host(art, _within(art, last), colour, guests, floor)
    else:
        art.stamp(pieces.room(colour, w), 0, 0)
    return _marked(art, last)


def _host(art: Canvas, room: Box, colour: Colour, guests: tuple[Guest, ...], floor: int) -> None:
    """Put a room and who could move in; in a heart whose favourite floor it is.

    They are on white with a dashed rim, like a cell to build in; large rooms have a plus, too.
    """
    high = room.h * 52 // 100
    upper, band = room.top(room.h - high), room.below(room.h - high)
    fill, ink = th.ROOM[colour], th.ROOM_INK[colour]
    art.fill(upper, fill)
    art.stamp_at(icons.room(colour, upper.h * 88 // 100, ink, fill), upper.cx, upper.cy)
    if art.box.w < SMALL or band.h < TOLD:
        art.fill(band, th.SNOW)
        art.stamp_at(icons.plus(band.h * 8 // 10, th.INK), band.cx, band.cy)
        return
    line = max(2, art.box.w // 40)
    art.stamp(icons.dashed(band.w, band.h, th.SOFT, th.SNOW, line, 2 * line), band.x, band.y)
    band = band.inset(line)
    if room.w < HOSTS - 6:
        could_come(art, band, len(guests), band.h * 7 // 10)
        return
    mark = upper.h * 58 // 100
    cx, cy = upper.x + mark // 2 + 1, upper.bottom - mark // 2 - 1
    art.disc(cx, cy, mark, th.SNOW)
    art.stamp_at(icons.plus(mark * 8 // 10, th.INK), cx, cy)
    size = min(band.h - 2, band.w // 2 - 2)
    shown = guests if len(guests) <= 2 else guests[:1]
    x = band.x + 2 if len(guests) > 1 else band.cx - size // 2
    for n, guest in enumerate(shown):
        stamp = pieces.guest(guest, size, size, guest.floor == floor)
        art.stamp(stamp, x + n * (size + 2), band.y + (band.h - size) // 2)
    if len(guests) > len(shown):
        could_come(art, band.after(size + 2), len(guests) - 1, size * 2 // 3)


def could_come(art: Canvas, room: Box, count: int, px: int) -> None:
    """Put how many guests could move in: "+2", and a person where there is room."""
    line, font = f"+{count}", words.bold(max(words.DETAIL_PX, px))
    small = words.bold(max(words.DETAIL_PX, room.h * 48 // 100))
    wide, sign = words.width(line, font), max(16, font.px * 7 // 10)
    if wide + sign <= room.w - 2:
        x = room.cx - (wide + sign) // 2
        art.label(Box(x, room.y, wide, room.h), line, font, th.INK)
        art.stamp_at(icons.person(sign, th.SOFT), x + wide + sign // 2, room.cy)
    elif 2 * small.px <= room.h + 4:
        art.label(room.top(room.h // 2), line, small, th.INK)
        low = room.below(room.h // 2)
        art.stamp_at(icons.person(low.h * 9 // 10, th.SOFT), low.cx, low.cy)
    else:
        art.label(room, line, font, th.INK)


def lodged(
    w: int, h: int, colour: Colour, guest: Guest | None, bonus: int, points: int, last: bool
) -> Canvas:
    """Paint a room that a guest has moved into.

    Args:
        w: Its width.
        h: Its height.
        colour: The room's, which counts for amenities as before.
        guest: Who; None: somebody.
        bonus: The floor, if it is the guest's favourite, else 0.
        points: What the guest scores, to be shown at the end; 0: not shown.
        last: The newest turn touched it.
    """
    art = Canvas(w, h, th.BEAM)
    line, room = max(1, w // 28), _within(art, last)
    high = room.h * 54 // 100
    upper, lower = room.top(room.h - high), room.below(room.h - high)
    fill, ink = th.ROOM[colour], th.ROOM_INK[colour]
    art.fill(room, fill)
    art.stamp_at(icons.room(colour, upper.h * 88 // 100, ink, fill), upper.cx, upper.cy)
    art.fill(lower.inset(line, 0).top(lower.h - line), th.PALE[colour])
    if guest is None:
        _guest(art, lower, bonus, points)
    else:
        size = lower.h - 4
        art.stamp_at(icons.person(size * 84 // 100, th.INK), room.x + room.w // 4, lower.cy)
        stamp = pieces.guest(guest, size, size, True) if bonus else pieces.lodger(guest, size)
        art.stamp_at(stamp, room.right - room.w * 3 // 10, lower.cy)
    return _marked(art, last)


def _guest(art: Canvas, room: Box, bonus: int, points: int) -> None:
    """Put a guest, and a heart with the bonus, or what they score."""
    size = room.h * 82 // 100
    if points and art.box.w < SMALL:
        art.fill(room, th.GOLD)
        art.label(room, str(points), words.bold(words.DETAIL_PX), th.INK)
        return
    if not bonus and not points:
        art.stamp_at(icons.person(size, th.INK), room.cx, room.cy)
        return
    near, far = room.x + room.w * 28 // 100, room.x + room.w * 68 // 100
    art.stamp_at(icons.person(size, th.INK), near, room.cy)
    if points:
        scored(art, far, room.cy, room.h, points)
    elif bonus:
        size = room.h if room.w < LARGE else room.h * 104 // 100
        art.stamp_at(icons.loved(size), far, room.cy)
        if size >= 34:
            box = Box(far - size // 2, room.cy - size // 2, size, size * 86 // 100)
            art.label(box, str(bonus), words.bold(max(words.DETAIL_PX, size * 62 // 100)), th.SNOW)


def scored(art: Canvas, cx: int, cy: int, size: int, points: int) -> None:
    """Put points on gold."""
    art.disc(cx, cy, size, th.GOLD, th.BEAM, 2)
    room = Box(cx - size // 2, cy - size // 2, size, size)
    if size >= words.DETAIL_PX:
        art.label(room, str(points), words.bold(max(words.DETAIL_PX, size * 7 // 10)), th.INK)


def amenity(
    w: int,
    h: int,
    key: str,
    met: bool,
    progress: str,
    final: bool,
    last: bool,
    name: str = "",
) -> Canvas:
    """Paint an amenity: its points, and as much as fits of what it asks for.

    Args:
        w: Its width.
        h: Its height.
        key: Its id.
        met: It asks for nothing more.
        progress: How far it has come; "" if it can't be met any more.
        final: It is the end of the match, so it shows what it scores.
        last: It is new.
        name: What it is called, to be written above in a large cell, on two lines if it is long.
    """
    art = Canvas(w, h, th.BEAM)
    art.stamp(pieces.gilt(w, h, th.FRESH if last else th.PAPER), 0, 0)
    if last:  # a wider frame would cut its words
        _frame(art, art.box, max(3, w // 12), th.MARK)
    room = art.box.inset(max(2, w // 12))
    if name and w >= NAMED:
        room = _called(art, room, name)
    if final:
        progress = "" if met else NOTHING
    value = AMENITIES[key].points
    if w >= LARGE and _fits(key, room.w, met, progress):
        high = room.h * 46 // 100
        art.stamp_at(schemes.scheme(key, room.w, high - 2), room.cx, room.y + high // 2)
        low = room.below(high)
        aside = low.h if met or not progress else words.width(progress, words.bold(24))
        size = max(STAR, min(low.h + 2, low.w - aside))
        art.stamp(pieces.points(value, size), low.x - 3, low.bottom - size + 3)
        low = low.after(size - 2)
    elif w >= SMALL:
        high = room.h * 44 // 100
        upper, low = room.top(high), room.below(high)
        if final:
            font = words.largest(key, words.bold(w * 46 // 100), room.w, words.DETAIL_PX)
            art.label(upper, key, font, th.INK)
        else:
            _worth(art, upper, value)
    elif progress and not met and not final:
        _far(art, room, value, progress)
        return art
    else:
        low = room
    _state(art, low, value if final else 0, met, progress)
    return art


def _called(art: Canvas, room: Box, name: str) -> Box:
    """Write what an amenity is called, and return the room below."""
    font, wide = words.bold(words.DETAIL_PX), room.inset(-3, 0)
    if any(words.width(word, font) > wide.w for word in name.split()):
        wide = room.inset(-6, 0)
    for line in _lines(name, font, wide.w):
        art.label(wide.top(font.px), line, font, th.INK)
        wide, room = wide.below(font.px), room.below(font.px)
    return room.below(2)


def _lines(name: str, font: words.Font, room: int) -> tuple[str, ...]:
    """Return a name on two lines: between words, or a long word's syllables."""
    if " " in name or words.width(name, font) <= room:
        return words.wrap(name, font, room, 2)
    breaks = [m.start() + 1 for m in SYLLABLE.finditer(name)]
    middle = min(breaks, key=lambda at: abs(2 * at - len(name)), default=len(name) // 2)
    return f"{name[:middle]}-", name[middle:]


def _worth(art: Canvas, room: Box, points: int) -> None:
    """Put a star, and beside it an amenity's points."""
    font = words.bold(max(words.DETAIL_PX, room.h))
    size = max(20, room.h)
    wide = size + 2 + words.width(str(points), font)
    x = room.cx - wide // 2
    art.stamp_at(pieces.blank_star(size), x + size // 2, room.cy - 1)
    art.label(Box(x + size + 2, room.y, wide - size - 2, room.h), str(points), font, th.INK)


def _far(art: Canvas, room: Box, points: int, progress: str) -> None:
    """Put an amenity's points, or a mere star, above a bar for how far it has come."""
    room = room.inset(max(1, room.w // 12))
    high = max(2, room.h // 5)
    upper, bar = room.top(room.h - high), room.below(room.h - high)
    if art.box.w >= PLAIN:
        star = pieces.points(points, upper.h + 4)
        art.stamp_at(star, upper.cx, upper.cy - 1)
    else:
        art.stamp_at(marks.star(min(upper.w, upper.h), th.BRASS), upper.cx, upper.cy)
    have, need = map(int, progress.replace(">", "/").split("/"))
    art.fill(bar, th.MIST)
    art.fill(bar.left(bar.w * min(have, need) // max(have, need)), th.INK)


def _fits(key: str, room: int, met: bool, progress: str) -> bool:
    """Return whether an amenity has room for what it asks for and its progress."""
    beside = met or words.width(progress, words.bold(words.DETAIL_PX)) <= room - STAR + 4
    return beside and schemes.fits(key, room)


def _state(art: Canvas, room: Box, points: int, met: bool, progress: str) -> None:
    """Put a tick or points for an amenity that is met, else how far it has come."""
    size = min(room.h, room.w, max(20, art.box.w * 4 // 10))
    if met and points:
        scored(art, room.cx, room.cy, max(size, min(room.h, room.w), 26), points)
    elif met:
        art.disc(room.cx, room.cy, size, th.DONE)
        art.stamp_at(marks.check(size * 6 // 10, th.CHALK), room.cx, room.cy)
    elif not progress:
        art.stamp_at(icons.cross(size * 7 // 10, th.HEART), room.cx, room.cy)
    elif art.box.w >= SMALL or progress == NOTHING:
        font = words.bold(max(24, art.box.w * 3 // 10))
        wide = room if words.width(progress, font) <= room.w else room.inset(-1, 0)
        font = words.largest(progress, font, wide.w, words.DETAIL_PX)
        art.label(wide, progress, font, th.INK)
