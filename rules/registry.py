"""The rules of each game by slug: the one list of all games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pkgutil import resolve_name
from typing import Final, TypeAlias, TypeVar, cast

from rules.errors import LobbyError
from rules.protocol import M, Move, Rules, S, V
from rules.text import t

AnyRules: TypeAlias = "Rules[object, Move, object]"
"""A game whose state, moves and views are opaque to the caller."""
T = TypeVar("T")

_PLACES: Final[Mapping[str, str]] = {
    "krakow": "rules.krakow:KRAKOW",
    "letnisko": "rules.letnisko:LETNISKO",
    "lodge": "rules.lodge:LODGE",
    "cvlizations": "rules.cvlizations:CVLIZATIONS",
    "indian_summer": "rules.indian_summer:INDIAN_SUMMER",
}
"""Where each game is found, in the order in which they are offered."""
_GAMES: Final[dict[str, AnyRules]] = {}
"""Those that have been imported or registered."""


def slugs() -> tuple[str, ...]:
    """Return the slugs of all games, in the order in which they are offered."""
    return tuple(dict.fromkeys((*_PLACES, *_GAMES)))


def imported(slug: str) -> AnyRules | None:
    """Return the game named `slug` if it has been imported."""
    return _GAMES.get(slug)


def get(slug: str) -> AnyRules:
    """Return the game named `slug`; the first time it is imported, which takes 0.1 s.

    Raises:
        LobbyError: No such game; the hint names the known ones.
    """
    if slug not in _GAMES and slug in _PLACES:
        _GAMES[slug] = cast("AnyRules", resolve_name(_PLACES[slug]))
    try:
        return _GAMES[slug]
    except KeyError:
        raise LobbyError(
            t("There is no game called “{slug}” here.", slug=slug[:40]),
            t("Choose one of: {slugs}.", slugs=slugs()),
        ) from None


def load() -> None:
    """Import every game, so that nobody waits for one later."""
    for slug in _PLACES:
        get(slug)


@contextmanager
def register(slug: str, game: Rules[S, M, V]) -> Iterator[None]:
    """Register one more game for the length of a `with` block.

    This is for tests and benches that bring games of their own. A game that had the slug before
    gets it back after the block.
    """
    with entered(_GAMES, slug, cast("AnyRules", game)):
        yield


@contextmanager
def entered(table: dict[str, T], key: str, value: T) -> Iterator[None]:
    """Put `value` under `key` for a `with` block, then restore the old value."""
    before = dict(table)
    table[key] = value
    try:
        yield
    finally:
        table.clear()
        table.update(before)
