"""PostgreSQL behind the connection that all SQL of the house is written for.

The SQL itself is read alike by both databases; only its types and marks for values differ. Whole
numbers are of 64 bits, truth is 0 or 1, and a text can't hold the letter NUL, which becomes
U+FFFD.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import psycopg
from psycopg.adapt import Buffer
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumperUnknown

from matches.db.driver import IntegrityError

Raw: TypeAlias = "psycopg.Connection[tuple[Any, ...]]"
NUMBERED: Final = "matches_pkey"
"""The constraint that two new matches with the same number break."""
MARK: Final = re.compile(r"'[^']*'|%|\?(\d*)")


class TruthDumper(Int8Dumper):
    """Sends truth as 0 or 1."""

    def dump(self, obj: bool) -> Buffer:
        """Return 0 or 1."""
        return b"1" if obj else b"0"


class TextDumper(StrDumperUnknown):
    """Sends text without NUL."""

    def dump(self, obj: str) -> Buffer | None:
        """Return a text's bytes."""
        return super().dump(obj.replace("\0", "\N{REPLACEMENT CHARACTER}"))


def adapt(raw: Raw) -> None:
    """Let a new connection send values as the house stores them."""
    raw.adapters.register_dumper(int, Int8Dumper)
    raw.adapters.register_dumper(bool, TruthDumper)
    raw.adapters.register_dumper(str, TextDumper)


@lru_cache(maxsize=1000)
def translated(sql: str) -> str:
    """Return a statement with the driver's marks for values."""

    def other(mark: re.Match[str]) -> str:
        if mark[1] is None:
            return mark[0].replace("%", "%%")
        return f"%({mark[1]})s" if mark[1] else "%s"

    return MARK.sub(other, sql)


def alike(error: psycopg.Error) -> Exception:
    """Return the error that every database raises in place of one.

    Two transactions that chose the same number for a new match are none: one runs again.
    """
    if isinstance(error, psycopg.errors.NumericValueOutOfRange):
        return OverflowError("a whole number has more than 64 bits")
    if not isinstance(error, psycopg.IntegrityError):
        return error
    if error.diag.constraint_name == NUMBERED:
        return psycopg.errors.SerializationFailure(str(error))
    return IntegrityError(str(error))


class PostgresConnection:
    """A `matches.db.driver.Connection` to a server."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw

    def execute(
        self, sql: str, parameters: Sequence[Any] = (), /
    ) -> psycopg.Cursor[tuple[Any, ...]]:
        """Run a statement."""
        try:
            return self.raw.execute(translated(sql), values(sql, parameters))
        except (psycopg.IntegrityError, psycopg.DataError) as error:
            raise alike(error) from error

    def executemany(
        self, sql: str, rows: Iterable[Sequence[Any]], /
    ) -> psycopg.Cursor[tuple[Any, ...]]:
        """Run a statement once for each row of values."""
        cursor, given = self.raw.cursor(), [values(sql, row) for row in rows]
        try:
            cursor.executemany(translated(sql), given)
        except (psycopg.IntegrityError, psycopg.DataError) as error:
            raise alike(error) from error
        return cursor


def values(sql: str, parameters: Sequence[Any]) -> Sequence[Any] | dict[str, Any]:
    """Return values as the translated statement wants them."""
    if "%(" not in translated(sql):
        return parameters
    return {str(number): value for number, value in enumerate(parameters, start=1)}
