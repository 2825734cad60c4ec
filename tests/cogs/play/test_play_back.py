"""Where Back leads from the first part of a move."""

from __future__ import annotations

from dataclasses import fields
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.play.panel_view import _was_offered_at_once
from rules import registry
from rules.notation import described

LAID = [
    pytest.param(slug, number, part.name, id=f"{slug} {kind.notation.split()[0]}")
    for slug in registry.slugs()
    for number, kind in enumerate(registry.get(slug).move_types)
    if kind.pad is not None
    for part in fields(kind)
    if described(kind, part.name).in_hand
]


@pytest.mark.parametrize(("slug", "number", "part"), LAID)
def test_a_tile_chosen_beside_other_moves_is_given_up_with_its_type(
    slug: str, number: int, part: str
) -> None:
    glance, slot = SimpleNamespace(rules=registry.get(slug)), SimpleNamespace(name=part)

    def is_one_step(kinds: tuple[int, ...]) -> bool:
        choice = SimpleNamespace(path=SimpleNamespace(kind=number), kinds=kinds)
        return _was_offered_at_once(*cast("tuple[Any, Any, Any]", (glance, choice, slot)))

    assert is_one_step((number, number + 1))
    assert not is_one_step((number,)), "Back gives the tile back, and its type stays"


def test_there_are_such_moves() -> None:
    assert LAID
