"""The heading of the pictures: whose move, which round, whether the last one."""

from __future__ import annotations

from render.indian_summer import icons, pieces
from render.indian_summer import theme as th
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from rules.indian_summer.components import Colour

AFTER = 16
"""Pixels after the sentence in a heading."""


WREATH = 66
"""Width of a winner's token in a wreath."""


def before(count: int, *, acts: bool = True, won: bool = False) -> int:
    """Return the width before a heading's sentence.

    It is that of tokens, of a pointer if their players act, or of the wreaths of who has won.
    """
    return 18 + count * (WREATH if won else 58) + (34 if count and acts else 0) - 4 * (not won)


def head(
    w: int, h: int, seats: tuple[int, ...], sentence: str, acts: bool = True, won: bool = False
) -> Canvas:
    """Paint whose move it is; without `acts`, whose picture or who has `won`."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 14, th.PAPER)
    size, wide = (36, WREATH) if won else (50, 58)
    for n, seat in enumerate(seats):
        x = 12 + n * wide
        if won:
            art.stamp_at(marks.laurel(64, th.CANVAS), x + wide // 2, h // 2)
        art.stamp(pieces.chip(seat, size), x + (wide - size) // 2 if won else x, (h - size) // 2)
    if seats and acts:
        art.stamp_at(marks.pointer(26, th.FLAME), 25 + len(seats) * wide, h // 2)
    x = before(len(seats), acts=acts, won=won)
    room = art.box.after(x).left(w - x - AFTER)
    font = words.largest(sentence, words.bold(40), room.w, words.GLANCE_PX)
    art.label(room, sentence, font, th.INK, "left")
    return art


def title_width(line: str) -> int:
    """Return the width that a title needs, with its leaf."""
    return words.width(line, words.bold(words.GLANCE_PX)) + 98


def title(w: int, h: int, line: str, ending: bool) -> Canvas:
    """Paint the round, beside a leaf if that has room; in gold if it is the last."""
    art = Canvas(w, h, th.WOOD)
    colour = Colour.RED if ending else Colour.YELLOW
    if ending:
        art.plate(art.box, 14, th.GOLD)
    whole, room = art.box.inset(8, 4), art.box.inset(8, 4).left(w - 78)
    if words.width(line, words.bold(words.GLANCE_PX)) <= room.w:
        art.stamp_at(icons.leaf(46, th.LEAF[colour], th.WOOD), w - 34, h // 2)
    else:
        room = whole
    font = words.largest(line, words.bold(40), room.w, 24)
    art.label(room, line, font, th.LINE if ending else th.IVORY, "right")
    return art
