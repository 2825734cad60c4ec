"""A turn composed in private: others learn nothing from steps or undoing them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from matches.domain.model import LogEntry
from rules import registry
from rules.notation import format_move
from rules.protocol import Event, Move, Transition
from rules.text import Seat, Who, t
from tests.matches.helpers import ANN, BEA, CEC, House
from tests.toy import TOY, Done, Place, Toy, ToyState, ToyView

STEPS: Final = 60


class Sketch(Toy):
    """The toy game, but players keep their flags to themselves until they are done."""

    info = replace(TOY.info, slug="sketch")

    def apply(self, state: ToyState, seat: Seat, move: Move) -> Transition[ToyState]:
        step = super().apply(state, seat, move)
        if isinstance(move, Place):
            own = frozenset({seat})
            return replace(step, events=tuple(Event(e.text, own) for e in step.events))
        if isinstance(move, Done):
            cells = tuple(str(cell) for cell, _ in state.flags[-state.placed :])
            flags = t("{who} puts flags on {cells}.", who=Who(seat), cells=cells)
            return replace(step, events=(Event(flags), *step.events))
        return step

    def view(self, state: ToyState, seat: Seat) -> ToyView:
        found = super().view(state, seat)
        if state.order and state.order[state.turn] != seat and state.placed:
            return replace(found, flags=state.flags[: -state.placed], placed=0)
        return found


@pytest.fixture(autouse=True)
def _sketch() -> Iterator[None]:
    with registry.register("sketch", Sketch()):
        yield


def said(entries: tuple[LogEntry, ...]) -> list[str]:
    """Return what can be read in a log."""
    shown = (entry for entry in entries if not entry.undone)
    return [event.text.msgid for entry in shown for event in entry.events]


async def begin(house: House) -> tuple[int, int, int]:
    """Return a match at somebody's flags, who that is, and the other."""
    match_id = await house.match(ANN, BEA, slug="sketch")
    for user in (ANN, BEA):
        choose = (await house.service.glance(match_id, user)).moves[0]
        await house.play(match_id, user, f"choose {choose.parcel}")  # type: ignore[attr-defined]
    info = await house.service.info(match_id)
    user = info.seats[min(info.to_act)].user_id
    await house.service.delivery_log.posted(match_id, info.ply, 9000)
    return match_id, user, ANN + BEA - user


async def test_steps_and_undos_are_told_to_nobody_else(house: House) -> None:
    match_id, mover, other = await begin(house)
    before = [said(await house.service.history.log(match_id, user)) for user in (other, None)]
    for move in ("place r1c1", "undo", "place r2c2", "place r3c3", "undo"):
        if move == "undo":
            await house.undo(match_id, mover)
        else:
            await house.play(match_id, mover, move)
        for service in (house.service, house.fresh()):
            looks = [await service.history.log(match_id, user) for user in (other, None)]
            assert [said(look) for look in looks] == before
            assert {e.notation for look in looks for e in look if e.ply > 3} == {None}
            _, news = await service.news(match_id)
            assert said(news) == []
            glance = await service.glance(match_id, other)
            assert glance.view.flags == ()  # type: ignore[attr-defined]
    own = await house.service.history.log(match_id, mover)
    assert "{who} takes back a move." in said(own)
    assert "place r2c2" in [entry.notation for entry in own]


async def test_the_whole_turn_is_told_at_its_end(house: House) -> None:
    match_id, mover, _ = await begin(house)
    items = await house.outbox(match_id)
    await house.play(match_id, mover, "place r1c1")
    await house.undo(match_id, mover)
    await house.play(match_id, mover, "place r2c2")
    assert await house.outbox(match_id) == items
    await house.play(match_id, mover, "done")
    assert [kind for kind, _ in (await house.outbox(match_id))[len(items) :]] == ["turn", "dm"]
    _, news = await house.service.news(match_id)
    assert said(news) == ["{who} puts flags on {cells}.", "{who} is done."]
    assert news == (await house.fresh().news(match_id))[1]


async def test_a_step_posted_meanwhile_is_not_missed_when_it_is_taken_back(house: House) -> None:
    """A late post has skipped the step, as it had nothing to say."""
    match_id, mover, _ = await begin(house)
    await house.play(match_id, mover, "place r1c1")
    await house.service.delivery_log.posted(
        match_id, (await house.service.info(match_id)).ply, 9001
    )
    await house.undo(match_id, mover)
    _, news = await house.service.news(match_id)
    assert said(news) == []


async def looks(house: House, match_id: int, user: int | None) -> tuple[object, ...]:
    """Return everything a user can know about a match."""
    glance = await house.service.glance(match_id, user)
    told = said(await house.service.history.log(match_id, user))
    return glance.view, glance.moves, glance.preparable, glance.match.to_act, told


async def test_a_turn_is_told_once_to_who_made_it(house: House) -> None:
    """Indian Summer: what others read at its end, its player has read before."""
    match_id = await house.match(ANN, BEA, slug="indian_summer")
    info = await house.service.info(match_id)
    (seat,) = info.to_act
    mover = info.seats[seat].user_id
    leaf = next(
        text
        for move in (await house.service.glance(match_id, mover)).moves
        if (text := format_move(move)).startswith("leaf")
    )
    await house.play(match_id, mover, leaf)
    await house.play(match_id, mover, "end")
    placed = [
        [str(event.text) for entry in log for event in entry.events if "places" in str(event.text)]
        for log in [await house.service.history.log(match_id, one) for one in (ANN, BEA, None)]
    ]
    assert placed[0] == placed[1] == placed[2]
    assert len(placed[0]) == 1


@pytest.mark.parametrize("seed", range(3))
async def test_what_is_not_posted_is_seen_by_nobody_else(house: House, seed: int) -> None:
    """Indian Summer: others see the same table, no matter what a turn does and undoes."""
    users, rng = (ANN, BEA, CEC), random.Random(seed)
    match_id = await house.match(*users, slug="indian_summer")
    unposted = undone = 0
    for _ in range(STEPS):
        mover = (await house.acting(match_id)).match
        (seat,) = mover.to_act
        others = [user for user in (*users, None) if user != users[seat]]
        before = [await looks(house, match_id, user) for user in others]
        items = await house.outbox(match_id)
        glance = await house.service.glance(match_id, users[seat])
        if glance.can_undo and rng.random() < 0.3:
            await house.undo(match_id, users[seat])
            undone += 1
        else:
            kind = rng.choice(sorted({type(m).__name__ for m in glance.moves}))
            moves = [m for m in glance.moves if type(m).__name__ == kind]
            await house.play(match_id, users[seat], format_move(rng.choice(moves)))
        if await house.outbox(match_id) == items:
            unposted += 1
            assert [await looks(house, match_id, user) for user in others] == before
    assert unposted > STEPS // 4
    assert undone > STEPS // 20
