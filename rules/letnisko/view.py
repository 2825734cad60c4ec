"""The view that one seat has of a match: everything but the undrawn weather.

No player holds a secret; money is open (ruling A-20). The views of all seats differ in `seat`
alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from rules.letnisko.components import Card, Guest, House, Icon, Tokens, Weather
from rules.letnisko.moves import Cars, Lodging
from rules.text import Seat, quick


class Phase(StrEnum):
    """The part of the match; SETUP and ARRIVAL wait for chance."""

    SETUP = "setup"
    ARRIVAL = "arrival"
    ACTIONS = "actions"
    HOMES = "homes"
    OVER = "over"


Asked: TypeAlias = Literal["place", "develop", "lodge"]
"""The kind of a decision: place tokens, upgrade a house, or lodge guests."""


@dataclass(frozen=True, slots=True)
class LotView:
    """A lot with a house on it.

    Attributes:
        number: From 1, in the order in which the player built; never changes.
        house: The topmost card.
        residents: Who stays there, S C H; at most two.
    """

    number: int
    house: House
    residents: tuple[Guest, ...]


@dataclass(frozen=True, slots=True)
class LodgingView:
    """A legal lodging and what it leads to.

    Attributes:
        lots: The player's houses afterwards, by number.
        rent_zl: What those who leave pay.
        left: The guests without a room; they go to the President or leave.
    """

    lodging: Lodging
    lots: tuple[LotView, ...]
    rent_zl: int
    left: tuple[Guest, ...]


@dataclass(frozen=True, slots=True)
class DecisionView:
    """An open decision; everybody may see all of them.

    Attributes:
        sets: For "place": the token sets this turn still allows (LT-TURN-4a), whatever the target.
        may_end: For "place": True if the turn may be ended now.
        house: For "develop": the card to be put on a house; else None.
        numbers: For "develop": the houses it may be put on, those that are alike once.
        guests: For "lodge": the batch to be lodged, S C H; with the President, leftovers included.
        lodgings: For "lodge": every legal one, those that are alike once; highest rent first.
    """

    seat: Seat
    kind: Asked
    sets: tuple[Tokens, ...] = ()
    may_end: bool = False
    house: House | None = None
    numbers: tuple[int, ...] = ()
    guests: tuple[Guest, ...] = ()
    lodgings: tuple[LodgingView, ...] = ()


@dataclass(frozen=True, slots=True)
class CarView:
    """A passenger car: its number behind the locomotive, from 1, and its guests."""

    number: int
    guests: tuple[Guest, ...]
    claimed: Seat | None


@dataclass(frozen=True, slots=True)
class Claim:
    """A token on one car, or on two with an automobile."""

    seat: Seat
    cars: Cars
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Visit:
    """Tokens on an investment or on the locomotive."""

    seat: Seat
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class StackView:
    """An investment.

    Attributes:
        left: Cards in the stack; those visited in this round are still counted.
        visits: In the order in which they came.
        price_one_zl: The price now for one token (LT-INV-3).
        price_pair_zl: The price now for two tokens together.
        open: False if no card is left for another visit (LT-INV-6).
    """

    card: Card
    left: int
    visits: tuple[Visit, ...]
    price_one_zl: int
    price_pair_zl: int
    open: bool

    def price_zl(self, tokens: Tokens) -> int:
        """Return the price now for tokens placed together."""
        return self.price_pair_zl if tokens.is_pair else self.price_one_zl


@dataclass(frozen=True, slots=True)
class AutosView:
    """A player's automobiles by what they are doing.

    Attributes:
        ready: Can drive now.
        out: At the station with a token; will need fuel.
        empty: Need fuel.
        refuelling: Refuelled in this round; ready in the next.
    """

    ready: int
    out: int
    empty: int
    refuelling: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The public facts about a player.

    Attributes:
        money_zl: Cash.
        tokens: Own tokens not yet placed in this round: 0, 1 or 2.
        porter: True if they hold the porter in this round.
        porter_left: True if they hold it and have not used it in this round.
        president: True if they are the President.
        forests: Free forest lots.
        lots: Their houses, by number.
        invited: The guests of the cars they claimed in this round, S C H.
        bought: What they bought in this round and have not yet put down, oldest first.
        rent_zl: What the guests staying with them will pay.
        house_points: The points of their houses at the end.
        points: What they would score if the match ended now.
    """

    seat: Seat
    money_zl: int
    tokens: int
    porter: bool
    porter_left: bool
    president: bool
    forests: int
    lots: tuple[LotView, ...]
    autos: AutosView
    invited: tuple[Guest, ...]
    bought: tuple[Card, ...]
    rent_zl: int
    house_points: int
    points: int


@quick
class Change:
    """The places that the last move touched, so that a picture can mark them."""

    cars: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    locomotive: bool = False
    lots: tuple[tuple[Seat, int], ...] = ()


@quick
class Done:
    """What phase III brought a player.

    Attributes:
        invited: The guests of the cars they had claimed, S C H.
        bought: What they had bought, oldest first.
        lost: Houses among it that had nowhere to go (LT-DEV-4).
        rooms: (number of the house, guests who moved in) by number; () if nobody did.
        paid_zl: What those who left paid.
        left: The guests without a room; the President's include those that others left.
    """

    invited: tuple[Guest, ...] = ()
    bought: tuple[Card, ...] = ()
    lost: tuple[House, ...] = ()
    rooms: tuple[tuple[int, tuple[Guest, ...]], ...] = ()
    paid_zl: int = 0
    left: tuple[Guest, ...] = ()


@dataclass(frozen=True, slots=True)
class LetniskoView:
    """A match as one seat may see it.

    Attributes:
        seat: Whose eyes these are, or WATCHER.
        round: From 1; stays at the last round when the match is over.
        cycle: 1 or 2: which turn of the action phase; 1 in the other phases.
        weather: This week's weather; None before the first arrival.
        forecast: The icon of the next weather card, which everybody sees.
        past: The weather of the earlier weeks, oldest first.
        ahead: How many cards of each type are not yet drawn, the next one included.
        cars: The train behind the locomotive, front first.
        claims: The tokens on cars, in the order in which they were placed.
        parcels: The tokens on the locomotive, in the same order.
        stacks: The six investments, as `Card` lists them.
        decisions: What has to be decided, by seat; () while chance acts and when the match is over.
        order: The seats in the order of this round, the porter's holder last.
        players: In seat order.
        last: What the last move touched.
        done: What the newest phase III has brought so far, by seat.
        former: The President before it.
    """

    seat: Seat
    seats: int
    phase: Phase
    round: int
    rounds: int
    cycle: int
    weather: Weather | None
    forecast: Icon
    past: tuple[Weather, ...]
    ahead: tuple[tuple[Weather, int], ...]
    cars: tuple[CarView, ...]
    claims: tuple[Claim, ...]
    parcels: tuple[Visit, ...]
    stacks: tuple[StackView, ...]
    decisions: tuple[DecisionView, ...]
    order: tuple[Seat, ...]
    players: tuple[PlayerView, ...]
    last: Change
    done: tuple[Done, ...] = ()
    former: Seat | None = None
