"""From tiles to a PNG of 256 colours.

Each tile is brought to the theme's palette once, when it is first painted; a picture is then put
together from palette tiles, which is copying bytes, and saved. The palette is learned from a
sample of the theme's own tiles: its flat colours exactly, the rest (smooth edges) by median cut.
That takes up to a second, so ``python -m scripts.palettes`` has done it beforehand.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from hashlib import blake2b
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from PIL import Image, ImageColor

from render.kit.canvas import Canvas
from render.kit.kept import PRINTS
from render.kit.layout import Box

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

DATA_DIR: Final = Path(__file__).parent.parent.parent / "data"
WIDTH: Final = 1200
"""Width of every picture, in pixels."""
COLOURS: Final = 256
LEVEL: Final = 6
"""Of compression: a sixth smaller than 4 for some milliseconds; 9 takes many times as long."""

Painter: TypeAlias = Callable[..., Canvas]
Part: TypeAlias = tuple[Box, Painter, tuple[Hashable, ...]]
"""A tile: where it stands, what paints it, and its arguments."""
_NUMBERS: Final = count()


def palette_file(slug: str) -> Path:
    """Return where the palette of a game is stored."""
    return DATA_DIR / slug / "palette.txt"


class Tile(NamedTuple):
    """A painted tile: its pixels in the palette, and a number that no other tile has."""

    core: ImagingCore
    number: int


class Press:
    """The palette and the painted tiles of one theme.

    Args:
        ground: The colour behind the tiles.
        flats: Colours that must come out exactly, the ground among them.
        sample: Returns canvases that show every colour of the theme.
        slug: The game whose stored palette it is; "": learned when it is first needed.
        true_colour: Leave out the palette: the measure for what it costs.
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
        self.tile = PRINTS(self._paint)

    @cached_property
    def palette(self) -> Image.Image:
        """The prepared palette, as an image that carries it."""
        if self._slug:
            colours = palette_file(self._slug).read_text(encoding="ascii").split()
        else:
            colours = self.learned()
        carrier = Image.new("P", (1, 1))
        carrier.putpalette([part for colour in colours for part in ImageColor.getrgb(colour)])
        carrier.load()  # gives the palette to Pillow's core, which is asked directly
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

    def _paint(self, painter: Painter, *args: Hashable) -> Tile:
        return Tile(self.pressed(painter(*args)), next(_NUMBERS))

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
    """A picture that will be put together from tiles."""

    def __init__(self, press: Press, height: int) -> None:
        self._press, self._height = press, height
        self._tiles: list[tuple[Box, Tile]] = []
        self._once = False

    def put(self, box: Box, painter: Painter, *args: Hashable) -> None:
        """Fill a box with what `painter` makes of its size and `args`."""
        self._tiles.append((box, self._press.tile(painter, box.w, box.h, *args)))

    def put_all(self, parts: Iterable[Part]) -> None:
        """Fill boxes one after another; a later one may lie on an earlier one."""
        for box, painter, args in parts:
            self.put(box, painter, *args)

    def lay(self, box: Box, canvas: Canvas) -> None:
        """Fill a box with what was painted for this picture alone; it is not remembered."""
        self._once = True
        self._tiles.append((box, Tile(self._press.pressed(canvas), next(_NUMBERS))))

    def png(self) -> bytes:
        """Return the finished picture; the same tiles always give the same bytes.

        Most of the work is the compression, and often nothing has changed that this picture shows:
        what was printed from the same tiles is not printed again.
        """
        if self._once:
            return encode(self.image())
        places = [self._height]
        for box, tile in self._tiles:
            places += (box.x, box.y, tile.number)
        key = blake2b(array("q", places), digest_size=16).digest()
        return PRINTS.of((self._press, key), lambda: encode(self.image()))

    def image(self) -> Image.Image:
        """Return the picture in its palette."""
        press = self._press
        if press.true_colour:
            image = Image.new("RGB", (WIDTH, self._height), press.ground)
        else:
            image = Image.new("P", (WIDTH, self._height), press.flats.index(press.ground))
            image.putpalette(press.palette.getpalette() or [])
        for box, tile in self._tiles:
            image.im.paste(tile.core, (box.x, box.y, box.x + box.w, box.y + box.h))
        return image


def encode(image: Image.Image) -> bytes:
    """Return an image as PNG."""
    out = BytesIO()
    image.save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()
