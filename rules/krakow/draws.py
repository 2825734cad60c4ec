"""The draws of chance, in which all cards are equally likely."""

from __future__ import annotations

from random import Random

from rules.krakow.components import Group
from rules.krakow.moves import Deal, Draw, Groups, Setup, Sights
from rules.krakow.state import KrakowState, drawable
from rules.krakow.view import Phase
from rules.protocol import Move


def draw(state: KrakowState, rng: Random) -> Move:
    """Return a set-up, a deal or the draw of one card."""
    scale = state.scale
    if state.phase is Phase.SETUP:
        removed = rng.sample(list(Group), len(Group) - scale.groups)
        groups = Groups(group for group in Group if group in removed)
        return Setup(groups, rng.randrange(state.seats))  # rulings R1, R2
    if state.phase is Phase.DEAL:
        return Deal(Sights(rng.sample(state.deck, scale.size**2)))
    return Draw(rng.choice(drawable(state.deck, state.aside)))


def can_draw(state: KrakowState, move: Move) -> bool:
    """True if chance can do `move` now; the log is checked like any player."""
    match move:
        case Setup(removed, start) if state.phase is Phase.SETUP:
            fits = len(removed) == len(Group) - state.scale.groups and 0 <= start < state.seats
            return fits and removed == tuple(group for group in Group if group in removed)
        case Deal(market) if state.phase is Phase.DEAL:
            dealt = set(market)
            fits = len(dealt) == len(market) == state.scale.size**2
            return fits and dealt <= set(state.deck)
        case Draw(sight):
            return state.decision is not None and sight in (state.deck or state.aside)
    return False
