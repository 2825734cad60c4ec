"""What admins and users do in their Discord, with the events that tell the bot of it."""

from __future__ import annotations

from tests.range.payloads import guild_payload, role_payload
from tests.range.server import Range
from tests.range.world import BOT_USER, Channel, Guild, Kind, Overwrite


async def archive(discord: Range, thread: Channel, *, locked: bool = False) -> None:
    """Archive a thread, as Discord does with an idle one, or lock it, as admins may."""
    thread.archived, thread.locked, thread.changed_at = True, locked, discord.world.now()
    await discord.tell_channel("THREAD_UPDATE", thread)


async def pass_time(discord: Range, seconds: float) -> None:
    """Move the range's clock; threads that were idle for too long are archived."""
    discord.world.later_s += seconds
    for channel in list(discord.world.channels.values()):
        last = next(reversed(channel.messages.values()), None)
        since = max(channel.changed_at, last.at if last is not None else 0.0)
        idle_s = discord.world.now() - since
        if channel.is_thread and not channel.archived and idle_s >= channel.auto_archive_min * 60:
            await archive(discord, channel)


async def overwrite(
    discord: Range, channel: Channel, target: int, *, allow: int = 0, deny: int = 0
) -> None:
    """Allow and deny something in a channel to a member or, by its id, to a role."""
    guild = discord.world.guilds[channel.guild_id]
    channel.overwrites[target] = Overwrite(allow, deny, target not in guild.roles)
    await discord.tell_channel("CHANNEL_UPDATE", channel)


async def give(discord: Range, guild: Guild, role_id: int, permissions: int) -> None:
    """Change the permissions of a role."""
    guild.roles[role_id].permissions = permissions
    told = {"guild_id": str(guild.id), "role": role_payload(guild.roles[role_id])}
    await discord.gateway.dispatch("GUILD_ROLE_UPDATE", told, guild.id)


async def remove_bot(discord: Range, guild: Guild) -> None:
    """Take the bot off a server."""
    guild.here = False
    guild.members.pop(BOT_USER, None)
    await discord.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id)


async def invite_bot(discord: Range, guild: Guild) -> None:
    """Bring the bot to a server, or back to one."""
    guild.here = True
    discord.world.join(guild, BOT_USER).roles.add(guild.id + 1)
    await discord.gateway.dispatch("GUILD_CREATE", guild_payload(discord.world, guild), guild.id)


async def outage(discord: Range, guild: Guild, *, over: bool = False) -> None:
    """Let Discord lose a server that the bot is on, or find it again."""
    guild.out = not over
    name, told = "GUILD_DELETE", {"id": str(guild.id), "unavailable": True}
    if over:
        name, told = "GUILD_CREATE", guild_payload(discord.world, guild)
    await discord.gateway.dispatch(name, told, guild.id)


async def add_channel(discord: Range, guild: Guild, number: int, name: str) -> Channel:
    """Make a channel."""
    channel = discord.world.add_channel(guild, number, name, kind=Kind.TEXT)
    await discord.tell_channel("CHANNEL_CREATE", channel)
    return channel
