"""The legal moves of a seat; `rules.letnisko.check`, written apart, says why not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from rules.letnisko.components import BASE_OF, CARDS, REFUEL_ZL, Card, House, Tokens
from rules.letnisko.lodging import Batch, lodgings
from rules.letnisko.moves import (
    Cars,
    Develop,
    EndTurn,
    Invest,
    Invite,
    Lodge,
    Parcel,
    Refuel,
)
from rules.letnisko.state import ALL_CARDS, LetniskoState, Lot, is_asked
from rules.letnisko.view import LetniskoView, Phase
from rules.protocol import Move, StandingAnswer
from rules.text import Seat, t


def legal_moves(state: LetniskoState, seat: Seat) -> Sequence[Move]:
    """Return every legal move of `seat`, sorted; () if it is not to act."""
    if seat < 0:
        return ()
    if state.phase is Phase.ACTIONS and seat == state.active:
        return tuple(_placements(state))
    if state.phase is Phase.HOMES and is_asked(state, seat):
        player = state.players[seat]
        if player.upgrades:
            return _develops(player.lots, player.upgrades[0])
        return _lodges(player.lots, player.batch, state.version)
    return ()


def token_sets(state: LetniskoState) -> tuple[Tokens, ...]:
    """Return what may be placed together now, wherever that is possible (LT-TURN-4a)."""
    own = state.players[state.active].tokens
    porter = state.porter_left and state.active == state.porter
    return sets_after(own, porter, state.placed)


@cache
def sets_after(own: int, porter: bool, placed: tuple[Tokens, ...]) -> tuple[Tokens, ...]:
    """Return what may be placed together next; () if the turn ends automatically.

    The porter acts within its holder's turn (ruling A-18). Together with an own token it is the
    extra placement or the regular one, as its holder likes (ruling A-30).

    Args:
        own: Own tokens left.
        porter: True if the player holds the porter and has not used it.
        placed: What was placed in this turn, at most one regular placement and one extra.
    """
    if len(placed) > 1:
        return ()
    last = placed[-1] if placed else None
    if last in (Tokens.ONE, Tokens.TWO):  # the porter's extra action may follow
        wanted: tuple[Tokens, ...] = (Tokens.WITH_PORTER, Tokens.PORTER)
    elif last is Tokens.WITH_PORTER:  # it was the extra action if an own token follows
        wanted = (Tokens.ONE,)
    elif last is Tokens.PORTER:
        wanted = (Tokens.ONE, Tokens.TWO)
    else:
        wanted = tuple(Tokens)
    return tuple(
        s
        for s in wanted
        if s.own <= own and (porter or not s.porter) and s is not Tokens.THREE  # LT-TURN-5
    )


def may_end(state: LetniskoState) -> bool:
    """True if the turn may end now, although one more placement is possible.

    The player must have placed a token of their own; the porter may stay unused (ruling A-19).
    """
    return any(placed.own for placed in state.placed)


def price_zl(base_zl: int, visits: int, tokens: Tokens) -> int:
    """Return the price of a placement after some visits (LT-INV-3, ruling A-27)."""
    return base_zl * (visits if tokens.is_pair else visits + 1)


def refuel_zl(tokens: Tokens) -> int:
    """Return the cost of refuelling in złoty (LT-AUTO-3).

    No visits raise it, because each automobile is its own card (ruling A-28).
    """
    return price_zl(REFUEL_ZL, 0, tokens)


def visits_of(state: LetniskoState, card: Card) -> int:
    """Return how many visits a card had in this round."""
    return len(state.visits[ALL_CARDS.index(card)])


def is_open(state: LetniskoState, card: Card) -> bool:
    """True if the stack has a card for another visit (LT-INV-6, ruling A-25)."""
    at = ALL_CARDS.index(card)
    return state.stock[at] > len(state.visits[at])


def claimed(state: LetniskoState) -> dict[int, Seat]:
    """Return the cars that are taken, and who took them (LT-CAR-2)."""
    taken: dict[int, Seat] = {}
    for claim in state.claims:
        taken[claim.cars.first] = taken[claim.cars.last] = claim.seat
    return taken


_END: Final = EndTurn()


def _placements(state: LetniskoState) -> list[Move]:
    player, sets = state.players[state.active], token_sets(state)
    alone, money = _alone(sets), player.money
    found: list[Move] = []
    if alone:
        taken = frozenset(claimed(state))
        found += _invites(len(state.cars), taken, player.ready > 0, alone)
        found += _parcels(alone)
    for card, left, visits in zip(ALL_CARDS, state.stock, map(len, state.visits), strict=True):
        if left > visits:
            found += _invests(card, visits, money, sets)
    if player.empty:
        found += [_refuel(tokens) for tokens in sets if refuel_zl(tokens) <= player.money]
    if state.placed and may_end(state):
        found.append(_END)
    return found


@cache
def _alone(sets: tuple[Tokens, ...]) -> tuple[Tokens, ...]:
    return tuple(tokens for tokens in sets if not tokens.is_pair)


@lru_cache(maxsize=1024)
def _invites(
    cars: int, taken: frozenset[int], driving: bool, alone: tuple[Tokens, ...]
) -> tuple[Invite, ...]:
    """Return the invitations: single cars and, with an automobile, neighbouring ones."""
    free = [car for car in range(1, cars + 1) if car not in taken]
    found = []
    for car in free:
        for last in (car, car + 1) if driving else (car,):
            if last in free:
                found += [Invite(Cars(car, last), tokens) for tokens in alone]
    return tuple(found)


@cache
def _parcels(alone: tuple[Tokens, ...]) -> tuple[Parcel, ...]:
    return tuple(Parcel(tokens) for tokens in alone)


@lru_cache(maxsize=8192)
def _invests(
    card: Card, visits: int, money_zl: int, sets: tuple[Tokens, ...]
) -> tuple[Invest, ...]:
    """Return the visits of a card that can be paid for (LT-INV-4)."""
    base = CARDS[card].base_zl
    return tuple(Invest(card, s) for s in sets if price_zl(base, visits, s) <= money_zl)


@cache
def _refuel(tokens: Tokens) -> Refuel:
    return Refuel(tokens)


@lru_cache(maxsize=1024)
def _develops(lots: tuple[Lot, ...], house: House) -> tuple[Develop, ...]:
    """Return the houses that may be upgraded, identical ones once (LT-DEV-5)."""
    return tuple(Develop(house, number) for number in candidates(lots, house))


def candidates(lots: tuple[Lot, ...], house: House) -> tuple[int, ...]:
    """Return the numbers of the houses for a villa or pension, identical ones once."""
    found: dict[Lot, int] = {}
    for number, lot in enumerate(lots, 1):
        if lot.house is BASE_OF[house]:
            found.setdefault(lot, number)
    return tuple(found.values())


def identical(lots: tuple[Lot, ...], number: int) -> int:
    """Return the first house that is like one of them: the one that legal moves name."""
    return lots.index(lots[number - 1]) + 1


@lru_cache(maxsize=1024)
def _lodges(lots: tuple[Lot, ...], batch: Batch, version: int) -> tuple[Lodge, ...]:
    return tuple(Lodge(lodging) for lodging in lodgings(lots, batch, version))


def _highest_rent(view: LetniskoView, moves: Sequence[Move]) -> Move | None:
    """Return the lodging that pays most; None if several do and may differ later."""
    asked = next((d for d in view.decisions if d.seat == view.seat), None)
    if asked is None or not asked.lodgings or not isinstance(moves[0], Lodge):
        return None
    most = max(way.rent_zl for way in asked.lodgings)
    best = [way.lodging for way in asked.lodgings if way.rent_zl == most]
    return Lodge(best[0]) if len(best) == 1 else None


STANDING: Final = (
    StandingAnswer("rent", t("Always take the highest rent when I lodge guests"), _highest_rent),
)
