"""Posts the answers to interactions in the channel, where Discord checks them.

A bot can't make interactions. So the bot gets some as Discord would send them, and its answers,
which only one user would see, are posted for all.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter

from scripts.smoke.watch import Payload

EPHEMERAL: Final = 1 << 6
NEW, LATER, LATER_EDIT, EDIT, CHOICES = 4, 5, 6, 7, 8
"""Types of first answers."""


@dataclass
class Asked:
    """An interaction and its answer.

    Attributes:
        channel_id: Where.
        shown: The message that was tapped, or that answers a command; None before.
        answers: How many answers there were, promises apart.
        choices: The choices offered while typing; None before.
    """

    channel_id: int
    shown: Payload | None = None
    answers: int = 0
    choices: list[Payload] | None = None


class InChannel(AsyncWebhookAdapter):
    """Takes the place of what discord.py answers interactions with.

    Attributes:
        asked: The interactions, by their tokens.
    """

    def __init__(self, http: HTTPClient) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.asked: dict[str, Asked] = {}
        self._http = http

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        payload: dict[str, Any] | None = None,
        multipart: list[dict[str, Any]] | None = None,
        files: Sequence[discord.File] | None = None,
        **_: Any,
    ) -> Any:
        """Take an answer; raises like the bot's other requests."""
        asked, what = self.asked[str(route.webhook_token)], (route.method, route.path)
        body = payload or next(
            (json.loads(p["value"]) for p in multipart or () if p["name"] == "payload_json"), {}
        )
        if route.path.endswith("/callback"):
            return await self._first(asked, body, multipart, files)
        if route.method == "POST":
            return await self._send(asked, body, multipart, files)
        if route.method == "PATCH":
            return await self._show(asked, body, multipart, files)
        if route.method == "GET" and asked.shown is not None:
            return asked.shown
        raise NotImplementedError(what)

    async def _first(
        self,
        asked: Asked,
        body: Payload,
        multipart: list[dict[str, Any]] | None,
        files: Sequence[discord.File] | None,
    ) -> Payload:
        kind, data = body["type"], body.get("data") or {}
        if kind == LATER:
            asked.shown = None  # what was tapped stays as it is
        elif kind == NEW:
            asked.shown = await self._send(asked, data, multipart, files)
        elif kind == EDIT:
            await self._show(asked, data, multipart, files)
        elif kind == CHOICES:
            asked.choices = data["choices"]
        shown = asked.shown or {}
        told = {"id": "1", "type": kind, "response_message_id": shown.get("id")}
        resource = {"type": kind, **({"message": shown} if kind in (NEW, EDIT) else {})}
        return {"interaction": told, "resource": resource}

    async def _show(
        self,
        asked: Asked,
        body: Payload,
        multipart: list[dict[str, Any]] | None,
        files: Sequence[discord.File] | None,
    ) -> Payload:
        """Keep a promise, or edit what is shown."""
        if asked.shown is None:
            asked.shown = await self._send(asked, body, multipart, files)
            return asked.shown
        route = Route(
            "PATCH",
            "/channels/{channel_id}/messages/{message_id}",
            channel_id=asked.channel_id,
            message_id=asked.shown["id"],
        )
        asked.shown = await self._forward(route, asked, body, multipart, files)
        return asked.shown

    async def _send(
        self,
        asked: Asked,
        body: Payload,
        multipart: list[dict[str, Any]] | None,
        files: Sequence[discord.File] | None,
    ) -> Payload:
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=asked.channel_id)
        return await self._forward(route, asked, body, multipart, files)

    async def _forward(
        self,
        route: Route,
        asked: Asked,
        body: Payload,
        multipart: list[dict[str, Any]] | None,
        files: Sequence[discord.File] | None,
    ) -> Payload:
        public = {**body, "flags": (body.get("flags") or 0) & ~EPHEMERAL}
        asked.answers += 1
        how: dict[str, Any] = {"json": public}
        if files:
            form = [one for one in multipart or () if one["name"] != "payload_json"]
            form.insert(0, {"name": "payload_json", "value": json.dumps(public)})
            how = {"form": form, "files": files}
        found: Payload = await self._http.request(route, **how)
        return found
