"""Only those who need no check, no words and no record make moves without them."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parent.parent
ALLOWED = (
    *("bench/", "players/", "scripts/tune.py"),
    *("tests/contract/", "tests/players/", "tests/toy.py"),
)
"""Who may call `Rules.advance`."""


def calls(source: str) -> list[int]:
    """Return the lines that call an `advance` with a state, a seat and a move."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and len(node.args) == len(("state", "seat", "move"))
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "advance"
    ]


def test_logs_are_never_played_without_a_check() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.glob("*/**/*.py")
        if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
        and calls(path.read_text())
    }
    others = {name for name in found if not name.startswith(ALLOWED)}
    assert "players/search.py" in found, "not even the search is found any more"
    assert not others, "apply checks and tells; only players and measuring may do without"


def test_a_call_is_seen() -> None:
    assert calls("after = self.rules.advance(before, seat, move).players") == [1]
