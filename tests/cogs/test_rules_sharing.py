"""Sharing an entry of the rulebook: what all read, and what nobody can do."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from tests.cogs.rules_pages import heading, labels, opened, press
from tests.world import World, custom_ids, private, shown_messages, words


def last(world: World, channel: ChannelHandle | None = None) -> Any:
    """Return the newest public message of a channel."""
    number = str((channel or world.channel).id)
    return [p for p in world.public() if p["channel_id"] == number][-1]


async def test_what_is_shared_is_read_by_all_and_opens_for_each(world: World) -> None:
    shared = await press(world.bo, await opened(world, "T-FLAG-1"), "Share")
    assert "(Shared)" in labels(shared)
    post = last(world)
    assert words(post).split("\n")[:3] == [
        "-# Toy Parcels · Flags",
        "### T-FLAG-1",
        "The lowest parcel begins. In your turn you put one or two flags on free cells.",
    ]
    assert custom_ids(post) == ["blook:0:toy.T-FLAG-1"]
    assert post["interaction_metadata"]["user"]["id"] == str(world.bo.id)
    mine = await world.tap(world.cleo, world.channel, "look")
    assert heading(mine) == "### T-FLAG-1"
    assert len(world.posts(world.channel)) == 1


async def test_a_shared_post_opens_after_a_restart_and_once_more(world: World) -> None:
    await press(world.bo, await opened(world, "Town"), "Share")
    before = world.posts(world.channel)
    await world.restart()
    for _ in range(2):
        shown = await world.tap(world.dima, world.channel, "look")
        assert heading(shown) == "### Miasto"  # in the reader's own language
    assert world.posts(world.channel) == before


async def test_it_is_shared_in_the_language_of_the_server(world: World) -> None:
    world.guild_locale = "pl"
    await press(world.bo, await opened(world, "Scoring"), "Share")
    assert "### Punktacja" in words(last(world))
    assert "Otwórz u siebie" in words(last(world))


async def test_examples_are_shared_if_they_are_open(world: World) -> None:
    shown = await opened(world, "T-CHOOSE-1")
    await press(world.bo, shown, "Share")
    assert "> You hold 3" not in words(last(world))
    shown = await opened(world, "T-CHOOSE-1")
    await press(world.bo, await press(world.bo, shown, "Examples"), "Share")
    assert "> You hold 3" in words(last(world))
    assert "> You hold 3" in private(await world.tap(world.cleo, world.channel, "look"))


async def test_the_picture_is_shared_but_nobodys_view_of_the_match(world: World) -> None:
    home = await world.open(world.ada, world.bo)
    held = (await world.bot.service.glance(1, world.ada.id)).view.hand[0]  # type: ignore[attr-defined]
    shown = await world.ada.slash(home, "rules", topic=f"parcel:{held}")
    assert f"You hold parcel {held}." in private(shown)
    after, _ = shown_messages(await press(world.ada, shown, "Share"))
    assert f"You hold parcel {held}." in words({"components": after.components})
    post = last(world, home)
    assert f"drawn: parcel:{held}" in words(post)
    assert "You hold" not in words(post)
    assert "Where it is now" not in words(post)
    assert custom_ids(post) == [f"blook:1:toy.parcel:{held}~a"]
    assert "You hold" in private(await world.tap(world.ada, home, "look"))
    for other in (world.bo, world.cleo):
        assert "Where it is now" not in private(await world.tap(other, home, "look"))


async def test_nobody_is_called(world: World) -> None:
    await press(world.bo, await opened(world, "Flags"), "Share")
    (sent,) = (r.json for r in world.env.http_requests if "look" in str(r.json))
    assert sent
    assert sent["allowed_mentions"] == {"parse": []}


async def test_a_double_tap_shares_once(world: World) -> None:
    (message,) = shown_messages(await opened(world, "T-FLAG-1"))
    for _ in range(2):
        record, payload = await world.tapped(world.bo, "bshare:0:toy.T-FLAG-1")
        payload["message"]["id"] = str(message.id)
        record.source_message_id = message.id
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    assert len(world.posts(world.channel)) == 1


async def test_the_next_entry_can_be_shared_too(world: World) -> None:
    shared = await press(world.bo, await opened(world, "T-FLAG-1"), "Share")
    following = await press(world.bo, shared, "Next")
    assert "Share" in labels(following)
    await press(world.bo, following, "Share")
    assert [post.split("\n")[1] for post in world.posts(world.channel)] == [
        "### T-FLAG-1",
        "### T-FLAG-2",
    ]


async def test_where_the_bot_may_not_write_it_says_so(world: World) -> None:
    world.deny(world.channel, send_messages=True)
    refused = await press(world.bo, await opened(world, "T-FLAG-1"), "Share")
    assert "You can't share this here" in private(refused)
    assert world.posts(world.channel) == []


async def test_people_who_may_not_write_share_nothing(world: World) -> None:
    bits = discord.Permissions(send_messages=True).value
    member = OverwriteType.MEMBER
    world.env.backend.set_overwrite(world.channel.id, Overwrite(world.bo.id, member, deny=bits))
    refused = await press(world.bo, await opened(world, "T-FLAG-1"), "Share")
    assert "You can't share this here" in private(refused)
    assert world.posts(world.channel) == []


@pytest.mark.parametrize("status", [403, 404])
async def test_what_discord_refuses_can_be_tried_again(world: World, status: int) -> None:
    shown = await opened(world, "T-FLAG-1")
    world.fail("POST", "/webhooks/*", status)
    refused = await press(world.bo, shown, "Share")
    assert "You can't share this here" in private(refused)
    await world.bo.click(shown_messages(shown)[0], label="Share")
    assert len(world.posts(world.channel)) == 1


async def test_a_post_cannot_be_made_to_share_itself(world: World) -> None:
    """A forged tap that claims to come from a public message changes nothing there."""
    await press(world.bo, await opened(world, "T-FLAG-1"), "Share")
    before = world.posts(world.channel)
    post = last(world)
    for forged in ("bshare:0:toy.T-FLAG-1", "bleaf:0:toy.T-FLAG-2", "bexamples:0:toy.T-FLAG-1~e"):
        record, payload = await world.tapped(world.cleo, forged)
        real = custom_ids(post)[0]
        payload["message"] = {**post, "components": _swapped(post["components"], real, forged)}
        record.source_message_id = int(post["id"])
        world.env.backend.emit("INTERACTION_CREATE", payload)
        await world.settle()
    assert world.posts(world.channel) == before


def _swapped(components: Any, old: str, new: str) -> Any:
    if isinstance(components, list):
        return [_swapped(one, old, new) for one in components]
    if isinstance(components, dict):
        return {key: _swapped(value, old, new) for key, value in components.items()}
    return new if components == old else components
