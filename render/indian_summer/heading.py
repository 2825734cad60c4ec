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


def before(count: int, *, acts: bool = True) -> int:
    """Return the width before a heading's sentence: tokens, a pointer if they act."""
    return 14 + count * 58 + (34 if count and acts else 0)


def head(w: int, h: int, seats: tuple[int, ...], sentence: str, acts: bool = True) -> Canvas:
    """Paint whose move it is; without `acts`, whose picture or who has won."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 14, th.PAPER)
    x = 12
    for seat in seats:
        art.stamp(pieces.chip(seat, 50), x, (h - 50) // 2)
        x += 58
    if seats and acts:
        art.stamp_at(marks.pointer(26, th.FLAME), x + 13, h // 2)
    x = before(len(seats), acts=acts)
    room = art.box.after(x).left(w - x - AFTER)
    font = words.largest(sentence, words.bold(40), room.w, words.GLANCE_PX)
    art.label(room, sentence, font, th.INK, "left")
    return art


def title(w: int, h: int, line: str, ending: bool) -> Canvas:
    """Paint the round, beside a leaf; in gold if it is the last."""
    art = Canvas(w, h, th.WOOD)
    colour = Colour.RED if ending else Colour.YELLOW
    if ending:
        art.plate(art.box, 14, th.GOLD)
    art.stamp_at(icons.leaf(46, th.LEAF[colour], th.WOOD), w - 34, h // 2)
    room = art.box.inset(8, 4).left(w - 78)
    font = words.largest(line, words.bold(40), room.w, 24)
    art.label(room, line, font, th.LINE if ending else th.IVORY, "right")
    return art
