"""Matches between computer players: who plays where, and what is said about it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from players.contest import Played, at_random, greedy, interval, play, player
from players.levels import STRONG
from rules import registry
from rules.protocol import Move, Outcome
from rules.registry import AnyRules
from rules.text import Seat
from scripts import arena

pytestmark = pytest.mark.usefixtures("toy")


def noting(seats: list[Seat]) -> Callable[[AnyRules, object, Seat, Random], Move]:
    """Return a random player that writes its seat down."""

    def choose(rules: AnyRules, state: object, seat: Seat, rng: Random) -> Move:
        seats.append(seat)
        return at_random(rules, state, seat, rng)

    return choose


def test_the_first_player_sits_in_each_seat_of_a_deal() -> None:
    for number in range(6):
        own, others = list[Seat](), list[Seat]()
        play(registry.get("toy"), noting(own), noting(others), 3, number)
        assert set(own) == {number % 3}
        assert set(others) == {0, 1, 2} - {number % 3}


class Dealing:
    """The rules of Kraków; notes what was dealt anew."""

    def __init__(self) -> None:
        self._rules = registry.get("krakow")
        self.dealt, self.true = list[object](), list[object]()

    def redeal(self, state: object, seat: Seat, rng: Random) -> object:
        self.true.append(state)
        self.dealt.append(self._rules.redeal(state, seat, rng))
        return self.dealt[-1]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)


def test_nobody_sees_the_true_state() -> None:
    rules, seen = Dealing(), list[object]()

    def choose(rules: AnyRules, guess: object, seat: Seat, rng: Random) -> Move:
        seen.append(guess)
        return at_random(rules, guess, seat, rng)

    play(cast("AnyRules", rules), choose, choose, 2, 1)
    assert len(seen) > 20
    assert all(guess is dealt for guess, dealt in zip(seen, rules.dealt, strict=True))


def test_each_deal_is_played_from_all_seats() -> None:
    begun = list[object]()
    for number in range(4):
        rules = Dealing()
        play(cast("AnyRules", rules), at_random, at_random, 2, number)
        begun.append(rules.true[0])
    assert begun[0] == begun[1] != begun[2] == begun[3]


class Tied:
    """The rules of Kraków, but everybody shares the win."""

    def __getattr__(self, name: str) -> Any:
        return getattr(registry.get("krakow"), name)

    def outcome(self, state: object) -> Outcome | None:
        found = registry.get("krakow").outcome(state)
        return found and replace(found, ranks=(1,) * len(found.ranks))


def test_a_shared_win_is_a_part_of_one() -> None:
    rules = cast("AnyRules", Tied())
    assert [play(rules, at_random, at_random, seats, 0).share for seats in (2, 4)] == [1 / 2, 1 / 4]


def test_only_decisions_with_a_choice_are_timed() -> None:
    choices, forced = list[bool](), list[bool]()

    def choose(rules: AnyRules, guess: object, seat: Seat, rng: Random) -> Move:
        moves = rules.legal_moves(guess, seat)
        (choices if len(moves) > 1 else forced).append(True)
        return rng.choice(moves)

    played = play(registry.get("toy"), choose, at_random, 2, 0)
    assert len(played.seconds) == len(choices)
    assert forced


def test_greedy_looks_at_the_lead() -> None:
    """A move that takes points from the others is worth as much as one that brings them."""
    after = {"take": (3, 9), "hinder": (2, 1)}
    rules = SimpleNamespace(
        legal_moves=lambda *_: tuple(after),
        advance=lambda _, seat, move: move,
        outcome=lambda _: None,
        view=lambda state, seat: state,
        scores=after.get,
    )
    assert str(greedy(cast("AnyRules", rules), None, 0, Random(1))) == "hinder"


def test_a_match_repeats_itself_and_another_seed_is_another_match() -> None:
    rules = registry.get("letnisko")
    first, again, other = (play(rules, greedy, at_random, 2, 4, seed=seed) for seed in (1, 1, 2))
    assert (first.share, first.points, first.against) == (again.share, again.points, again.against)
    assert (first.points, first.against) != (other.points, other.against)


def test_players_are_found_by_name(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text("def choose(rules, state, seat, rng):\n    return 'mine'\n")
    choose = player(str(own))
    assert str(choose(registry.get("toy"), None, 0, Random(1))) == "mine"
    assert player("strong@0.25").args[0].seconds == 0.25  # type: ignore[attr-defined]
    assert player("strong").args == (replace(STRONG, patience=inf),)  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="no player 'best': take one of random, greedy"):
        player("best")
    for name in ("good@0", "good@-1", "good@nan", "strong@inf", "good@", "good@soon"):
        with pytest.raises(ValueError, match=f"no player '{name}': .* is no time to think"):
            player(name)
    for text in ("chosen = 1\n", "choose = 1\n"):
        other = tmp_path / f"{text[:6]}.py"
        other.write_text(text)
        with pytest.raises(ValueError, match="has no choose"):
            player(str(other))


@pytest.mark.parametrize("arguments", [["0"], ["-3"], ["2", "--jobs", "0"], ["--table", "0"]])
def test_no_match_is_no_number_of_matches(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["arena", "krakow", "random", "random", *arguments])
    with pytest.raises(SystemExit):
        arena.main()
    assert "is not a number from 1 up" in capsys.readouterr().err


def test_the_interval_is_wilsons() -> None:
    assert interval([1.0] * 15 + [0.0] * 5) == pytest.approx((0.531, 0.888), abs=0.001)
    assert interval([1.0] * 10)[1] == 1.0
    assert interval([0.5, 0.5])[0] < 0.5 < interval([0.5, 0.5])[1]


def test_what_came_of_matches_is_one_line() -> None:
    result = arena.Result.from_matches(
        [Played(1.0, 30, 10, (0.1, 0.3)), Played(0.5, 20, 20, (0.2,))]
    )
    assert str(result) == (
        "75% (20% to 97%) of 2 matches, points 25.0 : 15.0, a decision 200 ms (p99 200)"
    )


def test_the_longest_decisions_are_told_apart() -> None:
    times = tuple(n / 1000 for n in range(100))
    result = arena.Result.from_matches([Played(1.0, 30, 10, times)])
    assert result.usual == pytest.approx(49.5)
    assert result.longest == pytest.approx(98)


def test_a_result_is_kept_with_its_commit_and_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = SimpleNamespace(stdout="0123abcd\n")
    monkeypatch.setattr("scripts.arena.subprocess.run", lambda *_, **__: said)
    path, days = tmp_path / "RESULTS.md", {f"{datetime.now(UTC):%Y-%m-%d}"}
    pairing = arena.Pairing("lodge", "good", "greedy", 2)
    arena.keep(path, pairing, arena.Result.from_matches([Played(1.0, 3, 4, (0.1,))]))
    days.add(f"{datetime.now(UTC):%Y-%m-%d}")
    row = path.read_text().splitlines()[-1]
    assert [cell.strip() for cell in row.split("|")][-3:-1] in [["0123abcd", it] for it in days]


def test_a_kept_result_replaces_that_of_its_pairing(tmp_path: Path) -> None:
    path, known = tmp_path / "RESULTS.md", arena.Pairing("lodge", "good", "greedy", 2)
    other = known._replace(seats=4)
    for pairing, share in ((known, 1.0), (other, 1.0), (known, 0.0)):
        arena.keep(path, pairing, arena.Result.from_matches([Played(share, 3, 4, (0.1,))]))
    head, rows = path.read_text().splitlines()[:-2], path.read_text().splitlines()[-2:]
    assert "\n".join(head) + "\n" == arena.HEAD
    assert rows[0].startswith("| lodge, 2 seats, good : greedy | 0% | 0% to 79% | 1 | 3.0 : 4.0 |")
    assert rows[1].startswith("| lodge, 4 seats, good : greedy | 100% |")


def test_the_table_has_every_pairing_that_can_be_played() -> None:
    found = list(arena.table(None))
    arena.check(found)
    assert {pairing.game for pairing in found} >= set(registry.slugs()) - {"toy"}
    assert len(list(arena.table("krakow"))) == len(arena.TABLE)
    with pytest.raises(ValueError, match="krakow is not played by 9"):
        arena.check([arena.Pairing("krakow", "good", "greedy", 9)])
    with pytest.raises(ValueError, match="lodge takes two players or more here"):
        arena.check([arena.Pairing("lodge", "good", "greedy", 1)])


def test_several_processes_play_the_same_matches() -> None:
    pairing = arena.Pairing("letnisko", "greedy", "random", 2)
    alone, shared = (
        [(match.points, match.against) for match in arena.matches(pairing, 4, jobs=jobs)]
        for jobs in (1, 2)
    )
    assert alone == shared
    other = [(match.points, match.against) for match in arena.matches(pairing, 4, seed=1)]
    assert other != alone, "other deals"


def test_who_plays_for_an_arena_that_is_killed_ends() -> None:
    """Whether it plays or waits for more."""
    told = (
        "import os, time; from scripts.arena import pool_of; pool = pool_of(2);"
        "print(*pool.map(os.nice, [0, 0]), *pool._processes, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", told], stdout=subprocess.PIPE, text=True) as one:
        assert one.stdout is not None
        pids = one.stdout.readline().split()[2:]
        one.kill()
    assert pids
    ends = time.monotonic() + 30
    while any(is_running(pid) for pid in pids):
        assert time.monotonic() < ends
        time.sleep(0.05)


def is_running(pid: str) -> bool:
    """Return whether there is a process of that number that has not ended."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Play no match; return the numbers of those that were to be played."""
    numbers = list[int]()

    def noted(pairing: arena.Pairing, seed: int, number: int) -> Played:
        numbers.append(number)
        return Played(seed + number / 8, number, 2, (0.25, 0.5))

    monkeypatch.setattr(arena, "_played", noted)
    return numbers


def test_matches_in_a_log_are_not_played_again(tmp_path: Path, started: list[int]) -> None:
    pairing, log = arena.Pairing("letnisko", "greedy", "random", 2), tmp_path / "log"
    first = list(arena.matches(pairing, 2, log=log))
    again = list(arena.matches(pairing, 3, log=log))
    assert started == [0, 1, 2]
    assert again[:2] == first
    assert list(arena.matches(pairing, 3, log=log)) == again
    for other, seed in ((pairing, 1), (pairing._replace(seats=3), 0)):
        started.clear()
        assert next(arena.matches(other, 1, seed, log=log)).share == seed
        assert started == [0]


def test_a_match_whose_line_was_cut_off_is_played_again(tmp_path: Path, started: list[int]) -> None:
    """Whoever wrote it was killed in the middle."""
    pairing, log = arena.Pairing("letnisko", "greedy", "random", 2), tmp_path / "log"
    first = list(arena.matches(pairing, 2, log=log))
    log.write_text(log.read_text()[:-20])
    for _ in range(2):  # also once that line is in the middle
        assert list(arena.matches(pairing, 2, log=arena.log_file(str(log)))) == first
    assert started == [0, 1, 1]


def test_a_log_that_cannot_be_written_is_refused_before_a_match_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "RESULTS.md"
    other.write_text("# Results")
    for log, why in (
        (tmp_path / "nowhere" / "log", "can't be written: No such file or directory"),
        (tmp_path, "can't be written: Is a directory"),
        (other, "is not a log of matches"),
    ):
        given = ["arena", "krakow", "random", "random", "1", "--log", str(log)]
        monkeypatch.setattr("sys.argv", given)
        with pytest.raises(SystemExit):
            arena.main()
        assert why in capsys.readouterr().err
    assert other.read_text() == "# Results"


def test_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["arena", "krakow", "random", "random", "2", "--seats", "3"])
    arena.main()
    assert capsys.readouterr().out.startswith("krakow, 3 seats, random : random:")
    for wrong in (["chess", "random", "random", "2"], ["krakow", "random", "best", "2"], []):
        monkeypatch.setattr("sys.argv", ["arena", *wrong])
        with pytest.raises(SystemExit):
            arena.main()


@pytest.mark.parametrize("by_one", [True, False])
@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("def choose(*_):\n    return None\n", "", "choose returned None, which is no legal move"),
        ("def choose(*_):\n    return 'x'\n", "", "choose returned 'x', which is no legal move"),
        ("x = 1\ndef choose(:\n", ", line 2, column 12", "invalid syntax"),
    ],
)
def test_a_file_that_cannot_play_is_told_of_in_one_line(
    text: str,
    place: str,
    why: str,
    *,
    by_one: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "own.py"
    file.write_text(text)
    names = [str(file), "random"] if by_one else ["random", str(file)]
    monkeypatch.setattr("sys.argv", ["arena", "krakow", *names, "2", "--jobs", "2"])
    with pytest.raises(SystemExit) as ended:
        arena.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"python -m scripts.arena: {file}{place}: {why}\n"


def test_what_else_goes_wrong_in_a_match_is_no_fault_of_the_player() -> None:
    class Faulty(Dealing):
        def apply(self, *_: object) -> None:
            raise LookupError

    with pytest.raises(LookupError):
        play(cast("AnyRules", Faulty()), at_random, at_random, 2, 0)
