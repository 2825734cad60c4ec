"""Processes that think: whatever happens to them, a seat gets a legal move."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Generator
from errno import EAGAIN
from functools import partial
from random import Random
from typing import Any, Final, cast

import pytest
import pytest_asyncio

from bench.playing import positions
from players import gallery, instant
from players.levels import EASY, GOOD, STRONG, Level
from players.search import think
from rules import registry
from rules.errors import DataError, IllegalMoveError, WorkerError
from rules.notation import format_move, parse_move
from rules.protocol import CHANCE, Move
from rules.text import t
from tests.workers import bad_thoughts
from workers import process as process_module
from workers import thinkers
from workers.fairness import PURSE_S
from workers.process import Process
from workers.thinkers import Thinkers

SLUG: Final = "krakow"
RULES: Final = registry.get(SLUG)
STATE: Final = next(
    position.state
    for position in list(positions(RULES, 2, Random(1)))[12:]
    if RULES.redeal(position.state, min(RULES.to_act(position.state)), Random(5)) != position.state
)
"""A position with secrets."""
SEAT: Final = min(RULES.to_act(STATE))
QUICK: Final = GOOD.counted(16)


@pytest_asyncio.fixture
async def one() -> AsyncIterator[Thinkers]:
    made = Thinkers(1)
    yield made
    await made.close()


async def decided(
    by: Thinkers, level: Level = QUICK, seed: int = 5, server: int = 1, match: int = 1
) -> Move:
    return await by.decide(RULES, STATE, SEAT, level, Random(seed), server=server, match=match)


async def pid(of: Thinkers) -> int:
    return await of._all[0].do(os.getpid)


def fallback(*, thinking: bool = True) -> Move:
    """Return what the instant player does, after a thought that failed or without one."""
    rng = Random(5)
    if thinking:
        RULES.redeal(STATE, SEAT, rng)
        rng.getrandbits(64)
    return instant.choose(RULES, RULES.redeal(STATE, SEAT, rng), SEAT, rng)


async def test_a_process_decides_like_the_search_itself(one: Thinkers) -> None:
    rng = Random(5)
    guess = RULES.redeal(STATE, SEAT, rng)
    here = think(RULES, guess, SEAT, QUICK, Random(rng.getrandbits(64)))
    assert await decided(one) == here


async def test_no_process_starts_before_it_is_needed(one: Thinkers) -> None:
    assert one._all[0]._running is None
    await decided(one)
    assert one._all[0]._running is not None


async def test_a_process_knows_one_game_and_no_bot_and_is_small(one: Thinkers) -> None:
    await decided(one)
    loaded = await one._all[0].do(partial(eval, "list(__import__('sys').modules)"))
    games = {name.split(".")[1] for name in loaded if name.startswith("rules.")}
    assert games & set(registry.slugs()) == {SLUG}
    assert {"discord", "aiosqlite", "PIL", "matches", "cogs", "bot", "config"}.isdisjoint(loaded)
    status = await one._all[0].do(partial(eval, "open('/proc/self/status').read()"))
    (peak,) = [line for line in status.splitlines() if line.startswith("VmHWM")]
    assert int(peak.split()[1]) < 120 * 1024


async def test_a_process_knows_no_setting_of_ours(
    one: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token is one, and whoever reads the process would have it."""
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    known = await one._all[0].do(partial(eval, "dict(__import__('os').environ)"))
    assert "secret" not in known.values()
    assert known["MALLOC_ARENA_MAX"] == "1"


async def test_it_is_counted_who_has_decided(
    one: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = list[str]()
    monkeypatch.setattr("monitor.metrics.thought", lambda by, _: counted.append(by))
    await decided(one)
    await decided(Thinkers(0))
    assert counted == ["search", "instant"]


async def test_what_goes_into_a_process_is_dealt_anew(
    one: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = list[object]()

    async def noted(job: partial[Move]) -> Move:
        given.extend(job.args)
        return job()

    monkeypatch.setattr(one._all[0], "do", noted)
    await decided(one)
    assert given == [SLUG, RULES.redeal(STATE, SEAT, Random(5)), SEAT]
    assert STATE not in given


async def test_what_the_instant_player_sees_is_dealt_anew(
    one: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With processes that fail, too."""
    seen, real = list[object](), instant.choosing

    def noted(rules: Any, guess: object, *given: Any, **more: Any) -> Any:
        seen.append(guess)
        return real(rules, guess, *given, **more)

    monkeypatch.setattr(instant, "choosing", noted)
    await decided(Thinkers(0))
    rng = Random(5)
    assert seen == [RULES.redeal(STATE, SEAT, rng)]
    seen.clear()
    monkeypatch.setattr(thinkers, "thought", bad_thoughts.fails)
    await decided(one)
    rng = Random(5)
    RULES.redeal(STATE, SEAT, rng)
    rng.getrandbits(64)
    assert seen == [RULES.redeal(STATE, SEAT, rng)]
    assert STATE not in seen


async def test_a_process_steps_back_and_hears_no_ctrl_c(one: Thinkers) -> None:
    process = one._all[0]
    assert await process.do(partial(os.nice, 0)) == min(19, os.nice(0) + thinkers.NICE)
    assert await process.do(partial(os.getpgid, 0)) != os.getpgid(0)


async def test_of_an_illegal_thought_only_its_kind_is_logged(
    one: Thinkers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A refusal names what the seat holds, and the host may play, too."""

    def refused(*_: object) -> None:
        raise IllegalMoveError("K-1", t("You hold {card}.", card="Wawel"), t("Lay Wawel."))

    broken = bad_thoughts.Broken(RULES)
    monkeypatch.setattr(broken, "check", refused, raising=False)
    move = await one.decide(broken, STATE, SEAT, QUICK, Random(5), server=1, match=1)
    assert move in RULES.legal_moves(STATE, SEAT)
    assert "an illegal thought in krakow: IllegalMoveError" in caplog.text
    assert "Wawel" not in caplog.text


@pytest.mark.parametrize(
    ("bad", "logged"),
    [
        (bad_thoughts.dies, "thinking failed: the process stopped with exit code 3"),
        (bad_thoughts.fails, "DataError"),
        (bad_thoughts.stumbles, "IllegalMoveError"),
        (bad_thoughts.cheats, "an illegal thought in krakow"),
        (bad_thoughts.babbles, "no move"),
    ],
)
async def test_a_bad_thought_is_thrown_away(
    one: Thinkers,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    bad: object,
    logged: str,
) -> None:
    monkeypatch.setattr(thinkers, "thought", bad)
    assert await decided(one) == fallback()
    assert logged in caplog.text
    assert "KRAKOW" not in caplog.text
    monkeypatch.undo()
    assert await decided(one) in RULES.legal_moves(STATE, SEAT)
    assert len(one._free) == 1


async def test_the_start_of_a_process_has_time_of_its_own(one: Thinkers) -> None:
    """Else it would be killed at every start where processor time is short."""
    one._all[0].longest_s = one._all[0].starting_s = 0.0
    with pytest.raises(WorkerError):
        await pid(one)
    one._all[0].starting_s = 60.0
    assert await pid(one)


def test_no_decision_takes_longer_than_three_seconds() -> None:
    assert STRONG.seconds < thinkers.LONGEST_S <= 3


async def test_a_process_that_hangs_is_replaced(
    one: Thinkers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first = await pid(one)
    monkeypatch.setattr(thinkers, "thought", bad_thoughts.hangs)
    one._all[0].longest_s = 0.3
    assert await decided(one) == fallback()
    assert "TimeoutError" in caplog.text
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    one._all[0].longest_s = thinkers.LONGEST_S
    assert await pid(one) != first


async def test_whoever_leaves_lets_the_process_finish(
    one: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    first = await pid(one)
    left = asyncio.create_task(one._all[0].do(partial(time.sleep, 0.2)))
    await asyncio.sleep(0.05)
    left.cancel()
    assert await pid(one) == first
    assert not caplog.records


async def test_a_process_that_is_killed_while_it_thinks_costs_no_turn(one: Thinkers) -> None:
    first = await pid(one)
    thinking = asyncio.create_task(decided(one, Level("slow", seconds=2.0)))
    await asyncio.sleep(0.3)
    assert not thinking.done()
    os.kill(first, signal.SIGKILL)
    assert await thinking in RULES.legal_moves(STATE, SEAT)
    assert await pid(one) != first


async def test_a_process_that_cannot_be_started_costs_no_turn(
    one: Thinkers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patch:
        asked = no_processes(patch)
        assert await decided(one) == fallback()
        assert len(asked) == 1
    assert "no process could be started (BlockingIOError)" in caplog.text
    assert await pid(one), "the next one starts"


@pytest.mark.parametrize("failing", [1, 2])
async def test_a_process_that_cannot_be_started_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    process = Process("working", 10.0, tries=2)
    asked = no_processes(monkeypatch, failing)
    if failing == 1:
        assert await process.do(os.getpid)
    else:
        with pytest.raises(WorkerError):
            await process.do(os.getpid)
    assert len(asked) == 2
    await process.close()


def no_processes(patch: pytest.MonkeyPatch, times: int = 99) -> list[int]:
    """Let no process start so many times; return what collects the tries."""
    asked, start = list[int](), process_module._started

    async def refused(nice: int) -> asyncio.subprocess.Process:
        asked.append(nice)
        if len(asked) <= times:
            raise BlockingIOError(EAGAIN, "Resource temporarily unavailable")
        return await start(nice)

    patch.setattr(process_module, "_started", refused)
    return asked


async def test_without_processes_the_instant_player_answers() -> None:
    none = Thinkers(0)
    assert await decided(none) == fallback(thinking=False)
    await none.close()


@pytest.mark.parametrize("within_s", [0.0, 0.05])
async def test_who_has_no_time_is_answered_at_once(one: Thinkers, within_s: float) -> None:
    """A process needs longer to start."""
    begun = asyncio.get_running_loop().time()
    move = await one.think(
        RULES, STATE, SEAT, "strong", Random(5), server=1, match=1, within_s=within_s
    )
    assert move in RULES.legal_moves(STATE, SEAT)
    assert asyncio.get_running_loop().time() - begun < 2
    assert len(one._free) == 1


@pytest.mark.parametrize("matches", [3, 6])
async def test_strong_players_of_several_matches_share_the_time(
    one: Thinkers, matches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waited for the process thinks less; nobody's search is thrown away."""
    instants, real = list[str](), thinkers.at_once

    async def noted(*args: object, **more: object) -> Move:
        instants.append("instant")
        return await real(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(thinkers, "at_once", noted)
    await decided(one)  # the process has started
    thoughts = (
        one.think(RULES, STATE, SEAT, "strong", Random(n), server=n, match=n, within_s=1.8)
        for n in range(matches)
    )
    moves = await asyncio.gather(*thoughts)
    assert all(move in RULES.legal_moves(STATE, SEAT) for move in moves)
    assert len(instants) <= 1, "a machine that others keep busy may cost one"


async def test_a_process_whose_answer_came_too_late_is_not_free(
    one: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = asyncio.Event()

    async def slow(_: object) -> Move:
        await answered.wait()
        return RULES.legal_moves(STATE, SEAT)[0]

    monkeypatch.setattr(one._all[0], "do", slow)
    await one.think(RULES, STATE, SEAT, "good", Random(5), server=1, match=1, within_s=0.1)
    assert one._free == []
    answered.set()
    await asyncio.sleep(0.01)
    assert len(one._free) == 1


async def test_closing_waits_for_no_thought_that_was_given_up(
    one: Thinkers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot that stops would wait for it to hang or to end."""
    await decided(one)
    running = one._all[0]._running
    assert running is not None
    monkeypatch.setattr(thinkers, "thought", bad_thoughts.hangs)
    await one.think(RULES, STATE, SEAT, "strong", Random(5), server=1, match=1, within_s=0.1)
    assert one._free == [], "it still thinks"
    begun = asyncio.get_running_loop().time()
    await one.close()
    assert asyncio.get_running_loop().time() - begun < 1
    assert running.returncode == -signal.SIGKILL
    assert not caplog.records, "nothing has gone wrong"


@pytest.mark.parametrize("started", [False, True])
async def test_who_waits_while_all_is_closed_is_answered_at_once(
    one: Thinkers, monkeypatch: pytest.MonkeyPatch, started: bool
) -> None:
    if started:
        await decided(one)
    monkeypatch.setattr(thinkers, "thought", bad_thoughts.hangs)
    waiting = [asyncio.create_task(decided(one, match=n)) for n in range(2)]
    await asyncio.sleep(0.01)
    begun = asyncio.get_running_loop().time()
    await one.close()
    legal = RULES.legal_moves(STATE, SEAT)
    assert all(move in legal for move in await asyncio.gather(*waiting))
    assert asyncio.get_running_loop().time() - begun < 2
    assert one._all[0]._running is None


async def test_a_turn_that_comes_too_late_starts_no_search(one: Thinkers) -> None:
    """The event loop may have been busy when the time was over."""
    until = asyncio.get_running_loop().time() - 0.01
    with pytest.raises(TimeoutError):
        await one.decide(RULES, STATE, SEAT, GOOD, Random(5), server=1, match=1, until=until)
    assert len(one._free) == 1
    assert one._all[0]._running is None


async def test_a_server_that_plays_much_is_hurried_only_for_others(one: Thinkers) -> None:
    now = asyncio.get_running_loop().time()
    one._purses.pay(1, 60, now)
    assert one._now(GOOD, 1, now + 60).seconds == GOOD.seconds
    turn = one._queue.join(2, 2)
    assert one._now(GOOD, 1, now + 60).seconds < GOOD.seconds / 2
    turn.cancel()


async def test_a_server_that_waits_for_itself_alone_pays_for_nobody(one: Thinkers) -> None:
    now = asyncio.get_running_loop().time()
    one._purses.pay(1, 60, now)
    turn = one._queue.join(1, 7)
    assert one._now(GOOD, 1, now + 60).seconds == GOOD.seconds
    turn.cancel()


async def test_several_processes_are_hurried_by_longer_queues() -> None:
    now, several = asyncio.get_running_loop().time(), Thinkers(3)
    turns = [several._queue.join(1, match) for match in range(12)]
    assert several._now(GOOD, 1, now + 60).seconds == GOOD.seconds / 2
    left, _ = several._purses._held[1]
    assert left == pytest.approx(PURSE_S - GOOD.seconds / 2), "as taken"
    for turn in turns:
        turn.cancel()


async def test_those_who_wait_have_to_be_done_in_time_too(one: Thinkers) -> None:
    now = asyncio.get_running_loop().time()
    turns = [one._queue.join(1, match) for match in range(5)]
    hurried = one._now(STRONG, 1, now + 1.8)
    assert hurried.seconds + hurried.patience < 1.8 / 6
    for turn in turns:
        turn.cancel()


async def test_servers_take_turns_at_a_process(one: Thinkers) -> None:
    served = list[tuple[int, int]]()

    async def ask(server: int, match: int) -> None:
        await decided(one, server=server, match=match)
        served.append((server, match))

    await asyncio.gather(ask(1, 1), ask(1, 2), ask(1, 2), ask(1, 3), ask(2, 9))
    assert served == [(1, 1), (1, 2), (2, 9), (1, 3), (1, 2)]


async def test_each_decision_is_paid_for_by_its_server(one: Thinkers) -> None:
    now = asyncio.get_running_loop().time()
    turn = one._queue.join(2, 2)
    while one._now(GOOD, 1, now + 60).seconds > GOOD.seconds / 2:
        assert asyncio.get_running_loop().time() < now + 10
    assert one._purses.share(2, now) == 1.0
    turn.cancel()


async def test_an_easy_player_slips_without_processes_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    legal = RULES.legal_moves(STATE, SEAT)

    def choosing(*_: object, slipping: bool) -> Generator[None, None, Move]:
        yield
        return legal[-1 if slipping else 0]

    monkeypatch.setattr(instant, "choosing", choosing)
    assert await decided(Thinkers(0), EASY) == legal[-1]
    assert await decided(Thinkers(0)) == legal[0]


async def test_others_have_their_turn_while_the_instant_player_looks() -> None:
    answering, turns = asyncio.create_task(decided(Thinkers(0))), 0
    while not answering.done():
        await asyncio.sleep(0)
        turns += 1
    lines = gallery.judge(SLUG).candidates(STATE, SEAT, RULES.legal_moves(STATE, SEAT))
    assert turns > len(lines) > 3


async def test_while_many_are_answered_at_once_their_steps_do_not_add_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Between two turns of the event loop, one of them looks at one thing."""
    real, steps = instant.choosing, 0

    def counted(*given: Any, **more: Any) -> Generator[None, None, Move]:
        nonlocal steps
        looking = real(*given, **more)
        while True:
            steps += 1
            try:
                next(looking)
            except StopIteration as end:
                return cast("Move", end.value)
            yield

    monkeypatch.setattr(instant, "choosing", counted)
    none = Thinkers(0)
    answers = [asyncio.create_task(decided(none, match=n)) for n in range(4)]
    most = 0
    while not all(answer.done() for answer in answers):
        before = steps
        await asyncio.sleep(0)
        most = max(most, steps - before)
    assert most == 1
    assert steps > 4 * 8


async def test_rules_that_fail_cost_no_process(
    one: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can think then; the caller has a caretaker."""

    def fails(*_: object) -> object:
        raise DataError("no deal")

    broken = bad_thoughts.Broken(RULES)
    monkeypatch.setattr(broken, "redeal", fails, raising=False)
    with pytest.raises(DataError):
        await one.decide(broken, STATE, SEAT, QUICK, Random(5), server=1, match=1)
    assert len(one._free) == 1


async def test_an_instant_player_that_fails_still_answers(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*given: object, slipping: bool) -> Move:
        raise WorkerError("secret")

    monkeypatch.setattr(instant, "choosing", fails)
    assert await decided(Thinkers(0)) in RULES.legal_moves(STATE, SEAT)
    assert "no instant choice in krakow: WorkerError" in caplog.text


async def test_somebody_who_leaves_the_queue_takes_nobodys_turn(one: Thinkers) -> None:
    first, left, last = (asyncio.create_task(decided(one, match=n)) for n in range(3))
    await asyncio.sleep(0)
    left.cancel()
    legal = RULES.legal_moves(STATE, SEAT)
    assert await first in legal
    assert await last in legal
    assert left.cancelled()
    assert len(one._free) == 1


async def test_who_leaves_just_when_their_turn_has_come_gives_it_back(one: Thinkers) -> None:
    process = one._free.pop()
    waiting = asyncio.create_task(one._turn(1, 1))
    await asyncio.sleep(0)
    one._give_back(process)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert one._free == [process]


async def test_levels_think_less_while_many_wait(
    one: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = list[float]()
    real = Level.hurried

    def noted(level: Level, share: float) -> Level:
        given.append(share)
        return real(level, share)

    monkeypatch.setattr(Level, "hurried", noted)
    await asyncio.gather(*(decided(one, match=n) for n in range(9)))
    assert given[-1] == 1.0
    assert min(given) == pytest.approx(2 / 7), "one thinks, and seven wait behind the second"
    assert given[1:] == sorted(given[1:])


@pytest.mark.parametrize("slug", registry.slugs())
async def test_a_match_decided_by_a_process_is_that_of_its_log(slug: str, one: Thinkers) -> None:
    """In Indian Summer tiles stayed in the path: those that the process named weren't these."""
    rules, rng = registry.get(slug), Random(4)
    told = state = rules.initial_state(2, frozenset())
    while acting := rules.to_act(state):
        seat = min(acting)
        if seat == CHANCE:
            move = rules.chance_move(state, rng)
        else:
            move = await one.decide(rules, state, seat, EASY, rng, server=1, match=1)
        state = rules.apply(state, seat, move).state
        told = rules.apply(told, seat, parse_move(rules, format_move(move))).state
        assert state == told, move
