"""What positions and results are worth, and where judges are found."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from players import gallery
from players.judge import settled, shares
from players.plain import Plain
from players.steps import heat, picked
from rules import registry
from rules.protocol import Outcome
from rules.text import t
from tests.toy import TOY


def outcome(scores: tuple[int, ...], ranks: tuple[int, ...]) -> Outcome:
    return Outcome(scores, ranks, tuple(() for _ in scores), t("It is over."))


def test_shares_are_chances() -> None:
    assert shares((5, 5), 3) == (0.5, 0.5)
    ahead = shares((10, 4, 4, -100), 3)
    assert sum(ahead) == pytest.approx(1)
    assert ahead[0] > ahead[1] == ahead[2] > ahead[3] >= 0
    assert shares((7, 4), 3)[0] / shares((7, 4), 3)[1] == pytest.approx(2.718, abs=0.001)


def test_alone_more_points_are_worth_more() -> None:
    worth = [shares((points,), 8)[0] for points in (-300, -5, 0, 5, 60, 300)]
    assert worth == sorted(worth)
    assert worth[0] > 0
    assert worth[-1] < 1


def test_a_narrow_win_is_worth_more_than_a_narrow_defeat() -> None:
    won, lost = settled(outcome((31, 30), (1, 2)), 8)
    assert won > 0.8
    assert won + lost == pytest.approx(1)
    assert settled(outcome((31, 31), (1, 1)), 8) == (0.5, 0.5)
    assert settled(outcome((31, 31), (2, 1)), 8)[1] > 0.8


def test_a_game_without_a_judge_is_judged_by_its_scores() -> None:
    with registry.register("toy", TOY):
        assert isinstance(gallery.judge("toy"), Plain)


def test_an_own_judge_is_found_and_given_back() -> None:
    with registry.register("toy", TOY):
        own = Plain(registry.get("toy"))
        with gallery.register("toy", own):
            assert gallery.judge("toy") is own
        assert gallery.judge("toy") is not own


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_game_has_a_judge(slug: str) -> None:
    assert gallery.judge(slug).spread > 0
    assert gallery.judge(slug).slip > 0


def test_what_others_must_not_foretell_is_mixed() -> None:
    """What is decided in secret, and what others decide at the same time."""
    with registry.register("toy", TOY):
        state = TOY.initial_state(2, frozenset())
        choosing = replace(state, hands=((1,), (2,)), chosen=(None, None), drawing=False)
        placing = replace(choosing, chosen=(1, 2), order=(0, 1))
        rules, (secret, *_), (public, *_) = (
            registry.get("toy"),
            TOY.legal_moves(choosing, 0),
            TOY.legal_moves(placing, 0),
        )
        assert (type(secret).secret, type(public).secret) == (True, False)
        assert heat(rules, placing, public, 0.5) == 0
        assert heat(rules, placing, secret, 0.5) == heat(rules, choosing, public, 0.5) == 0.5


def test_a_choice_is_picked_by_its_worth() -> None:
    worths, rng = {"best": 0.5, "close": 0.45, "poor": 0.1}, Random(1)
    assert {picked(worths, 0.0, rng) for _ in range(50)} == {"best"}
    made = Counter(picked(worths, 0.05, rng) for _ in range(2000))
    assert made["best"] / made["close"] == pytest.approx(2.718, rel=0.2)
    assert made["poor"] < 10
