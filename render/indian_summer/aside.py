"""The side of a player's large floor: tiles, what a piece brings, animals."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from render.indian_summer import icons, layout, offer, panels, pieces
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

SQUARE: Final = 21
"""Size of a square of a tile to choose from."""
NAMED: Final = 90
"""The width from which there is room for a name."""
NUTS: Final = 124
"""Width of how many Nuts a supply makes."""
TITLED: Final = 36
"""Height of the title of what is beside a floor."""


@lru_cache(512)
def fits(tile: Tile, covered: int) -> bool:
    """Return whether a tile can be placed anywhere."""
    places = (squares(tile, cell, turn) for cell in CELLS for turn in TURNS)
    return any(place and not place & covered for place in places)


@lru_cache(512)
def fit_together(tiles: tuple[Tile, ...], covered: int) -> bool:
    """Return whether two of some tiles can be placed one after another."""
    return any(
        fits(other, covered | place)
        for tile in tiles
        for cell in CELLS
        for turn in TURNS
        if (place := squares(tile, cell, turn)) and not place & covered
        for other in tiles
        if other != tile
    )


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
    room = room.top(room.h - 40)
    if none:
        font = words.largest(none, words.text(24), w - 6, words.DETAIL_PX)
        art.label(Box(3, room.bottom - 24, w - 6, 24), none, font, th.INK)
        room = room.top(room.h - 25)
    pieces.figure(art, room, tile.drawing, tile.colour, SQUARE)
    return art


def squirrel(w: int, h: int, line: str) -> Canvas:
    """Paint how a squirrel can be placed."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 12, th.BIRCH)
    art.stamp_at(pieces.squirrel(36, th.LINE), 34, h // 2)
    room = art.box.after(64).left(w - 80)
    font = words.largest(line, words.bold(28), room.w, words.DETAIL_PX)
    art.label(room, line, font, th.INK, "left")
    return art


def supply(room: Box, have: Supply, more: Supply, nuts: int, worth: str) -> Iterator[Placed]:
    """Yield the tiles of a player's treasures, and what a piece would bring or cost.

    Args:
        room: Where.
        have: The treasures.
        more: What would be added.
        nuts: How many Nuts all of them would make then.
        worth: The words for that, above the number.
    """
    yield room, plate, ("",)
    inner = room.inset(14, 8)
    places = inner.left(inner.w - NUTS)
    boxes = [box for row in places.rows(2, 4) for box in row.columns(2, 4)]
    yield from panels.supply(tuple(boxes), have, more)
    yield inner.after(inner.w - NUTS), panels.nuts, (nuts, worth)


def gaps(room: Box, title: str, now: tuple[int, ...], then: tuple[int, ...]) -> Iterator[Placed]:
    """Yield the tiles of the gaps by area, now and after a move."""
    yield room, plate, (title,)
    yield from panels.gaps(layout.plan(room.below(TITLED).inset(12, 8)), now, then)


def plate(w: int, h: int, title: str) -> Canvas:
    """Paint the background of something beside the floor, with its title at the top."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 12, th.BIRCH)
    line = art.box.inset(14, 4).top(TITLED)
    font = words.largest(title, words.bold(28), line.w, words.DETAIL_PX)
    art.label(line, title, font, th.INK, "left")
    return art


def source(w: int, h: int, which: Treasure, soon: bool) -> Canvas:
    """Paint the treasure that brings the tiles beside it, with an arrow if `soon`."""
    art = Canvas(w, h, th.WOOD)
    size = min(h - 8, 64)
    if which is Treasure.BERRY:
        art.stamp_at(icons.bush(size), size // 2, h // 2)
        size = 44
        art.stamp_at(icons.treasure(which, size), w - 30 - size // 2, h // 2)
    else:
        art.stamp_at(icons.treasure(which, size), (w - 30) // 2, h // 2)
    if soon:
        art.stamp_at(marks.pointer(22, th.GOLD), w - 16, h // 2)
    return art


def first(w: int, h: int, seat: int, name: str, tile: Tile | None, soon: bool) -> Canvas:
    """Paint the first tile of another player's path, with whose it is.

    Like `offer.common`, it has a gold frame if it can be taken `soon`, and no colour if not.
    """
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 8, th.GOLD if soon else th.SAND)
    if soon:
        art.plate(art.box.inset(5), 5, th.BIRCH)
    art.stamp_at(pieces.chip(seat, 44), 32, h // 2)
    room = art.box.after(64).inset(0, 8)
    label = room.left(room.w - 124)
    if label.w > NAMED:
        art.name(label, name, words.bold(30), 26, th.INK)
    if tile is not None:
        offer.put_tile(art, room.after(room.w - 120).left(114), tile, layout.OWN, dim=not soon)
    return art


def cost(w: int, h: int, line: str) -> Canvas:
    """Paint what the tiles below this line cost."""
    art = Canvas(w, h, th.WOOD)
    font = words.largest(line, words.bold(26), w - 8, words.DETAIL_PX)
    art.label(art.box.inset(4, 0), line, font, th.IVORY, "left")
    return art


class Fitting(NamedTuple):
    """An animal that would fit, and its name."""

    animal: Animal
    name: str


def animals(w: int, h: int, title: str, found: tuple[Fitting, ...], fit: bool) -> Canvas:
    """Paint animals that `fit` over empty holes; without cards if they don't."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 12, th.BIRCH)
    room = art.box.inset(12, 6)
    line = room.top(TITLED)
    art.stamp_at(icons.paw(28, th.SOFT), line.x + 16, line.cy)
    line = line.after(40)
    font = words.largest(title, words.bold(28), line.w, words.DETAIL_PX)
    art.label(line, title, font, th.INK, "left")
    low = room.below(TITLED + 4)
    across = 7 if w > 600 else 3 if len(found) < 4 else 4  # all of them are seven
    high = -(-max(len(found), 1) // across)
    rows = low.top(min(low.h, high * 110)).rows(high, 4)
    boxes = [box for row in rows for box in row.columns(across, 6)]
    for it, box in zip(found, boxes, strict=False):
        if fit:
            art.plate(box, 8, th.SAND)
        _fitting(art, box, it)
    return art


def _fitting(art: Canvas, box: Box, it: Fitting) -> None:
    """Put an animal: face and shape, its name below them."""
    inner = box.inset(1, 3)
    font = words.largest(it.name, words.bold(26), inner.w, words.DETAIL_PX)
    art.label(inner.below(inner.h - 26), it.name, font, th.INK)
    upper = inner.top(inner.h - 28)
    size = min(upper.h, 56, upper.w // 2)
    art.stamp_at(icons.face(it.animal, size), upper.x + size // 2, upper.cy)
    pieces.figure(art, upper.after(size), ANIMALS[it.animal].drawing, None, 20)


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
        pieces.figure(art, shape, drawing, Colour(colour) if colour else None, 36)
    else:
        art.stamp_at(pieces.squirrel(72, th.LINE), shape.cx, shape.cy)
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
    room = art.box.inset(14, 12)
    rows = room.top(min(room.h, 60 * len(lines))).rows(len(lines))
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
