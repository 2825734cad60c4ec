"""The pieces for everybody: common path with bush, reserve, animals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from render.indian_summer import icons, pieces
from render.indian_summer import theme as th
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from rules.indian_summer.components import ANIMALS, TREASURE_KINDS, Animal, Tile, Treasure

NAMED = 26
"""Height of the id below a tile."""
NAMED_FROM = 240
"""The width from which an animal's name is shown, too."""


def bush(w: int, h: int) -> Canvas:
    """Paint the bush at the head of the common path."""
    art = Canvas(w, h, th.WOOD)
    art.stamp_at(icons.bush(min(w, h - 8)), w // 2, h // 2)
    return art


def common(w: int, h: int, it: Tile | None, soon: bool, fresh: bool) -> Canvas:
    """Paint a leaf tile of the common path with its id.

    Args:
        w: Width.
        h: Height.
        it: The tile, or None for an empty space.
        soon: It is one of the next to be taken.
        fresh: It came in the last turn.
    """
    art = Canvas(w, h, th.WOOD)
    if it is None:
        art.plate(art.box, 8, th.BARK)
        art.plate(art.box.inset(3), 6, th.WOOD)
        return art
    ground = th.GOLD if soon else th.SAND
    art.plate(art.box, 8, th.MARK if fresh else ground)
    if fresh:
        art.plate(art.box.inset(4), 6, ground)
    put_tile(art, art.box.inset(5, 5), it)
    return art


def put_tile(art: Canvas, room: Box, it: Tile, most: int = 24) -> None:
    """Put a tile in a room, with its id below it."""
    low = Box(room.x, room.bottom - NAMED, room.w, NAMED)
    pieces.figure(art, room.top(room.h - NAMED), it.drawing, it.colour, most)
    art.label(low, it, words.bold(25 if room.w >= 44 else 22), th.INK)


def reserve(w: int, h: int, count: int) -> Canvas:
    """Paint the face-down tiles, and how many there are."""
    art = Canvas(w, h, th.WOOD)
    art.stamp_at(icons.pile(w - 6, h - 36, th.BARK, th.SAND), w // 2, (h - 26) // 2)
    art.label(Box(0, h - 28, w, 26), str(count), words.bold(28), th.PAPER)
    return art


class Left(NamedTuple):
    """An animal to take: its name, how many are left, the treasure on it."""

    animal: Animal
    name: str
    number: int
    bears: Treasure | None


def animal(w: int, h: int, it: Left) -> Canvas:
    """Paint an animal: its shape, its code, how many are left, the treasure on it."""
    art = Canvas(w, h, th.WOOD)
    kind = ANIMALS[it.animal]
    art.plate(art.box, 10, th.SAND if it.number else th.BARK)
    room = art.box.inset(8, 4)
    ink = th.INK if it.number else th.PAPER
    count = f"×{it.number}" if it.number else "–"
    wide = w >= NAMED_FROM
    lines = (it.name, f"{kind.code} {count}") if wide else (kind.code, count)
    high = min(72, room.h)
    names = room.after(room.w - (120 if wide else 46) - (40 if it.bears else 0))
    names = Box(names.x, room.cy - high // 2, 120 if wide else 46, high)
    if it.number:
        shape = room.left(names.x - room.x - 6)
        pieces.figure(art, shape, kind.drawing, None, min(32, shape.h // 2))
    for box, line in zip(names.rows(2), lines, strict=True):
        font = words.largest(line, words.bold(26), box.w, words.DETAIL_PX)
        art.label(box, line, font, ink, "left" if wide else "centre")
    if it.bears is not None:
        art.stamp_at(icons.treasure(it.bears, 38), room.right - 18, room.cy)
    return art


def nothing(w: int, h: int, line: str) -> Canvas:
    """Paint a space where there is nothing to take."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 10, th.BARK)
    font = words.largest(line, words.text(28), w - 16, words.DETAIL_PX)
    art.label(art.box.inset(8), line, font, th.PAPER)
    return art


def solo_path(room: Box, name: str, tiles: tuple[Tile, ...], places: int) -> Iterator[Placed]:
    """Yield the tiles of a path of the solo game, which has two ends to take from."""
    yield room, solo_ground, (name,)
    slots = room.after(150).inset(6).columns(places + 2, 6)
    if not tiles:
        return
    yield slots[0], solo_end, (2,)
    for box, tile in zip(slots[1:], tiles, strict=False):
        yield box, solo_tile, (tile,)
    yield slots[len(tiles) + 1], solo_end, (0,)


def solo_ground(w: int, h: int, name: str) -> Canvas:
    """Paint the background of a path of the solo game, with its name."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 10, th.BARK)
    label = art.box.left(150).inset(6)
    font = words.largest(name, words.bold(30), label.w, words.DETAIL_PX)
    art.label(label, name, font, th.PAPER)
    return art


def solo_tile(w: int, h: int, it: Tile) -> Canvas:
    """Paint a tile of a path of the solo game."""
    art = Canvas(w, h, th.BARK)
    art.plate(art.box, 8, th.SAND)
    put_tile(art, art.box.inset(4, 3), it)
    return art


def solo_end(w: int, h: int, turn: int) -> Canvas:
    """Paint the mark that tiles are taken from this end; `turn` as in `marks.pointer`."""
    art = Canvas(w, h, th.BARK)
    art.stamp_at(marks.pointer(34, th.GOLD, turn), w // 2, h // 2)
    return art


def games(w: int, h: int, lines: tuple[tuple[str, str], ...], worth: str) -> Canvas:
    """Paint the finished solo games of a series, or first what treasures are worth."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 10, th.BARK)
    room = art.box.inset(16, 10)
    for box, (name, score) in zip(room.rows(3, 6), lines, strict=False):
        art.label(box.left(box.w - 90), name, words.bold(32), th.PAPER, "left")
        art.label(box.after(box.w - 90), score, words.slab(38), th.GOLD, "right")
    if not lines:
        _worth(art, room, worth)
    return art


def _worth(art: Canvas, room: Box, line: str) -> None:
    """Put what each treasure is worth at the end of a solo game that was won."""
    upper, low = room.rows(2)
    font = words.largest(line, words.text(28), upper.w, words.DETAIL_PX)
    art.label(upper, line, font, th.PAPER)
    for box, kind in zip(low.columns(4), TREASURE_KINDS.values(), strict=True):
        size = min(44, box.h - 4)
        art.stamp_at(icons.treasure(kind.id, size), box.x + size // 2, box.cy)
        art.label(box.after(size + 8), str(kind.points), words.bold(34), th.PAPER, "left")
