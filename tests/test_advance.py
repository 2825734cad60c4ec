"""Only those who need no check, no words and no record make moves without them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rules import registry

ROOT = Path(__file__).parent.parent
ALLOWED = (
    *("bench/", "players/", "scripts/tune.py"),
    *("tests/contract/", "tests/players/", "tests/toy.py", "tests/test_advance.py"),
    "tests/workers/bad_thoughts.py",
)
"""Who may call `Rules.advance`."""


def calls(source: str) -> list[int]:
    """Return the lines that may call an `advance` of rules, or pass it on.

    Test clocks have an `advance`, too; they are called with a single time.
    """
    tree = ast.parse(source)
    times = {
        node.func
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords
        if not isinstance(node.args[0], ast.Starred)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and node.attr == "advance" and node not in times)
        or (isinstance(node, ast.Constant) and node.value == "advance")
        or (isinstance(node, ast.ImportFrom) and "advance" in [name.name for name in node.names])
    ]


def test_logs_are_never_played_without_a_check() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (*ROOT.glob("*.py"), *ROOT.glob("*/**/*.py"))
        if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
        and calls(path.read_text())
    }
    offered = {f"rules/{slug}/__init__.py" for slug in registry.slugs()}
    others = {name for name in found - offered if not name.startswith(ALLOWED)}
    assert "players/search.py" in found, "not even the search is found any more"
    assert not others, "apply checks and tells; only players and measuring may do without"


@pytest.mark.parametrize(
    "call",
    [
        "after = self.rules.advance(before, seat, move).players",
        "step = rules.advance",
        "rules.advance(state, seat, move=move)",
        "rules.advance(*played)",
        "partial(rules.advance, state)",
        "getattr(rules, 'advance')(state, seat, move)",
        "from rules.krakow.apply import advance as step",
    ],
)
def test_a_call_is_seen(call: str) -> None:
    assert calls(call) == [1]


def test_a_clock_may_advance() -> None:
    assert calls("clock.advance(3600)") == []
