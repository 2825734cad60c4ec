"""A fake Discord that keeps what a client would see and fails by a seeded script."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from random import Random
from typing import Any, Final, TypeAlias

from aiohttp import web

from bench.fake_discord import Asked, FakeDiscord, answer
from bench.payloads import GUILD, channel_payload, message

SILENCE_S: Final = 2.0
"""The seconds that a request hangs before its connection is dropped."""
RETRY_AFTER_S: Final = 0.2
NOT_FOUND: Final = (10003, 10008, 0)
"""Codes of a 404: unknown channel, unknown message, none."""
KINDS: Final = ("500", "502", "503", "429", "403", "404", "silence", "lost")
"""The possible faults.

With "lost" the request has its effect, and its answer doesn't arrive.

With "lost" the request has its effect, and its answer doesn't arrive.
"""
FAILING: Final = ("channels", "webhooks", "interactions", "users")
"""The first parts of paths whose requests may fail.

The login and the commands never fail.

The login and the commands never fail.
"""

ALL_PERMISSIONS: Final = str((1 << 53) - 1)

Payload: TypeAlias = "dict[str, Any]"


@dataclass(slots=True)
class Kept:
    """A message as a client sees it.

    Attributes:
        payload: What Discord would send.
        nonce: The nonce from the bot.
        called: The users it pinged when it was sent; edits ping nobody.
        edits: How often it was edited.
        layout: The components it had first.
    """

    payload: Payload
    nonce: str
    called: frozenset[int]
    edits: int = 0
    layout: str = ""

    @property
    def text(self) -> str:
        """Return its components as JSON, with all their text."""
        return json.dumps(self.payload["components"], ensure_ascii=False)


@dataclass
class Script:
    """Decides which requests fail, and how; equal seeds give equal decisions.

    Attributes:
        share: The share of requests that fail, 0 to 1; may be changed at any time.
        struck: How many failed, by what went wrong.
    """

    seed: int
    share: float
    struck: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._rng = Random(self.seed)

    def next(self, method: str, path: Sequence[str]) -> str | None:
        """Return what goes wrong with a request; None if nothing does."""
        chance, kind = self._rng.random(), self._rng.choice(KINDS)
        looks_for_a_channel = method == "GET" and len(path) == 2  # a 404 would be the truth
        if chance >= self.share or path[0] not in FAILING or path == ["users", "@me"]:
            return None
        if looks_for_a_channel and kind == "404":
            return None
        self.struck[kind] += 1
        return kind

    def refusal(self, kind: str) -> web.Response:
        """Return the answer to a request that is refused."""
        if kind == "429":
            told = {"message": "slow down", "retry_after": RETRY_AFTER_S, "global": False}
            refused = answer(told, 429)
            refused.headers["Via"] = "fake"  # without it, it would be Cloudflare's
            return refused
        code = {"403": 50013, "404": self._rng.choice(NOT_FOUND)}.get(kind, 0)
        return answer({"message": f"fault {kind}", "code": code}, int(kind))


class FaultyDiscord(FakeDiscord):
    """A fake Discord with messages that can be read and a script of faults.

    Attributes:
        script: Which requests fail.
        kept: The messages by channel, oldest first; those of DMs under the channel's number, too.
        answers: What was last answered to an interaction, by its token.
    """

    def __init__(self, channels: Sequence[int], script: Script) -> None:
        super().__init__(channels)
        self.script = script
        self.kept: defaultdict[int, dict[str, Kept]] = defaultdict(dict)
        self.answers: dict[str, Payload] = {}

    async def command(self, channel: int, user: int, *path: str, **options: object) -> Asked:
        """Send a slash command that has subcommands."""
        kinds = {str: 3, int: 4, bool: 5}
        chosen: list[Payload] = [
            {"type": kinds[type(value)], "name": key, "value": value}
            for key, value in options.items()
        ]
        for name in reversed(path[1:]):
            chosen = [{"type": 1, "name": name, "options": chosen}]
        data = {"id": self.commands[path[0]], "name": path[0], "type": 1, "options": chosen}
        return await self._interact(channel, user, {"type": 2, "data": data})

    async def _event(self, name: str, data: Payload) -> None:
        if name == "INTERACTION_CREATE":
            data["app_permissions"] = ALL_PERMISSIONS
        await super()._event(name, data)

    async def _rest(self, request: web.Request) -> web.Response:
        path = request.path.removeprefix("/api/v10").strip("/").split("/")
        kind = self.script.next(request.method, path)
        if kind == "silence":
            await asyncio.sleep(SILENCE_S)
            return _dropped(request)
        if kind not in (None, "lost"):
            return self.script.refusal(kind)
        done = await self._handled(request, path)
        return _dropped(request) if kind == "lost" else done

    async def _handled(self, request: web.Request, path: list[str]) -> web.Response:
        match request.method, path:
            case "GET", ["channels", channel]:
                return answer(channel_payload(int(channel)) | {"guild_id": str(GUILD)})
            case "GET", ["channels", channel, "messages"]:
                limit = int(request.query.get("limit", "50"))
                newest = [*self.kept[int(channel)].values()][-limit:]
                return answer([kept.payload for kept in reversed(newest)])
            case "GET", ["channels", channel, "messages", number]:
                found = self.kept[int(channel)].get(number)
                return answer(found.payload) if found else _unknown_message()
            case "POST", ["channels", channel, "messages"]:
                return answer(await self._keep(request, int(channel)))
            case "PATCH", ["channels", channel, "messages", number]:
                if number not in self.kept[int(channel)]:
                    return _unknown_message()
                return answer(await self._change(request, self.kept[int(channel)][number]))
            case _, ["interactions", _, token, "callback"] | ["webhooks", _, token, *_]:
                self.answers[token], _ = await _sent(request)
        return await super()._rest(request)

    async def _keep(self, request: web.Request, channel: int) -> Payload:
        body, files = await _sent(request)
        nonce = str(body.get("nonce") or "")
        if nonce and body.get("enforce_nonce"):
            for known in self.kept[channel].values():
                if known.nonce == nonce:
                    return known.payload
        shown = {"type": 0, "flags": 0, "nonce": nonce}
        payload = message(channel, self._number()) | shown
        _fill(payload, body, files)
        allowed = {int(user) for user in (body.get("allowed_mentions") or {}).get("users", ())}
        named = {int(found) for found in re.findall(r"<@(\d+)>", json.dumps(body))}
        kept = Kept(payload, nonce, frozenset(allowed & named))
        kept.layout = kept.text if payload["components"] else ""
        self.kept[channel][payload["id"]] = kept
        self._post(str(channel), edits=False, shown=True)
        return payload

    async def _change(self, request: web.Request, kept: Kept) -> Payload:
        _fill(kept.payload, *await _sent(request))
        kept.edits += 1
        kept.layout = kept.layout or kept.text
        self._post(kept.payload["channel_id"], edits=True, shown=True)
        return kept.payload


def _unknown_message() -> web.Response:
    return answer({"message": "Unknown Message", "code": 10008}, 404)


def _dropped(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


async def _sent(request: web.Request) -> tuple[Payload, list[str]]:
    """Return the JSON of a request, and the names of its files."""
    raw = await request.read()
    if not request.content_type.startswith("multipart/"):
        found = json.loads(raw) if raw else {}
        return (found if isinstance(found, dict) else {}), []
    head = f"Content-Type: {request.headers['Content-Type']}\r\n\r\n"
    parts = message_from_bytes(head.encode() + raw).walk()
    files, body = list[str](), dict[str, Any]()
    for part in parts:
        if part.get_param("name", header="content-disposition") == "payload_json":
            body = json.loads(bytes(part.get_payload(decode=True)))
        elif name := part.get_filename():
            files.append(name)
    return body, files


def _fill(payload: Payload, body: Payload, files: list[str]) -> None:
    """Apply a request to a message."""
    if "content" in body:
        payload["content"] = body["content"] or ""
    if "flags" in body:
        payload["flags"] = body["flags"] or 0
    if "attachments" in body or files:
        payload["attachments"] = [
            {"id": str(n), "filename": name, "size": 1, "url": name, "proxy_url": name}
            for n, name in enumerate(files)
        ]
    if "components" in body:
        payload["components"] = body["components"] or []
