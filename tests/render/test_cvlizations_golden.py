"""The pictures of CVlizations look as they did when somebody last looked at them.

Write the kept ones anew with ``python -m tests.render.test_cvlizations_golden --write``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageStat

from render.cvlizations import CvlizationsArtist
from render.picture import Picture
from rules.cvlizations.view import Phase, Variant
from rules.protocol import Outcome, ScoreLine
from rules.text import t
from tests.render.cave import made_up

FOLDER: Final = Path(__file__).parent / "golden_cvlizations"
WIDTH: Final = 300
NAMES: Final = {0: "Ada", 1: "Bartłomiej", 2: "Celina", 3: "Dorota", 4: "Emil"}
BOARDS: Final = {
    "board2_geeks": (2, Variant.GEEKS, Phase.DEVELOPMENT, 3),
    "board2_advanced": (2, Variant.ADVANCED, Phase.ORDERS, 5),
    "board3_orders": (3, Variant.BASIC, Phase.ORDERS, 0),
    "board5_action": (5, Variant.BASIC, Phase.ACTION, 6),
    "board5_over": (5, Variant.BASIC, Phase.OVER, 12),
}
"""Players, variant, what is going on, and how many ideas each player has."""
MEAN: Final = 4.0
"""Tolerated mean difference: two versions of FreeType draw letters a little differently."""
SPOT: Final = 40.0
"""Tolerated mean difference in any square of 20 x 20."""


def pictures() -> Mapping[str, Picture]:
    """Return the pictures that are kept, by file name."""
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


def small(png: bytes) -> Image.Image:
    """Return a picture at the size in which it is kept."""
    image = Image.open(BytesIO(png)).convert("RGB")
    return image.resize((WIDTH, image.height * WIDTH // image.width), Image.Resampling.BOX)


PICTURES: Final = pictures()


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_picture_looks_as_before(name: str) -> None:
    now = small(PICTURES[name].png)
    with Image.open(FOLDER / f"{name}.png") as image:
        kept = image.convert("RGB")
    assert now.size == kept.size
    apart = ImageChops.difference(now, kept).convert("L")
    spots = apart.resize((apart.width // 20, apart.height // 20), Image.Resampling.BOX)
    assert ImageStat.Stat(apart).mean[0] <= MEAN
    assert ImageStat.Stat(spots).extrema[0][1] <= SPOT


def test_there_is_a_kept_picture_for_each_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(PICTURES)


def main() -> None:
    """Write all kept pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in PICTURES.items():
        image = small(picture.png).quantize(128, Image.Quantize.MEDIANCUT)
        image.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__" and "--write" in sys.argv:
    main()
