"""The only door between Discord and the rules: lock, load, check, play, save, report."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from matches.checkup import Checkup
from matches.db import lists as lists_db
from matches.db import matches as matches_db
from matches.db.driver import Connection
from matches.db.store import Store
from matches.domain import lobby
from matches.domain.arrivals import Arrivals, Asked
from matches.domain.change import Change, ChannelTakenError, DuplicateError, Mail
from matches.domain.deadlines.pace import Pace
from matches.domain.glance import (
    attempting,
    check_fresh,
    check_playing,
    check_preparable,
    check_to_act,
    look,
    preview,
    read_move,
    report,
    seat_in,
    why,
)
from matches.domain.history import log as history
from matches.domain.history.chance import SEED_BYTES, Entropy, commitment
from matches.domain.history.line import Line, Live
from matches.domain.model import (
    Glance,
    LogEntry,
    MatchInfo,
    Opening,
    Transcript,
    TurnReport,
    Verification,
    Why,
)
from matches.domain.turn import Turn
from matches.services.cache import Keeper
from matches.services.channels import Places
from matches.services.chronicle import Chronicle
from matches.services.clocks import Clocks
from matches.services.delivery_log import Receipts
from matches.services.guilds import Guilds
from matches.services.seats import Seating
from matches.services.users import Users
from matches.services.voting import Agreeing
from rules import registry
from rules.errors import LobbyError, NoMatchError, RefusedError
from rules.notation import format_move
from rules.protocol import WATCHER
from rules.text import Seat, t


class MatchService:
    """All matches of one database.

    A match is changed by one request at a time. What a request leads to is worked out on a copy,
    saved as one transaction, and only then put in the place of what was known before; so a request
    that fails anywhere changes nothing. Every refusal is a `rules.errors.RefusedError`.

    Attributes:
        users: What concerns a user rather than a match.
        receipts: What became of what was said.
        clocks: How much time there is for what is waited for.
        votes: What the players of a match agree on.
        seats: Seats that change hands.
        chronicle: What is past.
        places: The channels and threads it all happens in.
        guilds: The servers, and their languages.
        checkup: Which matches an upgrade has left behind.
        wake: Called after every commit that left something to be said.
        alarm: Told after every commit when clocks have to be looked at.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime],
        cached: int = 500,
        entropy: Entropy = secrets.token_bytes,
    ) -> None:
        self.wake: Callable[[], None] = lambda: None
        self.alarm: Callable[[datetime], None] = lambda _: None
        self._store = store
        self._clock = clock
        self._arrivals = Arrivals(clock)
        self._keeper = Keeper(
            store, cached, self._arrivals, clock, lambda at: self.alarm(at), lambda: self.wake()
        )
        self.users = Users(store, self._keeper, clock)
        self.clocks = Clocks(self._keeper, store, clock, lambda: self.wake())
        self.votes = Agreeing(self._keeper, store, clock, lambda: self.wake())
        self.seats = Seating(self._keeper, store, clock, lambda: self.wake())
        self.chronicle = Chronicle(self._keeper, store)
        self.places = Places(self._keeper, store, clock, lambda: self.wake())
        self.guilds = Guilds(store)
        self.receipts = Receipts(self._keeper, clock)
        self.checkup = Checkup(self._keeper, store, clock, lambda: self.wake())
        self._entropy = entropy

    # The lobby.

    async def create(self, opening: Opening) -> MatchInfo:
        """Open a lobby with its host on the first seat."""
        game = registry.get(opening.slug).info
        info = lobby.opened(game, opening, self._clock())
        saved = await self._open(lambda db: matches_db.open_lobby(db, info))
        self.guilds.settled(opening.guild_id, opening.locale)
        return saved

    async def rematch(
        self, match_id: int, user_id: int, channel_id: int, *, thread: bool
    ) -> MatchInfo:
        """Open a lobby with those who have just played, one seat further on; the asker hosts it."""
        before = await self.info(match_id)
        info = lobby.again(before, user_id, channel_id, self._clock(), thread=thread)
        return await self._open(lambda db: matches_db.open_rematch(db, info))

    async def _open(self, write: Callable[[Connection], MatchInfo]) -> MatchInfo:
        try:
            saved = await self._store.write(write)
        except ChannelTakenError as error:
            raise lobby.taken() from error
        self.wake()
        return saved

    async def join(self, match_id: int, user_id: int, name: str, *, locale: str = "") -> MatchInfo:
        """Give a user the next free seat of a lobby."""
        return await self._in_lobby(
            match_id, lambda info: lobby.joined(info, user_id, name, locale)
        )

    async def leave(self, match_id: int, user_id: int) -> MatchInfo:
        """Free a user's seat. The next one hosts after the host; the last one ends the lobby."""
        return await self._in_lobby(match_id, lambda info: lobby.left(info, user_id))

    async def set_pace(self, match_id: int, user_id: int, pace: Pace) -> MatchInfo:
        """Choose the time of a match that has not begun: its host alone."""
        return await self._in_lobby(match_id, lambda info: lobby.paced(info, user_id, pace))

    async def start(self, match_id: int, user_id: int) -> TurnReport:
        """Deal and begin: the host with any playable count, anybody seated when all are."""
        async with self._keeper.lock(match_id):
            info = await self.info(match_id)
            rules = registry.get(info.slug)
            lobby.check_start(info, rules.info, user_id)
            seed = self._entropy(SEED_BYTES)
            begun = lobby.begun(info, rules.info, commitment(seed), self._clock())
            begun = await self.clocks.with_holidays(begun)
            line = Line(rules, len(info.seats), info.options)
            turn = Turn(Live(begun, line, {}, seed), self._clock())
            turn.settle()
            change, live = turn.finish_start(info)
            await self._save(change, live)
            return report(live, user_id, turn.events)

    async def end(self, match_id: int, user_id: int, *, is_admin: bool) -> MatchInfo:
        """Break off a lobby or a match in play: its host or an administrator."""
        async with self._keeper.lock(match_id):
            info = await self.info(match_id)
            lobby.check_end(info, user_id, is_admin=is_admin)
            after = lobby.broken_off(info, self._clock())
            mail = Mail("lobby" if info.status == "lobby" else "turn")
            if info.broken:
                mail = Mail("note", text=t("The match was broken off."))  # no board can be shown
            dropped = tuple((seat.seat, None) for seat in info.seats)
            await self._save(Change(info, after, self._clock(), sealed=dropped, mail=(mail,)), None)
            return await self.info(match_id)

    async def _in_lobby(self, match_id: int, step: Callable[[MatchInfo], MatchInfo]) -> MatchInfo:
        async with self._keeper.lock(match_id):
            info = await self.info(match_id)
            after = step(info)
            await self._save(Change(info, after, self._clock(), mail=(Mail("lobby"),)), None)
            return after

    # Looking.

    def known(self, match_id: int) -> MatchInfo | None:
        """Return the summary of a match if it is ready in memory."""
        live = self._keeper.cached(match_id)
        return None if live is None else live.info

    async def info(self, match_id: int) -> MatchInfo:
        """Return the summary of a match."""
        return await self._keeper.info(match_id)

    async def in_channel(self, channel_id: int, user_id: int | None = None) -> MatchInfo:
        """Return the unfinished match of a channel or thread, else its newest finished one.

        Args:
            channel_id: The channel or thread.
            user_id: Who asks, if the threads below a channel without a match count, too: rather one
                in which they sit. None: they don't.
        """
        playing = self._keeper.playing_in(channel_id)
        if playing is not None:
            return playing
        found = await self._store.read(lambda db: lists_db.find_in_channel(db, channel_id, user_id))
        if found is None:
            raise NoMatchError(
                t("No match is played in this channel."),
                t("Open one with /match new, or look at /turns for those you are in."),
            )
        return found

    async def listed(self, guild_id: int) -> tuple[MatchInfo, ...]:
        """Return the unfinished matches of a server, newest first."""
        return await self._store.read(lambda db: lists_db.unfinished(db, guild_id))

    async def turns(self, user_id: int) -> tuple[MatchInfo, ...]:
        """Return the matches that wait for a user, on all servers, the longest wait first."""
        return await self._store.read(lambda db: lists_db.waiting_for(db, user_id))

    async def played_by(self, user_id: int) -> tuple[MatchInfo, ...]:
        """Return the matches in which a user has or had a seat, on all servers, newest first."""
        return await self._store.read(lambda db: lists_db.played_by(db, user_id))

    async def held(self, user_id: int) -> tuple[MatchInfo, ...]:
        """Return a user's unfinished matches that wait for others and cannot be posted."""
        return await self._store.read(lambda db: lists_db.held_for(db, user_id))

    async def glance(self, match_id: int, user_id: int | None) -> Glance:
        """Return how a match looks to a user now; None looks on without a seat."""
        return look(await self._keeper.live(match_id), user_id)

    async def history(self, match_id: int, user_id: int | None) -> tuple[LogEntry, ...]:
        """Return the log as a user may read it, oldest first; () before the match has begun."""
        stored = await self._keeper.stored(match_id)
        return history.entries(stored, seat_in(stored.info, user_id))

    async def transcript(self, match_id: int, user_id: int | None) -> Transcript:
        """Return a match that has begun as a user may read it, as far as it replays."""
        stored = await self._keeper.stored(match_id)
        if not stored.seed:
            raise lobby.not_begun()
        return history.transcript(stored, seat_in(stored.info, user_id))

    async def news(
        self, match_id: int, *, retell: bool = False
    ) -> tuple[Glance, tuple[LogEntry, ...]]:
        """Return a watcher's glance and the log since the newest post; or to `retell` it."""
        live = await self._keeper.live(match_id)
        since = live.info.post_since if retell else live.info.posted_ply
        news = tuple(played for played in live.news if played.row.ply > since)
        return look(live, None), history.told(live.info.slug, news, WATCHER)

    async def verify(self, match_id: int) -> Verification:
        """Draw again everything chance drew in a finished match, from its published seed."""
        stored = await self._keeper.stored(match_id)
        if not stored.seed:
            raise lobby.not_begun()
        if stored.info.status == "live":
            raise LobbyError(
                t("The draws can be checked when the match is over, not before."),
                t(
                    "Type /match verify again then. Until the end the seed is secret: it would "
                    "tell what is still to be drawn."
                ),
            )
        return history.verification(stored)

    async def preview(self, match_id: int, user_id: int, move: str) -> Glance | None:
        """Return how things would look after a move; None if that cannot be told beforehand."""
        return preview(await self._keeper.live(match_id), user_id, move)

    async def why(self, match_id: int, user_id: int, move: str) -> Why:
        """Return what stands against a move of a player now, and what he can do instead."""
        return why(await self._keeper.live(match_id), user_id, move)

    # Playing.

    def arrived(self, made_at: datetime) -> Asked:
        """Return when a command was made, by Discord's clock; to be called before any waiting."""
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
            interaction_id: Discord's number of the request; a second one with the same number
                changes nothing and is told how things are.
            ply: The ply at which the component was made that asks; None for a command.
            asked: When a command was made, see `arrived`: two that were typed for the same position
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
            self._check_fresh(live, seat, ply, asked)
            turn.undo(seat)

        return await self._turn(match_id, user_id, interaction_id, step)

    async def _turn(
        self,
        match_id: int,
        user_id: int,
        interaction_id: int,
        step: Callable[[Turn, Live, Seat], None],
    ) -> TurnReport:
        async with self._keeper.lock(match_id):
            live = await self._keeper.loaded(match_id)
            try:
                seat = check_playing(live.info, user_id)
                turn = Turn(live, self._clock())
                step(turn, live, seat)
                change, after = turn.finish(seat, interaction_id)
                await self._save(change, after)
            except DuplicateError:
                return report(await self._keeper.loaded(match_id), user_id, ())
            except RefusedError:
                if await self._store.read(lambda db: matches_db.granted(db, interaction_id)):
                    return report(await self._keeper.loaded(match_id), user_id, ())
                raise
            return report(after, user_id, turn.events)

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
        async with self._keeper.lock(match_id):
            live = await self._keeper.loaded(match_id)
            seat = check_playing(live.info, user_id)
            self._check_fresh(live, seat, ply, asked)
            sealed = dict(live.sealed)
            if move is None:
                sealed.pop(seat, None)
            else:
                sealed[seat] = check_preparable(live, seat, move)
            kept = None if move is None else format_move(sealed[seat])
            change = Change(live.info, live.info, self._clock(), sealed=((seat, kept),))
            after = replace(live, sealed=sealed)
            await self._save(change, after)
            return look(after, user_id)

    def _check_fresh(self, live: Live, seat: Seat, ply: int | None, asked: Asked | None) -> None:
        """Refuse what was meant for a decision that is over."""
        check_fresh(live, seat, ply)
        self._arrivals.check(live.info.id, seat, asked)

    async def _save(self, change: Change, live: Live | None) -> None:
        await self._keeper.save(change, live)
        if change.mail:
            self.wake()
