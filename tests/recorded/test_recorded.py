"""Recorded matches still end as they ended; see scripts/record.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import registry
from rules.errors import RefusedError
from scripts.record import FOLDER, replayed, result

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_ends_as_it_ended(path: Path) -> None:
    slug, seats, _ = path.stem.rsplit("_", 2)
    lines = path.read_text(encoding="utf-8").splitlines()
    moves = [line for line in lines if not line.startswith("= ")]
    assert result(replayed(registry.get(slug), int(seats), moves)) == lines[len(moves) :]


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_game_has_matches_that_are_kept(slug: str) -> None:
    """One for each way to end, as far as the author of the game knows them."""
    reasons = {
        line
        for path in FILES
        if path.stem.rsplit("_", 2)[0] == slug
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("= ") and not line.startswith("= P")
    }
    assert len(reasons) > 1


def test_a_match_that_breaks_off_or_goes_on_is_found() -> None:
    path = FILES[0]
    slug, seats, _ = path.stem.rsplit("_", 2)
    rules, lines = registry.get(slug), path.read_text(encoding="utf-8").splitlines()
    moves = [line for line in lines if not line.startswith("= ")]
    with pytest.raises(ValueError, match="not over"):
        replayed(rules, int(seats), moves[:-1])
    with pytest.raises(RefusedError):
        replayed(rules, int(seats), [*moves, moves[-1]])
