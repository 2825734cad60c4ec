"""Computer players: who adds them, what they play, and that nothing stops their match."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from matches.db import outbox as outbox_db
from matches.db.outbox import ANSWERED
from matches.domain.deadlines.epoch import to_ms
from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.history.result import _with_left, result_of
from matches.domain.model import Level
from matches.domain.outbox_item import ItemKind, Lane
from matches.domain.table import computers
from matches.domain.table.votes import Replace, Undo
from matches.service import MatchService
from matches.services import computers as service_computers
from matches.services.computers import Hourglass
from rules.errors import LobbyError
from rules.notation import format_move
from rules.protocol import WATCHER, Move, Outcome
from rules.text import Seat, t
from tests.matches.fakes import until
from tests.matches.helpers import (
    ANN,
    BEA,
    CACHED,
    CEC,
    STRANGER,
    Clock,
    House,
    entropy,
    pause,
    resume,
)
from tests.toy import Choose

Choice = Callable[..., Awaitable[Move]]


class Mind:
    """A thinker that decides as a test wants, and counts how often it was asked."""

    def __init__(self, choice: Choice) -> None:
        self.choice, self.asked = choice, 0

    async def think(self, *args: Any, **facts: Any) -> Move:
        self.asked += 1
        return await self.choice(*args, **facts)


async def anything(
    rules: Any, state: object, seat: int, level: Level, rng: Random, **_: Any
) -> Move:
    return cast("Move", rng.choice(rules.legal_moves(state, seat)))


async def stumbles(*_: Any, **facts: Any) -> Move:
    raise LookupError("Bea holds parcel 7")


async def cheats(*_: Any, **facts: Any) -> Move:
    return Choose(99)


async def babbles(*_: Any, **facts: Any) -> Move:
    return cast("Move", "the first one")


async def hangs(*_: Any, **facts: Any) -> Move:
    await asyncio.sleep(60)
    raise AssertionError


def thinking(house: House, choice: Choice) -> tuple[House, Mind]:
    """Return a house whose computers think like this; its requests don't wait for them."""
    mind = Mind(choice)
    house.service = MatchService(
        house.store, clock=house.clock, cached=CACHED, entropy=entropy, thinker=mind
    )
    return house, mind


async def with_computers(house: House, *users: int, count: int = 1, level: Level = "good") -> int:
    """Return the number of a match of users and computers that has been dealt."""
    info = await house.lobby(*users)
    await house.service.lobby.add_computers(info.id, users[0], level, count)
    await house.service.lobby.start(info.id, users[0])
    return info.id


async def move(house: House, match_id: int, user: int, seed: int = 0) -> None:
    glance = await house.service.glance(match_id, user)
    await house.play(match_id, user, format_move(Random(seed).choice(glance.moves)))


class TestLobby:
    async def test_the_host_adds_them_and_sends_them_away(self, house: House) -> None:
        info = await house.lobby(ANN, BEA)
        info = await house.service.lobby.add_computers(info.id, ANN, "strong")
        assert [(s.user_id, s.name, s.level) for s in info.seats[2:]] == [(0, "Cog", "strong")]
        assert info == await house.fresh().info(info.id)
        assert len((await house.service.lobby.leave(info.id, BEA)).seats) == 2
        assert (await house.service.lobby.remove_computer(info.id, ANN, "Cog")).seats[-1].seat == 0
        with pytest.raises(LobbyError, match="already left"):
            await house.service.lobby.remove_computer(info.id, ANN, "Cog")

    async def test_those_who_stay_move_up_and_a_name_is_given_once(self, house: House) -> None:
        info = await house.lobby(ANN)
        lobby = house.service.lobby
        for level in ("easy", "good"):
            await lobby.add_computers(info.id, ANN, level)
        info = await lobby.remove_computer(info.id, ANN, "Cog")
        assert [(s.seat, s.name, s.level) for s in info.seats[1:]] == [(1, "Sprocket", "good")]
        info = await lobby.add_computers(info.id, ANN, "strong")
        assert [(s.seat, s.name) for s in info.seats[1:]] == [(1, "Sprocket"), (2, "Cog")]
        assert info == await house.fresh().info(info.id)

    async def test_the_last_seat_is_given_once(self, house: House) -> None:
        info = await house.lobby(ANN, BEA, capacity=3)
        add = house.service.lobby.add_computers
        found = await asyncio.gather(
            *(add(info.id, ANN, "good") for _ in range(2)), return_exceptions=True
        )
        assert sorted(type(one) is LobbyError for one in found) == [False, True]
        assert len((await house.service.info(info.id)).seats) == 3
        with pytest.raises(LobbyError, match="All seats"):
            await house.service.lobby.join(info.id, CEC, "Cec")

    @pytest.mark.parametrize("user", [BEA, STRANGER])
    async def test_nobody_else_decides(self, house: House, user: int) -> None:
        info = await house.lobby(ANN, BEA)
        lobby = house.service.lobby
        await lobby.add_computers(info.id, ANN, "good")
        for request in (
            lobby.add_computers(info.id, user, "good"),
            lobby.remove_computer(info.id, user, "Cog"),
            lobby.set_level(info.id, user, "easy"),
        ):
            with pytest.raises(LobbyError, match="Only the host"):
                await request

    async def test_once_it_has_begun_nobody_is_added_or_sent_away(self, house: House) -> None:
        match_id = await with_computers(house, ANN)
        lobby = house.service.lobby
        for request in (
            lobby.add_computers(match_id, ANN, "good"),
            lobby.remove_computer(match_id, ANN, "Cog"),
            lobby.set_level(match_id, ANN, "easy"),
        ):
            with pytest.raises(LobbyError):
                await request
        assert [seat.name for seat in (await house.service.info(match_id)).seats] == ["Ann", "Cog"]

    async def test_more_than_there_are_seats_or_names_are_not_added(self, house: House) -> None:
        info = await house.lobby(ANN, BEA)
        for count in (info.capacity - 1, 99):
            with pytest.raises(LobbyError, match="enough free seats"):
                await house.service.lobby.add_computers(info.id, ANN, "good", count)
        assert len((await house.service.info(info.id)).seats) == 2

    async def test_one_that_is_sent_away_twice_at_once_leaves_once(self, house: House) -> None:
        info = await house.lobby(ANN, BEA)
        await house.service.lobby.add_computers(info.id, ANN, "good")
        away = house.service.lobby.remove_computer
        found = await asyncio.gather(
            *(away(info.id, ANN, "Cog") for _ in range(2)), return_exceptions=True
        )
        assert sorted(type(one) is LobbyError for one in found) == [False, True]

    async def test_a_lobby_without_people_ends(self, house: House) -> None:
        info = await house.lobby(ANN)
        await house.service.lobby.add_computers(info.id, ANN, "good", 2)
        assert (await house.service.lobby.leave(info.id, ANN)).status == "ended"

    def test_there_are_three_levels(self) -> None:
        assert [computers.read_level(name) for name in ("easy", "good", "strong")]
        for name in ("", "godlike", "good "):
            with pytest.raises(LobbyError, match="no such level"):
                computers.read_level(name)

    async def test_the_rematch_has_them_too(self, house: House) -> None:
        match_id = await with_computers(house, ANN, count=2, level="easy")
        await house.finish(match_id)
        again = await house.service.lobby.rematch(match_id, ANN, 999, thread=False)
        assert [(seat.name, seat.level) for seat in again.seats] == [
            *(("Cog", "easy"), ("Sprocket", "easy"), ("Ann", "")),
        ]

    async def test_the_rematch_leaves_seats_to_the_same_level(self, house: House) -> None:
        info = await house.lobby(ANN, BEA)
        await house.service.lobby.set_level(info.id, ANN, "strong")
        await house.service.lobby.start(info.id, ANN)
        await house.finish(info.id)
        again = await house.service.lobby.rematch(info.id, ANN, 999, thread=False)
        assert again.level == "strong"


class TestThinking:
    @pytest.mark.parametrize("choice", [anything, stumbles, cheats, babbles, hangs])
    async def test_the_match_goes_on_whatever_the_thinker_does(
        self,
        house: House,
        choice: Choice,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        monkeypatch.setattr(service_computers, "ANSWERED", timedelta())
        monkeypatch.setattr(service_computers, "GRACE_S", 0.001)
        house, _ = thinking(house, choice)
        match_id = await with_computers(house, ANN)
        for _ in range(200):
            await house.service.computers.rest()
            info = await house.service.info(match_id)
            if info.status != "live":
                break
            assert info.to_act == {0}
            await move(house, match_id, ANN)
        assert info.ending == "played"
        assert not [
            r for r in caplog.records if r.levelno >= logging.ERROR or "7" in r.getMessage()
        ]

    async def test_a_match_that_refuses_every_move_is_looked_at_again(
        self, house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(service_computers, "RETRY_S", 0.01)
        house, _ = thinking(house, stumbles)
        with monkeypatch.context() as broken:
            broken.setattr(service_computers, "caretakers_move", lambda *_: Choose(99))
            match_id = await with_computers(house, ANN)
            await house.service.computers.rest()
        assert 1 in (await house.service.info(match_id)).to_act
        assert "a computer's move failed" in caplog.text
        assert "99" not in caplog.text
        await asyncio.sleep(0.05)
        await house.service.computers.rest()
        assert (await house.service.info(match_id)).to_act == {0}

    async def test_a_decision_for_an_earlier_ply_is_thought_again(self, house: House) -> None:
        go = asyncio.Event()

        async def slowly(*args: Any, **facts: Any) -> Move:
            await go.wait()
            return await anything(*args, **facts)

        house, mind = thinking(house, slowly)
        match_id = await with_computers(house, ANN, BEA)
        await asyncio.sleep(0)
        await move(house, match_id, ANN)  # nothing is locked while it thinks
        assert mind.asked == 1
        go.set()
        await house.service.computers.rest()
        assert mind.asked == 2
        assert (await house.service.info(match_id)).to_act == {1}

    async def test_what_was_thought_about_is_found_after_a_crash(self, house: House) -> None:
        house, mind = thinking(house, hangs)
        match_id = await with_computers(house, ANN)
        await until(lambda: mind.asked == 1)
        await house.service.computers.close()
        house, _ = thinking(house, anything)
        await house.service.computers.start()
        await house.service.computers.rest()
        assert (await house.service.info(match_id)).to_act == {0}
        assert [seat for (seat,) in await house.sql("SELECT seat FROM log WHERE seat = 1")] == [1]

    async def test_one_match_can_be_waited_for_and_not_for_ever(self, house: House) -> None:
        house, _ = thinking(house, hangs)
        match_id = await with_computers(house, ANN)
        await house.service.computers.rest_in(match_id + 1, 60)
        await house.service.computers.rest_in(match_id, 0.01)
        assert 1 in (await house.service.info(match_id)).to_act
        waiting = asyncio.create_task(house.service.computers.rest_in(match_id, 60))
        await asyncio.sleep(0)
        await house.service.computers.close()
        await waiting

    async def test_while_a_match_is_paused_nothing_is_played(self, house: House) -> None:
        house, mind = thinking(house, hangs)
        match_id = await with_computers(house, ANN)
        await house.service.computers.close()
        house, mind = thinking(house, anything)
        await pause(house.service, match_id, "vote")
        await house.service.computers.start()
        await house.service.computers.rest()
        assert mind.asked == 0
        await resume(house.service, match_id)
        await house.service.computers.rest()
        assert mind.asked == 1


class TestPosts:
    async def test_a_post_waits_for_the_answers(self, house: House, clock: Clock) -> None:
        go = asyncio.Event()

        async def slowly(*args: Any, **facts: Any) -> Move:
            await go.wait()
            return await anything(*args, **facts)

        house, _ = thinking(house, slowly)
        await house.lobby(ANN)
        match_id = await with_computers(house, ANN, level="easy")
        lane = Lane.of_match(match_id)
        await house.sql("DELETE FROM outbox WHERE kind <> 'turn'")

        async def taken(at: timedelta) -> ItemKind | None:
            now = to_ms(clock.now + at)
            found = await house.store.write(lambda db: outbox_db.take_next(db, lane, now))
            await house.sql("UPDATE outbox SET status = 'sent' WHERE status = 'sending'")
            return None if found is None else found.row.kind

        assert await taken(ANSWERED - timedelta(milliseconds=1)) is None
        go.set()
        await house.service.computers.rest()
        await house.sql("DELETE FROM outbox WHERE kind = 'dm'")
        assert await taken(timedelta(seconds=1)) is not None
        assert await taken(timedelta(days=1)) is not ItemKind.TURN, "two posts instead of one"

    async def test_a_thinker_that_is_late_holds_no_post_back(
        self, house: House, clock: Clock
    ) -> None:
        house, _ = thinking(house, hangs)
        match_id = await with_computers(house, ANN)
        due = await house.sql("SELECT due_at - at FROM outbox WHERE kind = 'turn'")
        assert due == [(ANSWERED // timedelta(milliseconds=1),)]
        assert await house.sql("SELECT count(*) FROM outbox WHERE user_id = 0") == [(0,)]
        assert (await house.service.info(match_id)).seats[1].clock is not None
        await house.service.computers.close()


class TestOpenSeats:
    async def test_they_are_played_at_the_agreed_level_and_handed_back(self, house: House) -> None:
        seen = list[str]()

        async def noting(
            rules: Any, state: object, seat: int, level: Level, rng: Random, **_: Any
        ) -> Move:
            seen.append(level)
            return await anything(rules, state, seat, level, rng)

        house, _ = thinking(house, noting)
        info = await house.lobby(ANN, BEA)
        await house.service.lobby.set_level(info.id, ANN, "strong")
        await house.service.lobby.start(info.id, ANN)
        await house.service.seats.resign(info.id, BEA)
        await house.service.computers.rest()
        assert seen == ["strong"]
        await house.service.seats.claim(info.id, 1, BEA, "Bea")
        await move(house, info.id, ANN)
        await house.service.computers.rest()
        assert not computers.due(await house.service.info(info.id))

    async def test_a_late_player_can_still_decide_first(self, house: House, clock: Clock) -> None:
        house, mind = thinking(house, hangs)
        info = await house.lobby(ANN, BEA)
        await house.service.lobby.set_pace(info.id, ANN, Pace(PaceKind.STEADY, 24))
        await house.service.lobby.start(info.id, ANN)
        clock.advance(25 * 3600)
        await house.service.clocks.act_on(info.id, 0)
        assert computers.due(await house.service.info(info.id)) == {0}
        await move(house, info.id, ANN)
        after = await house.service.info(info.id)
        assert not after.seats[0].lent
        assert after == await house.fresh().info(info.id)
        await house.service.computers.close()

    async def test_the_match_ends_when_no_person_is_left(self, house: House) -> None:
        match_id = await with_computers(house, ANN, BEA)
        await house.service.seats.resign(match_id, ANN)
        assert (await house.service.seats.resign(match_id, BEA)).ending == "left"

    async def test_whoever_plays_with_computers_goes_back_alone(self, house: House) -> None:
        match_id = await with_computers(house, ANN)
        await move(house, match_id, ANN)
        assert (await house.service.votes.ask(match_id, ANN, Undo(1))).status == "passed"
        await house.service.computers.rest()
        with pytest.raises(LobbyError, match="A computer has that seat"):
            await house.service.votes.ask(match_id, ANN, Replace(1))

    async def test_whoever_may_come_back_has_not_agreed_to_go_back(self, house: House) -> None:
        """A computer goes along with the people, but plays on for one who has left."""
        match_id = await with_computers(house, ANN, BEA)
        await move(house, match_id, ANN)
        await house.service.seats.resign(match_id, BEA)
        await house.service.computers.rest()
        with pytest.raises(LobbyError, match="nobody else who could agree"):
            await house.service.votes.ask(match_id, ANN, Undo(1))


@pytest.mark.parametrize(
    ("ranks", "left", "gone", "after"),
    [
        ((1, 2, 3), {0}, set(), (2, 1, 3)),
        ((1, 2, 2, 4), {0}, set(), (3, 1, 1, 4)),
        ((1, 1, 3), {0}, set(), (2, 1, 3)),
        ((2, 1, 3), {0}, set(), (2, 1, 3)),
        ((1, 2, 3), {0, 1}, set(), (2, 3, 1)),
        ((1, 1, 3), {0, 1}, set(), (2, 2, 1)),
        ((1, 1, 3, 3), {0, 1}, set(), (3, 3, 1, 1)),
        ((1, 2, 3), {0}, {2}, (2, 1, 3)),
        ((1, 2), {0}, {1}, (1, 2)),
    ],
)
def test_a_seat_that_was_left_does_not_win(
    ranks: tuple[int, ...], left: set[int], gone: set[int], after: tuple[int, ...]
) -> None:
    outcome = Outcome(ranks, ranks, tuple(() for _ in ranks), t("Somebody wins."))
    found = _with_left(outcome, frozenset(left), frozenset(gone))
    assert found.ranks == after
    assert (found == outcome) == (ranks == after)
    assert ("are ahead" in found.reason.msgid) == (ranks[:2] == (1, 1) and left == {0, 1})


@pytest.mark.parametrize(("level", "ranks"), [("good", (2, 1)), ("", (1, 2))])
def test_what_a_seat_wins_that_was_left_before_there_were_levels_stays(
    level: Level, ranks: tuple[int, ...]
) -> None:
    seats = [
        SimpleNamespace(seat=seat, name="Ann", open=seat == 0, conceded=False, late=0)
        for seat in range(2)
    ]
    info = SimpleNamespace(level=level, ending="played", seats=seats)
    outcome = Outcome((9, 3), (1, 2), ((), ()), t("Somebody wins."))
    timeline = SimpleNamespace(state=None, rules=SimpleNamespace(outcome=lambda _: outcome))
    found = result_of(cast("Any", info), cast("Any", timeline))
    assert found is not None
    assert found.ranks == ranks


async def test_the_remark_stands_beside_the_late_decision(house: House, clock: Clock) -> None:
    info = await house.lobby(ANN, slug="letnisko")
    await house.service.lobby.add_computers(info.id, ANN, "good", 2)
    await house.service.lobby.set_pace(info.id, ANN, Pace(PaceKind.STEADY, 24))
    await house.service.lobby.start(info.id, ANN)
    clock.advance(24.1 * 3600)
    await house.service.clocks.act_on(info.id, 0)
    entries = await house.service.history.log(info.id, None)
    (number,) = (n for n, entry in enumerate(entries) if entry.seat == WATCHER)
    assert entries[number - 1].seat == 0
    assert computers.level_of(info, entries[number - 1].seats[0]) == "good"
    assert any(entry.seat > 0 for entry in entries[number:])


class TestHourglass:
    """The time of an answer, in which each decision takes as long as it may, up to a second."""

    @staticmethod
    def granted(computers: int, *seats: Seat) -> list[float]:
        """Return how long these decisions take, of 3.6 s in all."""
        glass, now, found = Hourglass(computers, 13.6), 10.0, list[float]()
        for seat in seats:
            found.append(min(1.0, glass.within_s(seat, now)))
            now += found[-1]
        assert now <= 13.6
        return found

    @pytest.mark.parametrize("computers", [1, 2, 3, 4])
    def test_computers_with_one_decision_each_get_about_as_much(self, computers: int) -> None:
        found = self.granted(computers, *range(computers))
        assert min(found) >= 0.6
        assert found == sorted(found)

    def test_many_small_steps_of_one_leave_the_others_theirs(self) -> None:
        turns = [seat for seat in range(3) for _ in range(6)]
        found = self.granted(3, *turns)
        assert found[0] == pytest.approx(0.8)
        assert found[6] >= found[0]
        assert found[12] >= found[0]

    def test_computers_that_take_turns_always_have_some_time(self) -> None:
        assert min(self.granted(2, 0, 1, 0, 1)) >= 0.25
        assert min(self.granted(3, 0, 1, 2, 0)) >= 0.2

    def test_a_computer_alone_has_a_second_for_three_decisions(self) -> None:
        assert self.granted(1, 0, 0, 0) == [1.0, 1.0, 1.0]
