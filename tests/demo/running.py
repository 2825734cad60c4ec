"""A demo in its own process, as a player runs it."""

from __future__ import annotations

import json
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import demo

ROOT = Path(__file__).parents[2]
READY_S = 30.0
OWN_PORTS: Final = range(10_000, 32_768)
"""The ports below those that Linux gives to whoever asks for any."""
HASTENED = ("-m", "tests.demo.hastened")
"""A demo in which moves are made behind the page, too."""


def free_port() -> int:
    """Return a port that nobody uses, and that no connection of others gets meanwhile."""
    while True:
        port = random.choice(OWN_PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class RunningDemo:
    """`python demo.py` on a free port, with its own folder.

    Attributes:
        folder: Where it keeps everything.
        program: What Python runs; `HASTENED` takes `hasten`, too.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program: tuple[str, ...] = (str(ROOT / "demo.py"),)
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self.said = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self, *arguments: str) -> None:
        """Wait until the page can be opened."""
        assert self._process is None
        self._process = subprocess.Popen(
            [sys.executable, *self.program, "--no-browser", "--port", str(self.port)]
            + ["--folder", str(self.folder), *arguments],
            cwd=ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert self._process.stdout is not None
        watchdog = threading.Timer(READY_S, self._process.kill)
        watchdog.start()
        steps = ""
        while (line := self._process.stdout.readline()) and self.address not in line:
            steps += line
        watchdog.cancel()
        if not line:
            self.clean_up()
            raise AssertionError(steps + self.said)

    def stop(self, how: signal.Signals = signal.SIGINT) -> str:
        """End the process; return its output after the address."""
        assert self._process is not None
        self._process.send_signal(how)
        self.said, _ = self._process.communicate(timeout=READY_S)
        if how is not signal.SIGKILL:
            assert self._process.returncode == 0, self.said
        self._process = None
        return self.said

    def hasten(self) -> None:
        """Let whoever is waited for take a turn without the page."""
        assert self.program == HASTENED
        assert self._process is not None
        self._process.send_signal(signal.SIGUSR1)

    def made(self, kind: str) -> int:
        """Return how many moves of a kind were made in all matches."""
        count = "SELECT count(*) FROM log WHERE move = ? OR move LIKE ? || ' %'"
        with closing(sqlite3.connect(self.folder / demo.DATABASE)) as db:
            (made,) = db.execute(count, (kind, kind)).fetchone()
            return int(made)

    def clean_up(self) -> None:
        """End the process if a test has left it running."""
        if self._process is not None:
            self._process.kill()
            self.said, _ = self._process.communicate()
            self._process = None

    def ask(self) -> dict[str, Any]:
        """Return what the page gets: the run, the people and the places."""
        with urlopen(self.address + "places", timeout=10) as answer:
            told: dict[str, Any] = json.load(answer)
            return told
