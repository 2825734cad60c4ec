"""A rule changes while 200 matches are being played, another one in each game."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random

import pytest

from bench.recorded import Recorded, opened, record, step
from bench.stored import Copy, fill
from matches.db import matches as matches_db
from matches.db.store import Store
from matches.domain.change import LogRow
from matches.domain.history.replay import revive
from matches.domain.history.timeline import Live
from rules import registry
from rules.errors import ReplayError
from rules.notation import format_move
from rules.protocol import WATCHER, Outcome
from scripts import rehearse
from tests.eras.planted import CHANGES, NEW, OLD, plant, smuggle
from tests.files import on_file
from tests.matches.helpers import ANN, BEA, Clock, House

MATCHES = 200
SEATS = 2
MOVES = {"lodge": 100, "indian_summer": 60}
"""The most moves made when the rule changes; 40 in the shorter games."""

pytestmark = pytest.mark.parametrize("slug", list(CHANGES))


@cache
def recorded(slug: str) -> tuple[Recorded, ...]:
    """Return matches under the old rules, most of them in play."""
    rules, rng = registry.get(slug), Random(2009)
    moves = [rng.randrange(MOVES.get(slug, 40)) for _ in range(MATCHES)]
    return tuple(record(rules, SEATS, n, most) for n, most in enumerate(moves))


@cache
def played(slug: str) -> tuple[Recorded, ...]:
    """Return those of them that are in play."""
    return tuple(match for match in recorded(slug) if match.live.timeline.waiting)


def finished(live: Live) -> tuple[list[LogRow], Outcome | None]:
    """Return the rows that play a match to its end, and its result.

    They are always the same.
    """
    rng, added = Random(live.info.id), list[LogRow]()
    while live.timeline.waiting:
        change, live = step(live, rng)
        added += change.rows
    return added, live.timeline.rules.outcome(live.timeline.state)


@cache
def ends(slug: str) -> tuple[tuple[list[LogRow], Outcome | None], ...]:
    """Return how the matches end under the old rules."""
    return tuple(finished(match.live) for match in played(slug))


def seen(live: Live) -> tuple[object, ...]:
    """Return everything that anybody sees of a match, and may do in it."""
    rules, state, seats = live.timeline.rules, live.timeline.state, range(SEATS)
    views = [rules.view(state, seat) for seat in (WATCHER, *seats)]
    moves = [tuple(rules.legal_moves(state, seat)) for seat in seats]
    return live.timeline.waiting, views, moves, [live.timeline.can_undo(seat) for seat in seats]


@pytest.fixture
def path(slug: str, tmp_path: Path) -> Path:
    """Return the path of a database with the matches."""
    file = tmp_path / "stolik.db"
    rules = registry.get(slug)
    lobbies = (opened(rules, SEATS, n) for n in range(MATCHES))
    pairs = zip(lobbies, recorded(slug), strict=True)
    fill(file, (Copy(lobby, match.live.info, match) for lobby, match in pairs))
    return file


@pytest.fixture
async def house(path: Path) -> AsyncIterator[House]:
    store = await Store.open(path)
    await on_file(store, lambda db: db.execute("PRAGMA synchronous = OFF"))
    yield House(store, Clock())
    await store.close()


def loaded(path: Path, match_id: int) -> Live:
    """Return a match as it comes out of the database."""
    with closing(sqlite3.connect(path)) as db:
        stored = matches_db.load(db, match_id)
    assert stored is not None
    return revive(stored)


def test_every_match_is_finished_as_if_nothing_had_changed(
    slug: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ends(slug)
    assert len(before) > MATCHES * 0.9
    plant(monkeypatch, slug)
    new = record(registry.get(slug), SEATS, 7)  # caches now mix old and new matches
    for match, (added, outcome) in zip(played(slug), before, strict=True):
        live = loaded(path, match.live.info.id)
        assert live.info.rules_version == OLD[slug]
        assert finished(live) == (added, outcome)
    assert new.live.info.rules_version == NEW[slug]
    assert record(registry.get(slug), SEATS, 7).rows == new.rows


async def test_all_are_found_and_new_ones_are_played_by_the_new_rules(
    slug: str,
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    old = played(slug)[0].live.info.id
    plant(monkeypatch, slug)
    with caplog.at_level(logging.INFO):
        await house.service.checkup.run()
    found = await house.service.checkup.found()
    assert found.older == ((slug, OLD[slug], len(played(slug))),)
    assert found.broken == ()
    assert f"{len(played(slug))} of {slug} by rules {OLD[slug]}" in caplog.text
    user = (await house.service.info(old)).seats[0].user_id
    assert (await house.finish(old)).status == "over"
    assert (await house.service.history.verify(old)).differing == ()
    assert (await house.service.history.transcript(old, user)).unread == 0
    info = await house.lobby(ANN, BEA, slug=slug, capacity=2)
    await house.service.lobby.start(info.id, ANN)
    assert (await house.finish(info.id)).rules_version == NEW[slug]
    assert (await house.service.history.verify(info.id)).differing == ()


def test_a_rehearsal_finds_nothing_where_the_old_way_is_kept(
    slug: str,
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    notes = tmp_path / "notes"
    assert rehearse.main(["write", str(path), str(notes)]) == 0
    plant(monkeypatch, slug)
    assert rehearse.main(["compare", str(path), str(notes)]) == 0
    said = capsys.readouterr().out
    assert f"{len(played(slug))} as before" in said
    assert f"{slug}: new matches will be played by rules {NEW[slug]}, before by {OLD[slug]}" in said


def test_a_rehearsal_names_exactly_those_that_differ(
    slug: str,
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    notes = tmp_path / "notes"
    rehearse.main(["write", str(path), str(notes)])
    before = {match.live.info.id: seen(match.live) for match in played(slug)}
    smuggle(monkeypatch, slug)
    differing = {match_id for match_id, old in before.items() if now(path, match_id) != old}
    assert differing  # the planted change is one
    assert rehearse.main(["compare", str(path), str(notes)]) == 1
    lines = capsys.readouterr().out.splitlines()
    named = {int(line.split()[1]) for line in lines if line.startswith("match ")}
    assert named == differing


def now(path: Path, match_id: int) -> tuple[object, ...]:
    """Return what is seen of a stored match; () if it cannot be replayed."""
    try:
        return seen(loaded(path, match_id))
    except ReplayError:
        return ()


def test_moves_are_told_apart_by_their_words(slug: str) -> None:
    """A rehearsal hashes exactly what the log has of a move."""
    live = played(slug)[0].live
    for seat in live.timeline.waiting:
        moves = live.timeline.rules.legal_moves(live.timeline.state, seat)
        assert len({format_move(move) for move in moves}) == len(moves)
