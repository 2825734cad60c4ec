"""Cleanup, the change of ages, and how long a match can last (C-CLN)."""

import pytest

from rules.cvlizations import CVLIZATIONS
from rules.cvlizations.components import DECKS, TURNS, Idea
from rules.cvlizations.score import points
from rules.cvlizations.state import Due
from rules.cvlizations.view import Phase
from rules.protocol import CHANCE
from tests.rules.cvlizations.helpers import (
    asked,
    give,
    given,
    ideas,
    legal,
    news,
    on,
    play,
    player,
    refused,
    say,
    shopping,
    step,
    stores,
    table,
)

POOR = player("0/0/0")
IDLE = ("slacking doubling",) * 3


# Cleanup


def test_agriculture_brings_food_in_every_cleanup() -> None:
    """C-IDEA-32, C-CLN-1: whether or not something was bought."""
    for turn in (1, 6, 9):
        owner = player("0/0/0", "agriculture")
        state = give(table(owner, POOR, POOR, turn=turn), *IDLE)
        assert stores(state) == "1/0/0 0/0/0 0/0/0"
    told = given(table(owner, POOR, POOR), *IDLE).events
    assert "Ann collects 1 food from Agriculture." in [say(event.text) for event in told]
    state = shopping(player("1/0/2", "agriculture"), track="axe")
    assert str(on(play(state, "0 buy axe 1/0/2")).players[0].goods) == "1/0/0"


def test_agriculture_bought_in_the_last_turn_still_brings_food() -> None:
    """C-IDEA-32, C-CLN-1: and it is a resource for the end."""
    state = shopping(player("1/2/1"), track="agriculture", turn=9)
    state = on(play(state, "0 buy agriculture 1/2/1"))
    assert (state.phase, str(state.players[0].goods)) == (Phase.OVER, "1/0/0")


def test_asceticism_brings_two_of_a_kind_to_whoever_bought_nothing() -> None:
    """C-IDEA-3, C-CLN-1, C-ASY-4."""
    owner = player("1/0/2", "asceticism")
    state = play(shopping(owner, track="axe"), "0 pass")
    assert (state.phase, asked(state)) == (Phase.CLEANUP, {0})
    assert legal(state) == ["take food", "take wood", "take stone"]
    assert news(state, "0 take wood")[0] == "Ann collects 2 wood from Asceticism."
    assert refused(state, "1 take wood")[0] == "C-ASY-4"
    assert refused(state, "0 pass") == (
        "C-IDEA-3",
        "You bought nothing, so Asceticism gives you 2 resources of one kind.",
    )
    state = play(state, "0 take wood")
    assert (str(state.players[0].goods), state.turn) == ("1/2/2", 2)
    bought = on(play(shopping(owner, track="axe"), "0 buy axe 1/0/2"))
    assert (bought.turn, str(bought.players[0].goods)) == (2, "0/0/0")


def test_asceticism_bought_now_brings_nothing_now() -> None:
    """C-IDEA-3: something was bought."""
    state = on(play(shopping(player(), track="asceticism"), "0 buy asceticism 1/1/1"))
    assert (state.turn, stores(state)[:5]) == (2, "0/0/0")


def test_asceticism_looks_at_the_purchases_of_its_own_turn() -> None:
    """C-IDEA-3."""
    state = shopping(player("1/0/2", "asceticism"), track="axe")
    state = give(on(play(state, "0 buy axe 1/0/2")), *("hunting quarrying",) * 3)
    assert (state.turn, state.phase, asked(state)) == (2, Phase.CLEANUP, {0})


def test_asceticism_in_the_last_turn_counts_for_the_end() -> None:
    """C-CLN-1, C-CLN-5."""
    owner = player("0/0/0", "asceticism larder")
    state = give(table(owner, POOR, POOR, turn=9), *IDLE)
    assert asked(state) == {0}
    state = play(state, "0 take food")
    assert state.phase is Phase.OVER
    assert points(state.players, 0) == 2 + 2 + 2


def test_both_incomes_come_before_the_helm_passes() -> None:
    """C-CLN-1, C-CLN-2."""
    state = give(table(player("0/0/0", "asceticism"), player("0/0/0", "agriculture"), POOR), *IDLE)
    assert (stores(state), state.helm) == ("0/0/0 1/0/0 0/0/0", 0)
    assert play(state, "0 take stone").helm == 1


def test_the_helm_passes_clockwise() -> None:
    """C-CLN-2."""
    state = table(POOR, POOR, POOR, helm=1)
    helms = []
    for orders in ("logging hunting", "quarrying slacking", "thieving doubling"):
        helms.append(state.helm)
        state = give(state, *(orders,) * 3)
        while state.phase is Phase.ACTION:
            seat = min(asked(state))
            state = play(state, f"{seat} {legal(state, seat)[0]}")
    assert [*helms, state.helm] == [1, 2, 0, 1]


@pytest.mark.parametrize(("turn", "used"), [(1, 2), (2, 4), (3, 0), (4, 2), (6, 0), (8, 4)])
def test_an_age_gives_all_orders_back(turn: int, used: int) -> None:
    """C-CLN-3."""
    after = given(table(POOR, POOR, POOR, turn=turn), *IDLE)
    assert {len(tribe.used) for tribe in after.state.tribes} == {used}
    told = " ".join(say(event.text) for event in after.events)
    assert ("Everybody takes back all their orders" in told) == (used == 0)
    assert f"Turn {turn + 1} " in told


def test_after_turn_3_the_track_stays_v_22() -> None:
    """C-CLN-4: ruling V-22."""
    state = table(POOR, POOR, POOR, turn=3, track="temple castle school market")
    after = give(state, *IDLE)
    assert (after.turn, after.track, after.deck) == (4, state.track, state.deck)


def test_after_turn_6_the_track_is_redealt_from_the_other_deck() -> None:
    """C-CLN-4: the rest of the first deck leaves the match."""
    state = give(table(POOR, POOR, POOR, turn=6, track="temple castle school market"), *IDLE)
    assert (asked(state), state.due, state.turn) == ({CHANCE}, Due.DEAL, 7)
    assert CVLIZATIONS.view(state, 0).phase is Phase.ORDERS
    assert state.track == (None,) * 4
    assert refused(state, "- deal temple,telephone,internet,tourism")[0] == "C-HID-5"
    assert refused(state, "- deal telephone,internet,tourism")[0] == "C-HID-5"
    after = step(state, "- deal telephone,internet,tourism,sale")
    assert say(after.events[0].text) == "On the track: Telephone, Internet, Tourism, Sale."
    assert after.state.track == ideas("telephone internet tourism sale")
    assert set(after.state.deck) == set(DECKS[3]) - set(after.state.track)
    assert CVLIZATIONS.audit(after.state) == ()
    view = CVLIZATIONS.view(after.state, 0)
    assert (view.age, view.deck_left, view.next_deck) == (3, 12, 0)
    assert CVLIZATIONS.view(table(POOR, POOR, POOR, turn=6), 0).next_deck == 16


def test_an_idea_owned_does_not_come_again() -> None:
    """C-DEV-10, C-CLN-4."""
    state = table(player("0/0/0", "temple"), POOR, POOR, turn=6)
    assert CVLIZATIONS.audit(on(give(state, *IDLE))) == ()


def test_after_turn_9_all_is_over() -> None:
    """C-CLN-5."""
    after = given(table(POOR, POOR, POOR, turn=9, track="telephone"), *IDLE)
    state = after.state
    assert (state.phase, asked(state)) == (Phase.OVER, set())
    assert say(after.events[-1].text) == "The third age is over."
    assert refused(state, "0 pass")[0] == "C-CLN-5"
    assert [legal(state, seat) for seat in range(3)] == [[], [], []]
    assert CVLIZATIONS.preparable(state, 0) == ()


# The length of a match


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_match_is_longer_than_its_limit(seats: int) -> None:
    """Every possible choice in a turn, with the ideas spread over the players, times nine."""
    once = {
        Idea.GUNPOWDER: 2,
        Idea.OPTIMISM: 2,
        Idea.EGOISM: 1,
        Idea.COLLECTIVISM: 1,
        Idea.SWORD: 1,
        Idea.COMMON_LANGUAGE: 2,  # a purchase, and the card turned up for it
        Idea.FORTUNE_TELLING: 2,
        Idea.MARKET: 2,
        Idea.HEDONISM: 1,
        Idea.ASCETICISM: 1,
    }
    tribes = {2: 4}.get(seats, seats)
    choices = 4 * seats  # two executions of two units each, or two orders of two
    purchases = 2 * seats  # each with the card turned up for it, or a pass
    turn = tribes + choices + purchases + sum(once.values())
    longest = TURNS * turn + 2  # set up, and the deal of the last age
    limit = CVLIZATIONS.info.max_plies
    assert longest <= limit
    assert seats < 5 or limit < 1.2 * longest
