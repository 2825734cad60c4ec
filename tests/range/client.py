"""A bot without discord.py: single requests, and a connection to the gateway."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import aiohttp

from tests.range.gateway import GUILDS, IDENTIFY, RESUME
from tests.range.server import API, TOKEN, Range
from tests.range.world import Payload


@dataclass(frozen=True, slots=True)
class Answer:
    """What the range answered.

    Attributes:
        status: Of HTTP.
        code: Discord's own; 0 without one.
        body: The JSON.
        headers: Of HTTP.
    """

    status: int
    code: int
    body: Any
    headers: dict[str, str]

    @property
    def wrong(self) -> tuple[int, int]:
        """Return status and code."""
        return self.status, self.code


class Client:
    """Makes requests."""

    def __init__(self, discord: Range, session: aiohttp.ClientSession, token: str = TOKEN) -> None:
        self._session, self._url = session, discord.url
        self.gateway_url = discord.gateway_url
        self._headers = {"Authorization": f"Bot {token}"}

    async def ask(
        self, method: str, path: str, body: Any = None, files: dict[str, bytes] | None = None
    ) -> Answer:
        """Make a request; `files` are their contents by their names."""
        data: Any = None if body is None else json.dumps(body)
        headers = {**self._headers, "Content-Type": "application/json"}
        if files is not None:
            data, headers = aiohttp.FormData(), self._headers
            data.add_field("payload_json", json.dumps(body), content_type="application/json")
            for n, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{n}]", BytesIO(content), filename=name)
        url = self._url + API + path
        async with self._session.request(method, url, data=data, headers=headers) as told:
            raw = await told.read()
            found = json.loads(raw) if raw else None
            code = found.get("code", 0) if isinstance(found, dict) else 0
            return Answer(told.status, code, found, dict(told.headers))

    async def connect(self, **identity: Any) -> Connection:
        """Return a connection that has said who it is; with `session_id`, one that resumes."""
        socket = await self._session.ws_connect(self.gateway_url)
        connection = Connection(socket)
        await connection.next()
        facts = {"token": TOKEN, "intents": GUILDS, "properties": {}, **identity}
        await connection.tell(RESUME if "session_id" in identity else IDENTIFY, facts)
        return connection


@dataclass
class Connection:
    """A connection to the gateway.

    Attributes:
        seq: The number of the last event.
    """

    socket: aiohttp.ClientWebSocketResponse
    seq: int = 0

    async def tell(self, op: int, data: Any) -> None:
        """Send something."""
        await self.socket.send_json({"op": op, "d": data})

    async def next(self) -> Payload:
        """Return what comes next; ``{"closed": code}`` at the end."""
        received = await asyncio.wait_for(self.socket.receive(), 5)
        if received.type is not aiohttp.WSMsgType.TEXT:
            return {"closed": self.socket.close_code, "t": "closed"}
        told: Payload = received.json()
        self.seq = told.get("s") or self.seq
        return told

    async def until(self, event: str) -> list[Payload]:
        """Return what comes, up to an event of this name."""
        found = [await self.next()]
        while found[-1].get("t") != event:
            assert "closed" not in found[-1], found
            found.append(await self.next())
        return found


@asynccontextmanager
async def client_of(discord: Range) -> AsyncIterator[Client]:
    """Open a range, return a client for it, and close both at the end."""
    await discord.open()
    async with aiohttp.ClientSession() as session:
        try:
            yield Client(discord, session)
        finally:
            await session.close()
            await discord.close()
