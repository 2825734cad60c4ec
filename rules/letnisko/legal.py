"""The legal moves as a list, and whether one is legal: both ask the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import Final, NamedTuple

from rules.letnisko.components import BASE_OF, CARDS, MAX_CARS, REFUEL_ZL, Card, House, Tokens
from rules.letnisko.draws import can_happen
from rules.letnisko.lodging import lodgings, standing_for
from rules.letnisko.moves import Cars, Develop, EndTurn, Invest, Invite, Lodge, Parcel, Refuel
from rules.letnisko.state import ACTIONS, HOMES, LetniskoState, Lot, Player, Visits, is_asked
from rules.letnisko.view import LetniskoView
from rules.protocol import CHANCE, Move, StandingAnswer
from rules.text import Seat, t


def legal_moves(state: LetniskoState, seat: Seat) -> Sequence[Move]:
    """Return every legal move of `seat`, sorted; () if it is not to act."""
    if state.phase is ACTIONS:
        return tuple(_placements(state)) if seat == state.active else ()
    if seat < 0 or state.phase is not HOMES or not is_asked(state, seat):
        return ()
    player = state.players[seat]
    if player.upgrades:
        house = player.upgrades[0]
        return tuple([Develop(house, number) for number in candidates(player.lots, house)])
    return tuple(map(Lodge, lodgings(player.lots, player.batch, state.version)))


def is_legal(state: LetniskoState, seat: Seat, move: Move) -> bool:
    """True if `seat` may make `move` now: a listed one, or one that leads to the same."""
    if seat == CHANCE:
        return can_happen(state, move)
    if state.phase is ACTIONS:
        return seat == state.active and _may_place(state, move)
    if state.phase is not HOMES or not 0 <= seat < state.seats or not is_asked(state, seat):
        return False
    player = state.players[seat]
    if isinstance(move, Develop):
        return _may_upgrade(player, move)
    if player.upgrades or not isinstance(move, Lodge):
        return False
    return standing_for(player.lots, player.batch, move.lodging, state.version) is not None


# Placing tokens


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


def invest_zl(visits: Visits, card: Card, tokens: Tokens) -> int:
    """Return the price of an investment after all the visits of this week."""
    return price_zl(CARDS[card].base_zl, len(visits[card.place]), tokens)


def refuel_zl(tokens: Tokens) -> int:
    """Return the cost of refuelling in złoty (LT-AUTO-3).

    No visits raise it, because each automobile is its own card (ruling A-28).
    """
    return price_zl(REFUEL_ZL, 0, tokens)


def is_open(state: LetniskoState, card: Card) -> bool:
    """True if the stack has a card for another visit (LT-INV-6, ruling A-25).

    No base is needed (LT-INV-7, ruling A-23).
    """
    return state.stock[card.place] > len(state.visits[card.place])


def free_cars(state: LetniskoState) -> int:
    """Return the cars that nobody has claimed (LT-CAR-2), as bits by their numbers."""
    free = (2 << len(state.cars)) - 2
    for claim in state.claims:
        free &= ~(1 << claim.cars.first | 1 << claim.cars.last)
    return free


def _may_claim(free: int, driving: bool, cars: Cars) -> bool:
    """True if cars are free, and one, or two neighbours with an automobile (LT-CAR-3).

    They may be empty (LT-CAR-4, ruling A-22).
    """
    first, last = cars.first, cars.last
    if first < 1 or not free >> first & 1:
        return False
    return last == first or (driving and last == first + 1 and free >> last & 1 == 1)


_WITH_TOKENS: Final = (Invite, Parcel, Invest, Refuel)


def _may_place(state: LetniskoState, move: Move) -> bool:
    if isinstance(move, EndTurn):
        return may_end(state)
    if not isinstance(move, _WITH_TOKENS):
        return False
    player, tokens = state.players[state.active], move.tokens
    if tokens not in token_sets(state):
        return False
    if isinstance(move, Invest):
        return (
            is_open(state, move.card) and invest_zl(state.visits, move.card, tokens) <= player.money
        )
    if isinstance(move, Refuel):
        return player.empty > 0 and refuel_zl(tokens) <= player.money
    if tokens.is_pair:  # LT-TURN-7, ruling A-17
        return False
    return isinstance(move, Parcel) or _may_claim(free_cars(state), player.ready > 0, move.cars)


class _Offer(NamedTuple):
    """The moves to one place, with all sets of tokens and with the pairs among them."""

    every: tuple[Move, ...]
    pairs: tuple[Move, ...]


def _offer(move: Callable[[Tokens], Move], sets: tuple[Tokens, ...]) -> _Offer:
    pairs = [tokens for tokens in sets if tokens.is_pair]
    return _Offer(tuple(map(move, sets)), tuple(map(move, pairs)))


@cache
def _offers(sets: tuple[Tokens, ...]) -> tuple[tuple[_Offer, ...], _Offer]:
    """Return the offers of investments, as `Card` lists them, and of refuelling."""
    return tuple(_offer(partial(Invest, card), sets) for card in CARDS), _offer(Refuel, sets)


@cache
def _afforded(money: int) -> tuple[int, ...]:
    """Return how many base prices of each investment `money` pays for."""
    return tuple(money // card.base_zl for card in CARDS.values())


_END: Final = EndTurn()


def _placements(state: LetniskoState) -> list[Move]:
    player, sets = state.players[state.active], token_sets(state)
    found: list[Move] = [*_on_the_train(free_cars(state), player.ready > 0, sets)]
    invests, fuel = _offers(sets)
    stacks = zip(invests, _afforded(player.money), state.stock, state.visits, strict=True)
    for (every, pairs), most, left, tokens in stacks:
        visits = len(tokens)
        if visits < left and visits <= most:  # `price_zl`: a pair pays for one visit less
            found += every if visits < most else pairs
    if player.empty:
        found += fuel.every if player.money >= REFUEL_ZL else fuel.pairs
    if state.placed and may_end(state):
        found.append(_END)
    return found


_TRAIN: Final[tuple[Invite | Parcel, ...]] = (
    *(
        Invite(Cars(first, last), tokens)
        for first in range(1, MAX_CARS + 1)
        for last in (first, first + 1)
        for tokens in Tokens
        if not tokens.is_pair
    ),
    *(Parcel(tokens) for tokens in Tokens if not tokens.is_pair),
)
"""All moves to the train that there are, sorted."""


@lru_cache(maxsize=1024)
def _on_the_train(free: int, driving: bool, sets: tuple[Tokens, ...]) -> tuple[Move, ...]:
    """Return what can be placed on the cars that are `free`, and on the locomotive."""
    return tuple(
        move
        for move in _TRAIN
        if move.tokens in sets
        and (isinstance(move, Parcel) or _may_claim(free, driving, move.cars))
    )


# Houses


def _may_upgrade(player: Player, move: Develop) -> bool:
    return (
        player.upgrades[:1] == (move.house,)
        and 1 <= move.number <= len(player.lots)
        and player.lots[move.number - 1].house is BASE_OF[move.house]
    )


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
