"""What is said in matches rich in tokens is true; and faults that are found.

Random moves seldom spend a Feather or a Mushroom. So here each kind of move is equally likely, and
everybody has plenty of tokens at first, or hardly any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import cast

import pytest

from rules.errors import RefusedError
from rules.indian_summer import INDIAN_SUMMER, advice, labels, refusals
from rules.indian_summer.components import Supply
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.state import SummerState
from rules.notation import parse_move
from rules.protocol import CHANCE, NEWEST, WATCHER, Move
from rules.text import Text
from tests.contract.checks import Step
from tests.contract.truth import Said, check_all_are_said, check_sentence, check_truth
from tests.rules.indian_summer.helpers import Game, said
from tests.rules.indian_summer.witness import WITNESS

RICH: Supply = (3, 3, 3, 3)
POOR: Supply = (1, 0, 0, 1)


def varied(
    seats: int,
    seed: int,
    held: Supply,
    options: frozenset[str] = frozenset(),
    version: int = NEWEST,
) -> Iterator[Step]:
    """Yield the steps of a match in which each kind of move is equally likely."""
    rng = Random(seed)
    state = INDIAN_SUMMER.initial_state(seats, options, version)
    while acting := sorted(INDIAN_SUMMER.to_act(state)):
        seat = rng.choice(acting)
        move = (
            INDIAN_SUMMER.chance_move(state, rng) if seat == CHANCE else any_kind(state, seat, rng)
        )
        after = INDIAN_SUMMER.apply(state, seat, move)
        yield Step(state, seat, move, after)
        state = given(after.state, held) if seat == CHANCE and not state.round > 1 else after.state


def any_kind(state: SummerState, seat: int, rng: Random) -> Move:
    moves = INDIAN_SUMMER.legal_moves(state, seat)
    kinds = sorted({type(move) for move in moves}, key=INDIAN_SUMMER.move_types.index)
    kind = rng.choice(kinds)
    return rng.choice([move for move in moves if type(move) is kind])


def given(state: SummerState, held: Supply) -> SummerState:
    """Return a state in which everybody has the same tokens."""
    return replace(state, players=tuple(replace(p, supply=held) for p in state.players))


@pytest.mark.parametrize("version", [1, NEWEST])
@pytest.mark.parametrize("held", [RICH, POOR])
@pytest.mark.parametrize("seats", INDIAN_SUMMER.info.seats)
def test_what_is_said_is_true(seats: int, held: Supply, version: int) -> None:
    steps = [*varied(seats, seats, held, version=version)]
    heard = check_truth(INDIAN_SUMMER, steps, seats, WITNESS)  # type: ignore[arg-type]
    if held == RICH:
        assert any("Feather" in text for text in heard)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_last_round_is_announced_when_it_has_begun(seats: int) -> None:
    for step in varied(seats, 7, RICH):
        state = cast("SummerState", step.after.state)
        if INDIAN_SUMMER.outcome(state) is not None:
            break
        for seat in (WATCHER, *range(seats)):
            headline = said(INDIAN_SUMMER.headline(INDIAN_SUMMER.view(state, seat)))
            known = state if seat == state.active else state.public
            full = any(player.covered == FULL for player in known.players)
            assert ("last round" in headline) is full


# Planted faults


def table() -> Game:
    """Return a table with room for one tile of two, and for no pair of tiles."""
    return Game().give(gaps="A1 B1 C1 I8", path="G05,G07", held="M2 F1 B1").give(1, path="R24")


def spoken(game: Game) -> list[Said]:
    """Return what the player whose turn it is reads."""
    state, view = game.state, game.view()
    texts: list[Text] = [INDIAN_SUMMER.prompt(view), *(a.text for a in INDIAN_SUMMER.advice(view))]
    return [Said(INDIAN_SUMMER, state, state.active, text) for text in texts]  # type: ignore[arg-type]


def listen(game: Game) -> None:
    """Check what the player whose turn it is reads."""
    for one in spoken(game):
        check_sentence(one, WITNESS)
    check_all_are_said(spoken(game))


def ask(game: Game, text: str) -> None:
    """Check the hint for a refused move."""
    move = parse_move(INDIAN_SUMMER, text)
    with pytest.raises(RefusedError) as refused:
        INDIAN_SUMMER.check(game.state, 0, move)
    hint = refused.value.hint
    check_sentence(Said(INDIAN_SUMMER, game.state, 0, hint, move), WITNESS)  # type: ignore[arg-type]


def test_nothing_is_found_without_a_fault() -> None:
    listen(table())
    ask(table(), "feather")
    ask(table().give(held="M2"), "feather")


Fault = tuple[object, str, Callable[..., object], str]
FAULTS: dict[str, Fault] = {
    "an impossible Feather": (labels, "can_feather", lambda player: True, "not so: .*Feather"),
    "an impossible pair": (advice, "can_feather", lambda player: True, "not so: .*Feather"),
    "a Mushroom whose tiles don't fit": (
        labels,
        "fitting_pairs",
        lambda view, covered: iter(["K+bush"]),
        "not so: .*Mushroom",
    ),
    "a wrong number of tiles": (advice, "missing", lambda player: 4, "not true"),
    "an exchange nobody speaks of": (advice, "swaps", lambda supply: (), "nobody says"),
    "animals that don't fit": (
        labels,
        "can_place_animal",
        lambda view, player: True,
        "not so: .*Animal",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, wrong, found = FAULTS[fault]
    monkeypatch.setattr(place, name, wrong)
    game = table() if "animals" not in fault else table().do("squirrel I8")
    if "speaks" in fault:
        monkeypatch.setattr(labels, name, wrong)
    with pytest.raises(AssertionError, match=found):
        listen(game)


def test_an_exchange_that_cannot_help_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Feather for two Mushrooms is of no use without room for two tiles."""
    monkeypatch.setattr(refusals, "can_feather", lambda player: True)
    with pytest.raises(AssertionError, match="not so: .*Swap"):
        ask(table().give(held="M2"), "feather")


def test_a_false_last_round_is_found() -> None:
    game = Game()
    game.state = replace(game.state, ending=True)
    view = game.view(1)
    lie = next(a.text for a in INDIAN_SUMMER.advice(view) if "last round" in said(a.text))
    with pytest.raises(AssertionError, match="not true"):
        check_sentence(Said(INDIAN_SUMMER, game.state, 1, lie), WITNESS)  # type: ignore[arg-type]
