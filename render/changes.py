"""Showing on a picture what is not as it was on an earlier one of the same table.

Works on pixels alone, so for every game: what is as it was steps back into the shade, what changed
stays bright within a light line. That is told apart without seeing colours.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from render.kit.press import COLOURS, encode

CELL: Final = 12
"""Pixels; what differs is looked for in squares of this side."""
WIDE, NARROW = 11, 7
"""Cells, odd: a changed cell lights up a square of the first, then the edges draw back by half the
second, so that no small dark spots stay between what changed."""
DIFFERENT: Final = 24
"""Steps of grey from which on two pixels differ."""
TOO_MUCH: Final = 0.8
"""If more than this share of the picture is new, marking it would say nothing."""
SHADE: Final = 0.5
INSIDE: Final = 150
OUTSIDE: Final = 90
"""Where the light fades out from the first to the second of these, there is the line."""
_DARK: Final = (20, 18, 24)
_LIGHT: Final = (255, 226, 120)


def marked(before: bytes, after: bytes) -> bytes:
    """Return the picture `after` with what is otherwise than on `before` lit up.

    Args:
        before: A PNG of the table as it was.
        after: A PNG of the table as it is.

    Returns:
        `after` itself if nothing differs, nearly everything does, or the sizes are not the same.
    """
    old, new = (Image.open(BytesIO(png)).convert("RGB") for png in (before, after))
    if old.size != new.size:
        return after
    glow = changed(old, new)
    light = glow.point([255 * (value > INSIDE) for value in range(256)])
    share = light.histogram()[255] / (new.width * new.height)
    if not share or share > TOO_MUCH:
        return after
    shown = Image.blend(new, Image.new("RGB", new.size, _DARK), SHADE)
    shown.paste(_LIGHT, mask=glow.point([255 * (value > OUTSIDE) for value in range(256)]))
    shown.paste(new, mask=light)
    return encode(shown.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def changed(old: Image.Image, new: Image.Image) -> Image.Image:
    """Return where two pictures of the same size differ, widened: 255 there, fading out to 0."""
    grey = ImageChops.difference(old, new).convert("L")
    differing = grey.point([255 * (value > DIFFERENT) for value in range(256)])
    columns, rows = -(-new.width // CELL), -(-new.height // CELL)
    grid = Image.new("L", (columns * CELL, rows * CELL))
    grid.paste(differing, (0, 0))
    cells = grid.reduce(CELL).point([255 * (value > 0) for value in range(256)])
    wide = cells.filter(ImageFilter.MaxFilter(WIDE)).filter(ImageFilter.MinFilter(NARROW))
    return wide.resize(grid.size, Image.Resampling.BILINEAR).crop((0, 0, *new.size))
