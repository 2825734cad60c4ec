"""The short form of the exercise `kills`, its judge, and two faults that it finds."""

from __future__ import annotations

import pytest

from tests.soak.__main__ import run_exercise
from tests.soak.kills import EXERCISE
from tests.soak.kills_planted import PLANTED

SHORT_S = 5.0
PLANTED_S = 6.0


async def test_killed_in_every_way_it_loses_and_doubles_nothing() -> None:
    report = await run_exercise(EXERCISE, seed=3, seconds=SHORT_S)
    assert report.wrongs == []
    assert report.counts["kills"] >= 1
    assert report.counts["requests"] >= 20


@pytest.mark.parametrize("name", ["sent-before-the-send", "wrong-seat-called"])
async def test_planted_faults_are_found(name: str) -> None:
    (plant,) = (one for one in PLANTED if one.name == name)
    report = await run_exercise(EXERCISE, seed=1, seconds=PLANTED_S, plant=plant)
    assert report.kinds()[plant.finds], report.kinds()
