"""A player at the panel, who knows only what they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.builders import ChannelHandle, UserHandle
from simcord.results import InteractionResult, ResponseMessage

from rules.pad import WAYS, Way
from tests.world import World, custom_ids, parts, words

ON_THE_PAD = 0.6
"""The chance that a piece is moved once more before it is confirmed."""
MAX_PARTS = 40
"""The most components of a message.

Discord has this limit, but the simulated one does not.
"""


class Panel:
    """The panel of one player.

    Attributes:
        message: The private message, as last changed.
    """

    def __init__(self, world: World, member: MemberActor) -> None:
        self.world = world
        self.member = member
        self._actor: MemberActor | UserHandle = member
        self.message: ResponseMessage | None = None

    async def open(self, home: ChannelHandle) -> Panel:
        """Tap Your move on the newest post."""
        self._see(await self.world.tap(self.member, home, "turn"))
        return self

    async def open_dm(self) -> Panel:
        """Tap Your move in the newest direct message."""
        self._actor = self.member.user
        message = self.member.user.dm_channel.history()[-1]
        ids = custom_ids(self.world.payload(message.channel.id, message.id))
        (custom_id,) = (i for i in ids if i.startswith("bturn:"))
        self._see(await self._actor.click(message, custom_id=custom_id))
        return self

    async def press(self, verb: str, rest: str | None = None) -> Panel:
        """Tap the first button of a verb, or the one whose id continues like this."""
        ids = [i for i in self.ids(f"b{verb}:") if rest is None or i.endswith(rest)]
        assert ids, f"no button {verb!r} in {self.words()}"
        return await self.click(ids[0])

    async def click(self, custom_id: str) -> Panel:
        self._see(await self._actor.click(self._message, custom_id=custom_id))
        return self

    async def pick(self, value: str, menu: int = -1) -> Panel:
        """Choose a value in a select, by default the last one, or by its button."""
        custom_id = self.menus()[menu]["custom_id"]
        if custom_id.startswith("b"):
            return await self.click(self._part_buttons()[value])
        self._see(await self._actor.select(self._message, [value], custom_id=custom_id))
        return self

    def _see(self, result: InteractionResult) -> None:
        self.answer = result
        message = result.response or result.followups[-1]
        assert message.ephemeral
        assert len(list(parts({"components": message.components}))) <= MAX_PARTS
        self.message = message

    @property
    def _message(self) -> ResponseMessage:
        assert self.message is not None
        return self.message

    @property
    def shown(self) -> Mapping[str, Any]:
        return {"content": self._message.content, "components": self._message.components}

    def words(self) -> str:
        return words(self.shown)

    def ids(self, start: str = "") -> list[str]:
        """Return the custom ids of everything that can be tapped."""
        live = [p for p in parts(self.shown) if "custom_id" in p and not p.get("disabled")]
        return [p["custom_id"] for p in live if p["custom_id"].startswith(start)]

    def labels(self) -> list[str]:
        """Return the labels of the buttons."""
        return [part["label"] for part in parts(self.shown) if part.get("label")]

    def styles(self) -> dict[str, int]:
        """Return the styles of the buttons by their labels."""
        return {part["label"]: part["style"] for part in parts(self.shown) if part.get("label")}

    def menus(self) -> list[Mapping[str, Any]]:
        """Return the selects, top to bottom; the buttons of a part count as one."""
        found: list[Mapping[str, Any]] = [p for p in parts(self.shown) if p["type"] == 3]
        if buttons := self._part_buttons():
            options = [{"value": value} for value in buttons]
            found.append({"custom_id": next(iter(buttons.values())), "options": options})
        return found

    def _part_buttons(self) -> dict[str, str]:
        """Return the custom ids of the buttons of an open part, by the values they choose."""
        return {custom_id.rpartition("~")[2]: custom_id for custom_id in self.ids("bppart:")}

    def values(self, menu: int = -1) -> list[str]:
        return [option["value"] for option in self.menus()[menu]["options"]]

    def picked(self, menu: int = -1) -> str | None:
        """Return the chosen value of a select."""
        found = [o["value"] for o in self.menus()[menu]["options"] if o.get("default")]
        return found[0] if found else None

    async def play(self, rng: Random) -> int:
        """Make a random move of those shown; return how many taps it takes.

        A piece on a pad is also moved around; that is optional and not counted.
        """
        taps = 0
        while not self.ids("bpconfirm:"):
            taps += 1
            if not self.menus() or (self.picked() is not None):
                await self.click(rng.choice(self.ids("bptype:")))
            else:
                await self.pick(rng.choice(self.values()))
        while (there := self.ways()) and rng.random() < ON_THE_PAD:
            await self.press(f"p{rng.choice(there)}")
        await self.press("pconfirm")
        return taps

    def ways(self) -> list[Way]:
        """Return the buttons of a pad that move the piece; none if there is no pad."""
        return [way for way in WAYS if self.ids(f"bp{way}:")]


def tapped_payload(
    world: World,
    member: MemberActor,
    channel_id: int,
    message_id: int,
    custom_id: str,
    values: list[str] | None = None,
) -> dict[str, Any]:
    """Return a tap as Discord would send it, to emit any number of times."""
    import simcord.interactions

    backend = world.env.backend
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
    if values is not None:
        data["values"] = values
    record, payload = simcord.interactions.base_payload(
        backend,
        type=3,
        channel_id=channel_id,
        guild_id=backend.channels[channel_id].guild_id,
        user_id=member.id,
        data=data,
    )
    message = backend.messages[channel_id][message_id]
    payload["message"] = dict(serializers.message_payload(backend, message))
    record.source_message_id = message_id
    return dict(payload)


async def turn_of(world: World) -> int:
    return min((await world.bot.service.info(1)).to_act)


async def to_the_flags(world: World) -> Panel:
    """Let Ada and Bo choose parcels; return the panel of the first to place a flag."""
    home = await world.open(world.ada, world.bo)
    for member in (world.ada, world.bo):
        panel = await Panel(world, member).open(home)
        await panel.pick(panel.values()[0])
        await panel.press("pconfirm")
    return await Panel(world, world.members[await turn_of(world)]).open(home)
