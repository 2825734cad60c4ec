"""The printed rows, and the list of those that can be measured."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from bench.measure import Pairs, take_turns
from bench.stage import Stage

T = TypeVar("T")

FALL: Final = 0.25
"""The share of the last release's ratio whose loss is marked."""
SIZE: Final = re.compile(r"(?<!\w)\d[\d,.]*")
"""A number in the words of a figure, but that of ``p99``."""
NOISE: Final = 0.05
"""The share of the goal by which a ratio has to change for that, too."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed row.

    Attributes:
        what: What is measured, and on what.
        ours: Our figure.
        unit: The unit of both figures.
        against: The peer, the floor, or "limit".
        theirs: Its figure from the same run; not a number if the peer isn't installed.
        ratio: The median ratio of neighbouring runs, ours to theirs.
        goal: The goal for the ratio.
        at_least: True if more is better.
        note: What a reader has to know about the figure.
    """

    what: str
    ours: float
    unit: str
    against: str
    theirs: float
    ratio: float
    goal: float
    at_least: bool = False
    note: str = ""

    @property
    def met(self) -> bool:
        """Return whether the goal is reached."""
        return self.ratio >= self.goal if self.at_least else self.ratio <= self.goal

    @property
    def key(self) -> str:
        """Return what tells this figure from the others of its row, whatever the sizes."""
        return SIZE.sub("#", f"{self.what} / {self.against}")

    def fell(self, was: float) -> bool:
        """Return whether the ratio is much worse than it was."""
        now = self.ratio
        if abs(now - was) <= NOISE * self.goal:
            return False
        return now < was * (1 - FALL) if self.at_least else now * (1 - FALL) > was

    def compared_to(self, was: float | None) -> str:
        """Return the words about the ratio in the last release, or None."""
        if was is None:
            return "new"
        return f"was {was:.2f} x" + (" FELL" if self.fell(was) else "")

    def line(self, row: str, before: str = "") -> str:
        """Return the row as printed; `before` are words about an earlier ratio."""
        sign = ">=" if self.at_least else "<="
        verdict = "met" if self.met else "MISSED"
        if math.isnan(self.ratio):
            verdict = "not compared"
        return (
            f"{row:<3} {self.what:<58} {number(self.ours):>8} {self.unit:<7}"
            f" {self.against + ' ' + number(self.theirs):<27} {self.ratio:>7.2f} x"
            f"  goal {sign} {self.goal:<4g} {verdict:<6}"
            + (f" {before}" if before else "")
            + (f"  ({self.note})" if self.note else "")
        )


def number(value: float) -> str:
    """Return a figure with three significant digits: 32k, 4.51, 0.0123."""
    if abs(value) >= 1e6:
        return f"{value / 1e6:.3g}M"
    if abs(value) >= 1e4:
        return f"{value / 1e3:.3g}k"
    if abs(value) >= 1000:
        return f"{value:.0f}"
    return f"{value:.3g}"


def compared(
    what: str,
    pairs: Pairs,
    unit: str,
    against: str,
    goal: float,
    *,
    at_least: bool = False,
    scale: float = 1.0,
    note: str = "",
) -> Figure:
    """Return the row of paired runs; `scale` converts both figures to `unit`."""
    ours, theirs = pairs.ours * scale, pairs.theirs * scale
    return Figure(what, ours, unit, against, theirs, pairs.ratio, goal, at_least, note)


def limited(what: str, value: float, unit: str, limit: float, note: str = "") -> Figure:
    """Return the row of a figure with a fixed upper limit."""
    return Figure(what, value, unit, "limit", limit, value / limit, 1.0, note=note)


class Scale(IntEnum):
    """How much is measured.

    TINY: each row once, to see that it can be measured at all. USUAL: what `make bench` has time
    for. FULL: the sizes of the goals.
    """

    TINY = 0
    USUAL = 1
    FULL = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """The way to measure.

    Attributes:
        scale: How much.
        folder: An empty folder on a real disk.
        peers: False if the packages of `bench.peers` are missing. Then only our side is measured.
        stage: What it shares with other rows; None if it has everything to itself.
    """

    scale: Scale
    folder: Path
    peers: bool = True
    stage: Stage | None = None

    @property
    def is_tiny(self) -> bool:
        """Return whether the figures don't matter."""
        return self.scale is Scale.TINY

    @property
    def least_s(self) -> float:
        """Return how long a run has to take for a rate, in seconds."""
        return 0.0 if self.is_tiny else 0.15

    def size(self, tiny: int, usual: int, full: int | None = None) -> int:
        """Return how many things to measure on; `full` is as `usual` if left out."""
        return (tiny, usual, usual if full is None else full)[self.scale]

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what `work` returns."""
        return asyncio.run(work) if self.stage is None else self.stage.run(work)

    @asynccontextmanager
    async def shared(
        self, name: str, opened: Callable[[Path], AbstractAsyncContextManager[T]]
    ) -> AsyncIterator[T]:
        """Return what `opened` opens with a folder, or has opened for another row."""
        if self.stage is None:
            async with opened(self.folder) as own:
                yield own
        else:
            yield await self.stage.once(name, opened)

    def peer(self, run: Callable[[], float]) -> Callable[[], float]:
        """Return a peer's run, or one that returns no number if the peer is missing."""
        return run if self.peers else lambda: math.nan

    def pairs(
        self, ours: Callable[[], float], theirs: Callable[[], float], rounds: int = 5
    ) -> Pairs:
        """Measure both by turns, see `bench.measure.take_turns`; once if this is tiny."""
        return take_turns(ours, theirs, self.size(1, rounds), warm=not self.is_tiny)


Row: TypeAlias = "Callable[[Plan], Iterator[Figure]]"


class Timed(Enum):
    """What the figures of a row are made of, so what may run beside it.

    SECONDS: Nothing may: they are seconds, or memory. PROCESSOR: Rows of that kind, one on each
    core: it is processor time of one thread. NOT: Anything: they are counts and sizes.
    """

    SECONDS = "seconds"
    PROCESSOR = "processor"
    NOT = "not"


ROWS: Final[dict[str, Row]] = {}
TIMED: Final[dict[str, Timed]] = {}
STAGED: Final[dict[str, str]] = {}
"""The stages of rows that follow each other on the same bots."""


def row(name: str, *, timed: Timed = Timed.SECONDS, stage: str = "") -> Callable[[Row], Row]:
    """Return a decorator that makes a function the measurement of the row `name`.

    Args:
        name: What it is called.
        timed: What its figures are made of.
        stage: What it shares with the rows next to it of the same stage; "": nothing.
    """

    def keep(measure: Row) -> Row:
        ROWS[name], TIMED[name], STAGED[name] = measure, timed, stage
        return measure

    return keep


def chosen(names: list[str]) -> list[str]:
    """Return the rows named by name (``E1``) or letter (``E``), sorted; all for none.

    Raises:
        ValueError: There is no such row.
    """
    wanted = [name.upper() for name in names]
    for name in wanted:
        if not any(known.startswith(name) for known in ROWS):
            raise ValueError(f"no row {name!r}; there are {', '.join(ROWS)}")
    found = [known for known in ROWS if not wanted or known.startswith(tuple(wanted))]
    return sorted(found, key=lambda name: ("ERSDHFTLP".find(name[0]), name))
