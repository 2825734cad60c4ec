"""Colours of Indian Summer: an October wood, dark earth, bright leaves."""

from __future__ import annotations

from typing import Final

from render.kit.chips import Look, Pattern
from render.kit.pen import mix
from rules.indian_summer.components import SEAT_MARKS, Colour, Treasure

WOOD: Final = "#33251c"
BARK: Final = "#5b4130"
EARTH: Final = "#4a3829"
FURROW: Final = "#3b2c20"
HUMUS: Final = "#5f4a37"
BIRCH: Final = "#f0e2c6"
PAPER: Final = "#fbf3e0"
SAND: Final = "#d9c19a"
INK: Final = "#241a13"
SOFT: Final = "#5f4d3d"
MIST: Final = "#a8937b"
GOLD: Final = "#f4b62f"
MARK: Final = "#ffffff"
FLAME: Final = "#e8641b"
DONE: Final = "#2f6b3c"
MOSS: Final = "#6f8a3f"
PINE: Final = "#3f5c33"
FUR: Final = "#8d5a30"
CHEST: Final = "#f6dcb4"
GREY: Final = "#b9bcbd"
SLATE: Final = "#4c5256"
CANVAS: Final = "#b4552d"
LEATHER: Final = "#7a4a26"

LEAF: Final = {Colour.GREEN: "#a3bf57", Colour.YELLOW: "#f2c145", Colour.RED: "#dc6a48"}
TEXTURE: Final = {Colour.GREEN: "#7d9c39", Colour.YELLOW: "#d99a22", Colour.RED: "#b94a2c"}
"""The colour of a leaf tile's texture."""

TREASURE: Final = {
    Treasure.BERRY: "#2b62b0",
    Treasure.NUT: "#8a5220",
    Treasure.MUSHROOM: "#c0272d",
    Treasure.FEATHER: "#0b7a75",
}
PALE: Final = {which: mix(colour, "#efe3cf", 0.5) for which, colour in TREASURE.items()}
"""A treasure seen through an empty hole."""

SEATS: Final = tuple(mark.hex.lower() for mark in SEAT_MARKS)
LETTERS: Final = tuple(mark.letter for mark in SEAT_MARKS)
_PATTERNS: Final[tuple[Pattern, ...]] = ("plain", "stripes", "dots", "half")
_LIGHTS: Final = tuple(
    mix(colour, "#ffffff", share) for colour, share in zip(SEATS, (0.4, 0.4, 0.3, 0.4), strict=True)
)
_INKS: Final = (INK, INK, MARK, INK)
SEAT_LOOKS: Final = tuple(
    Look(letter, fill, pattern, light, ink, edge=INK)
    for letter, fill, pattern, light, ink in zip(
        LETTERS, SEATS, _PATTERNS, _LIGHTS, _INKS, strict=True
    )
)
"""Each seat's token."""

FLATS: Final = (
    WOOD, BARK, EARTH, FURROW, HUMUS, BIRCH, PAPER, SAND, INK, SOFT, MIST, GOLD, MARK, FLAME, DONE,
    MOSS, PINE, FUR, CHEST, GREY, SLATE, CANVAS, LEATHER, *LEAF.values(), *TEXTURE.values(),
    *TREASURE.values(), *PALE.values(), *SEATS, *_LIGHTS,
)  # fmt: skip
"""Colours the palette keeps exactly."""
