"""False sentences, planted one at a time: the second account finds each of them."""

from typing import cast

import pytest

from rules.lodge import LODGE, advice, observer, refusals, view
from rules.lodge.components import Guest
from rules.lodge.state import LodgeState
from rules.lodge.view import LodgeView
from rules.registry import AnyRules
from rules.text import Seat
from tests.contract.checks import Step, playout
from tests.contract.truth import check_truth
from tests.rules.lodge.witness import WITNESS

RULES = cast("AnyRules", LODGE)


def everybody_waiting(state: LodgeState, seat: Seat) -> tuple[Guest, ...]:
    return tuple(guest for guest in state.guests if guest is not None)


LIES: dict[str, tuple[object, str, object, str]] = {
    "a last round that is none": (
        LodgeView,
        "is_last_turn",
        property(lambda view: True),
        "not true: .*last",
    ),
    "guests missing to a last round that is being played": (
        LodgeView,
        "is_last_turn",
        property(lambda view: False),
        "not true: .*starts? the last round",
    ),
    "a rival on the wrong floor": (view, "rival_floor", lambda turn: 1, "not true: .*rival"),
    "a guest who brings too much": (
        observer,
        "guest_points",
        lambda guest, floor: 7,
        "not true: .*for 7 points",
    ),
    "a token where there is none": (
        advice,
        "token_helps",
        lambda view: True,
        "not so: .*RefreshRooms",
    ),
    "free actions that nobody speaks of": (
        advice,
        "_free_actions",
        lambda view: iter(()),
        "nobody says that these are possible",
    ),
    "floors without a cell": (
        advice,
        "usable_floors",
        lambda view: (1, 2, 3, 4),
        "not true: .*Floors you can use",
    ),
    "a hint to guests who find no rooms": (
        refusals,
        "_guests_to_place",
        everybody_waiting,
        "not so: .*CheckIn",
    ),
    "a hint to rooms that fit nowhere": (
        refusals,
        "columns_for",
        lambda columns, floor: () if floor == 3 else (len(columns) - 1, len(columns)),
        "not so: .*Build",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, planted, found = LIES[lie]
    matches = [(seats, playout(RULES, seats, seed)) for seats, seed in ((3, 1), (2, 0), (1, 0))]
    monkeypatch.setattr(where, name, planted)
    with pytest.raises(AssertionError, match=found):
        check_all(matches)


def check_all(matches: list[tuple[int, list[Step]]]) -> None:
    """Check what is said in whole matches."""
    for seats, steps in matches:
        check_truth(RULES, steps, seats, WITNESS)
