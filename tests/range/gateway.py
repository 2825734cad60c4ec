"""The gateway: sessions, shards, heartbeats, RESUME, connections that break."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import WSCloseCode, WSMsgType, web

from tests.range.payloads import guild_payload, user_payload
from tests.range.world import APPLICATION, BOT_USER, Payload, World

HEARTBEAT_MS: Final = 41_250
KEPT: Final = 2000
"""The most events that can be told again to a session that is resumed."""
HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 1, 2, 6, 7, 9, 10, 11
"""What a gateway message is for."""
NOT_AUTHENTICATED, WRONG_TOKEN, WRONG_SEQUENCE, WRONG_SHARD = 4003, 4004, 4007, 4010
"""Why a connection is closed."""
INTENTS: Final = {
    "GUILD_MEMBER_ADD": 1 << 1,
    "GUILD_MEMBER_REMOVE": 1 << 1,
    "GUILD_MEMBER_UPDATE": 1 << 1,
    "MESSAGE_CREATE": 1 << 9,
    "MESSAGE_UPDATE": 1 << 9,
    "MESSAGE_DELETE": 1 << 9,
    "INTERACTION_CREATE": 0,
    "READY": 0,
    "RESUMED": 0,
}
"""What a bot has to ask for to hear of an event; `GUILDS` if it isn't named here."""
GUILDS: Final = 1 << 0
DIRECT_MESSAGES: Final = 1 << 12


@dataclass
class Session:
    """What one shard of the bot has been told, connected or not.

    Attributes:
        shard: Its number, and how many there are.
        count: How many events it was told, which is the number of the last one.
        sent: The newest of them, oldest first.
    """

    id: str
    shard: tuple[int, int]
    intents: int
    socket: web.WebSocketResponse | None = None
    count: int = 0
    sent: deque[Payload] = field(default_factory=lambda: deque(maxlen=KEPT))


class Gateway:
    """All connections of a bot.

    Attributes:
        ready: Set when a shard has been told READY and its servers.
        sessions: By their ids; those that can no longer be resumed are gone.
        identified: How often a session began.
        resumed: How often one was resumed.
    """

    def __init__(self, world: World, url: Callable[[], str], token: str) -> None:
        self.ready = asyncio.Event()
        self.sessions: dict[str, Session] = {}
        self.identified = self.resumed = 0
        self._world, self._url, self._token = world, url, token
        self._streams: dict[web.WebSocketResponse, Any] = {}
        self._transports: dict[web.WebSocketResponse, asyncio.Transport] = {}

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        self._streams[socket] = zlib.compressobj() if "compress" in request.query else None
        assert request.transport is not None
        self._transports[socket] = request.transport
        await self._send(socket, {"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        try:
            async for received in socket:
                if received.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    told = json.loads(received.data)
                    await self._hear(socket, told["op"], told.get("d"))
        finally:
            self._streams.pop(socket, None)
            self._transports.pop(socket, None)
            if (session := self._of(socket)) is not None:
                session.socket = None
        return socket

    async def _hear(self, socket: web.WebSocketResponse, op: int, data: Any) -> None:
        session = self._of(socket)
        if op == HEARTBEAT:
            await self._send(socket, {"op": ACK})
        elif op == IDENTIFY:
            await self._identify(socket, data)
        elif op == RESUME:
            await self._resume(socket, data)
        elif session is None:
            await socket.close(code=NOT_AUTHENTICATED)

    async def _identify(self, socket: web.WebSocketResponse, data: Payload) -> None:
        number, of = data.get("shard") or (0, 1)
        if data["token"] != self._token:
            await socket.close(code=WRONG_TOKEN)
            return
        if not 0 <= number < of:
            await socket.close(code=WRONG_SHARD)
            return
        self.identified += 1
        session = Session(f"session-{self.identified}", (number, of), data["intents"], socket)
        self.sessions[session.id] = session
        guilds = [
            g for g in self._world.guilds.values() if g.here and self.shard(g.id, of) == number
        ]
        ready = {
            "v": 10,
            "user": user_payload(self._world.user(BOT_USER)),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._url(),
            "application": {"id": str(APPLICATION), "flags": 0},
            "shard": [number, of],
        }
        await self._tell(session, "READY", ready)
        for guild in guilds:
            await self._tell(session, "GUILD_CREATE", guild_payload(self._world, guild))
        self.ready.set()

    async def _resume(self, socket: web.WebSocketResponse, data: Payload) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self._token:
            await self._send(socket, {"op": INVALID, "d": False})
            return
        if data["seq"] > session.count:
            await socket.close(code=WRONG_SEQUENCE)
            return
        if session.count - data["seq"] > KEPT:
            await self._send(socket, {"op": INVALID, "d": False})
            return
        session.socket = socket
        self.resumed += 1
        for event in list(session.sent):
            if event["s"] > data["seq"]:
                await self._send(socket, event)
        await self._tell(session, "RESUMED", {})

    @staticmethod
    def shard(guild_id: int, of: int) -> int:
        """Return the shard of a server; direct messages, with 0, go to the first."""
        return (guild_id >> 22) % of

    async def dispatch(self, name: str, data: Payload, guild_id: int = 0) -> None:
        """Tell an event to the shard of a server, if the bot asked for such events."""
        wanted = INTENTS.get(name, GUILDS)
        if name.startswith("MESSAGE_") and not guild_id:
            wanted = DIRECT_MESSAGES
        for session in list(self.sessions.values()):
            number, of = session.shard
            if self.shard(guild_id, of) == number and (not wanted or session.intents & wanted):
                await self._tell(session, name, data)

    async def _tell(self, session: Session, name: str, data: Payload) -> None:
        session.count += 1
        event = {"op": 0, "t": name, "s": session.count, "d": data}
        session.sent.append(event)
        if session.socket is not None:
            await self._send(session.socket, event)

    async def _send(self, socket: web.WebSocketResponse, payload: Payload) -> None:
        text, stream = json.dumps(payload), self._streams.get(socket)
        try:
            if stream is None:
                await socket.send_str(text)
            else:
                packed = stream.compress(text.encode())
                await socket.send_bytes(packed + stream.flush(zlib.Z_SYNC_FLUSH))
        except ConnectionError:
            self._streams.pop(socket, None)  # it's told again when the session is resumed

    def _of(self, socket: web.WebSocketResponse) -> Session | None:
        return next((one for one in self.sessions.values() if one.socket is socket), None)

    # What goes wrong.

    async def drop(self, *, close: int | None = None) -> None:
        """Break all connections; with a code by closing them, else without a word."""
        for session in list(self.sessions.values()):
            socket, session.socket = session.socket, None
            if socket is None:
                continue
            if close is not None:
                await socket.close(code=close)
            elif (transport := self._transports.get(socket)) is not None:
                transport.abort()

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Tell INVALID SESSION; if not resumable, the bot has to identify again."""
        for session in list(self.sessions.values()):
            if not resumable:
                del self.sessions[session.id]
            if session.socket is not None:
                await self._send(session.socket, {"op": INVALID, "d": resumable})

    async def lose(self) -> None:
        """Break all connections and forget the sessions: resuming them fails."""
        sessions = list(self.sessions.values())
        self.sessions.clear()
        for session in sessions:
            if session.socket is not None:
                await session.socket.close(code=WSCloseCode.GOING_AWAY)

    async def ask_to_reconnect(self) -> None:
        """Ask all shards to connect again and resume."""
        for session in list(self.sessions.values()):
            if session.socket is not None:
                await self._send(session.socket, {"op": RECONNECT, "d": None})

    def end(self) -> None:
        """Forget all sessions, because the bot has been stopped."""
        self.ready.clear()
        self.sessions.clear()
