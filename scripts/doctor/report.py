"""What the doctor found: counted, compared with what is accepted, told, and drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from PIL import ImageDraw

from scripts.doctor.measures import NO_BOX, Fault
from scripts.doctor.thresholds import LIMITS
from scripts.doctor.visits import Seen

FOLDER: Final = Path(__file__).parent.parent.parent / "tests" / "doctor"
WHOLE: Final = "whole"
"""The part of a finding that concerns the whole picture."""
FRAME: Final = "#ff0000"


class Key(NamedTuple):
    """What is counted together: a kind of picture, a part of it, a kind of finding."""

    picture: str
    part: str
    kind: str


@dataclass(slots=True)
class Tally:
    """How often something was found, the worst value, and where that was.

    If it is accepted for good, `why` says what makes it harmless.
    """

    count: int
    worst: float
    what: str = ""
    where: str = ""
    why: str = ""


@dataclass(slots=True)
class Chart:
    """All that was found in one game.

    Attributes:
        slug: The game.
        pictures: How many of each kind were looked at.
        tallies: The findings.
    """

    slug: str
    pictures: Counter[str] = field(default_factory=Counter)
    tallies: dict[Key, Tally] = field(default_factory=dict)

    def add(self, picture: str, where: str, faults: Iterable[Fault]) -> None:
        """Count the findings of a picture."""
        self.pictures[picture] += 1
        for it in faults:
            key = Key(picture, it.part.replace(" ", "-") or WHOLE, it.kind.replace(" ", "-"))
            tally = self.tallies.setdefault(key, Tally(0, it.value, it.what, where))
            tally.count += 1
            if LIMITS[it.kind].worse(it.value, tally.worst):
                tally.worst, tally.what, tally.where = it.value, it.what, where


class Verdict(NamedTuple):
    """What differs from the accepted findings, as sentences."""

    new: tuple[str, ...]
    worse: tuple[str, ...]
    gone: tuple[str, ...]


def limit_of(key: Key) -> str:
    """Return the name of a finding's limit."""
    return key.kind.replace("-", " ")


def path_of(slug: str) -> Path:
    """Return where the accepted findings of a game are kept."""
    return FOLDER / f"accepted_{slug}.txt"


def accepted(slug: str) -> dict[Key, Tally]:
    """Return the accepted findings of a game; {} if there are none."""
    path = path_of(slug)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = (line.split(maxsplit=5) for line in lines if not line.startswith("#"))
    return {Key(*row[:3]): Tally(int(row[3]), float(row[4]), why=" ".join(row[5:])) for row in rows}


def write(slug: str, tallies: Mapping[Key, Tally]) -> None:
    """Keep findings as the accepted ones of a game."""
    head = (
        "# Findings that are known and not mended; the list only shrinks: scripts.doctor\n"
        "# picture, painter, kind, times in the sample of the tests, worst value, why harmless\n"
    )
    rows = (
        f"{' '.join(key)} {tally.count} {tally.worst:.2f} {tally.why}".rstrip() + "\n"
        for key, tally in sorted(tallies.items())
    )
    path_of(slug).parent.mkdir(exist_ok=True)
    path_of(slug).write_text(head + "".join(rows), encoding="utf-8")


def judged(chart: Chart, known: Mapping[Key, Tally], *, counted: bool) -> Verdict:
    """Return what is new, worse or gone.

    Args:
        chart: What was found.
        known: What is accepted.
        counted: The sample of the tests was looked at, whose counts are accepted; in a larger
            one there is only more of the same.
    """
    new, worse, gone = [], [], []
    for key, it in sorted(chart.tallies.items()):
        before, limit = known.get(key), LIMITS[limit_of(key)]
        told = f"{chart.slug} {' '.join(key)}: {it.count} times, {it.worst:.2f} {limit.unit}"
        told += f" ({it.what!r} in {it.where})"
        if before is None:
            new.append(told)
        elif limit.worse(it.worst, before.worst) or (counted and it.count > before.count):
            worse.append(f"{told}; accepted: {before.count} times, {before.worst:.2f}")
    for key, before in sorted(known.items()):
        if counted and before.count and key not in chart.tallies:
            gone.append(f"{chart.slug} {' '.join(key)}: accepted, and gone")
    return Verdict(tuple(new), tuple(worse), tuple(gone))


def shrunk(chart: Chart, known: Mapping[Key, Tally], *, counted: bool) -> dict[Key, Tally]:
    """Return the accepted findings that are still there, and no worse than now.

    The sample of the tests says how often, a larger one how bad; see `judged`.
    """
    found = {}
    for key, before in known.items():
        it = chart.tallies.get(key)
        if it is None and counted == bool(before.count):
            continue
        count, worst = before.count, before.worst
        if it is not None and counted:
            count = min(it.count, count)
        elif it is not None and LIMITS[limit_of(key)].worse(worst, it.worst):
            worst = it.worst
        found[key] = Tally(count, worst, why=before.why)
    return found


def table(chart: Chart, most: int) -> Iterator[str]:
    """Yield the lines of a game's report, the worst first."""
    counts = dict.fromkeys(LIMITS, 0)
    for key, it in chart.tallies.items():
        counts[limit_of(key)] += it.count
    kinds = ", ".join(f"{count} {kind}" for kind, count in chart.pictures.items())
    yield f"\n{chart.slug}: {chart.pictures.total()} pictures: {kinds}"
    for kind, limit in LIMITS.items():
        if counts[kind]:
            bound = "at most" if limit.at_most else "at least"
            yield f"  {counts[kind]:5} {kind} ({limit.means}; {bound} {limit.value:g} {limit.unit})"
    ranked = sorted(chart.tallies.items(), key=lambda item: _badness(*item), reverse=True)
    for key, it in ranked[:most]:
        unit = LIMITS[limit_of(key)].unit
        value = f"{it.worst:.2f} {unit}"
        yield f"  {key.kind:9} {value:13} {it.count:5}x {key.picture} {key.part}: {it.what!r}"
        yield f"  {'':9} {it.where}"


def _badness(key: Key, it: Tally) -> float:
    limit = LIMITS[limit_of(key)]
    if limit.at_most:
        return it.worst / limit.value
    return limit.value / max(it.worst, 0.01)


def framed(seen: Seen, faults: Iterable[Fault], folder: Path) -> None:
    """Write a picture with its faults framed in red.

    Above each frame are the first letter of the kind and what was measured.
    """
    image = seen.picture_rgb()
    draw = ImageDraw.Draw(image)
    for it in faults:
        if it.box != NO_BOX:
            box = (it.box.x - 3, it.box.y - 3, it.box.right + 2, it.box.bottom + 2)
            draw.rectangle(box, outline=FRAME, width=2)
            draw.text((box[0], box[1] - 11), f"{it.kind[0]} {it.value:.3g}", fill=FRAME)
    name = "".join(c if c.isalnum() else "_" for c in seen.name)
    image.save(folder / f"{name}.png")
