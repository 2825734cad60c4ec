"""The side of a player's large floor: tiles, what a piece brings, animals."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from render.indian_summer import icons, layout, panels, pieces
from render.indian_summer import theme as th
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from rules.indian_summer.components import (
    ANIMALS,
    CELLS,
    TREASURES,
    TURNS,
    Animal,
    Colour,
    Supply,
    Tile,
    Treasure,
    animal_squares,
    squares,
)
from rules.indian_summer.view import SummerView

SQUARE = 40
"""Largest size of a square of a tile to choose from."""


@lru_cache(512)
def fits(tile: Tile, covered: int) -> bool:
    """Return whether a tile can be placed anywhere."""
    places = (squares(tile, cell, turn) for cell in CELLS for turn in TURNS)
    return any(place and not place & covered for place in places)


@lru_cache(512)
def animals_on(holes: int, stock: tuple[Animal, ...]) -> tuple[tuple[Animal, ...], int]:
    """Return which animals fit over empty holes, and over which holes they fit."""
    found, spaces = [], 0
    near = [cell for cell in CELLS if cell.bit & holes]
    for animal in stock:
        places = [animal_squares(animal, cell, turn) for cell in near for turn in TURNS]
        fitting = [place for place in places if place and not place & ~holes]
        if fitting:
            found.append(animal)
        for place in fitting:
            spaces |= place
    return tuple(found), spaces


def stock(view: SummerView) -> tuple[Animal, ...]:
    """Return the animals that are still available."""
    return tuple(it.animal for it in view.stock if it.left)


def choice(w: int, h: int, tile: Tile | None, first: bool, none: str) -> Canvas:
    """Paint a tile to choose from, large.

    Args:
        w: Width.
        h: Height.
        tile: The tile, or None for an empty space.
        first: True if it is the one next to the backpack.
        none: The note that it fits nowhere; else "".
    """
    art = Canvas(w, h, th.WOOD)
    if tile is None:
        art.plate(art.box, 12, th.BARK)
        art.plate(art.box.inset(3), 10, th.WOOD)
        return art
    art.plate(art.box, 12, th.BIRCH if not none else th.SAND)
    room = art.box.inset(8, 6)
    low = Box(room.x, room.bottom - 40, room.w, 40)
    if first:
        art.stamp_at(icons.backpack(36), low.x + 18, low.cy)
        low = low.after(36)
    art.label(low, tile, words.bold(38), th.INK)
    room = room.top(room.h - 44)
    if none:
        font = words.largest(none, words.text(24), room.w, words.DETAIL_PX)
        art.label(Box(room.x, room.bottom - 24, room.w, 24), none, font, th.INK)
        room = room.top(room.h - 28)
    pieces.figure(art, room, tile.drawing, tile.colour, SQUARE)
    return art


def supply(room: Box, have: Supply, more: Supply) -> Iterator[Placed]:
    """Yield the tiles of a player's treasures, and what a piece would bring or cost."""
    yield room, plate, ("",)
    yield from panels.supply(room.inset(12, 8).columns(4, 8), have, more)


def gaps(room: Box, title: str, now: tuple[int, ...], then: tuple[int, ...]) -> Iterator[Placed]:
    """Yield the tiles of the gaps by area, now and after a move."""
    yield room, plate, (title,)
    yield from panels.gaps(layout.plan(room.after(136).inset(8, 10)), now, then)


def plate(w: int, h: int, title: str) -> Canvas:
    """Paint the background of something beside the floor, with its title on the left."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 12, th.BIRCH)
    if title:
        label = art.box.inset(14, 8).left(118)
        font = words.bold(28)
        while font.px > words.DETAIL_PX and is_cut(title, font, label.w):
            font = font.at(font.px - 1)
        lines = words.wrap(title, font, label.w, 2)
        for box, line in zip(Box(label.x, label.cy - 34, label.w, 68).rows(2), lines, strict=False):
            art.label(box, line, font, th.INK, "left")
    return art


def is_cut(line: str, font: words.Font, room: int) -> bool:
    """Return whether words do not fit on two lines."""
    return any(part.endswith(words.ELLIPSIS) for part in words.wrap(line, font, room, 2))


def animals(w: int, h: int, title: str, found: tuple[Animal, ...]) -> Canvas:
    """Paint the animals that would fit over empty holes."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 12, th.BIRCH)
    room = art.box.inset(14, 8)
    art.stamp_at(icons.paw(30, th.SLATE), room.x + 15, room.y + 17)
    line = room.top(34).after(42)
    font = words.largest(title, words.bold(28), line.w, words.DETAIL_PX)
    art.label(line, title, font, th.INK, "left")
    low = room.below(38)
    for it, box in zip(found, low.columns(max(4, len(found)), 6), strict=False):
        art.plate(box, 8, th.SAND)
        pieces.figure(art, box.inset(6, 4).top(low.h - 36), ANIMALS[it].drawing, None, 28)
        code = Box(box.x, box.bottom - 30, box.w, 28)
        art.label(code, ANIMALS[it].code, words.bold(26), th.INK)
    return art


class Line(NamedTuple):
    """A line about what a piece brings: words, then treasures; if `good`, with a tick."""

    words: str
    treasures: tuple[Treasure, ...]
    good: bool


def piece(
    w: int, h: int, drawing: str, colour: str | None, name: str, places: tuple[str, ...]
) -> Canvas:
    """Paint the piece being tried, its name, and where it would go.

    Args:
        w: Width.
        h: Height.
        drawing: Its squares in their rotation; "" for a squirrel.
        colour: The colour of a leaf tile, or None.
        name: What it is called.
        places: Where it would go, in one or two lines.
    """
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 12, th.BIRCH)
    room = art.box.inset(10)
    shape = room.left(room.h + 24)
    if drawing:
        pieces.figure(art, shape, drawing, Colour(colour) if colour else None, SQUARE)
    else:
        art.stamp_at(pieces.squirrel(72, th.INK), shape.cx, shape.cy)
    label = room.after(shape.w + 12)
    font = words.largest(name, words.slab(46), label.w, 28)
    art.label(label.top(56), name, font, th.INK, "left")
    rows = label.below(56).rows(max(2, len(places)))
    for box, line in zip(rows, places, strict=False):
        font = words.largest(line, words.bold(30), box.w, words.DETAIL_PX)
        art.label(box, line, font, th.INK, "left")
    return art


def brings(w: int, h: int, lines: tuple[Line, ...]) -> Canvas:
    """Paint what a piece would bring, line by line."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 12, th.PAPER)
    room = art.box.inset(14, 8)
    rows = room.rows(max(3, len(lines)))
    for box, line in zip(rows, lines, strict=False):
        x = box.x
        if line.good:
            art.disc(x + 17, box.cy, 34, th.DONE)
            art.stamp_at(marks.check(20, th.MARK), x + 17, box.cy)
            x += 44
        size = min(40, box.h - 6)
        wide = len(line.treasures) * (size + 4)
        place = Box(x, box.y, box.right - x - wide - 6, box.h)
        font = words.largest(line.words, words.bold(32), place.w, words.DETAIL_PX)
        art.label(place, line.words, font, th.INK, "left")
        x = place.x + words.width(words.fit(line.words, font, place.w), font) + 10
        for which in line.treasures:
            art.stamp_at(icons.treasure(which, size), x + size // 2, box.cy)
            x += size + 4
    return art


def each(found: Supply) -> tuple[Treasure, ...]:
    """Return treasures one by one."""
    return tuple(which for which in TREASURES for _ in range(found[which.rank]))


def drawn(spaces: int, hole: int) -> str:
    """Return squares of a floor as a drawing: x a square, o the hole."""
    found = [cell for cell in CELLS if cell.bit & spaces]
    rows, cols = [cell.row for cell in found], [cell.col for cell in found]
    signs = {(cell.row, cell.col): "o" if cell.bit & hole else "x" for cell in found}
    return "/".join(
        "".join(signs.get((row, col), ".") for col in range(min(cols), max(cols) + 1))
        for row in range(min(rows), max(rows) + 1)
    )
