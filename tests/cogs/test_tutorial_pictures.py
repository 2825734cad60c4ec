"""Which picture each page of First steps shows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.help import tutorial
from cogs.help.tutorial_view import CHOOSING, HAND, PREVIEW_PAGE, Scene

PLACED, OPEN = ("a place",), ()


@pytest.fixture(autouse=True)
def _drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each picture be its name; a hand can't be drawn in a game without any."""

    def named(name: str) -> Any:
        async def draw(*_: object, **__: object) -> str:
            return name

        return draw

    for what in ("hand", "trial", "board"):
        monkeypatch.setattr(tutorial, f"draw_{what}", named(what))
    monkeypatch.setattr(tutorial, "looks_at_hand", lambda glance, _: glance == "at hand")
    monkeypatch.setattr(tutorial, "_board", lambda *_: "a position")


def scene(page: int, places: object, move: object, glance: str = "at board") -> Scene:
    made = SimpleNamespace(page=page), SimpleNamespace(places=places, move=move)
    return Scene(cast("Any", made[0]), "en", cast("Any", glance), cast("Any", made[1]))


@pytest.mark.parametrize(
    ("page", "places", "move", "shown"),
    [
        (CHOOSING, PLACED, "a move", "trial"),
        (CHOOSING, PLACED, None, "board"),
        (CHOOSING, OPEN, "a move", "board"),
        (PREVIEW_PAGE, PLACED, "a move", "board"),
        (PREVIEW_PAGE, OPEN, "a move", "board"),
        (HAND, PLACED, "a move", "hand"),
    ],
)
async def test_a_placed_piece_is_shown_where_it_is_chosen(
    page: int, places: object, move: object, shown: str
) -> None:
    nobody = cast("Any", None)
    found = await tutorial._painted(nobody, scene(page, places, move), nobody)
    assert cast("Any", found.picture) == shown
    assert found.is_hand == (shown == "hand")


@pytest.mark.parametrize(("page", "is_hand"), [(CHOOSING, True), (PREVIEW_PAGE, False)])
async def test_who_chooses_from_a_hand_sees_it(page: int, is_hand: bool) -> None:
    nobody = cast("Any", None)
    found = await tutorial._painted(nobody, scene(page, OPEN, None, "at hand"), nobody)
    assert found.is_hand == is_hand
