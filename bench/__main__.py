"""The command line: ``python -m bench``, ``python -m bench E1 R``.

With ``--full`` it measures in the sizes of the goals, for example ``python -m bench --full S``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

from bench import (
    clockwork,
    engines,
    faults,
    lettering,
    load,
    lookup,
    pictures,
    replays,
    storage,
    turns,
)
from bench.measure import drift_ms
from bench.table import ROWS, Plan, SkippedError, chosen

ROOT = Path(__file__).parent.parent
MEASURES = (
    *(engines, pictures, replays, lettering, storage, clockwork),
    *(turns, faults, load, lookup),
)
"""Every module that measures rows."""


def main() -> int:
    """Print the rows; return 1 only if one couldn't be measured, not for missed goals."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW", help="E1, or E for all that begin so")
    parser.add_argument("--full", action="store_true", help="100,000 matches, 10,000 pictures")
    given = parser.parse_args()
    compile_once()
    try:
        names = chosen(given.rows)
    except ValueError as error:
        parser.error(str(error))
    begun, before, failed = time.perf_counter(), drift_ms(), 0
    for name in names:
        failed += not measured(name, full=given.full)
    print(
        f"drift of a fixed Python loop: {before:.1f} -> {drift_ms():.1f} ms;"
        f" took {time.perf_counter() - begun:.0f} s"
    )
    return 1 if failed else 0


def compile_once() -> None:
    """Compile the modules that rows import, as an installed bot has them."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(ROOT / "var" / "compiled")


def measured(name: str, *, full: bool) -> bool:
    """Measure and print one row; return whether that was possible."""
    (ROOT / "var").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="bench-", dir=ROOT / "var"))
    try:
        for figure in ROWS[name](Plan(full, folder)):
            print(figure.line(name), flush=True)
    except SkippedError as error:
        print(f"{name:<3} not measured: {error}", flush=True)
        return False
    except Exception:  # noqa: BLE001 - the other rows are measured all the same
        print(f"{name:<3} not measured:\n{traceback.format_exc()}", flush=True)
        return False
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return True


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    os._exit(code)  # after a failure the thread of an open database would hang
