"""The heading of the pictures: whose decision, the ages with the crown, turns."""

from __future__ import annotations

from render.cvlizations import icons, pieces
from render.cvlizations import theme as th
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from rules.cvlizations.components import TURNS, TURNS_OF_AGE

AFTER = 14
"""Pixels after the sentence in a heading."""
STEP = 46
"""Pixels between the left edges of two tokens."""
WREATH = 62
"""Width of a winner's token in a wreath."""


def before(count: int, over: bool = False) -> int:
    """Return the width before a heading's sentence: tokens and a pointer, or wreaths."""
    return 24 + count * WREATH if over else 18 + (16 + count * STEP + 30 if count else 0)


def head(
    w: int, h: int, seats: tuple[int, ...], sentence: str, phase: str, over: bool = False
) -> Canvas:
    """Paint whose decision it is and what about, and below it age, turn and phase.

    Once the match is `over`, the seats are those who have won, each in a wreath.
    """
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 14, th.PAPER)
    upper = Box(0, 4, w, 58) if phase else art.box
    for at, seat in enumerate(seats):
        if over:
            cx = 16 + WREATH * at + WREATH // 2
            art.stamp_at(marks.laurel(60, th.BRASS), cx, upper.cy)
            art.stamp_at(pieces.chip(seat, 36), cx, upper.cy)
        else:
            art.stamp(pieces.chip(seat, 50), 12 + STEP * at, upper.cy - 25)
    x = before(len(seats), over)
    if seats and not over:
        art.stamp_at(marks.pointer(24, th.MARK), x - 20, upper.cy)
    room = Box(x, upper.y, w - x - AFTER, upper.h)
    font = words.largest(sentence, words.bold(40), room.w, words.GLANCE_PX)
    art.label(room, sentence, font, th.INK, "left")
    if phase:
        low = Box(18, 62, w - 18 - AFTER, 32)
        font = words.largest(phase, words.text(28), low.w, 22)
        art.label(low, phase, font, th.SOFT, "left")
    return art


def ages(w: int, h: int, turn: int, over: bool) -> Canvas:
    """Paint the three ages, the crown on the current one, and the turns of each."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 14, th.ROCK)
    now = (turn - 1) // TURNS_OF_AGE
    for age, box in enumerate(art.box.inset(8, 8).columns(TURNS // TURNS_OF_AGE, 8)):
        here = age == now and not over
        past = age < now or over
        art.plate(box, 10, th.GOLD if here else th.HIDE if past else th.CAVE)
        ink = th.PITCH if here else th.INK if past else th.MIST
        before = 56 if here else 0
        name = Box(box.x + before, box.y, box.w - before - (4 if here else 0), 52)
        font = words.largest("I" * (age + 1), words.slab(40), name.w, words.GLANCE_PX)
        art.label(name, "I" * (age + 1), font, ink)
        if here:
            art.stamp_at(icons.crown(48), box.x + 32, box.y + 28)
        for n in range(TURNS_OF_AGE):
            number = age * TURNS_OF_AGE + n + 1
            pip(art, box.cx + (n - 1) * 34, box.bottom - 17, number, turn, over, ink)
    return art


def pip(art: Canvas, cx: int, cy: int, number: int, turn: int, over: bool, ink: str) -> None:
    """Put a turn: filled once it is over, with its number while it is played."""
    if number == turn and not over:
        art.disc(cx, cy, 30, th.PITCH)
        box = Box(cx - 15, cy - 15, 30, 30)
        art.label(box, str(number), words.bold(24), th.WHITE)
    elif number < turn or over:
        art.disc(cx, cy, 18, ink)
    else:
        ground = th.CAVE if ink == th.MIST else th.GOLD
        art.disc(cx, cy, 18, ground, ink, 0)
        art.disc(cx, cy, 18, ink)
        art.disc(cx, cy, 12, ground)
