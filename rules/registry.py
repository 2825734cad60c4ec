"""The rules of each game by slug: the one list of all games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias, TypeVar, cast

from rules.cvlizations import CVLIZATIONS
from rules.errors import LobbyError
from rules.indian_summer import INDIAN_SUMMER
from rules.krakow import KRAKOW
from rules.letnisko import LETNISKO
from rules.lodge import LODGE
from rules.protocol import M, Move, Rules, S, V
from rules.text import t

AnyRules: TypeAlias = "Rules[object, Move, object]"
"""A game whose state, moves and views are opaque to the caller."""
T = TypeVar("T")

_GAMES: dict[str, AnyRules] = {
    game.info.slug: cast("AnyRules", game)
    for game in (KRAKOW, LETNISKO, LODGE, CVLIZATIONS, INDIAN_SUMMER)
}


def slugs() -> tuple[str, ...]:
    """Return the slugs of all games, in the order in which they are offered."""
    return tuple(_GAMES)


def get(slug: str) -> AnyRules:
    """Return the game named `slug`.

    Raises:
        LobbyError: No such game; the hint names the known ones.
    """
    try:
        return _GAMES[slug]
    except KeyError:
        raise LobbyError(
            t("There is no game called “{slug}” here.", slug=slug[:40]),
            t("Choose one of: {slugs}.", slugs=slugs()),
        ) from None


@contextmanager
def register(slug: str, game: Rules[S, M, V]) -> Iterator[None]:
    """Register one more game for the length of a `with` block.

    For tests and benches that bring games of their own. A game that had the slug before gets it
    back after the block.
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
