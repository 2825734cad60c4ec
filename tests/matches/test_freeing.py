"""Freeing another player's seat and ending a match: only as the table of powers says."""

from __future__ import annotations

from datetime import timedelta

import pytest

from matches.domain.deadlines.lateness import PATIENCE, is_late, late_from
from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.table.powers import Consent
from matches.domain.table.votes import End, Extend, Pause, Replace, Resume
from rules.errors import LobbyError, MatchOverError, NotSeatedError
from tests.matches.helpers import ANN, BEA, CEC, DAN, STRANGER, House, pause
from tests.matches.test_votes import begun, choose, same_everywhere, told

CASUAL = Pace(PaceKind.CASUAL, 48)
DAY_S = 24 * 3600


async def casual(house: House, *users: int) -> int:
    return await begun(house, *users, pace=CASUAL)


class TestLateness:
    async def test_a_casual_player_is_late_after_a_week(self, house: House) -> None:
        info = await house.service.info(await casual(house, ANN, BEA))
        since = house.clock.now
        assert late_from(info, 1) == since + timedelta(days=7)
        assert not is_late(info, 1, since + PATIENCE - timedelta(seconds=1))
        assert is_late(info, 1, since + PATIENCE)
        assert late_from(info, 1, timedelta(days=3)) == since + timedelta(days=3)
        assert late_from(info, 1, timedelta(hours=1)) == since + timedelta(hours=48)

    async def test_days_away_do_not_count(self, house: House) -> None:
        match_id, now = await casual(house, ANN, BEA), house.clock.now
        span = (now + timedelta(days=2), now + timedelta(days=12))
        await house.service.clocks.away(BEA, span)
        info = await house.service.info(match_id)
        assert late_from(info, 1) == now + timedelta(days=17)

    async def test_away_comes_too_late_when_the_time_is_up(self, house: House) -> None:
        match_id, away = await casual(house, ANN, BEA), house.service.clocks.away
        house.clock.advance(7 * DAY_S - 1)
        span = (house.clock.now, house.clock.now + timedelta(days=3))
        assert await away(BEA, span) == 0
        await away(BEA, None)
        house.clock.advance(3 * DAY_S)
        span = (house.clock.now, house.clock.now + timedelta(days=3))
        assert await away(BEA, span) == 1
        await house.service.seats.free(match_id, ANN, 1)

    async def test_paused_time_does_not_count(self, house: House) -> None:
        match_id, now = await casual(house, ANN, BEA), house.clock.now
        await pause(house.service, match_id, "vote")
        assert late_from(await house.service.info(match_id), 1) is None
        house.clock.advance(10 * DAY_S)
        vote = await house.service.votes.ask(match_id, ANN, Resume())
        await house.service.votes.cast(vote.id, BEA, yes=True)
        assert late_from(await house.service.info(match_id), 1) == now + timedelta(days=17)

    async def test_who_does_not_have_to_decide_is_never_late(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA, CEC)
        await choose(house, match_id, BEA)
        info = await house.service.info(match_id)
        assert late_from(info, 1) is None
        assert late_from(info, 0) is not None

    async def test_extra_time_counts(self, house: House) -> None:
        match_id = await begun(house, ANN, BEA, pace=Pace(PaceKind.STEADY, 24, 10))
        info = await house.service.info(match_id)
        assert late_from(info, 1) == house.clock.now + timedelta(hours=34)


class TestFreeing:
    async def test_the_host_cannot_seize_a_seat(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA)
        before = await house.service.info(match_id)
        house.clock.advance(6 * DAY_S)
        with pytest.raises(LobbyError, match="still has time"):
            await house.service.seats.free(match_id, ANN, 1)
        with pytest.raises(LobbyError, match="still has time"):
            await house.service.votes.ask(match_id, ANN, Replace(1))
        with pytest.raises(LobbyError, match="still has time"):
            await house.service.seats.free(match_id, ANN, 1, is_admin=True)
        assert await house.service.info(match_id) == before

    @pytest.mark.parametrize("user", [ANN, CEC])
    async def test_any_player_frees_a_late_ones_seat(self, house: House, user: int) -> None:
        match_id = await casual(house, ANN, BEA, CEC)
        house.clock.advance(7 * DAY_S)
        needed = await house.service.seats.needed(match_id, user, 1, is_admin=False)
        assert needed is Consent.ALONE
        await house.service.seats.free(match_id, user, 1)
        assert (await same_everywhere(house, match_id)).seats[1].open
        assert await told(house, match_id) == [
            "{who} was out of time, so {other} frees their seat."
        ]

    async def test_a_move_in_the_meantime_saves_the_seat(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA, CEC)
        house.clock.advance(7 * DAY_S)
        await choose(house, match_id, BEA)
        with pytest.raises(LobbyError, match="still has time"):
            await house.service.seats.free(match_id, ANN, 1)

    async def test_an_admin_without_a_seat_frees_at_once(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA)
        await house.service.seats.free(match_id, STRANGER, 1, is_admin=True)
        assert (await same_everywhere(house, match_id)).seats[1].open
        assert await told(house, match_id) == ["A server admin frees {who}'s seat."]
        with pytest.raises(LobbyError, match="only player left"):
            await house.service.seats.free(match_id, STRANGER, 0, is_admin=True)

    async def test_whoever_loses_the_seat_is_told_once(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA, CEC, DAN)
        await house.service.seats.free(match_id, STRANGER, 3, is_admin=True)
        vote = await house.service.votes.ask(match_id, ANN, Replace(1))
        await house.service.votes.cast(vote.id, CEC, yes=True)
        house.clock.advance(7 * DAY_S)
        await house.service.seats.free(match_id, ANN, 2)
        rows = "SELECT user_id, text FROM outbox WHERE kind = 'note' AND ref = 2 ORDER BY id"
        letters = await house.sql(rows)
        assert [user for user, _ in letters] == [DAN, BEA, CEC]
        for (_, text), words in zip(letters, ("admin", "have voted", "out of time"), strict=True):
            assert words in str(text)

    async def test_the_message_is_one_of_six(self, house: House) -> None:
        for calls in (5, 6):
            match_id = await casual(house, ANN, BEA)
            await house.sql("UPDATE seats SET calls = ? WHERE match_id = ?", calls, match_id)
            await house.fresh().seats.free(match_id, STRANGER, 1, is_admin=True)
            rows = "SELECT 1 FROM outbox WHERE kind = 'note' AND ref = 2 AND match_id = ?"
            assert len(await house.sql(rows, match_id)) == (calls < 6)

    async def test_while_paused_nobodys_time_runs(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA)
        await pause(house.service, match_id, "vote")
        with pytest.raises(LobbyError, match="is paused, so nobody's time runs"):
            await house.service.seats.free(match_id, ANN, 1)

    async def test_an_admin_who_has_played_has_no_powers_any_more(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA, CEC, DAN)
        await house.service.seats.resign(match_id, ANN)
        await house.service.seats.claim(match_id, 0, STRANGER, "Zoe")
        await house.service.seats.resign(match_id, STRANGER)
        await house.service.seats.concede(match_id, DAN)
        before = await house.service.info(match_id)
        for user in (ANN, STRANGER, DAN):
            with pytest.raises(LobbyError, match="You've played in this match"):
                await house.service.seats.needed(match_id, user, 1, is_admin=True)
            with pytest.raises(LobbyError, match="You've played in this match"):
                await house.service.seats.free(match_id, user, 1, is_admin=True)
            with pytest.raises(LobbyError, match="You've played in this match"):
                await house.service.lobby.end(match_id, user, is_admin=True)
            with pytest.raises(LobbyError, match="Only players in this match"):
                await house.service.lobby.end(match_id, user, is_admin=False)
        assert await house.service.info(match_id) == before

    async def test_an_admin_who_freed_a_seat_takes_none(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA, CEC)
        await house.service.seats.free(match_id, STRANGER, 1, is_admin=True)
        await house.service.seats.resign(match_id, CEC)
        for seat in (1, 2):
            with pytest.raises(LobbyError, match="You've freed a seat in this match"):
                await house.service.seats.claim(match_id, seat, STRANGER, "Zoe")
        assert (await house.service.seats.claim(match_id, 1, DAN, "Dan")).seats[1].user_id == DAN

    async def test_a_player_who_freed_a_late_ones_seat_comes_back(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA, CEC)
        house.clock.advance(7 * DAY_S)
        await house.service.seats.free(match_id, ANN, 1)
        await house.service.seats.resign(match_id, ANN)
        assert (await house.service.seats.claim(match_id, 0, ANN, "Ann")).seats[0].user_id == ANN

    @pytest.mark.parametrize(
        ("user", "seat"), [(STRANGER, 2), (ANN, 0), (ANN, 5), (ANN, -1), (ANN, 1), (BEA, 2)]
    )
    async def test_nobody_oneself_or_without_a_seat_is_refused(
        self, house: House, user: int, seat: int
    ) -> None:
        match_id = await casual(house, ANN, BEA, CEC)
        await house.service.seats.resign(match_id, BEA)
        house.clock.advance(30 * DAY_S)
        before = await house.service.info(match_id)
        with pytest.raises(LobbyError):
            await house.service.seats.free(match_id, user, seat)
        assert await house.service.info(match_id) == before

    async def test_after_the_end_and_in_the_lobby_it_is_refused(self, house: House) -> None:
        lobby = await house.lobby(ANN, BEA)
        with pytest.raises(LobbyError):
            await house.service.seats.free(lobby.id, STRANGER, 1, is_admin=True)
        match_id = await casual(house, ANN, BEA)
        await house.service.seats.concede(match_id, ANN)
        with pytest.raises(MatchOverError):
            await house.service.seats.free(match_id, STRANGER, 1, is_admin=True)

    async def test_with_one_open_seat_one_player_cannot_vote_alone(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA, CEC)
        await house.service.seats.resign(match_id, CEC)
        with pytest.raises(LobbyError, match="still has time"):
            await house.service.votes.ask(match_id, ANN, Replace(1))


class TestTheVoteIsDropped:
    async def asked(self, house: House) -> tuple[int, int]:
        match_id = await casual(house, ANN, BEA, CEC, DAN)
        return match_id, (await house.service.votes.ask(match_id, ANN, Replace(1))).id

    async def status(self, house: House, vote_id: int) -> str:
        return (await house.service.votes.find(vote_id)).status

    async def test_when_its_player_moves(self, house: House) -> None:
        match_id, vote = await self.asked(house)
        await choose(house, match_id, CEC)
        assert await self.status(house, vote) == "open"
        await choose(house, match_id, BEA)
        assert await self.status(house, vote) == "stale"
        with pytest.raises(LobbyError, match="is over"):
            await house.service.votes.cast(vote, CEC, yes=True)

    async def test_when_its_player_says_they_are_away(self, house: House) -> None:
        _, vote = await self.asked(house)
        span = (house.clock.now, house.clock.now + timedelta(days=3))
        await house.service.clocks.away(CEC, span)
        assert await self.status(house, vote) == "open"
        await house.service.clocks.away(BEA, span)
        assert await self.status(house, vote) == "stale"

    async def test_when_its_player_concedes(self, house: House) -> None:
        match_id, vote = await self.asked(house)
        await house.service.seats.concede(match_id, BEA)
        assert await self.status(house, vote) == "stale"

    async def test_no_other_vote_changes_a_clock_meanwhile(self, house: House) -> None:
        match_id, _ = await self.asked(house)
        with pytest.raises(LobbyError, match="already has an open vote"):
            await house.service.votes.ask(match_id, CEC, Pause())


class TestEnding:
    async def test_players_end_it_together(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA)
        for user in (ANN, BEA):
            for is_admin in (False, True):
                with pytest.raises(LobbyError, match="Nobody can end a match alone"):
                    await house.service.lobby.end(match_id, user, is_admin=is_admin)
        vote = await house.service.votes.ask(match_id, ANN, End())
        await house.service.votes.cast(vote.id, BEA, yes=True)
        info = await same_everywhere(house, match_id)
        assert (info.status, info.ending) == ("ended", "voted")

    async def test_an_admin_without_a_seat_ends_it_at_once(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA)
        with pytest.raises(LobbyError):
            await house.service.lobby.end(match_id, STRANGER, is_admin=False)
        info = await house.service.lobby.end(match_id, STRANGER, is_admin=True)
        assert (info.status, info.ending) == ("ended", "admin")

    async def test_one_person_is_enough_for_their_own_match(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA)
        await house.service.seats.resign(match_id, BEA)
        vote = await house.service.votes.ask(match_id, ANN, End())
        assert vote.status == "passed"
        assert (await house.service.info(match_id)).ending == "voted"

    async def test_a_homeless_match_gets_a_channel_first(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA)
        await house.service.channels.lost(match_id)
        with pytest.raises(LobbyError, match="nobody would see the vote"):
            await house.service.votes.ask(match_id, BEA, End())
        await house.service.channels.move(match_id, BEA, 77, 4242)
        assert (await house.service.votes.ask(match_id, BEA, End())).status == "open"

    async def test_a_homeless_match_of_one_person_ends(self, house: House) -> None:
        match_id = await casual(house, ANN, BEA)
        await house.service.seats.resign(match_id, BEA)
        await house.service.channels.lost(match_id)
        assert (await house.service.votes.ask(match_id, ANN, End())).status == "passed"

    async def test_nobody_votes_in_a_lobby_or_without_a_seat(self, house: House) -> None:
        with pytest.raises(LobbyError, match="hasn't begun"):
            await house.service.votes.ask((await house.lobby(CEC)).id, CEC, End())
        match_id = await casual(house, ANN, BEA)
        with pytest.raises(NotSeatedError):
            await house.service.votes.ask(match_id, STRANGER, End())
        with pytest.raises(LobbyError):
            await house.service.votes.ask(match_id, ANN, Extend(0))
