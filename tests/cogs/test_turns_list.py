"""The lists of a user's matches keep to the room of a message."""

from __future__ import annotations

import pytest

from cogs.play.turns_view import MORE_CHARS, TURNS_LINES, _list
from cogs.ui.sheet import Sheet
from rules.text import t
from tests.world import words

LINE, COUNT = "- a match", 9


@pytest.mark.parametrize("room", [*range(50, 170), 1000])
def test_a_list_fits_and_wastes_no_room(room: int) -> None:
    sheet = Sheet()
    _list(sheet, t("Here"), [LINE] * COUNT, room, "en")
    said = words({"components": [part.to_component_dict() for part in sheet.post().view.children]})
    shown = said.count(LINE)
    assert not shown or len(said) <= room
    assert shown == COUNT or len("**Here**") + (shown + 1) * (len(LINE) + 1) > room - MORE_CHARS
    assert shown == COUNT or f"And {COUNT - shown} more." in said


def test_a_list_is_not_long() -> None:
    sheet = Sheet()
    _list(sheet, t("Here"), [LINE] * (TURNS_LINES + 3), 4000, "en")
    said = words({"components": [part.to_component_dict() for part in sheet.post().view.children]})
    assert said.count(LINE) == TURNS_LINES
    assert "And 3 more." in said
