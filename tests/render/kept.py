"""Small golden pictures, and how far from them a new picture may be."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageStat

from render.picture import Picture

WIDTH: Final = 300
MEAN: Final = 4.0
"""Tolerated mean difference: versions of FreeType draw letters differently."""
SPOT: Final = 40.0
"""Tolerated mean difference in any square of 20 x 20."""


def small(png: bytes) -> Image.Image:
    """Return a picture at the size of a golden one."""
    image = Image.open(BytesIO(png)).convert("RGB")
    return image.resize((WIDTH, image.height * WIDTH // image.width), Image.Resampling.BOX)


def kept(folder: Path, name: str) -> Image.Image:
    """Return a golden picture."""
    with Image.open(folder / f"{name}.png") as image:
        return image.convert("RGB")


def names(folder: Path) -> set[str]:
    """Return the names of all golden pictures in a folder."""
    return {path.stem for path in folder.glob("*.png")}


def worst(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Return the mean difference of two images, and that of their worst square."""
    apart = ImageChops.difference(one, other).convert("L")
    size = (max(1, apart.width // 20), max(1, apart.height // 20))
    spots = apart.resize(size, Image.Resampling.BOX)
    return ImageStat.Stat(apart).mean[0], ImageStat.Stat(spots).extrema[0][1]


def check_as_before(folder: Path, name: str, picture: Picture) -> None:
    """Assert that a picture looks like the golden one with this name."""
    now, before = small(picture.png), kept(folder, name)
    assert now.size == before.size
    mean, spot = worst(now, before)
    assert mean <= MEAN
    assert spot <= SPOT


def write(folder: Path, pictures: Mapping[str, Picture]) -> None:
    """Write these pictures as golden ones."""
    folder.mkdir(exist_ok=True)
    for name, picture in pictures.items():
        image = small(picture.png).quantize(128, Image.Quantize.MEDIANCUT)
        image.save(folder / f"{name}.png", optimize=True)
