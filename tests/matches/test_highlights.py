"""What decided a match, found in scores that are given here."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest

from matches.domain.history.highlights import turning_points
from matches.domain.model import Glance
from rules.protocol import Outcome, points
from rules.text import Text, Who, t

LEAD = "{where}: {who} took the lead and kept it."
GAIN = "{where}: {who} made the biggest gain in one step"


def found(
    *scores: tuple[int, ...] | None,
    ranks: tuple[int, ...] = (1, 2),
    amount: Callable[[int], Text] = points,
) -> list[tuple[str, object, object]]:
    """Return each sentence with who it is about, and the number of the step it names."""

    def glance(number: int, outcome: Outcome | None) -> Glance:
        rules = SimpleNamespace(
            scores=lambda _: scores[number], headline=lambda _: t("{number}", number=number)
        )
        return cast("Glance", SimpleNamespace(rules=rules, view=None, outcome=outcome))

    last = Outcome(scores[-1] or (), ranks, (), t("over"), amount)
    steps = [glance(n, None if n < len(scores) - 1 else last) for n in range(len(scores))]
    told = [(text.msgid, dict(text.params)) for text in turning_points(steps)]
    return [(msgid, said["who"], dict(said["where"].params)["number"]) for msgid, said in told]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("scores", "step"),
    [
        ([(1, 0), (1, 1), (2, 1)], None),  # nobody else ever led
        ([(0, 0), (1, 0)], None),
        ([(0, 1), (2, 1)], 0),
        ([(0, 1), (2, 1), (2, 3), (4, 3), (5, 3)], 2),  # the last time counts
        ([(0, 1), (2, 2), (3, 2)], 1),
        ([None, (0, 1), (2, 1)], 1),
    ],
)
def test_the_lead_that_was_kept(scores: list[tuple[int, ...] | None], step: int | None) -> None:
    leads = [(who, where) for msgid, who, where in found(*scores) if msgid == LEAD]
    assert leads == ([] if step is None else [(Who(0), step)])


def test_no_lead_is_told_of_winners_who_share_or_were_decided_otherwise() -> None:
    assert not [m for m, *_ in found((0, 1), (2, 1), (2, 2), ranks=(1, 1)) if m == LEAD]
    assert not [m for m, *_ in found((0, 1), (2, 1), ranks=(2, 1)) if m == LEAD]


@pytest.mark.parametrize(
    ("scores", "gain"),
    [
        ([(0, 0), (1, 0)], None),  # one point is no leap
        ([(0, 0), (2, 0)], (Who(0), 0)),
        ([(0, 0), (0, 3), (3, 3)], (Who(1), 0)),  # the first of two equal ones
        ([(0, 0), (2, 0), (2, 5), (1, 5)], (Who(1), 1)),
    ],
)
def test_the_biggest_gain(scores: list[tuple[int, ...]], gain: tuple[Who, int] | None) -> None:
    gains = [(who, where) for msgid, who, where in found(*scores) if msgid.startswith(GAIN)]
    assert gains == ([] if gain is None else [gain])


def test_a_gain_counts_points_only_where_scores_are_points() -> None:
    (own,) = [m for m, *_ in found((0, 0), (3, 0)) if m.startswith(GAIN)]
    (other,) = [
        m
        for m, *_ in found((0, 0), (3, 0), amount=lambda n: t("{n} nuts", n=n))
        if m.startswith(GAIN)
    ]
    assert (own, other) == (f"{GAIN}, {{points}} points.", f"{GAIN}.")
