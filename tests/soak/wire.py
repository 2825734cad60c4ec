"""The real bot in this process, without a Discord: what it's given, and what it answers.

Interactions are handed to discord.py as the gateway does, so that everything of the bot runs but
the network. What it would send to Discord is kept, byte for byte.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import discord
from discord.webhook import async_

from bot import StolikBot, create_bot, load_games
from cogs.drawing.studio import Studio
from config import simulated
from render import gallery
from tests.range import permissions
from tests.range.payloads import (
    asker_payload,
    channel_payload,
    guild_payload,
    member_payload,
    message_payload,
    place_payload,
    user_payload,
)
from tests.range.world import APPLICATION, BOT_USER, Channel, Kind, Member, Payload, World

T = TypeVar("T")

GUILD: Final = 2_000_000
CHANNEL: Final = 3_000_000
"""The server, and the first of its channels."""
COMMAND, COMPONENT, TYPING, FORM = 2, 3, 4, 5
"""Kinds of interactions."""
BUTTON, SELECT = 2, 3
"""Kinds of components."""
EPHEMERAL: Final = 64
IN_PARTS: Final = 1 << 15
"""Flags of messages: only its reader sees it; it's made of components."""
MOST_BYTES: Final = 10 << 20


class SomeUser(str):
    """The id of a user, given as an option."""

    __slots__ = ()


_TYPES: Final[Mapping[type, int]] = {bool: 5, int: 4, float: 10, SomeUser: 6}
"""The types of options by those of their values; others are texts."""


@dataclass(frozen=True, slots=True)
class Said:
    """A request of the bot to Discord.

    Attributes:
        where: Method and path, ``PATCH /webhooks/1000/t7/messages/@original``.
        body: What it sends.
        files: Names and bytes of files, in order.
    """

    where: str
    body: Mapping[str, Any]
    files: tuple[tuple[str, bytes], ...] = ()


class Drawer:
    """Draws at once, on the thread of the bot."""

    room = 1
    is_running = True

    async def draw(self, job: Callable[[], T]) -> T:
        """Return what a job returns."""
        return job()

    async def close(self) -> None:
        """Stop."""


class Wire:
    """A bot that was set up but not connected, and shorthands for what users do.

    Attributes:
        bot: The bot.
        world: The server it's on, and everybody there.
        said: What it has sent since `said` was last emptied.
        faults: What its tasks have raised.
        now: Its time.
    """

    def __init__(self, bot: StolikBot, now: datetime) -> None:
        self.bot = bot
        self.world = World()
        self.said: list[Said] = []
        self.faults: list[BaseException] = []
        self.now = now
        self._last = 0
        everyone = permissions.EVERYBODY
        self.guild = self.world.add_guild(GUILD, "Night", 1, everyone=everyone, bot=everyone)
        self.channel = self.place(0)

    def place(self, number: int) -> Channel:
        """Return one of the server's channels."""
        found = self.world.channels.get(CHANNEL + number)
        return found or self.world.add_channel(self.guild, CHANNEL + number, f"night-{number}")

    def number(self) -> int:
        """Return an id that nothing else has, made at the bot's time."""
        self._last = max(self._last + 1, discord.utils.time_snowflake(self.now))
        return self._last

    @contextmanager
    def same_ids(self) -> Iterator[None]:
        """Give out the same ids in each of these blocks, until the bot's time is moved on."""
        kept = self._last
        try:
            yield
        finally:
            self._last = kept

    async def begin(self) -> None:
        """Set up the bot and introduce it to the server."""
        bot, state = self.bot, self.bot._connection
        bot.clock = bot.steady = lambda: self.now
        await bot._async_setup_hook()
        bot.http.request = self._http  # type: ignore[method-assign]
        me = user_payload(self.world.user(BOT_USER))
        state.user = discord.ClientUser(state=state, data=me)  # type: ignore[arg-type]
        state.application_id = APPLICATION
        await bot.setup_hook()
        for group in load_games():
            bot.tree.add_command(group)
        gallery.load()
        bot._loaded.set()
        self.introduce()

    def introduce(self) -> None:
        """Tell the bot about the server, with the channels there are now."""
        state = self.bot._connection
        state._add_guild_from_data(guild_payload(self.world, self.guild))  # type: ignore[arg-type]

    # What users do; each returns what the bot sends.

    async def tap(
        self,
        user: int,
        custom_id: str,
        values: Sequence[str] = (),
        *,
        channel: Channel | None = None,
        flags: int = EPHEMERAL | IN_PARTS,
    ) -> list[Said]:
        """Let a user tap a component of a message of the bot, by default a private one."""
        data: Payload = {"custom_id": custom_id, "component_type": BUTTON}
        part: Payload = {"type": BUTTON, "custom_id": custom_id, "style": 2, "label": "?"}
        if custom_id.startswith("s"):
            data |= {"component_type": SELECT, "values": list(values)}
            options = [{"label": "?", "value": value} for value in values]
            part = {"type": SELECT, "custom_id": custom_id, "options": options}
        place = channel or self.channel
        return await self.deliver(COMPONENT, user, data, place, self.message(place, flags, part))

    def message(self, channel: Channel, flags: int, part: Payload) -> Payload:
        """Return a message of the bot with one component."""
        made = message_payload(self.world, channel, self.number(), BOT_USER)
        return made | {"flags": flags, "components": [{"type": 1, "components": [part]}]}

    async def command(self, user: int, name: str, **options: object) -> list[Said]:
        """Let a user send a command, ``match new``."""
        return await self.deliver(COMMAND, user, self.command_data(name, options), self.channel)

    async def typing(
        self,
        user: int,
        name: str,
        option: str,
        typed: object,
        filled: Mapping[str, object] | None = None,
    ) -> list[Said]:
        """Let a user type in an option of a command, others being filled in already."""
        data = self.command_data(name, {**(filled or {}), option: typed}, option)
        return await self.deliver(TYPING, user, data, self.channel)

    def command_data(self, name: str, options: Mapping[str, object], typed: str = "") -> Payload:
        """Return the data of a command, which may stand in a group; users are named by id."""
        root, *below = name.split()
        inner: list[Payload] = [
            {"name": key, "type": _TYPES.get(type(value), 3), "value": value}
            | ({"focused": True} if key == typed else {})
            for key, value in options.items()
        ]
        known = [one for one in options.values() if isinstance(one, SomeUser)]
        for one in reversed(below):
            inner = [{"name": one, "type": 1, "options": inner}]
        data: Payload = {"id": "1", "name": root, "type": 1, "options": inner}
        if known:
            data["resolved"] = {
                "users": {one: user_payload(self.world.user(int(one))) for one in known},
                "members": {
                    one: member_payload(self.world, Member(int(one))) | {"permissions": "0"}
                    for one in known
                },
            }
        return data

    async def deliver(
        self,
        kind: int,
        user: int,
        data: Payload,
        channel: Channel,
        message: Payload | None = None,
    ) -> list[Said]:
        """Hand an interaction to the bot; return what it has sent once it's done with it."""
        world, number = self.world, self.number()
        payload: Payload = {
            "id": str(number),
            "application_id": str(APPLICATION),
            "type": kind,
            "token": "t",
            "version": 1,
            "data": data,
            "channel_id": str(channel.id),
            "channel": place_payload(world, channel, user),
            "locale": world.user(user).locale,
            "app_permissions": str(permissions.EVERYBODY),
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 1 if channel.kind is Kind.DM else 0,
            "attachment_size_limit": MOST_BYTES,
            **asker_payload(world, channel, user),
        }
        if message is not None:
            payload["message"] = message
        others, before = asyncio.all_tasks(), len(self.said)
        self.bot._connection.parse_interaction_create(payload)  # type: ignore[arg-type]
        while running := {task for task in asyncio.all_tasks() - others if not _forgets(task)}:
            done, _ = await asyncio.wait(running)
            self.faults += [error for one in done if (error := one.exception()) is not None]
        self.bot._connection._view_store._views.clear()
        return self.said[before:]

    # What the bot sends

    async def _http(self, route: Any, *, form: Any = None, **kwargs: Any) -> Any:
        """Take a request of the bot instead of Discord."""
        found = re.fullmatch(r"GET .*/(channels|members)/(\d+)", f"{route.method} {route.url}")
        if found is not None:
            number = int(found[2])
            if found[1] == "channels" and number in self.world.channels:
                return channel_payload(self.world, self.world.channels[number])
            if found[1] == "members" and number in self.guild.members:
                return member_payload(self.world, self.guild.members[number])
            raise discord.NotFound(SimpleNamespace(status=404, reason=""), "gone")
        return self.take(route, kwargs.get("json"), form)

    def take(self, route: Any, body: Payload | None, form: Sequence[Payload] | None) -> Payload:
        """Keep a request and return what Discord would answer."""
        files = list[tuple[str, bytes]]()
        for field in form or ():
            if field["name"] == "payload_json":
                body = json.loads(field["value"])
            else:
                files.append((field["filename"], field["value"].read()))
        path = route.url.removeprefix(route.BASE)
        if path == "/users/@me/channels":
            return channel_payload(self.world, self.world.dm(int((body or {})["recipient_id"])))
        self.said.append(Said(f"{route.method} {path}", body or {}, tuple(files)))
        if path.endswith("/callback"):
            return {"interaction": {"id": "1", "type": 3}}
        return message_payload(self.world, self.channel, self.number(), BOT_USER)


def _forgets(task: asyncio.Task[Any]) -> bool:
    """Return whether a task only waits to forget an answer, and cancel it then."""
    forgets = "__timeout_task_impl" in repr(task.get_coro())
    if forgets:
        task.cancel()
    return forgets


class Adapter(async_.AsyncWebhookAdapter):
    """Takes the answers to interactions instead of Discord."""

    def __init__(self, wire: Wire) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._wire = wire

    async def request(
        self,
        route: Any,
        session: object,
        *,
        payload: Payload | None = None,
        multipart: Sequence[Payload] | None = None,
        **_: object,
    ) -> Payload:
        """Take a request."""
        return self._wire.take(route, payload, multipart)


@asynccontextmanager
async def wired(folder: Path, now: datetime) -> AsyncIterator[Wire]:
    """Yield a bot on a new database in a folder; its time is `now` until that is changed."""
    settings = simulated(folder / "stolik.db", thinkers=0, requests_per_s=1e6)
    wire = Wire(create_bot(settings, Studio([Drawer()])), now)
    token = async_.async_context.set(Adapter(wire))
    await wire.begin()
    try:
        yield wire
    finally:
        await wire.bot.close()
        async_.async_context.reset(token)
