"""Advice on the present decision, from what a seat may know; never strategy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.claims import can, cannot
from rules.cvlizations.agenda import Do, Task
from rules.cvlizations.components import IDEAS, Good, Idea, Order
from rules.cvlizations.events import good_text, idea_text, order_text, tribe_text
from rules.cvlizations.labels import (
    affordable,
    can_feast,
    can_swap,
    in_hand,
    in_reach,
    law_stops_sword,
    law_used,
    loot,
    order_option,
    prompt,
)
from rules.cvlizations.market import lacking
from rules.cvlizations.moves import Buy, Feast, Swap
from rules.cvlizations.view import CvView, Phase
from rules.draft import there
from rules.protocol import Advice
from rules.text import Text, Who, t, tn

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
        return tuple(_waited(view))
    match view.phase:
        case Phase.ORDERS:
            return tuple(_ordering(view))
        case Phase.DEVELOPMENT:
            return tuple(_shopping(view))
        case Phase.CLEANUP:
            return (Advice(prompt(view), ("C-IDEA-3", "C-CLN-1")),)
    return tuple(_acting(view, there(view.tasks[view.seat])))


def _waited(view: CvView) -> Iterator[Advice]:
    rule = "C-ASY-2" if view.thieving else _WAITING[view.phase]
    yield Advice(prompt(view), (rule,))
    yield from _own_secrets(view)
    yield from _buyers_before(view)


def _own_secrets(view: CvView) -> Iterator[Advice]:
    """Yield which orders of this turn nobody but the viewer knows (C-HID-1, C-ADV-4)."""
    if view.phase is not Phase.ORDERS or view.seat < 0:
        return
    for tribe in view.tribes:
        if tribe.owner != view.seat or tribe.down is None:
            continue
        order = order_text(tribe.down)
        if tribe.tribe == view.seat:
            text = t("Nobody else knows your secret order yet: {order}.", order=order)
            yield Advice(text, ("C-ORD-5",))
        else:
            text = t(
                "Nobody else knows your neutral tribe's secret order yet: {order}.", order=order
            )
            yield Advice(text, ("C-ADV-4", "C-ORD-5"))


def _buyers_before(view: CvView) -> Iterator[Advice]:
    """Yield who has finished buying in this turn, and whether they have bought."""
    if view.shopping is None:
        return
    done = view.line[: view.line.index(view.shopping.seat)]
    if not done:
        return
    told = tuple(
        t("{who} (bought an idea)", who=Who(seat))
        if seat in view.bought
        else t("{who} (bought nothing)", who=Who(seat))
        for seat in done
    )
    yield Advice(t("Finished buying this turn: {list}.", list=told), ("C-DEV-11", "C-DEV-1"))


def _ordering(view: CvView) -> Iterator[Advice]:
    cards = view.tribes[there(view.placing_tribe)].hand
    yield Advice(prompt(view), ("C-ORD-2", "C-ORD-3"))
    yield Advice(in_hand(cards), ("C-ACT-5", "C-ORD-6"))
    yield from _own_secrets(view)
    shown = tuple(
        t("{order} ({tribe})", order=order_text(tribe.up), tribe=tribe_text(view.variant, n))
        for n, tribe in enumerate(view.tribes)
        if tribe.up is not None
    )
    if shown:
        yield Advice(t("Shown so far: {orders}.", orders=shown), ("C-ACT-1",))
    yield Advice(
        t(
            "Most orders are best when exactly two tribes choose them. Trading is best when "
            "you're the only one to choose it. Many orders have no effect when three or more "
            "tribes choose them."
        ),
        ("C-ACT-1", "C-DBL-1"),
    )


def _acting(view: CvView, task: Task) -> Iterator[Advice]:
    yield Advice(prompt(view), (_rule_of(task), "C-ACT-3"))
    if task.idea is None:
        count = there(view.reveal).counts[task.order.place]
        text = tn(
            "{count} tribe chose this order: {order}.",
            "{count} tribes chose this order: {order}.",
            count,
            order=order_option(task.order),
        )
        yield Advice(text, ("C-ACT-1",))
    if task.do in (Do.STEAL, Do.SWORD):
        yield Advice(loot(view.victims), ("C-THF-2", "C-THF-3"))
        yield from _protected(view, task)


def _protected(view: CvView, task: Task) -> Iterator[Advice]:
    """Yield that Law protects somebody from the viewer, who steals (C-IDEA-26)."""
    owner = next((p.seat for p in view.players if Idea.LAW in p.ideas), view.seat)
    thieves = {theft.thief for theft in there(view.reveal).thefts if theft.victim == owner}
    if owner == view.seat:
        return
    if task.do is Do.STEAL and thieves:
        yield Advice(law_used(owner), ("C-IDEA-26",))
    if task.do is Do.SWORD and view.seat in thieves:
        yield Advice(law_stops_sword(owner), ("C-IDEA-26",))


def _rule_of(task: Task) -> str:
    if task.idea is not None:
        return f"C-IDEA-{IDEAS[task.idea].number}"
    if task.order is Order.THIEVING and task.do is Do.TAKE:
        return "C-THF-6"
    return _RULE_OF[task.order]


def _shopping(view: CvView) -> Iterator[Advice]:
    peeking = ("C-IDEA-13", "C-HID-3") if view.known_top is not None else ()
    yield Advice(prompt(view), ("C-DEV-1", "C-DEV-11", *peeking))
    shopping = there(view.shopping)
    if shopping.left:
        yield Advice(_in_reach(view), ("C-DEV-2", "C-DEV-3"))
        if not shopping.swapped:
            yield from _nearly(view)
    if can_swap(view, shopping):
        text = t("Your Market lets you exchange one resource before each purchase.")
        yield Advice(text.says(can(Swap)), ("C-IDEA-20", "C-DEV-7"))
    if can_feast(view, shopping):
        text = t("Hedonism lets you turn 2 food into 1 point, once this turn.")
        yield Advice(text.says(can(Feast)), ("C-IDEA-7", "C-DEV-9"))
    yield from _buyers_before(view)


def _in_reach(view: CvView) -> Text:
    if able := affordable(view):
        return in_reach(able)
    return t("You can't afford anything on offer right now.").says(cannot(Buy))


def _nearly(view: CvView) -> Iterator[Advice]:
    """Yield the ideas for which the buying viewer lacks just one resource, and which."""
    own = view.players[view.seat]
    found = tuple(
        t("{idea} ({goods})", idea=idea_text(offer.idea), goods=_one_of(goods))
        for offer in view.offers
        if not offer.payments and (goods := lacking(own.goods, own.ideas, offer.idea))
    )
    if found:
        yield Advice(t("You're one resource short of: {ideas}.", ideas=found), ("C-DEV-3",))


def _one_of(goods: tuple[Good, ...]) -> Text:
    first, *others = map(good_text, goods)
    match others:
        case []:
            return first
        case [second]:
            return t("{first} or {second}", first=first, second=second)
    return t("any resource")
