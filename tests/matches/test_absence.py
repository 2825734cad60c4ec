"""While the bot or the machine was away, no clock ran."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from matches.db.driver import Connection
from matches.domain.change import Change
from matches.domain.history.timeline import Live
from matches.services.cache import MatchCache
from rules.errors import StoreError
from tests.matches.deadlines import (
    CASUAL,
    DAY,
    HOUR,
    NEW_YEAR,
    STRICT,
    absent,
    after,
    begun,
    consistent,
    due_of,
    seat_of,
)
from tests.matches.helpers import (
    ANN,
    BEA,
    CEC,
    Clock,
    House,
    pause,
)


class TestAbsence:
    async def test_every_clock_has_what_it_had(self, house: House, clock: Clock) -> None:
        await begun(house, STRICT)
        since = clock.now
        clock.advance(50 * 3600)
        await absent(house, since)
        assert await due_of(house, ANN) == clock.now + DAY
        assert await after(house, clock, 0) == [("note", None), ("edit", None)]
        info = await consistent(house)
        assert info.to_act == {0, 1}
        assert await after(house, clock, 12.1) == [("nudge", ANN), ("nudge", BEA)]
        assert await house.sql("SELECT away_since, made_up_until FROM attendance") == [(None, None)]

    async def test_a_short_one_is_not_told(self, house: House, clock: Clock) -> None:
        await begun(house, STRICT)
        clock.advance(1800)
        await absent(house, NEW_YEAR)
        assert await due_of(house, ANN) == clock.now + DAY
        assert await after(house, clock, 0) == [("edit", None)]

    async def test_a_clock_set_back_costs_nobody_any_time(self, house: House, clock: Clock) -> None:
        await begun(house, STRICT)
        clock.advance(-1000 * 3600)
        await absent(house, NEW_YEAR)
        assert await due_of(house, ANN) == clock.now + DAY
        assert await after(house, clock, 0) == [("edit", None)]
        assert len(await after(house, clock, 12.1)) == 2

    async def test_a_clock_started_after_the_last_beat_before_that_is_moved_too(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STRICT)
        late, before = timedelta(seconds=30), (await house.service.info(1)).life
        clock.advance(-5 * 3600)
        await absent(house, NEW_YEAR - late)
        assert await due_of(house, ANN) == clock.now + late + DAY
        after = (await house.service.info(1)).life
        assert before.check is not None
        assert after.check == before.check - 5 * HOUR + late
        assert after.touched == clock.now

    @pytest.mark.parametrize("hours", [-5, 5])
    async def test_a_clock_started_before_that_is_noticed_is_right(
        self, house: House, clock: Clock, hours: int
    ) -> None:
        await begun(house, STRICT)
        clock.advance(hours * 3600)
        await begun(house, STRICT, ANN, CEC)
        right = (await seat_of(house, CEC, 2)).clock
        clock.advance(30)
        await absent(house, NEW_YEAR)
        assert (await seat_of(house, CEC, 2)).clock == right
        assert await due_of(house, ANN) == clock.now + DAY

    async def test_a_clock_started_in_between_gets_back_what_it_lost(
        self, house: House, clock: Clock
    ) -> None:
        """The machine had slept; somebody moved before that was noticed, and then the bot died."""
        await begun(house, STRICT)
        clock.advance(5 * 3600)
        await begun(house, STRICT, ANN, CEC)
        woken = int((clock.now + HOUR).timestamp() * 1000)
        await house.sql("UPDATE seats SET woken_at = ? WHERE match_id = 2", woken)
        house.service = house.fresh()
        clock.advance(2 * 3600)
        await absent(house, NEW_YEAR)
        found = (await seat_of(house, CEC, 2)).clock
        assert found is not None
        assert (found.since, found.due) == (clock.now, clock.now + DAY)
        assert await due_of(house, ANN) == clock.now + DAY

    async def test_a_clock_that_was_only_looked_at_in_between_gets_all_back(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STRICT)
        woken = int((NEW_YEAR + 5 * HOUR).timestamp() * 1000)
        await house.sql("UPDATE seats SET woken_at = ?", woken)
        house.service = house.fresh()
        clock.advance(7 * 3600)
        await absent(house, NEW_YEAR + HOUR)
        assert await due_of(house, ANN) == NEW_YEAR + DAY + 6 * HOUR

    async def test_where_all_time_was_over_nobody_is_told(self, house: House, clock: Clock) -> None:
        await begun(house, CASUAL)
        await house.sql("UPDATE seats SET wake_at = wake_at + ?", 100 * 86_400_000)
        clock.advance(10 * 86400)
        house.service = house.fresh()
        since = clock.now
        clock.advance(5 * 3600)
        before = (await house.service.info(1)).seats[0].clock
        await absent(house, since)
        assert (await house.service.info(1)).seats[0].clock != before
        assert await house.sql("SELECT kind FROM outbox") == []

    async def test_matches_that_stand_still_and_lobbies_are_left_alone(
        self, house: House, clock: Clock
    ) -> None:
        await begun(house, STRICT)
        await house.lobby(ANN, BEA)
        await house.sql("DELETE FROM outbox")
        await pause(house.service, 1, "vote")
        await house.sql("DELETE FROM outbox")
        clock.advance(50 * 3600)
        before = await house.service.info(1)
        await absent(house, NEW_YEAR)
        now = await house.service.info(1)
        assert replace(now, life=before.life) == before
        assert before.life.check is not None
        assert now.life.check == before.life.check + timedelta(hours=50)
        assert await after(house, clock, 0) == []

    async def test_cut_off_half_way_it_moves_no_clock_twice(
        self, house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first, second = await begun(house, STRICT), await begun(house, STRICT)
        await _cut_off_at(house, monkeypatch, second, clock)
        assert (await house.sql("SELECT made_up_match FROM attendance")) == [(first,)]
        clock.advance(2 * 3600)
        fresh = house.fresh()
        await fresh.absences.look(lambda _: True)
        for match_id in (first, second):
            found = (await fresh.info(match_id)).seats[0].clock
            assert found is not None
            assert found.due == NEW_YEAR + 52 * HOUR + DAY
        assert await house.sql("SELECT away_since, made_up_until FROM attendance") == [(None, None)]

    async def test_cut_off_it_moves_no_clock_that_was_started_after_it(
        self, house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A computer has moved before the bot had gone on with it, and then the bot died again."""
        await begun(house, STRICT)
        await _cut_off_at(house, monkeypatch, await begun(house, STRICT), clock)
        clock.advance(2 * 3600)
        house.service = house.fresh()
        await begun(house, STRICT, ANN, CEC)
        clock.advance(3600)
        await house.fresh().absences.look(lambda _: True)
        house.service = house.fresh()
        assert await due_of(house, ANN) == NEW_YEAR + 53 * HOUR + DAY
        found = (await seat_of(house, CEC, 3)).clock
        assert found is not None
        assert (found.since, found.due) == (clock.now, clock.now + DAY)

    async def test_what_begins_meanwhile_is_not_moved(self, house: House, clock: Clock) -> None:
        await begun(house, STRICT)
        await absent(house, NEW_YEAR - 3 * DAY)
        assert await due_of(house, ANN) == NEW_YEAR + DAY


async def _cut_off_at(house: House, monkeypatch: pytest.MonkeyPatch, at: int, clock: Clock) -> None:
    """Let the bot die when it moves the clocks of a match, after 50 hours since New Year."""
    clock.advance(50 * 3600)
    real = MatchCache.save_with

    async def save(
        self: MatchCache, change: Change, live: Live | None, also: Callable[[Connection], None]
    ) -> None:
        if change.after.id == at:
            raise StoreError("killed")
        await real(self, change, live, also)

    with monkeypatch.context() as patch:
        patch.setattr(MatchCache, "save_with", save)
        with pytest.raises(StoreError, match="killed"):
            await absent(house, NEW_YEAR)
