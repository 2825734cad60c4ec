"""The easy level: it makes mistakes, but no silly ones."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import cast

import pytest

from players import gallery, instant
from players.judge import AnyJudge, Steps, shares
from players.judges.letnisko import settled
from players.judges.lodge import LodgeJudge
from players.steps import dealt, odds
from rules import registry
from rules.indian_summer.components import AREAS, TREASURES
from rules.indian_summer.moves import Leaf, SpendBerry, SpendNut, Squirrel, Swap
from rules.indian_summer.state import SummerState
from rules.krakow.components import Action
from rules.krakow.moves import Lay, Reserve
from rules.krakow.state import KrakowState
from rules.letnisko.components import SCALES, Card, Guest, House, in_order
from rules.letnisko.moves import Cars, Invest, Invite, Refuel
from rules.letnisko.state import LetniskoState
from rules.lodge.building import guest_points, with_tile
from rules.lodge.components import AMENITIES, GUESTS_TO_END, Cell, Kind
from rules.lodge.moves import CheckIn, Furnish, RefreshRooms
from rules.lodge.score import progress
from rules.lodge.state import LodgeState
from rules.lodge.view import Phase as LodgePhase
from rules.protocol import CHANCE, Move
from rules.registry import AnyRules
from rules.text import Seat
from tests.contract.checks import playout
from tests.toy import TOY

LEADS = (0.0, 20.0, 28.0, 34.0, 40.0)
"""What the moves of the toy game are said to bring, in points."""
BEHIND = 200.0


def test_odds_rise_with_the_lead_however_far_behind() -> None:
    for own in (0.0, 90.0, 100.0, 110.0):
        one, two = (odds(shares((points, 100.0), 5)[0]) for points in (own, own + 10))
        assert two - one == pytest.approx(2)
    assert odds(0.0) < -30
    assert odds(1.0) > 30


def test_no_mistake_costs_twice_what_it_may_not_even_far_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with registry.register("toy", TOY):
        rules, rng = registry.get("toy"), Random(1)
        judge = gallery.judge("toy")
        hands, toy = ((1, 2, 3, 4, 5), (1,)), TOY.initial_state(2, frozenset())
        state = replace(toy, hands=hands, chosen=(None, None), drawing=False)
        moves = rules.legal_moves(state, 0)
        assert len(moves) == len(LEADS)
        leads = dict(zip(moves, LEADS, strict=True))
        of_state = {rules.advance(state, 0, move): lead for move, lead in leads.items()}

        def worth(rules: object, judge: AnyJudge, state: object) -> tuple[float, ...]:
            return shares((of_state[state], BEHIND), judge.spread)

        def following(
            rules: AnyRules, state: object, seat: Seat, line: Sequence[Move], rng: Random
        ) -> "Steps[object]":
            yield
            return rules.advance(state, seat, line[0])

        monkeypatch.setattr(instant, "worth", worth)
        monkeypatch.setattr(instant, "following", following)
        monkeypatch.setattr(type(judge), "slip", 6.0)
        made = {leads[instant.slip(rules, state, 0, rng)] for _ in range(200)}
    assert made == {28.0, 34.0, 40.0}


def positions(slug: str, seed: int) -> Iterator[tuple[object, Seat, Sequence[Move], list[Move]]]:
    """Yield positions of a random match: who moves, all moves, the silly ones.

    Easy makes none of the last.
    """
    rules, judge, rng = registry.get(slug), gallery.judge(slug), Random(seed)
    avoided = 0
    for step in playout(rules, 2, seed):
        if step.seat == CHANCE:
            continue
        moves = rules.legal_moves(step.state, step.seat)
        silly = [move for move in moves if judge.is_silly(step.state, step.seat, move)]
        if silly:
            guess = rules.redeal(step.state, step.seat, rng)
            assert instant.slip(rules, guess, step.seat, rng) not in silly
            avoided += 1
        yield step.state, step.seat, moves, silly
    assert avoided > 10


def test_nothing_is_done_in_letnisko_that_brings_nothing() -> None:
    seen = dict.fromkeys(("lost", "late", "dear", "homeless"), 0)
    for state, seat, moves, silly in positions("letnisko", 2):
        assert isinstance(state, LetniskoState)
        ends = state.round == SCALES[2].rounds
        for move in moves:
            invest = move if isinstance(move, Invest) else None
            found = {
                "lost": invest is not None and lost_money(state, seat, invest),
                "late": ends and (isinstance(move, Refuel) or is_automobile(move)),
                "dear": invest is not None and is_dear(state, seat, invest),
                "homeless": isinstance(move, Invite) and not houses_any(state, seat, move),
            }
            assert (move in silly) == any(found.values()), move
            for kind, is_so in found.items():
                seen[kind] += is_so
    assert min(seen.values()) > 3, seen


def is_automobile(move: Move) -> bool:
    """Return whether it buys an automobile."""
    return isinstance(move, Invest) and move.card is Card.AUTOMOBILE


def is_dear(state: LetniskoState, seat: Seat, move: Invest) -> bool:
    """Return whether another stack has the same lot for less."""
    rules, other = registry.get("letnisko"), replace(move, card=Card.FOREST_A)
    if move.card is not Card.FOREST_B or other not in rules.legal_moves(state, seat):
        return False
    one, two = (cast("LetniskoState", rules.advance(state, seat, it)) for it in (move, other))
    return two.players[seat].money > one.players[seat].money


def houses_any(state: LetniskoState, seat: Seat, move: Invite) -> bool:
    """Return whether a guest of the cars finds a room beside those invited before (LT-ACC-2)."""
    held, mine = state.players[seat], [one for one in state.claims if one.seat == seat]
    before = [guest for one in mine for guest in aboard(state, one.cars)] or [*held.batch]
    new = aboard(state, move.cars)
    left = settled(held, in_order([*before, *new])).left - settled(held, in_order(before)).left
    return left < len(new)


def aboard(state: LetniskoState, cars: Cars) -> list[Guest]:
    """Return the guests in some cars."""
    return [guest for car in state.cars[cars.first - 1 : cars.last] for guest in car]


def lost_money(state: LetniskoState, seat: Seat, move: Invest) -> bool:
    """Return whether a card bought now finds no house to stand on (LT-DEV-4)."""
    held = state.players[seat]
    cards = [move.card, *(one.card for one in held.bought)]
    lots = [lot.house for lot in held.lots]
    free = held.forests + cards.count(Card.FOREST_A) + cards.count(Card.FOREST_B)
    cottages = lots.count(House.COTTAGE) + min(free, cards.count(Card.COTTAGE))
    villas = lots.count(House.VILLA) + min(cottages, cards.count(Card.VILLA))
    room = {Card.COTTAGE: free, Card.VILLA: cottages, Card.PENSION: villas}
    return move.card in room and cards.count(move.card) > room[move.card]


@pytest.mark.parametrize("seed", range(6))
def test_no_amenity_is_built_where_it_can_never_be_met(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LD-AMEN-5: those called silly are built all the same, and are never met until the end."""
    rules, rng = registry.get("lodge"), Random(seed)
    judge = gallery.judge("lodge")
    assert isinstance(judge, LodgeJudge)
    state = dealt(rules, rules.initial_state(2, frozenset()), rng)
    built: list[tuple[Seat, Cell, Furnish]] = []
    too_late = 0
    while waiting := rules.to_act(state):
        assert isinstance(state, LodgeState)
        seat = min(waiting)
        moves = rules.legal_moves(state, seat)
        early = judge.progress(state) * GUESTS_TO_END < 9
        monkeypatch.setattr(type(judge), "progress", lambda *_: 0.75)
        builds = [move for move in moves if isinstance(move, Furnish)]
        late = [move for move in builds if judge.is_silly(state, seat, move)]
        monkeypatch.undo()
        silly = [move for move in builds if judge.is_silly(state, seat, move)]
        for move in moves:
            if isinstance(move, Furnish) and AMENITIES[move.tile].kind is Kind.SELF_FLOOR:
                fits = move.cell.floor == AMENITIES[move.tile].floor
                assert fits != (move in silly)
        for move in set(late) - set(silly):
            assert isinstance(move, Furnish)
            columns = with_tile(state.players[seat].columns, move.cell.column, str(move.tile))
            found = progress(columns, move.cell, move.tile)
            assert abs(found.need - found.have) > 2, "it can't be met in time"
            too_late += 1
        if silly:
            assert instant.slip(rules, rules.redeal(state, seat, rng), seat, rng) not in silly
        move = rng.choice(silly if silly and early and rng.random() < 0.3 else moves)
        if move in silly and early:
            assert isinstance(move, Furnish)
            built.append((seat, move.cell, move))
        state = dealt(rules, rules.advance(state, seat, move), rng)
        assert isinstance(state, LodgeState)
        for who, cell, made in built:
            assert not progress(state.players[who].columns, cell, made.tile).met
    assert len(built) > 3
    assert too_late


def test_a_guest_of_lodge_stays_where_they_are_happiest() -> None:
    unhappy = poor = tokens = 0
    for state, seat, moves, silly in positions("lodge", 4):
        assert isinstance(state, LodgeState)
        brings = {
            move: guest_points(move.guest, move.cell.floor)
            for move in moves
            if isinstance(move, CheckIn)
        }
        shown = [n for move, n in brings.items() if move.guest != state.players[seat].valet]
        for move, points in brings.items():
            best = max(n for other, n in brings.items() if other.guest == move.guest)
            is_shown = move.guest != state.players[seat].valet
            outshone = is_shown and points + 3 <= max(shown)
            assert (move in silly) == (points < best or outshone)
            unhappy += points < best
            poor += outshone
        for token in moves:
            if isinstance(token, RefreshRooms):
                assert (token in silly) == (state.phase is LodgePhase.GUESTS)
                tokens += token in silly
    assert min(unhappy, poor, tokens) > 3


def test_nothing_is_reserved_or_stopped_in_krakow_for_nothing() -> None:
    own = stops = 0
    for state, seat, moves, silly in positions("krakow", 2):
        assert isinstance(state, KrakowState)
        for move in moves:
            if isinstance(move, Reserve):
                tokens = state.tokens[state.market.index(move.sight)]
                if any(token.seat == seat for token in tokens):
                    assert move in silly
                    own += 1
                elif move.sight.points > 0:
                    assert move not in silly
            elif isinstance(move, Lay) and move.card is Action.STOP:
                found = next((it.cards for it in state.stacks if it.place == move.place), ())
                assert (move in silly) == all(laid.seat == seat for laid in found)
                stops += move in silly
    assert min(own, stops) > 3


def test_what_is_overlooked_is_made_only_if_nothing_is_as_cheap() -> None:
    moves = [RefreshRooms(floor) for floor in range(1, 6)]
    odds_of: dict[Move, float] = {move: float(n) for n, move in enumerate(moves)}
    made = {instant._slipped(odds_of, {moves[-1]}, 1.6, Random(n)) for n in range(200)}
    assert made == {moves[-2], moves[-3], moves[-4]}
    assert instant._slipped(odds_of, {moves[-1]}, 0.1, Random(1)) == moves[-1]


@pytest.mark.parametrize("seed", range(3))
def test_no_treasure_is_given_for_less(seed: int) -> None:
    for state, seat, moves, silly in positions("indian_summer", seed):
        assert isinstance(state, SummerState)
        empty = ~state.players[seat].covered
        fitting = any(isinstance(move, Leaf) for move in moves)
        covered = max(player.covered.bit_count() for player in state.players)
        for move in moves:
            lower = isinstance(move, Swap) and (
                TREASURES.index(move.get) < TREASURES.index(move.give)
            )
            wasted = isinstance(move, SpendNut) and all(
                (area & empty).bit_count() > 5 for area in AREAS if area & move.cell.bit
            )
            early = isinstance(move, Squirrel) and covered < 60 and fitting
            hasty = isinstance(move, SpendBerry) and len(state.players[seat].path) > 3
            assert (move in silly) == (lower or wasted or early or hasty)


def test_playouts_of_many_seats_are_longer() -> None:
    rules, judge = registry.get("cvlizations"), gallery.judge("cvlizations")
    for seats, most in ((2, 8), (3, 9), (4, 12), (5, 15)):
        state = dealt(rules, rules.initial_state(seats, frozenset()), Random(1))
        assert not judge.rests(state, state, most - 1)
        assert judge.rests(state, state, most)
