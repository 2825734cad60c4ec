"""The short form of the exercise `kills`, and two faults that it finds."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from tests.soak.kills import Kills
from tests.soak.kills_planted import PLANTED
from tests.soak.report import Report, Run

FINDS = {plant.name: plant.finds for plant in PLANTED}


async def killed(folder: Path, times: int) -> Report:
    """Return the report of a run with so many kills, however long that takes."""
    run = Run(1, inf, folder)
    await Kills(run, most=times, tables=3).attack()
    return run.report


async def test_killed_in_every_way_it_loses_and_doubles_nothing(tmp_path: Path) -> None:
    report = await killed(tmp_path, 6)
    assert report.wrongs == []
    assert report.counts["moves"] >= 3
    assert report.counts["requests failed"] >= 3


@pytest.mark.parametrize("name", ["sent-before-the-send", "wrong-seat-called"])
async def test_planted_faults_are_found(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STOLIK_PLANTED", name)
    report = await killed(tmp_path, 3)
    assert report.kinds()[FINDS[name]], report.kinds()
