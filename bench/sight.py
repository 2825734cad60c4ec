"""Visibility: contrast, and what covers what; tests of pictures use it, too."""

from __future__ import annotations

from PIL import ImageColor

from render.kit import finish
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
    return finish.contrast(ImageColor.getrgb(one)[:3], ImageColor.getrgb(other)[:3])
