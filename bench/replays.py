"""R7: stepping through matches, catching up, films, beside encoding the pictures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final, cast
from unittest.mock import patch

from bench.measure import cpu_seconds, percentile
from bench.pictures import NAMES, opened
from bench.recorded import Recorded, record
from bench.table import Figure, Plan, Timed, limited, row
from matches.domain.change import Stored
from matches.domain.model import Glance
from matches.services import history
from matches.services.history import History
from render import gallery
from render.changes import marked
from render.film import film, frame, shown_boards
from render.kit.png import encode
from rules import registry

APART: Final = 6
"""Steps between a player's own move and their next look."""
EVERY: Final = 16
"""Rows of the log between two steps that are measured."""


class Shelf:
    """Stands in for the cache: one match, as loaded from the database."""

    def __init__(self, found: Recorded) -> None:
        self._stored = found.stored

    async def stored(self, match_id: int) -> Stored:
        """Return the match, whatever its number."""
        return self._stored


def past_of(found: Recorded) -> History:
    """Return the past of one match, not replayed yet."""
    return History(cast("Any", Shelf(found)), cast("Any", None), cast("Any", None))


@row("R7", timed=Timed.PROCESSOR)
def looking_back(plan: Plan) -> Iterator[Figure]:
    """Measure any step of a replay, and what changed since a player's own move."""
    with patch.object(history, "LONG", 10**9):  # no other thread, since this one is measured
        for slug in registry.slugs():
            rules = registry.get(slug)
            found = [record(rules, rules.info.seats[-1], n) for n in range(plan.size(2, 2, 20))]
            yield from stepping(plan, slug, found)
            views = asyncio.run(past_of(found[0]).public_views(1))
            boards = [board(view) for view in (views[: APART + 1] if plan.is_tiny else views)]
            yield catching_up(slug, boards, plan.size(3, 5, 3))
            yield filmed(slug, boards)


def stepping(plan: Plan, slug: str, found: list[Recorded]) -> Iterator[Figure]:
    """Yield the time of a step beside encoding its picture, for the first and others."""
    warm = plan.size(1, 3, 30)
    opening, steps = list[float](), list[tuple[float, float]]()
    for match in found:
        past, rows = past_of(match), len(match.rows)
        first, floor = beside(past, 0)
        opening.append(first / floor)
        for ply in range(1, rows, rows // 2 if plan.is_tiny else EVERY):
            steps.append(beside(past, ply))
    ratios = [ours / theirs for ours, theirs in steps[warm:]]
    for share, name, goal in ((0.5, "p50", 1.3), (0.99, "p99", 2.0)):
        ours, theirs = (percentile([pair[n] for pair in steps[warm:]], share) * 1e3 for n in (0, 1))
        what = f"{slug}: any step of a replay, {name}"
        yield Figure(what, ours, "ms", "encoding", theirs, percentile(ratios, share), goal)
    note = f"the longest of {max(len(match.rows) for match in found)} rows"
    yield limited(f"{slug}: the first step, encodings", max(opening[1:]), "", 4, note)


def beside(past: History, ply: int) -> tuple[float, float]:
    """Return the seconds of a step with its picture, and of encoding that again."""
    made: list[bytes] = []

    def step() -> None:
        page = loop.run_until_complete(past.page(1, None, ply))
        made.append(board(page.glance))

    with closing(asyncio.new_event_loop()) as loop:
        ours = cpu_seconds(step)
    image = opened(made[0])
    return ours, cpu_seconds(lambda: encode(image))


def board(glance: Glance) -> bytes:
    """Draw what a watcher saw."""
    artist, to_act = gallery.artist(glance.rules.info.slug), glance.match.to_act
    return artist.board(glance.view, names=NAMES, lang="en", to_act=to_act).png


def catching_up(slug: str, boards: list[bytes], every: int) -> Figure:
    """Return the time of marking some boards beside encoding, once all are drawn."""
    pairs = list[tuple[float, float]]()
    for before, after in zip(boards[::every], boards[APART::every], strict=False):
        image = opened(after)
        ours = cpu_seconds(lambda b=before, a=after: marked(b, a))  # type: ignore[misc]
        pairs.append((ours, cpu_seconds(lambda i=image: encode(i))))  # type: ignore[misc]
    ours, theirs = (percentile([pair[n] for pair in pairs], 0.5) * 1e3 for n in (0, 1))
    ratio = percentile([mine / floor for mine, floor in pairs], 0.5)
    what = f"{slug}: what changed lit up, both boards at hand, p50"
    return Figure(what, ours, "ms", "encoding", theirs, ratio, 2.6, note="two more are read")


def filmed(slug: str, boards: list[bytes]) -> Figure:
    """Return how big a film is; the note says how long it takes."""
    start = time.thread_time()
    frames = [frame(boards[number]) for number in shown_boards(len(boards))]
    made = film(frames)
    note = f"{len(frames)} boards in {time.thread_time() - start:.1f} s"
    return limited(f"{slug}: a film", len(made) / 1e6, "MB", 8, note)
