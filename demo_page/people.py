"""The people of the demo, and their looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

_SIZE_PX: Final = 128
_SCALE: Final = 4


@dataclass(frozen=True, slots=True)
class Person:
    """One simulated Discord user.

    Attributes:
        name: The display name.
        locale: The language of their Discord.
        colour: The colour of the profile picture, as ``#rrggbb``.
    """

    name: str
    locale: str
    colour: str


PEOPLE: Final = (
    Person("Ada", "en-US", "#c2553f"),
    Person("Bo", "en-US", "#2f7f86"),
    Person("Cleo", "en-GB", "#8a5fb0"),
    Person("Dima", "pl", "#4c7d3c"),
)
BOT_NAME: Final = "Stolik"
BOT_COLOUR: Final = "#d9a441"
LOCALES: Final[Mapping[str, str]] = {p.name: p.locale for p in PEOPLE}


def draw_portrait(place: int, colour: str) -> bytes:
    """Return a profile picture as PNG: a bust on a coloured background, no two alike.

    Args:
        place: The person's index in `PEOPLE`; decides the hair.
        colour: The colour of the background, as ``#rrggbb``.
    """
    image, pen = _ground(colour)
    skin, hair = ("#f3d3b0", "#3b2a20") if place % 2 else ("#e0ac7d", "#f4e3c1")
    pen.ellipse(_box(24, 84, 104, 164), fill="#f7f1e3")
    if place >= 2:
        pen.rounded_rectangle(_box(38, 34, 90, 96), _SCALE * 24, fill=hair)
    pen.ellipse(_box(42, 32, 86, 86), fill=skin)
    pen.chord(_box(39, 26, 89, 80), 180 - 14 * (place % 2), 360 + 10 * (place % 3), fill=hair)
    for x in (54, 74):
        pen.ellipse(_box(x - 3, 57, x + 3, 63), fill="#2b2019")
    pen.arc(_box(54, 60, 74, 76), 25, 155, fill="#2b2019", width=_SCALE * 3)
    return _png(image)


def draw_bot() -> bytes:
    """Return the bot's profile picture as PNG: a small round table with a card on it."""
    image, pen = _ground(BOT_COLOUR)
    for x in (44, 84):
        pen.line(_box(64, 66, x, 108), fill="#4a2f1b", width=_SCALE * 8)
    pen.ellipse(_box(20, 40, 108, 80), fill="#4a2f1b")
    pen.ellipse(_box(20, 34, 108, 74), fill="#7a4d2b")
    pen.polygon(_points((58, 42), (82, 46), (72, 66), (47, 61)), fill="#fbf5e6")
    pen.ellipse(_box(60, 49, 70, 58), fill="#c2553f")
    return _png(image)


def _ground(colour: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (_SIZE_PX * _SCALE, _SIZE_PX * _SCALE), colour)
    return image, ImageDraw.Draw(image)


def _box(left: int, top: int, right: int, bottom: int) -> tuple[int, int, int, int]:
    return left * _SCALE, top * _SCALE, right * _SCALE, bottom * _SCALE


def _points(*corners: tuple[int, int]) -> list[tuple[int, int]]:
    return [(x * _SCALE, y * _SCALE) for x, y in corners]


def _png(image: Image.Image) -> bytes:
    out = BytesIO()
    image.resize((_SIZE_PX, _SIZE_PX), Image.Resampling.BOX).save(out, "PNG")
    return out.getvalue()
