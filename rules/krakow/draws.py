"""The draws of chance, in which all cards are equally likely."""

from __future__ import annotations

from random import Random

from rules.errors import IllegalMoveError, NotYourTurnError
from rules.krakow.components import Group
from rules.krakow.moves import Deal, Draw, Groups, Setup, Sights
from rules.krakow.state import KrakowState, drawable, to_act
from rules.krakow.view import Phase
from rules.protocol import CHANCE, Move
from rules.text import Seat, t


def draw(state: KrakowState, rng: Random) -> Move:
    """Return a set-up, a deal or the draw of one card."""
    scale = state.scale
    if state.phase is Phase.SETUP:
        removed = rng.sample(list(Group), len(Group) - scale.groups)
        groups = tuple(group for group in Group if group in removed)
        return Setup(Groups(groups), rng.randrange(state.seats))  # rulings R1, R2
    if state.phase is Phase.DEAL:
        return Deal(Sights(tuple(rng.sample(state.deck, scale.size**2))))
    return Draw(rng.choice(drawable(state.deck, state.aside)))


def check_chance(state: KrakowState, seat: Seat, move: Move) -> None:
    """Refuse what chance cannot do here; the log is checked like any player."""
    if not to_act(state):
        raise NotYourTurnError("K-END-4")
    if seat != CHANCE:
        raise NotYourTurnError("K-SET-3")
    match move:
        case Setup(removed, start) if state.phase is Phase.SETUP:
            count = len(Group) - state.scale.groups
            fits = removed.groups == tuple(g for g in Group if g in removed.groups)
            fits = fits and len(removed.groups) == count and 0 <= start < state.seats
        case Deal(market) if state.phase is Phase.DEAL:
            dealt = set(market.sights)
            fits = len(dealt) == len(market.sights) == state.scale.size**2
            fits = fits and dealt <= set(state.deck)
        case Draw(sight) if state.decision is not None:
            fits = sight in drawable(state.deck, state.aside)
        case _:
            fits = False
    if not fits:
        raise IllegalMoveError("K-SET-3", t("This can't be drawn now."), t("Wait a moment."))
