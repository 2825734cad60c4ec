"""R4: smooth shapes and legible, whole words, checked by machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final
from unittest.mock import patch

from PIL import Image, ImageDraw

from bench.pictures import likeness, scenes, true_colour
from bench.sight import contrast, inside, overlap
from bench.table import Figure, Plan, Timed, limited, row
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.pen import disc, rounded
from render.kit.type import Font
from rules import registry

GROUND: Final = "#d6c8aa"
FILL: Final = "#3e78b2"
SHARE: Final = 0.05
"""The share of a word's background that a colour needs to count; edges have less."""


@dataclass
class Watch:
    """The findings about all words that were written."""

    lowest: float = 21.0
    outside: int = 0
    overlapping: int = 0
    boxes: dict[Canvas, list[Box]] = field(default_factory=dict)

    def see(self, canvas: Canvas, x: int, y: int, line: str, font: Font, ink: str) -> None:
        """Check a word that is about to be written."""
        mask, dx, dy = words.mask(line, font)
        left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
        box = Box(x + dx + left, y + dy + top, right - left, bottom - top)
        ground = canvas.image.crop((box.x, box.y, box.right, box.bottom)).convert("RGB")
        for count, colour in ground.getcolors(box.w * box.h) or []:
            if count > SHARE * box.w * box.h:
                assert isinstance(colour, tuple)
                shown = "#" + "".join(f"{value:02x}" for value in colour)
                self.lowest = min(self.lowest, contrast(ink, shown))
        self.outside += not inside(box, canvas.box)
        before = self.boxes.setdefault(canvas, [])
        self.overlapping += any(overlap(box, other) for other in before)
        before.append(box)


@contextmanager
def watching() -> Iterator[Watch]:
    """Check every word that is written on any canvas."""
    watch, real = Watch(), Canvas.write

    def write(self: Canvas, x: int, y: int, line: str, font: Font, ink: str) -> int:
        if line.strip():
            watch.see(self, x, y, line, font, ink)
        return real(self, x, y, line, font, ink)

    with patch.object(Canvas, "write", write):
        yield watch


@row("R4", timed=Timed.NOT)
def legibility(plan: Plan) -> Iterator[Figure]:
    """Measure shapes beside twofold supersampling, and every word of many pictures."""
    for name, stamp, round_ in (
        ("plate", rounded(62, 80, 9, FILL), False),
        ("disc", disc(48, FILL), True),
    ):
        ours, theirs = smoothness(stamp, round_=round_)
        what, note = f"{name}: dB short of supersampling", f"{ours:.1f} dB and {theirs:.1f} dB"
        yield limited(what, max(0.0, theirs - ours), "dB", 2, note)
    for slug in registry.slugs():
        count = plan.size(2, 20, 10_000)
        artist = true_colour(slug)  # nothing cached, so every tile is painted
        with watching() as watch:
            for scene in scenes(slug, count, 8):
                scene.board(artist)
        of = f"{slug}: {count:,} boards, "
        low = watch.lowest
        yield Figure(of + "lowest contrast", low, "", "limit", 4.5, low / 4.5, 1, at_least=True)
        bad = watch.outside + watch.overlapping
        yield Figure(of + "words cut or overlapping", bad, "", "limit", 0, bad, 0)


def smoothness(stamp: Image.Image, *, round_: bool) -> tuple[float, float]:
    """Return how like the true shape a stamp and twofold supersampling are, in dB."""

    def shape(scale: int) -> Image.Image:
        image = Image.new("RGB", (stamp.width * scale, stamp.height * scale), GROUND)
        box = (0, 0, image.width - 1, image.height - 1)
        if round_:
            ImageDraw.Draw(image).ellipse(box, fill=FILL)
        else:
            ImageDraw.Draw(image).rounded_rectangle(box, 9 * scale, fill=FILL)
        return image.reduce(scale)

    true, own = shape(32), Image.new("RGB", stamp.size, GROUND)
    own.paste(stamp, (0, 0), stamp)
    return likeness(own, true), likeness(shape(2), true)
