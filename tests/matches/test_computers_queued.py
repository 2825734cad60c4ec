"""Queued moves and standing answers of people between the moves of two computers."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from matches.domain.model import Opening
from rules.protocol import Move
from rules.text import Seat
from tests.matches.fakes import until
from tests.matches.helpers import ANN, CHANNEL, GUILD, House
from tests.matches.test_computers import thinking
from tests.toy import Done, Place, Square, ToyState

QUEUED, OTHER = Square(0, 0), Square(0, 1)


class Mind:
    """Choices that put Ann's turn between those of the computers, of which each may wait.

    Attributes:
        go: By seat, what its decisions wait for.
        seen: Where Ann's flags were when the second computer was asked.
    """

    def __init__(self) -> None:
        self.go = {1: asyncio.Event(), 2: asyncio.Event()}
        self.seen: list[tuple[Square, ...]] = []

    async def __call__(
        self, rules: Any, state: ToyState, seat: Seat, *_: Any, **facts: Any
    ) -> Move:
        if not state.order:
            return cast("Move", rules.legal_moves(state, seat)[0 if seat == 1 else -1])
        if state.placed:
            return Done()
        if seat == 2:
            self.seen.append(tuple(cell for cell, by in state.flags if by == 0))
        await self.go[seat].wait()
        return Place(Square(3 + state.round, seat))


async def thinking_after_a_queued_move(house: House) -> tuple[House, Mind, int]:
    """Return a match in which the second computer thinks of what Ann has queued."""
    house, _ = thinking(house, Mind())
    opening = Opening(
        slug="toy",
        guild_id=GUILD,
        channel_id=CHANNEL,
        user_id=ANN,
        name="Ann",
        options=frozenset({"single"}),
        computers=2,
    )
    match_id = (await house.service.lobby.create(opening)).id
    await house.service.lobby.start(match_id, ANN)
    await house.service.computers.rest()
    await house.play(match_id, ANN, "choose 4")
    await house.service.answer(match_id, ANN, "done", on=True, interaction_id=house.interaction())
    await house.service.prepare(match_id, ANN, f"place {QUEUED}")
    await house.service.computers.close()
    house, _ = thinking(house, mind := Mind())
    mind.go[1].set()
    await house.service.computers.start()
    await until(lambda: mind.seen == [(QUEUED,)])
    return house, mind, match_id


@pytest.mark.parametrize("changed", ["move", "answer", ""])
async def test_a_computer_plays_only_after_what_it_has_thought_of(
    house: House, changed: str
) -> None:
    house, mind, match_id = await thinking_after_a_queued_move(house)
    if changed == "move":
        await house.service.prepare(match_id, ANN, f"place {OTHER}")
    elif changed == "answer":
        number = house.interaction()
        await house.service.answer(match_id, ANN, "done", on=False, interaction_id=number)
    mind.go[2].set()
    await house.service.computers.rest()
    again = {"move": [(OTHER,)], "answer": [], "": []}[changed]
    assert mind.seen == [(QUEUED,), *again]
    view: Any = (await house.service.glance(match_id, None)).view
    assert view.flags[1] == (OTHER if changed == "move" else QUEUED, 0)
    assert len(view.flags) == (2 if changed == "answer" else 3)
