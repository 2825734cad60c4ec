"""A match being changed within one move."""

from __future__ import annotations

from rules.cvlizations import events
from rules.cvlizations.agenda import Task
from rules.cvlizations.components import Good, Goods, Idea
from rules.cvlizations.state import CvState, Player, Tribe, line
from rules.cvlizations.view import Gain, Reveal
from rules.draft import there
from rules.protocol import Event
from rules.text import Seat, Text


class Draft:
    """The fields of a `CvState`, open to change, and the events so far."""

    __slots__ = (
        "_idle",
        "_notes",
        "agendas",
        "bought",
        "circle",
        "deck",
        "due",
        "events",
        "feasted",
        "helm",
        "hit",
        "host_first",
        "knower",
        "last",
        "left",
        "owed",
        "peeks",
        "phase",
        "players",
        "position",
        "prey",
        "reveal",
        "seats",
        "slot",
        "stolen",
        "swapped",
        "thieves",
        "top",
        "track",
        "tribes",
        "turn",
        "variant",
        "version",
    )

    def __init__(self, state: CvState) -> None:
        self.events: list[Event] = []
        self._notes: dict[Seat, list[Text]] = {}
        self._idle: list[Seat] = []
        self.version = state.version
        self.seats = state.seats
        self.variant = state.variant
        self.host_first = state.host_first
        self.phase = state.phase
        self.due = state.due
        self.turn = state.turn
        self.helm = state.helm
        self.circle = state.circle
        self.position = state.position
        self.tribes: list[Tribe] = list(state.tribes)
        self.players: list[Player] = list(state.players)
        self.track = state.track
        self.deck = state.deck
        self.top = state.top
        self.knower = state.knower
        self.slot = state.slot
        self.thieves: tuple[tuple[Seat, Task], ...] = state.thieves
        self.agendas: list[tuple[Task, ...]] = list(state.agendas)
        self.hit = state.hit
        self.prey = state.prey
        self.stolen = state.stolen
        self.left = state.left
        self.peeks = state.peeks
        self.swapped = state.swapped
        self.feasted = state.feasted
        self.bought = state.bought
        self.owed = state.owed
        self.reveal = state.reveal
        self.last: tuple[Seat, ...] = ()

    def freeze(self) -> CvState:
        """Return the state as it is now."""
        return CvState(
            self.version,
            self.seats,
            self.variant,
            self.host_first,
            self.phase,
            self.due,
            self.turn,
            self.helm,
            self.circle,
            self.position,
            tuple(self.tribes),
            tuple(self.players),
            self.track,
            self.deck,
            self.top,
            self.knower,
            self.slot,
            self.thieves,
            tuple(self.agendas),
            self.hit,
            self.prey,
            self.stolen,
            self.left,
            self.peeks,
            self.swapped,
            self.feasted,
            self.bought,
            self.owed,
            self.reveal,
            self.last,
        )

    @property
    def line(self) -> tuple[Seat, ...]:
        """The seats clockwise from the helm."""
        return line(self.circle, self.helm, self.seats)

    def tell(self, text: Text, *only: Seat) -> None:
        """Add an event for everybody, or for some seats only, after what was noted."""
        self.tell_notes()
        self.events.append(Event(text, frozenset(only) if only else None))

    def note(self, seat: Seat, text: Text) -> None:
        """Note what came to a player; all that comes in a row is told in one sentence."""
        self._notes.setdefault(seat, []).append(text)

    def pass_over(self, seat: Seat) -> None:
        """Note that a player has nothing to buy; told likewise."""
        self._idle.append(seat)

    def tell_notes(self) -> None:
        """Tell what was noted, player by player."""
        for seat, parts in self._notes.items():
            self.events.append(Event(events.brought(seat, tuple(parts))))
        self._notes.clear()
        if self._idle:
            self.events.append(Event(events.cannot_buy(tuple(self._idle))))
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
        """Note in the last reveal what a player's orders brought: resources, or points."""
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
