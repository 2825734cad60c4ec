"""Lies about a position are found, and what is said instead is not."""

from __future__ import annotations

import pytest

from rules.claims import can, first
from rules.cvlizations import CVLIZATIONS
from rules.cvlizations.labels import in_reach, loot, task_prompt
from rules.cvlizations.moves import Buy, Feast, Pass, Swap
from rules.cvlizations.state import CvState, task_of
from rules.cvlizations.view import Variant
from rules.draft import there
from rules.notation import parse_move
from rules.protocol import Move
from rules.text import Text, t, tn
from tests.contract.truth import Said, check_all_are_said, check_sentence
from tests.rules.cvlizations.helpers import (
    give,
    play,
    player,
    refusal,
    say,
    shopping,
    table,
)
from tests.rules.cvlizations.witness import WITNESS

POOR = player("0/0/0")


def said(state: CvState, text: Text, attempt: str = "") -> Said:
    """A sentence to seat 0, perhaps about a refused move."""
    tried: Move | None = parse_move(CVLIZATIONS, attempt) if attempt else None
    return Said(CVLIZATIONS, state, 0, text, tried)  # type: ignore[arg-type]


def market() -> CvState:
    """Nothing that three resources can be exchanged for pays for Castle, but for Law."""
    return shopping(player("1/1/1", "market hedonism"), track="castle law", deck="")


def trader() -> CvState:
    return give(table(player(), POOR, POOR), "trading slacking", *("logging hunting",) * 2)


def thief() -> CvState:
    return give(table(POOR, player(), player()), "thieving slacking", *("logging hunting",) * 2)


def seer() -> CvState:
    return shopping(player("1/0/2", "common-language hedonism"), track="axe law temple", deck="")


def prompt(state: CvState) -> Text:
    return CVLIZATIONS.prompt(CVLIZATIONS.view(state, 0))


@pytest.mark.parametrize(
    ("attempt", "rule"), [("buy castle 1/2/1", "C-DEV-3"), ("buy law 1/0/2", "C-IDEA-20")]
)
def test_a_hint_to_the_market_helps(attempt: str, rule: str) -> None:
    state = market()
    found = refusal(state, f"0 {attempt}")
    assert found.rule == rule
    check_sentence(said(state, found.hint, attempt), WITNESS)


def test_a_hint_that_sends_to_the_market_in_vain_is_found() -> None:
    state = market()
    hint = t("Exchange a resource in your Market first, or pass.").says(first(Swap), can(Pass))
    check_sentence(said(state, hint, "buy law 1/0/2"), WITNESS)
    with pytest.raises(AssertionError, match=r"not so: .*FIRST"):
        check_sentence(said(state, hint, "buy castle 1/2/1"), WITNESS)


def test_a_purchase_that_is_not_possible_is_found() -> None:
    lie = tn("Buy an idea, or pass.", "Buy up to {count} ideas, or pass.", 1)
    with pytest.raises(AssertionError, match=r"not so: .*Buy"):
        check_sentence(said(market(), lie.says(can(Buy), can(Pass))), WITNESS)


def test_a_wrong_number_of_purchases_is_found() -> None:
    state = seer()
    assert say(prompt(state)) == "Buy up to 2 ideas, or pass."
    check_sentence(said(state, prompt(state)), WITNESS)
    lie = tn("Buy an idea, or pass.", "Buy up to {count} ideas, or pass.", 1)
    with pytest.raises(AssertionError, match="not true"):
        check_sentence(said(state, lie.says(can(Buy), can(Pass))), WITNESS)


def test_a_kind_of_move_that_nobody_speaks_of_is_found() -> None:
    state = shopping(player("3/0/2", "hedonism"), track="axe", deck="")
    told = [said(state, one.text) for one in CVLIZATIONS.advice(CVLIZATIONS.view(state, 0))]
    check_all_are_said(told)
    silent = [one for one in told if "Hedonism" not in one.english]
    with pytest.raises(AssertionError, match=f"nobody says .*{Feast.__name__}"):
        check_all_are_said(silent)


def test_a_wrong_rate_of_trading_is_found() -> None:
    state = trader()
    check_sentence(said(state, prompt(state)), WITNESS)
    crowded = give(table(*[player()] * 3), "trading slacking", *("trading hunting",) * 2)
    lie = task_prompt(there(task_of(crowded, 0)))
    with pytest.raises(AssertionError, match="not true"):
        check_sentence(said(state, lie), WITNESS)


@pytest.mark.parametrize("cut", [slice(1, None), slice(None, -1)])
def test_a_list_that_is_not_whole_is_found(cut: slice) -> None:
    victims = CVLIZATIONS.view(thief(), 0).victims
    check_sentence(said(thief(), loot(victims)), WITNESS)
    with pytest.raises(AssertionError, match="it leaves out"):
        check_sentence(said(thief(), loot(victims[cut])), WITNESS)


def test_a_list_with_something_out_of_reach_is_found() -> None:
    able = CVLIZATIONS.view(seer(), 0).offers
    check_sentence(said(seer(), in_reach([o.idea for o in able if o.payments])), WITNESS)
    with pytest.raises(AssertionError, match="not so"):
        check_sentence(said(seer(), in_reach([o.idea for o in able])), WITNESS)


# What advice tells of the position


def advised(state: CvState, seat: int = 0) -> dict[str, str]:
    """Return the first rule of each sentence of advice."""
    found = CVLIZATIONS.advice(CVLIZATIONS.view(state, seat))
    return {say(one.text): one.rules[0] for one in found}


def test_waiting_for_a_thief_is_not_waiting_for_all() -> None:
    """C-ASY-2, C-ASY-3."""
    assert advised(thief(), 1) == {"Waiting for: Ann.": "C-ASY-2"}
    assert advised(trader(), 1) == {"Waiting for: Ann.": "C-ASY-3"}


def test_a_player_is_told_the_secret_order_of_their_neutral_tribe() -> None:
    """C-ADV-4: while they wait, and when they give their own orders."""
    state = play(table(POOR, POOR, variant=Variant.ADVANCED), "0 order logging hunting")
    told = "Nobody else knows your neutral tribe's secret order yet: Hunting."
    assert advised(state)[told] == "C-ADV-4"
    assert told not in advised(state, 1)
    assert told in advised(play(state, "1 order logging cunning"))


def test_two_purchases_are_told_with_the_top_card() -> None:
    """C-IDEA-13, C-IDEA-30."""
    buyer = player("9/9/9", "fortune-telling common-language")
    state = play(shopping(buyer, track="axe"), "- peek castle")
    told = "Buy up to 2 ideas, or pass. Only you know the top card of the deck: Castle ("
    assert say(prompt(state)).startswith(told)


def test_buyers_learn_who_has_bought_and_what_they_lack() -> None:
    """C-DEV-3, C-DEV-11."""
    state = shopping(player("1/0/2"), POOR, player("1/1/1"), track="law market axe", deck="")
    state = play(state, "0 buy law 1/0/2")
    told = advised(state, 2)
    assert (
        told["Finished buying this turn: Ann (bought an idea), Bob (bought nothing)."] == "C-DEV-11"
    )
    assert told["You're one resource short of: Axe (stone)."] == "C-DEV-3"
