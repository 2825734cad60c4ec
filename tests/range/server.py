"""The range as a whole: it listens on 127.0.0.1, answers requests and sends events."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from aiohttp import web

# Importing these modules makes their functions known as routes.
from tests.range import channels, emojis, interactions, login, routes  # noqa: F401
from tests.range.described import Description
from tests.range.faults import BELATED_S, LATE_S, SILENCE_S, Script
from tests.range.forms import check_ids
from tests.range.gateway import Gateway
from tests.range.interactions import COMMAND, COMPONENT, FORM, TYPING, Asked, component_in
from tests.range.limits import Refusal, refuse
from tests.range.payloads import channel_payload, message_payload
from tests.range.permissions import ALL
from tests.range.rates import Grants, Rates, generous
from tests.range.routes import Ask
from tests.range.world import BOT_USER, Channel, Kept, Kind, Payload, World

API: Final = "/api/v10"
TOKEN: Final = "x.y.z"
OK: Final = 200
GUILD: Final = 2000
NO_TOKEN: Final = ("/interactions/", "/webhooks/")
"""How the routes start that need no token of the bot."""


class Range:
    """A Discord that a bot can connect to.

    Attributes:
        world: What there is.
        script: What goes wrong.
        rates: What the bot is granted.
        gateway: Its connections.
        up: Set when the bot has said that it knows all its servers.
        port: Where it listens.
        counted: Requests that count against Discord's 50 a second, by what they ask for.
        kept_commands: The bot's commands, by the server; "" for those of all.
        heard: Called with the channel and the body of each message sent or edited.
        asked: What users have done, by id and token.
        newest_in: The newest of them in a channel.
        nonces: The messages with a nonce, and when they were sent.
        fills: How often a promised answer was posted instead of edited, which is deprecated.
        undescribed: How requests differ from Discord's description of its API.
        refused: Every refusal that was no planned fault: route, status and code.
        emojis: The application's emojis by id.
        belated: The ids of messages that arrived a while after their connection had broken.
        files: The bytes of files by the ids of the attachments, if `keeps_files`.
    """

    def __init__(
        self,
        world: World | None = None,
        script: Script | None = None,
        grants: Grants | None = None,
    ) -> None:
        self.world, self.script = world or World(), script or Script()
        self.rates = Rates(grants or Grants(), self.world.now)
        self.gateway = Gateway(self.world, lambda: self.gateway_url, TOKEN, self.rates)
        self.up = asyncio.Event()
        self.port = 0
        self.counted: Counter[str] = Counter()
        self.kept_commands: defaultdict[str, list[Payload]] = defaultdict(list)
        self.emojis: dict[str, Payload] = {}
        self.heard: Callable[[str, bytes], None] = lambda _, __: None
        self.asked: dict[str, Asked] = {}
        self.newest_in: dict[int, Asked] = {}
        self.nonces: dict[str, tuple[float, Kept]] = {}
        self.fills = 0
        self.undescribed: list[str] = []
        self.refused: list[tuple[str, int, int]] = []
        self.belated = set[int]()
        self.keeps_files = False
        self.files: dict[str, bytes] = {}
        described = os.environ.get("DISCORD_OPENAPI")
        self._description = Description.read(described) if described else None
        self._held: list[tuple[Payload, int]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        app = web.Application(client_max_size=64 << 20)
        app.router.add_get("/gateway", self.gateway.connect)
        app.router.add_get("/up", self._is_up)
        app.router.add_get("/attachments/{channel}/{number}/{name}", self._file)
        app.router.add_route("*", f"{API}/{{tail:.*}}", self._counted)
        self._runner = web.AppRunner(app, access_log=None)

    @classmethod
    def of_channels(cls, numbers: Sequence[int], script: Script | None = None) -> Range:
        """Return a range with one server where everybody may do everything, without limits."""
        world = World()
        world.open_house = True
        guild = world.add_guild(GUILD, "one server", 1, everyone=ALL, bot=ALL)
        for number in numbers:
            world.add_channel(guild, number, f"table-{number}")
        return cls(world, script, generous())

    @property
    def url(self) -> str:
        """Return its address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def gateway_url(self) -> str:
        """Return the address of its gateway."""
        return f"ws://127.0.0.1:{self.port}/gateway"

    @property
    def ready(self) -> asyncio.Event:
        """Return what is set when the bot has been told READY."""
        return self.gateway.ready

    @property
    def commands(self) -> dict[str, str]:
        """Return the ids of the bot's commands by their names."""
        every = [command for kept in self.kept_commands.values() for command in kept]
        return {command["name"]: command["id"] for command in every}

    async def open(self) -> None:
        """Start to listen."""
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Stop listening.

        Raises:
            AssertionError: A request differed from Discord's description.
        """
        for task in self._tasks:
            task.cancel()
        await self._runner.cleanup()
        assert not self.undescribed, self.undescribed[:10]

    @property
    def is_quiet(self) -> bool:
        """Return whether nothing is on its way that arrives late."""
        return not self._tasks

    # What users do.

    async def slash(self, channel: int, user: int, *path: str, **options: Any) -> Asked:
        """Send what a user's slash command sends; `path` is its name and its subcommands."""
        chosen = interactions.option_payloads(options, path[1:])
        data = {"id": self.commands[path[0]], "name": path[0], "type": 1, "options": chosen}
        for guild, kept in self.kept_commands.items():
            if guild and data["id"] in {command["id"] for command in kept}:
                data["guild_id"] = guild  # only this server has it
        return await interactions.send(self, Asked(channel, user, COMMAND), data)

    async def typing(
        self, channel: int, user: int, *path: str, focus: str, **options: Any
    ) -> Asked:
        """Send what Discord sends while a user types the option `focus`."""
        chosen = interactions.option_payloads(options, path[1:], focus)
        data = {"id": self.commands[path[0]], "name": path[0], "type": 1, "options": chosen}
        return await interactions.send(self, Asked(channel, user, TYPING), data)

    async def click(
        self, channel: int, user: int, custom_id: str, message: Kept | None = None
    ) -> Asked:
        """Send what a tap on a button sends; without a message, on the newest post that has it."""
        kept = message or self._shown_with(channel, custom_id)
        data = {"custom_id": custom_id, "component_type": 2}
        return await interactions.send(self, Asked(channel, user, COMPONENT, kept), data)

    async def choose(
        self, channel: int, user: int, custom_id: str, values: Sequence[str], message: Kept
    ) -> Asked:
        """Send what a choice in a select sends."""
        data = {"custom_id": custom_id, "component_type": 3, "values": list(values)}
        return await interactions.send(self, Asked(channel, user, COMPONENT, message), data)

    async def submit(self, form: Asked, components: list[Payload]) -> Asked:
        """Send what a user's form sends, which `form` has opened."""
        assert form.modal is not None
        data = {"custom_id": form.modal["custom_id"], "components": components}
        return await interactions.send(
            self, Asked(form.channel, form.user, FORM, form.tapped), data
        )

    def _shown_with(self, channel: int, custom_id: str) -> Kept:
        """Return the newest post with a component; one made up if there is none.

        Answers that one user sees are left out: there is one for each tap, thousands in a bench.
        """
        place = self.world.channel(channel)
        for kept in reversed(self.kept(channel)):
            if component_in(kept, custom_id):
                return kept
        made = message_payload(self.world, place, self.world.new_id(), BOT_USER)
        tapped = {"type": 2, "style": 2, "label": "tap", "custom_id": custom_id}
        made["components"] = [{"type": 1, "components": [tapped]}]
        return Kept(made, BOT_USER)

    # Events.

    async def deliver(self, payload: Payload, guild_id: int, place: str) -> None:
        """Send an interaction to the bot, unless the script has other plans for it."""
        match self.script.next_event(place):
            case "twice":
                await self.gateway.dispatch("INTERACTION_CREATE", payload, guild_id)
            case "late":
                self._later(self._deliver_now(payload, guild_id))
                return
            case "swapped":
                self._held.append((payload, guild_id))
                self._later(self._release())
                return
            case "drop":
                await self.gateway.drop()
            case "lose session":
                await self.gateway.lose()
        await self._deliver_now(payload, guild_id, wait_s=0)
        await self._release(wait_s=0)

    async def _deliver_now(self, payload: Payload, guild_id: int, wait_s: float = LATE_S) -> None:
        await asyncio.sleep(wait_s)
        await self.gateway.dispatch("INTERACTION_CREATE", payload, guild_id)

    async def _release(self, wait_s: float = LATE_S) -> None:
        """Send what was held back until something else was sent."""
        await asyncio.sleep(wait_s)
        held, self._held = self._held, []
        for payload, guild_id in held:
            await self.gateway.dispatch("INTERACTION_CREATE", payload, guild_id)

    def _later(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def tell_channel(self, event: str, channel: Channel) -> None:
        """Tell an event about a channel or thread."""
        payload = channel_payload(self.world, channel)
        await self.gateway.dispatch(event, payload, channel.guild_id)

    async def remove_channel(self, channel: Channel) -> None:
        """Delete a channel or thread and tell the bot."""
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self.world.remove_channel(channel)
        await self.tell_channel(event, channel)

    async def remove_message(self, channel: Channel, number: int) -> None:
        """Delete a message and tell the bot."""
        channel.messages.pop(number)
        told = {"id": str(number), "channel_id": str(channel.id)}
        await self.gateway.dispatch("MESSAGE_DELETE", told, channel.guild_id)

    # REST.

    async def _counted(self, request: web.Request) -> web.Response:
        """Answer a request unless the bot is banned, and count what is invalid."""
        try:
            self.rates.check_ban()
        except Refusal as refusal:
            return _refused(refusal)
        answer = await self._rest(request)
        self.rates.note(answer.status, answer.headers)
        return answer

    async def _rest(self, request: web.Request) -> web.Response:
        path = request.path.removeprefix(API).strip("/").split("/")
        known = routes.found(request.method, path)
        args = known[1] if known else {}
        kind = self.script.next(request.method, path, self._place(path, args))
        if kind == "silence":
            await asyncio.sleep(SILENCE_S)
            return _dropped(request)
        if kind not in (None, "lost", "twice", "belated"):
            return _refused(self.script.refusal(kind))
        if known is None:
            self.refused.append((f"{request.method} {request.path}", 404, 0))
            return _refused(Refusal(404, 0, "404: Not Found"))
        body, raw, files = await routes.read(request)
        ask = Ask(request.method, *known, request.query, body, raw, files)
        if kind == "belated":
            self._later(self._answer_belatedly(request, ask))
            return _dropped(request)
        if kind == "twice":
            await self._answer(request, ask)
        answer = await self._answer(request, ask)
        return _dropped(request) if kind == "lost" else answer

    async def _answer_belatedly(self, request: web.Request, ask: Ask) -> None:
        """Let a request have its effect when nobody waits for it any more."""
        await asyncio.sleep(BELATED_S)
        answer = await self._answer(request, ask)
        if answer.status == OK and isinstance(answer.body, bytes):
            self.belated.add(int(json.loads(answer.body)["id"]))

    async def _answer(self, request: web.Request, ask: Ask) -> web.Response:
        headers: Mapping[str, str] = {}
        try:
            self._check_token(request, ask)
            check_ids(ask.args)
            headers = self.rates.take(ask.method, ask.template, ask.place)
            if self._description is not None:
                self.undescribed += self._description.complaints(ask, request.path[len(API) :])
            told = await routes.handler_of(ask)(self, ask)
        except Refusal as refusal:
            self.refused.append((f"{ask.method} {ask.template}", refusal.status, refusal.code))
            return _refused(refusal, headers)
        if told is None:
            return web.Response(status=204, headers=headers)
        return _json(told, 200, headers)

    def _check_token(self, request: web.Request, ask: Ask) -> None:
        if ask.template == "/gateway" or ask.template.startswith(NO_TOKEN):
            return
        if request.headers.get("Authorization") != f"Bot {TOKEN}" or self.gateway.is_reset:
            raise refuse(0)

    def _place(self, path: list[str], args: Mapping[str, str]) -> str:
        """Return a name of a request's place that is the same in every run."""
        channel = args.get("channel")
        if channel is None and (asked := self.asked.get(args.get("token", ""))) is not None:
            channel = str(asked.channel)
        if channel is None or not channel.isdigit():
            return "/".join(path[:2])
        return f"{path[0]} {self.world.place(int(channel))}"

    async def _is_up(self, _: web.Request) -> web.Response:
        self.up.set()
        return web.Response(status=204)

    async def _file(self, request: web.Request) -> web.Response:
        data = self.files.get(request.match_info["number"])
        return web.Response(status=404) if data is None else web.Response(body=data)

    # What tests look at.

    def note_post(self, channel: Channel, ask: Ask) -> None:
        """Count a message or an edit of one, and tell whoever listens."""
        where = "dm" if channel.kind is Kind.DM else "message"
        self.counted[where + (" laid out" if ask.method == "PATCH" else "")] += 1
        asked = self.newest_in.get(channel.id)
        if ask.files and asked is not None:
            asked.is_posted()
        self.heard(str(channel.id), ask.raw)

    def kept(self, channel: int) -> list[Kept]:
        """Return the messages of a channel that are for all, oldest first."""
        every = self.world.channels[channel].messages.values()
        return [one for one in every if one.viewer is None]

    def dms(self, user: int) -> list[Kept]:
        """Return the direct messages to a user, oldest first."""
        return self.kept(self.world.dm(user).id)


def _json(told: object, status: int, headers: Mapping[str, str]) -> web.Response:
    """Return an answer; discord.py insists on the bare content type."""
    body = json.dumps(told).encode()
    # Without "Via" discord.py takes a 429 for one of Cloudflare's.
    found = {"Via": "1.1 range", **headers}
    return web.Response(body=body, status=status, headers=found, content_type="application/json")


def _refused(refusal: Refusal, headers: Mapping[str, str] | None = None) -> web.Response:
    return _json(refusal.told, refusal.status, {**(headers or {}), **refusal.headers})


def _dropped(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
