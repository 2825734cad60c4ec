"""Measures on a recorded picture: its texts, its bytes, its words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image, ImageChops, ImageColor, ImageFilter

from bench.sight import contrast, inside, overlap
from render.kit import type as words
from render.kit.finish import applied, finish
from render.kit.layout import Box
from render.kit.type import Font
from render.picture import Picture
from scripts.doctor.recording import WHOLE, Record, Written
from scripts.doctor.thresholds import LARGE_CONTRAST, LARGE_PX, LIMITS, PHONE
from tests.render.seeing import psnr

RIM: Final = 1
"""Pixels around a letter that are taken for what is behind it."""
SOLID: Final = 255
"""Coverage from which a pixel has the colour of the ink."""
FAR: Final = 90
"""Distance of two colours from which nobody takes one for the other."""
SPARED: Final = 0.35
"""The share of what is behind a text that may have less contrast than is measured.

Letters may touch the edge of a small plate, or a line of a pattern.
"""
NO_BOX: Final = Box(0, 0, 0, 0)


class Fault(NamedTuple):
    """Something that is not as it should be.

    Attributes:
        kind: One of `thresholds.LIMITS`.
        part: Who painted it, as ``panels.about``; "" for the whole picture.
        value: What was measured.
        what: The text that it concerns.
        box: Where it is.
    """

    kind: str
    part: str
    value: float
    what: str
    box: Box = NO_BOX


def found(kind: str, part: str, value: float, what: str, box: Box = NO_BOX) -> Iterator[Fault]:
    """Yield a fault, if a value isn't within the limit."""
    if not LIMITS[kind].kept(value):
        yield Fault(kind, part, value, what, box)


def examined(
    picture: Picture, record: Record, names: Collection[str], deciding: Collection[str]
) -> Iterator[Fault]:
    """Yield everything that is wrong with a picture by itself.

    Args:
        picture: As it is posted.
        record: What was painted.
        names: The players' names, which may be cut to fit.
        deciding: The painters whose tiles show what one decides by.
    """
    yield from found("heavy", "", len(picture.png) / 1000, "PNG")
    yield from found("palette", "", psnr(record.image.convert("RGB"), record.true), "palette")
    yield from found("alt long", "", len(picture.alt), picture.alt[:60])
    colours = Colours(record.image)
    clear = []
    for it in record.written:
        faults = [*_cut(it, names), *_lacking(it), *_size(it)]
        seen = inside(it.box, Box(0, 0, *record.image.size)) and inside(it.box, it.room)
        hidden = [*colours.measured(it)] if seen else []
        yield from (*faults, *hidden)
        if seen and not any(fault.kind == "hidden" for fault in hidden):
            clear.append(it)
    yield from _crossed(clear)
    yield from _decided(record.written, deciding)


def _size(it: Written) -> Iterator[Fault]:
    yield from found("small", it.part, it.px * PHONE, it.line, it.box)


def _decided(written: Sequence[Written], deciding: Collection[str]) -> Iterator[Fault]:
    largest = dict[tuple[str, Box], Written]()
    for it in written:
        if it.part in deciding and any(map(str.isalnum, it.line)):
            key = (it.part, it.tile)
            if key not in largest or largest[key].px < it.px:
                largest[key] = it
    for (part, _), it in largest.items():
        yield from found("decided", part, it.px * PHONE, it.line, it.box)


def _cut(it: Written, names: Collection[str]) -> Iterator[Fault]:
    box, room = it.box, it.room
    wide = min(box.right, room.right) - max(box.x, room.x)
    high = min(box.bottom, room.bottom) - max(box.y, room.y)
    share = max(0, wide) * max(0, high) / (box.w * box.h)
    if share < 1 and (box.w - wide > 1 or box.h - high > 1):
        yield Fault("cut", it.part, share, it.line, box)
    stem = it.line.removesuffix(words.ELLIPSIS)
    if stem != it.line and not any(stem in name for name in names):
        whole = WHOLE.get(it.line, it.line)
        yield Fault("cut", it.part, min(0.99, len(stem) / len(whole)), it.line, box)


def _lacking(it: Written) -> Iterator[Fault]:
    there = words.clean(it.line, it.font.face).replace(" ", "")
    share = len(there) / max(1, len(it.line.replace(" ", "")))
    yield from found("box", it.part, share, it.line, it.box)


def _crossed(written: Sequence[Written]) -> Iterator[Fault]:
    ordered = sorted(written, key=lambda it: it.box.y)
    for n, one in enumerate(ordered):
        for other in ordered[n + 1 :]:
            if other.box.y >= one.box.bottom:
                break
            if overlap(one.box, other.box):
                share = _free(one, other)
                yield from found("overlap", one.part, share, f"{one.line} / {other.line}", one.box)


def _free(one: Written, other: Written) -> float:
    """Return the share of the smaller text's ink that the other doesn't share."""
    masks = [_solid(it.line, it.font, it.scale) for it in (one, other)]
    sheet = Image.new("L", masks[0].size)
    sheet.paste(masks[1], (other.x - one.x, other.y - one.y))
    shared = ImageChops.darker(masks[0], sheet).histogram()[255]
    return 1 - shared / max(1, min(mask.histogram()[255] for mask in masks))


def _set(line: str, font: Font, scale: float) -> Image.Image:
    with applied(finish(scale)):
        return words.mask(line, font)[0]


@lru_cache(8192)
def _solid(line: str, font: Font, scale: float) -> Image.Image:
    """Return where a text has the colour of its ink: 255, else 0."""
    mask = _set(line, font, scale)
    levels = mask.histogram()
    solid = next((level for level in range(SOLID, 1, -1) if levels[level]), 1)
    return mask.point([0] * solid + [255] * (256 - solid))


@lru_cache(8192)
def _rim(line: str, font: Font, scale: float) -> Image.Image:
    """Return where is the edge of what is behind a text: 255, else 0.

    It is `RIM` pixels larger than the text on each side.
    """
    mask = _set(line, font, scale)
    wide = Image.new("L", (mask.width + 2 * RIM, mask.height + 2 * RIM))
    wide.paste(mask, (RIM, RIM))
    inked = wide.point([0] + [255] * 255)
    return ImageChops.subtract(inked.filter(ImageFilter.MaxFilter(2 * RIM + 1)), inked)


class Colours:
    """The colours of one picture.

    Args:
        image: Its pixels, in a palette.
    """

    def __init__(self, image: Image.Image) -> None:
        self._image = image
        flat = image.getpalette() or []
        self._rgb = [*zip(flat[::3], flat[1::3], flat[2::3], strict=True)]

    def measured(self, it: Written) -> Iterator[Fault]:
        """Yield whether a text is covered, else whether its contrast is too low."""
        mask = _solid(it.line, it.font, it.scale)
        inside = self._image.crop((it.x, it.y, it.x + mask.width, it.y + mask.height))
        counts = inside.histogram(mask)[: len(self._rgb)]
        meant = ImageColor.getrgb(it.ink)[:3]
        near = {n: count for n, count in enumerate(counts) if count and self._near(n, meant)}
        share = sum(near.values()) / max(1, sum(counts))
        if not LIMITS["hidden"].kept(share):
            yield Fault("hidden", it.part, share, it.line, it.box)
            return
        ink = max(near, key=near.__getitem__)
        wide = (it.x - RIM, it.y - RIM, it.x + mask.width + RIM, it.y + mask.height + RIM)
        behind = self._image.crop(wide).histogram(_rim(it.line, it.font, it.scale))[
            : len(self._rgb)
        ]
        value = self._contrast(ink, behind)
        large = it.px >= LARGE_PX and value >= LARGE_CONTRAST
        if not large:
            yield from found("faint", it.part, value, it.line, it.box)

    def _near(self, one: int, other: tuple[int, ...]) -> bool:
        pairs = zip(self._rgb[one], other, strict=True)
        return sum((a - b) ** 2 for a, b in pairs) < FAR * FAR

    def _contrast(self, ink: int, behind: Sequence[int]) -> float:
        """Return the contrast that of what is behind, all but `SPARED` has at least."""
        there = [(n, count) for n, count in enumerate(behind) if count]
        by_value = sorted((_contrast(self._rgb[ink], self._rgb[n]), count) for n, count in there)
        left = sum(count for _, count in by_value) * SPARED
        for value, count in by_value:
            left -= count
            if left <= 0:
                return value
        return 21.0


@lru_cache(65536)
def _contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    return contrast(f"#{bytes(one).hex()}", f"#{bytes(other).hex()}")


def movers(alt: str, waiting: Collection[str]) -> Iterator[Fault]:
    """Yield a fault, if an alternative text doesn't name everybody who is to move."""
    told = [name for name in waiting if name in alt]
    if waiting:
        missing = ", ".join(sorted({*waiting} - {*told}))
        yield from found("alt mover", "", len(told) / len(waiting), missing)


def told(shown: Sequence[Picture]) -> Iterator[Fault]:
    """Yield a fault for each picture that changed in pixels alone."""
    for before, after in pairwise(shown):
        if before.png != after.png and before.alt == after.alt:
            yield Fault("alt same", "", 0.0, after.alt[:60])
