"""The undrawn weather: what the next card can be, and what chance makes of it.

The deck is a random order with a cloud on top (LT-SET-3). Drawing each card when its week begins,
from those with the icon that everybody has seen, and then the icon of the next one from what is
left, gives the very same chances without an order anybody could learn.
"""

from __future__ import annotations

from random import Random

from rules.letnisko.components import WEATHER, Guest, Icon, Weather
from rules.letnisko.moves import Arrive, Guests
from rules.letnisko.state import ALL_WEATHER, LetniskoState, arriving


def fits_forecast(state: LetniskoState, weather: Weather) -> bool:
    """True if this week's card may be of this type: there is one, with the icon foretold."""
    left = state.ahead[ALL_WEATHER.index(weather)]
    return left > 0 and WEATHER[weather].icon is state.forecast


def foretold(state: LetniskoState, weather: Weather) -> tuple[Icon, ...]:
    """Return the icons of all cards left once `weather` is drawn, card by card."""
    left = list(state.ahead)
    left[ALL_WEATHER.index(weather)] -= 1
    pairs = zip(ALL_WEATHER, left, strict=True)
    return tuple(WEATHER[kind].icon for kind, count in pairs for _ in range(count))


def arrival(state: LetniskoState, rng: Random) -> Arrive:
    """Return this week's weather, the next forecast, and the guests shuffled (LT-ARR-5)."""
    fitting = [
        kind
        for kind, count in zip(ALL_WEATHER, state.ahead, strict=True)
        for _ in range(count)
        if WEATHER[kind].icon is state.forecast
    ]
    weather = rng.choice(fitting)
    counts = zip(Guest, arriving(state, weather), strict=True)
    guests = [guest for guest, count in counts for _ in range(count)]
    rng.shuffle(guests)
    return Arrive(weather, rng.choice(foretold(state, weather)), Guests(tuple(guests)))
