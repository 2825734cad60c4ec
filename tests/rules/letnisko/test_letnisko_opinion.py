"""The second opinion says no where a rule forbids, and notices a game that does not."""

from __future__ import annotations

from typing import cast

import pytest

from rules.letnisko import LETNISKO, legal
from rules.letnisko.components import House
from rules.letnisko.state import LetniskoState
from rules.letnisko.view import Phase
from rules.notation import parse_move
from rules.registry import AnyRules
from tests.contract.checks import check_match
from tests.rules.letnisko.helpers import batch, play, player, table
from tests.rules.letnisko.opinion import allows

START = table(player(), player(money=100), porter=0)
CLAIMED = play(START, "1 invite 2/one")


def at_home(houses: str, guests: str = "", *upgrades: House) -> LetniskoState:
    """Return a state in which seat 1 has to upgrade houses or lodge guests."""
    one = player(houses, batch=batch(guests), upgrades=upgrades)
    return table(player(), one, phase=Phase.HOMES)


@pytest.mark.parametrize(
    ("state", "line", "rule"),
    [
        (START, "0 parcel one", "LT-TURN-1"),
        (START, "1 end-turn", "LT-TURN-2"),
        (START, "1 parcel porter", "LT-TURN-4"),
        (START, "1 invite 1/two", "LT-TURN-7"),
        (CLAIMED, "0 parcel one+porter", "LT-TURN-7"),
        (START, "1 invite 5/one", "LT-CAR-1"),
        (CLAIMED, "0 invite 2/one", "LT-CAR-2"),
        (START, "1 invite 1+2/one", "LT-CAR-3"),
        (START, "1 invest villa/one", "LT-INV-4"),
        (START, "1 refuel two", "LT-AUTO-3"),
        (at_home("K V", "", House.PENSION), "1 develop P@1", "LT-DEV-2"),
        (at_home("K V", "", House.PENSION), "1 develop V@1", "LT-DEV-3"),
        (at_home("K V", "SS"), "1 lodge 1:SS,2:SS", "LT-ACC-1"),
        (at_home("K V", "CC"), "1 lodge 1:C,2:C", "LT-ACC-2"),
        (at_home("K V", "SSC"), "1 lodge 1:SS", "LT-ACC-3"),
        (at_home("KSS V", "SS"), "1 lodge 1:SS", "LT-ACC-4"),
        (at_home("K V", "SS"), "1 lodge 1:S,2:S", "LT-ACC-5"),
    ],
)
def test_it_says_no(state: LetniskoState, line: str, rule: str) -> None:
    who, _, text = line.partition(" ")
    assert allows(state, int(who), parse_move(LETNISKO, text)) is False, rule


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (START, "1 invest villa/two"),
        (CLAIMED, "0 parcel porter"),
        (at_home("K K", "SS"), "1 lodge 2:SS"),
        (at_home("KSS KSS", "", House.VILLA), "1 develop V@2"),
    ],
)
def test_it_says_yes(state: LetniskoState, line: str) -> None:
    """Also where one spelling of several is listed, and two tokens pay less."""
    who, _, text = line.partition(" ")
    assert allows(state, int(who), parse_move(LETNISKO, text)) is True


def test_a_claimed_car_that_is_offered_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """LT-CAR-2: listing and accepting share one answer, so only another one can find it wrong."""
    monkeypatch.setattr(legal, "free_cars", lambda state: (2 << len(state.cars)) - 2)
    with pytest.raises(AssertionError, match="a second opinion bars"):
        check_match(cast("AnyRules", LETNISKO), 2, 0)
