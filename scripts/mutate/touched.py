"""Which tests touch which line, as the coverage of a run of the tests says."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from coverage import CoverageData

ROOT: Final = Path(__file__).parents[2]
CHANGED: Final = ("matches", "cogs", "players", "workers")
"""The packages whose files are changed, and whose own tests are asked."""
OTHERS: Final = ("contract", "eras", "monitor", "range", "test_bot.py", "test_health.py")
"""What else is asked if all packages are.

What these tests do in processes of their own isn't seen.
"""


def measure(data_file: Path, packages: Sequence[str] = CHANGED) -> None:
    """Run the tests that are asked once, and keep which lines each of them touches.

    Raises:
        subprocess.CalledProcessError: A test fails.
    """
    others = OTHERS if set(packages) == set(CHANGED) else ()
    tests = [f"tests/{name}" for name in (*packages, *others)]
    covered = [f"--cov={package}" for package in packages]
    subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "2", "--timeout=600", *tests, *covered]
        + ["--cov-context=test", "--cov-report="],
        cwd=ROOT,
        env=os.environ | {"COVERAGE_FILE": str(data_file)},
        check=True,
    )


class Touched:
    """The tests by the lines that they touch."""

    def __init__(self, data_file: Path) -> None:
        self._data = CoverageData(str(data_file))
        self._data.read()
        self._files = {self._relative(name): name for name in self._data.measured_files()}
        self._width = Counter[str]()
        for name in self._files.values():
            for tests in self._data.contexts_by_lineno(name).values():
                self._width.update(self._tests(tests))

    @staticmethod
    def _relative(name: str) -> str:
        """Return a file's path from the root, wherever the tests were run."""
        parts = Path(name).parts
        first = max(parts.index(package) for package in CHANGED if package in parts)
        return str(Path(*parts[first:]))

    @staticmethod
    def _tests(contexts: Iterable[str]) -> set[str]:
        return {context.partition("|")[0] for context in contexts if context}

    def by(self, path: str, lines: range) -> Sequence[str]:
        """Return the tests that touch one of some lines, those that touch least first."""
        if path not in self._files:
            return ()
        contexts = self._data.contexts_by_lineno(self._files[path])
        tests = {test for line in lines for test in self._tests(contexts.get(line, ()))}
        return sorted(tests, key=lambda test: (self._width[test], test))
