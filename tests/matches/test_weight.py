"""Matches in memory: what each takes, and all together."""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import replace

import pytest

from bench.recorded import record
from matches.services import cache
from rules import registry
from tests.matches.helpers import ANN, BEA, CACHED, House

EACH = 4
"""How many matches are measured together."""


@pytest.mark.parametrize("is_told", [False, True])
@pytest.mark.parametrize("slug", registry.slugs())
def test_a_match_takes_what_it_weighs(slug: str, *, is_told: bool) -> None:
    """Measured at the start and at the end; what rules remember for all matches is there."""
    rules = registry.get(slug)
    seats = max(rules.info.seats)
    for moves in (4, None):
        for number in range(EACH):
            record(rules, seats, number, moves)
        gc.collect()
        tracemalloc.start()
        kept = [record(rules, seats, number, moves).live for number in range(EACH)]
        if is_told:
            infos = (replace(live.info, post_since=live.info.ply) for live in kept)
            kept = [live.amended(info) for live, info in zip(kept, infos, strict=True)]
        gc.collect()
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        weight = sum(live.weight for live in kept)
        assert weight / 5 < taken < weight


async def test_matches_together_take_no_more_than_they_may(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [await house.match(ANN, BEA) for _ in range(6)]
    lives = [await house.service._cache.live(number) for number in numbers]
    most_bytes = sum(live.weight for live in lives[:3])
    monkeypatch.setattr(cache, "BYTES_EACH", most_bytes / CACHED)
    for number in numbers:
        house.service._cache.forget(number)
        await house.service.info(number)
        await house.service._cache.live(number)
        kept = house.service._cache._kept.values()
        assert house.service._cache._bytes == sum(live.weight for live in kept)
        assert house.service._cache._bytes <= most_bytes
    assert {live.info.id for live in house.service._cache._kept.values()} == {*numbers[-3:]}
