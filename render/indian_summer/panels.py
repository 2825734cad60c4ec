"""A player's panel: name, treasures, forest floor, path, gaps by area."""

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
from render.kit.press import Placed
from rules.indian_summer.components import NOTHING, TREASURES, Supply, Tile, Treasure
from rules.indian_summer.view import PlayerView


class About(NamedTuple):
    """The first line of a player's panel; the start player has the hiking shoes.

    A name is written smaller, down to `least` pixels, before it is cut. A panel is framed in gold
    if its player is to act or has `won`.
    """

    seat: int
    name: str
    acts: bool
    starts: bool
    least: int = words.GLANCE_PX
    won: bool = False


def panel(
    room: Box,
    about: About,
    it: PlayerView,
    shown: Marks,
    new: tuple[Tile, ...],
    robbed: bool,
    empty: str,
) -> Iterator[Placed]:
    """Yield the tiles of a player's panel, from back to front.

    Args:
        room: Where it is.
        about: Its first line.
        it: What the player has.
        shown: What is marked on their floor.
        new: Tiles that came in the last turn.
        robbed: Their first tile can be taken with a Mushroom.
        empty: The word for the spaces that are.
    """
    place = layout.panel(room)
    yield room, frame, (about.acts or about.won,)
    yield place.name, name_plate, (about,)
    yield from supply(place.supply, it.supply)
    yield from large(place.letters, place.numbers, place.floor, it, shown)
    yield place.pack, pack, (robbed and bool(it.path),)
    for n, box in enumerate(place.slots):
        tile = it.path[n] if n < len(it.path) else None
        yield box, slot, (tile, tile in new)
    yield place.total, total, (it.empty, empty)
    yield from gaps(place.gaps, it.gaps, it.gaps)


def large(
    letters: Box, numbers: Box, spaces: Box, it: PlayerView, shown: Marks
) -> Iterator[Placed]:
    """Yield the tiles of a floor with its row numbers and column letters."""
    size = spaces.w // layout.COLS
    yield letters, floor.letters, (size, spaces.x - letters.x)
    yield numbers, floor.numbers, (size,)
    yield from floor.parts(spaces, it, shown)


def supply(boxes: tuple[Box, ...], have: Supply, more: Supply = NOTHING) -> Iterator[Placed]:
    """Yield how many of each treasure a player has, and would have after a move."""
    for which, box in zip(TREASURES, boxes, strict=True):
        yield box, stored, (which, have[which.rank], have[which.rank] + more[which.rank])


def gaps(boxes: tuple[Box, ...], now: tuple[int, ...], then: tuple[int, ...]) -> Iterator[Placed]:
    """Yield how many spaces of each area are empty, now and after a move, as a map."""
    for box, before, after in zip(boxes, now, then, strict=True):
        yield box, gap, (before, after)


def frame(w: int, h: int, gold: bool) -> Canvas:
    """Paint the background of a panel, framed in `gold` if its player acts or has won."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 14, th.GOLD if gold else th.BIRCH)
    if gold:
        art.plate(art.box.inset(layout.FRAME), 9, th.BIRCH)
    return art


def name_plate(w: int, h: int, it: About) -> Canvas:
    """Paint a player's token and name."""
    art = Canvas(w, h, th.BIRCH)
    x = 8
    if it.acts:
        art.stamp_at(marks.pointer(24, th.FLAME), x + 10, h // 2)
        x += 28
    art.stamp(pieces.chip(it.seat, 44), x, (h - 44) // 2)
    x += 50
    room = Box(x, 0, w - x - 4 - (46 if it.starts else 0), h)
    art.name(room, it.name, words.bold(36), it.least, th.INK)
    if it.starts:
        font, lines = words.named(it.name, words.bold(36), room.w, it.least)
        wide = min(max(words.width(line, font) for line in lines), room.w)
        art.stamp_at(icons.shoes(40), room.x + wide + 26, h // 2)
    return art


def side(w: int, h: int, label: str, chosen: bool) -> Canvas:
    """Paint the name of a side of a board, with a tick if it was chosen."""
    art = Canvas(w, h, th.BIRCH)
    art.label(art.box.inset(20, 0), label, words.bold(38), th.INK, "left")
    if chosen:
        art.stamp_at(marks.check(36, th.GAIN), w - 40, h // 2)
    return art


def stored(w: int, h: int, which: Treasure, now: int, then: int) -> Canvas:
    """Paint how many of a treasure a player has, and would have after a move."""
    art = Canvas(w, h, th.BIRCH)
    size = 34 if now == then else 30
    art.stamp_at(icons.treasure(which, size), size // 2, h // 2)
    line = str(now) if now == then else f"{now}→{then}"
    ink = th.GAIN if then > now else th.INK if then or now else th.SOFT
    room = art.box.after(size + 3)
    font = words.largest(line, words.bold(words.GLANCE_PX), room.w, words.DETAIL_PX)
    art.label(room, line, font, ink, "left")
    return art


def pack(w: int, h: int, robbed: bool) -> Canvas:
    """Paint the backpack beside the first tile of a path.

    If `robbed`, it shows that a Mushroom can take that tile.
    """
    art = Canvas(w, h, th.BIRCH)
    art.stamp_at(icons.backpack(44), 24, h // 4)
    if robbed:
        art.stamp_at(marks.pointer(14, th.INK, 3), 24, h // 2 + 3)
        art.stamp_at(icons.treasure(Treasure.MUSHROOM, 30), 24, h // 2 + 30)
    return art


def slot(w: int, h: int, tile: Tile | None, new: bool) -> Canvas:
    """Paint a tile of a path, or an empty space of it."""
    art = Canvas(w, h, th.BIRCH)
    if tile is None:
        art.plate(art.box, 8, th.SAND)
        art.plate(art.box.inset(2), 6, th.BIRCH)
        return art
    art.plate(art.box, 8, th.FRESH if new else th.SAND)
    art.plate(art.box.inset(4), 5, th.PAPER)
    offer.put_tile(art, art.box.inset(8, 2), tile, layout.OWN)
    return art


def total(w: int, h: int, empty: int, word: str) -> Canvas:
    """Paint how many spaces are empty on a floor, after the `word` for that."""
    art = Canvas(w, h, th.BIRCH)
    if not empty:
        art.stamp_at(marks.check(min(28, h - 6), th.GAIN), w // 2, h // 2)
        return art
    figure, font = str(empty), words.bold(words.GLANCE_PX)
    wide = words.width(figure, font)
    room = art.box.left(w - wide - 6)
    art.label(room, word, words.largest(word, words.bold(28), room.w, words.DETAIL_PX), th.INK)
    art.label(art.box.after(w - wide), figure, font, th.INK, "right")
    return art


def nuts(w: int, h: int, count: int, worth: str = "") -> Canvas:
    """Paint how many Nuts all treasures of a supply are `worth`."""
    art = Canvas(w, h, th.BIRCH)
    room = art.box
    if worth:
        font = words.largest(worth, words.text(28), w, words.DETAIL_PX)
        art.label(room.top(34), worth, font, th.INK, "left")
        room = room.below(34)
    art.label(room.left(20), "=", words.bold(words.GLANCE_PX), th.INK)
    art.stamp_at(icons.treasure(Treasure.NUT, 34), 38, room.cy)
    art.label(room.after(60), str(count), words.bold(words.GLANCE_PX), th.INK, "left")
    return art


def gap(w: int, h: int, now: int, then: int) -> Canvas:
    """Paint how many spaces of an area are empty, and would be after a move."""
    ground = th.DONE if not then else th.EARTH if now == then else th.GOLD
    art = Canvas(w, h, ground)
    if not then:
        art.stamp_at(marks.check(min(28, h - 6), th.MARK), w // 2, h // 2)
    elif now == then:
        art.label(art.box, str(now), words.bold(words.GLANCE_PX), th.IVORY)
    else:
        line = f"{now}→{then}"
        font = words.largest(line, words.bold(words.GLANCE_PX), w - 4, words.DETAIL_PX)
        art.label(art.box, line, font, th.LINE)
    return art
