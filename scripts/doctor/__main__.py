"""Measure what is really painted on the pictures of the games.

It looks at boards and their areas, hands, pads, moments, results, components and keys, some of them
dark, in the positions of random matches and in extreme ones, and exits with 1 if anything is new or
worse than the accepted findings in ``tests/doctor``. Of many positions, it looks at the board and,
drawn by lot but always the same, at one other picture of each; of every board, area and hand with
``--whole``, which takes three times as long::

    python -m scripts.doctor                        # the sample of the tests, all games
    python -m scripts.doctor lodge --positions 2000  # many more positions
    python -m scripts.doctor lodge --positions 300 --whole  # all pictures of each
    python -m scripts.doctor lodge --folder /tmp/x --kind faint  # with pictures, framed in red
    python -m scripts.doctor --find                 # look for the extreme positions again
    python -m scripts.doctor --shrink               # strike what is gone off the accepted list
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from rules import registry
from scripts.doctor import positions, report
from scripts.doctor.recording import recording
from scripts.doctor.report import Chart, Key, Tally
from scripts.doctor.thresholds import LIMITS
from scripts.doctor.visits import Seen, Visit, seats

MATCHES: Final = 1000
"""Random matches among which the extreme positions are looked for."""
PARTS: Final = 6
"""Components that the sample of the tests shows."""


def looked_at(slug: str, count: int, *, whole: bool = False) -> Iterator[Seen]:
    """Yield the pictures of a game.

    Args:
        slug: The game.
        count: How many positions of random matches; 0: the sample of the tests.
        whole: Look at all pictures of each.
    """
    visit = Visit(slug, amount="whole" if whole else "many" if count else "sample")
    places = chain(positions.kept(visit.rules), positions.sampled(visit.rules, count))
    every = len(visit.rules.components) // PARTS
    yield from visit.positions(places)
    yield from visit.components(1 if count else max(1, every))
    yield from visit.keys()


def charted(slug: str, shown: Iterator[Seen], folder: Path | None = None, kind: str = "") -> Chart:
    """Return what was found on pictures.

    Args:
        slug: The game.
        shown: The pictures.
        folder: Where to write those with faults; None: nowhere.
        kind: The kind of faults to frame there; "": all.
    """
    chart = Chart(slug)
    for seen in shown:
        chart.add(seen.kind.replace(" ", "-"), seen.name, seen.faults)
        framed = [fault for fault in seen.faults if kind in ("", fault.kind)]
        if folder and framed:
            report.framed(seen, framed, folder)
    chart.add("tokens", slug, seats(slug))
    return chart


def renewed(chart: Chart, known: dict[Key, Tally], counted: bool) -> dict[Key, Tally]:
    """Return all findings as accepted ones; a larger sample adds none to the counts."""
    found = {key: it for key, it in known.items() if not counted or not it.count}
    for key, it in chart.tallies.items():
        before = known.get(key)
        worst = it.worst
        if before and LIMITS[report.limit_of(key)].worse(before.worst, worst):
            worst = before.worst
        count = it.count if counted else before.count if before else 0
        found[key] = Tally(count, worst, why=before.why if before else "")
    return found


def main() -> int:
    """Do what the command line asks; return 1 if anything is new or worse, else 0."""
    parser = argparse.ArgumentParser(prog="python -m scripts.doctor", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="by default all")
    parser.add_argument("--positions", type=int, default=0, help="of random matches, a game")
    parser.add_argument("--whole", action="store_true", help="all pictures of each")
    parser.add_argument("--most", type=int, default=10, help="findings told a game")
    parser.add_argument("--folder", type=Path, help="where to write pictures with their faults")
    parser.add_argument("--kind", choices=tuple(LIMITS), default="", help="faults to frame")
    parser.add_argument("--find", action="store_true", help="look for extreme positions")
    parser.add_argument("--shrink", action="store_true", help="strike off what is gone")
    parser.add_argument("--accept", action="store_true", help="accept everything found")
    asked = parser.parse_args()
    if unknown := sorted({*asked.games} - {*registry.slugs()}):
        parser.error(f"no game {unknown[0]!r}: take one of {', '.join(registry.slugs())}")
    failed = False
    for slug in asked.games or registry.slugs():
        if asked.find:
            print(*positions.search(slug, MATCHES), sep="\n", flush=True)
            continue
        failed |= _examine(slug, asked)
    return int(failed)


def _examine(slug: str, asked: argparse.Namespace) -> bool:
    counted, known = not asked.positions, report.accepted(slug)
    if asked.folder:
        asked.folder.mkdir(parents=True, exist_ok=True)
    with recording():
        shown = looked_at(slug, asked.positions, whole=asked.whole)
        chart = charted(slug, shown, asked.folder, asked.kind)
    print(*report.table(chart, asked.most), sep="\n", flush=True)
    if asked.accept:
        report.write(slug, renewed(chart, known, counted))
    elif asked.shrink:
        report.write(slug, report.shrunk(chart, known, counted=counted))
    verdict = report.judged(chart, report.accepted(slug), counted=counted)
    for name, lines in verdict._asdict().items():
        for line in lines:
            print(f"{name}: {line}")
    return bool(verdict.new or verdict.worse)


if __name__ == "__main__":
    sys.exit(main())
