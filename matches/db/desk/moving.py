"""A whole database moved to another place: a file to a server, or back.

Where it goes is empty at first. Until everything is there and checked, a bot refuses to start on
it: a server keeps a note beside the one transaction that does all, and a file has another name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from matches.db.desk.copies import check_free, finish, replay_some, shown
from matches.db.desk.restoring import alone_on_file
from matches.db.desk.rows import Counts, Source, Tally, copy_all, fill_file, reading
from matches.db.postgres.address import Address
from matches.db.schema import part_of
from rules.errors import StoreError

Told = Callable[[str, Tally], None]


@dataclass(frozen=True, slots=True)
class Moved:
    """What was moved: all rows by table, and how many matches were replayed."""

    counts: Counts
    replayed: int


def move(source: Address, target: Address, *, replays: int, watch_s: float, told: Told) -> Moved:
    """Copy a whole database to an empty place, and check it there.

    Nobody can change the source meanwhile, and what is there stays as it is.

    Args:
        source: The database.
        target: The new one.
        replays: How many live matches to replay there, chosen by chance.
        watch_s: How long to watch a bot that may be dead.
        told: Called after each table.

    Raises:
        StoreError: The source is in use or of another version, the target isn't empty, one can't
            be used, or they differ afterwards.
    """
    _check_places(source, target)
    with _reading(source, watch_s) as rows:
        if isinstance(target, Path):
            return _to_file(rows, target, replays, told)
        return _to_server(rows, target, replays, told)


def _check_places(source: Address, target: Address) -> None:
    """Refuse what can't work, before anybody is kept from the source."""
    same = source == target
    if isinstance(source, Path) and isinstance(target, Path):
        same = source.resolve() == target.resolve()
    if same:
        raise StoreError(f"{shown(source)} can't be moved to itself: name another place")
    if isinstance(target, Path):
        check_free(target)
    else:
        _on_server("rows").check_new(target)


def _on_server(module: str) -> Any:
    return import_module(f"matches.db.postgres.{module}")


@contextmanager
def _reading(source: Address, watch_s: float) -> Iterator[Source]:
    """Yield the rows of a database that nobody else uses meanwhile."""
    if isinstance(source, Path):
        with alone_on_file(source) as db, reading(db) as rows:
            yield rows
    else:
        with (
            _on_server("alone").alone(source, watch_s) as raw,
            _on_server("rows").reading(raw, source) as rows,
        ):
            yield rows


def _to_server(rows: Source, target: Address, replays: int, told: Told) -> Moved:
    with _on_server("rows").filling(target) as there:
        counts = copy_all(rows, there, told)
        return Moved(counts, replay_some(there.db, replays))


def _to_file(rows: Source, target: Path, replays: int, told: Told) -> Moved:
    part = part_of(target)
    try:
        part.unlink(missing_ok=True)
        counts = fill_file(part, lambda file: copy_all(rows, file, told))
        return Moved(counts, finish(part, target, replays, lambda: False))
    except OSError as error:
        raise StoreError(f"cannot write {str(target)!r}: {error}") from error
    finally:
        if part.exists():  # says that the move was cut off, and needn't fill the disk for that
            os.truncate(part, 0)
