"""Exercises find what is planted, each in a process of its own."""

from __future__ import annotations

import pytest

from tests.soak.__main__ import run_exercise
from tests.soak.exercises import BY_NAME as EXERCISES
from tests.soak.planted import BY_NAME

LONGEST_S = 60.0
NAMES = (
    *("an-error-swallowed", "an-unescaped-mention"),
    *("one-hidden-block-of-pixels", "completion-ranked-by-the-deck"),
)


@pytest.mark.parametrize("name", NAMES)
async def test_what_is_planted_is_found(name: str) -> None:
    planted = BY_NAME[name]
    report = await run_exercise(EXERCISES[planted.exercise], 1, LONGEST_S, planted)
    assert report.kinds()[planted.finds], report.wrongs[:3]
