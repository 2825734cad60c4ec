"""The full truth about a match of Kraków 2009, and what must always hold.

What everybody may know is kept in the records of `rules.krakow.view`, which are shown as they are;
what is secret has its own types here. The deck is kept in sorted order, not in an order of drawing:
chance draws when a card is needed, so nobody can know what comes next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from rules.draft import ALONE, NOBODY, ONLY_CHANCE
from rules.krakow.components import (
    ACTIONS,
    FULL_HAND,
    HAND_SIZE,
    HOURS,
    SCALES,
    SIGHTS,
    TOKENS,
    Action,
    Group,
    Hour,
    Place,
    Scale,
    Sight,
)
from rules.krakow.view import AwardsView, Change, Decision, DoneView, Phase, StoppedView
from rules.text import Seat

VERSION: Final = 1
"""The version of the newest rules; a match keeps the version that it began with."""
PRINTED: Final = {Action.RESERVE_ONE: 1, Action.RESERVE_TWO: 2}
"""Reservations printed on a card; the other cards have none."""


class Laid(NamedTuple):
    """A face-down action card."""

    seat: Seat
    card: Action


class Stack(NamedTuple):
    """The face-down cards at a place, bottom to top.

    The number of its order token is its place in the list of stacks.
    """

    place: Place
    cards: tuple[Laid, ...]


class Token(NamedTuple):
    """A reservation token lying face down on a market card."""

    seat: Seat
    hour: Hour


laid_card: Final = cache(Laid)
"""Returns one of 32 cards, which all matches share, as they do what is below."""
token_at: Final = cache(Token)
change_at: Final = cache(Change)


class Player(NamedTuple):
    """The possessions of a player; see `PlayerView` and `Own` for what is public.

    The records of a state are named tuples, because several are made in every move.

    Attributes:
        hand: Action cards, A to H.
        hours: Unused tokens, ascending.
        sights: Collected, in the order in which they got them.
        turned_up: Action cards turned up, oldest first.
        stopped: Action cards thrown out unseen, oldest first.
        shown_hours: Tokens that were turned up, ascending.
    """

    hand: tuple[Action, ...]
    hours: tuple[Hour, ...]
    sights: tuple[Sight, ...]
    turned_up: tuple[Action, ...]
    stopped: tuple[Action, ...]
    shown_hours: tuple[Hour, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KrakowState:
    """A match, by default before any draw; other fields are as in `KrakowView`.

    Attributes:
        version: Of the rules that the match is played by; see `VERSION`.
        laid: Cards laid in this planning phase.
        deck: Face-down sights, sorted.
        market: The sights cell by cell, None where one was won or taken; () before the deal.
        tokens: The tokens on each cell, in the order in which they were laid.
        stacks: In the order of their order tokens 1, 2, 3...
        working: The index of the stack that is being carried out.
        stopped: What stop cards threw out in this round.
    """

    version: int
    seats: int
    phase: Phase = Phase.SETUP
    round: int = 1
    start: Seat = 0
    laid: int = 0
    removed: tuple[Group, ...] = ()
    deck: tuple[Sight, ...]
    aside: tuple[Sight, ...] = ()
    market: tuple[Sight | None, ...] = ()
    tokens: tuple[tuple[Token, ...], ...] = ()
    stacks: tuple[Stack, ...] = ()
    working: int = 0
    done: tuple[DoneView, ...] = ()
    stopped: tuple[StoppedView, ...] = ()
    players: tuple[Player, ...]
    decision: Decision | None = None
    takers: tuple[Seat, ...] = ()
    last: Change = Change()
    awards: AwardsView | None = None

    @property
    def scale(self) -> Scale:
        """Return everything that depends on the number of players."""
        return SCALES[self.seats]


def initial_state(seats: int, version: int = VERSION) -> KrakowState:
    """Return the table before chance has drawn groups and start player (K-SET-4)."""
    player = Player(FULL_HAND, HOURS, (), (), (), ())
    return KrakowState(
        version=version,
        seats=seats,
        deck=tuple(sorted(SIGHTS)),
        players=(player,) * seats,
    )


def to_act(state: KrakowState) -> frozenset[Seat]:
    """Return who has to decide: one seat, CHANCE, or nobody when the match is over."""
    decision = state.decision
    if decision is None:
        return NOBODY if state.phase is Phase.OVER else ONLY_CHANCE
    return ONLY_CHANCE if decision.drawing else ALONE[decision.seat]


def stage(state: KrakowState) -> tuple[int | str, ...]:
    """Return round and phase."""
    return (state.round, state.phase)


def free_sights(
    market: tuple[Sight | None, ...], tokens: tuple[tuple[Token, ...], ...]
) -> list[Sight]:
    """Return the market cards without a token, sorted."""
    pairs = zip(market, tokens, strict=True)
    return sorted([sight for sight, lying in pairs if sight is not None and not lying])


def drawable(deck: tuple[Sight, ...], aside: tuple[Sight, ...]) -> tuple[Sight, ...]:
    """Return what the next draw is made from, sorted; () if nothing can be drawn.

    If the deck is empty, that is the cards set aside (K-END-5).
    """
    return deck or tuple(sorted(aside))


def lays_left(state: KrakowState, seat: Seat) -> int:
    """Return how many cards `seat` still has to lay in this planning phase."""
    if state.phase is not Phase.PLANNING:
        return 0
    full, begun = divmod(state.laid, state.seats)
    has_laid = (seat - state.start) % state.seats < begun
    return state.scale.queues - full - has_laid


def audit(state: KrakowState) -> tuple[str, ...]:
    """Return what is wrong: pieces lost or doubled, and K-INV-1 to K-INV-4."""
    return (
        *_sight_faults(state),
        *(fault for seat in range(state.seats) for fault in _player_faults(state, seat)),
        *_count_faults(state),
    )


def _sight_faults(state: KrakowState) -> Iterator[str]:
    """Yield the sights that are not in exactly one place (K-INV-2)."""
    found = Counter(state.deck + state.aside)
    found.update(sight for sight in state.market if sight is not None)
    for player in state.players:
        found.update(player.sights)
    due = [sight for sight in SIGHTS if sight.group not in state.removed]
    yield from (f"{n} x sight {sight}" for sight, n in found.items() if n > 1)
    yield from (f"sight {sight} is lost" for sight in due if sight not in found)
    yield from (f"sight {sight} is out of the game" for sight in found if sight not in due)
    if list(state.deck) != sorted(state.deck):
        yield "the deck is in an order"


def _player_faults(state: KrakowState, seat: Seat) -> Iterator[str]:
    """Yield what a player has too much or too little (K-INV-1)."""
    player = state.players[seat]
    lying = [laid.card for stack in state.stacks for laid in stack.cards if laid.seat == seat]
    if Counter([*player.hand, *lying, *player.turned_up, *player.stopped]) != Counter(FULL_HAND):
        yield f"the action cards of seat {seat} do not add up"
    tokens = [token.hour for cell in state.tokens for token in cell if token.seat == seat]
    known = [*player.hours, *tokens, *player.shown_hours]
    if len(set(known)) != len(known) or not set(known) <= set(HOURS):
        yield f"the tokens of seat {seat} do not add up"
    used = sum(PRINTED.get(card, 0) for card in player.turned_up) - _due_now(state, seat)
    if len(player.hours) != TOKENS - used:
        yield f"seat {seat} has {len(player.hours)} tokens after {used} reservations"
    if len(player.hours) < sum(PRINTED.get(card, 0) for card in [*player.hand, *lying]):
        yield f"seat {seat} lacks tokens for its reservations"


def _due_now(state: KrakowState, seat: Seat) -> int:
    """Return how many reservations of a turned-up card of `seat` are still to be made."""
    decision = state.decision
    return decision.left if decision is not None and decision.seat == seat else 0


_LEAST_DECK: Final = {2: 4, 3: 19, 4: 5}
_BEFORE_LAYS: Final = (Phase.SETUP, Phase.DEAL)


def _count_faults(state: KrakowState) -> Iterator[str]:
    """Yield what breaks K-INV-3 and K-INV-4, and wrong sizes of things."""
    scale = state.scale
    if state.market and len(state.deck) + len(state.aside) < _LEAST_DECK[state.seats]:
        yield "deck and set-aside cards are fewer than can be"
    if len(state.market) not in (0, scale.size**2) or len(state.market) != len(state.tokens):
        yield "the market has the wrong size"
    for seat, player in enumerate(state.players):
        rounds = state.round if state.phase not in _BEFORE_LAYS else state.round - 1
        due = HAND_SIZE - rounds * scale.queues + lays_left(state, seat)
        if len(player.hand) != due:
            yield f"seat {seat} holds {len(player.hand)} cards instead of {due}"
    if len({stack.place for stack in state.stacks}) != len(state.stacks):
        yield "a place has two stacks"


def kept_points(cards: tuple[Action, ...]) -> int:
    """Return what action cards are worth if they are kept to the end (ruling R13)."""
    return sum(ACTIONS[card].points for card in cards)
