"""Layouts, checked without pixels."""

from __future__ import annotations

from itertools import combinations

import pytest

from bench.sight import inside, overlap
from render.kit.layout import Box
from render.kit.press import WIDTH
from render.krakow import layout
from rules.krakow.components import places


def _apart_and_inside(boxes: dict[str, Box], page: Box) -> None:
    for name, box in boxes.items():
        assert inside(box, page), name
        assert box.w > 0
        assert box.h > 0
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not overlap(a, b), (one, other)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_board_boxes_are_inside_and_apart(seats: int) -> None:
    size = 3 if seats == 2 else 4
    height = layout.height(size)
    boxes = dict(layout.board(size, seats))
    _apart_and_inside(boxes, Box(0, 0, WIDTH, height))
    assert {str(place) for place in places(size)} <= boxes.keys()
    assert {str(cell) for cell in range(size * size)} <= boxes.keys()
    assert {f"seat{seat}" for seat in range(seats)} <= boxes.keys()


@pytest.mark.parametrize("size", [3, 4])
def test_hand_boxes_are_inside_and_apart(size: int) -> None:
    _apart_and_inside(dict(layout.hand(size)), Box(0, 0, WIDTH, layout.height(size)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_result_boxes_are_inside_and_apart(seats: int) -> None:
    page = Box(0, 0, WIDTH, layout.result_height(seats))
    _apart_and_inside(dict(layout.result(seats)), page)


@pytest.mark.parametrize("boxes", [layout.shown(), layout.group(), layout.pieces()])
def test_component_boxes_are_inside_and_apart(boxes: dict[str, Box]) -> None:
    _apart_and_inside(dict(boxes), Box(0, 0, WIDTH, layout.SHOWN_HEIGHT))


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 15])
def test_boxes_of_a_row_of_sights_are_inside_and_apart(count: int) -> None:
    boxes = dict(layout.row(count))
    _apart_and_inside(boxes, Box(0, 0, WIDTH, layout.row_height(count)))
    assert {str(n) for n in range(count)} == boxes.keys() - {"title"}


def test_pictures_are_between_square_and_four_to_three() -> None:
    heights = [layout.height(3), layout.height(4)]
    heights += [layout.result_height(seats) for seats in (2, 3, 4)]
    for height in heights:
        assert WIDTH * 3 / 4 <= height <= WIDTH


@pytest.mark.parametrize("place", ["T", "L", "R", "B"])
def test_places_stand_beside_their_line(place: str) -> None:
    boxes = layout.board(4, 4)
    for n in range(4):
        spot = boxes[f"{place}{n + 1}"]
        first = boxes[str(n if place in "TB" else 4 * n)]
        if place in "TB":
            assert (spot.x, spot.right) == (first.x, first.right)
        else:
            assert (spot.y, spot.bottom) == (first.y, first.bottom)


def test_boxes_split_without_gaps_or_overlap() -> None:
    box = Box(10, 20, 100, 50)
    assert box.top(20).bottom == box.below(20).y
    assert box.left(30).right == box.after(30).x
    assert [b.x for b in box.columns(3, 5)] == [10, 45, 80]
    assert [b.h for b in box.rows(2, 10)] == [20, 20]
    assert box.inset(5) == Box(15, 25, 90, 40)
    assert not overlap(box, Box(110, 20, 5, 5))
    assert overlap(box, Box(109, 69, 5, 5))
    assert not inside(Box(0, 0, 10, 10), box)
