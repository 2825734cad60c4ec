"""One timer for everything that is due at a time (matches/scheduler.py)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from matches.db.deadlines import Due, Kind, due_now
from matches.db.meta import BEAT_EVERY
from matches.db.store import Store
from matches.domain.settings import UserSettings
from matches.scheduler import Scheduler
from matches.services.clocks import Clocks
from matches.services.ends.closing import Closing
from matches.services.ends.retention import Retention
from matches.services.ends.vanished import Vanished
from matches.services.table.lobby import Lobby
from matches.services.table.voting import Voting
from rules.errors import StoreError
from tests.matches.deadlines import CASUAL, DAY, STEADY, STRICT, begun, choose, due_of
from tests.matches.helpers import ANN, BEA, CEC, GUILD, Clock, House

HOUR = timedelta(hours=1)
OTHER_GUILD = GUILD + 1


@pytest.fixture
async def scheduler(store: Store, house: House, clock: Clock) -> AsyncIterator[Scheduler]:
    made = Scheduler(store, house.service, clock)
    house.service.alarm = made.by
    yield made
    await made.close()


async def rounds(scheduler: Scheduler) -> None:
    """Go round, and wait until all is done."""
    scheduler.kick()
    while scheduler._task is not None and not scheduler._task.done():
        await asyncio.wait([scheduler._task])


async def passing(scheduler: Scheduler, clock: Clock, hours: float) -> None:
    """Let time pass while the bot is running."""
    for _ in range(round(hours * 12)):
        clock.advance(300)
        await rounds(scheduler)


def sleeps(scheduler: Scheduler, clock: Clock) -> timedelta:
    """Return how long the scheduler would sleep now."""
    assert scheduler._timer is not None
    delay = scheduler._timer.when() - asyncio.get_running_loop().time()
    return timedelta(seconds=round(delay))


async def items(house: House) -> list[tuple[object, ...]]:
    return await house.sql("SELECT kind, user_id FROM outbox ORDER BY id")


async def test_it_beats_when_there_is_nothing_to_do(
    scheduler: Scheduler, store: Store, clock: Clock
) -> None:
    await rounds(scheduler)
    assert await store.get_meta("heartbeat") == clock.now.isoformat()
    assert sleeps(scheduler, clock) == BEAT_EVERY
    clock.advance(60)
    await rounds(scheduler)
    assert await store.get_meta("heartbeat") == clock.now.isoformat()


async def test_it_wakes_when_the_next_clock_wants_it(
    scheduler: Scheduler, house: House, clock: Clock
) -> None:
    await begun(house, STEADY)
    await passing(scheduler, clock, 11 + 55 / 60)
    clock.advance(280)
    await rounds(scheduler)
    assert sleeps(scheduler, clock) == timedelta(seconds=20)
    assert await items(house) == []
    clock.advance(20)
    await rounds(scheduler)
    assert await items(house) == [("nudge", ANN), ("nudge", BEA)]


async def test_it_is_told_of_a_clock_that_wants_it_sooner(
    scheduler: Scheduler, house: House, clock: Clock
) -> None:
    await begun(house, STEADY)
    await rounds(scheduler)
    assert sleeps(scheduler, clock) == BEAT_EVERY
    await house.service.clocks.snooze(1, ANN, clock.now + timedelta(seconds=5))
    assert sleeps(scheduler, clock) == timedelta(seconds=5)
    await house.service.clocks.snooze(1, BEA, clock.now + timedelta(seconds=7))
    assert sleeps(scheduler, clock) == timedelta(seconds=5)


async def test_the_timer_goes_off_by_itself(
    scheduler: Scheduler, house: House, clock: Clock
) -> None:
    await begun(house, STEADY)
    await rounds(scheduler)
    clock.advance(3)
    await house.service.clocks.snooze(1, ANN, clock.now)
    async with asyncio.timeout(5):
        while ("nudge", ANN) not in await items(house):  # noqa: ASYNC110 - a real timer
            await asyncio.sleep(0.01)


async def test_all_that_is_due_is_done_in_one_round(
    scheduler: Scheduler, house: House, clock: Clock
) -> None:
    for _ in range(3):
        await begun(house, STEADY)
    await passing(scheduler, clock, 24)
    clock.advance(1)
    await rounds(scheduler)
    assert await house.sql("SELECT count(*) FROM remarks") == [(6,)]
    assert await house.sql("SELECT count(*) FROM seats WHERE due_at < ?", 0) == [(0,)]


async def test_after_days_of_downtime_it_does_not_shout(
    scheduler: Scheduler, house: House, clock: Clock
) -> None:
    await begun(house, STRICT)
    await rounds(scheduler)
    clock.advance(2 * 86400)
    await rounds(scheduler)
    assert await items(house) == [("note", None), ("edit", None)]
    assert await due_of(house, ANN) == clock.now + DAY
    await passing(scheduler, clock, 12.1)
    assert (await items(house))[2:] == [("nudge", ANN), ("nudge", BEA)]


async def test_a_clock_put_back_does_no_harm(
    scheduler: Scheduler, house: House, clock: Clock
) -> None:
    await begun(house, STRICT)
    await rounds(scheduler)
    clock.advance(-30 * 86400)
    await rounds(scheduler)
    assert await items(house) == [("edit", None)]  # the deadline in the newest post
    assert await due_of(house, ANN) == clock.now + DAY
    await passing(scheduler, clock, 24.1)
    assert {("nudge", ANN), ("nudge", BEA), ("seat", None), ("edit", None)} <= {*await items(house)}


async def test_a_clock_put_forward_and_back_leaves_things_as_they_were(
    scheduler: Scheduler, house: House, clock: Clock
) -> None:
    await begun(house, STRICT)
    await rounds(scheduler)
    due = await due_of(house, ANN)
    clock.advance(365 * 86400)
    await rounds(scheduler)
    clock.advance(-365 * 86400)
    await rounds(scheduler)
    assert await due_of(house, ANN) == due


async def test_while_nobody_can_be_reached_it_counts_as_away(
    store: Store, house: House, clock: Clock
) -> None:
    here = [True]
    scheduler = Scheduler(store, house.service, clock, is_connected=lambda: here[0])
    await begun(house, STRICT)
    await rounds(scheduler)
    here[0] = False
    await passing(scheduler, clock, 30)
    assert await items(house) == []
    here[0] = True
    await rounds(scheduler)
    assert await items(house) == [("note", None), ("edit", None)]
    assert await due_of(house, BEA) == clock.now + DAY
    await scheduler.close()


async def test_clocks_of_a_server_that_is_away_stand_still_and_others_go_on(
    store: Store, house: House, clock: Clock
) -> None:
    here = {GUILD, OTHER_GUILD}
    scheduler = Scheduler(store, house.service, clock, is_here=here.__contains__)
    await begun(house, STRICT)
    await begun(house, STRICT, ANN, CEC)
    await house.sql("UPDATE matches SET guild_id = ? WHERE id = 2", OTHER_GUILD)
    house.service = house.fresh()
    scheduler = Scheduler(store, house.service, clock, is_here=here.__contains__)
    await rounds(scheduler)
    here.remove(GUILD)
    scheduler.look_around()
    await rounds(scheduler)
    await passing(scheduler, clock, 30)
    assert {match_id for (match_id,) in await house.sql("SELECT match_id FROM outbox")} == {2}
    assert (await house.service.info(1)).seats[0].clock is not None
    assert (await house.service.info(2)).seats[0].open
    assert sleeps(scheduler, clock) <= BEAT_EVERY  # it isn't busy with what waits
    here.add(GUILD)
    scheduler.look_around()
    await rounds(scheduler)
    assert await due_of(house, BEA) == clock.now + DAY
    assert await house.outbox(1) == [("note", None), ("edit", None)]
    await scheduler.close()


async def test_what_is_away_survives_a_restart(store: Store, house: House, clock: Clock) -> None:
    here = set[int]()
    await begun(house, STRICT)
    first = Scheduler(store, house.service, clock, is_here=here.__contains__)
    await rounds(first)
    await passing(first, clock, 5)
    await first.close()
    clock.advance(3600)
    house.service = house.fresh()
    second = Scheduler(store, house.service, clock, is_here=here.__contains__)
    await passing(second, clock, 30)
    assert await items(house) == []
    here.add(GUILD)
    second.look_around()
    await rounds(second)
    assert await due_of(house, ANN) == clock.now + DAY
    await second.close()


async def test_a_request_proves_that_its_server_is_here(
    store: Store, house: House, clock: Clock
) -> None:
    here = {GUILD}
    scheduler = Scheduler(store, house.service, clock, is_here=here.__contains__)
    await begun(house, STRICT)
    await rounds(scheduler)
    here.clear()
    scheduler.look_around()
    await rounds(scheduler)
    clock.advance(5 * 3600)
    await asyncio.gather(*(scheduler.welcome(GUILD) for _ in range(3)))
    assert await due_of(house, ANN) == clock.now + DAY  # once, though three came together
    await scheduler.welcome(OTHER_GUILD)
    clock.advance(3600)
    here.add(GUILD)
    scheduler.look_around()
    await rounds(scheduler)
    assert await due_of(house, ANN) == clock.now + DAY
    assert await house.sql("SELECT away_since FROM attendance") == [(None,)]
    await scheduler.close()


async def test_servers_without_matches_are_forgotten(
    scheduler: Scheduler, house: House, store: Store
) -> None:
    await begun(house, CASUAL)
    await rounds(scheduler)
    assert await house.sql("SELECT guild_id FROM attendance") == [(GUILD,)]
    await house.service.vanished.end(GUILD)
    scheduler.look_around()
    await rounds(scheduler)
    assert await house.sql("SELECT guild_id FROM attendance") == []


async def test_a_locked_database_is_tried_again(
    scheduler: Scheduler,
    house: House,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def locked(*_: object) -> None:
        raise StoreError("it is locked")

    await begun(house, STEADY)
    await passing(scheduler, clock, 11.9)
    clock.advance(480)
    with monkeypatch.context() as patch:
        patch.setattr(Clocks, "act_on", locked)
        await rounds(scheduler)
    assert "it is locked" in caplog.text
    assert sleeps(scheduler, clock) == timedelta(seconds=10)
    await rounds(scheduler)
    assert len(await items(house)) == 2


BREAKING = {
    Kind.CLOCK: (Clocks, "act_on"),
    Kind.VOTE: (Voting, "expire"),
    Kind.DIGEST: (Clocks, "send_digest"),
    Kind.LOBBY: (Lobby, "release"),
    Kind.LOST: (Vanished, "end"),
    Kind.SWEEP: (Retention, "sweep"),
    Kind.END: (Closing, "act_on"),
}
"""What does each kind of thing that is due."""
DUE = {
    Kind.CLOCK: "UPDATE seats SET wake_at = 1 WHERE match_id = {0} AND seat = 0",
    Kind.VOTE: "INSERT INTO votes (match_id, kind, argument, seat, ply, opened_at, expires_at)"
    " VALUES ({0}, 'pause', '', 0, 0, 0, 1)",
    Kind.DIGEST: "INSERT INTO user_settings (user_id, dm, digest_at) VALUES ({0}, 1, 1)",
    Kind.LOBBY: "INSERT INTO guests VALUES ({0}, 9, 'Eve', '', 1, 0, 0)",
    Kind.LOST: "INSERT INTO lost_guilds (guild_id, ends_at) VALUES ({0}, 1)",
    Kind.SWEEP: "INSERT INTO guild_retention (guild_id, days, sweep_at) VALUES ({0}, 30, 1)",
    Kind.END: "UPDATE matches SET check_at = 1 WHERE id = {0}",
}
"""What makes one due; the number takes the place of the braces."""


@pytest.mark.parametrize("kind", Kind)
async def test_what_breaks_does_not_stop_the_others(
    scheduler: Scheduler,
    house: House,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    kind: Kind,
) -> None:
    asked = list[tuple[int, ...]]()

    async def breaks(self: object, *number: int) -> None:
        asked.append(number)
        raise ValueError("broken")

    matches = [await begun(house, CASUAL) for _ in range(2)]
    lobbies = [(await house.lobby(CEC)).id for _ in range(2)]
    for one in Kind:
        for number in lobbies if one is Kind.LOBBY else matches:
            await house.sql(DUE[one].format(number))
    numbers = lobbies if kind is Kind.LOBBY else matches
    with monkeypatch.context() as patch:
        patch.setattr(*BREAKING[kind], breaks)
        await rounds(scheduler)
        assert sorted(number for number, *_ in asked) == numbers  # due at the same time
        assert await due_within(house, 0) == []
        put_off = [one for one in await due_within(house, 2) if one.kind is kind]
        assert sorted(one.number for one in put_off) == numbers
        told = [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR]
        assert sorted(told) == [f"what was due failed: {Due(kind, number)}" for number in numbers]
        await passing(scheduler, clock, 0.9)
        assert len(asked) == 2
        await passing(scheduler, clock, 0.2)
        assert len(asked) == 4
    await passing(scheduler, clock, 1.1)
    assert not [one for one in await due_within(house, 2) if one.kind is kind]


async def due_within(house: House, hours: int) -> list[Due]:
    """Return what will be due in some hours."""
    soon = house.clock.now + timedelta(hours=hours)
    return list((await house.store.read(lambda db: due_now(db, soon))).found)


async def test_closing_stops_the_timer(scheduler: Scheduler, house: House, clock: Clock) -> None:
    await rounds(scheduler)
    await scheduler.close()
    scheduler.kick()
    scheduler.by(clock.now)
    assert scheduler._timer is not None
    assert scheduler._timer.cancelled()
    assert scheduler._task is None or scheduler._task.done()


class TestDigest:
    async def test_it_comes_at_the_civil_hour_when_something_waits(
        self, scheduler: Scheduler, house: House, clock: Clock
    ) -> None:
        zone = "America/New_York"  # New Year's midnight UTC is 19:00 there
        chosen = UserSettings(BEA, zone=zone, digest_hour=8)
        await house.service.users.set_settings(chosen)
        await begun(house, CASUAL)
        await choose(house, ANN)
        await house.sql("DELETE FROM outbox")
        await passing(scheduler, clock, 12.9)
        assert ("digest", BEA) not in await items(house)
        await passing(scheduler, clock, 0.2)
        assert (await items(house)).count(("digest", BEA)) == 1
        await passing(scheduler, clock, 23.8)
        assert (await items(house)).count(("digest", BEA)) == 1
        await passing(scheduler, clock, 0.2)
        assert (await items(house)).count(("digest", BEA)) == 2

    async def test_without_anything_that_waits_nothing_comes(
        self, scheduler: Scheduler, house: House, clock: Clock
    ) -> None:
        await house.service.users.set_settings(UserSettings(ANN, digest_hour=8))
        await house.service.users.set_settings(UserSettings(BEA, digest_hour=8, dm=False))
        await begun(house, CASUAL)
        await choose(house, ANN)
        await house.sql("DELETE FROM outbox")
        await passing(scheduler, clock, 10)
        assert "digest" not in [kind for kind, _ in await items(house)]
        assert await house.sql("SELECT count(*) FROM user_settings WHERE digest_at IS NULL") == [
            (0,)
        ]

    async def test_after_days_of_downtime_there_is_one(
        self, scheduler: Scheduler, house: House, clock: Clock
    ) -> None:
        await house.service.users.set_settings(UserSettings(BEA, digest_hour=8))
        await begun(house, CASUAL)
        await rounds(scheduler)
        clock.advance(5 * 86400)
        await rounds(scheduler)
        assert (await items(house)).count(("digest", BEA)) == 1

    async def test_no_reminder_without_the_wish_for_one(
        self, scheduler: Scheduler, house: House, clock: Clock
    ) -> None:
        await house.service.users.set_settings(UserSettings(BEA, digest_hour=8))
        await begun(house, CASUAL)
        await house.service.users.set_settings(UserSettings(BEA))
        await passing(scheduler, clock, 10)
        assert ("digest", BEA) not in await items(house)
