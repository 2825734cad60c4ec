"""Colours and measures of Letnisko: pines, cream paper, faded red, the 1930s."""

from __future__ import annotations

from typing import Final

from render.kit.chips import Look, Pattern
from render.kit.pen import mix
from rules.letnisko.components import (
    GUESTS,
    SEAT_LETTERS,
    SEAT_MARKS,
    Card,
    Guest,
    House,
)

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
RUST: Final = "#6f2d26"
WARN: Final = "#702e27"
"""The ink of what is impossible."""
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
COAL: Final = INK.upper()
BONE: Final = PAPER.upper()
"""Dark and light of pieces, which dark pictures keep: capitals are not replaced."""

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
_PATTERNS: Final[tuple[Pattern, ...]] = ("plain", "stripes", "dots", "half", "ring")
_LIGHTS: Final = (*(mix(colour, "#ffffff", 0.5) for colour in SEATS[:4]), "#2c2c2c")
_INKS: Final = (COAL, COAL, COAL, COAL, BONE)
LOOKS: Final = {
    letter: Look(letter, fill, pattern, light, ink, edge=ink)
    for letters, fill, pattern, light, ink in zip(
        SEAT_LETTERS, SEATS, _PATTERNS, _LIGHTS, _INKS, strict=True
    )
    for letter in (letters.en, letters.pl)
}
"""The look of each seat's tokens, by its letter in any language.

Those of the last seat are charcoal, so their letter and edge are light.
"""
GUEST_OF: Final = {
    letter: guest for guest, it in GUESTS.items() for letter in (it.letter.en, it.letter.pl)
}
"""The guest that a letter stands for, in any language."""

FLATS: Final = (
    PINE, NEEDLE, MOSS, PAPER, CREAM, SHADE, SAND, INK, SOFT, MIST, RED, RUST, SUN, RAY, SKY, DUSK,
    CLOUD, WATER, STEEL, WOOD, GREEN, MARK, *GUEST.values(), *SEATS, *_LIGHTS,
)  # fmt: skip

DARK: Final = {
    PINE: "#10201a",
    NEEDLE: "#1d332b",
    PAPER: "#20302a",
    CREAM: "#2a3b34",
    SHADE: "#33463e",
    SAND: "#7b8a80",
    INK: "#f3ecdb",
    SOFT: "#c4cdc3",
    SKY: "#263f4a",
    DUSK: "#a9bcc8",
    CLOUD: "#8fa3b0",
    STEEL: "#7b858b",
    WATER: "#74b4ea",
    WARN: "#f0aa9e",
}
"""What replaces ground, paper and ink in dark pictures; pieces keep theirs."""
