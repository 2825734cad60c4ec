"""A connection to a PostgreSQL server, and what its errors mean."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final

import psycopg
from psycopg import errors

from matches.db import meta
from matches.db.postgres.address import Server
from matches.db.postgres.dialect import PostgresConnection, Raw, adapt
from rules.errors import StoreError

CONNECT_S: Final = 5
"""How long one attempt to connect waits."""
LOCK_S: Final = 2 * CONNECT_S
"""How long a statement waits for what another transaction has locked."""
AGAIN: Final = (errors.SerializationFailure, errors.DeadlockDetected)
"""What the server raises if another transaction was faster."""
TROUBLE: Final = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError)
"""What the driver raises if the server can't be used; any other is our bug."""
_GONE: Final = (
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    errors.IdleInTransactionSessionTimeout,
)
_SETTINGS: Final = (
    f"SET idle_in_transaction_session_timeout = '{CONNECT_S}s'; SET lock_timeout = '{LOCK_S}s'"
)
"""A process that hangs in a transaction mustn't keep others waiting for ever."""
_AT_LENGTH: Final = "SET idle_in_transaction_session_timeout = 0"
"""For work on a whole database.

Its transactions wait for what is done elsewhere.
"""
_PROCESS: Final = secrets.token_hex(4)
"""Tells this process from others; forked ones differ by their numbers."""
OLDEST: Final = 130_000
"""PostgreSQL 13, the oldest that is supported, as it writes that itself."""


def connected(server: Server) -> Raw:
    """Return a new connection.

    Raises:
        psycopg.Error: The server can't be used.
    """
    raw = psycopg.connect(
        server.url,
        autocommit=True,
        connect_timeout=CONNECT_S,
        client_encoding="utf8",
        application_name=f"stolik {_PROCESS} {os.getpid()}",
        # How soon a server is missed whose machine has vanished without a word.
        keepalives_idle=CONNECT_S,
        keepalives_interval=2,
        keepalives_count=3,
        tcp_user_timeout=2000 * CONNECT_S,
    )
    try:
        raw.execute(_SETTINGS, prepare=False)
    except BaseException:
        raw.close()
        raise
    return raw


@contextmanager
def opened(server: Server) -> Iterator[Raw]:
    """Yield a connection for work that may take long, outside any transaction.

    Values are as the house stores them. A transaction in it may be idle for any time.

    Raises:
        StoreError: The server can't be used, also within the block.
    """
    try:
        with closing(connected(server)) as raw:
            adapt(raw)
            raw.execute(_AT_LENGTH, prepare=False)
            yield raw
    except psycopg.Error as error:  # it may show a part of the address
        raise explained(error, server) from None


def fact(server: Server, key: str) -> str | None:
    """Return the fact stored under a name, or None; see `matches.db.meta.read`.

    Raises:
        OSError: There is no bot's database, or it can't be read.
    """
    try:
        with opened(server) as raw:
            return meta.get(PostgresConnection(raw), key)
    except StoreError as error:
        raise OSError(str(error)) from None


def check_kind(raw: Raw, server: Server) -> None:
    """Raise StoreError if a server is too old, or can't keep every letter."""
    if raw.info.server_version < OLDEST:
        raise StoreError(f"cannot use database {server}: it needs PostgreSQL 13 or newer")
    if raw.info.parameter_status("server_encoding") != "UTF8":
        raise StoreError(f"cannot use database {server}: create it with ENCODING 'UTF8'")


def is_passing(error: psycopg.Error) -> bool:
    """Return whether an error may be gone soon: the connection or the server is.

    What is wrong with the connection itself has no code.
    """
    return isinstance(error, _GONE) or error.sqlstate is None


def explained(error: psycopg.Error, server: Server) -> StoreError:
    """Return what an error of PostgreSQL means, for the operator, without its address."""
    words = str(error).strip().partition("\n")[0] or type(error).__name__
    if isinstance(error, errors.DiskFull):
        words = "its disk is full: make room"
    elif isinstance(error, errors.ReadOnlySqlTransaction):
        words = "it is read-only: is it a standby?"
    elif isinstance(error, errors.LockNotAvailable):
        words = "it is locked by another program: stop that one first"
    elif isinstance(error, errors.InsufficientPrivilege):
        words = "its user may not do that: make it the owner of the database"
    elif isinstance(error, errors.UndefinedTable):
        words = "it has no tables of a bot"
    elif "connection option" in words or isinstance(error, psycopg.ProgrammingError):
        words = "PostgreSQL can't read its address"  # the error may show a part of it
    elif "password" in words:
        words = "it refuses the user or the password"
    return StoreError(f"cannot use database {server}: {words}")
