"""Show on a picture what has changed since an earlier one of the same table.

What is unchanged is darkened, what changed stays bright inside a light outline: whole parts of the
picture, so that no word is cut, and single pixels elsewhere, for example in the frame of a panel.
No colour vision is needed to tell them apart. Both pictures come from one press and share a
palette; the marked one has its own, so that what is dark keeps its hue.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.layout import Box, Detail, around
from render.kit.png import encode, opened
from render.shading import shading

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
    old, new = opened(before), opened(after)
    if old is None or new is None or old.size != new.size or old.getpalette() != new.getpalette():
        return after
    differing = ImageChops.difference(old, new).point(ANY, "L")  # of indexes, not of colours
    fresh = _fresh(differing, parts, former)
    gone = {part for part in fresh if _is_bare(new, part, parts)}
    kept, once = ([part for part in some if part not in gone] for some in (parts, former))
    light, outline = (
        mask.convert("1", dither=Image.Dither.NONE)  # pasted in half the time
        for mask in lights(differing, kept, once, gone, fresh)
    )
    lit = new.histogram(light)
    share = sum(lit) / (new.width * new.height)
    if not share or share > TOO_MUCH or all(lit):
        return after
    dark = [count - bright for count, bright in zip(new.histogram(), lit, strict=True)]
    shades = shading(bytes(new.getpalette() or ()), lit, dark)
    shown = new.point(shades.dark)
    shown.paste(shades.line, mask=outline)
    shown.paste(new, mask=light)
    shown.putpalette(shades.palette)
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
    differing: Image.Image,
    parts: Sequence[Box],
    former: Sequence[Box],
    gone: Collection[Box] = (),
    fresh: Collection[Box] | None = None,
) -> tuple[Image.Image, Image.Image]:
    """Return masks of what is lit, and of that with its outline.

    Args:
        differing: A mask of the pixels that differ.
        parts: As for `marked`.
        former: As for `marked`.
        gone: Places where nothing is any more; they stay dark.
        fresh: Those of all these that differ, if that is known.
    """
    fresh = _fresh(differing, parts, former) if fresh is None else fresh
    plain = [part for part in parts if not isinstance(part, Detail)]
    details = [part for part in parts if isinstance(part, Detail)]
    rest = differing.copy()
    _fill(rest, (*fresh, *gone), 0, 0)
    masks = []
    for more, mask in zip((0, LINE), _glowing(rest, grown=not parts), strict=True):
        _fill(mask, (part for part in former if part in fresh and part not in gone), more)
        _fill(mask, _near([part for part in plain if part not in fresh], mask.getbbox()), 0, 0)
        _fill(mask, (part for part in plain if part in fresh), more)
        lit = mask.getbbox()
        for part in details:
            if part in fresh:
                _fill(mask, (part,), more)
            else:
                _fill(mask, _near((part,), lit), 0, 0)
        masks.append(mask)
    return masks[0], masks[1]


def _glowing(rest: Image.Image, *, grown: bool) -> tuple[Image.Image, Image.Image]:
    """Return masks of the cells on or near what differs outside all parts.

    The second is for the outline: by a cell larger if it has `grown`.
    """
    edges = rest.getbbox()
    if edges is None:
        return Image.new("L", rest.size), Image.new("L", rest.size)
    left, top = (max(0, at // CELL - WIDE) * CELL for at in edges[:2])
    right, bottom = (at + WIDE * CELL for at in edges[2:])
    cells = changed(rest.crop((left, top, min(right, rest.width), min(bottom, rest.height))))

    def glow(cells: Image.Image) -> Image.Image:
        mask = Image.new("L", rest.size)
        size = CELL * cells.width, CELL * cells.height
        mask.paste(cells.resize(size, Image.Resampling.NEAREST), (left, top))
        return mask

    light = glow(cells)
    return light, glow(_grown(cells)) if grown else light.copy()


def _fresh(differing: Image.Image, parts: Iterable[Box], former: Iterable[Box]) -> frozenset[Box]:
    """Return the parts that differ, each where no detail lies on it."""
    every = _near({*parts, *former}, differing.getbbox())
    found = {part for part in every if differing.crop(_edges(part)).getbbox()}
    details = [part for part in parts if isinstance(part, Detail)]
    on_it = {part: [it for it in details if _lies_on(it, part)] for part in found if details}
    return frozenset(part for part in found if _differs(differing, part, on_it.get(part, ())))


def _differs(differing: Image.Image, part: Box, on_it: Collection[Box]) -> bool:
    if not on_it:
        return True
    rest = differing.crop(_edges(part))
    _fill(rest, (Box(it.x - part.x, it.y - part.y, it.w, it.h) for it in on_it), 0, 0)
    return rest.getbbox() is not None


def _near(parts: Iterable[Box], edges: tuple[int, int, int, int] | None) -> list[Box]:
    """Return the parts that share a pixel with a place; None is no place."""
    if edges is None:
        return []
    left, top, right, bottom = edges
    return [
        part
        for part in parts
        if part[0] < right
        and part[1] < bottom
        and part[0] + part[2] > left
        and part[1] + part[3] > top
    ]


def _lies_on(detail: Box, part: Box) -> bool:
    return _shared(detail, part) == detail.w * detail.h < part.w * part.h


def _is_bare(image: Image.Image, place: Box, parts: Iterable[Box]) -> bool:
    """Return whether nothing is seen in a place, besides other `parts`."""
    seen = Image.new("L", (place.w, place.h), 255)
    others = [part for part in _near(parts, _edges(place)) if part != place]
    if isinstance(place, Detail):
        others = [part for part in others if not _lies_on(place, part)]
    _fill(seen, (Box(it.x - place.x, it.y - place.y, it.w, it.h) for it in others), 0, 0)
    colours = image.crop(_edges(place)).histogram(seen)
    return max(colours) == sum(colours)


def changed(differing: Image.Image) -> Image.Image:
    """Return a mask, of one pixel for each cell: 255 for those on or near a change."""
    return _grown(differing.reduce(CELL).point(ANY))


def _grown(cells: Image.Image) -> Image.Image:
    """Return a mask of cells with those around them."""
    return cells.filter(ImageFilter.BoxBlur(WIDE // 2)).point(ANY)  # the same as a maximum


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
