"""What a player reads about their own time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import cast

import pytest

from cogs.ui.times import own_deadline
from matches.domain.deadlines.pace import Clock, PaceKind
from matches.domain.model import MatchInfo

NOW = datetime(2100, 1, 1, tzinfo=UTC)


def told(kind: PaceKind, bank: timedelta = timedelta(), *, on_bank: bool = False) -> str:
    clock = Clock(NOW, NOW + timedelta(days=1), NOW, NOW, on_bank=on_bank)
    seat = SimpleNamespace(seat=0, clock=clock, bank=bank, away=None)
    enforced = SimpleNamespace(kind=kind)
    match = SimpleNamespace(seats=(seat,), paused_at=None, enforced=enforced)
    return own_deadline(cast("MatchInfo", match), 0, "en")


@pytest.mark.parametrize(
    ("minutes", "hours"), [(5, "1 hour"), (89, "1 hour"), (100, "2 hours"), (600, "10 hours")]
)
def test_extra_time_is_told_in_whole_hours(minutes: int, hours: str) -> None:
    assert f"you have {hours} of extra time" in told(PaceKind.STRICT, timedelta(minutes=minutes))


@pytest.mark.parametrize(
    ("kind", "end"),
    [
        (PaceKind.CASUAL, ""),
        (PaceKind.STEADY, "a computer will make this one decision for you."),
        (PaceKind.STRICT, "somebody else can take your seat."),
    ],
)
def test_what_happens_at_the_end_is_told(kind: PaceKind, end: str) -> None:
    assert told(kind).startswith("You have until")
    assert told(kind).endswith(end)
    assert "extra time" not in told(kind)


def test_extra_time_that_runs_is_told() -> None:
    said = told(PaceKind.STEADY, timedelta(hours=3), on_bank=True)
    assert "already using your extra time" in said
    assert "After that" not in said


def test_no_extra_time_is_told_where_nobody_loses_anything() -> None:
    assert "extra time" not in told(PaceKind.CASUAL, timedelta(hours=3))
