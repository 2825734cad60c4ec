"""What buttons and the line above Confirm say: the labels of choices, and whole moves."""

from dataclasses import replace

import pytest

from rules.letnisko import LETNISKO
from rules.letnisko.components import Card, Weather
from rules.letnisko.state import Bought, LetniskoState, Player
from rules.letnisko.view import Phase
from rules.notation import parse_move, part_types
from rules.protocol import WATCHER
from rules.text import Seat
from tests.rules.letnisko.helpers import batch, news, numbers, play, player, say, step, table


def sentence(state: LetniskoState, move: str, seat: Seat = 1) -> str:
    """Return what a player reads before confirming a move."""
    return say(LETNISKO.sentence(LETNISKO.view(state, seat), parse_move(LETNISKO, move)))


def labels(state: LetniskoState, text: str, seat: Seat = 1) -> list[str]:
    """Return the labels of the parts of a move."""
    view, move = LETNISKO.view(state, seat), parse_move(LETNISKO, text)
    kind = type(move)
    return [say(LETNISKO.option(view, kind, n, getattr(move, n))) for n in part_types(kind)]


def lodging(houses: str, guests: str) -> LetniskoState:
    """Return a state in which seat 1 has guests to lodge."""
    return table(player(), player(houses, batch=batch(guests)), phase=Phase.HOMES)


# Labels


def test_a_car_shows_its_guests_in_the_order_of_dealing() -> None:
    state = table(player(), player(), cars="SC - CH S")
    assert labels(state, "invite 1/one") == ["Car 1: S C", "one token"]
    assert labels(state, "invite 2/one")[0].endswith(": empty")
    assert labels(state, "invite 3+4/porter") == [
        "Cars 3+4 by automobile: C H S",
        "the porter alone",
    ]
    assert labels(state, "invite 2+3/one")[0].endswith(": C H")


def test_an_investment_shows_both_prices_and_the_cards_left_for_others() -> None:
    """LT-INV-3, LT-INV-6: a visited card is as good as gone."""
    state = table(player(), player(), porter=0)
    assert numbers(labels(state, "invest villa/one")[0]) == [200, 18]
    assert "free with two tokens" in labels(state, "invest villa/one")[0]
    after = play(state, "1 invest villa/one")
    assert numbers(labels(after, "invest villa/one", 0)[0]) == [400, 200, 17]


@pytest.mark.parametrize(
    ("tokens", "price"), [("one", "for 100 zł"), ("two", "for free"), ("one+porter", "for free")]
)
def test_tokens_for_fuel_show_their_price(tokens: str, price: str) -> None:
    """LT-AUTO-3."""
    (label,) = labels(table(player(), player(empty=1)), f"refuel {tokens}")
    assert label.endswith(f" {price}")


def test_tokens_for_a_parcel_show_no_price() -> None:
    assert numbers(labels(table(player(), player()), "parcel one")[0]) == []


def test_a_house_shows_number_kind_and_guests() -> None:
    state = table(player(), player("KSS V"), phase=Phase.HOMES)
    assert labels(state, "develop V@1") == ["villa", "House 1, cottage: 2 students"]
    assert labels(state, "develop P@2") == ["pension", "House 2, villa: empty"]


def test_a_lodging_shows_rooms_rent_and_who_is_left_over() -> None:
    """LT-ACC-7: V-6 leaves nobody over, V-7 a convalescent, V-9 everybody."""
    (paid,) = labels(lodging("VCC VSS", "CC"), "lodge 1:CC")
    assert paid.startswith("1: C C")
    assert numbers(paid) == [1, 400]
    assert "without a room" not in paid
    (left,) = labels(lodging("V", "SCC"), "lodge 1:SC")
    assert numbers(left) == [1]
    assert "no rent" in left
    assert left.endswith(" C")
    (nobody,) = labels(lodging("P", "SS"), "lodge -")
    assert nobody.startswith("–")
    assert nobody.endswith("S S")


def test_a_lodging_of_an_earlier_position_is_still_named() -> None:
    """A menu may be older than the position."""
    assert labels(table(player(), player()), "lodge 1:SC,3:H") == ["1: S C, 3: H"]
    assert labels(table(player(), player()), "lodge -", 0) == ["nobody moves in"]


def test_nothing_else_is_a_part_of_a_move() -> None:
    view = LETNISKO.view(table(player(), player()), 1)
    with pytest.raises(TypeError, match="no part of a move"):
        LETNISKO.option(view, type(parse_move(LETNISKO, "end-turn")), "word", "word")


# Whole moves


def test_an_invitation_counts_the_guests_of_its_cars() -> None:
    state = table(player(), player(ready=1), cars="SC CH - S")
    assert sentence(state, "invite 1/one").endswith("invite a student and a convalescent.")
    both = sentence(state, "invite 1+2/one")
    assert numbers(both) == [1, 2, 2]
    assert both.index("student") < both.index("convalescent") < both.index("socialite")
    assert "Nobody" in sentence(state, "invite 3/one")


@pytest.mark.parametrize(
    ("move", "price", "rest"),
    [
        ("invest villa/one", "for 200 zł", 0),
        ("invest villa/two", "for free", 200),
        ("invest cottage/one", "for 200 zł", 0),
    ],
)
def test_a_purchase_tells_its_price_and_what_remains(move: str, price: str, rest: int) -> None:
    """LT-INV-3: cottages were visited once."""
    state = play(table(player(), player(), porter=1), "0 invest cottage/two")
    told = sentence(state, move)
    assert f" {price} with " in told
    assert numbers(told)[-1] == rest


def test_an_automobile_has_an_article_of_its_own() -> None:
    state = table(player(), player(money=300))
    assert "an automobile" in sentence(state, "invest automobile/one")
    assert "a villa" in sentence(state, "invest villa/one")


@pytest.mark.parametrize(
    ("move", "found"),
    [("parcel one", [100]), ("refuel one", [100]), ("refuel two", []), ("develop P@2", [2])],
)
def test_other_moves_in_numbers(move: str, found: list[int]) -> None:
    assert numbers(sentence(table(player(), player("K V", empty=1)), move)) == found


def test_a_lodging_tells_rent_and_who_stays_without_a_room() -> None:
    paid = sentence(lodging("VCC VSS", "CC"), "lodge 2:CC")
    assert numbers(paid) == [2, 200]
    assert "no guests" not in paid
    assert numbers(sentence(lodging("V", "SCC"), "lodge 1:SC")) == [1, 1]
    assert numbers(sentence(table(player(), player()), "lodge 3:SC")) == [3]


@pytest.mark.parametrize(
    ("viewer", "before"),
    [
        pytest.param(WATCHER, ["1 parcel one"], id="a watcher has nothing to lose"),
        pytest.param(0, ["1 parcel one", "0 invest villa/two", "0 parcel porter"], id="all placed"),
    ],
)
def test_ending_a_turn_costs_nothing_if_nothing_is_left(viewer: Seat, before: list[str]) -> None:
    """LT-TURN-6."""
    state = play(table(player(), player(), porter=0), *before)
    said = sentence(state, "end-turn", viewer)
    assert "without placing anything else" in said
    assert "lost" not in said


# The news


def test_an_arrival_tells_week_weather_and_guests() -> None:
    """LT-ARR-2: a hot week tells of the longer train too."""
    state = table(player("K K"), player("K"), phase=Phase.ARRIVAL, round=3)
    told = news(state, "- arrive partly/cloud/SSS")
    assert len(told) == 1
    assert numbers(told[0]) == [3, 12, 3]
    hot = news(state, "- arrive hot/cloud/SSSSSS")
    assert [numbers(line) for line in hot] == [[3, 12, 6], [5]]


def test_the_set_up_tells_who_gets_the_porter() -> None:
    """LT-SET-2, LT-TURN-1."""
    state = LETNISKO.initial_state(3, frozenset())
    (told,) = news(state, "- setup 2")
    assert "Cat" in told
    after = step(state, "- setup 2").state
    assert (after.porter, after.active, after.phase) == (2, 0, Phase.ARRIVAL)


@pytest.mark.parametrize("line", ["0 invite 1/porter", "0 parcel porter"])
def test_the_work_of_the_porter_is_named(line: str) -> None:
    """LT-TURN-4."""
    state = play(table(player(), player(), porter=0), "1 parcel one")
    assert "porter" in news(state, line)[0]
    assert "porter" not in news(state, line.replace("porter", "one"))[0]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("1 invest cottage/one", [100]),
        ("1 refuel one", [100]),
        ("1 parcel one", [100]),
        ("1 invite 2/one", [2]),
        ("1 invite 3+4/one", [3, 4, 2]),
    ],
)
def test_a_placement_is_told_in_numbers(line: str, found: list[int]) -> None:
    state = table(player(), player(empty=1, ready=1), cars="S S C C")
    told = news(state, line)[0]
    assert told.startswith("Bob")
    assert numbers(told) == found


def closing(one: str, *cards: str, **values: object) -> list[str]:
    """Return what is told at the end of a week in which seat 1 bought cards."""
    rich = player(one, money=3000, **values)
    state = table(player(tokens=0), rich, porter=0, cars="- - - -", cycle=2)
    state = play(state, *(f"1 invest {card}/one" for card in cards[:-1]))
    return news(state, f"1 invest {cards[-1]}/one")


def test_development_counts_lots_cottages_and_automobiles() -> None:
    """LT-DEV-3, LT-AUTO-1."""
    built = {
        card: closing("K", card, tokens=1)[2] for card in ("forest-100", "cottage", "automobile")
    }
    assert built == {
        "forest-100": "Bob gets a forest lot, bought this week.",
        "cottage": "Bob gets a cottage, bought this week.",
        "automobile": "Bob gets an automobile, bought this week.",
    }


def test_a_lost_house_and_an_upgrade_are_told() -> None:
    """LT-DEV-4, LT-DEV-2."""
    lost = closing("K", "pension", tokens=1)
    assert any("pension" in line and "lost" in line for line in lost)
    up = closing("V K", "pension", tokens=1)
    assert numbers(next(line for line in up if "upgrades" in line)) == [1]


def test_the_president_is_told_with_the_one_before() -> None:
    """LT-PRES-3, LT-PRES-4."""
    elected = closing("K K", "cottage", tokens=1)
    assert any("Bob" in line and "President" in line for line in elected)
    state = table(
        player("V V P", tokens=0),
        player("K K K", tokens=1, money=500),
        president=0,
        porter=0,
        cycle=2,
    )
    took = next(line for line in news(state, "1 invest cottage/one") if "President" in line)
    assert took == "Bob has more houses than Ann (4 to 3) and takes over as President."


def week_of(*players: Player, buys: str, president: int | None = None) -> list[str]:
    """Return what is told at the end of a week in which seat 1 bought last."""
    state = table(*players, porter=0, cycle=2, president=president, cars="- - - - -")
    return news(replace(state, placements=2), f"1 {buys}")


def test_what_makes_a_president_is_told_first() -> None:
    """LT-PRES-2, LT-PRES-4: K V P becomes V V P, and the points of the contest are told."""
    one = player("K V P", tokens=1, money=900)
    told = week_of(player("K V P", tokens=0), one, buys="invest villa/one", president=0)
    assert told[-2:] == [
        "Bob upgrades house 1 to a villa.",
        "Bob has as many houses as Ann, but better ones (11 contest points to 10), and "
        "takes over as President.",
    ]


def test_an_upgrade_still_to_be_chosen_counts_for_the_president() -> None:
    """LT-PRES-2: Bob may choose between K and K(S S)."""
    one = player("K KSS P", tokens=1, money=900)
    told = week_of(player("K K P", tokens=0), one, buys="invest villa/one", president=0)
    assert told[-2].startswith("A new villa or pension already counts towards the presidency")
    assert told[-1].startswith(
        "Bob has as many houses as Ann, but better ones (10 contest points to 9"
    )


def test_an_upgrade_that_decides_nothing_is_not_explained() -> None:
    """LT-PRES-2, LT-PRES-4: Bob has more houses anyway."""
    cottage = (Bought(Card.COTTAGE, 1),)
    one = player("K KSS P", tokens=1, money=900, bought=cottage)
    told = week_of(player("K K P", tokens=0), one, buys="invest villa/one", president=0)
    assert told[-2:] == [
        "Bob gets a cottage, bought this week.",
        "Bob has more houses than Ann (4 to 3) and takes over as President.",
    ]


def test_why_one_of_several_becomes_president_is_told() -> None:
    """LT-PRES-3, LT-PRES-5, A-16."""
    early = player("K K", tokens=0, bought=(Bought(Card.COTTAGE, 1),))
    late = player("K K", tokens=1, money=900)
    told = week_of(early, late, buys="invest cottage/one")
    assert told[-1].startswith("Several players have three houses now, but Ann was the first")
    three = player("K K K", tokens=0)
    early = player("K K K", tokens=0, bought=(Bought(Card.COTTAGE, 1),))
    late = player("K K K", tokens=1, money=900)
    told = week_of(three, late, early, buys="invest cottage/one", president=0)
    assert told[-2] == (
        "Bob and Cat are equally strong now, but Cat bought their last house card earliest "
        "this week."
    )
    assert told[-1].startswith("Cat has more houses than Ann (4 to 3)")


def test_a_card_is_lost_after_what_could_be_built() -> None:
    """LT-DEV-3, LT-DEV-4."""
    one = player("K", tokens=1, money=900, bought=(Bought(Card.PENSION, 1), Bought(Card.VILLA, 2)))
    told = week_of(player(tokens=0), one, buys="invest pension/one")
    assert told[-3] == "Bob upgrades house 1 to a villa."
    assert told[-2] == "Bob upgrades house 1 to a pension."
    assert "no villa to turn into a pension" in told[-1]


def last_parcel(houses: str, cars: str, **values: object) -> list[str]:
    """Return what is told when seat 1, who claimed car 1, places the last token."""
    state = table(player("V V"), player(houses), porter=0, cars=cars, **values)
    state = play(state, "1 invite 1/one")
    spent = tuple(replace(p, tokens=n) for p, n in zip(state.players, (0, 1), strict=True))
    state = replace(state, players=spent, active=1, cycle=2)
    return news(state, "1 parcel one")


def test_a_lodging_is_told_with_rent_and_leftovers() -> None:
    """LT-ACC-7, LT-ACC-9: in, paid, left over."""
    said = {
        "all": last_parcel("KSS", "S - - -"),
        "some": last_parcel("K", "SSS - - -"),
        "none": last_parcel("P", "SS - - -"),
    }
    found = {key: [line for line in lines[2:] if "Bob" in line] for key, lines in said.items()}
    assert found == {
        "all": [
            "Bob lodges a student in house 1. The guests who stayed there leave and pay 200 zł."
        ],
        "some": ["Bob lodges 2 students in house 1.", "Bob has to turn away a student."],
        "none": ["Bob has to turn away 2 students."],
    }


def test_leftovers_are_told_before_the_president_lodges_them() -> None:
    """LT-PRES-6."""
    told = last_parcel("P", "SS - - -", president=0)
    handed = next(n for n, line in enumerate(told) if "the President, gets" in line)
    assert numbers(told[handed]) == [2]
    assert told[handed + 1].startswith("Ann")


def test_the_end_of_the_season_counts_its_weeks() -> None:
    """LT-END-3."""
    assert numbers(last_parcel("K", "- - - -", round=12)[-1]) == [12]


# Where things are


def where(state: LetniskoState, component: str) -> str:
    """Return where a component is."""
    found = LETNISKO.whereabouts(LETNISKO.view(state, WATCHER), component)
    assert found is not None, component
    return say(found)


def test_nothing_is_anywhere_before_the_first_train() -> None:
    view = LETNISKO.view(LETNISKO.initial_state(2, frozenset()), 0)
    assert LETNISKO.whereabouts(view, "villa") is None


def test_guests_are_on_the_train_in_houses_or_in_the_bank() -> None:
    state = table(player("KS VSC"), player(), cars="SS CS H -")
    assert numbers(where(state, "guest:S")) == [3, 2, 44 - 5]
    assert numbers(where(state, "guest:C")) == [1, 1, 36 - 2]


def test_the_weather_is_counted_behind_and_ahead() -> None:
    """LT-INFO-2."""
    state = table(player(), player(), past=(Weather.RAIN, Weather.HOT, Weather.RAIN))
    assert numbers(where(state, "clouds")) == [2]
    assert "this week" in where(state, "clouds")
    assert numbers(where(state, "rain")) == [2, 2]


def test_the_things_of_the_table() -> None:
    state = table(player(ready=1), player(), player(), porter=2, cars="S S C C -")
    state = play(state, "0 invite 1+2/one", "1 parcel one")
    assert "Cat" in where(state, "porter-token")
    assert numbers(where(state, "car")) == [5, 3]
    assert numbers(where(state, "locomotive")) == [1]
    assert numbers(where(state, "token")) == [1, 1, 2]
    assert "no President" in where(state, "president")
    assert "Bob" in where(replace(state, president=1), "president")


def test_investments_show_what_is_left_prices_and_owners() -> None:
    """LT-INV-3."""
    state = table(player("K V V", ready=1, refuelling=1, out=1), player("P"), porter=0)
    assert numbers(where(state, "villa")) == [15, 200, 0, 2]
    assert where(state, "villa").endswith("Ann 2.")
    assert numbers(where(state, "automobile")) == [0, 300, 0, 3]
    assert where(state, Card.FOREST_A).count("Ann") == 0
    four = player(ready=1, out=1, empty=1, refuelling=1)
    assert where(table(four, player(), player(), player()), "automobile").endswith("Ann 4.")
    after = play(state, "1 invest villa/two")
    assert numbers(where(after, "villa")) == [14, 400, 200, 2]


def test_without_leftovers_the_president_is_told_nothing() -> None:
    """LT-PRES-6, LT-PRES-8: neither of guests with a room nor of those nobody invited."""
    told = last_parcel("K", "S C C -", president=0)
    assert not any("As President" in line for line in told)


def test_who_gets_a_house_alone_is_told_of_nothing_else() -> None:
    assert not any("gets" in line for line in closing("K", "villa", tokens=1))


def test_what_nobody_owns_has_no_owners() -> None:
    assert "owned" not in where(table(player("K"), player("K")), "villa")
    assert "owned" in where(table(player("V"), player("K")), "villa")


def test_a_president_who_stays_is_not_told() -> None:
    """LT-PRES-2."""
    assert not any("President" in line for line in last_parcel("K", "- - - -", president=0))
