"""The sentences told about what happens; most are for everybody to read."""

from __future__ import annotations

from typing import TypeAlias

from rules.cvlizations.agenda import Task
from rules.cvlizations.components import (
    GOOD_NAMES,
    GOODS,
    IDEAS,
    NUMBERED,
    ORDER_CARDS,
    Good,
    Goods,
    Idea,
    Order,
    age_of,
    amount_text,
)
from rules.cvlizations.state import owner_of
from rules.cvlizations.view import Variant
from rules.text import Seat, Text, Who, t, tn


def order_text(order: Order) -> Text:
    """Return the name of an order: "Logging".

    Its number is not told: in a sentence it would be read as an amount or a level.
    """
    return t("{name}", name=ORDER_CARDS[order].name)


def good_text(good: Good) -> Text:
    """Return the name of a resource: "food"."""
    return t("{name}", name=GOOD_NAMES[good])


def goods_text(goods: Goods) -> Text:
    """Return the resources there are: "2 food, 1 stone"; "nothing" if there are none."""
    found = tuple(amount_text(good, goods.of(good)) for good in GOODS if goods.of(good))
    return t("{list}", list=found) if found else t("nothing")


def idea_text(idea: Idea) -> Text:
    """Return the name of an idea: "Temple"."""
    return t("{name}", name=IDEAS[idea].name)


def tribe_text(variant: Variant, tribe: int) -> Text:
    """Return a tribe: a player's name, the Cave Geeks, or whose neutral tribe it is."""
    owner = owner_of(variant, tribe)
    if owner is None:
        return t("Cave Geeks")
    if owner != tribe:
        return t("{who}'s neutral tribe", who=Who(owner))
    return t("{who}", who=Who(owner))


def name_text(card: Order | Idea) -> Text:
    """Return the name of an order or an idea."""
    return idea_text(card) if isinstance(card, Idea) else order_text(card)


# Orders


def begins(variant: Variant, tribe: int) -> Text:
    """Say that chance has given the helm away."""
    if variant is Variant.GEEKS:
        return t("The Cave Geeks have the leader helm, and {who} goes next.", who=Who(tribe))
    return t("{who} has the leader helm and begins.", who=Who(tribe))


def placed(variant: Variant, tribe: int, up: Order) -> Text:
    """Say that a tribe has given its orders."""
    if owner_of(variant, tribe) is None:
        return t(
            "The Cave Geeks give the open order {order} and a secret one.",
            order=order_text(up),
        )
    return t(
        "{tribe} gives the open order {order} and a secret one.",
        tribe=tribe_text(variant, tribe),
        order=order_text(up),
    )


def own_secret(variant: Variant, tribe: int, down: Order) -> Text:
    """Say to a tribe's owner what only they may know."""
    if owner_of(variant, tribe) != tribe:
        return t("Your neutral tribe's secret order: {order}.", order=order_text(down))
    return t("Your secret order: {order}.", order=order_text(down))


def revealed(variant: Variant, secrets: tuple[tuple[int, Order], ...]) -> Text:
    """Say which secret orders are turned up, tribe by tribe."""
    shown = tuple(
        t("{tribe} – {order}", tribe=tribe_text(variant, tribe), order=order_text(down))
        for tribe, down in secrets
    )
    return t("Secret orders revealed: {list}.", list=shown)


def levels(counts: tuple[int, ...]) -> Text:
    """Say the levels of the numbered orders that were given, first to last."""
    shown = tuple(
        t("{order} {level}", order=order_text(order), level=level_name(counts[order.place]))
        for order in NUMBERED
        if counts[order.place]
    )
    return t("Levels, by how many tribes chose each order: {list}.", list=shown)


def level_name(count: int) -> str:
    """Return the level of an order that so many tribes chose: ``1``, ``2`` or ``3+``."""
    return str(count) if count < 3 else "3+"


def failed(orders: tuple[Order, ...]) -> Text:
    """Say that too many tribes chose these orders."""
    return tn(
        "Three or more tribes chose {orders}, so this order has no effect.",
        "Three or more tribes chose {orders}, so these orders have no effect.",
        len(orders),
        orders=tuple(order_text(order) for order in orders),
    )


def doubled(seat: Seat, order: Order) -> Text:
    """Say that Doubling works for a player, and what for."""
    return t(
        "Doubling works for {who}: {order} is carried out twice.",
        who=Who(seat),
        order=order_text(order),
    )


# Actions


Share: TypeAlias = tuple[Order | Idea, Good | None, int]
"""What brings a player something, which resource (None for points), how much."""


def _share_text(brings: Order | Idea, good: Good | None, amount: int) -> Text:
    """Return what a player gets: "2 wood from Logging"."""
    name = name_text(brings)
    if good is None:
        return tn(
            "{count} point from {source}", "{count} points from {source}", amount, source=name
        )
    return t("{amount} from {source}", source=name, amount=amount_text(good, amount))


def nothing_to_trade(seat: Seat) -> Text:
    """Say that a trader has nothing to give."""
    return t(
        "{who} has no resources to trade, so {source} has no effect.",
        who=Who(seat),
        source=order_text(Order.TRADING),
    )


def traded(seat: Seat, give: Good, get: Good, amount: int) -> Text:
    """Say that a player trades."""
    return t(
        "{who} trades {given} for {taken}.",
        who=Who(seat),
        given=amount_text(give, 1),
        taken=amount_text(get, amount),
    )


def brought(seat: Seat, parts: tuple[Share, ...]) -> Text:
    """Say what orders and ideas brought a player; what came several times is added up."""
    told: dict[tuple[Order | Idea, Good | None], int] = {}
    for brings, good, amount in parts:
        told[brings, good] = told.get((brings, good), 0) + amount
    found = tuple(_share_text(*kind, amount) for kind, amount in told.items())
    return t("{who} collects {list}.", who=Who(seat), list=found)


def stole(seat: Seat, victim: Seat, good: Good, task: Task) -> Text:
    """Say that a player steals."""
    return t(
        "{who} steals {amount} from {victim} with {source}.",
        who=Who(seat),
        source=name_text(task.source),
        amount=amount_text(good, 1),
        victim=Who(victim),
    )


def no_victim(seat: Seat, task: Task) -> Text:
    """Say that nobody can be robbed."""
    return t(
        "{who} finds nobody to rob with {source}.", who=Who(seat), source=name_text(task.source)
    )


# Development and cleanup


def bought(seat: Seat, idea: Idea, pay: Goods, hidden: bool) -> Text:
    """Say that a player buys an idea."""
    name, paid = idea_text(idea), goods_text(pay)
    if hidden:
        return t(
            "{who} buys {idea} from the top of the deck for {pay}.",
            who=Who(seat),
            idea=name,
            pay=paid,
        )
    return t("{who} buys {idea} for {pay}.", who=Who(seat), idea=name, pay=paid)


def swapped(seat: Seat, give: Good, get: Good) -> Text:
    """Say that a player uses the Market."""
    return t(
        "{who} exchanges {given} for {taken} with the {source}.",
        who=Who(seat),
        source=idea_text(Idea.MARKET),
        given=amount_text(give, 1),
        taken=amount_text(get, 1),
    )


def feasted(seat: Seat, food: int) -> Text:
    """Say that a player uses Hedonism."""
    return t(
        "{who} turns {given} into 1 point with {source}.",
        who=Who(seat),
        source=idea_text(Idea.HEDONISM),
        given=amount_text(Good.FOOD, food),
    )


def passed(seat: Seat, bought_any: bool) -> Text:
    """Say that a player ends their development."""
    if bought_any:
        return t("{who} buys nothing more.", who=Who(seat))
    return t("{who} buys nothing.", who=Who(seat))


def cannot_buy(seats: tuple[Seat, ...]) -> Text:
    """Say that players are skipped because they have nothing to decide."""
    return tn(
        "{who} can't buy anything.",
        "{who} can't buy anything.",
        len(seats),
        who=tuple(Who(seat) for seat in seats),
    )


def turned_up(idea: Idea) -> Text:
    """Say that an idea fills the gap of the track."""
    return t("New on the track: {idea}.", idea=idea_text(idea))


def dealt(ideas: tuple[Idea, ...]) -> Text:
    """Say which ideas lie on an empty track."""
    return t("On the track: {ideas}.", ideas=tuple(idea_text(idea) for idea in ideas))


def top_card(idea: Idea) -> Text:
    """Say to the owner of Fortune telling what the top card is."""
    return t("Only you know that the top card of the deck is {idea}.", idea=idea_text(idea))


def next_turn(variant: Variant, turn: int, helm: int) -> Text:
    """Say that the helm passes and a turn begins."""
    if owner_of(variant, helm) is None:
        return t("Turn {turn} begins, and the leader helm passes to the Cave Geeks.", turn=turn)
    who = tribe_text(variant, helm)
    return t("Turn {turn} begins, and the leader helm passes to {tribe}.", turn=turn, tribe=who)


def new_age(variant: Variant, turn: int, helm: int) -> Text:
    """Say that the helm passes and a turn and an age begin, with all orders back."""
    age = "I" * age_of(turn)
    if owner_of(variant, helm) is None:
        return t(
            "Turn {turn} and age {age} begin. Everybody takes back all their orders, and the "
            "leader helm passes to the Cave Geeks.",
            turn=turn,
            age=age,
        )
    return t(
        "Turn {turn} and age {age} begin. Everybody takes back all their orders, and the "
        "leader helm passes to {tribe}.",
        turn=turn,
        age=age,
        tribe=tribe_text(variant, helm),
    )


def over() -> Text:
    """Say that the last turn is over."""
    return t("The third age is over.")
