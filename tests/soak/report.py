"""What an exercise has to say: how much it did, and what went wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

WHOLE_S: Final = 1800.0
"""The seconds of the run that the goals are for."""
SHOWN: Final = 5
"""How many of the equal wrongs are printed."""
BEGINS: Final = 150
ENDS: Final = 450
"""The characters of one that are printed: a traceback says at its end what it is about."""


def in_short(wrong: str) -> str:
    """Return the beginning and the end of what went wrong."""
    if len(wrong) <= BEGINS + ENDS:
        return wrong
    return f"{wrong[:BEGINS]} ... {wrong[-ENDS:]}"


@dataclass
class Report:
    """What one run of an exercise found.

    Attributes:
        counts: How often what was done, by the names of the goals.
        wrongs: What went wrong, as ``kind: where and what``; the kind is one word or a few.
        doing: What the bots were doing when some of that was noticed, in several lines each.
    """

    counts: Counter[str] = field(default_factory=Counter)
    wrongs: list[str] = field(default_factory=list)
    doing: list[str] = field(default_factory=list)

    def wrong(self, kind: str, what: object, doing: str = "") -> None:
        """Note something that must never happen, and what the bots were doing."""
        self.wrongs.append(f"{kind}: {what}")
        if doing:
            self.doing.append(f"{kind}: {what}\n{doing}")

    def kinds(self) -> Counter[str]:
        """Return how often each kind of wrong was found."""
        return Counter(wrong.partition(":")[0] for wrong in self.wrongs)

    def to_json(self) -> str:
        """Return it in one line."""
        return json.dumps(vars(self))

    @staticmethod
    def from_json(line: str) -> Report:
        """Return the report of another process."""
        found = json.loads(line)
        return Report(Counter(found["counts"]), found["wrongs"], found["doing"])


@dataclass(frozen=True, slots=True)
class Run:
    """One run of an exercise.

    Attributes:
        seed: Decides what is drawn; equal seeds try equal things.
        seconds: How long it may take.
        folder: An empty folder for its files.
        report: Where it notes what it finds, as it goes.
    """

    seed: int
    seconds: float
    folder: Path
    report: Report = field(default_factory=Report)


Attack: TypeAlias = Callable[[Run], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Exercise:
    """One way of attacking the bot.

    Attributes:
        name: One word for the command line.
        what: What it does, for the table.
        attack: Does it until its seconds are over.
        goals: How much of each count a run of `WHOLE_S` seconds has at least.
        share: Its share of one core of such a run, 0 to 1.
    """

    name: str
    what: str
    attack: Attack
    goals: Mapping[str, int]
    share: float

    def lines(self, report: Report, seconds: float) -> list[str]:
        """Return its lines of the table, for a run of some seconds."""
        part = seconds / WHOLE_S
        done = ", ".join(
            f"{report.counts[name]} {name} (goal {goal * part:.0f})"
            for name, goal in self.goals.items()
        )
        others = [f"{n} {name}" for name, n in report.counts.items() if name not in self.goals]
        rest = ", ".join(others)
        lines = [f"{self.name:<8} {self.what}", f"         {done}" + (f"; {rest}" if rest else "")]
        for kind, number in report.kinds().items():
            lines.append(f"         WRONG {number} x {kind}")
            alike = [one for one in report.wrongs if one.startswith(f"{kind}:")]
            lines += [f"           {in_short(one)}" for one in alike[:SHOWN]]
        for one in report.doing[:SHOWN]:
            lines += [f"         {line}" for line in one.splitlines()]
        return lines

    def enough(self, report: Report, seconds: float) -> bool:
        """Return whether nothing went wrong and as much was done as the goals ask."""
        part = seconds / WHOLE_S
        done = all(report.counts[name] >= goal * part for name, goal in self.goals.items())
        return done and not report.wrongs


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault, and who has to find it.

    Attributes:
        name: What is wrong with the program, in a few words joined by hyphens.
        exercise: The exercise that finds it.
        finds: The kind of wrong that is reported.
        plant: Breaks the program in this process. What breaks the bot is called there, too:
            its process gets the name in ``STOLIK_PLANTED``.
    """

    name: str
    exercise: str
    finds: str
    plant: Callable[[], None]
