"""Permissions as Discord documents them: roles, overwrites, threads, owners, timeouts, pings."""

from __future__ import annotations

import pytest

from tests.range import permissions
from tests.range.client import Client
from tests.range.conftest import ADA, BO, CHANNEL, CLEO, GUILD
from tests.range.limits import Refusal
from tests.range.permissions import (
    ALL,
    ATTACH_FILES,
    CREATE_PUBLIC_THREADS,
    EVERYBODY,
    MANAGE_THREADS,
    MENTION_EVERYONE,
    SEND_IN_THREADS,
    SEND_MESSAGES,
    VIEW_CHANNEL,
    held_in,
)
from tests.range.server import Range
from tests.range.world import Channel, Guild, Kind, Overwrite, Role

HOSTS, GUESTS = GUILD + 10, GUILD + 11


def roles(guild: Guild, user: int, **held: int) -> None:
    """Give a user the roles `hosts` and `guests` with some permissions."""
    for number, name in ((HOSTS, "hosts"), (GUESTS, "guests")):
        if name in held:
            guild.roles[number] = Role(number, name, held[name])
            guild.members[user].roles.add(number)


def test_roles_add_to_what_everybody_may(discord: Range, guild: Guild, channel: Channel) -> None:
    assert held_in(discord.world, channel, BO) == EVERYBODY
    roles(guild, BO, hosts=MANAGE_THREADS)
    assert held_in(discord.world, channel, BO) == EVERYBODY | MANAGE_THREADS
    assert held_in(discord.world, channel, CLEO) == EVERYBODY
    assert held_in(discord.world, channel, 7) == 0


def test_owners_and_admins_may_do_everything(
    discord: Range, guild: Guild, channel: Channel
) -> None:
    channel.overwrites[GUILD] = Overwrite(deny=ALL)
    roles(guild, BO, hosts=permissions.ADMINISTRATOR)
    assert held_in(discord.world, channel, ADA) == ALL  # the owner
    assert held_in(discord.world, channel, BO) == ALL
    assert held_in(discord.world, channel, CLEO) == 0


def test_overwrites_go_from_everybody_over_roles_to_the_member(
    discord: Range, guild: Guild, channel: Channel
) -> None:
    def may(user: int = BO) -> bool:
        return bool(held_in(discord.world, channel, user) & SEND_MESSAGES)

    roles(guild, BO, hosts=0, guests=0)
    channel.overwrites[GUILD] = Overwrite(deny=SEND_MESSAGES)
    assert not may()
    channel.overwrites[GUESTS] = Overwrite(allow=SEND_MESSAGES)
    assert may()
    channel.overwrites[HOSTS] = Overwrite(deny=SEND_MESSAGES)
    assert may()  # among roles allowing wins, whatever their order
    channel.overwrites[BO] = Overwrite(deny=SEND_MESSAGES, for_member=True)
    assert not may()
    channel.overwrites = {
        GUESTS: Overwrite(deny=SEND_MESSAGES),
        BO: Overwrite(allow=SEND_MESSAGES, for_member=True),
    }
    assert may()
    assert may(CLEO)


def test_without_seeing_or_sending_little_is_left(discord: Range, channel: Channel) -> None:
    channel.overwrites[BO] = Overwrite(deny=SEND_MESSAGES, for_member=True)
    assert not held_in(discord.world, channel, BO) & ATTACH_FILES
    assert held_in(discord.world, channel, BO) & SEND_IN_THREADS
    channel.overwrites[BO] = Overwrite(deny=VIEW_CHANNEL, for_member=True)
    assert held_in(discord.world, channel, BO) == 0


def test_a_thread_has_the_permissions_of_its_channel(
    discord: Range, guild: Guild, channel: Channel
) -> None:
    thread = discord.world.add_channel(guild, 5, "a match", parent=CHANNEL, kind=Kind.PUBLIC_THREAD)
    channel.overwrites[BO] = Overwrite(deny=SEND_MESSAGES, for_member=True)
    permissions.check_writing(discord.world, thread, BO, files=True)
    channel.overwrites[BO] = Overwrite(deny=SEND_IN_THREADS, for_member=True)
    with pytest.raises(Refusal, match="50013"):
        permissions.check_writing(discord.world, thread, BO, files=False)
    assert not held_in(discord.world, thread, BO) & ATTACH_FILES
    channel.overwrites[BO] = Overwrite(deny=VIEW_CHANNEL, for_member=True)
    with pytest.raises(Refusal, match="50001"):
        permissions.check_writing(discord.world, thread, BO, files=False)


def test_private_threads_are_seen_by_those_in_them(
    discord: Range, guild: Guild, channel: Channel
) -> None:
    thread = discord.world.add_channel(guild, 5, "x", parent=CHANNEL, kind=Kind.PRIVATE_THREAD)
    assert held_in(discord.world, thread, BO) == 0
    thread.followers.add(BO)
    assert held_in(discord.world, thread, BO) == EVERYBODY
    roles(guild, CLEO, hosts=MANAGE_THREADS)
    assert held_in(discord.world, thread, CLEO) & MANAGE_THREADS


def test_a_timeout_leaves_reading(discord: Range, guild: Guild, channel: Channel) -> None:
    guild.members[BO].silent_until = discord.world.now() + 60
    assert held_in(discord.world, channel, BO) == permissions.ONLY_READING
    discord.world.later_s += 61
    assert held_in(discord.world, channel, BO) == EVERYBODY


@pytest.mark.parametrize(
    ("allowed", "called"),
    [
        ({"parse": []}, set()),
        ({"parse": [], "users": [str(BO)]}, {BO}),
        ({"parse": ["users"]}, {BO, CLEO}),
        (None, {BO, CLEO}),
    ],
)
async def test_whom_a_message_pings(
    client: Client, channel: Channel, allowed: object, called: set[int]
) -> None:
    content = f"<@{BO}> <@{CLEO}> <@7> @everyone"
    sent = await client.ask(
        "POST",
        f"/channels/{CHANNEL}/messages",
        {"content": content, "allowed_mentions": allowed},
    )
    kept = channel.messages[int(sent.body["id"])]
    assert kept.called == called
    await client.ask("PATCH", f"/channels/{CHANNEL}/messages/{kept.id}", {"content": f"<@{ADA}>"})
    assert kept.called == called  # an edit pings nobody


async def test_everyone_is_pinged_only_with_the_permission(
    client: Client, guild: Guild, channel: Channel
) -> None:
    guild.roles[GUILD + 1].permissions |= MENTION_EVERYONE | CREATE_PUBLIC_THREADS
    sent = await client.ask("POST", f"/channels/{CHANNEL}/messages", {"content": "@everyone"})
    assert {ADA, BO, CLEO} < channel.messages[int(sent.body["id"])].called
