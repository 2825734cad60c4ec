"""What Discord sends of users, servers, channels and messages."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from tests.range.permissions import held_in
from tests.range.world import (
    APPLICATION,
    BOT_USER,
    Channel,
    Guild,
    Kind,
    Member,
    Payload,
    Role,
    User,
    World,
)

JOINED_AT: Final = "2026-01-01T00:00:00+00:00"
PARTIAL: Final = ("id", "type", "name", "parent_id", "guild_id", "permissions", "thread_metadata")
"""The keys of a thread in an interaction, if the bot wasn't told of the thread."""
_EMPTY: Final = (
    *("emojis", "stickers", "voice_states", "presences"),
    *("stage_instances", "guild_scheduled_events", "soundboard_sounds"),
)
_ZERO: Final = (
    *("verification_level", "default_message_notifications", "explicit_content_filter"),
    *("mfa_level", "system_channel_flags", "premium_tier", "nsfw_level"),
)
_NONE: Final = (
    *("icon", "splash", "discovery_splash", "afk_channel_id", "application_id", "banner"),
    *("system_channel_id", "rules_channel_id", "vanity_url_code", "description"),
    "public_updates_channel_id",
)


def moment(at: float) -> str:
    """Return a time, given in seconds since 1970, as Discord writes it."""
    return datetime.fromtimestamp(at, UTC).isoformat()


def user_payload(user: User) -> Payload:
    """Return a user."""
    return {
        "id": str(user.id),
        "username": user.name.lower(),
        "discriminator": "0",
        "global_name": user.name,
        "avatar": None,
        "bot": user.bot,
        "flags": 0,
        "public_flags": 0,
        "system": False,
    }


def member_payload(world: World, member: Member) -> Payload:
    """Return a member of a server."""
    silent = member.silent_until
    return {
        "user": user_payload(world.user(member.user_id)),
        "roles": [str(role) for role in sorted(member.roles)],
        "nick": None,
        "joined_at": JOINED_AT,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "avatar": None,
        "communication_disabled_until": moment(silent) if silent else None,
    }


def role_payload(role: Role) -> Payload:
    """Return a role."""
    return {
        "id": str(role.id),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": str(role.permissions),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def application_payload(world: World) -> Payload:
    """Return the bot's application."""
    return {
        "id": str(APPLICATION),
        "name": "the bot",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user_payload(world.user(1)),
        "verify_key": "",
        "flags": 0,
    }


def channel_payload(world: World, channel: Channel) -> Payload:
    """Return a channel, a thread or direct messages."""
    last = next(reversed(channel.messages), None)
    found: Payload = {
        "id": str(channel.id),
        "type": int(channel.kind),
        "last_message_id": None if last is None else str(last),
    }
    if channel.kind is Kind.DM:
        return found | {"recipients": [user_payload(world.user(channel.recipient))]}
    found |= {
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "parent_id": str(channel.parent_id) if channel.parent_id else None,
        "rate_limit_per_user": 0,
    }
    if channel.is_thread:
        return found | _thread_facts(channel)
    return found | {
        "position": 0,
        "topic": None,
        "nsfw": False,
        "permission_overwrites": [_overwrite(channel, target) for target in channel.overwrites],
    }


def _thread_facts(thread: Channel) -> Payload:
    return {
        "owner_id": str(thread.owner_id),
        "message_count": len(thread.messages),
        "member_count": 1,
        "total_message_sent": len(thread.messages),
        "flags": 0,
        "thread_metadata": {
            "archived": thread.archived,
            "auto_archive_duration": thread.auto_archive_min,
            "archive_timestamp": moment(thread.changed_at),
            "locked": thread.locked,
            **({"invitable": thread.invitable} if thread.kind is Kind.PRIVATE_THREAD else {}),
        },
    }


def _overwrite(channel: Channel, target: int) -> Payload:
    one = channel.overwrites[target]
    return {
        "id": str(target),
        "type": int(one.for_member),
        "allow": str(one.allow),
        "deny": str(one.deny),
    }


def guild_payload(world: World, guild: Guild) -> Payload:
    """Return a server with the channels and open threads that the bot sees."""
    seen = [c for c in guild.channels.values() if held_in(world, c, BOT_USER)]
    threads = [c for c in seen if c.is_thread and not (c.archived or c.forgotten)]
    return {
        **{name: [] for name in _EMPTY},
        **dict.fromkeys(_ZERO, 0),
        **dict.fromkeys(_NONE),
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "region": "x",
        "afk_timeout": 300,
        "features": ["COMMUNITY"] if guild.community else [],
        "roles": [role_payload(role) for role in guild.roles.values()],
        "preferred_locale": guild.locale,
        "premium_progress_bar_enabled": False,
        "joined_at": JOINED_AT,
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_payload(world, guild.members[BOT_USER])],
        # Channels that are hidden are told, too; only their threads aren't.
        "channels": [channel_payload(world, c) for c in guild.channels.values() if not c.is_thread],
        "threads": [channel_payload(world, c) for c in threads],
    }


def place_payload(world: World, channel: Channel, user_id: int) -> Payload:
    """Return the channel of an interaction; a thread that the bot doesn't have is partial."""
    found = channel_payload(world, channel)
    if channel.kind is not Kind.DM:
        found["permissions"] = str(held_in(world, channel, user_id))
    if channel.is_thread and (channel.archived or channel.forgotten):
        return {name: found[name] for name in PARTIAL}
    return found


def asker_payload(world: World, channel: Channel, user_id: int) -> Payload:
    """Return who asks in an interaction: a member with their permissions, or a user."""
    guild = world.guild_of(channel)
    if guild is None:
        return {"user": user_payload(world.user(user_id))}
    member = member_payload(world, world.join(guild, user_id))
    return {
        "member": member | {"permissions": str(held_in(world, channel, user_id))},
        "guild_id": str(guild.id),
        "guild_locale": guild.locale,
        "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
    }


def message_payload(world: World, channel: Channel, number: int, author_id: int) -> Payload:
    """Return a new message, without what is in it."""
    return {
        "id": str(number),
        "channel_id": str(channel.id),
        "author": user_payload(world.user(author_id)),
        "content": "",
        "timestamp": moment(world.now()),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "type": 0,
        "flags": 0,
    }


def mentioned(world: World, users: Iterable[int]) -> list[Payload]:
    """Return the users that a message names."""
    return [user_payload(world.users[number]) for number in sorted(users) if number in world.users]
