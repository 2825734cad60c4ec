"""The loop of a process that works (workers/work.py)."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from io import BytesIO
from random import Random
from zlib import crc32

import pytest

from rules import registry
from rules.protocol import CHANCE, WATCHER
from workers import work as worker
from workers.process import ROOT
from workers.work import HEAD, Reply, message, work


def replies(*jobs: Callable[[], object]) -> list[Reply]:
    """Return the replies to some jobs."""
    out = BytesIO()
    work(BytesIO(b"".join(map(message, jobs))), out)
    out.seek(0)
    found = []
    while head := out.read(HEAD.size):
        found.append(pickle.loads(out.read(*HEAD.unpack(head))))
    return found


def test_jobs_are_done_in_order_until_there_are_no_more() -> None:
    jobs = partial(int, "1"), partial(int, "2")
    sums = [crc32(message(job)[HEAD.size :]) for job in jobs]
    assert replies(*jobs) == [Reply(sums[0], 1), Reply(sums[1], 2)]


@pytest.mark.parametrize("slug", registry.slugs())
def test_states_and_views_come_out_as_they_went_in(slug: str) -> None:
    rules = registry.get(slug)
    state: object = rules.initial_state(rules.info.seats[-1], frozenset())
    rng = Random(1)
    for _ in range(20):
        for sent in (state, rules.view(state, 0), rules.view(state, WATCHER)):
            assert pickle.loads(message(sent)[HEAD.size :]) == sent
        seat = min(rules.to_act(state))
        moves = [] if seat == CHANCE else list(rules.legal_moves(state, seat))
        move = rng.choice(moves) if moves else rules.chance_move(state, rng)
        state = rules.apply(state, seat, move).state


@dataclass(frozen=True)
class Filled:
    """A value that isn't made of its fields alone."""

    one: int
    other: int
    both: list[int] = field(init=False, default_factory=list)


def test_what_is_not_made_of_its_fields_comes_out_whole() -> None:
    sent = Filled(1, 2)
    sent.both.extend((1, 2))
    assert pickle.loads(message(sent)[HEAD.size :]) == sent


def test_a_failure_quotes_no_value() -> None:
    (found,) = replies(partial(int, "a secret"))
    assert found.value is None
    assert found.failure.endswith("ValueError")
    assert "secret" not in found.failure


@pytest.mark.parametrize(
    ("job", "error"),
    [
        (partial(bytes, 1 << 62), MemoryError),
        (partial(import_module, "a_library_that_cannot_be_loaded"), ImportError),
        (partial(compile, "what cannot be compiled", "", "exec"), SyntaxError),
    ],
)
def test_a_process_ends_that_may_lack_memory(
    job: Callable[[], object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        replies(job)


def test_free_memory_is_given_back_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[None] = []
    monkeypatch.setattr(worker, "TRIM_EVERY", 2)
    monkeypatch.setattr(worker, "give_back_memory", lambda: times.append(None))
    replies(*[partial(int)] * 5)
    assert len(times) == 2


def test_a_process_whose_bot_has_died_ends_without_a_word() -> None:
    job = message(partial(bytes, 1 << 21))  # more than a pipe holds
    with subprocess.Popen(
        [sys.executable, "-c", "from workers.work import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, said = process.communicate(job, timeout=60)
    assert (process.returncode, said) == (0, b"")
