"""The ideas a player owns: chips with their names, or cards with their effects."""

from __future__ import annotations

from typing import Final, NamedTuple

from render.cvlizations import icons, offer, pieces
from render.cvlizations import theme as th
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from rules.cvlizations.components import IDEAS, Idea


class Chip(NamedTuple):
    """An idea that a player owns.

    Attributes:
        idea: Which.
        name: Its name.
        points: What it brings, where that is told; else "".
        ticked: It is at work now.
        new: It was bought with the last move.
    """

    idea: Idea
    name: str
    points: str
    ticked: bool
    new: bool = False


class _Style(NamedTuple):
    """A way to write ideas: by name or by number, font size and height of a chip."""

    named: bool
    px: int
    high: int


STYLES: Final = (
    _Style(True, 33, 46),
    _Style(True, 30, 42),
    _Style(True, 26, 36),
    _Style(True, 23, 30),
    _Style(True, 21, 26),
    _Style(False, 26, 36),
    _Style(False, 21, 26),
)
"""The ways to write ideas, from the most readable to the smallest."""
ROOMY: Final = 36
"""Height from which the frame of a new idea is wide."""
BETWEEN: Final = 2
"""Pixels between the lines of chips."""


def ideas(w: int, h: int, held: tuple[Chip, ...], acts: bool, most: int = 99) -> Canvas:
    """Paint ideas as chips with their names, or numbers if there are too many.

    Args:
        w: Width.
        h: Height.
        held: The ideas.
        acts: They are on the panel of somebody to act.
        most: The largest text.
    """
    art = Canvas(w, h, th.PAPER if acts else th.BONE)
    styles = [style for style in STYLES if style.px <= most]
    style = next(
        (s for s in styles if _fill(held, s, w) * (s.high + BETWEEN) <= h + BETWEEN), styles[-1]
    )
    x, y = 0, 0
    for it in held:
        wide = _chip_width(it, style)
        if x and x + wide > w:
            x, y = 0, y + style.high + BETWEEN
        _chip(art, Box(x, y, wide, style.high), it, style)
        x += wide + 5
    return art


def _line(it: Chip, style: _Style) -> str:
    return it.name if style.named else str(IDEAS[it.idea].number)


def _chip_width(it: Chip, style: _Style) -> int:
    font, high = words.bold(style.px), style.high
    points = words.width(it.points, font) + high // 2 if it.points else 0
    ticks = it.ticked or (it.idea is Idea.LAW and not it.points)  # so a tick moves nothing
    return high + words.width(_line(it, style), font) + points + ticks * high * 8 // 10 + 10


def _fill(held: tuple[Chip, ...], style: _Style, w: int) -> int:
    x, lines = 0, 1
    for it in held:
        wide = _chip_width(it, style)
        if x and x + wide > w:
            x, lines = 0, lines + 1
        x += wide + 5
    return lines


def _chip(art: Canvas, box: Box, it: Chip, style: _Style) -> None:
    """Put a chip: the sign of its type, name or number, then a tick or points."""
    kind, font = IDEAS[it.idea].kind, words.bold(style.px)
    ink = th.KIND_INK[kind]
    if it.new:  # a frame so narrow that no letter reaches into it
        edge, rim = (3, 5) if style.high >= ROOMY else (2, 3) if style.high >= 30 else (1, 2)
        art.plate(box, 7, th.INK)
        art.plate(box.inset(edge), 5, th.PAPER)
        art.plate(box.inset(rim), 4, th.KIND[kind])
    else:
        art.plate(box, 7, th.KIND[kind])
    size = style.high * 8 // 10 - 4 * it.new
    art.stamp(icons.kind(kind, size, ink, th.KIND[kind]), box.x + 4, box.cy - size // 2)
    line = _line(it, style)
    room = box.after(style.high).top(box.h - it.new)
    if it.idea is Idea.LAW and not (it.ticked or it.points):  # in the middle, without its tick
        room = room.left(room.w - 10)
        art.label(room, line, font, ink)
    else:
        art.label(room, line, font, ink, "left")
    if it.ticked:
        art.stamp_at(marks.check(size * 8 // 10, ink), box.right - 4 - size // 2, box.cy)
    if it.points:
        wide = words.width(it.points, font) + style.high // 2 - 3
        place = Box(box.right - wide - 3, box.y + 3, wide, box.h - 6)
        art.plate(place, 5, th.SMILE)
        art.label(place, it.points, font, th.PITCH)


def card(w: int, h: int, it: Chip, effect: str) -> Canvas:
    """Paint an idea somebody owns: type, number, name, points, and what it does."""
    art = Canvas(w, h, th.CAVE)
    kind, band = IDEAS[it.idea].kind, 62
    fill, ink = th.KIND[kind], th.KIND_INK[kind]
    art.plate(art.box, 12, th.WHITE if it.new else fill)
    if it.new:
        art.plate(art.box.inset(4), 10, th.PITCH)
        art.plate(art.box.inset(7), 9, fill)
    art.plate(Box(band - 12, 4, w - band + 8, h - 8), 9, th.PAPER)
    art.fill(Box(band - 12, 4, 12, h - 8), fill)
    art.stamp_at(icons.kind(kind, 48, ink, fill), band // 2 - 2, h * 2 // 5)
    art.label(Box(0, h - 42, band - 4, 34), str(IDEAS[it.idea].number), words.bold(28), ink)
    room = Box(band + 10, 6, w - band - 18, h - 12)
    art.stamp(pieces.points(IDEAS[it.idea].points, 46), room.right - 46, room.y - 2)
    name = room.top(42).left(room.w - 54 - 44 * it.ticked)
    if it.ticked:
        art.stamp_at(marks.check(32, th.INK), name.right + 22, name.cy)
    font = words.largest(it.name, words.bold(34), name.w, 24)
    art.label(name, it.name, font, th.INK, "left")
    offer.paragraph(art, room.below(46), effect, offer.EFFECT, th.INK)
    return art
