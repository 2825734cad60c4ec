"""The view that one seat has of a match of CVlizations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.cvlizations.agenda import Task
from rules.cvlizations.components import Good, Goods, Idea, Order
from rules.listed import Code
from rules.text import Seat, quick


class Phase(StrEnum):
    """The part of the match; SETUP waits for chance, as every phase does in a draw."""

    SETUP = "setup"
    ORDERS = "orders"
    ACTION = "action"
    DEVELOPMENT = "development"
    CLEANUP = "cleanup"
    OVER = "over"


class Variant(Code):
    """The number of tribes besides those of the players."""

    BASIC = "basic"
    GEEKS = "geeks"
    ADVANCED = "advanced"


@dataclass(frozen=True, slots=True)
class TribeView:
    """The orders of a tribe, as far as the viewer knows them.

    Attributes:
        tribe: Its number: that of its seat, or above all seats for a neutral tribe.
        owner: Who gives its orders; None for the Cave Geeks.
        placed: True if it has given its orders of this turn.
        up: Its open order of this turn, or None.
        down: Its secret order, as far as the viewer knows it: before the reveal their own tribes'.
        used: The orders it has used in this age, as everybody knows: those of this turn only
            after the reveal.
        hand: The orders it can still give in this age, for the viewer's own tribes and, as nothing
            about them is secret, for all after the reveal; else those that may be in hand.
    """

    tribe: int
    owner: Seat | None
    placed: bool
    up: Order | None
    down: Order | None
    used: tuple[Order, ...]
    hand: tuple[Order, ...]


@quick
class Gain:
    """The gains from a player's orders: resources from the supply and points.

    Attributes:
        goods: Resources gained or, below 0, given in trade; without theft.
    """

    goods: Goods
    points: int


@quick
class Theft:
    """One resource stolen."""

    thief: Seat
    victim: Seat
    good: Good


@dataclass(frozen=True, slots=True)
class Reveal:
    """The last orders revealed, and what they brought.

    Attributes:
        turn: Of which turn.
        orders: The open and the secret order by tribe.
        counts: How many tribes chose each order, as `Order` lists them.
        line: The seats in the order in which they carried out equal orders.
        gains: By seat.
        thefts: In their order.
    """

    turn: int
    orders: tuple[tuple[Order, Order], ...]
    counts: tuple[int, ...]
    line: tuple[Seat, ...]
    gains: tuple[Gain, ...]
    thefts: tuple[Theft, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The public facts about a player.

    Attributes:
        points: Happiness points gained so far.
        ideas: Their ideas, in the order in which they bought them.
        total: Their score if the match ended now.
        left: The resources that they would then have left, which decide a tie.
    """

    seat: Seat
    goods: Goods
    points: int
    ideas: tuple[Idea, ...]
    printed: int
    total: int
    left: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """An idea that the viewer could buy, if they have enough and it is their turn.

    Attributes:
        hidden: True for the top card of the deck, which they alone have seen.
        price: How many resources it costs them.
        payments: How they can pay now; () if they cannot.
    """

    idea: Idea
    hidden: bool
    price: int
    payments: tuple[Goods, ...]


@dataclass(frozen=True, slots=True)
class Shopping:
    """The progress of the player whose development it is.

    Attributes:
        seat: Who buys.
        left: How many ideas they may still buy.
        swapped: True if they have used the Market and have to buy now.
        feasted: True if they have used Hedonism in this turn.
    """

    seat: Seat
    left: int
    swapped: bool
    feasted: bool


@dataclass(frozen=True, slots=True)
class CvView:
    """A match as one seat may see it.

    Attributes:
        seat: Whose eyes these are, or WATCHER.
        variant: Which neutral tribes there are.
        drawing: True while chance has to draw.
        waiting: Who has to decide.
        turn: 1 to 9.
        age: 1 to 3.
        helm: The tribe with the leader helm.
        circle: The tribes that pass the helm on, clockwise.
        placing: All tribes in the order in which they give orders in this turn.
        line: The seats clockwise from the helm: the order of equal orders and of purchases.
        tribes: By number.
        players: In seat order.
        track: The four places of the track; None for a gap.
        deck_left: Cards left in the deck in use.
        next_deck: Cards of the deck of age III that waits; 0 once it is in use.
        offers: The ideas on offer and what they cost the viewer; () for a watcher.
        known_top: The top card of the deck if the viewer has looked at it, or None.
        tasks: What each seat has to carry out next, if it has to choose something; by seat.
        victims: In the action phase: who the thief can rob of what.
        shopping: In the development phase: how far the buyer has come; else None.
        bought: Who has bought an idea in this turn.
        buyers: Who has bought an idea, once for each, in this development or else in the last one.
        reveal: The last orders revealed and what they brought; None before the first.
        last: Seats whose panels changed with the last move.
        marked: The tribes that the last move and the draws after it changed, or that gave orders
            with it, so that a picture can mark them.
    """

    seat: Seat
    seats: int
    variant: Variant
    phase: Phase
    drawing: bool
    waiting: frozenset[Seat]
    turn: int
    age: int
    helm: int
    circle: tuple[int, ...]
    placing: tuple[int, ...]
    line: tuple[Seat, ...]
    tribes: tuple[TribeView, ...]
    players: tuple[PlayerView, ...]
    track: tuple[Idea | None, ...]
    deck_left: int
    next_deck: int
    offers: tuple[Offer, ...]
    known_top: Idea | None
    tasks: tuple[Task | None, ...]
    victims: tuple[tuple[Seat, Good], ...]
    shopping: Shopping | None
    bought: tuple[Seat, ...]
    buyers: tuple[Seat, ...]
    reveal: Reveal | None
    last: tuple[Seat, ...]
    marked: tuple[int, ...]

    @property
    def placing_tribe(self) -> int | None:
        """Return the tribe that gives its orders now; None outside the order phase."""
        if self.phase is not Phase.ORDERS:
            return None
        return next((n for n in self.placing if not self.tribes[n].placed), None)

    @property
    def thieving(self) -> bool:
        """True while thieves choose, one tribe after the other (C-ASY-2)."""
        if self.reveal is None or self.reveal.counts[Order.THIEVING.place] >= 3:
            return False
        return any(task is not None and task.order is Order.THIEVING for task in self.tasks)
