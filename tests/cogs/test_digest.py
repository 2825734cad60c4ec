"""The daily message when many matches wait."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from cogs.outbox import reminders
from cogs.outbox.reminders import SHOWN, digest_post
from matches.domain.model import MatchInfo
from matches.domain.outbox_item import OutboxRow


@pytest.mark.parametrize("more", [-1, 0, 1, 2])
def test_those_that_have_no_room_are_counted(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reminders, "_line", lambda match, *_: f"- {match.id}")
    monkeypatch.setattr(reminders, "match_name", lambda match: f"match {match.id}")
    waiting = [cast("MatchInfo", SimpleNamespace(id=n, ply=n)) for n in range(1, SHOWN + more + 1)]
    row = cast("OutboxRow", SimpleNamespace(id=1, recipient=1))
    said = str(digest_post(waiting, row, "en").view.to_components())  # type: ignore[no-untyped-call]
    assert f"{SHOWN + more} matches are waiting" in said
    assert ("And " in said) == (more > 0)
    assert more <= 0 or f"And {more} more." in said
