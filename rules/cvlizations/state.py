"""The full truth about a match of CVlizations, and what must always hold.

Decks are kept as contents, not in an order: chance draws when a card is needed. Two things are
secret: the face-down order of a tribe before the reveal, and the top card of the deck once the
owner of Fortune telling has looked at it. The Cave Geeks' second order does not even exist
before the reveal (C-GEEK-3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import chain, compress
from typing import Final

from rules.cvlizations.agenda import Task
from rules.cvlizations.components import (
    DECKS,
    NEW_DECK_AFTER,
    ORDERS,
    START,
    TRACK,
    TURNS_OF_AGE,
    Goods,
    Idea,
    Order,
)
from rules.cvlizations.view import Gain, Phase, Reveal, Theft, Variant
from rules.draft import ALONE, NOBODY, ONLY_CHANCE, there
from rules.text import Seat, quick

VERSION: Final = 2
"""The version of the newest rules; a match keeps the version that it began with.

1: Whoever has Fortune telling is asked to buy even if no card of the deck is within their reach.
A choice that ends a player's turn, or the last of several made at once, can't be taken back.
"""


class Due(StrEnum):
    """The draw that chance has to make."""

    SETUP = "setup"
    GEEKS_UP = "geeks-up"
    GEEKS_DOWN = "geeks-down"
    TURN_UP = "turn-up"
    PEEK = "peek"
    DEAL = "deal"


@quick
class Tribe:
    """The orders of a tribe.

    Attributes:
        used: Those of earlier turns of this age.
        up: The open one of this turn, or None.
        down: The secret one of this turn, or None.
    """

    used: tuple[Order, ...] = ()
    up: Order | None = None
    down: Order | None = None

    @property
    def placed(self) -> bool:
        """True if it has given its orders of this turn."""
        return self.up is not None


@lru_cache(maxsize=256)
def as_set(ideas: tuple[Idea, ...]) -> frozenset[Idea]:
    """Return ideas as a set.

    Whether a set has an idea is far sooner known than whether a tuple has it, and each set is asked
    many times before its owner buys another one.
    """
    return frozenset(ideas)


@quick
class Player:
    """The possessions of a player, all of them public (see `PlayerView`)."""

    goods: Goods = START
    points: int = 0
    ideas: tuple[Idea, ...] = ()

    @property
    def owned(self) -> frozenset[Idea]:
        """Return the ideas as a set."""
        return as_set(self.ideas)


@dataclass(frozen=True, slots=True, kw_only=True)
class CvState:
    """A match, by default before any draw; other fields are as in `CvView`.

    Attributes:
        version: Of the rules that the match is played by; see `VERSION`.
        host_first: True if the first player is not drawn: the host, on seat 0, is (C-SET-5).
        due: What is to be drawn now, or None.
        queue: In the order phase the tribes that have still to give orders, in order; in the
            development phase the seats that have still to buy, the buyer first.
        deck: The cards not drawn of the deck in use, by number; without `top`.
        top: The top card of the deck once somebody has looked at it, or None.
        knower: Who has looked at it.
        slot: The place of the track to be filled.
        thieves: Who still has to carry out what of Thieving, in order (C-ASY-2).
        agendas: What each seat has still to carry out of the other orders (C-ASY-3).
        hit: Who was robbed in the execution that is going on (C-THF-3).
        prey: Who the thief has robbed in this turn (C-IDEA-12).
        stolen: Who has been stolen from in this turn (C-IDEA-26).
        left: How many ideas the buyer may still buy (C-DEV-6).
        peeks: True if the buyer had Fortune telling when their development began (C-DEV-6).
        owed: Who has to choose what Asceticism brings (C-ASY-4).
        orders: The last orders revealed, by tribe; () before the first. `reveal` has all of it.
        gains: What they brought, by seat.
        thefts: What was stolen with them.
    """

    version: int
    variant: Variant
    host_first: bool
    phase: Phase = Phase.SETUP
    due: Due | None = Due.SETUP
    turn: int = 1
    helm: int = 0
    circle: tuple[int, ...]
    queue: tuple[int, ...] = ()
    tribes: tuple[Tribe, ...]
    players: tuple[Player, ...]
    track: tuple[Idea | None, ...]
    deck: tuple[Idea, ...]
    top: Idea | None = None
    knower: Seat | None = None
    slot: int = 0
    thieves: tuple[tuple[Seat, Task], ...] = ()
    agendas: tuple[tuple[Task, ...], ...]
    hit: tuple[Seat, ...] = ()
    prey: tuple[Seat, ...] = ()
    stolen: tuple[Seat, ...] = ()
    left: int = 0
    peeks: bool = False
    swapped: bool = False
    feasted: bool = False
    bought: tuple[Seat, ...] = ()
    buyers: tuple[Seat, ...] = ()
    owed: tuple[Seat, ...] = ()
    orders: tuple[tuple[Order, Order], ...] = ()
    gains: tuple[Gain, ...] = ()
    thefts: tuple[Theft, ...] = ()
    last: tuple[Seat, ...] = ()
    marked: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """Return how many play."""
        return len(self.players)

    @property
    def reveal(self) -> Reveal | None:
        """Return the last orders revealed; None before the first.

        While new ones are given, they are those of the turn and the helm before.
        """
        if not self.orders:
            return None
        past = self.phase is Phase.ORDERS
        return Reveal(
            turn=self.turn - past,
            orders=self.orders,
            counts=counts(self.orders),
            line=line(self.circle, self.circle[self.circle.index(self.helm) - past], self.seats),
            gains=self.gains,
            thefts=self.thefts,
        )

    @property
    def deck_left(self) -> int:
        """Return how many cards the deck holds."""
        return len(self.deck) + (self.top is not None)


GEEKS: Final = 2
"""The number of the Cave Geeks' tribe; a player's tribe has that of its seat."""
NEUTRAL_OF: Final = (2, 3)
"""The neutral tribes of the advanced variant, by the seat that leads them."""
_OWNERS: Final[dict[Variant, tuple[Seat | None, ...]]] = {
    Variant.BASIC: (0, 1, 2, 3, 4),
    Variant.GEEKS: (0, 1, None),
    Variant.ADVANCED: (0, 1, 0, 1),
}


def initial_state(
    seats: int, variant: Variant, *, host_first: bool = False, version: int = VERSION
) -> CvState:
    """Return the table before anything is drawn (C-SET-1, C-SET-4, C-SUP-1)."""
    tribes = seats + {Variant.BASIC: 0, Variant.GEEKS: 1, Variant.ADVANCED: 2}[variant]
    return CvState(
        version=version,
        variant=variant,
        host_first=host_first,
        circle=tuple(range(seats)),
        tribes=(Tribe(),) * tribes,
        players=(Player(),) * seats,
        track=(None,) * TRACK,
        deck=DECKS[1],
        agendas=((),) * seats,
    )


def from_helm(circle: tuple[int, ...], helm: int) -> tuple[int, ...]:
    """Return the tribes of a circle clockwise from the one with the helm."""
    start = circle.index(helm)
    return circle[start:] + circle[:start]


@lru_cache(maxsize=256)
def placing(variant: Variant, circle: tuple[int, ...], helm: int) -> tuple[int, ...]:
    """Return all tribes in the order in which they give orders (C-ORD-1).

    The Cave Geeks have a place in the circle (C-GEEK-3). In the advanced game the neutral tribes
    come before the players' own (C-ADV-2).
    """
    own = from_helm(circle, helm)
    if variant is Variant.ADVANCED:
        return (*(NEUTRAL_OF[seat] for seat in own), *own)
    return own


@lru_cache(maxsize=256)
def line(circle: tuple[int, ...], helm: int, seats: int) -> tuple[Seat, ...]:
    """Return the seats clockwise from the helm (C-ACT-2, C-DEV-1).

    Neutral tribes are left out because they never act (C-GEEK-4, C-ADV-3).
    """
    return tuple(tribe for tribe in from_helm(circle, helm) if tribe < seats)


def owner_of(variant: Variant, tribe: int) -> Seat | None:
    """Return who gives a tribe's orders (C-ADV-1); None for the Cave Geeks (C-GEEK-3)."""
    return _OWNERS[variant][tribe]


def counts(orders: Sequence[tuple[Order, Order]]) -> tuple[int, ...]:
    """Return how many tribes chose each order, as `Order` lists them (C-ACT-1)."""
    found = [0] * len(ORDERS)
    for up, down in orders:
        found[up.place] += 1
        found[down.place] += 1
    return tuple(found)


@lru_cache(maxsize=256)
def hand(used: tuple[Order, ...]) -> tuple[Order, ...]:
    """Return the orders that are left when some were used in this age (C-ACT-5)."""
    return tuple(order for order in ORDERS if order not in used)


_, _ORDERS, _ACTION, _DEVELOPMENT, _CLEANUP, _ = Phase
"""Reading a member from its class costs a call, and every move asks for them."""


def to_act(state: CvState) -> frozenset[Seat]:
    """Return who decides: one after the other, except in C-ASY-3 and C-ASY-4."""
    if state.due is not None:
        return ONLY_CHANCE
    phase = state.phase
    if phase is _ACTION:
        if state.thieves:
            return ALONE[state.thieves[0][0]]
        return frozenset(compress(range(5), state.agendas))
    if phase is _ORDERS:
        return ALONE[there(owner_of(state.variant, state.queue[0]))]
    if phase is _DEVELOPMENT:
        return ALONE[state.queue[0]]
    return frozenset(state.owed) if phase is _CLEANUP else NOBODY


def stage(state: CvState) -> tuple[int | str, ...]:
    """Return turn and phase."""
    return (state.turn, state.phase)


def task_of(state: CvState, seat: Seat) -> Task | None:
    """Return what a seat has to carry out next in the action phase, or None."""
    if state.thieves:
        thief, task = state.thieves[0]
        return task if thief == seat else None
    return state.agendas[seat][0] if state.agendas[seat] else None


def audit(state: CvState) -> tuple[str, ...]:
    """Return what is wrong with the state (C-DEV-10: every idea exists once)."""
    return (*_idea_faults(state), *_order_faults(state), *_store_faults(state))


def _idea_faults(state: CvState) -> Iterator[str]:
    shown = (idea for idea in (*state.track, state.top) if idea is not None)
    owned = chain.from_iterable(player.ideas for player in state.players)
    found = Counter(chain(state.deck, shown, owned))
    yield from (f"{count} x {idea}" for idea, count in found.items() if count != 1)
    if state.turn <= NEW_DECK_AFTER and any(idea in DECKS[3] for idea in found):
        yield "an idea of age III came too early"
    whole = DECKS[1] if state.turn <= NEW_DECK_AFTER else DECKS[3]
    yield from (f"{idea} is lost" for idea in whole if idea not in found)


def _order_faults(state: CvState) -> Iterator[str]:
    played = state.phase in (Phase.DEVELOPMENT, Phase.CLEANUP, Phase.OVER)
    turns = (state.turn - 1) % TURNS_OF_AGE + played
    for number, tribe in enumerate(state.tribes):
        now = tuple(order for order in (tribe.up, tribe.down) if order is not None)
        if len({*tribe.used, *now}) != len(tribe.used) + len(now):
            yield f"tribe {number} gave an order twice in an age"
        if len(tribe.used) != 2 * turns:
            yield f"tribe {number} used {len(tribe.used)} orders in turn {state.turn}"


def _store_faults(state: CvState) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        if min(player.goods) < 0 or player.points < 0:
            yield f"seat {seat} is below nothing"
