"""What the panel says: headline and prompt, the labels of the choices, the whole move."""

import pytest

from render.i18n import Lang, translate
from rules.krakow import KRAKOW
from rules.notation import parse_move, part_types
from rules.protocol import WATCHER
from rules.text import Seat, Text
from tests.rules.krakow.helpers import NAMES, RULES, Game, dealt, over, working

N1 = "N1 “Main Square and Cloth Hall”"


def say(text: Text, lang: Lang = "en") -> str:
    return translate(text, lang, NAMES)


def prompt(game: Game, seat: Seat) -> str:
    return say(KRAKOW.prompt(game.view(seat)))


def labels(game: Game, text: str, seat: Seat = 0, lang: Lang = "en") -> list[str]:
    """Return the labels of the parts of a move."""
    view, move = game.view(seat), parse_move(RULES, text)
    kind = type(move)
    return [say(KRAKOW.option(view, kind, n, getattr(move, n)), lang) for n in part_types(kind)]


def sentence(game: Game, text: str, seat: Seat = 0) -> str:
    return say(KRAKOW.sentence(game.view(seat), parse_move(RULES, text)))


def test_headlines() -> None:
    assert say(KRAKOW.headline(dealt().view())) == "Round 1 of 4, planning, queue 1 of 3"
    carried = working("L1 0A", seats=3, round_=2)
    assert say(KRAKOW.headline(carried.view())) == "Round 2 of 3, reservations"
    assert say(KRAKOW.headline(working("L1 0F").view())) == "Round 1 of 4, taking leftovers"


def test_waiting_players_are_told_why() -> None:
    assert (
        prompt(dealt(start=1), 0)
        == prompt(dealt(start=1), WATCHER)
        == "Waiting for G to play a card."
    )
    assert prompt(working("L1 0A"), 1) == "Waiting for Y to resolve “1 reservation” at L1."
    assert prompt(working("L1 0F"), 1) == "Waiting for Y to resolve “take any card”."


def test_the_prompt_of_a_lay_counts_what_is_left() -> None:
    game = dealt()
    assert prompt(game, 0) == (
        "Play an action card face down at a place around the market. You have 3 left to "
        "play this round."
    )
    game.do("lay A@L1", "lay A@L1", "lay A@L1", "lay A@L1")
    assert prompt(game, 0).endswith("It's your last one this round.")


@pytest.mark.parametrize(
    ("stack", "owned", "asked"),
    [
        ("T2 0A", "", "“1 reservation”: put a token on a sight in column 2."),
        ("L3 0B", "", "“2 reservations”: put the first token on a sight in row 3."),
        ("B1 0D", "", "“Shift by one”: push column 1 by one card, or decline."),
        (
            "B1 0E",
            "",
            "“Blind swap”: choose a card without tokens to replace, or decline.",
        ),
        (
            "B1 0H",
            "N:B D:1",
            "“Swap from hand”: give one of your sights for a market card without tokens.",
        ),
        ("B1 0F", "", "“Take any card”: take one of the cards left in the market."),
    ],
)
def test_every_card_asks_for_what_it_needs(stack: str, owned: str, asked: str) -> None:
    assert prompt(working(stack, owned={0: owned}), 0) == asked


def test_two_reservations_ask_for_the_second_token() -> None:
    game = working("L3 0B").do("reserve N:7@8")
    assert (
        prompt(game, 0) == "“2 reservations”: put the second token on a different sight in row 3."
    )


def test_labels_of_a_lay_say_what_the_card_does_and_what_lies_there() -> None:
    game = dealt().do("lay A@L1", "lay F@L1")
    assert labels(game, "lay F@L1") == [
        "take any card: after the awards, must take a card left over (you hold 1)",
        "L1: left of row 1, order token 1, cards: ♦, ♣",
    ]
    assert labels(game, "lay C@T2") == [
        "card 0: nothing, a bluff (you hold 1)",
        "T2: above column 2, empty",
    ]
    assert labels(game, "lay A@R3") == [
        "1 reservation: one token on a card of the line (you hold 5)",
        "R3: right of row 3, empty",
    ]


def test_a_lay_is_told_with_its_order_token() -> None:
    game = dealt().do("lay A@L1")
    assert sentence(game, "lay C@T2", 1) == (
        "You play “card 0” at T2, above column 2. It gets order token 2."
    )
    assert sentence(game, "lay F@L1", 1) == (
        "You play “take any card” at L1, left of row 1, on top of 1 card with token 1. "
        "Your card will be turned up first."
    )


def test_a_lay_that_waits_for_others_is_told_without_a_token() -> None:
    """They may lay there first, and take the number."""
    game = dealt(3, start=1).do("lay A@L1")
    for lay in ("lay C@T2", "lay F@L1"):
        place = lay[-2:]
        assert sentence(game, lay, 0).split(" at ")[1].startswith(place)
        assert "token" not in sentence(game, lay, 0)
        assert "token" in sentence(game, lay, 2)


def test_labels_of_a_sight_say_where_it_lies_and_what_it_brings() -> None:
    game = working("T2 0A", tokens={1: "1@9 0@8"})
    assert labels(game, "reserve N:2@11") == [
        "N2: St Mary's Church, r1c2, 3 points, tokens: ♣, ♦",
        "11:00",
    ]
    assert labels(game, "reserve N:5@17") == [
        "N5: Old Synagogue, Kazimierz, r2c2, 1 point",
        "17:00",
    ]


def test_r4_the_confirmation_says_that_an_own_token_lies_there() -> None:
    game = working("T2 0A", tokens={1: "1@9 0@8", 4: "1@10"})
    assert sentence(game, "reserve N:2@11") == (
        "You put 11:00 on N2 “St Mary's Church”, where you already have a token."
    )
    assert sentence(game, "reserve N:5@17") == (
        "You put 17:00 on N5 “Old Synagogue, Kazimierz”, which already has 1 token."
    )
    assert sentence(game, "reserve N:8@17") == "You put 17:00 on N8 “Wawel Royal Castle”."


@pytest.mark.parametrize(
    ("place", "move", "label", "told"),
    [
        ("L1", "shift left", "Left: N1 falls off", f"row 1 to the left, and {N1} falls off"),
        (
            "R1",
            "shift right",
            "Right: N3 falls off",
            "row 1 to the right, and N3 “Barbican and Florian Gate” falls off",
        ),
        ("T1", "shift up", "Up: N1 falls off", f"column 1 up, and {N1} falls off"),
        (
            "B1",
            "shift down",
            "Down: N7 falls off",
            "column 1 down, and N7 “Kościuszko Mound” falls off",
        ),
    ],
)
def test_a_shift_names_what_falls_off(place: str, move: str, label: str, told: str) -> None:
    game = working(f"{place} 0D")
    assert labels(game, move) == [label]
    assert sentence(game, move) == f"You push {told}."


def test_a_shift_counts_the_tokens_that_fall_off() -> None:
    game = working("L1 0D", tokens={0: "0@9 1@8"})
    assert (
        sentence(game, "shift left")
        == f"You push row 1 to the left, and {N1} falls off with 2 tokens."
    )


def test_the_other_moves_in_a_sentence() -> None:
    assert sentence(working("L1 0E"), "swap N:5") == (
        "N5 “Old Synagogue, Kazimierz” is set aside, and a card from the deck takes its place."
    )
    assert sentence(working("L1 0E"), "decline") == "You don't use this card's effect."
    assert sentence(working("L1 0F"), "take N:1") == f"You take {N1}."
    game = working("L1 0H", owned={0: "N:B D:1"})
    assert sentence(game, "exchange N:B>N:A") == (
        "You give NB “Tyniec Abbey” and get NA “Wieliczka Salt Mine”."
    )
    assert labels(game, "exchange N:B>N:A") == [
        "NB: Tyniec Abbey, 3 points",
        "NA: Wieliczka Salt Mine, r3c3, 5 points",
    ]


def test_labels_fit_the_view_of_whoever_has_nothing_to_choose() -> None:
    """A menu may be older than the position: things that are gone still have a name."""
    assert labels(dealt(), "shift left", 1) == ["Left"]
    assert labels(Game(KRAKOW.initial_state(2, frozenset())), "shift up", 1) == ["Up"]
    assert labels(dealt(), "take D:1", 1) == ["D1: Main Square and Cloth Hall, 4 points"]


def test_what_chance_does_needs_no_more_words() -> None:
    for move in ("setup DJ/1", "deal D:1,D:2", "draw D:1"):
        assert sentence(dealt(), move) == "A random draw decides."


def test_at_the_end_nobody_is_asked() -> None:
    view = KRAKOW.view(over(("N1", "AAA"), ("", "AAA")), 0)
    assert say(KRAKOW.prompt(view)) == "The match is over."
    assert say(KRAKOW.headline(view)) == "The match is over"


def test_labels_speak_polish() -> None:
    game = dealt().do("lay A@L1")
    assert labels(game, "lay C@T2", 1, "pl")[1].startswith("G2: nad kolumną 2")
    assert labels(working("L1 0D"), "shift left", 0, "pl")[0].startswith("W lewo: ")


def test_while_a_card_is_drawn_its_owner_waits() -> None:
    assert "drawn" in prompt(working("L1 0D").do("shift left"), 0)
    assert "dealt" in prompt(Game(KRAKOW.initial_state(2, frozenset())), 0)
