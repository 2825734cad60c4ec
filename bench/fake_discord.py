"""A fake Discord on 127.0.0.1: the parts of gateway and REST that a bot uses.

Unlike a simulated Discord inside the bot's process it keeps discord.py's own gateway and HTTP
layers, so that their cost is measured too.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import web

from bench.payloads import (
    APPLICATION,
    BOT_USER,
    GUILD,
    application_payload,
    channel_payload,
    guild_payload,
    member_payload,
    message,
    user_payload,
)

EPOCH_MS: Final = 1_420_070_400_000
"""The time that Discord's ids count from."""


@dataclass(slots=True)
class Asked:
    """An interaction, and the times of its answers in seconds after it was sent."""

    channel: int
    start: float = 0.0
    acked: float = 0.0
    answered: asyncio.Future[float] = field(default_factory=asyncio.Future)
    posted: asyncio.Future[float] = field(default_factory=asyncio.Future)
    """The time of a picture for everybody: a message, or a follow-up with a file."""

    def after(self) -> float:
        """Return how many seconds ago it was sent."""
        return time.perf_counter() - self.start


class FakeDiscord:
    """One server with some channels and one bot.

    Attributes:
        port: Where it listens.
        ready: Set when the bot has been told READY.
        counted: Requests that count against Discord's 50 a second, by what they ask for.
        commands: The bot's commands by name, with their Discord ids.
        heard: Called with the channel and the body of each message sent or edited.
        most_per_s: Counted requests granted within a second; for Discord it is 50.
    """

    def __init__(self, channels: Sequence[int]) -> None:
        self.ready = asyncio.Event()
        self.counted: Counter[str] = Counter()
        self.commands: dict[str, str] = {}
        self.heard: Callable[[str, bytes], None] = lambda _, __: None
        self.most_per_s = math.inf
        self._window, self.port = (0, 0), 0
        self._channels = channels
        self._payload: list[dict[str, Any]] = []
        self._asked: dict[str, Asked] = {}
        self._in_channel: dict[str, Asked] = {}
        self._next = 0
        self._sequence = 0
        self._socket: web.WebSocketResponse | None = None
        self._deflate: Any = None
        app = web.Application(client_max_size=64 << 20)
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", "/api/v10/{tail:.*}", self._rest)
        self._runner = web.AppRunner(app, access_log=None)

    async def open(self) -> None:
        """Start to listen."""
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Stop listening."""
        await self._runner.cleanup()

    async def slash(self, channel: int, user: int, name: str, **options: str) -> Asked:
        """Send what a user's slash command sends."""
        chosen = [{"type": 3, "name": key, "value": value} for key, value in options.items()]
        data = {"id": self.commands[name], "name": name, "type": 1, "options": chosen}
        return await self._interact(channel, user, {"type": 2, "data": data})

    async def click(self, channel: int, user: int, custom_id: str) -> Asked:
        """Send what a tap on a button sends."""
        tapped = {"type": 2, "style": 2, "label": "tap", "custom_id": custom_id}
        rows = [{"type": 1, "components": [tapped]}]
        shown = message(channel, self._number()) | {"flags": 0, "components": rows}
        data = {"custom_id": custom_id, "component_type": 2}
        return await self._interact(channel, user, {"type": 3, "data": data, "message": shown})

    def _number(self) -> str:
        self._next, ms = self._next + 1, int(time.time() * 1000) - EPOCH_MS
        return str((ms << 22) + (self._next & 0x3FFFFF))

    async def _interact(self, channel: int, user: int, payload: dict[str, Any]) -> Asked:
        number, asked = self._number(), Asked(channel)
        self._asked[number] = self._asked[f"t{number}"] = self._in_channel[str(channel)] = asked
        payload |= {
            "id": number,
            "application_id": str(APPLICATION),
            "token": f"t{number}",
            "version": 1,
            "guild_id": str(GUILD),
            "channel_id": str(channel),
            "channel": channel_payload(channel) | {"guild_id": str(GUILD)},
            "member": member_payload(user),
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": "8",
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0,
            "attachment_size_limit": 26_214_400,
        }
        asked.start = time.perf_counter()
        await self._event("INTERACTION_CREATE", payload)
        return asked

    # The gateway.

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        self._socket = socket
        self._deflate = zlib.compressobj() if "compress" in request.query else None
        await self._send({"op": 10, "d": {"heartbeat_interval": 41_250}})
        async for received in socket:
            op = json.loads(received.data)["op"]
            if op == 1:
                await self._send({"op": 11})
            elif op == 2:
                await self._event("READY", self._hello())
                await self._event("GUILD_CREATE", guild_payload(self._channels))
                self.ready.set()
        return socket

    def _hello(self) -> dict[str, Any]:
        return {
            "v": 10,
            "user": user_payload(BOT_USER, bot=True),
            "guilds": [{"id": str(GUILD), "unavailable": True}],
            "session_id": "s",
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
            "application": {"id": str(APPLICATION), "flags": 0},
            "shard": [0, 1],
        }

    async def _event(self, name: str, data: dict[str, Any]) -> None:
        self._sequence += 1
        await self._send({"op": 0, "t": name, "s": self._sequence, "d": data})

    async def _send(self, payload: dict[str, Any]) -> None:
        assert self._socket is not None
        text = json.dumps(payload)
        if self._deflate is None:
            await self._socket.send_str(text)
        else:
            packed = self._deflate.compress(text.encode())
            await self._socket.send_bytes(packed + self._deflate.flush(zlib.Z_SYNC_FLUSH))

    # REST.

    async def _rest(self, request: web.Request) -> web.Response:
        path = request.path.removeprefix("/api/v10").strip("/").split("/")
        body = await request.read()
        if path[0] not in ("interactions", "webhooks") and (wait_s := self._limited()):
            refused = answer({"message": "wait", "retry_after": wait_s, "global": True}, 429)
            refused.headers["Via"] = "fake"  # without it, it would be Cloudflare's
            refused.headers["Retry-After"] = str(wait_s)
            return refused
        match path:
            case ["users", "@me"]:
                return answer(user_payload(BOT_USER, bot=True))
            case ["users", "@me", "channels"]:
                self.counted["dm channel"] += 1
                user = int(json.loads(body)["recipient_id"])
                return answer({"id": str(user + 1), "type": 1, "recipients": [user_payload(user)]})
            case ["oauth2", "applications", "@me"]:
                return answer(application_payload())
            case ["applications", _, "commands"]:
                return answer(self._keep_commands(request.method, body))
            case ["interactions", number, _, "callback"]:
                return answer(self._acknowledge(number, body))
            case ["webhooks", _, token, *_]:
                public = request.method == "POST" and b"filename=" in body
                self._answer(token, public=public)
                return answer(message(self._asked[token].channel, self._number()))
            case ["channels", channel, "messages", *_]:
                self._post(channel, edits=request.method == "PATCH", shown=b"filename=" in body)
                self.heard(channel, body)
                return answer(message(int(channel), self._number()))
        return answer({"message": f"no such route: {request.path}"}, 404)

    def _limited(self) -> float:
        """Count a request; return in how many seconds it may be made, 0 if now."""
        now, (second, count) = time.time(), self._window
        self._window = (int(now), 1 + count * (second == int(now)))
        return 1 - now % 1 if self._window[1] > self.most_per_s else 0

    def _keep_commands(self, method: str, body: bytes) -> list[dict[str, Any]]:
        if method == "PUT":
            self._payload = [
                command
                | {
                    "id": str(500 + n),
                    "application_id": str(APPLICATION),
                    "version": "1",
                    "default_member_permissions": None,
                }
                for n, command in enumerate(json.loads(body))
            ]
        self.commands = {command["name"]: command["id"] for command in self._payload}
        return self._payload

    def _acknowledge(self, number: str, body: bytes) -> dict[str, Any]:
        asked = self._asked[number]
        asked.acked = asked.after()
        if b'"type":4' in body[:2000].replace(b" ", b"") and not asked.answered.done():
            asked.answered.set_result(asked.acked)
        shown = message(asked.channel, self._number())
        told = {
            "id": number,
            "type": 2,
            "response_message_id": shown["id"],
            "response_message_loading": False,
            "response_message_ephemeral": False,
        }
        return {"interaction": told, "resource": {"type": 4, "message": shown}}

    def _answer(self, token: str, *, public: bool) -> None:
        asked = self._asked[token]
        if not asked.answered.done():
            asked.answered.set_result(asked.after())
        if public and not asked.posted.done():
            asked.posted.set_result(asked.after())

    def _post(self, channel: str, *, edits: bool, shown: bool) -> None:
        """Count a message or an edit of one; `shown` if it brings the picture."""
        asked = self._in_channel.get(channel)
        self.counted[("message" if asked else "dm") + (" laid out" if edits else "")] += 1
        if shown and asked is not None and not asked.posted.done():
            asked.posted.set_result(asked.after())


def answer(payload: object, status: int = 200) -> web.Response:
    """Return a response; discord.py insists on the bare content type."""
    body = json.dumps(payload).encode()
    return web.Response(body=body, status=status, content_type="application/json")
