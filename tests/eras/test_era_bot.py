"""Today's real bot, started on what earlier versions have left behind."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from random import Random

import pytest
from simcord.builders import ChannelHandle

from bot import create_bot
from config import simulated
from matches.domain.model import MatchInfo
from render import gallery
from render.picture import Area, Picture
from rules import registry
from rules.notation import format_move
from scripts.era import USERS
from scripts.era_posts import ANY, FILE
from tests.eras.era import ERAS, FOLDER, copied
from tests.matches.fakes import until
from tests.world import World, shown_messages, words

BLANK = Picture(b"", "a board", "a board")
LAST = ("bend", "bresign", "bleave")
"""The verbs whose taps take a match away from the player."""


def moved_in(path: Path, world: World) -> None:
    """Turn an era's users into the world's people, and its places into channels.

    Its mail is left out, as hundreds of boards would have to be drawn.
    """
    people = [*(member.id for member in world.members)]
    people += [world.env.create_user(f"guest{n}").id for n in range(len(USERS) - len(people))]
    with closing(sqlite3.connect(path)) as db:
        for trigger in ("log_keeps_users", "log_keeps_values"):
            db.execute(f"DROP TRIGGER {trigger}")
        for old, new in zip(USERS, people, strict=True):
            for table in ("seats", "holders", "log", "outbox", "user_settings"):
                db.execute(
                    f"UPDATE {table} SET user_id = ? WHERE user_id = ?",  # noqa: S608 - constants
                    (new, old),
                )
            db.execute("UPDATE seats SET owner_id = ? WHERE owner_id = ?", (new, old))
            db.execute("UPDATE matches SET host_id = ? WHERE host_id = ?", (new, old))
            db.execute("UPDATE outbox SET lane = ? WHERE lane = ?", (f"u{new}", f"u{old}"))
        db.execute("DELETE FROM outbox")
        for (match_id,) in db.execute("SELECT id FROM matches").fetchall():
            place = world.guild.create_text_channel(f"match-{match_id}").id
            values = (world.guild.id, place, match_id)
            db.execute("UPDATE matches SET guild_id = ?, channel_id = ? WHERE id = ?", values)
        db.commit()


class Hasty:
    """An artist that draws nothing: only what comes with the pictures matters here."""

    def board(self, *_: object, **__: object) -> Picture:
        return BLANK

    hand = result = component = trial = area = key = moment = board

    def has_hand(self, _: object) -> bool:
        return True

    def beside(self, then: object, _: object) -> object:
        return then

    def areas(self, *_: object) -> tuple[Area, ...]:
        return ()

    def last_moment(self, *_: object) -> str:
        return ""


@pytest.fixture(params=ERAS)
async def era(request: pytest.FixtureRequest, world: World, tmp_path: Path) -> AsyncIterator[str]:
    """Yield the name of an era; the bot of the world runs on its database."""
    path = copied(request.param, tmp_path)
    moved_in(path, world)
    world._make_bot = lambda: create_bot(simulated(path))
    with ExitStack() as artists:
        for slug in registry.slugs():
            artists.enter_context(gallery.register(slug, Hasty()))
        await world.restart()
        assert world.bot._settling is not None
        await world.bot._settling
        yield str(request.param)


async def mine(world: World, slug: str) -> MatchInfo:
    """Return the first match of a game in play in which Ada has a seat."""
    for info in reversed(await world.bot.service.listed(world.guild.id)):
        seated = info.seat_of(world.ada.id) >= 0
        if info.slug == slug and info.status == "live" and seated and info.paused_at is None:
            return info
    raise AssertionError(f"Ada plays no {slug}")


async def test_a_match_of_each_game_is_played_to_its_result_and_told(
    era: str, world: World
) -> None:
    service, interactions = world.bot.service, iter(range(10**6, 10**7))
    for slug in sorted({info.slug for info in await service.listed(world.guild.id)}):
        match = await mine(world, slug)
        home, rng = world.place(match.channel_id), Random(match.id)
        shown = await world.ada.slash(home, "board")
        assert shown_messages(shown)
        while (info := await service.info(match.id)).status == "live":
            user = info.seats[min(info.to_act)].user_id
            glance = await service.glance(match.id, user)
            move = format_move(rng.choice(glance.moves))
            await service.play(match.id, user, move, interaction_id=next(interactions))
        assert info.status == "over"
        await until(partial(is_told, world, home, info.chance_seed))
        checked = await world.ada.slash(home, "match verify")
        assert "follow from the seed" in told_in(checked)


async def test_every_button_of_its_posts_and_panels_is_answered(era: str, world: World) -> None:
    lines = (FOLDER / era / FILE).read_text(encoding="utf-8").splitlines()
    found = [line.split("\t") for line in lines]
    assert len(found) > 80
    for slug, custom_id, *values in sorted(found, key=lambda row: row[1].split(":")[0] in LAST):
        match = await mine(world, "krakow" if slug == ANY else slug)
        asked = re.sub(r":[1-9]\d*:", f":{match.id}:", custom_id, count=1)
        answer = await answered(world, asked, values, world.place(match.channel_id))
        assert answer, asked
        assert slug == ANY or "no longer works" not in answer, asked  # those were half an id
        assert "something went wrong" not in answer, asked


def is_told(world: World, home: ChannelHandle, key: str) -> bool:
    """True once the key to the draws of a match has been published."""
    return any(key in post for post in world.posts(home))


async def answered(world: World, custom_id: str, values: list[str], home: ChannelHandle) -> str:
    """Return everything Ada is told when she taps something in a place."""
    return told_in(await world.forged(world.ada, custom_id, values, home))


def told_in(result: object) -> str:
    """Return the words of the answers to an interaction."""
    found = shown_messages(result)  # type: ignore[arg-type]
    return "\n".join(words({"content": m.content, "components": m.components}) for m in found)
