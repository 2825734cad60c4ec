"""A match being changed within one move."""

from __future__ import annotations

from dataclasses import replace

from rules.letnisko.components import SCALES, Card
from rules.letnisko.state import ALL_CARDS, LetniskoState, Player
from rules.letnisko.view import Visit
from rules.protocol import Event
from rules.text import Seat, Text


class Table:
    """The fields of a `LetniskoState`, open to change, and the events so far."""

    __slots__ = (
        "active",
        "ahead",
        "cars",
        "claims",
        "cycle",
        "events",
        "forecast",
        "last",
        "leftovers",
        "parcels",
        "past",
        "phase",
        "placed",
        "placements",
        "players",
        "porter",
        "porter_left",
        "president",
        "round",
        "scale",
        "seats",
        "stock",
        "visits",
        "weather",
    )

    def __init__(self, state: LetniskoState) -> None:
        self.events: list[Event] = []
        self.scale = SCALES[state.seats]
        self.seats = state.seats
        self.phase = state.phase
        self.round = state.round
        self.cycle = state.cycle
        self.active = state.active
        self.placed = state.placed
        self.placements = state.placements
        self.porter = state.porter
        self.porter_left = state.porter_left
        self.president = state.president
        self.weather = state.weather
        self.forecast = state.forecast
        self.past = state.past
        self.ahead = state.ahead
        self.cars = state.cars
        self.claims = state.claims
        self.parcels = state.parcels
        self.visits = state.visits
        self.stock = state.stock
        self.leftovers = state.leftovers
        self.players = list(state.players)
        self.last = state.last

    def freeze(self) -> LetniskoState:
        """Return the state as it is now."""
        return LetniskoState(
            self.seats,
            self.phase,
            self.round,
            self.cycle,
            self.active,
            self.placed,
            self.placements,
            self.porter,
            self.porter_left,
            self.president,
            self.weather,
            self.forecast,
            self.past,
            self.ahead,
            self.cars,
            self.claims,
            self.parcels,
            self.visits,
            self.stock,
            self.leftovers,
            tuple(self.players),
            self.last,
        )

    def tell(self, text: Text) -> None:
        """Add an event; everybody may read it, for there are no secrets."""
        self.events.append(Event(text))

    def pay(self, seat: Seat, amount_zl: int) -> None:
        """Take money from a player, or give it to him if the amount is negative."""
        player = self.players[seat]
        self.players[seat] = replace(player, money=player.money - amount_zl)

    def visit(self, card: Card, visit: Visit) -> None:
        """Put tokens on an investment."""
        at = ALL_CARDS.index(card)
        visits = list(self.visits)
        visits[at] = (*visits[at], visit)
        self.visits = tuple(visits)

    def draw(self, card: Card, count: int = 1) -> None:
        """Take cards out of a stack."""
        stock = list(self.stock)
        stock[ALL_CARDS.index(card)] -= count
        self.stock = tuple(stock)

    def change(self, seat: Seat, player: Player) -> None:
        """Give the player of `seat` other values."""
        self.players[seat] = player
