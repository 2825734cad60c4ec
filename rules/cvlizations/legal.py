"""Every move a seat can make, who it can rob, and what it may seal for later."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from rules.cvlizations.agenda import Do, Task
from rules.cvlizations.components import GOODS, TURNS, TURNS_OF_AGE, Good, Goods, Idea, Order
from rules.cvlizations.market import can_feast, can_swap, on_offer, ways_to_pay
from rules.cvlizations.moves import Buy, Feast, GiveOrders, Pass, Steal, Swap, Take, Trade, Victim
from rules.cvlizations.state import CvState, Player, hand, line, owner_of, placing, task_of, to_act
from rules.cvlizations.view import Phase
from rules.protocol import CHANCE, Move
from rules.text import Seat

TAKES = tuple(Take(good) for good in GOODS)


def legal_moves(state: CvState, seat: Seat) -> Sequence[Move]:
    """Return every legal move of `seat`, sorted; () if it is not to act."""
    if seat == CHANCE or seat not in to_act(state):
        return ()
    match state.phase:
        case Phase.ORDERS:
            return pairs(hand(state.tribes[state.placing_tribe].used))
        case Phase.ACTION:
            return _actions(state, seat)
        case Phase.DEVELOPMENT:
            return _shopping(state, seat)
    return TAKES


@lru_cache(maxsize=1024)
def pairs(cards: tuple[Order, ...]) -> tuple[GiveOrders, ...]:
    """Return all ways to give two different orders (C-ORD-2)."""
    return tuple(GiveOrders(up, down) for up, down in permutations(cards, 2))


@lru_cache(maxsize=64)
def trades(goods: Goods) -> tuple[Trade, ...]:
    """Return all exchanges that a store allows (C-TRD-1, C-TRD-2, ruling V-19)."""
    return tuple(
        Trade(give, get) for give in GOODS if goods.of(give) for get in GOODS if get is not give
    )


def _actions(state: CvState, seat: Seat) -> tuple[Move, ...]:
    task = task_of(state, seat)
    if task is None or task.do is Do.TAKE:
        return TAKES
    if task.do is Do.TRADE:
        return trades(state.players[seat].goods)
    return tuple(Steal(Victim(victim), good) for victim, good in victims(state, seat))


def _shopping(state: CvState, seat: Seat) -> tuple[Move, ...]:
    found: list[Move] = []
    if state.left:
        found += _purchases(state, seat)
        found += (Swap(give, get) for give, get in can_swap(state, seat))
    if can_feast(state, seat):
        found.append(Feast())
    if not state.swapped:  # ruling V-2; C-DEV-7: after the Market a purchase has to follow
        found.append(Pass())
    return tuple(found)


def _purchases(state: CvState, seat: Seat) -> list[Buy]:
    player = state.players[seat]
    return [
        Buy(idea, way)
        for idea in sorted(on_offer(state, seat))
        for way in ways_to_pay(player.goods, player.ideas, idea)
    ]


def preparable(state: CvState, seat: Seat) -> Sequence[Move]:
    """Return what `seat` may seal, sorted: orders or a purchase (C-ASY-1).

    It is only what its next decision can be: orders, if nothing of the turn is left for it to
    decide; a purchase, if others buy before it.
    """
    if seat < 0 or seat in to_act(state):
        return ()
    match state.phase:
        case Phase.ORDERS:
            return _orders_to_come(state, seat)
        case Phase.DEVELOPMENT:
            buyers = line(state.circle, state.helm, state.seats)
            if buyers.index(seat) > state.position:
                return tuple(_purchases(state, seat))
            return _next_orders(state, seat)
    return ()


def _orders_to_come(state: CvState, seat: Seat) -> tuple[GiveOrders, ...]:
    """Return the orders of the first of a seat's tribes that gives some this turn."""
    for tribe in placing(state.variant, state.circle, state.helm)[state.position :]:
        if owner_of(state.variant, tribe) == seat:
            return pairs(hand(state.tribes[tribe].used))
    return ()


def _next_orders(state: CvState, seat: Seat) -> tuple[GiveOrders, ...]:
    """Return the orders of the next turn: all eight if a new age begins with it.

    The same one of a seat's tribes gives them first every turn, wherever the helm is (C-ADV-2).
    """
    if state.turn == TURNS:
        return ()
    tribes = placing(state.variant, state.circle, state.helm)
    first = next(tribe for tribe in tribes if owner_of(state.variant, tribe) == seat)
    used = state.tribes[first].used if state.turn % TURNS_OF_AGE else ()
    return pairs(hand(used))


def targets(
    thief: Seat,
    task: Task,
    players: Sequence[Player],
    hit: tuple[Seat, ...],
    prey: tuple[Seat, ...],
    stolen: tuple[Seat, ...],
) -> tuple[tuple[Seat, Good], ...]:
    """Return who a thief can rob of what with a task, sorted.

    The thief chooses among them (C-THF-2, ruling V-3); other thieves can be robbed, too (C-THF-5).
    `hit`, `prey` and `stolen` are those of `CvState`.
    """
    return tuple(
        (seat, good)
        for seat, player in enumerate(players)
        if seat != thief and _open(seat, task, player, hit, prey, stolen)
        for good in GOODS
        if player.goods.of(good)
    )


def _open(
    seat: Seat,
    task: Task,
    player: Player,
    hit: tuple[Seat, ...],
    prey: tuple[Seat, ...],
    stolen: tuple[Seat, ...],
) -> bool:
    if task.do is Do.SWORD:
        return seat in prey and Idea.LAW not in player.ideas
    return seat not in hit and not (Idea.LAW in player.ideas and seat in stolen)


def victims(state: CvState, seat: Seat) -> tuple[tuple[Seat, Good], ...]:
    """Return who a seat can rob of what now, sorted; () if it is not stealing."""
    task = task_of(state, seat)
    if task is None or task.do not in (Do.STEAL, Do.SWORD):
        return ()
    return targets(seat, task, state.players, state.hit, state.prey, state.stolen)
