"""Measures one row, in this process or in one of its own."""

from __future__ import annotations

import shutil
import tempfile
import time
import traceback
from pathlib import Path
from typing import Final

from bench import released
from bench.rows import ROWS
from bench.table import Figure, Plan, Scale

ROOT: Final = Path(__file__).parent.parent


def clocked(scale: Scale, name: str) -> tuple[str, list[Figure] | None, float]:
    """Measure a row; return its name, what `measured` returns, and how long that took."""
    begun = time.perf_counter()
    return name, measured(name, scale), time.perf_counter() - begun


def measured(name: str, scale: Scale) -> list[Figure] | None:
    """Measure and print one row; return its figures, or None if that wasn't possible."""
    (ROOT / "var").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="bench-", dir=ROOT / "var"))
    found, before = list[Figure](), None if scale is Scale.TINY else released.read()
    try:
        for figure in ROWS[name](Plan(scale, folder)):
            found.append(figure)
            was = "" if before is None else figure.compared_to(before.ratio(name, figure))
            print(figure.line(name, was), flush=True)
    except Exception:  # noqa: BLE001 - the other rows are measured all the same
        print(f"{name:<3} not measured:\n{traceback.format_exc()}", flush=True)
        return None
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return found
