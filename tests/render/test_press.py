"""Palettes that are stored, and pictures that are not printed twice."""

from __future__ import annotations

import pytest
from PIL import Image

from render.kit import press as kit
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press, Sheet, palette_file
from rules import registry
from scripts import palettes

WHOLE = Box(0, 0, kit.WIDTH, 40)
LEFT, RIGHT = Box(0, 0, 600, 40), Box(600, 0, 600, 40)


def plain(w: int, h: int, colour: str) -> Canvas:
    return Canvas(w, h, colour)


def theme() -> Press:
    colours = ("#101010", "#c04040", "#40c040")
    return Press(colours[0], colours, lambda: [Canvas(90, 40, colour) for colour in colours])


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Image.Image]:
    """Return the list of images that have been encoded."""
    seen: list[Image.Image] = []
    encode = kit.encode

    def watched(image: Image.Image) -> bytes:
        seen.append(image)
        return encode(image)

    monkeypatch.setattr(kit, "encode", watched)
    return seen


def sheet(press: Press, left: str, right: str, height: int = 40) -> Sheet:
    made = press.sheet(height)
    made.put(LEFT, plain, left)
    made.put(RIGHT, plain, right)
    return made


@pytest.mark.parametrize("slug", registry.slugs())
def test_the_stored_palette_is_the_one_of_the_theme(slug: str) -> None:
    stored = palette_file(slug).read_text(encoding="ascii").split()
    assert stored == palettes.press(slug).learned(), "run python -m scripts.palettes"


def test_the_same_tiles_are_written_once(written: list[Image.Image]) -> None:
    press = theme()
    first = sheet(press, "#c04040", "#40c040").png()
    assert sheet(press, "#c04040", "#40c040").png() == first
    assert len(written) == 1


def test_what_differs_in_anything_is_another_picture(written: list[Image.Image]) -> None:
    press = theme()
    crossed = press.sheet(40)
    crossed.put(RIGHT, plain, "#c04040")
    crossed.put(LEFT, plain, "#40c040")
    covered = sheet(press, "#c04040", "#40c040")
    covered.put(WHOLE, plain, "#101010")
    laid = sheet(press, "#c04040", "#40c040")
    laid.lay(LEFT, Canvas(LEFT.w, LEFT.h, "#40c040"))
    pictures = (
        sheet(press, "#c04040", "#40c040"),
        sheet(press, "#c04040", "#c04040"),
        sheet(press, "#c04040", "#40c040", height=41),
        sheet(theme(), "#c04040", "#40c040"),
        crossed,
        covered,
        laid,
    )
    found = [picture.png() for picture in pictures]
    assert len(written) == len(pictures)
    assert len(set(found)) == len(pictures) - 1, "two themes of the same colours print the same"
