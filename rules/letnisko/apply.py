"""The effects of moves, and everything that follows automatically."""

from __future__ import annotations

from typing import Final

from rules.draft import there
from rules.handlers import Handlers
from rules.letnisko import events, flow
from rules.letnisko.components import MAX_CARS, PARCEL_ZL, SCALES, WEATHER, Tokens, Weather
from rules.letnisko.draft import Draft
from rules.letnisko.legal import identical, invest_zl, refuel_zl, sets_after
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
from rules.letnisko.refusals import check
from rules.letnisko.state import LetniskoState, bought_as, claim_of, touched, visit_of
from rules.letnisko.view import Phase
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
    return Transition(draft.close(), tuple(draft.events), undoable)


def advance(state: LetniskoState, seat: Seat, move: Move) -> LetniskoState:
    """Return the state after a legal `move`, without events."""
    draft = Draft(state, quiet=True)
    _MOVES[type(move)](draft, seat, move)
    return draft.close()


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
    ahead = list(draft.ahead)
    ahead[move.weather.place] -= 1
    draft.ahead = tuple(ahead)
    draft.weather, draft.forecast = move.weather, move.forecast
    hot = move.weather is Weather.HOT
    count = min(len(draft.cars) + hot, MAX_CARS)  # LT-ARR-2, ruling A-4
    guests = move.guests
    draft.cars = tuple([guests[car::count] for car in range(count)])  # LT-ARR-5
    draft.phase = Phase.ACTIONS
    draft.last = touched(cars=tuple(range(1, count + 1)))
    rounds = SCALES[draft.seats].rounds
    draft.tell(events.arrived, draft.round, rounds, WEATHER[move.weather], move.guests)
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
    player, cars = draft.own(seat), move.cars
    player.tokens -= move.tokens.own
    if cars.first != cars.last:  # LT-CAR-3
        player.ready -= 1
        player.out += 1
    draft.claims = (*draft.claims, claim_of(seat, cars, move.tokens))
    draft.last = touched(cars=tuple(range(cars.first, cars.last + 1)))
    if not draft.quiet:
        guests = sum(draft.cars[cars.first - 1 : cars.last], ())
        draft.tell(events.invited, seat, cars, move.tokens, guests)
    _go_on(draft, seat, move.tokens)


@_MOVES.of(Parcel)
def _parcel(draft: Draft, seat: Seat, move: Parcel) -> None:
    player = draft.own(seat)
    player.tokens -= move.tokens.own
    player.money += PARCEL_ZL  # LT-LOCO-1
    draft.parcels = (*draft.parcels, visit_of(seat, move.tokens))
    draft.last = touched(locomotive=True)
    draft.tell(events.parcel, seat, move.tokens)
    _go_on(draft, seat, move.tokens)


@_MOVES.of(Invest)
def _invest(draft: Draft, seat: Seat, move: Invest) -> None:
    player, price = draft.own(seat), invest_zl(draft.visits, move.card, move.tokens)
    player.tokens -= move.tokens.own
    player.money -= price
    player.bought = (*player.bought, bought_as(move.card, draft.placements + 1))
    draft.visit(move.card, visit_of(seat, move.tokens))
    draft.last = touched(cards=(move.card,))
    draft.tell(events.invested, seat, move.card, move.tokens, price)
    _go_on(draft, seat, move.tokens)


@_MOVES.of(Refuel)
def _refuel(draft: Draft, seat: Seat, move: Refuel) -> None:
    player, price = draft.own(seat), refuel_zl(move.tokens)
    player.tokens -= move.tokens.own
    player.money -= price
    player.empty -= 1
    player.refuelling += 1
    draft.last = touched()
    draft.tell(events.refuelled, seat, move.tokens, price)
    _go_on(draft, seat, move.tokens)


@_MOVES.of(EndTurn)
def _end_turn(draft: Draft, seat: Seat, move: EndTurn) -> None:
    draft.last = touched()
    draft.tell(events.ended_turn, seat)
    _next_turn(draft)


# Houses


@_MOVES.of(Develop)
def _develop(draft: Draft, seat: Seat, move: Develop) -> None:
    flow.upgrade(draft, seat, identical(draft.players[seat].lots, move.number))
    flow.go_on(draft)


@_MOVES.of(Lodge)
def _lodge(draft: Draft, seat: Seat, move: Lodge) -> None:
    player = draft.players[seat]
    way = there(standing_for(player.lots, player.batch, move.lodging, draft.version))
    flow.lodge(draft, seat, way)
    flow.go_on(draft)
