"""Visibility: contrast, and what covers what; tests of pictures use it, too."""

from __future__ import annotations

from PIL import ImageColor

from render.kit.layout import Box


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes share a pixel."""
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def inside(box: Box, whole: Box) -> bool:
    """Return whether a box is entirely inside another."""
    return (
        box.x >= whole.x
        and box.y >= whole.y
        and box.right <= whole.right
        and box.bottom <= whole.bottom
    )


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2 defines it."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (v / 255 for v in ImageColor.getrgb(colour)[:3])
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
