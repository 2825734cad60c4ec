"""What is dark on a marked picture has the hue of what is lit, for every game."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from render.changes import marked
from render.kit.png import opened
from render.shading import COLOURS, SHADE, shading
from tests.render.test_changes import SLUGS, boards

DARKEST = Image.new("RGB", (1, 1), (20, 18, 24))
FULL = bytes(part for n in range(COLOURS) for part in (n, 255 - n, n * 7 % 256))


@pytest.mark.parametrize("slug", SLUGS)
def test_the_dark_parts_of_a_board_keep_their_hues(slug: str) -> None:
    before, after = boards(slug)[:2]
    lit = Image.open(BytesIO(marked(before, after))).convert("RGB")
    bright = Image.open(BytesIO(after)).convert("RGB")
    wanted = Image.blend(bright, DARKEST.resize(bright.size), SHADE)
    apart = ImageChops.difference(lit, wanted)
    outline = Image.new("RGB", lit.size, (255, 226, 120))
    dark = ImageChops.multiply(differing(lit, bright), differing(lit, outline))
    assert max(ImageStat.Stat(apart, dark).mean) <= 1
    assert max(top for _, top in ImageStat.Stat(apart, dark).extrema) <= 32


def differing(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return a mask of the pixels that differ."""
    bands = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(*bands[:2]), bands[2]).point([0] + [255] * 255)


@pytest.mark.parametrize("dark", [1, 200, 256])
@pytest.mark.parametrize("lit", [1, 55, 255])
def test_lit_colours_stay_and_dark_ones_are_near_their_shades(lit: int, dark: int) -> None:
    many = [n < lit for n in range(COLOURS)], [n >= COLOURS - dark for n in range(COLOURS)]
    found = shading(FULL, *many)
    colours = list(zip(*[iter(found.palette)] * 3, strict=True))
    assert found.palette[: 3 * lit] == FULL[: 3 * lit]
    assert colours[found.line] == (255, 226, 120)
    if lit + dark < COLOURS:
        for n in range(COLOURS - dark, COLOURS):
            bright, shade = FULL[3 * n : 3 * n + 3], colours[found.dark[n]]
            halfway = (bright[i] + DARKEST.getpixel((0, 0))[i] for i in range(3))  # type: ignore[index]
            assert shade == pytest.approx([total / 2 for total in halfway], abs=1)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_picture_is_opened_as_by_pillow(slug: str) -> None:
    png = boards(slug)[0]
    ours, theirs = opened(png), Image.open(BytesIO(png))
    assert ours is not None
    assert ours.tobytes() == theirs.tobytes()
    assert ours.getpalette() == theirs.getpalette()


def test_a_picture_in_true_colour_is_not_opened() -> None:
    out = BytesIO()
    Image.new("RGB", (3, 3)).save(out, "PNG")
    assert opened(out.getvalue()) is None
