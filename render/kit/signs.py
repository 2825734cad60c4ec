"""Signs that stand alone: stamps on a clear square, as PNG."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image

from render.kit.pen import rounded
from render.kit.stamp import blank

SIZE: Final = 128
"""Width and height of a sign, in pixels."""
PLATED: Final = 96
"""The most width and height of what is put on a plate."""


def plated(stamp: Image.Image, fill: str) -> Image.Image:
    """Return a stamp in dark ink on a plate, to be seen on any ground."""
    plate = rounded(SIZE, SIZE, SIZE // 6, fill).copy()
    plate.alpha_composite(stamp, ((SIZE - stamp.width) // 2, (SIZE - stamp.height) // 2))
    return plate


def sign_png(stamp: Image.Image) -> bytes:
    """Return a stamp as a PNG of `SIZE`, made smaller if it must be."""
    stamp = stamp.copy()
    stamp.thumbnail((SIZE, SIZE))
    square = blank(SIZE, SIZE)
    square.paste(stamp, ((SIZE - stamp.width) // 2, (SIZE - stamp.height) // 2))
    file = BytesIO()
    square.save(file, "PNG", optimize=True)
    return file.getvalue()
