"""Nobody decides alone about another's seat, clock, moves or result.

Random requests of everybody: players, their host, an admin who plays and one who doesn't, somebody
who only looks on. `tests.matches.fair_play` judges what they do to each other.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import tempfile
from collections.abc import Awaitable
from pathlib import Path
from typing import Final, TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from matches.db.store import Store
from matches.domain.model import MatchInfo, SeatInfo
from matches.domain.table import powers, votes
from matches.domain.table.powers import Act, Power, When, Who
from rules.text import Seat
from tests.files import on_file
from tests.matches.fair_play import EVERYBODY, PACES, REQUESTS, Asked, ask, pass_time
from tests.matches.helpers import ANN, BEA, CEC, GUILD, Clock, House

T = TypeVar("T")
SEATED: Final = (ANN, BEA, CEC)
HOURS: Final = (1, 13, 25, 37, 100, 24 * 8)
BREACHES: Final = (Act.FREE_SEAT, Act.END, Act.EMIGRATE)
WALKS: Final = 60
"""In so many walks each planted breach is found."""


async def begin(house: House, players: int, pace: int) -> int:
    """End all matches, and return the number of a new one with 2 or 3 players, at a pace."""
    for other in await house.service.listed(GUILD):
        await house.service.lobby.end(other.id, 0, is_admin=True)
    info = await house.lobby(*SEATED[:players], capacity=players)
    await house.service.lobby.set_pace(info.id, ANN, PACES[pace])
    await house.service.lobby.start(info.id, ANN)
    return info.id


async def walk(house: House, seed: int, steps: int = 60) -> list[str]:
    """Ask at random, and return the first wrongs that are done; [] if there are none."""
    rng = random.Random(seed)
    match_id = await begin(house, rng.choice((2, 3)), rng.randrange(len(PACES)))
    for _ in range(steps):
        if rng.random() < 0.1:
            found = await pass_time(house, match_id, rng.choice(HOURS))
        else:
            what = rng.choice(("move", "ask_vote", "cast", "cast", *REQUESTS))
            asked = Asked(rng.choice(EVERYBODY), what, rng.randrange(42))
            found = await ask(house, match_id, asked)
        if found or (await house.service.info(match_id)).status != "live":
            return found
    return []


async def first_wrong(house: House) -> list[str]:
    """Walk until something wrong is done, and return it; [] if nothing is."""
    for seed in range(WALKS):
        if found := await walk(house, seed):
            return found
    return []


class Table(RuleBasedStateMachine):
    """A match with everybody around it."""

    house: House
    runner: asyncio.Runner

    def __init__(self) -> None:
        super().__init__()
        self._match_id = 0

    def _run(self, work: Awaitable[T]) -> T:
        async def whole() -> T:
            return await work

        return self.runner.run(whole())

    @initialize(players=st.sampled_from((2, 3)), pace=st.integers(0, len(PACES) - 1))
    def begin(self, players: int, pace: int) -> None:
        self._match_id = self._run(begin(self.house, players, pace))

    @rule(
        who=st.sampled_from(EVERYBODY),
        what=st.sampled_from(sorted(REQUESTS)),
        number=st.integers(0, 41),
    )
    def ask(self, who: int, what: str, number: int) -> None:
        assert self._run(ask(self.house, self._match_id, Asked(who, what, number))) == []
        if self._run(self.house.service.info(self._match_id)).status != "live":
            self.begin(who % 2 + 2, number % len(PACES))

    @rule(hours=st.sampled_from(HOURS))
    def wait(self, hours: int) -> None:
        assert self._run(pass_time(self.house, self._match_id, hours)) == []


def test_nobody_decides_alone(empty_database: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        path = Path(shutil.copy(empty_database, folder))
        store = runner.run(Store.open(path))
        runner.run(on_file(store, lambda db: db.execute("PRAGMA synchronous = OFF")))
        Table.house, Table.runner = House(store, Clock()), runner
        try:
            run_state_machine_as_test(
                Table,
                settings=settings(
                    max_examples=50,
                    stateful_step_count=40,
                    database=None,
                    phases=[Phase.generate],
                ),
            )
        finally:
            runner.run(store.close())


async def test_who_takes_a_seat_beside_a_lone_player_cuts_no_time(house: House) -> None:
    """Her time began again, without the days that an earlier holiday had given her."""
    match_id = await begin(house, 2, 1)
    steps = ((BEA, "away", 4), (BEA, "away", 8), (ANN, "resign", 0), (ANN, "claim", 0))
    for who, what, number in steps:
        assert await ask(house, match_id, Asked(who, what, number)) == []


async def test_nobody_loses_a_move_that_they_have_taken_back(house: House) -> None:
    match_id = await begin(house, 3, 3)
    for who, what in ((BEA, "move"), (CEC, "move"), (CEC, "undo"), (BEA, "undo")):
        assert await ask(house, match_id, Asked(who, what, 0)) == []
    assert (await house.stored(match_id)).log[-1].move == "undo 2"


async def test_walks(house: House) -> None:
    assert await first_wrong(house) == []


@pytest.mark.parametrize("act", BREACHES)
async def test_a_planted_power_is_noticed(
    act: Act, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    breach = Power(act, Who.ANYBODY, When.EVER)
    monkeypatch.setattr(powers, "POWERS", (breach, *powers.POWERS))
    assert await first_wrong(house) != []


async def test_a_vote_that_most_decide_instead_of_all_is_noticed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(votes, "UNANIMOUS", frozenset())
    assert await first_wrong(house) != []


async def test_a_vote_that_needs_only_one_is_noticed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def passed(_: votes.Vote, who: frozenset[Seat]) -> votes.VoteStatus:
        return "passed"

    monkeypatch.setattr(votes, "decided", passed)
    assert await first_wrong(house) != []


async def test_a_clock_that_runs_out_early_is_noticed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks = house.service.clocks

    async def hasty(info: MatchInfo, seat: SeatInfo, *rest: object) -> None:
        await clocks._time_up(info, seat, house.clock())

    monkeypatch.setattr(clocks, "_remind", hasty)
    assert await first_wrong(house) != []
