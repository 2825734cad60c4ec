"""The facts of a box: read with their kinds, or refused by the fault's place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.box import Row, load, seat_marks
from rules.errors import DataError
from rules.text import Printed

ROW = Row(
    {
        "name": "Nut",
        "count": 3,
        "sizes": [1, 2],
        "rows": ["x", "o"],
        "en": "Nut",
        "pl": "Orzech",
        "kinds": [{"count": 1}, {"count": 2}],
        "deal": {"red": 4, "green": 5},
        "by": {"2": {"size": 3}},
    },
    "data/toy/box.toml",
)


def test_facts_have_their_kinds() -> None:
    assert ROW.text("name") == "Nut"
    assert ROW.number("count") == 3
    assert ROW.number("missing", 0) == 0
    assert ROW.numbers("sizes") == (1, 2)
    assert ROW.texts("rows") == ("x", "o")
    assert ROW.printed() == Printed("Nut", "Orzech")
    assert ROW.one_of("name", ("Berry", "Nut")) == "Nut"
    assert [row.number("count") for row in ROW.rows("kinds")] == [1, 2]
    assert ROW.row("deal").by_name() == {"red": 4, "green": 5}
    assert ROW.row("by").rows_by_name()["2"].number("size") == 3
    assert "name" in ROW
    assert "colour" not in ROW


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: ROW.text("count"), "count is not a string"),
        (lambda: ROW.text("missing"), "missing is not a string"),
        (lambda: ROW.number("name"), "name is not a whole number"),
        (lambda: ROW.numbers("rows"), "rows is not numbers"),
        (lambda: ROW.numbers("name"), "name is not a list"),
        (lambda: ROW.texts("sizes"), "sizes is not strings"),
        (lambda: ROW.printed("effect_"), "effect_en is not a string"),
        (lambda: ROW.one_of("name", ("Berry",)), "name is not known"),
        (lambda: ROW.row("sizes"), "sizes is not a table"),
        (lambda: ROW.rows("sizes"), "sizes is not tables"),
        (lambda: ROW.rows("kinds")[1].text("en"), "kinds 2: en is not a string"),
    ],
)
def test_a_fault_is_named_with_its_place(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(DataError, match=f"^data/toy/box.toml.*{said}$"):
        wrong()


def test_a_file_that_cannot_be_read() -> None:
    with pytest.raises(DataError, match=r"cannot read data/krakow/missing\.toml"):
        load("krakow", "missing.toml")


def test_seat_marks_are_read_in_order() -> None:
    marks = seat_marks(load("krakow", "table.toml").rows("seats"))
    assert len({mark.letter for mark in marks}) == len(marks) == 4
