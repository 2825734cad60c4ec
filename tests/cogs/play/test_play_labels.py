"""What buttons and options say: everything offered together is called by different names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest

from cogs.play import choice_view
from cogs.play.choice_view import button_labels, name_and_rest
from cogs.play.panel_view import PanelContent, blank_path, panel
from cogs.ui.choice import Choice, resolve_choice, with_part
from cogs.ui.items import MAX_LABEL, Button, Select, fitting
from matches.domain.model import Glance, MatchInfo, SeatInfo
from render.i18n import Lang
from rules import registry
from rules.nearest import nearest
from rules.notation import format_part, parse_move
from rules.protocol import CHANCE
from rules.registry import AnyRules
from rules.text import Seat

LANGS: Final[tuple[Lang, ...]] = ("en", "pl")
MATCHES: Final = 3
"""The number of random matches of a game."""
PLIES: Final = 120
"""The most moves of one of them."""


def glance_at(rules: AnyRules, state: object, seats: int, seat: Seat) -> Glance:
    """Return a position as the panel of a seat sees it."""
    names = ("Ada", "Bo", "Cleo", "Dima", "Eve", "Fay")
    taken = tuple(SeatInfo(s, 1000 + s, names[s]) for s in range(seats))
    match = MatchInfo(
        1, rules.info.slug, frozenset(), 1, 1, 1, False, seats, taken, "live", 1,
        rules.to_act(state), "", "", None, 0, datetime.now(UTC),
    )  # fmt: skip
    moves, queued = rules.legal_moves(state, seat), rules.preparable(state, seat)
    return Glance(match, rules, seat, rules.view(state, seat), moves, queued, None, False, 0, None)


def decisions(rules: AnyRules, rng: Random) -> Iterator[Glance]:
    """Yield positions of a random match as somebody to act sees them, or somebody who waits."""
    seats = rng.choice([n for n in rules.info.counts(frozenset()) if n <= 4])
    state = rules.initial_state(seats, frozenset())
    for _ in range(PLIES):
        acting = sorted(rules.to_act(state))
        if not acting:
            return
        seat = rng.choice(acting)
        if seat == CHANCE:
            move = rules.chance_move(state, rng)
        else:
            yield glance_at(rules, state, seats, seat)
            waiting = glance_at(rules, state, seats, rng.randrange(seats))
            if waiting.preparable:
                yield waiting
            move = rng.choice(rules.legal_moves(state, seat))
        state = rules.apply(state, seat, move).state


def choices(glance: Glance, rng: Random) -> Iterator[Choice]:
    """Yield the choices on the way to a random move, the first when nothing is chosen."""
    moves = glance.moves or glance.preparable
    path = blank_path(glance, "m" if glance.moves else "q")
    yield (choice := resolve_choice(glance.rules, moves, path, glance.view))
    while choice.move is None:
        if choice.path.kind is None:
            path = replace(choice.path, kind=rng.choice(choice.kinds))
        else:
            slot = choice.slots[-1]
            path = with_part(choice.path, slot.index, format_part(rng.choice(slot.values)))
        yield (choice := resolve_choice(glance.rules, moves, path, glance.view))


def groups(glance: Glance, choice: Choice, lang: Lang) -> Iterator[list[str]]:
    """Yield the labels of a panel that stand together: of all buttons, and of each list."""
    view = panel(PanelContent(glance, lang, None, choice=choice)).view
    items = list(view.walk_children())
    yield [str(one.item.label) for one in items if isinstance(one, Button)]
    for one in items:
        if isinstance(one, Select):
            yield [option.label for option in one.item.options]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", registry.slugs())
def test_nothing_in_a_panel_is_called_like_something_else(slug: str, lang: Lang) -> None:
    rules, rng = registry.get(slug), Random(slug)
    seen = 0
    for _ in range(MATCHES):
        for glance in decisions(rules, rng):
            moves = glance.moves or glance.preparable
            together = [button_labels(nearest(moves, rng.choice(moves)), glance, lang)]
            for choice in choices(glance, rng):
                together += groups(glance, choice, lang)
            for labels in together:
                seen += len(labels)
                assert len(set(labels)) == len(labels), labels
                for label in labels:
                    assert label.count("(") == label.count(")"), label
                    assert not label.endswith("…"), label
                    assert len(label) <= MAX_LABEL, label
    assert seen > 1000


def test_the_refresh_token_says_which_floor_it_clears() -> None:
    rules = registry.get("lodge")
    glance = next(decisions(rules, Random(1)))
    tokens = [parse_move(rules, f"token {floor}") for floor in (1, 2, 3, 4)]
    assert button_labels(tokens, glance, "en") == [f"Token: floor {n}" for n in (1, 2, 3, 4)]
    assert button_labels(tokens, glance, "pl") == [f"Żeton: poziom {n}" for n in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("label", "name", "rest"),
    [
        ("Berry: for 1 Nut", "Berry", "for 1 Nut"),
        ("Berry (for one of these: 1 Nut)", "Berry (for one of these: 1 Nut)", ""),
        ("Berry (one: 1 Nut): good", "Berry (one: 1 Nut)", "good"),
        ("Berry", "Berry", ""),
    ],
)
def test_a_colon_in_brackets_ends_no_name(label: str, name: str, rest: str) -> None:
    assert name_and_rest(label) == (name, rest)


def test_what_is_too_long_is_cut_before_a_bracket() -> None:
    text = "The display is refreshed at once (LD-TOK-3 and more)"
    assert fitting(text, 44) == "The display is refreshed at once…"
    assert fitting("One (with a long story about it)", 20) == "One (with a long…"


def test_labels_that_would_be_cut_to_the_same_words_keep_what_differs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(choice_view, "label_of", lambda text, glance, lang: text)
    ends = "a long explanation that nobody can read to its end, because it has no end"
    said = [f"Spend it: on floor {n}, {ends}" for n in (1, 2)] + [f"Stop: {ends}, and {ends}"]
    rules = SimpleNamespace(label=lambda view, move: said[move])
    glance: Any = SimpleNamespace(rules=rules, view=None)
    moves: Any = range(len(said))
    first, second, stop = button_labels(moves, glance, "en")
    assert (first[:20], second[:20], stop) == (
        "Spend it: on floor 1",
        "Spend it: on floor 2",
        "Stop",
    )


def test_moves_whose_labels_are_alike_have_no_buttons(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = registry.get("lodge")
    for glance in decisions(rules, Random(1)):
        path = blank_path(glance, "m")
        choice = resolve_choice(rules, glance.moves, path, glance.view)
        (labels,) = [one for one in groups(glance, choice, "en") if one][:1]
        said = button_labels(glance.moves, glance, "en")
        if len(said) > 1 and set(said) <= set(labels):
            break
    else:
        raise AssertionError("no decision with a button for each move")
    monkeypatch.setattr(choice_view, "button_labels", lambda moves, *_: ["Alike"] * len(moves))
    assert not [one for one in groups(glance, choice, "en") if "Alike" in one]
