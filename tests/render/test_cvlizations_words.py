"""CVlizations in words: the text board is complete, the alternative text short."""

from __future__ import annotations

from dataclasses import replace

import pytest

from render.cvlizations import CvlizationsArtist, phrases, text
from render.i18n import LANGS, Lang, translate
from render.picture import MAX_ALT
from rules.cvlizations.agenda import Do, Task
from rules.cvlizations.components import (
    GOOD_NAMES,
    IDEAS,
    ORDER_CARDS,
    ORDERS,
    Goods,
    Idea,
    Order,
)
from rules.cvlizations.view import CvView, Gain, Phase, Reveal, Shopping, Theft, Variant
from rules.text import Text
from tests.render.cave import NAMES, TABLES, made_up

ARTIST = CvlizationsArtist()
SHORT = {0: "Ada", 1: "Bartłomiej", 2: "Celina", 3: "Dorota", 4: "Emil"}
ACTS = frozenset({0})


def told(view: CvView, lang: Lang = "en") -> str:
    """Return the text board of a view."""
    return ARTIST.board(view, names=SHORT, lang=lang, to_act=ACTS).text


def english(it: Text) -> str:
    return translate(it, "en", SHORT)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("phase", [Phase.ORDERS, Phase.ACTION, Phase.OVER])
@pytest.mark.parametrize(("seats", "variant"), TABLES)
def test_the_text_board_is_complete(seats: int, variant: Variant, phase: Phase, lang: Lang) -> None:
    view = made_up(seats, variant, phase, ideas=18)
    board = told(view, lang)
    for player in view.players:
        assert SHORT[player.seat] in board
        for number in (player.points, player.printed, player.total, *player.goods):
            assert str(number) in board
        for idea in player.ideas:
            assert getattr(IDEAS[idea].name, lang) in board
    for idea in filter(None, view.track):
        assert getattr(IDEAS[idea].effect, lang) in board
    for tribe in view.tribes:
        for order in tribe.hand:
            assert getattr(ORDER_CARDS[order].name, lang) in board
    assert {str(view.deck_left), str(view.next_deck)} <= set(board.split())


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("seats", "variant"), TABLES)
def test_the_alternative_text_is_short_and_whole(seats: int, variant: Variant, lang: Lang) -> None:
    for phase in (Phase.ORDERS, Phase.ACTION, Phase.OVER):
        view = made_up(seats, variant, phase, ideas=18)
        alt = ARTIST.board(view, names=NAMES, lang=lang, to_act=ACTS).alt
        assert len(alt) < MAX_ALT
        for player in view.players:
            assert f"{player.goods}, {player.total}" in alt
        for idea in filter(None, view.track):
            assert f"{getattr(IDEAS[idea].name, lang)} {IDEAS[idea].cost}" in alt


def test_what_orders_brought_is_told() -> None:
    gains = (Gain(Goods(-1, 3, 0), 2), Gain(Goods(0, 0, 0), 0))
    thefts = (Theft(1, 0, next(iter(GOOD_NAMES))),)
    orders = ((Order.TRADING, Order.SLACKING), (Order.THIEVING, Order.DOUBLING))
    reveal = Reveal(3, orders, (1, 0, 0, 0, 0, 1, 1, 1), (0, 1), gains, thefts)
    own = [english(it) for it in text.brought(reveal, 0)]
    assert own == ["−1 food", "+3 wood", "+2 points", "1 food stolen by Bartłomiej"]
    assert [english(it) for it in text.brought(reveal, 1)] == ["1 food stolen from Ada"]


def test_an_order_of_three_tribes_is_told_as_it_is() -> None:
    board = told(made_up(5, phase=Phase.ACTION))
    failed = next(line for line in board.splitlines() if "no effect" in line)
    assert failed.startswith("Thieving: Ada, Bartłomiej, Dorota, Emil")


@pytest.mark.parametrize("variant", [Variant.GEEKS, Variant.ADVANCED])
def test_neutral_tribes_are_named(variant: Variant) -> None:
    board = told(made_up(2, variant))
    if variant is Variant.GEEKS:
        assert "Cave Geeks (?)" in board
    else:
        named = {"Ada's neutral tribe (V2)", "Bartłomiej's neutral tribe (N2)"}
        assert named <= set(board.split("\n"))


def test_the_tribes_that_the_last_move_concerned_are_told() -> None:
    view = replace(made_up(2, Variant.ADVANCED), marked=(1, 3))
    line = "Last changed: Bartłomiej, Bartłomiej's neutral tribe."
    assert told(view).endswith(line)
    assert line in text.alternative(view, SHORT, "en")


def test_a_sentence_ends_with_one_full_stop() -> None:
    view = replace(made_up(3), marked=(2,))
    board = ARTIST.board(view, names={**SHORT, 2: "Celina K."}, lang="en", to_act=ACTS).text
    assert board.endswith("Last changed: Celina K.")
    assert ".." not in board


def test_no_letter_stands_for_a_name() -> None:
    """The Cave Geeks have no player, and the Indians' letter would be read as a pronoun."""
    alt = text.alternative(made_up(2, Variant.GEEKS), SHORT, "en")
    assert "Cave Geeks: Thieving, secret." in alt
    assert "Bartłomiej (N): " in alt


def test_a_name_is_cut_in_the_alternative_text_only_if_it_must_be() -> None:
    names = {**SHORT, 1: "Małgorzata K.", 2: "Zoë Zawadzka"}
    alt = text.alternative(made_up(3), names, "en")
    assert "Małgorzata K. has the leader helm." in alt
    assert len(alt) <= MAX_ALT
    long = {seat: f"{name} {'of the long and winding road ' * 3}" for seat, name in names.items()}
    alt = text.alternative(made_up(5), {**long, 1: "Małgorzata K."}, "en")
    assert "Małgorzata… has the leader helm." in alt
    assert len(alt) <= MAX_ALT


def test_who_has_bought_or_passed_is_told() -> None:
    """C-DEV-11: of those before the buyer, from the helm on."""
    view = made_up(4, phase=Phase.DEVELOPMENT)
    seats = view.line
    shopping = Shopping(seats[2], 1, swapped=False, feasted=False)
    shown = replace(view, shopping=shopping, bought=(seats[1],), waiting=frozenset(seats[2:3]))
    names = [SHORT[seat] for seat in seats]
    assert f"Players who bought an idea this turn: {names[1]}." in told(shown)
    assert f"Players who bought nothing this turn: {names[0]}." in told(shown)
    first = replace(shown, shopping=replace(shopping, seat=seats[0]), bought=())
    assert "this turn:" not in told(first)


def test_a_law_that_is_used_up_is_told_to_thieves() -> None:
    """C-IDEA-26."""
    view = made_up(3, phase=Phase.ACTION)
    owner = next(p.seat for p in view.players if Idea.LAW in p.ideas)
    reveal, thief = view.reveal, (owner + 1) % 3
    assert reveal is not None
    counts = (2, *reveal.counts[1:])
    told_of = "owns Law and has already been robbed"
    theft = Theft(thief, owner, next(iter(GOOD_NAMES)))
    task = Task(Do.STEAL, Order.THIEVING)
    robbed = replace(
        view, reveal=replace(reveal, counts=counts, thefts=(theft,)), tasks=(task, None, None)
    )
    assert f"{SHORT[owner]} {told_of}" in told(robbed)
    assert told_of not in told(replace(robbed, tasks=(None, None, None)))
    assert told_of not in told(replace(robbed, reveal=replace(reveal, counts=counts, thefts=())))


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (Phase.ORDERS, "Celina gives orders"),
        (Phase.DEVELOPMENT, "Celina buys ideas"),
        (Phase.CLEANUP, "Celina takes resources"),
        (Phase.OVER, "Celina wins the match"),
    ],
)
def test_the_sentence_says_who_has_to_decide(phase: Phase, said: str) -> None:
    assert english(phrases.asked(made_up(3, phase=phase))) == said


def test_the_player_carrying_out_an_order_is_named_with_it() -> None:
    view = made_up(3, phase=Phase.ACTION)
    assert english(phrases.asked(view)) == "Carrying out orders: Ada, Bartłomiej, Celina"
    cleanup = replace(view, phase=Phase.CLEANUP)
    assert english(phrases.asked(cleanup)) == "Taking resources: Ada, Bartłomiej, Celina"
    one = replace(view, waiting=frozenset({1}))
    assert english(phrases.asked(one)) == "Bartłomiej carries out Thieving"
    assert english(phrases.asked(replace(view, drawing=True))) == "Pieces are being drawn"


def test_a_shared_victory_names_nobody() -> None:
    view = made_up(3, phase=Phase.OVER)
    equal = tuple(replace(player, total=30) for player in view.players)
    said = english(phrases.asked(replace(view, players=equal)))
    assert said == "The match is over: the win is shared"


def test_a_tie_is_won_with_more_resources_left() -> None:
    view = made_up(3, phase=Phase.OVER)
    tied = tuple(replace(it, total=30, left=2 + (it.seat == 1)) for it in view.players)
    said = english(phrases.asked(replace(view, players=tied)))
    assert said == "Bartłomiej wins: more resources left"


def test_the_sentence_names_the_idea_that_is_used() -> None:
    view = made_up(3, phase=Phase.ACTION)
    task = view.tasks[1]
    assert task is not None
    used = tuple(replace(task, idea=Idea.EGOISM) if it is task else it for it in view.tasks)
    one = replace(view, waiting=frozenset({1}), tasks=used)
    assert english(phrases.asked(one)) == "Bartłomiej uses Egoism"


def test_a_neutral_tribe_is_led() -> None:
    view = made_up(2, Variant.ADVANCED)
    unplaced = tuple(replace(tribe, placed=tribe.tribe == 3) for tribe in view.tribes)
    shown = replace(view, tribes=unplaced, waiting=frozenset({0}))
    assert english(phrases.asked(shown)) == "Ada leads the neutral tribe"


def test_the_hand_tells_orders_effects_and_prices() -> None:
    view = made_up(3, seat=1)
    hand = ARTIST.hand(view, names=SHORT, lang="en")
    assert hand is not None
    for order in view.tribes[1].hand:
        assert f"{english(phrases.order_name(order))}: 1 tribe: " in hand.text
    assert hand.text.count("It costs you") == len(view.offers)
    assert hand.text.count("and you can afford it") == sum(bool(o.payments) for o in view.offers)
    assert len(hand.alt) < MAX_ALT


def test_ideas_are_other_ones_only_beside_some_that_can_be_bought() -> None:
    view = made_up(3, seat=1)
    dear = tuple(replace(offer, payments=()) for offer in view.offers)
    broke = replace(view.players[1], goods=Goods(0, 0, 0))
    poor = replace(view, offers=dear, players=(view.players[0], broke, *view.players[2:]))
    hand = ARTIST.hand(poor, names=SHORT, lang="en")
    assert hand is not None
    assert "Missing for the ideas on offer: " in hand.alt
    assert "other ideas" not in hand.alt


def test_orders_say_what_they_bring() -> None:
    said = {order: [english(phrases.brings(order, n)) for n in (1, 2, 3)] for order in ORDERS}
    assert said[Order.THIEVING] == ["steal 1", "steal 2", "nothing"]
    assert said[Order.HUNTING] == ["2 food", "3 food", "1 food"]
    assert said[Order.SLACKING] == ["1 point", "2 points", "nothing"]
    assert said[Order.TRADING][0] == "give 1, take 3"
    assert said[Order.DOUBLING] == ["other order ×2", "other order ×2", "nothing"]
