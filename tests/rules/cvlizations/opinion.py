"""A second opinion on what is legal, from the rulebook alone, move by move."""

from __future__ import annotations

from itertools import product

from rules.cvlizations.agenda import Do, Task
from rules.cvlizations.components import (
    GOODS,
    IDEAS,
    ORDERS,
    TRACK,
    Good,
    Goods,
    Idea,
    Kind,
)
from rules.cvlizations.moves import (
    Buy,
    Deal,
    Feast,
    GeeksOrder,
    GiveOrders,
    Pass,
    Peek,
    Setup,
    Steal,
    Swap,
    Take,
    Trade,
    TurnUp,
)
from rules.cvlizations.state import GEEKS, CvState, Due, Player
from rules.cvlizations.view import Phase, Variant
from rules.protocol import CHANCE, Move
from rules.text import Seat

CHEAPER = {
    Idea.HAMMER: Kind.BUILDING,
    Idea.WORKSHOP: Kind.TOOL,
    Idea.SCHOOL: Kind.INVENTION,
    Idea.WRITING: Kind.IDEOLOGY,
}
"""The type that each idea makes cheaper (C-IDEA-10, C-IDEA-18, C-IDEA-24, C-IDEA-31)."""


def allows(state: object, seat: Seat, move: Move) -> bool:
    """Return whether the rulebook allows a move of a seat, or of chance."""
    assert isinstance(state, CvState)
    if seat == CHANCE:
        return _draws(state, move)
    if state.due is not None or seat not in range(len(state.players)):  # C-SET-2
        return False
    match state.phase:
        case Phase.ORDERS:
            return isinstance(move, GiveOrders) and _gives(state, seat, move)
        case Phase.ACTION:
            return _carries_out(state, seat, move)
        case Phase.DEVELOPMENT:  # C-DEV-1: one after the other
            return state.queue[0] == seat and _develops(state, seat, move)
        case Phase.CLEANUP:  # C-IDEA-3, C-ASY-4
            return seat in state.owed and isinstance(move, Take)
    return False


def _gives(state: CvState, seat: Seat, move: GiveOrders) -> bool:
    """C-ORD-1, C-ORD-2: the tribe's owner gives two different orders not used in this age."""
    tribe = state.queue[0]
    if state.variant is Variant.GEEKS and tribe == GEEKS:  # C-GEEK-3
        return False
    if seat != (tribe - 2 if state.variant is Variant.ADVANCED and tribe >= 2 else tribe):
        return False  # C-ADV-1
    left = [order for order in ORDERS if order not in state.tribes[tribe].used]
    return move.up != move.down and {move.up, move.down} <= set(left)


def _carries_out(state: CvState, seat: Seat, move: Move) -> bool:
    """C-ACT-3: only what is due; C-ASY-2, C-ASY-3: thieves one by one, then all at once."""
    tasks = [task for thief, task in state.thieves[:1] if thief == seat]
    if not state.thieves:
        tasks = list(state.agendas[seat][:1])
    for task in tasks:
        match move:
            case Take():
                return task.do is Do.TAKE
            case Trade(give, get):  # C-TRD-1, C-TRD-2
                owned = getattr(state.players[seat].goods, give)
                return task.do is Do.TRADE and owned >= 1 and give != get
            case Steal():
                return _robs(state, seat, task, move.victim.seat, move.kind)
    return False


def _robs(state: CvState, seat: Seat, task: Task, victim: Seat, good: Good) -> bool:
    """C-THF-2: another player who has such a resource."""
    if victim == seat or victim >= len(state.players):
        return False
    player = state.players[victim]
    if getattr(player.goods, good) == 0:
        return False
    if task.do is Do.STEAL:  # C-THF-3: two different players; C-IDEA-26: once if one has Law
        once = Idea.LAW in player.ideas and state.stolen.count(victim) > 0
        return state.hit.count(victim) == 0 and not once
    if task.do is Do.SWORD:  # C-IDEA-12: robbed in this turn, and without Law
        return state.prey.count(victim) > 0 and Idea.LAW not in player.ideas
    return False


def _develops(state: CvState, seat: Seat, move: Move) -> bool:
    player, offer = state.players[seat], _offer(state, seat)
    match move:
        case Buy(idea, pay):  # C-DEV-2, C-DEV-3, C-DEV-6
            return state.left > 0 and idea in offer and _may_pay(player, idea, pay)
        case Swap():  # C-IDEA-20, C-DEV-7
            return state.left > 0 and not state.swapped and _exchanges(player, offer, move)
        case Feast():  # C-IDEA-7, C-DEV-9
            used = state.feasted or state.swapped
            return Idea.HEDONISM in player.ideas and player.goods.food >= 2 and not used
        case Pass():  # C-DEV-11; C-DEV-7: after the Market a purchase has to follow
            return not state.swapped
    return False


def _offer(state: CvState, seat: Seat) -> set[Idea]:
    """C-DEV-2, C-IDEA-13: the track, and the top card for whoever has looked at it."""
    shown = {idea for idea in state.track if idea is not None}
    return shown | {state.top} if state.top is not None and state.knower == seat else shown


def _may_pay(player: Player, idea: Idea, pay: Goods) -> bool:
    """C-DEV-3: resources printed on the idea, one less for each discount, but at least one."""
    card = IDEAS[idea]
    discounts = [owned for owned in player.ideas if CHEAPER.get(owned) is card.kind]
    discounts += [owned for owned in player.ideas if owned is Idea.SALE]  # C-IDEA-45
    cost = max(1, sum(card.cost) - len(discounts))
    return sum(pay) == cost and all(
        0 <= paid <= min(printed, owned)
        for paid, printed, owned in zip(pay, card.cost, player.goods, strict=True)
    )


def _exchanges(player: Player, offer: set[Idea], move: Swap) -> bool:
    """C-IDEA-20, C-DEV-7: one kind for another, so that something can be bought then."""
    if Idea.MARKET not in player.ideas or move.give == move.get:
        return False
    left = {good: getattr(player.goods, good) for good in GOODS}
    left[move.give] -= 1
    left[move.get] += 1
    if left[move.give] < 0:
        return False
    then = Player(Goods(*left.values()), player.points, player.ideas)
    return any(
        _may_pay(then, idea, Goods(*pay))
        for idea in offer
        for pay in product(*(range(printed + 1) for printed in IDEAS[idea].cost))
    )


def _draws(state: CvState, move: Move) -> bool:
    """C-SET-2, C-HID-5: only what is due, and only cards that lie there."""
    match move:
        case Setup(first, cards):  # C-SET-3, C-SET-5
            seats = [0] if state.host_first else list(range(len(state.players)))
            return state.due is Due.SETUP and first in seats and _dealt(state, cards)
        case Deal(cards):  # C-CLN-4
            return state.due is Due.DEAL and _dealt(state, cards)
        case TurnUp(idea):  # C-DEV-4, C-HID-3: the card on top if somebody knows it
            known = idea is state.top if state.top is not None else idea in state.deck
            return state.due is Due.TURN_UP and known
        case Peek(idea):  # C-IDEA-13
            return state.due is Due.PEEK and idea in state.deck
        case GeeksOrder(order):  # C-GEEK-3: not used in this age, the second unlike the first
            tribe = state.tribes[GEEKS]
            due = state.due in (Due.GEEKS_UP, Due.GEEKS_DOWN)
            return due and order not in (*tribe.used, tribe.up)
    return False


def _dealt(state: CvState, ideas: tuple[Idea, ...]) -> bool:
    return len(ideas) == TRACK and all(
        idea in state.deck and ideas.count(idea) == 1 for idea in ideas
    )
