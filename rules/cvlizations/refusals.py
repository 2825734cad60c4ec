"""Why a move is refused: the rule, the fact of this position, and a way out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NoReturn

from rules.claims import Claim, When, can, each, first
from rules.cvlizations import labels, observer
from rules.cvlizations.agenda import Do, Task
from rules.cvlizations.components import GOODS, IDEAS, NOTHING, Good, Idea
from rules.cvlizations.events import good_text, goods_text, idea_text, order_text
from rules.cvlizations.legal import is_legal, victims
from rules.cvlizations.market import can_swap, on_offer, payments, price, ways_to_pay
from rules.cvlizations.moves import Buy, Feast, GiveOrders, Pass, Steal, Swap, Take, Trade
from rules.cvlizations.state import CvState, hand, owner_of, task_of, to_act
from rules.cvlizations.view import Phase
from rules.draft import there
from rules.errors import IllegalMoveError, NotYourTurnError, refuse
from rules.handlers import Handlers
from rules.protocol import CHANCE, Move
from rules.text import Seat, Text, Who, t

_REASONS: Final = Handlers[CvState, Seat, NoReturn]()
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
    if not is_legal(state, seat, move):
        _explain(state, seat, move)


def _explain(state: CvState, seat: Seat, move: Move) -> NoReturn:
    """Raise the NotYourTurnError or IllegalMoveError of a move that is not legal."""
    if seat == CHANCE:
        raise IllegalMoveError("C-HID-5", t("This can't be drawn now."), t("Wait a moment."))
    if seat not in to_act(state):
        raise _not_your_turn(state, seat, move)
    if type(move) not in _REASONS:
        refuse("C-HID-5", t("Only a random draw can do this."), _next_step(state, seat))
    if state.phase is not _PHASES[type(move)] and not (
        state.phase is Phase.CLEANUP and isinstance(move, Take)
    ):
        _refuse_phase(state, seat)
    _REASONS[type(move)](state, seat, move)


def _not_your_turn(state: CvState, seat: Seat, move: Move) -> NotYourTurnError:
    """Return why a seat must wait, or that what it has done is final."""
    match state.phase:
        case Phase.ORDERS:
            own = [n for n in range(len(state.tribes)) if owner_of(state.variant, n) == seat]
            if not own or not all(state.tribes[number].placed for number in own):
                return NotYourTurnError("C-ORD-1")
            if not isinstance(move, GiveOrders):
                return NotYourTurnError("C-ORD-3")
            return NotYourTurnError("C-ORD-3", t("You have already given this turn's orders."))
        case Phase.ACTION:
            return NotYourTurnError("C-ASY-2" if state.thieves else "C-ASY-3")
        case Phase.DEVELOPMENT:
            if seat in state.queue:
                return NotYourTurnError("C-DEV-1")
            if _PHASES.get(type(move)) is not Phase.DEVELOPMENT:
                return NotYourTurnError("C-DEV-11")
            return NotYourTurnError("C-DEV-11", t("You have already finished buying this turn."))
        case Phase.CLEANUP:
            return NotYourTurnError("C-ASY-4")
        case Phase.OVER:
            return NotYourTurnError("C-CLN-5")
    return NotYourTurnError("C-SET-2")


def _next_step(state: CvState, seat: Seat) -> Text:
    """Return what a seat that is to act can do now, as a hint."""
    return labels.prompt(observer.view(state, seat))


def _refuse_phase(state: CvState, seat: Seat) -> NoReturn:
    match state.phase:
        case Phase.ORDERS:
            refuse("C-ORD-4", t("It's time to give orders."), _next_step(state, seat))
        case Phase.DEVELOPMENT:
            reason = t("It's time to buy ideas. This turn's orders have already been carried out.")
            refuse("C-DEV-1", reason, _next_step(state, seat))
        case Phase.CLEANUP:
            reason = t("You bought nothing, so Asceticism gives you 2 resources of one kind.")
            refuse("C-IDEA-3", reason, _next_step(state, seat))
    _refuse_task(state, seat)


def _refuse_task(state: CvState, seat: Seat) -> NoReturn:
    """Refuse a choice that is not due (C-ACT-3)."""
    task = there(task_of(state, seat))
    reason = t("You have to carry out an order first: {order}.", order=order_text(task.order))
    refuse("C-ACT-3", reason, _next_step(state, seat))


# Orders


@_REASONS.of(GiveOrders)
def _refuse_orders(state: CvState, _seat: Seat, move: GiveOrders) -> NoReturn:
    """Refuse orders not in hand; only their owner is told why (C-HID-4)."""
    cards = hand(state.tribes[state.queue[0]].used)
    for order in (move.up, move.down):
        if order not in cards:
            reason = t("You have already used {order} this age.", order=order_text(order))
            refuse("C-ORD-2", reason, labels.in_hand(cards))
    reason = t(
        "You chose {order} twice, but the two orders must be different.",
        order=order_text(move.up),
    )
    others = tuple(order for order in cards if order is not move.up)
    hint = t(
        "Replace one of them with another order: {orders}.",
        orders=tuple(map(order_text, others)),
    )
    refuse("C-ORD-2", reason, hint.says(*each(GiveOrders, "down", others)))


# Actions


@_REASONS.of(Steal)
def _refuse_steal(state: CvState, seat: Seat, move: Steal) -> NoReturn:
    task = task_of(state, seat)
    if task is None or task.do not in (Do.STEAL, Do.SWORD):
        _refuse_task(state, seat)
    rule, reason = _why_not_rob(state, seat, task, move)
    refuse(rule, reason, labels.loot(victims(state, seat)))


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
            return "C-IDEA-26", labels.law_stops_sword(victim)
    elif victim in state.hit:
        return "C-THF-3", t("With this order, you must rob two different players.")
    elif lawful and victim in state.stolen:
        return "C-IDEA-26", labels.law_used(victim)
    if player.goods == NOTHING:
        return "C-THF-2", t("{who} has nothing that can be stolen.", who=who)
    return "C-THF-2", t("{who} has no {good}.", who=who, good=good_text(move.kind))


@_REASONS.of(Take)
def _refuse_take(state: CvState, seat: Seat, _move: Take) -> NoReturn:
    _refuse_task(state, seat)


@_REASONS.of(Trade)
def _refuse_trade(state: CvState, seat: Seat, move: Trade) -> NoReturn:
    task = task_of(state, seat)
    if task is None or task.do is not Do.TRADE:
        _refuse_task(state, seat)
    goods = state.players[seat].goods
    if not goods.of(move.give):
        reason = t("You have no {good}.", good=good_text(move.give))
        owned = [good for good in GOODS if goods.of(good)]
        hint = t("You have {goods}.", goods=goods_text(goods))
        refuse("C-TRD-1", reason, hint.says(*each(Trade, "give", owned, every=True)))
    reason = t("You must give one kind and take another.")
    others = [good for good in GOODS if good is not move.give]
    refuse("C-TRD-2", reason, _take_another(move.give, others))


def _take_another(give: Good, others: Sequence[Good]) -> Text:
    text = t(
        "For {given} you can take: {list}.",
        given=good_text(give),
        list=tuple(map(good_text, others)),
    )
    return text.says(*(can(Trade, give=give, get=good) for good in others))


# Development


@_REASONS.of(Buy)
def _refuse_buy(state: CvState, seat: Seat, move: Buy) -> NoReturn:
    player = state.players[seat]
    if not state.left:
        reason = t("You can't buy any more ideas this turn.")
        refuse("C-DEV-6", reason, _next_step(state, seat))
    if move.idea not in on_offer(state, seat):
        reason = t("{idea} isn't on offer.", idea=idea_text(move.idea))
        refuse("C-DEV-2", reason, _something_else(state, seat))
    ways = ways_to_pay(player.goods, player.ideas, move.idea)
    if not ways:
        _refuse_poor(state, seat, move)
    if not player.goods.covers(move.pay):
        reason = t("You only have {goods}.", goods=goods_text(player.goods))
    else:
        reason = t(
            "You have to pay {price} of the resources printed on {idea}.",
            idea=idea_text(move.idea),
            price=price(player.ideas, move.idea),
        )
    claims = (can(Buy, idea=move.idea, pay=way) for way in ways)
    hint = t("You can pay: {ways}.", ways=tuple(map(labels.payment_text, ways)))
    refuse("C-DEV-3", reason, hint.says(*claims))


def _something_else(state: CvState, seat: Seat) -> Text:
    """Return what else the buyer can buy, or do if there is nothing."""
    able = labels.affordable(observer.view(state, seat))
    return labels.in_reach(able) if able else _next_step(state, seat)


def _refuse_poor(state: CvState, seat: Seat, move: Buy) -> NoReturn:
    player = state.players[seat]
    reason = t(
        "You can't afford {idea} with {goods}.",
        idea=idea_text(move.idea),
        goods=goods_text(player.goods),
    )
    helpful = [
        Swap(give, get)
        for give, get in can_swap(state, seat)
        if ways_to_pay(player.goods.swapped(give, get), player.ideas, move.idea)
    ]
    if helpful:
        refuse("C-IDEA-20", reason, _exchange_first(state, seat, move, helpful))
    refuse("C-DEV-3", reason, _something_else(state, seat))


def _exchange_first(state: CvState, seat: Seat, move: Buy, helpful: Sequence[Swap]) -> Text:
    """Return which exchanges of the Market pay for an idea.

    The claims say which of them make the very payment possible that was tried.
    """
    player = state.players[seat]
    fits = move.pay in payments(IDEAS[move.idea].cost, price(player.ideas, move.idea))
    claims = (
        (first if fits and player.goods.swapped(swap.give, swap.get).covers(move.pay) else can)(
            Swap, give=swap.give, get=swap.get
        )
        for swap in helpful
    )
    found = tuple(labels.exchange_text(swap.give, swap.get) for swap in helpful)
    return t("Your Market can help. First exchange one of these: {list}.", list=found).says(*claims)


@_REASONS.of(Swap)
def _refuse_swap(state: CvState, seat: Seat, move: Swap) -> NoReturn:
    player = state.players[seat]
    if Idea.MARKET not in player.ideas:
        refuse("C-IDEA-20", t("You don't own the Market."), _next_step(state, seat))
    if not state.left:
        reason = t(
            "The Market only works with a purchase, and you can't buy any more ideas this turn."
        )
        refuse("C-DEV-7", reason, _next_step(state, seat))
    if state.swapped:
        reason = t("You have already used the Market for this purchase.")
        refuse("C-DEV-7", reason, _next_step(state, seat))
    if move.give is move.get:
        rule, reason = "C-IDEA-20", t("You must give one kind and take another.")
    elif not player.goods.of(move.give):
        rule, reason = "C-IDEA-20", t("You have no {good}.", good=good_text(move.give))
    else:
        rule = "C-DEV-7"
        reason = t(
            "The Market only works with a purchase, and after this exchange you couldn't buy "
            "anything."
        )
    possible = can_swap(state, seat)
    if not possible:
        refuse(rule, reason, _next_step(state, seat))
    found = tuple(labels.exchange_text(give, get) for give, get in possible)
    claims = (
        Claim(Swap, When.NOW, (("give", give), ("get", get)), every=True) for give, get in possible
    )
    refuse(rule, reason, t("You can exchange: {list}.", list=found).says(*claims))


@_REASONS.of(Feast)
def _refuse_feast(state: CvState, seat: Seat, _move: Feast) -> NoReturn:
    player = state.players[seat]
    if Idea.HEDONISM not in player.ideas:
        refuse("C-IDEA-7", t("You don't own Hedonism."), _next_step(state, seat))
    if state.feasted:
        reason = t("You have already used Hedonism this turn.")
        refuse("C-DEV-9", reason, _next_step(state, seat))
    if state.swapped:
        _refuse_unpaid(state, seat)
    reason = t("You need 2 food, but you have {food}.", food=player.goods.food)
    refuse("C-DEV-9", reason, _next_step(state, seat))


@_REASONS.of(Pass)
def _refuse_pass(state: CvState, seat: Seat, _move: Pass) -> NoReturn:
    _refuse_unpaid(state, seat)


def _refuse_unpaid(state: CvState, seat: Seat) -> NoReturn:
    reason = t("You have used the Market, so you must buy an idea next.")
    refuse("C-DEV-7", reason, _next_step(state, seat))
