"""Looking at the clocks of the seats that are waited for, and changing them.

Each look is one transaction under the match's lock: what is to be said, what a caretaker does and
when to look again are saved together. So a look that is cut off has not happened, and comes again.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from matches.db import deadlines as deadlines_db
from matches.db import meta
from matches.db import users as users_db
from matches.domain import guards, lobby
from matches.domain.change import Change
from matches.domain.deadlines import clock_edits, pace
from matches.domain.deadlines.epoch import to_ms
from matches.domain.deadlines.pace import REMINDS, Alarm, Clock, PaceKind, Quiet, Rhythm, Span
from matches.domain.guards import check_seated
from matches.domain.history.timeline import Live
from matches.domain.model import MatchInfo, SeatInfo, UserSettings
from matches.domain.outbox_item import OutboxItem
from matches.domain.turn import Turn
from matches.services.part import Part
from rules.errors import NotYourTurnError
from rules.protocol import WATCHER
from rules.text import Person, Seat, Text, t, tn

WORTH_TELLING: Final = timedelta(hours=1)
"""An absence of the bot that is shorter is not told."""


class Clocks(Part):
    """The clocks of all matches of one database."""

    # Looking.

    async def look(self, match_id: int, seat: Seat) -> None:
        """Do what the clock of a seat calls for now; nothing if it calls for nothing."""
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            now = self._clock()
            clock = info.seats[seat].clock
            if clock is None or clock.wake is None or to_ms(clock.wake) > to_ms(now):
                return
            now = max(now, clock.wake)  # it is due as soon as the database, in whole ms, says so
            chosen = await self._settings(info.seats[seat].user_id)
            if now < clock.due or info.pace.kind is PaceKind.CASUAL:
                await self._remind(info, info.seats[seat], clock, chosen, now)
            elif info.seats[seat].bank and not clock.on_bank:
                await self._draw_on_bank(info, info.seats[seat], clock, chosen, now)
            else:
                await self._time_up(info, info.seats[seat], now)

    async def _remind(
        self, info: MatchInfo, seat: SeatInfo, clock: Clock, chosen: UserSettings, now: datetime
    ) -> None:
        alarms, seen = pace.rung(clock, now), pace.looked_at(clock, now)
        wanted = chosen.rhythm is not Rhythm.NEVER and (
            now >= clock.due
            or bool(alarms & REMINDS[chosen.rhythm])
            or (not alarms and _is_welcome(clock, chosen.rhythm))
            or await self._is_last(info, seat, chosen.rhythm)
        )
        last = Alarm.WARNING in alarms and clock_edits.loses(info, seat)
        hush = None if last else hushed(seat, chosen, now)
        if wanted and hush is not None:
            after = pace.put_off(clock, min(hush, seen.wake or hush))
            await self._set(info, seat, after, now)
        else:
            after = pace.awake(seen, info.pace, now)
            await self._set(info, seat, after, now, *_nudge(seat, wanted=wanted))

    async def _is_last(self, info: MatchInfo, seat: SeatInfo, rhythm: Rhythm) -> bool:
        """Return whether to remind him early: all the others have decided already."""
        if rhythm is Rhythm.RARELY or info.to_act != {seat.seat}:
            return False
        return is_last(await self._cache.loaded(info.id), seat.seat)

    async def _draw_on_bank(
        self, info: MatchInfo, seat: SeatInfo, clock: Clock, chosen: UserSettings, now: datetime
    ) -> None:
        """Let the extra time begin to run, and say so."""
        after = pace.drawing_on(pace.looked_at(clock, now), seat.bank)
        told = t("{who} is using extra time now.", who=Person(seat.name))
        wanted = chosen.rhythm is not Rhythm.NEVER and hushed(seat, chosen, now) is None
        await self._set(info, seat, after, now, *_nudge(seat, wanted=wanted), told=told)

    async def _time_up(self, info: MatchInfo, seat: SeatInfo, now: datetime) -> None:
        """Do what the pace says about somebody who has let all his time pass."""
        live = await self._cache.loaded(info.id)
        who = Person(seat.name)
        if info.pace.kind is PaceKind.STEADY:
            turn = Turn(live, now)
            turn.stand_in(seat.seat)
            turn.remark(t("{who} let the time pass, so a caretaker decided this once.", who=who))
            change, after = turn.finish(WATCHER, None)
        elif clock_edits.is_last_human(info, seat.seat):
            ended = lobby.broken_off(info, now)
            told = t("{who} let the time pass, and nobody else is left to play.", who=who)
            dropped = tuple((s.seat, None) for s in info.seats)
            change = Change(info, ended, now, sealed=dropped, outbox=(_TURN,), remarks=(told,))
            await self._cache.save(change, None)
            return
        else:
            turn = Turn(live, now)
            turn.pass_on(clock_edits.opened(seat))
            turn.settle()
            turn.remark(t("{who} let the time pass: the seat is open, a caretaker plays.", who=who))
            change, after = turn.finish(WATCHER, None, OutboxItem("seat", ref=seat.seat))
        await self._cache.save(change, after)

    async def is_last(self, match_id: int, seat: Seat) -> bool:
        """Return whether all others have answered what they were asked together with a seat."""
        return is_last(await self._cache.live(match_id), seat)

    # Changing.

    async def snooze(self, match_id: int, user_id: int, until: datetime) -> datetime:
        """Remind a user later of his move; return when.

        Where he has something to lose, that is not after the last warning.

        Raises:
            NotYourTurnError, NotSeatedError: Nobody waits for him.
        """
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            guards.check_unfinished(info)
            guards.check_going_on(info)
            seat = info.seats[check_seated(info, user_id)]
            clock, now = seat.clock, self._clock()
            if clock is None:
                raise NotYourTurnError(
                    t("Nobody waits for you in this match."), t("You are called when it is time.")
                )
            if info.pace.kind is not PaceKind.CASUAL:
                warned = pace.warned_at(clock)
                until = min(until, warned if warned > now else clock.due)
            await self._set(info, seat, pace.put_off(clock, until), now)
            return until

    async def away(self, user_id: int, span: Span | None) -> None:
        """Note when a user is away; where he plays, his time ends later, never earlier."""
        async with AsyncExitStack() as locks:  # always taken in order, so nobody waits forever
            playing = await self._store.read(lambda db: users_db.playing(db, user_id))
            for match_id in playing:
                await locks.enter_async_context(self._cache.lock(match_id))
            now, changes = self._clock(), list[Change]()
            for match_id in playing:
                info = await self._cache.info(match_id)
                if info.status in ("lobby", "live") and info.seat_of(user_id) != WATCHER:
                    after = clock_edits.with_away(info, user_id, span, now)
                    items = (OutboxItem("lobby"),) if info.status == "lobby" else ()
                    changes.append(Change(info, after, now, outbox=items))
            await self._cache.save_all(
                changes,
                lambda db: users_db.change(db, user_id, lambda old: replace(old, away=span), now),
            )

    async def send_digest(self, user_id: int) -> None:
        """Send a user his daily message, if anything waits for him."""
        now = self._clock()
        await self._store.write(lambda db: deadlines_db.send_digest(db, user_id, now))
        self._cache.wake()

    async def absent(self, since: datetime, until: datetime) -> None:
        """Make good an absence of the bot: every clock that ran then has so much more time.

        One that was cut off half-way is finished first, instead; so call it until the heartbeat
        says that the bot is there.
        """
        kept, done = await self._store.get_meta(meta.ABSENCE), 0
        if kept:
            began, ended, match = kept.split()
            since, until = datetime.fromisoformat(began), datetime.fromisoformat(ended)
            done = int(match)
        gap = until - since
        items = (OutboxItem("note", text=was_away(gap)),) if gap >= WORTH_TELLING else ()
        for match_id in await self._store.read(lambda db: deadlines_db.running(db, done)):
            async with self._cache.lock(match_id):
                info = await self._cache.info(match_id)
                after = clock_edits.after_absence(info, gap, until)
                if after != info:
                    change = Change(info, after, self._clock(), outbox=items)
                    mark = {meta.ABSENCE: f"{since.isoformat()} {until.isoformat()} {match_id}"}
                    await self._cache.save_with(
                        change, self._cache.amended(after), partial(meta.put, facts=mark)
                    )
        await self._store.write(
            lambda db: meta.put(db, {meta.LAST_BEAT: until.isoformat(), meta.ABSENCE: ""})
        )

    async def _set(
        self,
        info: MatchInfo,
        seat: SeatInfo,
        clock: Clock,
        at: datetime,
        *items: OutboxItem,
        told: Text | None = None,
    ) -> None:
        after = info.with_seat(replace(seat, clock=clock))
        change = Change(info, after, at, outbox=items, remarks=(told,) if told else ())
        await self._cache.save(change, self._cache.amended(after))

    async def _settings(self, user_id: int) -> UserSettings:
        return await self._store.read(lambda db: users_db.settings(db, user_id))


_TURN: Final = OutboxItem("turn")


def hushed(seat: SeatInfo, chosen: UserSettings, now: datetime) -> datetime | None:
    """Return until when a player is not to be reminded, or None if he may be."""
    if seat.away is not None and seat.away[0] <= now < seat.away[1]:
        return seat.away[1]
    if chosen.quiet is None:
        return None
    return Quiet(*chosen.quiet, chosen.zone or "UTC").until(now)


def is_last(live: Live, seat: Seat) -> bool:
    """Return whether only this seat is waited for and others have moved since it was asked."""
    timeline = live.timeline
    others = (asked for other, asked in enumerate(timeline.asked) if other != seat)
    return timeline.waiting == {seat} and max(others, default=0) > timeline.asked[seat]


def was_away(gap: timedelta) -> Text:
    """Return what is said after the bot was absent for some hours."""
    hours = round(gap / timedelta(hours=1))
    return tn(
        "I was away for {count} hour. All clocks stood still: nobody has lost any time.",
        "I was away for {count} hours. All clocks stood still: nobody has lost any time.",
        hours,
    )


def _is_welcome(clock: Clock, rhythm: Rhythm) -> bool:
    """Return whether to remind somebody although nothing rings.

    He has put the last reminder off himself, or all the others have decided by now.
    """
    return rhythm is not Rhythm.RARELY or clock.woken >= pace.warned_at(clock)


def _nudge(seat: SeatInfo, *, wanted: bool) -> tuple[OutboxItem, ...]:
    return (OutboxItem("nudge", seat.user_id),) if wanted else ()
