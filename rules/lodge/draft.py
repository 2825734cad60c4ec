"""A match being changed within one move."""

from __future__ import annotations

from rules.lodge.building import Bag, Columns, Display
from rules.lodge.components import Guest
from rules.lodge.state import LodgeState, Player
from rules.protocol import Event
from rules.text import Seat, Text


class Draft:
    """The fields of a `LodgeState`, open to change, and the events so far."""

    __slots__ = (
        "amenities",
        "aside",
        "away",
        "bag",
        "display",
        "display_used",
        "due",
        "ending",
        "events",
        "guest_bag",
        "guests",
        "last",
        "order",
        "phase",
        "players",
        "position",
        "seats",
        "slot",
        "stack",
        "turn",
        "valet_used",
        "version",
    )

    def __init__(self, state: LodgeState) -> None:
        self.events: list[Event] = []
        self.version = state.version
        self.seats = state.seats
        self.phase = state.phase
        self.due = state.due
        self.order = state.order
        self.position = state.position
        self.turn = state.turn
        self.ending = state.ending
        self.display: Display = state.display
        self.bag: Bag = state.bag
        self.guests = state.guests
        self.guest_bag = state.guest_bag
        self.amenities = state.amenities
        self.stack = state.stack
        self.slot = state.slot
        self.away = state.away
        self.aside: Bag = state.aside
        self.display_used = state.display_used
        self.valet_used = state.valet_used
        self.players = list(state.players)
        self.last = state.last

    def freeze(self) -> LodgeState:
        """Return the state as it is now."""
        return LodgeState(
            self.version,
            self.seats,
            self.phase,
            self.due,
            self.order,
            self.position,
            self.turn,
            self.ending,
            self.display,
            self.bag,
            self.guests,
            self.guest_bag,
            self.amenities,
            self.stack,
            self.slot,
            self.away,
            self.aside,
            self.display_used,
            self.valet_used,
            tuple(self.players),
            self.last,
        )

    @property
    def active(self) -> Seat:
        """Whose turn it is."""
        return self.order[self.position]

    def tell(self, text: Text) -> None:
        """Add an event; everybody may read it, for there are no secrets."""
        self.events.append(Event(text))

    def change(
        self,
        *,
        columns: Columns | None = None,
        valet: Guest | None = None,
        no_valet: bool = False,
        token: bool | None = None,
        turns: int | None = None,
    ) -> None:
        """Give the active player other values; `no_valet` leaves his valet without a guest."""
        old = self.players[self.active]
        self.players[self.active] = Player(
            old.columns if columns is None else columns,
            None if no_valet else (valet or old.valet),
            old.token if token is None else token,
            old.turns if turns is None else turns,
        )

    def take(self, guest: Guest) -> None:
        """Take a guest out of the display; the slot stays empty."""
        self.guests = tuple(None if waiting == guest else waiting for waiting in self.guests)
