"""Ending what nobody touches: announcing, keeping, closing, reopening."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from matches.db import guilds as guilds_db
from matches.db import lists as lists_db
from matches.db import users as users_db
from matches.db.driver import Connection
from matches.domain.change import Change
from matches.domain.deadlines import calls, lifetime
from matches.domain.deadlines.epoch import to_ms
from matches.domain.deadlines.lifetime import Step
from matches.domain.deadlines.reminders import quiet_until
from matches.domain.history.timeline import Live, first_untold
from matches.domain.model import MatchInfo, is_closed, is_homeless
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.table import guards, powers
from matches.domain.table.powers import Act, Asker
from matches.domain.table.terms import Terms
from matches.services.part import ServicePart
from rules.errors import LobbyError, MatchOverError
from rules.protocol import WATCHER
from rules.text import Person, Text, t

UNMOVED: Final = t("Nobody had done anything for a long time, so I closed the match.")


class Closing(ServicePart):
    """The ends of all matches of one database that nobody plays to the end."""

    async def act_on(self, match_id: int) -> None:
        """Do what is due about a match's end: wait on, announce, close or let go."""
        async with self._cache.lock(match_id):
            info, now = await self._cache.info(match_id), self._clock()
            if info.life.check is None or to_ms(info.life.check) > to_ms(now):
                return
            terms = await self._store.read(lambda db: guilds_db.terms_for(db, info))
            step, again = lifetime.next_step(info, terms, now)
            match step:
                case Step.ANNOUNCE if (hush := await self._hushed(info, terms, now)) is not None:
                    await self._save(Change(info, lifetime.looked_at(info, hush), now))
                case Step.ANNOUNCE:
                    assert again is not None
                    await self._announce(info, now, again)
                case Step.CLOSE:
                    await self._close(info, now, again)
                case Step.LET_GO:
                    gone = Change(info, lifetime.looked_at(info, None), now)
                    await self._cache.save(gone, None)  # loaded again, its seed is public
                case Step.WAIT:
                    await self._save(Change(info, lifetime.looked_at(info, again), now))

    async def _hushed(self, info: MatchInfo, terms: Terms, now: datetime) -> datetime | None:
        """Return when to try again if it is a player's quiet hours; for a day at most."""
        if now - lifetime.announced_at(info, terms) >= timedelta(days=1):
            return None
        users = [seat.user_id for seat in info.seats if seat.user_id]
        chosen = await self._store.read(lambda db: [users_db.settings(db, user) for user in users])
        return min((at for one in chosen if (at := quiet_until(one, now))), default=None)

    async def _announce(self, info: MatchInfo, now: datetime, closes_at: datetime) -> None:
        at = to_ms(closes_at)
        items = [] if is_homeless(info) else [OutboxItem.closing(at)]
        items += [OutboxItem.closing(at, seat.user_id) for seat in info.seats if seat.user_id]
        after = lifetime.announced(info, now, closes_at)
        await self._save(Change(info, after, now, outbox=tuple(items)))

    async def _close(self, info: MatchInfo, now: datetime, until: datetime | None) -> None:
        after, has_begun = lifetime.closed(info, now, until), info.status == "live"
        item = OutboxItem(ItemKind.TURN if has_begun else ItemKind.LOBBY)
        if info.broken:
            item = OutboxItem(ItemKind.NOTE, text=UNMOVED)  # no board can be shown
        change = Change(
            info,
            after,
            now,
            sealed=tuple((seat.seat, None) for seat in info.seats) if has_begun else (),
            outbox=() if is_homeless(info) else (item,),
            remarks=(UNMOVED,) if has_begun else (),
        )
        await self._cache.save(change, None)

    async def keep(self, match_id: int, user_id: int) -> MatchInfo:
        """Keep a lobby or match open for a player or its host; the wait begins again.

        Raises:
            MatchOverError: It is closed already.
            NotSeatedError: They neither play in it nor host it.
        """
        async with self._cache.lock(match_id):
            info, now = await self._cache.info(match_id), self._clock()
            if is_closed(info):
                raise MatchOverError(
                    t("This match is closed already."),
                    t("Its players can reopen it. /turns and /match info have the button."),
                )
            guards.check_unfinished(info)
            powers.check(Act.KEEP, info, Asker(user_id))
            was_told = info.life.told is not None and not is_homeless(info)
            items = (OutboxItem(ItemKind.NOTE, text=_kept(info, user_id)),) if was_told else ()
            await self._save(Change(info, calls.kept(info, user_id, now), now, outbox=items))
            return await self._cache.info(match_id)

    async def reopen(self, match_id: int, user_id: int) -> MatchInfo:
        """Reopen a match that was closed; its clocks start anew.

        Raises:
            LobbyError: It isn't closed, can't be reopened any more, its channel has another match
                by now, or the server has too many.
            NotSeatedError: This user had no seat in it.
            ReplayError: Its moves can't be read.
        """
        async with self._cache.lock(match_id):
            info, now = await self._cache.info(match_id), self._clock()
            if info.status in ("lobby", "live"):
                return info
            if not is_closed(info):
                hint = t("Open a new one with /match new, or play again with /match rematch.")
                if not info.has_begun:
                    hint = guards.not_begun(info).hint
                raise LobbyError(t("This match can't be reopened."), hint)
            powers.check(Act.REOPEN, info, Asker(user_id))
            terms = await self._store.read(lambda db: guilds_db.terms_for(db, info))
            found = info
            if await self._store.read(lambda db: guilds_db.lost_until(db, info.guild_id)):
                found = replace(info, trouble="gone")  # it is paused until it has a channel
            if info.begun_at is None:
                after = lifetime.reopened(found, terms, frozenset(), now)
                change = Change(info, after, now, outbox=_news(after))
            else:
                live = (await self._cache.loaded(match_id)).amended(found)
                change = replace(_again(live, terms, user_id, now), before=info)

            def check(db: Connection) -> None:
                guilds_db.check_seat(db, info.guild_id, user_id)
                if lists_db.played_in(db, info.channel_id) is not None:
                    raise LobbyError(
                        t("This channel already has an unfinished match."),
                        t("Finish that one or end it with /match end, then reopen this one."),
                    )
                is_lobby, by_host = info.begun_at is None, user_id == info.host_id
                guilds_db.check_room(db, info, terms, lobby=is_lobby, by_host=by_host)

            await self._cache.save_with(change, None, check)
            return change.after

    async def closed_for(self, user_id: int) -> tuple[MatchInfo, ...]:
        """Return the closed matches that a user can reopen, the newest first."""
        return await self._store.read(lambda db: lists_db.closed_for(db, user_id))

    async def _save(self, change: Change) -> None:
        await self._cache.save(change, self._cache.amended(change.after))


def _kept(info: MatchInfo, user_id: int) -> Text:
    seat = info.seat_of(user_id)
    if seat == WATCHER:
        return t("The host wants to keep this match, so I won't close it.")
    return t(
        "{who} wants to keep this match, so I won't close it.", who=Person(info.seats[seat].name)
    )


def _again(live: Live, terms: Terms, user_id: int, now: datetime) -> Change:
    """Return what to save when a match that has begun is reopened."""
    told = first_untold(live)
    open_again = lifetime.reopened(live.info, terms, live.timeline.waiting, now)
    after = replace(open_again, posted_ply=told, post_since=told, post_id=None)
    remarks = (_told(live.info, user_id),)
    return Change(live.info, after, now, outbox=_news(after), remarks=remarks)


def _told(info: MatchInfo, user_id: int) -> Text:
    seat = info.seat_of(user_id)
    if seat == WATCHER:
        return t("The host reopens the match.")
    return t("{who} reopens the match.", who=Person(info.seats[seat].name))


def _news(after: MatchInfo) -> tuple[OutboxItem, ...]:
    """Return what to post about a reopened match."""
    if is_homeless(after):
        return ()
    if after.status == "lobby":
        return (OutboxItem(ItemKind.LOBBY),)
    called = (after.seats[seat] for seat in sorted(after.to_act))
    dms = (OutboxItem(ItemKind.DM, seat.user_id) for seat in called if seat.user_id)
    return (OutboxItem(ItemKind.TURN), *dms)
