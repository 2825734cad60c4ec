"""How long a lease is watched before somebody else takes it."""

from __future__ import annotations

from matches.db.bots import leases
from matches.db.bots.leases import Holder
from matches.lease import ALL, FRESH_S, RENEW_S, WATCH_S, Watch
from tests.matches.helpers import Clock


def a_row(renewals: int = 0) -> leases.Lease:
    since = Clock().now
    return leases.Lease(ALL, 1, renewals, Holder("a", "host", 1), "", since)


def test_a_row_is_watched_from_its_last_change_on() -> None:
    watch = Watch()
    assert watch.look(a_row(), 100.0) == 0
    assert watch.look(a_row(), 100.5) == 0.5
    assert watch.look(a_row(), 101.5) == 1.5
    assert watch.look(a_row(1), 102.0) == 0
    assert watch.look(a_row(1), 103.0) == 1


def test_a_watcher_that_was_asleep_has_seen_nothing() -> None:
    watch = Watch()
    watch.look(a_row(), 100.0)
    assert watch.look(a_row(), 4000.0) == RENEW_S
    assert watch.look(a_row(), 3000.0) == RENEW_S  # a clock that goes back
    assert watch.look(a_row(), 3001.0) == RENEW_S + 1


def test_who_may_send_and_who_may_take_over_are_far_apart() -> None:
    """What the holder has begun to send arrives before anybody takes over, even after a sleep."""
    assert RENEW_S * 3 <= FRESH_S
    assert FRESH_S * 2 <= WATCH_S
    assert WATCH_S + 2 * RENEW_S <= 30
