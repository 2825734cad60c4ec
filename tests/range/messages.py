"""How messages are made and edited, and whom they ping."""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tests.range import limits
from tests.range.forms import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    TEXT,
    check_filled,
    check_message,
    wrong_form,
)
from tests.range.limits import refuse
from tests.range.payloads import mentioned, message_payload, moment
from tests.range.permissions import MENTION_EVERYONE, held_in, manages_threads
from tests.range.routes import Sent
from tests.range.world import BOT_USER, Channel, Kept, Payload, inside

if TYPE_CHECKING:
    from tests.range.server import Range

SUPPRESS_EMBEDS: Final = 1 << 2
SILENT: Final = 1 << 12
SENDABLE: Final = SUPPRESS_EMBEDS | EPHEMERAL | SILENT | COMPONENTS_V2
"""The flags that a bot may send."""
_NAMED: Final = re.compile(r"<@!?(\d+)>")


async def create(
    discord: Range, channel: Channel, body: Payload, files: Sequence[Sent], viewer: int = 0
) -> Kept:
    """Make a message of the bot.

    Args:
        discord: Where.
        channel: In which channel; an archived thread is opened by it.
        body: The request.
        files: What it brings.
        viewer: The only user who will see it; 0 if it's for all.

    Raises:
        Refusal: Its form is wrong.
    """
    world, flags = discord.world, (body.get("flags") or 0) & SENDABLE
    check_message(body, [one.name for one in files], discord.emojis, flags=flags)
    check_filled(body, [one.name for one in files])
    check_sizes(files)
    payload = message_payload(world, channel, world.new_id(), BOT_USER)
    kept = Kept(payload, BOT_USER, str(body.get("nonce") or ""), viewer=viewer or None)
    kept.at = world.now()
    fill(discord, channel, kept, body, files)
    payload["flags"] = flags & ~EPHEMERAL | (EPHEMERAL if viewer else 0)
    if kept.nonce:
        payload["nonce"] = body["nonce"]
    kept.first = payload["content"]
    kept.called = pinged(discord, channel, body)
    payload["mentions"] = mentioned(world, kept.called)
    await keep(discord, channel, kept)
    return kept


async def keep(discord: Range, channel: Channel, kept: Kept) -> None:
    """Put a new message into its channel; it opens a thread that is archived."""
    if channel.archived and kept.viewer is None:
        check_room(discord, channel.guild_id)
        channel.archived, channel.changed_at = False, discord.world.now()
        await discord.tell_channel("THREAD_UPDATE", channel)
    channel.messages[kept.id] = kept
    if kept.viewer is None:
        guild_id = str(channel.guild_id) if channel.guild_id else None
        told = kept.payload | ({"guild_id": guild_id} if guild_id else {})
        await discord.gateway.dispatch("MESSAGE_CREATE", told, channel.guild_id)


def fill(
    discord: Range, channel: Channel, kept: Kept, body: Payload, files: Sequence[Sent]
) -> None:
    """Apply a request to a message whose form is right."""
    payload = kept.payload
    if "content" in body:
        payload["content"] = body["content"] or ""
    if "embeds" in body:
        payload["embeds"] = body["embeds"] or []
    if "attachments" in body or files:
        payload["attachments"] = _attachments(discord, channel, payload, body, files)
    if "components" in body:
        payload["components"] = _found_files(body["components"] or [], payload["attachments"])
    if payload["components"]:
        kept.layout = kept.layout or kept.text


def _found_files(components: list[Payload], attachments: list[Payload]) -> list[Payload]:
    """Return components in which the files of the message have their addresses."""
    found: list[Payload] = copy.deepcopy(components)
    by_name = {f"attachment://{one['filename']}": one for one in attachments}
    for part in inside(found):
        for item in part.get("items") or [part]:
            for name in ("media", "file"):
                one = by_name.get(str((item.get(name) or {}).get("url")))
                if one is not None:
                    facts = {key: one[key] for key in ("url", "proxy_url", "content_type")}
                    item[name] = {**item[name], **facts, "attachment_id": one["id"]}
    return found


def _attachments(
    discord: Range, channel: Channel, payload: Payload, body: Payload, files: Sequence[Sent]
) -> list[Payload]:
    told = {str(one["id"]): one for one in body.get("attachments") or []}
    found = [a for a in payload["attachments"] if "attachments" not in body or a["id"] in told]
    for n, one in enumerate(files):
        number = str(discord.world.new_id())
        url = f"{discord.url}/attachments/{channel.id}/{number}/{one.name}"
        made: Payload = {"id": number, "filename": one.name, "size": len(one.data)}
        made |= {"url": url, "proxy_url": url, "content_type": _content_type(one.name)}
        if about := told.get(str(n), {}).get("description"):
            made["description"] = about
        if discord.keeps_files:
            discord.files[number] = one.data
        found.append(made)
    return found


def _content_type(name: str) -> str:
    return {"png": "image/png", "gif": "image/gif", "webp": "image/webp"}.get(
        name.rpartition(".")[2], "application/octet-stream"
    )


def check_sizes(files: Sequence[Sent]) -> None:
    """Refuse files that are too big.

    Raises:
        Refusal: 40005.
    """
    sizes = [len(one.data) for one in files]
    if any(size > limits.FILE_BYTES for size in sizes) or sum(sizes) > limits.REQUEST_BYTES:
        raise refuse(40005)


def edit(
    discord: Range, channel: Channel, kept: Kept, body: Payload, files: Sequence[Sent]
) -> Payload:
    """Change a message of the bot; this pings nobody.

    Raises:
        Refusal: Its form would be wrong, or its thread is archived.
    """
    check_open(channel)
    before = kept.payload
    flags = before["flags"] | (body.get("flags") or 0) & COMPONENTS_V2
    names = [a["filename"] for a in _left(before, body)] + [one.name for one in files]
    check_message({**_kept_fields(before), **body}, names, discord.emojis, flags=flags)
    check_sizes(files)
    told = body.get("flags")
    if before["flags"] & COMPONENTS_V2 and told is not None and not told & COMPONENTS_V2:
        raise wrong_form(("flags", "MESSAGE_COMPONENTS_V2_CANNOT_BE_REMOVED", "It stays."))
    fill(discord, channel, kept, body, files)
    check_filled(kept.payload, kept.payload["attachments"])
    before["flags"] = flags & ~LOADING
    before["edited_timestamp"] = moment(discord.world.now())
    kept.edits += 1
    return before


def _left(payload: Payload, body: Payload) -> list[Payload]:
    """Return the files of a message that stay after an edit."""
    if "attachments" not in body:
        return list(payload["attachments"])
    told = {str(one["id"]) for one in body["attachments"] or []}
    return [one for one in payload["attachments"] if one["id"] in told]


def _kept_fields(payload: Payload) -> Payload:
    return {name: payload[name] for name in ("content", "embeds", "components")}


def check_open(channel: Channel) -> None:
    """Refuse an edit or an answer in an archived thread.

    Raises:
        Refusal: 50083.
    """
    if channel.archived:
        raise refuse(50083)


def check_room(discord: Range, guild_id: int) -> None:
    """Refuse to open one more thread on a server that has the most.

    Raises:
        Refusal: 160006.
    """
    channels = discord.world.guilds[guild_id].channels.values()
    count = sum(one.is_thread and not one.archived for one in channels)
    if count >= limits.OPEN_THREADS and discord.rates.grants.by_route:
        raise refuse(160006)


def check_unlocked(discord: Range, channel: Channel, user_id: int = BOT_USER) -> None:
    """Refuse a change in a locked thread by somebody who may not manage threads.

    Raises:
        Refusal: 50013.
    """
    if channel.locked and not manages_threads(discord.world, channel, user_id):
        raise refuse(50013)


def named_users(body: Payload) -> frozenset[int]:
    """Return the users that a message names in its content and its texts."""
    texts = [str(body.get("content") or "")]
    for one in inside(body.get("components") or []):
        if one.get("type") == TEXT:
            texts.append(str(one.get("content") or ""))
    return frozenset(int(number) for text in texts for number in _NAMED.findall(text))


def pinged(discord: Range, channel: Channel, body: Payload) -> frozenset[int]:
    """Return the users that a new message pings; none of them if it's silent."""
    if (body.get("flags") or 0) & SILENT:
        return frozenset()
    allowed: Any = body.get("allowed_mentions")
    named = named_users(body)
    if allowed is not None and "users" not in (allowed.get("parse") or []):
        named &= {int(number) for number in allowed.get("users") or []}
    everybody = allowed is None or "everyone" in (allowed.get("parse") or [])
    guild = discord.world.guild_of(channel)
    if guild is None:
        return frozenset({channel.recipient})
    may = held_in(discord.world, channel, BOT_USER) & MENTION_EVERYONE
    if everybody and may and "@everyone" in str(body.get("content") or ""):
        named |= set(guild.members)
    seen = {n for n in named if discord.world.open_house or n in guild.members}
    return frozenset(seen)


async def say_line(discord: Range, channel: Channel, kind: int, text: str) -> None:
    """Post a line of Discord's own, made by what the bot has done."""
    payload = message_payload(discord.world, channel, discord.world.new_id(), BOT_USER)
    payload |= {"type": kind, "content": text}
    kept = Kept(payload, BOT_USER, at=discord.world.now())
    channel.messages[kept.id] = kept  # it doesn't open an archived thread
    await discord.gateway.dispatch("MESSAGE_CREATE", payload, channel.guild_id)
