"""Two weeks of a match with everything that can happen to it, for every real game."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, time, timedelta
from itertools import count
from random import Random
from typing import Any, Final

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from cogs.ui.threads import thread_title
from matches import scheduler
from matches.domain.model import MatchInfo
from matches.domain.settings import UserSettings
from matches.service import MatchService
from matches.services import absences
from rules import registry
from rules.caretaker import choose
from rules.notation import format_move
from tests.matches.fakes import settle
from tests.world import World, custom_ids, private, words

HOUR_S: Final = 3600
QUIET: Final = (22, 8)
"""Cleo's night, in UTC."""
WAS_AWAY: Final = "I was offline for"
RESULT: Final = "The seed for all draws"


class Fortnight:
    """A match at a steady pace, one day for each decision, and what happens to it.

    Ada hosts, Bo takes no direct messages and leaves, Cleo sleeps at night and goes on holiday,
    Dima takes over.

    Attributes:
        home: Where it is played at the moment.
        failed: The kinds of the messages that were given up, and who they were for.
    """

    def __init__(self, world: World, home: ChannelHandle) -> None:
        self.world, self.home = world, home
        self.rng = Random(7)
        self.failed = set[tuple[str, int | None]]()
        self._requests = count(1)

    @property
    def service(self) -> MatchService:
        return self.world.bot.service

    async def info(self) -> MatchInfo:
        return await self.service.info(1)

    async def pass_time(self, hours: float) -> None:
        """Let hours pass, and check that everything has then been said."""
        await self.world.env.advance_time(hours * HOUR_S)
        await settle(self.world.bot.outbox)
        waiting = "SELECT kind, status FROM outbox WHERE status IN ('new', 'sending')"
        given_up = "SELECT kind, user_id FROM outbox WHERE status = 'failed'"
        read = self.world.bot.store.read
        assert await read(lambda db: db.execute(waiting).fetchall()) == []
        self.failed |= set(await read(lambda db: db.execute(given_up).fetchall()))

    async def play(self, moves: int | None = 1, but: Collection[MemberActor] = ()) -> None:
        """Let those who have to decide make some moves, or (None) all that are left."""
        idle = {member.id for member in but}
        for _ in range(10_000 if moves is None else moves):
            match = await self.info()
            users = {match.seats[seat].user_id for seat in match.to_act} - idle
            if not users:
                return
            user = self.rng.choice(sorted(users))
            glance = await self.service.glance(1, user)
            info = registry.get(match.slug).info
            cares = choose(info, glance.moves, glance.view)
            chosen = self.rng.choice(glance.moves) if moves else cares
            move = format_move(chosen)
            with self.world.env.time_context():  # after a crash it is another one's
                await self.service.play(1, user, move, interaction_id=next(self._requests))
                await self.service.computers.rest()

    async def day(self, but: Collection[MemberActor] = ()) -> None:
        """Let a day pass on which everybody who is there decides what they are asked."""
        for _ in range(3):
            await self.play(1, but)
            await self.pass_time(8)

    async def wait_for(self, member: MemberActor) -> None:
        """Play on until a member is asked again and is the only one the match waits for."""
        now = self.world.env.now()
        for _ in range(100):
            asked = {seat.user_id: seat.clock.since for seat in await self.asked()}
            if asked.keys() == {member.id} and now - asked[member.id] < timedelta(seconds=1):
                break
            others = asked.keys() - {member.id}
            await self.play(1, [member] if others else [])
        else:
            raise AssertionError(f"{member} is never asked alone")
        await settle(self.world.bot.outbox)

    async def tap(self, member: MemberActor, channel: ChannelHandle, verb: str) -> None:
        """Tap the newest button of a verb when all is delivered; the answer is private."""
        await settle(self.world.bot.outbox)
        private(await self.world.tap(member, channel, verb))
        await settle(self.world.bot.outbox)

    async def asked(self) -> list[Any]:
        match = await self.info()
        return [match.seats[seat] for seat in match.to_act]

    def reminders(self, member: MemberActor) -> list[tuple[datetime, str]]:
        """Return when a member was reminded by DM, and what was said, oldest first."""
        found = []
        for message in member.user.dm_channel.history():
            payload = self.world.payload(message.channel.id, message.id)
            if any(i.startswith("bsnooze:") for i in custom_ids(payload)):
                found.append((discord.utils.snowflake_time(message.id), words(payload)))
        return found

    def said(self, text: str) -> int:
        """Return how many public messages on the server contain a text."""
        return sum(text in words(payload) for payload in self.world.public())

    # What happens to it.

    async def a_night(self, cleo: MemberActor) -> None:
        """Let Cleo miss a day: she is reminded, but rarely at night.

        She is reminded at night only if she would be too late otherwise.
        """
        await self.wait_for(cleo)
        before, ply = len(self.reminders(cleo)), (await self.info()).ply
        await self.pass_time(23)
        assert (await self.info()).ply == ply
        reminded = self.reminders(cleo)[before:]
        assert reminded
        for at, text in reminded:
            assert QUIET[1] <= at.hour < QUIET[0] or "almost up" in text, (at, text)
        await self.play(1)

    async def an_undo_vote(self, ada: MemberActor) -> None:
        """Ada made a mistake, others moved on, and all agree to go back."""
        await self.wait_for(ada)
        await self.play(1)
        before = (await self.info()).ply
        private(await self.world.forged(ada, "bask:1:undo", channel=self.home))
        match = await self.info()
        for member in self.world.members:
            if member.id != ada.id and match.seat_of(member.id) >= 0:
                await self.tap(member, self.home, "yes")
        match = await self.info()
        assert match.ply > before
        assert ada.id in {seat.user_id for seat in await self.asked()}

    async def a_holiday(self, cleo: MemberActor) -> None:
        """Cleo is away for two days: nobody reminds her, and nobody plays for her."""
        await self.wait_for(cleo)
        today = self.world.env.now().date()
        until = (today + timedelta(days=1)).isoformat()
        private(await cleo.slash(self.home, "away", **{"from": today.isoformat(), "until": until}))
        before, ply = len(self.reminders(cleo)), (await self.info()).ply
        end = datetime.combine(today + timedelta(days=2), time(), UTC)
        hours = (end - self.world.env.now()).total_seconds() / HOUR_S
        await self.pass_time(hours - 1)
        assert (await self.info()).ply == ply
        assert len(self.reminders(cleo)) == before
        await self.play(1)

    async def a_leaver(self, bo: MemberActor, dima: MemberActor) -> None:
        """Bo leaves, a computer plays for Bo, Dima takes over the seat."""
        seat = (await self.info()).seat_of(bo.id)
        asked = await bo.slash(self.home, "match resign")
        private(await self.world.press(bo, asked, "resign"))
        assert (await self.info()).seats[seat].open
        await self.day()
        await self.tap(dima, self.home, "take")
        assert (await self.info()).seat_of(dima.id) == seat
        await self.day()

    async def a_lost_thread(self, ada: MemberActor) -> None:
        """Let somebody delete the thread; a day later a new one has lost no time."""
        await self.play(1)
        await settle(self.world.bot.outbox)
        self.world.env.backend.delete_channel(self.home.id)
        await self.world.settle()
        await settle(self.world.bot.outbox)
        before = {s.seat: s.clock.due for s in await self.asked()}
        ply = (await self.info()).ply
        await self.pass_time(30)
        assert ((await self.info()).paused_why, (await self.info()).ply) == ("gone", ply)
        await self.tap(ada, self.world.channel, "reopen")
        after = {s.seat: s.clock.due for s in await self.asked()}
        assert all(after[seat] - due >= timedelta(hours=29) for seat, due in before.items())
        self.home = await self.world.home()
        assert "Your move" in self.world.posts(self.home)[-1]
        await self.day()

    async def a_breakdown(self) -> None:
        """The bot is down for two days; nobody loses anything, and the bot says so once."""
        ply = (await self.info()).ply
        self.world.env.backend.advance_clock(48 * HOUR_S)
        await self.world.crash()
        await self.pass_time(1)
        assert (await self.info()).ply == ply
        assert self.said(WAS_AWAY) == 1
        await self.day()

    async def a_lapse(self, ada: MemberActor) -> None:
        """Ada runs out of time: a computer makes this one decision for her."""
        await self.wait_for(ada)
        await self.world.restart()  # the timer may be that of a move made from outside
        before = self.said("a computer made this one decision")
        await self.pass_time(25)
        assert self.said("a computer made this one decision") == before + 1
        assert (await self.info()).seat_of(ada.id) >= 0

    async def the_end(self) -> None:
        """They play on until the end; nothing is said twice, and nothing is lost."""
        wake, self.service.wake = self.service.wake, lambda: None
        await self.play(None)
        self.service.wake = wake
        wake()
        await self.pass_time(1)
        await self.world.restart()
        await self.pass_time(1)
        match = await self.info()
        assert match.status == "over"
        assert self.said(RESULT) == 1
        assert RESULT in self.world.posts(self.home)[-1]
        glance = await self.service.glance(1, None)
        assert self.home._channel.name == thread_title(glance, "en")
        assert (await self.service.history.verify(1)).differing == ()


@pytest.fixture
def _a_cheap_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a bot's heartbeat slow, so that a day passes quickly."""
    monkeypatch.setattr(scheduler, "BEAT_EVERY", timedelta(hours=4))
    monkeypatch.setattr(absences, "ABSENT", timedelta(hours=9))


@pytest.mark.usefixtures("_a_cheap_day")
@pytest.mark.parametrize("slug", [slug for slug in registry.slugs() if slug != "toy"])
async def test_a_fortnight_ends_in_a_finished_match(world: World, slug: str) -> None:
    backend, seats = world.env.backend, registry.get(slug).info.seats
    everyone = backend.guilds[world.guild.id].roles[world.guild.id]
    everyone.permissions |= discord.Permissions(manage_channels=True, manage_threads=True).value
    world.locales.clear()
    ada, bo, cleo, dima = world.members
    assert 3 in seats
    night = UserSettings(cleo.id, quiet=QUIET)
    await world.bot.service.users.set_settings(night)
    world.close_dms(bo)
    home = await world.open(ada, bo, cleo, game=slug, time="steady 24h")
    match = Fortnight(world, home)
    begun = world.env.now()

    await match.day()
    assert match.said("I can't send") == 1
    await match.a_night(cleo)
    await match.an_undo_vote(ada)
    await match.a_holiday(cleo)
    await match.a_leaver(bo, dima)
    await match.a_lost_thread(ada)
    await match.a_breakdown()
    await match.a_lapse(ada)
    while world.env.now() - begun < timedelta(days=13):
        await match.day()
    assert (await match.info()).status == "live"
    await match.the_end()

    assert match.failed <= {("dm", bo.id), ("nudge", bo.id)}
    held = await world.bot.service.seats.holders(1)
    assert [user for seat, _, user in held if seat == 1] == [bo.id, 0, dima.id]
