"""The artist of each game, by slug."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pkgutil import resolve_name
from typing import Any, Final, TypeAlias

from render.picture import Artist, Shade, ShadedArtist
from rules.errors import DataError

AnyArtist: TypeAlias = Artist[Any]
"""An artist with an opaque view type, like `rules.registry.AnyRules`."""

_PLACES: Final[Mapping[str, str]] = {
    "cvlizations": "render.cvlizations:CvlizationsArtist",
    "indian_summer": "render.indian_summer:IndianSummerArtist",
    "krakow": "render.krakow:KrakowArtist",
    "letnisko": "render.letnisko:LetniskoArtist",
    "lodge": "render.lodge:LodgeArtist",
}
"""Where the class of each game's artist is found."""
_ARTISTS: Final[dict[str, AnyArtist]] = {}
"""Those that have been made or registered."""


def artist(slug: str, shade: Shade = "light") -> AnyArtist:
    """Return the artist of the game `slug`, imported the first time (0.1 s).

    One who knows no dark paper draws on light.

    Raises:
        DataError: There is none; every registered game must have an artist.
    """
    if slug not in _ARTISTS and slug in _PLACES:
        _ARTISTS[slug] = resolve_name(_PLACES[slug])()
    try:
        found = _ARTISTS[slug]
    except KeyError:
        raise DataError(f"no artist for game {slug!r}") from None
    return found.darkened() if shade == "dark" and isinstance(found, ShadedArtist) else found


def load() -> None:
    """Import every artist, so that nobody waits for one later."""
    for slug in _PLACES:
        artist(slug)


@contextmanager
def register(slug: str, drawer: AnyArtist) -> Iterator[None]:
    """Let an artist draw a game for the length of a `with` block.

    This is for tests and benches with their own artist; the previous one is restored afterwards.
    """
    before = dict(_ARTISTS)
    _ARTISTS[slug] = drawer
    try:
        yield
    finally:
        _ARTISTS.clear()
        _ARTISTS.update(before)
