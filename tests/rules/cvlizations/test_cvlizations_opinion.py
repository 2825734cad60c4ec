"""The second opinion on legal moves says no where a rule does, and finds planted faults."""

from collections.abc import Callable
from typing import cast

import pytest

from rules.cvlizations import CVLIZATIONS, legal, market
from rules.cvlizations.agenda import Task
from rules.cvlizations.components import KINDS, Idea
from rules.cvlizations.draft import Table
from rules.cvlizations.state import CvState
from rules.cvlizations.view import Variant
from rules.notation import parse_move
from rules.protocol import CHANCE
from rules.registry import AnyRules
from rules.text import Seat
from tests.contract.checks import check_match
from tests.rules.cvlizations.helpers import give, play, player, shopping, table
from tests.rules.cvlizations.opinion import allows

RULES = cast("AnyRules", CVLIZATIONS)
POOR = player("0/0/0")
THIEVES = ("thieving logging", "logging hunting", "hunting quarrying")


def says(state: CvState, line: str) -> bool:
    """Return the opinion on one move, ``"0 take wood"``; chance is ``"- turn-up axe"``."""
    who, _, move = line.partition(" ")
    return allows(state, CHANCE if who == "-" else int(who), parse_move(CVLIZATIONS, move))


def yes_and_no(state: CvState, yes: str, *no: str) -> bool:
    """Return whether one move is allowed, and none of the others."""
    return says(state, yes) and not any(says(state, line) for line in no)


def test_orders_are_two_different_ones_in_hand() -> None:
    """C-ORD-1, C-ORD-2, C-GEEK-3, C-ADV-1."""
    state = table(POOR, POOR, POOR, turn=2)  # Thieving and Logging were used in turn 1
    assert yes_and_no(
        state,
        "0 order hunting cunning",
        "0 order hunting hunting",
        "0 order thieving cunning",
        "0 order cunning logging",
        "1 order hunting cunning",
        "0 pass",
    )
    geeks = table(POOR, POOR, variant=Variant.GEEKS, helm=2)
    assert not any(says(geeks, f"{seat} order hunting cunning") for seat in (0, 1))
    advanced = table(POOR, POOR, variant=Variant.ADVANCED)
    assert yes_and_no(advanced, "0 order hunting cunning", "1 order hunting cunning")


def test_a_thief_robs_another_player_of_what_they_have() -> None:
    """C-THF-2, C-THF-3, C-IDEA-12, C-IDEA-26."""
    robbed = player("1/1/0", "law")
    state = give(table(player(owns="sword"), robbed, player("0/1/0")), *THIEVES)
    assert yes_and_no(
        state,
        "0 steal i food",
        "0 steal i stone",
        "0 steal v food",
        "0 steal u food",
        "0 take food",
    )
    assert not says(state, "0 take food")
    assert not says(state, "1 steal v food")  # C-ASY-2


def test_a_purchase_is_paid_with_what_is_printed() -> None:
    """C-DEV-2, C-DEV-3, C-DEV-6, C-IDEA-18."""
    state = shopping(player("2/1/3", "workshop"), track="axe law")  # Axe 1/0/2, less one
    assert yes_and_no(
        state, "0 buy axe 1/0/1", "0 buy axe 1/0/2", "0 buy axe 0/1/1", "0 buy temple 0/0/1"
    )
    assert not says(state, "1 buy axe 1/0/1")


def test_the_market_and_hedonism_are_used_once_and_for_something() -> None:
    """C-DEV-7, C-DEV-9."""
    state = shopping(player("4/0/1", "market hedonism"), track="axe")  # Axe 1/0/2
    assert yes_and_no(state, "0 swap food stone", "0 swap food wood", "0 swap stone food")
    assert says(state, "0 feast")
    swapped = play(state, "0 swap food stone")
    assert yes_and_no(swapped, "0 buy axe 1/0/2", "0 pass", "0 feast", "0 swap food stone")


def test_chance_draws_what_is_due() -> None:
    """C-SET-2, C-HID-3, C-HID-5."""
    state = play(shopping(player("3/3/3"), track="axe law"), "0 buy axe 1/0/2")
    assert yes_and_no(state, "- turn-up temple", "- turn-up axe", "- turn-up law", "- peek temple")
    assert not says(state, "0 pass")


def suite() -> None:
    for seed in range(10):
        check_match(RULES, 3, seed)


def dearer(_ideas: tuple[Idea, ...]) -> tuple[int, ...]:
    return (0,) * len(KINDS)


def lawless(_table: Table, thief: Seat, _task: Task, victim: Seat) -> bool:
    return victim != thief


@pytest.mark.parametrize("fault", [dearer, lawless])
def test_a_fault_in_what_is_listed_and_accepted_is_found(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[..., object]
) -> None:
    """Discounts are forgotten, or who was robbed already; the list and the check agree in it."""
    if fault is dearer:
        monkeypatch.setattr(market, "_discounts", dearer)
    else:
        monkeypatch.setattr(legal, "_can_rob", lawless)
    with pytest.raises(AssertionError, match="second opinion"):
        suite()
