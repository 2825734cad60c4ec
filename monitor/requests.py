"""The request that a task is working on: its short id, and what becomes of it.

A request is what somebody or something wants done at once: a tap, a command, a row of the outbox, a
clock. Every line it writes to the log has its id (`cogs.log`), and a player who is told of an error
reads the same id as a reference. Tasks inherit it from the task that started them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field
from time import perf_counter

from monitor import metrics
from monitor.metrics import Kind, Outcome


@dataclass(slots=True)
class Request:
    """A request being worked on.

    Attributes:
        id: Its short id; "" for work that nobody asked for.
        kind: What a player did; None if it is no player's.
        command: The name of the command, or the verb of what was tapped; from a fixed set.
        outcome: What has become of it so far.
        begun: When it arrived, by `perf_counter`.
        is_acknowledged: Whether it has had its first answer.
        answered: When everything about it was answered; None until then.
    """

    id: str
    kind: Kind | None = None
    command: str = "unknown"
    outcome: Outcome = "done"
    begun: float = field(default_factory=perf_counter)
    is_acknowledged: bool = False
    answered: float | None = None


_current: ContextVar[Request | None] = ContextVar("request", default=None)


def current_id() -> str:
    """Return the id of the current request, or ""."""
    request = _current.get()
    return request.id if request else ""


@contextmanager
def under(request_id: str) -> Iterator[None]:
    """Do something under an id; "" for work that nobody asked for."""
    token = _current.set(Request(request_id))
    try:
        yield
    finally:
        _current.reset(token)


@contextmanager
def answering(request_id: str, kind: Kind) -> Iterator[Request]:
    """Answer a player's request, and count it at the end.

    Its command can be set meanwhile. One that is cancelled, because the bot stops, isn't counted.
    """
    request = Request(request_id, kind)
    token = _current.set(request)
    try:
        yield request
    finally:
        _current.reset(token)
    end = request.answered or perf_counter()
    metrics.answered(kind, request.command, request.outcome, end - request.begun)


def aside() -> Context:
    """Return a context for a task that outlives the current request."""
    context = copy_context()
    context.run(_current.set, None)
    return context


def acknowledged() -> None:
    """Note the first answer to the current request, if it is a player's."""
    request = _current.get()
    if request and request.kind and not request.is_acknowledged:
        request.is_acknowledged = True
        metrics.acknowledged(request.kind, perf_counter() - request.begun)


def answered() -> None:
    """Note that the current request has been answered; nobody waits for what follows."""
    request = _current.get()
    if request and request.answered is None:
        request.answered = perf_counter()


def ended(outcome: Outcome) -> None:
    """Note what becomes of the current request, if it is a player's."""
    request = _current.get()
    if request and request.kind:
        request.outcome = outcome
