"""The rulebooks of the games, that of the small one too, are on the shelf."""

from pathlib import Path

import pytest

from lookup import shelf
from rules import registry
from tests.toy import TOY

BOOK = Path(__file__).parents[1] / "toy_rulebook"


@pytest.fixture(autouse=True)
def shelved(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.load()
    monkeypatch.setitem(registry._GAMES, TOY.info.slug, TOY)
    if TOY.info.slug not in shelf.slugs():
        shelf.add(TOY.info.slug, BOOK)
