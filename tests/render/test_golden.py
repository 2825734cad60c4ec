"""The pictures look as they did when somebody last looked at them."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.render import golden

PICTURES = golden.pictures()
MEAN = 4.0
"""Tolerated mean difference: two versions of FreeType draw letters a little differently."""
SPOT = 40.0
"""Tolerated mean difference in any 20 x 20 square."""


def _kept(name: str) -> Image.Image:
    with Image.open(golden.FOLDER / f"{name}.png") as image:
        return image.convert("RGB")


def _worst(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Return the mean difference of two images, and that of the worst square."""
    apart = ImageChops.difference(one, other).convert("L")
    spots = apart.resize((max(1, apart.width // 20), max(1, apart.height // 20)),
                         Image.Resampling.BOX)  # fmt: skip
    low, high = spots.getextrema()
    assert isinstance(high, int | float)
    assert low is not None
    return ImageStat.Stat(apart).mean[0], float(high)


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_picture_looks_as_before(name: str) -> None:
    now, kept = golden.small(PICTURES[name].png), _kept(name)
    assert now.size == kept.size
    mean, spot = _worst(now, kept)
    assert mean <= MEAN
    assert spot <= SPOT


def test_a_missing_piece_is_noticed() -> None:
    kept = _kept("board4_reservation")
    spoiled = kept.copy()
    spoiled.paste("#3a4b53", (70, 110, 105, 150))  # one card gone
    assert _worst(kept, spoiled)[1] > SPOT


def test_there_is_a_kept_picture_for_each_and_no_other() -> None:
    assert {path.stem for path in golden.FOLDER.glob("*.png")} == set(PICTURES)
