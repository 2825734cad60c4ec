"""Every game can be drawn and put in words, in all languages, without secrets."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from lookup import shelf
from render import gallery
from render.i18n import LANGS, Lang
from render.picture import MAX_ALT, Picture
from rules import registry
from rules.protocol import WATCHER
from rules.text import Seat
from tests.contract.checks import everybody, playout
from tests.contract.test_contract import GAMES
from tests.toy_artist import TOY_ARTIST

ARTISTS = {slug: gallery.artist(slug) for slug in registry.slugs()} | {"toy": TOY_ARTIST}
MATCHES = [(slug, seats) for slug, rules in GAMES.items() for seats in rules.info.seats]
PEOPLE = ("Ada", "Brzęczyszczykiewicz-Wąchocki 🎲🎲", "🦊 狐", "the **Great**", "\u202eE", " ")
NAMES = dict(enumerate(PEOPLE))
WIDEST_PX = 1200
LARGEST_KB = 150


def positions(slug: str, seats: int) -> list[object]:
    """Return some positions of a random match, the first and the last among them."""
    steps = playout(GAMES[slug], seats, 7)
    return [*(step.state for step in steps[:: max(1, len(steps) // 6)]), steps[-1].after.state]


def drawn(
    slug: str, state: object, viewer: Seat, lang: Lang, at: int = 0
) -> Iterator[Picture | None]:
    """Yield the board, an area of it, the hand, the moment and the result, if there are any."""
    rules, artist = GAMES[slug], ARTISTS[slug]
    view, outcome = rules.view(state, viewer), rules.outcome(state)
    to_act = frozenset(seat for seat in rules.to_act(state) if seat >= 0)
    yield artist.board(view, names=NAMES, lang=lang, to_act=to_act)
    if areas := artist.areas(view):
        part = areas[at % len(areas)].slug
        yield artist.area(view, part, names=NAMES, lang=lang, to_act=to_act)
    hand = artist.hand(view, names=NAMES, lang=lang)
    assert artist.has_hand(view) is (hand is not None)
    yield hand
    if artist.last_moment(view):
        yield artist.moment(view, names=NAMES, lang=lang)
    if outcome is not None:
        yield artist.result(view, outcome, names=NAMES, lang=lang)


def check(picture: Picture) -> None:
    """Check that a picture is valid and not too big, and that its words fit."""
    image = Image.open(BytesIO(picture.png))
    image.load()
    assert image.format == "PNG"
    assert image.width <= WIDEST_PX
    assert len(picture.png) <= LARGEST_KB * 1000
    assert 0 < len(picture.alt) <= MAX_ALT
    assert picture.text.strip()
    assert "{" not in picture.alt + picture.text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("slug", "seats"), MATCHES)
def test_every_view_can_be_drawn(slug: str, seats: int, lang: Lang) -> None:
    for at, state in enumerate(positions(slug, seats)):
        for viewer in (WATCHER, at % seats):
            for picture in drawn(slug, state, viewer, lang, at):
                if picture is not None:
                    check(picture)


@pytest.mark.parametrize(("slug", "seats"), MATCHES)
def test_a_picture_tells_nothing_its_viewer_may_not_know(slug: str, seats: int) -> None:
    for at, state in enumerate(positions(slug, seats)):
        viewer = everybody(seats)[at % (seats + 1)]
        other = GAMES[slug].redeal(state, viewer, Random(at))
        assert [*drawn(slug, state, viewer, "en", at)] == [*drawn(slug, other, viewer, "en", at)]


@pytest.mark.parametrize(("slug", "seats"), MATCHES)
def test_a_watcher_has_no_hand(slug: str, seats: int) -> None:
    for state in positions(slug, seats):
        view = GAMES[slug].view(state, WATCHER)
        assert ARTISTS[slug].hand(view, names=NAMES, lang="en") is None


@pytest.mark.parametrize(("slug", "seats"), MATCHES)
def test_the_result_tells_every_score(slug: str, seats: int) -> None:
    state = positions(slug, seats)[-1]
    outcome = GAMES[slug].outcome(state)
    assert outcome is not None
    view = GAMES[slug].view(state, WATCHER)
    text = ARTISTS[slug].result(view, outcome, names=NAMES, lang="en").text.replace("−", "-")
    assert [score for score in outcome.scores if str(score) not in text] == []


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_key(slug: str, lang: Lang) -> None:
    key = ARTISTS[slug].key(lang=lang)
    assert key is not None
    check(key)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", GAMES)
def test_every_entry_of_the_rulebook_can_be_drawn(slug: str, lang: Lang) -> None:
    for entry in shelf.book(slug, lang).entries:
        if entry.components:
            picture = ARTISTS[slug].component(entry.components, lang=lang)
            if picture is not None:
                check(picture)
