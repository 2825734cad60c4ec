"""The number of continuations of positions; a difference prints the split."""

import pytest

from rules import registry
from scripts.perft import Position, load, perft, reach, split

DEPTHS = [
    pytest.param(slug, position, depth, id=f"{slug}-{position.name}-{depth}")
    for slug in registry.slugs()
    for position in load(slug)
    for depth in position.leaves
]


@pytest.mark.parametrize(("slug", "position", "depth"), DEPTHS)
def test_leaves(slug: str, position: Position, depth: int) -> None:
    rules = registry.get(slug)
    state = reach(rules, position)
    leaves = perft(rules, state, depth)
    if leaves != position.leaves[depth]:
        pytest.fail(f"{leaves} leaves; by move: {split(rules, state, depth)}")


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_number_of_seats_is_counted(slug: str) -> None:
    positions = load(slug)
    assert {p.seats for p in positions} == set(registry.get(slug).info.seats)
    assert all({1, 2, 3} <= set(position.leaves) for position in positions)
