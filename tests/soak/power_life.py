"""The life of a database: requests of players, posts, ends, deletions, restarts, backups."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from random import Random
from typing import Final, Self

from matches.db.desk.copies import backup
from matches.domain.model import MatchInfo
from matches.domain.settings import UserSettings
from matches.domain.table.votes import Pause, Resume
from matches.outbox import Outbox
from rules import registry
from rules.errors import RefusedError
from rules.notation import format_move
from tests.matches.fakes import Discord, settle
from tests.matches.helpers import ANN, BEA, CACHED, CEC, DAN, GUILD, Clock, House, resting
from tests.soak.power_judge import COPY, DATABASE, Diary, content, opened

USERS: Final = (ANN, BEA, CEC, DAN)
OPEN_MATCHES: Final = 4
"""The most matches at a time."""
KEPT_DAYS: Final = 30
DELIVERED_S: Final = 10.0
"""The longest that posting may take."""


class Life:
    """One database and what happens to it, drawn from `rng`.

    Attributes:
        house: The service, and shorthands.
        discord: Where the posts go.
        asked: The name of the newest request.
    """

    def __init__(self, folder: Path, rng: Random, clock: Clock, diary: Diary | None = None) -> None:
        """Get ready; entering it begins. With a `diary`, everything is noted in it."""
        self.path = folder / DATABASE
        self.house: House
        self.discord = Discord()
        self.asked = ""
        self._rng = rng
        self._diary = diary
        self._clock = clock
        self._outbox: Outbox
        self._begun = False
        self._doubled = 0

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Open the database and start a service, at first and after a `close`."""
        store = await opened(self.path, self._diary)
        pages = self._rng.choice((8, 30, 100, 1000))
        await store.read(lambda db: db.execute(f"PRAGMA wal_autocheckpoint = {pages}").fetchall())
        if self._begun:
            self.house.store = store
            self.house.service = resting(store, self._clock, CACHED)
        else:
            self.house = House(store, self._clock)
            self.house._channels = count(self._rng.getrandbits(40))
            self.house._interactions = count(self._rng.getrandbits(40))
            self._begun = True
        self._outbox = Outbox(store, self.house.service, self.discord, self._clock)

    async def close(self) -> None:
        """Stop the service and close the database."""
        await self._outbox.close()
        await self.house.service.computers.close()
        await self.house.store.close()

    async def request(self) -> None:
        """Do one thing that is drawn."""
        self._clock.advance(self._rng.randint(60, 7200))
        live = await self.matches("live")
        if not live or (len(live) < OPEN_MATCHES and self._rng.random() < 0.1):
            self.asked = "begin"
            await self.begin()
            return
        self.asked = self._rng.choices([*ODDS], [*ODDS.values()])[0]
        requests: Mapping[str, Request] = {name: getattr(self, name) for name in ODDS}
        await requests[self.asked](self._rng.choice(live))

    async def matches(self, status: str) -> list[MatchInfo]:
        """Return the matches with a status, oldest first."""
        found = await self.house.store.read(
            lambda db: db.execute(
                "SELECT id FROM matches WHERE status = ? ORDER BY id", (status,)
            ).fetchall()
        )
        return [await self.house.service.info(match_id) for (match_id,) in found]

    async def _ask(self, asked: Awaitable[object], match_id: int = 0) -> bool:
        """Wait for one request, which may be refused; return whether it wasn't."""
        with self._diary.request() if self._diary else nullcontext():
            try:
                await asked
            except RefusedError:
                return False
        if match_id and self._diary:
            info = await self.house.service.info(match_id)
            self._diary.answer(match_id, info.ply)
        return True

    def _player(self, info: MatchInfo) -> int:
        return self._rng.choice([seat.user_id for seat in info.seats if seat.user_id] or [ANN])

    async def begin(self) -> None:
        """Open a match of any game, let others join, and start it."""
        slug = self._rng.choice(registry.slugs())
        seats = [n for n in registry.get(slug).info.seats if 2 <= n <= len(USERS)]
        users = self._rng.sample(USERS, self._rng.choice(seats))
        made: list[MatchInfo] = []

        async def create() -> None:
            made.append(await self.house.lobby(users[0], slug=slug, capacity=len(users)))

        await self._ask(create())
        number, table = made[0].id, self.house.service.lobby
        for user in users[1:]:
            await self._ask(table.join(number, user, str(user)))
        await self._ask(table.start(number, users[0]), number)

    async def move(self, info: MatchInfo) -> None:
        """Make a move."""
        people = any(info.seats[seat].user_id for seat in info.to_act)
        if people and await self._ask(self.house.step(info.id, self._rng), info.id):
            self._doubled = self.house.interaction() - 1

    async def double(self, info: MatchInfo) -> None:
        """Make a move with the number of an interaction that was answered already."""
        acting = [seat for seat in info.to_act if info.seats[seat].user_id]
        if not acting or not self._doubled:
            return
        user, service = info.seats[acting[0]].user_id, self.house.service
        move = format_move(self._rng.choice((await service.glance(info.id, user)).moves))
        await self._ask(service.play(info.id, user, move, interaction_id=self._doubled))

    async def undo(self, info: MatchInfo) -> None:
        """Take a move back."""
        await self._ask(self.house.undo(info.id, self._player(info)), info.id)

    async def prepare(self, info: MatchInfo) -> None:
        """Seal a move."""
        user = self._player(info)
        moves = (await self.house.service.glance(info.id, user)).moves
        move = format_move(self._rng.choice(moves)) if moves else None
        await self._ask(self.house.service.prepare(info.id, user, move))

    async def vote(self, info: MatchInfo) -> None:
        """Ask for something, and let the others answer."""
        votes = self.house.service.votes
        if info.paused_at is not None:
            asked: Awaitable[object] = votes.ask(info.id, self._player(info), Resume())
        elif self._rng.random() < 0.7:
            asked = votes.ask_undo(info.id, self._player(info))
        else:
            asked = votes.ask(info.id, self._player(info), Pause())
        await self._ask(asked)
        found = await self.house.store.read(
            lambda db: db.execute("SELECT id, match_id FROM votes WHERE status = 'open'").fetchall()
        )
        for vote_id, match_id in found:
            for user in USERS:
                yes = self._rng.random() < 0.9
                await self._ask(votes.cast(vote_id, user, yes=yes), match_id)

    async def seat(self, info: MatchInfo) -> None:
        """Let a player leave, or another take an open seat."""
        seats = self.house.service.seats
        free = [seat.seat for seat in info.seats if not seat.user_id and not seat.level]
        if free:
            user = self._rng.choice(USERS)
            await self._ask(seats.claim(info.id, free[0], user, str(user)), info.id)
        elif len([seat for seat in info.seats if seat.user_id]) > 1:
            await self._ask(seats.resign(info.id, self._player(info)), info.id)

    async def settings(self, info: MatchInfo) -> None:
        """Change a user's settings."""
        settings = UserSettings(self._rng.choice(USERS))
        await self._ask(self.house.service.users.set_settings(settings))

    async def beat(self, info: MatchInfo) -> None:
        """Record a heartbeat."""
        await self._ask(self.house.store.set_meta("heartbeat", self._clock().isoformat()))

    async def deliver(self, info: MatchInfo) -> None:
        """Post what is to be posted."""
        await self._deliver()

    async def _deliver(self) -> None:
        async with asyncio.timeout(DELIVERED_S):
            self._outbox.kick()
            await settle(self._outbox)

    async def deliver_all(self) -> None:
        """Post everything, whatever was put off."""
        for _ in range(5):
            self._clock.advance(3600)
            await self._deliver()

    async def end(self, info: MatchInfo) -> None:
        """End a match, or look whether one has to end."""
        if self._rng.random() < 0.3:
            await self._ask(self.house.service.lobby.end(info.id, 0, is_admin=True), info.id)
            return
        self._clock.advance(self._rng.choice((1, 20)) * 86400)
        await self._ask(self.house.service.closing.act_on(info.id))

    async def sweep(self, info: MatchInfo) -> None:
        """Delete what ended long ago."""
        retention = self.house.service.retention
        await self._ask(retention.choose(GUILD, KEPT_DAYS))
        self._clock.advance(KEPT_DAYS * 86400)
        await retention.sweep(GUILD)

    async def erase(self, info: MatchInfo) -> None:
        """Forget a user."""
        await self._ask(self.house.service.farewell.erase(DAN))

    async def reopen(self, info: MatchInfo) -> None:
        """Restart."""
        await self.close()
        await self.open()

    async def copy(self, info: MatchInfo | None = None) -> None:
        """Make a backup in place of an older one."""
        target = self.path.with_name(COPY)
        if self._diary:
            self._diary.copied = None
        target.unlink(missing_ok=True)
        await asyncio.to_thread(backup, self.path, target)
        if self._diary:
            found = await self.house.store.read(content)
            self._diary.copied = len(self._diary.ops), found


Request = Callable[[MatchInfo], Awaitable[None]]
ODDS: Final = {
    "move": 50,
    "double": 3,
    "undo": 6,
    "prepare": 6,
    "vote": 6,
    "seat": 4,
    "settings": 2,
    "beat": 2,
    "deliver": 8,
    "end": 2,
    "sweep": 1,
    "erase": 1,
    "reopen": 2,
    "copy": 4,
}
"""How likely each request is."""
