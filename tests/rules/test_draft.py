"""The common part of all games' drafts."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules.draft import Draft, there
from rules.protocol import Event
from rules.text import Seat, Telling, Text, Who, t


@dataclass(frozen=True, slots=True)
class State:
    """A state of two fields."""

    turn: int
    cards: tuple[str, ...]


class Both(Draft[State], of=State):
    """A draft of that state, in another order."""

    cards: list[str]
    turn: int


def test_a_draft_changes_and_the_state_does_not() -> None:
    state = State(1, ("a", "b"))
    draft = Both(state)
    draft.turn += 1
    draft.cards.append("c")
    assert draft.freeze() == State(2, ("a", "b", "c"))
    assert state == State(1, ("a", "b"))
    assert Both(state).freeze() == state


def test_a_field_cannot_be_forgotten_nor_made_up() -> None:
    with pytest.raises(TypeError, match="different fields"):

        class Less(Draft[State], of=State):
            turn: int

    with pytest.raises(TypeError, match="different fields"):

        class More(Draft[State], of=State):
            turn: int
            cards: list[str]
            phase: str


def test_events_are_for_all_or_for_some() -> None:
    draft = Both(State(1, ()))
    draft.tell(_greets, 0)
    draft.tell_only(1, _greets, 2)
    assert [event.audience for event in draft.events] == [None, frozenset({1})]
    assert [event.text for event in draft.events] == [_greets(0), _greets(2)]
    assert draft.events == [
        Event(Telling(_greets, (0,))),
        Event(Telling(_greets, (2,)), frozenset({1})),
    ]
    assert len({*draft.events, Event(Telling(_greets, (0,)))}) == 2


def test_a_quiet_draft_tells_nothing() -> None:
    draft = Both(State(1, ()), quiet=True)
    draft.tell(_greets, 0)
    draft.tell_only(1, _greets, 2)
    assert draft.events == []


def _greets(seat: Seat) -> Text:
    return t("{who} says hello.", who=Who(seat))


def test_what_must_be_there_is_there() -> None:
    assert there(0) == 0
    with pytest.raises(LookupError, match="check"):
        there(None)
