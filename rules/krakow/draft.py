"""A match being changed within one move."""

from __future__ import annotations

from rules import draft as base
from rules.draft import there
from rules.krakow.components import SCALES, Action, Cell, Group, Hour, Scale, Sight
from rules.krakow.state import KrakowState, Player, Stack, Token
from rules.krakow.view import AwardsView, Change, Decision, DoneView, Phase, StoppedView
from rules.text import Seat


class Draft(base.Draft[KrakowState], of=KrakowState):
    """The fields of a `KrakowState`, open to change, and the events so far."""

    __slots__ = base.slots(KrakowState)

    version: int
    seats: int
    phase: Phase
    round: int
    start: Seat
    laid: int
    removed: tuple[Group, ...]
    deck: tuple[Sight, ...]
    aside: tuple[Sight, ...]
    market: tuple[Sight | None, ...]
    tokens: tuple[tuple[Token, ...], ...]
    stacks: tuple[Stack, ...]
    working: int
    done: tuple[DoneView, ...]
    stopped: tuple[StoppedView, ...]
    players: tuple[Player, ...]
    decision: Decision | None
    takers: tuple[Seat, ...]
    last: Change
    awards: AwardsView | None

    @property
    def scale(self) -> Scale:
        """Return everything that depends on the number of players."""
        return SCALES[self.seats]

    @property
    def carried_out(self) -> Decision:
        """Return the decision about the card that is being carried out."""
        if self.decision is None or self.decision.place is None:
            raise LookupError("no card is being carried out")
        return self.decision

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
        """Change the given values of the player of `seat`, and keep the others."""
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
        """Replace the stack that is being carried out."""
        at = self.working
        self.stacks = (*self.stacks[:at], stack, *self.stacks[at + 1 :])

    def put(self, cell: Cell, sight: Sight | None) -> None:
        """Put a sight into a cell of the market, or leave the cell empty."""
        self.market = (*self.market[:cell], sight, *self.market[cell + 1 :])

    def collect(self, seat: Seat, cell: Cell) -> None:
        """Give the sight in `cell` to `seat`; the cell stays empty until the next deal."""
        self.set_player(seat, sights=(*self.players[seat].sights, there(self.market[cell])))
        self.put(cell, None)
