from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.play import choice_view
from cogs.play.choice_view import ChoiceView
from cogs.ui.choice import ChoicePath, notation_of, read_path, resolve_choice, tokens_of, with_part
from cogs.ui.items import MAX_ID, MAX_OPTIONS, button, on, select
from rules import registry
from rules.errors import InvalidMoveError
from rules.notation import format_move, format_part, part_types
from rules.pad import Pad, best_places
from rules.protocol import CHANCE, Move
from rules.registry import AnyRules
from tests.toy import TOY, Choose, Done, Place, Square

GAMES: list[AnyRules] = [TOY, *(registry.get(slug) for slug in registry.slugs())]  # type: ignore[list-item]
TOKENS = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=8)


@given(
    st.builds(
        ChoicePath,
        st.integers(0, 9),
        st.integers(0, 9999),
        st.sampled_from(["m", "q"]),
        st.none() | st.integers(0, 20),
        st.lists(TOKENS, max_size=4).map(tuple),
        st.integers(0, 5),
        st.integers(0, 9),
    )
)
def test_a_path_reads_back(path: ChoicePath) -> None:
    assert read_path(str(path)) == path


@given(st.text(max_size=60))
def test_what_is_no_path_is_refused(text: str) -> None:
    try:
        path = read_path(text)
    except InvalidMoveError:
        return
    assert read_path(str(path)) == path


PLACES: list[Move] = [Place(Square(r, c)) for r in range(2) for c in range(2)]
START = ChoicePath(0, 1, "m")


def test_the_only_verb_is_taken_and_others_are_to_be_chosen() -> None:
    alone = resolve_choice(TOY, PLACES, START, None)  # type: ignore[arg-type]
    assert alone.path.kind == 1
    assert alone.move is None
    both = resolve_choice(TOY, [*PLACES, Done()], START, None)  # type: ignore[arg-type]
    assert both.kinds == (1, 2)
    assert (both.path.kind, both.slots, both.move) == (None, (), None)
    done = resolve_choice(TOY, [*PLACES, Done()], replace(START, kind=2), None)  # type: ignore[arg-type]
    assert done.move == Done()


def test_a_part_with_one_value_fills_itself() -> None:
    only = resolve_choice(TOY, [Choose(7)], START, None)  # type: ignore[arg-type]
    assert only.move == Choose(7)
    assert only.slots == ()
    assert only.path.tokens == ("7",)


def test_what_is_illegal_is_left_out() -> None:
    for tokens in (("r6c6",), ("nonsense",), ("", ""), ("r1c1", "r1c2")):
        path = replace(START, kind=1, tokens=tokens)
        choice = resolve_choice(TOY, PLACES, path, None)  # type: ignore[arg-type]
        assert choice.move in (None, Place(Square(0, 0)))


def _decisions(rules: AnyRules, rng: Random) -> Iterator[tuple[object, list[Move]]]:
    """Yield the decisions of a random match: what is seen, what can be done."""
    state = rules.initial_state(max(rules.info.seats), frozenset())
    while acting := rules.to_act(state):
        seat = min(acting)
        if seat == CHANCE:
            move = rules.chance_move(state, rng)
        else:
            legal = list(rules.legal_moves(state, seat))
            yield rules.view(state, seat), legal
            move = rng.choice(legal)
        state = rules.apply(state, seat, move).state


@pytest.fixture
def _best_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rank and write the places of a pad once per decision, not for each of a thousand paths."""
    view_of, moves_of, answer = object(), list[Move](), tuple[Move, ...]()

    def best_once(pad: Pad[object, Move], view: object, places: Sequence[Move]) -> tuple[Move, ...]:
        nonlocal view_of, moves_of, answer
        if view is not view_of or places != moves_of:
            view_of, moves_of, answer = view, list(places), best_places(pad, view, places)
        return answer

    monkeypatch.setattr("cogs.ui.choice.best_places", best_once)
    monkeypatch.setattr("cogs.ui.choice.tokens_of", lru_cache(4096)(tokens_of))
    monkeypatch.setattr("cogs.ui.choice.format_part", lru_cache(4096, typed=True)(format_part))


@pytest.mark.usefixtures("_best_once")
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.slug)
def test_every_legal_move_and_no_other_is_reached_and_every_id_fits(rules: AnyRules) -> None:
    for view, legal in _decisions(rules, Random(0)):
        reached = set()
        for move in legal:
            path = ChoicePath(9, 9999, "m", kind=rules.move_types.index(type(move)))
            for index, name in enumerate(part_types(type(move))):
                path = with_part(path, index, format_part(getattr(move, name)))
            choice = resolve_choice(rules, legal, path, view)
            assert choice.move == move
            assert notation_of(rules, choice.path) == format_move(move)
            button("ptype", 10**12, str(choice.path.at(3, 99)), label="?")
            reached.add(choice.move)
        assert reached == set(legal)


def test_changing_an_early_part_keeps_the_later_one_where_it_can() -> None:
    rules = registry.get("krakow")
    view, moves = next(_decisions(rules, Random(1)))
    lay = rules.move_types.index(type(moves[0]))
    path = ChoicePath(0, 2, "m", lay, ("A", "L1"))
    changed = resolve_choice(rules, moves, with_part(path, 0, "B"), view)
    assert changed.path.tokens == ("B", "L1")
    assert changed.move is not None


@pytest.mark.parametrize(
    "path",
    [
        START,
        replace(START, kind=99),
        replace(START, kind=3, tokens=("1,2/3,4",)),
        replace(START, kind=1),
        replace(START, kind=1, tokens=("r1c1", "r1c2")),
    ],
)
def test_half_a_move_has_no_notation(path: ChoicePath) -> None:
    with pytest.raises(InvalidMoveError):
        notation_of(TOY, path)  # type: ignore[arg-type]


def test_a_custom_id_has_100_characters_at_most() -> None:
    rest = "x" * (MAX_ID - len("bverb:1:"))
    assert len(button("verb", 1, rest, label="?").custom_id) == MAX_ID
    with pytest.raises(ValueError, match="100 characters"):
        button("verb", 1, rest + "x", label="?")


@pytest.mark.parametrize("count", [0, MAX_OPTIONS + 1])
def test_a_select_has_1_to_25_options(count: int) -> None:
    with pytest.raises(ValueError, match="1 to 25"):
        select("verb", options=[discord.SelectOption(label=str(i)) for i in range(count)])


def test_long_labels_are_cut() -> None:
    longest = "y" * 80
    for label, shown in (("y", "y"), (longest, longest), (longest + "y", "y" * 79 + "…")):
        made = button("verb", 7, "rest", label=label)
        assert made.item.label == shown
        assert made.item.custom_id == "bverb:7:rest"


@pytest.mark.parametrize("verb", ["turn", "Turn", "a1", ""])
def test_a_verb_has_one_handler_and_lower_case_letters(verb: str) -> None:
    import cogs.play.panel  # noqa: F401 - registers "turn"

    with pytest.raises(ValueError, match="not a new verb"):
        on(verb)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        (["villa: 200 zł", "cottage: 100 zł"], [("villa", "200 zł"), ("cottage", "100 zł")]),
        (["1: H, 2: S – 4", "1: S, 2: H – 3"], [("1: H, 2: S – 4", ""), ("1: S, 2: H – 3", "")]),
        (["1: H – rent 4", "2: H – rent 3"], [("1: H – rent 4", ""), ("2: H – rent 3", "")]),
    ],
)
def test_values_that_begin_alike_or_with_a_number_are_called_by_all_that_is_said(
    said: list[str], named: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ways to lodge guests begin with the number of a house."""
    monkeypatch.setattr(choice_view, "label_of", lambda text, glance, lang: text)
    rules = SimpleNamespace(option=lambda view, kind, part, value: said[value])
    glance = SimpleNamespace(rules=rules, view=None)
    shown: Any = SimpleNamespace(glance=glance, lang="en", _kind=lambda: None)
    slot: Any = SimpleNamespace(name="lodging", values=range(len(said)))
    assert ChoiceView._option_labels(shown, slot) == named
