"""Sentences about what is over: who stood in, and whose name was removed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.ui.speech import say
from cogs.user.privacy import _effects, _erased
from matches.domain.table.departure import Outlook
from matches.domain.table.endings import _stood_in
from rules.text import t

FIRST, LATER = t("Round 1"), t("Round 4")


@pytest.mark.parametrize(
    ("until", "begins"),
    [(None, "From “{when}” on"), (FIRST, "During “{when}”"), (LATER, "From “{when}” to “{then}”")],
)
def test_when_a_computer_stood_in(until: object, begins: str) -> None:
    match, stint = (
        SimpleNamespace(level="good"),
        SimpleNamespace(since=FIRST, until=until, name="A", late=0),
    )
    said = _stood_in(*cast("tuple[Any, Any]", (match, stint)))
    assert said.msgid.startswith(f"{begins}, a computer ({{level}}) played for {{who}}")
    assert dict(said.params)["when"] == FIRST


@pytest.mark.parametrize(
    ("late", "said"),
    [
        (1, "During “Round 1”, a computer (good) made 1 decision that **A** was late with."),
        (3, "From “Round 1” on, a computer (good) made 3 decisions that **A** was late with."),
    ],
)
def test_how_many_decisions_somebody_was_late_with(late: int, said: str) -> None:
    match, stint = SimpleNamespace(level="good"), SimpleNamespace(since=FIRST, until=None, name="A")
    stint.late = late
    assert say(_stood_in(*cast("tuple[Any, Any]", (match, stint))), "en") == said


def test_each_match_from_which_a_name_was_removed_counts() -> None:
    done = Outlook(opened=1, ended=2, freed=3, closed=4, finished=5)
    assert _erased(done).count == 15
    assert _erased(Outlook(finished=1)).count == 1
    assert _erased(Outlook(finished=1, unread=2)).count == 3
    assert _erased(Outlook(freed=2, finished=2)).count == 4
    assert "didn't have a seat" in _erased(Outlook()).msgid


def test_a_match_that_cannot_be_read_is_not_said_to_be_over() -> None:
    (told,) = _effects(Outlook(unread=1))
    assert say(told, "en") == "You'll give up your seat in 1 match that I can't read at the moment."
