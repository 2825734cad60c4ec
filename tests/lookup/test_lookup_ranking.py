"""What a typed word counts that isn't in the book as it is typed."""

from __future__ import annotations

import pytest

from lookup.index import Index
from lookup.parse import read

BOOK = """# Ferry

## Going

**F-GO-1** The curtain falls. Everybody waits for the bell.

**F-GO-2** The captain sails. Everybody waits for the whistle.

**F-GO-3** A goat may be stolen at night.

**F-GO-4** The chief sleeps at night.
"""


@pytest.fixture
def index() -> Index:
    return Index(read("ferry", {"en": BOOK})["en"])


def first(index: Index, typed: str) -> str:
    return index.hits(typed)[0].entry.key


def test_a_word_that_is_only_like_one_counts_less_than_one_that_is_there(index: Index) -> None:
    assert first(index, "curtian and the whistle") == "F-GO-2"
    assert first(index, "curtian") == "F-GO-1"


def test_a_short_word_is_like_no_other(index: Index) -> None:
    keys = [hit.entry.key for hit in index.hits("bill of the captain")]
    assert keys[0] == "F-GO-2"
    assert "F-GO-1" not in keys


def test_a_word_of_the_same_meaning_comes_before_one_that_looks_alike(index: Index) -> None:
    assert [hit.entry.key for hit in index.hits("is there a thief")] == ["F-GO-3"]
