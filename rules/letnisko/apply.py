"""The effects of moves, and everything that follows automatically."""

from __future__ import annotations

from typing import Final

from rules.handlers import Handlers
from rules.letnisko import events, flow
from rules.letnisko.check import check
from rules.letnisko.components import CARDS, MAX_CARS, PARCEL_ZL, WEATHER, Tokens, Weather
from rules.letnisko.draft import Draft
from rules.letnisko.legal import identical, price_zl, refuel_zl, sets_after
from rules.letnisko.lodging import standing_for
from rules.letnisko.moves import (
    Arrive,
    Develop,
    EndTurn,
    Invest,
    Invite,
    Lodge,
    Parcel,
    Refuel,
    Setup,
)
from rules.letnisko.state import ALL_CARDS, ALL_WEATHER, Bought, LetniskoState
from rules.letnisko.view import Change, Claim, Phase, Visit
from rules.protocol import Move, Transition
from rules.text import Seat

_MOVES: Final = Handlers[Draft, Seat, None]()


def apply(state: LetniskoState, seat: Seat, move: Move) -> Transition[LetniskoState]:
    """Return what `move` leads to; checks it first.

    It can be taken back until the next train arrives or the match is over.
    """
    check(state, seat, move)
    draft = Draft(state)
    _MOVES[type(move)](draft, seat, move)
    undoable = seat >= 0 and draft.phase in (Phase.ACTIONS, Phase.HOMES)
    return Transition(draft.freeze(), tuple(draft.events), undoable)


def advance(state: LetniskoState, seat: Seat, move: Move) -> LetniskoState:
    """Return the state after a legal `move`, without events."""
    draft = Draft(state, quiet=True)
    _MOVES[type(move)](draft, seat, move)
    return draft.freeze()


# Chance


@_MOVES.of(Setup)
def _setup(draft: Draft, seat: Seat, move: Setup) -> None:
    draft.porter = move.porter
    draft.active = (move.porter + 1) % draft.seats  # LT-TURN-1
    draft.phase = Phase.ARRIVAL
    draft.tell(events.porter, move.porter)


@_MOVES.of(Arrive)
def _arrive(draft: Draft, seat: Seat, move: Arrive) -> None:
    if draft.weather is not None:
        draft.past = (*draft.past, draft.weather)
    at = ALL_WEATHER.index(move.weather)
    ahead = list(draft.ahead)
    ahead[at] -= 1
    draft.ahead = tuple(ahead)
    draft.weather, draft.forecast = move.weather, move.forecast
    hot = move.weather is Weather.HOT
    count = min(len(draft.cars) + hot, MAX_CARS)  # LT-ARR-2, ruling A-4
    guests = move.guests.guests
    draft.cars = tuple([guests[car::count] for car in range(count)])  # LT-ARR-5
    draft.phase = Phase.ACTIONS
    draft.last = Change(cars=tuple(range(1, count + 1)))
    draft.tell(events.arrived, draft.round, draft.scale.rounds, WEATHER[move.weather], move.guests)
    if hot:
        draft.tell(events.longer_train, count)


# Placing tokens


def _go_on(draft: Draft, seat: Seat, tokens: Tokens) -> None:
    """Go on to the next player to place, once the tokens have left their owner."""
    draft.placements += 1
    draft.placed = (*draft.placed, tokens)
    if tokens.porter:
        draft.porter_left = False
    porter = draft.porter_left and seat == draft.porter
    if not sets_after(draft.players[seat].tokens, porter, draft.placed):
        _next_turn(draft)


_CYCLES: Final = 2


def _next_turn(draft: Draft) -> None:
    """Give the turn to the next player who has tokens (LT-TURN-1, LT-TURN-3).

    The turn goes round clockwise twice, each time up to the player who holds the porter.
    """
    draft.placed = ()
    while True:
        if draft.active == draft.porter:
            if draft.cycle == _CYCLES:
                flow.begin(draft)
                return
            draft.cycle = _CYCLES
        draft.active = (draft.active + 1) % draft.seats
        if draft.players[draft.active].tokens:
            return


@_MOVES.of(Invite)
def _invite(draft: Draft, seat: Seat, move: Invite) -> None:
    player, cars = draft.players[seat], move.cars
    both = cars.first != cars.last
    draft.change(
        seat,
        tokens=player.tokens - move.tokens.own,
        ready=player.ready - both,  # LT-CAR-3
        out=player.out + both,
    )
    draft.claims = (*draft.claims, Claim(seat, cars, move.tokens))
    numbers = tuple(range(cars.first, cars.last + 1))
    guests = tuple(guest for number in numbers for guest in draft.cars[number - 1])
    draft.last = Change(cars=numbers)
    draft.tell(events.invited, seat, cars, move.tokens, guests)
    _go_on(draft, seat, move.tokens)


@_MOVES.of(Parcel)
def _parcel(draft: Draft, seat: Seat, move: Parcel) -> None:
    player = draft.players[seat]
    money = player.money + PARCEL_ZL  # LT-LOCO-1
    draft.change(seat, tokens=player.tokens - move.tokens.own, money=money)
    draft.parcels = (*draft.parcels, Visit(seat, move.tokens))
    draft.last = Change(locomotive=True)
    draft.tell(events.parcel, seat, move.tokens)
    _go_on(draft, seat, move.tokens)


@_MOVES.of(Invest)
def _invest(draft: Draft, seat: Seat, move: Invest) -> None:
    visits = len(draft.visits[ALL_CARDS.index(move.card)])
    price = price_zl(CARDS[move.card].base_zl, visits, move.tokens)
    player = draft.players[seat]
    bought = (*player.bought, Bought(move.card, draft.placements + 1))
    tokens = player.tokens - move.tokens.own
    draft.change(seat, tokens=tokens, money=player.money - price, bought=bought)
    draft.visit(move.card, Visit(seat, move.tokens))
    draft.last = Change(cards=(move.card,))
    draft.tell(events.invested, seat, move.card, move.tokens, price)
    _go_on(draft, seat, move.tokens)


@_MOVES.of(Refuel)
def _refuel(draft: Draft, seat: Seat, move: Refuel) -> None:
    player, price = draft.players[seat], refuel_zl(move.tokens)
    draft.change(
        seat,
        tokens=player.tokens - move.tokens.own,
        money=player.money - price,
        empty=player.empty - 1,
        refuelling=player.refuelling + 1,
    )
    draft.last = Change()
    draft.tell(events.refuelled, seat, move.tokens, price)
    _go_on(draft, seat, move.tokens)


@_MOVES.of(EndTurn)
def _end_turn(draft: Draft, seat: Seat, move: EndTurn) -> None:
    draft.last = Change()
    draft.tell(events.ended_turn, seat)
    _next_turn(draft)


# Houses


@_MOVES.of(Develop)
def _develop(draft: Draft, seat: Seat, move: Develop) -> None:
    draft.last = Change()
    flow.upgrade(draft, seat, identical(draft.players[seat].lots, move.number))
    flow.go_on(draft)


@_MOVES.of(Lodge)
def _lodge(draft: Draft, seat: Seat, move: Lodge) -> None:
    draft.last = Change()
    player = draft.players[seat]
    way = standing_for(player.lots, player.batch, move.lodging, draft.version)
    flow.lodge(draft, seat, way)
    flow.go_on(draft)
