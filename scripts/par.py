"""What a strong computer scores alone: ``python -m scripts.par lodge 200``.

It plays so many matches without variants and writes the mean into ``data/<game>/par.toml``, for
those who play alone to measure themselves by. A match takes half a minute or more; ``--log FILE``
is that of `scripts.arena`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean, stdev
from typing import Final

from rules import registry
from rules.box import HUNDREDTHS
from scripts.arena import Pairing, log_file, matches, positive

DATA: Final = Path(__file__).parent.parent / "data"
PLAYER: Final = "strong"


def main() -> None:
    """Play, tell of each match, and write the mean down."""
    alone = [slug for slug in registry.slugs() if 1 in registry.get(slug).info.seats]
    parser = argparse.ArgumentParser(prog="python -m scripts.par", description=__doc__)
    parser.add_argument("game", choices=alone)
    parser.add_argument("matches", type=positive, metavar="N", nargs="?", default=200)
    parser.add_argument("--jobs", type=positive, default=1, help="processes that play")
    parser.add_argument("--log", type=log_file, metavar="FILE", help="play none that it holds")
    given = parser.parse_args()
    alike = Pairing(given.game, PLAYER, PLAYER, 1)
    scores = list[int]()
    for played in matches(alike, given.matches, jobs=given.jobs, log=given.log):
        scores.append(played.points)
        print(f"match {len(scores)}: {played.points}, mean {mean(scores):.2f}", flush=True)
    version = registry.get(given.game).info.rules_version
    text = written(scores, f"python -m scripts.par {given.game} {given.matches}", version)
    (DATA / given.game / "par.toml").write_text(text, encoding="utf-8")


def written(scores: Sequence[int], command: str, version: int) -> str:
    """Return the file that holds the mean of some scores."""
    spread = stdev(scores) if len(scores) > 1 else 0.0
    return f"""\
# What a strong computer scores alone, without variants: the mean of so many matches and how far
# they are from it (the standard deviation), in hundredths of a point. Don't edit.
command = "{command}"
rules_version = {version}
date = {datetime.now(UTC):%Y-%m-%d}
matches = {len(scores)}
mean = {round(mean(scores) * HUNDREDTHS)}
spread = {round(spread * HUNDREDTHS)}
"""


if __name__ == "__main__":
    main()
