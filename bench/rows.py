"""All rows: importing the modules that measure makes `ROWS` complete."""

from __future__ import annotations

from bench import (
    areas,
    clockwork,
    engines,
    faults,
    flood,
    idle,
    lettering,
    load,
    lookup,
    many,
    pictures,
    players,
    replays,
    server,
    storage,
    turns,
)
from bench.table import ROWS

__all__ = ["MEASURES", "ROWS"]

MEASURES = (
    *(engines, pictures, replays, lettering, areas, storage, clockwork),
    *(turns, idle, faults, flood, load, many, server, lookup, players),
)
"""Every module that measures rows."""
