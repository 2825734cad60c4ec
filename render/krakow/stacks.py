"""The places around the market and the stacks of action cards on them."""

from __future__ import annotations

from typing import NamedTuple

from render.kit import type as words
from render.kit.bars import barred
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
    if working:
        art.plate(room, 12, th.SUN)
        art.plate(room.inset(5), 8, th.LANE)
    elif last:
        barred(art, room, 12, 5, th.MARK, th.PRINT)
        art.plate(room.inset(5), 8, th.EDGE)
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
    fan = _fan(rest, len(cards), sideways)
    step = _step(fan, sideways)
    for card, (at, box) in zip(cards, reversed([*enumerate(fan)]), strict=True):
        free = step if at not in lanes else 0
        _card(
            art,
            box,
            card,
            _signs(box, free, small=small, sideways=sideways),
            tiny=small and not sideways,
        )
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
    wide = 60 if count < FULL else 46
    step = min(32, (room.w - wide) // max(1, count - 1))
    x = room.cx - (wide + step * (count - 1)) // 2
    return [Box(x + i * step, room.y, wide, room.h) for i in range(count)]


def _step(fan: list[Box], sideways: bool) -> int:
    """Return how much of a card shows beside the one before."""
    if len(fan) < 2:
        return 0
    return fan[1].y - fan[0].y if sideways else fan[1].x - fan[0].x


def _signs(box: Box, free: int, *, small: bool, sideways: bool) -> tuple[Box, Box]:
    """Return where the signs of a card's owner and of its type are.

    Args:
        box: The card.
        free: How much of it shows beside the card before; 0: all.
        small: The stack has many cards.
        sideways: The cards lie one above the other.
    """
    if sideways:
        (x, px), (at, size) = ((3, 18), (24, 18)) if small else ((6, 28), (36, 30))
    else:
        (x, px), (at, size) = ((6, 20), (6, 22)) if small else ((6, 26), (6, 22))
    if free:
        px, size = min(px, free - 4), min(size, free - 6)
    if sideways:
        y, low = (box.bottom - 3 - px, box.bottom - 4 - size) if free else (box.y + 7, box.y + 6)
        return Box(box.x + x, y, px, px), Box(box.x + at, low, size, size)
    left, right = (box.w - 3 - px, box.w - 4 - size) if free else (x, at)
    low = box.cy - size // 2 if small else box.bottom - 4 - size
    return Box(box.x + left, box.y + 4, px, px), Box(box.x + right, low, size, size)


def _card(art: Canvas, box: Box, card: Card, signs: tuple[Box, Box], *, tiny: bool) -> None:
    """Put a card with its signs; a `tiny` one has only one of them."""
    sign, of = signs
    shown = card.state != "down" or bool(card.action)
    pieces.back(art, box, card.seat, 0, th.PAPER if card.state == "down" else th.INK)
    if not (tiny and shown):
        art.stamp(pieces.sign(card.seat, sign.w, th.PRINT), sign.x, sign.y)
    if not shown:
        return
    art.plate(of.inset(-2), 5, th.PAPER)
    if card.state == "out":
        art.stamp(icons.crossed(of.w, th.STOP), of.x, of.y)
    else:
        art.stamp(icons.action(card.action, of.w, th.INK, th.PAPER), of.x, of.y)
