"""The exercise `bent` for a moment: nothing is found but what is planted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.__main__ import run_exercise
from tests.soak.bent import EXERCISE, attack
from tests.soak.planted import BY_NAME
from tests.soak.report import Run

LONGEST_S = 60.0


async def test_bent_input_is_refused(tmp_path: Path) -> None:
    run = Run(1, 6.0, tmp_path)
    await attack(run)
    assert run.report.wrongs == []
    assert run.report.counts["inputs"]


@pytest.mark.parametrize("name", ["an-error-swallowed", "an-unescaped-mention"])
async def test_what_is_planted_is_found(name: str) -> None:
    planted = BY_NAME[name]
    report = await run_exercise(EXERCISE, 1, LONGEST_S, planted)
    assert report.kinds()[planted.finds], report.wrongs[:3]
