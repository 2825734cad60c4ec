"""Advice on the present decision, from what a seat may know; never strategy."""

from __future__ import annotations

from typing import Final

from rules.cvlizations.agenda import Do, Task
from rules.cvlizations.components import IDEAS, Idea, Order, amount_text
from rules.cvlizations.events import idea_text, order_text, tribe_text
from rules.cvlizations.labels import can_swap, order_option, prompt
from rules.cvlizations.market import FEAST
from rules.cvlizations.view import CvView, Phase, Shopping
from rules.draft import there
from rules.protocol import Advice
from rules.text import Who, t, tn

_WAITING: Final = {
    Phase.SETUP: "C-SET-2",
    Phase.ORDERS: "C-ORD-1",
    Phase.ACTION: "C-ASY-3",
    Phase.DEVELOPMENT: "C-DEV-1",
    Phase.CLEANUP: "C-ASY-4",
    Phase.OVER: "C-END-6",
}


_RULE_OF: Final = {
    Order.THIEVING: "C-THF-1",
    Order.CUNNING: "C-CUN-1",
    Order.TRADING: "C-TRD-1",
}


def advice(view: CvView) -> tuple[Advice, ...]:
    """Return the decision, what it can be made from, and the rules it stands on."""
    if view.drawing or view.seat not in view.waiting:
        return _waited(view)
    match view.phase:
        case Phase.ORDERS:
            return _ordering(view)
        case Phase.DEVELOPMENT:
            return _shopping(view)
        case Phase.CLEANUP:
            return (Advice(prompt(view), ("C-IDEA-3", "C-CLN-1")),)
    return _acting(view, there(view.tasks[view.seat]))


def _waited(view: CvView) -> tuple[Advice, ...]:
    found = [Advice(prompt(view), (_WAITING[view.phase],))]
    down = view.tribes[view.seat].down if view.seat >= 0 else None
    if view.phase is Phase.ORDERS and down is not None:
        text = t("Nobody else knows your secret order yet: {order}.", order=order_text(down))
        found.append(Advice(text, ("C-ORD-5",)))
    return tuple(found)


def _ordering(view: CvView) -> tuple[Advice, ...]:
    number = there(view.placing_tribe)
    cards = view.tribes[number].hand
    found = [
        Advice(prompt(view), ("C-ORD-2", "C-ORD-3")),
        Advice(
            t("In hand: {orders}.", orders=tuple(order_text(order) for order in cards)),
            ("C-ACT-5", "C-ORD-6"),
        ),
    ]
    shown = tuple(
        t("{order} ({tribe})", order=order_text(tribe.up), tribe=tribe_text(view.variant, n))
        for n, tribe in enumerate(view.tribes)
        if tribe.up is not None
    )
    if shown:
        found.append(Advice(t("Shown so far: {orders}.", orders=shown), ("C-ACT-1",)))
    found.append(
        Advice(
            t(
                "Most orders are best when exactly two tribes choose them. Trading is best when "
                "you're the only one to choose it. Many orders have no effect when three or more "
                "tribes choose them."
            ),
            ("C-ACT-1", "C-DBL-1"),
        )
    )
    return tuple(found)


def _acting(view: CvView, task: Task) -> tuple[Advice, ...]:
    found = [Advice(prompt(view), (_rule_of(task), "C-ACT-3"))]
    if task.idea is None:
        count = there(view.reveal).counts[task.order.place]
        text = tn(
            "{count} tribe chose this order: {order}.",
            "{count} tribes chose this order: {order}.",
            count,
            order=order_option(task.order),
        )
        found.append(Advice(text, ("C-ACT-1",)))
    if task.do in (Do.STEAL, Do.SWORD):
        can = tuple(
            t("{amount} from {who}", amount=amount_text(good, 1), who=Who(seat))
            for seat, good in view.victims
        )
        found.append(Advice(t("You can take: {list}.", list=can), ("C-THF-2", "C-THF-3")))
    return tuple(found)


def _rule_of(task: Task) -> str:
    if task.idea is not None:
        return f"C-IDEA-{IDEAS[task.idea].number}"
    if task.order is Order.THIEVING and task.do is Do.TAKE:
        return "C-THF-6"
    return _RULE_OF[task.order]


def _shopping(view: CvView) -> tuple[Advice, ...]:
    peeking = ("C-IDEA-13", "C-HID-3") if view.known_top is not None else ()
    found = [Advice(prompt(view), ("C-DEV-1", "C-DEV-11", *peeking))]
    shopping = there(view.shopping)
    if shopping.left:
        able = tuple(idea_text(offer.idea) for offer in view.offers if offer.payments)
        text = (
            t("You can afford: {ideas}.", ideas=able)
            if able
            else t("You can't afford anything on offer right now.")
        )
        found.append(Advice(text, ("C-DEV-2", "C-DEV-3")))
    if can_swap(view, shopping):
        text = t("Your Market lets you exchange one resource before each purchase.")
        found.append(Advice(text, ("C-IDEA-20", "C-DEV-7")))
    if _can_feast(view, shopping):
        text = t("Hedonism lets you turn 2 food into 1 point, once this turn.")
        found.append(Advice(text, ("C-IDEA-7", "C-DEV-9")))
    return tuple(found)


def _can_feast(view: CvView, shopping: Shopping) -> bool:
    """True if the viewer, who buys, can use Hedonism now (C-DEV-9)."""
    own = view.players[view.seat]
    used = shopping.feasted or shopping.swapped
    return Idea.HEDONISM in own.ideas and not used and own.goods.food >= FEAST
