"""Seats that change hands: leaving, conceding, offering, taking over, freeing.

What a seat may know goes with it: its new player sees its hand from then on, and the former one no
longer does.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from matches.db import guilds as guilds_db
from matches.db import seats as seats_db
from matches.db import users as users_db
from matches.domain.change import Change
from matches.domain.deadlines import clock_edits
from matches.domain.deadlines.lateness import late_from
from matches.domain.history.seating import taken
from matches.domain.history.timeline import Live
from matches.domain.model import Holder, MatchInfo, SeatInfo
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.table import conceding, guards, lobby, powers, votes
from matches.domain.table.conceding import Consequence, KeptOut
from matches.domain.table.departure import departed, effect_of
from matches.domain.table.guards import check_free, check_seated
from matches.domain.table.powers import Act, Asker, Consent
from matches.domain.turn import Turn
from matches.services.part import ServicePart
from matches.services.table.asking import asking
from rules.errors import LobbyError
from rules.protocol import WATCHER
from rules.text import Person, Seat, Text, t


class Seats(ServicePart):
    """The seats of all started matches of one database."""

    async def holders(self, match_id: int) -> list[Holder]:
        """Return who held the seats of a match since which ply, by seat and ply."""
        return await self._store.read(lambda db: seats_db.held_by(db, match_id))

    async def resign(self, match_id: int, user_id: int, expected: str | None = None) -> MatchInfo:
        """Leave a seat: it opens, and a computer plays it until somebody takes it.

        The match ends when the last player leaves.

        Args:
            match_id: The match.
            user_id: Who leaves.
            expected: The `Effect` they were told of; None if they weren't asked.

        Raises:
            LobbyError: Something else would happen by now.
        """
        async with self._cache.lock(match_id):
            live, _ = await self._playing(match_id, user_id, Act.RESIGN)
            if expected not in (None, effect_of(live.info, user_id)):
                raise LobbyError(
                    t("The match has changed since I asked you."),
                    t("To see what would happen now, type /seat resign again."),
                )
            change, after = departed(live.info, live, user_id, self._clock())
            return await self._save(change, after)

    async def concede(
        self, match_id: int, user_id: int, expected: Consequence | None = None
    ) -> MatchInfo:
        """Give up for good: the last player who hasn't wins, or the seat goes on.

        Args:
            match_id: The match.
            user_id: Who gives up.
            expected: What they were told would happen; None if they weren't asked.

        Raises:
            LobbyError: Something else would happen by now.
        """
        async with self._cache.lock(match_id):
            live, seat = await self._playing(match_id, user_id, Act.CONCEDE)
            told = t("{who} concedes.", who=Person(seat.name))
            found = conceding.consequence(live.info, seat.seat)
            if expected not in (None, found):
                raise LobbyError(
                    t("The match has changed since I asked you."),
                    t("To see what would happen now, type /seat concede again."),
                )
            match found:
                case "ended":
                    return await self._end(live, told)
                case "lost":
                    now, seed = self._clock(), live.seed.hex()
                    after = conceding.lost(live.info, seat.seat, seed, now)
                    return await self._stop(live, after, told)
            gone = replace(clock_edits.open_seat(seat), conceded=True)
            posts = conceding.announced(seat, found)
            return await self._pass_on(live, gone, told, *posts, kept_out=(user_id, "conceded"))

    async def offer(self, match_id: int, user_id: int, *, offered: bool) -> MatchInfo:
        """Offer a seat to anybody who wants it, or keep it after all."""
        async with self._cache.lock(match_id):
            live, seat = await self._playing(match_id, user_id, Act.OFFER)
            if seat.offered == offered:
                return live.info
            after = live.info.with_seat(replace(seat, offered=offered))
            items = (OutboxItem.seat(seat.seat),)
            change = Change(live.info, after, self._clock(), outbox=items, by_player=True)
            return await self._save(change, live.amended(after))

    async def claim(
        self, match_id: int, seat: Seat, user_id: int, name: str, *, locale: str = ""
    ) -> MatchInfo:
        """Take an open or offered seat; the first who asks gets it.

        Raises:
            LobbyError: There is no such seat, it is taken, or this user already has a seat or has
                had another one.
        """
        async with self._cache.lock(match_id):
            live = await self._cache.loaded(match_id)
            guards.check_unfinished(live.info)
            check_free(live.info, seat, user_id)
            guild_id = live.info.guild_id
            await self._store.read(lambda db: guilds_db.check_seat(db, guild_id, user_id))
            held = await self._store.read(lambda db: seats_db.held_by(db, match_id))
            _check_knows_no_other(live.info, held, seat, user_id)
            why = await self._store.read(lambda db: seats_db.kept_out(db, match_id, user_id))
            conceding.check_not_kept_out(why)
            chosen = await self._store.read(lambda db: users_db.settings(db, user_id))
            old = live.info.seats[seat]
            new = replace(
                old,
                user_id=user_id,
                name=lobby.tidy(name),
                locale=locale,
                open=False,
                offered=False,
                away=chosen.away,
                conceded=False,
            )
            return await self._pass_on(live, new, taken(old, new))

    async def needed(self, match_id: int, user_id: int, seat: Seat, *, is_admin: bool) -> Consent:
        """Return who has to agree before this user frees somebody else's seat, or refuse."""
        info = await self._cache.info(match_id)
        asker = await asking(self._store, info, user_id, is_admin=is_admin)
        return await self._needed(info, asker, seat)

    async def free(
        self, match_id: int, user_id: int, seat: Seat, *, is_admin: bool = False
    ) -> MatchInfo:
        """Free the seat of another player at once; it opens.

        Raises:
            LobbyError: Their time isn't up, this user may not, or there is no such player.
        """
        async with self._cache.lock(match_id):
            live = await self._cache.loaded(match_id)
            info = live.info
            asker = await asking(self._store, info, user_id, is_admin=is_admin)
            if await self._needed(info, asker, seat) is not Consent.ALONE:
                raise guards.not_late(info, seat, await self._late_from(info, seat))
            gone = info.seats[seat]
            if (mine := info.seat_of(user_id)) == WATCHER:
                told = t("A server admin frees {who}'s seat.", who=Person(gone.name))
                why = t("A server admin has freed your seat.")
                out: tuple[int, KeptOut] | None = (user_id, "freed")
            else:
                told = t(
                    "{who} was out of time, so {other} frees their seat.",
                    who=Person(gone.name),
                    other=Person(info.seats[mine].name),
                )
                why = t(
                    "You were out of time, so {other} has freed your seat.",
                    other=Person(info.seats[mine].name),
                )
                out = None
            letter = OutboxItem.freed(gone.user_id, why)
            return await self._pass_on(
                live, clock_edits.open_seat(gone), told, letter, kept_out=out
            )

    async def _needed(self, info: MatchInfo, asker: Asker, seat: Seat) -> Consent:
        """Return who has to agree before a seat is freed, or refuse."""
        guards.check_unfinished(info)
        if info.status == "lobby":
            raise guards.not_begun(info)
        gone = votes.check_replaceable(info, seat, info.seat_of(asker.user_id))
        if clock_edits.is_last_human(info, seat):
            raise LobbyError(
                t("{who} is the only player left in this match.", who=Person(gone.name)),
                t("To stop the match, type /match end."),
            )
        late = await self._late_from(info, seat)
        is_late = late is not None and self._clock() >= late
        return powers.check(Act.FREE_SEAT, info, asker, time_up=is_late)

    async def _late_from(self, info: MatchInfo, seat: Seat) -> datetime | None:
        """Return when the time of a seat's player is up, or None."""
        terms = await self._store.read(lambda db: guilds_db.terms_for(db, info))
        return late_from(info, seat, terms.patience)

    async def posted(self, match_id: int, seat: Seat, message_id: int | None) -> None:
        """Note the post that offers a seat; None: there is none to keep up to date."""
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            after = info.with_seat(replace(info.seats[seat], post_id=message_id))
            if after != info:
                change = Change(info, after, self._clock())
                await self._cache.save(change, self._cache.amended(after))

    async def _playing(self, match_id: int, user_id: int, act: Act) -> tuple[Live, SeatInfo]:
        live = await self._cache.loaded(match_id)
        guards.check_unfinished(live.info)
        powers.check(act, live.info, Asker(user_id))
        return live, live.info.seats[check_seated(live.info, user_id)]

    async def _pass_on(
        self,
        live: Live,
        seat: SeatInfo,
        told: Text,
        *more: OutboxItem,
        kept_out: tuple[int, KeptOut] | None = None,
    ) -> MatchInfo:
        """Give a seat to somebody else, or to nobody; its prepared move is dropped.

        What there is `more` to post comes after the seat's post. Who is `kept_out` for a reason
        takes no seat in this match any more.
        """
        turn = Turn(live, self._clock())
        turn.pass_on(seat)
        turn.settle()
        turn.remark(told)
        items = [OutboxItem.seat(seat.seat), *more]
        if not seat.open and (seat.user_id != seat.owner_id or seat.seat in live.timeline.waiting):
            items.append(OutboxItem(ItemKind.DM, seat.user_id))
        change, after = turn.finish(WATCHER, None, *items)
        change = replace(change, by_player=True)
        if kept_out is None:
            return await self._save(change, after)
        match_id, (user_id, why) = live.info.id, kept_out
        await self._cache.save_with(
            change, after, lambda db: seats_db.keep_out(db, match_id, user_id, why)
        )
        return change.after

    async def _end(self, live: Live, told: Text) -> MatchInfo:
        return await self._stop(live, lobby.broken_off(live.info, self._clock(), "left"), told)

    async def _stop(self, live: Live, after: MatchInfo, told: Text) -> MatchInfo:
        """Save a match that is over now; what is prepared is dropped."""
        dropped = tuple((seat, None) for seat in sorted(live.sealed))
        items = (OutboxItem(ItemKind.TURN),)
        now = self._clock()
        change = Change(live.info, after, now, sealed=dropped, outbox=items, remarks=(told,))
        return await self._save(change, None)

    async def _save(self, change: Change, live: Live | None) -> MatchInfo:
        await self._cache.save(change, live)
        return change.after


def _check_knows_no_other(info: MatchInfo, held: list[Holder], seat: Seat, user_id: int) -> None:
    """Refuse a user who has had another seat and so has seen its hand."""
    known = {other for other, _, user in held if user == user_id and other != seat}
    if not known:
        return
    hint = t("You can watch with /board, or open your own match with /match new.")
    own = [info.seats[other] for other in sorted(known)]
    if any(info.is_free(one) and not one.conceded for one in own):
        hint = t("Take that seat back while it's free, or watch with /board.")
    raise LobbyError(t("You've had another seat in this match and seen its hand."), hint)
