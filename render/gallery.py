"""slug -> Artist: who draws which game."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from render.cvlizations import CvlizationsArtist
from render.indian_summer import IndianSummerArtist
from render.krakow import KrakowArtist
from render.letnisko import LetniskoArtist
from render.lodge import LodgeArtist
from render.picture import Artist
from rules.errors import DataError

AnyArtist: TypeAlias = Artist[Any]
"""An artist whose view type is opaque to the caller, like `rules.registry.AnyRules`."""

_ARTISTS: Final[dict[str, AnyArtist]] = {
    "cvlizations": CvlizationsArtist(),
    "indian_summer": IndianSummerArtist(),
    "krakow": KrakowArtist(),
    "letnisko": LetniskoArtist(),
    "lodge": LodgeArtist(),
}


def artist(slug: str) -> AnyArtist:
    """Return who draws the game named `slug`.

    Raises:
        DataError: Nobody does: every registered game must have its artist.
    """
    try:
        return _ARTISTS[slug]
    except KeyError:
        raise DataError(f"no artist for game {slug!r}") from None


def add(slug: str, drawer: AnyArtist) -> None:
    """Add an artist while the program runs: for the platform's tests, which bring own games."""
    _ARTISTS[slug] = drawer
