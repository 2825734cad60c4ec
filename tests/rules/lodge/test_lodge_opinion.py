"""The second opinion on what is legal says no where a rule does, and yes beside it."""

import pytest

from rules.lodge import LODGE
from rules.lodge.state import LodgeState
from rules.notation import parse_move
from rules.protocol import CHANCE
from tests.rules.lodge.helpers import placing, play, player, table
from tests.rules.lodge.opinion import allows

SLOPE = "R.. / B.. / GR. / YPB"
BUILDING = table(player(SLOPE, token=True), player(), rooms="RBGY RBGY .BGY ....")
HOSTING = placing(player("RBB/GRR", "RB3", B2="RB4"), player(), waits="RG1 GG1 YY1 PP1")


@pytest.mark.parametrize(
    ("state", "yes", "no"),
    [
        pytest.param(BUILDING, "0 room 2-1@C", "1 room 2-1@C", id="LD-TURN-6"),
        pytest.param(BUILDING, "0 room 2-1@C", "0 room 2-1@B", id="LD-BUILD-4: taken"),
        pytest.param(BUILDING, "0 amenity A06@B3", "0 amenity A06@A5", id="LD-BUILD-4: too high"),
        pytest.param(BUILDING, "0 room 2-1@C", "0 room 2-1@D", id="LD-BUILD-3"),
        pytest.param(BUILDING, "0 room 1-1@D", "0 room 1-1@E", id="LD-BUILD-2"),
        pytest.param(BUILDING, "0 room 3-2@B", "0 room 3-1@B", id="LD-ROOM-1"),
        pytest.param(BUILDING, "0 room 2-1@C2", "0 room 2-1@C3", id="LD-ROOM-2"),
        pytest.param(BUILDING, "0 amenity A06@C2", "0 amenity A13@C2", id="LD-AMEN-1"),
        pytest.param(BUILDING, "0 token 1", "0 token 4", id="LD-TOK-2"),
        pytest.param(BUILDING, "0 room 1-1@D", "0 end", id="LD-TURN-2"),
        pytest.param(HOSTING, "0 end", "0 room 1-1@C", id="LD-TURN-2"),
        pytest.param(HOSTING, "0 guest RG1@A1", "0 guest RR1@A1", id="LD-GUEST-1"),
        pytest.param(HOSTING, "0 guest RG1@B1", "0 guest RG1@C1", id="LD-GUEST-2"),
        pytest.param(HOSTING, "0 guest RG1@A2", "0 guest RG1@C2", id="LD-GUEST-3"),
        pytest.param(HOSTING, "0 guest RB3@C2", "0 guest RB3@B2", id="LD-GUEST-5"),
        pytest.param(HOSTING, "0 end", "0 valet RG1", id="LD-GUEST-9"),
        pytest.param(HOSTING, "0 end", "0 token 1", id="LD-TOK-1"),
        pytest.param(HOSTING, "0 end", "0 refresh-guests", id="LD-GREF-1"),
        pytest.param(
            play(HOSTING, "0 guest RB3@C2"), "0 valet GG1", "0 valet RB3", id="LD-GUEST-7"
        ),
        pytest.param(play(HOSTING, "0 guest RB3@C2"), "0 valet GG1", "0 end", id="LD-GUEST-7: now"),
        pytest.param(
            play(BUILDING, "0 token 1"), "- draw-rooms RRRRRRRRR", "- draw-rooms R", id="LD-BAG-1"
        ),
        pytest.param(
            play(BUILDING, "0 amenity A06@C2"),
            "- draw-amenity A13",
            "- draw-amenity A06",
            id="LD-AMEN-2",
        ),
    ],
)
def test_one_rule_stands_between_yes_and_no(state: LodgeState, yes: str, no: str) -> None:
    assert thinks(state, yes) is True
    assert thinks(state, no) is False


def thinks(state: LodgeState, line: str) -> bool | None:
    who, _, move = line.partition(" ")
    return allows(state, CHANCE if who == "-" else int(who), parse_move(LODGE, move))
