"""Fitting weights: the sums, the solution, what matches teach."""

from random import Random
from typing import Any

import pytest

from players.judges.letnisko import LetniskoJudge
from players.linear import KNOTS, LinearJudge, Weights
from rules.letnisko.components import Tokens
from rules.letnisko.moves import Parcel
from scripts.tune import ODD, Sample, Sums, Workshop, fitted, known, solved, take_in, written


def test_equations_are_solved_whatever_their_order() -> None:
    table = [[0.0, 2.0, 4.0], [1.0, 1.0, 5.0]]
    assert solved(table) == pytest.approx([3, 2])


def test_what_made_the_scores_is_found() -> None:
    rng, sums = Random(1), Sums(2 * KNOTS)
    for _ in range(400):
        facts = tuple((rng.uniform(0, 9), rng.uniform(0, 9)) for _ in range(2))
        scores = [round(100 * (3 * money - houses)) for money, houses in facts]
        take_in(sums, [Sample(rng.random(), facts)], scores)
    start = Weights({"money": (250.0,) * KNOTS, "houses": (0.0,) * KNOTS}, 1.0)
    for _ in range(30):  # each time as far from the last as it is held to it
        start = fitted(sums, ("money", "houses"), start)
    assert start.of["money"] == pytest.approx((300,) * KNOTS, abs=3)
    assert start.of["houses"] == pytest.approx((-100,) * KNOTS, abs=3)
    assert start.spread < 5


def test_weights_stay_where_nothing_was_learned() -> None:
    start = Weights({"money": (1.0, 2.0, 3.0)}, 1.0)
    sums = Sums(KNOTS)
    sums.add((0.0,) * KNOTS, 5.0)
    assert fitted(sums, ("money",), start).of["money"] == pytest.approx((1, 2, 3))


def test_others_count_by_their_mean() -> None:
    sums = Sums(KNOTS)
    take_in(sums, [Sample(0.0, ((3.0,), (0.0,), (0.0,)))], [9, 0, 0])
    assert sums.count == 3
    assert sums.targets[0] / sums.products[0][0] == pytest.approx(3)


def test_what_was_seen_fades() -> None:
    sums = Sums(KNOTS)
    sums.add((1.0, 0.0, 0.0), 4.0)
    sums.fade(0.5)
    assert (sums.count, sums.square, sums.targets[0], sums.products[0][0]) == (0.5, 8, 2, 0.5)


def test_a_match_is_odd_only_at_its_beginning() -> None:
    moves = [Parcel(tokens) for tokens in Tokens]
    odd = Workshop("letnisko", 2).odd(
        lambda *_: moves[0], lambda *_: moves[-1], lambda state: state == "begun", Random(1)
    )
    first = [odd("before", 0, moves) for _ in range(200)]
    assert 1 - ODD < first.count(moves[0]) / 200 < 1
    assert {odd("begun", 0, moves) for _ in range(50)} == {moves[-1]}


def test_a_match_teaches_by_where_playouts_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    taught: list[Sample] = []
    monkeypatch.setattr("scripts.tune.take_in", lambda _, seen, __: taught.extend(seen))
    judge: LinearJudge[Any] = LetniskoJudge()
    shop = Workshop("letnisko", 2)
    sums = Sums(len(judge.facts) * KNOTS)
    shop.learn(sums, judge, shop.instant(judge), matches=2, rng=Random(1))
    weeks = [sample.progress for sample in taught]
    assert weeks
    assert 0 not in weeks, "no playout rests in the first week"
    assert max(weeks.count(week) for week in set(weeks)) <= 2, "once a match"


def test_weights_are_written_as_they_are_read() -> None:
    text = written(Weights({"money": (1.0, -0.5, 0.25)}, 6.5), "python -m x", 2, 40)
    assert 'fact = "money"\nweights = [1000, -500, 250]' in text
    assert "spread = 6500" in text
    assert "matches = 40" in text


def test_a_new_fact_weighs_nothing_at_first() -> None:
    assert known("letnisko", ("money", "luck")).of["luck"] == (0,) * KNOTS
    assert any(known("letnisko", ("money",)).of["money"])
