"""Barred frames: what changed last, told apart from others without colour."""

from __future__ import annotations

from typing import Final

from render.kit.canvas import Canvas
from render.kit.layout import Box

DASH: Final = 20
"""Least length of a bar: 7 pixels on a phone."""


def barred(
    art: Canvas, box: Box, radius: int, line: int, fill: str, bars: str, dash: int = DASH
) -> None:
    """Put a plate of `fill` whose edge, `line` wide, is barred like a level crossing."""
    art.plate(box, radius, fill)
    for span, across in ((box.w - 2 * radius, True), (box.h - 2 * radius, False)):
        count = max(2, (span // dash + 1) // 2)
        ends = [radius + span * n // (2 * count - 1) for n in range(2 * count)]
        for start, end in zip(ends[::2], ends[1::2], strict=True):
            if across:
                edge = Box(box.x + start, box.y, end - start, line)
                far = edge._replace(y=box.bottom - line)
            else:
                edge = Box(box.x, box.y + start, line, end - start)
                far = edge._replace(x=box.right - line)
            art.fill(edge, bars)
            art.fill(far, bars)
