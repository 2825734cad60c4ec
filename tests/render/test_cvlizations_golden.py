"""The pictures of CVlizations look as they did when they were last reviewed.

Renew the golden ones with ``python -m tests.render.test_cvlizations_golden --write``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from render.cvlizations import CvlizationsArtist
from render.picture import Picture
from rules.cvlizations.view import Phase, Variant
from rules.protocol import Outcome, ScoreLine
from rules.text import t
from tests.render import kept
from tests.render.cave import made_up

FOLDER: Final = Path(__file__).parent / "golden_cvlizations"
NAMES: Final = {0: "Ada", 1: "Bartłomiej", 2: "Celina", 3: "Dorota", 4: "Emil"}
BOARDS: Final = {
    "board2_geeks": (2, Variant.GEEKS, Phase.DEVELOPMENT, 3),
    "board2_advanced": (2, Variant.ADVANCED, Phase.ORDERS, 5),
    "board3_orders": (3, Variant.BASIC, Phase.ORDERS, 0),
    "board5_action": (5, Variant.BASIC, Phase.ACTION, 6),
    "board5_over": (5, Variant.BASIC, Phase.OVER, 12),
}
"""Players, variant, what is going on, and how many ideas each player has."""


def pictures() -> Mapping[str, Picture]:
    """Return the golden pictures, by file name."""
    artist = CvlizationsArtist()
    found = {}
    for name, (seats, variant, phase, ideas) in BOARDS.items():
        view = made_up(seats, variant, phase, ideas=ideas)
        found[name] = artist.board(view, names=NAMES, lang="en", to_act=view.waiting)
    hands = {
        "hand": made_up(4, seat=0),
        "hand_advanced": made_up(2, Variant.ADVANCED, Phase.DEVELOPMENT, 1),
    }
    for name, view in hands.items():
        hand = artist.hand(view, names=NAMES, lang="en")
        assert hand is not None
        found[name] = hand
    labels = (t("Points gained"), t("Ideas"), t("Effects at the end"), t("Resources"))
    lines = tuple(
        tuple(ScoreLine(label, n) for label, n in zip(labels, (5, 20 + seat, 4, 2), strict=True))
        for seat in range(3)
    )
    outcome = Outcome((31, 32, 33), (3, 2, 1), lines, t("The third age is over."))
    over = made_up(3, phase=Phase.OVER, ideas=9)
    return found | {
        "result": artist.result(over, outcome, names=NAMES, lang="en"),
        "shown_idea": artist.component(("humanism",), lang="en"),
        "shown_helm": artist.component(("helm",), lang="en"),
        "shown_orders": artist.component(("thieving", "slacking", "doubling"), lang="en"),
    }


PICTURES: Final = pictures()


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_picture_looks_as_before(name: str) -> None:
    kept.check_as_before(FOLDER, name, PICTURES[name])


def test_there_is_a_kept_picture_for_each_and_no_other() -> None:
    assert kept.names(FOLDER) == set(PICTURES)


if __name__ == "__main__" and "--write" in sys.argv:
    kept.write(FOLDER, PICTURES)
