"""Watches what SQLite writes, deletes and syncs, and lets writes fail.

SQLite reaches files through a table of functions, its VFS. `Recorder` registers a copy of the usual
one as the new default, in the library that Python itself uses, and replaces five functions in it:
they note what happens to the files of one folder before the usual function does it. All else
(reading, locks, shared memory) stays SQLite's own. Nothing waits for a real disk: a sync is noted,
not done. What Python does to files (`os.fsync`, `os.rename`, `os.unlink`) is noted, too.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias
from unittest import mock

FULL, READ_ONLY, IO_ERROR, SYNC_FAILED = 13, 8, 778, 1034
"""SQLite's codes: the disk is full, it can't be written, a write failed, a sync failed."""
CANT_OPEN: Final = 14
NAME: Final = b"stolik-power"
_KEPT: Final[list[object]] = []
"""What SQLite may still point to, as long as a database is open."""

_int, _pointer, _int64 = ctypes.c_int, ctypes.c_void_p, ctypes.c_int64
_OPEN = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _pointer, _int, _pointer)
_DELETE = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _int)
_CLOSE = ctypes.CFUNCTYPE(_int, _pointer)
_WRITE = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _int, _int64)
_TRUNCATE = ctypes.CFUNCTYPE(_int, _pointer, _int64)
_SYNC = ctypes.CFUNCTYPE(_int, _pointer, _int)


class Vfs(ctypes.Structure):
    """`sqlite3_vfs`, version 3."""

    _fields_ = (
        ("iVersion", _int),
        ("szOsFile", _int),
        ("mxPathname", _int),
        ("pNext", _pointer),
        ("zName", ctypes.c_char_p),
        ("pAppData", _pointer),
        ("xOpen", _pointer),
        ("xDelete", _pointer),
        ("others", _pointer * 13),
    )


class Methods(ctypes.Structure):
    """`sqlite3_io_methods`, version 3."""

    _fields_ = (
        ("iVersion", _int),
        ("xClose", _pointer),
        ("xRead", _pointer),
        ("xWrite", _pointer),
        ("xTruncate", _pointer),
        ("xSync", _pointer),
        ("others", _pointer * 13),
    )


@dataclass(frozen=True, slots=True)
class Op:
    """One thing that was done to a file.

    Attributes:
        kind: "create", "write", "truncate", "sync", "delete" or "rename".
        name: The file's name in the folder.
        at: Where the bytes of a write begin, or the new size.
        data: What was written.
        to: The new name.
    """

    kind: str
    name: str
    at: int = 0
    data: bytes = b""
    to: str = ""


@dataclass
class Trouble:
    """A disk that fails from some write on; deleting and reading still work.

    Attributes:
        code: What SQLite is told.
        after: How many writes still succeed.
        lasts: How many fail then, before all is well again.
        met: How many have failed.
    """

    code: int
    after: int
    lasts: int
    met: int = 0

    def strikes(self, kind: str) -> bool:
        """Count a write or sync; return whether it fails."""
        if self.code == SYNC_FAILED and kind != "sync":
            return False
        if self.after > 0:
            self.after -= 1
            return False
        self.met += self.met < self.lasts
        self.lasts -= 1
        return self.lasts >= 0


Table: TypeAlias = "dict[str, Callable[..., int]]"


@dataclass
class Recorder:
    """The files of a folder, as SQLite changes them while it is `installed`.

    Attributes:
        folder: Only its files are noted; no file anywhere is synced.
        ops: What was done, oldest first.
        trouble: What fails, or None.
    """

    folder: Path
    ops: list[Op] = field(default_factory=list)
    trouble: Trouble | None = None
    _files: dict[int, tuple[str, Table]] = field(default_factory=dict)
    _tables: dict[int, tuple[Methods, Table]] = field(default_factory=dict)

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Let every database that is opened meanwhile go through this recorder."""
        library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
        library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
        usual = library.sqlite3_vfs_find(None)
        mine = Vfs.from_buffer_copy(usual.contents)
        mine.pNext, mine.zName = None, NAME
        opening, deleting = self._opening(usual.contents.xOpen), self._deleting(usual)
        mine.xOpen = ctypes.cast(opening, _pointer)
        mine.xDelete = ctypes.cast(deleting, _pointer)
        _KEPT.extend([mine, opening, deleting])
        library.sqlite3_vfs_register(ctypes.byref(mine), 1)
        try:
            with self._python_too():
                yield
        finally:
            library.sqlite3_vfs_register(usual, 1)
            library.sqlite3_vfs_unregister(ctypes.byref(mine))

    def _fails(self, kind: str, name: str) -> int:
        """Return the error of a write, or 0."""
        if self.trouble is None or not name or name.endswith("-shm"):
            return 0
        return self.trouble.code if self.trouble.strikes(kind) else 0

    def _note(self, op: Op) -> None:
        if op.name:
            self.ops.append(op)

    def _name(self, path: str | bytes) -> str:
        """Return a file's name if it is noted, or else ""."""
        folder, name = os.path.split(os.fsdecode(path))
        return name if folder == str(self.folder) else ""

    def _opening(self, usual: int) -> Any:
        original: Callable[..., int] = _OPEN(usual)

        def opening(vfs: int, path: int | None, file: int, flags: int, out: int | None) -> int:
            name = self._name(ctypes.string_at(path)) if path else ""
            is_new = bool(name) and not (self.folder / name).exists()
            if is_new and (code := self._fails("create", name)):
                ctypes.cast(file, ctypes.POINTER(_pointer))[0] = None
                return CANT_OPEN if code != IO_ERROR else code
            code = original(vfs, path, file, flags, out)
            if code == 0:
                self._take(file, name)
                if is_new:
                    self._note(Op("create", name))
            return code

        return _OPEN(opening)

    def _deleting(self, usual: Any) -> Any:
        original: Callable[..., int] = _DELETE(usual.contents.xDelete)

        def deleting(vfs: int, path: int, sync: int) -> int:
            code = original(vfs, path, sync)
            if code == 0:
                self._note(Op("delete", self._name(ctypes.string_at(path)), at=sync))
            return code

        return _DELETE(deleting)

    def _take(self, file: int, name: str) -> None:
        """Give an open file our table of functions."""
        methods = ctypes.cast(file, ctypes.POINTER(_pointer))
        usual = methods[0]
        if usual not in self._tables:
            self._tables[usual] = self._table(Methods.from_address(usual))
        table, originals = self._tables[usual]
        self._files[file] = name, originals
        methods[0] = ctypes.addressof(table)

    def _table(self, usual: Methods) -> tuple[Methods, Table]:
        """Return a copy of a table with our functions in it, and the functions they replace."""
        originals: Table = {
            "close": _CLOSE(usual.xClose),
            "write": _WRITE(usual.xWrite),
            "truncate": _TRUNCATE(usual.xTruncate),
        }
        table = Methods.from_buffer_copy(usual)
        ours = (_CLOSE(self._close), _WRITE(self._write), _TRUNCATE(self._truncate))
        for name, function in zip(("xClose", "xWrite", "xTruncate"), ours, strict=True):
            setattr(table, name, ctypes.cast(function, _pointer))
        sync = _SYNC(self._sync)
        table.xSync = ctypes.cast(sync, _pointer)
        _KEPT.extend([table, *ours, sync])
        return table, originals

    def _close(self, file: int) -> int:
        _, originals = self._files.pop(file)
        return originals["close"](file)

    def _write(self, file: int, data: int, size: int, at: int) -> int:
        name, originals = self._files[file]
        if code := self._fails("write", name):
            return code
        self._note(Op("write", name, at, ctypes.string_at(data, size) if name else b""))
        return originals["write"](file, data, size, at)

    def _truncate(self, file: int, size: int) -> int:
        name, originals = self._files[file]
        if code := self._fails("truncate", name):
            return code
        self._note(Op("truncate", name, size))
        return originals["truncate"](file, size)

    def _sync(self, file: int, _: int) -> int:
        name, _originals = self._files[file]
        if code := self._fails("sync", name):
            return code
        self._note(Op("sync", name))
        return 0

    @contextmanager
    def _python_too(self) -> Iterator[None]:
        rename, unlink = os.rename, os.unlink

        def fsync(number: int) -> None:
            path = os.readlink(f"/proc/self/fd/{number}")
            if path == str(self.folder):
                self.ops.append(Op("sync", "."))
            self._note(Op("sync", self._name(path)))

        def renamed(old: Any, new: Any, **how: Any) -> None:
            rename(old, new, **how)
            self._note(Op("rename", self._name(os.fspath(old)), to=self._name(os.fspath(new))))

        def unlinked(path: Any, **how: Any) -> None:
            unlink(path, **how)
            self._note(Op("delete", self._name(os.fspath(path))))

        with (
            mock.patch.object(os, "fsync", fsync),
            mock.patch.object(os, "rename", renamed),
            mock.patch.object(os, "replace", renamed),
            mock.patch.object(os, "unlink", unlinked),
        ):
            yield
