"""A match as short hashes, to compare two versions of this program.

A note says whom a live match waits for, what each seat and a watcher see, which moves each seat has
and whether it can take its last one back. Comparing the notes that two versions make of the same
log shows what an upgrade would change. A view is hashed by the fields that the older version knew,
so a new field alone makes no difference; nor does a change of wording.

The hashes are keyed by the match's secret seed, so without the database nobody can guess a hidden
hand and check the guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final

from matches.domain.change import LogRow, Stored
from matches.domain.history.replay import begin, rows_played
from matches.domain.history.timeline import Timeline
from rules.errors import ReplayError
from rules.notation import format_move
from rules.protocol import WATCHER, Move
from rules.text import Text

HASH_BYTES: Final = 8
NO_VIEW: Final = ""
"""Stands for the hash of a view that can't be compared."""
REMEMBERED: Final = 50_000
"""The number of parts of views, and of moves, that are cached as text."""
Shapes = dict[str, tuple[str, ...]]
"""The fields of each class in views, by its game and name: ``krakow.PlayerView``."""


@dataclass(frozen=True, slots=True)
class Note:
    """A match as one version of the program sees it.

    Attributes:
        id: The number of the match.
        slug: Its game.
        version: The version of the rules it was started with.
        ply: The ply of this note.
        log: The hash of its log up to that ply.
        why: Why it can't be replayed up to that ply, then the rest is empty; "" if it can.
        to_act: The seats it waits for.
        views: The hashes of the views: a watcher's, then each seat's.
        moves: The hash of each seat's legal moves.
        undo: Whether each seat can take its last move back.
    """

    id: int
    slug: str
    version: int
    ply: int
    log: str
    why: str = ""
    to_act: tuple[int, ...] = ()
    views: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    undo: tuple[bool, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the note as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Note:
        """Return a note from its JSON values; inverse of `as_json`.

        Raises:
            TypeError: It isn't a note.
        """
        told: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in found.items()}
        return cls(**told)


class _LostError(Exception):
    """A class has lost a field by which it was hashed."""


class Hasher:
    """Hashes views and moves the same way in every process and Python version.

    Attributes:
        shapes: The fields by which objects are hashed. An unknown class is added with all its
            fields.
        lost: The fields in `shapes` that no longer exist, so that views with them can't be hashed.
    """

    def __init__(self, shapes: Shapes | None = None) -> None:
        self.shapes: Shapes = {} if shapes is None else shapes
        self.lost: set[str] = set()
        self._writers: dict[type, Callable[[Any], str]] = {}

    def view(self, view: object, key: bytes) -> str:
        """Return the hash of a view, or `NO_VIEW` if it has lost a field."""
        try:
            return _digest(self._text(view), key)
        except _LostError as error:
            self.lost.add(str(error))
            return NO_VIEW

    def moves(self, moves: Sequence[Move], key: bytes) -> str:
        """Return the hash of a list of moves."""
        return _digest("\n".join([_notation(move) for move in moves]), key)

    def _text(self, value: object) -> str:
        kind = type(value)
        writer = self._writers.get(kind)
        if writer is None:
            writer = self._writers[kind] = self._writer(kind)
        return writer(value)

    def _writer(self, kind: type) -> Callable[[Any], str]:
        """Return the function that writes values of a type as text."""
        if issubclass(kind, Text):
            return lambda _: "words"
        if issubclass(kind, Enum):
            return {member: str(member.value) for member in kind}.__getitem__
        if is_dataclass(kind):
            return self._object_writer(kind)
        if issubclass(kind, frozenset):
            return lambda value: "{" + ",".join(sorted(map(self._text, value))) + "}"
        if issubclass(kind, tuple):
            return lambda value: "(" + ",".join(map(self._text, value)) + ")"
        if issubclass(kind, Mapping):
            return lambda value: self._text(frozenset(value.items()))
        if issubclass(kind, str | int | float | type(None)):
            return repr if kind in (str, int, bool, float, type(None)) else str
        raise TypeError(f"a view holds {kind.__name__}, which cannot be hashed")

    def _object_writer(self, kind: type) -> Callable[[Any], str]:
        there = tuple(field.name for field in fields(kind))
        name = f"{kind.__module__.split('.')[1]}.{kind.__qualname__}"  # rules.<game>.view
        known = self.shapes.setdefault(name, there)
        if lost := set(known).difference(there):
            raise _LostError(f"{name}.{min(lost)}")

        @lru_cache(maxsize=REMEMBERED)
        def write(value: object) -> str:
            parts = [self._text(getattr(value, field)) for field in known]
            return f"{kind.__qualname__}({','.join(parts)})"

        return write


@lru_cache(maxsize=REMEMBERED)
def _notation(move: Move) -> str:
    return format_move(move)


def _digest(text: str, key: bytes) -> str:
    return blake2b(text.encode(), digest_size=HASH_BYTES, key=key[:64]).hexdigest()


def log_hash(rows: Iterable[LogRow], key: bytes) -> str:
    """Return the hash of log rows: who did what, in order."""
    return _digest("\n".join([f"{row.ply} {row.seat} {row.move}" for row in rows]), key)


def noted(stored: Stored, hasher: Hasher, ply: int | None = None) -> Note:
    """Return the note of a match at a ply of its log; None for the newest."""
    info, key = stored.info, stored.seed
    ply = info.ply if ply is None else ply
    rows = [row for row in stored.log if row.ply <= ply]
    note = Note(info.id, info.slug, info.rules_version, ply, log_hash(rows, key))
    try:
        timeline = begin(stored)
        for _ in rows_played(info.id, timeline, rows):
            pass
        if timeline.ply != ply:
            raise ReplayError(info.id, timeline.ply, "rows of the log are missing")
    except ReplayError as error:
        return Note(note.id, note.slug, note.version, ply, note.log, why=str(error))
    return _filled(note, timeline, hasher, key)


def _filled(note: Note, timeline: Timeline, hasher: Hasher, key: bytes) -> Note:
    rules, state, seats = timeline.rules, timeline.state, range(len(timeline.asked))
    viewers = (WATCHER, *seats)
    return Note(
        *(note.id, note.slug, note.version, note.ply, note.log),
        to_act=tuple(sorted(timeline.waiting)),
        views=tuple([hasher.view(rules.view(state, seat), key) for seat in viewers]),
        moves=tuple([hasher.moves(rules.legal_moves(state, seat), key) for seat in seats]),
        undo=tuple([timeline.can_undo(seat) for seat in seats]),
    )
