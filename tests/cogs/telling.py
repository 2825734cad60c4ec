"""Play by commands, and check that a match's channel tells the truth, once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from cogs.ui.items import END
from matches.domain.model import MatchInfo
from rules.notation import format_move
from tests import strict
from tests.world import World, custom_ids, words

DEFAULT: Final = 0
"""The type of a message that somebody wrote; Discord's own lines have others."""
OWN_LOGGERS: Final = ("bot", "cogs", "matches")


async def info(world: World, match_id: int = 1) -> MatchInfo:
    """Return the summary of a match."""
    return await world.bot.service.info(match_id)


def member_of(world: World, user_id: int) -> MemberActor:
    """Return the member with an id."""
    return next(member for member in world.members if member.id == user_id)


async def mover(world: World, match_id: int = 1) -> MemberActor:
    """Return the player who has to act, the first in seat order if there are several."""
    match = await info(world, match_id)
    return member_of(world, match.seats[min(match.to_act)].user_id)


async def say(
    world: World, member: MemberActor, start: str = "", match_id: int = 1
) -> InteractionResult:
    """Let a member type /move with the first legal move that begins like this."""
    glance = await world.bot.service.glance(match_id, member.id)
    moves = [format_move(move) for move in glance.moves]
    move = next(move for move in moves if move.startswith(start))
    return await member.slash(await world.home(match_id), "move", move=move)


async def play(world: World, match_id: int = 1, rng: Random | None = None) -> MemberActor:
    """Let the player to act make the first legal move, or any; return that player."""
    member = await mover(world, match_id)
    glance = await world.bot.service.glance(match_id, member.id)
    move = format_move(rng.choice(glance.moves) if rng else glance.moves[0])
    await member.slash(await world.home(match_id), "move", move=move)
    return member


async def play_to_the_end(world: World, match_id: int = 1) -> None:
    """Play a match until it's over."""
    while (match := await info(world, match_id)).status == "live":
        await play(world, match_id)
        assert (await info(world, match_id)).ply > match.ply, "no move is possible"
    await world.settle()


async def choose_all(world: World, match_id: int = 1) -> MemberActor:
    """Let all choose a parcel in the toy game; return who then begins."""
    while len((await info(world, match_id)).to_act) > 1:
        await play(world, match_id)
    await play(world, match_id)
    return await mover(world, match_id)


# Reading


def said(world: World, place: ChannelHandle) -> list[Mapping[str, Any]]:
    """Return the bot's messages in a place, without Discord's own lines, oldest first."""
    here = [p for p in world.public() if p["channel_id"] == str(place.id)]
    bot = str(world.env.backend.bot_user.id)
    return [p for p in here if p["type"] == DEFAULT and p["author"]["id"] == bot]


def with_button(world: World, verb: str, match_id: int = 1) -> list[Mapping[str, Any]]:
    """Return the public posts of a match with a button of a verb."""
    start = f"b{verb}:{match_id}:"
    return [p for p in world.public() if any(i.startswith(start) for i in custom_ids(p))]


def turn_posts(world: World, match_id: int = 1) -> list[Mapping[str, Any]]:
    """Return the posts of a match's turns and its end, oldest first, in any channel."""
    return with_button(world, "view", match_id)


def results(world: World, match_id: int = 1) -> list[Mapping[str, Any]]:
    """Return the posts of a match's end."""
    found = turn_posts(world, match_id)
    return [p for p in found if any(i.endswith(END) for i in custom_ids(p))]


def named(post: Mapping[str, Any]) -> set[int]:
    """Return the users that a post mentions."""
    return {int(found) for found in re.findall(r"<@(\d+)>", words(post))}


def calls(world: World, member: MemberActor, place: ChannelHandle) -> list[str]:
    """Return what a member's phone showed of messages in a place, oldest first."""
    made = strict.memory(world.env.backend).pushes
    return [p.text for p in made if p.user_id == member.id and p.channel_id == place.id]


async def is_true(world: World, match_id: int = 1) -> bool:
    """Return whether a match's newest post names those to act, or has its result."""
    match, posts = await info(world, match_id), turn_posts(world, match_id)
    if not posts or posts[-1]["channel_id"] != str(match.channel_id):
        return False
    if match.status == "live":
        return named(posts[-1]) == {match.seats[seat].user_id for seat in match.to_act}
    return posts[-1] in results(world, match_id)


def check_told_once(world: World, match_id: int = 1) -> None:
    """Assert that no two posts are about one ply, and that every ping has its post."""
    rests = [i for p in turn_posts(world, match_id) for i in custom_ids(p) if "view" in i]
    assert len(rests) == len(set(rests)), rests


# What an operator reads


def troubles(records: list[Any]) -> list[str]:
    """Return the lines of the bot's own loggers that an operator should see."""
    ours = [r for r in records if r.name.partition(".")[0] in OWN_LOGGERS]
    return [r.getMessage() for r in ours if r.levelno >= 30]
