"""Measures rows, one after another or each in a process of its own."""

from __future__ import annotations

import shutil
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias

from bench import released
from bench.rows import ROWS
from bench.stage import Stage
from bench.table import STAGED, Figure, Plan, Scale

ROOT: Final = Path(__file__).parent.parent


Clocked: TypeAlias = "tuple[str, list[Figure] | None, float]"
"""A row's name, what `measured` returned, and how many seconds that took."""


def in_turn(scale: Scale, names: list[str]) -> Iterator[Clocked]:
    """Measure rows in turn; those of the same stage share it until one fails."""
    for shared, together in groupby(names, key=STAGED.__getitem__):
        rest = list(together)
        while rest:
            with _stage() if shared else nullcontext() as stage:
                found: list[Figure] | None = []
                while rest and found is not None:
                    done = _, found, _ = clocked(scale, rest.pop(0), stage)
                    yield done


def together(scale: Scale, names: list[str]) -> list[Clocked]:
    """Measure rows in turn in this process, then return all."""
    return [*in_turn(scale, names)]


@contextmanager
def _stage() -> Iterator[Stage]:
    """Return a stage; print what goes wrong when it is closed."""
    with folder_of_its_own() as folder:
        stage = Stage(folder)
        try:
            yield stage
        finally:
            try:
                stage.close()
            except Exception:  # noqa: BLE001 - the other rows are measured all the same
                print(f"a stage couldn't be closed:\n{traceback.format_exc()}", flush=True)


def clocked(scale: Scale, name: str, stage: Stage | None = None) -> Clocked:
    """Measure a row, and how long that takes."""
    begun = time.perf_counter()
    return name, measured(name, scale, stage), time.perf_counter() - begun


def measured(name: str, scale: Scale, stage: Stage | None = None) -> list[Figure] | None:
    """Measure and print one row; return its figures, or None if that wasn't possible."""
    found, before = list[Figure](), None if scale is Scale.TINY else released.read()
    with folder_of_its_own() as folder:
        try:
            for figure in ROWS[name](Plan(scale, folder, stage=stage)):
                found.append(figure)
                was = "" if before is None else figure.compared_to(before.ratio(name, figure))
                print(figure.line(name, was), flush=True)
        except Exception:  # noqa: BLE001 - the other rows are measured all the same
            print(f"{name:<3} not measured:\n{traceback.format_exc()}", flush=True)
            return None
    return found


@contextmanager
def folder_of_its_own() -> Iterator[Path]:
    """Return an empty folder on the disk of the project, and delete it afterwards."""
    (ROOT / "var").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="bench-", dir=ROOT / "var"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
