from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from matches.domain.arrivals import ANSWERABLE, RECENT, Arrivals
from rules.errors import StaleMoveError

START = datetime(2026, 1, 1, tzinfo=UTC)
MS = timedelta(milliseconds=1)


class Clocks:
    """Discord's clock, and ours, which is ahead by `skew`."""

    def __init__(self, skew: timedelta) -> None:
        self.now, self.skew = START, skew
        self.arrivals = Arrivals(lambda: self.now + self.skew)

    def later(self, span: timedelta) -> None:
        self.now += span


@pytest.fixture(params=[timedelta(), timedelta(hours=1), -timedelta(hours=1)], ids=str)
def clocks(request: pytest.FixtureRequest) -> Clocks:
    return Clocks(request.param)


def is_stale(clocks: Clocks, made_at: datetime, seat: int = 0) -> bool:
    try:
        clocks.arrivals.check(1, seat, clocks.arrivals.arrived(made_at))
    except StaleMoveError:
        return True
    return False


def test_requests_received_before_the_move_are_stale_at_any_time(clocks: Clocks) -> None:
    asked = clocks.arrivals.arrived(clocks.now)
    clocks.arrivals.moved(1, [0])
    with pytest.raises(StaleMoveError):
        clocks.arrivals.check(1, 0, asked)
    clocks.arrivals.check(1, 1, asked)
    clocks.arrivals.check(2, 0, asked)
    clocks.arrivals.check(1, 0, None)


def test_what_was_made_before_the_move_and_comes_after_it_is_stale(clocks: Clocks) -> None:
    clocks.arrivals.arrived(clocks.now - 50 * MS)  # fifty milliseconds on the way
    made = clocks.now
    clocks.later(100 * MS)
    clocks.arrivals.moved(1, [0])
    clocks.later(300 * MS)
    assert is_stale(clocks, made)


def test_what_is_made_after_the_move_is_never_stale(clocks: Clocks) -> None:
    """For any delays on the way, and however wrong our clock is."""
    for ways in (5, 50, 900, 20):
        made = clocks.now
        clocks.later(ways * MS)
        assert not is_stale(clocks, made)
        clocks.arrivals.moved(1, [0])
        clocks.later(1 * MS)


def test_a_clock_that_is_set_right_refuses_nobody_for_long() -> None:
    clocks = Clocks(timedelta())
    refused = 0
    for number in range(3 * RECENT):
        if number == RECENT:
            clocks.skew = timedelta(seconds=30)
        made = clocks.now
        clocks.later(50 * MS)
        refused += is_stale(clocks, made)
        clocks.arrivals.moved(1, [0])
        clocks.later(1000 * MS)
    assert refused <= RECENT


def test_moves_are_forgotten_when_nothing_older_can_come() -> None:
    clocks = Clocks(timedelta())
    for match in range(1000):
        clocks.arrivals.moved(match, [0, 1])
        clocks.later(timedelta(seconds=9))
    assert len(clocks.arrivals._moved) <= 2 * (ANSWERABLE / timedelta(seconds=9) + 2)
