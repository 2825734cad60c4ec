"""The legal moves that are offered in place of an illegal one."""

from __future__ import annotations

from difflib import SequenceMatcher
from heapq import nsmallest

import pytest

from rules.krakow.components import SIGHTS, Action, Direction, Place, Sight
from rules.krakow.moves import Decline, Exchange, Lay, Reserve, Shift, Take
from rules.nearest import nearest, nearest_written
from rules.notation import format_move
from rules.protocol import Move
from tests import toy


def written(moves: tuple[Move, ...]) -> list[str]:
    return [format_move(move) for move in moves]


def lays(cards: str, size: int) -> list[Move]:
    places = [Place(f"{side}{n}") for side in "LRTB" for n in range(1, size + 1)]
    return sorted(Lay(Action(card), place) for card in cards for place in places)


def test_what_is_possible_comes_first_itself() -> None:
    moves = lays("ABC", 3)
    for move in moves:
        assert nearest(moves, move)[0] == move


def test_the_same_place_with_another_card_comes_before_another_place() -> None:
    found = nearest(lays("AC", 3), Lay(Action("B"), Place("T2")))
    assert written(found) == ["lay A@T2", "lay C@T2", "lay A@B2"]


def test_the_same_card_at_the_next_place_comes_first() -> None:
    found = nearest(lays("ABC", 3), Lay(Action("B"), Place("R4")))
    assert written(found) == ["lay B@R3", "lay B@R2", "lay B@R1"]


def test_numbers_are_compared_by_distance() -> None:
    moves = [Reserve(Sight.parse("N:5"), hour) for hour in (8, 11, 12, 17)]
    found = nearest(moves, Reserve(Sight.parse("N:5"), 13))
    assert written(found) == ["reserve N:5@12", "reserve N:5@11", "reserve N:5@17"]


def test_numbers_are_not_compared_by_their_digits() -> None:
    moves = [Reserve(Sight.parse("N:5"), hour) for hour in (10, 19)]
    assert nearest(moves, Reserve(Sight.parse("N:5"), 9)) == tuple(moves)


def test_of_two_moves_that_share_a_part_the_one_with_the_earlier_part_is_nearer() -> None:
    first, second = Sight.parse("N:5"), Sight.parse("D:8")
    same_sight, same_hour = Reserve(first, 17), Reserve(second, 9)
    neither = Reserve(second, 10)
    found = nearest([same_hour, neither, same_sight], Reserve(first, 9))
    assert found == (same_sight, same_hour, neither)


def test_cards_that_look_alike_are_near() -> None:
    moves = [Take(Sight.parse(code)) for code in ("D:A", "J:3", "N:4", "N:6")]
    assert written(nearest(moves, Take(Sight.parse("N:7")))) == ["take N:6", "take N:4", "take D:A"]


def test_where_nothing_differs_in_distance_the_sorted_order_stands() -> None:
    moves = [Exchange(Sight.parse("N:1"), Sight.parse(code)) for code in ("D:1", "J:1", "N:1")]
    wanted = Exchange(Sight.parse("I:4"), Sight.parse("O:3"))
    assert nearest(moves, wanted) == tuple(moves)


@pytest.mark.parametrize("wanted", [Decline(), Take(Sight.parse("N:5"))])
def test_what_cannot_be_played_now_leads_to_the_first_moves_of_the_decision(wanted: Move) -> None:
    moves = lays("AB", 3)
    assert nearest(moves, wanted) == tuple(moves[:3])


def test_a_move_without_parts_is_found_among_others() -> None:
    moves = [Shift(Direction.LEFT), Shift(Direction.RIGHT), Decline()]
    assert nearest(moves, Decline()) == (Decline(),)
    assert nearest([], Decline()) == ()


def test_cells_beside_a_taken_one_are_near() -> None:
    cells = [toy.Square(row, col) for row in range(toy.SIZE) for col in range(toy.SIZE)]
    wanted = toy.Place(toy.Square(2, 2))
    moves = [toy.Place(cell) for cell in cells if cell != wanted.cell]
    assert written(nearest(moves, wanted)) == ["place r2c3", "place r3c2", "place r3c4"]


def test_what_was_typed_is_answered_with_moves_that_look_like_it() -> None:
    assert nearest_written(lays("ABC", 3), " LAY a  t1")[0] == "lay A@T1"


def test_a_part_alone_finds_the_moves_that_have_it() -> None:
    found = nearest_written(lays("ABC", 3), "B@L2")
    assert found[0] == "lay B@L2"
    assert len(found) == 3


@pytest.mark.parametrize(
    "typed", ["reserve N:5@55", "resreve d:8 10", "N:5@9", "reserve", "lay A@T1", "?!" * 150]
)
def test_of_many_moves_few_are_compared_and_the_nearest_are_found(
    monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    moves = [Reserve(sight, hour) for sight in SIGHTS for hour in range(10, 40)]

    def unlike(notation: str) -> float:
        return -SequenceMatcher(None, notation.casefold(), typed.casefold(), autojunk=False).ratio()

    nearest_of_all = tuple(nsmallest(3, map(format_move, moves), key=unlike))
    real, compared = SequenceMatcher[str].ratio, list[object]()

    def counted(matcher: SequenceMatcher[str]) -> float:
        compared.append(matcher)
        return real(matcher)

    monkeypatch.setattr(SequenceMatcher, "ratio", counted)
    assert nearest_written(moves, typed) == nearest_of_all
    assert len(compared) <= 100 < len(moves)
