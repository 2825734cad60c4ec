"""What the doctor asks of a picture: the one table of all limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from render.picture import MAX_ALT

PHONE: Final = 400 / 1200
"""How large a picture is on a phone, where it is 400 pixels wide."""
LARGE_PX: Final = 56
"""The em from which a text is large: 18.7 pixels on a phone.

All faces are bold (WCAG 1.4.3).
"""
LARGE_CONTRAST: Final = 3.0


ENLARGED_PX: Final = 6.0
"""The least size of a text that is not `small` in an area of its board."""


class Limit(NamedTuple):
    """A limit.

    Attributes:
        value: The limit.
        unit: What it is measured in.
        means: What a finding of this kind is.
        at_most: It is the most, not the least.
    """

    value: float
    unit: str
    means: str
    at_most: bool = False

    def kept(self, value: float) -> bool:
        """Return whether a value is within the limit."""
        return value <= self.value if self.at_most else value >= self.value

    def worse(self, one: float, other: float) -> bool:
        """Return whether one value is clearly worse than another."""
        slack = max(0.01, abs(other) * 0.005)
        return one > other + slack if self.at_most else one < other - slack


LIMITS: Final[Mapping[str, Limit]] = {
    "decided": Limit(11, "px", "nothing in a tile that one decides by is this large on a phone"),
    "small": Limit(7, "px", "a text is smaller than this on a phone"),
    "faint": Limit(4.5, ":1", "contrast of a text with what is behind it; 3.0 if it is large"),
    "cut": Limit(1.0, "of it", "a text is shortened, or reaches beyond its box"),
    "hidden": Limit(0.9, "of it", "a text is covered by what was painted later"),
    "overlap": Limit(0.99, "of it", "a text is written across another"),
    "box": Limit(1.0, "of it", "the font lacks a character and shows a box"),
    "seats": Limit(12, "of 255", "tokens of two seats look alike to some eyes"),
    "heavy": Limit(150, "kB", "bytes of a picture", at_most=True),
    "palette": Limit(44, "dB", "likeness of the picture to its true colours"),
    "alt long": Limit(MAX_ALT, "characters", "length of the alternative text", at_most=True),
    "alt mover": Limit(1.0, "of them", "the alternative text doesn't name who is to move"),
    "alt same": Limit(1.0, "told", "the picture changed, and its alternative text didn't"),
}
"""What is measured, by the kind of finding; lower is worse, unless `at_most`."""

DECIDING: Final[Mapping[str, frozenset[str]]] = {
    "krakow": frozenset(
        {
            "cards.lying_card",
            "hand.action",
            "hand.head",
            "hand.hours",
            "heading.head",
            "heading.title",
            "panels.title_of",
            "result.head",
            "result.row",
            "stacks.place",
        }
    ),
    "letnisko": frozenset(
        {
            "hand.choice",
            "hand.head",
            "heading.head",
            "heading.title",
            "heading.weather",
            "offer.card",
            "offer.prices",
            "panels.cash",
            "panels.tokens",
            "result.head",
            "result.row",
            "train.seats",
        }
    ),
    "lodge": frozenset(
        {
            "hand.fits",
            "hand.move_heading",
            "hand.where",
            "heading.head",
            "heading.title",
            "offer.amenity",
            "offer.waiting",
            "panels.about",
            "panels.beside",
            "panels.free_cell",
            "result.head",
            "result.row",
        }
    ),
    "cvlizations": frozenset(
        {
            "hand.card",
            "hand.store",
            "hand.ware",
            "heading.head",
            "offer.deck",
            "offer.idea",
            "panels.goods",
            "panels.who",
            "result.head",
            "result.place",
            "revealed.order",
        }
    ),
    "indian_summer": frozenset(
        {
            "aside.choice",
            "heading.head",
            "heading.title",
            "offer.common",
            "offer.solo_tile",
            "panels.gap",
            "panels.slot",
            "panels.stored",
            "result.head",
            "result.row",
        }
    ),
}
"""The painters whose tiles show what one decides by.

The largest text of each such tile must be `decided`.
"""

MEANT: Final[Mapping[tuple[str, str, str], str]] = {
    ("krakow", "hand.hours", "hidden"): "an hour that is spent is crossed out",
    ("krakow", "hand.sights", "hidden"): "the symbol of a joker replaces the rank it stands for",
    ("krakow", "result.row", "hidden"): "a joker or the line of a run replaces a rank",
    ("indian_summer", "floor.space", "hidden"): "leaves and animals cover what is printed",
}
"""Findings that are no faults, by game, part and kind, and why."""
