"""The box, the table before the first turn, both variants for two, and chance.

C-SET, C-SUP, C-GEEK, C-ADV, C-HID-5.
"""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from rules.cvlizations import CVLIZATIONS, components
from rules.cvlizations.components import (
    DECKS,
    GOODS,
    IDEAS,
    KINDS,
    NOTHING,
    NUMBERED,
    ORDER_CARDS,
    ORDERS,
    SEAT_MARKS,
    START,
    TRIBES,
    TURNS,
    Good,
    Goods,
    Idea,
    Kind,
    Order,
    age_of,
    faults,
)
from rules.cvlizations.draws import geeks_hand
from rules.cvlizations.moves import Cards, GeeksOrder, Peek, Setup, TurnUp, Victim
from rules.cvlizations.state import GEEKS, CvState, Due, audit, owner_of, placing
from rules.cvlizations.view import Phase, Variant
from rules.protocol import CHANCE, WATCHER
from tests.rules.cvlizations.helpers import (
    ONES,
    asked,
    give,
    given,
    legal,
    on,
    play,
    player,
    refused,
    say,
    scored,
    shopping,
    step,
    stores,
    table,
)

GEEKS_GAME = Variant.GEEKS
ADVANCED = Variant.ADVANCED


def dealt(seats: int, *options: str, seed: int = 0) -> CvState:
    """Return a match right after its set-up."""
    state = CVLIZATIONS.initial_state(seats, frozenset(options))
    return CVLIZATIONS.apply(state, CHANCE, CVLIZATIONS.chance_move(state, Random(seed))).state


def quiet(state: CvState) -> CvState:
    """Play a turn in which nobody can do anything: all give their first two orders."""
    turn = state.turn
    while state.turn == turn and state.phase is not Phase.OVER:
        state = on(state)
        if state.phase is Phase.ORDERS and state.turn == turn:
            (seat,) = asked(state)
            state = play(state, f"{seat} {legal(state, seat)[0]}")
        elif state.phase is not Phase.ORDERS:
            seat = min(asked(state))
            state = play(state, f"{seat} {legal(state, seat)[-1]}")
    return on(state) if state.due is Due.DEAL else state


# The box


def test_the_box_holds_orders_ideas_and_tribes() -> None:
    """C-SET-1, C-SET-2."""
    assert faults() == []
    assert [len(deck) for deck in DECKS.values()] == [32, 16]
    assert len(SEAT_MARKS) == len(TRIBES) == 5
    assert [card.number for card in ORDER_CARDS.values()] == [*"1234567", "*"]
    assert [age_of(turn) for turn in range(1, TURNS + 1)] == [1, 1, 1, 2, 2, 2, 3, 3, 3]


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("ORDER_CARDS", {}, "there are not eight orders"),
        ("IDEAS", dict(list(IDEAS.items())[1:]), "the ideas are not numbered from 1 to 48"),
        ("DECKS", {1: DECKS[1][1:], 3: DECKS[3]}, "the decks do not hold 32 and 16 ideas"),
        ("TRIBES", TRIBES[1:], "a resource, a type or a tribe is missing"),
    ],
)
def test_a_box_that_is_not_whole_is_found(
    monkeypatch: pytest.MonkeyPatch, field: str, value: object, fault: str
) -> None:
    monkeypatch.setattr(components, field, value)
    assert faults() == [fault]


@pytest.mark.parametrize(("age", "each"), [(1, 8), (3, 4)])
def test_types_are_blocks_of_the_same_size_in_each_deck(age: int, each: int) -> None:
    assert [IDEAS[idea].kind for idea in DECKS[age]] == [
        kind for kind in KINDS for _ in range(each)
    ]


def test_what_an_idea_costs_and_scores_is_balanced() -> None:
    """The constraints under which costs and points were reconstructed."""
    for age, cheap, dear, demand in ((1, 3, 5, (35, 36, 39)), (3, 4, 8, (29, 30, 29))):
        costs = [IDEAS[idea].cost for idea in DECKS[age]]
        assert {sum(cost) for cost in costs} <= set(range(cheap, dear + 1))
        assert tuple(map(sum, zip(*costs, strict=True))) == demand
    for idea in (Idea.TEMPLE, Idea.TELEPHONE, Idea.SKYSCRAPER, Idea.BOARD_GAMES):
        assert IDEAS[idea].points == sum(IDEAS[idea].cost) + 1


def test_orders_resources_and_types_compare_in_the_order_of_the_box() -> None:
    for values in (ORDERS, GOODS, KINDS, tuple(Idea)):
        assert sorted(values, reverse=True) == list(reversed(values))
        assert (min(values), max(values)) == (values[0], values[-1])
        for first, second in zip(values, values[1:], strict=False):
            assert first < second
            assert first <= second
            assert second > first
            assert second >= first
            assert not second <= first
            assert not first >= second
            assert first <= first
            assert first >= first


@pytest.mark.parametrize(
    "value",
    [NOTHING, Goods(0, 12, 99), Cards(()), Cards((Idea.AXE, Idea.LAW)), Victim(0), Victim(4)],
)
def test_what_is_written_can_be_read_back(value: Goods | Cards | Victim) -> None:
    assert type(value).parse(str(value)) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *((Goods, text) for text in ("", "1/1", "1/1/1/1", "-1/0/0", "1/a/0", "100/0/0", "²/0/0")),
        (Cards, ""),
        (Cards, "axe,axes"),
        (Victim, ""),
        (Victim, "X"),
        (Victim, "VI"),
    ],
)
def test_nonsense_is_not_read(kind: type[Goods | Cards | Victim], text: str) -> None:
    with pytest.raises(ValueError, match="."):
        kind.parse(text)


def test_victims_are_read_in_either_case() -> None:
    assert Victim.parse("v") == Victim.parse("V") == Victim(0)


# The set-up


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_starts_alike(seats: int) -> None:
    """C-SET-1, C-SET-2, C-SET-3, C-SET-4."""
    state = dealt(seats)
    assert (state.phase, state.turn) == (Phase.ORDERS, 1)
    assert None not in state.track
    assert set(state.track) <= set(DECKS[1])
    assert (len(state.deck), audit(state)) == (28, ())
    assert Goods(1, 1, 1) == START
    for own in state.players:
        assert (own.goods, own.points, own.ideas) == (START, 0, ())
    state = on(state)
    (seat,) = asked(state)
    assert len(legal(state, seat)) == 56


def test_the_helm_goes_to_anybody_v_21() -> None:
    """C-SET-5: ruling V-21."""
    helms = Counter(dealt(4, seed=seed).helm for seed in range(400))
    assert set(helms) == {0, 1, 2, 3}
    assert min(helms.values()) > 70
    assert {dealt(4, "host-first", seed=seed).helm for seed in range(40)} == {0}


def test_the_host_begins_alone_if_that_was_chosen() -> None:
    """C-SET-5: also in a log that was tampered with."""
    ideas = ",".join(DECKS[1][:4])
    state = CVLIZATIONS.initial_state(4, frozenset({"host-first"}))
    assert refused(state, f"- setup 1/{ideas}")[0] == "C-HID-5"
    assert play(state, f"- setup 0/{ideas}").helm == 0


def test_orders_are_given_and_ideas_bought_clockwise_from_the_helm() -> None:
    """C-ORD-1, C-DEV-1."""
    state = table(*[player("0/0/0")] * 4, helm=2)
    assert placing(state.variant, state.circle, state.helm) == (2, 3, 0, 1)
    view = CVLIZATIONS.view(state, WATCHER)
    assert view.line == view.placing == (2, 3, 0, 1)


def test_neither_stores_nor_the_supply_have_a_limit() -> None:
    """C-SUP-1: the box holds 20 wood tokens and 36 points."""
    state = table(player("0/98/0", "axe steam-engine", points=60), player(), player(), turn=7)
    state = give(state, "logging slacking", "hunting trading", "quarrying trading")
    assert str(state.players[0].goods) == "0/102/0"
    assert state.players[0].points == 61


# The Cave Geeks


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_more_than_two_play_without_neutral_tribes(seats: int) -> None:
    """C-SET-1: whatever was ticked in the lobby."""
    for options in ((), ("advanced",)):
        state = dealt(seats, *options)
        assert (state.variant, len(state.tribes)) == (Variant.BASIC, seats)


def test_the_cave_geeks_sit_between_two_players() -> None:
    """C-GEEK-1, C-GEEK-2: which human follows them is drawn."""
    circles = {dealt(2, seed=seed).circle for seed in range(20)}
    assert circles == {(GEEKS, 0, 1), (GEEKS, 1, 0)}
    assert {dealt(2, "host-first", seed=seed).circle for seed in range(20)} == {(GEEKS, 0, 1)}
    state = dealt(2)
    assert (state.variant, state.helm, len(state.tribes)) == (GEEKS_GAME, GEEKS, 3)


def test_vector_20_the_helm_goes_around_with_the_geeks() -> None:
    """C-GEEK-2, C-CLN-2: they lead turns 1, 4 and 7."""
    state = dealt(2, "host-first")
    helms = []
    while state.phase is not Phase.OVER:
        helms.append(state.helm)
        state = quiet(state)
    assert helms == [GEEKS, 0, 1] * 3


def test_the_geeks_lay_on_their_place_and_their_secret_order_is_drawn_at_the_reveal() -> None:
    """C-GEEK-3."""
    state = table(player(), player(), variant=GEEKS_GAME, helm=1)
    state = play(state, "1 order logging hunting")
    assert asked(state) == {CHANCE}
    state = play(state, "- geeks slacking")
    assert (asked(state), state.tribes[GEEKS].down) == ({0}, None)
    state = play(state, "0 order quarrying trading")
    assert (asked(state), state.phase) == ({CHANCE}, Phase.ORDERS)
    after = step(state, "- geeks logging")
    assert after.state.reveal is not None
    assert after.state.reveal.orders[GEEKS] == (Order.SLACKING, Order.LOGGING)
    assert "Cave Geeks Logging (2)" in say(after.events[0].text)


def test_the_geeks_use_their_cards_like_everybody() -> None:
    """C-GEEK-3, C-CLN-3: eight cards, six, four; then all are back."""
    state, left = dealt(2), []
    for _ in range(4):
        left.append(len(geeks_hand(state)))
        state = quiet(state)
    assert left == [8, 6, 4, 8]


@pytest.mark.parametrize("hand", [8, 6, 4])
def test_every_pair_of_the_geeks_is_equally_likely(hand: int) -> None:
    """C-GEEK-3: whichever card lies open."""
    turn, rng = {8: 1, 6: 2, 4: 3}[hand], Random(7)
    start = table(player(), player(), variant=GEEKS_GAME, helm=GEEKS, turn=turn, due=Due.GEEKS_UP)
    end = replace(start, due=Due.GEEKS_DOWN)
    pairs = Counter[tuple[Order, Order]]()
    for _ in range(20 * hand * (hand - 1)):
        first = CVLIZATIONS.chance_move(start, rng)
        assert isinstance(first, GeeksOrder)
        tribes = (*end.tribes[:2], replace(end.tribes[2], up=first.order))
        second = CVLIZATIONS.chance_move(replace(end, tribes=tribes), rng)
        assert isinstance(second, GeeksOrder)
        pairs[first.order, second.order] += 1
    assert len(pairs) == hand * (hand - 1)
    assert all(up is not down for up, down in pairs)
    assert max(pairs.values()) < 40
    assert min(pairs.values()) > 4


def test_the_geeks_cannot_lay_what_they_have_not() -> None:
    """C-GEEK-3, C-HID-5."""
    state = table(player(), player(), variant=GEEKS_GAME, helm=GEEKS, turn=2, due=Due.GEEKS_UP)
    assert refused(state, "- geeks logging")[0] == "C-HID-5"  # used in turn 1
    state = play(state, "- geeks hunting", "0 order hunting slacking", "1 order hunting slacking")
    assert refused(state, "- geeks hunting")[0] == "C-HID-5"
    assert refused(state, "- turn-up axe")[0] == "C-HID-5"


def test_the_geeks_only_count() -> None:
    """C-GEEK-4, C-GEEK-6: Doubling too; they get nothing, are not robbed and buy nothing."""
    state = table(player("0/0/0"), player("0/0/0"), variant=GEEKS_GAME)
    state = give(state, "logging doubling", "hunting doubling", "logging doubling")
    assert stores(state) == "0/3/0 2/0/0"  # Doubling was chosen by three
    assert len(state.players) == 2
    state = table(player("0/0/0", "highway axe"), player("0/0/0"), variant=GEEKS_GAME)
    assert CVLIZATIONS.view(state, 0).players[0].total == 4 + 2 + 2


def test_vector_13_the_supply_stands_in_for_a_second_victim() -> None:
    """C-GEEK-5, C-THF-6."""
    state = table(player("0/0/0"), player(), variant=GEEKS_GAME)
    state = give(state, "thieving slacking", "slacking trading", "thieving slacking")
    assert legal(state) == ["steal I food", "steal I wood", "steal I stone"]
    state = play(state, "0 steal I stone")
    assert legal(state) == ["take food", "take wood", "take stone"]
    assert stores(play(state, "0 take food")) == "1/0/1 1/1/0"


# The advanced variant


def test_each_leads_two_tribes_in_the_advanced_variant() -> None:
    """C-ADV-1, C-ADV-6: the first helm is drawn."""
    assert {dealt(2, "advanced", seed=seed).helm for seed in range(20)} == {0, 1}
    state = dealt(2, "advanced")
    assert (state.variant, len(state.tribes), len(state.players)) == (ADVANCED, 4, 2)
    assert [owner_of(ADVANCED, tribe) for tribe in range(4)] == [0, 1, 0, 1]
    assert [owner_of(GEEKS_GAME, tribe) for tribe in range(3)] == [0, 1, None]
    assert [owner_of(Variant.BASIC, tribe) for tribe in range(5)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("helm", "order"), [(0, (2, 3, 0, 1)), (1, (3, 2, 1, 0))])
def test_neutral_tribes_lay_first(helm: int, order: tuple[int, ...]) -> None:
    """C-ADV-2."""
    state = table(player(), player(), variant=ADVANCED, helm=helm)
    assert placing(state.variant, state.circle, state.helm) == order
    for tribe in order:
        assert state.placing_tribe == tribe
        assert CVLIZATIONS.view(state, WATCHER).placing_tribe == tribe
        (seat,) = asked(state)
        assert seat == owner_of(ADVANCED, tribe)
        state = play(state, f"{seat} order hunting trading")
    assert state.phase is not Phase.ORDERS


def test_the_two_hands_of_a_player_are_kept_apart() -> None:
    """C-ADV-1: each tribe has its own eight cards."""
    state = table(player("0/0/0"), player("0/0/0"), variant=ADVANCED)
    state = give(
        state, "logging slacking", "cunning slacking", "hunting trading", "hunting trading"
    )
    state = play(state, "1 take wood")
    assert state.turn == 2
    view = CVLIZATIONS.view(state, 0)
    assert Order.HUNTING not in view.tribes[2].hand
    assert Order.HUNTING in view.tribes[0].hand
    assert "order hunting trading" not in legal(play(state, f"1 {legal(state, 1)[0]}"), 0)


def test_four_tribes_count_for_levels() -> None:
    """C-ADV-3: up to four choose an order, which is level 3+."""
    state = table(player("0/0/0"), player("0/0/0"), variant=ADVANCED)
    state = give(state, *("hunting slacking",) * 4)
    assert state.reveal is not None
    assert state.reveal.counts[Order.HUNTING.place] == 4
    assert (stores(state), scored(state)) == ("1/0/0 1/0/0", [0, 0])


def test_a_neutral_tribe_is_no_victim() -> None:
    """C-ADV-3, C-THF-2."""
    state = table(player(), player(), variant=ADVANCED)
    state = give(
        state, "thieving slacking", "hunting slacking", "hunting trading", "hunting trading"
    )
    assert {move[:7] for move in legal(state)} == {"steal I"}
    assert refused(state, "0 steal P food")[0] == "C-THF-2"


def test_vector_19_a_turn_of_the_advanced_variant() -> None:
    """C-ADV-2, C-ADV-5, C-THF-6."""
    state = table(player(), player(), variant=ADVANCED)
    state = give(
        state, "hunting thieving", "logging doubling", "hunting logging", "hunting thieving"
    )
    state = play(state, "0 steal I stone", "0 take stone")
    assert stores(state) == "2/1/3 1/7/0"


def test_the_helm_goes_back_and_forth() -> None:
    """C-ADV-6."""
    state = dealt(2, "advanced", "host-first")
    helms = []
    while state.phase is not Phase.OVER:
        helms.append(state.helm)
        state = quiet(state)
    assert helms == [0, 1] * 4 + [0]


# Chance


@pytest.mark.parametrize(
    "line",
    [
        "setup 3/optimism,solitude,asceticism,egoism",
        "setup -1/optimism,solitude,asceticism,egoism",
        "setup 0/optimism,solitude,asceticism",
        "setup 0/optimism,solitude,asceticism,asceticism",
        "setup 0/optimism,solitude,asceticism,telephone",
        "deal optimism,solitude,asceticism,egoism",
        "turn-up axe",
        "peek axe",
        "geeks hunting",
        "pass",
        "order logging hunting",
    ],
)
def test_chance_cannot_do_what_is_not_due(line: str) -> None:
    """C-HID-5: such a log was tampered with."""
    state = CVLIZATIONS.initial_state(3, frozenset())
    assert refused(state, f"- {line}") == ("C-HID-5", "Chance cannot do this here.")


def test_nobody_else_can_draw() -> None:
    """C-HID-5."""
    state = table(player(), player(), player())
    for line in ("peek axe", "turn-up axe", "setup 0/-", "deal -", "geeks hunting"):
        assert refused(state, f"0 {line}") == ("C-HID-5", "Only chance can do this.")
        assert refused(state, f"- {line}")[0] == "C-HID-5"


def test_only_an_idea_of_the_deck_can_be_drawn() -> None:
    """C-HID-5: none that lies on the track, is owned, or belongs to another age."""
    state = play(shopping(player("2/2/2", "law"), track="axe wheel"), "0 buy axe 1/0/2")
    for name in ("axe", "wheel", "law", "telephone"):
        assert refused(state, f"- turn-up {name}")[0] == "C-HID-5"
    seeing = shopping(player("2/2/2", "fortune-telling"), track="axe wheel")
    for name in ("axe", "fortune-telling", "telephone"):
        assert refused(seeing, f"- peek {name}")[0] == "C-HID-5"
    assert refused(seeing, "- turn-up law")[0] == "C-HID-5"


@pytest.mark.parametrize("due", [Due.TURN_UP, Due.PEEK])
def test_every_card_of_the_deck_is_equally_likely(due: Due) -> None:
    """C-SET-2: for the deck is shuffled."""
    state = table(player(), player(), player(), phase=Phase.DEVELOPMENT, due=due)
    state = replace(state, deck=state.deck[:8])
    found, rng = Counter[Idea](), Random(3)
    for _ in range(2000):
        move = CVLIZATIONS.chance_move(state, rng)
        assert isinstance(move, TurnUp | Peek)
        found[move.idea] += 1
    assert set(found) == set(state.deck)
    assert max(found.values()) < 1.4 * min(found.values())


def test_every_idea_can_come_to_the_first_track() -> None:
    """C-SET-3."""
    state, rng, found = CVLIZATIONS.initial_state(3, frozenset()), Random(5), Counter[Idea]()
    for _ in range(1600):
        move = CVLIZATIONS.chance_move(state, rng)
        assert isinstance(move, Setup)
        found.update(move.ideas.ideas)
    assert set(found) == set(DECKS[1])
    assert max(found.values()) < 1.5 * min(found.values())


# What `audit` finds


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"track": (Idea.AXE, Idea.AXE, None, None)}, "3 x axe"),
        ({"deck": DECKS[1][1:]}, "optimism is lost"),
        ({"top": Idea.TELEPHONE}, "an idea of age III came too early"),
        ({"turn": 2}, "tribe 0 used 0 orders in turn 2"),
    ],
)
def test_what_is_wrong_is_found(values: dict[str, object], found: str) -> None:
    """C-DEV-10."""
    state = table(player(), player(), player())
    assert audit(state) == ()
    assert found in " ".join(audit(replace(state, **values)))  # type: ignore[arg-type]


def test_an_order_given_twice_and_a_debt_are_found() -> None:
    state = table(player(), player(), player(), turn=2)
    twice = replace(state.tribes[0], up=Order.HUNTING, down=Order.THIEVING)
    state = replace(state, tribes=(twice, *state.tribes[1:]))
    assert audit(state) == ("tribe 0 gave an order twice in an age",)
    debts = replace(player(), goods=Goods(0, -1, 0))
    state = table(debts, replace(player(), points=-1), player())
    assert audit(state) == ("seat 0 is below nothing", "seat 1 is below nothing")


def test_goods_are_counted_by_kind() -> None:
    some = Goods.parse(ONES).plus(Good.WOOD, 2).plus(Good.STONE, -1)
    assert (some, some.of(Good.WOOD)) == (Goods(1, 3, 0), 3)
    assert some.less(Goods(0, 1, 1)) == Goods(1, 2, -1)
    assert [some.covers(Goods(*cost)) for cost in ((1, 3, 0), (2, 0, 0), (0, 4, 0), (0, 0, 1))] == [
        True,
        False,
        False,
        False,
    ]
    assert ORDERS[:-1] == NUMBERED
    assert [IDEAS[idea].kind for idea in (Idea.AXE, Idea.LAW)] == [Kind.TOOL, Kind.INVENTION]


def test_whoever_gives_the_last_orders_reveals_all() -> None:
    """C-ORD-5: at once, with an event for everybody."""
    state = table(*[player("0/0/0")] * 3)
    after = given(state, "logging hunting", "logging trading", "hunting slacking")
    assert after.events[-1].audience is None
    assert [event.audience for event in after.events if event.audience] == [frozenset({2})]
