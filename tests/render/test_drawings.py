"""What is drawn for whom; the toy game has areas, a key and a moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from render import drawings, gallery
from render.picture import MOST_AREAS
from rules import registry
from rules.errors import DataError
from rules.protocol import CHANCE, WATCHER
from scripts.doctor.recording import Recorder, recording
from tests.toy import TOY, ToyView
from tests.toy_artist import TOY_ARTIST

VIEW: Final[ToyView] = TOY.view(TOY.initial_state(3, frozenset()), 1)
LATER: Final = replace(VIEW, round=2)
PEOPLE: Final = ((0, "Ada"), (1, "Bo"), (2, "Cy"))


@pytest.fixture(autouse=True)
def _drawn_by_the_toys_artist() -> Iterator[None]:
    with gallery.register("toy", TOY_ARTIST):
        yield


def test_areas_begin_with_the_viewers_own() -> None:
    slugs = [area.slug for area in drawings.areas("toy", VIEW)]
    assert slugs == ["seat1", "seat0", "seat2", "town"]


def test_an_area_that_is_gone_is_not_drawn() -> None:
    drawn = drawings.area("toy", VIEW, "town", PEOPLE, "en", frozenset())
    assert drawn is not None
    assert drawn.text.startswith("area town")
    assert drawings.area("toy", VIEW, "seat7", PEOPLE, "en", frozenset()) is None


def test_a_moment_is_drawn_when_it_is_new() -> None:
    def moment(then: ToyView | None, now: ToyView) -> object:
        return drawings.moment("toy", then, now, PEOPLE, "en")

    assert moment(None, VIEW) is moment(VIEW, VIEW) is moment(LATER, LATER) is None
    assert moment(VIEW, LATER) == moment(None, LATER) is not None


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_board_on_which_nobody_is_to_act_says_that_it_stopped(slug: str) -> None:
    rules, recorder = registry.get(slug), Recorder(slug)
    state, rng = rules.initial_state(2, frozenset()), Random(1)
    while CHANCE in rules.to_act(state):
        state = rules.apply(state, CHANCE, rules.chance_move(state, rng)).state
    told = {"names": dict(PEOPLE), "lang": "en"}
    for to_act in (rules.to_act(state), frozenset()):
        with recording():
            made = recorder.draw(
                lambda artist, seats=to_act: artist.board(  # type: ignore[misc]
                    rules.view(state, WATCHER), to_act=seats, **told
                )
            )
        assert made is not None
        said = {it.line for it in made[1].written}
        assert ("The match stopped here" in said) == (not to_act)


@pytest.mark.parametrize("slug", registry.slugs())
def test_what_a_game_has_not_is_refused(slug: str) -> None:
    rules, artist = registry.get(slug), gallery.artist(slug)
    view = rules.view(rules.initial_state(max(rules.info.seats), frozenset()), WATCHER)
    assert len(artist.areas(view)) <= MOST_AREAS
    assert not artist.last_moment(view)
    with pytest.raises(DataError, match="no area 'attic'"):
        artist.area(view, "attic", names={}, lang="en", to_act=frozenset())
    with pytest.raises(DataError, match="no moment"):
        artist.moment(view, names={}, lang="en")
