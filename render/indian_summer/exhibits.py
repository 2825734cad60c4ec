"""Components shown large with their facts for the rulebook, and small as signs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from render.indian_summer import aside, icons, layout, panels, pieces
from render.indian_summer import theme as th
from render.indian_summer.floor import Marks
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import paint
from render.kit.signs import PLATED, SIZE, plated
from render.picture import DrawSign, Sign, seat_sign
from rules.indian_summer.components import (
    ANIMALS,
    CELLS,
    FLOORS,
    NOTHING,
    PATH,
    TILES,
    TREASURE_KINDS,
    TURNS,
    Animal,
    Colour,
    FloorId,
    Spaces,
    Tile,
    Treasure,
    animal_squares,
    squares,
)
from rules.indian_summer.view import PlayerView

LINE: Final = words.text(34)
TURN: Final = 148
"""Height of a row of rotations."""
PATHS: Final = ("player-path", "common-path", "top-path", "bottom-path")


def title(w: int, h: int, line: str) -> Canvas:
    """Paint what is shown below."""
    art = Canvas(w, h, th.WOOD)
    font = words.largest(line, words.slab(48), w - 8, words.GLANCE_PX)
    art.label(art.box.inset(4, 0), line, font, th.IVORY, "left")
    return art


def thing(w: int, h: int, key: str) -> Canvas:
    """Paint a component as large as the room allows."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 16, th.BIRCH)
    put(art, art.box.inset(14 if key in FLOORS else 24), key)
    return art


def named(w: int, h: int, key: str, name: str) -> Canvas:
    """Paint a component and its name below it."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 16, th.BIRCH)
    room = art.box.inset(10, 8)
    put(art, room.top(room.h - 44), key)
    font = words.largest(name, words.bold(32), room.w, words.DETAIL_PX)
    art.label(Box(room.x, room.bottom - 40, room.w, 40), name, font, th.INK)
    return art


_TILES: Final = frozenset(map(str, TILES))


def about(w: int, h: int, facts: tuple[str, ...], key: str) -> Canvas:
    """Paint the facts of a component, and below them the rotations of a piece."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 16, th.PAPER)
    ways = turned(key)
    rows = -(-len(ways) // 4)
    room = art.box.inset(24, 14).top(h - 28 - rows * TURN)
    _facts(art, room, facts)
    low = Box(16, room.bottom + 4, w - 32, rows * TURN - 4)
    boxes = [box for row in low.rows(max(1, rows), 4) for box in row.columns(4, 6)]
    for (turn, drawing), box in zip(ways, boxes, strict=False):
        art.plate(box, 10, th.BIRCH)
        colour = Tile.parse(key).colour if key in _TILES else None
        shape = Box(box.x + 6, box.y + 6, box.w - 46, box.h - 12)
        pieces.figure(art, shape, drawing, colour, 30)
        art.label(box.after(box.w - 40), turn, words.bold(28), th.INK)
    return art


def _facts(art: Canvas, room: Box, facts: tuple[str, ...]) -> None:
    lines = [words.wrap(fact, LINE, room.w - 40, 3) for fact in facts]
    high = min(42, room.h // max(1, sum(map(len, lines))))
    font = LINE if high >= 40 else words.text(max(24, high - 6))
    lines = [words.wrap(fact, font, room.w - 40, 3) for fact in facts]
    spare = max(0, room.h - high * sum(map(len, lines))) // (len(lines) + 1)
    y = room.y
    for fact in lines:
        y += spare
        art.stamp_at(marks.pointer(20, th.FLAME), room.x + 11, y + high // 2)
        for line in fact:
            art.label(Box(room.x + 40, y, room.w - 40, high), line, font, th.INK, "left")
            y += high


_ANIMALS: Final = frozenset(map(str, ANIMALS))


def turned(key: str) -> tuple[tuple[str, str], ...]:
    """Return the rotations of a piece, each with its drawing; () for other things."""
    if key in _TILES:
        tile = Tile.parse(key)
        found = [(turn, hole, squares(tile, hole, turn)) for turn in TURNS for hole in CELLS]
        drawings = {turn: aside.drawn(bits, hole.bit) for turn, hole, bits in found if bits}
    elif key in _ANIMALS:
        kind = Animal(key)
        laid = [(turn, animal_squares(kind, at, turn)) for turn in TURNS for at in CELLS]
        drawings = {turn: aside.drawn(bits, 0) for turn, bits in laid if bits}
    else:
        drawings = {}
    return tuple((str(turn), drawing) for turn, drawing in drawings.items())


def put(art: Canvas, room: Box, key: str) -> None:
    """Put a component in the middle of a room."""
    size = min(room.w, room.h)
    if key in _TILES:
        tile = Tile.parse(key)
        pieces.figure(art, room, tile.drawing, tile.colour, 110)
    elif key in _ANIMALS:
        _animal(art, room, Animal(key))
    elif key in set(Treasure):
        art.stamp_at(icons.treasure(Treasure(key), min(size, 260)), room.cx, room.cy)
    elif key in FLOORS:
        numbers, letters, spaces = layout.ground(room)
        paint(art, panels.large(letters, numbers, spaces, blank(FloorId(key)), Marks()))
    elif key in PATHS:
        _path(art, room, key)
    else:
        _sign(art, room, key, min(size, 280))


def _animal(art: Canvas, room: Box, it: Animal) -> None:
    """Put an animal, and the treasure that starts on it."""
    kind = ANIMALS[it]
    bears = kind.bears
    place = room if bears is None else room.top(room.h - 90)
    pieces.figure(art, place, kind.drawing, None, 110, it)
    if bears is not None:
        art.stamp_at(icons.treasure(bears, min(84, room.h // 4)), room.cx, room.bottom - 42)


def _sign(art: Canvas, room: Box, key: str, size: int) -> None:
    match key:
        case "squirrel":
            stamp = pieces.squirrel(min(size, 200), th.LINE)
        case "backpack":
            stamp = icons.backpack(size)
        case "shoes":
            stamp = icons.shoes(size)
        case "bush":
            stamp = icons.bush(size)
        case _:
            stamp = icons.pile(size, size * 8 // 10, th.BARK, th.SEAM)
    art.stamp_at(stamp, room.cx, room.cy)


def _path(art: Canvas, room: Box, key: str) -> None:
    """Put tiles in two rows, below what marks their head; solo paths have two ends."""
    if key in PATHS[2:]:
        signs = [marks.pointer(56, th.FLAME, 2), marks.pointer(56, th.FLAME)]
    else:
        signs = [icons.backpack(96) if key == PATHS[0] else icons.bush(100)]
    for sign, box in zip(signs, room.top(110).columns(len(signs)), strict=True):
        art.stamp_at(sign, box.cx, box.cy)
    boxes = [box for row in room.below(124).rows(2, 10) for box in row.columns(3, 10)]
    for box, tile in zip(boxes[: PATH if key == PATHS[0] else len(boxes)], TILES[8::11],
                         strict=False):  # fmt: skip
        art.plate(box, 8, th.SAND)
        pieces.figure(art, box.inset(10), tile.drawing, tile.colour, 34)


def blank(side: FloorId) -> PlayerView:
    """Return an empty floor with one side of a board up."""
    none = Spaces(0)
    return PlayerView(
        seat=0, position=1, floor=side, leaves=(), animals=(), covered=none, holes=none,
        tokens=none, squirrels=none, path=(), supply=NOTHING, gaps=(), empty=len(CELLS),
    )  # fmt: skip


def _leaf_sign(colour: Colour) -> Sign:
    ids = tuple(str(tile) for tile in TILES if tile.colour is colour)
    return Sign(f"leaf{colour}"[:11], ("tile",), ids, words=ids)


SIGNS: Final[Mapping[Sign, DrawSign]] = {
    **{seat_sign(n): partial(pieces.chip, n, SIZE) for n in range(len(th.SEATS))},
    **{
        Sign(
            str(it), ("give", "get"), (str(it),), words=(kind.name, f"{{count}} {kind.name.en}")
        ): partial(icons.treasure, it, SIZE)
        for it, kind in TREASURE_KINDS.items()
    },
    **{
        Sign(str(it), ("animal",), (str(it),), words=(kind.name,)): partial(icons.face, it, SIZE)
        for it, kind in ANIMALS.items()
    },
    **{_leaf_sign(it): partial(icons.leaf, SIZE, th.LEAF[it], th.WOOD) for it in Colour},
    Sign("squirrel", components=("squirrel",)): lambda: plated(
        icons.squirrel(PLATED, th.CHEST, th.FUR), th.FUR
    ),
    Sign("backpack", components=("backpack",)): partial(icons.backpack, SIZE),
    Sign("shoes", components=("shoes",)): partial(icons.shoes, SIZE),
    Sign("bush", components=("bush",)): partial(icons.bush, SIZE),
}
"""What draws each sign that can stand before a word."""
