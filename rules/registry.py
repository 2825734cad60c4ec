"""slug -> Rules: the one list of the games in the house."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

from rules.errors import LobbyError
from rules.protocol import Move, Rules
from rules.text import t

if TYPE_CHECKING:
    from collections.abc import Mapping

AnyRules: TypeAlias = "Rules[object, Move, object]"
"""A game whose state, moves and views are opaque to the caller."""


def _load() -> Mapping[str, AnyRules]:
    from rules.cvlizations import CVLIZATIONS
    from rules.indian_summer import INDIAN_SUMMER
    from rules.krakow import KRAKOW
    from rules.letnisko import LETNISKO
    from rules.lodge import LODGE

    games = (KRAKOW, LETNISKO, LODGE, CVLIZATIONS, INDIAN_SUMMER)
    return {game.info.slug: cast("AnyRules", game) for game in games}


_GAMES = dict(_load())


def slugs() -> tuple[str, ...]:
    """Return the slugs of all games, in the order in which they are offered."""
    return tuple(_GAMES)


def get(slug: str) -> AnyRules:
    """Return the game named `slug`.

    Raises:
        LobbyError: No such game; the hint names those there are.
    """
    try:
        return _GAMES[slug]
    except KeyError:
        raise LobbyError(
            t("There is no game called “{slug}” here.", slug=slug[:40]),
            t("Choose one of: {slugs}.", slugs=slugs()),
        ) from None


def add(game: AnyRules) -> None:
    """Add a game while the program runs: for the platform's tests, which bring their own."""
    _GAMES[game.info.slug] = game
