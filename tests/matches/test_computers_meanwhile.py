"""What happens to a match while a computer thinks, and what a computer is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from matches.db.bots.share import ALL, Share
from matches.db.driver import Connection
from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.model import Level
from matches.domain.table.votes import Extend, Question, Repace
from matches.services import computers as service_computers
from rules.errors import StaleMoveError, StoreError
from rules.protocol import Move
from tests.matches.deadlines import (
    DAY,
    HOUR,
    NEW_YEAR,
    STEADY,
    after,
    begun,
    consistent,
    due_of,
    seat_of,
    told,
)
from tests.matches.fakes import until
from tests.matches.helpers import (
    ANN,
    BEA,
    GUILD,
    Clock,
    House,
    change_pace,
    entropy,
    pause,
    resume,
)
from tests.matches.test_computers import Mind, anything, move, thinking, with_computers
from tests.matches.test_lifetime import at_end
from tests.matches.test_service import turn_match


class Gate:
    """A choice that waits until a test lets it go."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def __call__(self, *args: Any, **facts: Any) -> Move:
        await self.go.wait()
        return await anything(*args, **facts)


class TestMeanwhile:
    """What happens to a match without a move while a computer thinks."""

    async def test_whoever_takes_a_seat_back_decides(self, house: House) -> None:
        house, mind = thinking(house, gate := Gate())
        match_id = await with_computers(house, ANN, BEA)
        await house.service.seats.resign(match_id, BEA)
        await until(lambda: mind.asked > 0)
        await house.service.seats.claim(match_id, 1, BEA, "Bea")
        gate.go.set()
        await house.service.computers.rest()
        assert (await house.service.info(match_id)).to_act == {0, 1}
        assert await house.sql("SELECT seat FROM log WHERE seat > 0") == [(2,)]

    async def test_nothing_is_played_once_it_is_paused(self, house: House) -> None:
        house, mind = thinking(house, gate := Gate())
        match_id = await with_computers(house, ANN)
        await until(lambda: mind.asked == 1)
        await pause(house.service, match_id, "vote")
        gate.go.set()
        await house.service.computers.rest()
        assert (await house.service.info(match_id)).to_act == {0, 1}
        await resume(house.service, match_id)
        await house.service.computers.rest()
        assert (await house.service.info(match_id)).to_act == {0}

    async def test_where_people_decide_too_each_choice_is_kept_at_once(self, house: House) -> None:
        """Else their next move would throw away what several computers have thought."""
        gate = Gate()

        async def second_waits(rules: Any, state: Any, seat: int, *more: Any, **facts: Any) -> Move:
            choice = anything if seat == 1 else gate
            return await choice(rules, state, seat, *more, **facts)

        house, mind = thinking(house, second_waits)
        match_id = await with_computers(house, ANN, count=2)
        await until(lambda: mind.asked == 2)
        assert await house.sql("SELECT seat FROM log WHERE seat > 0") == [(1,)]
        gate.go.set()
        await house.service.computers.rest()
        assert (await house.service.info(match_id)).to_act == {0}

    async def test_another_process_thinks_for_its_own_servers(self, house: House) -> None:
        house, mind = thinking(house, anything)
        theirs = Share(2, frozenset({1}))
        assert not theirs.has(GUILD)
        house.store.share = lambda: theirs
        match_id = await with_computers(house, ANN)
        await house.service.computers.start()
        await house.service.computers.rest()
        assert mind.asked == 0
        house.store.share = lambda: ALL
        await house.service.computers.start()
        await house.service.computers.rest()
        assert (await house.service.info(match_id)).to_act == {0}


async def test_a_late_players_decision_is_found_after_a_crash(house: House, clock: Clock) -> None:
    house, mind = thinking(house, Gate())
    info = await house.lobby(ANN, BEA)
    await house.service.lobby.set_pace(info.id, ANN, Pace(PaceKind.STEADY, 24))
    await house.service.lobby.start(info.id, ANN)
    clock.advance(25 * 3600)
    await house.service.clocks.act_on(info.id, 0)
    await until(lambda: mind.asked == 1)
    await house.service.computers.close()
    house, _ = thinking(house, anything)
    await house.service.computers.start()
    await house.service.computers.rest()
    after = await house.service.info(info.id)
    assert after.to_act == {1}
    assert not after.seats[0].lent


async def test_each_decision_made_for_somebody_late_is_counted_at_the_end(
    house: House, clock: Clock
) -> None:
    await begun(house, STEADY)
    for _ in range(2):
        await after(house, clock, 24.1)
        await house.service.computers.rest()
    made = len(await told(house))
    await house.service.lobby.end(1, 0, is_admin=True)
    stints = (await house.service.history.closing(1)).computers
    assert {stint.name for stint in stints} <= {"Ann", "Bea"}
    assert sum(stint.late for stint in stints) == made > 2


async def test_who_plays_with_computers_alone_keeps_nobody_waiting(
    house: House, clock: Clock
) -> None:
    info = await house.service.info(await with_computers(house, ANN))
    assert info.to_act == {0}, "they have chosen"
    quarter = info.pace.hours / 4 + 0.1
    assert ("nudge", ANN) not in await after(house, clock, quarter)
    assert ("nudge", ANN) in await after(house, clock, quarter)


async def test_nobody_writes_to_a_computer_whose_turn_it_is(house: House) -> None:
    house, mind = thinking(house, gate := Gate())
    match_id = await with_computers(house, ANN)
    gate.go.set()
    await house.service.computers.rest()
    gate.go.clear()
    while (await house.service.info(match_id)).to_act == {0}:
        await move(house, match_id, ANN)
    await until(lambda: mind.asked > 1)
    assert await house.sql("SELECT count(*) FROM outbox WHERE kind = 'dm' AND user_id = 0") == [
        (0,)
    ]
    await house.service.computers.close()


class TestSaving:
    @staticmethod
    async def failing(
        house: House, monkeypatch: pytest.MonkeyPatch, error: Exception
    ) -> tuple[int, Mind]:
        """Return a match in which a computer's first move can't be saved."""
        house, mind = thinking(house, gate := Gate())
        match_id = await with_computers(house, ANN)
        cache, left = house.service._cache, [error]
        save = cache.save

        async def once(*given: Any) -> None:
            if left:
                raise left.pop()
            await save(*given)

        monkeypatch.setattr(service_computers, "RETRY_S", 0.01)
        monkeypatch.setattr(cache, "save", once)
        gate.go.set()
        await house.service.computers.rest()
        return match_id, mind

    async def test_a_move_that_came_too_late_is_thought_of_again(
        self, house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Another process has changed the match."""
        match_id, mind = await self.failing(house, monkeypatch, StaleMoveError())
        assert (await house.service.info(match_id)).to_act == {0}
        assert mind.asked == 2
        assert not caplog.records

    async def test_a_disk_that_was_full_is_tried_again(
        self, house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        match_id, _ = await self.failing(house, monkeypatch, StoreError("the disk is full"))
        assert (await house.service.info(match_id)).to_act == {0, 1}
        assert "saving a computer's move failed: the disk is full" in caplog.text
        await asyncio.sleep(0.05)
        await house.service.computers.rest()
        assert (await house.service.info(match_id)).to_act == {0}

    async def test_a_move_that_was_kept_although_saving_it_failed_is_answered(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The connection was lost for long, between the commit and its answer."""
        house, _ = thinking(house, anything)
        match_id = await with_computers(house, ANN)
        await house.service.computers.rest()
        write, woken = house.store.write, list[bool]()

        async def lost(job: Callable[[Connection], object]) -> object:
            await write(job)
            raise StoreError("cannot tell whether a change was kept")

        while (await house.service.info(match_id)).to_act == {0}:
            monkeypatch.setattr(service_computers, "RETRY_S", 0.01)
            monkeypatch.setattr(house.store, "write", lost)
            house.service.wake = lambda: woken.append(True)
            with pytest.raises(StoreError):
                await move(house, match_id, ANN)
            assert woken, "its post is sent"
            monkeypatch.setattr(house.store, "write", write)
        assert (await house.service.info(match_id)).to_act == {1}
        await asyncio.sleep(0.05)
        await house.service.computers.rest()
        assert (await house.service.info(match_id)).to_act == {0}

    async def test_what_never_fits_is_given_up_for_a_while(
        self, house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def never(*_: object) -> bool:
            return False

        monkeypatch.setattr(service_computers.Computers, "_play", never)
        house, mind = thinking(house, anything)
        match_id = await with_computers(house, ANN)
        async with asyncio.timeout(20):
            await house.service.computers.rest()
        assert mind.asked == service_computers.MOST_MISSES + 1
        assert "TimeoutError" in caplog.text
        assert (await house.service.info(match_id)).to_act == {0, 1}
        await house.service.computers.close()


class TestAsked:
    async def test_an_answer_is_given_within_its_time(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Even if every decision takes as long as it may."""
        granted, most = list[float](), 0.4
        monkeypatch.setattr(service_computers, "ANSWERED", timedelta(seconds=most))

        async def slowly(*args: Any, within_s: float, **facts: Any) -> Move:
            granted.append(within_s)
            await asyncio.sleep(within_s)
            return await anything(*args, **facts)

        house, _ = thinking(house, slowly)
        match_id = await with_computers(house, ANN, count=2)
        await house.service.computers.rest()
        answers = list[list[float]]()
        while len(answers) < 4:
            granted.clear()
            await move(house, match_id, ANN, len(answers))
            await house.service.computers.rest()
            answers.append(granted[:])
            assert sum(granted) < most
            assert all(one < most / 3 for one in granted[:1]), "the other one gets as much"
        assert max(map(len, answers)) > 1, "they share it"

    async def test_a_computer_is_asked_at_its_level_with_luck_of_its_own(
        self, house: House
    ) -> None:
        """Luck that came from the match would tell it of what it can't see."""
        asked = list[tuple[Level, float, int, int]]()

        async def noting(*given: Any, **facts: Any) -> Move:
            asked.append((given[3], given[4].random(), facts["server"], facts["match"]))
            return await anything(*given, **facts)

        house, _ = thinking(house, noting)
        match_id = await with_computers(house, ANN, level="easy")
        await house.service.computers.rest()
        luck = Random(entropy(service_computers.SEED_BYTES)).random()
        assert asked == [("easy", luck, GUILD, match_id)]


@pytest.mark.parametrize("question", [Extend(24), Repace(Pace(PaceKind.CASUAL, 48)), None])
async def test_whoever_has_time_again_before_the_computer_decides_themselves(
    house: House, clock: Clock, question: Question | None
) -> None:
    house, mind = thinking(house, gate := Gate())
    info = await house.lobby(ANN, slug="lodge", capacity=1)
    await house.service.lobby.set_pace(info.id, ANN, STEADY)
    await house.service.lobby.start(info.id, ANN)
    await after(house, clock, 24.1)
    await until(lambda: mind.asked > 0)
    if question is None:
        await house.service.clocks.away(ANN, (NEW_YEAR, NEW_YEAR + 9 * DAY))
    else:
        await house.service.votes.ask(info.id, ANN, question)
    gate.go.set()
    await house.service.computers.rest()
    assert (await consistent(house)).ply == 1
    seat = await seat_of(house, ANN)
    assert (seat.lent, seat.late) == (False, 0)
    assert seat.clock is not None
    assert seat.clock.due > clock.now
    assert seat.clock.wake is not None
    assert ("edit", None) in await house.outbox(info.id)


async def test_a_late_player_who_moves_before_the_computer_goes_on(
    house: House, clock: Clock
) -> None:
    match_id, acting, _ = await turn_match(house)
    await change_pace(house.service, match_id, STEADY)
    house, mind = thinking(house, gate := Gate())
    await after(house, clock, 24.1)
    await until(lambda: mind.asked > 0)
    await house.play(match_id, acting, "place r1c1")
    gate.go.set()
    await house.service.computers.rest()
    seat = await seat_of(house, acting)
    assert (await consistent(house)).to_act == {seat.seat}
    assert (seat.lent, seat.late) == (False, 0)
    assert await due_of(house, acting) == clock.now + 24 * HOUR
    assert await told(house) == []


async def test_whoever_was_late_decides_themselves_in_a_match_that_is_reopened(
    house: House, clock: Clock
) -> None:
    """It was paused while a computer thought, and closed after that."""
    house, mind = thinking(house, gate := Gate())
    await begun(house, STEADY)
    await after(house, clock, 24.1)
    await until(lambda: mind.asked > 0)
    await pause(house.service, 1, "vote")
    gate.go.set()
    await house.service.computers.rest()
    for _ in range(2):
        await at_end(house, clock, 30)
    assert (await house.service.info(1)).status == "ended"
    await house.service.closing.reopen(1, ANN)
    await house.service.computers.rest()
    again = await house.service.info(1)
    assert again.to_act == {0, 1}
    assert [seat.lent for seat in again.seats] == [False, False]
    assert await due_of(house, ANN) == clock.now + 24 * HOUR
