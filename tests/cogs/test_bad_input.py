"""What the bot is not to be asked: nothing is lost or half done, and one private sentence helps."""

from __future__ import annotations

import json

import pytest
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.builders import ChannelHandle

from cogs.speech import harmless
from matches.model import MatchInfo
from tests.cogs.play.conftest import _same_chance_every_time, _warm_pens
from tests.world import World, custom_ids

__all__ = ["_same_chance_every_time", "_warm_pens"]  # fixtures

LAY = {"card": "A", "place": "L2"}


async def krakow(world: World) -> ChannelHandle:
    """Let Ada and Bo begin a match of Kraków, in which Ada is the first to lay a card."""
    home = await world.open(world.ada, world.bo, game="krakow")
    assert (await info(world)).to_act == {0}
    return home


async def info(world: World, match_id: int = 1) -> MatchInfo:
    return await world.bot.service.info(match_id)


async def on_public(
    world: World, member: MemberActor, channel: ChannelHandle, forged: str
) -> list[str]:
    """Let a member tap an id that he put in the place of a button of the newest public post.

    Returns:
        The words of all public posts of the channel after that.
    """
    post = next(
        m for m in reversed(channel.history()) if custom_ids(world.payload(channel.id, m.id))
    )
    backend = world.env.backend
    record, payload = await world.tapped(member, forged, channel=channel)
    message = serializers.message_payload(backend, backend.messages[channel.id][post.id])
    real = custom_ids(message)[0]
    shown = json.dumps(message["components"]).replace(real, forged)
    payload["message"] = {**message, "components": json.loads(shown)}
    record.source_message_id = post.id
    backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    return world.posts(channel)


@pytest.mark.parametrize(
    "forged",
    [
        "bhelp:0:play",
        "btopic:0:krakow.1",
        "bdm:0:off",
        "bprivacy:0:erase",
        "bprivacy:0:really",
        "bend:1:",
        "bpback:1:0.2.m~~0~0",
        "blogpage:1:0",
        "bhandpage:1:0",
    ],
)
async def test_no_forged_tap_puts_an_answer_in_the_place_of_a_public_post(
    world: World, forged: str
) -> None:
    home = await krakow(world)
    before = world.posts(home)
    assert await on_public(world, world.ada, home, forged) == before
    assert (await info(world)).status == "live"
    assert (await world.bot.service.settings(world.ada.id)).dm


@pytest.mark.parametrize(
    "name",
    [
        "https://x**",
        "https://x||",
        "<t:0:R>",
        "<#123456789012345678>",
        "</hand:1234567890123456>",
    ],
)
def test_a_name_stays_a_name(name: str) -> None:
    shown = harmless(name)
    assert "**" not in shown
    assert "||" not in shown
    assert "<" not in shown.replace("\\<", "")
