"""A demo in its own process, as a player runs it."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
READY_S = 30.0


class RunningDemo:
    """`python demo.py` on a free port, with its own folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self.said = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self, *arguments: str) -> None:
        """Wait until the page can be opened."""
        assert self._process is None
        self._process = subprocess.Popen(
            [sys.executable, str(ROOT / "demo.py"), "--no-browser", "--port", str(self.port)]
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
