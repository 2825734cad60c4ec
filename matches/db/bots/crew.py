"""The SQL about several processes that share the shards of one database.

A process is a lease of its own, which it renews. A shard is a row that names the process which
answers for it, until that one leaves or is buried; nobody takes a shard from a living process. How
many rows of shards there are is how many shards there are, for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from matches.db import meta
from matches.db.bots import leases
from matches.db.bots.leases import Holder, Lease
from matches.db.bots.share import Share
from matches.db.driver import Connection
from matches.domain.deadlines.epoch import from_ms, to_ms

PROCESS: Final = "process:"
SHARD: Final = "shard:"
RESTART: Final = "restart"
"""The fact that names the processes to restart, after how many there were."""
GIVEN: Final = "processes"
"""The fact that says how many numbers of processes were given."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A row of a shard.

    Attributes:
        number: Which it is.
        token: Of the process that answers for it; "" if none does.
        since: If none does: since when nobody is known to have done so.
    """

    number: int
    token: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Restart:
    """Processes that restart one after the other.

    Attributes:
        count: How many processes were registered when that was asked for.
        names: The leases of those that answered for shards then.
    """

    count: int = 0
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Crew:
    """All processes that are registered, all shards, and a restart that isn't done."""

    processes: tuple[Lease, ...]
    shards: tuple[Shard, ...]
    restart: Restart = Restart()

    @property
    def is_idle(self) -> bool:
        """Return whether nobody answers for any shard."""
        return not any(one.token for one in self.shards)

    @property
    def free(self) -> tuple[Shard, ...]:
        """Return the shards that nobody answers for."""
        return tuple(one for one in self.shards if not one.token)

    @property
    def part(self) -> int:
        """Return how many shards each process answers for at most.

        One that restarts now counts, so that it finds its part when it is back.
        """
        return -(-len(self.shards) // max(len(self.processes), self.restart.count, 1))

    @property
    def leaving(self) -> tuple[str, ...]:
        """Return the processes that are to restart and haven't yet; the first one begins."""
        there = {one.shards for one in self.processes}
        return tuple(name for name in self.restart.names if name in there)

    @property
    def turn(self) -> str:
        """Return the process that restarts now; "" while the one before isn't back."""
        is_whole = not self.free and len(self.processes) >= self.restart.count
        return self.leaving[0] if self.leaving and is_whole else ""

    @property
    def has_restarted(self) -> bool:
        """Return whether a restart is done."""
        return bool(self.restart.names) and not self.leaving and not self.free

    def held_by(self, token: str) -> Share:
        """Return what a process answers for."""
        mine = frozenset(one.number for one in self.shards if one.token == token)
        return Share(max(len(self.shards), 1), mine)


def new_number(db: Connection) -> int:
    """Return a number that no process has had."""
    number = int(meta.get(db, GIVEN) or 0) + 1
    meta.put(db, {GIVEN: str(number)})
    return number


def crew(db: Connection) -> Crew:
    """Return all processes and shards."""
    restart = _asked(db)
    found = db.execute(
        "SELECT shards, epoch, renewals, token, host, pid, place, since FROM leases"
        " WHERE shards LIKE 'process:%' OR shards LIKE 'shard:%'"
    )
    processes, shards = list[Lease](), list[Shard]()
    for name, epoch, renewals, token, host, pid, place, since in found:
        if name.startswith(SHARD):
            shards.append(Shard(int(name.removeprefix(SHARD)), token, from_ms(since)))
        else:
            holder = Holder(token, host, pid)
            processes.append(Lease(name, epoch, renewals, holder, place, from_ms(since)))
    processes.sort(key=lambda one: one.epoch)
    shards.sort(key=lambda one: one.number)
    return Crew(tuple(processes), tuple(shards), restart())


def _asked(db: Connection) -> Callable[[], Restart]:
    """Ask for the restart that isn't done; return what tells it."""
    answer = db.execute("SELECT value FROM meta WHERE key = ?", (RESTART,))

    def told() -> Restart:
        (value,) = answer.fetchone() or ("",)
        count, *names = value.split() or ("0",)
        return Restart(int(count), tuple(names))

    return told


def ask_restart(db: Connection) -> int:
    """Ask all processes with shards to restart, one after the other; return how many."""
    found = crew(db)
    holders = {one.token for one in found.shards}
    names = [one.shards for one in found.processes if one.holder.token in holders]
    meta.put(db, {RESTART: " ".join([str(len(found.processes)), *names])})
    return len(names)


def end_restart(db: Connection, asked: Restart) -> None:
    """Let no more process restart, and wait for none, unless that was asked for anew."""
    if _asked(db)() == asked:
        meta.put(db, {RESTART: ""})


def claim(db: Connection, holder: Holder, total: int) -> frozenset[int]:
    """Let a process answer for free shards, up to its part; return which it got.

    Args:
        db: The transaction.
        holder: The process.
        total: How many shards there should be; what counts is what those that run agreed on.
    """
    found = crew(db)
    if found.is_idle and len(found.shards) != total:
        _agree(db, total, min((one.since for one in found.shards), default=_last_beat(db)))
        found = crew(db)
    most = found.part - len(found.held_by(holder.token).mine)
    got = found.free[: max(most, 0)]
    db.executemany(
        "UPDATE leases SET token = ?, host = ?, pid = ?, epoch = epoch + 1 WHERE shards = ?",
        [(holder.token, holder.host, holder.pid, f"{SHARD}{one.number}") for one in got],
    )
    return frozenset(one.number for one in got)


def unserved(db: Connection, shards: Iterable[int]) -> datetime:
    """Return since when nobody may have answered for some shards."""
    found = {one.number: one.since for one in crew(db).shards}
    return min(found[number] for number in shards)


def served(db: Connection, shards: Iterable[int]) -> None:
    """Note that it is written down since when nobody answered for some shards."""
    now = to_ms(datetime.now(UTC))
    db.executemany(
        "UPDATE leases SET since = ? WHERE shards = ?",
        [(now, f"{SHARD}{number}") for number in shards],
    )


def _agree(db: Connection, total: int, since: datetime) -> None:
    db.execute("DELETE FROM leases WHERE shards LIKE 'shard:%'")
    db.executemany(
        "INSERT INTO leases (shards, epoch, renewals, token, host, pid, place, since)"
        " VALUES (?, 0, 0, '', '', 0, '', ?)",
        [(f"{SHARD}{number}", to_ms(since)) for number in range(total)],
    )


def end(db: Connection, process: Lease, *, whatever: bool = False) -> bool:
    """Free the shards of a process that has ended, and forget it.

    From then on it can't write. Returns False, and does nothing, if it has renewed its lease since
    it was read, unless that says nothing.
    """
    found = leases.find(db, process.shards)
    if found is None or not (whatever or found == process):
        return False
    db.execute("DELETE FROM leases WHERE shards = ?", (process.shards,))
    since = to_ms(_last_beat(db))
    db.execute(
        "UPDATE leases SET token = '', since = CASE WHEN since < ?1 THEN since ELSE ?1 END"
        " WHERE token = ?2 AND shards LIKE 'shard:%'",
        (since, process.holder.token),
    )
    return True


def _last_beat(db: Connection) -> datetime:
    beat = meta.get(db, meta.LAST_BEAT)
    return datetime.now(UTC) if beat is None else datetime.fromisoformat(beat)
