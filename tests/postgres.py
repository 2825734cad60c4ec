"""A real PostgreSQL server for tests, from Debian's binaries, in a temporary folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import psycopg

from matches.db.postgres.address import Server
from matches.db.postgres.schema import migrate

OWNER: Final = "postgres"
"""Who runs the server if we are root, as whom it refuses to run."""
START_S: Final = 60.0
ROOM_BYTES: Final = 4 << 30
"""More than the servers of all test processes fill."""
FAST: Final = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off")
"""No power is cut in most tests."""


def binaries() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest if there are several, or None."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    there = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name)
    )
    return there[-1] if there else None


_EMPTIED: Final = """
DO $$ DECLARE name text; BEGIN
    SET CONSTRAINTS ALL DEFERRED;
    DELETE FROM matches;
    FOR name IN SELECT tablename FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> 'schema_version' LOOP
        EXECUTE 'DELETE FROM ' || name;
    END LOOP;
    PERFORM setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S';
END $$
"""
"""Quicker than TRUNCATE, which makes new files."""


class PostgresServer:
    """A server that can be stopped, killed and started again.

    Attributes:
        folder: Where it keeps everything, and listens.
    """

    def __init__(self, folder: Path, programs: Path, options: tuple[str, ...] = FAST) -> None:
        """Make an empty cluster in a folder, which exists and is empty."""
        self.folder, self._programs, self._options = folder, programs, options
        self._user = OWNER if os.geteuid() == 0 else None
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._empty = ""
        self._shared: Server | None = None
        self._run("initdb", "--auth=trust", "--username=stolik", "--no-sync", "--encoding=UTF8")
        self.start()

    def url(self, name: str = "postgres") -> str:
        """Return the address of a database."""
        return f"postgresql://stolik@/{name}?host={self.folder}"

    @property
    def pid(self) -> int:
        """Return the number of its first process, the parent of all others."""
        assert self._process is not None
        return self._process.pid

    def new(self) -> Server:
        """Return a new database with all tables."""
        with closing(psycopg.connect(self.url(), autocommit=True)) as raw:
            name, empty = f"n{next(self._numbers)}", self.empty()
            raw.execute(f"CREATE DATABASE {name} TEMPLATE {empty} STRATEGY file_copy")
        return Server(self.url(name))

    def empty(self) -> str:
        """Return the name of a database with all tables, to be copied."""
        if not self._empty:
            with closing(psycopg.connect(self.url(), autocommit=True)) as raw:
                raw.execute("CREATE DATABASE empty")
            with closing(psycopg.connect(self.url("empty"), autocommit=True)) as raw:
                migrate(raw, Server(self.url("empty")))
            self._empty = "empty"
        return self._empty

    def bare(self) -> Server:
        """Return a new database without tables."""
        name = f"n{next(self._numbers)}"
        with closing(psycopg.connect(self.url(), autocommit=True)) as raw:
            raw.execute(f"CREATE DATABASE {name} STRATEGY file_copy")
        return Server(self.url(name))

    def ask_for_password(self, user: str, password: str) -> None:
        """Add a user who needs a password; all others need none."""
        access = self.folder / "data" / "pg_hba.conf"
        access.write_text(f"local all {user} scram-sha-256\n{access.read_text()}")
        with closing(psycopg.connect(self.url(), autocommit=True)) as raw:
            raw.execute(f"CREATE ROLE {user} LOGIN SUPERUSER PASSWORD '{password}'")
            raw.execute("SELECT pg_reload_conf()")

    def shared(self) -> Server:
        """Return a database that the last test has left empty, with all tables."""
        if self._shared is None:
            self._shared = self.new()
        else:
            with closing(psycopg.connect(self._shared.url, autocommit=True)) as raw:
                raw.execute(_EMPTIED)
        return self._shared

    def start(self) -> None:
        """Start it and wait until it answers.

        It exits as long as children of one that was killed are still there.
        """
        until = time.monotonic() + START_S
        while True:
            if self._process is None or self._process.poll() is not None:
                self._process = self._begun()
            try:
                psycopg.connect(self.url(), connect_timeout=1).close()
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)
            else:
                return

    def _begun(self) -> subprocess.Popen[bytes]:
        command = [str(self._programs / "postgres"), "-D", str(self.folder / "data")]
        command += ["-k", str(self.folder), "-c", "listen_addresses=", "-c", "max_connections=100"]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [*command, *self._options], user=self._user, stdout=log, stderr=log
            )

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT drops connections, SIGQUIT and SIGKILL are a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def _run(self, program: str, *options: str) -> None:
        subprocess.run(
            [str(self._programs / program), "-D", str(self.folder / "data"), *options],
            user=self._user,
            check=True,
            capture_output=True,
        )


def _roomy_memory() -> Path | None:
    """Return a folder in memory, if there is one with room; None for the usual one.

    A database has 400 files, and a busy disk may take minutes to remove those of many.
    """
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        return None
    unused = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return memory if min(unused, shutil.disk_usage(memory).free) > ROOM_BYTES else None


@contextmanager
def running(programs: Path, options: tuple[str, ...] = FAST) -> Iterator[PostgresServer]:
    """Yield a server in a temporary folder, which pytest's own folders would hide from it."""
    folder = Path(tempfile.mkdtemp(prefix="stolik-postgres-", dir=_roomy_memory()))
    server = None
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, OWNER)
        server = PostgresServer(folder, programs, options)
        yield server
    finally:
        if server is not None:
            server.stop(signal.SIGQUIT)  # nobody needs what it would still write
        shutil.rmtree(folder, ignore_errors=True)
