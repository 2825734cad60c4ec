from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lookup import shelf
from rules import registry
from tests.lookup.small import EN, PL, WORDS
from tests.toy import TOY


@pytest.fixture
def loaded() -> None:
    """Put the rulebooks of the real games on the shelf."""
    shelf.load()


@pytest.fixture
def ferry(tmp_path: Path) -> Iterator[str]:
    """Yield the slug of a game whose rulebook is the small one."""
    slug = "ferry"
    for lang, text in (("en", EN), ("pl", PL)):
        (tmp_path / f"rulebook.{lang}.md").write_text(text, encoding="utf-8")
        (tmp_path / f"words.{lang}.txt").write_text(WORDS[lang], encoding="utf-8")
    with registry.register(slug, TOY), shelf.register(slug, tmp_path):
        yield slug
