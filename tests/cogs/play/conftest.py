from __future__ import annotations

import pytest

from matches.service import MatchService

SEED = 5
"""With it Ada, who chooses first, is also the first to put a flag in the toy game."""


@pytest.fixture(autouse=True)
def _same_chance_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    defaults = dict(MatchService.__init__.__kwdefaults__ or {})
    defaults["entropy"] = lambda count: bytes([SEED]) * count
    monkeypatch.setattr(MatchService.__init__, "__kwdefaults__", defaults)
