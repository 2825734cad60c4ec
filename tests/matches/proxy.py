"""A network between the bot and a PostgreSQL server that is cut at COMMIT."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, Self

When = Literal["before", "after", "late"]
"""Cut before COMMIT reaches the server, after, or with COMMIT on its way for a while."""
LATE_S: Final = 0.3


class Proxy:
    """Forwards connections to a server's socket.

    Attributes:
        cuts: What happens to the next commits; the others pass.
        commits: How many reached the server.
    """

    def __init__(self, folder: Path, to: Path) -> None:
        """Listen in a folder, of which the path is short."""
        self.cuts: list[When] = []
        self.commits = 0
        self._to, self._open = to, list[socket.socket]()
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / ".s.PGSQL.5432"))
        self._door.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for one in (self._door, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                ours, server = self._door.accept()[0], socket.socket(socket.AF_UNIX)
                self._open += [ours, server]
                server.connect(str(self._to))
                for job in (self._forward, self._answer):
                    threading.Thread(target=job, args=(ours, server), daemon=True).start()

    def _forward(self, ours: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := ours.recv(65536):
                if b"COMMIT" not in data:
                    server.sendall(data)
                    continue
                cut = self.cuts.pop(0) if self.cuts else ""
                if cut:
                    ours.shutdown(socket.SHUT_RDWR)
                if cut == "late":
                    threading.Event().wait(LATE_S)
                if cut != "before":
                    self.commits += 1
                    server.sendall(data)
            server.shutdown(socket.SHUT_WR)

    def _answer(self, ours: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                with suppress(OSError):
                    ours.sendall(data)
            ours.shutdown(socket.SHUT_RDWR)
