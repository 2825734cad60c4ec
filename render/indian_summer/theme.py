"""Colours of Indian Summer: an October wood, dark earth, bright leaves.

The parts of colours of large areas are multiples of 4: Pillow looks for the nearest palette colour
in such steps, so these are found exactly.
"""

from __future__ import annotations

from typing import Final

from render.kit.chips import Look, Pattern
from render.kit.pen import mix
from rules.indian_summer.components import SEAT_MARKS, Colour, Treasure

WOOD: Final = "#34241c"
BARK: Final = "#5c4030"
EARTH: Final = "#483828"
FURROW: Final = "#3b2c20"
CARVED: Final = "#bca68c"
"""An area's number in the earth."""
BIRCH: Final = "#f0e0c4"
PAPER: Final = "#fcf4e0"
SAND: Final = "#d8c098"
INK: Final = "#241810"
"""Text on paper; it is light in dark pictures, unlike `LINE`."""
LINE: Final = "#281c14"
"""Outlines of pieces, and text on them and on gold."""
IVORY: Final = "#fcf4e4"
"""The white of pieces, and text on dark ground."""
SEAM: Final = "#f0e4c8"
"""The borders of areas."""
SOFT: Final = "#5f4d3d"
MIST: Final = "#a8937b"
GOLD: Final = "#f4b62f"
MARK: Final = "#ffffff"
FRESH: Final = "#30d4f4"
"""What is new, or being tried: no paper, leaf or token has this colour."""
FLAME: Final = "#e8641b"
DONE: Final = "#306c3c"
GAIN: Final = "#306c40"
"""Text about something gained."""
MOSS: Final = "#6f8a3f"
PINE: Final = "#3f5c33"
FUR: Final = "#8d5a30"
CHEST: Final = "#f6dcb4"
GREY: Final = "#b9bcbd"
SLATE: Final = "#4c5256"
CANVAS: Final = "#b4552d"
LEATHER: Final = "#7a4a26"
MOUSE: Final = "#a59d96"
HARE: Final = "#c49a68"
ROSE: Final = "#e3a9a0"

LEAF: Final = {Colour.GREEN: "#a3bf57", Colour.YELLOW: "#f2c145", Colour.RED: "#dc6a48"}
TEXTURE: Final = {Colour.GREEN: "#7d9c39", Colour.YELLOW: "#d99a22", Colour.RED: "#b94a2c"}
"""The colour of a leaf tile's texture."""

TREASURE: Final = {
    Treasure.BERRY: "#2b62b0",
    Treasure.NUT: "#8a5220",
    Treasure.MUSHROOM: "#c0272d",
    Treasure.FEATHER: "#0b7a75",
}
PALE: Final = {which: mix(colour, "#efe3cf", 0.64) for which, colour in TREASURE.items()}
"""A treasure seen through an empty hole."""

SEATS: Final = tuple(mark.hex.lower() for mark in SEAT_MARKS)
LETTERS: Final = tuple(mark.letter for mark in SEAT_MARKS)
_PATTERNS: Final[tuple[Pattern, ...]] = ("plain", "stripes", "dots", "half")
_LIGHTS: Final = tuple(
    mix(colour, "#ffffff", share) for colour, share in zip(SEATS, (0.4, 0.4, 0.3, 0.4), strict=True)
)
_INKS: Final = (LINE, LINE, MARK, LINE)
SEAT_LOOKS: Final = tuple(
    Look(letter, fill, pattern, light, ink, edge=LINE)
    for letter, fill, pattern, light, ink in zip(
        LETTERS, SEATS, _PATTERNS, _LIGHTS, _INKS, strict=True
    )
)
"""Each seat's token."""

FLATS: Final = (
    WOOD, BARK, EARTH, FURROW, CARVED, BIRCH, PAPER, SAND, INK, LINE, IVORY, SEAM, GAIN, SOFT, MIST,
    GOLD, MARK, FRESH, FLAME, DONE, MOSS, PINE, FUR, CHEST, GREY, SLATE, CANVAS, LEATHER, MOUSE,
    HARE, ROSE, *LEAF.values(), *TEXTURE.values(), *TREASURE.values(), *PALE.values(), *SEATS,
    *_LIGHTS,
)  # fmt: skip
"""Colours the palette keeps exactly."""

DARK: Final = {
    WOOD: "#100c08",
    BIRCH: "#201814",
    PAPER: "#2c241c",
    SAND: "#44382c",
    INK: "#f4e8d4",
    SOFT: "#b4a490",
    GAIN: "#90d09c",
}
"""What replaces the colours of paper and ink in dark pictures; pieces keep theirs."""
