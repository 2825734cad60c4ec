"""The heading of the pictures: whose move, turn order, which turn, the last round."""

from __future__ import annotations

from typing import NamedTuple

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.lodge import pieces
from render.lodge import theme as th

MARGIN = 16
"""Pixels after the sentence in a heading."""
TURN = 46
"""Width of a player in the order of turns."""


class Turn(NamedTuple):
    """A player in the order of turns: whose turn it is, who has had the last one."""

    seat: int
    active: bool
    done: bool


def before(count: int, over: bool = False) -> int:
    """Return the width before a heading's sentence: tokens and a pointer, or a wreath."""
    return 92 if over and count else 14 + count * 58 + (34 if count else 0)


def after(seats: int) -> int:
    """Return the width of the order of turns, which says nothing in a solo match."""
    return seats * TURN + 16 if seats > 1 else 0


def head(
    w: int,
    h: int,
    seats: tuple[int, ...],
    sentence: str,
    order: tuple[Turn, ...],
    free: int = 0,
    over: bool = False,
) -> Canvas:
    """Paint whose move it is and the order of turns; `free` pixels stay empty.

    Once the match is `over`, the winner's token is in a wreath.
    """
    art = Canvas(w, h, th.NIGHT)
    art.plate(art.box, 14, th.PAPER)
    x, size = 12, 36 if over else 50
    for seat in seats:
        if over:
            art.stamp_at(marks.laurel(64, th.BRASS), 48, h // 2)
        art.stamp(pieces.chip(seat, size), 30 if over else x, (h - size) // 2)
        x += 58
    if seats and not over:
        art.stamp_at(marks.pointer(26, th.MARK), x + 13, h // 2)
    x = before(len(seats), over)
    free += after(len(order))
    room = art.box.after(x).left(w - x - MARGIN - free)
    font = words.largest(sentence, words.bold(40), room.w, words.GLANCE_PX)
    art.label(room, sentence, font, th.INK, "left")
    if len(order) > 1:
        _order(art, art.box.after(w - free), order)
    return art


def _order(art: Canvas, room: Box, order: tuple[Turn, ...]) -> None:
    """Put the players in the order of turns; those who have had their last one ticked."""
    for n, it in enumerate(order):
        turn(art, Box(room.x + n * TURN, room.y, TURN, room.h), it)


def turn(art: Canvas, room: Box, it: Turn) -> None:
    """Put a player of the order of turns."""
    art.stamp_at(pieces.chip(it.seat, 36), room.cx, room.cy - 4)
    if it.active:
        art.fill(Box(room.cx - 18, room.cy + 22, 36, 6), th.MARK)
    if it.done:
        art.disc(room.cx + 12, room.cy + 10, 22, th.DONE, th.PAPER, 2)
        art.stamp_at(marks.check(13, th.CHALK), room.cx + 12, room.cy + 10)


def title_width(line: str) -> int:
    """Return the width that a title needs."""
    return words.width(line, words.bold(words.GLANCE_PX)) + 28


def title(w: int, h: int, turn: str, ending: bool) -> Canvas:
    """Paint the turn; in gold if it is the last round."""
    art = Canvas(w, h, th.NIGHT)
    if ending:
        art.plate(art.box, 14, th.GOLD)
    room = art.box.inset(12, 4)
    font = words.largest(turn, words.bold(40), room.w, 28)
    art.label(room, turn, font, th.INK if ending else th.SNOW, "centre" if ending else "right")
    return art
