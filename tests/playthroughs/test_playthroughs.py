"""The pinned matches come out as they were written; see scripts/playthrough.py."""

import pytest

from rules import registry
from scripts.playthrough import path_of, recorded, write

MATCHES = [(slug, seats) for slug in registry.slugs() for seats in registry.get(slug).info.seats]


@pytest.mark.parametrize(("slug", "seats"), MATCHES)
def test_playthrough(slug: str, seats: int) -> None:
    text = path_of(slug, seats).read_text(encoding="utf-8")
    again = write(registry.get(slug), seats, recorded(text))
    for number, (old, new) in enumerate(
        zip(text.splitlines(), again.splitlines(), strict=False), 1
    ):
        assert new == old, f"line {number}; if this is meant: python -m scripts.playthrough"
    assert again == text
