"""What players were told, beside what the log says now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matches.domain.change import LogRow
from matches.domain.model import UNDO
from rules.text import Seat


def is_taken_back(rows: Iterable[LogRow], ply: int) -> bool:
    """Return whether an undo after row `ply` takes back that row or one before it."""
    later = (row.move for row in rows if row.ply > ply and row.move.startswith(UNDO))
    return any(int(move.removeprefix(UNDO)) <= ply for move in later)


def knows(rows: Sequence[LogRow], ply: int, seat: Seat) -> bool:
    """Return whether a seat that was called at row `ply` needs no call now.

    So it is if what it was asked then was taken back, and it has decided nothing since.
    """
    has_moved = any(row.seat == seat for row in rows if row.ply > ply)
    return not has_moved and is_taken_back(rows, ply)
