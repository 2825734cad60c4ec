"""The pictures of Indian Summer look as they did when they were last reviewed.

Renew the golden ones with ``python -m tests.render.test_indian_summer_golden --write``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from render.indian_summer import IndianSummerArtist
from render.picture import Picture
from rules.indian_summer.moves import Leaf, SpendNut
from rules.indian_summer.view import Phase
from rules.protocol import Outcome, ScoreLine
from rules.text import t
from tests.render import kept
from tests.render.wood import fitting, made_up

FOLDER: Final = Path(__file__).parent / "golden_indian_summer"
NAMES: Final = {0: "Ada", 1: "Bartłomiej", 2: "Celina", 3: "Dorota"}
STAGES: Final = {"first": (0, Phase.TURN), "middle": (8, Phase.TURN), "last": (30, Phase.OVER)}
"""The tiles on a floor, and what is going on."""


def pictures() -> Mapping[str, Picture]:
    """Return the golden pictures, by file name."""
    artist = IndianSummerArtist()
    found = {}
    for seats in (1, 2, 3, 4):
        for stage, (tiles, phase) in STAGES.items():
            view = made_up(seats, tiles, phase)
            to_act = frozenset() if view.active is None else frozenset({view.active})
            found[f"board{seats}_{stage}"] = artist.board(
                view, names=NAMES, lang="en", to_act=to_act
            )
    own, mover = made_up(3, 8, seat=2), frozenset({2})
    hand = artist.hand(own, names=NAMES, lang="en")
    sides = artist.hand(made_up(2, 0, Phase.SIDES, 0), names=NAMES, lang="pl")
    dark = artist.darkened().hand(own, names=NAMES, lang="en")
    key = artist.key(lang="en")
    assert hand is not None
    assert dark is not None
    assert key is not None
    assert sides is not None
    scores = (3, -4, 8)
    lines = tuple((ScoreLine(t("Floor full; Nuts left"), score),) for score in scores)
    outcome = Outcome(scores, (2, 3, 1), lines, t("Several floors are full, so the most Nuts win."))
    result = artist.result(made_up(3, 30, Phase.OVER), outcome, names=NAMES, lang="en")
    return found | {
        "hand": hand,
        "hand_dark": dark,
        "area_seat": artist.area(own, "seat1", names=NAMES, lang="en", to_act=mover),
        "area_market": artist.area(own, "market", names=NAMES, lang="pl", to_act=mover),
        "key": key,
        "sides": sides,
        "trial_leaf": artist.trial(own, fitting(own, Leaf), names=NAMES, lang="en"),
        "trial_nut": artist.trial(own, fitting(own, SpendNut), names=NAMES, lang="pl"),
        "result": result,
        "shown_tile": artist.component(("Y16",), lang="en"),
        "shown_floor": artist.component(("F4A",), lang="pl"),
        "shown_animals": artist.component(("mouse", "fox", "hedgehog"), lang="en"),
    }


PICTURES: Final = pictures()


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_picture_looks_as_before(name: str) -> None:
    kept.check_as_before(FOLDER, name, PICTURES[name])


def test_there_is_a_kept_picture_for_each_and_no_other() -> None:
    assert kept.names(FOLDER) == set(PICTURES)


if __name__ == "__main__" and "--write" in sys.argv:
    kept.write(FOLDER, PICTURES)
