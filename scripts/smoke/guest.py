"""The bot of a visit, and interactions as Discord would send them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any, Final

import discord
from discord.webhook.async_ import async_context

from bot import StolikBot
from cogs.outbox.delivery import Delivery
from config import Settings
from matches.domain.outbox_item import ItemKind, OutboxRow, Sent
from matches.outbox import Outbox
from matches.sender import Refused, TryLater
from scripts.smoke.findings import Findings
from scripts.smoke.in_channel import EPHEMERAL, Asked, InChannel
from scripts.smoke.watch import Payload, Watch

COMMAND, COMPONENT = 2, 3
"""Types of interactions."""
SELECT: Final = 3
"""The type of a select."""
OPTION_TYPES: Final = {str: 3, int: 4, bool: 5}
WEEK: Final = timedelta(days=7)
ANSWER_S: Final = 120.0
"""How long an answer may take; discord.py waits for rate limits meanwhile."""


class Guest(StolikBot):
    """The bot, which says what Discord refuses.

    Attributes:
        findings: What was tried.
        watch: What was posted.
        reader: The only user who gets direct messages; 0 if nobody does.
        kinds: The kinds of outbox rows that were sent.
        brought: The emojis that were uploaded.
    """

    def __init__(self, settings: Settings, findings: Findings) -> None:
        super().__init__(settings)
        self.findings, self.watch = findings, Watch(self.http, findings)
        self.reader = 0
        self.kinds: set[ItemKind] = set()
        self.brought: list[discord.Emoji] = []

    async def setup_hook(self) -> None:
        """Set up the bot, with an outbox that is watched."""
        await super().setup_hook()
        self.outbox = Outbox(self.store, self.service, _Noted(self), self.clock)

    async def announce_closing(self, match_id: int) -> None:
        """Announce that a match will be closed, as if nobody had touched it for long."""
        info, now = await self.service.info(match_id), self.clock()
        await self.service.closing._announce(info, now, now + WEEK)

    async def _tell_discord(self) -> None:
        """Send no commands: the visit registers them in one server only."""


class _Noted:
    """A sender that reports each row, and gives up what Discord refuses."""

    def __init__(self, bot: Guest) -> None:
        self._bot, self._delivery = bot, Delivery(bot)

    async def send(self, row: OutboxRow) -> Sent | None:
        """Send a row; direct messages go to the reader alone."""
        if row.lane.is_private and row.user_id != self._bot.reader:
            return None
        slug, sent = (await self._bot.service.info(row.match_id)).slug, None
        with self._bot.findings.trying(f"post {row.kind.name.lower()} of {slug}") as thing:
            try:
                sent = await self._delivery.send(row)
            except (Refused, TryLater) as error:
                if not thing.faults:
                    thing.faults.append(repr(error.__cause__ or error))
            if sent is not None:
                self._bot.kinds.add(row.kind)
            elif not thing.faults:
                thing.note = "nothing left to say"
        return sent

    async def find(self, row: OutboxRow) -> Sent | None:
        """Return the row's message; nothing here is sent twice."""
        return await self._delivery.find(row)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays in this visit.

    Attributes:
        member: The member as Discord tells of them.
    """

    id: int
    name: str
    locale: str
    member: Payload


class Asking:
    """Gives the bot interactions and posts its answers."""

    def __init__(self, bot: Guest, guild_id: int) -> None:
        self._bot, self._guild_id = bot, guild_id
        self._answers = InChannel(bot.http)
        self._numbers = count(1)
        self._channels: dict[int, Payload] = {}

    async def type(
        self, who: Person, channel_id: int, command: str, options: Mapping[str, Any], friend: Person
    ) -> Asked:
        """Give the bot a command; an option `friend` names that person."""
        root, *path = command.split()
        chosen: list[Payload] = [
            {"type": OPTION_TYPES[type(value)], "name": name, "value": value}
            for name, value in options.items()
            if name != "friend"
        ]
        if "friend" in options:
            chosen.append({"type": 6, "name": "friend", "value": str(friend.id)})
        for name in reversed(path):
            chosen = [{"type": 1, "name": name, "options": chosen}]
        bare = {name: fact for name, fact in friend.member.items() if name != "user"}
        known = {
            "users": {str(friend.id): friend.member["user"]},
            "members": {str(friend.id): {**bare, "permissions": "0"}},
        }
        data = {"id": "1", "name": root, "type": 1, "options": chosen, "resolved": known}
        return await self._ask(who, channel_id, COMMAND, data)

    async def tap(self, who: Person, message: Payload, part: Payload) -> Asked:
        """Give the bot a tap on a button, or the choice of a select's last option."""
        data: Payload = {"custom_id": part["custom_id"], "component_type": part["type"]}
        if part["type"] == SELECT:
            data["values"] = [part["options"][-1]["value"]]
        private = {**message, "flags": message["flags"] | EPHEMERAL}
        return await self._ask(who, int(message["channel_id"]), COMPONENT, data, private)

    async def _ask(
        self, who: Person, channel_id: int, kind: int, data: Payload, tapped: Payload | None = None
    ) -> Asked:
        number = discord.utils.time_snowflake(discord.utils.utcnow()) + next(self._numbers)
        place = await self._place(channel_id)
        payload: Payload = {
            "id": str(number),
            "application_id": str(self._bot.application_id),
            "type": kind,
            "token": f"smoke-{number}",
            "version": 1,
            "data": data,
            "channel_id": str(channel_id),
            "channel": place,
            "locale": who.locale,
            "app_permissions": place.get("permissions", "0"),
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(self._guild_id)},
            "attachment_size_limit": discord.utils.DEFAULT_FILE_SIZE_LIMIT_BYTES,
        }
        if place["type"] == discord.ChannelType.private.value:
            payload |= {"user": who.member["user"], "context": 1}
        else:
            guild = {"id": str(self._guild_id), "locale": "en-US", "features": []}
            everything = str(discord.Permissions.all().value)
            payload |= {"member": {**who.member, "permissions": everything}, "guild": guild}
            payload |= {"guild_id": guild["id"], "guild_locale": "en-US", "context": 0}
        if tapped is not None:
            payload["message"] = tapped
        asked = self._answers.asked[payload["token"]] = Asked(channel_id, tapped)
        await self._answered(payload)
        return asked

    async def _answered(self, payload: Payload) -> None:
        """Let the bot handle an interaction, as if the gateway had brought it."""
        mark, before = async_context.set(self._answers), asyncio.all_tasks()
        try:
            self._bot._connection.parsers["INTERACTION_CREATE"](payload)
        finally:
            async_context.reset(mark)
        done, late = await asyncio.wait(asyncio.all_tasks() - before, timeout=ANSWER_S)
        if late:
            self._bot.findings.fault("the bot takes too long")
        for task in done:
            task.result()

    async def _place(self, channel_id: int) -> Payload:
        """Return a channel as an interaction has it."""
        if channel_id not in self._channels:
            self._channels[channel_id] = dict(await self._bot.http.get_channel(channel_id))
        found = self._channels[channel_id]
        here = self._bot.get_channel(int(found.get("parent_id") or 0)) or self._bot.get_channel(
            channel_id
        )
        if isinstance(here, discord.TextChannel):
            held = here.permissions_for(here.guild.me)
            return {**found, "permissions": str(held.value)}
        return found
