"""Votes of players: who may vote, when it is decided, what follows."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from matches.db import votes as votes_db
from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.model import MatchInfo
from matches.domain.table import votes
from matches.domain.table.votes import (
    End,
    Extend,
    Pause,
    Question,
    Repace,
    Replace,
    Resume,
    Undo,
    Vote,
)
from rules.errors import LobbyError, NotSeatedError, PausedError
from rules.notation import format_move
from tests.matches.helpers import ANN, BEA, CEC, DAN, STRANGER, House, expire_votes, pause

STEADY = Pace(PaceKind.STEADY, 24)
ALL = (ANN, BEA, CEC, DAN)


async def begun(house: House, *users: int, pace: Pace = STEADY) -> int:
    """Return the number of a toy match at a pace; the outbox is empty."""
    info = await house.lobby(*users)
    await house.service.lobby.set_pace(info.id, users[0], pace)
    await house.service.lobby.start(info.id, users[0])
    await house.sql("DELETE FROM outbox")
    return info.id


async def choose(house: House, match_id: int, user: int) -> None:
    glance = await house.service.glance(match_id, user)
    await house.play(match_id, user, format_move(glance.moves[0]))


async def told(house: House, match_id: int) -> list[str]:
    """Return the entries of the log that are not moves."""
    entries = await house.service.history.log(match_id, None)
    return [e.events[0].text.msgid for e in entries if e.seat == -2]


async def same_everywhere(house: House, match_id: int) -> MatchInfo:
    """Check that memory, summary and log agree, and return the match."""
    known = await house.service.info(match_id)
    fresh = house.fresh()
    assert await fresh.info(match_id) == known
    assert (await fresh.glance(match_id, None)).match == known
    _, mine = await house.service.news(match_id)
    assert (await fresh.news(match_id))[1] == mine
    return known


class TestDeciding:
    """votes.decided, by the number of players."""

    @staticmethod
    def vote(question: Question, ballots: dict[int, bool]) -> Vote:
        at = votes.LASTS
        return Vote(1, 1, question, 0, 5, "open", at, at, None, ballots)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("count", "yes", "no", "status"),
        [
            (1, 1, 0, "passed"),
            (2, 1, 0, "open"),
            (2, 2, 0, "passed"),
            (2, 1, 1, "failed"),
            (3, 1, 1, "open"),
            (3, 2, 0, "passed"),
            (3, 1, 2, "failed"),
            (4, 2, 1, "open"),
            (4, 2, 2, "failed"),
            (4, 3, 0, "passed"),
        ],
    )
    def test_most_are_more_than_half(self, count: int, yes: int, no: int, status: str) -> None:
        ballots = {seat: seat < yes for seat in range(yes + no)}
        who = frozenset(range(count))
        assert votes.decided(self.vote(Pause(), ballots), who) == status

    @pytest.mark.parametrize("question", [Undo(3), End(), Repace(Pace())])
    def test_all_are_all(self, question: Question) -> None:
        who = frozenset(range(3))
        assert question.kind in votes.UNANIMOUS
        assert votes.decided(self.vote(question, {0: True, 1: True}), who) == "open"
        assert votes.decided(self.vote(question, {0: True, 1: False}), who) == "failed"
        everybody = {0: True, 1: True, 2: True}
        assert votes.decided(self.vote(question, everybody), who) == "passed"

    def test_people_without_a_vote_do_not_count(self) -> None:
        ballots = {0: True, 7: True}
        assert votes.decided(self.vote(Pause(), ballots), frozenset(range(3))) == "open"


class TestAsking:
    async def test_asking_is_a_yes_and_the_others_are_asked_once(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        vote = await house.service.votes.ask(match_id, BEA, Pause())
        assert (vote.status, vote.seat, dict(vote.ballots)) == ("open", 1, {1: True})
        assert vote.expires_at - vote.opened_at == timedelta(days=3)
        assert await house.service.votes.find(vote.id) == vote
        assert await house.sql("SELECT kind, ref FROM outbox") == [("vote", vote.id)]
        await same_everywhere(house, match_id)

    async def test_the_outbox_is_woken_to_ask_and_to_tell(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        woken: list[int] = []

        def wake() -> None:
            woken.append(match_id)

        house.service.wake = wake
        vote = await house.service.votes.ask(match_id, ANN, Pause())
        assert len(woken) == 1
        await house.service.votes.cast(vote.id, BEA, yes=True)
        assert len(woken) == 2

    async def test_there_is_one_at_a_time(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        await house.service.votes.ask(match_id, ANN, End())
        with pytest.raises(LobbyError, match="already has an open vote"):
            await house.service.votes.ask(match_id, BEA, Pause())
        assert await house.sql("SELECT count(*) FROM votes") == [(1,)]
        await same_everywhere(house, match_id)

    async def test_only_one_of_two_simultaneous_votes_is_held(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        ask = house.service.votes.ask
        both = await asyncio.gather(
            ask(match_id, ANN, Pause()),
            ask(match_id, BEA, End()),
            return_exceptions=True,
        )
        assert sorted(type(each).__name__ for each in both) == ["LobbyError", "Vote"]

    @pytest.mark.parametrize(
        "question",
        [
            Resume(),
            Extend(0),
            Extend(9999999),
            Repace(Pace(PaceKind.STEADY, 24)),
            Repace(Pace(PaceKind.STEADY, 0)),
            Undo(1),
            Undo(-1),
            Replace(0),
            Replace(7),
        ],
    )
    async def test_what_makes_no_sense_is_refused(self, house: House, question: Question) -> None:
        match_id = await begun(house, ANN, BEA)
        with pytest.raises(LobbyError):
            await house.service.votes.ask(match_id, ANN, question)
        assert await house.sql("SELECT * FROM votes") == []
        assert await house.sql("SELECT * FROM outbox") == []

    async def test_more_time_where_nobody_can_be_late_is_refused(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, pace=Pace(PaceKind.CASUAL, 24))
        with pytest.raises(LobbyError, match="casual"):
            await house.service.votes.ask(match_id, ANN, Extend(5))

    async def test_a_stranger_a_lobby_and_a_match_that_is_over_are_refused(
        self, house: House
    ) -> None:
        match_id = await begun(house, ANN, BEA)
        with pytest.raises(NotSeatedError):
            await house.service.votes.ask(match_id, STRANGER, Pause())
        with pytest.raises(LobbyError):
            await house.service.votes.ask((await house.lobby(CEC)).id, CEC, Pause())
        await house.service.lobby.end(match_id, 0, is_admin=True)
        with pytest.raises(Exception, match="over"):
            await house.service.votes.ask(match_id, ANN, Pause())

    async def test_the_last_one_left_decides_alone(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await house.service.seats.resign(match_id, BEA)
        vote = await house.service.votes.ask(match_id, ANN, Pause())
        assert vote.status == "passed"
        assert (await same_everywhere(house, match_id)).paused_why == "vote"


class TestVoting:
    async def test_the_last_ballot_decides_and_does_it(self, house: House) -> None:
        match_id = await begun(house, *ALL)
        vote = await house.service.votes.ask(match_id, ANN, Pause())
        assert (await house.service.votes.cast(vote.id, BEA, yes=True)).status == "open"
        assert (await house.service.info(match_id)).paused_at is None
        assert (await house.service.votes.cast(vote.id, CEC, yes=True)).status == "passed"
        info = await same_everywhere(house, match_id)
        assert (info.paused_at, info.paused_why) == (house.clock.now, "vote")
        assert await told(house, match_id) == ["Vote: {question} Most players agreed."]
        with pytest.raises(PausedError):
            await choose(house, match_id, ANN)

    async def test_it_fails_as_soon_as_that_is_certain(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        vote = await house.service.votes.ask(match_id, ANN, End())
        assert (await house.service.votes.cast(vote.id, BEA, yes=False)).status == "failed"
        assert (await house.service.info(match_id)).status == "live"
        assert await told(house, match_id) == ["Vote: {question} Not enough players agreed."]
        with pytest.raises(LobbyError, match="over"):
            await house.service.votes.cast(vote.id, CEC, yes=True)
        await house.service.votes.ask(match_id, CEC, Pause())  # there may be another one

    async def test_strangers_and_unknown_votes_are_refused(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        vote = await house.service.votes.ask(match_id, ANN, End())
        with pytest.raises(NotSeatedError):
            await house.service.votes.cast(vote.id, STRANGER, yes=True)
        with pytest.raises(LobbyError, match="no such vote"):
            await house.service.votes.cast(77, BEA, yes=True)
        assert (await house.service.votes.find(vote.id)) == vote

    async def test_twice_the_same_changes_nothing(self, house: House) -> None:
        match_id = await begun(house, *ALL)
        vote = await house.service.votes.ask(match_id, ANN, Pause())
        vote = await house.service.votes.cast(vote.id, BEA, yes=True)
        items = await house.outbox(match_id)
        assert await house.service.votes.cast(vote.id, BEA, yes=True) == vote
        assert await house.service.votes.cast(vote.id, ANN, yes=True) == vote
        assert vote.status == "open"
        assert await house.outbox(match_id) == items

    async def test_one_may_change_ones_mind_while_it_is_open(self, house: House) -> None:
        match_id = await begun(house, *ALL)
        vote = await house.service.votes.ask(match_id, ANN, Pause())
        await house.service.votes.cast(vote.id, BEA, yes=False)
        vote = await house.service.votes.cast(vote.id, BEA, yes=True)
        assert dict(vote.ballots) == {0: True, 1: True}
        vote = await house.service.votes.cast(vote.id, ANN, yes=False)
        assert (await house.service.votes.cast(vote.id, CEC, yes=False)).status == "failed"

    async def test_the_two_last_ballots_at_the_same_instant_decide_once(self, house: House) -> None:
        match_id = await begun(house, *ALL)
        vote = await house.service.votes.ask(match_id, ANN, Extend(10))
        cast = house.service.votes.cast
        due = (await house.service.info(match_id)).seats[0].clock
        both = await asyncio.gather(
            *(cast(vote.id, user, yes=True) for user in (BEA, CEC, DAN)), return_exceptions=True
        )
        assert [getattr(each, "status", "refused") for each in both] == [
            "open",
            "passed",
            "refused",
        ]
        after = (await same_everywhere(house, match_id)).seats[0].clock
        assert after is not None
        assert due is not None
        assert after.due - due.due == timedelta(hours=10)
        assert len(await told(house, match_id)) == 1


class TestWhatFollows:
    async def agreed(self, house: House, match_id: int, question: Question) -> Vote:
        vote = await house.service.votes.ask(match_id, ANN, question)
        for user in (BEA, CEC):
            seat = (await house.service.info(match_id)).seat_of(user)
            if vote.status == "open" and question != Replace(seat):
                vote = await house.service.votes.cast(vote.id, user, yes=True)
        assert vote.status == "passed"
        assert await house.service.votes.find(vote.id) == vote
        return vote

    async def test_a_pause_stops_the_clocks_and_a_vote_lets_them_go_on(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        (before, *_) = (await house.service.info(match_id)).seats
        await self.agreed(house, match_id, Pause())
        stopped = await same_everywhere(house, match_id)
        assert all(seat.clock and seat.clock.wake is None for seat in stopped.seats)
        house.clock.advance(500 * 3600)
        await self.agreed(house, match_id, Resume())
        (after, *_) = (await same_everywhere(house, match_id)).seats
        assert after.clock is not None
        assert before.clock is not None
        assert after.clock.due - before.clock.due == timedelta(hours=500)
        await choose(house, match_id, ANN)

    async def test_time_that_begins_in_a_pause_stands_still_only_from_then_on(
        self, house: House
    ) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        await choose(house, match_id, CEC)
        ply = (await house.service.info(match_id)).ply
        await choose(house, match_id, BEA)
        await self.agreed(house, match_id, Pause())
        house.clock.advance(72 * 3600)
        await house.service.seats.resign(match_id, ANN)
        await house.service.seats.claim(match_id, 0, DAN, "Dan")
        vote = await house.service.votes.ask(match_id, DAN, Undo(ply))
        for user in (BEA, CEC):
            vote = await house.service.votes.cast(vote.id, user, yes=True)
        house.clock.advance(3600)
        vote = await house.service.votes.ask(match_id, DAN, Resume())
        await house.service.votes.cast(vote.id, BEA, yes=True)
        info = await same_everywhere(house, match_id)
        clocks = [info.seats[seat].clock for seat in sorted(info.to_act)]
        now = house.clock.now
        day = timedelta(hours=STEADY.hours)
        assert [(c.since, c.due) for c in clocks if c] == [(now, now + day)] * 2

    async def test_a_match_without_a_place_cannot_be_voted_on_its_way(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await pause(house.service, match_id, "gone")
        with pytest.raises(LobbyError, match="reach its channel"):
            await house.service.votes.ask(match_id, ANN, Resume())

    async def test_the_end_is_without_a_result_and_shows_the_seed(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        await self.agreed(house, match_id, End())
        info = await same_everywhere(house, match_id)
        assert (info.status, info.to_act) == ("ended", frozenset())
        assert info.chance_seed
        assert [kind for kind, _ in await house.outbox(match_id)].count("turn") == 1
        assert await told(house, match_id) == ["Vote: {question} Everybody agreed."]

    async def test_another_pace_restarts_the_clocks(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        house.clock.advance(3600)
        await self.agreed(house, match_id, Repace(Pace(PaceKind.STRICT, 48)))
        info = await same_everywhere(house, match_id)
        assert info.pace == Pace(PaceKind.STRICT, 48)
        clocks = [seat.clock for seat in info.seats]
        assert {clock and clock.due - house.clock.now for clock in clocks} == {timedelta(hours=48)}

    async def test_a_seat_is_freed_without_asking_who_sits_there(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, CEC)
        vote = await house.service.votes.ask(match_id, ANN, Replace(2))
        with pytest.raises(NotSeatedError):
            await house.service.votes.cast(vote.id, CEC, yes=False)
        await house.service.votes.cast(vote.id, BEA, yes=True)
        info = await same_everywhere(house, match_id)
        assert info.seats[2].open
        assert info.seat_of(CEC) < 0
        assert ("seat", None) in await house.outbox(match_id)
        (entry,) = [e for e in await house.service.history.log(match_id, None) if e.seat == -2]
        assert "Cec" in str(entry.events)


class TestWhatComesToNothing:
    async def test_it_expires_after_three_days(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, pace=Pace(PaceKind.CASUAL, 240))
        vote = await house.service.votes.ask(match_id, ANN, End())
        house.clock.advance(3 * 86400 - 1)
        await expire_votes(house.service, house.clock.now)
        assert (await house.service.votes.find(vote.id)).status == "open"
        house.clock.advance(1)
        await expire_votes(house.service, house.clock.now)
        assert (await house.service.votes.find(vote.id)).status == "expired"
        assert await told(house, match_id) == ["Vote: {question} Time ran out."]
        assert [kind for kind, _ in await house.outbox(match_id)] == ["vote", "vote"]
        await expire_votes(house.service, house.clock.now)
        assert len(await house.outbox(match_id)) == 2
        await same_everywhere(house, match_id)

    async def test_an_undo_when_another_move_was_made(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await choose(house, match_id, ANN)
        vote = await house.service.votes.ask_undo(match_id, ANN)
        woken: list[int] = []
        house.service.wake = lambda: woken.append(1)
        await choose(house, match_id, BEA)
        assert woken
        assert (await house.service.votes.find(vote.id)).status == "stale"
        assert await told(house, match_id) == [
            "Vote: {question} The vote was dropped because the match has changed since."
        ]
        with pytest.raises(LobbyError, match="over"):
            await house.service.votes.cast(vote.id, BEA, yes=True)
        await same_everywhere(house, match_id)

    async def test_other_votes_stay_open_while_the_match_is_played(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        vote = await house.service.votes.ask(match_id, ANN, Pause())
        await choose(house, match_id, ANN)
        assert (await house.service.votes.find(vote.id)).status == "open"

    @pytest.mark.parametrize("question", [End(), Pause()])
    async def test_any_when_the_match_ends_or_somebody_else_sits_there(
        self, house: House, question: Question
    ) -> None:
        match_id = await begun(house, *ALL)
        vote = await house.service.votes.ask(match_id, ANN, question)
        await house.service.votes.cast(vote.id, BEA, yes=True)
        await house.service.seats.resign(match_id, BEA)
        assert (await house.service.votes.find(vote.id)).status == "stale"
        await same_everywhere(house, match_id)
        second = await house.service.votes.ask(match_id, ANN, question)
        await house.service.lobby.end(match_id, 0, is_admin=True)
        assert (await house.service.votes.find(second.id)).status == "stale"
        await expire_votes(house.service, house.clock.now + timedelta(days=9))
        assert len(await told(house, match_id)) == 3

    async def test_going_on_when_the_place_is_gone_meanwhile(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await pause(house.service, match_id, "vote")
        vote = await house.service.votes.ask(match_id, ANN, Resume())
        await pause(house.service, match_id, "gone")
        assert (await house.service.votes.find(vote.id)).status == "stale"
        assert (await house.service.info(match_id)).paused_why == "gone"


async def test_what_one_has_said_is_exported_to_oneself_alone(house: House) -> None:
    match_id = await begun(house, ANN, BEA, CEC)
    vote = await house.service.votes.ask(match_id, ANN, Pause())
    await house.service.votes.cast(vote.id, BEA, yes=False)
    house.clock.advance(60)
    await house.service.seats.resign(match_id, BEA)
    await house.service.seats.claim(match_id, 1, DAN, "Dan")
    said = {user: (await house.service.users.export(user))["votes"] for user in ALL}
    at = "2026-01-01T00:00:00+00:00"
    assert said == {
        ANN: [{"match": match_id, "asked": "pause", "yes": True, "at": at}],
        BEA: [{"match": match_id, "asked": "pause", "yes": False, "at": at}],
        CEC: [],
        DAN: [],
    }


async def test_the_post_is_noted(house: House) -> None:
    match_id = await begun(house, ANN, BEA)
    vote = await house.service.votes.ask(match_id, ANN, End())
    await house.service.votes.sent(vote.id, 4711)
    await house.service.votes.cast(vote.id, BEA, yes=False)
    assert (await house.service.votes.find(vote.id)).message_id == 4711


class TestAlone:
    """Things that nobody may decide alone about somebody else's seat."""

    async def test_between_two_a_seat_is_freed_only_when_its_time_is_up(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        with pytest.raises(LobbyError):
            await house.service.votes.ask(match_id, BEA, Replace(0))
        assert (await house.service.info(match_id)).seat_of(ANN) == 0
        house.clock.advance(25 * 3600)
        vote = await house.service.votes.ask(match_id, BEA, Replace(0))
        assert vote.status == "passed"
        assert (await same_everywhere(house, match_id)).seats[0].open

    async def test_the_last_player_left_cannot_rewind_alone(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await choose(house, match_id, ANN)
        await house.service.seats.resign(match_id, BEA)
        before = await house.sql("SELECT * FROM log")
        with pytest.raises(LobbyError):
            await house.service.votes.ask(match_id, ANN, Undo(1))
        assert await house.sql("SELECT * FROM log") == before


@pytest.mark.parametrize(
    "question",
    [
        Undo(3),
        Pause(),
        Resume(),
        End(),
        Extend(5),
        Repace(Pace(PaceKind.STRICT, 48, 12, 20, "Europe/Warsaw")),
        Replace(1),
    ],
)
async def test_a_question_is_read_as_it_was_stored(house: House, question: Question) -> None:
    match_id = await begun(house, ANN, BEA)
    asked = await house.service.votes.ask(match_id, ANN, End())
    vote = replace(asked, question=question, status="failed")
    number = await house.store.write(lambda db: votes_db.insert(db, vote))
    assert (await house.service.votes.find(number)).question == question
