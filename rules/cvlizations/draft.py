"""A match being changed within one move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, Unpack

from rules import draft as base
from rules.cvlizations import events
from rules.cvlizations.agenda import Task
from rules.cvlizations.components import Good, Goods, Idea, Order
from rules.cvlizations.state import CvState, Due, Player, Tribe, line
from rules.cvlizations.view import Gain, Phase, Theft, Variant
from rules.draft import Values
from rules.text import Seat, Text


class Draft(base.Draft[CvState], of=CvState):
    """The fields of a `CvState`, open to change, and the events so far."""

    __slots__ = base.slots(CvState, "_notes", "_idle")

    version: int
    variant: Variant
    host_first: bool
    phase: Phase
    due: Due | None
    turn: int
    helm: int
    circle: tuple[int, ...]
    queue: tuple[int, ...]
    tribes: list[Tribe]
    players: list[Player]
    track: tuple[Idea | None, ...]
    deck: tuple[Idea, ...]
    top: Idea | None
    knower: Seat | None
    slot: int
    thieves: tuple[tuple[Seat, Task], ...]
    agendas: list[tuple[Task, ...]]
    hit: tuple[Seat, ...]
    prey: tuple[Seat, ...]
    stolen: tuple[Seat, ...]
    left: int
    peeks: bool
    swapped: bool
    feasted: bool
    bought: tuple[Seat, ...]
    buyers: tuple[Seat, ...]
    owed: tuple[Seat, ...]
    orders: tuple[tuple[Order, Order], ...]
    gains: list[Gain]
    thefts: tuple[Theft, ...]
    last: tuple[Seat, ...]
    marked: tuple[int, ...]

    def __init__(self, state: CvState, *, quiet: bool = False) -> None:
        super().__init__(state, quiet=quiet)
        self._notes: dict[Seat, tuple[events.Share, ...]] = {}
        self._idle: tuple[Seat, ...] = ()
        self.last = ()
        if state.due is None:  # what is drawn belongs to the move before
            self.marked = ()

    @property
    def line(self) -> tuple[Seat, ...]:
        """Return the seats clockwise from the helm."""
        return line(self.circle, self.helm, len(self.players))

    def tell(self, say: Callable[[Unpack[Values]], Text], *values: *Values) -> None:
        """Add an event for everybody, after what was noted before."""
        if self._notes or self._idle:
            self.tell_notes()
        super().tell(say, *values)

    def tell_only(
        self, seat: Seat, say: Callable[[Unpack[Values]], Text], *values: *Values
    ) -> None:
        """Add an event for one seat, after what was noted before."""
        self.tell_notes()
        super().tell_only(seat, say, *values)

    def note(self, seat: Seat, source: Order | Idea, good: Good | None, amount: int) -> None:
        """Note what a player got; what they get in a row is told in one sentence."""
        if not self.quiet:
            self._notes[seat] = (*self._notes.get(seat, ()), (source, good, amount))

    def pass_over(self, seat: Seat) -> None:
        """Note that a player has nothing to buy; several are told in one sentence."""
        if not self.quiet:
            self._idle = (*self._idle, seat)

    def tell_notes(self) -> None:
        """Tell what was noted, player by player."""
        if self._notes:
            for seat, parts in self._notes.items():
                super().tell(events.brought, seat, parts)
            self._notes = {}
        if self._idle:
            super().tell(events.cannot_buy, self._idle)
            self._idle = ()

    def gain(self, seat: Seat, good: Good, amount: int) -> None:
        """Give a player resources, or take them if `amount` is negative."""
        old = self.players[seat]
        self._set(seat, Player(old.goods.plus(good, amount), old.points, old.ideas))

    def give(self, seat: Seat, goods: Goods, points: int = 0) -> None:
        """Give a player resources and happiness points."""
        old = self.players[seat]
        self._set(seat, Player(old.goods.more(goods), old.points + points, old.ideas))

    def bring(self, seat: Seat, goods: Goods, points: int = 0) -> None:
        """Give a player what their orders brought; it is shown with them."""
        self.give(seat, goods, points)
        old = self.gains[seat]
        self.gains[seat] = Gain(old.goods.more(goods), old.points + points)

    def purchase(self, seat: Seat, idea: Idea, pay: Goods) -> None:
        """Give a player an idea for a payment."""
        old = self.players[seat]
        self._set(seat, Player(old.goods.less(pay), old.points, (*old.ideas, idea)))

    def _set(self, seat: Seat, player: Player) -> None:
        self.players[seat] = player
        if seat not in self.last:
            self.last = (*self.last, seat)
        self.mark(seat)

    def mark(self, tribe: int) -> None:
        """Note that the move has to do with a tribe, so that pictures tag its row."""
        if tribe not in self.marked:
            self.marked = (*self.marked, tribe)


Table: TypeAlias = CvState | Draft
"""A match, whether or not it is being changed."""
