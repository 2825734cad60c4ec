"""The exercise `secrets` for a moment, and how it compares."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from matches.domain.change import LogRow
from matches.domain.history.timeline import Live
from rules import registry
from rules.protocol import WATCHER, Event
from rules.text import t
from tests.contract.checks import playout
from tests.soak.planted import BY_NAME
from tests.soak.report import Run
from tests.soak.secrets import EXERCISE, HIDING, attack, difference
from tests.soak.twins import SHOWN, Step, Twin
from tests.soak.wire import Said


async def test_nothing_is_told(tmp_path: Path) -> None:
    run = Run(1, 4.0, tmp_path)
    await attack(run)
    assert run.report.wrongs == []
    assert run.report.counts["pages"]


def test_the_games_that_hide_something_are_listed(games: None) -> None:
    hiding = set[str]()
    for slug in registry.slugs():
        rules, rng = registry.get(slug), Random(1)
        for step in playout(rules, 2, 1):
            state = step.after.state
            if any(rules.redeal(state, seat, rng) is not state for seat in (0, 1, WATCHER)):
                hiding.add(slug)
    assert hiding == {*HIDING}


def test_the_draws_that_all_see_are_moves(games: None) -> None:
    types = {one for slug in HIDING for one in registry.get(slug).move_types}
    open_verbs = {one.notation.split()[0] for one in types if one.by_chance and not one.secret}
    assert open_verbs >= SHOWN


def said(**body: object) -> list[Said]:
    return [Said("POST /channels/1/messages", body)]


@pytest.mark.parametrize(
    ("here", "there", "kind"),
    [
        (said(content="a"), said(content="a"), None),
        (said(content="a"), said(content="b"), "text"),
        (said(content="a"), [], "number"),
        (said(custom_id="a"), said(custom_id="b"), "custom id"),
        (said(description="a"), said(description="b"), "alt text"),
        (said(options=["a", "b"]), said(options=["b", "a"]), "order"),
        (said(options=["a"]), said(options=["c"]), "menu"),
        (said(data={"choices": ["a"]}), said(data={"choices": ["b"]}), "completion"),
        ([Said("", {}, (("a.png", b"1"),))], [Said("", {}, (("a.png", b"2"),))], "picture"),
        ([Said("", {}, (("a.png", b"1"),))], [Said("", {}, (("b.png", b"1"),))], "file name"),
    ],
)
def test_the_judge_names_what_differs(
    here: list[Said], there: list[Said], kind: str | None
) -> None:
    found = difference(here, there)
    assert (found and found[0]) == kind


def test_every_planted_secret_is_of_this_exercise() -> None:
    kinds = Counter(one.finds for one in BY_NAME.values() if one.exercise == EXERCISE.name)
    assert kinds.total() >= 5


class Counting:
    """Rules by which a move adds its number, and everybody sees the last digit."""

    def apply(self, state: int, seat: int, move: str) -> SimpleNamespace:
        return SimpleNamespace(state=state + int(move.split()[-1]))

    def view(self, state: int, seat: int) -> int:
        return state % 10


@pytest.mark.parametrize("is_secret", [True, False])
@pytest.mark.parametrize(
    ("made", "alike"),
    [
        (["1", "turn-up 9"], True),
        (["11", "turn-up 9"], True),
        (["2", "turn-up 8"], False),
        (["1", "turn-up 19"], False),
    ],
)
def test_worlds_are_alike_only_if_they_were_so_at_each_step(
    made: list[str], alike: bool, is_secret: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the news named an idea that had gone with its age, or two exchanges that came to one."""

    def live(ply: int, state: int) -> Live:
        timeline = SimpleNamespace(rules=Counting(), state=state)
        return cast(
            "Live", SimpleNamespace(info=SimpleNamespace(slug="", ply=ply), timeline=timeline)
        )

    def rows(moves: list[str]) -> tuple[LogRow, ...]:
        return cast("tuple[LogRow, ...]", tuple(SimpleNamespace(seat=0, move=m) for m in moves))

    class Verb(str):
        """A move of the log."""

        secret = is_secret

    monkeypatch.setattr("tests.soak.twins.parsed", lambda _, move: Verb(move))
    after = live(2, 10)
    events = Event(t("once"), audience=frozenset({1})), Event(t("twice"))
    step = Step(live(0, 0), after, 0, rows(["1", "turn-up 9"]), events)
    assert sum(int(move.split()[-1]) for move in made) % 10 == 0
    assert step._looks_alike(Twin(after, rows(made), 0, 0, events=events[1:]), 0) is alike
    other = Twin(after, rows(made), 0, 0, events=(Event(t("thrice")),))
    assert step._looks_alike(other, 0) is (alike and is_secret)
