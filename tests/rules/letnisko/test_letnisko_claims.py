"""Sentences that lie are found, and those that random matches seldom hear are true."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from rules.claims import can
from rules.errors import RefusedError
from rules.letnisko import LETNISKO, advice, phrases, refusals
from rules.letnisko.components import Card, House
from rules.letnisko.moves import Invest, Invite
from rules.letnisko.state import LetniskoState
from rules.letnisko.view import Phase, PlayerView
from rules.notation import parse_move
from rules.registry import AnyRules
from rules.text import Text, t
from tests.contract.checks import playout
from tests.contract.truth import Said, check_facts, check_sentence, check_truth
from tests.rules.letnisko.helpers import batch, play, player, table
from tests.rules.letnisko.witness import WITNESS

RULES = cast("AnyRules", LETNISKO)


def listen() -> None:
    """Check everything that is said in a match of two."""
    for seed in range(3):
        check_truth(RULES, playout(RULES, 2, seed), 2, WITNESS)


def beds_of_today(player: PlayerView) -> int:
    """The number of houses before this week's building."""
    return len(player.lots)


def always_a_villa(state: LetniskoState) -> Text:
    return t("Buy a villa.").says(can(Invest, card=Card.VILLA))


def without_a_claim(view: object) -> Text:
    return t("You can buy everything there is.")


def two_cars_always(view: object) -> Text:
    return t("You can claim car {car}.", car=1).says(can(Invite))


LIES: dict[str, tuple[object, str, Callable[..., object], str]] = {
    "beds of a cottage not yet built": (advice, "_houses_this_week", beds_of_today, "not true"),
    "a hint to buy what is too dear": (refusals, "_hint", always_a_villa, "not so"),
    "a move named without a claim": (advice, "shopping", without_a_claim, "no claim"),
    "a car that is claimed": (phrases, "free_cars", two_cars_always, "nothing is known about"),
    "fuel is not spoken of": (
        advice,
        "fuel",
        lambda view: t("There are pumps."),
        "nobody says that these are possible",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, told, found = LIES[lie]
    monkeypatch.setattr(place, name, told)
    with pytest.raises(AssertionError, match=found):
        listen()


def asked(houses: str, guests: str = "", *upgrades: House) -> LetniskoState:
    """Return a state in which seat 1 has to upgrade houses or lodge guests."""
    one = player(houses, batch=batch(guests), upgrades=upgrades)
    return table(player(), one, phase=Phase.HOMES)


def porter() -> LetniskoState:
    """Return a state in which the porter's holder has 100 zł and an empty tank."""
    return play(table(player(money=100, empty=1), player(), porter=0), "1 parcel one")


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (table(player(), player(), porter=0), "1 invite 1+3/one"),
        (table(player(), player(), porter=0), "1 invite 2+3/one"),
        (table(player(), player(), porter=0), "1 invite 9/one"),
        (table(player(), player(), porter=0), "1 invite 1/two"),
        (porter(), "0 invest villa/one"),
        (porter(), "0 invest pension/one"),
        (porter(), "0 invest villa/two+porter"),
        (table(player(), player(money=0, empty=1), porter=0), "1 refuel one"),
        (asked("VSS V K", "", House.PENSION), "1 develop P@3"),
        (asked("VSS V K", "SS", House.PENSION), "1 lodge 1:SS"),
        (asked("KSS K V", "", House.VILLA), "1 develop V@3"),
        (asked("V K", "SCCH"), "1 lodge 1:H"),
        (asked("V K", "SCCH"), "1 lodge 1:CC,2:H"),
        (asked("V K", "SCCH"), "1 lodge 2:C"),
        (asked("V", "SCC"), "1 lodge 1:SCC"),
        (asked("V V V", "SSCC"), "1 lodge 1:SC,2:S,3:C"),
    ],
)
def test_hints_and_reasons_are_true(state: LetniskoState, line: str) -> None:
    who, _, text = line.partition(" ")
    seat, move = int(who), parse_move(LETNISKO, text)
    with pytest.raises(RefusedError) as caught:
        LETNISKO.check(state, seat, move)
    check_sentence(Said(RULES, state, seat, caught.value.hint, move), WITNESS)
    reason = Said(RULES, state, seat, caught.value.reason, move)
    if any(isinstance(value, int) for value in dict(caught.value.reason.params).values()):
        check_facts(reason, WITNESS)


def test_a_parcel_that_makes_a_price_affordable_is_suggested() -> None:
    """LT-TURN-4a: the porter first, then the villa; a pension is still too dear."""
    hints = []
    for card in ("villa", "pension"):
        with pytest.raises(RefusedError) as caught:
            LETNISKO.check(porter(), 0, parse_move(LETNISKO, f"invest {card}/one"))
        hints.append(caught.value.hint.msgid)
    assert hints == [
        "Send the porter to the locomotive for 100 zł first.",
        "Here's what you can buy {with_tokens}: {list}.",
    ]


def test_without_money_the_hint_is_what_can_be_placed() -> None:
    """LT-TURN-2: a second lap with one token and 0 zł."""
    state = table(player(), player(money=0, tokens=1, empty=1), porter=0, cycle=2)
    for line in ("invest cottage/one", "refuel one"):
        with pytest.raises(RefusedError) as caught:
            LETNISKO.check(state, 1, parse_move(LETNISKO, line))
        assert caught.value.hint.msgid == "Place {sets} on the train."
