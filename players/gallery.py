"""The judge of each game, by slug."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pkgutil import resolve_name
from typing import Final

from players.judge import AnyJudge
from players.plain import Plain
from rules import registry

PLACES: Final[Mapping[str, str]] = {
    "krakow": "players.judges.krakow.judge:KrakowJudge",
    "letnisko": "players.judges.letnisko:LetniskoJudge",
    "lodge": "players.judges.lodge:LodgeJudge",
    "cvlizations": "players.judges.cvlizations:CvlizationsJudge",
    "indian_summer": "players.judges.indian_summer:IndianSummerJudge",
}
"""Where the class of each game's judge is found."""
_JUDGES: Final[dict[str, AnyJudge]] = {}
"""Those that have been made or registered."""


def judge(slug: str) -> AnyJudge:
    """Return the judge of the game `slug`, imported with its game the first time.

    A game without a judge of its own is judged by its scores.
    """
    if slug not in _JUDGES and slug in PLACES:
        _JUDGES[slug] = resolve_name(PLACES[slug])()
    return _JUDGES.get(slug) or Plain(registry.get(slug))


def load() -> None:
    """Make the judge of every game, so that nobody waits for one later."""
    for slug in PLACES:
        judge(slug)


@contextmanager
def register(slug: str, own: AnyJudge) -> Iterator[None]:
    """Let a judge advise on a game for the length of a `with` block.

    This is for tests, tuning and benches; the previous one is restored afterwards.
    """
    with registry.entered(_JUDGES, slug, own):
        yield
