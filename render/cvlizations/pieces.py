"""The game's pieces as stamps: resources, order cards, points, tribes' tokens."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.cvlizations import icons
from render.cvlizations import theme as th
from render.cvlizations.parts import pictograms
from render.cvlizations.parts.sketch import Brush
from render.kit import chips
from render.kit import type as words
from render.kit.chips import Look, lettered
from render.kit.kept import STAMPS
from render.kit.pen import Pen, rounded, stamped
from render.kit.stamp import blank
from rules.cvlizations.components import ORDER_CARDS, Order

NEUTRAL: Final = 100
"""The number from which looks are neutral tribes': 100 is that of seat 0."""
WILD: Final = 200
"""The look of the Cave Geeks."""


def look(tribe: int) -> Look:
    """Return how a tribe's token looks: for a seat, `NEUTRAL` + seat, or `WILD`."""
    if tribe == WILD:
        return th.GEEKS
    return th.NEUTRALS[tribe - NEUTRAL] if tribe >= NEUTRAL else th.SEAT_LOOKS[tribe]


def chip(tribe: int, size: int) -> Image.Image:
    """Return the token of a tribe, see `look`: colour, pattern, letter."""
    share = 0.46 if tribe >= NEUTRAL and tribe != WILD else 0.6
    return chips.chip(look(tribe), size, max(share, words.DETAIL_PX / size))


@STAMPS
def points(value: int, size: int) -> Image.Image:
    """Return points, as a number in a happy face."""
    stamp = icons.badge(size).copy()
    px = max(words.DETAIL_PX, round(size * 0.5))
    lettered(stamp, str(value), size // 2, round(size * 0.42), px, th.PITCH)
    return stamp


@stamped
def _emblem(w: int, h: int, fill: str, radius: float) -> Pen:
    pen = Brush(w, h)
    pen.rect(0, 0, w, h, fill, radius)
    return pen


@STAMPS
def order(
    it: Order, w: int, h: int, faded: bool = False, above: int = 0, below: int = 0
) -> Image.Image:
    """Return an order card without its name: number in the corner, large pictogram.

    Args:
        it: Which.
        w: Its width; a card wider than tall has its number beside the pictogram.
        h: Its height.
        faded: It cannot be given any more.
        above: Pixels left free above the pictogram, or right of it on a wide card.
        below: Pixels left free below it; a wide card has none.
    """
    fill, ink = (th.PALE[it], th.SOFT) if faded else (th.ORDER[it], th.WHITE)
    stamp = _emblem(w, h, fill, min(w, h) * 0.14).copy()
    number = ORDER_CARDS[it].number
    px = max(words.DETAIL_PX, min(w, h) * 34 // 100)
    if w >= h * 5 // 4:
        size = min(h * 86 // 100, (w - 2 * px) * 6 // 10) if above else h * 86 // 100
        x = w - size - (px * 2 if above else h // 10)
        sign = pictograms.order(it, size, ink, fill)
        stamp.paste(sign, (x, (h - size) // 2), sign)
        lettered(stamp, number, x // 2, h // 2, max(px, h // 2), ink)
        return stamp
    size = min(w, h - above - below) * 80 // 100
    sign = pictograms.order(it, size, ink, fill)
    stamp.paste(sign, ((w - size) * 3 // 4, h - size - h // 20 - below), sign)
    lettered(stamp, number, max(px // 2, w * 15 // 100), max(px // 2, h * 17 // 100), px, ink)
    return stamp


@STAMPS
def sign(it: Order, w: int, h: int) -> Image.Image:
    """Return a small card of an order that was played: only its pictogram."""
    fill = th.ORDER[it]
    stamp = _emblem(w, h, fill, min(w, h) * 0.2).copy()
    size = min(w, h) * 9 // 10
    drawn = pictograms.order(it, size, th.WHITE, fill)
    stamp.paste(drawn, ((w - size) // 2, (h - size) // 2), drawn)
    return stamp


@STAMPS
def mark(it: Order, size: int, left: bool) -> Image.Image:
    """Return an order's mark on a panel, its number, filled if it can still be given."""
    fill, ink = (th.ORDER[it], th.WHITE) if left else (th.HIDE, th.SOFT)
    stamp = blank(size, size, fill)
    px = max(words.DETAIL_PX, size * 7 // 10)
    lettered(stamp, ORDER_CARDS[it].number, size // 2, size // 2, px, ink)
    return stamp


@STAMPS
def back(w: int, h: int) -> Image.Image:
    """Return a face-down order card."""
    stamp = rounded(w, h, round(min(w, h) * 0.14), th.ROCK, th.INK, 3).copy()
    size = min(w, h) * 66 // 100
    sign = icons.hand_print(size, th.GOLD)
    stamp.paste(sign, ((w - size) // 2, (h - size) // 2), sign)
    return stamp
