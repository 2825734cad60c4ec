"""Colours of Lodge: an Alpine winter evening, snow, warm wood, lit windows."""

from __future__ import annotations

from typing import Final

from render.kit.chips import Look, Pattern
from render.kit.pen import mix
from rules.lodge.components import COLOURS, LOOKS, SEAT_MARKS

NIGHT: Final = "#26384f"
RIDGE: Final = "#3a5270"
SKY: Final = "#d3e3ee"
PEAK: Final = "#b4cbdc"
SNOW: Final = "#ffffff"
DRIFT: Final = "#e9f1f6"
PAPER: Final = "#fdf6e7"
CREAM: Final = "#f3e6cb"
PLANK: Final = "#d9b07c"
WOOD: Final = "#8f5f38"
BEAM: Final = "#4c3020"
INK: Final = "#221a14"
SOFT: Final = "#5d4c3d"
MIST: Final = "#8aa0b4"
GOLD: Final = "#f1b931"
BRASS: Final = "#b27a12"
HEART: Final = "#b3263f"
DONE: Final = "#1d6b45"
STONE: Final = "#6b7580"
MARK: Final = "#ff7a1a"
FRESH: Final = mix(MARK, PAPER, 0.6)
"""The ground of an amenity that is new."""

ROOM: Final = {colour: LOOKS[colour].hex.lower() for colour in COLOURS}
ROOM_INK: Final = {colour: LOOKS[colour].ink.upper() for colour in COLOURS}
"""The signs on rooms; in capitals, because dark pictures keep these colours."""
PALE: Final = {colour: mix(ROOM[colour], PAPER, 0.62) for colour in COLOURS}
"""The walls of a room with a guest."""

SEATS: Final = tuple(mark.hex.lower() for mark in SEAT_MARKS)
_PATTERNS: Final[tuple[Pattern, ...]] = ("plain", "stripes", "dots", "half")
_LIGHTS: Final = tuple(mix(colour, "#ffffff", 0.55) for colour in SEATS)
SEAT_LOOKS: Final = tuple(
    Look("", fill, pattern, light, INK, edge=INK)
    for fill, pattern, light in zip(SEATS, _PATTERNS, _LIGHTS, strict=True)
)
"""Each seat's token, without a letter: the columns of the lodges have letters."""

FLATS: Final = (
    NIGHT, RIDGE, SKY, PEAK, SNOW, DRIFT, PAPER, CREAM, PLANK, WOOD, BEAM, INK, SOFT, MIST, GOLD,
    BRASS, HEART, DONE, STONE, MARK, FRESH, *ROOM.values(), *PALE.values(), *SEATS, *_LIGHTS,
)  # fmt: skip
"""Colours the palette keeps exactly."""

PRINT: Final = INK.upper()
CHALK: Final = SNOW.upper()
"""Dark and light ink of signs on gold and on pieces, which dark pictures keep.

They are in capitals: what replaces a colour doesn't replace these. Text needs no such ink.
"""
_DUSK: Final = "#2c241c"
DARK: Final = {
    NIGHT: "#121a26", RIDGE: "#243247", SKY: "#1b2735", PEAK: "#283a4f", MIST: "#566d84",
    SNOW: "#35414e", DRIFT: "#4a5d73", PAPER: _DUSK, CREAM: "#3a3026", INK: "#f4ead9",
    SOFT: "#c9b8a3", STONE: "#98a2ad", HEART: "#c43d56",
    FRESH: mix(MARK, _DUSK, 0.6),
    **{PALE[colour]: mix(ROOM[colour], _DUSK, 0.62) for colour in COLOURS},
}  # fmt: skip
"""What replaces colours in dark pictures: the hour after, with the lamps lit."""
