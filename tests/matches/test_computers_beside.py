"""Computers beside people: what people may take back, and what they learn of secret choices."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

import pytest

from rules.cvlizations.moves import GiveOrders
from rules.errors import UndoError
from rules.krakow.moves import Lay, Reserve
from rules.notation import format_move
from rules.protocol import Move
from rules.text import Text
from tests.matches.fakes import until
from tests.matches.helpers import ANN, BEA, House
from tests.matches.test_computers import anything, move, thinking, with_computers

SECRET: Final[dict[type[Move], str]] = {Lay: "card", Reserve: "hour", GiveOrders: "down"}
"""The part of a move that others must not learn."""
REVEALED: Final = (
    *("{who} turns up", "{who} gets", "The earliest hour", "{who} kept"),
    "Secret orders revealed",
)
"""How sentences begin that tell everybody a secret."""
FORKS: Final = (
    *(("krakow", Lay, 0), ("krakow", Lay, 2), ("krakow", Reserve, 0)),
    *(("cvlizations", GiveOrders, 0), ("cvlizations", GiveOrders, 2)),
)
"""Which secret choices of a computer are made in two ways: game, kind and number."""


class Answers:
    """A computer's answers, which wait until a test lets them go."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def __call__(self, *args: Any, **facts: Any) -> Move:
        await self.go.wait()
        return await anything(*args, **facts)


async def begun(house: House, slug: str, *users: int, count: int = 1) -> int:
    """Return the number of a match of users and computers that has been dealt."""
    info = await house.lobby(*users, slug=slug)
    await house.service.lobby.add_computers(info.id, users[0], "good", count)
    await house.service.lobby.start(info.id, users[0])
    await house.service.computers.rest()
    return info.id


async def seats_that_moved(house: House, match_id: int) -> list[int]:
    """Return who made the moves that count."""
    entries = await house.service.history.log(match_id, None)
    made = (entry for entry in entries if not entry.undone and not entry.is_undo)
    return [entry.seat for entry in made if entry.seat >= 0]


class TestUndo:
    async def test_before_the_answer_a_move_is_taken_back(self, house: House) -> None:
        answers = Answers()
        answers.go.set()
        house, mind = thinking(house, answers)
        match_id = await begun(house, "krakow", ANN)
        before, asked = await seats_that_moved(house, match_id), mind.asked
        answers.go.clear()
        await move(house, match_id, ANN)
        await until(lambda: mind.asked == asked + 1)
        assert (await house.service.glance(match_id, ANN)).can_undo
        await house.undo(match_id, ANN)
        answers.go.set()
        await house.service.computers.rest()
        assert (await house.service.info(match_id)).to_act == {0}
        assert await seats_that_moved(house, match_id) == before, "its answer fits no more"

    async def test_after_the_answer_it_is_not(self, house: House) -> None:
        house, _ = thinking(house, anything)
        match_id = await begun(house, "krakow", ANN)
        await move(house, match_id, ANN)
        await house.service.computers.rest()
        before = await seats_that_moved(house, match_id)
        assert before[-2:] == [0, 1]
        assert not (await house.service.glance(match_id, ANN)).can_undo
        with pytest.raises(UndoError):
            await house.undo(match_id, ANN)
        await move(house, match_id, ANN)
        assert await seats_that_moved(house, match_id) == [*before, 0]

    async def test_a_choice_made_at_the_same_time_stays(self, house: House) -> None:
        """The computer had been asked before; its choice answers nobody's."""
        house, mind = thinking(house, anything)
        match_id = await with_computers(house, ANN, BEA)
        await house.service.computers.rest()
        assert (await house.service.info(match_id)).to_act == {0, 1}
        await move(house, match_id, ANN)
        await house.undo(match_id, ANN)
        await house.service.computers.rest()
        assert (await house.service.info(match_id)).to_act == {0, 1}
        assert await seats_that_moved(house, match_id) == [2]
        assert mind.asked == 1

    async def test_what_a_person_decides_meanwhile_can_be_taken_back(self, house: House) -> None:
        """The computer has been asked as well, and is still thinking."""
        answers = Answers()
        house, mind = thinking(house, answers)
        match_id = await with_computers(house, ANN, BEA)
        await move(house, match_id, ANN)
        await house.undo(match_id, ANN)
        answers.go.set()
        await house.service.computers.rest()
        assert (await house.service.info(match_id)).to_act == {0, 1}
        assert await seats_that_moved(house, match_id) == [2]
        assert mind.asked == 2, "the match had changed meanwhile"


@dataclass
class Twins:
    """Computers that decide alike in two matches, but for one secret choice.

    Attributes:
        kind: What kind of choice.
        at: Which one of these in the second match, from 0.
        made: The moves of the computers, by match.
    """

    kind: type[Move]
    at: int
    made: dict[int, list[Move]] = field(default_factory=dict)

    async def __call__(
        self, rules: Any, state: object, seat: int, *_: Any, match: int, **facts: Any
    ) -> Move:
        made, moves = self.made.setdefault(match, []), rules.legal_moves(state, seat)
        shown = Random(len(made)).choice(sorted({public(move) for move in moves}))
        alike = [move for move in moves if public(move) == shown]
        differs = match > 1 and type(alike[0]) is self.kind and self.number(match) == self.at
        made.append(alike[-1 if differs else 0])
        return made[-1]

    def number(self, match: int) -> int:
        """Return how many such choices there have been in a match."""
        return sum(type(move) is self.kind for move in self.made[match])


def public(move: Move) -> str:
    """Return what everybody sees of a move at once."""
    part = SECRET.get(type(move))
    return repr(move if part is None else replace(move, **{part: None}))


async def seen(house: House, match_id: int, user: int | None) -> tuple[object, ...]:
    """Return all that somebody can see of a match."""
    glance = await house.service.glance(match_id, user)
    entries = await house.service.history.log(match_id, user)
    return (
        (glance.view, tuple(glance.moves), tuple(glance.preparable), glance.can_undo),
        (glance.match.to_act, glance.asked_ply, glance.newly),
        [(it.ply, it.seat, it.events, it.notation, it.undone) for it in entries],
        await house.outbox(match_id),
    )


async def revealed(house: House, match_id: int) -> list[Text]:
    """Return what everybody has been told about secrets, in order."""
    entries = await house.service.history.log(match_id, None)
    texts = [event.text for entry in entries for event in entry.events]
    return [text for text in texts if text.msgid.startswith(REVEALED)]


@pytest.mark.parametrize(("slug", "kind", "fork"), FORKS)
async def test_nobody_learns_of_a_secret_choice_early(
    house: House, slug: str, kind: type[Move], fork: int
) -> None:
    """Two matches differ in one secret choice: for people they are alike until it is revealed."""
    mind = Twins(kind, fork)
    house, _ = thinking(house, mind)
    one, other = [await begun(house, slug, ANN, BEA) for _ in range(2)]
    hidden, told = 0, [await revealed(house, it) for it in (one, other)]
    while told[0] == told[1]:
        for user in (ANN, BEA, None):
            assert await seen(house, one, user) == await seen(house, other, user)
        hidden += mind.number(other) > fork
        info, now = await house.service.info(one), house.clock.now
        user = info.seats[min(info.to_act)].user_id
        glance = await house.service.glance(one, user)
        wanted = format_move(Random(info.ply).choice(glance.moves))
        for match_id in (one, other):
            house.clock.now = now
            await house.play(match_id, user, wanted)
            await house.service.computers.rest()
        told = [await revealed(house, it) for it in (one, other)]
    assert hidden, "it was secret for a while"
    first = next(at for at, it in enumerate(zip(*told, strict=False)) if it[0] != it[1])
    assert [texts.count(texts[first]) for texts in told] == [1, 1], "it is told once"
