"""What can be done now, and where things are: exact words, and nothing untrue."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from render.i18n import translate
from rules.errors import RefusedError
from rules.krakow import KRAKOW
from rules.krakow.components import COMPONENTS, SIGHTS, Group, Sight
from rules.krakow.state import KrakowState
from rules.krakow.view import Phase
from rules.notation import parse_move
from rules.protocol import WATCHER
from rules.text import Seat
from tests.contract.checks import playout
from tests.rules.krakow.helpers import NAMES, RULES, Game, dealt, over, working

SPARE = "T3 1C"


def advised(game: Game, seat: Seat) -> list[str]:
    return [
        f"{translate(one.text, 'en', NAMES)} {' '.join(one.rules)}"
        for one in KRAKOW.advice(game.view(seat))
    ]


def where(game: Game, seat: Seat, component: str) -> str | None:
    text = KRAKOW.whereabouts(game.view(seat), component)
    return None if text is None else translate(text, "en", NAMES)


def test_components_are_all_that_is_in_the_box() -> None:
    assert len(COMPONENTS) == 65 + 8 + 2 + 4
    assert COMPONENTS[:65] == tuple(str(sight) for sight in SIGHTS)
    assert COMPONENTS[65:] == (
        *(f"card:{letter}" for letter in "ABCDEFGH"),
        "token",
        "order",
        "group:N",
        "group:D",
        "group:J",
        "group:I",
    )


# Advice


def test_advice_on_the_first_lay() -> None:
    assert advised(dealt(), 0) == [
        (
            "Queue 1 of 3: play one action card face down at any place. You have 3 left to "
            "play this round. K-PLAN-1 K-PLAN-3"
        ),
        (
            "All places are empty. Your card will get order token 1, so its stack will be "
            "turned up first. K-PLAN-4 K-RES-1"
        ),
        (
            "A card at L or R (left or right) affects its whole row, and a card at T or B "
            "(top or bottom) its whole column. What matters is which sights are there when "
            "the card is turned up. K-PLAN-6 K-RES-6"
        ),
        (
            "The three cards you never play score at the end. The most valuable ones you "
            "hold now are take any card (+5), 2 reservations (+4) and 2 reservations (+4). "
            "K-SET-6 K-SCORE-1"
        ),
        "The row or column makes no difference to these cards: card 0, blind swap, take any "
        "card, stop actions, swap from hand (no effect this round, because you don't have any "
        "sights yet). K-PLAN-6 K-ACT-H5",
    ]


def test_advice_on_a_lay_beside_others() -> None:
    game = dealt().do("lay F@L1", "lay B@T2", "lay H@L1", "lay A@B3")
    said = advised(game, 0)
    assert said[0].startswith(
        "Queue 3 of 3: play one action card face down at any place. It's your"
    )
    assert said[1:3] == [
        (
            "Empty: T1, T3, L2, L3, R1, R2, R3, B1, B2. A card played there gets order token "
            "4, so its stack is turned up after all the others so far. K-PLAN-4 K-RES-1"
        ),
        (
            "Taken (with their order tokens): L1 (1), T2 (2), B3 (3). A card played there "
            "goes on top and is turned up before the ones below it. K-PLAN-5 K-RES-2"
        ),
    ]
    assert "2 reservations (+4), 2 reservations (+4) and 1 reservation (+1)" in said[4]
    assert said[5:] == [
        "The row or column makes no difference to these cards: card 0, blind swap, stop actions. "
        "K-PLAN-6"
    ]
    empty = KRAKOW.advice(game.view(0))[1].text
    assert translate(empty, "pl", NAMES).startswith("Puste: G1, G3, L2, L3, P1")


def test_sides_have_the_letters_of_the_readers_pictures() -> None:
    """K-PLAN-3: in Polish the right side is P, the top G and the bottom D."""
    game = dealt()
    sides = KRAKOW.advice(game.view(0))[2].text
    with pytest.raises(RefusedError) as caught:
        KRAKOW.apply(game.state, 0, parse_move(RULES, "lay A@L4"))
    for text, number in ((sides, ""), (caught.value.hint, "1"), (caught.value.hint, "3")):
        named = re.findall(rf"\b[A-Z]{number}\b", translate(text, "pl", NAMES))
        assert sorted(named) == [f"{letter}{number}" for letter in "DGLP"]


def test_advice_on_a_reservation() -> None:
    game = working("L1 0A", "T3 1C 1C", tokens={0: "1@9 1@8 0@12", 5: "1@10"})
    assert advised(game, 0) == [
        ("Put one token on a sight in row 1: N1 (+4), N2 (+3), N3 (+2). K-ACT-A1 K-PLAN-6"),
        ("There are already tokens on N1 (you 12:00, G × 2). You may add yours. K-ACT-A2 K-AWD-3"),
        (
            "You have 9 hours left, and each can be used only once: 8:00, 9:00, 10:00, "
            "11:00, 13:00, 14:00, 15:00, 16:00, 17:00. K-ACT-A4 K-END-3"
        ),
        (
            "The earliest hour on a sight wins it. If two players tie for the earliest, "
            "nobody wins it. K-AWD-3 K-AWD-4"
        ),
        (
            "2 cards are still face down. They'll be turned up in this order: T3 (2 cards). "
            "K-RES-1 K-RES-2 K-RES-6"
        ),
    ]


def test_advice_on_two_reservations() -> None:
    game = working("L1 0B", SPARE)
    assert advised(game, 0)[:2] == [
        (
            "Put the first of two tokens on a sight in row 1: N1 (+4), N2 (+3), N3 (+2). The "
            "second must go on a different one. K-ACT-B1 K-PLAN-6"
        ),
        "None of them has a token yet. A token that stays alone wins its sight. K-AWD-2",
    ]
    said = advised(game.do("reserve N:2@8"), 0)
    assert said[0] == (
        "Put the second token on a sight in row 1 other than N2: N1 (+4), N3 (+2). "
        "K-ACT-B1 K-ACT-B2"
    )
    assert said[2].startswith("You have 9 hours left, and each can be used only once: 9:00")


def test_advice_names_the_hours_that_were_turned_up() -> None:
    game = working("L1 0A", tokens={0: "0@9 1@8"}, owned={}).do("reserve N:2@10")
    game.do("deal D:1,D:2,D:3,D:4,D:5,D:6,D:7,D:8,D:A")
    game.do("lay A@L1", "lay A@L1", *["lay C@T1", "lay C@T1", "lay D@T2", "lay D@T2"])
    acting = next(iter(KRAKOW.to_act(game.state)))
    other = 1 - acting
    hour = ("9:00", "8:00")[other]
    assert (
        f"Other players have already revealed and used these hours: {NAMES[other]} ({hour}). "
        "K-AWD-3 K-END-3"
    ) in advised(game, acting)


def test_advice_on_a_shift_says_what_falls_off() -> None:
    game = working("L1 0D", SPARE, tokens={0: "1@9 0@10"})
    assert advised(game, 0) == [
        "Push row 1 one card to the left or right, or decline. K-ACT-D1",
        (
            "Left: N1 falls off. The 2 tokens on it are removed from the game without being "
            "revealed (you 10:00, G). K-ACT-D3 K-ACT-D4"
        ),
        "Right: N3 falls off. It has no tokens on it. K-ACT-D2",
        (
            "The other cards and their tokens move along, and a card from the deck fills the "
            "gap. K-ACT-D2 K-ACT-D4"
        ),
    ]
    column = advised(working("B2 0D", SPARE), 0)
    assert column[0].startswith("Push column 2 one card up or down")
    assert [line[:10] for line in column[1:3]] == ["Down: N8 f", "Up: N2 fal"]


def test_advice_on_a_blind_swap() -> None:
    game = working("L1 0E", SPARE, tokens={0: "1@9", 4: "0@9"}, deck="D:1 D:2")
    assert advised(game, 0) == [
        (
            "Replace one of the 7 market cards without tokens with a card from the deck, or "
            "decline: N2, N3, N4, N6, N7, N8, NA. K-ACT-E1"
        ),
        ("You choose before you see the new card. There are 2 cards in the deck. K-ACT-E2 K-END-5"),
        "Cards with tokens must stay: N1, N5. K-ACT-E3",
        ("You don't get either card. The old one is set aside. K-ACT-E1 K-ACT-E2"),
    ]


def test_advice_on_a_swap_from_hand() -> None:
    game = working("L1 0H", SPARE, owned={0: "D:1 N:B O:1"}, tokens={8: "1@9"})
    assert advised(game, 0) == [
        (
            "You can make an exchange, so you must: give one of your sights for a market "
            "card without tokens that has the same group, or the same number or letter. "
            "K-ACT-H1 K-ACT-H2 K-ACT-H5"
        ),
        (
            "You can give one of these (in brackets: how many different market cards it "
            "could get you): D1 (1), NB (8). K-ACT-H2 K-ACT-H4"
        ),
        "Right now, you can't get anything for O1. K-ACT-H2 K-ACT-H4",
        "You can't get these market cards: NA. K-ACT-H3 K-ACT-H6",
        (
            "Your sights are now worth +7: +7 on the cards and 0 for runs and sets. "
            "K-SCORE-1 K-SCORE-4"
        ),
    ]


def test_advice_on_a_take() -> None:
    game = working("L1 1F 0F", tokens=dict.fromkeys(range(6), "1@9"), owned={0: "N:L"})
    assert advised(game, 0) == [
        "Take one of the cards left in the market: N7 (+3), N8 (+4), NA (+5). K-TAKE-1 K-TAKE-2",
        (
            "You must take one even if you don't want any. It doesn't cost a token. K-TAKE-1 "
            "K-TAKE-3"
        ),
        "Next to take a card after you: G. K-TAKE-1",
        (
            "Your sights are now worth −4: −4 on the cards and 0 for runs and sets. "
            "K-SCORE-1 K-SCORE-4"
        ),
    ]
    assert advised(game, 1) == [
        "Waiting for Y to take one of the cards left in the market. K-TAKE-1 K-TAKE-2",
        "Next to take a card: G. K-TAKE-1",
    ]


def test_a_player_waiting_for_a_lay_learns_what_to_do_meanwhile() -> None:
    game = dealt(3).do("lay F@L1")
    assert advised(game, 0)[:2] == [
        "Waiting for G to play a card (queue 1 of 4). K-PLAN-1",
        ("2 players play before you. You can already choose your next card and queue it. K-PLAN-1"),
    ]
    assert advised(game, 2)[1].startswith("1 player plays before you")
    assert advised(game, WATCHER) == ["Waiting for G to play a card (queue 1 of 4). K-PLAN-1"]


def test_a_player_waiting_for_a_card_learns_what_comes_next() -> None:
    game = working("L1 0A", "R2 1G 0B", "T3 1C")
    waiting = "Waiting for Y to resolve “1 reservation” on row 1. K-RES-4 K-ACT-A1"
    order = (
        "3 cards are still face down. They'll be turned up in this order: R2 (2 cards), "
        "T3. K-RES-1 K-RES-2 K-RES-6"
    )
    assert advised(game, WATCHER) == [waiting, order]
    assert advised(game, 1) == [
        waiting,
        order,
        ("Your cards still to be turned up: stop actions (R2), card 0 (T3). K-RES-4 K-HID-2"),
    ]


def test_nobody_decides_while_chance_does() -> None:
    start = Game(KRAKOW.initial_state(2, frozenset()))
    assert advised(start, 0) == [
        "The match is being set up. There's nothing to decide. K-SET-2 K-SET-5"
    ]
    assert advised(start.do("setup JI/0"), 0) == [
        "The market is being dealt. There's nothing to decide. K-SET-3"
    ]
    drawing = working("L1 0D").do("shift left")
    assert advised(drawing, 0) == [
        "A card is being drawn from the deck. There's nothing to decide. K-ACT-D2"
    ]
    assert advised(Game(over(("N1", "ABF"), ("", "ABC"))), 0) == []


def by_rules(game: Game, seat: Seat) -> list[str]:
    """Return the rules that each piece of advice stands on."""
    return [" ".join(one.rules) for one in KRAKOW.advice(game.view(seat))]


def test_nobody_decides_while_a_blind_swap_is_drawn() -> None:
    assert by_rules(working("L1 0E").do("swap N:5"), 0) == ["K-ACT-E2"]


def test_who_owns_sights_is_not_told_that_a_swap_from_hand_has_no_effect() -> None:
    """K-ACT-H5: seat 0 got N1 in round 1, seat 1 nothing."""
    game = working("L1 0A").do("reserve N:1@8", "deal D:1,D:2,D:3,D:4,D:5,D:6,D:7,D:8,D:A")
    assert "K-PLAN-6 K-ACT-H5" in by_rules(game, 1)
    owner = by_rules(game.do("lay A@L1"), 0)
    assert "K-PLAN-6" in owner
    assert "K-PLAN-6 K-ACT-H5" not in owner


def test_of_a_single_take_nobody_is_said_to_follow() -> None:
    """K-TAKE-1."""
    game = working("L1 0F")
    assert by_rules(game, 1) == ["K-TAKE-1 K-TAKE-2"]
    assert by_rules(game, 0) == ["K-TAKE-1 K-TAKE-2", "K-TAKE-1 K-TAKE-3", "K-SCORE-1 K-SCORE-4"]


def test_who_has_laid_everything_waits_for_the_stacks() -> None:
    """K-PLAN-8."""
    assert by_rules(dealt().do(*["lay A@L1"] * 5), 0) == ["K-PLAN-1", "K-PLAN-8"]


def test_who_lays_later_sees_the_places_already() -> None:
    """K-PLAN-4, K-PLAN-5."""
    game = dealt(3).do("lay F@L1")
    assert by_rules(game, 0)[2:] == ["K-PLAN-4 K-RES-1", "K-PLAN-5 K-RES-2"]
    assert by_rules(dealt(3), 1)[2:] == ["K-PLAN-4 K-RES-1"]


def test_the_last_card_of_a_round_is_said_to_be_the_last() -> None:
    """K-AWD-1."""
    assert by_rules(working("L1 0A"), 0)[-1] == "K-AWD-1"
    assert by_rules(working("L1 0A", SPARE), 0)[-1] == "K-RES-1 K-RES-2 K-RES-6"


def test_without_tokens_no_card_must_stay_in_a_blind_swap() -> None:
    """K-ACT-E3."""
    assert by_rules(working("L1 0E"), 0) == [
        "K-ACT-E1",
        "K-ACT-E2 K-END-5",
        "K-ACT-E1 K-ACT-E2",
    ]


def test_a_swap_from_hand_tells_only_of_what_stands_in_the_way() -> None:
    """K-ACT-H3, K-ACT-H4: nothing does, then two rings and a lajkonik of the market."""
    told = by_rules(working("L1 0H", owned={0: "N:B D:1"}), 0)
    assert told == ["K-ACT-H1 K-ACT-H2 K-ACT-H5", "K-ACT-H2 K-ACT-H4", "K-SCORE-1 K-SCORE-4"]
    market = "N:L N:2 N:3 N:4 N:5 N:6 N:7 N:8 N:A"
    said = advised(working("L1 0H", owned={0: "N:B D:2 O:2 O:1"}, market=market), 0)
    assert "D2 (1), NB (8)" in said[1]
    assert "O1 and O2" in said[2]
    assert "NL" in said[3]


# Whereabouts


def test_where_a_sight_is() -> None:
    game = working("L1 0A", owned={0: "D:1", 1: "D:2"}, aside="D:3", tokens={5: "1@9 0@8"})
    assert [where(game, 0, sight) for sight in ("N:1", "N:6", "D:1", "D:2", "D:3", "J:1")] == [
        ("N1 “Main Square and Cloth Hall” is in the market (row 1, column 1). It has no tokens."),
        ("N6 “Dragon's Den” is in the market (row 2, column 3). It has 2 tokens: you 8:00, G."),
        "D1 “Main Square and Cloth Hall” is one of your sights.",
        "D2 “St Mary's Church” is one of G's sights.",
        "D3 “Barbican and Florian Gate” is set aside until the round ends or the deck runs out.",
        "J1 “Main Square and Cloth Hall” stays in the box for this match.",
    ]
    assert where(game, 0, "D:4") == (
        f"D4 “Collegium Maius” is one of the {len(game.state.deck)} face-down cards in the deck."
    )
    assert where(game, WATCHER, "N:6") == (
        "N6 “Dragon's Den” is in the market (row 2, column 3). It has 2 tokens: Y, G."
    )


def test_where_the_groups_are() -> None:
    game = working("L1 0A", owned={0: "D:1", 1: "D:2 D:4"}, aside="D:3")
    assert where(game, 0, "group:D") == (
        "Dutch: 15 cards. In the market: 0. Set aside: 1. In the deck: 11. Collected: Y (1), G (2)."
    )
    assert where(game, 0, "group:J") == (
        "Japanese: all these cards stay in the box for this match."
    )
    start = Game(KRAKOW.initial_state(2, frozenset()))
    assert where(start, 0, "group:N") is where(start, 0, "N:5") is None, "not drawn yet"
    assert where(start, 0, "O:1") is not None


def test_where_the_action_cards_are() -> None:
    game = dealt().do("lay D@L1", "lay C@L2", "lay G@L1", "lay A@L3", "lay D@T1", "lay A@L3")
    assert where(game, 0, "card:D") == (
        "“shift by one”: 2 in each player's set. Yours: face down at T1, 1 stopped. "
        "Turned up by others: none. They can have at most: G (2)."
    )
    assert where(game, 0, "card:C") == (
        "“card 0”: 1 in each player's set. Yours: 1 in hand. Turned up by others: G "
        "(1). They can have at most: G (0)."
    )
    assert where(game, WATCHER, "card:A") == (
        "“1 reservation”: 6 in each player's set. Turned up: G (1). Still "
        "unseen, at most: Y (6), G (5)."
    )


def test_where_action_cards_are_at_the_end() -> None:
    game = Game(over(("N1", "ABF"), ("", "AAC")))
    assert where(game, 0, "card:A") == "“1 reservation” was kept to the end by Y (1) and G (2)."
    assert where(game, 0, "card:H") == "“swap from hand” was kept to the end by nobody."


def test_where_the_tokens_are() -> None:
    game = working("L1 0A", "T2 1A", hours={0: (8, 9)}, tokens={0: "1@9"})
    assert where(game, 0, "token") == (
        "Your hours left: 8:00, 9:00. Other players' tokens left: G (9); in the market: 1."
    )
    assert where(game, WATCHER, "token") == "Tokens left: Y (2), G (9); in the market: 1."
    assert where(game, 0, "order") == (
        "Order tokens and their places: 1 (L1), 2 (T2). Number 1 is being resolved."
    )
    assert where(dealt(), 0, "order") == (
        "No place has an order token yet. The first card played gets number 1."
    )
    assert where(dealt().do("lay A@T1"), 0, "order") == "Order tokens and their places: 1 (T1)."


WORDS = {
    "is in the market": "market",
    "set aside": "aside",
    "stays in the box": "box",
    "one of your sights": "held",
    "'s sights": "held",
    "in the deck": "deck",
}


def truth(state: KrakowState, sight: Sight) -> str:
    if sight in state.market:
        return "market"
    if sight in state.aside:
        return "aside"
    if sight.group in state.removed:
        return "box"
    return "deck" if sight in state.deck else "held"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_sight_is_where_it_is_said_to_be(seats: int) -> None:
    for step in playout(RULES, seats, 5):
        state = step.after.state
        assert isinstance(state, KrakowState)
        view = KRAKOW.view(state, WATCHER)
        if view.phase is Phase.SETUP:
            continue
        for sight in SIGHTS:
            text = KRAKOW.whereabouts(view, str(sight))
            assert text is not None
            (said,) = (place for words, place in WORDS.items() if words in text.msgid)
            assert said == truth(state, sight)
        for group in Group:
            text = KRAKOW.whereabouts(view, f"group:{group}")
            assert text is not None
            if group not in state.removed:
                deck = sum(sight.group is group for sight in state.deck)
                assert dict(text.params)["deck"] == deck


def test_others_have_no_more_of_a_card_than_they_have_cards() -> None:
    """K-RES-5: two in hand and one face down, although six of them were never turned up."""
    game = working("L1 0A", "T1 1C", "T2 0C 0C")
    few = game.state.players[1]._replace(hand=game.state.players[1].hand[:2])
    state = replace(game.state, players=(game.state.players[0], few))
    assert (where(Game(state), 0, "card:A") or "").endswith("G (3).")
