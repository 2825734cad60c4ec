"""Runs tests against a changed copy of the program, in fresh child processes."""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Final

from scripts.mutate.changes import Change

FIRST: Final = 40
"""How many tests are asked first; they touch the least and are the quickest."""
HANGS_S: Final = 240.0
"""After how long a changed program hangs."""
HEAVY: Final = ("discord", "PIL.Image", "aiosqlite", "hypothesis", "simcord", "pytest_asyncio")
"""Libraries that every child gets already imported."""
NOT_ASKED: Final = 70
"""What a child ends with that couldn't ask the tests."""
SUMMARY: Final = "short test summary info"
"""What stands above the names of the tests that failed."""
IMPORTED: Final = "ignore::pytest.PytestAssertRewriteWarning"
"""Children inherit imported plugins, of which pytest would warn."""


class Fate(StrEnum):
    """What became of a change."""

    CAUGHT = "caught"
    HANGS = "caught, it hangs"
    UNSURE = "the test fails without it, too"
    SURVIVED = "survived"
    UNTOUCHED = "no test touches it"


class Bench:
    """A copy of the project in which one change at a time is tried."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root, self._folder = root, folder
        tracked = ["git", "-C", str(root), "ls-files", "-z"]
        names = subprocess.run(tracked, capture_output=True, check=True, text=True).stdout
        for name in filter(None, names.split("\0")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, folder / name)
        # Checked by hash: a changed file may have the size and the second of the one before.
        compiled = ["-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "."]
        subprocess.run([sys.executable, *compiled], cwd=folder, check=True)
        for name in HEAVY:
            importlib.import_module(name)

    def fate(self, path: str, change: Change, tests: Sequence[str]) -> Fate:
        """Return what tests say about a change; the quickest are asked first.

        Raises:
            RuntimeError: The tests couldn't be asked.
        """
        if not tests:
            return Fate.UNTOUCHED
        with self._changed(path, change):
            fate = self._told(tests)
        if fate is not Fate.CAUGHT:
            return fate
        failed = first_failure(self._told_last(), tests)
        unchanged = self._told(tests if failed is None else [failed])
        return fate if unchanged is Fate.SURVIVED else Fate.UNSURE

    @property
    def _said(self) -> Path:
        return self._folder / "said.txt"

    def _told_last(self) -> str:
        return self._said.read_text(encoding="utf-8", errors="replace")

    def _told(self, tests: Sequence[str]) -> Fate:
        for asked in (tests[:FIRST], tests[FIRST:]):
            fate = self._run(asked) if asked else Fate.SURVIVED
            if fate is not Fate.SURVIVED:
                return fate
        return Fate.SURVIVED

    @contextmanager
    def _changed(self, path: str, change: Change) -> Iterator[None]:
        source = (self._root / path).read_text(encoding="utf-8")
        (self._folder / path).write_text(change.made(source), encoding="utf-8")
        try:
            yield
        finally:
            (self._folder / path).write_text(source, encoding="utf-8")

    def _run(self, tests: Sequence[str]) -> Fate:
        pid = os.fork()
        if pid == 0:
            try:
                self._ask(tests)
            finally:  # the parent's folder isn't the child's to clean up
                os._exit(NOT_ASKED)
        until = time.monotonic() + HANGS_S
        while time.monotonic() < until:
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                code = os.waitstatus_to_exitcode(status)
                if code == NOT_ASKED:
                    raise RuntimeError(f"the tests couldn't be asked: {self._told_last()}")
                return Fate.CAUGHT if code else Fate.SURVIVED
            time.sleep(0.02)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return Fate.HANGS

    def _ask(self, tests: Sequence[str]) -> None:
        """Run tests in this process, and end it."""
        os.setsid()
        os.chdir(self._folder)
        sys.path[0] = str(self._folder)
        sys.dont_write_bytecode = True
        for name in [name for name in sys.modules if name.partition(".")[0] == "scripts"]:
            del sys.modules[name]
        with self._said.open("w") as said:
            os.dup2(said.fileno(), 1)
            os.dup2(said.fileno(), 2)
        sys.stdout = sys.stderr = os.fdopen(1, "w", buffering=1)
        try:
            pytest = importlib.import_module("pytest")
            code = pytest.main([*tests, "-x", "-p", "no:cacheprovider", "-W", IMPORTED])
        except BaseException:
            traceback.print_exc()
            raise
        os._exit(code)


def first_failure(said: str, tests: Sequence[str]) -> str | None:
    """Return which of some tests failed first; None if pytest has named none."""
    for line in said.rpartition(SUMMARY)[2].splitlines():
        kind, _, named = line.partition(" ")
        if kind in ("FAILED", "ERROR"):
            found = [test for test in tests if named == test or named.startswith(f"{test} - ")]
            return max(found, key=len, default=None)
    return None
