"""Shared by CVlizations' picture tests: random matches, and made-up tables."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final, cast

from rules.cvlizations.agenda import Do, Task
from rules.cvlizations.components import IDEAS, ORDERS, Good, Goods, Idea, Order
from rules.cvlizations.moves import Buy
from rules.cvlizations.view import (
    CvView,
    Gain,
    Offer,
    Phase,
    PlayerView,
    Reveal,
    Shopping,
    Theft,
    TribeView,
    Variant,
)
from rules.protocol import CHANCE, WATCHER
from rules.registry import get

CV: Final = get("cvlizations")
NAMES: Final = {
    0: "Ada",
    1: "Bartłomiej Brzęczyszczykiewicz-Wąchocki 🎲🎲",
    2: "🦊 狐",
    3: "Дмитрий_the **Great** ŻÓŁĆ",
    4: "W" * 32,
}
TABLES: Final = (
    (2, Variant.GEEKS),
    (2, Variant.ADVANCED),
    (3, Variant.BASIC),
    (4, Variant.BASIC),
    (5, Variant.BASIC),
)
"""Every number of players in each variant."""
_ALL: Final = tuple(Idea)
LONGEST: Final = (
    Idea.CANINE_DOMESTICATION,
    Idea.HUMANISM,
    Idea.FELINE_DOMESTICATION,
    Idea.RESEARCH_INSTITUTE,
)
"""Ideas with the longest names and effects."""


@cache
def states(seats: int, seed: int, *options: str) -> tuple[object, ...]:
    """Return the states of a match in which somebody decides, and the end.

    Players buy if they can.
    """
    rng = Random(seed)
    state = CV.initial_state(seats, frozenset(options))
    found = []
    while actors := CV.to_act(state):
        seat = rng.choice(sorted(actors))
        if seat == CHANCE:
            move = CV.chance_move(state, rng)
        else:
            found.append(state)
            moves = list(CV.legal_moves(state, seat))
            move = rng.choice([move for move in moves if isinstance(move, Buy)] or moves)
        state = CV.apply(state, seat, move).state
    return (*found, state)


def seen(state: object, seat: int = WATCHER) -> CvView:
    """Return how a state looks to a seat."""
    return cast("CvView", CV.view(state, seat))


def waiting(state: object) -> frozenset[int]:
    """Return the seats to act, without chance."""
    return frozenset(seat for seat in CV.to_act(state) if seat >= 0)


def made_up(
    seats: int,
    variant: Variant = Variant.BASIC,
    phase: Phase = Phase.ORDERS,
    seat: int = WATCHER,
    ideas: int = 6,
) -> CvView:
    """Return a full table not made by the engine, which only this file can change.

    Args:
        seats: How many play.
        variant: Which neutral tribes there are.
        phase: What is going on; in the order phase the last seat is to give orders.
        seat: Who looks.
        ideas: How many ideas each player owns.
    """
    neutral = {Variant.BASIC: 0, Variant.GEEKS: 1, Variant.ADVANCED: 2}[variant]
    count, last = seats + neutral, seats - 1
    own = (*range(1, seats), 0)
    circle = (*own[:1], 2, *own[1:]) if variant is Variant.GEEKS else own
    placing = (3, 2, *own) if variant is Variant.ADVANCED else circle
    turn = 9 if phase is Phase.OVER else 5
    over, acting = phase is Phase.OVER, phase is Phase.ACTION
    buys = phase is Phase.DEVELOPMENT
    others = tuple(range(seats)) if acting and seats > 2 else (last,)
    return CvView(
        seat=seat, seats=seats, variant=variant, phase=phase, drawing=False,
        waiting=frozenset(() if over else others), turn=turn, age=3 if over else 2,
        helm=circle[0], circle=circle, placing=placing, line=own,
        tribes=tuple(_tribe(n, seats, variant, phase, seat) for n in range(count)),
        players=tuple(_player(n, ideas) for n in range(seats)),
        track=(*LONGEST[:3], None) if over else LONGEST, deck_left=12, next_deck=16,
        offers=_offers() if seat >= 0 else (), known_top=None,
        tasks=tuple(_task() if acting and n in others else None for n in range(seats)),
        victims=(), shopping=Shopping(last, 2, False, False) if buys else None,
        bought=(), buyers=(), reveal=_reveal(seats, count, turn - (phase is Phase.ORDERS)),
        last=(0,), marked=(0,),
    )  # fmt: skip


def _task() -> Task:
    return Task(Do.STEAL, Order.THIEVING)


def _orders(tribe: int) -> tuple[Order, Order]:
    pairs = ((7, 0), (0, 4), (4, 5), (0, 7), (6, 0))
    up, down = pairs[tribe]
    return ORDERS[up], ORDERS[down]


def _tribe(n: int, seats: int, variant: Variant, phase: Phase, viewer: int) -> TribeView:
    owner = n if n < seats else None if variant is Variant.GEEKS else n - 2
    used = (ORDERS[(n + 1) % 8], ORDERS[(n + 3) % 8])
    left = tuple(order for order in ORDERS if order not in used)
    if phase is not Phase.ORDERS or n == seats - 1:
        return TribeView(n, owner, False, None, None, used, left)
    up, down = left[0], left[2] if viewer >= 0 and owner == viewer else None
    hand = tuple(order for order in left if order not in (up, down))
    return TribeView(n, owner, True, up, down, used, hand)


def _player(seat: int, ideas: int) -> PlayerView:
    owned = tuple(_ALL[(seat * 11 + n * 5) % len(_ALL)] for n in range(ideas))
    printed = sum(IDEAS[idea].points for idea in owned)
    goods = Goods(12 + seat, 10 * seat, 99 - seat) if seat < 2 else Goods(seat, 0, 3)
    return PlayerView(seat, goods, 10 * seat + 3, owned, printed, printed + 10 * seat + 5)


def _offers() -> tuple[Offer, ...]:
    ways = (Goods(2, 0, 0), Goods(1, 0, 1))
    offers = tuple(
        Offer(idea, False, 3 + n, ways if n % 2 else ()) for n, idea in enumerate(LONGEST)
    )
    return (*offers, Offer(Idea.COMMON_LANGUAGE, True, 4, ()))


def _reveal(seats: int, tribes: int, turn: int) -> Reveal:
    orders = tuple(_orders(n) for n in range(tribes))
    counts = tuple(sum(order in pair for pair in orders) for order in ORDERS)
    gains = tuple(Gain(Goods(6 - 7 * (n % 2), 12 * n, 3 - n), n) for n in range(seats))
    thefts = tuple(
        Theft(n, (n + step) % seats, tuple(Good)[(n + step) % 3])
        for n in range(seats)
        for step in (1, 2)
        if (n + step) % seats != n
    )
    return Reveal(turn, orders, counts, tuple(range(seats)), gains, thefts)
