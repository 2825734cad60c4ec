"""Pictures with a record of what was written on them.

While `recording` lasts, the drawing kit notes every line of text on the image that it is written
on, and the notes follow an image that is pasted into another. Nothing is noted otherwise, and the
kit knows nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from PIL import Image

from render import gallery
from render.gallery import AnyArtist
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.finish import current
from render.kit.kept import STAMPS, Kept
from render.kit.layout import Box
from render.kit.png import encode
from render.kit.press import WIDTH, Mosaic, Painter, Press, Tile
from render.kit.type import Font
from render.picture import Picture
from scripts import palettes

NOTES: Final = "written"
"""Where an image keeps its notes, in ``Image.info``."""
LINE: Final = "line"
"""Where a mask keeps the line and font that it is of."""
ALL_STAMPS: Final = 1 << 30
"""Room for all stamps of a game, in bytes."""
TILES: Final = Kept(48 << 20)
"""Painted tiles with their notes."""
WHOLE: Final = dict[str, str]()
"""The whole text of each that was cut to fit, the longest."""


class Written(NamedTuple):
    """A line of text on an image.

    Attributes:
        line: What is written.
        font: Its face, and its size before it is enlarged.
        scale: By what it is enlarged.
        ink: Its colour.
        mask: Its coverage.
        x: Where the mask begins.
        y: Where the mask begins.
        room: What can be seen of it at most: the images that it was written on and pasted into.
        part: Who painted the tile that it is on, as ``panels.about``.
        tile: Where that tile is.
    """

    line: str
    font: Font
    scale: float
    ink: str
    mask: Image.Image
    x: int
    y: int
    room: Box
    part: str = ""
    tile: Box = Box(0, 0, 0, 0)

    @property
    def px(self) -> float:
        """Return its em in pixels."""
        return self.font.px * self.scale

    @property
    def box(self) -> Box:
        """Return the box of its ink."""
        left, top, right, bottom = self.mask.getbbox() or (0, 0, 1, 1)
        return Box(self.x + left, self.y + top, right - left, bottom - top)

    def moved(self, x: int, y: int, whole: Box) -> Written:
        """Return it on an image into which its own was pasted at x, y."""
        seen = self.room._replace(x=self.room.x + x, y=self.room.y + y)
        left, top = max(seen.x, whole.x), max(seen.y, whole.y)
        right, bottom = min(seen.right, whole.right), min(seen.bottom, whole.bottom)
        room = Box(left, top, max(0, right - left), max(0, bottom - top))
        return self._replace(x=self.x + x, y=self.y + y, room=room)


class Record(NamedTuple):
    """A picture as it was drawn.

    Attributes:
        image: Its pixels, in the palette.
        true: The same before the palette was applied.
        written: What is written on it, in the order of painting.
    """

    image: Image.Image
    true: Image.Image
    written: tuple[Written, ...]


class Piece(NamedTuple):
    """A tile: its canvas, and its pixels in the palette."""

    image: Image.Image
    pressed: Any


class RecordingPress(Press):
    """The press of a theme; it keeps the record of the picture made last.

    Attributes:
        made: That record, shared with the presses of its enlarged parts.
    """

    def __init__(self, theme: Press) -> None:
        self.__dict__.update(theme.__dict__)
        self.made = list[Record]()
        self.piece = TILES(self._piece)

    def _piece(self, painter: Painter, w: int, h: int, *args: Hashable) -> Piece:
        canvas = painter(w, h, *args)
        return Piece(canvas.image, self.pressed(canvas))

    def sheet(self, height: int) -> Mosaic:
        """Return an empty picture that will be recorded."""
        return _Recorder(self, height)


class _Recorder(Mosaic):
    def __init__(self, press: RecordingPress, height: int) -> None:
        super().__init__(press, height)
        self._to = press
        size, ground = (WIDTH, self._height), press.ground
        self._shown = Box(0, 0, *size).inset(self._side, 0)
        self._true = Image.new("RGB", size, ground)
        self._plain = Image.new("P", size, press.flats.index(ground))
        self._written: list[Written] = []

    def put(self, box: Box, painter: Painter, *args: Hashable) -> None:
        if self.shows(box):
            with self._to.painting():
                piece = self._to.piece(painter, box.w, box.h, *args)
            self._add(box, piece, f"{painter.__module__.rsplit('.', 1)[-1]}.{painter.__name__}")

    def lay(self, box: Box, canvas: Canvas) -> None:
        if self.shows(box):
            self._add(box, Piece(canvas.image, self._to.pressed(canvas)), "laid")

    def _add(self, box: Box, piece: Piece, part: str) -> None:
        box = self.placed(box, piece.image.size)
        self._tiles.append((box, Tile(b"", piece.pressed)))
        self._plain.im.paste(piece.pressed, (box.x, box.y, box.right, box.bottom))
        self._true.paste(piece.image, (box.x, box.y))
        moved = (it.moved(box.x, box.y, self._shown) for it in notes(piece.image))
        seen = (it for it in moved if self._to.window is None or (it.room.w and it.room.h))
        self._written += (it._replace(part=part, tile=box) for it in seen)

    def png(self) -> bytes:
        self._plain.putpalette(self._to.palette.getpalette() or [])
        for side in (0, self._shown.right):
            edge = (side, 0, side + self._shown.x, self._shown.h)
            self._plain.paste(self._to.flats.index(self._to.ground), edge)
            self._true.paste(self._to.ground, edge)
        self._to.made[:] = [Record(self._plain, self._true, tuple(self._written))]
        return encode(self._plain)


def notes(image: Image.Image) -> tuple[Written, ...]:
    """Return what was written on an image."""
    found: tuple[Written, ...] = image.info.get(NOTES, ())
    return found


def _note(image: Image.Image, *more: Written) -> None:
    if more:
        image.info[NOTES] = (*notes(image), *more)


def _follow(whole: Image.Image, part: Image.Image, x: int, y: int) -> None:
    _note(whole, *(it.moved(x, y, Box(0, 0, *whole.size)) for it in notes(part)))


_mask, _fit, _write, _stamp = words.mask, words.fit, Canvas.write, Canvas.stamp
_paste, _crop = Image.Image.paste, Image.Image.crop


def _noted_mask(line: str, font: Font) -> tuple[Image.Image, int, int]:
    found = _mask(line, font)
    found[0].info[LINE] = (line, font)
    return found


def _noted_fit(line: str, font: Font, room: int) -> str:
    found = _fit(line, font, room)
    if found != line:
        WHOLE[found] = max(line, WHOLE.get(found, ""), key=len)
    return found


def _noted_write(self: Canvas, x: int, y: int, line: str, font: Font, ink: str) -> int:
    if line.strip():
        mask, (left, top, _, _), colour = self.set(x, y, line, font, ink)
        room, scale = Box(0, 0, *self.image.size), current().scale
        _note(self.image, Written(str(line), font, scale, colour, mask, left, top, room))
    return _write(self, x, y, line, font, ink)


def _noted_stamp(self: Canvas, stamp: Image.Image, x: float, y: float) -> None:
    _follow(self.image, stamp, current().at(x), current().at(y))
    _stamp(self, stamp, x, y)


def _noted_paste(self: Image.Image, im: Any, box: Any = None, mask: Any = None) -> None:
    x, y = box[:2] if box else (0, 0)
    if isinstance(im, Image.Image):
        _follow(self, im, x, y)
    elif isinstance(mask, Image.Image) and LINE in mask.info:
        line, font = mask.info[LINE]
        room, scale = Box(0, 0, *self.size), current().scale
        _note(self, Written(str(line), font, scale, im, mask, x, y, room))
    _paste(self, im, box, mask)


def _noted_crop(self: Image.Image, box: Any = None) -> Image.Image:
    """Crop without the notes.

    A piece is only cropped to be put together again across two tiles.
    """
    found = _crop(self, box)
    found.info.pop(NOTES, None)
    return found


@contextmanager
def recording() -> Iterator[None]:
    """Note what is written on pictures for the length of a `with` block.

    A stamp that comes back from the reserve would have no notes, so none has to go.
    """
    STAMPS.clear()
    TILES.clear()
    with (
        patch.object(STAMPS, "most_bytes", ALL_STAMPS),
        patch.object(words, "mask", _noted_mask),
        patch.object(words, "fit", _noted_fit),
        patch.object(Canvas, "write", _noted_write),
        patch.object(Canvas, "stamp", _noted_stamp),
        patch.object(Image.Image, "paste", _noted_paste),
        patch.object(Image.Image, "crop", _noted_crop),
    ):
        yield
    STAMPS.clear()


class Recorder:
    """The artist of a game, whose pictures come with a record.

    Args:
        slug: The game.
        artist: Another artist of it than its own, made from a press.
        dark: Whether its pictures are dark.
    """

    def __init__(
        self, slug: str, artist: Callable[[Press], AnyArtist] | None = None, *, dark: bool = False
    ) -> None:
        theme = palettes.press(slug)
        self.press = RecordingPress(theme.dark if dark else theme)
        make: Any = artist or type(gallery.artist(slug))
        self.artist: AnyArtist = make(self.press)

    def draw(self, job: Callable[[AnyArtist], Picture | None]) -> tuple[Picture, Record] | None:
        """Return a picture and its record; None if there is nothing to draw."""
        picture = job(self.artist)
        return None if picture is None else (picture, self.press.made[0])
