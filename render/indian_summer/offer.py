"""The pieces for everybody: common path with bush, reserve, animals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from render.indian_summer import icons, layout, pieces
from render.indian_summer import theme as th
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Align, Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from rules.indian_summer.components import ANIMALS, TREASURE_KINDS, Animal, Tile, Treasure

NAMED: Final = 29
"""Height of the id below a tile."""
APART: Final = 2
"""The least room between a tile and an id beside it."""
TITLED: Final = 32
"""Height of the name above a path of the solo game."""
WIDE: Final = 240
"""The width from which an animal's name is beside its shape."""


def bush(w: int, h: int) -> Canvas:
    """Paint the bush at the head of the common path."""
    art = Canvas(w, h, th.WOOD)
    art.stamp_at(icons.bush(min(w, h - 8)), w // 2, h // 2)
    return art


def common(w: int, h: int, it: Tile | None, soon: bool, fresh: bool, dim: bool = False) -> Canvas:
    """Paint a leaf tile of the common path with its id.

    Args:
        w: Width.
        h: Height.
        it: The tile, or None for an empty space.
        soon: It is one of the next to be taken.
        fresh: It came in the last turn.
        dim: It can't be taken now.
    """
    art = Canvas(w, h, th.WOOD)
    if it is None:
        art.plate(art.box, 8, th.BARK)
        art.plate(art.box.inset(3), 6, th.WOOD)
        return art
    ground = th.GOLD if soon else th.SAND
    art.plate(art.box, 8, th.FRESH if fresh else ground)
    if fresh:
        art.plate(art.box.inset(4), 6, ground)
    if soon:
        art.plate(art.box.inset(8 if fresh else 5), 5, th.BIRCH)
    put_tile(art, art.box.inset(8, 6), it, layout.UNIT, dim=dim)
    return art


def put_tile(art: Canvas, room: Box, it: Tile, unit: int, *, dim: bool = False) -> None:
    """Put a tile in a room, its id below it, or beside it if it is high.

    Args:
        art: What is painted on.
        room: Where.
        it: The tile.
        unit: The size of a square; smaller only if the tile wouldn't fit.
        dim: It can't be taken now.
    """
    font = words.bold(words.GLANCE_PX)
    rows = 1 + it.drawing.count("/")
    across, wide = (it.drawing + "/").index("/"), words.width(it, font)
    if rows * unit + NAMED > room.h and across * unit + wide + 3 * APART > room.w:
        unit = (room.h - NAMED) // rows
    unit = min(unit, room.h // rows)
    high = rows * unit
    if high + NAMED <= room.h:
        space = (room.h - NAMED - high) // 3
        shape, label = room.below(space).top(high), room.below(2 * space + high).top(NAMED)
    else:
        across *= unit
        both = room.after((room.w - across - wide) // 3)
        shape, label = both.left(across), room.after((2 * room.w + across - 2 * wide) // 3)
        label = label.left(wide)
    pieces.figure(art, shape, it.drawing, it.colour, unit, dim=dim)
    art.label(label, it, font, th.INK)


def reserve(w: int, h: int, count: int) -> Canvas:
    """Paint the face-down tiles, and how many there are."""
    art = Canvas(w, h, th.WOOD)
    high = min(h - 34, w * 8 // 10)
    wide = high * 5 // 4
    art.stamp_at(icons.pile(wide, high, th.BARK, th.SEAM), w // 2, (h - 32) // 2)
    art.label(Box(0, h - 31, w, 29), str(count), words.bold(words.GLANCE_PX), th.IVORY)
    return art


class Left(NamedTuple):
    """An animal to take: its name, how many are left, the treasure on it."""

    animal: Animal
    name: str
    number: int
    bears: Treasure | None


def animal(w: int, h: int, it: Left) -> Canvas:
    """Paint an animal: face, shape, name, how many are left, the treasure on it."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 10, th.SAND if it.number else th.BARK)
    room, ink = art.box.inset(8, 4), th.INK if it.number else th.IVORY
    if w >= WIDE:
        names = room.after(room.h + 78)
        line, low = names.rows(2)
        shape, count = room.left(room.h + 70), low.left(52)
    else:
        line, low = room.top(30), room.below(32)
        shape, count = low.left(low.w - 38), low.after(low.w - 38)
    font = words.largest(it.name, words.bold(28), line.w - 32 * bool(it.bears), words.DETAIL_PX)
    art.label(line, it.name, font, ink, "left")
    amount = f"×{it.number}" if it.number else "–"
    align: Align = "left" if w >= WIDE else "centre"
    art.label(count, amount, words.bold(words.GLANCE_PX), ink, align)
    _creature(art, shape, it)
    if it.bears is not None:
        place = low.after(56).left(40) if w >= WIDE else line.after(line.w - 30)
        art.stamp_at(icons.treasure(it.bears, min(40, place.h)), place.cx, place.cy)
    return art


def _creature(art: Canvas, room: Box, it: Left) -> None:
    """Put the face of an animal, and beside it its shape while there are any left."""
    size = min(room.h, room.w - 60)
    art.stamp_at(icons.face(it.animal, size - 4), room.x + size // 2, room.cy)
    if it.number:
        pieces.figure(art, room.after(size + 2), ANIMALS[it.animal].drawing, None, 16)


def nothing(w: int, h: int, line: str) -> Canvas:
    """Paint a space where there is nothing to take."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 10, th.BARK)
    font = words.largest(line, words.text(34), w - 16, words.DETAIL_PX)
    art.label(art.box.inset(8), line, font, th.IVORY)
    return art


def solo_path(room: Box, name: str, tiles: tuple[Tile, ...], places: int) -> Iterator[Placed]:
    """Yield the tiles of a path of the solo game, which has two ends to take from."""
    yield room, solo_ground, (name,)
    inner = room.inset(8, 6)
    slots, line = inner.below(TITLED).columns(places, 6), inner.top(TITLED)
    if not tiles:
        return
    for box, tile in zip(slots, tiles, strict=False):
        yield box, solo_tile, (tile,)
    yield line.left(slots[0].w), solo_end, (2,)
    if len(tiles) > 1:
        last = slots[len(tiles) - 1]
        yield Box(last.x, line.y, last.w, line.h), solo_end, (0,)


def solo_ground(w: int, h: int, name: str) -> Canvas:
    """Paint the background of a path of the solo game, with its name."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 10, th.BARK)
    label = art.box.inset(8, 6).top(TITLED)
    label = label.after(label.w // 10)
    font = words.largest(name, words.bold(28), label.w, words.DETAIL_PX)
    art.label(label, name, font, th.IVORY, "left")
    return art


def solo_tile(w: int, h: int, it: Tile) -> Canvas:
    """Paint a tile of a path of the solo game."""
    art = Canvas(w, h, th.BARK)
    art.plate(art.box, 8, th.SAND)
    put_tile(art, art.box.inset(3, 2), it, min(20, (w - 6) // 5))
    return art


def solo_end(w: int, h: int, turn: int) -> Canvas:
    """Paint the mark that tiles are taken from this end; `turn` as in `marks.pointer`."""
    art = Canvas(w, h, th.BARK)
    art.stamp_at(marks.pointer(min(30, h), th.GOLD, turn), w // 2, h // 2)
    return art


def games(w: int, h: int, lines: tuple[tuple[str, str], ...], worth: str) -> Canvas:
    """Paint the finished solo games of a series, or first what treasures are worth."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 10, th.BARK)
    room = art.box.inset(16, 10)
    for box, (name, score) in zip(room.rows(3, 6), lines, strict=False):
        art.label(box.left(box.w - 90), name, words.bold(32), th.IVORY, "left")
        art.label(box.after(box.w - 90), score, words.slab(38), th.GOLD, "right")
    if not lines:
        _worth(art, room, worth)
    return art


def _worth(art: Canvas, room: Box, line: str) -> None:
    """Put what each treasure is worth at the end of a solo game that was won."""
    upper, low = room.rows(2)
    font = words.largest(line, words.text(30), upper.w, words.DETAIL_PX)
    art.label(upper, line, font, th.IVORY)
    for box, kind in zip(low.columns(4), TREASURE_KINDS.values(), strict=True):
        size = min(44, box.h - 4)
        art.stamp_at(icons.treasure(kind.id, size), box.x + size // 2, box.cy)
        art.label(box.after(size + 8), str(kind.points), words.bold(34), th.IVORY, "left")
