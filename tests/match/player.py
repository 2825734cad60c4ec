"""A person at play: sees what Discord shows her, and uses buttons, lists and commands, no more."""

from __future__ import annotations

from random import Random
from typing import Any

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import ResponseMessage

from tests.world import World, parts, shown_messages

PATIENCE = 12
"""Taps after which a decision must be made."""


class Player:
    """Plays by chance, in a panel or by commands, whichever comes first to her mind.

    Attributes:
        taps: By decision made in a panel: how many taps it took, the opening one included.
        moves: How many moves she made.
    """

    def __init__(self, world: World, number: int, rng: Random) -> None:
        self._world = world
        self._number = number
        self._rng = rng
        self.taps: list[int] = []
        self.moves = 0

    @property
    def member(self) -> MemberActor:
        """The member she is; another handle after a crash of the bot."""
        return self._world.members[self._number]

    async def decide(self, channel: ChannelHandle) -> None:
        """Make one decision that waits for her."""
        if self._rng.random() < 0.5:
            await self.by_panel(channel)
        else:
            await self.by_command(channel)
        self.moves += 1

    async def by_panel(self, channel: ChannelHandle) -> None:
        """Tap Your move on the newest post, choose what is offered, confirm."""
        message = _last(await self._world.tap(self.member, channel, "turn"))
        for taps in range(2, PATIENCE):
            confirm = _button(message, "bpyes:")
            if confirm is not None:
                await self.member.click(message, custom_id=confirm["custom_id"])
                self.taps.append(taps)
                return
            message = await self._choose(message)
        raise AssertionError(f"no decision after {PATIENCE} taps: {_read(message)}")

    async def _choose(self, message: ResponseMessage) -> ResponseMessage:
        """Pick something in the first list that is still open, else one of the kinds of move."""
        for select in _components(message, 3):
            options = [option["value"] for option in select["options"]]
            if not any(option.get("default") for option in select["options"]):
                pick = self._rng.choice(options)
                chosen = await self.member.select(
                    message, values=[pick], custom_id=select["custom_id"]
                )
                return _last(chosen)
        kinds = [b for b in _components(message, 2) if b["custom_id"].startswith("bptype:")]
        assert kinds, f"nothing to choose: {_read(message)}"
        kind = self._rng.choice(kinds)
        return _last(await self.member.click(message, custom_id=kind["custom_id"]))

    async def by_command(self, channel: ChannelHandle) -> None:
        """Write ``/move`` and take one of the moves it offers."""
        offered = await self.member.autocomplete(channel, "move", "move", "")
        assert 1 <= len(offered) <= 25, offered
        notation = self._rng.choice(offered)["value"]
        verb = notation.split()[0]
        if self._rng.random() < 0.3:
            narrowed = await self.member.autocomplete(channel, "move", "move", verb)
            assert narrowed, verb
        result = await self.member.slash(channel, "move", move=notation)
        assert all(message.ephemeral for message in shown_messages(result))


def _last(result: Any) -> ResponseMessage:
    messages = shown_messages(result)
    assert messages, f"no answer: {result!r}"
    assert messages[-1].ephemeral
    return messages[-1]


def _components(message: ResponseMessage, kind: int) -> list[Any]:
    found = parts({"components": message.components})
    return [c for c in found if c.get("type") == kind and not c.get("disabled")]


def _button(message: ResponseMessage, prefix: str) -> Any:
    buttons = _components(message, 2)
    return next((b for b in buttons if b.get("custom_id", "").startswith(prefix)), None)


def _read(message: ResponseMessage) -> list[str]:
    found = parts({"components": message.components})
    return [str(c.get("content") or c.get("label") or c.get("custom_id")) for c in found]
