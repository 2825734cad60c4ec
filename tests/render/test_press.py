"""Stored palettes, and strips of pictures that are not compressed twice."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from render.kit import press as kit
from render.kit.canvas import Canvas
from render.kit.kept import PAGES, TILES
from render.kit.layout import Box
from render.kit.png import STRIP, Strip, encode, packed
from render.kit.press import Mosaic, Press, palette_file
from rules import registry
from scripts import palettes

RED, GREEN = "#c04040", "#40c040"


def plain(w: int, h: int, colour: str) -> Canvas:
    return Canvas(w, h, colour)


def theme() -> Press:
    colours = ("#101010", RED, GREEN)
    return Press(colours[0], colours, lambda: [Canvas(90, 40, colour) for colour in colours])


@pytest.fixture
def strips(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return the list of strips that have been compressed."""
    PAGES.clear()
    seen: list[bytes] = []

    def watched(rows: memoryview) -> Strip:
        seen.append(bytes(rows))
        return packed(rows)

    monkeypatch.setattr(kit, "packed", watched)
    return seen


def sheet(press: Press, *colours: str, height: int = 3 * STRIP) -> Mosaic:
    """Return rows of tiles, each half a strip higher than a strip."""
    made, high = press.sheet(height), STRIP * 3 // 2
    for number, colour in enumerate(colours):
        made.put(Box(7, number * high, 600, high), plain, colour)
    return made


@pytest.mark.parametrize("slug", registry.slugs())
def test_the_stored_palette_is_the_one_of_the_theme(slug: str) -> None:
    for press in palettes.presses(slug):
        stored = palette_file(slug, press.suffix).read_text(encoding="ascii").split()
        assert stored == press.learned(), "run python -m scripts.palettes"


def test_a_picture_is_what_its_tiles_make_it(strips: list[bytes]) -> None:
    made = sheet(theme(), RED, GREEN)
    shown = Image.open(BytesIO(made.png()))
    shown.load()
    assert (shown.mode, shown.size) == ("P", (kit.WIDTH, 3 * STRIP))
    assert shown.convert("RGB").tobytes() == made.image().convert("RGB").tobytes()
    assert [shown.convert("RGB").getpixel((9, y)) for y in (0, 59, 60, 119)] == [
        (192, 64, 64),
        (192, 64, 64),
        (64, 192, 64),
        (64, 192, 64),
    ]
    assert made.png() == encode(made.image())


def test_only_strips_that_differ_are_compressed_again(strips: list[bytes]) -> None:
    press = theme()
    first = sheet(press, RED, GREEN).png()
    assert len(strips) == 3
    assert sheet(press, RED, GREEN).png() == first
    assert len(strips) == 3
    sheet(press, RED, RED).png()
    assert len(strips) == 5, "the upper tile alone reaches into the first"
    sheet(press, RED, RED, height=3 * STRIP - 1).png()
    assert len(strips) == 6


def test_what_is_known_to_look_the_same_is_not_painted_again(
    strips: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    press, painted, paint = theme(), list[str](), plain

    def watched(w: int, h: int, colour: str) -> Canvas:
        painted.append(colour)
        return paint(w, h, colour)

    monkeypatch.setitem(globals(), "plain", watched)
    first = sheet(press, RED, GREEN).png()
    assert len(strips) == 3
    assert sheet(press, RED, GREEN).png() == first
    PAGES.clear()
    assert sheet(press, RED, GREEN).png() == first
    assert len(strips) == 6
    assert painted == [RED, GREEN]
    TILES.clear()
    assert sheet(press, RED, GREEN).png() == first
    assert painted == [RED, GREEN] * 2


def test_what_differs_in_anything_is_another_picture() -> None:
    press = theme()
    moved, covered, laid = (sheet(press, RED, GREEN) for _ in range(3))
    moved.put(Box(700, 3, 60, 60), plain, RED)
    covered.put(Box(700, 4, 60, 60), plain, RED)
    laid.lay(Box(700, 5, 60, 60), Canvas(60, 60, RED))
    pictures = [sheet(press, RED, GREEN), sheet(press, GREEN, RED), moved, covered, laid]
    pictures.append(sheet(press, RED, GREEN, height=3 * STRIP + 1))
    assert len({picture.png() for picture in pictures}) == len(pictures)
    for picture in pictures:
        assert picture.png() == encode(picture.image())


def test_an_image_of_any_size_comes_back_as_it_was() -> None:
    rng = Random(2)
    for size in ((1, 1), (3, STRIP), (50, STRIP + 1), (1200, 3 * STRIP - 1)):
        image = Image.frombytes("P", size, rng.randbytes(size[0] * size[1]))
        image.putpalette(rng.randbytes(768))
        again = Image.open(BytesIO(encode(image)))
        again.load()
        assert again.tobytes() == image.tobytes()
        assert again.getpalette() == image.getpalette()


def test_an_image_in_true_colour_is_a_png_too() -> None:
    again = Image.open(BytesIO(encode(Image.new("RGB", (30, 20), RED))))
    assert again.mode == "RGB"
    assert again.getpixel((29, 19)) == (192, 64, 64)
