"""What a disk may hold after a power loss.

The disk keeps what was synced. Of what was written since, it keeps anything: some of the writes, in
any order, some sectors of a write and not others, a file that has grown without its new content. It
writes a sector of 512 bytes whole or not at all, and doesn't touch what is beside a write. Changes
of the folder (new, deleted, renamed files) happen in order, and no later than the next sync of a
file that they concern, or of the folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

from tests.soak.power_vfs import Op

SECTOR: Final = 512
Key: TypeAlias = "tuple[object, ...]"


@dataclass(eq=False)
class File:
    """One file on the disk, under whatever name.

    Attributes:
        synced: What is certainly there.
        since: The writes and truncations since then, in order.
        syncs: How often it was synced.
    """

    synced: bytearray = field(default_factory=bytearray)
    since: list[Op] = field(default_factory=list)
    syncs: int = 0

    def sync(self) -> None:
        """Make certain what was written."""
        for op in self.since:
            _put(self.synced, op)
        self.since.clear()
        self.syncs += 1


@dataclass(frozen=True)
class Image:
    """What a power loss leaves.

    Attributes:
        files: The content of each file, by name.
        key: Equal for images that were made in the same way.
    """

    files: Mapping[str, bytearray]
    key: Key


class Disk:
    """The files of a folder, what is certain of them and what isn't."""

    def __init__(self, files: Mapping[str, bytes | bytearray]) -> None:
        """Begin with files that have been there for long."""
        self._synced = {name: File(bytearray(data)) for name, data in files.items()}
        self._now = dict(self._synced)
        self._since: list[Op] = []
        self._made: dict[Op, File] = {}

    def do(self, op: Op) -> None:
        """Take in what was done next."""
        if op.kind in ("write", "truncate"):
            self._now[op.name].since.append(op)
        elif op.kind == "sync":
            self._sync_folder()
            if op.name in self._now:
                self._now[op.name].sync()
        else:
            if op.kind == "create":
                op = Op("create", op.name, at=len(self._made))
                self._made[op] = File()
            self._since.append(op)
            self._change(self._now, op)
            if op.kind == "delete" and op.at:
                self._sync_folder()

    def unsynced(self) -> int:
        """Return how many writes and changes of the folder aren't certain."""
        return len(self._since) + sum(len(file.since) for file in self._now.values())

    def _sync_folder(self) -> None:
        for op in self._since:
            self._change(self._synced, op)
        self._since.clear()

    def _change(self, names: dict[str, File], op: Op) -> None:
        if op.kind == "create":
            names[op.name] = self._made[op]
        elif op.kind == "delete":
            names.pop(op.name, None)
        else:
            names[op.to] = names.pop(op.name)

    def image(self, rng: Random) -> Image:
        """Return one of the images that a power loss may leave now."""
        names = dict(self._synced)
        kept = rng.choice((0, len(self._since), rng.randint(0, len(self._since))))
        for op in self._since[:kept]:
            self._change(names, op)
        key: list[object] = [kept, len(self._since)]
        files = {}
        how = rng.choice(WAYS)
        for name, file in sorted(names.items()):
            pieces, grown = how(file.since, rng)
            files[name] = _content(file, pieces, grown, rng)
            chosen = hash(tuple((piece.at, piece.kind, piece.data) for piece in pieces))
            key += [name, id(file), file.syncs, chosen, grown]
        return Image(files, tuple(key))


def _put(content: bytearray, op: Op) -> None:
    if op.kind == "truncate":
        del content[op.at :]
        return
    if op.at > len(content):
        content.extend(bytes(op.at - len(content)))
    content[op.at : op.at + len(op.data)] = op.data


def _content(file: File, pieces: list[Op], grown: bool, rng: Random) -> bytearray:
    """Return a file after some of the writes; if it has grown, with junk where none arrived."""
    content = bytearray(file.synced)
    if grown and file.since:
        size = max(op.at + len(op.data) for op in file.since)
        content.extend(rng.randbytes(max(0, size - len(content))))
    for op in pieces:
        _put(content, op)
    return content


def sectors(op: Op) -> Iterator[Op]:
    """Yield the parts of a write that are on the disk or not, each as a whole."""
    if op.kind == "truncate":
        yield op
        return
    at, end = op.at, op.at + len(op.data)
    while at < end:
        until = min(end, at - at % SECTOR + SECTOR)
        yield Op("write", op.name, at, op.data[at - op.at : until - op.at])
        at = until


def _nothing(since: list[Op], rng: Random) -> tuple[list[Op], bool]:
    return [], False


def _everything(since: list[Op], rng: Random) -> tuple[list[Op], bool]:
    return since[:], False


def _first(since: list[Op], rng: Random) -> tuple[list[Op], bool]:
    """Keep the first writes, in order; the file may have grown already."""
    return since[: rng.randint(0, len(since))], rng.random() < 0.3


def _torn(since: list[Op], rng: Random) -> tuple[list[Op], bool]:
    """Keep the first writes, and the beginning or the end of the next."""
    kept = rng.randint(0, len(since))
    pieces = [part for op in since[kept : kept + 1] for part in sectors(op)]
    cut = rng.randint(0, len(pieces))
    return since[:kept] + (pieces[:cut] if rng.random() < 0.5 else pieces[cut:]), False


def _last(since: list[Op], rng: Random) -> tuple[list[Op], bool]:
    """Keep the last writes and not the first."""
    return since[rng.randint(0, len(since)) :], rng.random() < 0.3


def _some(since: list[Op], rng: Random) -> tuple[list[Op], bool]:
    """Keep some writes, few or many."""
    share = rng.random()
    return [op for op in since if rng.random() < share], rng.random() < 0.3


def _scattered(since: list[Op], rng: Random) -> tuple[list[Op], bool]:
    """Keep some sectors, few or many."""
    share = rng.random()
    parts = (part for op in since for part in sectors(op))
    return [part for part in parts if rng.random() < share], rng.random() < 0.3


def _all_but_one(since: list[Op], rng: Random) -> tuple[list[Op], bool]:
    """Keep every sector but one."""
    parts = [part for op in since for part in sectors(op)]
    if parts:
        del parts[rng.randrange(len(parts))]
    return parts, False


WAYS: Final = (_nothing, _everything, _first, _torn, _last, _some, _scattered, _all_but_one)
