"""How one process of a machine knows for certain that another one is dead.

Each holder of a lease locks a byte of a file beside the database, the one with the number of its
epoch, and the operating system unlocks it when the process ends in whatever way. A byte that can
be locked says that its process is dead, but only on the machine where it ran, as long as the
machine hasn't been restarted and the file is the same. All that is in `Presence.place`.

A network file system may know nothing of the locks of other machines. Their places differ, so
there the lease's own row decides.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol

from matches.db.postgres.address import Address

if sys.platform != "win32":
    import fcntl

SUFFIX: Final = "-bots"
"""What the name of the file ends in, after the name of the database."""
BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
"""Where Linux says which start of which machine this is, in containers, too."""


class Presence(Protocol):
    """Where processes show that they are alive.

    Attributes:
        place: Where that is; "" if nothing can be told there.
    """

    place: str

    def show(self, epoch: int) -> str:
        """Be seen to be alive; return where, or "" if that isn't possible."""
        ...

    def is_dead(self, place: str, epoch: int) -> bool:
        """Return whether the process is certainly dead that showed itself somewhere."""
        ...

    def cut(self, epoch: int) -> None:
        """Cut the connections of a process that hangs, and so unlock all that it holds."""
        ...

    def close(self) -> None:
        """Be seen no more."""
        ...


def presence_on(address: Address) -> Presence:
    """Return where the processes that use a database show themselves."""
    if isinstance(address, Path):
        return FilePresence(address)
    found: Presence = import_module("matches.db.postgres.presence").ServerPresence(address)
    return found


class FilePresence:
    """The file of locks beside a database. A process opens it once, as POSIX has it.

    Attributes:
        place: The machine since its last start, and the file; "" if locks say nothing here.
    """

    def __init__(self, database: Path) -> None:
        """Open the file beside a database; it is empty and stays so."""
        self.place = ""
        self._file: int | None = None
        with suppress(OSError):
            boot = BOOT.read_text(encoding="ascii").strip()
            path = database.with_name(database.name + SUFFIX)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            found = os.fstat(self._file)
            self.place = f"{boot} {found.st_dev} {found.st_ino}"

    def show(self, epoch: int) -> str:
        """Be seen to be alive; return where, or "" if that isn't possible."""
        return self.place if self._lock(epoch) else ""

    def is_dead(self, place: str, epoch: int) -> bool:
        """Return whether the process is certainly dead that showed itself somewhere."""
        if not self.place or place != self.place or not self._lock(epoch):
            return False
        self._unlock(epoch)
        return True

    def cut(self, epoch: int) -> None:
        """Do nothing: what another process has locked in a file only its end unlocks."""

    def close(self) -> None:
        """Close the file, which unlocks everything."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    if sys.platform == "win32":

        def _lock(self, epoch: int) -> bool:
            return False

        def _unlock(self, epoch: int) -> None: ...

    else:

        def _lock(self, epoch: int) -> bool:
            if self._file is None:
                return False
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, epoch)
            except OSError:
                return False
            return True

        def _unlock(self, epoch: int) -> None:
            assert self._file is not None
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, epoch)
