"""A match being changed within one move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from rules import draft as base
from rules.cvlizations import events
from rules.cvlizations.agenda import Task
from rules.cvlizations.components import Good, Goods, Idea
from rules.cvlizations.state import CvState, Due, Player, Tribe, line
from rules.cvlizations.view import Gain, Phase, Reveal, Variant
from rules.draft import Values, there
from rules.text import Seat, Text


class Draft(base.Draft[CvState], of=CvState):
    """The fields of a `CvState`, open to change, and the events so far."""

    __slots__ = base.slots(CvState, "_notes", "_idle")

    version: int
    seats: int
    variant: Variant
    host_first: bool
    phase: Phase
    due: Due | None
    turn: int
    helm: int
    circle: tuple[int, ...]
    position: int
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
    owed: tuple[Seat, ...]
    reveal: Reveal | None
    last: tuple[Seat, ...]

    def __init__(self, state: CvState, *, quiet: bool = False) -> None:
        super().__init__(state, quiet=quiet)
        self._notes: dict[Seat, list[events.Share]] = {}
        self._idle: list[Seat] = []
        self.last = ()

    @property
    def line(self) -> tuple[Seat, ...]:
        """Return the seats clockwise from the helm."""
        return line(self.circle, self.helm, self.seats)

    def tell(self, say: Callable[[Unpack[Values]], Text], *values: *Values) -> None:
        """Add an event for everybody, after what was noted before."""
        self.tell_notes()
        super().tell(say, *values)

    def tell_only(
        self, seat: Seat, say: Callable[[Unpack[Values]], Text], *values: *Values
    ) -> None:
        """Add an event for one seat, after what was noted before."""
        self.tell_notes()
        super().tell_only(seat, say, *values)

    def note(self, seat: Seat, part: events.Share) -> None:
        """Note what a player got; what they get in a row is told in one sentence."""
        self._notes.setdefault(seat, []).append(part)

    def pass_over(self, seat: Seat) -> None:
        """Note that a player has nothing to buy; several are told in one sentence."""
        self._idle.append(seat)

    def tell_notes(self) -> None:
        """Tell what was noted, player by player."""
        notes, self._notes = self._notes, {}
        for seat, parts in notes.items():
            super().tell(events.brought, seat, tuple(parts))
        if self._idle:
            super().tell(events.cannot_buy, tuple(self._idle))
            self._idle.clear()

    def gain(self, seat: Seat, good: Good, amount: int) -> None:
        """Give a player resources from the supply, or take them if `amount` is negative."""
        player = self.players[seat]
        self._set(seat, Player(player.goods.plus(good, amount), player.points, player.ideas))

    def score(self, seat: Seat, points: int) -> None:
        """Give a player happiness points."""
        player = self.players[seat]
        self._set(seat, Player(player.goods, player.points + points, player.ideas))

    def purchase(self, seat: Seat, idea: Idea, pay: Goods) -> None:
        """Give a player an idea for a payment."""
        player = self.players[seat]
        ideas = (*player.ideas, idea)
        self._set(seat, Player(player.goods.less(pay), player.points, ideas))

    def _set(self, seat: Seat, player: Player) -> None:
        self.players[seat] = player
        if seat not in self.last:
            self.last = (*self.last, seat)

    def account(self, seat: Seat, *, good: Good | None = None, amount: int) -> None:
        """Note what a player's orders brought in the last reveal: resources, or points."""
        reveal = there(self.reveal)
        gains = list(reveal.gains)
        old = gains[seat]
        if good is None:
            gains[seat] = Gain(old.goods, old.points + amount)
        else:
            gains[seat] = Gain(old.goods.plus(good, amount), old.points)
        self.reveal = Reveal(
            reveal.turn, reveal.orders, reveal.counts, reveal.line, tuple(gains), reveal.thefts
        )
