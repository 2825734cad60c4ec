"""Colours and measures of Letnisko: pines, cream paper, faded red, the 1930s."""

from __future__ import annotations

from typing import Final

from render.kit.chips import Look, Pattern
from render.kit.pen import mix
from rules.letnisko.components import GUESTS, SEAT_MARKS, Card, Guest, House

PINE: Final = "#2b4a3f"
NEEDLE: Final = "#3b5f51"
MOSS: Final = "#6d8f7c"
PAPER: Final = "#fcf4e1"
CREAM: Final = "#f5e9cd"
SHADE: Final = "#eee0c2"
SAND: Final = "#dcc79a"
INK: Final = "#2a231c"
SOFT: Final = "#5f4f40"
MIST: Final = "#c9d6c9"
RED: Final = "#a8483c"
DARK: Final = "#6f2d26"
SUN: Final = "#f4bf45"
RAY: Final = "#c98a1c"
SKY: Final = "#c3dfe8"
DUSK: Final = "#7f95a3"
CLOUD: Final = "#5d7280"
WATER: Final = "#2f6ea8"
STEEL: Final = "#3d4347"
WOOD: Final = "#7a5a3c"
GREEN: Final = "#25704a"
MARK: Final = "#ffffff"

GUEST: Final = {
    Guest.STUDENT: mix(GUESTS[Guest.STUDENT].hex, "#000000", 0.14),
    Guest.CONVALESCENT: GUESTS[Guest.CONVALESCENT].hex.lower(),
    Guest.SOCIALITE: GUESTS[Guest.SOCIALITE].hex.lower(),
}
"""The guests as printed, but a darker green, so that a white letter is legible."""
ROOF: Final = {
    House.COTTAGE: GUEST[Guest.STUDENT],
    House.VILLA: GUEST[Guest.CONVALESCENT],
    House.PENSION: GUEST[Guest.SOCIALITE],
}
"""A house has the colour of the guests it brings to town."""
PRICE: Final = {
    Card.FOREST_A: GREEN,
    Card.FOREST_B: GREEN,
    Card.COTTAGE: ROOF[House.COTTAGE],
    Card.VILLA: ROOF[House.VILLA],
    Card.PENSION: ROOF[House.PENSION],
    Card.AUTOMOBILE: RED,
}

SEATS: Final = tuple(mark.hex.lower() for mark in SEAT_MARKS)
LETTERS: Final = tuple(mark.letter for mark in SEAT_MARKS)
_PATTERNS: Final[tuple[Pattern, ...]] = ("plain", "stripes", "dots", "half", "ring")
_LIGHTS: Final = (*(mix(colour, "#ffffff", 0.4) for colour in SEATS[:4]), "#2c2c2c")
_INKS: Final = (INK, INK, INK, INK, PAPER)
SEAT_LOOKS: Final = tuple(
    Look(letter, fill, pattern, light, ink, edge=ink)
    for letter, fill, pattern, light, ink in zip(
        LETTERS, SEATS, _PATTERNS, _LIGHTS, _INKS, strict=True
    )
)
"""The look of each seat's tokens.

Those of the last seat are charcoal, so their letter and edge are light.
"""

FLATS: Final = (
    PINE, NEEDLE, MOSS, PAPER, CREAM, SHADE, SAND, INK, SOFT, MIST, RED, DARK, SUN, RAY, SKY, DUSK,
    CLOUD, WATER, STEEL, WOOD, GREEN, MARK, *GUEST.values(), *SEATS, *_LIGHTS,
)  # fmt: skip
