"""Every registered game keeps the contract, and so does the toy game.

``STOLIK_CONTRACT_SEEDS=200`` plays so many matches of each number of seats.
"""

import os
import pickle
from typing import Final, cast

import pytest

from rules import registry
from rules.notation import verb
from rules.protocol import Move
from rules.registry import AnyRules
from tests.contract.checks import (
    check_caretaker,
    check_match,
    check_words,
    playout,
    second_opinion,
    variants,
)
from tests.toy import TOY

SEEDS: Final = int(os.environ.get("STOLIK_CONTRACT_SEEDS", "15"))
VARIANT_SEEDS: Final = SEEDS // 3
"""And for every number of seats."""
GAMES = {slug: registry.get(slug) for slug in registry.slugs()} | {"toy": cast("AnyRules", TOY)}


MATCHES = [
    (slug, seats, options, seed)
    for slug, rules in GAMES.items()
    for seats in rules.info.seats
    for options in variants(rules, seats)
    for seed in range(SEEDS if not options else VARIANT_SEEDS)
]


@pytest.mark.parametrize(("slug", "seats", "options", "seed"), MATCHES)
def test_match(slug: str, seats: int, options: frozenset[str], seed: int) -> None:
    check_match(GAMES[slug], seats, seed, options)


@pytest.mark.parametrize(
    ("slug", "seats", "options"), [(*match,) for *match, seed in MATCHES if seed == 0]
)
def test_a_move_decided_by_another_process_is_the_same_move(
    slug: str, seats: int, options: frozenset[str]
) -> None:
    """It comes through a pipe; what it names must be what the state here has."""
    rules = GAMES[slug]
    for step in playout(rules, seats, 0, options):
        sent: Move = pickle.loads(pickle.dumps(step.move))
        assert rules.apply(step.state, step.seat, sent) == step.after, step.move
        elsewhere = pickle.loads(pickle.dumps(step.state))
        assert rules.apply(elsewhere, step.seat, step.move) == step.after, step.move


@pytest.mark.parametrize("slug", GAMES)
def test_words(slug: str) -> None:
    check_words(GAMES[slug])


@pytest.mark.parametrize(
    ("slug", "seats", "options"), [(*match,) for *match, seed in MATCHES if seed == 0]
)
def test_a_match_of_caretakers_ends(slug: str, seats: int, options: frozenset[str]) -> None:
    check_caretaker(GAMES[slug], seats, options)


@pytest.mark.parametrize("slug", GAMES)
def test_the_caretakers_verbs_are_those_of_players(slug: str) -> None:
    rules = GAMES[slug]
    verbs = {verb(kind) for kind in rules.move_types if not kind.by_chance}
    assert rules.info.caretaker
    assert verbs.issuperset(rules.info.caretaker)


@pytest.mark.parametrize("slug", registry.slugs())
def test_somebody_else_says_what_is_legal(slug: str) -> None:
    rules = GAMES[slug]
    steps = playout(rules, rules.info.seats[0], 0)
    opinions = {second_opinion(slug)(step.state, step.seat, step.move) for step in steps}
    assert True in opinions, f"tests/rules/{slug}/opinion.py has no opinion"
