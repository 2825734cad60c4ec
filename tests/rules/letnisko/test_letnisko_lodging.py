"""Who can move in where: the vectors V-1 to V-10, and every lodging against brute force."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.letnisko.components import HOUSES, Guest
from rules.letnisko.lodging import (
    best,
    lodgings,
    moved_in,
    standing_for,
    worth,
)
from rules.letnisko.moves import Lodging
from rules.letnisko.state import VERSION, LetniskoState, Lot
from rules.letnisko.view import Phase
from tests.rules.letnisko.helpers import batch, legal, lots, play, player, refused, step, table


@pytest.mark.parametrize(
    ("houses", "guests", "ways"),
    [
        pytest.param("K KSS", "SS", {"1:SS": 0}, id="V-1"),
        pytest.param("KSS", "S", {"1:S": 200}, id="V-2"),
        pytest.param("K K", "SS", {"1:SS": 0}, id="V-3"),
        pytest.param("VSS K P", "SC", {"2:S,3:C": 0}, id="V-4"),
        pytest.param("V PHH", "CCSS", {"1:SS,2:CC": 600}, id="V-5"),
        pytest.param("VCC VSS", "CC", {"1:CC": 400, "2:CC": 200}, id="V-6"),
        pytest.param("V", "SCC", {"1:CC": 0, "1:SC": 0}, id="V-7"),
        pytest.param("V VSS", "CCC", {"1:CC,2:C": 200}, id="V-8"),
        pytest.param("P", "SS", {"-": 0}, id="V-9"),
        pytest.param("K KS", "S", {"1:S": 0}, id="V-10"),
        pytest.param("K KS", "SSS", {"1:SS,2:S": 100}, id="one resident moves out: A-11"),
        pytest.param("K V P", "", {"-": 0}, id="nobody"),
        pytest.param("KS KS", "SS", {"1:SS": 100}, id="fewest houses: LT-ACC-5"),
    ],
)
def test_every_legal_lodging_and_no_other(houses: str, guests: str, ways: dict[str, int]) -> None:
    """A-8 in V-4: two empty houses, not one with guests. A-9 in V-5: with C C in the empty villa
    two would be left. A-10 in V-8: the empty villa takes in two, not one.
    """
    homes = lots(houses)
    ways_found = lodgings(homes, batch(guests), VERSION)
    found = {str(way): moved_in(homes, batch(guests), way).paid for way in ways_found}
    assert found == ways


def test_t9_students_stay_in_a_pension_until_a_convalescent_comes() -> None:
    homes = lots("PSS")
    (way,) = lodgings(homes, batch("C"), VERSION)
    assert moved_in(homes, batch("C"), way) == (lots("PC"), 200, ())


def test_the_result_of_a_lodging() -> None:
    """LT-ACC-7, LT-ACC-8: nobody moves into the cottage, so its guests stay and pay nothing."""
    homes = lots("KSS V PHH")
    way = Lodging.parse("2:SC,3:CH")
    moved = moved_in(homes, batch("SSCCH"), way)
    assert moved == (lots("KSS VSC PCH"), 600, batch("S"))


houses_st = st.lists(
    st.tuples(st.sampled_from("KVP"), st.sampled_from(["", "S", "SS", "SC", "CC", "H"])), max_size=3
)


@given(houses_st, st.lists(st.sampled_from("SCH"), max_size=5))
def test_against_brute_force(homes: list[tuple[str, str]], guests: list[str]) -> None:
    """LT-ACC-1 to LT-ACC-6: the best assignments, those with the same result only once.

    In version 1 they had to be the same but for identical houses.
    """
    here = lots(" ".join(house + residents for house, residents in homes))
    todo = batch("".join(guests))
    every = {_way(choice, todo) for choice in product(range(len(here) + 1), repeat=len(todo))}
    possible = [way for way in every if _fits(here, way)]
    top = max(worth(here, way) for way in possible)
    every_best = [way for way in possible if worth(here, way) == top]
    for version, told_apart in ((1, _moves), (VERSION, _result)):
        found = lodgings(here, todo, version)
        assert set(found) <= set(every_best)
        kinds = [told_apart(here, way) for way in found]
        assert len(set(kinds)) == len(kinds)
        assert set(kinds) == {told_apart(here, way) for way in every_best}
        for way in every_best:
            one = standing_for(here, todo, way, version)
            assert one in found
            assert one == way or way not in found
            assert _result(here, one) == _result(here, way)
    assert best(here, todo) == top


def _moves(here: tuple[Lot, ...], way: Lodging) -> object:
    """Return who moves into houses of which kind and with which guests."""
    taken = dict(way.rooms)
    return tuple(sorted((str(lot), taken.get(n, ())) for n, lot in enumerate(here, 1)))


def _result(here: tuple[Lot, ...], way: Lodging) -> object:
    """Return who lives where then, what was paid, and how many of each kind moved in."""
    lodged = tuple(sorted(guest for _, guests in way.rooms for guest in guests))
    moved = moved_in(here, lodged, way)
    return tuple(sorted(map(str, moved.lots))), moved.paid, lodged


def _way(choice: tuple[int, ...], todo: tuple[Guest, ...]) -> Lodging:
    rooms: dict[int, list[Guest]] = {}
    for number, guest in zip(choice, todo, strict=True):
        if number:
            rooms.setdefault(number, []).append(guest)
    return Lodging(tuple(sorted((n, tuple(sorted(g))) for n, g in rooms.items())))


def _fits(here: tuple[Lot, ...], way: Lodging) -> bool:
    return all(
        len(guests) <= 2 and set(guests) <= HOUSES[here[number - 1].house].accepts
        for number, guests in way.rooms
    )


def test_a_choice_is_asked_for_and_made() -> None:
    state = play(
        table(player(), player("V"), cars="SCC - - -"),
        "1 invite 1/one",
        "0 parcel one",
        "0 end-turn",
        "1 parcel one",
        "0 parcel one",
        "0 end-turn",
    )
    assert legal(state, 1) == ["lodge 1:SC", "lodge 1:CC"]
    assert legal(state, 0) == []
    after = play(state, "1 lodge 1:CC")
    assert after.players[1].lots == lots("VCC")
    assert after.round == 2


@pytest.mark.parametrize(
    ("move", "rule", "reason"),
    [
        ("lodge 1:C", "LT-ACC-3", "You have room for more of your guests (5 instead of 1)."),
        ("lodge 4:SC", "LT-ACC-1", "You only have 3 houses."),
        ("lodge 1:SCC", "LT-ACC-1", "House 1 can take in at most two new guests."),
        ("lodge 1:SH", "LT-ACC-1", "You only have 0 socialites to find rooms for."),
        ("lodge 3:SC", "LT-ACC-2", "House 3 is a pension, too luxurious for a student."),
        ("lodge 1:CC,3:CC", "LT-ACC-1", "You only have 3 convalescents to find rooms for."),
        ("develop V@1", "LT-DEV-5", "You have no house to upgrade right now."),
        ("parcel one", "LT-DEV-1", "All tokens are back. Now it's time for houses and guests."),
    ],
)
def test_refusals(move: str, rule: str, reason: str) -> None:
    state = table(player(), player("V VSS P"), cars="SSCCC - - -")
    for line in ("1 invite 1/one", "0 parcel one", "0 end-turn"):
        state = play(state, line)
    state = play(state, "1 parcel one", "0 parcel one", "0 end-turn")
    assert refused(state, f"1 {move}") == (rule, reason)


@pytest.mark.parametrize(
    ("houses", "guests", "move", "rule", "reason"),
    [
        (
            "K KSS V",
            "SSS",
            "2:SS,3:S",
            "LT-ACC-4",
            "Empty houses come first and can take in more guests (3 instead of 1).",
        ),
        (
            "K V V",
            "SS",
            "1:S,2:S",
            "LT-ACC-5",
            "Your guests fit into fewer houses (1 instead of 2).",
        ),
        pytest.param(
            "V V V P",
            "SSCC",
            "1:SS,2:C,4:C",
            "LT-ACC-5",
            "Your guests fit into fewer houses (2 instead of 3).",
            id="T-14",
        ),
        ("V V", "SC", "1:S,1:C", "LT-ACC-1", "You named house 1 more than once."),
        ("V V", "SC", "0:SC", "LT-ACC-1", "You only have 2 houses."),
    ],
)
def test_a_worse_lodging_is_refused(
    houses: str, guests: str, move: str, rule: str, reason: str
) -> None:
    state = asked_to_lodge(houses, guests)
    assert refused(state, f"1 lodge {move}") == (rule, reason)


def asked_to_lodge(houses: str, guests: str) -> LetniskoState:
    """Return a state in which seat 1 has guests to lodge, whether it has a choice or not."""
    one = player(houses, batch=batch(guests))
    return table(player(), one, phase=Phase.HOMES)


@pytest.mark.parametrize(
    ("houses", "guests", "typed", "done"),
    [
        pytest.param("V VSS P", "SCC", "1:CC,3:C", None, id="there is no such way"),
        pytest.param("K K V", "SSCCC", "2:SS,3:CC", "1:SS,3:CC", id="K and K are identical"),
        pytest.param("K V K PC", "SSSCC", "1:S,2:CC,3:SS", "1:SS,2:CC,3:S", id="1 and 3 are"),
        pytest.param("PCH P V", "CCCSCH", "1:CH,2:CC,3:SC", "1:CC,2:CH,3:SC", id="the same table"),
    ],
)
def test_a_lodging_with_the_result_of_another_is_carried_out(
    houses: str, guests: str, typed: str, done: str | None
) -> None:
    """LT-ACC-6: as the one that is offered."""
    state = asked_to_lodge(houses, guests)
    if done is None:
        assert f"lodge {typed}" not in legal(state, 1)
        return
    assert f"lodge {done}" in legal(state, 1)
    assert f"lodge {typed}" not in legal(state, 1)
    assert step(state, f"1 lodge {typed}") == step(state, f"1 lodge {done}")


# Nothing is asked that has only one result


def homecoming(houses: str, car: str, version: int) -> LetniskoState:
    """Return the table after a week in which seat 1 invited the guests of one car."""
    state = table(player(), player(houses), cars=f"{car} - - -", version=version)
    state = play(state, "1 invite 1/one", "0 parcel one", "0 end-turn", "1 parcel one")
    return play(state, "0 parcel one", "0 end-turn")


@pytest.mark.parametrize(
    ("houses", "car"),
    [
        pytest.param("PCH P", "CCCH", id="whichever takes in C H, the other has C C"),
        pytest.param("VSS VSS K", "SC", id="identical houses"),
    ],
)
def test_lodgings_with_one_result_are_not_asked_for(houses: str, car: str) -> None:
    """LT-ACC-6: it happens by itself, and is told."""
    state = homecoming(houses, car, VERSION)
    assert state.round == 2


def test_a_match_of_version_1_asks_as_before() -> None:
    """Both P(C H) and P end as C C and C H, for 500 zł."""
    old = homecoming("PCH P", "CCCH", 1)
    assert legal(old, 1) == ["lodge 1:CC,2:CH", "lodge 1:CH,2:CC"]
    new = homecoming("PCH P", "CCCH", VERSION)
    for way in legal(old, 1):
        after = play(old, f"1 {way}")
        assert sorted(map(str, after.players[1].lots)) == sorted(map(str, new.players[1].lots))
        assert after.players[1].money == new.players[1].money


def test_lodgings_that_pay_differently_are_asked_for() -> None:
    """LT-ACC-6, LT-ACC-7."""
    assert legal(homecoming("VCC VSS", "CC", VERSION), 1) == ["lodge 1:CC", "lodge 2:CC"]
