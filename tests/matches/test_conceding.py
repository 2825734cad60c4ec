"""Conceding: who wins then, what the seat becomes, what the log and the ranks say."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from matches.domain.change import Stored
from matches.domain.history.replay import revive
from matches.domain.history.result import _ranks, result_of
from matches.domain.model import Conceding, MatchInfo
from matches.domain.table.votes import Undo
from rules.errors import LobbyError, MatchOverError, NotSeatedError
from rules.protocol import Outcome
from tests.matches.helpers import ANN, BEA, CEC, DAN, STRANGER, House
from tests.matches.test_seats import check_knows_nothing, claim
from tests.matches.test_votes import begun, choose, same_everywhere, told


async def three(house: House, choice: Conceding = "open", *users: int) -> int:
    """Return the number of a match of Ann, Bea, Cec and `users`."""
    info = await house.lobby(ANN, BEA, CEC, *users)
    await house.service.lobby.set_conceding(info.id, ANN, choice)
    await house.service.lobby.start(info.id, ANN)
    await house.sql("DELETE FROM outbox")
    return info.id


async def outcome(house: House, match_id: int) -> Outcome:
    found = (await house.service.glance(match_id, None)).outcome
    assert found is not None
    return found


class TestTwoPlayers:
    async def test_the_other_wins_and_everything_says_why(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await choose(house, match_id, ANN)
        await house.service.seats.concede(match_id, ANN)
        info = await same_everywhere(house, match_id)
        assert (info.status, info.ending, info.to_act) == ("over", "conceded", frozenset())
        assert info.seats[0].conceded
        assert not info.seats[0].open
        assert info.seats[0].user_id == ANN
        assert all(seat.clock is None for seat in info.seats)
        assert info.finished_at == house.clock.now
        found = await outcome(house, match_id)
        assert found.ranks == (2, 1)
        assert found.reason.msgid == "{who} conceded, so {winner} wins."
        assert await told(house, match_id) == ["{who} concedes."]
        assert (await house.outbox(match_id))[-1] == ("turn", None)

    async def test_verify_replay_export_and_rematch_work(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await choose(house, match_id, ANN)
        await choose(house, match_id, BEA)
        ply = (await house.service.info(match_id)).ply
        await house.service.seats.concede(match_id, BEA)
        assert (await house.service.history.verify(match_id)).differing == ()
        assert (await house.service.info(match_id)).chance_seed
        read = await house.service.history.transcript(match_id, None)
        assert read.outcome is not None
        assert read.outcome.ranks == (1, 2)
        last = await house.service.history.page(match_id, None, ply)
        assert last.glance.outcome == read.outcome
        first = await house.service.history.page(match_id, None, 0)
        assert first.glance.outcome is None
        assert (await house.service.history.closing(match_id)).held == {}
        again = await house.service.lobby.rematch(match_id, BEA, 4242, thread=False)
        assert [seat.user_id for seat in again.seats] == [BEA, ANN]
        assert not any(seat.conceded for seat in again.seats)

    async def test_the_scores_are_those_of_the_moment(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        glance = await house.service.glance(match_id, None)
        stand = glance.rules.scores(glance.view)
        await house.service.seats.concede(match_id, BEA)
        found = await outcome(house, match_id)
        assert found.scores == (stand or ())
        assert found.lines == ((), ())

    async def test_a_paused_match_can_be_conceded(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await house.sql("UPDATE matches SET paused_at = 1, paused_why = 'vote'")
        fresh = house.fresh()
        assert (await fresh.seats.concede(match_id, BEA)).status == "over"

    async def test_twice_at_once_counts_once(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        concede = house.service.seats.concede
        both = await asyncio.gather(
            concede(match_id, ANN), concede(match_id, BEA), return_exceptions=True
        )
        assert isinstance(both[0], MatchInfo)
        assert isinstance(both[1], MatchOverError)
        assert (await outcome(house, match_id)).ranks == (2, 1)

    async def test_the_last_player_ends_it_without_a_result(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        await house.service.seats.resign(match_id, BEA)
        info = await house.service.seats.concede(match_id, ANN)
        assert (info.status, info.ending) == ("ended", "left")
        assert (await house.service.glance(match_id, None)).outcome is None


class TestMorePlayers:
    @pytest.mark.parametrize("choice", ["open", "caretaker"])
    async def test_the_match_goes_on_and_the_seat_comes_last(
        self, house: House, choice: Conceding
    ) -> None:
        match_id = await three(house, choice)
        await house.service.seats.concede(match_id, BEA)
        info = await same_everywhere(house, match_id)
        assert (info.status, info.conceding) == ("live", choice)
        assert (info.seats[1].open, info.seats[1].conceded) == (True, True)
        await check_knows_nothing(house, match_id, BEA)
        assert (await house.finish(match_id)).ending == "played"
        found, glance = await outcome(house, match_id), await house.service.glance(match_id, None)
        stored = await house.service._cache.stored(match_id)
        raw = raw_outcome(stored)
        assert found.scores == raw.scores
        assert found.ranks[1] == 3
        assert (found.ranks[0] < found.ranks[2]) == (raw.ranks[0] < raw.ranks[2])
        assert 1 in (found.ranks[0], found.ranks[2])
        assert "conceded" in found.reason.msgid or "{then}" in found.reason.msgid
        assert glance.match.seats[1].conceded
        assert (await house.service.history.verify(match_id)).differing == ()

    async def test_somebody_else_may_take_the_seat_and_win(self, house: House) -> None:
        match_id = await three(house)
        await house.service.seats.concede(match_id, BEA)
        with pytest.raises(LobbyError, match="You've conceded"):
            await claim(house, match_id, 1, BEA, "Bea")
        assert not (await claim(house, match_id, 1, DAN)).seats[1].conceded
        await house.finish(match_id)
        raw = raw_outcome(await house.service._cache.stored(match_id))
        assert (await outcome(house, match_id)).ranks == raw.ranks

    async def test_whoever_conceded_stays_out_whoever_had_the_seat_since(
        self, house: House
    ) -> None:
        match_id = await three(house)
        await house.service.seats.concede(match_id, BEA)
        await claim(house, match_id, 1, DAN)
        await house.service.seats.offer(match_id, DAN, offered=True)
        with pytest.raises(LobbyError, match="You've conceded"):
            await claim(house, match_id, 1, BEA, "Bea")
        await house.service.seats.resign(match_id, DAN)
        with pytest.raises(LobbyError, match="You've conceded"):
            await claim(house, match_id, 1, BEA, "Bea")
        assert (await claim(house, match_id, 1, DAN)).seats[1].user_id == DAN

    async def test_with_a_caretaker_to_the_end_nobody_takes_it(self, house: House) -> None:
        match_id = await three(house, "caretaker")
        await house.service.seats.concede(match_id, BEA)
        for user in (DAN, BEA):
            with pytest.raises(LobbyError, match="no longer free"):
                await claim(house, match_id, 1, user)

    async def test_the_last_who_has_not_conceded_wins(self, house: House) -> None:
        match_id = await three(house)
        await house.service.seats.concede(match_id, BEA)
        assert (await house.service.seats.concede(match_id, ANN)).ending == "conceded"
        found = await outcome(house, match_id)
        assert found.ranks == (2, 2, 1)
        assert found.reason.msgid == "{who} have conceded, so {winner} wins."

    async def test_the_host_hands_over(self, house: House) -> None:
        match_id = await three(house)
        assert (await house.service.seats.concede(match_id, ANN)).host_id == BEA

    async def test_going_back_leaves_the_seat_conceded(self, house: House) -> None:
        match_id = await three(house)
        for user in (ANN, BEA, CEC):
            await choose(house, match_id, user)
        before = (await house.service.info(match_id)).ply
        await house.service.seats.concede(match_id, BEA)
        vote = await house.service.votes.ask(match_id, ANN, Undo(before - 1))
        await house.service.votes.cast(vote.id, CEC, yes=True)
        info = await same_everywhere(house, match_id)
        assert info.seats[1].conceded
        assert info.seats[1].open
        await house.finish(match_id)
        assert (await outcome(house, match_id)).ranks[1] == 3

    async def test_what_was_announced_must_still_be_true(self, house: House) -> None:
        match_id = await three(house)
        await house.service.seats.concede(match_id, BEA, "open")
        before = await house.service.info(match_id)
        with pytest.raises(LobbyError, match="has changed"):
            await house.service.seats.concede(match_id, ANN, "open")
        assert await house.service.info(match_id) == before


class TestWhoMay:
    async def test_nobody_without_a_seat_and_nobody_after_the_end(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA)
        with pytest.raises(NotSeatedError):
            await house.service.seats.concede(match_id, STRANGER)
        await house.service.seats.concede(match_id, ANN)
        for user in (ANN, BEA):
            with pytest.raises(MatchOverError):
                await house.service.seats.concede(match_id, user)

    async def test_not_in_the_lobby(self, house: House) -> None:
        with pytest.raises(LobbyError):
            await house.service.seats.concede((await house.lobby(ANN)).id, ANN)

    async def test_only_the_host_chooses_and_only_before_the_start(self, house: House) -> None:
        info = await house.lobby(ANN, BEA, CEC)
        choose = house.service.lobby.set_conceding
        with pytest.raises(LobbyError, match="Only the host"):
            await choose(info.id, BEA, "caretaker")
        assert (await choose(info.id, ANN, "caretaker")).conceding == "caretaker"
        assert (await house.fresh().info(info.id)).conceding == "caretaker"
        await house.service.lobby.start(info.id, ANN)
        with pytest.raises(LobbyError):
            await choose(info.id, ANN, "open")


def raw_outcome(stored: Stored) -> Outcome:
    """Return the result by the rules alone."""
    seats = tuple(replace(seat, conceded=False) for seat in stored.info.seats)
    found = result_of(replace(stored.info, seats=seats), revive(stored).timeline)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("ranks", "gone", "after"),
    [
        ((1, 2, 3), {0}, (3, 1, 2)),
        ((1, 1, 3), {0}, (3, 1, 2)),
        ((2, 1, 2), {1}, (1, 3, 1)),
        ((1, 2, 2, 4), {3, 1}, (1, 3, 2, 3)),
        ((3, 2, 1), {0}, (3, 2, 1)),
    ],
)
def test_the_others_are_ranked_as_if_the_seat_were_not_there(
    ranks: tuple[int, ...], gone: set[int], after: tuple[int, ...]
) -> None:
    assert _ranks(ranks, frozenset(gone)) == after
