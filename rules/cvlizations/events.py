"""The sentences told about what happens; most are for everybody to read."""

from __future__ import annotations

from rules.cvlizations.agenda import Task
from rules.cvlizations.components import (
    GOOD_LABELS,
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
    """Return an order with its number, "Logging (2)"; Doubling has none.

    Its star would be read as Markdown.
    """
    card = ORDER_CARDS[order]
    if order not in NUMBERED:
        return t("{name}", name=card.name)
    return t("{name} ({number})", name=card.name, number=card.number)


def good_text(good: Good) -> Text:
    """Return the name of a resource: "food"."""
    return t("{name}", name=GOOD_LABELS[good].name)


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


def source(task: Task) -> Text:
    """Return what brings something: an idea, or the order itself."""
    return order_text(task.order) if task.idea is None else idea_text(task.idea)


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
            "The Cave Geeks give one open order, {order}, and one secret order.",
            order=order_text(up),
        )
    return t(
        "{tribe} gives one open order, {order}, and one secret order.",
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
        t("{tribe} {order}", tribe=tribe_text(variant, tribe), order=order_text(down))
        for tribe, down in secrets
    )
    return t("Secret orders: {list}.", list=shown)


def failed(orders: tuple[Order, ...]) -> Text:
    """Say that too many tribes chose these orders."""
    names = tuple(order_text(order) for order in orders)
    return t("Three or more tribes chose {orders}, so nothing happens there.", orders=names)


# Actions


def gained(task: Task, good: Good, amount: int) -> Text:
    """Say that a task brings resources from the supply."""
    return t("{amount} from {source}", source=source(task), amount=amount_text(good, amount))


def scored(task: Task) -> Text:
    """Say that a task brings happiness points."""
    return tn(
        "{count} point from {source}",
        "{count} points from {source}",
        task.amount,
        source=source(task),
    )


def nothing_to_trade() -> Text:
    """Say that a trader has nothing to give."""
    return t("nothing from {source} (nothing to give)", source=order_text(Order.TRADING))


def traded(give: Good, get: Good, amount: int) -> Text:
    """Say that a player trades."""
    return t(
        "{taken} for {given} from {source}",
        source=order_text(Order.TRADING),
        given=amount_text(give, 1),
        taken=amount_text(get, amount),
    )


def brought(seat: Seat, parts: tuple[Text, ...]) -> Text:
    """Say what orders and ideas brought a player, put together."""
    return t("{who} collects {list}.", who=Who(seat), list=parts)


def stole(seat: Seat, victim: Seat, good: Good, task: Task) -> Text:
    """Say that a player steals."""
    return t(
        "{who} steals {amount} from {victim} with {source}.",
        who=Who(seat),
        source=source(task),
        amount=amount_text(good, 1),
        victim=Who(victim),
    )


def no_victim(seat: Seat, task: Task) -> Text:
    """Say that nobody can be robbed."""
    return t("{who} finds nobody to rob with {source}.", who=Who(seat), source=source(task))


# Development and cleanup


def bought(seat: Seat, idea: Idea, pay: Goods, *, hidden: bool) -> Text:
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
    return t("{who} can't buy anything.", who=tuple(Who(seat) for seat in seats))


def turned_up(idea: Idea) -> Text:
    """Say that an idea fills the gap of the track."""
    return t("New on the track: {idea}.", idea=idea_text(idea))


def dealt(ideas: tuple[Idea, ...]) -> Text:
    """Say which ideas lie on an empty track."""
    return t("On the track: {ideas}.", ideas=tuple(idea_text(idea) for idea in ideas))


def top_card(idea: Idea) -> Text:
    """Say to the owner of Fortune telling what the top card is."""
    return t("Only you know that the top card of the deck is {idea}.", idea=idea_text(idea))


def income(idea: Idea, good: Good, amount: int) -> Text:
    """Say that an idea brings resources in the cleanup."""
    return t("{amount} from {source}", source=idea_text(idea), amount=amount_text(good, amount))


def next_turn(variant: Variant, turn: int, helm: int) -> Text:
    """Say that the helm passes and a turn begins."""
    who = tribe_text(variant, helm)
    return t("Turn {turn} begins, and the leader helm passes to {tribe}.", turn=turn, tribe=who)


def new_age(variant: Variant, turn: int, helm: int) -> Text:
    """Say that the helm passes and a turn and an age begin, with all orders back."""
    return t(
        "Turn {turn} and age {age} begin. Everybody takes back all their orders, and the "
        "leader helm passes to {tribe}.",
        turn=turn,
        age="I" * age_of(turn),
        tribe=tribe_text(variant, helm),
    )


def over() -> Text:
    """Say that the last turn is over."""
    return t("The third age is over.")
