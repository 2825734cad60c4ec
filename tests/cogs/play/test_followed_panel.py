"""A panel after a move that computers answer shows what is next once they have."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest
import simcord.interactions
from simcord.backend import serializers
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from cogs.play.panel import FOLLOWED_S, _is_up_to_computers
from cogs.ui import answers
from rules.notation import format_move
from rules.protocol import Move
from tests.cogs.play.driver import Panel
from tests.matches.fakes import until
from tests.matches.helpers import amend
from tests.world import World, custom_ids, private, words

WAITING = "Waiting for: ⚙ Cog •."
ORIGINAL = "/messages/@original"


class Mind:
    """A computer that decides when it is told to."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def think(self, rules: Any, state: Any, seat: int, *_: Any, **facts: Any) -> Move:
        await self.go.wait()
        return cast("Move", rules.legal_moves(state, seat)[0])


class Evening:
    """Ada's match against computers, and what is shown in her panel."""

    def __init__(self, world: World, home: ChannelHandle) -> None:
        self.world, self.home = world, home
        self.mind, self.requests = Mind(), 0
        world.bot.service.computers._thinker = self.mind

    @property
    def edits(self) -> int:
        """How often a private answer was filled or changed."""
        made = self.world.env.http_requests
        return sum(one.method == "PATCH" and one.path.endswith(ORIGINAL) for one in made)

    @property
    def is_asked(self) -> bool:
        info = self.world.bot.service.known(1)
        return info is not None and 0 in info.to_act

    def emit(self, panel: Panel, custom_id: str) -> InteractionResult:
        """Tap something in a panel, without waiting for what follows."""
        env, shown = self.world.env, panel._message
        stored = env.backend.messages[self.home.id][shown.id]
        record, payload = simcord.interactions.base_payload(
            env.backend,
            type=3,
            channel_id=self.home.id,
            guild_id=self.world.guild.id,
            user_id=panel.member.id,
            data={"custom_id": custom_id, "component_type": 2},
        )
        payload["message"] = dict(serializers.message_payload(env.backend, stored))
        record.source_message_id = stored.id
        env.backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(env, record)

    def shown(self, panel: Panel) -> str:
        """Return the words of a panel as they are now."""
        return words(self.world.payload(self.home.id, panel._message.id))

    async def ready(self) -> Panel:
        """Return Ada's panel, in which she only has to end her turn."""
        while True:
            moves = (await self.world.bot.service.glance(1, self.world.ada.id)).moves
            first = format_move(moves[0])
            if first == "done":
                return await Panel(self.world, self.world.ada).open(self.home)
            await self.make(first)

    async def make(self, move: str) -> None:
        """Make a move of Ada's without Discord."""
        self.requests += 1
        await self.world.bot.service.play(1, self.world.ada.id, move, interaction_id=self.requests)
        await self.world.settle()

    async def confirm(self) -> Panel:
        """Confirm a move, and return the panel once it waits for the computer."""
        panel = await self.ready()
        before = self.edits
        self.emit(panel, panel.ids("bpconfirm:")[0])
        await until(lambda: self.edits > before and WAITING in self.shown(panel))
        return panel


@pytest.fixture
async def evening(world: World) -> Evening:
    world.locales.clear()
    return Evening(world, await world.open(world.ada, computers=1, seats=2, level="easy"))


async def test_the_panel_shows_the_next_decision_without_a_tap(evening: Evening) -> None:
    world = evening.world
    panel = await evening.confirm()
    posts, calls, edits = len(world.public()), len(world.pushes(world.ada)), evening.edits
    evening.mind.go.set()
    await world.settle()
    assert evening.is_asked
    assert WAITING not in evening.shown(panel)
    assert "Which parcel" in evening.shown(panel)
    assert evening.edits == edits + 1
    assert len(world.public()) == posts + 1, "the post of both moves"
    assert len(world.pushes(world.ada)) == calls + 2, "that post and a direct message"


async def test_so_does_the_answer_to_a_typed_move(evening: Evening) -> None:
    world = evening.world
    await evening.ready()
    evening.mind.go.set()
    before = evening.edits
    answer = await world.ada.slash(evening.home, "move", move="done")
    assert WAITING not in private(answer)
    assert "Which parcel" in private(answer)
    assert evening.edits == before + 2


async def test_nothing_is_locked_while_the_panel_waits(evening: Evening) -> None:
    await evening.confirm()
    async with asyncio.timeout(1), evening.world.bot.service._cache.lock(1):
        pass
    evening.mind.go.set()
    await evening.world.settle()


async def test_a_tap_in_the_meantime_wins(evening: Evening) -> None:
    panel = await evening.confirm()
    before = evening.edits
    (explain,) = [i for i in panel_ids(evening, panel) if i.startswith("bexplain:")]
    evening.emit(panel, explain)
    await until(lambda: evening.edits > before)
    explained = evening.shown(panel)
    evening.mind.go.set()
    await evening.world.settle()
    assert evening.is_asked
    assert evening.shown(panel) == explained
    assert evening.edits == before + 1


def panel_ids(evening: Evening, panel: Panel) -> list[str]:
    return custom_ids(evening.world.payload(evening.home.id, panel._message.id))


async def test_who_has_lost_the_seat_meanwhile_is_shown_nothing_more(evening: Evening) -> None:
    world = evening.world
    panel = await evening.confirm()
    before = evening.edits
    await amend(
        world.bot.service,
        1,
        lambda info, _: info.with_seat(replace(info.seats[0], user_id=world.bo.id)),
    )
    evening.mind.go.set()
    await world.settle()
    assert evening.is_asked
    assert evening.edits == before
    assert WAITING in evening.shown(panel)


@pytest.mark.parametrize(
    ("to_act", "follows"), [({1}, True), ({1, 2}, False), ({2}, False), (set(), False)]
)
async def test_a_panel_waits_for_computers_alone(
    world: World, to_act: set[int], *, follows: bool
) -> None:
    await world.open(world.ada, world.bo, computers=1, seats=3, level="easy")
    info = await world.bot.service.info(1)
    assert [seat.level for seat in info.seats] == ["", "easy", ""]
    assert _is_up_to_computers(replace(info, to_act=frozenset(to_act))) == follows


def test_only_the_last_taps_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_TAPPED", 2)
    taps = answers.Taps()
    for message, tap in ((1, 5), (2, 6), (1, 7), (3, 8)):
        taps.note(message, tap)
    assert taps._newest == {1: 7, 3: 8}


async def test_a_refused_edit_is_dropped_silently(evening: Evening) -> None:
    world = evening.world
    panel = await evening.confirm()
    before = len(world.env.http_requests)
    world.fail("PATCH", f"*{ORIGINAL}", 404, 10008)
    evening.mind.go.set()
    await world.settle()
    assert evening.is_asked
    assert WAITING in evening.shown(panel)
    asked = [one for one in world.env.http_requests[before:] if "/webhooks/" in one.path]
    assert len(asked) == 1, "no apology follows"


async def test_a_bot_that_stops_waits_no_longer(evening: Evening) -> None:
    world = evening.world
    panel = await evening.confirm()
    before = evening.edits
    await world.bot.service.computers.close()  # comes before requests are given time to finish
    await until(lambda: not running())
    await world.restart()
    await world.bot.service.computers.rest()
    await world.settle()
    assert evening.is_asked
    assert evening.edits == before
    assert WAITING in evening.shown(panel)


def running() -> list[str]:
    """Return the taps that are being handled."""
    names = (one.get_name() for one in asyncio.all_tasks())
    return [name for name in names if name.startswith("discord-ui-dynamic-item-")]


async def test_computers_that_take_too_long_are_not_waited_for(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[tuple[int, float]]()

    async def too_long(match_id: int, within_s: float) -> None:
        asked.append((match_id, within_s))

    monkeypatch.setattr(evening.world.bot.service.computers, "rest_in", too_long)
    panel = await evening.confirm()
    before = evening.edits
    await until(lambda: not running())
    evening.mind.go.set()
    await evening.world.settle()
    assert asked == [(1, FOLLOWED_S)]
    assert evening.edits == before
    assert WAITING in evening.shown(panel)


async def test_the_end_of_the_match_is_shown(evening: Evening) -> None:
    evening.mind.go.set()
    while (await evening.world.bot.service.info(1)).status == "live":
        panel = await evening.ready()
        await panel.press("pconfirm")
        assert WAITING not in panel.words()
    log = await evening.world.bot.service.history.log(1, None)
    movers = [entry.seat for entry in log if entry.seat >= 0]
    assert movers[-1] == 1, "a computer's move ends the match"
    assert "The match is over." in panel.words()


async def test_another_person_who_has_to_decide_is_waited_for(world: World) -> None:
    world.locales.clear()
    home = await world.open(world.ada, world.bo, computers=1, seats=3, level="easy")
    people, seen, rng = {one.id: one for one in world.members}, set[str](), Random(1)
    while (info := await world.bot.service.info(1)).status == "live":
        panel = await Panel(world, people[info.seats[min(info.to_act)].user_id]).open(home)
        await panel.play(rng)
        assert "⚙" not in waited_for(panel.words())
        seen |= {name for name in ("Ada", "Bo") if name in waited_for(panel.words())}
    assert seen == {"Ada", "Bo"}


def waited_for(shown: str) -> str:
    """Return the line that says for whom a panel waits, or nothing."""
    return next((line for line in shown.split("\n") if "Waiting for:" in line), "")
