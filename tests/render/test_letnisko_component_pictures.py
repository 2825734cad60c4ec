"""The pictures of Letnisko's components: all drawn, legible, complete in words."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from render.i18n import LANGS, Lang
from render.kit.press import WIDTH, Press
from render.letnisko import PRESS, LetniskoArtist
from render.letnisko import theme as th
from render.letnisko.sample import sample
from render.picture import MAX_ALT, Picture
from rules.errors import DataError
from rules.letnisko.components import CARDS, GUESTS, HOUSES, WEATHER
from rules.registry import get
from tests.render.drawn import Written, overheard
from tests.render.seeing import check_apart, check_written

ALONE = tuple((key,) for key in get("letnisko").components)
TOGETHER = (
    ("guest:S", "guest:C", "guest:H"),
    ("forest-100", "forest-200", "cottage", "villa", "pension", "automobile"),
    tuple(map(str, WEATHER)),
    ("token", "porter-token", "president", "car", "locomotive"),
    tuple(get("letnisko").components),
)
RULEBOOK = Path(__file__).parents[2] / "data" / "letnisko" / "rulebook.en.md"
ARTIST = LetniskoArtist()


def entries() -> list[tuple[str, ...]]:
    """Return the ids of each component entry of the rulebook."""
    found = re.findall(r"^### .*<!-- (.*) -->$", RULEBOOK.read_text(encoding="utf-8"), re.M)
    return [tuple(ids.split()) for ids in found]


@cache
def drawn(lang: Lang) -> tuple[dict[tuple[str, ...], Picture], list[Written]]:
    """Return every picture, and everything written on them."""
    press = Press(th.PINE, th.FLATS, sample)
    press.__dict__["palette"] = PRESS.palette
    artist = LetniskoArtist(press)
    with overheard() as heard:
        found = {ids: artist.component(ids, lang=lang) for ids in (*ALONE, *TOGETHER)}
    return found, heard


@pytest.mark.parametrize("lang", LANGS)
def test_every_entry_of_the_rulebook_has_its_picture(lang: Lang) -> None:
    assert entries()
    for ids in entries():
        assert ARTIST.component(ids, lang=lang).png.startswith(b"\x89PNG")


@pytest.mark.parametrize("lang", LANGS)
def test_pictures_are_flat_and_small(lang: Lang) -> None:
    for ids, picture in drawn(lang)[0].items():
        with Image.open(BytesIO(picture.png)) as image:
            assert image.width == WIDTH
            assert 400 <= image.height <= 560, ids
        assert len(picture.png) <= 40_000, ids


@pytest.mark.parametrize("lang", LANGS)
def test_all_that_is_written_is_legible_whole_and_apart(lang: Lang) -> None:
    check_written(drawn(lang)[1])
    check_apart(drawn(lang)[1])


@pytest.mark.parametrize("lang", LANGS)
def test_alternative_texts_are_short_and_whole(lang: Lang) -> None:
    for ids, picture in drawn(lang)[0].items():
        assert 0 < len(picture.alt) <= MAX_ALT, ids
        whole = picture.text.replace("\n", " ")
        assert whole.startswith(picture.alt.removesuffix("…"))
        assert "{" not in picture.text


def told(key: str) -> str:
    """Return the English text of a component."""
    return ARTIST.component((key,), lang="en").text


def test_texts_name_all_facts() -> None:
    for guest in GUESTS.values():
        text = told(f"guest:{guest.guest}")
        assert guest.name.en in text.lower()
        assert f"{guest.rent_zl} zł" in text
        assert f"{guest.count} cards" in text
        for house in HOUSES.values():
            assert (house.name.en in text) == (guest.guest in house.accepts)
    for card in CARDS.values():
        text = told(card.card)
        assert card.name.en in text.lower()
        for visit in (1, 2, 3):
            price = f"{visit}: {card.base_zl * visit} / {card.base_zl * (visit - 1)} zł"
            assert price in text
    for house in HOUSES.values():
        assert f"{house.stack} points at the end" in told(house.card)
    for weather in WEATHER.values():
        text = told(weather.weather)
        assert f"Forecast: {weather.icon}" in text
        for count, guest in zip(weather.guests, GUESTS.values(), strict=True):
            ending = "" if count == 1 else "s"
            assert (f"{count} {guest.name.en}{ending} per" in text) == (count > 0)


def test_same_ids_same_bytes() -> None:
    other = LetniskoArtist(Press(th.PINE, th.FLATS, sample))
    for ids in (("villa",), ("hot",), TOGETHER[0]):
        assert other.component(ids, lang="pl") == ARTIST.component(ids, lang="pl")


@pytest.mark.parametrize("ids", [(), ("guest:X",), ("guest:",), ("villa", "hotel"), ("",), ("S",)])
def test_what_is_not_in_the_box_is_refused(ids: tuple[str, ...]) -> None:
    with pytest.raises(DataError):
        ARTIST.component(ids, lang="en")
