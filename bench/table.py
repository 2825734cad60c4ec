"""The printed rows, and the list of those that can be measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from bench.measure import Pairs


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed row.

    Attributes:
        what: What is measured, and on what.
        ours: Our figure.
        unit: The unit of both figures.
        against: The peer, the floor, or "limit".
        theirs: Its figure from the same run.
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

    def line(self, row: str) -> str:
        """Return the row as printed."""
        sign = ">=" if self.at_least else "<="
        return (
            f"{row:<3} {self.what:<58} {number(self.ours):>8} {self.unit:<7}"
            f" {self.against + ' ' + number(self.theirs):<27} {self.ratio:>7.2f} x"
            f"  goal {sign} {self.goal:<4g} {'met' if self.met else 'MISSED'}"
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


@dataclass(frozen=True, slots=True)
class Plan:
    """The way to measure.

    Attributes:
        full: Measure in the sizes of the goals; the default is smaller.
        folder: An empty folder on a real disk.
    """

    full: bool
    folder: Path

    def size(self, default: int, full: int) -> int:
        """Return how many things to measure on."""
        return full if self.full else default


class SkippedError(Exception):
    """A row can't be measured here; the message says why."""


Row: TypeAlias = "Callable[[Plan], Iterator[Figure]]"

ROWS: Final[dict[str, Row]] = {}


def row(name: str) -> Callable[[Row], Row]:
    """Return a decorator that makes a function the measurement of the row `name`."""

    def keep(measure: Row) -> Row:
        ROWS[name] = measure
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
    return sorted(found, key=lambda name: ("ERSDFTL".find(name[0]), name))
