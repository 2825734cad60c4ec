"""The exercise `bent` for a moment."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.soak.bent import attack
from tests.soak.bent_inputs import Input
from tests.soak.bent_judge import NEW, SHOWN, _answered
from tests.soak.report import Run
from tests.soak.wire import EPHEMERAL, Said


async def test_bent_input_is_refused(tmp_path: Path) -> None:
    run = Run(1, 6.0, tmp_path)
    await attack(run)
    assert run.report.wrongs == []
    assert run.report.counts["inputs"]


@pytest.mark.parametrize(
    ("name", "kind", "flags", "later", "wrong"),
    [
        ("match invite", SHOWN, 0, 1, []),
        ("match invite", NEW, EPHEMERAL, 3, []),  # a private answer, then the call
        ("match invite", NEW, 0, 3, ["public"]),
        ("match invite", NEW, EPHEMERAL, 1, []),  # it is refused
        ("match invite", NEW, EPHEMERAL, 4, ["answered twice"]),
        ("seat reserve", NEW, EPHEMERAL, 1, []),
        ("seat reserve", NEW, EPHEMERAL, 3, ["answered twice"]),
        ("seat reserve", NEW, EPHEMERAL, 0, ["unanswered"]),
        ("seat reserve", SHOWN, 0, 0, ["public"]),
    ],
)
def test_an_answer_is_one_and_private_but_for_calls(
    name: str, kind: int, flags: int, later: int, wrong: list[str]
) -> None:
    one = cast("Input", SimpleNamespace(kind=2, name=name))
    body = {"type": kind, "data": {"flags": flags}}
    said = [Said("POST /interactions/1/t/callback", body)]
    said += [Said("PATCH /webhooks/1/t/messages/@original", {})] * later
    assert [found for found, _ in _answered(one, said)] == wrong
