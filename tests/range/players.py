"""Players who see only what a user sees, and tap by what a button says."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, Final, TypeVar

from tests.range.forms import BUTTON, SELECT, TEXT
from tests.range.interactions import Asked
from tests.range.permissions import READ_MESSAGE_HISTORY, VIEW_CHANNEL, held_in
from tests.range.server import Range
from tests.range.world import Channel, Kept, Payload

ANSWER_S: Final = 10.0
"""How long a player waits for an answer that was promised."""
AGAIN_S: Final = 1.5
"""After how long without news a player looks again whether it's their move."""
LOOK_S: Final = 0.03
"""How often a player looks whether there is something new."""
PRIMARY: Final = 1
"""The style of a button that is chosen already."""
STEPS: Final = 12
"""The most taps in a panel before a player gives up and types the move."""
CONFIRM, YOUR_MOVE, REMATCH = "Confirm", "Your move", "Rematch"
IN_ADVANCE: Final = "You can already choose your next move."
"""What a panel says when it isn't the player's move."""
ASIDE: Final = (
    "Undo",
    "Back",
    "Ask",
    "Explain",
    "Why",
    "Rules",
    "Clear",
    "Change",
    "Queue",
    "◀",
    "▶",
)
"""How the buttons begin that don't lead to a move."""

T = TypeVar("T")


class Blocked(Exception):  # noqa: N818 - it's what a client shows, no error of the range
    """A user can't do this: they don't see it, or it's disabled."""


class Player:
    """A user in one server, and what they do.

    Attributes:
        id: The user.
        name: Their name.
    """

    def __init__(self, discord: Range, user_id: int) -> None:
        self.discord, self.id = discord, user_id
        self.name = discord.world.user(user_id).name

    # What they see.

    def reads(self, channel: Channel) -> list[Kept]:
        """Return the messages that they see in a channel, oldest first."""
        return list(self._backwards(channel))[::-1]

    def _backwards(self, channel: Channel) -> Iterator[Kept]:
        """Yield the messages that they see in a channel, newest first."""
        needed = VIEW_CHANNEL | READ_MESSAGE_HISTORY
        if held_in(self.discord.world, channel, self.id) & needed == needed:
            for kept in reversed(channel.messages.values()):
                if kept.viewer in (None, self.id):
                    yield kept

    def inbox(self) -> list[Kept]:
        """Return their direct messages, oldest first."""
        return self.reads(self.discord.world.dm(self.id))

    def pushes(self, channel: Channel) -> list[str]:
        """Return what their phone showed: of a layout nothing, of other messages the content."""
        return [one.first for one in self.reads(channel) if self.id in one.called]

    @staticmethod
    def words(kept: Kept) -> str:
        """Return all text of a message."""
        texts = [one["content"] for one in kept.parts() if one["type"] == TEXT]
        return "\n".join([kept.payload["content"], *texts])

    @staticmethod
    def buttons(kept: Kept) -> dict[str, Payload]:
        """Return the buttons of a message by what they say."""
        return {
            one.get("label") or one["emoji"]["name"]: one
            for one in kept.parts()
            if one["type"] == BUTTON
        }

    # What they do.

    async def type(self, channel: Channel, *path: str, **options: Any) -> Asked:
        """Type a command, and wait for its answer."""
        self._check_here(channel)
        return await self._answered(await self.discord.slash(channel.id, self.id, *path, **options))

    async def offered(
        self, channel: Channel, *path: str, focus: str, **options: Any
    ) -> list[Payload]:
        """Return what is offered while they type an option."""
        self._check_here(channel)
        asked = await self.discord.typing(channel.id, self.id, *path, focus=focus, **options)
        return (await self._answered(asked)).choices

    async def tap(self, channel: Channel, kept: Kept, label: str) -> Asked:
        """Tap a button of a message, and wait for the answer."""
        button = self.buttons(kept).get(label)
        self._check_works(channel, kept, button)
        assert button is not None
        return await self._answered(
            await self.discord.click(channel.id, self.id, button["custom_id"], kept)
        )

    async def pick(self, channel: Channel, kept: Kept, select: Payload, label: str) -> Asked:
        """Choose an option of a select, and wait for the answer."""
        self._check_works(channel, kept, select)
        values = [one["value"] for one in select["options"] if one["label"] == label]
        return await self._answered(
            await self.discord.choose(channel.id, self.id, select["custom_id"], values[:1], kept)
        )

    def _check_here(self, channel: Channel) -> None:
        if not held_in(self.discord.world, channel, self.id) & VIEW_CHANNEL:
            raise Blocked(f"{self.name} doesn't see {channel.name}")

    def _check_works(self, channel: Channel, kept: Kept, part: Payload | None) -> None:
        """Refuse what a client doesn't let a user do."""
        if not any(one is kept for one in self.reads(channel)):
            raise Blocked(f"{self.name} doesn't see this message")
        if part is None or part not in list(kept.parts()):
            raise Blocked(f"there is no such button: {list(self.buttons(kept))}")
        if part.get("disabled") or "custom_id" not in part:
            raise Blocked(f"this is disabled, or a link: {part}")
        if channel.locked:
            raise Blocked("in a locked thread nothing can be tapped")

    async def _answered(self, asked: Asked) -> Asked:
        """Wait for an answer, as long as a user's Discord does; else it shows that it failed."""
        await asyncio.wait_for(asked.first.wait(), self.discord.rates.grants.answer_s)
        await asyncio.wait_for(asked.answered, ANSWER_S)
        return asked


class RandomPlayer(Player):
    """Plays random legal moves, by tapping or by typing.

    Attributes:
        moves: How many moves they made.
        taps: The share of moves that are made in the panel.
        rng: Decides about the next move; how often they look for it changes nothing.
    """

    def __init__(self, discord: Range, user_id: int, seed: int = 0, taps: float = 0.3) -> None:
        super().__init__(discord, user_id)
        self.moves, self.taps, self._seed = 0, taps, seed
        self.rng = Random()

    async def play(self, home: Channel, enough: Callable[[], bool] = lambda: False) -> None:
        """Play until the match is over, or it's enough."""
        seen, looked = (0, 0), 0.0
        while not self.is_over(home) and not enough():
            post, now = self.called_by(home), time.monotonic()
            is_new = post is not None and (post.id, post.edits) != seen
            if post is None or not (is_new or now > looked + AGAIN_S):
                await asyncio.sleep(LOOK_S)
                continue
            seen, looked = (post.id, post.edits), now
            with suppress(TimeoutError):  # they look again
                while not enough() and await self._move(home, post):
                    self.moves += 1

    def is_over(self, home: Channel) -> bool:
        """Return whether the newest posts say that the match is over."""
        public = (kept for kept in self._backwards(home) if kept.viewer is None)
        return any(REMATCH in self.buttons(kept) for kept in islice(public, 3))

    def called_by(self, home: Channel) -> Kept | None:
        """Return the newest post of a turn, if it says that it's their move."""
        for kept in self._backwards(home):
            if kept.viewer is None and YOUR_MOVE in self.buttons(kept):
                asked = [line for line in self.words(kept).splitlines() if YOUR_MOVE in line]
                return kept if any(f"<@{self.id}>" in line for line in asked) else None
        return None

    async def _move(self, home: Channel, post: Kept) -> bool:
        """Make a move; return False if there was none to make."""
        self.rng = Random(f"{self._seed} {self.id} {self.moves}")
        if self.rng.random() < self.taps:
            done = await self._tap_move(home, post)
            if done is not None:
                return done
        choices = await self.offered(home, "move", focus="move", move="")
        if not choices:
            return False
        chosen = self.rng.choice(choices)
        await self.type(home, "move", move=chosen["value"])
        return True

    async def _tap_move(self, home: Channel, post: Kept) -> bool | None:
        """Make a move in the panel; return None if they lost their way there."""
        panel = (await self.tap(home, post, YOUR_MOVE)).shown
        for _ in range(STEPS):
            assert panel is not None
            if CONFIRM in self.buttons(panel):
                await self.tap(home, panel, CONFIRM)
                return True
            ways = list(self._ways(panel))
            if not ways or IN_ADVANCE in self.words(panel):
                return False
            part, label = self.rng.choice(ways)
            if part["type"] == SELECT:
                await self.pick(home, panel, part, label)
            else:
                await self.tap(home, panel, label)
        return None

    def _ways(self, panel: Kept) -> Iterator[tuple[Payload, str]]:
        """Yield what leads on in a panel: parts of a move that aren't chosen yet."""
        for part in panel.parts():
            if part["type"] == SELECT and not any(one.get("default") for one in part["options"]):
                yield part, self.rng.choice(part["options"])["label"]
        for label, button in self.buttons(panel).items():
            works = not button.get("disabled") and "custom_id" in button
            if works and button["style"] != PRIMARY and not label.startswith(ASIDE):
                yield button, label


async def sit_down(players: list[Player], channel: Channel, game: str, **options: Any) -> Channel:
    """Open a match, let all join, and start it; return the thread where it's played."""
    host, *others = players
    discord = host.discord
    known = set(channel.messages)
    await host.type(channel, "match", "new", game=game, seats=len(players), **options)
    lobby = await _until(lambda: _new_post(host, channel, known, "Join"))
    for other in others:
        await other.tap(channel, lobby, "Join")
    await _until(lambda: _enabled(host, lobby, "Start"))
    await host.tap(channel, lobby, "Start")
    return await _until(lambda: discord.world.channels.get(lobby.id))


def _new_post(player: Player, channel: Channel, known: set[int], label: str) -> Kept | None:
    new = [one for one in player.reads(channel) if one.id not in known and one.viewer is None]
    return next((one for one in new if label in player.buttons(one)), None)


def _enabled(player: Player, kept: Kept, label: str) -> bool:
    button = player.buttons(kept).get(label)
    return button is not None and not button.get("disabled")


async def _until(look: Callable[[], T | None]) -> T:
    """Return what `look` finds, once it finds something."""
    async with asyncio.timeout(ANSWER_S):
        while True:
            if found := look():
                return found
            await asyncio.sleep(LOOK_S)
