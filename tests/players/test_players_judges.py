"""The judges of the five games: their advice is legal, quick and worth taking."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from random import Random
from statistics import mean
from time import thread_time
from typing import Any

import pytest

from players import gallery
from players.instant import choosing
from players.judges.krakow.habits import best_of_lines, hour_facts, hour_frequencies
from players.judges.krakow.hidden import deal
from players.judges.krakow.worths import worths
from players.linear import KNOTS, LinearJudge, Weights, blend
from players.steps import dealt, follow
from rules import registry
from rules.errors import DataError
from rules.indian_summer.moves import Leaf, SpendFeather, SpendMushroom
from rules.krakow.components import Action, Place
from rules.krakow.moves import Lay
from rules.krakow.observer import redeal
from rules.krakow.state import KrakowState
from rules.protocol import CHANCE, Move
from rules.registry import AnyRules
from rules.text import Seat

DATA = Path(__file__).parent.parent.parent / "data"
GAMES = tuple(gallery.PLACES)
SLOWEST_S = 0.05
"""Ten times what a judge should need, because tests run on busy machines."""


def judge(slug: str) -> "LinearJudge[object]":
    found = gallery.judge(slug)
    assert isinstance(found, LinearJudge)
    return found


RESERVES = {Action.RESERVE_ONE, Action.RESERVE_TWO}
ANYWHERE = {Action.ZERO, Action.SHIFT, Action.SWAP, Action.TAKE, Action.EXCHANGE}
"""The cards that do the same wherever they lie."""


def decisions(slug: str, seats: int, seed: int) -> Iterator[tuple[object, Seat, tuple[Move, ...]]]:
    """Yield the decisions of a match of random moves: state, seat, legal moves."""
    rules, rng = registry.get(slug), Random(seed)
    state = dealt(rules, rules.initial_state(seats, frozenset()), rng)
    while waiting := rules.to_act(state):
        seat = min(waiting)
        moves = tuple(rules.legal_moves(state, seat))
        if len(moves) > 1:
            yield state, seat, moves
        state = dealt(rules, rules.advance(state, seat, rng.choice(moves)), rng)


def instant_wins(slug: str, matches: int) -> float:
    """Return what part of matches the first candidate wins against random moves."""
    rules, won = registry.get(slug), 0.0
    for number in range(matches):
        rng, own = Random(f"instant {number}"), number % 2
        state = dealt(rules, rules.initial_state(2, frozenset()), rng)
        while waiting := rules.to_act(state):
            seat = min(waiting)
            moves = rules.legal_moves(state, seat)
            if seat == own and len(moves) > 1:
                move = judge(slug).candidates(state, seat, moves)[0][0]
            else:
                move = rng.choice(moves)
            state = dealt(rules, rules.advance(state, seat, move), rng)
        outcome = rules.outcome(state)
        assert outcome is not None
        won += (outcome.ranks[own] == 1) / outcome.ranks.count(1)
    return won / matches


@pytest.mark.parametrize("slug", GAMES)
def test_every_fact_has_its_weights_and_no_other_has(slug: str) -> None:
    table = tomllib.loads((DATA / slug / "judge.toml").read_text())
    names = [row["fact"] for row in table["facts"]]
    assert names == list(judge(slug).facts)
    assert all(len(row["weights"]) == KNOTS for row in table["facts"])
    assert table["rules_version"] == registry.get(slug).info.rules_version
    assert table["command"].startswith(f"python -m scripts.tune {slug}")
    with pytest.raises(DataError):
        resolve_name(gallery.PLACES[slug])(Weights({"luck": (1.0,) * KNOTS}, 1.0))


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("most", [False, True])
def test_advice_is_legal_and_facts_are_complete(slug: str, most: bool) -> None:
    rules, advisor, rng = registry.get(slug), judge(slug), Random(5)
    seats = rules.info.seats[-1] if most else rules.info.seats[0]
    for number, (state, seat, moves) in enumerate(decisions(slug, seats, 3)):
        lines = advisor.candidates(state, seat, moves)
        assert 1 <= len(lines) <= 24
        assert all(line and line[0] in moves for line in lines)
        firsts = [line[0] for line in lines if len(line) == 1 or slug != "indian_summer"]
        assert len(set(firsts)) == len(firsts)
        assert len(set(lines)) == len(lines)
        assert advisor.reply(state, seat, rng) in moves
        if number % 8 == 0:
            assert 0 <= advisor.progress(state) <= 1
            for each in range(seats):
                assert len(advisor.look(state, each)) == len(advisor.facts)
            values = advisor.values(follow(rules, state, seat, lines[0], rng))
            assert len(values) == seats
            assert all(0 <= value <= 1 for value in values)


@pytest.mark.parametrize("slug", GAMES)
def test_a_deal_looks_the_same_and_hangs_on_nothing_else(slug: str) -> None:
    rules, advisor = registry.get(slug), judge(slug)
    for number, (state, seat, _) in enumerate(decisions(slug, rules.info.seats[-1], 6)):
        if number % 5 == 0:
            found = advisor.deal(state, seat, Random(3))
            assert rules.view(found, seat) == rules.view(state, seat)
            assert not list(rules.audit(found))
            other = rules.redeal(state, seat, Random(number))
            assert advisor.deal(other, seat, Random(3)) == found


def likely(seats: int, seed: int) -> Iterator[tuple[KrakowState, Seat]]:
    """Yield the decisions of a match of Kraków in which all do what is likely."""
    rules, rng, advisor = registry.get("krakow"), Random(seed), judge("krakow")
    state = dealt(rules, rules.initial_state(seats, frozenset()), rng)
    while waiting := rules.to_act(state):
        seat = min(waiting)
        assert isinstance(state, KrakowState)
        yield state, seat
        state = dealt(rules, rules.advance(state, seat, advisor.reply(state, seat, rng)), rng)


def lying(state: KrakowState, seat: Seat) -> list[Action]:
    return [it.card for stack in state.stacks for it in stack.cards if it.seat == seat]


def test_others_hide_what_good_players_lay_in_krakow() -> None:
    """Of fifteen cards two reserve two sights; who comes second to a sight lays no last hour."""
    rounds = {number: Counter[Action]() for number in (1, 2, 3, 4)}
    late, tokens = Counter[bool](), Counter[bool]()
    for seed in range(16):
        for state, seat in likely(2, seed):
            found, other = deal(state, seat, Random(seed)), 1 - seat
            rounds[state.round].update(lying(found, other))
            left = found.players[other].hours
            for first, *others in filter(None, found.tokens):
                for token in (first, *others[:1]):
                    if {it.seat for it in (first, *others)} == {0, 1} and token.seat == other:
                        tokens[token is first] += 1
                        late[token is first] += token.hour > max(left, default=0)
    down, later, last = rounds[1], rounds[2] + rounds[3], rounds[4]
    assert down[Action.RESERVE_TWO] > 0.25 * down.total()
    assert down[Action.RESERVE_TWO] > 3 * down[Action.SHIFT], "there are as many of both"
    assert down[Action.TAKE] > 0.08 * down.total(), "it is one of fifteen"
    assert last[Action.ZERO] / last.total() > 2 * later[Action.ZERO] / later.total()
    assert late[False] / tokens[False] < 0.7 * late[True] / tokens[True]


def test_a_hidden_hour_is_as_likely_as_good_players_choose_it_in_krakow() -> None:
    state, seat, cell = next(
        (state, seat, cell)
        for seed in range(40)
        for state, seat in likely(2, seed)
        if state.round == 3 and sum(map(len, state.tokens)) == 1
        for cell, (token, *_) in enumerate(it or (None,) for it in state.tokens)
        if token is not None and token.seat != seat
        if worth(state, 1 - seat, cell) > worth(state, seat, cell) + 3
    )
    other, found = 1 - seat, Counter[int]()
    own, rival = worth(state, other, cell), worth(state, seat, cell)
    number = len(state.players[other].hours) + 1
    for seed in range(3000):
        dealt_anew = deal(state, seat, Random(seed))  # with other tokens won by before, too
        (token,) = dealt_anew.tokens[cell]
        found[sum(hour < token.hour for hour in dealt_anew.players[other].hours)] += 1
    odds = hour_frequencies(number, hour_facts(state, own, rival, is_wanted=False))
    for at, often in enumerate(odds):
        assert found[at] == pytest.approx(3000 * often / sum(odds), abs=90)


def worth(state: KrakowState, seat: Seat, cell: int) -> float:
    """Return what the sight in a cell is worth to a seat by what it has."""
    sight = state.market[cell]
    assert sight is not None
    return worths(tuple(sorted(state.players[seat].sights)))[sight]


def test_a_place_tells_what_lies_there_in_krakow() -> None:
    """Cards that stop lie on those of others; two sights are reserved where two are worth most."""
    stops, all_cards = Counter[bool](), Counter[bool]()
    shown: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(12):
        for state, seat in likely(2, seed):
            other = 1 - seat
            lines = best_of_lines(state.market, 3, tuple(sorted(state.players[other].sights)))
            for stack in deal(state, seat, Random(seed)).stacks:
                for at, laid in enumerate(stack.cards):
                    if laid.seat == other:
                        is_on_foreign = any(it.seat == seat for it in stack.cards[:at])
                        all_cards[is_on_foreign] += 1
                        stops[is_on_foreign] += laid.card is Action.STOP
                        if state.round == 1:  # lines are worth more later, few of the cards left
                            shown[laid.card is Action.RESERVE_TWO].append(sum(lines[stack.place]))
    assert stops[True] / all_cards[True] > 4 * stops[False] / all_cards[False] > 0
    assert mean(shown[True]) > 1.05 * mean(shown[False])


def test_what_lies_in_krakow_is_told_by_more_than_chance() -> None:
    """The true cards and hours are likelier in a likely deal than in one of the rules'."""
    hits = Counter[str]()
    for seed in range(10):
        for number, (state, seat) in enumerate(likely(2, seed)):
            other, rng = 1 - seat, Random(number)
            for name, found in (
                ("likely", deal(state, seat, rng)),
                ("any", redeal(state, seat, rng)),
            ):
                pairs = zip(lying(state, other), lying(found, other), strict=True)
                hits[f"{name} cards"] += sum(one is another for one, another in pairs)
                cells = zip(state.tokens, found.tokens, strict=True)
                hits[f"{name} hours"] += sum(
                    one == another and one.seat == other
                    for cell, anew in cells
                    for one, another in zip(cell, anew, strict=True)
                )
    assert hits["likely cards"] > 1.3 * hits["any cards"]
    assert hits["likely hours"] > 1.3 * hits["any hours"]


def test_both_tiles_of_a_spend_are_looked_at() -> None:
    """In Indian Summer a Feather or Mushroom is worth what its tiles bring."""
    rules, advisor, seen = registry.get("indian_summer"), judge("indian_summer"), Counter[int]()
    for seats in (1, 2, 4):
        for state, seat, moves in decisions("indian_summer", seats, 9):
            spends = [move for move in moves if isinstance(move, SpendFeather | SpendMushroom)]
            lines = advisor.candidates(state, seat, moves)
            found = [line for line in lines if line[0] in spends]
            assert bool(found) == bool(spends)
            assert list(lines[: len(found)]) == found
            for line in found:
                seen[len(line)] += 1
                after = state
                for move in line:
                    rules.check(after, seat, move)
                    after = rules.advance(after, seat, move)
                leaves = [move for move in line if isinstance(move, Leaf)]
                assert len({leaf.tile for leaf in leaves}) == len(leaves) == len(line) - 1
    assert seen[3] > seen[2] + seen[1]


def test_with_more_time_more_lines_are_looked_at() -> None:
    """In Indian Summer there are hundreds of moves; the first ones stay the most promising."""
    advisor, more = judge("indian_summer"), 0
    for state, seat, moves in decisions("indian_summer", 2, 9):
        few, many = (len(advisor.candidates(state, seat, moves, most)) for most in (3, 24))
        assert 1 <= few <= 3
        assert few <= many <= 24
        more += many > few
    assert more > 5


@pytest.mark.parametrize("slug", GAMES)
def test_advice_is_quick(slug: str) -> None:
    times = []
    for state, seat, moves in decisions(slug, registry.get(slug).info.seats[-1], 4):
        before = thread_time()
        judge(slug).candidates(state, seat, moves)
        times.append(thread_time() - before)
    assert sorted(times)[-2] < SLOWEST_S  # one may meet the collector of garbage


class Counting:
    """A game that counts the moves that players make."""

    def __init__(self, rules: AnyRules) -> None:
        self._rules, self.made = rules, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def advance(self, state: object, seat: Seat, move: Move) -> object:
        self.made += seat != CHANCE
        return self._rules.advance(state, seat, move)


@pytest.mark.parametrize("slug", GAMES)
def test_the_instant_player_tries_one_move_at_a_step(slug: str) -> None:
    """It runs on the event loop, where others wait for the end of each step."""
    rules, found = Counting(registry.get(slug)), resolve_name(gallery.PLACES[slug])()
    found.__dict__["rules"], rng = rules, Random(1)
    tried = 0
    with gallery.register(slug, found):
        for state, seat, moves in decisions(slug, registry.get(slug).info.seats[-1], 4):
            steps, made, ends = choosing(rules, state, seat, rng), 0, object()
            while next(steps, ends) is not ends:
                assert rules.made - made <= 1
                made = rules.made
            tried = max(tried, rules.made)
            rules.made = 0
            assert len(moves) > 1
    assert tried > 10


@pytest.mark.parametrize("slug", GAMES)
def test_the_first_advice_beats_chance(slug: str) -> None:
    assert instant_wins(slug, 6) == 1


@pytest.mark.parametrize("slug", GAMES)
def test_a_playout_comes_to_rest(slug: str) -> None:
    rules, advisor, rng = registry.get(slug), judge(slug), Random(6)
    start = dealt(rules, rules.initial_state(2, frozenset()), rng)
    state, steps = start, 0
    while (waiting := rules.to_act(state)) and not advisor.rests(start, state, steps):
        seat = min(waiting)
        state = dealt(rules, rules.advance(state, seat, advisor.reply(state, seat, rng)), rng)
        steps += 1
    assert 0 < steps < 60


def test_weights_are_blended_between_knots() -> None:
    assert blend(0.0) == (1, 0, 0)
    assert blend(0.25) == (0.5, 0.5, 0)
    assert blend(1.0) == blend(7.0) == (0, 0, 1)


def test_where_a_card_lies_in_krakow_does_not_tell_what_it_is() -> None:
    """A card that does the same at any place lies where a reservation might (K-HID-3)."""
    lain: dict[bool, Counter[Place]] = {True: Counter(), False: Counter()}
    on_others: dict[bool, list[bool]] = {True: [], False: []}
    for seed in range(8):
        for state, seat, moves in decisions("krakow", 2, seed):
            assert isinstance(state, KrakowState)
            taken = {stack.place for stack in state.stacks}
            for move, *_ in judge("krakow").candidates(state, seat, moves):
                if isinstance(move, Lay) and move.card in RESERVES | ANYWHERE:
                    lain[move.card in ANYWHERE][move.place] += 1
                    if taken:
                        on_others[move.card in ANYWHERE].append(move.place in taken)
    assert set(lain[True]) == set(lain[False])
    for found in lain.values():
        assert max(found.values()) < 0.2 * found.total(), found
    shares = [sum(found) / len(found) for found in on_others.values()]
    assert abs(shares[0] - shares[1]) < 0.15
