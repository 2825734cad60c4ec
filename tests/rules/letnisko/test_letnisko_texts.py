"""What players are told before they decide: warnings, the forecast, where things are."""

from dataclasses import replace

import pytest

from render.i18n import translate
from rules.letnisko import LETNISKO
from rules.letnisko.state import LetniskoState, initial_state
from rules.letnisko.view import Phase
from rules.notation import parse_move
from rules.text import Seat
from tests.rules.letnisko.helpers import NAMES, batch, lots, play, player, table


def sentence(state: LetniskoState, seat: Seat, move: str) -> str:
    """Return what a player reads before confirming a move."""
    view = LETNISKO.view(state, seat)
    return translate(LETNISKO.sentence(view, parse_move(LETNISKO, move)), "en", NAMES)


def advised(state: LetniskoState, seat: Seat) -> str:
    """Return all the advice a player gets."""
    advice = LETNISKO.advice(LETNISKO.view(state, seat))
    return "\n".join(translate(one.text, "en", NAMES) for one in advice)


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("invest cottage/two", "You have no other turn this week, so the porter goes unused."),
        ("parcel one", "Keep your other token and the porter for your second turn."),
        ("invest cottage/one+porter", "Keep your other token for your second turn."),
    ],
)
def test_ending_a_turn_says_what_becomes_of_the_porter(move: str, told: str) -> None:
    """LT-TURN-6."""
    state = play(table(player(), player(), porter=0), "1 parcel one", f"0 {move}")
    assert sentence(state, 0, "end-turn") == f"End the turn. {told}"


def test_the_porters_holder_is_warned_in_time() -> None:
    """LT-TURN-6."""
    state = play(table(player(), player(), porter=0), "1 parcel one")
    assert "Once both your tokens are placed, you won't get another turn to use it." in advised(
        state, 0
    )
    state = play(state, "0 invest cottage/two")
    assert "Place the porter now, or you lose it." in advised(state, 0)
    assert "porter" not in advised(state, 1)


def test_the_forecast_names_what_can_still_come() -> None:
    """LT-INFO-1, LT-INFO-2, A-29: with five players there is no storm, and only one rain."""
    state = replace(initial_state(5), phase=Phase.ACTIONS)
    assert "The weather can be: Rain, Clouds." in advised(state, 1)
    ahead = (0, 0, *state.ahead[2:])
    assert "The weather can be: Clouds." in advised(replace(state, ahead=ahead), 1)


def test_in_the_last_week_no_weather_is_foretold() -> None:
    """LT-INFO-1."""
    last = replace(table(player(), player(), porter=1), round=12)
    assert "This is the last week, so there's no more weather to come." in advised(last, 1)
    assert "can be" not in advised(last, 1)


def test_guests_who_wait_for_a_room_are_not_in_the_bank() -> None:
    state = table(player(), replace(player(), lots=lots("V KSS"), batch=batch("SCC")))
    state = replace(state, phase=Phase.HOMES, cars=((),) * 4)
    said = LETNISKO.whereabouts(LETNISKO.view(state, -2), "guest:S")
    assert said is not None
    text = translate(said, "en", NAMES)
    assert text == "student: 1 on the train, 2 in houses, 41 in the supply."
