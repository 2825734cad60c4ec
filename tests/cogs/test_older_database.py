"""A database restored as a whole that is older than what players have seen."""

from __future__ import annotations

import shutil
from pathlib import Path

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from cogs.ui.choice import ChoicePath
from matches.db.desk.copies import backup
from rules.notation import format_move
from tests.files import file_of
from tests.world import World, private

STALE = "It's too late to choose this"


class Past:
    """A match that is played on after a backup, which then replaces the database."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world = world
        self.copy = folder / "backup.db"
        self.moves = 0

    async def move(self) -> None:
        """Let whoever is to act make the first legal move."""
        service = self.world.bot.service
        info = await service.info(1)
        user = info.seats[min(info.to_act)].user_id
        glance = await service.glance(1, user)
        self.moves += 1
        move = format_move(glance.moves[0])
        await service.play(1, user, move, interaction_id=self.moves)
        await self.world.settle()

    async def ply(self) -> int:
        return (await self.world.bot.service.info(1)).ply

    async def acting(self) -> MemberActor:
        info = await self.world.bot.service.info(1)
        user = info.seats[min(info.to_act)].user_id
        return next(one for one in self.world.members if one.id == user)

    async def confirm(self, path: str) -> str:
        """Let Ada confirm a choice in a panel that she still sees; return the answer."""
        world = self.world
        record, payload = await world.tapped(
            world.ada, f"bpconfirm:1:{path}", channel=await world.home()
        )
        payload["message"]["flags"] = discord.MessageFlags(ephemeral=True).value
        world.env.backend.emit("INTERACTION_CREATE", payload)
        await world.settle()
        return private(InteractionResult(world.env, record))

    async def quiet(self) -> None:
        """Wait until nothing is left to post."""
        await self.world.settle()
        assert await self.world.bot.outbox.drain(5) == 0
        await self.world.settle()

    def back_up(self) -> None:
        backup(file_of(self.world.bot.store), self.copy)

    async def restore(self) -> None:
        """Kill the bot, do what docs/backups.md says, start it."""
        world, make, path = self.world, self.world._make_bot, file_of(self.world.bot.store)

        def made() -> object:
            for end in ("-wal", "-shm"):
                path.with_name(path.name + end).unlink(missing_ok=True)
            shutil.copyfile(self.copy, path)
            return make()

        world._make_bot = made  # type: ignore[assignment]
        await world.crash()
        world._make_bot = make
        await world.settle()


@pytest.fixture
def past(world: World, tmp_path: Path) -> Past:
    return Past(world, tmp_path)


async def test_a_panel_of_rows_that_are_gone_is_refused(past: Past) -> None:
    world = past.world
    await world.open(world.ada, world.bo)
    await past.quiet()
    past.back_up()
    before = await past.ply()
    for _ in range(4):
        await past.move()
    later = await past.ply()
    await past.restore()
    glance = await world.bot.service.glance(1, world.ada.id)
    tokens = format_move(glance.moves[0]).split()[1:]
    for ply in (before + 1, later, 10**9 - 1):
        path = ChoicePath(glance.seat, ply, "m", 0, tuple(tokens))
        assert STALE in await past.confirm(str(path))
    assert await past.ply() == before
    path = ChoicePath(glance.seat, before, "m", 0, tuple(tokens))
    assert STALE not in await past.confirm(str(path))
    assert await past.ply() == before + 1


async def test_posts_of_rows_that_are_gone_lead_to_the_match_as_it_is(past: Past) -> None:
    world = past.world
    home = await world.open(world.ada, world.bo)
    await past.quiet()
    past.back_up()
    for _ in range(4):
        await past.move()
    await past.quiet()
    posts = len(world.posts(home))
    await past.restore()
    home = await world.home()
    assert len(world.posts(home)) == posts
    shown = private(await world.tap(await past.acting(), home, "turn"))
    assert "Choose" in shown
    for _ in range(6):  # the new rows get posts of their own, and each is sent once
        await past.move()
    await past.quiet()
    told = world.posts(home)[posts:]
    assert told
    assert len(set(told)) == len(told)


async def test_what_was_posted_after_the_backup_is_not_posted_again_as_news(past: Past) -> None:
    world = past.world
    home = await world.open(world.ada, world.bo)
    world.fail("POST", f"/channels/{home.id}/messages", 500, times=None)
    await past.move()
    await past.move()
    past.back_up()  # a row is being sent, and may have arrived
    world.mend()
    world.env.backend.advance_clock(60)
    world.bot.outbox.kick()
    await world.settle()
    await past.quiet()
    posts = len(world.posts(home))
    await past.restore()
    world.env.backend.advance_clock(60)
    world.bot.outbox.kick()
    await world.settle()
    assert len(world.posts(await world.home())) == posts
