"""The standing answers of all games: legal, and only where they say so."""

from __future__ import annotations

import pytest

from rules import registry
from rules.letnisko.moves import Lodge
from rules.lodge.moves import EndTurn, RefreshRooms
from rules.protocol import CHANCE, Move
from tests.contract.checks import playout


def decided(slug: str, answer: str) -> list[tuple[object, list[Move], Move | None]]:
    """Return state, legal moves and the answer's move at every decision of some matches."""
    rules = registry.get(slug)
    (standing,) = (one for one in rules.standing if one.slug == answer)
    found = []
    for seats in rules.info.seats:
        for step in playout(rules, seats, 3):
            if step.seat != CHANCE:
                moves = list(rules.legal_moves(step.state, step.seat))
                move = standing.answer(rules.view(step.state, step.seat), moves)
                found.append((step.state, moves, move))
    assert {move is None for _, _, move in found} == {True, False}
    return found


def test_the_turn_ends_when_only_the_token_is_left() -> None:
    """LD-TURN-4."""
    for _, moves, move in decided("lodge", "end"):
        kinds = {type(one) for one in moves}
        assert (move == EndTurn()) == (EndTurn in kinds and kinds <= {EndTurn, RefreshRooms})
        assert move in (None, EndTurn())


def test_the_highest_rent_is_taken_if_one_lodging_pays_most() -> None:
    """LT-ACC-6."""
    rules = registry.get("letnisko")
    for state, moves, move in decided("letnisko", "rent"):
        lodgings = [one for one in moves if isinstance(one, Lodge)]
        if not lodgings:
            assert move is None
            continue
        (seat,) = (s for s in rules.to_act(state) if moves == list(rules.legal_moves(state, s)))
        rents = [money(rules.apply(state, seat, one).state, seat) for one in lodgings]
        best = [one for one, rent in zip(lodgings, rents, strict=True) if rent == max(rents)]
        assert move == (best[0] if len(best) == 1 else None)


def money(state: object, seat: int) -> int:
    players = state.players  # type: ignore[attr-defined]
    paid: int = players[seat].money
    return paid


@pytest.mark.parametrize("slug", registry.slugs())
def test_their_slugs_are_stored_with_commas_between(slug: str) -> None:
    slugs = [standing.slug for standing in registry.get(slug).standing]
    assert len({*slugs}) == len(slugs)
    assert all(one.isalnum() for one in slugs)
