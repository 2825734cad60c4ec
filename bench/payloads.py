"""What the fake Discord sends about a bot, a server and those in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

APPLICATION: Final = 1000
BOT_USER: Final = 1001
GUILD: Final = 2000
SENT_AT: Final = "2026-01-01T00:00:00+00:00"


def user_payload(number: int, *, bot: bool = False) -> dict[str, Any]:
    """Return a user as Discord sends it."""
    return {
        "id": str(number),
        "username": f"user{number}",
        "discriminator": "0",
        "global_name": None,
        "avatar": None,
        "bot": bot,
        "flags": 0,
        "public_flags": 0,
        "system": False,
    }


def member_payload(user: int, *, bot: bool = False) -> dict[str, Any]:
    """Return a member of the server, with all permissions."""
    return {
        "user": user_payload(user, bot=bot),
        "roles": [],
        "nick": None,
        "joined_at": SENT_AT,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "avatar": None,
        "communication_disabled_until": None,
        "permissions": "8",
    }


def application_payload() -> dict[str, Any]:
    """Return the bot's application as Discord sends it."""
    return {
        "id": str(APPLICATION),
        "name": "bench",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user_payload(1),
        "verify_key": "",
        "flags": 0,
    }


def channel_payload(number: int) -> dict[str, Any]:
    """Return a text channel as Discord sends it."""
    return {
        "id": str(number),
        "type": 0,
        "name": f"table-{number}",
        "position": 0,
        "permission_overwrites": [],
        "parent_id": None,
        "topic": None,
        "rate_limit_per_user": 0,
        "last_message_id": None,
        "nsfw": False,
    }


def message(channel: int, number: str) -> dict[str, Any]:
    """Return a message of the bot, without its text."""
    return {
        "id": number,
        "channel_id": str(channel),
        "author": user_payload(BOT_USER, bot=True),
        "content": "",
        "timestamp": SENT_AT,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "type": 20,
        "flags": 64,
        "reactions": [],
    }


_EVERYONE = {
    "id": str(GUILD),
    "name": "@everyone",
    "color": 0,
    "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
    "hoist": False,
    "position": 0,
    "permissions": "8",
    "managed": False,
    "mentionable": False,
    "flags": 0,
}


def guild_payload(channels: Sequence[int]) -> dict[str, Any]:
    """Return the server as Discord sends it, with its channels."""
    empty: dict[str, Any] = dict.fromkeys(
        ("emojis", "features", "stickers", "voice_states", "threads", "presences"), ()
    ) | dict.fromkeys(("stage_instances", "guild_scheduled_events", "soundboard_sounds"), ())
    zero = dict.fromkeys(
        (
            "verification_level",
            "default_message_notifications",
            "explicit_content_filter",
            "mfa_level",
            "system_channel_flags",
            "premium_tier",
            "nsfw_level",
        ),
        0,
    )
    none = dict.fromkeys(
        ("icon", "splash", "discovery_splash", "afk_channel_id", "application_id", "banner")
        + ("system_channel_id", "rules_channel_id", "vanity_url_code", "description")
    )
    return {
        **empty,
        **zero,
        **none,
        "id": str(GUILD),
        "name": "bench",
        "owner_id": "1",
        "region": "x",
        "afk_timeout": 300,
        "roles": [_EVERYONE],
        "preferred_locale": "en-US",
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "joined_at": SENT_AT,
        "large": False,
        "unavailable": False,
        "member_count": 2,
        "members": [member_payload(BOT_USER, bot=True)],
        "channels": [channel_payload(channel) for channel in channels],
    }
