"""What advice and labels say is what the moves of that very position do, in random matches."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from render.i18n import translate
from rules.krakow import KRAKOW
from rules.krakow.moves import Exchange, Lay, Reserve, Shift, Swap, Take
from rules.krakow.state import KrakowState
from rules.protocol import CHANCE, Move
from rules.text import Seat
from tests.contract.checks import playout
from tests.rules.krakow.helpers import NAMES, RULES

CODE = re.compile(r"\b(?:[NDJI][1-8A-FL]|O[1-5])\b")
HOUR = re.compile(r"\b(\d+):00")


@cache
def positions(seats: int) -> tuple[tuple[KrakowState, Seat], ...]:
    """Return every position of a few matches in which a player decides, and who."""
    found = []
    for seed in range(2):
        for step in playout(RULES, seats, seed):
            assert isinstance(step.state, KrakowState)
            if step.seat != CHANCE:
                found.append((step.state, step.seat))
    return tuple(found)


def deciding(kind: type[Move], seats: int = 3) -> Iterator[tuple[KrakowState, Seat, list[Move]]]:
    """Yield the positions in which a type of move is possible, with all moves of that type."""
    found = False
    for state, seat in positions(seats):
        moves = [move for move in KRAKOW.legal_moves(state, seat) if type(move) is kind]
        if moves:
            found = True
            yield state, seat, moves
    assert found, "no such decision in these matches"


def told(state: KrakowState, seat: Seat) -> dict[str, str]:
    """Return the advice for a seat by the rules it names."""
    advice = KRAKOW.advice(KRAKOW.view(state, seat))
    return {" ".join(one.rules): translate(one.text, "en", NAMES) for one in advice}


def first(state: KrakowState, seat: Seat) -> str:
    """Return what has to be decided."""
    return next(iter(told(state, seat).values()))


SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


@SEATS
def test_a_reservation_names_its_sights_and_hours(seats: int) -> None:
    """K-ACT-A1, K-ACT-A4, K-ACT-B1."""
    for state, seat, moves in deciding(Reserve, seats):
        sights = {move.sight.code for move in moves if isinstance(move, Reserve)}
        hours = {move.hour for move in moves if isinstance(move, Reserve)}
        decision = state.decision
        assert decision is not None
        named = set(CODE.findall(first(state, seat)))
        if decision.first is not None:
            placed = state.market[decision.first]
            assert placed is not None
            named -= {placed.code}
        assert named == sights
        said = told(state, seat)["K-ACT-A4 K-END-3"]
        assert {int(hour) for hour in HOUR.findall(said)} == hours


def test_tokens_are_named_on_the_sights_that_have_some() -> None:
    """K-ACT-A2, K-AWD-2."""
    for state, seat, moves in deciding(Reserve):
        offered = {move.sight for move in moves if isinstance(move, Reserve)}
        lying = {
            sight.code
            for sight, tokens in zip(state.market, state.tokens, strict=True)
            if sight in offered and sight is not None and tokens
        }
        said = told(state, seat)
        assert set(CODE.findall(said.get("K-ACT-A2 K-AWD-3", ""))) == lying
        assert ("K-AWD-2" in said) == (not lying)


@SEATS
def test_a_shift_names_what_falls_off(seats: int) -> None:
    """K-ACT-D2, K-ACT-D3: in advice, label and sentence alike."""
    for state, seat, moves in deciding(Shift, seats):
        view = KRAKOW.view(state, seat)
        advised = [CODE.findall(translate(a.text, "en", NAMES)) for a in KRAKOW.advice(view)]
        for move in moves:
            assert isinstance(move, Shift)
            drawing = KRAKOW.apply(state, seat, move).state
            after = KRAKOW.apply(drawing, CHANCE, KRAKOW.chance_move(drawing, Random(1)))
            fallen = CODE.findall(translate(after.events[0].text, "en", NAMES))[:1]
            label = KRAKOW.option(view, Shift, "direction", move.direction)
            for text in (label, KRAKOW.sentence(view, move)):
                assert CODE.findall(translate(text, "en", NAMES)) == fallen
            assert fallen in advised


@SEATS
def test_a_blind_swap_names_what_can_go_and_what_must_stay(seats: int) -> None:
    """K-ACT-E1, K-ACT-E3."""
    for state, seat, moves in deciding(Swap, seats):
        free = {move.sight.code for move in moves if isinstance(move, Swap)}
        assert set(CODE.findall(first(state, seat))) == free
        market = {sight.code for sight in state.market if sight is not None}
        kept = told(state, seat).get("K-ACT-E3", "")
        assert set(CODE.findall(kept)) == market - free


def test_a_swap_from_hand_counts_what_each_sight_can_get() -> None:
    """K-ACT-H2, K-ACT-H4."""
    met = 0
    for state, seat, moves in deciding(Exchange, 2):
        counts = Counter(move.own.code for move in moves if isinstance(move, Exchange))
        advice = [translate(a.text, "en", NAMES) for a in KRAKOW.advice(KRAKOW.view(state, seat))]
        pairs = re.findall(rf"({CODE.pattern}) \((\d+)\)", advice[1])
        assert {code: int(count) for code, count in pairs} == counts
        if len(advice) > 2 and "anything" in advice[2]:
            met += 1
            owned = {sight.code for sight in state.players[seat].sights}
            assert set(CODE.findall(advice[2])) == owned - set(counts)
    assert met


@SEATS
def test_a_take_names_what_is_left(seats: int) -> None:
    """K-TAKE-1, K-TAKE-2."""
    for state, seat, moves in deciding(Take, seats):
        left = {move.sight.code for move in moves if isinstance(move, Take)}
        assert set(CODE.findall(first(state, seat))) == left


@SEATS
def test_a_lay_is_told_of_every_place_once(seats: int) -> None:
    """K-PLAN-4, K-PLAN-5: empty places, and taken ones by their order tokens."""
    for state, seat, moves in deciding(Lay, seats):
        said = told(state, seat)
        places = {str(move.place) for move in moves if isinstance(move, Lay)}
        taken = [str(stack.place) for stack in state.stacks]
        named = re.findall(r"\b([LRTB]\d) \((\d+)\)", said.get("K-PLAN-5 K-RES-2", ""))
        assert named == [(place, str(n)) for n, place in enumerate(taken, 1)]
        empty = set(re.findall(r"\b[LRTB]\d\b", said.get("K-PLAN-4 K-RES-1", "")))
        assert empty == (places - set(taken) if taken else set())


def test_what_a_lay_is_said_to_get_is_what_it_gets() -> None:
    """K-PLAN-4, K-PLAN-5: the order token in the sentence before, and in the news after."""
    for state, seat, moves in deciding(Lay):
        for move in moves[:: len(moves) // 3]:
            before = translate(KRAKOW.sentence(KRAKOW.view(state, seat), move), "en", NAMES)
            after = translate(KRAKOW.apply(state, seat, move).events[0].text, "en", NAMES)
            token = re.search(r"token (\d+)", before)
            assert token is not None
            assert f"token {token[1]}" in after


def test_the_points_of_sights_are_those_of_the_collection() -> None:
    """K-SCORE-1, K-SCORE-4."""
    for state, seat, _ in deciding(Take):
        player = KRAKOW.view(state, seat).players[seat]
        said = told(state, seat)["K-SCORE-1 K-SCORE-4"].replace("−", "-")
        assert [int(n) for n in re.findall(r"[+-]?\d+", said)] == [
            player.subtotal,
            player.sight_points,
            player.bonus.points,
        ]
