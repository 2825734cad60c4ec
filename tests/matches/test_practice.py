"""The practice match: the same deal for all, not stored, others play alone."""

from __future__ import annotations

import pytest

from matches.domain import practice
from matches.domain.practice import LEARNER, Practice
from rules import registry
from rules.errors import IllegalMoveError, InvalidMoveError
from rules.notation import format_move
from rules.protocol import CHANCE
from rules.text import t

SLUGS = ("toy", *registry.slugs())


def begun(slug: str) -> Practice:
    return Practice(slug, [f"player {number}" for number in range(practice.seats(slug))])


def first(trial: Practice) -> str:
    return format_move(trial.glance.moves[0])


@pytest.mark.parametrize("slug", SLUGS)
def test_it_begins_at_a_decision_of_the_learner(slug: str) -> None:
    trial = begun(slug)
    info = trial.glance.match
    assert LEARNER in info.to_act
    assert trial.glance.seat == LEARNER
    assert trial.glance.moves
    assert [seat.name for seat in info.seats] == [f"player {n}" for n in range(len(info.seats))]
    assert (info.id, info.slug, info.status) == (0, slug, "live")


@pytest.mark.parametrize("slug", SLUGS)
def test_everybody_is_dealt_the_same(slug: str) -> None:
    one, other = begun(slug), begun(slug)
    assert one.glance == other.glance
    assert one.post == other.post


@pytest.mark.parametrize("slug", SLUGS)
def test_the_post_is_what_a_watcher_sees(slug: str) -> None:
    trial = begun(slug)
    assert trial.post.seat < CHANCE
    assert trial.post.moves == ()
    assert trial.post.view != trial.glance.view or slug in {"lodge", "letnisko"}  # nothing hidden


@pytest.mark.parametrize("slug", SLUGS)
def test_a_move_leads_to_the_next_decision_and_the_match_stays_where_it_is(slug: str) -> None:
    trial = begun(slug)
    before, view = trial.glance, trial.glance.view
    lesson = trial.play(first(trial))
    after = lesson.glance
    assert lesson.own
    assert after.match.ply > before.match.ply
    assert LEARNER in after.match.to_act or after.outcome is not None
    assert trial.glance is before
    assert trial.glance.view == view
    assert trial.play(first(trial)) == lesson


def test_what_only_the_learner_may_read_is_in_no_public_line() -> None:
    trial = begun("toy")
    (parcel, *_) = trial.glance.moves
    lesson = trial.play(format_move(parcel))
    chosen = t("You chose parcel {parcel}.", parcel=int(format_move(parcel).split()[1]))
    assert chosen in [event.text for event in lesson.own]
    assert chosen not in [event.text for event in lesson.public]
    assert lesson.public
    assert lesson.later  # the others have chosen, too


def test_a_look_ahead_shows_what_is_certain_and_nothing_else() -> None:
    trial = begun("krakow")
    ahead = trial.ahead(first(trial))
    assert ahead is not None
    assert ahead.view != trial.glance.view
    assert ahead.moves == ()  # nothing is played on from it


@pytest.mark.parametrize(
    ("move", "error"), [("nonsense", InvalidMoveError), ("place r1c1", IllegalMoveError)]
)
def test_what_cannot_be_played_is_refused(move: str, error: type[Exception]) -> None:
    trial = begun("toy")
    for ask in (trial.play, trial.ahead):
        with pytest.raises(error):
            ask(move)


@pytest.mark.parametrize(("slug", "count"), [("toy", 3), ("krakow", 3)])
def test_it_is_played_by_the_middle_of_the_numbers(slug: str, count: int) -> None:
    assert practice.seats(slug) == count
