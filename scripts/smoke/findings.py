"""What was tried and what became of it, one printed line each."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

import discord

_NOW: Final[ContextVar[Thing | None]] = ContextVar("thing", default=None)
"""What is being tried in this task."""


@dataclass(slots=True)
class Thing:
    """Something that is tried.

    Attributes:
        name: What it is.
        faults: What went wrong.
        note: What else there is to say.
        expected: The code of the refusal that is right here; 0 if none is.
    """

    name: str
    faults: list[str] = field(default_factory=list)
    note: str = ""
    expected: int = 0


class Findings:
    """Prints a line for each thing, without the token.

    Attributes:
        things: All things that were tried, in the order in which they ended.
        skipped: Why other things weren't tried, by their names.
    """

    def __init__(self, token: str, show: Callable[[str], None] = print) -> None:
        self.things: list[Thing] = []
        self.skipped: dict[str, str] = {}
        self._token, self._show = token, show
        self._others = Thing("everything else")

    @property
    def refused(self) -> list[Thing]:
        """Return the things that went wrong."""
        return [thing for thing in self.things if thing.faults]

    @property
    def now(self) -> Thing:
        """Return what this task is trying."""
        return _NOW.get() or self._others

    @contextmanager
    def trying(self, name: str, *, expected: int = 0) -> Iterator[Thing]:
        """Try something: whatever Discord refuses in the block belongs to it, and ends it."""
        thing = Thing(name, expected=expected)
        mark = _NOW.set(thing)
        try:
            yield thing
        except discord.HTTPException as error:
            if not thing.faults and error.code != expected:
                thing.faults.append(told(error))
        except Exception as error:  # noqa: BLE001 - the visit goes on, the report says it
            thing.faults.append(f"{type(error).__name__}: {error}")
        finally:
            _NOW.reset(mark)
        self._end(thing)

    def refuse(self, what: str, error: discord.HTTPException) -> None:
        """Note that Discord refused a request of what is being tried."""
        if error.code == self.now.expected:
            self.now.note = f"refused as it should be, {error.code}"
        else:
            self.fault(f"{what}: {told(error)}")

    def fault(self, what: str) -> None:
        """Note that something is wrong with what is being tried."""
        self.now.faults.append(what)

    def skip(self, name: str, why: str) -> None:
        """Say that something isn't tried."""
        self.skipped[name] = why
        self.say(f"--       {name}: {why}")

    def finish(self) -> None:
        """Report what went wrong outside of all things."""
        if self._others.faults:
            self._end(self._others)

    def say(self, line: str) -> None:
        """Print a line."""
        flat = " ".join(line.split("\n"))
        self._show(flat.replace(self._token, "***") if self._token else flat)

    def _end(self, thing: Thing) -> None:
        self.things.append(thing)
        if thing.faults:
            self.say(f"REFUSED  {thing.name}: {'; '.join(thing.faults)}")
        else:
            self.say(f"ok       {thing.name}" + (f" ({thing.note})" if thing.note else ""))


def told(error: discord.HTTPException) -> str:
    """Return status, code and text of a refusal."""
    return f"{error.status}, code {error.code}, {error.text}"


class Ear(logging.Handler):
    """Makes faults of what the bot only logs, such as an error answered by an apology."""

    def __init__(self, findings: Findings) -> None:
        super().__init__(logging.ERROR)
        self._findings = findings

    def emit(self, record: logging.LogRecord) -> None:
        """Note a log record."""
        said = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            said += f" ({record.exc_info[1]!r})"
        self._findings.fault(f"the bot logged: {said}")
