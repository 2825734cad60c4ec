"""What a player reads: headline, prompt, labels, sentences, advice, and where things are."""

from collections import Counter
from dataclasses import replace

import pytest

from matches.domain.practice import Practice
from rules.cvlizations import CVLIZATIONS
from rules.cvlizations.components import COMPONENTS, IDEAS, ORDERS, Good, Goods, Idea, Kind, Order
from rules.cvlizations.events import order_text
from rules.cvlizations.moves import Buy, GiveOrders, Steal, Swap, Take, Trade, Victim
from rules.cvlizations.state import CvState, Due
from rules.cvlizations.view import CvView, Phase, Variant
from rules.notation import format_move, parse_move
from rules.protocol import WATCHER, Move
from tests.rules.cvlizations.helpers import (
    NAMES,
    give,
    given,
    on,
    play,
    player,
    say,
    shopping,
    step,
    table,
)

POOR, RICH = player("0/0/0"), player("9/9/9")


def prompt(state: CvState, seat: int = 0) -> str:
    return say(CVLIZATIONS.prompt(CVLIZATIONS.view(state, seat)))


def sentence(state: CvState, move: str, seat: int = 0) -> str:
    view = CVLIZATIONS.view(state, seat)
    return say(CVLIZATIONS.sentence(view, parse_move(CVLIZATIONS, move)))


def label(state: CvState, kind: type[Move], name: str, value: object, seat: int = 0) -> str:
    return say(CVLIZATIONS.option(CVLIZATIONS.view(state, seat), kind, name, value))


def advised(state: CvState, seat: int = 0) -> list[str]:
    return [say(one.text) for one in CVLIZATIONS.advice(CVLIZATIONS.view(state, seat))]


def rules_of(state: CvState, seat: int = 0) -> list[tuple[str, ...]]:
    return [one.rules for one in CVLIZATIONS.advice(CVLIZATIONS.view(state, seat))]


def where(state: CvState, component: str, seat: int = 0) -> str:
    found = CVLIZATIONS.whereabouts(CVLIZATIONS.view(state, seat), component)
    return say(found) if found else ""


# Headline and prompt


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        (1, "Age I, turn 1 of 9: orders"),
        (4, "Age II, turn 4 of 9: orders"),
        (9, "Age III, turn 9 of 9: orders"),
    ],
)
def test_the_headline_tells_age_turn_and_phase(turn: int, told: str) -> None:
    state = table(POOR, POOR, POOR, turn=turn)
    assert say(CVLIZATIONS.headline(CVLIZATIONS.view(state, 0))) == told


def test_headlines_before_and_after() -> None:
    start, end = CVLIZATIONS.initial_state(3, frozenset()), table(POOR, phase=Phase.OVER)
    told = [say(CVLIZATIONS.headline(CVLIZATIONS.view(state, 0))) for state in (start, end)]
    assert told == ["Setting up", "The match is over"]
    assert [prompt(start), prompt(end)] == ["Pieces are being drawn.", "The match is over."]


def test_the_prompt_of_each_phase() -> None:
    orders = table(player(), POOR, POOR)
    assert prompt(orders) == "Give two orders: one open, one secret."
    assert prompt(orders, 1) == prompt(orders, WATCHER) == "Waiting for: Ann."
    action = give(orders, "cunning logging", *("logging hunting",) * 2)
    assert prompt(action) == "Cunning: take 1 resource of your choice."
    buying = shopping(player("9/9/9", "common-language market hedonism"), track="axe law")
    assert prompt(buying) == "Buy up to 2 ideas, or pass."
    assert prompt(play(buying, "0 swap food wood")) == (
        "You have used the Market. Buy an idea now, or undo the exchange."
    )
    once = on(play(buying, "0 buy axe 1/0/2"))
    assert prompt(once) == "Buy an idea, or pass."
    assert prompt(on(play(once, "0 buy law 1/0/2"))) == "Feast with Hedonism, or pass."
    ascetic = give(table(player("0/0/0", "asceticism"), POOR, POOR), *("slacking doubling",) * 3)
    assert prompt(ascetic) == "Asceticism: take 2 resources of one kind."


@pytest.mark.parametrize(
    ("goods", "owns", "word"),
    [
        ("1/0/2", "hedonism", "Buy"),
        ("2/0/0", "hedonism", "Feast"),
        ("2/0/1", "hedonism market", "Use your Market"),
        ("2/0/0", "hedonism market", "Feast"),
        ("2/0/0", "hedonism fortune-telling", "Feast"),
        ("1/0/1", "hammer fortune-telling", "You can't buy"),
    ],
)
def test_the_prompt_speaks_of_buying_only_if_something_can_be_bought(
    goods: str, owns: str, word: str
) -> None:
    """C-DEV-9, C-ASY-5: with Fortune telling one is always asked."""
    assert prompt(on(shopping(player(goods, owns), track="axe"))).startswith(word)


def test_a_neutral_tribe_is_asked_for_by_name() -> None:
    """C-ADV-2."""
    state = table(POOR, POOR, variant=Variant.ADVANCED)
    assert prompt(state) == "Give two orders to your neutral tribe: one open, one secret."
    state = play(state, "0 order logging hunting", "1 order logging hunting")
    assert prompt(state) == "Give two orders: one open, one secret."


def test_the_prompt_of_each_task() -> None:
    robbed = (player("9/9/9"), player("9/9/9"))
    state = table(player("0/0/0", "sword gunpowder"), POOR, *robbed)
    state = give(state, "thieving slacking", "thieving slacking", *("logging hunting",) * 2)
    told = []
    for line in ("0 steal P food", "0 steal U food", "0 take food", "0 steal P wood"):
        told.append(prompt(state))
        state = play(state, line)
    assert told == [
        "Thieving: steal 1 resource.",
        "Thieving: steal 1 resource from a different player this time.",
        "Gunpowder: take 1 resource of your choice.",
        "Sword: take 1 more resource from a player you robbed this turn.",
    ]
    trade = table(player("1/0/0", "wheel"), POOR, POOR)
    trade = give(trade, "trading logging", *("hunting logging",) * 2)
    assert prompt(trade) == "Trading: give 1 resource and take 4 of another kind."


# Labels and sentences


@pytest.mark.parametrize(
    ("order", "told"),
    list(
        zip(
            ORDERS,
            [
                "Thieving: steal 1 / 2 / –",
                "Logging: 2 / 3 / 1 wood",
                "Hunting: 2 / 3 / 1 food",
                "Quarrying: 2 / 3 / 1 stone",
                "Cunning: 1 / 2 / – of your choice",
                "Slacking: 1 / 2 / – points",
                "Trading: give 1, take 3 / 2 / 1",
                "Doubling: your other order twice, unless 3 or more choose this",
            ],
            strict=True,
        )
    ),
)
def test_an_order_is_labelled_with_its_levels(order: object, told: str) -> None:
    assert label(table(POOR, POOR, POOR), GiveOrders, "up", order) == told


def test_what_an_idea_costs_stands_on_its_label() -> None:
    state = play(shopping(player("9/9/9", "fortune-telling"), track="axe"), "- peek solitude")
    assert label(state, Buy, "idea", Idea.AXE) == "Axe: tool, 1 food, 2 stone, 2 points"
    told = "Solitude: top of the deck, ideology, 0 points"
    assert label(state, Buy, "idea", Idea.SOLITUDE) == told
    assert label(state, Buy, "pay", Goods(1, 0, 2)) == "1 food, 2 stone"
    assert label(state, Buy, "pay", Goods(0, 0, 0)) == "nothing"


def test_victims_and_resources_are_labelled_with_what_there_is() -> None:
    state = table(player(), player("2/0/1"), POOR)
    state = give(state, "thieving trading", *("logging hunting",) * 2)
    assert label(state, Steal, "victim", Victim(1)) == "Bob has 2 food and 1 stone"
    assert label(state, Steal, "victim", Victim(2)) == "Cat has nothing"
    assert label(state, Steal, "victim", Victim(3)) == "U"
    assert label(state, Steal, "victim", Victim(4)) == "M"
    assert label(state, Steal, "kind", Good.FOOD) == "food"
    state = play(state, "0 steal I stone")
    assert label(state, Trade, "give", Good.STONE) == "stone: you have 2"
    assert label(state, Trade, "get", Good.WOOD) == "3 wood"
    assert label(state, Take, "kind", Good.WOOD, 1) == "wood: you have 3"
    assert label(state, Take, "kind", Good.WOOD, WATCHER) == "wood"
    assert label(table(player(), POOR, POOR), Swap, "get", Good.FOOD) == "food: you have 1"


def test_what_a_trade_would_bring_is_told_only_to_a_trader() -> None:
    """C-TRD-1: another player, or the same one with another task, sees their own store."""
    state = table(player("1/2/3"), player("3/2/1"), POOR)
    state = give(state, "cunning trading", *("logging hunting",) * 2)
    assert label(state, Trade, "get", Good.WOOD) == "wood: you have 2"
    assert label(state, Trade, "get", Good.STONE, 1) == "stone: you have 1"
    state = play(state, "0 take food")
    assert label(state, Trade, "get", Good.WOOD) == "3 wood"
    assert label(state, Trade, "give", Good.FOOD) == "food: you have 2"


def test_what_is_no_part_of_a_move_has_no_label() -> None:
    with pytest.raises(TypeError, match="no part of a move: 7"):
        label(table(POOR, POOR, POOR), Take, "kind", 7)


def test_a_queued_move_is_not_called_final() -> None:
    orders = table(player("1/1/1"), player(), POOR)
    told = "Open order: Logging. Secret order: Trading."
    assert sentence(orders, "order logging trading", 1) == told
    assert sentence(orders, "order logging trading") == f"{told} This can't be undone."
    rich = player("3/3/3")
    shop = table(rich, rich, POOR, phase=Phase.DEVELOPMENT, queue=(0, 1, 2), track="axe")
    assert sentence(shop, "buy axe 1/0/2").endswith(" A purchase is final.")
    queued = sentence(shop, "buy axe 1/0/2", 1)
    assert queued == sentence(shop, "buy axe 1/0/2").removesuffix(" A purchase is final.")


def test_moves_in_a_sentence() -> None:
    state = table(player("1/1/1", "wheel"), player(), POOR)
    told = "Open order: Logging. Secret order: Trading. This can't be undone."
    assert sentence(state, "order logging trading") == told
    assert sentence(state, "steal I food") == "Steal 1 food from Bob."
    assert sentence(state, "steal U food") == "Steal 1 food."
    assert sentence(state, "take wood") == "Take 1 wood from the supply."
    assert sentence(state, "feast") == "Turn 2 food into 1 point."
    assert sentence(state, "pass") == "Buy nothing this turn."
    assert sentence(replace(state, bought=(0,)), "pass") == "Buy nothing more this turn."
    assert sentence(replace(state, bought=(1,)), "pass") == "Buy nothing this turn."
    told = "Exchange 1 food for 1 wood. Then you must buy an idea."
    assert sentence(state, "swap food wood") == told
    assert sentence(state, "trade food wood", WATCHER) == "Give 1 food and take 1 wood."
    told = "Each time you carry out Logging: 1 more wood."
    bought = f"Buy Axe for 1 food and 2 stone: {told} A purchase is final."
    assert sentence(state, "buy axe 1/0/2") == bought
    trading = give(state, "trading logging", *("hunting logging",) * 2)
    assert sentence(trading, "trade food wood") == "Give 1 food and take 4 wood."
    ascetic = give(table(player("0/0/0", "asceticism"), POOR, POOR), *("slacking doubling",) * 3)
    assert sentence(ascetic, "take stone") == "Take 2 stone from the supply."


# News


def test_what_comes_to_a_player_in_a_row_is_told_in_one_sentence() -> None:
    owner = player("0/0/0", "axe tavern holidays")
    after = given(table(owner, POOR, POOR), "logging slacking", *("hunting quarrying",) * 2)
    assert [say(event.text) for event in after.events][2:] == [
        "Secret orders revealed: Ann – Slacking, Bob – Quarrying, Cat – Quarrying.",
        "Levels, by how many tribes chose each order: Logging 1, Hunting 2, Quarrying 2, "
        "Slacking 1.",
        "Ann collects 2 wood from Logging, 1 wood from Axe, 1 point from Slacking, "
        "1 point from Holidays and 2 food from Tavern.",
        "Bob collects 3 food from Hunting and 3 stone from Quarrying.",
        "Cat collects 3 food from Hunting and 3 stone from Quarrying.",
        "Ann, Bob and Cat can't buy anything.",
        "Turn 2 begins, and the leader helm passes to Bob.",
    ]


def test_levels_and_what_doubling_does_are_told_before_the_gains() -> None:
    """C-ACT-1, C-DBL-1, C-DBL-2: what the same order brings twice is told as a sum."""
    owner = player("0/0/0", "pickaxe")
    after = given(table(owner, POOR, POOR, POOR), "quarrying doubling", *("slacking hunting",) * 3)
    assert [say(event.text) for event in after.events][3:6] == [
        "Levels, by how many tribes chose each order: Hunting 3+, Quarrying 1, Slacking 3+.",
        "Three or more tribes chose Slacking, so this order has no effect.",
        "Doubling works for Ann: Quarrying is carried out twice.",
    ]
    told = "Ann collects 4 stone from Quarrying and 2 stone from Pickaxe."
    assert told in [say(event.text) for event in after.events]


@pytest.mark.parametrize(
    ("orders", "others"),
    [
        ("logging doubling", "slacking doubling"),  # Doubling fails
        ("slacking doubling", "slacking logging"),  # it works, but on an order that fails
    ],
)
def test_nothing_is_said_of_doubling_that_changes_nothing(orders: str, others: str) -> None:
    """C-DBL-3, C-DBL-4."""
    after = given(table(POOR, POOR, POOR), orders, others, others)
    assert not any("twice" in say(event.text) for event in after.events)


def test_the_beginning_is_told() -> None:
    """C-SET-5, C-GEEK-2."""
    track = "axe,law,wheel,temple"
    basic = step(CVLIZATIONS.initial_state(3, frozenset()), f"- setup 1/{track}")
    assert [say(event.text) for event in basic.events] == [
        "Bob has the leader helm and begins.",
        "On the track: Axe, Law, Wheel, Temple.",
    ]
    geeks = step(CVLIZATIONS.initial_state(2, frozenset()), f"- setup 1/{track}")
    told = "The Cave Geeks have the leader helm, and Bob goes next."
    assert say(geeks.events[0].text) == told


def test_a_new_turn_and_a_new_age_are_told() -> None:
    """C-CLN-2, C-CLN-3."""
    for turn, told in (
        (1, "Turn 2 begins, and the leader helm passes to Bob."),
        (
            3,
            (
                "Turn 4 and age II begin. Everybody takes back all their orders, and the "
                "leader helm passes to Bob."
            ),
        ),
    ):
        after = given(table(POOR, POOR, POOR, turn=turn), *("slacking doubling",) * 3)
        assert say(after.events[-1].text) == told


# Advice


def test_advice_on_orders() -> None:
    """C-ACT-1, C-ORD-6: what is in hand, and what others show."""
    state = play(table(POOR, POOR, POOR, turn=3), "0 order trading doubling")
    assert advised(state, 1) == [
        "Give two orders: one open, one secret.",
        "In hand: Cunning, Slacking, Trading, Doubling.",
        "Shown so far: Trading (Ann).",
        (
            "Most orders are best when exactly two tribes choose them. Trading is best when "
            "you're the only one to choose it. Many orders have no effect when three or more "
            "tribes choose them."
        ),
    ]
    assert advised(state, 0) == [
        "Waiting for: Bob.",
        "Nobody else knows your secret order yet: Doubling.",
    ]
    assert advised(state, 2) == advised(state, WATCHER) == ["Waiting for: Bob."]
    assert len(advised(table(POOR, POOR, POOR))) == 3  # nobody shows anything yet


@pytest.mark.parametrize(("crowd", "count"), [(1, "1 tribe"), (3, "3 tribes"), (5, "5 tribes")])
def test_advice_on_an_order_counts_the_tribes(crowd: int, count: str) -> None:
    """C-ACT-1: all of them, though 3+ is the highest level."""
    orders = ["trading logging" if seat < crowd else "slacking logging" for seat in range(5)]
    state = give(table(*[player()] * 5), *orders)
    told = f"{count} chose this order: Trading: give 1, take 3 / 2 / 1."
    assert told in advised(state)
    assert rules_of(state)[0] == ("C-TRD-1", "C-ACT-3")


def test_advice_on_orders_names_its_rules() -> None:
    """C-ORD-2, C-ORD-3, C-ORD-6: what is shown has levels, and so has Doubling."""
    state = play(table(POOR, POOR, POOR), "0 order trading doubling")
    assert rules_of(state, 1) == [
        ("C-ORD-2", "C-ORD-3"),
        ("C-ACT-5", "C-ORD-6"),
        ("C-ACT-1",),
        ("C-ACT-1", "C-DBL-1"),
    ]


def test_advice_on_taking_names_nobody_to_rob() -> None:
    """C-CUN-1, C-IDEA-4: two lines for an order, one for what an idea brings."""
    state = table(player("0/0/0", "egoism"), player(), player())
    state = give(state, "cunning slacking", *("logging hunting",) * 2)
    assert CVLIZATIONS.view(state, 0).victims == ()
    assert rules_of(state) == [("C-CUN-1", "C-ACT-3"), ("C-ACT-1",)]
    assert rules_of(play(state, "0 take food")) == [("C-IDEA-4", "C-ACT-3")]


def test_advice_on_thieving_names_what_can_be_taken() -> None:
    """C-THF-1, C-THF-2, C-THF-6, C-IDEA-12."""
    state = table(player("0/0/0", "sword"), player("2/0/1"), POOR)
    state = give(state, "thieving slacking", *("logging hunting",) * 2)
    assert "You can steal from: Bob (food, stone)." in advised(state)
    assert rules_of(state) == [("C-THF-1", "C-ACT-3"), ("C-ACT-1",), ("C-THF-2", "C-THF-3")]
    assert rules_of(play(state, "0 steal I food")) == [
        ("C-IDEA-12", "C-ACT-3"),
        ("C-THF-2", "C-THF-3"),
    ]
    two = table(POOR, POOR, variant=Variant.GEEKS)
    two = give(two, "thieving slacking", "slacking trading", "thieving hunting")
    assert rules_of(two)[0] == ("C-THF-6", "C-ACT-3")
    cunning = give(table(POOR, POOR, POOR), "cunning logging", *("logging hunting",) * 2)
    assert rules_of(cunning)[0] == ("C-CUN-1", "C-ACT-3")


def test_advice_on_buying() -> None:
    """C-DEV-2, C-IDEA-7, C-IDEA-13, C-IDEA-20."""
    owner = player("2/0/2", "fortune-telling market hedonism")
    state = play(shopping(owner, track="axe temple"), "- peek castle")
    assert advised(state) == [
        "Buy an idea, or pass. Only you know the top card of the deck: Castle (1 food, 2 wood, "
        "1 stone).",
        "You can afford: Axe.",
        "Your Market lets you exchange one resource before each purchase.",
        "Hedonism lets you turn 2 food into 1 point, once this turn.",
    ]
    assert rules_of(state) == [
        ("C-DEV-1", "C-DEV-11", "C-IDEA-13", "C-HID-3"),
        ("C-DEV-2", "C-DEV-3"),
        ("C-IDEA-20", "C-DEV-7"),
        ("C-IDEA-7", "C-DEV-9"),
    ]
    poor = shopping(player("2/0/0", "hedonism"), track="axe")
    assert rules_of(poor)[0] == ("C-DEV-1", "C-DEV-11")
    assert advised(poor)[1] == "You can't afford anything on offer right now."
    done = on(play(shopping(player("3/0/2", "hedonism"), track="axe"), "0 buy axe 1/0/2"))
    assert advised(done) == [
        "Feast with Hedonism, or pass.",
        "Hedonism lets you turn 2 food into 1 point, once this turn.",
    ]
    fed = play(shopping(player("9/9/9", "hedonism"), track="axe"), "0 feast")
    assert len(advised(fed)) == 2


@pytest.mark.parametrize(
    ("goods", "moves", "rule", "told"),
    [
        pytest.param("2/0/1", (), "C-IDEA-20", True, id="an axe after the exchange"),
        pytest.param("2/0/0", (), "C-IDEA-20", False, id="no exchange would pay for the axe"),
        pytest.param("2/1/0", (), "C-IDEA-20", False, id="it would pay for a second Market"),
        pytest.param("3/0/3", ("0 swap food wood",), "C-IDEA-20", False, id="exchanged"),
        pytest.param("3/0/2", ("0 buy axe 1/0/2",), "C-IDEA-20", False, id="nothing more to buy"),
        pytest.param("2/0/2", (), "C-IDEA-7", True, id="two food"),
        pytest.param("1/0/2", (), "C-IDEA-7", False, id="one food"),
        pytest.param("4/0/2", ("0 feast",), "C-IDEA-7", False, id="feasted"),
        pytest.param("4/0/1", ("0 swap food stone",), "C-IDEA-7", False, id="first the purchase"),
        pytest.param("3/0/2", ("0 buy axe 1/0/2",), "C-IDEA-7", True, id="after the purchase"),
    ],
)
def test_advice_names_market_and_hedonism_only_if_they_help(
    goods: str, moves: tuple[str, ...], rule: str, told: bool
) -> None:
    """C-DEV-7, C-DEV-9."""
    state = on(play(shopping(player(goods, "market hedonism"), track="axe", deck=""), *moves))
    assert (rule in [rules[0] for rules in rules_of(state)]) is told


def test_advice_on_asceticism_and_at_the_end() -> None:
    ascetic = give(table(player("0/0/0", "asceticism"), POOR, POOR), *("slacking doubling",) * 3)
    assert rules_of(ascetic) == [("C-IDEA-3", "C-CLN-1")]
    assert rules_of(ascetic, 1) == [("C-ASY-4",)]
    assert rules_of(table(POOR, POOR, POOR, phase=Phase.OVER)) == [("C-END-6",)]
    drawing = play(shopping(RICH, track="axe"), "0 buy axe 1/0/2")
    assert advised(drawing) == ["Pieces are being drawn."]


# Where things are


def test_everything_in_the_box_can_be_looked_up() -> None:
    """C-SET-2: everything has a place, except before the set-up."""
    start = CVLIZATIONS.initial_state(3, frozenset())
    assert len(COMPONENTS) == len(set(COMPONENTS)) == 8 + 48 + 3 + 3
    for component in COMPONENTS:
        assert where(start, component) == ""
        assert where(on(start), component)


def test_where_helm_crown_points_and_resources_are() -> None:
    state = table(player("1/2/3", points=4), POOR, POOR, helm=2, turn=5)
    assert where(state, "helm") == "Cat has the leader helm."
    assert where(state, "crown") == "The crown is on age II, turn 5."
    assert where(state, "point") == "Points gained so far: Ann 4, Bob 0, Cat 0."
    assert where(state, "wood") == "In stores: Ann 2, Bob 0, Cat 0."
    geeks = table(POOR, POOR, variant=Variant.GEEKS, helm=2)
    assert where(geeks, "helm") == "Cave Geeks has the leader helm."


def test_where_an_idea_is() -> None:
    """C-HID-3, C-CLN-4."""
    owner = player("9/9/9", "fortune-telling")
    state = play(shopping(owner, track="axe"), "- peek castle")
    assert where(state, "axe") == "Axe is on the track."
    assert where(state, "fortune-telling") == "Ann owns Fortune telling."
    assert where(state, "castle") == "Castle is the top card of the deck. Only you know that."
    assert where(state, "castle", 1) == where(state, "castle", WATCHER) == "Castle is in the deck."
    assert where(state, "telephone") == "Telephone is in the deck."
    late = table(player("0/0/0", "law"), POOR, POOR, turn=7, track="telephone")
    assert where(late, "castle") == "Castle is out of the game."
    assert where(late, "law") == "Ann owns Law."
    assert where(late, "internet") == "Internet is in the deck."


def test_where_an_order_is() -> None:
    """C-HID-1, C-HID-2: only its owner is told about a secret order."""
    state = play(table(POOR, POOR, POOR), "0 order logging hunting")
    assert where(state, "logging", 1) == "Ann gave Logging this age."
    assert where(state, "hunting", 1) == "Nobody has shown Hunting this age."
    assert where(state, "hunting", 0) == "Ann gave Hunting this age."
    after = give(table(POOR, POOR, POOR), *("logging hunting",) * 3)
    assert where(after, "hunting", 1) == "Ann, Bob and Cat gave Hunting this age."


# The title page


def test_the_title_page() -> None:
    info = CVLIZATIONS.info
    assert (info.slug, info.seats, info.rules_version) == ("cvlizations", (2, 3, 4, 5), 2)
    assert [option.slug for option in info.options] == ["advanced", "host-first"]
    assert len(info.seat_marks) == 5
    assert {IDEAS[idea].kind for idea in Idea} == set(Kind)
    assert CVLIZATIONS.initial_state(3, frozenset()).due is Due.SETUP


def test_there_is_something_to_do_in_the_practice_match() -> None:
    """The learner sees one order shown by one tribe and one by two, and then has to choose."""
    trial = Practice("cvlizations", [*NAMES.values()][:4])
    view = trial.glance.view
    assert isinstance(view, CvView)
    shown = Counter(tribe.up for tribe in view.tribes if tribe.up is not None)
    assert sorted(shown.values()) == [1, 2]
    for move in trial.glance.moves:
        after = trial.play(format_move(move)).glance.view
        assert isinstance(after, CvView)
        assert after.turn == 1


@pytest.mark.parametrize("order", ORDERS)
def test_no_order_has_a_character_that_discord_takes_for_emphasis(order: Order) -> None:
    """Two asterisks in a sentence would vanish and put the text between them in italics."""
    assert not set("*_~`|") & set(say(order_text(order)))
