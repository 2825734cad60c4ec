"""The heading of the pictures: whose move, which turn, whether the last round."""

from __future__ import annotations

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.lodge import pieces
from render.lodge import theme as th

AFTER = 16
"""Pixels after the sentence in a heading."""


def before(count: int) -> int:
    """Return the width before the sentence in a heading: tokens and a pointer."""
    return 14 + count * 58 + (34 if count else 0)


def head(w: int, h: int, seats: tuple[int, ...], sentence: str, free: int = 0) -> Canvas:
    """Paint whose move it is, leaving `free` pixels on the right."""
    art = Canvas(w, h, th.NIGHT)
    art.plate(art.box, 14, th.PAPER)
    x = 12
    for seat in seats:
        art.stamp(pieces.chip(seat, 50), x, (h - 50) // 2)
        x += 58
    if seats:
        art.stamp_at(marks.pointer(26, th.MARK), x + 13, h // 2)
    x = before(len(seats))
    room = art.box.after(x).left(w - x - AFTER - free)
    font = words.largest(sentence, words.bold(40), room.w, words.GLANCE_PX)
    art.label(room, sentence, font, th.INK, "left")
    return art


def title(w: int, h: int, turn: str, ending: bool) -> Canvas:
    """Paint the turn; in gold if it is the last round."""
    art = Canvas(w, h, th.NIGHT)
    if ending:
        art.plate(art.box, 14, th.GOLD)
    room = art.box.inset(12, 4)
    font = words.largest(turn, words.bold(40), room.w, 28)
    art.label(room, turn, font, th.INK if ending else th.SNOW, "centre" if ending else "right")
    return art
