"""What a move leads to, and everything that follows from it by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from rules.letnisko import homes, news
from rules.letnisko.check import check
from rules.letnisko.components import CARDS, MAX_CARS, PARCEL_ZL, WEATHER, Tokens, Weather
from rules.letnisko.legal import price_zl, refuel_zl, sets_after
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
from rules.letnisko.table import Table
from rules.letnisko.view import Change, Claim, Phase, Visit
from rules.protocol import Move, Transition
from rules.text import Seat


def apply(state: LetniskoState, seat: Seat, move: Move) -> Transition[LetniskoState]:
    """Return what `move` leads to; checks it first.

    It can be taken back until the next train arrives or the match is over.
    """
    check(state, seat, move)
    table = Table(state)
    _MOVES[type(move)](table, seat, move)
    undoable = seat >= 0 and table.phase in (Phase.ACTIONS, Phase.HOMES)
    return Transition(table.freeze(), tuple(table.events), undoable)


# Chance


def _setup(table: Table, seat: Seat, move: Setup) -> None:
    table.porter = move.porter
    table.active = (move.porter + 1) % table.seats  # LT-TURN-1
    table.phase = Phase.ARRIVAL
    table.tell(news.porter(move.porter))


def _arrive(table: Table, seat: Seat, move: Arrive) -> None:
    if table.weather is not None:
        table.past = (*table.past, table.weather)
    at = ALL_WEATHER.index(move.weather)
    ahead = list(table.ahead)
    ahead[at] -= 1
    table.ahead = tuple(ahead)
    table.weather, table.forecast = move.weather, move.forecast
    hot = move.weather is Weather.HOT
    count = min(len(table.cars) + hot, MAX_CARS)  # LT-ARR-2
    guests = move.guests.guests
    table.cars = tuple([guests[car::count] for car in range(count)])  # LT-ARR-5
    table.phase = Phase.ACTIONS
    table.last = Change(cars=tuple(range(1, count + 1)))
    table.tell(news.arrived(table.round, table.scale.rounds, WEATHER[move.weather], move.guests))
    if hot:
        table.tell(news.longer_train(count))


# Placing tokens


def _go_on(table: Table, seat: Seat, tokens: Tokens) -> None:
    """Go on to whoever places next, now that the tokens are taken from their owner."""
    table.placements += 1
    table.placed = (*table.placed, tokens)
    if tokens.porter:
        table.porter_left = False
    porter = table.porter_left and seat == table.porter
    if not sets_after(table.players[seat].tokens, porter, table.placed):
        _next_turn(table)


def _next_turn(table: Table) -> None:
    """LT-TURN-1, LT-TURN-3: clockwise to the porter's holder, twice, past those without tokens."""
    table.placed = ()
    while True:
        if table.active == table.porter:
            if table.cycle == _CYCLES:
                homes.begin(table)
                return
            table.cycle = _CYCLES
        table.active = (table.active + 1) % table.seats
        if table.players[table.active].tokens:
            return


_CYCLES: Final = 2


def _invite(table: Table, seat: Seat, move: Invite) -> None:
    player, cars = table.players[seat], move.cars
    both = cars.first != cars.last
    table.change(
        seat,
        tokens=player.tokens - move.tokens.own,
        ready=player.ready - both,  # LT-CAR-3
        out=player.out + both,
    )
    table.claims = (*table.claims, Claim(seat, cars, move.tokens))
    numbers = tuple(range(cars.first, cars.last + 1))
    guests = tuple(guest for number in numbers for guest in table.cars[number - 1])
    table.last = Change(cars=numbers)
    table.tell(news.invited(seat, cars, move.tokens, guests))
    _go_on(table, seat, move.tokens)


def _parcel(table: Table, seat: Seat, move: Parcel) -> None:
    player = table.players[seat]
    money = player.money + PARCEL_ZL  # LT-LOCO-1
    table.change(seat, tokens=player.tokens - move.tokens.own, money=money)
    table.parcels = (*table.parcels, Visit(seat, move.tokens))
    table.last = Change(locomotive=True)
    table.tell(news.parcel(seat, move.tokens))
    _go_on(table, seat, move.tokens)


def _invest(table: Table, seat: Seat, move: Invest) -> None:
    visits = len(table.visits[ALL_CARDS.index(move.card)])
    price = price_zl(CARDS[move.card].base_zl, visits, move.tokens)
    player = table.players[seat]
    bought = (*player.bought, Bought(move.card, table.placements + 1))
    tokens = player.tokens - move.tokens.own
    table.change(seat, tokens=tokens, money=player.money - price, bought=bought)
    table.visit(move.card, Visit(seat, move.tokens))
    table.last = Change(cards=(move.card,))
    table.tell(news.invested(seat, move.card, move.tokens, price))
    _go_on(table, seat, move.tokens)


def _refuel(table: Table, seat: Seat, move: Refuel) -> None:
    player, price = table.players[seat], refuel_zl(move.tokens)
    table.change(
        seat,
        tokens=player.tokens - move.tokens.own,
        money=player.money - price,
        empty=player.empty - 1,
        refuelling=player.refuelling + 1,
    )
    table.last = Change()
    table.tell(news.refuelled(seat, move.tokens, price))
    _go_on(table, seat, move.tokens)


def _end_turn(table: Table, seat: Seat, move: EndTurn) -> None:
    table.last = Change()
    table.tell(news.ended_turn(seat))
    _next_turn(table)


# Houses


def _develop(table: Table, seat: Seat, move: Develop) -> None:
    table.last = Change()
    homes.upgrade(table, seat, move.number)
    homes.go_on(table)


def _lodge(table: Table, seat: Seat, move: Lodge) -> None:
    table.last = Change()
    homes.lodge(table, seat, move.lodging)
    homes.go_on(table)


_MOVES: Final = cast(
    "dict[type[Move], Callable[[Table, Seat, Move], None]]",
    {
        Invite: _invite,
        Parcel: _parcel,
        Invest: _invest,
        Refuel: _refuel,
        EndTurn: _end_turn,
        Develop: _develop,
        Lodge: _lodge,
        Setup: _setup,
        Arrive: _arrive,
    },
)
