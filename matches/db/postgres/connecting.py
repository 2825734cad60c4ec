"""One connection to a server, for whoever needs no pool, and what its errors mean.

`health.py` imports this every minute where the database is on a server.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import unquote

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from matches.db import meta
from matches.db.postgres.address import Server
from matches.db.postgres.dialect import PostgresConnection, Raw, adapt
from rules.errors import StoreError

CONNECT_S: Final = 5
"""For how long one attempt to connect waits."""
FORM: Final = "postgresql://user:password@host:port/name"
_HIDDEN: Final = "***"


@contextmanager
def connected(server: Server, wait_s: int = CONNECT_S) -> Iterator[Raw]:
    """Yield a connection outside any transaction.

    Args:
        server: Where to.
        wait_s: For how long to wait for it, in seconds.

    Raises:
        StoreError: The server can't be used, also within the block.
    """
    check_address(server)
    try:
        with psycopg.connect(server.url, autocommit=True, connect_timeout=wait_s) as raw:
            adapt(raw)
            yield raw
    except psycopg.Error as error:
        raise explained(error, server) from error


def check_address(server: Server) -> None:
    """Raise StoreError, without the address, if libpq can't read it.

    What libpq says of an address repeats it with its password.
    """
    try:
        conninfo_to_dict(server.url)
    except psycopg.Error:
        raise StoreError(
            f"the address of the database can't be read: it has to look like {FORM}, with"
            " %40 for @, %2F for / and %25 for % in a password"
        ) from None


def explained(error: psycopg.Error, server: Server) -> StoreError:
    """Return what an error of PostgreSQL means, for the operator, without its address."""
    words = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    if "couldn't get a connection" in words:  # the pool
        words = "it can't be reached"
    elif isinstance(error, errors.DiskFull):
        words = "its disk is full: make room"
    elif isinstance(error, errors.ReadOnlySqlTransaction):
        words = "it is read-only: is it a standby?"
    elif "password authentication failed" in words:
        words = "it refuses the user or the password in its address (STOLIK_DATABASE)"
    return StoreError(f"cannot use database {server}: {without_secrets(words, server)}")


def without_secrets(words: str, server: Server) -> str:
    """Return words without the address of a server and its password."""
    try:
        password = str(conninfo_to_dict(server.url).get("password") or "")
    except psycopg.Error:
        return "its address can't be read"
    words = words.replace(server.url, str(server))
    for secret in {password, unquote(password)} - {""}:
        words = words.replace(secret, _HIDDEN)
    return words


def fact(server: Server, key: str, wait_s: int) -> str | None:
    """Return the fact stored under a name, or None; see `matches.db.meta.read`.

    Raises:
        OSError: There is no bot's database, or it can't be read.
    """
    try:
        with connected(server, wait_s) as raw:
            return meta.get(PostgresConnection(raw), key)
    except StoreError as error:
        raise OSError(str(error)) from None
