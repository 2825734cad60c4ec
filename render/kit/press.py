"""From tiles to a PNG of 256 colours.

Each tile is brought to the theme's palette once, when it is first painted; a picture is then put
together from palette tiles, which is copying bytes, and saved. The palette is learned from a
sample of the theme's own tiles: its flat colours exactly, the rest (smooth edges) by median cut.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cached_property, lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Final, TypeAlias

from PIL import Image, ImageColor

from render.kit.canvas import Canvas
from render.kit.layout import Box

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

WIDTH: Final = 1200
"""Width of every picture, in pixels."""
COLOURS: Final = 256
LEVEL: Final = 6
"""Of compression: a sixth smaller than 4 for some milliseconds; 9 takes many times as long."""
TILES: Final = 1000
"""Tiles kept by a press, unless it is told otherwise; some 26 kB each."""

Painter: TypeAlias = Callable[..., Canvas]
Part: TypeAlias = tuple[Box, Painter, tuple[Hashable, ...]]
"""A tile: where it stands, what paints it, and its arguments."""


class Press:
    """The palette and the painted tiles of one theme.

    Args:
        ground: The colour behind the tiles.
        flats: Colours that must come out exactly, the ground among them.
        sample: Returns canvases that show every colour of the theme.
        tiles: How many painted tiles are kept.
        true_colour: Leave out the palette: the measure for what it costs.
    """

    def __init__(
        self,
        ground: str,
        flats: Iterable[str],
        sample: Callable[[], Iterable[Canvas]],
        *,
        tiles: int = TILES,
        true_colour: bool = False,
    ) -> None:
        self.ground = ground
        self.flats = tuple(dict.fromkeys((ground, *flats)))
        self._sample = sample
        self.true_colour = true_colour
        self.tile = lru_cache(tiles)(self._paint)

    @cached_property
    def palette(self) -> Image.Image:
        """The prepared palette, as an image that carries it."""
        tiles = [canvas.image for canvas in self._sample()]
        sheet = Image.new("RGB", (WIDTH, sum(tile.height for tile in tiles)), self.ground)
        y = 0
        for tile in tiles:
            sheet.paste(tile, (0, y))
            y += tile.height
        learned = sheet.quantize(COLOURS - len(self.flats), Image.Quantize.MEDIANCUT).getpalette()
        flat = [value for colour in self.flats for value in ImageColor.getrgb(colour)[:3]]
        carrier = Image.new("P", (1, 1))
        carrier.putpalette((flat + (learned or []))[: COLOURS * 3])
        return carrier

    def _paint(self, painter: Painter, *args: Hashable) -> ImagingCore:
        return self.pressed(painter(*args))

    def pressed(self, canvas: Canvas) -> ImagingCore:
        """Return a tile's pixels in the palette, each colour replaced by its nearest.

        It is what ``Image.quantize`` does, without a palette for each tile.
        """
        core = canvas.image.im
        return core if self.true_colour else core.convert("P", Image.Dither.NONE, self.palette.im)

    def without_palette(self) -> Press:
        """Return a press of the same theme in true colour."""
        return Press(self.ground, self.flats, self._sample, true_colour=True)

    def sheet(self, height: int) -> Sheet:
        """Return an empty picture."""
        return Sheet(self, height)


def paint(art: Canvas, parts: Iterable[Part]) -> None:
    """Paint tiles onto a canvas: for what is shown within something else."""
    for box, painter, args in parts:
        art.image.paste(painter(box.w, box.h, *args).image, (box.x, box.y))


class Sheet:
    """A picture being put together from tiles."""

    def __init__(self, press: Press, height: int) -> None:
        self._press = press
        if press.true_colour:
            self.image = Image.new("RGB", (WIDTH, height), press.ground)
        else:
            self.image = Image.new("P", (WIDTH, height), press.flats.index(press.ground))
            self.image.putpalette(press.palette.getpalette() or [])

    def put(self, box: Box, painter: Painter, *args: Hashable) -> None:
        """Fill a box with what `painter` makes of its size and `args`."""
        tile = self._press.tile(painter, box.w, box.h, *args)
        self.image.im.paste(tile, (box.x, box.y, box.x + box.w, box.y + box.h))

    def put_all(self, parts: Iterable[Part]) -> None:
        """Fill boxes one after another; a later one may lie on an earlier one."""
        for box, painter, args in parts:
            self.put(box, painter, *args)

    def lay(self, box: Box, canvas: Canvas) -> None:
        """Fill a box with what was painted for this picture alone; it is not remembered."""
        self.image.im.paste(self._press.pressed(canvas), (box.x, box.y, box.right, box.bottom))

    def png(self) -> bytes:
        """Return the finished picture; the same tiles always give the same bytes."""
        return encode(self.image)


def encode(image: Image.Image) -> bytes:
    """Return an image as PNG."""
    out = BytesIO()
    image.save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()
