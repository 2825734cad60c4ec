"""How things are painted now: at what scale, and in which colours.

Painters know one size and one set of colours. While a finish is `applied`, canvases, pens and type
multiply what they are told by its scale and replace colours, and everything cached belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from math import ceil, floor
from typing import Final, TypeAlias

Shades: TypeAlias = tuple[tuple[str, str], ...]
"""Colours, each with what replaces it."""


class Finish:
    """A scale, and what replaces the colours of a theme; `finish` makes them.

    Two are equal only if they are the same object, so that caches find one quickly.

    Attributes:
        scale: By what the measures of the painters are multiplied.
        shades: What replaces a colour, as ``#rrggbb``.
    """

    def __init__(self, scale: float, shades: Mapping[str, str]) -> None:
        self.scale, self.shades = scale, shades

    def at(self, place: float) -> int:
        """Return the pixel of a place."""
        return floor(place * self.scale + 0.5)

    def span(self, measure: float) -> int:
        """Return a measure in pixels, rounded up: things side by side leave no gap."""
        return ceil(measure * self.scale - 1e-6)

    def colour(self, colour: str) -> str:
        """Return what a colour of the theme is replaced by."""
        return self.shades.get(colour, colour)


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


def current() -> Finish:
    """Return the finish that is applied."""
    return _NOW.get()


@contextmanager
def applied(new: Finish) -> Iterator[None]:
    """Paint with a finish for the length of a `with` block."""
    token = _NOW.set(new)
    try:
        yield
    finally:
        _NOW.reset(token)
