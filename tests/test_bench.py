"""The benchmark's own arithmetic and table; nothing here depends on the clock."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from bench import __main__ as command
from bench import measure, released, rig, run, storage, stored, table
from bench.__main__ import by_letter
from bench.run import ROOT, in_turn
from bench.stage import Stage
from bench.table import Figure, Plan, Row, Scale, limited
from matches.domain.model import Opening
from matches.domain.table.terms import Terms

FIGURE = Figure("commits", 1500.0, "/s", "floor", 2000.0, 0.75, 0.4, at_least=True)


def test_the_ratio_is_the_median_of_neighbouring_runs() -> None:
    # The machine halves its speed in the middle: medians alone would give 10 to 3.
    pairs = measure.paired(ours=[5, 5, 10, 10, 40], theirs=[2, 2, 4, 5, 4])
    assert pairs.ratio == 2.5
    assert (pairs.ours, pairs.theirs) == (10, 4)


def test_runs_take_turns_after_one_of_each_that_does_not_count() -> None:
    order: list[str] = []

    def run(name: str, figures: list[float]) -> float:
        order.append(name)
        return figures.pop(0)

    ours, theirs = [100.0, 3.0, 4.0], [100.0, 1.0, 2.0]
    pairs = measure.take_turns(lambda: run("us", ours), lambda: run("them", theirs), 2)
    assert order == ["them", "us"] * 3
    assert pairs.ratio == 2.5


def test_runs_of_different_number_are_no_pairs() -> None:
    with pytest.raises(ValueError, match="zip"):
        measure.paired([1.0, 2.0], [1.0])


@pytest.mark.parametrize(("share", "value"), [(0.0, 1), (0.5, 51), (0.99, 100), (1.0, 100)])
def test_percentiles(share: float, value: int) -> None:
    assert measure.percentile([*range(100, 0, -1)], share) == value


def test_a_rate_is_measured_on_something() -> None:
    done = iter([0, 0, 5])
    assert measure.rate(lambda: next(done), least_s=0.0) > 0
    assert next(done, None) is None


def test_a_goal_is_met_from_either_side() -> None:
    assert FIGURE.met
    assert not replace(FIGURE, goal=0.8).met
    assert not replace(FIGURE, at_least=False).met
    assert replace(FIGURE, at_least=False, goal=0.75).met


def test_a_row_tells_everything_on_one_line() -> None:
    line = replace(FIGURE, note="on a quiet disk").line("S1")
    assert "\n" not in line
    words = line.split()
    assert words[:5] == ["S1", "commits", "1500", "/s", "floor"]
    assert " ".join(words[5:]) == "2000 0.75 x goal >= 0.4 met (on a quiet disk)"
    assert "MISSED" in replace(FIGURE, goal=0.8).line("S1")


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (0.0123, "0.0123"), (4.506, "4.51"), (1234.5, "1234"), (32_100, "32.1k")],
)
def test_figures_keep_three_digits(value: float, shown: str) -> None:
    assert table.number(value) == shown


def test_a_limit_is_a_ratio_to_it() -> None:
    assert table.limited("memory", 12.0, "kB", 15).ratio == 0.8
    assert not table.limited("memory", 15.1, "kB", 15).met


def test_rows_are_chosen_by_name_or_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "ROWS", dict.fromkeys(("D1", "S1", "E2", "E1")))
    assert table.chosen([]) == ["E1", "E2", "S1", "D1"]
    assert table.chosen(["s1", "E1"]) == ["E1", "S1"]
    assert table.chosen(["e"]) == ["E1", "E2"]
    with pytest.raises(ValueError, match="no row 'X'; there are D1, S1, E2, E1"):
        table.chosen(["X"])


def test_the_sizes_of_a_plan() -> None:
    tiny, usual, full = (Plan(scale, Path()) for scale in Scale)
    assert [plan.size(1, 10, 1000) for plan in (tiny, usual, full)] == [1, 10, 1000]
    assert [plan.size(1, 10) for plan in (tiny, usual, full)] == [1, 10, 10]


def test_a_tiny_plan_measures_once_and_without_a_missing_peer() -> None:
    runs: list[str] = []

    def run(name: str) -> float:
        runs.append(name)
        return 2.0

    plan = Plan(Scale.TINY, Path(), peers=False)
    pairs = plan.pairs(lambda: run("us"), plan.peer(lambda: run("them")))
    assert runs == ["us"]
    assert pairs.ours == 2.0
    figure = table.compared("moves", pairs, "/s", "peer", 1.0, at_least=True)
    assert not figure.met
    assert "not compared" in figure.line("E1")
    assert Plan(Scale.TINY, Path()).pairs(lambda: run("us"), lambda: run("them")).ratio == 1


@pytest.mark.parametrize(
    ("was", "words"),
    [
        (None, "new"),
        (0.75, "was 0.75 x"),
        (0.99, "was 0.99 x"),
        (1.01, "was 1.01 x FELL"),
        (0.1, "was 0.10 x"),
    ],
)
def test_what_fell_by_more_than_a_quarter_is_marked(was: float | None, words: str) -> None:
    assert FIGURE.compared_to(was) == words
    assert words in FIGURE.line("S1", words)


@pytest.mark.parametrize(
    ("was", "ratio", "goal", "fell"),
    [
        (1.0, 1.3, 1.2, False),
        (1.0, 1.4, 1.2, True),
        (0.02, 0.04, 1.0, False),  # both are next to nothing
        (0.0, 1.0, 0.0, True),
        (0.0, 0.0, 0.0, False),
        (4.0, 1.0, 1.2, False),
    ],
)
def test_where_less_is_better_more_has_fallen(
    was: float, ratio: float, goal: float, *, fell: bool
) -> None:
    assert replace(FIGURE, at_least=False, ratio=ratio, goal=goal).fell(was) is fell


def test_a_release_keeps_its_ratios(tmp_path: Path) -> None:
    path = tmp_path / "released.json"
    assert released.read(path) is None
    released.write("1.0.0", {"S1": [FIGURE], "S3": [replace(FIGURE, ratio=1.23456)]}, path)
    released.write("1.0.0", {"S1": [replace(FIGURE, ratio=0.5)]}, path)
    found = released.read(path)
    assert found is not None
    assert found.version == "1.0.0"
    assert found.ratio("S1", FIGURE) == 0.5
    assert found.ratio("S3", FIGURE) == 1.235
    assert found.ratio("S3", replace(FIGURE, against="another")) is None
    released.write("1.1.0", {"S3": [FIGURE]}, path)
    found = released.read(path)
    assert found is not None
    assert (found.version, found.ratio("S1", FIGURE), found.ratio("S3", FIGURE)) == (
        *("1.1.0", None),
        0.75,
    )


def test_a_few_rows_or_no_version_take_the_place_of_no_release(tmp_path: Path) -> None:
    path = tmp_path / "released.json"
    released.check("1.0.0", whole=False, path=path)
    released.write("1.0.0", {"S1": [FIGURE]}, path)
    released.check("1.0.0", whole=False, path=path)
    released.check("1.1.0", whole=True, path=path)
    with pytest.raises(ValueError, match=r"take the place of all of 1\.0\.0"):
        released.check("1.1.0", whole=False, path=path)
    with pytest.raises(ValueError, match="'E7' isn't a version"):
        released.check("E7", whole=True, path=path)


def test_a_row_that_was_not_measured_keeps_the_release(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = list[str]()
    last = released.read()
    assert last is not None
    monkeypatch.setattr(released, "write", lambda version, _: kept.append(version))
    monkeypatch.setattr(command, "compile_once", lambda: None)
    monkeypatch.setattr(sys, "argv", ["bench", "--release", last.version, "S1"])
    for figures in (None, [FIGURE]):
        monkeypatch.setattr(
            command, "in_turn", lambda _, names, it=figures: [(name, it, 1.0) for name in names]
        )
        assert command.main() == (1 if figures is None else 0)
        assert ("so nothing is kept" in capsys.readouterr().out) == (figures is None)
    assert kept == [last.version]


def test_pages_that_processes_share_count_once() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "import ssl; print(flush=True); input()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as one:
        assert one.stdout is not None
        one.stdout.readline()
        alone, twice = rig.resident_kb([one.pid]), rig.resident_kb([one.pid, one.pid])
        status = Path(f"/proc/{one.pid}/status").read_text()
        one.kill()
    sizes = {line.partition(":")[0]: line.split()[1:2] for line in status.splitlines()}
    resident, files = (int(sizes[name][0]) for name in ("VmRSS", "RssFile"))
    assert alone == pytest.approx(resident, rel=0.05)
    assert 2 * alone - twice == pytest.approx(files, rel=0.3)


def test_a_process_that_has_ended_takes_no_memory() -> None:
    assert rig.resident_kb([2**22 + 1]) == 0


async def test_row_s5_may_open_as_many_lobbies_as_it_wants(tmp_path: Path) -> None:
    path = tmp_path / "small.db"
    stored.fill(path, storage.library().matches(1))
    house = await storage.House.open(path, [])
    info = await house.service.info(1)
    for _ in range(Terms().all_lobbies + 1):
        await storage.new_lobby(house.service, info)
    await house.store.close()


def test_no_two_lobbies_are_opened_in_one_place() -> None:
    """S5 couldn't be measured when matches in neighbouring channels were asked about by turns."""
    opened = list[Opening]()
    service = SimpleNamespace(lobby=SimpleNamespace(create=opened.append))
    infos = [next(storage.library().matches(1)).info]
    infos += [replace(infos[0], channel_id=infos[0].channel_id + n) for n in (1, 2)]
    for info in reversed(infos):
        storage.new_lobby(service, info)  # type: ignore[arg-type]
    assert len({one.channel_id for one in opened}) == len(opened) == 3


def test_rows_share_a_stage_until_one_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a failed row leaves behind must not be measured with the next one."""
    stages = dict[str, Stage | None]()

    def measured(name: str) -> Row:
        def rows(plan: Plan) -> Iterator[Figure]:
            stages[name] = plan.stage
            if name == "B":
                raise OSError("nothing to measure")
            yield limited("it", 1, "", 1)

        return rows

    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "ROWS", {name: measured(name) for name in "ABCDE"})
    monkeypatch.setattr(run, "STAGED", dict.fromkeys("ABCD", "one") | {"E": ""})
    found = [(name, figures is not None) for name, figures, _ in in_turn(Scale.TINY, [*"ABCDE"])]
    assert found == [("A", True), ("B", False), ("C", True), ("D", True), ("E", True)]
    assert stages["A"] is stages["B"] is not None
    assert stages["C"] is stages["D"] is not stages["A"]
    assert stages["E"] is None
    assert "B   not measured" in capsys.readouterr().out
    assert list((tmp_path / "var").iterdir()) == []


def test_rows_of_one_letter_follow_each_other() -> None:
    assert by_letter(["E1", "E5", "R1", "R7"]) == [["E1", "E5"], ["R1", "R7"]]


def test_the_command_measures_rows_beside_each_other() -> None:
    command = [sys.executable, "-m", "bench", "--tiny", "E5", "S3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert {line.split()[0] for line in done.stdout.splitlines()} >= {"E5", "S3"}
    assert "not measured" not in done.stdout
