"""Stamps: drawings with clear ground, to be put on a canvas or on another stamp."""

from __future__ import annotations

from typing import Any

from PIL import Image

from render.kit.finish import PLAIN, current


class Stamp(Image.Image):
    """A stamp at a scale, for painters who know nothing of it.

    Its measures and the places of what is put on it are as if the scale were 1; only `size` and
    what Pillow makes of it are in pixels.
    """

    measures: tuple[float, float]

    @property
    def width(self) -> int:
        """Return its width without the scale."""
        return round(self.measures[0])

    @property
    def height(self) -> int:
        """Return its height without the scale."""
        return round(self.measures[1])

    def copy(self) -> Image.Image:
        """Return a stamp that can be painted on."""
        return stamp_of(super().copy(), *self.measures)

    def paste(self, im: Any, box: Any = None, mask: Any = None) -> None:
        """Put an image with its top left corner at `box`."""
        x, y = box or (0, 0)
        Image.Image.paste(self, im, (current().at(x), current().at(y)), mask)

    def alpha_composite(self, im: Image.Image, dest: Any = (0, 0), source: Any = (0, 0)) -> None:
        """Put a stamp, whose clear parts stay as they were."""
        x, y = current().at(dest[0]), current().at(dest[1])
        under = Image.Image.crop(self, (x, y, x + im.size[0], y + im.size[1]))
        Image.Image.paste(self, Image.alpha_composite(under, im), (x, y))


def stamp_of(image: Image.Image, w: float, h: float) -> Image.Image:
    """Return pixels of the current scale as a stamp.

    Args:
        image: The pixels.
        w: Their width without the scale.
        h: Their height without the scale.
    """
    if current().scale == PLAIN.scale:
        return image
    stamp = Stamp()
    stamp.__dict__.update(image.__dict__)
    stamp.measures = w, h
    return stamp


def blank(w: int, h: int, fill: str = "") -> Image.Image:
    """Return a stamp to paint on: clear, or of one colour."""
    finish = current()
    size, ink = (finish.span(w), finish.span(h)), finish.colour(fill) if fill else (0, 0, 0, 0)
    return stamp_of(Image.new("RGBA", size, ink), w, h)
