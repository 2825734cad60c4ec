"""Colours, symbols and measures of Kraków 2009: a table at dusk, paper cards."""

from __future__ import annotations

from typing import Final

from render.kit.pen import mix

# Multiples of four: these Pillow finds exactly in a palette, whatever is near them there.
TABLE: Final = "#2c3840"
FELT: Final = "#3c4c54"
EDGE: Final = "#506870"
PAPER: Final = "#fcf4e4"
SAND: Final = "#e8d4a4"
SHADE: Final = "#f0e4cc"
INK: Final = "#28201c"
PRINT: Final = INK.upper()
"""Ink on seats' colours; in capitals, because dark pictures keep it."""
SOFT: Final = "#6c584c"
CREAM: Final = "#f8ecd4"
MIST: Final = "#b4c4c8"
SUN: Final = "#f8c844"
LANE: Final = "#a88438"
MARK: Final = "#fcfcfc"
STOP: Final = "#b42820"

GROUPS: Final = {"N": "#0072b2", "D": "#d55e00", "J": "#cc79a7", "I": "#4a4a4a"}
"""The tour groups, as printed."""
GROUP_INKS: Final = {"N": "#00507c", "D": "#903800", "J": "#883068", "I": "#383838"}
"""The same, dark enough to be read on either card body."""
BREAD: Final = "#b87830"
BREAD_INK: Final = "#704010"

SEATS: Final = ("#f0e442", "#009e73", "#e69f00", "#56b4e9")
PATTERNS: Final = ("plain", "stripes", "dots", "grid")
"""The backs of each seat's pieces."""
SEAT_LIGHTS: Final = tuple(mix(colour, "#ffffff", 0.42) for colour in SEATS)
"""The colours of the patterns: lighter, so that signs stay legible on them."""

FLATS: Final = (
    TABLE, FELT, EDGE, PAPER, SAND, SHADE, INK, SOFT, CREAM, MIST, SUN, LANE, MARK, STOP,
    *GROUPS.values(), *GROUP_INKS.values(), BREAD, BREAD_INK, *SEATS, *SEAT_LIGHTS[1:],
)  # fmt: skip


DARK: Final = {
    TABLE: "#141820", FELT: "#202830", EDGE: "#384850", PAPER: "#282420", SAND: "#403828",
    SHADE: "#403830", INK: "#f4ecdc", SOFT: "#c4b8a0", CREAM: "#242018", STOP: "#f07c6c",
    BREAD_INK: "#e0b478", GROUP_INKS["N"]: "#7cc0f0", GROUP_INKS["D"]: "#f0a074",
    GROUP_INKS["J"]: "#e8a4cc", GROUP_INKS["I"]: "#c8c8c8",
}  # fmt: skip
"""What replaces colours in dark pictures: lamps out, lights on.

A text keeps its ink where that is easier to read, so cream is still cream on the table.
"""


def group_colour(group: str) -> str:
    """Return the colour of a group; that of bread for obwarzanki, which have no group."""
    return GROUPS.get(group, BREAD)


def group_ink(group: str) -> str:
    """Return the ink in which a group's ranks are set."""
    return GROUP_INKS.get(group, BREAD_INK)
