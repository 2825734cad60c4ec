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

from tests.range.limits import EVENT_BYTES, EVENTS_WITHIN_S
from tests.range.payloads import guild_payload, user_payload
from tests.range.rates import Rates, Starts, Window
from tests.range.world import APPLICATION, BOT_USER, Payload, World

HEARTBEAT_MS: Final = 41_250
LATEST: Final = 1.5
"""After how many intervals without a heartbeat a connection is closed."""
KEPT: Final = 2000
"""The most events that can be told again to a session that is resumed."""
HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 1, 2, 6, 7, 9, 10, 11
"""What a gateway message is for."""
UNKNOWN_OPCODE, NOT_READABLE, NOT_AUTHENTICATED, WRONG_TOKEN = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, WRONG_SEQUENCE, TOO_MANY, TIMED_OUT = 4005, 4007, 4008, 4009
WRONG_SHARD, WRONG_INTENTS, FORBIDDEN_INTENTS = 4010, 4013, 4014
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
PRIVILEGED: Final = 1 << 1 | 1 << 8 | 1 << 15
"""What a bot may ask for only if its owner has allowed it: members, presences, texts."""
ALL_INTENTS: Final = (1 << 17) - 1 | 3 << 20 | 3 << 24
OVER: Final = (WSCloseCode.OK, WSCloseCode.GOING_AWAY)
"""Codes with which a bot says that it won't resume."""
KNOWN: Final = (3, 4, 8)
"""What a bot may tell and nothing here needs: presence, voice, request of members."""
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
        ready: Set when every shard has been told READY and its servers, or is silent.
        silent: Shards to which nothing is said after HELLO, not even that a session goes on.
        sessions: By their ids; those that can no longer be resumed are gone.
        identified: How often a session began.
        resumed: How often one was resumed.
        starts: Counts the sessions that begin.
        heartbeat_ms: How often a bot has to send a heartbeat.
        allowed: The privileged intents that the owner has allowed.
        is_reset: Whether the token was reset, after too many sessions in a day.
        prepared: What is told of servers that never change, by their ids.
    """

    def __init__(self, world: World, url: Callable[[], str], token: str, rates: Rates) -> None:
        self.ready = asyncio.Event()
        self.silent = set[int]()
        self._unanswered: list[tuple[int, web.WebSocketResponse, int, Payload]] = []
        self.sessions: dict[str, Session] = {}
        self.identified = self.resumed = 0
        self.starts = Starts(rates, world.now)
        self.heartbeat_ms, self.allowed, self.is_reset = HEARTBEAT_MS, 0, False
        self.prepared: dict[int, Payload] = {}
        self._rates = rates
        self._hanging = set[web.WebSocketResponse]()
        self._closing: set[asyncio.Future[bool]] = set()
        self._pulse: dict[web.WebSocketResponse, asyncio.TimerHandle] = {}
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
        await self._send(socket, {"op": HELLO, "d": {"heartbeat_interval": self.heartbeat_ms}})
        self._feel(socket)
        heard = Window(EVENTS_WITHIN_S)
        try:
            async for received in socket:
                heard.add(self._world.now())
                if heard.count(self._world.now()) > self._rates.grants.events:
                    await socket.close(code=TOO_MANY)
                elif received.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    await self._read(socket, received.data)
        finally:
            self._streams.pop(socket, None)
            self._transports.pop(socket, None)
            self._pulse.pop(socket).cancel()
            self._hanging.discard(socket)
            if (session := self._of(socket)) is not None:
                session.socket = None
                if socket.close_code in OVER:
                    del self.sessions[session.id]
        return socket

    def _feel(self, socket: web.WebSocketResponse) -> None:
        """Wait for the next heartbeat."""
        if (pulse := self._pulse.get(socket)) is not None:
            pulse.cancel()
        wait_s = self.heartbeat_ms / 1000 * LATEST
        loop = asyncio.get_running_loop()
        self._pulse[socket] = loop.call_later(wait_s, self._end_of, socket)

    def _end_of(self, socket: web.WebSocketResponse) -> None:
        """Close a connection whose heart no longer beats, and forget its session."""
        if (session := self._of(socket)) is not None:
            del self.sessions[session.id]
        closing = asyncio.ensure_future(socket.close(code=TIMED_OUT))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def _read(self, socket: web.WebSocketResponse, data: str | bytes) -> None:
        try:
            told = json.loads(data)
            op, facts = told["op"], told.get("d")
        except (ValueError, TypeError, KeyError):
            await socket.close(code=NOT_READABLE)
            return
        if len(data) > EVENT_BYTES:
            await socket.close(code=NOT_READABLE)
            return
        await self._hear(socket, op, facts)

    async def _hear(self, socket: web.WebSocketResponse, op: int, data: Any) -> None:
        session = self._of(socket)
        if op == HEARTBEAT:
            self._feel(socket)
            await self._send(socket, {"op": ACK})
        elif op == IDENTIFY and session is not None:
            await socket.close(code=ALREADY_AUTHENTICATED)
        elif op == IDENTIFY:
            await self._identify(socket, data)
        elif op == RESUME:
            await self._resume(socket, data)
        elif op not in KNOWN:
            await socket.close(code=UNKNOWN_OPCODE)
        elif session is None:
            await socket.close(code=NOT_AUTHENTICATED)

    def _wrong_identity(self, data: Payload) -> int:
        """Return the code of what is wrong with how a bot says who it is; 0 if nothing is."""
        number, of = data.get("shard") or (0, 1)
        if data["token"] != self._token or self.is_reset:
            return WRONG_TOKEN
        if not 0 <= number < of:
            return WRONG_SHARD
        if data["intents"] & ~ALL_INTENTS:
            return WRONG_INTENTS
        return FORBIDDEN_INTENTS if data["intents"] & PRIVILEGED & ~self.allowed else 0

    async def _identify(self, socket: web.WebSocketResponse, data: Payload) -> None:
        number, of = data.get("shard") or (0, 1)
        if wrong := self._wrong_identity(data):
            await socket.close(code=wrong)
            return
        if number in self.silent:
            self._unanswered.append((number, socket, IDENTIFY, data))
            self._note_ready(of)
            return
        if self.starts.is_too_soon(number):
            await self._send(socket, {"op": INVALID, "d": False})
            return
        if self.starts.is_one_too_many():
            self.is_reset = True
            await self.lose(code=WRONG_TOKEN)
            await socket.close(code=WRONG_TOKEN)
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
            if not guild.out:
                told = self.prepared.get(guild.id) or guild_payload(self._world, guild)
                await self._tell(session, "GUILD_CREATE", told)
        self._note_ready(of)

    def _note_ready(self, of: int) -> None:
        """Note whether all shards have come."""
        told = {one.shard[0] for one in self.sessions.values() if one.shard[1] == of}
        if len(told | {number for number, *_ in self._unanswered}) >= of:
            self.ready.set()

    async def _resume(self, socket: web.WebSocketResponse, data: Payload) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self._token or self.is_reset:
            await self._send(socket, {"op": INVALID, "d": False})
            return
        if session.shard[0] in self.silent:
            self._unanswered.append((session.shard[0], socket, RESUME, data))
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
        if socket in self._hanging:
            return
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

    async def speak(self, shard: int) -> None:
        """Answer a silent shard, and what it has asked."""
        self.silent.discard(shard)
        waiting = [one for one in self._unanswered if one[0] == shard]
        self._unanswered = [one for one in self._unanswered if one[0] != shard]
        for _, socket, op, data in waiting:
            if not socket.closed:
                await self._hear(socket, op, data)

    async def drop(self, *, close: int | None = None, shard: int | None = None) -> None:
        """Break all connections or one; with a code by closing them, else without a word."""
        for session in list(self.sessions.values()):
            if shard not in (None, session.shard[0]):
                continue
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

    async def lose(self, *, code: int = WSCloseCode.GOING_AWAY, shard: int | None = None) -> None:
        """Break all connections or one and forget the sessions: resuming them fails."""
        lost = [one for one in self.sessions.values() if shard in (None, one.shard[0])]
        for session in lost:
            del self.sessions[session.id]
        for session in lost:
            if session.socket is not None:
                await session.socket.close(code=code)

    async def ask_to_reconnect(self) -> None:
        """Ask all shards to connect again and resume."""
        for session in list(self.sessions.values()):
            if session.socket is not None:
                await self._send(session.socket, {"op": RECONNECT, "d": None})

    def hang(self) -> None:
        """Send nothing more on all connections, not even answers to heartbeats."""
        self._hanging |= {one.socket for one in self.sessions.values() if one.socket is not None}

    async def ask_for_heartbeat(self) -> None:
        """Ask all shards for a heartbeat at once."""
        for session in list(self.sessions.values()):
            if session.socket is not None:
                await self._send(session.socket, {"op": HEARTBEAT, "d": None})

    def end(self) -> None:
        """Forget all sessions, because the bot has been stopped."""
        self.ready.clear()
        self.sessions.clear()
        self._unanswered.clear()
