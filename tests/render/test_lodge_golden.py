"""The pictures of Lodge look as they did when they were last reviewed.

Renew the golden ones with ``python -m tests.render.test_lodge_golden --write``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from render.lodge import LodgeArtist
from render.picture import Picture
from rules.lodge.view import Phase
from rules.protocol import Outcome, ScoreLine
from rules.text import t
from tests.render import kept
from tests.render.chalet import made_up

FOLDER: Final = Path(__file__).parent / "golden_lodge"
NAMES: Final = {0: "Ada", 1: "Bartłomiej", 2: "Celina", 3: "Dorota"}
STAGES: Final = {"first": (1, Phase.BUILD), "middle": (7, Phase.BUILD), "last": (11, Phase.OVER)}
"""The columns of a lodge, and what is going on."""


def pictures() -> Mapping[str, Picture]:
    """Return the golden pictures, by file name."""
    artist = LodgeArtist()
    found = {}
    for seats in (1, 2, 4):
        for stage, (columns, phase) in STAGES.items():
            view = made_up(seats, columns, phase)
            to_act = frozenset() if view.active is None else frozenset({view.active})
            found[f"board{seats}_{stage}"] = artist.board(
                view, names=NAMES, lang="en", to_act=to_act
            )
    hand = artist.hand(made_up(3, 8, seat=2), names=NAMES, lang="en")
    assert hand is not None
    labels = (t("Guests"), t("Favourite floors"), t("Amenities"))
    lines = tuple(
        tuple(ScoreLine(label, points) for label, points in zip(labels, (24, n, 9), strict=True))
        for n in (8, 12, 3)
    )
    outcome = Outcome(
        (41, 45, 36), (2, 1, 3), lines, t("The season is over. Ben wins with 45 points.")
    )
    result = artist.result(made_up(3, 8, Phase.OVER), outcome, names=NAMES, lang="en")
    return found | {
        "hand": hand,
        "result": result,
        "shown_amenity": artist.component(("A11",), lang="en"),
        "shown_rooms": artist.component(tuple(f"room:{c}" for c in "RBGYP"), lang="en"),
    }


PICTURES: Final = pictures()


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_picture_looks_as_before(name: str) -> None:
    kept.check_as_before(FOLDER, name, PICTURES[name])


def test_there_is_a_kept_picture_for_each_and_no_other() -> None:
    assert kept.names(FOLDER) == set(PICTURES)


if __name__ == "__main__" and "--write" in sys.argv:
    kept.write(FOLDER, PICTURES)
