"""A match being changed within one move."""

from __future__ import annotations

from rules.letnisko.components import SCALES, Card, Guest, House
from rules.letnisko.state import ALL_CARDS, Bought, LetniskoState, Lot, Player
from rules.letnisko.view import Visit
from rules.protocol import Event
from rules.text import Seat, Text


class Draft:
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
        "version",
        "visits",
        "weather",
    )

    def __init__(self, state: LetniskoState) -> None:
        self.events: list[Event] = []
        self.scale = SCALES[state.seats]
        self.version = state.version
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
            self.version,
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

    def visit(self, card: Card, visit: Visit) -> None:
        """Put tokens on an investment."""
        at = ALL_CARDS.index(card)
        visits = list(self.visits)
        visits[at] = (*visits[at], visit)
        self.visits = tuple(visits)

    def draw(self, counts: tuple[int, ...]) -> None:
        """Take so many cards out of the stacks, as `Card` lists them."""
        self.stock = tuple([left - n for left, n in zip(self.stock, counts, strict=True)])

    def change(
        self,
        seat: Seat,
        *,
        money: int | None = None,
        tokens: int | None = None,
        lots: tuple[Lot, ...] | None = None,
        ready: int | None = None,
        out: int | None = None,
        empty: int | None = None,
        refuelling: int | None = None,
        bought: tuple[Bought, ...] | None = None,
        upgrades: tuple[House, ...] | None = None,
        batch: tuple[Guest, ...] | None = None,
    ) -> None:
        """Give the player of `seat` other values; written out because every move comes here."""
        old = self.players[seat]
        self.players[seat] = Player(
            old.money if money is None else money,
            old.tokens if tokens is None else tokens,
            old.forests,
            old.lots if lots is None else lots,
            old.ready if ready is None else ready,
            old.out if out is None else out,
            old.empty if empty is None else empty,
            old.refuelling if refuelling is None else refuelling,
            old.bought if bought is None else bought,
            old.upgrades if upgrades is None else upgrades,
            old.batch if batch is None else batch,
        )
