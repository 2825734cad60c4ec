"""Checking and changing the clocks of the seats that have to decide.

Each check is one transaction under the match's lock: posts, what becomes of a seat and the time of
the next check are saved together. So a check that is cut off has not happened, and is done again.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import datetime

from matches.db import deadlines as deadlines_db
from matches.db import guilds as guilds_db
from matches.db import lists as lists_db
from matches.db import users as users_db
from matches.domain.change import Change
from matches.domain.deadlines import calls, clock_edits, pace
from matches.domain.deadlines.epoch import to_ms
from matches.domain.deadlines.lateness import is_late
from matches.domain.deadlines.pace import Alarm, Clock, PaceKind, Rhythm, Span
from matches.domain.deadlines.reminders import hushed, is_last, is_wanted, snoozed
from matches.domain.model import MatchInfo, SeatInfo
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.settings import UserSettings
from matches.domain.table import guards
from matches.domain.table.guards import check_seated
from matches.domain.turn import Turn
from matches.services.part import ServicePart
from rules.errors import NotYourTurnError
from rules.protocol import WATCHER
from rules.text import Person, Seat, Text, t


class Clocks(ServicePart):
    """The clocks of all matches of one database."""

    # Acting.

    async def act_on(self, match_id: int, seat: Seat) -> None:
        """Do what a seat's clock asks for: remind, use extra time, or end the wait."""
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            now = self._clock()
            clock = info.seats[seat].clock
            if clock is None or clock.wake is None or to_ms(clock.wake) > to_ms(now):
                return
            now = max(now, clock.wake)  # the database rounds to whole ms
            chosen = await self._settings(info.seats[seat].user_id)
            if now < clock.due or info.enforced.kind is PaceKind.CASUAL:
                await self._remind(info, info.seats[seat], clock, chosen, now)
            elif info.seats[seat].bank and not clock.on_bank:
                await self._draw_on_bank(info, info.seats[seat], clock, chosen, now)
            else:
                await self._time_up(info, info.seats[seat], now)

    async def _remind(
        self, info: MatchInfo, seat: SeatInfo, clock: Clock, chosen: UserSettings, now: datetime
    ) -> None:
        """Send the due reminder, or put it off to the end of a holiday or quiet hours."""
        wanted = is_wanted(clock, chosen.rhythm, now) or await self._reminds_early(
            info, seat, chosen.rhythm
        )
        is_warning = Alarm.WARNING in pace.rung(clock, now) and clock_edits.loses(info, seat)
        hush = None if is_warning else hushed(seat, chosen, now)
        if wanted and hush is not None:
            await self._set(info, seat, pace.put_off(clock, hush, now), now)
        else:
            after = pace.awake(pace.checked(clock, now), info.enforced, now)
            # A daily message says that they are late, too.
            late = now >= clock.due and not chosen.wants_digest
            wanted = wanted and calls.may_remind(info, seat, late=late)
            await self._set(info, seat, after, now, *_reminder(seat, wanted=wanted))

    async def _reminds_early(self, info: MatchInfo, seat: SeatInfo, rhythm: Rhythm) -> bool:
        """Return whether to remind a player early, because all the others have decided."""
        if rhythm in (Rhythm.NEVER, Rhythm.RARELY) or info.to_act != {seat.seat}:
            return False
        return is_last(await self._cache.loaded(info.id), seat.seat)

    async def _draw_on_bank(
        self, info: MatchInfo, seat: SeatInfo, clock: Clock, chosen: UserSettings, now: datetime
    ) -> None:
        """Start a seat's extra time, and say so; the rest of it may be over, too.

        In quiet hours its player hears of it afterwards.
        """
        after = pace.drawing_on(pace.checked(clock, now), seat.bank, seat.away)
        after = pace.awake(after, info.enforced, now)
        told = t("{who} is using their extra time now.", who=Person(seat.name))
        wanted, hush = chosen.rhythm is not Rhythm.NEVER, hushed(seat, chosen, now)
        if wanted and hush is not None and now < after.due:
            after = pace.put_off(after, hush, now)
        items = _reminder(seat, wanted=wanted and hush is None)
        await self._set(info, seat, after, now, *items, told=told)

    async def _time_up(self, info: MatchInfo, seat: SeatInfo, now: datetime) -> None:
        """Do what the pace says when a player has run out of time."""
        live = await self._cache.loaded(info.id)
        who = Person(seat.name)
        if info.pace.kind is PaceKind.STEADY:
            turn = Turn(live, now)
            turn.lend(seat)
            change, after = turn.finish(WATCHER, None)
        else:
            turn = Turn(live, now)
            turn.pass_on(clock_edits.open_seat(seat))
            turn.settle()
            turn.remark(
                t(
                    "{who} ran out of time. The seat is free, and a computer is playing it.",
                    who=who,
                )
            )
            letter = OutboxItem.freed(seat.user_id, t("Your time ran out, so your seat was freed."))
            change, after = turn.finish(WATCHER, None, OutboxItem.seat(seat.seat), letter)
        await self._cache.save(change, after)

    async def is_last(self, match_id: int, seat: Seat) -> bool:
        """Return whether all others have decided that were asked together with a seat."""
        return is_last(await self._cache.live(match_id), seat)

    # Changing.

    async def snooze(self, match_id: int, user_id: int, until: datetime) -> datetime:
        """Put off a user's reminder and return its new time.

        See `snoozed` for which times are possible.

        Raises:
            NotYourTurnError, NotSeatedError: Nobody is waiting for them.
        """
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            guards.check_unfinished(info)
            guards.check_going_on(info)
            seat = info.seats[check_seated(info, user_id)]
            clock, now = seat.clock, self._clock()
            if clock is None:
                raise NotYourTurnError(
                    "",
                    t("Nobody is waiting for you in this match."),
                    t("I'll ping you when it's your turn."),
                )
            wake, heard = snoozed(info, seat, await self._settings(user_id), until, now)
            await self._set(info, seat, pace.waking_at(clock, wake), now, by_player=True)
            return heard

    async def away(self, user_id: int, span: Span | None) -> int:
        """Note when a user is away; their deadlines move later, never earlier.

        Not in matches that can't be read.

        Returns:
            In how many matches that comes too late: their seat may be freed all the same.
        """
        late = 0
        async with AsyncExitStack() as locks:  # always taken in order, so nobody waits forever
            playing = await self._store.read(lambda db: users_db.playing(db, user_id))
            for match_id in playing:
                await locks.enter_async_context(self._cache.lock(match_id))
            now, changes = self._clock(), list[Change]()
            for match_id in playing:
                info = await self._cache.readable(match_id)
                if info is None:
                    continue
                if info.status in ("lobby", "live") and info.seat_of(user_id) != WATCHER:
                    after = clock_edits.with_away(info, user_id, span, now)
                    late += await self._is_late(after, after.seat_of(user_id), now)
                    items = (OutboxItem(ItemKind.LOBBY),) if info.status == "lobby" else ()
                    changes.append(Change(info, after, now, outbox=items))
            await self._cache.save_all(
                changes,
                lambda db: users_db.change(db, user_id, lambda old: replace(old, away=span), now),
            )
        return late

    async def _is_late(self, info: MatchInfo, seat: Seat, now: datetime) -> bool:
        terms = await self._store.read(lambda db: guilds_db.terms_for(db, info))
        return is_late(info, seat, now, terms.patience)

    async def send_digest(self, user_id: int) -> None:
        """Send a user their daily message if any match waits for them.

        While they are away they get none. Matches in which nobody has done anything for long are
        left out; see `calls`.
        """
        async with AsyncExitStack() as locks:
            waiting = await self._store.read(lambda db: lists_db.waiting_for(db, user_id))
            for match_id in sorted(match.id for match in waiting):
                await locks.enter_async_context(self._cache.lock(match_id))
            now, chosen, named = self._clock(), await self._settings(user_id), list[Change]()
            wanted = chosen.wants_digest and not chosen.is_away(now)
            for match in waiting if wanted else ():
                info = await self._cache.info(match.id)
                if info.seat_of(user_id) in info.to_act and info.paused_at is None:
                    after, is_allowed = calls.in_digest(info, user_id)
                    named += [Change(info, after, now)] if is_allowed or after != info else []
            about = next((c.after for c in named if not _muted(c.after, user_id)), None)
            first, ply = (None, 0) if about is None else (about.id, about.ply)
            await self._cache.save_all(
                named, lambda db: deadlines_db.send_digest(db, chosen, first, ply, now)
            )

    async def _set(
        self,
        info: MatchInfo,
        seat: SeatInfo,
        clock: Clock,
        at: datetime,
        *items: OutboxItem,
        told: Text | None = None,
        by_player: bool = False,
    ) -> None:
        after = info.with_seat(replace(seat, clock=clock))
        remarks = (told,) if told else ()
        change = Change(info, after, at, outbox=items, remarks=remarks, by_player=by_player)
        # With a remark it is loaded again, so that its posts tell that, too.
        await self._cache.save(change, None if told else self._cache.amended(after))

    async def _settings(self, user_id: int) -> UserSettings:
        return await self._store.read(lambda db: users_db.settings(db, user_id))


def _muted(info: MatchInfo, user_id: int) -> bool:
    return info.seats[info.seat_of(user_id)].muted


def _reminder(seat: SeatInfo, *, wanted: bool) -> tuple[OutboxItem, ...]:
    return (OutboxItem(ItemKind.REMINDER, seat.user_id),) if wanted else ()
