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


def test_what_the_bots_were_doing_is_told_whole_and_by_another_process() -> None:
    report = Report()
    report.counts["kills"] = 7
    report.wrong("stuck", "nobody moves", "bot 7:\n" + "\n".join(map(str, range(200))))
    told = EXERCISES["kills"].lines(Report.from_json(report.to_json()), 1)
    assert "7 kills" in told[1]
    assert report.kinds() == {"stuck": 1}
    assert [line.strip() for line in told[-202:-200]] == ["stuck: nobody moves", "bot 7:"]
    assert told[-1].strip() == "199"
