"""Small versions of the rows with many tables: a real bot, a few moves."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bench import load
from bench.load import Hour
from bench.recorded import BEGUN, opened, record
from bench.rig import family
from bench.stored import Copy
from matches.domain.deadlines import lifetime
from rules import registry


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the bench reads /proc")
async def test_players_of_some_tables_are_answered_and_see_the_board(tmp_path: Path) -> None:
    hour = await load.evening(tmp_path, 24, 40, limit=load.PER_S, tables=6)
    assert hour.lost == 0
    assert hour.moves == 24
    assert len(hour.answered) >= hour.moves
    assert 0 < len(hour.posted) <= hour.moves
    assert all(seconds > 0 for seconds in (*hour.acked, *hour.answered, *hour.posted, hour.cpu_s))
    figures = [*load.waits(hour, "", answered_ms=1e5, posted_ms=1e5), *load.levels(hour, "")]
    assert [figure.met for figure in figures[:4]] == [True] * 4


def nearly_over(count: int) -> Iterator[Copy]:
    """Return matches of which two moves are left."""
    rules = registry.get("krakow")
    for number in range(count):
        rows = record(rules, 2, number).rows
        moves = sum(row.user_id is not None for row in rows) - 2
        played = record(rules, 2, number, moves)
        copy = Copy.of(played, opened(rules, 2, number))
        yield replace(copy, info=lifetime.touched(copy.info, BEGUN))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the bench reads /proc")
async def test_the_post_of_a_result_counts_as_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "begun", nearly_over)
    monkeypatch.setattr(load, "WAIT_S", 10)
    hour = await load.evening(tmp_path, 3, 40, limit=load.PER_S, tables=1)
    assert (hour.moves, hour.lost) == (3, 0)


def test_what_never_comes_and_what_grows_misses_its_goal() -> None:
    hour = Hour([0.1], [0.1], [0.1], [2.0], 1, 1, [100.0] * 30 + [100.0 + n for n in range(10)])
    answered, posted, lost = load.waits(hour, "", answered_ms=150, posted_ms=1000)
    assert (answered.met, posted.met, lost.met) == (True, False, False)
    most, grown = load.levels(hour, "")
    assert (most.met, grown.met) == (True, False)


def test_a_process_is_its_own_family() -> None:
    assert os.getpid() in family(os.getpid())
