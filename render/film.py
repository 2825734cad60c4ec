"""A match as an animation: the public boards one after another, small, in one GIF."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final, TypeAlias

from PIL import Image

Frame: TypeAlias = Image.Image
"""A small board with a palette."""

FILM_WIDTH: Final = 600
"""Width in pixels: half a picture's, so that a whole match fits in a message."""
FRAMES: Final = 120
"""The most frames of a film; a longer match leaves out some steps, never the last."""
FILM_COLOURS: Final = 128
EACH_MS: Final = 900
LAST_MS: Final = 5000
BYTES: Final = 8_000_000
"""The file size that every server lets a bot attach, in bytes."""


def shown_boards(count: int, most: int = FRAMES) -> list[int]:
    """Return which of `count` boards are shown: all, or `most` with first and last.

    If there is only room for one, it is the last.
    """
    if count <= most:
        return list(range(count))
    if most == 1:
        return [count - 1]
    return sorted({round(n * (count - 1) / (most - 1)) for n in range(most)})


def frame(png: bytes) -> Frame:
    """Return a board, given as PNG, as a frame of a film."""
    board = Image.open(BytesIO(png)).convert("RGB")
    height = max(round(board.height * FILM_WIDTH / board.width), 1)
    small = board.resize((FILM_WIDTH, height), Image.Resampling.BOX, reducing_gap=2)
    return small.quantize(FILM_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def film(frames: Sequence[Frame], most_bytes: int = BYTES) -> bytes:
    """Return a GIF of boards, with some left out if it would be too big to send.

    Args:
        frames: At least one, oldest first. Boards of other heights are set on the tallest.
        most_bytes: The largest size; a single board is returned at any size.
    """
    tallest = max(one.height for one in frames)
    whole = [_on_sheet(one, tallest) for one in frames]
    most = len(whole)
    while True:
        told = _gif([whole[number] for number in shown_boards(len(whole), most)])
        if len(told) <= most_bytes or most == 1:
            return told
        most = max(most * 2 // 3, 1)


def _on_sheet(board: Frame, height: int) -> Frame:
    if board.height == height:
        return board
    palette = board.getpalette()
    assert palette is not None
    sheet = Image.new("P", (board.width, height), board.getpixel((0, 0)))
    sheet.putpalette(palette)
    sheet.paste(board, (0, 0))
    return sheet


def _gif(frames: Sequence[Frame]) -> bytes:
    out = BytesIO()
    times = [EACH_MS] * (len(frames) - 1) + [LAST_MS]
    first, *rest = frames
    first.save(out, "GIF", save_all=True, append_images=rest, duration=times, loop=0)
    return out.getvalue()
