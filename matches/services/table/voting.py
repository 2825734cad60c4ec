"""Votes of a match: asking, voting, carrying out the result.

The result is carried out in the transaction of the last ballot.
"""

from __future__ import annotations

from dataclasses import replace

from matches.db import guilds as guilds_db
from matches.db import votes as votes_db
from matches.domain.change import Change
from matches.domain.deadlines import clock_edits
from matches.domain.history.replay import ply_before_last, timeline_at
from matches.domain.history.timeline import Live
from matches.domain.model import MatchInfo
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.table import guards, lobby, powers, votes
from matches.domain.table.endings import ending_text, vote_text
from matches.domain.table.guards import check_seated
from matches.domain.table.powers import Asker
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
from matches.domain.turn import Turn
from matches.services.part import ServicePart
from rules.errors import LobbyError, NotSeatedError, UnmovedError
from rules.protocol import WATCHER
from rules.text import Seat, t


class Voting(ServicePart):
    """The votes of all matches of one database."""

    async def find(self, vote_id: int) -> Vote:
        """Return a vote.

        Raises:
            LobbyError: There is no vote with this number.
        """
        found = await self._store.read(lambda db: votes_db.find(db, vote_id))
        if found is None:
            raise LobbyError(t("There's no such vote."), t("Look at the match with /board."))
        return found

    async def sent(self, vote_id: int, message_id: int) -> None:
        """Note the message of a vote."""
        await self._store.write(lambda db: votes_db.sent(db, vote_id, message_id))

    async def ask(self, match_id: int, user_id: int, question: Question) -> Vote:
        """Ask the players of a match to vote; the user who asks votes yes.

        Raises:
            LobbyError: This can't be voted on now, or another vote is open.
            NotSeatedError: This user has no seat.
            MatchOverError: The match is over.
        """
        async with self._cache.lock(match_id):
            return await self._ask(match_id, user_id, question)

    async def ask_undo(self, match_id: int, user_id: int) -> Vote:
        """Ask to go back to before the user's own last move.

        Raises:
            UnmovedError: They haven't moved yet.
            LobbyError: Another vote is open.
            NotSeatedError, MatchOverError: As for `ask`.
        """
        async with self._cache.lock(match_id):
            stored = await self._cache.stored(match_id)
            ply = ply_before_last(stored.log, _voter(stored.info, user_id))
            if ply is None:
                raise UnmovedError
            return await self._ask(match_id, user_id, Undo(ply))

    async def cast(self, vote_id: int, user_id: int, yes: bool) -> Vote:
        """Count a ballot; while the vote is open, it replaces the user's earlier one.

        Raises:
            LobbyError: The vote is over.
            NotSeatedError: This user may not vote.
        """
        asked = await self.find(vote_id)
        async with self._cache.lock(asked.match_id):
            vote = await self.find(vote_id)
            info = await self._votable(vote.match_id, vote.question)
            seat = check_seated(info, user_id)
            if vote.status != "open":
                raise LobbyError(t("This vote is over."), t("The vote's post shows the result."))
            if seat not in votes.voters(info, vote):
                raise NotSeatedError(
                    t("This vote is about your own seat."), t("The other players decide this vote.")
                )
            if vote.ballots.get(seat) is yes:
                return vote
            return await self._settle(info, replace(vote, ballots={**vote.ballots, seat: yes}))

    async def expire(self, vote_id: int) -> None:
        """Close a vote that has expired."""
        match_id = (await self.find(vote_id)).match_id
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            vote = await self.find(vote_id)
            if vote.status == "open":
                await self._close(info, replace(vote, status="expired"))

    async def _ask(self, match_id: int, user_id: int, question: Question) -> Vote:
        """Open a vote, under the match's lock."""
        info = await self._votable(match_id, question)
        seat = _voter(info, user_id)
        powers.check(votes.ACTS[question.kind], info, Asker(user_id))
        terms = await self._store.read(lambda db: guilds_db.terms_for(db, info))
        vote = votes.new_vote(info, question, seat, self._clock(), terms.patience)
        return await self._settle(info, vote)

    async def _votable(self, match_id: int, question: Question) -> MatchInfo:
        """Return a match; one that can't be played on can still be ended."""
        if isinstance(question, End):
            return await self._cache.info(match_id)
        return (await self._cache.loaded(match_id)).info

    async def _settle(self, info: MatchInfo, vote: Vote) -> Vote:
        """Save a vote as it stands now, and carry it out if it has passed."""
        vote = replace(vote, status=votes.decided(vote, votes.voters(info, vote)))
        if vote.status == "passed":
            return await self._carry_out(info, vote)
        if vote.status == "open":
            change = Change(info, info, self._clock())
            return await self._save(change, self._cache.amended(info), vote)
        return await self._close(info, vote)

    async def _close(self, info: MatchInfo, vote: Vote) -> Vote:
        """Save a vote that has not passed."""
        told = (vote_text(info, vote),)
        change = Change(info, info, self._clock(), remarks=told)
        return await self._save(change, None, vote)

    async def _carry_out(self, info: MatchInfo, vote: Vote) -> Vote:
        """Save what a vote leads to; only going back and freeing a seat read the log."""
        now = self._clock()
        match vote.question:
            case Undo(ply):
                turn = Turn(await self._cache.loaded(info.id), now)
                turn.rewind(ply, timeline_at(await self._cache.stored(info.id), ply))
                if info.is_solo:
                    turn.spare(vote.seat)
                return await self._play(turn, info, vote)
            case Replace(seat):
                turn = Turn(await self._cache.loaded(info.id), now)
                turn.pass_on(clock_edits.open_seat(info.seats[seat]))
                turn.settle()
                why = t("The other players have voted to free your seat.")
                letter = OutboxItem.freed(info.seats[seat].user_id, why)
                return await self._play(turn, info, vote, OutboxItem.seat(seat), letter)
            case Pause():
                after = clock_edits.paused(info, "vote", now)
            case Resume():
                after = clock_edits.going_on(info, now)
            case Extend(hours):
                after = clock_edits.with_more_time(info, None, hours, now)
            case Repace(pace):
                after = clock_edits.repaced(info, pace, now)
            case End():
                after = lobby.broken_off(info, now, "voted")
        ended = after.status != "live"
        dropped = tuple((seat.seat, None) for seat in info.seats) if ended else ()
        items = (_end_post(after),) if ended else ()
        told = (vote_text(info, vote),)
        if info.is_solo and isinstance(vote.question, Pause | Resume):
            items = (OutboxItem(ItemKind.NOTE, text=told[0]),)  # no vote's post tells of it
        change = Change(info, after, now, sealed=dropped, outbox=items, remarks=told)
        return await self._save(change, None, vote)

    async def _play(self, turn: Turn, info: MatchInfo, vote: Vote, *items: OutboxItem) -> Vote:
        """Save a vote and the moves it led to."""
        turn.remark(vote_text(info, vote))
        change, after = turn.finish(WATCHER, None, *items)
        return await self._save(change, after, vote)

    async def _save(self, change: Change, live: Live | None, vote: Vote) -> Vote:
        """Save a vote, what it leads to, and an outbox item for its post.

        Without `live` the match is loaded again when it is needed, with the new remarks.
        """
        ply, at = change.after.ply, change.at
        asked = replace(
            change,
            by_player=vote.status != "expired",
            asked=frozenset() if vote.id else votes.voters(change.after, vote) - {vote.seat},
        )
        try:
            saved = await self._cache.save_with(
                asked, live, lambda db: votes_db.put(db, vote, ply, at)
            )
        except votes_db.VoteOpenError as error:
            raise LobbyError(
                t("This match already has an open vote."), t("Finish that vote first.")
            ) from error
        return saved


def _end_post(info: MatchInfo) -> OutboxItem:
    """Return what to post about a match that its players have ended."""
    if info.broken:  # no board can be shown
        return OutboxItem(ItemKind.NOTE, text=ending_text(info))
    return OutboxItem(ItemKind.TURN)


def _voter(info: MatchInfo, user_id: int) -> Seat:
    """Return the seat of a user in an unfinished match, paused or not, or refuse."""
    guards.check_unfinished(info)
    if info.status == "lobby":
        raise guards.not_begun(info)
    return check_seated(info, user_id)
