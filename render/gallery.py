"""The artist of each game, by slug."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from render.cvlizations import CvlizationsArtist
from render.indian_summer import IndianSummerArtist
from render.krakow import KrakowArtist
from render.letnisko import LetniskoArtist
from render.lodge import LodgeArtist
from render.picture import Artist
from rules.errors import DataError

AnyArtist: TypeAlias = Artist[Any]
"""An artist with an opaque view type, like `rules.registry.AnyRules`."""

_ARTISTS: Final[dict[str, AnyArtist]] = {
    "cvlizations": CvlizationsArtist(),
    "indian_summer": IndianSummerArtist(),
    "krakow": KrakowArtist(),
    "letnisko": LetniskoArtist(),
    "lodge": LodgeArtist(),
}


def artist(slug: str) -> AnyArtist:
    """Return the artist of the game `slug`.

    Raises:
        DataError: There is none; every registered game must have an artist.
    """
    try:
        return _ARTISTS[slug]
    except KeyError:
        raise DataError(f"no artist for game {slug!r}") from None


def slugs() -> tuple[str, ...]:
    """Return the games that can be drawn."""
    return tuple(_ARTISTS)


@contextmanager
def register(slug: str, drawer: AnyArtist) -> Iterator[None]:
    """Let an artist draw a game for the length of a `with` block.

    For tests and benchmarks with their own artist; the previous one is restored afterwards.
    """
    before = dict(_ARTISTS)
    _ARTISTS[slug] = drawer
    try:
        yield
    finally:
        _ARTISTS.clear()
        _ARTISTS.update(before)
