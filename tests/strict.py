"""Discord's behaviour that simcord 3.2.1 lacks; importing this makes it stricter.

All changes to private parts of simcord are in `_install`, at the end. Sources: Discord's
documentation of threads, rate limits, messages and guilds; where it says nothing, its issue tracker
(5517, 6884, 6928: threads that are archived or locked). How many edits of messages older than an
hour are allowed (30046) isn't documented, so it isn't simulated: use `World.fail`.
"""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fnmatch import fnmatch
from functools import wraps
from typing import Any, Final, TypeAlias
from weakref import WeakKeyDictionary

import aiohttp
import discord
import simcord.interactions
from simcord import _dpy_internals, actors
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError, SetupError, missing_permissions
from simcord.backend.models import Channel, Guild, Message
from simcord.backend.ops.channels import ChannelMixin
from simcord.backend.ops.messages import MessageMixin
from simcord.enums import MessageType
from simcord.http import router
from simcord.http.client import FakeHTTPClient
from simcord.http.router import RequestContext

RENAMES: Final = 2
RENAMES_WITHIN: Final = timedelta(minutes=10)
NONCE_KEPT: Final = timedelta(minutes=5)
"""Discord says "the past few minutes"."""
NONCE_CHARACTERS: Final = 25
ANSWERS_IN_CHANNEL: Final = frozenset({4, 5, 6, 7})
"""Types of interaction callbacks that make or edit a message in the channel.

Some only lead to such an edit.
"""
LOADING: Final = 1 << 7
SUPPRESS_NOTIFICATIONS: Final = 1 << 12
PARTIAL: Final = ("id", "type", "name", "parent_id", "guild_id", "thread_metadata")
"""The keys of a thread in an interaction's payload, if the bot doesn't have it."""

Handler: TypeAlias = Callable[[RequestContext], Any]


@dataclass(frozen=True, slots=True)
class Push:
    """A notification on a phone: the part of a message shown before it's opened.

    Attributes:
        user_id: Whose phone.
        channel_id: Where the message is.
        message_id: Which message.
        text: The content it was sent with; "" for a layout, as components aren't shown.
        at: When.
    """

    user_id: int
    channel_id: int
    message_id: int
    text: str
    at: datetime


@dataclass(slots=True)
class Memory:
    """Facts that one simulated Discord remembers in addition to simcord's.

    Attributes:
        pushes: Every notification, oldest first.
        communities: Servers that may choose a language.
        renames: When the bot renamed a channel or thread, by its id.
        forgotten: Threads that the bot doesn't have although they are open.
        fills: How often a deferred answer was filled by posting a follow-up, which is deprecated.
        lost: Requests whose answer gets lost after their effect: method, path, how many.
    """

    pushes: list[Push] = field(default_factory=list)
    communities: set[int] = field(default_factory=set)
    renames: defaultdict[int, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    forgotten: set[int] = field(default_factory=set)
    fills: int = 0
    lost: list[tuple[str, str]] = field(default_factory=list)
    nonces: dict[tuple[int, str], tuple[datetime, Message]] = field(default_factory=dict)


_memories: WeakKeyDictionary[Backend, Memory] = WeakKeyDictionary()


def memory(backend: Backend) -> Memory:
    """Return what a simulated Discord remembers."""
    return _memories.setdefault(backend, Memory())


class _TooManyRequests(Exception):  # noqa: N818 - no error of the bot's
    """429, which the stand-in for discord.py's HTTP client waits out."""

    def __init__(self, retry_after_s: float) -> None:
        super().__init__(f"429: retry after {retry_after_s} s")
        self.retry_after_s = retry_after_s


# Threads


def _archived() -> BackendError:
    return BackendError(400, 50083, "Thread is archived")


def _manages(backend: Backend, channel: Channel, user_id: int) -> bool:
    assert channel.guild_id is not None
    held = backend.compute_permissions(channel.guild_id, user_id, channel.id)
    wanted = discord.Permissions(manage_threads=True).value
    return bool(held & (wanted | discord.Permissions(administrator=True).value))


def _check_lock(backend: Backend, channel: Channel, user_id: int) -> None:
    """Raise if somebody may not write in a channel because it's a locked thread."""
    state = channel.thread_metadata
    if state is not None and state.locked and not _manages(backend, channel, user_id):
        raise missing_permissions()


def _check_open(backend: Backend, channel_id: int) -> None:
    """Raise if nothing may be answered or edited in a channel because it's archived."""
    state = backend.get_channel(channel_id).thread_metadata
    if state is not None and state.archived:
        raise _archived()


def _checked_edit(plain: Handler) -> Handler:
    def edit(ctx: RequestContext) -> Any:
        channel = ctx.backend.get_channel(ctx.int_arg("channel_id"))
        _check_lock(ctx.backend, channel, ctx.backend.bot_user.id)
        _check_open(ctx.backend, channel.id)
        return plain(ctx)

    return edit


def _checked_channel(plain: Handler) -> Handler:
    """Check a PATCH of a channel.

    A thread's maker may change its name, archived and duration.
    """

    def edit(ctx: RequestContext) -> Any:
        channel = ctx.backend.get_channel(ctx.int_arg("channel_id"))
        if channel.is_thread:
            return _edit_thread(ctx, channel)
        if "name" in ctx.body():
            _count_rename(ctx.backend, channel)
        return plain(ctx)

    return edit


def _edit_thread(ctx: RequestContext, thread: Channel) -> Any:
    backend, state = ctx.backend, thread.thread_metadata
    assert state is not None
    ctx.require_channel_permissions(thread.id)
    told = ctx.fields("archived", "locked", "auto_archive_duration", "name", "rate_limit_per_user")
    manages = _manages(backend, thread, backend.bot_user.id)
    if state.locked and not manages:
        raise missing_permissions()
    if state.archived and told.get("archived") is not False:
        raise _archived()
    if told == {"archived": False}:
        ctx.require_channel_permissions(thread.id, "send_messages_in_threads")
    elif not manages:
        owns = thread.owner_id == backend.bot_user.id
        if not owns or "locked" in told or "rate_limit_per_user" in told:
            raise missing_permissions()
    if "name" in told:
        _count_rename(backend, thread)
    plain = {str(key): told.pop(key) for key in ("name", "rate_limit_per_user") if key in told}
    edited = backend.edit_channel(thread.id, plain, thread_metadata=told)
    return dict(serializers.channel_payload(backend, edited))


def _count_rename(backend: Backend, channel: Channel) -> None:
    now, made = backend.clock.now(), memory(backend).renames[channel.id]
    made[:] = [at for at in made if now - at < RENAMES_WITHIN]
    if len(made) >= RENAMES:
        raise _TooManyRequests((made[0] + RENAMES_WITHIN - now).total_seconds())
    made.append(now)


def _announcing_renames(plain: Callable[..., Channel]) -> Callable[..., Channel]:
    def edit_channel(
        backend: Backend, channel_id: int, changes: Mapping[str, Any], **facts: Any
    ) -> Channel:
        before = backend.get_channel(channel_id).name
        channel = plain(backend, channel_id, changes, **facts)
        if channel.is_thread and channel.name != before:
            kind, whose = MessageType.CHANNEL_NAME_CHANGE, backend.bot_user.id
            backend.create_system_message(channel.id, kind, whose, target_channel_id=channel.id)
        return channel

    return edit_channel


def _disabled_where_locked(plain: Callable[..., Any]) -> Callable[..., Any]:
    async def component_interaction(actor: Any, stored: Message, data: dict[str, Any]) -> Any:
        state = actor._env.backend.get_channel(stored.channel_id).thread_metadata
        if state is not None and state.locked:
            raise SetupError("in a locked thread buttons and selects are disabled for everybody")
        return await plain(actor, stored, data)

    return component_interaction


# Messages


def _committed(plain: Callable[..., Message]) -> Callable[..., Message]:
    """Make a new message wake its thread and ring on phones."""

    def commit_message(backend: Backend, message: Message, *, broadcast: bool = True) -> Message:
        channel = backend.get_channel(message.channel_id)
        from_somebody = message.system_metadata is None and not message.is_ephemeral
        if from_somebody and (state := channel.thread_metadata) is not None:
            _check_lock(backend, channel, message.author_id)
            if state.archived:
                backend.edit_channel(channel.id, {}, thread_metadata={"archived": False})
        done = plain(backend, message, broadcast=broadcast)
        if from_somebody and not message.flags & (LOADING | SUPPRESS_NOTIFICATIONS):
            in_dm = channel.guild_id is None
            called = channel.recipient_ids if in_dm else message.ping_user_ids
            now, text = backend.clock.now(), _shown(backend, message.content)
            memory(backend).pushes.extend(
                Push(user_id, channel.id, message.id, text, now)
                for user_id in called
                if user_id != message.author_id
            )
        return done

    return commit_message


def _shown(backend: Backend, content: str) -> str:
    def name(found: re.Match[str]) -> str:
        user = backend.users.get(int(found[1]))
        return f"@{user.global_name or user.name}" if user else found[0]

    return re.sub(r"<@!?(\d+)>", name, content)


def _once_for_a_nonce(plain: Handler) -> Handler:
    def send(ctx: RequestContext) -> Any:
        backend, body = ctx.backend, ctx.body()
        channel = backend.get_channel(ctx.int_arg("channel_id"))
        _check_lock(backend, channel, backend.bot_user.id)
        nonce, now = str(body.get("nonce") or ""), backend.clock.now()
        if len(nonce) > NONCE_CHARACTERS:
            raise BackendError(400, 50035, "Invalid Form Body: nonce is longer than 25 characters")
        kept, key = memory(backend).nonces, (backend.bot_user.id, nonce)
        if nonce and body.get("enforce_nonce") and key in kept and now - kept[key][0] < NONCE_KEPT:
            return dict(serializers.message_payload(backend, kept[key][1]))
        told = plain(ctx)
        if nonce:
            kept[key] = (now, backend.get_message(channel.id, int(told["id"])))
        return told

    return send


# Interactions


def _answered_where_open(plain: Handler) -> Handler:
    def callback(ctx: RequestContext) -> Any:
        record = ctx.backend.interactions.get(ctx.int_arg("interaction_id"))
        if record is not None and ctx.body().get("type") in ANSWERS_IN_CHANNEL:
            _check_open(ctx.backend, record.channel_id)
        return plain(ctx)

    return callback


def _followed_up_where_open(plain: Handler) -> Handler:
    def follow_up(ctx: RequestContext) -> Any:
        backend = ctx.backend
        if ctx.args["token"] in backend.interaction_tokens:
            record = backend.interaction_by_token(ctx.args["token"])
            _check_open(backend, record.channel_id)
            memory(backend).fills += ctx.method == "POST" and record.loading
        return plain(ctx)

    return follow_up


def _truthful_base_payload(plain: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(plain)
    def base_payload(backend: Backend, **facts: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = plain(backend, **facts)
        if facts["guild_id"] is not None:
            payload["guild_locale"] = locale_of(backend, backend.guilds[facts["guild_id"]])
        state = backend.get_channel(facts["channel_id"]).thread_metadata
        forgotten = facts["channel_id"] in memory(backend).forgotten
        if state is not None and (state.archived or forgotten):
            payload["channel"] = {key: payload["channel"][key] for key in PARTIAL}
        return record, payload

    return base_payload


# Servers


def locale_of(backend: Backend, guild: Guild) -> str:
    """Return the language of a server, which only Community servers can choose."""
    return guild.preferred_locale if guild.id in memory(backend).communities else "en-US"


def _truthful_guild(plain: Callable[..., Any]) -> Callable[..., Any]:
    def guild_create_payload(backend: Backend, guild: Guild) -> Any:
        payload = plain(backend, guild)
        payload["preferred_locale"] = locale_of(backend, guild)
        if guild.id in memory(backend).communities:
            payload["features"] = ["COMMUNITY"]
        threads = payload["threads"]
        payload["threads"] = [t for t in threads if not t["thread_metadata"]["archived"]]
        return payload

    return guild_create_payload


# The wire


def _losing_answers(plain: Callable[..., Any]) -> Callable[..., Any]:
    def dispatch(backend: Backend, method: str, path: str, **facts: Any) -> Any:
        told = plain(backend, method, path, **facts)
        lost = memory(backend).lost
        for wanted in lost:
            if wanted[0] == method and fnmatch(path, wanted[1]):
                lost.remove(wanted)
                raise aiohttp.ServerDisconnectedError
        return told

    return dispatch


def _waiting(plain: Callable[..., Any]) -> Callable[..., Any]:
    """Wait when told to, as discord.py does unless it has a maximum wait."""

    async def request(client: FakeHTTPClient, route: Any, **facts: Any) -> Any:
        while True:
            try:
                return await plain(client, route, **facts)
            except _TooManyRequests as limit:
                longest = client.max_ratelimit_timeout
                if longest is not None and limit.retry_after_s > longest:
                    raise discord.RateLimited(limit.retry_after_s) from limit
                await asyncio.sleep(limit.retry_after_s)

    return request


def _as_patient_as_before(plain: Callable[..., None]) -> Callable[..., None]:
    """Let discord.py's stand-in HTTP client wait as long as the bot has chosen."""

    def install_http(client: discord.Client, http: FakeHTTPClient) -> None:
        http.max_ratelimit_timeout = client.http.max_ratelimit_timeout
        plain(client, http)

    return install_http


def _route(method: str, template: str, stricter: Callable[[Handler], Handler]) -> None:
    table, parts = router._ROUTES[method], template.strip("/").split("/")
    [place] = [n for n, (known, _) in enumerate(table) if known == parts]
    table[place] = (parts, stricter(table[place][1]))


def _install() -> None:
    original = "/webhooks/{webhook_id}/{token}"
    _route("POST", "/channels/{channel_id}/messages", _once_for_a_nonce)
    _route("PATCH", "/channels/{channel_id}/messages/{message_id}", _checked_edit)
    _route("PATCH", "/channels/{channel_id}", _checked_channel)
    _route("POST", "/interactions/{interaction_id}/{token}/callback", _answered_where_open)
    _route("POST", original, _followed_up_where_open)
    _route("PATCH", f"{original}/messages/@original", _followed_up_where_open)
    _route("PATCH", f"{original}/messages/{{message_id}}", _followed_up_where_open)
    for place, name, stricter in (
        (router, "dispatch", _losing_answers),
        (FakeHTTPClient, "request", _waiting),
        (_dpy_internals, "install_http", _as_patient_as_before),
        (MessageMixin, "commit_message", _committed),
        (ChannelMixin, "edit_channel", _announcing_renames),
        (serializers, "guild_create_payload", _truthful_guild),
        (actors, "_component_interaction", _disabled_where_locked),
        (simcord.interactions, "base_payload", _truthful_base_payload),
    ):
        setattr(place, name, stricter(getattr(place, name)))


_install()
