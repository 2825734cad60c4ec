"""Requests about the bot itself, its commands, users and servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.range import permissions
from tests.range.command_forms import check_commands
from tests.range.forms import wrong_form
from tests.range.limits import refuse
from tests.range.payloads import (
    application_payload,
    channel_payload,
    guild_payload,
    member_payload,
    role_payload,
    user_payload,
)
from tests.range.routes import Ask, route
from tests.range.world import APPLICATION, BOT_USER, Guild, Payload

if TYPE_CHECKING:
    from tests.range.server import Range

COMMANDS = "/applications/{application}/commands"
GUILD_COMMANDS = "/applications/{application}/guilds/{guild}/commands"


@route("GET", "/users/@me")
async def get_self(discord: Range, ask: Ask) -> Payload:
    """Return the bot's user."""
    return user_payload(discord.world.user(BOT_USER))


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
async def get_application(discord: Range, ask: Ask) -> Payload:
    """Return the bot's application."""
    return application_payload(discord.world)


@route("GET", "/gateway")
async def get_gateway(discord: Range, ask: Ask) -> Payload:
    """Return where to connect."""
    return {"url": discord.gateway_url}


@route("GET", "/gateway/bot")
async def get_bot_gateway(discord: Range, ask: Ask) -> Payload:
    """Return where to connect, and with how many shards."""
    starts, shards = discord.gateway.starts.told, discord.rates.grants.shards
    return {"url": discord.gateway_url, "shards": shards, "session_start_limit": starts}


@route("POST", "/users/@me/channels")
async def open_dm(discord: Range, ask: Ask) -> Payload:
    """Return the direct messages with a user."""
    discord.counted["dm channel"] += 1
    number = int(ask.body["recipient_id"])
    if number not in discord.world.users and not discord.world.open_house:
        told = "Cannot send messages to this user"
        raise wrong_form(("recipient_id", "INVALID_RECIPIENT", told))
    discord.world.user(number)
    return channel_payload(discord.world, discord.world.dm(number))


@route("GET", COMMANDS)
@route("GET", GUILD_COMMANDS)
async def get_commands(discord: Range, ask: Ask) -> list[Payload]:
    """Return the commands."""
    return discord.kept_commands[ask.args.get("guild", "")]


@route("PUT", COMMANDS)
@route("PUT", GUILD_COMMANDS)
async def set_commands(discord: Range, ask: Ask) -> list[Payload]:
    """Replace the commands."""
    check_commands(ask.body)
    guild = ask.args.get("guild", "")
    known = {command["name"] for command in discord.kept_commands[guild]}
    new = sum(command["name"] not in known for command in ask.body)
    discord.rates.create_commands(guild, new)
    kept = [
        {"default_member_permissions": None, "dm_permission": True, "type": 1}
        | command
        | {
            "id": str(int(guild or 500) + n),
            "application_id": str(APPLICATION),
            "version": "1",
            **({"guild_id": guild} if guild else {}),
        }
        for n, command in enumerate(ask.body)
    ]
    discord.kept_commands[guild] = kept
    return kept


def seen_guild(discord: Range, ask: Ask) -> Guild:
    """Return the server of a request.

    Raises:
        Refusal: There is none, or the bot isn't on it.
    """
    guild = discord.world.guilds.get(int(ask.args["guild"]))
    if guild is None or not guild.here:
        raise refuse(10004)
    return guild


@route("GET", "/guilds/{guild}")
async def get_guild(discord: Range, ask: Ask) -> Payload:
    """Return a server."""
    return guild_payload(discord.world, seen_guild(discord, ask))


@route("GET", "/guilds/{guild}/channels")
async def get_channels(discord: Range, ask: Ask) -> list[Payload]:
    """Return the channels of a server that are no threads."""
    every = seen_guild(discord, ask).channels.values()
    return [channel_payload(discord.world, one) for one in every if not one.is_thread]


@route("GET", "/guilds/{guild}/threads/active")
async def get_threads(discord: Range, ask: Ask) -> Payload:
    """Return the open threads of a server that the bot sees."""
    world = discord.world
    found = [
        channel_payload(world, one)
        for one in seen_guild(discord, ask).channels.values()
        if one.is_thread and not one.archived and permissions.held_in(world, one, BOT_USER)
    ]
    return {"threads": found, "members": []}


@route("GET", "/guilds/{guild}/roles")
async def get_roles(discord: Range, ask: Ask) -> list[Payload]:
    """Return the roles of a server."""
    return [role_payload(role) for role in seen_guild(discord, ask).roles.values()]


@route("GET", "/guilds/{guild}/members/{user}")
async def get_member(discord: Range, ask: Ask) -> Payload:
    """Return a member of a server."""
    guild, number = seen_guild(discord, ask), int(ask.args["user"])
    if number not in discord.world.users:
        raise refuse(10013)
    if number not in guild.members:
        raise refuse(10007)
    return member_payload(discord.world, guild.members[number])


@route("GET", "/users/{user}")
async def get_user(discord: Range, ask: Ask) -> Payload:
    """Return a user."""
    if int(ask.args["user"]) not in discord.world.users:
        raise refuse(10013)
    return user_payload(discord.world.users[int(ask.args["user"])])
