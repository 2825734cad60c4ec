"""Every refusal names a rule that can be looked up, in every game and language."""

from __future__ import annotations

from dataclasses import fields
from itertools import product
from random import Random

import pytest

from lookup import shelf
from render.i18n import LANGS, translate
from rules import registry
from rules.errors import RefusedError
from rules.nearest import nearest
from rules.notation import format_move
from rules.protocol import CHANCE, Move
from rules.registry import AnyRules

MATCHES = 6
TRIED = 25
WHOLE = 12


@pytest.fixture(autouse=True, scope="module")
def _books() -> None:
    shelf.load()


def positions(rules: AnyRules, seed: int) -> list[object]:
    """Return the positions of a random match in which somebody decides, and the end."""
    rng = Random(seed)
    state = rules.initial_state(rng.choice(rules.info.seats), frozenset())
    found: list[object] = []
    while to_act := rules.to_act(state):
        seat = min(to_act)
        if seat == CHANCE:
            move = rules.chance_move(state, rng)
        else:
            found.append(state)
            move = rng.choice(rules.legal_moves(state, seat))
        state = rules.apply(state, seat, move).state
    return [*found, state]


def thinkable(rules: AnyRules, states: list[object], rng: Random, most: int = 400) -> list[Move]:
    """Return moves combined from all parts of players' moves in these positions."""
    seen = {m for s in states for seat in rules.to_act(s) for m in rules.legal_moves(s, seat)}
    found: list[Move] = []
    for kind in rules.move_types:
        if kind.by_chance:
            continue
        alike = [move for move in seen if type(move) is kind]
        parts = [sorted({getattr(m, f.name) for m in alike}) for f in fields(kind)]
        found += [kind(*values) for values in product(*parts)]
    return rng.sample(found, min(len(found), most))


def refused(rules: AnyRules, state: object, seat: int, move: Move) -> RefusedError | None:
    try:
        rules.check(state, seat, move)
    except RefusedError as refusal:
        return refusal
    return None


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_refusal_cites_a_rule_of_the_rulebook(slug: str) -> None:
    rules = registry.get(slug)
    cited: set[str] = set()
    for seed in range(MATCHES):
        rng = Random(seed)
        states = positions(rules, seed)
        moves = thinkable(rules, states, rng)
        for state in states:
            for seat in rules.to_act(state) | {0}:
                for move in rng.sample(moves, min(TRIED, len(moves))):
                    refusal = refused(rules, state, seat, move)
                    if refusal is None:
                        continue
                    assert refusal.rule, (format_move(move), refusal.reason.msgid)
                    cited.add(refusal.rule)
                    for lang in LANGS:
                        assert translate(refusal.reason, lang, {})
                        assert translate(refusal.hint, lang, {})
    assert cited
    for lang in LANGS:
        book = shelf.book(slug, lang)
        assert [rule for rule in sorted(cited) if book.get(rule) is None] == []


@pytest.mark.parametrize("slug", registry.slugs())
def test_exactly_the_unlisted_moves_are_refused(slug: str) -> None:
    """All combinations, tried in some positions: the list of moves is complete."""
    rules = registry.get(slug)
    rng = Random(slug)
    states = positions(rules, 1)
    moves = thinkable(rules, states, rng, most=4000)
    for state in rng.sample(states[:-1], WHOLE):
        for seat in rules.to_act(state):
            legal = set(rules.legal_moves(state, seat))
            passed = {move for move in moves if refused(rules, state, seat, move) is None}
            assert passed == legal & set(moves)


@pytest.mark.parametrize("slug", registry.slugs())
def test_what_is_offered_instead_is_legal_and_can_be_told_apart(slug: str) -> None:
    rules = registry.get(slug)
    for seed in range(MATCHES):
        rng = Random(seed)
        states = positions(rules, seed)
        moves = thinkable(rules, states, rng)
        for state in states[:-1]:
            seat = min(rules.to_act(state))
            view, legal = rules.view(state, seat), rules.legal_moves(state, seat)
            for move in rng.sample(moves, min(TRIED, len(moves))):
                near = nearest(legal, move)
                assert near
                assert set(near) <= set(legal)
                for lang in LANGS:
                    labels = [translate(rules.sentence(view, m), lang, {})[:79] for m in near]
                    assert len(set(labels)) == len(near), labels
