"""What must always hold: nothing lost or doubled, nobody in debt, and parts that read back."""

from dataclasses import replace

import pytest

from rules.letnisko import LETNISKO
from rules.letnisko.components import FORESTS, GUESTS, MAX_CARS, Guest, House, Weather, faults
from rules.letnisko.moves import Cars, Guests, Lodging
from rules.letnisko.state import Player
from rules.letnisko.view import Phase
from tests.rules.letnisko.helpers import batch, lots, player, table


def found(*players: Player, **values: object) -> str:
    """Return what is wrong with a table on which only these values differ."""
    state = table(player("K V P"), player(ready=1))
    whole = replace(state, players=players or state.players)
    return "; ".join(LETNISKO.audit(replace(whole, **values)))  # type: ignore[arg-type]


def test_nothing_is_wrong_with_a_whole_table() -> None:
    assert found() == ""


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (0, f"{FORESTS - 1} forests instead of {FORESTS}"),
        (1, f"{FORESTS - 1} forests"),
        (2, "21 cottages instead of 22"),
        (3, "17 villas instead of 18"),
        (4, "13 pensions instead of 14"),
        (5, "2 automobiles instead of 3"),
    ],
)
def test_a_card_missing_from_its_stack_is_found(at: int, words: str) -> None:
    stock = list(table(player("K V P"), player(ready=1)).stock)
    stock[at] -= 1
    assert found(stock=tuple(stock)).startswith(words)


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (player("K V P", forests=2), "forests"),
        (player("K V", forests=1), "cottages"),
        (player("K K V"), "pensions"),
        (player("K V P", upgrades=(House.VILLA,)), "19 villas"),
        (player("K V P", upgrades=(House.PENSION,)), "15 pensions"),
        (player("K V P", ready=1), "automobiles"),
        (player("K V P", out=1), "automobiles"),
        (player("K V P", empty=1), "automobiles"),
        (player("K V P", refuelling=1), "automobiles"),
    ],
)
def test_a_player_with_a_card_too_many_or_too_few_is_found(one: Player, words: str) -> None:
    assert words in found(one, player(ready=1))


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (player("K V P", money=-100), "seat 0 has -100 zł"),
        (player("K V P", money=150), "seat 0 has 150 zł"),
        (player("K V P", tokens=3), "seat 0 has 3 tokens"),
        (player("K V P", tokens=-1), "seat 0 has -1 tokens"),
        (player("K V P", forests=-1), "and -1 lots"),
        (player("K V P", ready=-1), "automobiles below nothing"),
        (player("K V P", out=-1), "automobiles below nothing"),
        (player("KSSS V P"), "crowded"),
    ],
)
def test_an_impossible_player_is_found(one: Player, words: str) -> None:
    assert words in found(one, player(ready=1))


def test_an_impossible_train_or_stack_is_found() -> None:
    assert found(cars=((),) * MAX_CARS) == ""
    assert found(cars=((),) * (MAX_CARS + 1)) == f"{MAX_CARS + 1} cars"
    ahead = (-1, *table(player(), player()).ahead[1:])
    assert "below nothing" in found(ahead=ahead)


def test_each_guest_is_in_one_place() -> None:
    """LT-ARR-4: in houses and on the train; once it has left, in batches and leftovers."""
    most = GUESTS[Guest.SOCIALITE].count
    here = replace(player("K V P"), lots=lots("K V PHH"))
    train = (batch("H" * (most - 1)),)
    words = f"{most + 1} guests H"
    assert found(here, player(ready=1), cars=train) == words
    assert found(here, player(ready=1), cars=train, phase=Phase.HOMES) == ""
    waiting = replace(here, batch=batch("H" * (most - 2)))
    left = batch("H")
    assert found(waiting, player(ready=1), phase=Phase.HOMES) == ""
    assert found(waiting, player(ready=1), phase=Phase.HOMES, leftovers=left) == words


def test_the_box_is_whole() -> None:
    assert faults() == []


@pytest.mark.parametrize(
    ("read", "written"),
    [
        (Cars.parse("3"), "3"),
        (Cars.parse("4+3"), "3+4"),
        (Guests.parse("sCh"), "SCH"),
        (Guests.parse("-"), "-"),
        (Lodging.parse("3:h,1:CS"), "1:SC,3:H"),
        (Lodging.parse("3:t,1:KS"), "1:SC,3:H"),
        (Lodging.parse("-"), "-"),
    ],
)
def test_parts_are_written_in_one_way(read: object, written: str) -> None:
    assert str(read) == written


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Cars, "x"),
        (Cars, "1+"),
        (Cars, "1+2+3"),
        (Cars, "123"),
        (Guests, "SX"),
        (Lodging, "1"),
        (Lodging, "1:X"),
        (Lodging, "1:S;2:S"),
    ],
)
def test_nonsense_is_no_part(kind: type, text: str) -> None:
    with pytest.raises(ValueError, match="."):
        kind.parse(text)  # type: ignore[attr-defined]


def test_cards_sort_as_they_are_listed() -> None:
    assert sorted(Guest("SCH"[n % 3]) for n in range(4)) == ["S", "S", "C", "H"]
    assert sorted((House.PENSION, House.COTTAGE, House.VILLA)) == ["K", "V", "P"]
    assert not Weather.RAIN < Weather.RAIN
