"""Pictures as different eyes see them, and requirements for their writing."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from itertools import combinations
from math import log10
from typing import Final

from PIL import Image, ImageChops, ImageStat

from bench.sight import contrast, inside, overlap
from render.kit import type as words
from tests.render.drawn import Written

# Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB
VISIONS: Final = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
               (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
               (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
               (0.004733, 0.691367, 0.303900)),
}  # fmt: skip


def opened(png: bytes) -> Image.Image:
    """Return a PNG as RGB."""
    return Image.open(BytesIO(png)).convert("RGB")


def as_seen(image: Image.Image, vision: str) -> Image.Image:
    """Return an image as seen with a kind of colour vision, or without any."""
    if vision == "grey":
        return image.convert("L").convert("RGB")
    matrix = VISIONS[vision]
    to_linear = [round(255 * (v / 255) ** 2.2) for v in range(256)]
    to_screen = [round(255 * (v / 255) ** (1 / 2.2)) for v in range(256)]
    linear = image.convert("RGB").point(to_linear * 3)
    flat = tuple(value for row in matrix for value in (*row, 0.0))
    return linear.convert("RGB", flat).point(to_screen * 3)


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two images of one size, 0 to 255."""
    mean = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return sum(mean) / len(mean)


def on(ground: str, stamp: Image.Image) -> Image.Image:
    """Return a stamp on a flat background."""
    sheet = Image.new("RGB", stamp.size, ground)
    sheet.paste(stamp, (0, 0), stamp)
    return sheet


def psnr(one: Image.Image, other: Image.Image) -> float:
    """Return how close two images are, in decibels."""
    squares = ImageStat.Stat(ImageChops.difference(one, other)).sum2
    error = sum(squares) / (3 * one.width * one.height)
    return 99.0 if error == 0 else 10 * log10(255 * 255 / error)


def check_written(heard: Iterable[Written], cut: Iterable[str] = ()) -> None:
    """Assert that all text is large, whole, in its canvas, legible; `cut` may be cut."""
    names = tuple(cut)
    for it in heard:
        assert it.font.px >= words.DETAIL_PX, it.line
        assert inside(it.box, it.canvas.box), it.line
        area = it.box.w * it.box.h
        for count, colour in it.ground.convert("RGB").getcolors(100_000) or []:
            if count > area * 0.05:
                ground = "#{:02x}{:02x}{:02x}".format(*colour)  # type: ignore[misc]
                assert contrast(it.ink, ground) >= 4.5, (it.line, it.ink, ground)
        if it.line.endswith(words.ELLIPSIS):
            stem = it.line.removesuffix(words.ELLIPSIS)
            assert any(stem in name or not stem for name in names), it.line


def check_apart(heard: Iterable[Written]) -> None:
    """Assert that no text overlaps other text of the same canvas."""
    by_canvas: dict[int, list[Written]] = {}
    for it in heard:
        by_canvas.setdefault(id(it.canvas), []).append(it)
    for together in by_canvas.values():
        for one, other in combinations(together, 2):
            assert not overlap(one.box, other.box), (one.line, other.line)
