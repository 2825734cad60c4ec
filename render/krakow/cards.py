"""The cards of the market: rank, the group's band and symbol, points, name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from render.kit import type as words
from render.kit.bars import barred
from render.kit.canvas import Canvas
from render.kit.layout import Box, Detail
from render.kit.press import Placed
from render.krakow import icons, pieces, tokens
from render.krakow import theme as th
from render.krakow.tokens import Disc
from rules.krakow.components import NUMBERS
from rules.text import number

GUTTER = 5
"""Pixels around a card in its tile; marks are painted there."""
DASH = 24
"""Least length of a bar in the frame of the last move."""
NAME = 50
"""Height of the band with a card's name."""
TALLER = 22
"""What the band is higher by for a name of three lines."""
PLAIN = 12
"""Height of the band if the tokens leave no room for the name."""
TIE = 36
"""Height of the band that says that nobody got the card."""
SIGNS = 94
"""What the points and the symbol take up, from a card's top, at its right."""


class Face(NamedTuple):
    """The face of a sight card, in the reader's language.

    Attributes:
        group: Its group, "" for an obwarzanek.
        rank: Its rank.
        label: What it is called in texts: ``N5``.
        points: What it is worth.
        name: The sight.
    """

    group: str
    rank: str
    label: str
    points: int
    name: str


class Won(NamedTuple):
    """A sight that was awarded or taken.

    `winner` is -1 for a tie, `name` is the winner's; the hour of a token is 0 if it is unknown.
    """

    card: Face
    winner: int
    name: str
    taken: bool
    tokens: tuple[Disc, ...]


def printed(card: Face, w: int, h: int, scale: float = 1) -> Canvas:
    """Paint a sight card by itself; `scale` enlarges everything but its box."""
    art = Canvas(w, h, th.TABLE)
    face(art, art.box, card, (_band(card.name, w, scale), 0), scale)
    return art


def face(art: Canvas, box: Box, card: Face, taken: tuple[int, int], scale: float = 1) -> None:
    """Paint a sight card.

    Args:
        art: What to paint on.
        box: Where.
        card: The card.
        taken: The height of the band at its foot, and of the tokens above that.
        scale: Enlarges everything but the box and what is taken.
    """

    def px(measure: float) -> int:
        return round(measure * scale)

    body = _body(card)
    ink, colour = th.group_ink(card.group), th.group_colour(card.group)
    foot = px(taken[0])
    art.plate(box, px(12), ink)
    art.plate(box.top(px(60)), px(12), colour)
    art.fill(Box(box.x, box.y + px(10), box.w, box.h - px(10) - foot), body)
    plate = box.below(box.h - foot)
    if taken[0] >= NAME:
        lines = _lines(card.name, box.w, scale)
        for line, row in zip(lines, plate.inset(px(1), px(2)).rows(len(lines)), strict=True):
            art.label(row, line, words.text(px(words.DETAIL_PX)), th.CREAM)
    room = Box(box.x + px(6), box.y + px(13), box.w - px(60), plate.y - box.y - px(17) - taken[1])
    _rank(art, card, body, ink, room, px)
    right = box.right - px(29)
    art.disc(right, box.y + px(35), px(48), th.SUN)
    points = Box(right - px(24), box.y + px(11), px(48), px(48))
    art.label(points, number(card.points), words.slab(px(words.GLANCE_PX)), th.INK)
    if card.group:
        at = box.y + px(76)
        pieces.mark(art, right, at, px(38), card.group, card.label[0], ink)


def _body(card: Face) -> str:
    """Return the colour of a card's middle: numbers and letters differ."""
    return th.PAPER if card.rank in NUMBERS or card.rank in "LO" else th.SAND


def _rank(
    art: Canvas, card: Face, body: str, ink: str, room: Box, px: Callable[[float], int]
) -> None:
    if card.rank == "L":
        rider = pieces.lajkonik(min(room.w, px(104)), min(room.h, px(92)), ink, body)
        art.stamp_at(rider, room.cx, room.cy)
    elif card.rank == "O":
        size = min(room.w, room.h, px(92))
        art.stamp_at(pieces.obwarzanek(size), room.cx, room.cy)
        font = words.slab(max(words.DETAIL_PX, size * 33 // 82))
        art.label(room, card.label[1:], font, th.BREAD_INK)
    else:
        font = words.slab(min(px(130), room.h * 100 // 73))
        art.label(room, card.rank, words.largest(card.rank, font, room.w, 40), ink)


def _lines(name: str, w: int, scale: float = 1) -> tuple[str, ...]:
    """Return the lines of a name: two, if they are enough, else three."""
    font, room = words.text(round(words.DETAIL_PX * scale)), w - 2 * round(scale)
    lines = words.wrap(name, font, room, 2)
    whole = not any(line.endswith(words.ELLIPSIS) for line in lines)
    return lines if whole else words.wrap(name, font, room, 3)


def _band(name: str, w: int, scale: float = 1) -> int:
    """Return the height of the band with a name, without the scale."""
    return NAME + (TALLER if len(_lines(name, w, scale)) > 2 else 0)


def cell(
    box: Box, card: Face | Won | None, lying: tuple[Disc, ...], lane: bool, last: bool, tie: str
) -> Iterator[Placed]:
    """Yield a cell of the market part by part: what is below, the card, its tokens.

    Args:
        box: Where; the card is `GUTTER` smaller on each side.
        card: The card there, who got the card that was there, or None if there never was one.
        lying: The tokens on the card, in the order in which they were laid.
        lane: The line of the card being carried out runs through here.
        last: The last move touched this cell.
        tie: A word for it if nobody got the card, because the earliest hours were equal; else "".
    """
    if not isinstance(card, Face):
        yield box, free, (card, lane, last)
        return
    yield box, below, (lane, last)
    room = box.inset(GUTTER)
    foot = TIE if tie else PLAIN if len(lying) > tokens.NAMED else _band(card.name, room.w)
    row = Box(room.x + 3, room.y + SIGNS, room.w - 6, room.h - SIGNS - foot - 4)
    high = tokens.height(row, lying, tags=bool(tie))
    yield Detail(*room), lying_card, (card, (foot, high), lane, tie)
    yield from tokens.tiles(row, lying, _body(card), bool(tie))


def below(w: int, h: int, lane: bool, last: bool) -> Canvas:
    """Paint what is below a card, and the barred frame of the last move."""
    art = Canvas(w, h, th.LANE if lane and not last else th.FELT)
    if last:
        barred(art, art.box, 15, GUTTER, th.MARK, th.LANE if lane else th.PRINT, DASH)
    return art


def free(w: int, h: int, card: Won | None, lane: bool, last: bool) -> Canvas:
    """Paint a cell without a card."""
    art = below(w, h, lane, last)
    room = art.box.inset(GUTTER)
    art.plate(room, 12, th.TABLE)
    if card:
        _gone(art, room, card)
    return art


def lying_card(w: int, h: int, card: Face, taken: tuple[int, int], lane: bool, tie: str) -> Canvas:
    """Paint a card in the market without its tokens; for `taken` see `face`."""
    art = Canvas(w, h, th.LANE if lane else th.FELT)
    face(art, art.box, card, taken)
    if tie:
        plate = art.box.below(h - taken[0])
        art.plate(plate, 12, th.STOP)
        art.fill(plate.top(12), th.STOP)
        art.stamp_at(icons.crossed(26, th.PAPER), plate.x + 22, plate.cy)
        art.label(plate.after(38).left(plate.w - 46), tie, words.bold(26), th.PAPER)
    return art


def small(art: Canvas, box: Box, card: Face, free: int = 0) -> None:
    """Put a small card: its rank above the symbol and the letter of its group.

    These two stay within the leftmost `free` pixels, if it is given.
    """
    ink = th.group_ink(card.group)
    art.plate(box, 9, ink)
    upper = box.top(box.h * 11 // 20) if card.group else box
    if card.rank == "L":
        wide = min(upper.w - 6, upper.h)
        art.stamp_at(pieces.lajkonik(wide, wide * 9 // 10, th.PAPER, ink), upper.cx, upper.cy + 3)
    elif card.rank == "O":
        art.stamp_at(pieces.obwarzanek(upper.w - 6), upper.cx, upper.cy)
        art.label(upper, card.label[1:], words.bold(max(words.DETAIL_PX, box.w // 3)), th.PAPER)
    else:
        art.label(upper, card.rank, words.slab(min(box.w * 3 // 4, upper.h)), th.PAPER)
    if card.group:
        low = Box(box.x, upper.bottom, free or box.w, box.bottom - upper.bottom - 2)
        size, aside = max(14, low.w // 4), min(box.w // 5, low.w // 4)
        art.stamp_at(pieces.symbol(card.group, size, th.PAPER), low.cx - aside, low.cy)
        font = words.bold(max(words.DETAIL_PX, low.w * 2 // 5))
        art.label(Box(low.cx + aside - 20, low.y, 40, low.h), card.label[0], font, th.PAPER)


def _gone(art: Canvas, room: Box, won: Won) -> None:
    """Paint an empty cell: who got the card, in a thick ring, and the compared hours."""
    small(art, Box(room.x + 10, room.y + 10, 54, 66), won.card)
    at = Box(room.right - 76, room.y + 8, 70, 70)
    art.disc(at.cx, at.cy, 70, th.MARK)
    art.stamp_at(pieces.chip(won.winner, 58, 36), at.cx, at.cy)
    name = Box(room.x + 4, room.bottom - 33, room.w - 8, 28)
    tags = min(room.y + 118, name.y + 1 - tokens.HIGH)
    points = Box(room.x + 10, room.y + 78, 54, min(40, tags - room.y - 78))
    art.label(points, number(won.card.points), words.slab(34), th.SUN)
    if won.taken:
        art.stamp_at(icons.action("F", 38, th.MIST, th.TABLE), at.cx, points.cy)
    hours = tuple(disc for disc in won.tokens if disc.hour)
    row = Box(room.x + 3, tags, room.w - 6, tokens.PITCH)
    tokens.put(art, row, hours, tags=True, above=0)
    art.label(name, won.name, words.text(22), th.CREAM)
