"""The rulebooks of the games, that of the small one too, are on the shelf."""

import pytest

from lookup import shelf


@pytest.fixture(autouse=True)
def _shelved(toy: None, toy_book: None) -> None:
    shelf.load()
