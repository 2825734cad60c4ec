"""The short form of the exercise `kills`, and three faults that it finds."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from matches.domain.change import LogRow, Stored
from tests.range.world import Kept
from tests.soak import judge
from tests.soak.evidence import OWN_CHARS, Evidence, Told, turn_posts
from tests.soak.kills import Kills
from tests.soak.kills_planted import PLANTED
from tests.soak.record import Absent, Clock, Record, Row
from tests.soak.report import Report, Run

pytestmark = pytest.mark.timeout(300)  # bots that die wait for each other
RUNS = 6
"""How many runs have to find a planted fault."""
FINDS = {plant.name: plant.finds for plant in PLANTED}


async def killed(folder: Path, times: int, seed: int = 1) -> Report:
    """Return the report of a run with so many kills, however long that takes."""
    run = Run(seed, inf, folder)
    await Kills(run, most=times, tables=3).attack()
    return run.report


async def test_killed_in_every_way_it_loses_and_doubles_nothing(tmp_path: Path) -> None:
    report = await killed(tmp_path, 6)
    assert report.wrongs == []
    assert report.counts["moves"] >= 3
    assert report.counts["requests failed"] >= 3


@pytest.mark.parametrize("name", ["sent-before-the-send", "wrong-seat-called", "nonce-left-out"])
async def test_planted_faults_are_found(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STOLIK_PLANTED", name)
    found = Counter[str]()
    for seed in range(1, RUNS + 1):  # whether three kills show it depends on when they come
        (folder := tmp_path / str(seed)).mkdir()
        found += (await killed(folder, 3, seed)).kinds()
        if found[FINDS[name]]:
            return
    pytest.fail(f"only {found}")


def test_calls_are_told_apart_when_the_bot_has_forgotten_what_it_sent(tmp_path: Path) -> None:
    """A letter for ply 43 that shows 46 called nobody for 46, also a day later."""
    table = Kills(Run(1, 1.0, tmp_path)).sit_down()
    rows = [letter_row(1, 43, "a"), letter_row(2, 49, "b")]
    table.record = cast("Record", SimpleNamespace(outbox=lambda _: rows))
    log = (LogRow(44, 0, "x", 50, datetime(2026, 1, 1, tzinfo=UTC)),)
    info = SimpleNamespace(id=4, seats=[SimpleNamespace(seat=0, user_id=50)])
    stored = cast("Stored", SimpleNamespace(log=log, info=info))
    letters = [letter(4, 46, "a"), letter(4, 49, "b")]
    for _ in range(2):
        table.note_plies()
        assert not [*judge.called_twice(Evidence(stored, plies=table.plies, letters={50: letters}))]
        rows = []
    again = [*letters, letter(4, 50, "c")]
    assert [*judge.called_twice(Evidence(stored, plies=table.plies, letters={50: again}))]


@pytest.mark.parametrize(
    ("ended_alone", "endings", "is_right"),
    [
        (True, ("", ".end"), True),
        (True, ("", ""), False),
        (True, (".end", ".end"), False),
        (False, ("", ".end"), False),
    ],
)
def test_a_match_given_up_has_posts_of_its_last_ply_before_and_after(
    ended_alone: bool, endings: tuple[str, str], is_right: bool
) -> None:
    turns = turn_posts(4, [post(4, 46, ending) for ending in endings])
    assert (not [*judge.repeated(turns, ended_alone=ended_alone)]) is is_right


def post(match_id: int, ply: int, ending: str) -> Kept:
    """Return a post of a turn at a ply, or of the end."""
    look = {"type": 2, "custom_id": f"bview:{match_id}:{ply}{ending}"}
    return Kept({"id": "1", "components": [look]}, 1)


def letter_row(number: int, ply: int, own: str) -> Row:
    """Return a letter that was sent for a ply."""
    return Row(number, "u50", "dm", ply, 50, own * OWN_CHARS + "00", "sent", None, 0)


def letter(match_id: int, ply: int, own: str) -> Kept:
    """Return a letter that asked for a move at a ply."""
    button = f'{judge.ASKS}, "custom_id": "bturn:{match_id}:{ply}"'
    return Kept({"id": "1"}, 1, own * OWN_CHARS + "00", layout=button)


def test_moves_of_standing_answers_are_no_moves_too_many() -> None:
    at, later = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, tzinfo=UTC)
    log = (LogRow(1, 0, "a", 7, at), LogRow(2, 0, "end", 7, at), LogRow(3, 0, "b", 7, later))
    stored = cast("Stored", SimpleNamespace(log=log))
    told = Told(sent=Counter({(7, "a"): 1, (7, "b"): 1}))
    assert [*judge.made_twice(Evidence(stored, told=told))]
    told.standing.add(7)
    assert not [*judge.made_twice(Evidence(stored, told=told))]
    told.sent[7, "b"] = 0
    assert [*judge.made_twice(Evidence(stored, told=told))]


@pytest.mark.parametrize(
    ("more_s", "start_s", "is_right"),
    [(0, 0, True), (-7, 0, False), (-7, 4, True), (-12, 4, False), (8, 4, False), (3600, 0, True)],
)
def test_a_slow_start_may_give_back_what_had_passed_at_its_begin(
    more_s: float, start_s: float, is_right: bool
) -> None:
    absent = Absent(beat=40_000.0)
    before = {(1, 0): Clock(ply=3, due=100.0, woken=0.0)}
    after = {(1, 0): Clock(ply=3, due=100.0 + 50_000 + more_s, woken=0.0)}
    found = [*judge.moved_otherwise(before, after, absent.gap_s, 90_000.0, start_s)]
    assert (found == []) is is_right


@pytest.mark.parametrize(
    ("absent", "first_s", "second_s"),
    [
        (Absent(89_999.0), 0, 0),
        (Absent(50_000.0), 40_000, 40_000),
        (Absent(89_999.0, since=50_000.0), 40_000, 40_000),
        (Absent(89_999.0, since=50_000.0, until=89_999.0, done=1), 0, 39_999),
        (Absent(89_999.0, since=50_000.0, until=80_000.0, done=1), 10_000, 40_000),
        (Absent(89_999.0, since=99_000.0), -9_000, -9_000),
    ],
)
def test_what_was_noticed_before_a_death_is_made_up_for_after_it(
    absent: Absent, first_s: float, second_s: float
) -> None:
    assert absent.gap_s(1, 90_000.0, 0.0) == first_s
    assert absent.gap_s(2, 90_000.0, 0.0) == second_s


@pytest.mark.parametrize(
    ("woken", "more_s"),
    [(0, 0), (39_900, 0), (39_950, 20_000), (40_200, 20_000), (40_400, 0), (59_000, 0)],
)
def test_a_clock_started_after_the_time_was_set_right_was_not_moved(
    woken: float, more_s: float
) -> None:
    """A clock that was ahead was set back, and its bot died while it moved all others."""
    absent = Absent(beat=40_000.0, since=60_000.0, until=40_000.0)
    before = {(1, 0): Clock(ply=3, due=100_000.0, woken=woken)}
    after = {(1, 0): Clock(ply=3, due=130_000.0 + more_s, woken=woken)}
    assert [*judge.moved_otherwise(before, after, absent.gap_s, 90_000.0)] == []


def test_a_clock_that_was_started_meanwhile_lost_only_what_came_after() -> None:
    before = {(1, 0): Clock(ply=3, due=100_000.0, woken=70_000.0, since=70_000.0)}
    after = {(1, 0): Clock(ply=3, due=120_000.0, woken=70_000.0, since=70_000.0)}
    absent = Absent(beat=89_999.0, since=50_000.0)
    assert [*judge.moved_otherwise(before, after, absent.gap_s, 90_000.0)] == []
    late = {(1, 0): Clock(ply=3, due=140_000.0, woken=70_000.0, since=70_000.0)}
    assert [*judge.moved_otherwise(before, late, absent.gap_s, 90_000.0)]
