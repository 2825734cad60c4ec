"""The view that one seat has of a match of Kraków 2009.

Everything here is public except what the docstrings call *own*: it is filled only for the viewer's
seat and empty (``()`` or None) for everybody else and for a watcher.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from rules.krakow.components import Action, Cell, Direction, Group, Hour, Place, Sight
from rules.text import Seat


class Phase(StrEnum):
    """The part of the match; SETUP and DEAL wait for chance."""

    SETUP = "setup"
    DEAL = "deal"
    PLANNING = "planning"
    RESERVATION = "reservation"
    TAKES = "takes"
    OVER = "over"


Asked: TypeAlias = Literal["lay", "reserve", "shift", "swap", "exchange", "take"]
"""The decision that is asked for: the verb of the move that answers it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision the match is waiting for.

    Attributes:
        place: Where the card lies that is being carried out; None for a lay and a take.
        card: Its type; None for a lay.
        left: Reservations still to be made with this card: 2 or 1; 0 if it reserves nothing.
        first: The cell of the first of two reservations, once made; else None.
        drawing: True once the decision is made and only the draw from the deck is missing.
        direction: Where the line goes while `drawing`; else None.
        cell: The cell to be replaced by a blind swap while `drawing`; else None.
    """

    seat: Seat
    kind: Asked
    place: Place | None = None
    card: Action | None = None
    left: int = 0
    first: Cell | None = None
    drawing: bool = False
    direction: Direction | None = None
    cell: Cell | None = None

    @property
    def at(self) -> Place:
        """Return the place of the card being carried out; LookupError if there is none."""
        if self.place is None:
            raise LookupError(f"no card is carried out for a {self.kind}")
        return self.place

    @property
    def carried(self) -> Action:
        """Return the type of the card being carried out; LookupError if there is none."""
        if self.card is None:
            raise LookupError(f"no card is carried out for a {self.kind}")
        return self.card


@dataclass(frozen=True, slots=True)
class TokenView:
    """A reservation token; `hour` is None where the viewer may not know it."""

    seat: Seat
    hour: Hour | None


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell of the market, and the tokens on its card, oldest first.

    A token's hour is *own*: only those of the viewer's tokens are known.
    """

    cell: Cell
    sight: Sight
    tokens: tuple[TokenView, ...]


@dataclass(frozen=True, slots=True)
class LaidView:
    """A face-down action card; `card` is *own*, None for the cards of others."""

    seat: Seat
    card: Action | None


@dataclass(frozen=True, slots=True)
class DoneView:
    """An action card turned up in this round; `order` counts from 1 through the round."""

    order: int
    place: Place
    seat: Seat
    card: Action


@dataclass(frozen=True, slots=True)
class StoppedView:
    """The cards of a seat that a stop card threw out in this round, never turned up."""

    place: Place
    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place around the market.

    Attributes:
        order: The number of its order token, or 0 without one.
        cards: The face-down cards, bottom to top.
        done: Those turned up here in this round, in the order of being carried out.
        stopped: Those thrown out here in this round.
        working: True while this stack is being carried out.
    """

    place: Place
    order: int
    cards: tuple[LaidView, ...]
    done: tuple[DoneView, ...]
    stopped: tuple[StoppedView, ...]
    working: bool


@dataclass(frozen=True, slots=True)
class Sequence:
    """A run (one group, consecutive ranks) or a set (one rank, several groups).

    For a lajkonik, `cards` has the id of the card that it stands for.
    """

    kind: Literal["run", "set"]
    cards: tuple[Sight, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """The best sequence bonus of a collection.

    Attributes:
        points: The sum of the sequences.
        sequences: Runs in group order, then sets in rank order.
        choices: Each lajkonik owned with the card it stands for, None if there is none.
    """

    points: int
    sequences: tuple[Sequence, ...]
    choices: tuple[tuple[Sight, Sight | None], ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The public facts about a player.

    Attributes:
        cards_left: Action cards in hand.
        tokens_left: Reservation tokens not yet used.
        sights: Collected sights, in the order in which they came; open to all (ruling R10).
        turned_up: Action cards turned up so far, oldest first.
        stopped: How many of their cards were thrown out by stop cards.
        shown_hours: The hours of their tokens that were turned up at awards, ascending.
        sight_points: Points of their sights alone.
        bonus: The best bonus their sights make.
        subtotal: `sight_points` + `bonus.points`.
        kept: Their last three action cards once the match is over; () before.
        points: `subtotal`, and the points of the kept cards.
    """

    seat: Seat
    cards_left: int
    tokens_left: int
    sights: tuple[Sight, ...]
    turned_up: tuple[Action, ...]
    stopped: int
    shown_hours: tuple[Hour, ...]
    sight_points: int
    bonus: Bonus
    subtotal: int
    kept: tuple[Action, ...]
    points: int


@dataclass(frozen=True, slots=True)
class AwardView:
    """The fate of a reserved card at the last awards.

    Attributes:
        cell: Where it lay.
        tokens: The tokens on it, earliest hour first; a lone token keeps hour None for everybody.
        winner: Who got the card, or None for a tie: then the card stayed.
    """

    cell: Cell
    sight: Sight
    tokens: tuple[TokenView, ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class TakenView:
    """A card taken with "take any card" after the last awards."""

    seat: Seat
    cell: Cell
    sight: Sight


@dataclass(frozen=True, slots=True)
class AwardsView:
    """The last awards of the match; they stay until the next ones.

    Attributes:
        round: The round they ended.
        awards: One for each reserved card, by cell.
        taken: The takes that followed, in order.
    """

    round: int
    awards: tuple[AwardView, ...]
    taken: tuple[TakenView, ...]


@dataclass(frozen=True, slots=True)
class Own:
    """The facts that only the viewer knows: *own* throughout.

    Attributes:
        hand: Their action cards, A to H, copies one after the other.
        hours: Their unused tokens, ascending.
        laid: Their face-down cards as (place, height from 1 at the bottom, type), by order token.
        stopped: The types of their cards that were thrown out, oldest first.
        lays_left: Cards they still have to lay in this planning phase.
        kept_points: What their hand would score if kept.
    """

    hand: tuple[Action, ...]
    hours: tuple[Hour, ...]
    laid: tuple[tuple[Place, int, Action], ...]
    stopped: tuple[Action, ...]
    lays_left: int
    kept_points: int


@dataclass(frozen=True, slots=True)
class Change:
    """The places that the last move touched, so that a picture can mark them."""

    places: tuple[Place, ...] = ()
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class KrakowView:
    """A match as one seat may see it.

    Attributes:
        seat: Whose eyes these are, or WATCHER.
        size: Rows, and columns, of the market.
        round: From 1. Stays at the last round when the match is over.
        queue: From 1 in planning; equals `queues` afterwards.
        queues: Queues of a planning phase.
        start: The start player of this round; None before set-up.
        removed: Groups that stay in the box (2 players).
        deck: Number of face-down sights.
        aside: Sights set aside in this round, oldest first.
        market: The cells, row by row; () before the first deal. A cell whose card was won or taken
            in this round is missing.
        places: All places around the market, T, L, R, B, each from 1.
        done: Action cards turned up in this round, oldest first.
        decision: What the match is waiting for; None while chance deals and when the match is over.
        takers: The take queue, first to take first.
        players: In seat order.
        last: What the last move touched.
        awards: The last awards, or None before the first.
        own: What only the viewer knows; None for a watcher.
    """

    seat: Seat
    seats: int
    size: int
    phase: Phase
    round: int
    rounds: int
    queue: int
    queues: int
    start: Seat | None
    removed: tuple[Group, ...]
    deck: int
    aside: tuple[Sight, ...]
    market: tuple[CellView, ...]
    places: tuple[PlaceView, ...]
    done: tuple[DoneView, ...]
    decision: Decision | None
    takers: tuple[Seat, ...]
    players: tuple[PlayerView, ...]
    last: Change
    awards: AwardsView | None
    own: Own | None
