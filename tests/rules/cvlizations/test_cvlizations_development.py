"""Buying ideas: the offer, costs and payments, and what helps to buy (C-DEV, C-IDEA).

Market, Fortune telling and Common language have their own file.
"""

from itertools import combinations

import pytest
from hypothesis import given as vary
from hypothesis import strategies as st

from rules.cvlizations import CVLIZATIONS
from rules.cvlizations.components import GOODS, IDEAS, KINDS, Goods, Idea, Kind
from rules.cvlizations.market import CHEAPER, price, ways_to_pay
from rules.cvlizations.view import Phase
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
    scored,
    shopping,
    step,
    stores,
    table,
)

RICH = player("9/9/9")
TRACK = "axe wheel temple law"


# Who buys, and what


def test_players_buy_clockwise_from_the_helm() -> None:
    """C-DEV-1: one after the other, as C-ASY-1 says."""
    state = shopping(RICH, RICH, RICH, track=TRACK, helm=2)
    for seat in (2, 0, 1):
        assert asked(state) == {seat}
        assert state.queue[0] == seat
        state = on(play(state, f"{seat} {legal(state, seat)[0]}"))
    assert (state.turn, state.helm) == (2, 0)


def test_buying_out_of_turn_is_refused() -> None:
    """C-DEV-1, C-DEV-11."""
    state = play(shopping(RICH, RICH, RICH, track=TRACK), "0 pass")
    assert refused(state, "2 buy axe 1/0/2")[0] == "C-DEV-1"
    assert refused(state, "0 buy axe 1/0/2")[0] == "C-DEV-11"
    assert legal(state, 0) == legal(state, 2) == []


def test_one_idea_is_bought_and_paid_for() -> None:
    """C-DEV-1, C-DEV-3, C-DEV-10: a bought idea is public and stays."""
    state = shopping(player("2/1/3"), track=TRACK)
    assert legal(state) == ["buy axe 1/0/2", "buy law 1/0/2", "pass"]
    after = step(state, "0 buy axe 1/0/2")
    assert [say(event.text) for event in after.events] == ["Ann buys Axe for 1 food and 2 stone."]
    assert not after.undoable
    (own, *_) = after.state.players
    assert (str(own.goods), own.ideas) == ("1/1/1", (Idea.AXE,))
    view = CVLIZATIONS.view(after.state, WATCHER)
    assert (view.players[0].ideas, view.bought) == ((Idea.AXE,), (0,))
    drawn = step(after.state, "- turn-up castle")
    assert drawn.state.turn == 2  # only one purchase, and nobody else owns anything
    assert [say(event.text) for event in drawn.events] == [
        "New on the track: Castle.",
        "Bob and Cat can't buy anything.",
        "Turn 2 begins, and the leader helm passes to Bob.",
    ]


def test_all_who_have_bought_are_remembered_until_the_next_development() -> None:
    """C-DEV-1, C-DEV-11: and whose stores have changed with the last move."""
    state = shopping(RICH, RICH, RICH, track=TRACK)
    state = on(play(state, "0 buy axe 1/0/2"))
    state = play(state, "1 pass", "2 buy law 1/0/2")
    assert (state.bought, state.last) == ((0, 2), (2,))
    assert CVLIZATIONS.view(state, 1).bought == (0, 2)
    assert (on(state).bought, on(state).buyers) == ((), (0, 2))
    assert on(state).marked == (2,)  # what is drawn is no move


def test_one_may_buy_nothing_v_2() -> None:
    """C-DEV-1, C-DEV-11: ruling V-2."""
    state = shopping(player("2/1/3"), RICH, track=TRACK)
    assert news(state, "0 pass") == ["Ann buys nothing."]
    assert not step(state, "0 pass").undoable
    assert asked(play(state, "0 pass")) == {1}
    assert play(state, "0 pass").marked == (), "a picture has nothing to show of it"


def test_players_who_can_pay_for_nothing_are_skipped() -> None:
    """C-ASY-5, C-DEV-11: and everybody is told."""
    state = shopping(player("2/2/0"), player("0/0/9"), RICH, track="axe law - temple")
    assert asked(state) == {2}
    state = shopping(RICH, player("0/0/9"), player("1/0/1"), track=TRACK)
    assert "Bob and Cat can't buy anything." in news(state, "0 pass")


@pytest.mark.parametrize(
    ("line", "rule", "reason"),
    [
        ("buy hammer 0/1/2", "C-DEV-2", "Hammer isn't on offer."),
        ("buy computer 1/2/3", "C-DEV-2", "Computer isn't on offer."),
        ("buy temple 0/2/3", "C-DEV-3", "You can't afford Temple with 1 food and 2 stone."),
        (
            "buy axe 1/0/1",
            "C-DEV-3",
            "You have to pay 3 of the resources printed on Axe.",
        ),
        (
            "buy axe 1/0/3",
            "C-DEV-3",
            "You only have 1 food and 2 stone.",
        ),
        ("swap food wood", "C-IDEA-20", "You don't own the Market."),
        ("feast", "C-IDEA-7", "You don't own Hedonism."),
        (
            "take food",
            "C-DEV-1",
            "It's time to buy ideas. This turn's orders have already been carried out.",
        ),
        (
            "order logging hunting",
            "C-DEV-1",
            "It's time to buy ideas. This turn's orders have already been carried out.",
        ),
    ],
)
def test_what_cannot_be_bought_or_done(line: str, rule: str, reason: str) -> None:
    """C-DEV-1, C-DEV-2, C-DEV-3."""
    state = shopping(player("1/0/2"), track=TRACK)
    assert refused(state, f"0 {line}") == (rule, reason)


def test_a_refusal_says_what_can_be_bought_instead() -> None:
    """C-DEV-2, C-DEV-3."""
    state = shopping(player("1/0/2", "hedonism market"), track=TRACK)
    hints = {
        "buy temple 0/2/3": "You can afford: Axe, Law.",
        "buy hammer 0/1/2": "You can afford: Axe, Law.",
        "buy axe 0/0/3": "You can pay: 1 food + 2 stone.",
    }
    for line, hint in hints.items():
        assert say(refusal(state, f"0 {line}").hint) == hint


@pytest.mark.parametrize(
    ("goods", "owns", "moves", "line", "hint"),
    [
        pytest.param("2/0/0", "hedonism", (), "buy axe 1/0/2", "Feast", id="only a feast"),
        pytest.param("2/0/1", "market", (), "buy axe 1/0/2", "Your Market", id="with the Market"),
        pytest.param("1/0/2", "hedonism", (), "feast", "Buy an idea, or", id="too little food"),
        pytest.param("3/0/2", "hedonism", (), "swap food wood", "Buy an idea, or", id="no Market"),
        pytest.param("2/0/0", "hedonism", (), "swap food wood", "Feast", id="no idea to buy"),
        pytest.param("1/0/2", "market", (), "feast", "Buy an idea, or", id="no Hedonism"),
        pytest.param(
            "3/0/2", "hedonism", ("buy axe 1/0/2",), "buy law 1/0/2", "Feast", id="bought"
        ),
        pytest.param("3/0/2", "hedonism", ("buy axe 1/0/2",), "take food", "Feast", id="no taking"),
        pytest.param(
            "4/0/1", "market", ("swap food stone",), "take food", "You have used", id="exchanged"
        ),
    ],
)
def test_a_refused_buyer_is_told_what_is_possible(
    goods: str, owns: str, moves: tuple[str, ...], line: str, hint: str
) -> None:
    """C-DEV-1, C-DEV-6, C-DEV-7, C-DEV-9: a purchase, an exchange, a feast, or to pass."""
    start = shopping(player(goods, owns), track="axe", deck="temple")
    state = on(play(on(start), *(f"0 {move}" for move in moves)))
    assert say(refusal(state, f"0 {line}").hint).startswith(hint)


@pytest.mark.parametrize(
    ("line", "rule", "hint"),
    [
        ("buy castle 1/2/1", "C-DEV-3", "Use your Market first to afford an idea"),
        (
            "buy law 1/0/2",
            "C-IDEA-20",
            "Your Market can help. First exchange one of these: 1 wood for 1 stone.",
        ),
        ("swap food stone", "C-DEV-7", "You can exchange: 1 wood for 1 stone."),
        ("swap wood wood", "C-IDEA-20", "You can exchange: 1 wood for 1 stone."),
    ],
)
def test_the_market_is_named_only_for_what_it_can_pay(line: str, rule: str, hint: str) -> None:
    """C-DEV-7: no exchange turns three resources into the four of Castle."""
    state = shopping(player("1/1/1", "market"), track="castle law", deck="")
    found = refusal(state, f"0 {line}")
    assert (found.rule, say(found.hint).startswith(hint)) == (rule, True)


@pytest.mark.parametrize("idea", IDEAS)
def test_every_idea_is_bought_for_what_is_printed_on_it(idea: Idea) -> None:
    """C-DEV-1, C-DEV-3, C-END-1: and its printed points count at once."""
    card = IDEAS[idea]
    turn = 1 if card.age == 1 else 7
    state = shopping(player(str(card.cost)), track=idea, turn=turn, deck="")
    assert legal(state, 0, "buy") == [f"{idea} {card.cost}"]
    state = play(state, f"0 buy {idea} {card.cost}")
    view = CVLIZATIONS.view(state, 1).players[0]
    assert (view.ideas, view.printed) == ((idea,), card.points)
    assert sum(view.goods) == (idea is Idea.AGRICULTURE)  # its income comes in the same turn


def test_an_empty_track_offers_nothing() -> None:
    state = shopping(player("2/0/0", "hedonism"), track="")
    assert say(refusal(state, "0 buy axe 1/0/2").hint) == "Feast with Hedonism, or pass."


# The track


def test_the_gap_is_filled_at_once_and_in_its_place_v_1() -> None:
    """C-DEV-4: ruling V-1."""
    state = play(shopping(RICH, RICH, track=TRACK), "0 buy wheel 0/2/1")
    assert (asked(state), state.track[1]) == ({CHANCE}, None)
    assert news(state, "- turn-up market")[0] == "New on the track: Market."
    state = play(state, "- turn-up market")
    assert state.track == ideas("axe market temple law")
    assert "buy market 1/1/1" in legal(state, 1)
    assert len(state.deck) == 32 - 5


def test_a_slot_stays_empty_when_the_deck_is() -> None:
    """C-DEV-4."""
    state = shopping(RICH, RICH, track=TRACK, deck="")
    state = step(state, "0 buy wheel 0/2/1").state
    assert asked(state) == {1}
    assert state.track == (Idea.AXE, None, Idea.TEMPLE, Idea.LAW)
    view = CVLIZATIONS.view(state, 1)
    assert view.deck_left == 0
    assert [offer.idea for offer in view.offers] == list(ideas("axe temple law"))
    state = shopping(RICH, RICH, track="", deck="")
    assert state.turn == 2


def test_the_last_card_of_the_deck_is_turned_up() -> None:
    """C-DEV-4."""
    state = shopping(RICH, RICH, track="axe", deck="law")
    state = on(step(state, "0 buy axe 1/0/2").state)
    assert (state.track[0], state.deck) == (Idea.LAW, ())


# Costs


@pytest.mark.parametrize(("kind", "idea"), CHEAPER.items())
def test_an_idea_makes_those_of_a_type_cheaper(kind: Kind, idea: Idea) -> None:
    """C-IDEA-10, C-IDEA-18, C-IDEA-24, C-IDEA-31."""
    for other, card in IDEAS.items():
        full = sum(card.cost)
        assert price((), other) == full
        assert price((idea,), other) == full - (card.kind is kind)
        assert price((Idea.SALE,), other) == full - 1  # C-IDEA-45
        assert price((idea, Idea.SALE), other) == full - 1 - (card.kind is kind)
    names = {
        Kind.BUILDING: "hammer",
        Kind.TOOL: "workshop",
        Kind.INVENTION: "school",
        Kind.IDEOLOGY: "writing",
    }
    assert names[kind] == idea


def test_at_least_one_resource_is_always_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    """C-DEV-3: no printed idea is that cheap, but a corrected one might be."""
    card = IDEAS[Idea.AXE]
    cheap = type(card)(
        card.idea, card.number, card.name, card.kind, 1, Goods(0, 0, 1), 2, card.effect
    )
    monkeypatch.setitem(IDEAS, Idea.AXE, cheap)
    assert price((Idea.WORKSHOP, Idea.SALE), Idea.AXE) == 1


def test_the_buyer_chooses_what_a_discount_leaves_out() -> None:
    """C-DEV-3."""
    state = shopping(player("1/1/2", "hammer"), track="castle")
    assert legal(state, 0, "buy") == ["castle 1/1/1"]  # 1/2/1 less one, with 1 wood
    state = shopping(player("3/3/3", "hammer"), track="castle")
    assert legal(state, 0, "buy") == ["castle 0/2/1", "castle 1/1/1", "castle 1/2/0"]
    assert refused(state, "0 buy castle 1/2/1") == (
        "C-DEV-3",
        "You have to pay 3 of the resources printed on Castle.",
    )
    assert say(refusal(state, "0 buy castle 2/1/0").hint) == (
        "You can pay: 2 wood + 1 stone, 1 food + 1 wood + 1 stone, 1 food + 2 wood."
    )
    assert str(on(play(state, "0 buy castle 1/2/0")).players[0].goods) == "2/1/3"


goods_st = st.builds(Goods, *[st.integers(0, 4)] * 3)
discounts_st = st.sets(st.sampled_from([*CHEAPER.values(), Idea.SALE]))


@vary(goods_st, discounts_st, st.sampled_from(list(IDEAS)))
def test_payments_against_brute_force(goods: Goods, owned: set[Idea], idea: Idea) -> None:
    """C-DEV-3: all ways to leave out printed tokens, one for each discount that fits."""
    card = IDEAS[idea]
    fitting = [Idea.SALE, CHEAPER[card.kind]]
    tokens = [good for good in GOODS for _ in range(card.cost.of(good))]
    size = max(1, len(tokens) - sum(discount in owned for discount in fitting))
    ways = {Goods(*(paid.count(good) for good in GOODS)) for paid in combinations(tokens, size)}
    affordable = sorted(way for way in ways if all(h >= n for h, n in zip(goods, way, strict=True)))
    assert list(ways_to_pay(goods, tuple(sorted(owned)), idea)) == affordable
    assert len(ways) <= 6


def test_a_discount_bought_now_helps_the_second_purchase_v_14() -> None:
    """C-DEV-8, C-DEV-3: ruling V-14."""
    state = shopping(player("9/9/9", "common-language"), track="hammer market")
    state = on(play(state, "0 buy hammer 0/1/2"))
    assert "buy market 0/1/1" in legal(state)
    assert "buy market 1/1/1" not in legal(state)


# Hedonism


def test_a_feast_before_buying() -> None:
    """C-IDEA-7, C-DEV-9: once a turn."""
    state = shopping(player("4/0/2", "hedonism"), track="axe")
    assert legal(state) == ["buy axe 1/0/2", "feast", "pass"]
    after = step(state, "0 feast")
    assert say(after.events[0].text) == "Ann turns 2 food into 1 point with Hedonism."
    assert after.undoable
    state = after.state
    assert (scored(state), stores(state).split()[0]) == ([1, 0, 0], "2/0/2")
    assert legal(state) == ["buy axe 1/0/2", "pass"]
    assert refused(state, "0 feast") == ("C-DEV-9", "You have already used Hedonism this turn.")


def test_a_feast_after_the_last_purchase() -> None:
    """C-DEV-9, C-DEV-11: so the buyer is asked once more."""
    state = on(play(shopping(player("3/0/2", "hedonism"), track="axe"), "0 buy axe 1/0/2"))
    assert legal(state) == ["feast", "pass"]
    assert refused(state, "0 buy axe 1/0/2") == (
        "C-DEV-6",
        "You can't buy any more ideas this turn.",
    )
    after = step(state, "0 feast")
    assert (scored(after.state), after.state.turn) == ([1, 0, 0], 2)
    assert after.undoable  # though the turn has gone on


def test_hedonism_needs_two_food() -> None:
    """C-IDEA-7, C-DEV-9, C-ASY-5."""
    state = shopping(player("1/0/2", "hedonism"), track="axe")
    assert refused(state, "0 feast") == ("C-DEV-9", "You need 2 food, but you have 1.")
    assert legal(state) == ["buy axe 1/0/2", "pass"]
    assert shopping(player("1/0/0", "hedonism"), track="axe").turn == 2
    assert legal(shopping(player("2/0/0", "hedonism"), track="axe")) == ["feast", "pass"]


def test_hedonism_bought_now_can_be_used_at_once() -> None:
    """C-DEV-9: ideas work from the moment they are bought."""
    state = on(play(shopping(player("5/1/0"), track="hedonism"), "0 buy hedonism 3/1/0"))
    assert legal(state) == ["feast", "pass"]


def test_the_feast_is_new_in_every_turn() -> None:
    """C-IDEA-7."""
    state = shopping(player("9/0/0", "hedonism"), track="")
    state = play(state, "0 feast")
    assert state.turn == 2
    state = give(state, *("hunting logging",) * 3)
    assert legal(state) == ["feast", "pass"]


def test_passing_after_a_purchase_is_told_otherwise() -> None:
    """C-DEV-11."""
    state = on(play(shopping(player("5/0/2", "hedonism"), track="axe"), "0 buy axe 1/0/2"))
    assert news(state, "0 pass")[0] == "Ann buys nothing more."


# What the view shows


def test_the_view_tells_what_each_viewer_would_pay() -> None:
    """C-DEV-2, C-DEV-3."""
    state = shopping(player("9/9/9"), player("1/0/1", "workshop"), track="axe law")
    offers = CVLIZATIONS.view(state, 1).offers
    assert [(offer.idea, offer.price, offer.hidden) for offer in offers] == [
        (Idea.AXE, 2, False),
        (Idea.LAW, 3, False),
    ]
    assert [list(map(str, offer.payments)) for offer in offers] == [["1/0/1"], []]
    assert CVLIZATIONS.view(state, WATCHER).offers == ()


def test_the_view_tells_how_far_the_buyer_is() -> None:
    state = shopping(player("9/9/9", "common-language hedonism market"), RICH, track="axe law")
    seen = CVLIZATIONS.view(play(state, "0 feast", "0 swap food wood"), 1).shopping
    assert seen is not None
    assert (seen.seat, seen.left, seen.swapped, seen.feasted) == (0, 2, True, True)
    state = table(RICH, RICH, RICH)
    assert CVLIZATIONS.view(state, 1).shopping is None


def test_every_type_has_one_idea_that_makes_it_cheaper() -> None:
    assert set(CHEAPER) == set(KINDS)
    assert all(IDEAS[idea].kind is not kind for kind, idea in CHEAPER.items())
    assert shopping(RICH, track=TRACK).phase is Phase.DEVELOPMENT


@pytest.mark.parametrize(
    ("line", "rule", "reason"),
    [
        ("0 buy axe 1/0/2", "C-DEV-11", "You have already finished buying this turn."),
        ("0 take food", "C-DEV-11", "It's not your turn."),
        ("2 pass", "C-DEV-1", "It's not your turn."),
    ],
)
def test_who_has_passed_is_told_that_it_is_final(line: str, rule: str, reason: str) -> None:
    """C-DEV-1, C-DEV-11."""
    state = play(shopping(RICH, RICH, RICH, track="axe", deck=""), "0 pass")
    assert refused(state, line) == (rule, reason)
