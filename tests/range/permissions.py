"""Who may do what where, computed as Discord documents it."""

from __future__ import annotations

from typing import Final

from tests.range.limits import refuse
from tests.range.world import BOT_USER, Channel, Guild, Kind, Overwrite, World

ADMINISTRATOR: Final = 1 << 3
MANAGE_CHANNELS: Final = 1 << 4
VIEW_CHANNEL: Final = 1 << 10
SEND_MESSAGES: Final = 1 << 11
SEND_TTS: Final = 1 << 12
MANAGE_MESSAGES: Final = 1 << 13
EMBED_LINKS: Final = 1 << 14
ATTACH_FILES: Final = 1 << 15
READ_MESSAGE_HISTORY: Final = 1 << 16
MENTION_EVERYONE: Final = 1 << 17
USE_COMMANDS: Final = 1 << 31
MANAGE_THREADS: Final = 1 << 34
CREATE_PUBLIC_THREADS: Final = 1 << 35
CREATE_PRIVATE_THREADS: Final = 1 << 36
SEND_IN_THREADS: Final = 1 << 38

ALL: Final = (1 << 53) - 1
EVERYBODY: Final = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_COMMANDS
    | CREATE_PUBLIC_THREADS
    | SEND_IN_THREADS
)
"""What @everyone of a new server may do, as far as it matters here."""
ONLY_READING: Final = VIEW_CHANNEL | READ_MESSAGE_HISTORY
"""What is left to a member in a timeout."""
NEED_SENDING: Final = SEND_TTS | EMBED_LINKS | ATTACH_FILES | MENTION_EVERYONE
"""What nobody may do who may not send."""


def base(world: World, guild: Guild, user_id: int) -> int:
    """Return a member's permissions on a server; `ALL` for its owner and for admins, else 0."""
    member = guild.members.get(user_id)
    if member is None:
        return 0
    held = guild.roles[guild.id].permissions
    for role in member.roles:
        held |= guild.roles[role].permissions
    return ALL if guild.owner_id == user_id or held & ADMINISTRATOR else held


def held_in(world: World, channel: Channel, user_id: int) -> int:
    """Return a user's permissions in a channel; a thread has those of its channel."""
    guild = world.guild_of(channel)
    if guild is None:
        return EVERYBODY if user_id in (BOT_USER, channel.recipient) else 0
    held = base(world, guild, user_id)
    if held == ALL or held == 0:
        return held
    member = guild.members[user_id]
    place = guild.channels[channel.parent_id] if channel.is_thread else channel
    nothing = Overwrite()
    everybody = place.overwrites.get(guild.id, nothing)
    held = held & ~everybody.deny | everybody.allow
    allow = deny = 0
    for role in member.roles:
        one = place.overwrites.get(role, nothing)
        allow, deny = allow | one.allow, deny | one.deny
    held = held & ~deny | allow
    own = place.overwrites.get(user_id, nothing)
    held = held & ~own.deny | own.allow
    if member.silent_until > world.now():
        held &= ONLY_READING
    return _implied(channel, held, user_id)


def _implied(channel: Channel, held: int, user_id: int) -> int:
    """Return permissions without those that need another one."""
    if not held & VIEW_CHANNEL:
        return 0
    hidden = channel.kind is Kind.PRIVATE_THREAD and user_id not in channel.followers
    if hidden and user_id != channel.owner_id and not held & MANAGE_THREADS:
        return 0
    if not held & (SEND_IN_THREADS if channel.is_thread else SEND_MESSAGES):
        held &= ~NEED_SENDING
    return held


def check(world: World, channel: Channel, *wanted: int, user_id: int = BOT_USER) -> None:
    """Refuse unless a user sees a channel and has all permissions that are wanted.

    Raises:
        Refusal: 50001 if they don't see it, 50013 if they may not.
    """
    held = held_in(world, channel, user_id)
    if not held & VIEW_CHANNEL:
        raise refuse(50001)
    if any(not held & one for one in wanted):
        raise refuse(50013)


def manages_threads(world: World, channel: Channel, user_id: int) -> bool:
    """Return whether a user may lock threads and write in locked ones."""
    return bool(held_in(world, channel, user_id) & MANAGE_THREADS)


def check_writing(world: World, channel: Channel, user_id: int = BOT_USER, *, files: bool) -> None:
    """Refuse unless a user may send a message in a channel.

    Raises:
        Refusal: They may not; for direct messages, 50007 or 50278.
    """
    if channel.kind is Kind.DM:
        other = world.user(channel.recipient)
        if other.blocks_the_bot:
            raise refuse(50007)
        if not other.takes_dms or not world.share_a_guild(user_id, other.id):
            raise refuse(50278)
        return
    send = SEND_IN_THREADS if channel.is_thread else SEND_MESSAGES
    check(world, channel, send, *([ATTACH_FILES] if files else []), user_id=user_id)
    if channel.locked and not manages_threads(world, channel, user_id):
        raise refuse(50013)
