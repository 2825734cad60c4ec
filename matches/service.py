"""The only door to the rules: lock, load, check, play, save, report."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from matches.checkup import Checkup
from matches.db import lists as lists_db
from matches.db import matches as matches_db
from matches.db.store import Store
from matches.domain.arrivals import Arrivals, Asked, steady
from matches.domain.change import Change, ConflictError, DuplicateError
from matches.domain.glance import made_for, preview, report, seen_by, why_not
from matches.domain.history.chance import Entropy
from matches.domain.history.log_view import as_read
from matches.domain.history.timeline import Live
from matches.domain.model import Glance, LogEntry, MatchInfo, TurnReport, Why
from matches.domain.table.guards import (
    attempting,
    check_fresh,
    check_playing,
    check_preparable,
    check_standing,
    check_to_act,
    late_undo,
    overtaken,
    read_move,
)
from matches.domain.table.powers import Act
from matches.domain.thinker import Caretaker, Thinker
from matches.domain.turn import Turn
from matches.services.absences import Absences
from matches.services.admission import Admission
from matches.services.cache import MatchCache
from matches.services.channels import Channels
from matches.services.clocks import Clocks
from matches.services.computers import Computers
from matches.services.delivery_log import DeliveryLog
from matches.services.ends.closing import Closing
from matches.services.ends.farewell import Farewell
from matches.services.ends.retention import Retention
from matches.services.ends.vanished import Vanished
from matches.services.guilds import Guilds
from matches.services.history import History
from matches.services.table.lobby import Lobby
from matches.services.table.seats import Seats
from matches.services.table.voting import Voting
from matches.services.users import Users
from rules.errors import NoMatchError, RefusedError, StaleMoveError
from rules.notation import format_move
from rules.protocol import WATCHER, Event
from rules.text import Seat, t


class MatchService:
    """All matches of one database.

    Only one request at a time changes a match. Its effects are worked out on a copy, saved in one
    transaction, and only then replace the cached match, so a request that fails anywhere changes
    nothing. Every refusal is a `rules.errors.RefusedError`.

    Attributes:
        users: What concerns a user rather than a match.
        lobby: Matches that haven't started: opening, joining, starting; and ending any match.
        clocks: How much time players have.
        absences: Servers that the bot doesn't hear from.
        computers: What computers play.
        votes: What the players of a match vote on.
        seats: Seats that change hands.
        history: The past of matches.
        channels: The channels and threads of matches.
        farewell: Leaving from anywhere, and erasing.
        vanished: Servers that the bot has left.
        retention: How long finished matches are kept.
        guilds: The servers and their languages.
        admission: What the admins of servers decide, and who may open or join matches.
        closing: Ending what nobody touches, and reopening it.
        delivery_log: What became of the posts.
        checkup: Matches that an upgrade has broken or left on older rules.
        wake: Called once after every commit, as it may have put something into the outbox.
        alarm: Called after every commit with the time when a clock has to be checked.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime],
        steady: Callable[[], datetime] = steady,
        cached: int,
        entropy: Entropy = secrets.token_bytes,
        thinker: Thinker | None = None,
    ) -> None:
        """Open the doors; without a `thinker`, computers play like caretakers."""
        self.wake: Callable[[], None] = lambda: None
        self.alarm: Callable[[datetime], None] = lambda _: None
        self._store = store
        self._clock = clock
        self._arrivals = Arrivals(steady)
        self._cache = cache = MatchCache(
            store,
            cached,
            self._arrivals,
            clock,
            wake=lambda: self.wake(),
            alarm=lambda at: self.alarm(at),
        )
        self.guilds = Guilds(store)
        self.lobby = Lobby(cache, store, clock, self.guilds, entropy)
        self.users = Users(cache, store, clock)
        self.clocks = Clocks(cache, store, clock)
        self.absences = Absences(cache, store, clock)
        self.computers = Computers(cache, store, clock, thinker or Caretaker(), entropy)
        self.votes = Voting(cache, store, clock)
        self.seats = Seats(cache, store, clock)
        self.history = History(cache, store, clock)
        self.channels = Channels(cache, store, clock)
        self.farewell = Farewell(cache, store, clock, self.users)
        self.vanished = Vanished(cache, store, clock, self.channels)
        self.retention = Retention(cache, store, clock)
        self.admission = Admission(cache, store, clock)
        self.closing = Closing(cache, store, clock)
        self.delivery_log = DeliveryLog(cache, store, clock)
        self.checkup = Checkup(cache, store, clock)

    # Looking.

    def known(self, match_id: int) -> MatchInfo | None:
        """Return the summary of a match if it is cached."""
        live = self._cache.cached(match_id)
        return None if live is None else live.info

    async def info(self, match_id: int) -> MatchInfo:
        """Return the summary of a match."""
        return await self._cache.info(match_id)

    async def in_channel(self, channel_id: int, user_id: int | None = None) -> MatchInfo:
        """Return the unfinished match of a channel, else its newest finished one.

        Args:
            channel_id: The channel or thread.
            user_id: Who asks. If the channel has no match, the threads in it count, first those of
                matches in which they have a seat. None: threads don't count.
        """
        playing = self._cache.playing_in(channel_id)
        if playing is not None:
            return playing
        found = await self._store.read(lambda db: lists_db.find_in_channel(db, channel_id, user_id))
        if found is None:
            raise NoMatchError(
                t("There's no match in this channel."),
                t("Open one with /match new, or see yours with /turns."),
            )
        return found

    async def listed(self, guild_id: int) -> tuple[MatchInfo, ...]:
        """Return the unfinished matches of a server, newest first."""
        return await self._store.read(lambda db: lists_db.unfinished(db, guild_id))

    async def turns(self, user_id: int) -> tuple[MatchInfo, ...]:
        """Return the matches that wait for a user, on all servers, longest wait first."""
        return await self._store.read(lambda db: lists_db.waiting_for(db, user_id))

    async def played_by(self, user_id: int) -> tuple[MatchInfo, ...]:
        """Return a user's matches, past seats included, on any server, newest first."""
        return await self._store.read(lambda db: lists_db.played_by(db, user_id))

    async def held(self, user_id: int) -> tuple[MatchInfo, ...]:
        """Return a user's unfinished matches that wait for others, with held posts."""
        return await self._store.read(lambda db: lists_db.held_for(db, user_id))

    async def glance(self, match_id: int, user_id: int | None) -> Glance:
        """Return how a match looks to a user now; None is a watcher."""
        return seen_by(await self._cache.live(match_id), user_id)

    async def made_for(self, match_id: int, user_id: int, ply: int) -> tuple[Event, ...]:
        """Return what was done for a user before they were asked: a queued move, say."""
        return made_for(await self._cache.live(match_id), user_id, ply)

    async def news(
        self, match_id: int, *, retell: bool = False
    ) -> tuple[Glance, tuple[LogEntry, ...]]:
        """Return a watcher's glance and the log since the newest turn post.

        With `retell` the log begins where that post begins, so that it can be told again.
        """
        live = await self._cache.live(match_id)
        since = live.info.post_since if retell else live.info.posted_ply
        news = tuple(played for played in live.news if played.row.ply > since)
        return seen_by(live, None), as_read(live.info, news, WATCHER)

    async def preview(self, match_id: int, user_id: int, move: str) -> Glance | None:
        """Return how things would look after a move; None if nobody can know that yet."""
        return preview(await self._cache.live(match_id), user_id, move)

    async def why_not(self, match_id: int, user_id: int, move: str) -> Why:
        """Return why a player can't make a move now, and what they can do instead."""
        return why_not(await self._cache.live(match_id), user_id, move)

    async def being_played(self, within: timedelta, most: int) -> list[int]:
        """Return the live matches that players touched so long ago at most, newest first."""
        since, share = self._clock() - within, self._store.share()
        return await self._store.read(lambda db: lists_db.touched(db, since, most, share))

    async def figures(self) -> lists_db.Figures:
        """Return figures about all matches, for the operator."""
        now = self._clock()
        return await self._store.read(lambda db: lists_db.figures(db, now))

    # What other processes have changed.

    async def heard(self, about: str, number: int) -> None:
        """Read again what another process has changed; "" for everything."""
        if about == "match":
            await self._cache.reread(number)
        elif about == "user":
            await self.users.reread(number)
        elif about == "guild":
            await self.guilds.reread()
        else:
            await self.users.load()
            await self.guilds.reread()
            await self._cache.reread_all()
            await self.computers.start()

    # Playing.

    def arrived(self, made_at: datetime) -> Asked:
        """Return when a command was made, by Discord's clock; call it before any `await`."""
        return self._arrivals.arrived(made_at)

    async def play(
        self,
        match_id: int,
        user_id: int,
        move: str,
        *,
        interaction_id: int,
        ply: int | None = None,
        asked: Asked | None = None,
    ) -> TurnReport:
        """Make a move.

        Args:
            match_id: The match.
            user_id: Who asks.
            move: The notation.
            interaction_id: Discord's id of the request; a second request with the same id changes
                nothing and returns how things are.
            ply: The ply at which the component was made; None for a command.
            asked: When a command was made, see `arrived`: two commands typed for the same position
                count once. None for a component.
        """

        def step(turn: Turn, live: Live, seat: Seat) -> None:
            check_to_act(live, seat, move)
            self._check_fresh(live, seat, ply, asked)
            wanted = read_move(live, seat, move)
            with attempting(wanted):
                turn.play(seat, wanted)

        return await self._turn(match_id, user_id, interaction_id, step)

    async def undo(
        self,
        match_id: int,
        user_id: int,
        *,
        interaction_id: int,
        ply: int | None = None,
        asked: Asked | None = None,
    ) -> TurnReport:
        """Take back the user's last move; arguments as for `play`."""

        def step(turn: Turn, live: Live, seat: Seat) -> None:
            try:
                self._check_fresh(live, seat, ply, asked)
            except StaleMoveError:
                raise late_undo(live, seat, ply) from None
            turn.undo(seat)

        return await self._turn(match_id, user_id, interaction_id, step, Act.UNDO)

    async def answer(
        self, match_id: int, user_id: int, slug: str, *, on: bool, interaction_id: int
    ) -> TurnReport:
        """Give or take back a standing answer; if it fits now, it decides at once.

        Raises:
            InvalidMoveError: The game has no such answer.
        """

        def step(turn: Turn, live: Live, seat: Seat) -> None:
            check_standing(live, slug)
            turn.answer(seat, slug, on=on)

        return await self._turn(match_id, user_id, interaction_id, step)

    async def _turn(
        self,
        match_id: int,
        user_id: int,
        interaction_id: int,
        step: Callable[[Turn, Live, Seat], None],
        act: Act = Act.MOVE,
    ) -> TurnReport:
        try:
            return await self._turn_once(match_id, user_id, interaction_id, step, act)
        except StaleMoveError as error:
            if not isinstance(error.__cause__, ConflictError):
                raise
        # Another process has changed the match; it may allow this all the same.
        try:
            return await self._turn_once(match_id, user_id, interaction_id, step, act)
        except RefusedError as error:
            raise overtaken(act, error) from error

    async def _turn_once(
        self,
        match_id: int,
        user_id: int,
        interaction_id: int,
        step: Callable[[Turn, Live, Seat], None],
        act: Act,
    ) -> TurnReport:
        async with self._cache.lock(match_id):
            live = await self._cache.loaded(match_id)
            try:
                seat = check_playing(live.info, user_id, act)
                turn = Turn(live, self._clock())
                step(turn, live, seat)
                change, after = turn.finish(seat, interaction_id)
                await self._cache.save(replace(change, by_player=True), after)
            except DuplicateError:
                return report(await self._cache.loaded(match_id), user_id, ())
            except RefusedError:
                if await self._store.read(lambda db: matches_db.granted(db, interaction_id)):
                    return report(await self._cache.loaded(match_id), user_id, ())
                raise
            return report(self._cache.cached(match_id) or after, user_id, turn.events)

    async def prepare(
        self,
        match_id: int,
        user_id: int,
        move: str | None,
        *,
        ply: int | None = None,
        asked: Asked | None = None,
    ) -> Glance:
        """Seal a move for the user's next turn, in place of any other; None drops it."""
        async with self._cache.lock(match_id):
            live = await self._cache.loaded(match_id)
            seat = check_playing(live.info, user_id)
            self._check_fresh(live, seat, ply, asked)
            sealed = dict(live.sealed)
            if move is None:
                sealed.pop(seat, None)
            else:
                sealed[seat] = check_preparable(live, seat, move)
            kept = None if move is None else format_move(sealed[seat])
            change = Change(
                live.info, live.info, self._clock(), sealed=((seat, kept),), by_player=True
            )
            after = replace(live, sealed=sealed)
            await self._cache.save(change, after)
            return seen_by(after, user_id)

    def _check_fresh(self, live: Live, seat: Seat, ply: int | None, asked: Asked | None) -> None:
        """Refuse a request meant for an earlier decision."""
        check_fresh(live.timeline.asked[seat], ply, live.info.ply)
        self._arrivals.check(live.info.id, seat, asked)
