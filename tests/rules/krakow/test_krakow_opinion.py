"""The second opinion on what is legal can say no, and agrees with the refusals."""

from __future__ import annotations

import pytest

from rules.krakow import KRAKOW
from rules.notation import parse_move
from rules.protocol import CHANCE
from tests.rules.krakow.helpers import RULES, Game, dealt, over, working
from tests.rules.krakow.opinion import allows


def opinion(game: Game, move: str) -> bool:
    """Return what the second opinion says for the seat to act."""
    (seat,) = KRAKOW.to_act(game.state)
    return allows(game.state, seat, parse_move(RULES, move))


LAYING = dealt(2)
TWO = working("L1 0B").do("reserve N:1@8")
SHIFTING = working("T2 0D")
SWAPPING = working("L1 0E", tokens={4: "1@9"})
EXCHANGING = working("L1 0H", owned={0: "D4 O1 NL J5"}, tokens={3: "1@9"})
TAKING = working("L1 0A 0F").do("reserve N:1@8")
SETTING_UP = Game(KRAKOW.initial_state(2, frozenset()))


@pytest.mark.parametrize(
    ("game", "move", "rule"),
    [
        (LAYING, "lay A@L4", "K-PLAN-7"),
        (LAYING, "take N:1", "K-PLAN-1"),
        (TWO, "reserve N:1@9", "K-ACT-B2"),
        (TWO, "reserve N:2@8", "K-ACT-B2"),
        (TWO, "reserve N:4@9", "K-ACT-A4"),
        (TWO, "decline", "K-ACT-B2"),
        (SHIFTING, "shift left", "K-ACT-D5"),
        (SWAPPING, "swap N:5", "K-ACT-E3"),
        (SWAPPING, "swap D:1", "K-ACT-E1"),
        (EXCHANGING, "exchange D:4>N:4", "K-ACT-H6"),
        (EXCHANGING, "exchange D:4>N:5", "K-ACT-H2"),
        (EXCHANGING, "exchange O:1>N:5", "K-ACT-H4"),
        (EXCHANGING, "exchange D:5>N:5", "K-ACT-H6"),
        (TAKING, "take N:1", "K-TAKE-2"),
        (SETTING_UP, "setup J/0", "K-SET-3"),
        (SETTING_UP, "setup IJ/0", "K-SET-3"),
    ],
)
def test_it_says_no_for_a_known_reason(game: Game, move: str, rule: str) -> None:
    assert not opinion(game, move)
    assert game.refused(move).startswith(f"{rule} ")


@pytest.mark.parametrize(
    ("game", "move"),
    [
        (LAYING, "lay A@L3"),
        (TWO, "reserve N:3@9"),
        (SHIFTING, "shift up"),
        (SHIFTING, "decline"),
        (SWAPPING, "swap N:1"),
        (SWAPPING, "decline"),
        (EXCHANGING, "exchange N:L>N:5"),
        (TAKING, "take N:2"),
        (SETTING_UP, "setup JI/1"),
    ],
)
def test_it_says_yes(game: Game, move: str) -> None:
    assert opinion(game, move) is True
    Game(game.state).do(move)


def test_nobody_moves_out_of_turn() -> None:
    move = parse_move(RULES, "lay A@L1")
    assert allows(LAYING.state, 0, move)
    assert not allows(LAYING.state, 1, move)
    assert not allows(LAYING.state, CHANCE, move)
    assert not allows(over(("N1", "A"), ("", "B")), 0, move)
