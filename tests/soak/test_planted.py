"""Exercises find what is planted, each in a process of its own."""

from __future__ import annotations

import pytest

from tests.soak.__main__ import run_exercise
from tests.soak.exercises import BY_NAME as EXERCISES
from tests.soak.planted import BY_NAME
from tests.soak.report import Report

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


def test_what_went_wrong_is_told_with_its_end() -> None:
    report = Report()
    report.wrong("traceback", "Traceback\n" + "  File ...\n" * 200 + "ValueError: what it is about")
    told = "\n".join(EXERCISES["bent"].lines(report, 1))
    assert "traceback: Traceback" in told
    assert told.endswith("ValueError: what it is about")
    assert len(told) < 2000
