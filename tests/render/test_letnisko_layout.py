"""The layout of the pictures of Letnisko, checked without pixels."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest

from bench.sight import inside, overlap
from render.kit.layout import Box
from render.kit.press import WIDTH
from render.letnisko import layout, panels
from rules.letnisko.components import MAX_CARS, SCALES, Card
from tests.render.drawn import overheard
from tests.render.seeing import check_apart, check_written

TABLES = [(seats, cars) for seats, scale in SCALES.items() for cars in range(scale.cars, 9)]


def check(boxes: Mapping[str, Box], height: int) -> None:
    page = Box(0, 0, WIDTH, height)
    for name, box in boxes.items():
        assert inside(box, page), name
        assert min(box.w, box.h) > 0, name
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not overlap(a, b), (one, other)


@pytest.mark.parametrize(("seats", "cars"), TABLES)
def test_board_boxes_are_inside_and_apart(seats: int, cars: int) -> None:
    boxes = layout.board(seats, cars)
    check(boxes, layout.height(seats))
    assert set(map(str, Card)) <= boxes.keys()
    assert {f"car{n + 1}" for n in range(cars)} <= boxes.keys()
    assert {f"panel{n}" for n in range(seats)} <= boxes.keys()


def test_tokens_stand_above_the_cars() -> None:
    boxes = layout.board(5, MAX_CARS)
    band, cars = boxes["band"], [boxes[f"car{n + 1}"] for n in range(MAX_CARS)]
    assert (cars[0].x, cars[-1].right) == (band.x, band.right)
    assert all(car.y == band.bottom for car in cars)


def test_a_train_of_no_cars_has_its_place() -> None:
    assert layout.board(2, 0)["rest"].w > 900


@pytest.mark.parametrize("seats", SCALES)
def test_result_boxes_are_inside_and_apart(seats: int) -> None:
    check(layout.result(seats), layout.result_height(seats))


@pytest.mark.parametrize("count", [*range(1, 26), 60])
def test_boxes_of_lodgings_are_inside_and_apart(count: int) -> None:
    boxes = layout.choices(count, 204)
    check(boxes, layout.choice_height(count, 204))
    drawn = layout.drawn(count, 204)
    assert layout.choice_height(count, 204) <= WIDTH or count > 20
    assert {str(n) for n in range(drawn)} <= boxes.keys()
    assert ("more" in boxes) == (count > drawn)


@pytest.mark.parametrize("count", range(2, 13))
def test_boxes_of_components_are_inside_and_apart(count: int) -> None:
    check(layout.together(count), layout.SHOWN_HEIGHT)
    check(layout.shown(), layout.SHOWN_HEIGHT)


def test_pictures_are_between_square_and_four_to_three() -> None:
    heights = [f(seats) for seats in SCALES for f in (layout.height, layout.result_height)]
    assert all(WIDTH * 3 / 4 <= height <= WIDTH for height in heights)


@pytest.mark.parametrize("count", range(15))
@pytest.mark.parametrize(("w", "h"), [(638, 70), (470, 70), (480, 84), (420, 240)])
def test_houses_have_room_in_a_panel(w: int, h: int, count: int) -> None:
    lots = tuple(panels.Home(n + 1, "KVP"[n % 3], "SH", n % 2 == 0) for n in range(count))
    with overheard() as heard:
        parts = list(panels.homes(Box(0, 0, w, h), lots))
        for box, painter, args in parts:
            painter(box.w, box.h, *args)
    check_written(heard)
    check_apart(heard)
    check({str(n): box for n, (box, _, _) in enumerate(parts)}, h)
    assert all(box.right <= w for box, _, _ in parts)
