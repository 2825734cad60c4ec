"""The box, the table before the first turn, and chance (C-SET, C-SUP, C-HID-5)."""

import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
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
from rules.cvlizations.moves import Cards, Peek, Setup, TurnUp, Victim
from rules.cvlizations.state import Due, audit, placing
from rules.cvlizations.view import Phase, Variant
from rules.protocol import CHANCE, WATCHER
from tests.rules.cvlizations.helpers import (
    ONES,
    asked,
    dealt,
    give,
    given,
    legal,
    on,
    play,
    player,
    refused,
    shopping,
    table,
)

ROOT = Path(__file__).parent.parent.parent.parent
GEEKS_GAME = Variant.GEEKS
ADVANCED = Variant.ADVANCED


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


def with_data(folder: Path, name: str, changes: dict[str, str], code: str) -> str:
    """Return what a process prints, or its error, that reads a changed file of the box."""
    data = shutil.copytree(ROOT / "data" / "cvlizations", folder / "cvlizations")
    text = (data / name).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (data / name).write_text(text, encoding="utf-8")
    start = f"import rules.box; rules.box._DATA = {str(folder)!r}"
    command = [sys.executable, "-c", f"{start}\n{code}"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.stdout or ran.stderr


def test_a_corrected_idea_is_played_as_corrected(tmp_path: Path) -> None:
    """The last chapter of the rulebook: costs, points and types are data."""
    lines = 'pl = "Siekiera"\ntype = "tool"\nage = 1\ncost = [1, 0, 2]\npoints = 2'
    corrected = lines.replace("[1, 0, 2]", "[0, 4, 0]").replace("points = 2", "points = 5")
    code = """
from tests.rules.cvlizations.helpers import *
state = on(play(shopping(player("0/4/1"), track="axe"), "0 buy axe 0/4/0"))
print(state.players[0].goods, CVLIZATIONS.scores(CVLIZATIONS.view(state, 0)))
"""
    told = with_data(tmp_path, "ideas.toml", {lines: corrected}, code)
    assert told == "0/0/1 (5, 0, 0)\n"


def test_a_corrected_order_is_played_as_corrected(tmp_path: Path) -> None:
    """The last chapter of the rulebook: how much the orders bring is data."""
    lines = 'pl = "Drwalnictwo"\namounts = [2, 3, 1]'
    code = """
from tests.rules.cvlizations.helpers import *
poor = player("0/0/0")
state = give(table(poor, poor, poor), "logging slacking", *("hunting slacking",) * 2)
print(state.players[0].goods)
"""
    told = with_data(tmp_path, "box.toml", {lines: lines.replace("[2,", "[4,")}, code)
    assert told == "0/4/0\n"


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (
            {
                'id = "thieving"\nnumber = "1"': 'id = "thieving"\nnumber = "5"',
                'id = "cunning"\nnumber = "5"': 'id = "cunning"\nnumber = "1"',
            },
            "the numbers of the orders are not those of the coded sequence",
        ),
        (
            {'pl = "Cwaniactwo"\namounts = [1, 2, 0]': 'pl = "Cwaniactwo"\namounts = [1, 2, 1]'},
            "the orders without effect at 3+ are not the coded ones",
        ),
    ],
)
def test_what_the_data_cannot_correct_is_refused(
    tmp_path: Path, changes: dict[str, str], fault: str
) -> None:
    """A sequence that nobody plays by would be shown as if it counted."""
    told = with_data(tmp_path, "box.toml", changes, "import rules.cvlizations.components")
    assert told.rstrip().endswith(f"DataError: data/cvlizations: {fault}")


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
    assert refused(state, f"- {line}") == ("C-HID-5", "This can't be drawn now.")


def test_chance_is_not_offered_any_moves() -> None:
    """C-HID-5: it draws."""
    state = CVLIZATIONS.initial_state(3, frozenset())
    assert CVLIZATIONS.to_act(state) == {CHANCE}
    assert CVLIZATIONS.legal_moves(state, CHANCE) == ()


def test_nobody_else_can_draw() -> None:
    """C-HID-5."""
    state = table(player(), player(), player())
    for line in ("peek axe", "turn-up axe", "setup 0/-", "deal -", "geeks hunting"):
        assert refused(state, f"0 {line}") == ("C-HID-5", "Only a random draw can do this.")
        assert refused(state, f"- {line}")[0] == "C-HID-5"


def test_while_something_is_drawn_nobody_can_move() -> None:
    """C-SET-2, C-DEV-4."""
    start = CVLIZATIONS.initial_state(3, frozenset())
    assert refused(start, "0 order logging hunting")[0] == "C-SET-2"
    state = play(shopping(player("2/2/2"), track="axe wheel"), "0 buy axe 1/0/2")
    assert refused(state, "0 pass")[0] == "C-DEV-1"
    assert CVLIZATIONS.view(state, 0).drawing
    assert CVLIZATIONS.view(state, 0).placing_tribe is None


def test_only_an_idea_of_the_deck_can_be_drawn() -> None:
    """C-HID-5: none that is on the track, is owned, or belongs to another age."""
    state = play(shopping(player("2/2/2", "law"), track="axe wheel"), "0 buy axe 1/0/2")
    for name in ("axe", "wheel", "law", "telephone"):
        assert refused(state, f"- turn-up {name}")[0] == "C-HID-5"
    seeing = shopping(player("2/2/2", "fortune-telling"), track="axe wheel")
    for name in ("axe", "fortune-telling", "telephone"):
        assert refused(seeing, f"- peek {name}")[0] == "C-HID-5"
    assert refused(seeing, "- turn-up law")[0] == "C-HID-5"


@pytest.mark.parametrize("due", [Due.TURN_UP, Due.PEEK])
def test_every_card_of_the_deck_is_equally_likely(due: Due) -> None:
    """C-SET-2: because the deck is shuffled."""
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
        found.update(move.ideas)
    assert set(found) == set(DECKS[1])
    assert max(found.values()) < 1.5 * min(found.values())


# What `audit` finds


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"track": (Idea.AXE, None, None, None)}, "2 x axe"),
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


def test_ideas_of_the_first_deck_are_missed_until_turn_6() -> None:
    """C-CLN-4: afterwards they may have left the match."""
    last, next_ = (table(*[player()] * 3, turn=turn) for turn in (6, 7))
    assert audit(replace(last, deck=last.deck[1:])) == ("optimism is lost",)
    assert audit(next_) == ()
    assert audit(replace(next_, deck=next_.deck[1:])) == ("romanticism is lost",)


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


def test_the_last_orders_reveal_all() -> None:
    """C-ORD-5: at once, with an event for everybody."""
    state = table(*[player("0/0/0")] * 3)
    after = given(state, "logging hunting", "logging trading", "hunting slacking")
    assert after.events[-1].audience is None
    assert [event.audience for event in after.events if event.audience] == [frozenset({2})]
