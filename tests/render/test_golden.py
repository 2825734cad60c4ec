"""The pictures look as they did when they were last reviewed."""

from __future__ import annotations

import pytest

from tests.render import golden, kept

PICTURES = golden.pictures()


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_picture_looks_as_before(name: str) -> None:
    kept.check_as_before(golden.FOLDER, name, PICTURES[name])


def test_a_missing_piece_is_noticed() -> None:
    before = kept.kept(golden.FOLDER, "board4_reservation")
    spoiled = before.copy()
    spoiled.paste("#3a4b53", (70, 110, 105, 150))  # one card gone
    assert kept.worst(before, spoiled)[1] > kept.SPOT


def test_there_is_a_kept_picture_for_each_and_no_other() -> None:
    assert kept.names(golden.FOLDER) == set(PICTURES)
