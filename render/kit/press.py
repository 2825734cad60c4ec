"""Turns tiles into a PNG of 256 colours.

Each tile is converted to the theme's palette once, when it is first painted; a picture is then
assembled from palette tiles, which only copies bytes, and saved. The palette is learned from a
sample of the theme's own tiles: its flat colours exactly, the rest (smooth edges) by median cut.
That takes up to a second, so ``python -m scripts.palettes`` does it beforehand.

A strip with the same tiles as before is neither assembled nor compressed again. Tiles are cached
compressed: painting one again takes ten times as long as unpacking it, and a raw one takes ten
times the memory.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from PIL import Image, ImageColor
from zlib_ng.zlib_ng import compress, decompress

from render.kit.canvas import Canvas
from render.kit.kept import PAGES, TILES
from render.kit.layout import Box
from render.kit.png import STRIP, Strip, encode, packed, png_of

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

DATA_DIR: Final = Path(__file__).parent.parent.parent / "data"
WIDTH: Final = 1200
"""Width of every picture, in pixels."""
COLOURS: Final = 256
FAST: Final = 1
"""The zlib level for cached tiles."""

Painter: TypeAlias = Callable[..., Canvas]
Placed: TypeAlias = tuple[Box, Painter, tuple[Hashable, ...]]
"""A tile: where it goes, what paints it, and its arguments."""


def palette_file(slug: str) -> Path:
    """Return where the palette of a game is stored."""
    return DATA_DIR / slug / "palette.txt"


class Painted(NamedTuple):
    """A tile as it is cached.

    Attributes:
        mark: A digest of its pixels.
        mode: "P", or "RGB" in true colour.
        size: Width and height in pixels.
        packed: Its pixels, row by row, compressed.
    """

    mark: bytes
    mode: str
    size: tuple[int, int]
    packed: bytes

    def pixels(self) -> ImagingCore:
        """Return it as a piece to put into a picture."""
        pixels = decompress(self.packed)
        return Image.frombuffer(self.mode, self.size, pixels, "raw", self.mode, 0, 1).im


class Tile(NamedTuple):
    """A tile of a picture.

    Attributes:
        mark: A digest of its pixels; b"" if it is painted for a single picture.
        source: Its pixels in the palette, or the tile as it is cached.
    """

    mark: bytes
    source: Painted | ImagingCore


_Placed: TypeAlias = tuple[int, int, Tile]
"""A tile in a picture: left and top in pixels, and the tile."""


class Press:
    """The palette and the painted tiles of one theme.

    Args:
        ground: The colour behind the tiles.
        flats: Colours that must come out exactly, including the ground.
        sample: Returns canvases that show every colour of the theme.
        slug: The game whose stored palette it uses; "": learned when first needed.
        true_colour: Use no palette, to measure what the palette costs.
    """

    def __init__(
        self,
        ground: str,
        flats: Iterable[str],
        sample: Callable[[], Iterable[Canvas]],
        slug: str = "",
        *,
        true_colour: bool = False,
    ) -> None:
        self.ground = ground
        self.flats = tuple(dict.fromkeys((ground, *flats)))
        self._sample = sample
        self._slug = slug
        self.true_colour = true_colour
        self.tile = TILES(self._paint)

    @cached_property
    def palette(self) -> Image.Image:
        """Return the stored palette, as an image that has it."""
        if self._slug:
            colours = palette_file(self._slug).read_text(encoding="ascii").split()
        else:
            colours = self.learned()
        carrier = Image.new("P", (1, 1))
        carrier.putpalette([part for colour in colours for part in ImageColor.getrgb(colour)])
        carrier.load()  # passes the palette on to Pillow's core, which is called directly
        return carrier

    def learned(self) -> list[str]:
        """Return the palette of the theme as ``#rrggbb``, its flat colours first."""
        tiles = [canvas.image for canvas in self._sample()]
        sheet = Image.new("RGB", (WIDTH, sum(tile.height for tile in tiles)), self.ground)
        y = 0
        for tile in tiles:
            sheet.paste(tile, (0, y))
            y += tile.height
        rest = sheet.quantize(COLOURS - len(self.flats), Image.Quantize.MEDIANCUT).getpalette()
        flat = [ImageColor.getrgb(colour)[:3] for colour in self.flats]
        found = [*flat, *zip(*[iter(rest or [])] * 3, strict=True)][:COLOURS]
        return [f"#{bytes(colour).hex()}" for colour in found]

    def _paint(self, painter: Painter, w: int, h: int, *args: Hashable) -> Painted:
        mode = "RGB" if self.true_colour else "P"
        image = Image.new(mode, (w, h))
        image.im.paste(self.pressed(painter(w, h, *args)), (0, 0, w, h))
        pixels = image.tobytes()
        mark = blake2b(pixels, digest_size=16).digest()
        return Painted(mark, mode, (w, h), compress(pixels, FAST))

    def pressed(self, canvas: Canvas) -> ImagingCore:
        """Return a tile's pixels in the palette, each colour replaced by the nearest.

        This is what ``Image.quantize`` does, but without a palette for each tile.
        """
        core = canvas.image.im
        return core if self.true_colour else core.convert("P", Image.Dither.NONE, self.palette.im)

    def sheet(self, height: int) -> Mosaic:
        """Return an empty picture."""
        return Mosaic(self, height)


def paint(art: Canvas, parts: Iterable[Placed]) -> None:
    """Paint tiles onto a canvas, for pictures inside others."""
    for box, painter, args in parts:
        art.image.paste(painter(box.w, box.h, *args).image, (box.x, box.y))


class Mosaic:
    """A picture to be assembled from tiles."""

    def __init__(self, press: Press, height: int) -> None:
        self._press, self._height = press, height
        self._tiles: list[tuple[Box, Tile]] = []
        self._unpacked: dict[bytes, ImagingCore] = {}

    def put(self, box: Box, painter: Painter, *args: Hashable) -> None:
        """Fill a box with what `painter` paints, given its size and `args`."""
        painted = self._press.tile(painter, box.w, box.h, *args)
        self._tiles.append((box, Tile(painted.mark, painted)))

    def put_all(self, parts: Iterable[Placed]) -> None:
        """Fill boxes one after another; a later one may cover an earlier one."""
        for box, painter, args in parts:
            self.put(box, painter, *args)

    def lay(self, box: Box, canvas: Canvas) -> None:
        """Fill a box with something painted for this picture alone, which is not cached."""
        self._tiles.append((box, Tile(b"", self._press.pressed(canvas))))

    def png(self) -> bytes:
        """Return the finished picture; the same tiles always give the same bytes."""
        if self._press.true_colour:
            return encode(self.image())
        tops = range(0, self._height, STRIP)
        across: list[list[_Placed]] = [[] for _ in tops]
        for box, tile in self._tiles:
            for number in range(box.y // STRIP, -(-box.bottom // STRIP)):
                across[number].append((box.x, box.y - tops[number], tile))
        strips = [
            self._strip(min(STRIP, self._height - top), tiles)
            for top, tiles in zip(tops, across, strict=True)
        ]
        colours = bytes(self._press.palette.getpalette() or [])
        return png_of((WIDTH, self._height), colours, strips)

    def _strip(self, height: int, tiles: list[_Placed]) -> Strip:
        def made() -> Strip:
            return packed(self._painted(height, tiles).tobytes(), WIDTH)

        if not all(tile.mark for _, _, tile in tiles):
            return made()
        key = blake2b(b"%d" % height, digest_size=16)
        for x, y, tile in tiles:
            key.update(b"%d,%d" % (x, y) + tile.mark)
        return PAGES.of(key.digest(), made)

    def _pixels(self, tile: Tile) -> ImagingCore:
        """Return the pixels of a tile; most reach into several strips."""
        if not isinstance(tile.source, Painted):
            return tile.source
        core = self._unpacked.get(tile.mark)
        if core is None:
            core = self._unpacked[tile.mark] = tile.source.pixels()
        return core

    def _painted(self, height: int, tiles: Iterable[_Placed]) -> Image.Image:
        """Return some rows; what reaches beyond them is cut off."""
        press = self._press
        if press.true_colour:
            image = Image.new("RGB", (WIDTH, height), press.ground)
        else:
            image = Image.new("P", (WIDTH, height), press.flats.index(press.ground))
        for x, y, tile in tiles:
            core = self._pixels(tile)
            image.im.paste(core, (x, y, x + core.size[0], y + core.size[1]))
        return image

    def image(self) -> Image.Image:
        """Return the picture before it is compressed."""
        whole = self._painted(self._height, ((box.x, box.y, tile) for box, tile in self._tiles))
        if not self._press.true_colour:
            whole.putpalette(self._press.palette.getpalette() or [])
        return whole
