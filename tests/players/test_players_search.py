"""The search: it plays any game, repeats itself by seed, peeks at nothing and stops in time."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from time import perf_counter, thread_time
from typing import Any, cast

import pytest

from bench.playing import Position, positions
from players import gallery, instant, search
from players.contest import at_level, at_random, play
from players.instant import choose
from players.judge import LINES, Steps
from players.judges.krakow.judge import KrakowJudge
from players.levels import EASY, GOOD, LEVELS, STRONG, Level
from players.plain import Plain
from players.search import Search, Spent, decide, think
from players.steps import dealt, following
from rules import registry
from rules.krakow.state import KrakowState
from rules.protocol import Move
from rules.registry import AnyRules
from rules.text import Seat
from tests.toy import TOY, Choose, ToyState

DECISIONS = int(os.environ.get("STOLIK_DECISIONS", "60"))
"""How many decisions are looked at for peeking; 10,000 take hours."""
LEVEL = STRONG.counted(24)
SLUGS = ("toy", *registry.slugs())

Decide = Callable[[AnyRules, object, Seat, Level, Random], Move]

pytestmark = [
    pytest.mark.usefixtures("toy"),
    pytest.mark.timeout(max(300, 5 * DECISIONS)),  # those who ask for thousands wait for them
]


def decisions(slug: str) -> Iterator[tuple[AnyRules, Position]]:
    """Yield a game's share of the decisions, from random matches of all player counts."""
    rules, wanted, seed = registry.get(slug), max(1, DECISIONS // len(SLUGS)), 0
    rng = Random(slug)
    while wanted > 0:
        seats = rng.choice(rules.info.seats)
        found = [p for p in positions(rules, seats, rng) if p.legal > 1]
        taken = rng.sample(found, min(wanted, 5 + wanted // 20, len(found)))
        yield from ((rules, position) for position in taken)
        wanted, seed = wanted - len(taken), seed + 1


def peeks(rules: AnyRules, position: Position, seed: int, by: Decide = decide) -> bool:
    """Return whether a decision changes with what the seat can't know."""
    seat, other = position.seat, rules.redeal(position.state, position.seat, Random(seed + 1))
    chosen = by(rules, position.state, seat, LEVEL, Random(seed))
    return chosen != by(rules, other, seat, LEVEL, Random(seed))


@pytest.mark.parametrize("slug", SLUGS)
def test_nobody_peeks(slug: str) -> None:
    found = [peeks(rules, position, n) for n, (rules, position) in enumerate(decisions(slug))]
    assert found
    assert not any(found)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_search_begins_with_a_state_dealt_anew(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Naming lines would peek otherwise, rarely with another choice in the end."""
    given = list[object]()

    def noted(rules: AnyRules, guess: object, *_: object) -> Move:
        given.append(guess)
        return rules.legal_moves(guess, seat)[0]

    monkeypatch.setattr(search, "think", noted)
    rules = registry.get(slug)
    state = dealt(rules, rules.initial_state(2, frozenset()), Random(2))
    seat = min(rules.to_act(state))
    decide(rules, state, seat, LEVEL, Random(1))
    assert given == [rules.redeal(state, seat, Random(1))]


class Peeking(KrakowJudge):
    """A judge that deals nothing anew."""

    def deal(self, state: KrakowState, seat: Seat, rng: Random) -> KrakowState:
        return state


def peeking(rules: AnyRules, state: object, seat: Seat, level: Level, rng: Random) -> Move:
    """Search the true state."""
    with gallery.register("krakow", Peeking()):
        return think(rules, state, seat, level, rng)


def peeking_once(rules: AnyRules, state: object, seat: Seat, level: Level, rng: Random) -> Move:
    """Search deals of the true state's making, with luck that hangs on a secret."""
    others = (rules.view(state, s) for s in range(2) if s != seat)
    return think(rules, state, seat, level, Random(repr((list(others), rng.random()))))


@pytest.mark.parametrize("by", [peeking, peeking_once])
def test_a_player_that_peeks_is_found(by: Decide) -> None:
    rules = registry.get("krakow")
    found = [p for seed in range(2) for p in positions(rules, 2, Random(seed)) if p.legal > 1]
    assert any(peeks(rules, position, n, by) for n, position in enumerate(found))


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_whole_match_is_played_by_the_rules(slug: str) -> None:
    rules, level = registry.get(slug), replace(STRONG.counted(4), width=4, ripe=1)
    assert play(rules, at_level(level), at_random, rules.info.seats[-1], number=0).seconds


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
@pytest.mark.parametrize("seats", TOY.info.seats)
def test_levels_play_a_new_game_of_every_count(level: Level, seats: int) -> None:
    one = at_level(level.counted(8))
    assert play(registry.get("toy"), one, at_random, seats, number=0).seconds


@pytest.mark.parametrize("slug", SLUGS)
def test_the_instant_player_answers_legal_moves(slug: str) -> None:
    for rules, position in decisions(slug):
        guess = rules.redeal(position.state, position.seat, Random(1))
        move = choose(rules, guess, position.seat, Random(2))
        assert move in rules.legal_moves(position.state, position.seat)


def toy_position(*chosen: int | None) -> ToyState:
    """Return a toy match of two in which parcels are chosen."""
    hands = ((1, 3), (2, 5))
    return replace(TOY.initial_state(2, frozenset()), hands=hands, chosen=chosen, drawing=False)


def test_a_secret_choice_is_not_predictable_but_sensible() -> None:
    rules, state = registry.get("toy"), toy_position(None, None)
    made = Counter(
        cast("Choose", decide(rules, state, 0, GOOD.counted(24), Random(seed))).parcel
        for seed in range(30)
    )
    assert set(made) == {1, 3}
    assert made[3] > made[1], "parcel 3 is worth more"


def test_nor_is_that_of_the_instant_player() -> None:
    rules, state = registry.get("toy"), toy_position(None, None)
    made = (cast("Choose", choose(rules, state, 0, Random(seed))) for seed in range(30))
    assert {move.parcel for move in made} == {1, 3}


def test_a_strong_player_mixes_less() -> None:
    rules, state = registry.get("toy"), toy_position(None, None)

    def best(level: Level) -> int:
        """Return how often the better parcel is chosen, after as many playouts."""
        moves = (decide(rules, state, 0, level.counted(24), Random(seed)) for seed in range(60))
        return sum(cast("Choose", move).parcel == 3 for move in moves)

    assert best(GOOD) < best(replace(GOOD, heat=STRONG.heat))


def test_the_tree_knows_nothing_below_what_somebody_did_in_secret() -> None:
    """What follows would answer what nobody can see."""
    rules, level = registry.get("krakow"), replace(STRONG.counted(150), width=2, ripe=1)
    secret = 0
    for position in (p for p in positions(rules, 2, Random(3)) if p.legal > 2):
        looking = Search(
            rules, gallery.judge("krakow"), position.state, position.seat, Random(1), level
        )
        moves = rules.legal_moves(position.state, position.seat)
        looking.best([(move,) for move in moves[:2]], Spent(level))
        nodes = list(looking.root.values())
        while nodes:
            for move, node in (answers := nodes.pop().answers).items():
                assert not (type(move).secret and node.answers)
                secret += type(move).secret
            nodes += answers.values()
        if secret > 20:
            return
    raise AssertionError("nobody had a secret")


def test_a_public_choice_is_the_best() -> None:
    """Of two flags the second one only counts if it is put."""
    rules = registry.get("toy")
    state = replace(toy_position(1, 2), order=(0, 1), hands=((3,), (5,)), round=2)
    state = TOY.apply(state, 0, TOY.legal_moves(state, 0)[0]).state
    for seed in range(5):
        move = decide(rules, state, 0, GOOD.counted(64), Random(seed))
        assert type(move).notation != "done"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_same_seed_makes_the_same_choice(slug: str) -> None:
    for rules, position in decisions(slug):
        given = (rules, position.state, position.seat, LEVEL)
        assert decide(*given, Random(3)) == decide(*given, Random(3))


class Slow(Plain):
    """A judge that takes its time, naming lines."""

    def candidates(self, state: object, seat: Seat, moves: Any, most: int = LINES) -> Any:
        until = thread_time() + 0.05
        while thread_time() < until:
            pass
        return super().candidates(state, seat, moves, most)


def test_naming_lines_counts_in_the_budget() -> None:
    rules = registry.get("toy")
    state = replace(toy_position(1, 2), order=(0, 1))
    with gallery.register("toy", Slow(rules)):
        before = thread_time()
        decide(rules, state, 0, replace(GOOD, seconds=0.06), Random(1))
    assert thread_time() - before < 0.09


def test_following_a_line_counts_in_the_instant_players_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, followed, plain = registry.get("toy"), list[object](), following

    def slowly(*given: Any) -> Steps[object]:
        followed.append(given)
        until = thread_time() + 2 * instant.SECONDS
        while thread_time() < until:
            yield
        return (yield from plain(*given))

    monkeypatch.setattr(instant, "following", slowly)
    instant.choose(rules, toy_position(None, None), 0, Random(1))
    assert len(followed) == 1


def test_a_machine_that_is_busy_makes_nobody_wait_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("players.search.thread_time", lambda: 0.0)
    rules, begun = registry.get("toy"), perf_counter()
    hasty = replace(GOOD, patience=0.1)
    decide(rules, replace(toy_position(1, 2), order=(0, 1)), 0, hasty, Random(1))
    assert perf_counter() - begun < 1


def test_a_forced_move_takes_no_time() -> None:
    rules = registry.get("toy")
    state = replace(toy_position(1, 2), order=(0, 1), placed=2)
    begun = thread_time()
    decide(rules, state, 0, STRONG, Random(1))
    assert thread_time() - begun < 0.05


class Sure(Plain):
    """A judge that names one line."""

    def candidates(self, state: object, seat: Seat, moves: Any, most: int = LINES) -> Any:
        return super().candidates(state, seat, moves, most)[:1]


def test_where_the_judge_is_sure_no_time_is_spent() -> None:
    rules = registry.get("toy")
    with gallery.register("toy", Sure(rules)):
        begun = thread_time()
        decide(rules, replace(toy_position(1, 2), order=(0, 1)), 0, STRONG, Random(1))
    assert thread_time() - begun < 0.1


def test_levels_grow() -> None:
    assert EASY.seconds <= GOOD.seconds < STRONG.seconds
    assert GOOD.width <= STRONG.width
    assert (GOOD.seconds, STRONG.seconds) == (0.1, 1.0), "as in RESULTS.md"
    assert GOOD.hurried(0.5).seconds == 0.05
    hasty = STRONG.within(1.0, 0.5)
    assert hasty.seconds < hasty.seconds + hasty.patience < 0.5, "also by the clock"
    assert GOOD.counted(7) == replace(GOOD, seconds=float("inf"), playouts=7)
