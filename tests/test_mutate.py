"""The mutants are small, true changes; what tests notice and what they don't is told apart."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
from pathlib import Path

import pytest

from scripts.mutate import __main__ as command_line
from scripts.mutate import trial
from scripts.mutate.__main__ import Mutant, tried
from scripts.mutate.changes import Change, changes
from scripts.mutate.trial import SUMMARY, Bench, Fate, first_failure

SOURCE = '''"""Says nothing."""

LIMIT: Final = 3


def fits(żółw: int, *, strict: bool = False) -> bool:
    """Return whether it fits."""
    log.info("asked about %s", żółw + 1)
    assert żółw >= 0
    if strict and not (żółw == LIMIT):
        return False
    while żółw > LIMIT:
        żółw -= 1
        if żółw == 7:
            break
    note(żółw, *zip("a", "b", strict=True))
    return bool(żółw <= LIMIT)
'''
CHANGES = {
    "another comparison": {"(żółw != LIMIT)", "(żółw >= LIMIT)", "(żółw != 7)", "(żółw < LIMIT)"},
    "and or or exchanged": {"(strict or not żółw == LIMIT)"},
    "not left out": {"(żółw == LIMIT)"},
    "true or false exchanged": {"True"},
    "one more": {"2", "8"},
    "statement left out": {"pass"},
    "break or continue exchanged": {"continue"},
    "returns the opposite or nothing": {"return not (bool(żółw <= LIMIT))"},
}


def test_every_kind_of_change_is_found_and_nothing_idle_is_changed() -> None:
    found: dict[str, set[str]] = {}
    for change in changes(SOURCE):
        found.setdefault(change.what, set()).add(change.new)
        assert "log.info" not in SOURCE.encode()[change.start : change.end].decode()
        made = change.made(SOURCE)
        ast.parse(made)
        assert made.count("\n") == SOURCE.count("\n")
        assert change.new in made.splitlines()[change.line - 1]
    assert found == CHANGES


PROGRAM = """def add(a, b):
    while a > 90:
        a -= 1
    return a + b


def idle(a):
    return a or 0
"""
TESTS = """from program import add, idle


def test_add():
    assert add(1, 2) == 3


def test_idle():
    idle(1)


def test_never():
    raise OSError
"""


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    root, folder = tmp_path / "root", tmp_path / "copy"
    root.mkdir()
    (root / "program.py").write_text(PROGRAM)
    (root / "test_program.py").write_text(TESTS)
    for words in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *words], cwd=root, check=True)
    monkeypatch.setattr(trial, "HEAVY", ())
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # starts faster
    return Bench(root, folder)


def change(what: str) -> Change:
    (found, *_) = [one for one in changes(PROGRAM) if one.what == what]
    return found


def test_what_tests_say_about_a_change(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "HANGS_S", 60.0)
    both = ["test_program.py::test_add", "test_program.py::test_idle"]
    assert bench.fate("program.py", change("another operator"), both) is Fate.CAUGHT
    assert bench.fate("program.py", change("and or or exchanged"), both) is Fate.SURVIVED
    assert bench.fate("program.py", change("another operator"), both[1:]) is Fate.SURVIVED
    assert bench.fate("program.py", change("another operator"), []) is Fate.UNTOUCHED
    endless = Change(2, "hangs", PROGRAM.index("a > 90"), PROGRAM.index("a > 90") + 6, "True")
    monkeypatch.setattr(trial, "HANGS_S", 2.0)
    assert bench.fate("program.py", endless, both) is Fate.HANGS


@pytest.mark.parametrize("name", ["test_it", "test_it[a b]", "test_it[x - 1]", "test_it[x]"])
@pytest.mark.parametrize("why", ["", " - AssertionError: a - b"])
def test_the_first_failure_is_found(name: str, why: str) -> None:
    tests = [f"tests/test_a.py::test_it{case}" for case in ("", "[a b]", "[x - 1]", "[x]")]
    said = f"ERROR    a::b: it's logged\n== {SUMMARY} ==\nFAILED tests/test_a.py::{name}{why}\n"
    assert first_failure(said, tests) == f"tests/test_a.py::{name}"
    assert first_failure("ERROR: not found: test_a.py", tests) is None


@pytest.mark.parametrize(
    "test", ["test_program.py::test_never", "test_program.py::test_gone", "test_nowhere.py::test"]
)
def test_a_test_that_fails_anyway_catches_nothing(bench: Bench, test: str) -> None:
    asked = [test]
    assert bench.fate("program.py", change("and or or exchanged"), asked) is Fate.UNSURE


def test_tests_that_were_not_asked_catch_nothing(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each change counted as caught, because the children couldn't load pytest twice."""

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(RuntimeError, match="ImportError: pytest"):
        bench.fate("program.py", change("another operator"), ["test_program.py::test_add"])
    assert (tmp_path / "copy" / "program.py").read_text() == PROGRAM


def test_a_sample_whose_tests_cannot_be_asked_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*_: object) -> None:
        os._exit(3)

    monkeypatch.setattr(command_line, "_work", die)
    mutant = Mutant("bot.py", change("and or or exchanged"), ())
    with pytest.raises(RuntimeError, match="has died"):
        tried([mutant])
