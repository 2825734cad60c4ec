"""A match being changed within one move."""

from __future__ import annotations

from rules.krakow.components import SCALES, Action, Cell, Hour, Sight
from rules.krakow.state import ONE_SEAT, KrakowState, Player, Stack
from rules.krakow.view import CardDecision
from rules.protocol import Event
from rules.text import Seat, Text


class Draft:
    """The fields of a `KrakowState`, open to change, and the events so far.

    Written out by hand because every move passes through here: `dataclasses.replace` costs four
    times as much.
    """

    __slots__ = (
        "aside",
        "awards",
        "decision",
        "deck",
        "done",
        "events",
        "laid",
        "last",
        "market",
        "phase",
        "players",
        "removed",
        "round",
        "scale",
        "seats",
        "stacks",
        "start",
        "stopped",
        "takers",
        "tokens",
        "version",
        "working",
    )

    def __init__(self, state: KrakowState) -> None:
        self.events: list[Event] = []
        self.scale = SCALES[state.seats]
        self.version = state.version
        self.seats = state.seats
        self.phase = state.phase
        self.round = state.round
        self.start = state.start
        self.laid = state.laid
        self.removed = state.removed
        self.deck = state.deck
        self.aside = state.aside
        self.market = state.market
        self.tokens = state.tokens
        self.stacks = state.stacks
        self.working = state.working
        self.done = state.done
        self.stopped = state.stopped
        self.players = state.players
        self.decision = state.decision
        self.takers = state.takers
        self.last = state.last
        self.awards = state.awards

    def freeze(self) -> KrakowState:
        """Return the state as it is now."""
        return KrakowState(
            self.version,
            self.seats,
            self.phase,
            self.round,
            self.start,
            self.laid,
            self.removed,
            self.deck,
            self.aside,
            self.market,
            self.tokens,
            self.stacks,
            self.working,
            self.done,
            self.stopped,
            self.players,
            self.decision,
            self.takers,
            self.last,
            self.awards,
        )

    @property
    def carried_out(self) -> CardDecision:
        """The decision about the card that is being carried out."""
        if not isinstance(self.decision, CardDecision):
            raise LookupError("no card is being carried out")
        return self.decision

    def tell(self, text: Text, seat: Seat | None = None) -> None:
        """Add an event for everybody, or for one seat alone."""
        self.events.append(Event(text, None if seat is None else ONE_SEAT[seat]))

    def set_player(
        self,
        seat: Seat,
        *,
        hand: tuple[Action, ...] | None = None,
        hours: tuple[Hour, ...] | None = None,
        sights: tuple[Sight, ...] | None = None,
        turned_up: tuple[Action, ...] | None = None,
        stopped: tuple[Action, ...] | None = None,
        shown_hours: tuple[Hour, ...] | None = None,
    ) -> None:
        """Give the player of `seat` other values."""
        old = self.players[seat]
        players = list(self.players)
        players[seat] = Player(
            old.hand if hand is None else hand,
            old.hours if hours is None else hours,
            old.sights if sights is None else sights,
            old.turned_up if turned_up is None else turned_up,
            old.stopped if stopped is None else stopped,
            old.shown_hours if shown_hours is None else shown_hours,
        )
        self.players = tuple(players)

    def set_stack(self, stack: Stack) -> None:
        """Replace the stack that is worked off."""
        stacks = list(self.stacks)
        stacks[self.working] = stack
        self.stacks = tuple(stacks)

    def put(self, cell: Cell, sight: Sight | None) -> None:
        """Put a sight into a cell of the market, or leave the cell empty."""
        market = list(self.market)
        market[cell] = sight
        self.market = tuple(market)

    def collect(self, seat: Seat, cell: Cell) -> None:
        """Give the sight in `cell` to `seat`; the cell stays empty until the next deal."""
        sight = self.market[cell]
        if sight is not None:
            self.set_player(seat, sights=(*self.players[seat].sights, sight))
            self.put(cell, None)
