"""Colours of CVlizations: a firelit cave, hides and bone, ochre on the wall."""

from __future__ import annotations

from typing import Final

from render.kit.chips import Look, Pattern
from render.kit.pen import mix
from rules.cvlizations.components import SEAT_MARKS, Kind, Order

CAVE: Final = "#35282d"
ROCK: Final = "#5b474c"
PAPER: Final = "#fdf5e6"
BONE: Final = "#f0e4cc"
HIDE: Final = "#dcc8a4"
INK: Final = "#241a18"
PITCH: Final = "#241a19"
"""Ink on coloured pieces, which stay as they are in dark pictures."""
SOFT: Final = "#504138"
MIST: Final = "#d3c5b6"
FADED: Final = "#a8998a"
GOLD: Final = "#f6c544"
SMILE: Final = "#f8bc24"
BRASS: Final = "#96650f"
BRONZE: Final = "#7a5008"
MARK: Final = "#ff7a1a"
RED: Final = "#b3261e"
BLOOD: Final = "#b3261f"
"""Red on coloured pieces."""
DONE: Final = "#1d6b45"
WHITE: Final = "#ffffff"
HORN: Final = "#f4ecd4"
IRON: Final = "#707a84"

MEAT: Final = "#e07b1f"
BARK: Final = "#8a5226"
WOOD: Final = "#eec98d"
STONE: Final = "#7d8692"
LIT: Final = "#b9c0c9"
SHADE: Final = "#555d68"

KIND: Final = {
    Kind.IDEOLOGY: "#cc79a7",
    Kind.TOOL: "#c24f00",
    Kind.BUILDING: "#0072b2",
    Kind.INVENTION: "#f0e442",
}
"""The types of ideas; a darkened vermilion keeps its white letter legible."""
KIND_INK: Final = {
    Kind.IDEOLOGY: PITCH,
    Kind.TOOL: WHITE,
    Kind.BUILDING: WHITE,
    Kind.INVENTION: PITCH,
}

ORDER: Final = {
    Order.THIEVING: "#5c3a78",
    Order.LOGGING: "#2c7a4b",
    Order.HUNTING: "#9c5a00",
    Order.QUARRYING: "#565e69",
    Order.CUNNING: "#a83c1f",
    Order.SLACKING: "#1f7180",
    Order.TRADING: "#6d5a16",
    Order.DOUBLING: "#8a2f62",
}
"""The order cards; each has a number and a pictogram in white."""
PALE: Final = {order: mix(colour, BONE, 0.72) for order, colour in ORDER.items()}
"""Order cards that cannot be given any more."""

SEATS: Final = tuple(mark.hex.lower() for mark in SEAT_MARKS)
LETTERS: Final = tuple(mark.letter for mark in SEAT_MARKS)
_PATTERNS: Final[tuple[Pattern, ...]] = ("plain", "stripes", "dots", "half", "ring")
_LIGHTS: Final = (*(mix(colour, WHITE, 0.42) for colour in SEATS[:4]), "#454545")
_INKS: Final = (WHITE, "#160e0c", PITCH, PITCH, WHITE)
SEAT_LOOKS: Final = tuple(
    Look(letter, fill, pattern, light, ink, edge)
    for letter, fill, pattern, light, ink, edge in zip(
        LETTERS, SEATS, _PATTERNS, _LIGHTS, _INKS, (INK, INK, INK, INK, WHITE), strict=True
    )
)
"""Each seat's token; on black, the last one, the letter and the edge are white."""
GEEKS: Final = Look("?", HIDE, "plain", HIDE, INK, INK)
"""The token of the Cave Geeks, who choose at random."""
NEUTRALS: Final = tuple(
    Look(f"{look.letter}2", BONE, "ring", look.fill, INK, INK) for look in SEAT_LOOKS
)
"""The tokens of the neutral tribes that seats lead besides their own."""

_EDGES: Final = tuple(
    mix(KIND[kind], KIND_INK[kind], share) for kind in KIND for share in (0.2, 0.4, 0.6, 0.8)
)
"""The edges of letters on type colours; a learned palette would miss them."""
FLATS: Final = (
    CAVE, ROCK, PAPER, BONE, HIDE, INK, PITCH, SOFT, MIST, FADED, GOLD, SMILE, BRASS, BRONZE, MARK,
    RED, BLOOD, DONE, WHITE, HORN, IRON, MEAT, BARK, WOOD, STONE, LIT, SHADE, *KIND.values(),
    *ORDER.values(), *PALE.values(), *SEATS, *_LIGHTS, *_EDGES,
)  # fmt: skip
"""Colours the palette keeps exactly."""

_DARK_BONE: Final = "#2c2326"
DARK: Final = {
    CAVE: "#150f11",
    ROCK: "#43353a",
    PAPER: "#3b3033",
    BONE: _DARK_BONE,
    HIDE: "#544549",
    INK: "#f6eddd",
    SOFT: "#d2c5b4",
    FADED: "#776a61",
    BRASS: "#dba63c",
    BRONZE: "#f2c25f",
    RED: "#ff8f80",
    DONE: "#74d19c",
    **{PALE[order]: mix(colour, _DARK_BONE, 0.6) for order, colour in ORDER.items()},
}
"""What replaces colours in dark pictures: grounds, papers, and inks on these."""
