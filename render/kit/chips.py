"""Tokens that tell seats apart by colour, pattern and letter.

Each game has its own colours.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from PIL import Image

from render.kit import type as words
from render.kit.finish import current
from render.kit.kept import STAMPS
from render.kit.pen import Pen, disc, stamped

Pattern: TypeAlias = Literal["plain", "stripes", "dots", "half", "ring"]


class Look(NamedTuple):
    """The look of a seat's token: colour, pattern, the pattern's colour, letter or ""."""

    letter: str
    fill: str
    pattern: Pattern
    light: str
    ink: str
    edge: str


def lettered(stamp: Image.Image, line: str, cx: int, cy: int, px: int, ink: str) -> None:
    """Write a letter or two on a stamp, centred on cx, cy."""
    font = words.bold(px)
    mask, dx, dy = words.mask(line, font)
    x, y = cx - words.width(line, font) // 2, cy + (words.cap_height(font) + 1) // 2
    finish = current()
    left, top = finish.at(x) + dx, finish.at(y) + dy
    colour = finish.ink(ink, stamp, (left, top, left + mask.width, top + mask.height))
    Image.Image.paste(stamp, colour, (left, top), mask)  # in pixels, where the mask is


def cover(pen: Pen, look: Look) -> None:
    """Cover a pen's sheet with the pattern of a seat."""
    light, size = look.light, pen.w
    match look.pattern:
        case "stripes":
            for n in range(-5, 6, 2):
                x, wide = size / 2 + n * size / 9, size / 10
                low, high = x - size * 0.2, x + size * 0.2
                pen.polygon(
                    [(low, size), (low + wide, size), (high + wide, 0.0), (high, 0.0)], light
                )
        case "dots":
            for row in range(6):
                for col in range(6):
                    at = ((col + row % 2 / 2) * size / 5, row * size / 5.4)
                    pen.disc(*at, size * 0.05, light)
        case "half":
            pen.rect(0, size * 0.5, size, size * 0.5, light)
        case "ring":
            pen.ring(size / 2, size / 2, size * 0.5, size * 0.13, light)


@stamped
def _filled(size: int, look: Look) -> Pen:
    pen = Pen(size, size)
    pen.rect(0, 0, size, size, look.fill)
    cover(pen, look)
    pen.clip(disc(size, "#ffffff"))
    return pen


@STAMPS
def chip(look: Look, size: int, share: float) -> Image.Image:
    """Return the token of a seat, as a stamp.

    Args:
        look: How it looks.
        size: Its width in pixels.
        share: The height of its letter as a share of that.
    """
    stamp = disc(size, look.edge).copy()
    inner = _filled(size - 4, look)
    stamp.paste(inner, (2, 2), inner)
    if look.letter:
        px = max(words.DETAIL_PX, round(size * share))
        lettered(stamp, look.letter, size // 2, size // 2, px, look.ink)
    return stamp
