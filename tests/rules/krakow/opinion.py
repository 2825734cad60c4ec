"""A second opinion on what is legal, written from the rulebook alone.

It reads the state, but none of the tables and lists by which the game accepts and lists moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from rules.krakow.components import Action, Group, Place, Sight
from rules.krakow.moves import (
    Deal,
    Decline,
    Draw,
    Exchange,
    Lay,
    Reserve,
    Setup,
    Shift,
    Swap,
    Take,
)
from rules.krakow.state import KrakowState
from rules.krakow.view import Phase
from rules.protocol import CHANCE, Move
from rules.text import Seat

SIZES = {2: 3, 3: 4, 4: 4}
"""Rows of the market by number of players (K-SET-1)."""


def allows(state: object, seat: Seat, move: Move) -> bool:
    """Return whether `seat` may make `move` by the rulebook."""
    now = cast("KrakowState", state)
    if now.phase is Phase.OVER:  # K-END-4
        return False
    decision = now.decision
    if decision is None or decision.drawing:
        return seat == CHANCE and can_be_drawn(now, move)
    if seat != decision.seat:  # K-PLAN-1, K-RES-4
        return False
    allowed = OF_KIND.get(type(move))
    return allowed is not None and allowed(now, seat, move)


def can_be_drawn(state: KrakowState, move: Move) -> bool:
    """True if chance may do this now (K-SET-2, K-SET-3, K-END-5)."""
    if isinstance(move, Setup):
        out = {2: 2}.get(state.seats, 0)
        listed = list(move.removed)
        in_order = sorted(listed, key=[*Group].index) == listed and len({*listed}) == out
        return state.phase is Phase.SETUP and in_order and move.start in range(state.seats)
    if isinstance(move, Deal):
        different = len(set(move.market)) == SIZES[state.seats] ** 2
        of_deck = all(sight in state.deck for sight in move.market)
        return state.phase is Phase.DEAL and different and of_deck
    if isinstance(move, Draw) and state.decision is not None:
        return move.sight in (state.deck if len(state.deck) else state.aside)
    return False


def lay(state: KrakowState, seat: Seat, move: Lay) -> bool:
    """A card in hand, at a place that this market has (K-PLAN-1, K-PLAN-7)."""
    has_place = int(move.place[1:]) <= SIZES[state.seats]
    planning = state.phase is Phase.PLANNING
    return planning and has_place and state.players[seat].hand.count(move.card) > 0


def reserve(state: KrakowState, seat: Seat, move: Reserve) -> bool:
    """A token left, on a sight of the line (K-ACT-A4), not twice on one (K-ACT-B2)."""
    lies = where(state, move.sight)
    if carried(state) not in (Action.RESERVE_ONE, Action.RESERVE_TWO) or lies is None:
        return False
    decision = state.decision
    twice = decision is not None and decision.first == lies
    return in_line(state, lies) and not twice and state.players[seat].hours.count(move.hour) == 1


def shift(state: KrakowState, seat: Seat, move: Shift) -> bool:
    """Along the line of the card carried out (K-ACT-D1, K-ACT-D5)."""
    along = ("left", "right") if place_of(state)[:1] in ("L", "R") else ("up", "down")
    return carried(state) is Action.SHIFT and move.direction.value in along


def swap(state: KrakowState, seat: Seat, move: Swap) -> bool:
    """Any card of the market without tokens (K-ACT-E1, K-ACT-E3, ruling R6)."""
    return carried(state) is Action.SWAP and is_bare(state, move.sight)


def exchange(state: KrakowState, seat: Seat, move: Exchange) -> bool:
    """An own sight for one of its group, number or letter (K-ACT-H1 to K-ACT-H6)."""
    own, sight = str(move.own), str(move.sight)
    if carried(state) is not Action.EXCHANGE or move.own not in state.players[seat].sights:
        return False
    if own[0] == "O" or sight[0] == "O" or sight[2] == "L":  # K-ACT-H3, K-ACT-H4, ruling R14
        return False
    return is_bare(state, move.sight) and (own[0] == sight[0] or own[2] == sight[2])


def take(state: KrakowState, seat: Seat, move: Take) -> bool:
    """Any card left in the market (K-TAKE-1, K-TAKE-2)."""
    return state.phase is Phase.TAKES and where(state, move.sight) is not None


def decline(state: KrakowState, seat: Seat, move: Decline) -> bool:
    """Only "shift by one" and "blind swap" can be declined (ruling R7)."""
    return carried(state) in (Action.SHIFT, Action.SWAP)


OF_KIND = cast(
    "dict[type[Move], Callable[[KrakowState, Seat, Move], bool]]",
    {
        Lay: lay,
        Reserve: reserve,
        Shift: shift,
        Swap: swap,
        Exchange: exchange,
        Take: take,
        Decline: decline,
    },
)


def carried(state: KrakowState) -> Action | None:
    """Return the card that is carried out in the reservation phase, or None."""
    decision = state.decision
    is_on = state.phase is Phase.RESERVATION and decision is not None
    return decision.card if decision is not None and is_on else None


def place_of(state: KrakowState) -> str:
    place: Place | None = state.decision.place if state.decision is not None else None
    return str(place or "")


def where(state: KrakowState, sight: Sight) -> int | None:
    """Return the cell of a sight, counted row by row, or None."""
    found = [cell for cell, lying in enumerate(state.market) if lying == sight]
    return found[0] if found else None


def in_line(state: KrakowState, cell: int) -> bool:
    """True if a cell is in the row or column of the card carried out (K-PLAN-6)."""
    place, size = place_of(state), SIZES[state.seats]
    return (cell // size if place[0] in "LR" else cell % size) == int(place[1]) - 1


def is_bare(state: KrakowState, sight: Sight) -> bool:
    """True if a sight lies in the market without a token."""
    cell = where(state, sight)
    return cell is not None and len(state.tokens[cell]) == 0
