"""Every move a seat can make, who it can rob, and what it may seal for later."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final

from rules.cvlizations.agenda import Do, Task
from rules.cvlizations.components import (
    BY_PLACE,
    GOODS,
    TURNS,
    TURNS_OF_AGE,
    Good,
    Goods,
    Idea,
    Order,
)
from rules.cvlizations.draft import Table
from rules.cvlizations.draws import can_draw
from rules.cvlizations.market import (
    can_feast,
    can_swap,
    market_is_open,
    on_offer,
    payments,
    pays,
    swap_helps,
    within_reach,
)
from rules.cvlizations.moves import Buy, Feast, GiveOrders, Pass, Steal, Swap, Take, Trade, Victim
from rules.cvlizations.state import CvState, hand, owner_of, placing, task_of, to_act
from rules.cvlizations.view import Phase
from rules.handlers import Handlers
from rules.protocol import CHANCE, Move
from rules.text import Seat

_FEAST: Final = Feast()
_PASS: Final = Pass()
_TAKES: Final = tuple(Take(good) for good in GOODS)
_IS_LEGAL: Final = Handlers[CvState, Seat, bool]()


def legal_moves(state: CvState, seat: Seat) -> Sequence[Move]:
    """Return every legal move of `seat`, sorted; () if it is not to act."""
    if seat == CHANCE or seat not in to_act(state):
        return ()
    phase = state.phase
    if phase is Phase.ORDERS:
        return pairs(hand(state.tribes[state.queue[0]].used))
    if phase is Phase.DEVELOPMENT:
        return _shopping(state, seat)
    task = task_of(state, seat)
    if task is None or task.do is Do.TAKE:  # C-ASY-4: Asceticism is no task
        return _TAKES
    if task.do is Do.TRADE:
        return _trades(state.players[seat].goods)
    return tuple([_theft(victim, good) for victim, good in targets(state, seat, task)])


def is_legal(state: CvState, seat: Seat, move: Move) -> bool:
    """True if `seat` may make `move` now; it asks what `legal_moves` asks."""
    if seat == CHANCE:
        return can_draw(state, move)
    legal = _IS_LEGAL.get(type(move))
    return legal is not None and seat in to_act(state) and legal(state, seat, move)


# Orders


@lru_cache(maxsize=128)
def pairs(cards: tuple[Order, ...]) -> tuple[GiveOrders, ...]:
    """Return all ways to give two different orders (C-ORD-2); there are 99 hands."""
    return tuple(GiveOrders(up, down) for up, down in permutations(cards, 2))


@_IS_LEGAL.of(GiveOrders)
def _may_give(state: CvState, _seat: Seat, move: GiveOrders) -> bool:
    if state.phase is not Phase.ORDERS or move.up is move.down:
        return False
    used = state.tribes[state.queue[0]].used
    return move.up not in used and move.down not in used


# Actions


@lru_cache(maxsize=64)
def _theft(victim: Seat, good: Good) -> Steal:
    """Return the one move that robs somebody of a resource."""
    return Steal(Victim(victim), good)


def targets(table: Table, thief: Seat, task: Task) -> tuple[tuple[Seat, Good], ...]:
    """Return who a thief can rob of what with a task, sorted.

    The thief chooses among them (C-THF-2, ruling V-3); other thieves can be robbed, too (C-THF-5).
    """
    return tuple(
        [
            (victim, good)
            for victim, player in enumerate(table.players)
            if _can_rob(table, thief, task, victim)
            for good, number in zip(GOODS, player.goods, strict=True)
            if number
        ]
    )


def _can_rob(table: Table, thief: Seat, task: Task, victim: Seat) -> bool:
    """True unless they are the thief, robbed already (C-THF-3), or have the Law."""
    if victim == thief:
        return False
    if task.do is Do.SWORD:  # C-IDEA-12
        if victim not in table.prey:
            return False
    elif victim in table.hit or victim not in table.stolen:
        return victim not in table.hit
    return Idea.LAW not in table.players[victim].owned  # C-IDEA-26


def victims(state: CvState, seat: Seat) -> tuple[tuple[Seat, Good], ...]:
    """Return who a seat can rob of what now, sorted; () if it is not stealing."""
    task = task_of(state, seat)
    if task is None or task.do not in (Do.STEAL, Do.SWORD):
        return ()
    return targets(state, seat, task)


@_IS_LEGAL.of(Steal)
def _may_steal(state: CvState, seat: Seat, move: Steal) -> bool:
    task, victim = task_of(state, seat), move.victim.seat
    if task is None or task.do not in (Do.STEAL, Do.SWORD) or victim >= state.seats:
        return False
    return state.players[victim].goods.of(move.kind) > 0 and _can_rob(state, seat, task, victim)


@_IS_LEGAL.of(Take)
def _may_take(state: CvState, seat: Seat, _move: Take) -> bool:
    task = task_of(state, seat)
    return state.phase is Phase.CLEANUP if task is None else task.do is Do.TAKE


@lru_cache(maxsize=8)
def _trades_of(owned: tuple[bool, ...]) -> tuple[Trade, ...]:
    return tuple(Trade(*pair) for pair in permutations(GOODS, 2) if owned[pair[0].place])


def _trades(goods: Goods) -> tuple[Trade, ...]:
    """Return all exchanges that a store allows (C-TRD-1, C-TRD-2, ruling V-19)."""
    return _trades_of(tuple(map(bool, goods)))


@_IS_LEGAL.of(Trade)
def _may_trade(state: CvState, seat: Seat, move: Trade) -> bool:
    task = task_of(state, seat)
    if task is None or task.do is not Do.TRADE:
        return False
    return move.give is not move.get and state.players[seat].goods.of(move.give) > 0


# Development


def _shopping(state: CvState, seat: Seat) -> tuple[Move, ...]:
    found: list[Move] = []
    if state.left:
        found += _purchases(state, seat)
        found += (Swap(give, get) for give, get in can_swap(state, seat))
    if can_feast(state, seat):
        found.append(_FEAST)
    if not state.swapped:  # ruling V-2; C-DEV-7: after the Market a purchase has to follow
        found.append(_PASS)
    return tuple(found)


def _purchases(state: CvState, seat: Seat) -> list[Buy]:
    player, found = state.players[seat], list[Buy]()
    offer = sorted(on_offer(state, seat), key=BY_PLACE)
    for idea, most, size in within_reach(player.goods, player.ideas, offer):
        found += _bills(idea, most, size)
    return found


@lru_cache(maxsize=1024)
def _bills(idea: Idea, most: tuple[int, int, int], size: int) -> tuple[Buy, ...]:
    """Return the ways to buy an idea for `size` of at most so many resources.

    It costs so few that nearly every question for them has been asked before.
    """
    return tuple(Buy(idea, way) for way in payments(most, size))


@_IS_LEGAL.of(Buy)
def _may_buy(state: CvState, seat: Seat, move: Buy) -> bool:
    if state.phase is not Phase.DEVELOPMENT or not state.left:
        return False
    player, offered = state.players[seat], move.idea in on_offer(state, seat)
    return offered and pays(player.goods, player.ideas, move.idea, move.pay)


@_IS_LEGAL.of(Swap)
def _may_swap(state: CvState, seat: Seat, move: Swap) -> bool:
    if state.phase is not Phase.DEVELOPMENT or not market_is_open(state, seat):
        return False
    player, offer = state.players[seat], on_offer(state, seat)
    return swap_helps(player.goods, player.ideas, offer, move.give, move.get)


@_IS_LEGAL.of(Feast)
def _may_feast(state: CvState, seat: Seat, _move: Feast) -> bool:
    return state.phase is Phase.DEVELOPMENT and can_feast(state, seat)


@_IS_LEGAL.of(Pass)
def _may_pass(state: CvState, _seat: Seat, _move: Pass) -> bool:
    return state.phase is Phase.DEVELOPMENT and not state.swapped


# Sealed moves


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
            if seat in state.queue[1:]:
                return tuple(_purchases(state, seat))
            return _next_orders(state, seat)
    return ()


def _orders_to_come(state: CvState, seat: Seat) -> tuple[GiveOrders, ...]:
    """Return the orders of the first of a seat's tribes that gives some this turn."""
    for tribe in state.queue:
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
