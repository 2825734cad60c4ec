"""The places around the market and the stacks of action cards on them."""

from __future__ import annotations

from typing import NamedTuple

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.krakow import icons, pieces
from render.krakow import theme as th

FULL = 4
"""The most cards of a stack that are shown large."""


class Card(NamedTuple):
    """A card of a stack.

    Attributes:
        seat: Its owner.
        action: Its type if it is face up or the viewer's own, else "".
        state: ``down``, ``up`` (carried out) or ``out`` (discarded by a stop card).
    """

    seat: int
    action: str
    state: str


def place(
    w: int,
    h: int,
    side: str,
    label: str,
    order: int,
    cards: tuple[Card, ...],
    working: bool,
    last: bool,
) -> Canvas:
    """Paint a place.

    Args:
        w: Width of the tile.
        h: Height of the tile.
        side: L, R, T or B; it says which way the cards point.
        label: What it is called: ``L2``.
        order: The number of the order token, 0 for none.
        cards: Bottom to top, including those already carried out or discarded. The top card, which
            is carried out first, lies whole at the top or the left; the others show below it or
            at its right.
        working: This stack is being carried out.
        last: The last move touched this place.
    """
    art = Canvas(w, h, th.FELT)
    room = art.box.inset(4)
    if working or last:
        art.plate(room, 12, th.SUN if working else th.MARK)
        art.plate(room.inset(5), 8, th.LANE if working else th.EDGE)
    if not order:
        _empty(art, room, side, label)
        return art
    sideways = side in "LR"
    at_foot = side == "B"
    head = Box(room.x, room.bottom - 46, room.w, 46) if at_foot else room.top(46)
    _head(art, head, label, order, th.INK if working else th.CREAM)
    rest = room.top(room.h - 46) if at_foot else room.below(46)
    small = len(cards) > FULL
    lanes = (0, (len(cards) + 1) // 2) if small else (0,)
    fan = [*enumerate(_fan(rest, len(cards), sideways))]
    for card, (at, box) in zip(cards, reversed(fan), strict=True):
        _card(art, box, card, small=small, sideways=sideways, under=at not in lanes)
    return art


def _empty(art: Canvas, room: Box, side: str, label: str) -> None:
    slot = room.inset(10, 22) if side in "LR" else room.inset(12)
    art.plate(slot, 10, th.TABLE)
    art.label(slot, label, words.bold(words.GLANCE_PX), th.MIST)


def _head(art: Canvas, head: Box, label: str, order: int, ink: str) -> None:
    """Write the order token and the name of the place."""
    x = head.cx - 42
    art.disc(x + 21, head.cy, 42, th.PAPER, th.INK, 2)
    art.label(Box(x, head.y + 2, 42, 42), str(order), words.bold(words.GLANCE_PX), th.INK)
    art.label(Box(x + 48, head.y, 36, head.h), label, words.bold(28), ink, "left")


def _fan(room: Box, count: int, sideways: bool) -> list[Box]:
    """Return the box of each card of a fan, the top card first."""
    room = room.inset(7, 2)
    if count > FULL:
        half = (count + 1) // 2
        if sideways:
            lanes = room.columns(2, 4)
            step = min(30, (room.h - 34) // max(1, half - 1))
            return [
                Box(lanes[i // half].x, room.y + i % half * step, lanes[0].w, 34)
                for i in range(count)
            ]
        lanes = room.rows(2, 2)
        step = min(34, (room.w - 34) // max(1, half - 1))
        return [
            Box(room.x + i % half * step, lanes[i // half].y, 34, lanes[0].h) for i in range(count)
        ]
    if sideways:
        high = 52 if count < FULL else 40
        step = min(34, (room.h - high) // max(1, count - 1))
        return [Box(room.x + 3, room.y + i * step, room.w - 6, high) for i in range(count)]
    step = min(32, (room.w - 60) // max(1, count - 1))
    x = room.cx - (60 + step * (count - 1)) // 2
    return [Box(x + i * step, room.y, 60, room.h) for i in range(count)]


def _card(art: Canvas, box: Box, card: Card, *, small: bool, sideways: bool, under: bool) -> None:
    """Put a card; what is on it shows beside the card before, if it is `under` that."""
    tiny = small and not sideways
    shown = card.state != "down" or bool(card.action)
    px = 20 if small else 28
    pieces.back(art, box, card.seat, 0, th.PAPER if card.state == "down" else th.INK)
    if not (tiny and shown):
        x = box.right - px - 6 if under and not sideways else box.x + 6
        y = box.bottom - px - 7 if under and sideways else box.y + 7
        art.stamp(pieces.sign(card.seat, px, th.PRINT), x, y)
    if not shown:
        return
    size = 22 if small else 30 if sideways else 24
    x, y = (box.x + px + 6, box.y + 5) if sideways else (box.x + 6, box.bottom - size - 5)
    if under:
        x, y = (x, box.bottom - size - 5) if sideways else (box.right - size - 6, y)
    if tiny:
        y = box.cy - size // 2
    art.plate(Box(x - 2, y - 2, size + 4, size + 4), 5, th.PAPER)
    if card.state == "out":
        art.stamp(icons.crossed(size, th.STOP), x, y)
    else:
        art.stamp(icons.action(card.action, size, th.INK, th.PAPER), x, y)
