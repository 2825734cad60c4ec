"""slug -> Rules: the one list of the games in the house."""

from __future__ import annotations

from typing import TypeAlias, cast

from rules.cvlizations import CVLIZATIONS
from rules.errors import LobbyError
from rules.indian_summer import INDIAN_SUMMER
from rules.krakow import KRAKOW
from rules.letnisko import LETNISKO
from rules.lodge import LODGE
from rules.protocol import Move, Rules
from rules.text import t

AnyRules: TypeAlias = "Rules[object, Move, object]"
"""A game whose state, moves and views are opaque to the caller."""

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
