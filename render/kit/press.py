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

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from copy import copy
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from threading import local
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from PIL import Image, ImageColor, _imaging
from zlib_ng.zlib_ng import compress, decompress

from render.kit.canvas import Canvas
from render.kit.finish import PLAIN, Finish, applied, finish
from render.kit.kept import PAGES, TILES, UNPACKED
from render.kit.layout import Box
from render.kit.png import LEVEL, MARGIN, STRIP, Strip, encode, packed, png_of

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

DATA_DIR: Final = Path(__file__).parent.parent.parent / "data"
WIDTH: Final = 1200
"""Width of every picture, in pixels."""
DARK: Final = "_dark"
"""What the name of the file of a dark palette ends with."""
TALLEST: Final = 1200
"""The most height of an enlarged part of a picture, in pixels."""
STEP: Final = 16
"""Scales are multiples of one sixteenth, so that more of them share stamps."""
COLOURS: Final = 256

Painter: TypeAlias = Callable[..., Canvas]
Placed: TypeAlias = tuple[Box, Painter, tuple[Hashable, ...]]
"""A tile: where it goes, what paints it, and its arguments."""


def palette_file(slug: str, suffix: str = "") -> Path:
    """Return where a palette of a game is stored: `suffix` is "" or `DARK`."""
    return DATA_DIR / slug / f"palette{suffix}.txt"


class Painted(NamedTuple):
    """A tile as it is cached.

    Attributes:
        mark: A digest of its width and its pixels.
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
        pixels, layout = decompress(self.packed), (self.mode, 0, 1)
        if self.mode == "P":  # without the palette that `Image.frombuffer` makes each time
            core: ImagingCore = _imaging.map_buffer(pixels, self.size, "raw", 0, layout)
            return core
        return Image.frombuffer(self.mode, self.size, pixels, "raw", *layout).im


class Tile(NamedTuple):
    """A tile of a picture.

    Attributes:
        mark: A digest of its pixels; b"" if it is painted for a single picture.
        source: Its pixels in the palette, or the tile as it is cached.
    """

    mark: bytes
    source: Painted | ImagingCore


class Press:
    """The palette and the painted tiles of one theme.

    Args:
        ground: The colour behind the tiles.
        flats: Colours that must come out exactly, including the ground.
        sample: Returns canvases that show every colour of the theme.
        slug: The game whose stored palette it uses; "": learned when first needed.
        true_colour: Use no palette, to measure what the palette costs.
        dark: What replaces colours in dark pictures; none: they are light, too.

    Attributes:
        finish: How it paints; its scale isn't 1 only in a part `enlarged`.
        suffix: What the name of its palette's file ends with.
        window: The part of each picture that is shown, in its measures; None: all.
    """

    def __init__(
        self,
        ground: str,
        flats: Iterable[str],
        sample: Callable[[], Iterable[Canvas]],
        slug: str = "",
        *,
        true_colour: bool = False,
        dark: Mapping[str, str] | None = None,
    ) -> None:
        self.ground = ground
        self.flats = tuple(dict.fromkeys((ground, *flats)))
        self._sample = sample
        self._slug, self.suffix = slug, ""
        self._shades = dark or {}
        self.true_colour = true_colour
        self.finish: Finish = PLAIN
        self.window: Box | None = None
        self.tile = TILES(self._paint)

    @cached_property
    def dark(self) -> Press:
        """Return the press of the theme's dark pictures: itself if it has none."""
        if not self._shades:
            return self
        new = finish(1, tuple(self._shades.items()))
        flats = (*map(new.colour, self.flats), *new.shades.values())
        ground = new.colour(self.ground)
        dark = Press(ground, flats, self._sample, self._slug, true_colour=self.true_colour)
        dark.finish, dark.suffix = new, DARK
        return dark

    def enlarged(self, part: Box, tallest: int = TALLEST) -> Press:
        """Return a press that draws a part of each picture as wide as the whole.

        A part taller than wide is made `tallest` high instead. What reaches beyond the part is cut
        off. Draw a picture of a smaller width in a box of that width at 0, 0 to have all of it
        enlarged.
        """
        scale = min(WIDTH / part.w, tallest / part.h)
        self.colours  # noqa: B018 - read now with the palette, so that they are shared
        large = copy(self)
        large.window = part
        large.finish = finish(int(scale * STEP) / STEP, tuple(self.finish.shades.items()))
        return large

    def painting(self) -> AbstractContextManager[None]:
        """Apply its finish for the length of a `with` block."""
        return applied(self.finish)

    @cached_property
    def palette(self) -> Image.Image:
        """Return the stored palette, as an image that has it."""
        if self._slug:
            stored = palette_file(self._slug, self.suffix)
            colours = stored.read_text(encoding="ascii").split()
        else:
            colours = self.learned()
        carrier = Image.new("P", (1, 1))
        carrier.putpalette([part for colour in colours for part in ImageColor.getrgb(colour)])
        carrier.load()  # passes the palette on to Pillow's core, which is called directly
        return carrier

    @cached_property
    def colours(self) -> bytes:
        """Return red, green and blue of each colour of the palette."""
        return bytes(self.palette.getpalette() or [])

    def learned(self) -> list[str]:
        """Return the palette of the theme as ``#rrggbb``, its flat colours first."""
        with self.painting():
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
        core = self.pressed(painter(w, h, *args))
        image = Image.new(mode, core.size)
        image.im.paste(core, (0, 0, *core.size))
        packed_ = compress(image.tobytes(), LEVEL)
        mark = blake2b(b"%d " % core.size[0] + packed_, digest_size=16).digest()
        return Painted(mark, mode, core.size, packed_)

    def pressed(self, canvas: Canvas) -> ImagingCore:
        """Return a tile's pixels in the palette, each colour replaced by the nearest.

        This is what ``Image.quantize`` does, but without a palette for each tile.
        """
        core = canvas.image.im
        return core if self.true_colour else core.convert("P", Image.Dither.NONE, self.palette.im)

    def sheet(self, height: int) -> Mosaic:
        """Return an empty picture, or the window of one that is so high."""
        return Mosaic(self, height)


_COLLECTED: Final = ContextVar["list[Mosaic] | None"]("collected", default=None)


@contextmanager
def collecting() -> Iterator[list[Mosaic]]:
    """Collect the pictures that are begun in a `with` block."""
    found = list[Mosaic]()
    token = _COLLECTED.set(found)
    try:
        yield found
    finally:
        _COLLECTED.reset(token)


class _Scratch(local):
    """What a thread assembles rows in.

    Its margins are never painted, so they stay zero.
    """

    def __init__(self) -> None:
        self.rows = bytearray()


_SCRATCH: Final = _Scratch()


def paint(art: Canvas, parts: Iterable[Placed]) -> None:
    """Paint tiles onto a canvas, for pictures inside others."""
    for box, painter, args in parts:
        art.put(painter(box.w, box.h, *args).image, box.x, box.y)


def _cached(key: bytes | None, strip: Strip) -> Strip:
    return strip if key is None else PAGES.of(key, lambda: strip)


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return ascending numbers as runs of neighbours, each by its first and last."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        first = found.pop()[0] if found and found[-1][1] == number - 1 else number
        found.append((first, number))
    return found


class Mosaic:
    """A picture to be assembled from tiles.

    Boxes are given in the measures of the whole picture, whatever part of it the press shows.
    """

    def __init__(self, press: Press, height: int) -> None:
        self._press, self._tiles = press, list[tuple[Box, Tile]]()
        self._unpacked: dict[bytes, ImagingCore] = {}
        self._window, scale = press.window or Box(0, 0, WIDTH, height), press.finish.scale
        self._is_plain = press.window is None and press.finish is PLAIN
        self._height = round(self._window.h * scale)
        self._side = (WIDTH - round(self._window.w * scale)) // 2
        """What is left free on either side."""
        if (collected := _COLLECTED.get()) is not None:
            collected.append(self)

    def put(self, box: Box, painter: Painter, *args: Hashable) -> None:
        """Fill a box with what `painter` paints, given its size and `args`."""
        if self._is_plain:  # nearly always
            painted = self._press.tile(painter, box.w, box.h, *args)
            self._tiles.append((box, Tile(painted.mark, painted)))
        elif self.shows(box):
            with self._press.painting():
                painted = self._press.tile(painter, box.w, box.h, *args)
            self._tiles.append((self.placed(box, painted.size), Tile(painted.mark, painted)))

    def put_all(self, parts: Iterable[Placed]) -> None:
        """Fill boxes one after another; a later one may cover an earlier one."""
        for box, painter, args in parts:
            self.put(box, painter, *args)

    def lay(self, box: Box, canvas: Canvas) -> None:
        """Fill a box with something painted for this picture alone, which is not cached.

        It has to be painted with the finish of the press.
        """
        if self.shows(box):
            core = self._press.pressed(canvas)
            self._tiles.append((self.placed(box, core.size), Tile(b"", core)))

    @property
    def boxes(self) -> list[Box]:
        """Return where its tiles are, in pixels; a later one may cover an earlier one."""
        return [box for box, _ in self._tiles]

    def shows(self, box: Box) -> bool:
        """Return whether anything of a box is in the picture."""
        part = self._window
        across = box.x < part.right and box.right > part.x
        return across and box.y < part.bottom and box.bottom > part.y

    def placed(self, box: Box, size: tuple[int, int]) -> Box:
        """Return where a tile of a size in pixels goes that fills a box."""
        at = self._press.finish.at
        left, top = self._side + at(box.x - self._window.x), at(box.y - self._window.y)
        return type(box)(left, top, *size)

    def png(self) -> bytes:
        """Return the finished picture; the same tiles always give the same bytes."""
        if self._press.true_colour:
            return encode(self.image())
        keys = self._keys()
        strips = [None if key is None else PAGES.found(key) for key in keys]
        missing = [number for number, strip in enumerate(strips) if strip is None]
        for number, strip in self._made(missing):
            strips[number] = _cached(keys[number], strip)
        return png_of((WIDTH, self._height), self._press.colours, filter(None, strips))

    def _keys(self) -> list[bytes | None]:
        """Return a digest of each strip; None if a tile in it is for this picture alone."""
        tops = range(0, self._height, STRIP)
        part = b"" if self._press.window is None else b" of %d" % self._side
        keys = [
            blake2b(b"%d" % min(STRIP, self._height - top) + part, digest_size=16) for top in tops
        ]
        unmarked = set[int]()
        for (x, y, _, h), tile in self._tiles:
            strips = range(max(0, y // STRIP), min(len(tops), -(-(y + h) // STRIP)))
            for number in strips:
                keys[number].update(b"%d,%d" % (x, y - tops[number]) + tile.mark)
            if not tile.mark:
                unmarked.update(strips)
        return [None if n in unmarked else key.digest() for n, key in enumerate(keys)]

    def _made(self, missing: list[int]) -> Iterator[tuple[int, Strip]]:
        """Yield strips by their numbers; neighbours are assembled together."""
        step = STRIP * (MARGIN + WIDTH)
        for first, last in _runs(missing):
            rows = self._rows(first * STRIP, min(self._height, (last + 1) * STRIP))
            for at, number in enumerate(range(first, last + 1)):
                yield number, packed(rows[at * step : (at + 1) * step])

    def _rows(self, top: int, bottom: int) -> memoryview:
        """Return some rows with their margins, until the thread's next ones are painted.

        Painting them where they are compressed saves copying them.
        """
        size, stride = (WIDTH, bottom - top), MARGIN + WIDTH
        length = stride * size[1]
        if len(_SCRATCH.rows) < length + MARGIN:
            _SCRATCH.rows = bytearray(length + MARGIN)
        layout = ("P", stride, 1)
        core: ImagingCore = _imaging.map_buffer(_SCRATCH.rows, size, "raw", MARGIN, layout)
        self._assemble(core, top, bottom)
        return memoryview(_SCRATCH.rows)[:length]

    def _pixels(self, tile: Tile) -> ImagingCore:
        """Return the pixels of a tile; some reach into strips far apart."""
        if not isinstance(tile.source, Painted):
            return tile.source
        core = self._unpacked.get(tile.mark)
        if core is None:
            core = self._unpacked[tile.mark] = UNPACKED.of(tile.mark, tile.source.pixels)
        return core

    def _assemble(self, core: ImagingCore, top: int, bottom: int) -> None:
        """Put some rows together; what reaches beyond them is cut off."""
        press = self._press
        ground: Any = press.flats.index(press.ground)
        if press.true_colour:
            ground = ImageColor.getrgb(press.ground)
        core.paste(ground, (0, 0, WIDTH, bottom - top))
        for box, tile in self._tiles:
            if box.y < bottom and box.bottom > top:
                piece, x, y = self._pixels(tile), box.x, box.y - top
                core.paste(piece, (x, y, x + piece.size[0], y + piece.size[1]))
        if self._side:
            for left in (0, WIDTH - self._side):
                core.paste(ground, (left, 0, left + self._side, bottom - top))

    def image(self) -> Image.Image:
        """Return the picture before it is compressed."""
        whole = Image.new("RGB" if self._press.true_colour else "P", (WIDTH, self._height))
        self._assemble(whole.im, 0, self._height)
        if not self._press.true_colour:
            whole.putpalette(self._press.palette.getpalette() or [])
        return whole
