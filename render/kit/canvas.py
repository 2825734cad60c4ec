"""Tiles: small opaque canvases for stamps and text."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from PIL import Image, ImageColor

from render.kit import type as words
from render.kit.finish import current
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

    Attributes:
        image: Its pixels, at the scale of the finish that was applied when it was made.
        box: Its box, without the scale, like all measures that its methods take.
    """

    def __init__(self, w: int, h: int, ground: str) -> None:
        self._finish = current()
        size = self._finish.span(w), self._finish.span(h)
        self.image = Image.new("RGB", size, self._rgb(ground))
        self.box = Box(0, 0, w, h)
        self._core = self.image.im

    def _rgb(self, colour: str) -> tuple[int, ...]:
        return _rgb(self._finish.colour(colour))

    def _edges(self, box: Box) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom in pixels; the last ones go to the very edge."""
        at, (w, h) = self._finish.at, self.image.size
        right = w if box.right == self.box.w else at(box.right)
        bottom = h if box.bottom == self.box.h else at(box.bottom)
        return at(box.x), at(box.y), right, bottom

    def fill(self, box: Box, colour: str) -> None:
        """Fill a box."""
        self._core.paste(self._rgb(colour), self._edges(box))

    def stamp(self, stamp: Image.Image, x: float, y: float) -> None:
        """Put a stamp with its top left corner at x, y."""
        left, top, (w, h) = self._finish.at(x), self._finish.at(y), stamp.size
        self._core.paste(stamp.im, (left, top, left + w, top + h), stamp.im)

    def put(self, image: Image.Image, x: int, y: int, mask: Image.Image | None = None) -> None:
        """Put the pixels of another canvas, or what a mask leaves of them, at x, y."""
        self.image.paste(image, (self._finish.at(x), self._finish.at(y)), mask)

    def part(self, box: Box) -> Image.Image:
        """Return the pixels of a box, to be put on another canvas."""
        return self.image.crop(self._edges(box))

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
        left, top, right, bottom = self._edges(box)
        r, ink = self._finish.at(radius), self._rgb(fill)
        self._core.paste(ink, (left + r, top, right - r, bottom))
        self._core.paste(ink, (left, top + r, left + r, bottom - r))
        self._core.paste(ink, (right - r, top + r, right, bottom - r))
        for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)):
            stamp = corner(r / self._finish.scale, x, y, fill).im
            at = right - r if x else left, bottom - r if y else top
            self._core.paste(stamp, (*at, at[0] + r, at[1] + r), stamp)

    def disc(self, cx: int, cy: int, size: int, fill: str, edge: str = "", line: float = 0) -> None:
        """Put a disc of a diameter with its middle at cx, cy."""
        self.stamp_at(disc(size, fill, edge, line), cx, cy)

    def write(self, x: int, y: int, line: str, font: Font, ink: str) -> int:
        """Write a line starting at x, on the baseline y; return the x where it ends."""
        if line:
            mask, box, colour = self.set(x, y, line, font, ink)
            self._core.paste(_rgb(colour), box, mask.im)
        return x + words.width(line, font)

    def set(
        self, x: int, y: int, line: str, font: Font, ink: str
    ) -> tuple[Image.Image, tuple[int, int, int, int], str]:
        """Return the coverage of a line, its box in pixels, and what colour it gets."""
        mask, dx, dy = words.mask(line, font)
        left, top = self._finish.at(x) + dx, self._finish.at(y) + dy
        box = (left, top, left + mask.width, top + mask.height)
        return mask, box, self._finish.ink(ink, self.image, box)

    def label(self, box: Box, line: str, font: Font, ink: str, align: Align = "centre") -> None:
        """Write a line in a box, cut to its width, its capitals centred vertically."""
        line = words.fit(line, font, box.w)
        spare = box.w - words.width(line, font)
        x = box.x + {"left": 0, "centre": spare // 2, "right": spare}[align]
        self.write(x, box.cy + (words.cap_height(font) + 1) // 2, line, font, ink)

    def name(self, box: Box, name: str, font: Font, least: int, ink: str) -> None:
        """Write a name on the left of a box: on one line, or on two if that would cut it."""
        font, lines = words.named(name, font, box.w, least, box.h * 42 // 100)
        for row, line in zip(box.rows(len(lines)), lines, strict=True):
            self.label(row, line, font, ink, "left")
