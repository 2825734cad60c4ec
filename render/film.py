"""A match as a moving picture: the public boards one after the other, small, in one GIF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final

from PIL import Image

WIDTH: Final = 600
"""Pixels; half a picture, so that a whole match fits into a message."""
FRAMES: Final = 120
"""At most; of a longer match some steps are left out, never the last."""
EACH_MS: Final = 900
LAST_MS: Final = 5000
BYTES: Final = 8_000_000
"""What any server lets a bot attach."""


def chosen(count: int, most: int = FRAMES) -> list[int]:
    """Return which of `count` boards are shown: all or `most` of them, first and last always."""
    if count <= most:
        return list(range(count))
    return sorted({round(n * (count - 1) / (most - 1)) for n in range(most)})


def film(boards: Sequence[bytes]) -> bytes:
    """Return a GIF of boards, each a PNG; fewer of them if it would be too big to send.

    Args:
        boards: At least one, oldest first. Boards of other heights are set on the tallest.
    """
    frames = list(_frames(boards))
    most = len(frames)
    while True:
        told = _gif([frames[n] for n in chosen(len(frames), most)])
        if len(told) <= BYTES or most == 1:
            return told
        most = max(most * 2 // 3, 1)


def _frames(boards: Sequence[bytes]) -> Iterator[Image.Image]:
    small = []
    for png in boards:
        board = Image.open(BytesIO(png)).convert("RGB")
        height = round(board.height * WIDTH / board.width)
        small.append(board.resize((WIDTH, height), Image.Resampling.LANCZOS))
    tallest = max(board.height for board in small)
    for board in small:
        sheet = Image.new("RGB", (WIDTH, tallest), board.getpixel((0, 0)))
        sheet.paste(board, (0, 0))
        yield sheet.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _gif(frames: Sequence[Image.Image]) -> bytes:
    out = BytesIO()
    times = [EACH_MS] * (len(frames) - 1) + [LAST_MS]
    first, *rest = frames
    first.save(out, "GIF", save_all=True, append_images=rest, duration=times, loop=0)
    return out.getvalue()
