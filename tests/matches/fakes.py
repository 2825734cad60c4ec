"""A sender in place of Discord, and a way to let an outbox finish."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from matches.domain.outbox_item import ItemKind, OutboxRow, Sent
from matches.outbox import Outbox


def arrived(row: OutboxRow) -> Sent:
    """Return what a row becomes; a turn post shows the match as it was when the row was written."""
    return Sent(9000 + row.id, row.ply if row.kind is ItemKind.TURN else None)


class Discord:
    """Keeps what was sent; answers with the next of `faults`, then with message ids.

    Attributes:
        sent: The rows that became messages, in order.
        tries: Every call of `send`, in order.
        looked: Every call of `find`, in order.
        faults: By kind, what the next calls of `send` raise; for "find", those of `find`.
        gate: What `send` waits for, to make it slow.
    """

    def __init__(self) -> None:
        self.sent: list[OutboxRow] = []
        self.tries: list[OutboxRow] = []
        self.looked: list[OutboxRow] = []
        self.faults: dict[str, list[Exception]] = {}
        self.gate: Callable[[OutboxRow], asyncio.Event | None] = lambda row: None

    async def send(self, row: OutboxRow) -> Sent | None:
        self.tries.append(row)
        gate = self.gate(row)
        if gate is not None:
            await gate.wait()
        if self.faults.get(row.kind):
            raise self.faults[row.kind].pop(0)
        self.sent.append(row)
        return arrived(row)

    async def find(self, row: OutboxRow) -> Sent | None:
        self.looked.append(row)
        if self.faults.get("find"):
            raise self.faults["find"].pop(0)
        return next((arrived(r) for r in self.sent if r.nonce == row.nonce), None)

    def kinds(self) -> list[tuple[str, int | None]]:
        """Return kind and user of everything that arrived, in order."""
        return [(row.kind, row.user_id) for row in self.sent]


async def settle(outbox: Outbox) -> None:
    """Wait until nothing is in progress."""
    while tasks := {outbox._look, *outbox._lanes.values(), *outbox._hurries} - {None}:
        running = [t for t in tasks if t is not None and not t.done()]
        if not running:
            return
        await asyncio.wait(running)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something has happened, at most five seconds."""
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - whatever it is
            await asyncio.sleep(0.001)
