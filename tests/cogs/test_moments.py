"""Which moments of matches are remembered."""

from __future__ import annotations

from typing import cast

import pytest

from cogs.drawing import moments
from cogs.drawing.moments import Moments


def test_the_oldest_moments_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "MOST_KNOWN", 2)
    kept = Moments()
    for match_id in (1, 2, 1, 3):
        kept._keep(match_id, {})
    assert list(cast("dict[int, object]", kept._known)) == [1, 3]
