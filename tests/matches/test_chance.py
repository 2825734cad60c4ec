from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.domain.history.chance import ChanceStream, commitment

SEED = bytes(range(32))


def stream(ply: int = 1, seed: bytes = SEED) -> ChanceStream:
    return ChanceStream(seed, ply)


def test_the_bytes_are_pinned() -> None:
    """If these change, no match played so far can be verified any more."""
    assert stream(1).randbytes(40).hex() == (
        "c55959d4d107077a0b7a9bfe8e7ccec65e8cb1b4a2e78fdc758ac696031f485a6d33a4c7a94460ea"
    )


def test_the_bytes_are_what_the_module_says() -> None:
    import hmac

    blocks = [
        hmac.new(SEED, b"stolik 1" + (7).to_bytes(8, "big") + i.to_bytes(8, "big"), "sha256")
        for i in range(3)
    ]
    assert stream(7).randbytes(96) == b"".join(block.digest() for block in blocks)


def test_what_games_draw_with_is_pinned() -> None:
    deck = list(range(10))
    stream(1).shuffle(deck)
    assert deck == [3, 2, 4, 1, 8, 0, 7, 6, 9, 5]
    assert stream(2).sample(range(100), 5) == [68, 59, 44, 5, 16]
    assert stream(3).randrange(6) == 2
    assert stream(4).choice("abcdefgh") == "g"
    assert stream(5).randint(1, 6) == 6
    assert stream(6).random() == 0.48119422129974876
    assert stream(8).randrange(10, 100, 7) == 45


def test_each_ply_has_a_stream_of_its_own() -> None:
    assert stream(1).randbytes(32) != stream(2).randbytes(32)
    assert stream(1).randbytes(32) != stream(1, b"other").randbytes(32)


def test_a_stream_can_be_drawn_again() -> None:
    first, second = stream(9), stream(9)
    assert [first.randrange(1000) for _ in range(50)] == [second.randrange(1000) for _ in range(50)]


def test_every_value_is_as_likely() -> None:
    rng = stream(10)
    counts = Counter(rng.randrange(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < n < 1150 for n in counts.values())


def test_nothing_to_draw_from() -> None:
    with pytest.raises(ValueError, match="nothing to draw from"):
        stream().choice([])
    with pytest.raises(ValueError, match="cannot draw 3 of 2"):
        stream().sample([1, 2], 3)


@given(st.lists(st.integers(), max_size=40), st.integers(1, 10_000))
def test_shuffling_loses_nothing(cards: list[int], ply: int) -> None:
    shuffled = list(cards)
    stream(ply).shuffle(shuffled)
    assert sorted(shuffled) == sorted(cards)


@given(st.integers(1, 10**9), st.integers(1, 10_000))
def test_numbers_stay_in_range(stop: int, ply: int) -> None:
    assert 0 <= stream(ply).randrange(stop) < stop


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
