"""The pictures of components: all drawn, legible, uncut and complete in words."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from bench.sight import contrast, inside, overlap
from render.i18n import LANGS, Lang, translate
from render.kit import type as words
from render.kit.press import WIDTH, Press
from render.krakow import PRESS, KrakowArtist
from render.krakow import theme as th
from render.krakow.sample import sample
from render.picture import MAX_ALT, Picture
from rules.errors import DataError
from rules.krakow.components import ACTIONS, GROUPS, HOURS, SIGHTS, Action, Group
from rules.registry import get
from rules.text import number
from tests.render.drawn import Written, overheard

ALONE = (
    *((str(sight),) for sight in SIGHTS),
    *((f"card:{kind}",) for kind in Action),
    *((f"group:{group}",) for group in Group),
    ("token",),
    ("order",),
)
RANKS = {sight.rank: [str(s) for s in SIGHTS if s.rank == sight.rank] for sight in SIGHTS}
TOGETHER = tuple(tuple(ids) for ids in RANKS.values())
RULEBOOK = Path(__file__).parents[2] / "data" / "krakow" / "rulebook.en.md"
ARTIST = KrakowArtist()


def entries() -> list[tuple[str, ...]]:
    """Return the ids of each component entry of the rulebook."""
    found = re.findall(r"^### .*<!-- (.*) -->$", RULEBOOK.read_text(encoding="utf-8"), re.M)
    return [tuple(ids.split()) for ids in found]


@cache
def drawn(lang: Lang) -> tuple[dict[tuple[str, ...], Picture], list[Written]]:
    """Return every picture, and everything written on them."""
    press = Press(th.TABLE, th.FLATS, sample)
    press.__dict__["palette"] = PRESS.palette
    artist = KrakowArtist(press)
    with overheard() as heard:
        found = {ids: artist.component(ids, lang=lang) for ids in (*ALONE, *TOGETHER)}
    return found, heard


def test_every_component_of_the_rules_has_its_picture() -> None:
    assert {ids[0] for ids in ALONE} == set(get("krakow").components)


@pytest.mark.parametrize("lang", LANGS)
def test_every_entry_of_the_rulebook_has_its_picture(lang: Lang) -> None:
    assert {key for ids in entries() for key in ids} == {ids[0] for ids in ALONE}
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
def test_all_that_is_written_is_legible_and_whole(lang: Lang) -> None:
    for it in drawn(lang)[1]:
        assert it.font.px >= words.DETAIL_PX, it.line
        assert inside(it.box, it.canvas.box), it.line
        assert not it.line.endswith(words.ELLIPSIS), it.line
        area = it.box.w * it.box.h
        for count, colour in it.ground.convert("RGB").getcolors(100_000) or []:
            if count > area * 0.05:
                ground = "#{:02x}{:02x}{:02x}".format(*colour)  # type: ignore[misc]
                assert contrast(it.ink, ground) >= 4.5, (it.line, it.ink, ground)


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_is_written_on_other_words(lang: Lang) -> None:
    by_canvas: dict[int, list[Written]] = {}
    for it in drawn(lang)[1]:
        by_canvas.setdefault(id(it.canvas), []).append(it)
    for together in by_canvas.values():
        for one, other in combinations(together, 2):
            assert not overlap(one.box, other.box), (one.line, other.line)


@pytest.mark.parametrize("lang", LANGS)
def test_alternative_texts_are_short_and_whole(lang: Lang) -> None:
    for ids, picture in drawn(lang)[0].items():
        assert 0 < len(picture.alt) <= MAX_ALT, ids
        assert picture.alt == picture.text.replace("\n", " ")
        assert "{" not in picture.text


def test_texts_name_all_facts() -> None:
    for sight in SIGHTS:
        text = ARTIST.component((str(sight),), lang="en").text
        assert sight.name.en in text
        assert f"{number(sight.points)} point" in text
        if sight.group:
            assert sight.code in text
            assert translate(GROUPS[sight.group].name, "en", {}) in text
    for kind, card in ACTIONS.items():
        text = ARTIST.component((f"card:{kind}",), lang="en").text.lower()
        assert card.name.en in text
        assert card.effect.en in text
        assert f"{card.copies} cop" in text
        assert f"{number(card.points)} point" in text
    hours = ARTIST.component(("token",), lang="en").text
    assert all(f"{hour}:00" in hours for hour in HOURS)
    for group in Group:
        text = ARTIST.component((f"group:{group}",), lang="en").text
        assert all(s.code in text and s.name.en in text for s in SIGHTS if s.group == group)


@pytest.mark.parametrize(
    ("ids", "mates"),
    [
        ("N:1", "N2, D1, J1 and I1:"),
        ("N:8", "N7, D8, J8 and I8:"),
        ("D:A", "NA, DB, JA and IA:"),
        ("J:C", "NC, DC, JB, JD and IC:"),
    ],
)
def test_a_sight_tells_what_goes_with_it(ids: str, mates: str) -> None:
    """K-SCORE-2: 8 and A are not neighbours."""
    assert mates in ARTIST.component((ids,), lang="en").text


def test_same_ids_same_bytes() -> None:
    other = KrakowArtist(Press(th.TABLE, th.FLATS, sample))
    for ids in (("N:5",), ("card:E",), ("group:I",), ("O:1", "O:2")):
        assert other.component(ids, lang="pl") == ARTIST.component(ids, lang="pl")


def test_languages_differ() -> None:
    english, polish = (ARTIST.component(("card:G",), lang=lang) for lang in LANGS)
    assert english.png != polish.png
    assert english.text != polish.text


@pytest.mark.parametrize(
    "ids", [(), ("N:9",), ("card:I",), ("group:",), ("token:1",), ("card:A", "card:B"), ("", "N:5")]
)
def test_what_is_not_in_the_box_is_refused(ids: tuple[str, ...]) -> None:
    with pytest.raises(DataError):
        ARTIST.component(ids, lang="en")
