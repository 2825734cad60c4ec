"""All rows: importing the modules that measure makes `ROWS` complete."""

from __future__ import annotations

from bench import (
    clockwork,
    engines,
    faults,
    idle,
    lettering,
    load,
    lookup,
    pictures,
    replays,
    storage,
    turns,
)
from bench.table import ROWS

__all__ = ["MEASURES", "ROWS"]

MEASURES = (
    *(engines, pictures, replays, lettering, storage, clockwork),
    *(turns, idle, faults, load, lookup),
)
"""Every module that measures rows."""
