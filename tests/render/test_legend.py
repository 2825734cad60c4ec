"""The keys of all games: every sign is there once, with words that can be read."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import pytest
from PIL import Image, ImageChops

from bench.sight import inside, overlap
from render import gallery, legend
from render.cvlizations import key as cvlizations
from render.i18n import LANGS, Lang
from render.indian_summer import key as indian_summer
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.krakow.book import key as krakow
from render.legend import Entry, Key
from render.letnisko import key as letnisko
from render.lodge import key as lodge
from render.speech import Speech
from tests.render.drawn import overheard
from tests.render.seeing import check_written

KEYS: Final = {
    "cvlizations": cvlizations.KEY,
    "indian_summer": indian_summer.KEY,
    "krakow": krakow.KEY,
    "letnisko": letnisko.KEY,
    "lodge": lodge.KEY,
}


def entries(key: Key) -> list[Entry]:
    return [it for column in key.columns for group in column for it in group.entries]


@pytest.mark.parametrize("slug", KEYS)
def test_boxes_are_inside_and_apart(slug: str) -> None:
    boxes = dict(legend.boxes(KEYS[slug]))
    page = boxes.pop("page")
    assert len(boxes) == 1 + sum(map(len, KEYS[slug].columns)) + len(entries(KEYS[slug]))
    assert all(inside(box, page) for box in boxes.values())
    assert not [pair for pair in combinations(boxes.values(), 2) if overlap(*pair)]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", KEYS)
def test_every_meaning_is_told_and_shown_whole(slug: str, lang: Lang) -> None:
    say = Speech({}, lang)
    picture = gallery.artist(slug).key(lang=lang)
    assert picture is not None
    lines = picture.text.lower().splitlines()
    for it in entries(KEYS[slug]):
        assert [line for line in lines if line.endswith(say(it.means).lower())], it.means


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", KEYS)
def test_words_can_be_read(slug: str, lang: Lang) -> None:
    key, say = KEYS[slug], Speech({}, lang)
    rooms = [box for name, box in legend.boxes(key).items() if name.count(".") == 2]
    with overheard() as heard:
        for it, box in zip(entries(key), rooms, strict=True):
            legend.entry(box.w, box.h, key, it.put, lang, say(it.means))
    check_written(heard)


@pytest.mark.parametrize("slug", KEYS)
def test_signs_look_different_and_keep_to_their_room(slug: str) -> None:
    key, found = KEYS[slug], set[bytes]()
    plain = Image.new("RGB", (key.side + 80, key.row + 80), key.paper)
    room = Box(40, 40, key.side, key.row - 4)
    for it in entries(key):
        art = Canvas(*plain.size, key.paper)
        it.put(art, room, Speech({}, "en"))
        found.add(art.image.tobytes())
        painted = ImageChops.difference(art.image, plain).getbbox()
        assert painted, it.means
        left, top, right, bottom = painted
        assert inside(Box(left, top, right - left, bottom - top), room), it.means
    assert len(found) == len(entries(key))


SIGNS: Final = {
    "cvlizations": ("brought by an order of this turn", "nobody chose it"),
    "indian_summer": ("a tile's name", "how many are left"),
    "lodge": ("an empty space", "columns for a room of this floor"),
}


@pytest.mark.parametrize("slug", SIGNS)
def test_signs_of_boards_and_hands_are_told(slug: str) -> None:
    picture = gallery.artist(slug).key(lang="en")
    assert picture is not None
    assert [it for it in SIGNS[slug] if it not in picture.text.lower()] == []
