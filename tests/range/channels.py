"""Requests about channels, threads and messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.range import limits, messages
from tests.range.forms import HAS_THREAD, Wrong, check_ids, count, long, wrong_form
from tests.range.limits import refuse
from tests.range.payloads import channel_payload
from tests.range.permissions import (
    CREATE_PRIVATE_THREADS,
    CREATE_PUBLIC_THREADS,
    MANAGE_CHANNELS,
    MANAGE_MESSAGES,
    MANAGE_THREADS,
    READ_MESSAGE_HISTORY,
    SEND_IN_THREADS,
    check,
    check_writing,
    held_in,
    manages_threads,
)
from tests.range.routes import Ask, route
from tests.range.world import BOT_USER, Channel, Kept, Kind, Payload

if TYPE_CHECKING:
    from tests.range.server import Range

CHANNEL = "/channels/{channel}"
MESSAGES = f"{CHANNEL}/messages"
MESSAGE = f"{MESSAGES}/{{message}}"
ADDED, NAME_CHANGED, THREAD_MADE, STARTED = 1, 4, 18, 21
"""Types of Discord's own lines.

Somebody was added to a thread, a thread was renamed, was opened; it began at a message.
"""


def seen_channel(discord: Range, ask: Ask) -> Channel:
    """Return the channel of a request.

    Raises:
        Refusal: There is none, or the bot doesn't see it.
    """
    channel = discord.world.channel(ask.args["channel"])
    check(discord.world, channel)
    return channel


def own_message(discord: Range, ask: Ask) -> tuple[Channel, Kept]:
    """Return a message that the bot sent, and its channel.

    Raises:
        Refusal: There is none, or somebody else sent it.
    """
    channel, kept = known_message(discord, ask)
    if kept.author_id != BOT_USER:
        raise refuse(50005)
    return channel, kept


def known_message(discord: Range, ask: Ask) -> tuple[Channel, Kept]:
    """Return a message that isn't ephemeral, and its channel.

    Raises:
        Refusal: There is none.
    """
    channel = seen_channel(discord, ask)
    kept = channel.messages.get(int(ask.args["message"]))
    if kept is None or kept.viewer is not None:
        raise refuse(10008)
    return channel, kept


@route("GET", CHANNEL)
async def get_channel(discord: Range, ask: Ask) -> Payload:
    """Return a channel."""
    return channel_payload(discord.world, seen_channel(discord, ask))


@route("PATCH", CHANNEL)
async def edit_channel(discord: Range, ask: Ask) -> Payload:
    """Change a channel or a thread."""
    channel = seen_channel(discord, ask)
    name = ask.body.get("name")
    if channel.is_thread:
        _check_thread_edit(discord, channel, ask.body)
    else:
        check(discord.world, channel, MANAGE_CHANNELS)
    if "name" in ask.body and (found := list(long("name", name, limits.CHANNEL_NAME, 1))):
        raise wrong_form(*found)
    renamed = name is not None and name != channel.name
    if "name" in ask.body:
        discord.rates.rename(channel.id)
        channel.name = name
    if channel.is_thread:
        _change_thread(discord, channel, ask.body)
    await discord.tell_channel("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel)
    if renamed and channel.is_thread:
        await messages.say_line(discord, channel, NAME_CHANGED, channel.name)
    return channel_payload(discord.world, channel)


def _check_thread_edit(discord: Range, thread: Channel, body: Payload) -> None:
    """Refuse a change of a thread that the bot may not make."""
    manages = manages_threads(discord.world, thread, BOT_USER)
    if thread.locked and not manages:
        raise refuse(50013)
    if thread.archived and body.get("archived") is not False:
        raise refuse(50083)
    if thread.archived:
        messages.check_room(discord, thread.guild_id)
    if body == {"archived": False}:
        check(discord.world, thread, SEND_IN_THREADS)
        return
    owner_may = {"name", "archived", "auto_archive_duration"}
    if not manages and (thread.owner_id != BOT_USER or set(body) - owner_may):
        raise refuse(50013)


def _change_thread(discord: Range, thread: Channel, body: Payload) -> None:
    thread.archived = bool(body.get("archived", thread.archived))
    thread.locked = bool(body.get("locked", thread.locked))
    thread.auto_archive_min = _minutes(body) or thread.auto_archive_min
    if "archived" in body:
        thread.changed_at = discord.world.now()
        thread.forgotten = False


def _minutes(body: Payload) -> int:
    minutes = body.get("auto_archive_duration") or 0
    if minutes and minutes not in limits.ARCHIVE_MINUTES:
        told = f"Value must be one of {limits.ARCHIVE_MINUTES}."
        raise wrong_form(("auto_archive_duration", "BASE_TYPE_CHOICES", told))
    return int(minutes)


@route("DELETE", CHANNEL)
async def delete_channel(discord: Range, ask: Ask) -> Payload:
    """Delete a channel or thread."""
    channel = seen_channel(discord, ask)
    check(discord.world, channel, MANAGE_THREADS if channel.is_thread else MANAGE_CHANNELS)
    told = channel_payload(discord.world, channel)
    await discord.remove_channel(channel)
    return told


# Threads


@route("POST", f"{MESSAGE}/threads")
async def open_thread_at(discord: Range, ask: Ask) -> Payload:
    """Open a thread at a message; it has the message's id."""
    channel, kept = known_message(discord, ask)
    thread = await _open_thread(discord, channel, ask.body, kept.id, Kind.PUBLIC_THREAD)
    kept.payload["flags"] |= HAS_THREAD
    kept.payload["thread"] = thread
    await messages.say_line(discord, discord.world.channel(kept.id), STARTED, "")
    return thread


@route("POST", f"{CHANNEL}/threads")
async def open_thread(discord: Range, ask: Ask) -> Payload:
    """Open a thread without a message; a line in the channel says so."""
    channel = seen_channel(discord, ask)
    kind = _thread_kind(ask.body.get("type", Kind.PRIVATE_THREAD))
    thread = await _open_thread(discord, channel, ask.body, discord.world.new_id(), kind)
    if kind is Kind.PUBLIC_THREAD:
        await messages.say_line(discord, channel, THREAD_MADE, thread["name"])
    return thread


def _thread_kind(number: int) -> Kind:
    if number not in (Kind.PUBLIC_THREAD, Kind.PRIVATE_THREAD):
        raise wrong_form(("type", "BASE_TYPE_CHOICES", "Value must be one of (11, 12)."))
    return Kind(number)


async def _open_thread(
    discord: Range, channel: Channel, body: Payload, number: int, kind: Kind
) -> Payload:
    if channel.kind is not Kind.TEXT:
        raise refuse(50024)
    private = kind is Kind.PRIVATE_THREAD
    check(discord.world, channel, CREATE_PRIVATE_THREADS if private else CREATE_PUBLIC_THREADS)
    found: list[Wrong] = list(long("name", body.get("name"), limits.CHANNEL_NAME, 1))
    if found:
        raise wrong_form(*found)
    if number in discord.world.channels:
        raise refuse(160004)
    messages.check_room(discord, channel.guild_id)
    guild = discord.world.guilds[channel.guild_id]
    minutes = _minutes(body)
    thread = discord.world.add_channel(guild, number, body["name"], parent=channel.id, kind=kind)
    thread.owner_id, thread.auto_archive_min = BOT_USER, minutes or thread.auto_archive_min
    thread.invitable = body.get("invitable", True)
    told = channel_payload(discord.world, thread)
    await discord.gateway.dispatch("THREAD_CREATE", told | {"newly_created": True}, guild.id)
    return told


@route("PUT", f"{CHANNEL}/thread-members/{{user}}")
async def add_to_thread(discord: Range, ask: Ask) -> None:
    """Add somebody to a thread; a line in it says so."""
    thread = seen_channel(discord, ask)
    check(discord.world, thread, SEND_IN_THREADS)
    messages.check_open(thread)
    user = BOT_USER if ask.args["user"] == "@me" else int(ask.args["user"])
    if not discord.world.open_house and user not in discord.world.guilds[thread.guild_id].members:
        raise refuse(10007)
    if user not in thread.followers:
        thread.followers.add(user)
        await messages.say_line(discord, thread, ADDED, "")


# Messages


@route("POST", MESSAGES)
async def send(discord: Range, ask: Ask) -> Payload:
    """Send a message, once for a nonce."""
    channel, world = discord.world.channel(ask.args["channel"]), discord.world
    check_writing(world, channel, files=bool(ask.files))
    nonce = str(ask.body.get("nonce") or "")
    if nonce and ask.body.get("enforce_nonce") and nonce in discord.nonces:
        at, known = discord.nonces[nonce]
        if world.now() - at < limits.NONCE_KEPT_S:
            return known.payload
    kept = await messages.create(discord, channel, ask.body, ask.files)
    if nonce:
        discord.nonces[nonce] = (kept.at, kept)
    discord.note_post(channel, ask)
    return kept.payload


@route("PATCH", MESSAGE)
async def edit(discord: Range, ask: Ask) -> Payload:
    """Edit a message of the bot."""
    channel, kept = own_message(discord, ask)
    messages.check_unlocked(discord, channel)
    discord.rates.edit(channel.id, kept.at)
    told = messages.edit(discord, channel, kept, ask.body, ask.files)
    discord.note_post(channel, ask)
    await discord.gateway.dispatch("MESSAGE_UPDATE", told, channel.guild_id)
    return told


@route("DELETE", MESSAGE)
async def delete(discord: Range, ask: Ask) -> None:
    """Delete a message."""
    channel, kept = known_message(discord, ask)
    if kept.author_id != BOT_USER:
        check(discord.world, channel, MANAGE_MESSAGES)
    messages.check_open(channel)
    await discord.remove_message(channel, kept.id)


@route("GET", MESSAGES)
async def read_messages(discord: Range, ask: Ask) -> list[Payload]:
    """Return messages, newest first; none without the permission to read the history."""
    channel = seen_channel(discord, ask)
    if not held_in(discord.world, channel, BOT_USER) & READ_MESSAGE_HISTORY:
        return []
    most = count("limit", ask.query.get("limit", "50"), 1, limits.PAGE_OF_MESSAGES)
    check_ids({name: ask.query[name] for name in ("before", "after") if name in ask.query})
    public = [kept for kept in channel.messages.values() if kept.viewer is None]
    if "before" in ask.query:
        public = [kept for kept in public if kept.id < int(ask.query["before"])]
    if "after" in ask.query:
        public = [kept for kept in public if kept.id > int(ask.query["after"])][:most]
    return [kept.payload for kept in reversed(public[-most:])]


@route("GET", MESSAGE)
async def read_message(discord: Range, ask: Ask) -> Payload:
    """Return a message."""
    channel, kept = known_message(discord, ask)
    check(discord.world, channel, READ_MESSAGE_HISTORY)
    return kept.payload


@route("POST", f"{CHANNEL}/typing")
async def type_something(discord: Range, ask: Ask) -> None:
    """Show that the bot is typing."""
    check_writing(discord.world, seen_channel(discord, ask), files=False)
