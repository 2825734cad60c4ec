"""Text: the bundled faces, cached masks of set text, and cutting to a width.

The basic layout engine is used on purpose: every Pillow has it, so the same view gives the same
bytes on every machine.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageFont

from render.kit.finish import current
from render.kit.kept import STAMPS

FONTS_DIR: Final = Path(__file__).parent.parent.parent / "data" / "fonts"
LEVELS: Final = 5
"""Shades between paper and ink.

More would not be noticed but would make files a tenth bigger.
"""
GLANCE_PX: Final = 33
"""Smallest text needed for a decision on a phone: 2.75 % of the width."""
DETAIL_PX: Final = 21
"""Smallest text anywhere: 1.75 % of the width, 7 pixels on a phone."""
ELLIPSIS: Final = "…"
HYPHEN: Final = re.compile(r"-(?=\S)")
"""Where a name that is too long for a line may be parted."""
FONTS: Final = 4
"""How many faces stay loaded at a size each; one takes 0.4 MB."""
_STEPS: Final = [round(i * LEVELS / 255) * 255 // LEVELS for i in range(256)]


class Face(StrEnum):
    """A bundled face, by its file under ``data/fonts``."""

    SLAB = "bitter/Bitter_800ExtraBold.ttf"
    TEXT = "fira-sans-condensed/FiraSansCondensed_500Medium.ttf"
    BOLD = "fira-sans-condensed/FiraSansCondensed_700Bold.ttf"


class Font(NamedTuple):
    """A face at a size in pixels."""

    face: Face
    px: int

    def at(self, px: int) -> Font:
        """Return the same face at another size."""
        return Font(self.face, px)


def slab(px: int) -> Font:
    """Return the heavy slab: ranks, points, headings."""
    return Font(Face.SLAB, px)


def text(px: int) -> Font:
    """Return the running text face."""
    return Font(Face.TEXT, px)


def bold(px: int) -> Font:
    """Return the bold of the text face: names and labels."""
    return Font(Face.BOLD, px)


@lru_cache(FONTS)
def _loaded(font: Font) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(
        FONTS_DIR / font.face.value, font.px, layout_engine=ImageFont.Layout.BASIC
    )


@STAMPS
def mask(words: str, font: Font) -> tuple[Image.Image, int, int]:
    """Return the coverage of a set text and its offset from the start of the baseline.

    Both are in pixels, at the scale of the finish. It is assembled from its characters, most of
    which were set before: these faces advance by whole pixels and do not kern, so it looks as if
    the text were set as a whole.
    """
    scale, found = current().scale, []
    real, starts = (font, _starts(words, font)) if scale == 1 else _enlarged(words, font, scale)
    for character, x in zip(words, starts, strict=True):
        image, dx, dy = _set(character, real)
        core = image.im
        found.append((core, x + dx, dy, x + dx + core.size[0], dy + core.size[1]))
    _, lefts, tops, rights, feet = zip(*found, strict=True) if found else ((0,),) * 5
    left, top = min(lefts), min(tops)
    whole = Image.new("L", (max(rights) - left, max(feet) - top))
    for core, x0, y0, x1, y1 in found:
        whole.im.paste(255, (x0 - left, y0 - top, x1 - left, y1 - top), core)
    return whole.point(_STEPS), left, top


def _starts(words: str, font: Font) -> list[int]:
    """Return where each character of a text starts."""
    return [0, *accumulate(_advance(character, font) for character in words)][: len(words)]


def _enlarged(words: str, font: Font, scale: float) -> tuple[Font, list[int]]:
    """Return the font of a text at a scale, and where each character starts.

    The text ends where its width says, so nothing else has to move; what the larger characters
    need more or less than that is shared by all.
    """
    real = font.at(round(font.px * scale))
    ends = [0.0, *accumulate(_length(character, real) for character in words)]
    stretch = width(words, font) * scale / (ends[-1] or 1)
    return real, [round(x * stretch) for x in ends[:-1]]


@STAMPS
def _set(character: str, font: Font) -> tuple[Image.Image, int, int]:
    """Return the coverage of a character and its offset from where it starts."""
    core, (dx, dy) = _loaded(font).getmask2(character, mode="L", anchor="ls")
    return Image.frombytes("L", core.size, bytes(core)), int(dx), int(dy)


@lru_cache(8192)
def width(words: str, font: Font) -> int:
    """Return how far a text reaches, in whole pixels."""
    return sum(_advance(character, font) for character in words)


@lru_cache(8192)
def _advance(character: str, font: Font) -> int:
    return round(_length(character, font))


@lru_cache(8192)
def _length(character: str, font: Font) -> float:
    return _loaded(font).getlength(character)


@cache
def cap_height(font: Font) -> int:
    """Return the height of a capital, to centre text by eye instead of by its box."""
    return -int(_loaded(font).getbbox("H", anchor="ls")[1])


@cache
def _unknown(face: Face) -> bytes:
    return bytes(_loaded(Font(face, 20)).getmask("\U0010fffd"))


@lru_cache(4096)
def _has(character: str, face: Face) -> bool:
    """Return whether a face shows a character, and not the missing-glyph box for it."""
    if unicodedata.category(character)[0] in "CMZ":
        return character == " "
    return bytes(_loaded(Font(face, 20)).getmask(character)) != _unknown(face)


@lru_cache(1024)
def clean(words: str, face: Face = Face.TEXT) -> str:
    """Return a text with spaces joined and without what a face lacks (emoji, scripts).

    Fancy letters (mathematical bold, full width) become their plain forms first. The text may end
    up empty.
    """
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", words))
    kept = ("".join(c if _has(c, face) else " " * c.isspace() for c in plain)).split()
    return " ".join(kept)


def headline(words: str, px: int) -> Font:
    """Return the slab, or the bold if the slab lacks a character: Greek, say."""
    return slab(px) if all(_has(c, Face.SLAB) for c in words if not c.isspace()) else bold(px)


@lru_cache(2048)
def fit(words: str, font: Font, room: int) -> str:
    """Return a text cut with an ellipsis so that it is at most `room` wide."""
    if width(words, font) <= room:
        return words
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if width(words[:middle].rstrip() + ELLIPSIS, font) <= room:
            low = middle
        else:
            high = middle - 1
    return words[:low].rstrip() + ELLIPSIS


@lru_cache(2048)
def wrap(words: str, font: Font, room: int, lines: int) -> tuple[str, ...]:
    """Return a text as up to `lines` lines, each at most `room` wide.

    If it needs more lines, the last one is cut.
    """
    done: list[str] = []
    rest = words.split()
    while rest and len(done) < lines - 1:
        taken = 1
        while taken < len(rest) and width(" ".join(rest[: taken + 1]), font) <= room:
            taken += 1
        done.append(fit(" ".join(rest[:taken]), font, room))
        rest = rest[taken:]
    if rest:
        done.append(fit(" ".join(rest), font, room))
    return tuple(done)


def largest(words: str, font: Font, room: int, least: int) -> Font:
    """Return the font at the largest size at which a text fits.

    Sizes go from its own down to `least`; if none fits, it is `least`.
    """
    px = font.px
    wide = width(words, font)
    if wide > room:
        px = max(least, px * room // wide)
    while px > least and width(words, font.at(px)) > room:
        px -= 1
    return font.at(px)


@lru_cache(2048)
def named(
    name: str, font: Font, room: int, least: int, low: int = DETAIL_PX
) -> tuple[Font, tuple[str, ...]]:
    """Return the font and the lines of a name: one line, or two if that would cut it.

    Args:
        name: The name; it may also be parted after a hyphen.
        font: The largest font.
        room: How wide a line may be.
        least: The smallest size on one line.
        low: The largest size on two lines, which may be as small as `DETAIL_PX`.
    """
    one = largest(name, font, room, least)
    if width(name, one) <= room:
        return one, (name,)
    parted = HYPHEN.sub("- ", name)
    one = largest(name, font, room, DETAIL_PX)
    sizes = range(max(low, DETAIL_PX), DETAIL_PX - 1, -1)
    found = ((font.at(px), wrap(parted, font.at(px), room, 2)) for px in sizes)
    whole = (it for it in found if " ".join(it[1]) == parted)
    two = next(whole, (font.at(DETAIL_PX), wrap(parted, font.at(DETAIL_PX), room, 2)))
    return (one, (name,)) if width(name, one) <= room and one.px >= two[0].px else two
