"""Tiles: small opaque canvases for stamps and text."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from PIL import Image, ImageColor

from render.kit import type as words
from render.kit.layout import Box
from render.kit.pen import corner, disc, rounded
from render.kit.type import Font

Align: TypeAlias = Literal["left", "centre", "right"]


SMALL = 6000
"""A plate of fewer pixels is quicker to put as one stamp than in parts."""


@cache
def _rgb(colour: str) -> tuple[int, ...]:
    return ImageColor.getrgb(colour)[:3]


class Canvas:
    """An opaque RGB sheet to paint on; later things cover earlier ones.

    It calls Pillow's core directly: for small images ``Image.paste`` costs more than the pasting.
    """

    def __init__(self, w: int, h: int, ground: str) -> None:
        self.image = Image.new("RGB", (w, h), _rgb(ground))
        self.box = Box(0, 0, w, h)
        self._core = self.image.im

    def fill(self, box: Box, colour: str) -> None:
        """Fill a box."""
        self._core.paste(_rgb(colour), (box.x, box.y, box.x + box.w, box.y + box.h))

    def stamp(self, stamp: Image.Image, x: int, y: int) -> None:
        """Put a stamp with its top left corner at x, y."""
        self._core.paste(stamp.im, (x, y, x + stamp.width, y + stamp.height), stamp.im)

    def stamp_at(self, stamp: Image.Image, cx: int, cy: int) -> None:
        """Put a stamp with its middle at cx, cy."""
        self.stamp(stamp, cx - stamp.width // 2, cy - stamp.height // 2)

    def plate(self, box: Box, radius: int, fill: str, edge: str = "", line: float = 0) -> None:
        """Put a plate with round corners.

        A large plate is made of three boxes and its corners.
        """
        if box.w * box.h < SMALL:
            self.stamp(rounded(box.w, box.h, radius, fill, edge, line), box.x, box.y)
            return
        if edge:
            self.plate(box, radius, edge)
            box, radius = box.inset(round(line)), max(0, radius - round(line))
        self.fill(box.inset(radius, 0), fill)
        self.fill(Box(box.x, box.y + radius, radius, box.h - 2 * radius), fill)
        self.fill(Box(box.right - radius, box.y + radius, radius, box.h - 2 * radius), fill)
        for right, foot in ((0, 0), (1, 0), (0, 1), (1, 1)):
            x = box.right - radius if right else box.x
            y = box.bottom - radius if foot else box.y
            self.stamp(corner(radius, right, foot, fill), x, y)

    def disc(self, cx: int, cy: int, size: int, fill: str, edge: str = "", line: float = 0) -> None:
        """Put a disc of a diameter with its middle at cx, cy."""
        self.stamp_at(disc(size, fill, edge, line), cx, cy)

    def write(self, x: int, y: int, line: str, font: Font, ink: str) -> int:
        """Write a line starting at x, on the baseline y; return the x where it ends."""
        if line:
            mask, dx, dy = words.mask(line, font)
            left, top = x + dx, y + dy
            box = (left, top, left + mask.width, top + mask.height)
            self._core.paste(_rgb(ink), box, mask.im)
        return x + words.width(line, font)

    def label(self, box: Box, line: str, font: Font, ink: str, align: Align = "centre") -> None:
        """Write a line in a box, cut to its width, its capitals centred vertically."""
        line = words.fit(line, font, box.w)
        spare = box.w - words.width(line, font)
        x = box.x + {"left": 0, "centre": spare // 2, "right": spare}[align]
        self.write(x, box.cy + (words.cap_height(font) + 1) // 2, line, font, ink)
