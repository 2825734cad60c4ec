"""Show on a picture what has changed since an earlier one of the same table.

This works on pixels alone, so it works for every game: what is unchanged is darkened, what changed
stays bright inside a light outline. No colour vision is needed to tell them apart. Both pictures
come from one press and share a palette; the shade uses colours of that palette, which is quick.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageFilter

from render.kit.png import encode

Colour: TypeAlias = tuple[int, int, int]

CELL: Final = 12
"""The side of the squares that are compared, in pixels."""
WIDE, NARROW = 11, 7
"""In cells, odd: how far a change shines, and how far its light is cut back.

A changed cell lights up a square of the first size; then the edges shrink by half the second, so
that no small dark spots are left between changes.
"""
TOO_MUCH: Final = 0.8
"""The share of a picture above which marking changes would say nothing."""
SHADE: Final = 0.5
INSIDE: Final = 150
OUTSIDE: Final = 90
"""The outline lies where the light fades from the first of these to the second."""
_DARK: Final = (20, 18, 24)
_LIGHT: Final = (255, 226, 120)


def marked(before: bytes, after: bytes) -> bytes:
    """Return the picture `after` with what differs from `before` lit up.

    Args:
        before: A PNG of the table as it was.
        after: A PNG of the table as it is.

    Returns:
        `after` itself if nothing differs, nearly everything does, or the pictures cannot be
        compared: other sizes, other palettes, none at all.
    """
    if not before or not after:
        return after
    old, new = (Image.open(BytesIO(png)) for png in (before, after))
    palette = tuple(new.getpalette() or ())
    if old.size != new.size or not palette or palette != tuple(old.getpalette() or ()):
        return after
    was, now = (Image.frombytes("L", one.size, one.tobytes()) for one in (old, new))
    cells = changed(was, now)
    share = cells.histogram()[255] / (cells.width * cells.height)
    if not share or share > TOO_MUCH:
        return after
    glow = cells.resize((cells.width * CELL, cells.height * CELL), Image.Resampling.BILINEAR)
    glow = glow.crop((0, 0, *now.size))
    shade, line = _shaded(palette)
    shown = now.point(shade)
    shown.paste(line, mask=glow.point([255 * (value > OUTSIDE) for value in range(256)]))
    shown.paste(now, mask=glow.point([255 * (value > INSIDE) for value in range(256)]))
    shown.putpalette(palette)
    return encode(shown)


def changed(was: Image.Image, now: Image.Image) -> Image.Image:
    """Return a mask of two equal-sized pictures: 255 for cells on or near a change."""
    columns, rows = -(-now.width // CELL), -(-now.height // CELL)
    grid = Image.new("L", (columns * CELL, rows * CELL))
    differing = ImageChops.difference(was, now).point([0] + [255] * 255)
    grid.paste(differing, (0, 0))
    cells = grid.reduce(CELL).point([0] + [255] * 255)
    return cells.filter(ImageFilter.MaxFilter(WIDE)).filter(ImageFilter.MinFilter(NARROW))


@lru_cache(maxsize=16)
def _shaded(palette: tuple[int, ...]) -> tuple[list[int], int]:
    """Return each palette colour's darker counterpart in it, and the outline's index."""
    colours = list(zip(*[iter(palette)] * 3, strict=True))
    shades = [_mixed(colour, _DARK) for colour in colours]
    found = [_nearest(shade, colours) for shade in shades]
    return found + [0] * (256 - len(found)), _nearest(_LIGHT, colours)


def _mixed(colour: Colour, other: Colour) -> Colour:
    red, green, blue = (round(a + (b - a) * SHADE) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def _nearest(colour: Colour, colours: list[Colour]) -> int:
    """Return the index of the colour nearest to another, green weighing most."""

    def distance(number: int) -> int:
        red, green, blue = (a - b for a, b in zip(colours[number], colour, strict=True))
        return 3 * red * red + 6 * green * green + 2 * blue * blue

    return min(range(len(colours)), key=distance)
