"""What belongs to one player: name, treasures, forest floor, path, gaps by area."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from render.indian_summer import floor, icons, layout, offer, pieces
from render.indian_summer import theme as th
from render.indian_summer.floor import Marks
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Part
from rules.indian_summer.components import MOST, TREASURES, Supply, Tile
from rules.indian_summer.view import PlayerView

COUNT = 66
"""Width of a treasure with its number in a player's line."""


class About(NamedTuple):
    """What is told of a player: the start player has the hiking shoes."""

    seat: int
    name: str
    acts: bool
    starts: bool
    supply: Supply


def panel(room: Box, about: About, it: PlayerView, shown: Marks, new: tuple[Tile, ...],
          robbed: bool) -> Iterator[Part]:  # fmt: skip
    """Yield the tiles of a player's panel, from the back to the front.

    Args:
        room: Where it stands.
        about: What is told of him.
        it: What he has.
        shown: What is marked on his floor.
        new: Tiles that came in the last turn.
        robbed: His first tile can be taken with a Mushroom.
    """
    place = layout.panel(room)
    yield room, frame, (about.acts,)
    yield place.name, told, (about,)
    yield from large(place.letters, place.numbers, place.floor, it, shown)
    yield place.path, path, (it.path, tuple(tile for tile in it.path if tile in new), robbed)
    yield place.gaps, gaps, (it.gaps, None)


def large(letters: Box, numbers: Box, spaces: Box, it: PlayerView, shown: Marks) -> Iterator[Part]:
    """Yield the tiles of a floor with its rims."""
    size = spaces.w // layout.COLS
    yield letters, floor.letters, (size, spaces.x - letters.x)
    yield numbers, floor.numbers, (size,)
    yield from floor.parts(spaces, it, shown)


def frame(w: int, h: int, acts: bool) -> Canvas:
    """Paint the ground of a panel; framed in gold for whoever is to act."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 14, th.GOLD if acts else th.BIRCH)
    if acts:
        art.plate(art.box.inset(layout.FRAME), 9, th.BIRCH)
    return art


def told(w: int, h: int, it: About) -> Canvas:
    """Paint a player's name and treasures."""
    art = Canvas(w, h, th.BIRCH)
    x = 8
    if it.acts:
        art.stamp_at(marks.pointer(24, th.FLAME), x + 10, h // 2)
        x += 28
    art.stamp(pieces.chip(it.seat, 46), x, (h - 46) // 2)
    x += 54
    treasures = Box(w - 4 * COUNT - 4, 0, 4 * COUNT, h)
    room = Box(x, 0, treasures.x - x - 6 - (46 if it.starts else 0), h)
    font = words.largest(it.name, words.bold(36), room.w, words.GLANCE_PX)
    art.label(room, it.name, font, th.INK, "left")
    if it.starts:
        wide = min(words.width(it.name, font), room.w)
        art.stamp_at(icons.shoes(40), room.x + wide + 28, h // 2)
    supply(art, treasures, it.supply)
    return art


def side(w: int, h: int, label: str, chosen: bool) -> Canvas:
    """Paint the name of a side of a board, with a tick if it is the one chosen."""
    art = Canvas(w, h, th.BIRCH)
    art.label(art.box.inset(20, 0), label, words.bold(38), th.INK, "left")
    if chosen:
        art.stamp_at(marks.check(36, th.DONE), w - 40, h // 2)
    return art


def supply(art: Canvas, room: Box, have: Supply, more: Supply | None = None) -> None:
    """Put how many of each treasure a player has; or has now, and would have then."""
    for which, box in zip(TREASURES, room.columns(4), strict=True):
        count, change = have[which.rank], more[which.rank] if more else 0
        size = 36
        art.stamp_at(icons.treasure(which, size), box.x + size // 2, box.cy)
        line = f"{count}→{count + change}" if change else str(count)
        ink = th.DONE if change > 0 else th.INK if count or change else th.SOFT
        room = box.after(size + 4)
        font = words.largest(line, words.bold(32), room.w - 12, words.DETAIL_PX)
        art.label(room, line, font, ink, "left")


def path(w: int, h: int, tiles: tuple[Tile, ...], new: tuple[Tile, ...], robbed: bool) -> Canvas:
    """Paint a player's path from the backpack on; the first tile can be taken by others."""
    art = Canvas(w, h, th.BIRCH)
    art.stamp_at(icons.backpack(44), 24, h - 36 if robbed and tiles else h // 2)
    if robbed and tiles:
        art.stamp_at(icons.taken(30), 18, 24)
        art.stamp_at(marks.pointer(14, th.INK), 40, 24)
    slots = Box(48, 4, w - 52, h - 8).columns(MOST, 4)
    for n, slot in enumerate(slots):
        if n >= len(tiles):
            art.plate(slot, 8, th.SAND)
            art.plate(slot.inset(2), 6, th.BIRCH)
            continue
        art.plate(slot, 8, th.FLAME if tiles[n] in new else th.SAND)
        art.plate(slot.inset(4), 5, th.PAPER)
        offer.put_tile(art, slot.inset(4, 5), tiles[n], 22)
    return art


def gaps(w: int, h: int, now: tuple[int, ...], after: tuple[int, ...] | None) -> Canvas:
    """Paint how many spaces of each area are empty: a small plan of the floor.

    Args:
        w: Width.
        h: Height.
        now: By area.
        after: What it would be after a move that is tried, or None.
    """
    art = Canvas(w, h, th.BIRCH)
    boxes = [box for row in art.box.inset(6, 8).rows(2, 3) for box in row.columns(3, 3)]
    for n, box in enumerate(boxes):
        left = now[n] if after is None else after[n]
        changed = left != now[n]
        art.fill(box, th.DONE if not left else th.GOLD if changed else th.EARTH)
        if not left:
            art.stamp_at(marks.check(min(28, box.h - 6), th.MARK), box.cx, box.cy)
            continue
        label = f"{now[n]}→{left}" if changed else str(left)
        ink = th.INK if changed else th.PAPER
        art.label(box, label, words.bold(30), ink)
    return art
