"""Headline, prompt, option labels and sentences, all made from a view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rules.claims import Claim, When, can, cannot, each, later
from rules.cvlizations.agenda import Do, Task
from rules.cvlizations.components import (
    GOODS,
    IDEAS,
    KIND_NAMES,
    ORDER_CARDS,
    TURNS,
    Good,
    Goods,
    Idea,
    Order,
    amount_text,
)
from rules.cvlizations.events import good_text, goods_text, idea_text, name_text, order_text
from rules.cvlizations.market import FEAST, swaps
from rules.cvlizations.moves import Buy, Feast, GiveOrders, Pass, Steal, Swap, Take, Trade, Victim
from rules.cvlizations.view import CvView, Phase, Shopping
from rules.draft import there
from rules.protocol import Move
from rules.text import Seat, Text, Who, t, tn

_PHASES: Final = {
    Phase.ORDERS: t("orders"),
    Phase.ACTION: t("action"),
    Phase.DEVELOPMENT: t("development"),
    Phase.CLEANUP: t("cleanup"),
}


def headline(view: CvView) -> Text:
    """Return age, turn and phase: "Age II, turn 4 of 9: orders"."""
    if view.phase is Phase.OVER:
        return t("The match is over")
    if view.phase is Phase.SETUP:
        return t("Setting up")
    return t(
        "Age {age}, turn {turn} of {turns}: {phase}",
        age="I" * view.age,
        turn=view.turn,
        turns=TURNS,
        phase=_PHASES[view.phase],
    )


def prompt(view: CvView) -> Text:
    """Return the decision the viewer has to make, or what the match is waiting for."""
    if view.phase is Phase.OVER:
        return t("The match is over.")
    if view.drawing:
        return t("Pieces are being drawn.")
    if view.seat not in view.waiting:
        return t("Waiting for: {who}.", who=tuple(Who(seat) for seat in sorted(view.waiting)))
    match view.phase:
        case Phase.ORDERS if view.placing_tribe != view.seat:
            text = t("Give two orders to your neutral tribe: one open, one secret.")
            return text.says(can(GiveOrders))
        case Phase.ORDERS:
            return t("Give two orders: one open, one secret.").says(can(GiveOrders))
        case Phase.DEVELOPMENT:
            return _shopping_prompt(view, there(view.shopping))
        case Phase.CLEANUP:
            return t("Asceticism: take 2 resources of one kind.").says(can(Take))
    return task_prompt(there(view.tasks[view.seat]))


def _shopping_prompt(view: CvView, shopping: Shopping) -> Text:
    asked = _shopping_question(view, shopping)
    if view.known_top is None:
        return asked
    card = IDEAS[view.known_top]
    return t(
        "{asked} Only you know the top card of the deck: {idea} ({cost}).",
        asked=asked,
        idea=card.name,
        cost=goods_text(card.cost),
    )


def _shopping_question(view: CvView, shopping: Shopping) -> Text:
    """Return what the buying viewer can do now."""
    if shopping.swapped:
        text = t("You have used the Market. Buy an idea now, or undo the exchange.")
        return text.says(can(Buy), later(Swap), cannot(Pass))
    if affordable(view):
        text = tn("Buy an idea, or pass.", "Buy up to {count} ideas, or pass.", shopping.left)
        return text.says(can(Buy), can(Pass))
    if can_swap(view, shopping):
        text = t("Use your Market first to afford an idea, or pass.")
        return text.says(can(Swap), can(Pass), cannot(Buy))
    if can_feast(view, shopping):
        return t("Feast with Hedonism, or pass.").says(can(Feast), can(Pass))
    return t("You can't buy anything now, so pass.").says(can(Pass), cannot(Buy))


def affordable(view: CvView) -> tuple[Idea, ...]:
    """Return the ideas that the buying viewer can buy now."""
    if not there(view.shopping).left:
        return ()
    return tuple(offer.idea for offer in view.offers if offer.payments)


def can_swap(view: CvView, shopping: Shopping) -> bool:
    """Return whether the buying viewer can use the Market (C-DEV-7, C-IDEA-20)."""
    own, offer = view.players[view.seat], tuple(offer.idea for offer in view.offers)
    if Idea.MARKET not in own.ideas or not shopping.left or shopping.swapped:
        return False
    return bool(swaps(own.goods, own.ideas, offer))


def can_feast(view: CvView, shopping: Shopping) -> bool:
    """Return whether the buying viewer can use Hedonism now (C-DEV-9)."""
    own = view.players[view.seat]
    used = shopping.feasted or shopping.swapped
    return Idea.HEDONISM in own.ideas and not used and own.goods.food >= FEAST


def task_prompt(task: Task) -> Text:
    """Return what a task asks its player to choose."""
    match task.do:
        case Do.STEAL if task.amount == 2:
            text = t("Thieving: steal 1 resource from a different player this time.")
            return text.says(can(Steal))
        case Do.STEAL:
            return t("Thieving: steal 1 resource.").says(can(Steal))
        case Do.SWORD:
            text = t("Sword: take 1 more resource from a player you robbed this turn.")
            return text.says(can(Steal))
        case Do.TRADE:
            return t(
                "Trading: give 1 resource and take {amount} of another kind.", amount=task.amount
            ).says(can(Trade))
    text = t("{source}: take 1 resource of your choice.", source=name_text(task.source))
    return text.says(can(Take))


def loot(victims: Sequence[tuple[Seat, Good]]) -> Text:
    """Return whom a thief can rob, and of what."""
    kinds: dict[Seat, tuple[Text, ...]] = {}
    for seat, good in victims:
        kinds[seat] = (*kinds.get(seat, ()), good_text(good))
    found = tuple(t("{who} ({goods})", who=Who(seat), goods=goods) for seat, goods in kinds.items())
    claims = (
        Claim(Steal, When.NOW, (("victim", Victim(seat)), ("kind", good)), every=True)
        for seat, good in victims
    )
    return t("You can steal from: {list}.", list=found).says(*claims)


def law_used(owner: Seat) -> Text:
    """Return why the owner of Law can't be robbed any more this turn (C-IDEA-26)."""
    return t("{who} owns Law and has already been robbed this turn.", who=Who(owner))


def law_stops_sword(owner: Seat) -> Text:
    """Return why the Sword doesn't work on the owner of Law (C-IDEA-26)."""
    return t("{who} owns Law, so the Sword doesn't work on them.", who=Who(owner))


def in_reach(ideas: Sequence[Idea]) -> Text:
    """Return all that a buyer can pay for; `ideas` are some at least."""
    text = t("You can afford: {ideas}.", ideas=tuple(map(idea_text, ideas)))
    return text.says(*each(Buy, "idea", ideas, every=True))


def payment_text(goods: Goods) -> Text:
    """Return a payment as one of several: "1 food + 2 stone"."""
    one, *others = (amount_text(good, goods.of(good)) for good in GOODS if goods.of(good))
    for other in others:
        one = t("{one} + {other}", one=one, other=other)
    return one


def exchange_text(give: Good, get: Good) -> Text:
    """Return an exchange as one of several: "1 food for 1 stone"."""
    return t("{given} for {taken}", given=amount_text(give, 1), taken=amount_text(get, 1))


def in_hand(orders: Sequence[Order]) -> Text:
    """Return the orders that a tribe still has."""
    text = t("In hand: {orders}.", orders=tuple(map(order_text, orders)))
    return text.says(*each(GiveOrders, "up", orders, every=True))


def option(view: CvView, move_type: type[Move], name: str, value: object) -> Text:
    """Return the label of one value of the part `name` of a move."""
    match value:
        case Order():
            return order_option(value)
        case Idea():
            return _idea_option(view, value)
        case Goods():
            return goods_text(value)
        case Victim(seat):
            return _victim_option(view, seat)
        case Good():
            return _good_option(view, move_type, name, value)
    raise TypeError(f"no part of a move: {value!r}")


_EFFECTS: Final[dict[Order, Callable[[str], Text]]] = {
    Order.THIEVING: lambda n: t("steal {n}", n=n),
    Order.LOGGING: lambda n: t("{n} wood", n=n),
    Order.HUNTING: lambda n: t("{n} food", n=n),
    Order.QUARRYING: lambda n: t("{n} stone", n=n),
    Order.CUNNING: lambda n: t("{n} of your choice", n=n),
    Order.SLACKING: lambda n: t("{n} points", n=n),
    Order.TRADING: lambda n: t("give 1, take {n}", n=n),
    Order.DOUBLING: lambda _: t("your other order twice, unless 3 or more choose this"),
}


def order_option(order: Order) -> Text:
    """Return "Logging (2): 2 / 3 / 1 wood": what an order brings at each level."""
    card = ORDER_CARDS[order]
    first, second, more = card.amounts
    return t(
        "{order}: {effect}",
        order=order_text(order),
        effect=_EFFECTS[order](f"{first} / {second} / {more or '–'}"),
    )


def _idea_option(view: CvView, idea: Idea) -> Text:
    card = IDEAS[idea]
    hidden = any(offer.hidden and offer.idea is idea for offer in view.offers)
    if hidden:
        return tn(
            "{idea}: top of the deck, {kind}, {count} point",
            "{idea}: top of the deck, {kind}, {count} points",
            card.points,
            idea=card.name,
            kind=KIND_NAMES[card.kind],
        )
    return tn(
        "{idea}: {kind}, {cost}, {count} point",
        "{idea}: {kind}, {cost}, {count} points",
        card.points,
        idea=card.name,
        kind=KIND_NAMES[card.kind],
        cost=goods_text(card.cost),
    )


def _victim_option(view: CvView, seat: Seat) -> Text:
    if seat >= view.seats:
        return t("{tribe}", tribe=str(Victim(seat)))
    goods = view.players[seat].goods
    return t("{who} has {goods}", who=Who(seat), goods=goods_text(goods))


def _good_option(view: CvView, move_type: type[Move], name: str, good: Good) -> Text:
    if move_type is Steal or not 0 <= view.seat < view.seats:
        return t("{good}", good=good_text(good))
    if name == "get" and move_type is Trade:
        task = view.tasks[view.seat]
        if task is not None and task.do is Do.TRADE:
            return t("{amount}", amount=amount_text(good, task.amount))
    own = view.players[view.seat].goods.of(good)
    return t("{good}: you have {own}", good=good_text(good), own=own)


def sentence(view: CvView, move: Move) -> Text:
    """Return what `move` would do; one that is queued can still be changed."""
    is_queued = view.seat >= 0 and view.seat not in view.waiting
    match move:
        case GiveOrders(up, down):
            if is_queued:
                return label(view, move)
            return t(
                "Open order: {up}. Secret order: {down}. This can't be undone.",
                up=order_text(up),
                down=order_text(down),
            )
        case Steal(victim, good):
            return _steal_sentence(view, victim, good)
        case Take(good):
            amount = 2 if view.phase is Phase.CLEANUP else 1
            return t("Take {amount} from the supply.", amount=amount_text(good, amount))
        case Trade(give, get):
            task = view.tasks[view.seat] if view.seat >= 0 else None
            return t(
                "Give {given} and take {taken}.",
                given=amount_text(give, 1),
                taken=amount_text(get, task.amount if task is not None else 1),
            )
        case Swap(give, get):
            return t(
                "Exchange {given} for {taken}. Then you must buy an idea.",
                given=amount_text(give, 1),
                taken=amount_text(get, 1),
            )
        case Buy(idea, pay):
            return _buy_sentence(idea, pay, is_final=not is_queued)
        case Feast():
            return t("Turn 2 food into 1 point.")
    if view.seat in view.bought:
        return t("Buy nothing more this turn.")
    return t("Buy nothing this turn.")


def _steal_sentence(view: CvView, victim: Victim, good: Good) -> Text:
    if victim.seat >= view.seats:
        return t("Steal {good}.", good=amount_text(good, 1))
    return t("Steal {good} from {who}.", good=amount_text(good, 1), who=Who(victim.seat))


def _buy_sentence(idea: Idea, pay: Goods, *, is_final: bool) -> Text:
    idea_name, price, effect = idea_text(idea), goods_text(pay), IDEAS[idea].effect
    if not is_final:
        return t("Buy {idea} for {pay}: {effect}", idea=idea_name, pay=price, effect=effect)
    return t(
        "Buy {idea} for {pay}: {effect} A purchase is final.",
        idea=idea_name,
        pay=price,
        effect=effect,
    )


def label(view: CvView, move: Move) -> Text:
    """Return `move` for its button: what it does, without what follows from it."""
    match move:
        case GiveOrders(up, down):
            return t(
                "Open order: {up}. Secret order: {down}.",
                up=order_text(up),
                down=order_text(down),
            )
        case Buy(idea, pay):
            return t("Buy {idea} for {pay}.", idea=idea_text(idea), pay=goods_text(pay))
    return sentence(view, move)
