"""Whole matches while requests fail: the small form of the bench's row F1."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import faults
from rules import registry
from tests.range.faults import KINDS, Script


async def test_a_fault_here_and_there_loses_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "slugs", lambda: ("krakow",))
    found = await faults.played(tmp_path, 2, faults.SHARE, seed=3)
    assert found.struck > 5
    assert found.moves > 20
    assert (found.lost, found.stuck, found.untrue) == (0, 0, 0)
    assert (found.doubled, found.bare, found.called_twice) == (0, 0, 0)


def test_a_script_repeats_itself() -> None:
    def struck(seed: int) -> list[str | None]:
        script = Script(seed, 0.5)
        return [script.next("POST", ["channels", "1", "messages"]) for _ in range(200)]

    assert struck(1) == struck(1) != struck(2)
    assert set(struck(1)) == {None, *KINDS}
    script = Script(1, 1.0)
    assert script.next("GET", ["users", "@me"]) is None
    assert script.next("PUT", ["applications", "1", "commands"]) is None
