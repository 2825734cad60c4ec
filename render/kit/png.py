"""PNGs of palette pixels, compressed strip by strip.

Compression is most of the work of a picture, and most of a match's picture stays the same from one
move to the next. A strip is compressed independently of the others, so it can be cached and reused
in the next picture. The format is that of RFC 2083 (PNG), 1950 and 1951 (the stream in it).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image
from zlib_ng import zlib_ng as zlib

LEVEL: Final = 5
"""The compression level: as small as zlib's own level 6 in half the time."""
MEMORY: Final = 9
"""zlib's memory level: the most it can use for its own tables."""
STRIP: Final = 40
"""Rows of a strip.

Deflate looks back over at most 27 rows of a picture, so little is lost where a strip begins.
"""
MARGIN: Final = 1
"""Bytes before the pixels of each row: the zero of "no filter"."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEADER: Final = b"\x78\x9c"
_LAST_BLOCK: Final = b"\x03\x00"
"""An empty block, marked as the last one of a stream."""
_ADLER_BASE: Final = 65_521
_PALETTE: Final = 3
"""The kind of a PNG whose pixels are indexes of colours."""


class Strip(NamedTuple):
    """Some rows, compressed.

    Attributes:
        chunk: A whole PNG chunk.
        adler: Adler-32 of the uncompressed rows.
        size: Bytes of the uncompressed rows.
    """

    chunk: bytes
    adler: int
    size: int


def packed(rows: memoryview) -> Strip:
    """Return rows of palette pixels compressed; each begins with its `MARGIN`."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, MEMORY)
    data = packer.compress(rows) + packer.flush(zlib.Z_SYNC_FLUSH)
    return Strip(_chunk(b"IDAT", data), zlib.adler32(rows), len(rows))


def png_of(size: tuple[int, int], colours: bytes, strips: Iterable[Strip]) -> bytes:
    """Return a PNG.

    Args:
        size: Width and height in pixels.
        colours: Red, green and blue of up to 256 colours.
        strips: From the top down.
    """
    adler, found = 1, list(strips)
    for strip in found:
        adler = _continued(adler, strip)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, _PALETTE, 0, 0, 0)),
            _chunk(b"PLTE", colours),
            _chunk(b"IDAT", _HEADER),
            *(strip.chunk for strip in found),
            _chunk(b"IDAT", _LAST_BLOCK + struct.pack(">I", adler)),
            _chunk(b"IEND", b""),
        )
    )


def opened(png: bytes) -> Image.Image | None:
    """Return a picture by `png_of`; None if it is in true colour.

    It takes half of Pillow's time.
    """
    header, palette, *data = _chunks(png)
    width, height, kind = struct.unpack_from(">IIxB", header[1])
    if kind != _PALETTE:
        return None
    rows = zlib.decompress(b"".join(body for name, body in data if name == b"IDAT"))
    margined = Image.frombuffer("P", (MARGIN + width, height), rows, "raw", "P", 0, 1)
    margined.putpalette(palette[1])
    return margined.crop((MARGIN, 0, MARGIN + width, height))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and the body of each chunk of a PNG."""
    at = len(_SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def encode(image: Image.Image) -> bytes:
    """Return an image as PNG."""
    if image.mode != "P":
        out = BytesIO()
        image.save(out, "PNG", compress_level=LEVEL)
        return out.getvalue()
    margined = Image.new("P", (MARGIN + image.width, image.height))
    margined.im.paste(image.im, (MARGIN, 0, MARGIN + image.width, image.height))
    rows, step = memoryview(margined.tobytes()), STRIP * margined.width
    strips = (packed(rows[at : at + step]) for at in range(0, len(rows), step))
    return png_of(image.size, bytes(image.getpalette() or []), strips)


def _chunk(name: bytes, data: bytes) -> bytes:
    check = zlib.crc32(data, zlib.crc32(name))
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)


def _continued(adler: int, strip: Strip) -> int:
    """Return the Adler-32 of data that had `adler`, followed by the rows of a strip."""
    low = (adler & 0xFFFF) + (strip.adler & 0xFFFF) - 1
    high = (adler >> 16) + (strip.adler >> 16) + strip.size * ((adler & 0xFFFF) - 1)
    return (high % _ADLER_BASE) << 16 | low % _ADLER_BASE
