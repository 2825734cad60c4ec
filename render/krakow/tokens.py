"""Reservation tokens on cards: large while they are few, else as tags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box, Detail
from render.kit.press import Placed
from render.krakow import pieces
from render.krakow import theme as th

LARGE = 2
"""The most tokens on a card that are shown as discs."""
NAMED = 3
"""The most tokens that leave room for the name of their card."""
DISC = 45
"""Size of a disc."""
WIDE = 44
HIGH = 28
ABOVE = 2
"""Rows of tags that may reach beside the symbol of a card."""
PITCH = 30
"""Distance of two rows of tags."""


class Disc(NamedTuple):
    """Reservation tokens of one owner on a card.

    Attributes:
        seat: The owner; negative in a place that is still free.
        hour: The hour, 0 where the viewer may not see it.
        many: How many; more than 1 only without an hour.
        level: The hour is the earliest, and another token has it too.
    """

    seat: int
    hour: int
    many: int = 1
    level: bool = False


def heaped(found: Iterable[Disc]) -> tuple[Disc, ...]:
    """Return tokens with those of one owner whose hours are unknown put together."""
    heaps = dict[tuple[int, int], Disc]()
    for disc in found:
        key = (disc.seat, disc.hour)
        count = heaps[key].many + 1 if key in heaps else 1
        heaps[key] = disc._replace(many=count)
    return tuple(heaps.values())


def height(room: Box, lying: tuple[Disc, ...], *, tags: bool) -> int:
    """Return how many rows of pixels `put` needs at the foot of a room."""
    if not lying:
        return 0
    if len(lying) <= LARGE and not tags:
        return DISC + 2
    return PITCH * len(_rows(room, lying, ABOVE)) + 2


def put(
    art: Canvas, room: Box, lying: tuple[Disc, ...], *, tags: bool = False, above: int = ABOVE
) -> None:
    """Put tokens at the foot of a room.

    Args:
        art: What to paint on.
        room: Where; rows of tags above it are short, because something else is beside them.
        lying: The tokens.
        tags: Show even a few of them as tags.
        above: The most rows above the room.
    """
    for box, disc, left in _places(room, lying, tags, above):
        _paint(art, box, disc, left)


def tiles(room: Box, lying: tuple[Disc, ...], ground: str, tags: bool) -> Iterator[Placed]:
    """Yield what `put` puts as tiles on a ground of one colour."""
    for box, disc, left in _places(room, lying, tags, ABOVE):
        yield Detail(*box), tile, (ground, disc, left)


def tile(w: int, h: int, ground: str, disc: Disc, left: int) -> Canvas:
    """Paint a token, or how many are `left`; nothing if it is not there yet."""
    art = Canvas(w, h, ground)
    if disc.seat >= 0:
        _paint(art, art.box, disc, left)
    return art


def _paint(art: Canvas, box: Box, disc: Disc, left: int) -> None:
    if left > 1:
        art.plate(box, 6, th.INK)
        art.label(box, f"+{left}", words.bold(22), th.PAPER)
    elif box.w == DISC:
        _large(art, box.x, box.y, disc)
    else:
        tag(art, box, disc)


def _places(
    room: Box, lying: tuple[Disc, ...], tags: bool, above: int
) -> Iterator[tuple[Box, Disc, int]]:
    """Yield where each token goes; the last place may stand for several that are left."""
    if len(lying) <= LARGE and not tags:
        step = min(DISC + 1, (room.w - DISC) // max(1, len(lying) - 1))
        for at, disc in enumerate(lying):
            yield Box(room.x + at * step, room.bottom - DISC, DISC, DISC), disc, 0
        return
    rows = _rows(room, lying, above)
    at, y = 0, room.bottom - PITCH * len(rows)
    for row, count in enumerate(rows):
        for column in range(count):
            box = Box(room.x + column * (WIDE + 1), y + row * PITCH, WIDE, HIGH)
            left = len(lying) - at
            yield box, lying[at], left if at == sum(rows) - 1 else 0
            at += 1


def _rows(room: Box, lying: tuple[Disc, ...], above: int) -> list[int]:
    """Return how many tags each row has, the uppermost row first."""
    whole, rest = (room.w + 1) // (WIDE + 1), len(lying)
    inside = room.h // PITCH
    counts = list[int]()
    while rest > 0 and len(counts) < inside + above:
        counts.insert(0, min(rest, whole if len(counts) < inside else whole - 1))
        rest -= counts[0]
    return counts


def tag(art: Canvas, box: Box, disc: Disc, px: int = 22) -> None:
    """Paint tokens as a tag: the owner's sign, and the hour or how many there are.

    `px` is the size of that number.
    """
    art.plate(box, 7, th.STOP if disc.level else th.PRINT)
    line = 3 if disc.level else 1
    art.plate(box.inset(line), 6, th.SEATS[disc.seat])
    shown = str(disc.hour) if disc.hour else f"×{disc.many}" if disc.many > 1 else ""
    size = box.h * 6 // 10 if shown else box.h * 3 // 4
    room = box.inset(2, 0)
    x = room.x if shown else room.cx - size // 2
    art.stamp(pieces.sign(disc.seat, size, th.PRINT), x, box.cy - size // 2)
    if shown:
        art.label(room.after(size), shown, words.bold(px), th.INK)


def _large(art: Canvas, x: int, y: int, disc: Disc) -> None:
    shown = str(disc.hour) if disc.hour else f"×{disc.many}" if disc.many > 1 else ""
    art.stamp(pieces.token(disc.seat, DISC, 20 if shown else 26, bool(shown)), x, y)
    if shown:
        wide = 28 if len(shown) > 1 else 22
        badge = Box(x + DISC + 1 - wide, y + DISC - 23, wide, 24)
        art.plate(badge, 6, th.INK)
        art.label(badge, shown, words.bold(22), th.PAPER)
