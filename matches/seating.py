"""Seats that change hands: leaving, offering, taking over, coming back.

What a seat may know goes with it: whoever takes it sees its hand from then on, and who had it no
longer does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from matches import lobby, timing
from matches.keeper import Keeper
from matches.live import Live
from matches.looking import check_seated
from matches.model import MatchInfo, SeatInfo
from matches.records import Change, Mail
from matches.turn import Turn
from rules.errors import LobbyError
from rules.protocol import WATCHER
from rules.text import Person, Seat, Text, t


class Seating:
    """The seats of all matches of one database, once the matches have begun."""

    def __init__(
        self, keeper: Keeper, clock: Callable[[], datetime], wake: Callable[[], None]
    ) -> None:
        self._keeper = keeper
        self._clock = clock
        self._wake = wake

    async def resign(self, match_id: int, user_id: int) -> MatchInfo:
        """Leave one's seat: it opens, and a caretaker plays it until somebody takes it.

        Who leaves last ends the match.
        """
        async with self._keeper.lock(match_id):
            live, seat = await self._playing(match_id, user_id)
            told = t("{who} leaves the seat.", who=Person(seat.name))
            if timing.is_last_human(live.info, seat.seat):
                return await self._end(live, told)
            return await self._pass_on(live, timing.opened(seat), told)

    async def offer(self, match_id: int, user_id: int, *, offered: bool) -> MatchInfo:
        """Offer one's seat to whoever takes it, or keep it after all."""
        async with self._keeper.lock(match_id):
            live, seat = await self._playing(match_id, user_id)
            if seat.offered == offered:
                return live.info
            after = live.info.with_seat(replace(seat, offered=offered))
            mail = (Mail("seat", ref=seat.seat),)
            return await self._save(Change(live.info, after, self._clock(), mail=mail), live)

    async def claim(
        self, match_id: int, seat: Seat, user_id: int, name: str, *, locale: str = ""
    ) -> MatchInfo:
        """Take an open or offered seat; of two who want it the first has it.

        Raises:
            LobbyError: There is no such seat, it is somebody's, or this user has one already.
        """
        async with self._keeper.lock(match_id):
            live = await self._keeper.loaded(match_id)
            info = live.info
            lobby.check_unfinished(info)
            check_free(info, seat, user_id)
            old = info.seats[seat]
            new = replace(
                old,
                user_id=user_id,
                name=lobby.tidy(name),
                locale=locale,
                open=False,
                offered=False,
                away=None,
                bank=max(old.bank, timedelta()),
            )
            return await self._pass_on(live, new, _taken(old, new))

    async def replace_by_host(self, match_id: int, host_id: int, seat: Seat) -> MatchInfo:
        """Let the host free the seat of somebody who is not there; it opens.

        Raises:
            LobbyError: This user is not the host, or it is his own seat, or nobody's.
        """
        async with self._keeper.lock(match_id):
            live = await self._keeper.loaded(match_id)
            info = live.info
            lobby.check_unfinished(info)
            if host_id != info.host_id:
                raise LobbyError(
                    t("Only the host can free a seat at once."),
                    t("Ask the others: /match replace opens a vote."),
                )
            if not 0 <= seat < len(info.seats) or info.seats[seat].open:
                raise LobbyError(
                    t("Nobody sits there."), t("An open seat can be taken: /match claim.")
                )
            if info.seats[seat].user_id == host_id:
                raise LobbyError(t("This is your own seat."), t("To leave it: /match resign."))
            told = t("The host frees the seat of {who}.", who=Person(info.seats[seat].name))
            return await self._pass_on(live, timing.opened(info.seats[seat]), told)

    async def _playing(self, match_id: int, user_id: int) -> tuple[Live, SeatInfo]:
        live = await self._keeper.loaded(match_id)
        lobby.check_unfinished(live.info)
        return live, live.info.seats[check_seated(live.info, user_id)]

    async def _pass_on(self, live: Live, seat: SeatInfo, told: Text) -> MatchInfo:
        """Give a seat to somebody else, or to nobody; what was prepared for it is dropped."""
        turn = Turn(live, self._clock())
        turn.remark(told)
        turn.pass_on(seat)
        turn.settle()
        mail = [Mail("seat", ref=seat.seat)]
        if not seat.open:
            mail.append(Mail("dm", seat.user_id))
        change, after = turn.finish(WATCHER, None, *mail)
        return await self._save(change, after)

    async def _end(self, live: Live, told: Text) -> MatchInfo:
        now = self._clock()
        after = lobby.broken_off(live.info, now)
        dropped = tuple((seat.seat, None) for seat in after.seats)
        mail = (Mail("turn"),)
        change = Change(live.info, after, now, sealed=dropped, mail=mail, remarks=(told,))
        return await self._save(change, None)

    async def _save(self, change: Change, live: Live | None) -> MatchInfo:
        kept = live and live.amended(change.after)
        await self._keeper.save(change, kept)
        if change.mail:
            self._wake()
        return change.after


def _taken(old: SeatInfo, new: SeatInfo) -> Text:
    who = Person(new.name)
    if new.user_id == old.owner_id:
        return t("{who} takes the seat back.", who=who)
    return t("{who} takes over the seat of {other}.", who=who, other=Person(old.name))


def check_free(info: MatchInfo, seat: Seat, user_id: int) -> None:
    """Refuse unless this user may take this seat of a match in play."""
    if info.status == "lobby":
        raise LobbyError(t("This match has not begun yet."), t("Take a seat with /match join."))
    if not 0 <= seat < len(info.seats):
        raise LobbyError(t("There is no such seat."), t("Look at the seats with /match info."))
    if info.seat_of(user_id) != WATCHER:
        raise LobbyError(
            t("You already have a seat in this match."), t("Tap Your move to play on.")
        )
    if not (info.seats[seat].open or info.seats[seat].offered):
        raise LobbyError(
            t("This seat is no longer free."),
            t("Look on with /board, or open a match of your own."),
        )
