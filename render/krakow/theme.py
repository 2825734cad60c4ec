"""Colours, symbols and measures of Kraków 2009: a table at dusk, paper cards."""

from __future__ import annotations

from typing import Final

from render.kit.pen import mix

TABLE: Final = "#2c3a41"
FELT: Final = "#3a4b53"
EDGE: Final = "#52666f"
PAPER: Final = "#fdf6e6"
SAND: Final = "#e9d3a4"
SHADE: Final = "#efe3cb"
INK: Final = "#2a211c"
SOFT: Final = "#6b5a4b"
CREAM: Final = "#f7ecd4"
MIST: Final = "#b4c3c6"
SUN: Final = "#f6c644"
LANE: Final = "#a8843a"
MARK: Final = "#ffffff"
STOP: Final = "#b3261e"

GROUPS: Final = {"N": "#0072b2", "D": "#d55e00", "J": "#cc79a7", "I": "#4a4a4a"}
"""The tour groups, as printed."""
GROUP_INKS: Final = {"N": "#00507d", "D": "#8f3800", "J": "#8a2f66", "I": "#383838"}
"""The same, dark enough to be read on either card body."""
BREAD: Final = "#b9782f"
BREAD_INK: Final = "#6e4210"

SEATS: Final = ("#f0e442", "#009e73", "#e69f00", "#56b4e9")
PATTERNS: Final = ("plain", "stripes", "dots", "grid")
"""The backs of each seat's pieces."""
LETTERS: Final = ("Y", "G", "O", "S")

SEAT_LIGHTS: Final = tuple(mix(colour, "#ffffff", 0.42) for colour in SEATS)
"""The colours of the patterns: lighter, so that letters stay legible on them."""

FLATS: Final = (
    TABLE, FELT, EDGE, PAPER, SAND, SHADE, INK, SOFT, CREAM, MIST, SUN, LANE, MARK, STOP,
    *GROUPS.values(), *GROUP_INKS.values(), BREAD, BREAD_INK, *SEATS, *SEAT_LIGHTS[1:],
)  # fmt: skip


def group_colour(group: str) -> str:
    """Return the colour of a group; that of bread for obwarzanki, which have no group."""
    return GROUPS.get(group, BREAD)


def group_ink(group: str) -> str:
    """Return the ink in which a group's ranks are set."""
    return GROUP_INKS.get(group, BREAD_INK)
