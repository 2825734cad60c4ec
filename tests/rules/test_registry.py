"""The list of all games, and games brought for a while."""

from __future__ import annotations

import pytest

from rules import registry
from rules.errors import LobbyError
from tests.toy import TOY


def test_every_game_is_found_by_its_own_slug() -> None:
    for slug in registry.slugs():
        assert registry.get(slug).info.slug == slug


@pytest.mark.parametrize("slug", ["chess", "", "Krakow", "x" * 500])
def test_an_unknown_game_is_refused_with_the_known_ones(slug: str) -> None:
    with pytest.raises(LobbyError) as refused:
        registry.get(slug)
    assert dict(refused.value.hint.params)["slugs"] == registry.slugs()
    assert dict(refused.value.reason.params)["slug"] == slug[:40]


def test_a_game_is_registered_for_the_length_of_a_block() -> None:
    before = registry.slugs()
    with registry.register("toy", TOY):
        assert registry.slugs() == (*before, "toy")
        assert registry.get("toy").info is TOY.info
    assert registry.slugs() == before


def test_an_old_entry_comes_back_even_after_a_failure() -> None:
    table = {"a": 1, "b": 2}

    def fail() -> None:
        with registry.entered(table, "a", 9):
            assert table == {"a": 9, "b": 2}
            raise ValueError("broken off")

    with pytest.raises(ValueError, match="broken off"):
        fail()
    assert list(table.items()) == [("a", 1), ("b", 2)]
