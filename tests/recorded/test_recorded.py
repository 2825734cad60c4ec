"""Recorded matches still end as they ended; see scripts/record.py."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from rules import registry
from rules.errors import RefusedError
from rules.protocol import Outcome
from scripts.record import FOLDER, replayed, result

ROOT = Path(__file__).parent.parent.parent
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_ends_as_it_ended(path: Path) -> None:
    _, told = halves(path)
    assert result(outcome(path)) == told


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_way_to_end_has_a_match_that_is_kept(slug: str) -> None:
    """Each reason and each tie-break: all sentences that `score.py` can give as the reason."""
    found = {outcome(path).reason.msgid for path in FILES if table(path)[0] == slug}
    assert found == reasons(slug)


@cache
def outcome(path: Path) -> Outcome:
    """Return how a recorded match ends."""
    slug, seats = table(path)
    moves, _ = halves(path)
    return replayed(registry.get(slug), seats, moves)


def table(path: Path) -> tuple[str, int]:
    """Return the game of a recorded match, and the number of players."""
    slug, seats, _ = path.stem.rsplit("_", 2)
    return slug, int(seats)


def halves(path: Path) -> tuple[list[str], list[str]]:
    """Return the lines of a recorded match: its moves, and after them how it ended."""
    lines = path.read_text(encoding="utf-8").splitlines()
    moves = [line for line in lines if not line.startswith("= ")]
    return moves, lines[len(moves) :]


def reasons(slug: str) -> set[str]:
    """Return the msgids of all reasons: what the ``..._reason`` functions of a game return."""
    tree = ast.parse((ROOT / "rules" / slug / "score.py").read_text(encoding="utf-8"))
    found = set[str]()
    for function in ast.walk(tree):
        if not (isinstance(function, ast.FunctionDef) and function.name.endswith("_reason")):
            continue
        for node in ast.walk(function):
            match node:
                case ast.Return(ast.Call(ast.Name("t" | "tn"), [ast.Constant(str(msgid)), *_])):
                    found.add(msgid)
                case ast.Return():
                    pytest.fail(f"{slug}: {function.name} returns {ast.unparse(node)}, no sentence")
    return found


def test_a_match_that_breaks_off_or_goes_on_is_found() -> None:
    path = FILES[0]
    slug, seats = table(path)
    rules, (moves, _) = registry.get(slug), halves(path)
    with pytest.raises(ValueError, match="not over"):
        replayed(rules, seats, moves[:-1])
    with pytest.raises(RefusedError):
        replayed(rules, seats, [*moves, moves[-1]])
