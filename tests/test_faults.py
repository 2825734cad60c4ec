"""Whole matches while requests fail: the small form of the bench's row F1."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import faults
from rules import registry


async def test_a_fault_here_and_there_loses_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "slugs", lambda: ("krakow",))
    monkeypatch.setattr(faults, "ANSWER_S", 4)  # whoever gives up earlier loses nothing, either
    found = await faults.played(tmp_path, 2, faults.SHARE, seed=3)
    assert found.struck > 5
    assert found.moves > 20
    assert (found.lost, found.stuck, found.untrue) == (0, 0, 0)
    assert (found.doubled, found.bare, found.called_twice) == (0, 0, 0)
