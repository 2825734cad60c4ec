"""The rulebooks of the games are on the shelf, including the toy game's."""

import pytest

from lookup import shelf


@pytest.fixture(autouse=True)
def _shelved(toy: None, toy_book: None) -> None:
    shelf.load()
