"""How things are painted now: at what scale, and in which colours.

Painters know one size and one set of colours. While a finish is `applied`, canvases, pens and type
multiply what they are told by its scale and replace colours, and everything cached belongs to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from math import ceil, floor
from typing import Final, TypeAlias

from PIL import Image, ImageColor

Shades: TypeAlias = tuple[tuple[str, str], ...]
"""Colours, each with what replaces it."""


HALF: Final = 128
"""The alpha from which a pixel is rather covered than clear."""


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2 defines it."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: tuple[int, ...]) -> float:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (v / 255 for v in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@cache
def _rgb(colour: str) -> tuple[int, ...]:
    return ImageColor.getrgb(colour)[:3]


class Finish:
    """A scale, and what replaces the colours of a theme; `finish` makes them.

    Two are equal only if they are the same object, so that caches find one quickly.

    Attributes:
        scale: By what the measures of the painters are multiplied.
        shades: What replaces a colour, as ``#rrggbb``.
        at: Returns the pixel of a place.
        span: Returns a measure in pixels, rounded up: things side by side leave no gap.
    """

    def __init__(self, scale: float, shades: Mapping[str, str]) -> None:
        self.scale, self.shades = scale, shades
        self.at: Callable[[float], int] = int
        self.span: Callable[[float], int] = int
        if scale != 1:
            self.at = lambda place: floor(place * scale + 0.5)
            self.span = lambda measure: ceil(measure * scale - 1e-6)

    def colour(self, colour: str) -> str:
        """Return what a colour of the theme is replaced by."""
        return self.shades.get(colour, colour)

    def ink(self, colour: str, image: Image.Image, box: tuple[int, int, int, int]) -> str:
        """Return what replaces the ink of a text; itself if it is easier to read.

        So what is printed on a piece that keeps its colour keeps its ink.

        Args:
            colour: The ink.
            image: What the text will be written on.
            box: Where, in pixels.
        """
        new = self.shades.get(colour)
        if new is None:
            return colour
        behind = image.crop(box).resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
        if not isinstance(behind, tuple) or (len(behind) == 4 and behind[3] < HALF):
            return new  # on a clear stamp: who knows where it will be put
        return max((new, colour), key=lambda ink: contrast(_rgb(ink), behind[:3]))


@cache
def finish(scale: float, shades: Shades = ()) -> Finish:
    """Return the finish of a scale and some shades.

    Raises:
        ValueError: A replacement is replaced, so it would matter how often that is done.
    """
    found = dict(shades)
    if again := sorted(found.keys() & found.values()):
        raise ValueError(f"replacements that are replaced: {again}")
    return Finish(scale, found)


PLAIN: Final = finish(1)
"""Everything as the painters say."""
_NOW: Final = ContextVar("finish", default=PLAIN)
current: Final = _NOW.get
"""Returns the finish that is applied."""


@contextmanager
def applied(new: Finish) -> Iterator[None]:
    """Paint with a finish for the length of a `with` block."""
    token = _NOW.set(new)
    try:
        yield
    finally:
        _NOW.reset(token)
