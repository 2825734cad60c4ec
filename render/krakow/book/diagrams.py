"""Diagrams of the action cards: their effects on a small market, without words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.krakow import icons, pieces
from render.krakow import theme as th
from rules.krakow.components import NUMBERS

CELL_W: Final = 108
CELL_H: Final = 126
GAP_X: Final = 26
GAP_Y: Final = 20
SIDE: Final = 132
"""Width of the things beside the market."""
WIDE: Final = 744
NARROW: Final = 590
"""Width of a diagram with nothing to the right of the market."""
ALONE: Final = "ABC"
"""The actions that have such a diagram."""
MARKET: Final = ("N1", "D4", "J7", "N2", "I5", "DA", "J3", "NB", "I8")
"""The cards of the example, row by row; the action card is left of the second row."""
RESERVED: Final = ((1, 1), (7, 2))
"""Tokens of others in the example: cell and seat."""


def _cell(art: Canvas, index: int) -> Box:
    left = SIDE + 60
    top = art.box.cy - (3 * CELL_H + 2 * GAP_Y) // 2
    row, column = divmod(index, 3)
    return Box(left + column * (CELL_W + GAP_X), top + row * (CELL_H + GAP_Y), CELL_W, CELL_H)


def _west(art: Canvas, row: int) -> Box:
    """Return the room left of a row."""
    cell = _cell(art, 3 * row)
    return Box(0, cell.y, SIDE, CELL_H)


def _east(art: Canvas, row: int) -> Box:
    """Return the room right of a row."""
    cell = _cell(art, 3 * row)
    return Box(art.box.w - SIDE, cell.y, SIDE, CELL_H)


def sight(art: Canvas, box: Box, code: str, *, lit: bool = False) -> None:
    """Put a sight, given its code, as a small card; framed if `lit`."""
    group, rank = code[0], code[1]
    if lit:
        art.plate(box.inset(-8), 18, th.SUN)
    ink, body = th.group_ink(group), th.PAPER if rank in NUMBERS else th.SAND
    art.plate(box, 12, ink)
    art.plate(box.top(40), 12, th.group_colour(group))
    room = box.below(10).top(box.h - 46)
    art.fill(room, body)
    art.label(room, rank, words.slab(room.h * 39 // 40), ink)
    art.stamp_at(pieces.symbol(group, 24, th.PAPER), box.right - 22, box.bottom - 18)


def _unknown(art: Canvas, box: Box) -> None:
    """Put a card that nobody has seen yet."""
    art.plate(box.inset(-8), 18, th.SUN)
    art.plate(box, 12, th.INK)
    art.plate(box.inset(4), 9, th.SAND)
    art.label(box, "?", words.slab(72), th.INK)


def _market(art: Canvas, lit: str = "", without: str = "") -> None:
    """Put the cards of the example, framing those named in `lit`."""
    for index, code in enumerate(MARKET):
        if str(index) not in without:
            sight(art, _cell(art, index), code, lit=str(index) in lit)


def _lane(art: Canvas) -> None:
    """Mark the second row as the line, and point along it."""
    start, end = _cell(art, 3), _cell(art, 5)
    lane = Box(start.x - 52, start.y - 10, end.right - start.x + 66, CELL_H + 20)
    art.plate(lane, 14, th.LANE)
    art.stamp_at(marks.pointer(30, th.PAPER), lane.x + 24, lane.cy)


def _acting(art: Canvas, kind: str) -> None:
    """Put the action card, face up, left of the second row."""
    box = _west(art, 1).inset(4, 2)
    art.plate(box, 12, th.INK)
    art.plate(box.inset(3), 10, th.PAPER)
    art.fill(Box(box.x + 3, box.y + 14, box.w - 6, 6), th.SEATS[0])
    art.stamp_at(icons.action(kind, 78, th.INK, th.PAPER), box.cx, box.cy + 8)


def _token(art: Canvas, box: Box, seat: int, hour: int = 0) -> None:
    """Lay a token on the bottom of a card, with its hour if the player knows it."""
    cy = box.bottom - 22
    art.stamp_at(pieces.token(seat, 66, 40), box.x + 26, cy)
    if hour:
        tag = Box(box.x + 48, cy - 8, 50, 38)
        art.plate(tag, 9, th.INK)
        art.label(tag, str(hour), words.bold(36), th.PAPER)


def _arrow(art: Canvas, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Put an arrow from one point to another."""
    pad = 26
    x, y = min(start[0], end[0]) - pad, min(start[1], end[1]) - pad
    w, h = abs(start[0] - end[0]) + 2 * pad, abs(start[1] - end[1]) + 2 * pad
    ends = ((start[0] - x, start[1] - y), (end[0] - x, end[1] - y))
    art.stamp(icons.arrow(w, h, *ends, 13, th.SUN), x, y)


def _deck(art: Canvas, box: Box, label: str) -> None:
    for at in range(3):
        card = Box(box.cx - 42 + 5 * at, box.y + 12 - 5 * at, 78, 92)
        art.plate(card, 10, th.INK)
        art.plate(card.inset(3), 8, th.SAND)
    art.label(Box(box.x, box.bottom - 22, box.w, 28), label, words.text(26), th.CREAM)


def _aside(art: Canvas, box: Box, code: str, label: str) -> None:
    """Put a card that has left the market, small."""
    sight(art, Box(box.cx - 38, box.y + 4, 76, 90), code)
    art.label(Box(box.x - 6, box.bottom - 24, box.w + 12, 28), label, words.text(26), th.CREAM)


def _reserve(kind: str, *booked: tuple[int, int]) -> Callable[[Canvas, str, str], None]:
    """Return a painter of the player's own tokens, as (cell, hour), on the line."""

    def paint(art: Canvas, deck: str, aside: str) -> None:
        _lane(art)
        _acting(art, kind)
        _market(art, "".join(str(cell) for cell, _ in booked))
        for cell, hour in booked:
            _token(art, _cell(art, cell), 0, hour)

    return paint


def _zero(art: Canvas, deck: str, aside: str) -> None:
    _acting(art, "C")
    _market(art)
    gap = _cell(art, 3)
    art.stamp_at(icons.crossed(46, th.CREAM), (_west(art, 1).right + gap.x) // 2, gap.cy)


def _shift(art: Canvas, deck: str, aside: str) -> None:
    """Show a shift: the line moves right, the deck fills the gap, the last falls off.

    The tokens move with their cards.
    """
    _lane(art)
    _acting(art, "D")
    _market(art, without="345")
    _unknown(art, _cell(art, 3))
    for index, code in ((4, "N2"), (5, "I5")):
        sight(art, _cell(art, index), code)
    _token(art, _cell(art, 4), 2)
    for index in (3, 4):
        cell = _cell(art, index)
        art.stamp_at(marks.pointer(26, th.PAPER), cell.right + GAP_X // 2, cell.cy)
    out, into = _east(art, 1), _cell(art, 3)
    _aside(art, out, "DA", aside)
    _arrow(art, (_cell(art, 5).right + 4, out.cy - 14), (out.x + 24, out.cy - 14))
    _deck(art, _west(art, 2), deck)
    _arrow(art, (_west(art, 2).right - 14, _west(art, 2).y + 50), (into.x + 6, into.bottom + 2))


def _swap(art: Canvas, deck: str, aside: str) -> None:
    """Show a swap: the deck's first card replaces a free card, which is set aside."""
    _acting(art, "E")
    _market(art, "03568", without="2")
    cell, pile = _cell(art, 2), _east(art, 0)
    _unknown(art, cell)
    for index, seat in (*RESERVED, (4, 1)):
        _token(art, _cell(art, index), seat)
    _deck(art, pile, deck)
    _arrow(art, (pile.x + 16, pile.cy - 14), (cell.right + 12, pile.cy - 14))
    _aside(art, _east(art, 1), "J7", aside)
    _arrow(art, (cell.right + 6, cell.bottom - 4), (pile.x + 22, _east(art, 1).y + 24))


def _take(art: Canvas, deck: str, aside: str) -> None:
    """Show a take: what was won is gone; the owner gets one of the cards left."""
    _acting(art, "F")
    _market(art, "235678", without="014")
    for index, seat in ((0, 1), (1, 2), (4, 3)):
        box = _cell(art, index)
        art.plate(box, 12, th.TABLE)
        art.stamp_at(pieces.chip(seat, 64, 38), box.cx, box.cy)
    to = _east(art, 1)
    art.stamp_at(pieces.chip(0, 100, 64), to.cx + 10, to.cy)
    _arrow(art, (_cell(art, 5).right - 26, to.cy), (to.x + 22, to.cy))


def _exchange(art: Canvas, deck: str, aside: str) -> None:
    """Show an exchange: an own card and a free one of its group or number swap."""
    _acting(art, "H")
    _market(art, "58")
    for index, seat in (*RESERVED, (3, 3)):
        _token(art, _cell(art, index), seat)
    own, cell = _east(art, 1), _cell(art, 5)
    mine = Box(own.right - CELL_W - 10, own.y, CELL_W, CELL_H)
    sight(art, mine, "D8", lit=True)
    art.stamp_at(pieces.chip(0, 72, 46), mine.cx, mine.y - 54)
    for dy, start, end in ((-26, cell.right + 8, mine.x - 8), (26, mine.x - 8, cell.right + 8)):
        _arrow(art, (start, own.cy + dy), (end, own.cy + dy))


def _stop(art: Canvas, deck: str, aside: str) -> None:
    """Show a stop: everything below the card in its stack is discarded unseen."""
    cy = art.box.cy
    card = Box(4, cy - 125, 190, 250)
    art.plate(card, 16, th.SUN)
    art.plate(card.inset(8), 11, th.PAPER)
    art.fill(Box(card.x + 8, card.y + 22, card.w - 16, 12), th.SEATS[0])
    art.stamp_at(icons.action("G", 128, th.INK, th.PAPER), card.cx, card.cy + 14)
    _arrow(art, (card.right + 14, cy), (card.right + 88, cy))
    for at, seat in enumerate((1, 0, 2)):
        x = card.right + 104 + at * 148
        pieces.back(art, Box(x, cy - 98, 134, 196), seat, 48, th.PAPER)
        art.disc(x + 67, cy + 14, 92, th.PAPER)
        art.stamp_at(icons.crossed(82, th.STOP), x + 67, cy + 14)


_DRAWN: Final[Mapping[str, Callable[[Canvas, str, str], None]]] = {
    "A": _reserve("A", (4, 9)), "B": _reserve("B", (3, 9), (5, 14)), "C": _zero, "D": _shift,
    "E": _swap, "F": _take, "G": _stop, "H": _exchange,
}  # fmt: skip


def diagram(w: int, h: int, kind: str, deck: str, aside: str) -> Canvas:
    """Paint what an action, ``A`` to ``H``, does.

    `deck` and `aside` are the labels of the deck and of what is removed.
    """
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 16, th.FELT)
    inner = Canvas(NARROW if kind in ALONE else WIDE, h - 16, th.FELT)
    _DRAWN[kind](inner, deck, aside)
    art.put(inner.image, (w - inner.box.w) // 2, 8)
    return art
