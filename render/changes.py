"""Show on a picture what has changed since an earlier one of the same table.

What is unchanged is darkened, what changed stays bright inside a light outline: whole parts of the
picture, so that no word is cut, and single pixels elsewhere, for example in the frame of a panel.
No colour vision is needed to tell them apart. Both pictures come from one press and share a
palette; the shade uses colours of that palette, which is quick.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.layout import Box, around
from render.kit.png import encode

Colour: TypeAlias = tuple[int, int, int]

CELL: Final = 4
"""The side of the squares that are compared, in pixels."""
WIDE: Final = 3
"""The side of the square that a changed cell lights up, in cells; odd."""
LINE, ROUND = 3, 6
"""The width of a part's outline, and the radius of its corners."""
SMALL, LARGE = 0.045, 0.15
"""Shares of a picture: up to one, a tile is a part; above the other, never."""
COVERED: Final = 0.1
"""The share of a tile that later ones cover at least if it is only their ground."""
TOO_MUCH: Final = 0.8
"""The share of a picture above which marking changes would say nothing."""
SHADE: Final = 0.5
INSIDE: Final = 150
OUTSIDE: Final = 90
"""The outline lies where the light fades from the first of these to the second."""
_DARK: Final = (20, 18, 24)
_LIGHT: Final = (255, 226, 120)
ANY: Final = [0] + [255] * 255
"""Makes a mask of a difference."""


def marked(
    before: bytes, after: bytes, parts: Sequence[Box] = (), former: Sequence[Box] = ()
) -> bytes:
    """Return the picture `after` with what differs from `before` lit up.

    Args:
        before: A PNG of the table as it was.
        after: A PNG of the table as it is.
        parts: Parts of it, each of which is lit up as a whole or not at all.
        former: The same of the table as it was; some are gone.

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
    differing = ImageChops.difference(old, new).point(ANY, "L")  # of indexes, not of colours
    light, outline = lights(differing, parts, former)
    share = light.histogram()[255] / (light.width * light.height)
    if not share or share > TOO_MUCH:
        return after
    shade, line = _shaded(palette)
    shown = new.point(shade)
    shown.paste(line, mask=outline)
    shown.paste(new, mask=light)
    return encode(shown)


def whole(tiles: Sequence[Box]) -> list[Box]:
    """Return the tiles lit as a whole: no ground of others, and not very large.

    Args:
        tiles: All of a picture; a later one may cover an earlier one.
    """
    page = around(tiles, 0) if tiles else Box(0, 0, 0, 0)
    small, large = (share * page.w * page.h for share in (SMALL, LARGE))

    def is_whole(n: int, tile: Box) -> bool:
        size = tile.w * tile.h
        covers = (_shared(tile, other) for other in tiles[n + 1 :])
        return size <= small or (size <= large and sum(covers) < COVERED * size)

    return [tile for n, tile in enumerate(tiles) if is_whole(n, tile)]


def lights(
    differing: Image.Image, parts: Sequence[Box], former: Sequence[Box]
) -> tuple[Image.Image, Image.Image]:
    """Return masks of what is lit, and of that with its outline.

    Args:
        differing: A mask of the pixels that differ.
        parts: As for `marked`.
        former: As for `marked`.
    """
    fresh = {part: differing.crop(_edges(part)).getbbox() is not None for part in (*parts, *former)}
    rest = differing.copy()
    _fill(rest, fresh, 0, 0)
    glow, at = _glow(changed(rest))
    masks = []
    for least, more in ((INSIDE, 0), (INSIDE if parts else OUTSIDE, LINE)):
        mask = Image.new("L", differing.size)
        mask.paste(glow.point([255 * (value > least) for value in range(256)]), at)
        _fill(mask, (part for part in former if fresh[part]), more)
        _fill(mask, (part for part in parts if not fresh[part]), 0, 0)
        _fill(mask, (part for part in parts if fresh[part]), more)
        masks.append(mask)
    return masks[0], masks[1]


def _glow(cells: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """Return the light around changed cells, and where it goes in the picture.

    It is as large as there, and there is none outside it.
    """
    left, top, right, bottom = cells.getbbox() or (0, 0, 1, 1)
    lit = cells.crop((max(0, left - WIDE), max(0, top - WIDE), right + WIDE, bottom + WIDE))
    size = (lit.width * CELL, lit.height * CELL)
    at = (max(0, left - WIDE) * CELL, max(0, top - WIDE) * CELL)
    return lit.resize(size, Image.Resampling.BILINEAR), at


def changed(differing: Image.Image) -> Image.Image:
    """Return a mask, of one pixel for each cell: 255 for those on or near a change."""
    columns, rows = -(-differing.width // CELL), -(-differing.height // CELL)
    grid = Image.new("L", (columns * CELL, rows * CELL))
    grid.paste(differing, (0, 0))
    found = grid.reduce(CELL).point(ANY)
    return found.filter(ImageFilter.BoxBlur(WIDE // 2)).point(ANY)  # the same as a maximum


def _fill(mask: Image.Image, parts: Iterable[Box], more: int, value: int = 255) -> None:
    """Fill parts of a mask, larger by `more` on every side."""
    draw = ImageDraw.Draw(mask)
    for part in parts:
        left, top, right, bottom = _edges(part.inset(-more))
        if more:
            draw.rounded_rectangle((left, top, right - 1, bottom - 1), ROUND, fill=value)
        else:
            mask.paste(value, (left, top, right, bottom))


def _edges(box: Box) -> tuple[int, int, int, int]:
    return box.x, box.y, box.right, box.bottom


def _shared(one: Box, other: Box) -> int:
    """Return the area that two boxes share, in pixels."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0, across) * max(0, down)


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
