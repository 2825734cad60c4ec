"""Lists that are cut: the daily message, and matches whose posts are held."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bot import StolikBot
from cogs.outbox import reminders
from cogs.outbox.reminders import SHOWN, digest_post
from cogs.ui import permissions
from cogs.ui.permissions import HELD_LINES, held_lines
from matches.domain.model import MatchInfo
from matches.domain.outbox_item import OutboxRow
from rules.text import t


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


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_matches_whose_posts_are_held_are_named_or_counted(
    more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(permissions, "held_because", lambda *_: (t("It's locked."),))
    monkeypatch.setattr(permissions, "match_name", lambda match: f"match {match.id}")
    held = [
        SimpleNamespace(id=n, trouble="forbidden", private=False) for n in range(HELD_LINES + more)
    ]
    others = [
        SimpleNamespace(id=98, trouble="", private=False),
        SimpleNamespace(id=99, trouble="forbidden", private=True),
    ]
    nobody = cast("StolikBot", None)
    lines = held_lines(nobody, cast("list[MatchInfo]", [*others, *held]), "en")
    assert lines[1] == "- match 0: It's locked."
    assert len(lines) == 1 + len(held)
    assert lines[-1] == (
        f"And {more} more." if more > 0 else f"- match {len(held) - 1}: It's locked."
    )
    assert held_lines(nobody, cast("list[MatchInfo]", others), "en") == []
