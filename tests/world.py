"""A simulated Discord with a server, a channel and four people, and the real bot."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import discord
import simcord
import simcord.interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.access import can_access_channel
from simcord.backend.models import Message, Overwrite
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.enums import MessageType, OverwriteType
from simcord.results import InteractionResult, ResponseMessage, to_discord_message

from demo_page.patience import PatientEnv
from tests import strict
from tests.settling import SETTLE_TIMEOUT_S
from tests.toy import TOY

if TYPE_CHECKING:
    from bot import StolikBot

PEOPLE: Final = {"Ada": "en-US", "Bo": "en-US", "Cleo": "en-GB", "Dima": "pl"}
"""The people on the server, and the language of each one's Discord."""

MakeBot: TypeAlias = "Callable[[], StolikBot]"


class World:
    """The simulated Discord and shorthands for what tests do in it.

    Attributes:
        env: The running environment; another one after `crash`.
        guild: The server; `channel` is its one text channel.
        members: Ada (who owns the server), Bo, Cleo and Dima (who speaks Polish), also by name.
        locales: Discord language by user id; change it as you like.
    """

    def __init__(self, env: simcord.Env, make_bot: MakeBot) -> None:
        self._make_bot = make_bot
        users = [env.create_user(name.lower(), global_name=name) for name in PEOPLE]
        guild = env.create_guild("Board game night", owner=users[0], preferred_locale="en-US")
        for user in users[1:]:
            guild.add_member(user)
        self._ids = [user.id for user in users]
        self._guild_id = guild.id
        self._channel_id = guild.create_text_channel("game-night").id
        self.locales = dict(zip(self._ids, PEOPLE.values(), strict=True))
        self._look(env)

    def _look(self, env: simcord.Env) -> None:
        self.env = env
        backend = env.backend
        self.guild = GuildHandle(env, backend.guilds[self._guild_id])
        self.channel = self.place(self._channel_id)
        handles = (UserHandle(env, backend.users[i]) for i in self._ids)
        self.members = tuple(MemberActor(env, self.guild, user) for user in handles)
        self.ada, self.bo, self.cleo, self.dima = self.members

    @property
    def guild_locale(self) -> str:
        """Return the server's language; English unless it is a Community.

        Each interaction carries it.
        """
        backend = self.env.backend
        return strict.locale_of(backend, backend.guilds[self.guild.id])

    @guild_locale.setter
    def guild_locale(self, locale: str) -> None:
        """Choose a language; this turns the server into a Community server."""
        backend = self.env.backend
        strict.memory(backend).communities.add(self.guild.id)
        backend.edit_guild(self.guild.id, {"preferred_locale": locale})

    @property
    def fills(self) -> int:
        """Return how many deferred answers a follow-up filled, the deprecated way."""
        return strict.memory(self.env.backend).fills

    @property
    def bot(self) -> StolikBot:
        """Return the bot that is running now."""
        return cast("StolikBot", self.env.bot)

    def place(self, channel_id: int) -> ChannelHandle:
        """Return a channel or thread by its id."""
        return ChannelHandle(self.env, self.guild, self.env.backend.channels[channel_id])

    async def home(self, match_id: int = 1) -> ChannelHandle:
        """Return where a match is played: its thread or its channel."""
        return self.place((await self.bot.service.info(match_id)).channel_id)

    # What happens to the bot

    async def ready_again(self) -> None:
        """Let Discord say READY again, and the bot finish what it does then."""
        self.bot.dispatch("shard_ready", 0)
        for name in ("discord.py: on_shard_ready", "survey"):
            running = [one for one in asyncio.all_tasks() if one.get_name() == name]
            await asyncio.gather(*running)
        await self.env.settle()

    async def restart(self) -> None:
        """Stop the bot cleanly and start a new one on the same database."""
        old = self.bot
        await self.env.restart_bot(self._make_bot())
        await old.close()

    async def crash(self) -> None:
        """Kill the bot; Discord and the database file survive."""
        old, backend = self.bot, self.env.backend
        await self.env.shutdown()
        old.outbox._closed = True  # the dead do nothing more
        lanes = [*old.outbox._lanes.values()]
        for lane in lanes:
            lane.cancel()
        await asyncio.gather(*lanes, return_exceptions=True)
        await old.store.close()
        await old.studio.close()
        env = PatientEnv(self._make_bot(), settle_timeout=SETTLE_TIMEOUT_S)
        env.backend = backend
        await env.start()
        self._look(env)

    def fail(
        self, method: str, path: str, status: int, code: int = 0, times: int | None = 1
    ) -> None:
        """Let Discord refuse matching calls, `times` times or until `mend`; * is any."""
        self.env.inject_error(method, path, status=status, code=code, times=times)

    def close_dms(self, member: MemberActor, code: int = 50278) -> None:
        """Let a member refuse DMs until `mend`; with 50007 they have blocked the bot."""
        path = f"/channels/{member.user.dm_channel.id}/messages"
        self.fail("POST", path, 403, code, times=None)

    def mend(self) -> None:
        """Let Discord accept everything again."""
        self.env.backend.faults.clear()

    def lose_answer(self, method: str, path: str) -> None:
        """Let the answer to one matching call get lost after the call had its effect."""
        strict.memory(self.env.backend).lost.append((method, path))

    def deny(self, channel: ChannelHandle, **permissions: bool) -> None:
        """Take away the bot's permissions in a channel: ``send_messages=True``."""
        backend = self.env.backend
        bits = discord.Permissions(**permissions).value
        member = OverwriteType.MEMBER
        backend.set_overwrite(channel.id, Overwrite(backend.bot_user.id, member, deny=bits))

    def allow(self, channel: ChannelHandle) -> None:
        """Give back what `deny` took; Discord tells the bot that the channel changed."""
        backend = self.env.backend
        backend.delete_overwrite(channel.id, backend.bot_user.id)

    async def archive(self, thread: ChannelHandle, *, locked: bool = False) -> None:
        """Archive a thread, as Discord does with an idle one, or lock it, as an admin may."""
        how = {"archived": True, "locked": locked}
        self.env.backend.edit_channel(thread.id, {}, thread_metadata=how)
        await self.settle()

    def forget(self, thread: ChannelHandle) -> None:
        """Make the bot forget a thread: interactions in it carry a partial channel."""
        guild = self.bot.get_guild(self.guild.id)
        assert guild is not None
        guild._threads.pop(thread.id, None)
        strict.memory(self.env.backend).forgotten.add(thread.id)

    def spend_renames(self, channel: ChannelHandle) -> None:
        """Use up the renames that Discord allows for a channel in ten minutes."""
        made = strict.memory(self.env.backend).renames[channel.id]
        made.extend([self.env.now()] * strict.RENAMES)

    # What people do

    async def open(
        self, *players: MemberActor, game: str = TOY.info.slug, start: bool = True, **options: Any
    ) -> ChannelHandle:
        """Let the first player open a match, the others join, and the first start it.

        Returns:
            Where it is played.
        """
        host, *others = players
        await host.slash(self.channel, "match new", game=game, **options)
        match = await self.bot.service.in_channel(self.channel.id)
        for player in others:
            await self.tap(player, self.channel, "join")
        if start:
            await self.tap(host, self.channel, "start")
        return await self.home(match.id)

    async def tap(
        self, member: MemberActor, channel: ChannelHandle, verb: str, rest: str | None = None
    ) -> InteractionResult:
        """Click the newest public button of a verb, ``bturn:...``, in a channel."""
        assert can_access_channel(self.env, channel.id, member, history=True)
        found = self._button(member, channel, verb, rest)
        if found is None:
            await self.settle()
            found = self._button(member, channel, verb, rest)
        if found is None:
            raise AssertionError(f"no button {verb!r} in {channel!r}")
        message, custom_id = found
        return await member.click(to_discord_message(self.env, message), custom_id=custom_id)

    def _button(
        self, member: MemberActor, channel: ChannelHandle, verb: str, rest: str | None
    ) -> tuple[Message, str] | None:
        for message in reversed(self._messages(channel, member)):
            for custom_id in custom_ids({"components": message.components}):
                kind, _, told = custom_id.split(":", 2)
                if kind == f"b{verb}" and rest in (None, told):
                    return message, custom_id
        return None

    async def settle(self) -> None:
        """Wait until the bot has nothing more to do, whoever called the service.

        Each action waits for what the bot itself began, but not for what follows a test's own call.
        """
        outbox = self.bot.outbox
        async with asyncio.timeout(SETTLE_TIMEOUT_S):
            while running := [
                task
                for task in (outbox._look, *outbox._lanes.values())
                if task is not None and not task.done() and task not in self.env._work.tasks
            ]:
                await asyncio.wait(running)
        await self.env.settle()

    async def look(
        self, member: MemberActor, channel: ChannelHandle, what: str = ""
    ) -> InteractionResult:
        """Tap Look on the newest post, then what to see: ``hand``, ``board~0``."""
        shown = await self.tap(member, channel, "view")
        if not what:
            return shown
        (message,) = shown_messages(shown)
        ids = custom_ids({"components": message.components})
        (custom_id,) = (i for i in ids if i.startswith("bsee:") and i.endswith(f":{what}"))
        return await member.click(message, custom_id=custom_id)

    async def press(
        self, member: MemberActor, shown: InteractionResult | ResponseMessage, verb: str
    ) -> InteractionResult:
        """Click a button of a verb on what was privately shown to a member."""
        for message in [shown] if isinstance(shown, ResponseMessage) else shown_messages(shown):
            for custom_id in custom_ids({"components": message.components}):
                if custom_id.startswith(f"b{verb}:"):
                    return await member.click(message, custom_id=custom_id)
        raise AssertionError(f"no button {verb!r} in {shown!r}")

    async def tapped(
        self,
        member: MemberActor,
        custom_id: str,
        values: Sequence[str] = (),
        channel: ChannelHandle | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Return a tap to emit later, any number of times: record and payload.

        discord.py drops a tap on an id that is not in its message, so the message is made up, too.
        """
        backend, channel = self.env.backend, channel or self.channel
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values else 2}
        if values:
            data["values"] = list(values)
        record, payload = simcord.interactions.base_payload(
            backend,
            type=3,
            channel_id=channel.id,
            guild_id=self.guild.id,
            user_id=member.id,
            data=data,
        )
        shown = (await member.slash(channel, "about")).response
        assert shown
        message = backend.messages[channel.id][shown.id]
        options = [{"label": value, "value": value} for value in values]
        part = data | {"label": "?", "style": 2, "options": options}
        part["type"] = part.pop("component_type")
        row = {"type": 1, "components": [part]}
        payload["message"] = {**serializers.message_payload(backend, message), "components": [row]}
        record.source_message_id = message.id
        return record, payload

    async def forged(
        self,
        member: MemberActor,
        custom_id: str,
        values: Sequence[str] = (),
        channel: ChannelHandle | None = None,
    ) -> InteractionResult:
        """Let a member tap a component that is not in any message of the bot."""
        record, payload = await self.tapped(member, custom_id, values, channel)
        self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        return InteractionResult(self.env, record)

    async def forge(
        self,
        member: MemberActor,
        custom_id: str,
        values: Sequence[str] = (),
        channel: ChannelHandle | None = None,
    ) -> str:
        """Return the words of the private answer to a forged tap; see `forged`."""
        return private(await self.forged(member, custom_id, values, channel))

    # What people see

    def _messages(self, channel: ChannelHandle, viewer: MemberActor | None = None) -> list[Message]:
        """Return what somebody sees in a channel, oldest first, at a fraction of its history."""
        made = self.env.backend.messages.get(channel.id, {}).values()
        seen = (m for m in made if m.visible_to(None if viewer is None else viewer.id))
        return sorted(seen, key=lambda message: message.id)

    def payload(self, channel_id: int, message_id: int) -> Mapping[str, Any]:
        """Return a message as Discord sends it to everybody."""
        backend = self.env.backend
        return serializers.message_payload(backend, backend.messages[channel_id][message_id])

    def public(self) -> list[Mapping[str, Any]]:
        """Return every message on the server that is not private, oldest first.

        Discord's own line about a thread's new name is left out, as nobody posted it.
        """
        backend = self.env.backend
        found = (
            message
            for channel_id, messages in backend.messages.items()
            if backend.channels[channel_id].guild_id is not None
            for message in messages.values()
        )
        return [
            self.payload(message.channel_id, message.id)
            for message in sorted(found, key=lambda m: m.id)
            if not message.is_ephemeral and message.type != MessageType.CHANNEL_NAME_CHANGE
        ]

    def posts(self, channel: ChannelHandle) -> list[str]:
        """Return the words of every public message of a channel, oldest first."""
        return [words(p) for p in self.public() if p["channel_id"] == str(channel.id)]

    def dms(self, member: MemberActor) -> list[str]:
        """Return the words of every DM the bot sent to a member, oldest first."""
        channel = member.user.dm_channel
        return [words(self.payload(channel.id, m.id)) for m in self._messages(channel)]

    def pushes(self, member: MemberActor) -> list[str]:
        """Return what a member's phone showed of pings and DMs, oldest first.

        A message made of components alone shows nothing: "".
        """
        made = strict.memory(self.env.backend).pushes
        return [push.text for push in made if push.user_id == member.id]

    def pinged(self, payload: Mapping[str, Any]) -> set[int]:
        """Return the users whose phones rang when a message came.

        An edit rings for nobody.
        """
        made = strict.memory(self.env.backend).pushes
        return {push.user_id for push in made if push.message_id == int(payload["id"])}


def shown_messages(result: InteractionResult) -> list[ResponseMessage]:
    """Return what the bot answered to an interaction, oldest first."""
    return [*([result.response] if result.response else []), *result.followups]


def private(result: InteractionResult) -> str:
    """Return the words of the answers to an interaction; all of them must be private."""
    messages = shown_messages(result)
    assert messages, "no answer"
    assert all(message.ephemeral for message in messages), "a public answer"
    return "\n".join(words({"content": m.content, "components": m.components}) for m in messages)


def words(payload: Mapping[str, Any]) -> str:
    """Return everything readable in a message: text, labels, options, alt text."""
    found = [str(payload.get("content") or "")]
    for part in parts(payload):
        found += [str(part[k]) for k in ("content", "label", "placeholder") if part.get(k)]
        found += [o["label"] for o in part.get("options", ()) if "label" in o]
        found += [str(i["description"]) for i in part.get("items", ()) if i.get("description")]
    return _MENTION.sub(r"\1", "\n".join(text for text in found if text))


def mentions_as_letters(env: simcord.Env) -> list[str]:
    """Return messages that mention commands where Discord would show raw text."""
    found: list[str] = []

    def look(sent: object, key: str) -> None:
        if isinstance(sent, Mapping):
            for name, part in sent.items():
                look(part, f"{key}.{sent.get('type')}" if name == "content" else str(name))
        elif isinstance(sent, Sequence) and not isinstance(sent, str | bytes):
            for part in sent:
                look(part, key)
        elif isinstance(sent, str) and _MENTION.search(sent) and not key.endswith(f".{_TEXT}"):
            found.append(f"{key}: {sent}")

    for request in env.http_requests:
        look(request.json, "")
    return found


_TEXT: Final = discord.ComponentType.text_display.value
_MENTION: Final = re.compile(r"<(/[a-z_ -]+):\d+>")
"""A command to tap: Discord shows its name."""


def custom_ids(payload: Mapping[str, Any]) -> list[str]:
    """Return the custom ids in a message."""
    return [part["custom_id"] for part in parts(payload) if part.get("custom_id")]


def parts(payload: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield every component of a message, at any depth."""
    inside = [*payload.get("components", ()), payload.get("accessory"), payload.get("component")]
    for part in inside:
        if part:
            yield part
            yield from parts(part)
