"""Opening, joining and starting matches in the lobby; ending any match at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from matches.db import guilds as guilds_db
from matches.db import matches as matches_db
from matches.db import users as users_db
from matches.db.desk import doors
from matches.db.driver import Connection
from matches.db.store import Store
from matches.domain.change import Change, ChannelTakenError
from matches.domain.deadlines import lifetime
from matches.domain.deadlines.pace import Pace
from matches.domain.glance import report
from matches.domain.history.chance import SEED_BYTES, Entropy, commitment
from matches.domain.history.timeline import Live, Timeline
from matches.domain.model import Conceding, Ending, Level, MatchInfo, Opening, TurnReport
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.table import computers, hosting, lobby, words
from matches.domain.table.endings import ending_text
from matches.domain.table.invitations import Guest
from matches.domain.table.powers import Consent
from matches.domain.table.terms import NO_ROLES, Opener
from matches.domain.turn import Turn
from matches.services.cache import MatchCache
from matches.services.guilds import Guilds
from matches.services.part import ServicePart
from matches.services.table.asking import asking
from rules import registry
from rules.errors import LobbyError
from rules.protocol import WATCHER
from rules.text import t


class Lobby(ServicePart):
    """The lobbies of all matches of one database."""

    def __init__(
        self,
        cache: MatchCache,
        store: Store,
        clock: Callable[[], datetime],
        guilds: Guilds,
        entropy: Entropy,
    ) -> None:
        super().__init__(cache, store, clock)
        self._guilds = guilds
        self._entropy = entropy

    async def create(self, opening: Opening) -> MatchInfo:
        """Open a lobby with its host on the first seat."""
        game = registry.get(opening.slug).info
        info, seed = self._sealed(computers.opened(game, opening, self._clock()))
        saved = await self._open(info, seed, opening.opener, matches_db.open_lobby)
        self._guilds.settled(opening.guild_id, opening.locale)
        return saved

    async def rematch(
        self,
        match_id: int,
        user_id: int,
        channel_id: int,
        *,
        thread: bool,
        opener: Opener = NO_ROLES,
    ) -> MatchInfo:
        """Open a lobby with the same players, one seat further on, hosted by the asker.

        Players who are barred there meanwhile get no seat.
        """
        before = await self._cache.info(match_id)
        info, seed = self._sealed(
            lobby.again(before, user_id, channel_id, self._clock(), thread=thread)
        )

        def add(db: Connection, new: MatchInfo, seed: bytes) -> MatchInfo:
            barred = frozenset(guilds_db.barred_in(db, new.guild_id))
            return matches_db.open_rematch(db, lobby.without(new, barred), seed)

        return await self._open(info, seed, opener, add)

    def _sealed(self, info: MatchInfo) -> tuple[MatchInfo, bytes]:
        """Return a match with the seal of a new seed, and that seed."""
        seed = self._entropy(SEED_BYTES)
        return replace(info, chance_hash=commitment(seed)), seed

    async def _open(
        self,
        info: MatchInfo,
        seed: bytes,
        opener: Opener,
        add: Callable[[Connection, MatchInfo, bytes], MatchInfo],
    ) -> MatchInfo:
        def write(db: Connection) -> MatchInfo:
            doors.check_open(db)
            terms = guilds_db.check_opening(db, info, opener)
            life = lifetime.begun(terms, info.created_at, lobby=True)
            return add(db, replace(info, life=life), seed)

        try:
            saved = await self._store.write(write)
        except ChannelTakenError as error:
            raise lobby.taken() from error
        self._cache.wake()
        return saved

    async def join(self, match_id: int, user_id: int, name: str, *, locale: str = "") -> MatchInfo:
        """Give a user the next free seat of a lobby, or the one kept for them."""
        info = await self._cache.info(match_id)
        await self._store.read(lambda db: guilds_db.check_seat(db, info.guild_id, user_id))
        return await self._in_lobby(
            match_id, lambda info: lobby.joined(info, user_id, name, locale, self._clock())
        )

    async def leave(self, match_id: int, user_id: int) -> MatchInfo:
        """Free a user's seat; the next player becomes the host, and an empty lobby ends."""
        return await self._in_lobby(match_id, lambda info: lobby.left(info, user_id))

    async def set_pace(self, match_id: int, user_id: int, pace: Pace) -> MatchInfo:
        """Choose the pace of a match that hasn't started; only its host may."""
        return await self._in_lobby(match_id, lambda info: lobby.paced(info, user_id, pace))

    async def set_conceding(self, match_id: int, user_id: int, conceding: Conceding) -> MatchInfo:
        """Choose what happens if somebody gives up; only the host of a lobby may."""
        return await self._in_lobby(
            match_id, lambda info: lobby.with_conceding(info, user_id, conceding)
        )

    async def add_computers(
        self, match_id: int, host_id: int, level: Level, count: int = 1
    ) -> MatchInfo:
        """Give computers of one level the next free seats; only the host of a lobby may."""
        return await self._in_lobby(
            match_id, lambda info: computers.added(info, host_id, level, self._clock(), count)
        )

    async def remove_computer(self, match_id: int, host_id: int, name: str) -> MatchInfo:
        """Send a computer away from a lobby; only its host may."""
        return await self._in_lobby(match_id, lambda info: computers.removed(info, host_id, name))

    async def set_level(self, match_id: int, host_id: int, level: Level) -> MatchInfo:
        """Choose how well computers play seats that players leave; only the host may."""
        return await self._in_lobby(match_id, lambda info: computers.levelled(info, host_id, level))

    async def reserve(
        self, match_id: int, host_id: int, friend: Guest, hours: int, *, tell: bool
    ) -> MatchInfo:
        """Keep a seat of a lobby for a friend; only its host may.

        Args:
            match_id: The match.
            host_id: Who asks.
            friend: For whom.
            hours: How long.
            tell: Whether to tell them, once in each lobby.
        """

        def invited(before: MatchInfo) -> tuple[OutboxItem, ...]:
            known = before.invitations.of(friend.user_id)
            told = known is not None and known.told
            return () if told or not tell else (OutboxItem.invited(friend.user_id),)

        return await self._in_lobby(
            match_id,
            lambda info: hosting.reserved(info, host_id, friend, hours, self._clock()),
            invited,
            host_id=host_id,
        )

    async def remove(self, match_id: int, host_id: int, user_id: int) -> MatchInfo:
        """Send a player away from a lobby, or stop keeping a seat; only its host may.

        A player who is sent away is told.
        """

        def sent_away(before: MatchInfo) -> tuple[OutboxItem, ...]:
            seated = before.seat_of(user_id) != WATCHER
            return (OutboxItem.sent_away(user_id),) if seated else ()

        return await self._in_lobby(
            match_id,
            lambda info: hosting.removed(info, host_id, user_id, self._clock()),
            sent_away,
            host_id=host_id,
        )

    async def close(self, match_id: int, host_id: int, *, on: bool) -> MatchInfo:
        """Close a lobby to all for whom no seat is kept, or open it; only its host may."""
        return await self._in_lobby(
            match_id, lambda info: hosting.closed(info, host_id, on=on), host_id=host_id
        )

    async def word(self, match_id: int, user_id: int, typed: str) -> MatchInfo:
        """Take a player's word for the draws; until the start they may give another."""
        return await self._in_lobby(
            match_id, lambda info: words.worded(info, user_id, typed, self._clock())
        )

    async def release(self, match_id: int) -> None:
        """Bring a lobby's post up to date when a seat is no longer kept."""

        def released(info: MatchInfo) -> MatchInfo:
            return replace(info, invitations=info.invitations.at(self._clock()))

        await self._in_lobby(match_id, released, by_player=False)

    async def start(self, match_id: int, user_id: int, *, private: bool = False) -> TurnReport:
        """Start a match and deal.

        The host may do so with any number of players the game allows, the others once all seats are
        taken. Who plays without other people can have a `private` thread.
        """
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            rules = registry.get(info.slug)
            lobby.check_start(info, rules.info, user_id)
            there = lobby.in_private(info) if private else info
            seed = await self._store.read(lambda db: matches_db.seed_of(db, match_id))
            seed = seed or self._entropy(SEED_BYTES)  # an older version opened the lobby
            terms = await self._store.read(lambda db: guilds_db.terms(db, info.guild_id))

            def admit(db: Connection) -> None:
                guilds_db.check_room(db, info, terms, lobby=False)
                guilds_db.fix_terms(db, match_id, terms)

            begun = lobby.begun(there, rules.info, commitment(seed), self._clock())
            begun = replace(begun, life=lifetime.begun(terms, self._clock(), lobby=False))
            begun = await self._with_holidays(begun)
            timeline = Timeline(rules, len(info.seats), info.options)
            turn = Turn(Live(begun, timeline, {}, seed), self._clock())
            turn.settle()
            change, live = turn.finish_start(info)
            await self._cache.save_with(replace(change, by_player=True), live, admit)
            return report(self._cache.cached(match_id) or live, user_id, turn.events)

    async def needed_to_end(self, match_id: int, user_id: int, *, is_admin: bool) -> Consent:
        """Return who has to agree before this user ends a lobby or a match, or refuse."""
        info = await self._cache.info(match_id)
        asker = await asking(self._store, info, user_id, is_admin=is_admin)
        return lobby.check_end(info, asker)

    async def end(self, match_id: int, user_id: int, *, is_admin: bool) -> MatchInfo:
        """End a lobby or a live match at once.

        Raises:
            LobbyError: Others have to agree first, or this user may not end it at all.
        """
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            asker = await asking(self._store, info, user_id, is_admin=is_admin)
            if lobby.check_end(info, asker) is not Consent.ALONE:
                raise LobbyError(
                    t("Nobody can end a match alone while they play in it."),
                    t("To ask the others, type /match end. To give up, type /seat concede."),
                )
            ending: Ending = "admin" if info.status == "live" else ""
            after = lobby.broken_off(info, self._clock(), ending)
            items = OutboxItem(ItemKind.LOBBY if info.status == "lobby" else ItemKind.TURN)
            if info.broken:
                items = OutboxItem(ItemKind.NOTE, text=ending_text(after))  # no board can be shown
            dropped = tuple((seat.seat, None) for seat in info.seats)
            await self._cache.save(
                Change(info, after, self._clock(), sealed=dropped, outbox=(items,)), None
            )
            return await self._cache.info(match_id)

    async def _in_lobby(
        self,
        match_id: int,
        step: Callable[[MatchInfo], MatchInfo],
        also: Callable[[MatchInfo], tuple[OutboxItem, ...]] = lambda _: (),
        *,
        by_player: bool = True,
        host_id: int = 0,
    ) -> MatchInfo:
        """Take a step and update the post; `also` says what else to send.

        A barred `host_id` no longer decides who can join.
        """
        async with self._cache.lock(match_id):
            info = await self._cache.info(match_id)
            after = step(info)
            await self._store.read(lambda db: guilds_db.check_seat(db, info.guild_id, host_id))
            if after != info:
                items = (OutboxItem(ItemKind.LOBBY), *also(info))
                change = Change(info, after, self._clock(), outbox=items, by_player=by_player)
                await self._cache.save(change, None)
            return await self._cache.info(match_id)

    async def _with_holidays(self, info: MatchInfo) -> MatchInfo:
        """Return a match with its players' holidays."""
        users = [seat.user_id for seat in info.seats]
        chosen = await self._store.read(lambda db: [users_db.settings(db, user) for user in users])
        pairs = zip(info.seats, chosen, strict=True)
        return replace(info, seats=tuple(replace(seat, away=one.away) for seat, one in pairs))
