"""Parts drawn large, where everything stays where it is; dark pictures, which can be read."""

from __future__ import annotations

from io import BytesIO
from random import Random
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageStat

from render import gallery
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.chips import lettered
from render.kit.finish import applied, finish
from render.kit.layout import Box
from render.kit.press import WIDTH, Press
from render.kit.stamp import blank
from rules import registry
from rules.protocol import CHANCE, WATCHER
from scripts import palettes

PART: Final = Box(30, 240, 300, 70)
"""A part of every board, with pieces and text."""
ALIKE: Final = 0.6
"""How much a part may differ from the whole, beside how much one that has moved by 2 pixels does.

Its letters have other edges.
"""


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_part_drawn_large_shows_what_is_there(slug: str) -> None:
    rules = registry.get(slug)
    state = rules.initial_state(rules.info.seats[-1], frozenset())
    while CHANCE in rules.to_act(state):
        state = rules.apply(state, CHANCE, rules.chance_move(state, Random(3))).state
    view, to_act = rules.view(state, WATCHER), rules.to_act(state) - {CHANCE}

    def drawn(press: Press) -> Image.Image:
        artist = type(gallery.artist(slug))(press)  # type: ignore[call-arg]
        png = artist.board(view, names={}, lang="en", to_act=to_act).png
        return Image.open(BytesIO(png)).convert("RGB")

    press = palettes.press(slug)
    large = drawn(press.enlarged(PART))
    assert large.size == (WIDTH, PART.h * 4)
    small = large.resize((PART.w, PART.h), Image.Resampling.BOX)
    whole = drawn(press)

    def apart(dx: int, dy: int) -> float:
        box = (PART.x + dx, PART.y + dy, PART.right + dx, PART.bottom + dy)
        return max(ImageStat.Stat(ImageChops.difference(small, whole.crop(box))).mean)

    assert apart(0, 0) < ALIKE * min(apart(2, 0), apart(0, 2))


def test_text_ends_where_its_width_says_at_any_scale() -> None:
    line, font = "Wymień widok, 12 zł", words.text(21)
    plain, left, _ = words.mask(line, font)
    for scale in (1.25, 2, 3.75):
        with applied(finish(scale)):
            mask, start, _ = words.mask(line, font)
        assert abs(start + mask.width - (left + plain.width) * scale) <= scale + 1


def test_a_replacement_that_is_replaced_is_refused() -> None:
    assert finish(1, (("#000000", "#ffffff"),)).colour("#000000") == "#ffffff"
    with pytest.raises(ValueError, match="#ffffff"):
        finish(1, (("#000000", "#ffffff"), ("#ffffff", "#000000")))


def test_dark_ink_stays_where_it_is_easier_to_read() -> None:
    with applied(finish(1, (("#111111", "#eeeeee"), ("#f0e0c0", "#222222")))):
        paper, gold = (Canvas(40, 40, colour) for colour in ("#f0e0c0", "#f1b931"))
        for art in (paper, gold):
            art.label(art.box, "8", words.bold(30), "#111111")
        stamp = blank(40, 40)
        lettered(stamp, "8", 20, 20, 30, "#111111")
    assert paper.image.getextrema() == ((0x22, 0xEE),) * 3
    assert gold.image.getextrema()[0] == (0x11, 0xF1)
    assert stamp.convert("RGB").getextrema()[0] == (0, 0xEE), "what is behind isn't known yet"


def test_a_game_without_dark_pictures_draws_light_ones() -> None:
    press = Press("#f0e0c0", (), list)
    assert press.dark is press
    assert gallery.artist("lodge", "dark") != gallery.artist("lodge")
