"""The cards of the market: rank, the group's band and symbol, points, name."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.kept import STAMPS
from render.kit.layout import Box
from render.kit.pen import mix, rounded
from render.krakow import icons, pieces
from render.krakow import theme as th
from rules.krakow.components import NUMBERS
from rules.text import number

GUTTER = 4
"""Pixels around a card in its tile; marks are painted there."""
LARGE = 3
"""The most tokens on a card that are shown large."""
MINUS = "\N{MINUS SIGN}"


class Face(NamedTuple):
    """The face of a sight card, in the reader's language."""

    group: str
    rank: str
    points: int
    name: str


class Disc(NamedTuple):
    """A reservation token: its owner and its hour, 0 where the viewer may not see it."""

    seat: int
    hour: int


class Won(NamedTuple):
    """A sight that was awarded or taken.

    `winner` is -1 for a tie, and the hour of a token is 0 if it is unknown.
    """

    group: str
    rank: str
    winner: int
    name: str
    taken: bool
    tokens: tuple[Disc, ...]


@STAMPS
def face(card: Face, w: int, h: int, rows: int) -> Image.Image:
    """Return a sight card with `rows` rows of tokens between its rank and its name."""
    return printed(card, w, h, rows=rows).image


def printed(card: Face, w: int, h: int, scale: float = 1, rows: int = 0) -> Canvas:
    """Paint a sight card; `scale` enlarges everything but its box."""

    def px(measure: float) -> int:
        return round(measure * scale)

    body = th.PAPER if card.rank in NUMBERS or card.rank in "LO" else th.SAND
    ink, colour = th.group_ink(card.group), th.group_colour(card.group)
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, px(12), ink)
    art.plate(Box(0, 0, w, px(60)), px(12), colour)
    art.fill(Box(0, px(10), w, h - px(54)), body)
    plate = Box(0, h - px(46), w, px(46))
    art.plate(plate, px(12), ink)
    art.fill(plate.top(px(14)), ink)
    _name(art, card.name, plate.inset(px(4), px(2)), px)
    room = Box(px(7), px(13), w - px(57), h - px(64) - px((0, 50, 74)[rows]))
    _rank(art, card, body, ink, room, px)
    art.disc(w - px(27), px(34), px(42), th.SUN, mix(th.SUN, th.INK, 0.75), px(2))
    points = Box(w - px(48), px(13), px(42), px(42))
    art.label(points, number(card.points), words.slab(px(26)), th.INK)
    if card.group:
        art.stamp_at(pieces.symbol(card.group, px(34), colour), w - px(27), px(75))
    return art


def _rank(
    art: Canvas, card: Face, body: str, ink: str, room: Box, px: Callable[[float], int]
) -> None:
    if card.rank == "L":
        rider = pieces.lajkonik(min(room.w, px(104)), min(room.h, px(92)), ink, body)
        art.stamp_at(rider, room.cx, room.cy)
    elif card.rank == "O":
        art.stamp_at(pieces.obwarzanek(min(room.w, room.h, px(92))), room.cx, room.cy)
    else:
        font = words.slab(min(px(130), room.h * 100 // 73))
        art.label(room, card.rank, words.largest(card.rank, font, room.w, 40), ink)


def _name(art: Canvas, name: str, room: Box, px: Callable[[float], int]) -> None:
    font = words.text(px(19))
    lines = words.wrap(name, font, room.w, 2)
    if any(line.endswith(words.ELLIPSIS) for line in lines):
        font = words.text(px(words.DETAIL_PX))
        lines = words.wrap(name, font, room.w, 2)
    for box, line in zip(room.rows(len(lines)), lines, strict=True):
        art.label(box, line, font, th.CREAM)


def cell(
    w: int,
    h: int,
    card: Face | Won | None,
    tokens: tuple[Disc, ...],
    lane: bool,
    last: bool,
    tie: bool,
) -> Canvas:
    """Paint a cell of the market.

    Args:
        w: Width of the tile; the card is `GUTTER` smaller on each side.
        h: Height of the tile.
        card: The card there, who got the card that was there, or None if there never was one.
        tokens: The tokens on the card, in the order in which they were laid.
        lane: The line of the card being carried out runs through here.
        last: The last move touched this cell.
        tie: Nobody got the card at the awards, because the earliest hours were equal.
    """
    art = Canvas(w, h, th.LANE if lane else th.FELT)
    if last:
        art.plate(art.box, 15, th.MARK)
    room = art.box.inset(GUTTER + 1)
    if not isinstance(card, Face):
        art.plate(room, 12, th.TABLE)
        if card:
            _gone(art, room, card)
        return art
    rows = 0 if not tokens else 1 if len(tokens) <= LARGE else 2
    card_face = face(card, room.w, room.h, rows)
    art.put(card_face, room.x, room.y, _corners(room.w, room.h))
    row = Box(room.x + 4, room.bottom - 94, room.w - 8, 48)
    if tie:
        art.stamp(icons.crossed(44, th.STOP), row.right - 44, row.y + 2)
        row = row.left(row.w - 48)
    discs(art, row, tokens)
    return art


def _gone(art: Canvas, room: Box, card: Won) -> None:
    """Paint an empty cell: who got the card, in a thick ring, and the compared hours."""
    ink = th.group_ink(card.group)
    small = Box(room.x + 12, room.y + 12, 52, 64)
    art.plate(small, 9, ink)
    if card.rank == "L":
        art.stamp_at(pieces.lajkonik(44, 40, th.PAPER, ink), small.cx, small.y + 24)
    elif card.rank == "O":
        art.stamp_at(pieces.obwarzanek(42), small.cx, small.cy)
    else:
        art.label(small.top(46), card.rank, words.slab(38), th.PAPER)
    if card.group:
        art.stamp_at(pieces.symbol(card.group, 14, th.PAPER), small.cx, small.bottom - 12)
    at = Box(room.right - 76, room.y + 22, 70, 70)
    art.disc(at.cx, at.cy, 70, th.MARK)
    art.stamp_at(pieces.chip(card.winner, 58, 38), at.cx, at.cy)
    name = Box(room.x + 10, room.bottom - 34, room.w - 20, 28)
    art.label(name, card.name, words.text(22), th.CREAM)
    if card.taken:
        art.stamp_at(icons.action("F", 38, th.MIST, th.TABLE), room.cx, room.y + 118)
    shown = [disc for disc in card.tokens if disc.hour]
    across = 2 if len(shown) <= 6 else 3
    for nth, disc in enumerate(shown):
        x = room.x + 12 + nth % across * 46
        hour_tag(art, Box(x, room.y + 92 + nth // across * 27, 42, 24), disc)


def hour_tag(art: Canvas, box: Box, disc: Disc) -> None:
    """Paint a revealed token as a tag: its owner's letter and the hour."""
    art.plate(box, 6, th.SEATS[disc.seat])
    art.label(box, f"{th.LETTERS[disc.seat]}{disc.hour}", words.bold(20), th.INK)


@STAMPS
def _corners(w: int, h: int) -> Image.Image:
    return rounded(w, h, 12, "#ffffff").getchannel("A")


def discs(art: Canvas, row: Box, tokens: tuple[Disc, ...]) -> None:
    """Put tokens in a row; more than three are small and in two rows."""
    if len(tokens) <= LARGE:
        for at, disc in enumerate(tokens):
            _large(art, row.x + at * min(48, (row.w - 46) // max(1, len(tokens) - 1)), row.y, disc)
        return
    upper = max(1, len(tokens) - 5)
    _line(art, Box(row.x, row.y - 24, row.w - 48, 36), tokens[:upper])
    _line(art, Box(row.x, row.y + 12, row.w, 36), tokens[upper:])


def _line(art: Canvas, room: Box, tokens: tuple[Disc, ...]) -> None:
    step = min(34, (room.w - 34) // max(1, len(tokens) - 1))
    for at, disc in enumerate(tokens):
        _small(art, room.x + at * step, room.y, disc)


def _large(art: Canvas, x: int, y: int, disc: Disc) -> None:
    art.stamp(pieces.token(disc.seat, 46, words.GLANCE_PX), x, y)
    shown = str(disc.hour) if disc.hour else "?"
    wide = 25 if len(shown) > 1 else 20
    tag = Box(x + 47 - wide, y + 28, wide, 21)
    art.plate(tag, 6, th.INK)
    art.label(tag, shown, words.bold(words.DETAIL_PX), th.PAPER)


def _small(art: Canvas, x: int, y: int, disc: Disc) -> None:
    art.stamp(pieces.token(disc.seat, 34, 22), x, y)
    if disc.hour:
        tag = Box(x + 12, y + 18, 23, 18)
        art.plate(tag, 5, th.INK)
        art.label(tag, str(disc.hour), words.bold(words.DETAIL_PX), th.PAPER)
