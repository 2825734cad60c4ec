"""Why a move is refused: the rule, the fact of this position, and a way out."""

from __future__ import annotations

from typing import Final, NoReturn

from rules.cvlizations.agenda import Do, Task
from rules.cvlizations.components import NOTHING, Idea, Order
from rules.cvlizations.draws import check_chance
from rules.cvlizations.events import good_text, goods_text, idea_text, order_text
from rules.cvlizations.legal import victims
from rules.cvlizations.market import (
    FEAST,
    can_feast,
    can_swap,
    on_offer,
    price,
    ways_to_pay,
)
from rules.cvlizations.moves import Buy, Feast, GiveOrders, Pass, Steal, Swap, Take, Trade
from rules.cvlizations.state import CvState, hand, line, owner_of, task_of, to_act
from rules.cvlizations.view import Phase
from rules.errors import NotYourTurnError, refuse
from rules.handlers import Handlers
from rules.protocol import CHANCE, Move
from rules.text import Seat, Text, Who, t

_CHECKS: Final = Handlers[CvState, Seat, None]()
_PHASES: Final[dict[type[Move], Phase]] = {
    GiveOrders: Phase.ORDERS,
    Steal: Phase.ACTION,
    Take: Phase.ACTION,
    Trade: Phase.ACTION,
    Buy: Phase.DEVELOPMENT,
    Swap: Phase.DEVELOPMENT,
    Feast: Phase.DEVELOPMENT,
    Pass: Phase.DEVELOPMENT,
}
"""The phases in which a player may make each type of move."""


def check(state: CvState, seat: Seat, move: Move) -> None:
    """Raise NotYourTurnError or IllegalMoveError unless `seat` may make `move` now."""
    if seat == CHANCE:
        check_chance(state, move)
        return
    if seat not in to_act(state):
        raise NotYourTurnError(_turn_rule(state, seat))
    if type(move) not in _CHECKS:
        refuse("C-HID-5", t("Only a random draw can do this."), t("Choose one of your own moves."))
    if state.phase is not _PHASES[type(move)] and not (
        state.phase is Phase.CLEANUP and isinstance(move, Take)
    ):
        _refuse_phase(state, seat)
    _CHECKS[type(move)](state, seat, move)


def _turn_rule(state: CvState, seat: Seat) -> str:
    """Return the rule that makes a seat wait when it is not to act."""
    match state.phase:
        case Phase.ORDERS:
            own = [n for n in range(len(state.tribes)) if owner_of(state.variant, n) == seat]
            given = all(state.tribes[number].placed for number in own)
            return "C-ORD-3" if own and given else "C-ORD-1"
        case Phase.ACTION:
            return "C-ASY-2" if state.thieves else "C-ASY-3"
        case Phase.DEVELOPMENT:
            before = line(state.circle, state.helm, state.seats)[: state.position]
            return "C-DEV-11" if seat in before else "C-DEV-1"
        case Phase.CLEANUP:
            return "C-ASY-4"
        case Phase.OVER:
            return "C-CLN-5"
    return "C-SET-2"


def _refuse_phase(state: CvState, seat: Seat) -> NoReturn:
    match state.phase:
        case Phase.ORDERS:
            refuse("C-ORD-4", t("It's time to give orders."), t("Give exactly two orders."))
        case Phase.DEVELOPMENT:
            reason = t("It's time to buy ideas. This turn's orders have already been carried out.")
            refuse("C-DEV-1", reason, _next_step(state, seat))
        case Phase.CLEANUP:
            reason = t("You bought nothing, so Asceticism gives you 2 resources of one kind.")
            refuse("C-IDEA-3", reason, t("Choose which kind to take."))
    _refuse_task(state, seat)


def _refuse_task(state: CvState, seat: Seat) -> NoReturn:
    """Refuse a choice that is not due (C-ACT-3)."""
    task = task_of(state, seat)
    doing = Do.TAKE if task is None else task.do
    order = order_text(Order.CUNNING if task is None else task.order)
    reason = t("You have to carry out an order first: {order}.", order=order)
    refuse("C-ACT-3", reason, _DUE[doing])


_DUE: Final = {
    Do.TAKE: t("Choose a resource to take from the supply."),
    Do.TRADE: t("Choose what you give and what you take."),
    Do.STEAL: t("Choose whom to rob and what to take."),
    Do.SWORD: t("Choose what the Sword takes from a player you robbed."),
}


# Orders


@_CHECKS.of(GiveOrders)
def _check_orders(state: CvState, _seat: Seat, move: GiveOrders) -> None:
    """Refuse orders not in hand; only their owner is told why (C-HID-4)."""
    cards = hand(state.tribes[state.placing_tribe].used)
    if move.up is move.down:
        reason = t(
            "You chose {order} twice, but the two orders must be different.",
            order=order_text(move.up),
        )
        refuse("C-ORD-2", reason, t("Replace one of the two with another order."))
    for order in (move.up, move.down):
        if order not in cards:
            reason = t("You have already used {order} this age.", order=order_text(order))
            left = tuple(order_text(card) for card in cards)
            refuse("C-ORD-2", reason, t("You still have these orders: {orders}.", orders=left))


# Actions


@_CHECKS.of(Steal)
def _check_steal(state: CvState, seat: Seat, move: Steal) -> None:
    task = task_of(state, seat)
    if task is None or task.do not in (Do.STEAL, Do.SWORD):
        _refuse_task(state, seat)
    found = victims(state, seat)
    if (move.victim.seat, move.kind) in found:
        return
    rule, reason = _why_not_rob(state, seat, task, move)
    possible = tuple(
        t("{good} from {who}", good=good_text(good), who=Who(victim)) for victim, good in found
    )
    refuse(rule, reason, t("You can take: {list}.", list=possible))


def _why_not_rob(state: CvState, seat: Seat, task: Task, move: Steal) -> tuple[str, Text]:
    victim = move.victim.seat
    if victim == seat or victim >= state.seats:
        return "C-THF-2", t("You can only rob another player's tribe.")
    who, player = Who(victim), state.players[victim]
    lawful = Idea.LAW in player.ideas
    if task.do is Do.SWORD:
        if victim not in state.prey:
            return "C-IDEA-12", t("The Sword only works on a player you robbed this turn.")
        if lawful:
            return "C-IDEA-26", t("{who} owns Law, so the Sword doesn't work on them.", who=who)
    elif victim in state.hit:
        return "C-THF-3", t("With this order, you must rob two different players.")
    elif lawful and victim in state.stolen:
        return "C-IDEA-26", t("{who} owns Law and has already been robbed this turn.", who=who)
    if player.goods == NOTHING:
        return "C-THF-2", t("{who} has nothing that can be stolen.", who=who)
    return "C-THF-2", t("{who} has no {good}.", who=who, good=good_text(move.kind))


@_CHECKS.of(Take)
def _check_take(state: CvState, seat: Seat, _move: Take) -> None:
    if state.phase is Phase.CLEANUP:
        return
    task = task_of(state, seat)
    if task is None or task.do is not Do.TAKE:
        _refuse_task(state, seat)


@_CHECKS.of(Trade)
def _check_trade(state: CvState, seat: Seat, move: Trade) -> None:
    task = task_of(state, seat)
    if task is None or task.do is not Do.TRADE:
        _refuse_task(state, seat)
    _check_exchange(state, seat, move, "C-TRD-2", "C-TRD-1")


def _check_exchange(
    state: CvState, seat: Seat, move: Trade | Swap, same_rule: str, none_rule: str
) -> None:
    goods = state.players[seat].goods
    if move.give is move.get:
        hint = t("Choose two different resources.")
        refuse(same_rule, t("You must give one kind and take another."), hint)
    if not goods.of(move.give):
        reason = t("You have no {good}.", good=good_text(move.give))
        refuse(none_rule, reason, t("You have {goods}.", goods=goods_text(goods)))


# Development


def _next_step(state: CvState, seat: Seat) -> Text:
    """Return what the buyer can do now, as a hint."""
    player = state.players[seat]
    if state.swapped:
        return t("Buy an idea now, or undo the exchange.")
    offer = on_offer(state, seat) if state.left else ()
    if any(ways_to_pay(player.goods, player.ideas, idea) for idea in offer):
        return t("Buy an idea, or pass.")
    if can_swap(state, seat):
        return t("Exchange a resource in your Market first, or pass.")
    if can_feast(state, seat):
        return t("Feast with Hedonism, or pass.")
    return t("Pass.")


@_CHECKS.of(Buy)
def _check_buy(state: CvState, seat: Seat, move: Buy) -> None:
    player, offer = state.players[seat], on_offer(state, seat)
    if not state.left:
        reason = t("You can't buy any more ideas this turn.")
        refuse("C-DEV-6", reason, _next_step(state, seat))
    if move.idea not in offer:
        reason = t("{idea} isn't on offer.", idea=idea_text(move.idea))
        names = tuple(idea_text(idea) for idea in offer)
        hint = t("On offer: {ideas}.", ideas=names) if offer else _next_step(state, seat)
        refuse("C-DEV-2", reason, hint)
    ways = ways_to_pay(player.goods, player.ideas, move.idea)
    if move.pay in ways:
        return
    if ways:
        reason = t(
            "You can't pay {pay} for {idea}. You have to pay {price} of the resources "
            "printed on it.",
            pay=str(move.pay),
            idea=idea_text(move.idea),
            price=price(player.ideas, move.idea),
        )
        hint = t("You can pay (food/wood/stone): {ways}.", ways=tuple(map(str, ways)))
        refuse("C-DEV-3", reason, hint)
    _refuse_poor(state, seat, move.idea)


def _refuse_poor(state: CvState, seat: Seat, idea: Idea) -> NoReturn:
    player = state.players[seat]
    reason = t(
        "You can't afford {idea} with {goods}.",
        idea=idea_text(idea),
        goods=goods_text(player.goods),
    )
    offer = on_offer(state, seat)
    able = tuple(idea_text(i) for i in offer if ways_to_pay(player.goods, player.ideas, i))
    if able:
        refuse("C-DEV-3", reason, t("You can afford: {ideas}.", ideas=able))
    refuse("C-DEV-3", reason, _next_step(state, seat))


@_CHECKS.of(Swap)
def _check_swap(state: CvState, seat: Seat, move: Swap) -> None:
    if Idea.MARKET not in state.players[seat].ideas:
        refuse("C-IDEA-20", t("You don't own the Market."), _next_step(state, seat))
    if not state.left:
        reason = t(
            "The Market only works with a purchase, and you can't buy any more ideas this turn."
        )
        refuse("C-DEV-7", reason, _next_step(state, seat))
    if state.swapped:
        reason = t("You have already used the Market for this purchase.")
        refuse("C-DEV-7", reason, t("Buy an idea now, or undo the exchange."))
    _check_exchange(state, seat, Trade(move.give, move.get), "C-IDEA-20", "C-IDEA-20")
    if (move.give, move.get) not in can_swap(state, seat):
        reason = t(
            "The Market only works with a purchase, and after this exchange you couldn't buy "
            "anything."
        )
        refuse("C-DEV-7", reason, _next_step(state, seat))


@_CHECKS.of(Feast)
def _check_feast(state: CvState, seat: Seat, _move: Feast) -> None:
    player = state.players[seat]
    if Idea.HEDONISM not in player.ideas:
        refuse("C-IDEA-7", t("You don't own Hedonism."), _next_step(state, seat))
    if state.feasted:
        reason = t("You have already used Hedonism this turn.")
        refuse("C-DEV-9", reason, _next_step(state, seat))
    if state.swapped:
        _refuse_unpaid()
    if player.goods.food < FEAST:
        reason = t("You need 2 food, but you have {food}.", food=player.goods.food)
        refuse("C-DEV-9", reason, _next_step(state, seat))


@_CHECKS.of(Pass)
def _check_pass(state: CvState, _seat: Seat, _move: Pass) -> None:
    if state.swapped:
        _refuse_unpaid()


def _refuse_unpaid() -> NoReturn:
    reason = t("You have used the Market, so you must buy an idea next.")
    refuse("C-DEV-7", reason, t("Buy an idea now, or undo the exchange."))
