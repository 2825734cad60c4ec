"""Fortune telling, Common language and the Market (C-IDEA-13, C-IDEA-20, C-IDEA-30, C-DEV)."""

from dataclasses import replace

import pytest

from rules.cvlizations import CVLIZATIONS
from rules.cvlizations.components import Idea
from rules.cvlizations.state import CvState, Due
from rules.protocol import CHANCE, WATCHER
from tests.rules.cvlizations.helpers import (
    asked,
    give,
    ideas,
    legal,
    news,
    on,
    play,
    player,
    refusal,
    refused,
    say,
    shopping,
    step,
)

RICH = player("9/9/9")
SEER = player("9/9/9", "fortune-telling")
TRACK = "axe wheel temple law"


def tops(state: CvState) -> list[Idea | None]:
    """Return what everybody knows about the top card: the watcher, then each seat."""
    return [CVLIZATIONS.view(state, viewer).known_top for viewer in (WATCHER, *range(state.seats))]


# Fortune telling


def test_the_top_card_is_looked_at_before_a_purchase() -> None:
    """C-IDEA-13, C-HID-3: only the player who looks is told."""
    state = shopping(SEER, RICH, track=TRACK)
    assert asked(state) == {CHANCE}
    after = step(state, "- peek castle")
    assert [(say(event.text), event.audience) for event in after.events] == [
        ("Only you know that the top card of the deck is Castle.", frozenset({0}))
    ]
    state = after.state
    assert tops(state) == [None, Idea.CASTLE, None, None]
    assert (asked(state), state.deck_left) == ({0}, 27)
    assert CVLIZATIONS.view(state, 1).deck_left == 27
    assert "buy castle 1/2/1" in legal(state)


def test_the_top_card_can_be_bought_instead() -> None:
    """C-DEV-2, C-DEV-5: the track stays as it is."""
    state = play(shopping(SEER, RICH, track=TRACK), "- peek castle")
    (offer,) = [offer for offer in CVLIZATIONS.view(state, 0).offers if offer.hidden]
    assert (offer.idea, offer.price) == (Idea.CASTLE, 4)
    told = "Ann buys Castle from the top of the deck for 1 food, 2 wood and 1 stone."
    assert told in news(state, "0 buy castle 1/2/1")
    state = play(state, "0 buy castle 1/2/1")
    assert state.track == ideas(TRACK)
    assert (state.top, state.knower, asked(state)) == (None, None, {1})
    assert Idea.CASTLE not in state.deck


def test_a_card_not_bought_stays_on_top_and_fills_the_next_gap() -> None:
    """C-HID-3, C-DEV-4: then it is public."""
    state = play(shopping(SEER, RICH, track=TRACK), "- peek castle", "0 pass")
    assert (asked(state), tops(state)) == ({1}, [None, Idea.CASTLE, None, None])
    assert refused(state, "1 buy castle 1/2/1")[0] == "C-DEV-2"
    state = play(state, "1 buy temple 0/2/3")
    assert refused(state, "- turn-up market")[0] == "C-HID-5"
    state = on(state)
    assert state.track == ideas("axe wheel castle law")
    assert (state.top, state.knower) == (None, None)
    assert tops(state) == [None] * 4


def test_the_card_is_still_known_in_the_next_turn() -> None:
    """C-HID-3: nobody bought, so there is nothing new to look at."""
    state = play(shopping(SEER, track=TRACK), "- peek castle", "0 pass")
    assert (state.turn, state.top) == (2, Idea.CASTLE)
    assert tops(state)[1] is Idea.CASTLE
    state = give(state, *("thieving hunting",) * 3)
    assert asked(state) == {0}
    assert "buy castle 1/2/1" in legal(state)


def test_after_another_purchase_there_is_another_card_to_look_at() -> None:
    """C-IDEA-13."""
    state = play(shopping(SEER, RICH, track=TRACK), "- peek castle", "0 pass", "1 buy law 1/0/2")
    state = give(play(state, "- turn-up castle"), *("hunting logging",) * 3)
    state = play(state, "1 pass")
    assert state.track[3] is Idea.CASTLE
    assert (state.queue[0], state.due) == (0, Due.PEEK)


def test_an_owner_of_fortune_telling_is_asked_even_if_nothing_can_be_bought() -> None:
    """C-ASY-5, C-HID-3: skipping the player would reveal something about the card."""
    seer = player("0/2/1", "fortune-telling")
    for card, can in (("castle", ["pass"]), ("wheel", ["buy wheel 0/2/1", "pass"])):
        state = shopping(seer, track="law", deck="castle wheel")
        state = play(state, f"- peek {card}")
        assert (asked(state), legal(state)) == ({0}, can)
    told = "You can't buy anything now, so pass. Only you know"
    blind = play(shopping(seer, track="law", deck="castle wheel"), "- peek castle")
    assert say(refusal(blind, "0 feast").hint).startswith(told)


@pytest.mark.parametrize(
    ("owned", "waiting"),
    [
        ("fortune-telling", False),
        ("fortune-telling market", True),  # Castle is one exchange away
        ("fortune-telling hedonism", True),  # a feast
    ],
)
def test_who_can_buy_no_card_of_the_deck_looks_and_is_not_asked(owned: str, waiting: bool) -> None:
    """C-ASY-5: what is left in the deck is known, so this tells nothing about its top card."""
    state = shopping(player("2/2/0", owned), track="law", deck="castle wheel temple")
    assert state.due is Due.PEEK
    for card in ("castle", "wheel"):
        after = step(state, f"- peek {card}")
        assert (asked(after.state) == {0}) is waiting
        assert after.state.turn == (1 if waiting else 2)
        assert after.state.knower == 0
    old = step(replace(state, version=1), "- peek castle").state
    assert (asked(old), legal(old)[-1]) == ({0}, "pass")


def test_without_a_deck_there_is_nothing_to_look_at() -> None:
    """C-IDEA-13, C-ASY-5."""
    state = shopping(player("0/0/0", "fortune-telling"), track="law", deck="")
    assert state.turn == 2
    state = shopping(SEER, track="law", deck="")
    assert (asked(state), legal(state, 0, "buy")) == ({0}, ["law 1/0/2"])


def test_the_only_card_of_the_deck_can_be_looked_at_and_bought() -> None:
    """C-IDEA-13: then the deck is empty."""
    state = on(shopping(SEER, RICH, track="law", deck="castle"))
    assert (state.top, state.deck, state.deck_left) == (Idea.CASTLE, (), 1)
    state = step(state, "0 buy castle 1/2/1").state
    assert state.deck_left == 0
    state = step(state, "1 buy law 1/0/2").state
    assert state.track == (None,) * 4


def test_the_only_card_of_the_deck_comes_to_the_track_if_it_is_not_bought() -> None:
    """C-HID-3, C-DEV-4."""
    state = on(shopping(SEER, RICH, track="law", deck="castle"))
    state = on(play(state, "0 pass", "1 buy law 1/0/2"))
    assert (state.track[0], state.deck_left, state.turn) == (Idea.CASTLE, 0, 2)


def test_before_each_purchase_there_is_a_card_to_look_at() -> None:
    """C-IDEA-13, C-IDEA-30."""
    seer = player("9/9/9", "fortune-telling common-language")
    state = play(shopping(seer, track=TRACK), "- peek castle", "0 buy castle 1/2/1")
    assert asked(state) == {CHANCE}
    state = play(state, "- peek market")
    assert "buy market 1/1/1" in legal(state)
    state = play(shopping(seer, track=TRACK), "- peek castle", "0 buy axe 1/0/2")
    state = play(state, "- turn-up castle")  # the card just seen
    assert state.due is Due.PEEK
    state = play(state, "- peek market")
    assert tops(state) == [None, Idea.MARKET, None, None]


def test_after_the_last_purchase_nothing_is_looked_at() -> None:
    """C-IDEA-13: it says before a purchase."""
    seer = player("9/9/9", "fortune-telling hedonism")
    state = on(play(shopping(seer, track=TRACK), "- peek castle", "0 buy axe 1/0/2"))
    assert legal(state) == ["feast", "pass"]
    assert tops(state) == [None] * 4


def test_the_card_is_forgotten_when_the_deck_changes() -> None:
    """C-CLN-4, C-HID-3."""
    state = shopping(SEER, RICH, track=TRACK, turn=6)
    state = play(state, "- peek castle", "0 pass", "1 pass")
    assert (state.turn, state.top, state.knower) == (7, None, None)
    assert (state.due, state.deck_left) == (Due.DEAL, 16)


def test_a_known_card_turned_up_last_in_an_age_is_told_before_it_goes() -> None:
    """C-HID-3, C-CLN-4: once it is announced, it is on the track."""
    state = play(shopping(SEER, RICH, track=TRACK, turn=6), "- peek castle", "0 pass")
    bought = step(state, "1 buy axe 1/0/2")
    assert not any("Castle" in say(event.text) for event in bought.events)
    assert CVLIZATIONS.to_act(bought.state) == {CHANCE}
    assert tops(bought.state) == [None, Idea.CASTLE, None, None]
    assert "New on the track: Castle." in news(bought.state, "- turn-up castle")


@pytest.mark.parametrize("name", ["fortune-telling", "common-language"])
def test_what_is_bought_now_helps_from_the_next_turn_v_15(name: str) -> None:
    """C-DEV-6: ruling V-15."""
    cost = "2/1/0" if name == "fortune-telling" else "2/1/1"
    owner = player("9/9/9", "hedonism")
    state = on(play(shopping(owner, track=f"{name} axe"), f"0 buy {name} {cost}"))
    assert (legal(state), state.top) == (["feast", "pass"], None)
    state = play(state, "0 pass")
    state = give(state, *("thieving logging",) * 3)
    if name == "fortune-telling":
        assert asked(state) == {CHANCE}
    else:
        assert state.left == 2


# Common language


def test_two_ideas_can_be_bought_each_at_its_cost() -> None:
    """C-IDEA-30, C-DEV-8: the second after the refill."""
    state = shopping(player("9/9/9", "common-language"), RICH, track=TRACK)
    state = play(state, "0 buy axe 1/0/2", "- turn-up castle")
    assert (asked(state), state.left) == ({0}, 1)
    state = on(play(state, "0 buy castle 1/2/1"))
    assert str(state.players[0].goods) == "7/7/6"
    assert asked(state) == {1}
    assert refused(state, "0 buy law 1/0/2")[0] == "C-DEV-11"


def test_one_of_two_purchases_can_be_left_out() -> None:
    """C-IDEA-30, C-DEV-11."""
    state = shopping(player("9/9/9", "common-language"), RICH, track=TRACK)
    state = on(play(state, "0 buy axe 1/0/2"))
    assert news(state, "0 pass")[0] == "Ann buys nothing more."
    assert asked(play(state, "0 pass")) == {1}


# Market


def test_the_market_exchanges_one_for_one_before_a_purchase() -> None:
    """C-IDEA-20, C-DEV-7."""
    state = shopping(player("1/1/1", "market"), track="axe")
    assert legal(state) == ["swap wood stone", "pass"]
    after = step(state, "0 swap wood stone")
    assert [say(event.text) for event in after.events] == [
        "Ann exchanges 1 wood for 1 stone with the Market."
    ]
    assert after.undoable
    assert (str(after.state.players[0].goods), legal(after.state)) == ("1/0/2", ["buy axe 1/0/2"])


def test_after_the_market_a_purchase_has_to_follow() -> None:
    """C-DEV-7."""
    owner = player("9/9/9", "market hedonism")
    state = play(shopping(owner, track=TRACK), "0 swap food wood")
    must = ("C-DEV-7", "You have used the Market, so you must buy an idea next.")
    assert refused(state, "0 pass") == refused(state, "0 feast") == must
    again = ("C-DEV-7", "You have already used the Market for this purchase.")
    assert refused(state, "0 swap food stone") == again
    assert {move.split()[0] for move in legal(state)} == {"buy"}
    state = on(play(state, "0 buy axe 1/0/2"))
    assert legal(state) == ["feast", "pass"]
    assert refused(state, "0 swap food stone") == (
        "C-DEV-7",
        "The Market only works with a purchase, and you can't buy any more ideas this turn.",
    )


def test_an_exchange_after_which_nothing_can_be_bought_is_none() -> None:
    """C-DEV-7: the Market only works with a purchase."""
    state = shopping(player("1/0/2", "market"), track="axe")
    assert legal(state, 0, "swap") == []
    assert refused(state, "0 swap food wood") == (
        "C-DEV-7",
        (
            "The Market only works with a purchase, and after this exchange you couldn't buy "
            "anything."
        ),
    )
    assert refused(state, "0 swap wood food") == ("C-IDEA-20", "You have no wood.")
    assert refused(state, "0 swap food food") == (
        "C-IDEA-20",
        "You must give one kind and take another.",
    )


def test_the_market_serves_before_each_of_two_purchases() -> None:
    """C-IDEA-20, C-IDEA-30."""
    state = shopping(player("9/9/9", "market common-language"), track=TRACK)
    state = on(play(state, "0 swap food wood", "0 buy axe 1/0/2"))
    assert "swap food wood" in legal(state)
    state = on(play(state, "0 swap food wood", "0 buy law 1/0/2"))
    assert str(state.players[0].goods) == "5/11/5"


def test_a_player_who_can_only_buy_with_the_market_is_asked() -> None:
    """C-ASY-5, C-DEV-7."""
    assert asked(shopping(player("2/0/1", "market"), track="axe")) == {0}
    assert shopping(player("2/0/0", "market"), track="axe").turn == 2
    assert shopping(player("2/0/1"), track="axe").turn == 2


def test_an_exchange_may_serve_for_the_top_card() -> None:
    """C-IDEA-13, C-IDEA-20."""
    owner = player("2/1/1", "market fortune-telling")
    state = play(shopping(owner, track="temple"), "- peek castle")
    assert legal(state, 0, "swap") == ["food wood"]
    state = play(state, "0 swap food wood")
    assert legal(state) == ["buy castle 1/2/1"]


def test_the_market_bought_now_serves_the_second_purchase() -> None:
    """C-DEV-6: only Common language and Fortune telling have to wait."""
    state = shopping(player("3/1/3", "common-language"), track="market axe")
    state = on(play(state, "0 buy market 1/1/1"))
    assert "swap food wood" in legal(state)
