"""The exercise `bent` for a moment."""

from __future__ import annotations

from pathlib import Path

from tests.soak.bent import attack
from tests.soak.report import Run


async def test_bent_input_is_refused(tmp_path: Path) -> None:
    run = Run(1, 6.0, tmp_path)
    await attack(run)
    assert run.report.wrongs == []
    assert run.report.counts["inputs"]
