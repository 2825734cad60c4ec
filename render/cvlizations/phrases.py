"""CVlizations in words: sentences on pictures, names of cards and stores."""

from __future__ import annotations

from typing import Final, NamedTuple

from render.cvlizations import pieces
from rules.cvlizations.components import (
    CAN_FAIL,
    GOOD_NAMES,
    GOODS,
    IDEAS,
    KIND_NAMES,
    NUMBERED,
    ORDER_CARDS,
    TURNS,
    Good,
    Goods,
    Idea,
    Level,
    Order,
    amount_text,
)
from rules.cvlizations.view import CvView, Offer, Phase, Reveal, Shopping, TribeView
from rules.text import Seat, Text, Who, t, tn

NO_EFFECT: Final = "–"
"""The text for a failed order, which brings nothing."""
CHANGED: Final = t("changed")
"""The tag of a tribe that the last move changed."""
_PHASES: Final = {
    Phase.ORDERS: t("orders"),
    Phase.ACTION: t("action"),
    Phase.DEVELOPMENT: t("development"),
    Phase.CLEANUP: t("cleanup"),
}


# Whose move it is


def asked(view: CvView) -> Text:
    """Return whose decision it is and what about, in a few words."""
    if view.phase is Phase.OVER:
        return _over(view)
    if view.drawing or not view.waiting:
        return t("Pieces are being drawn")
    if len(view.waiting) > 1:
        who = tuple(Who(seat) for seat in sorted(view.waiting))
        if view.phase is Phase.CLEANUP:
            return t("Taking resources: {who}", who=who)
        return t("Carrying out orders: {who}", who=who)
    seat = min(view.waiting)
    match view.phase:
        case Phase.ORDERS:
            return _gives(view, seat)
        case Phase.DEVELOPMENT:
            return t("{who} buys ideas", who=Who(seat))
        case Phase.CLEANUP:
            return t("{who} takes resources", who=Who(seat))
    task = view.tasks[seat]
    if task is None:
        return t("{who} carries out orders", who=Who(seat))
    if task.idea is not None:
        return t("{who} uses {idea}", who=Who(seat), idea=idea(task.idea))
    return t("{who} carries out {order}", who=Who(seat), order=order_name(task.order))


def buying(view: CvView) -> bool:
    """Return whether the viewer can buy ideas now if they can pay for them."""
    return _decides(view) and view.shopping is not None and view.shopping.left > 0


def choice(view: CvView) -> Text | None:
    """Return what the viewer has to choose now: "Thieving: steal 1 resource".

    It is None if others have to, and where `asked` says it all.
    """
    if not _decides(view):
        return None
    if view.phase is Phase.ORDERS:
        if view.placing_tribe != view.seat:
            return t("Your neutral tribe: one open order, one secret")
        return t("Give two orders: one open, one secret")
    if view.phase is Phase.CLEANUP:
        return t("Asceticism: take 2 resources of one kind")
    if view.shopping is not None and any(it.payments for it in view.offers) and buying(view):
        return _buys(view.shopping)
    return _chooses(view) if view.phase is Phase.ACTION else None


def yours(view: CvView) -> Text:
    """Return what the viewer has to choose now, or what the match waits for."""
    return choice(view) or asked(view)


def _decides(view: CvView) -> bool:
    return view.seat in view.waiting and not view.drawing


def _buys(it: Shopping) -> Text:
    if it.swapped:
        return t("Buy an idea, or undo the exchange")
    return tn("Buy an idea, or pass", "Buy up to {count} ideas, or pass", it.left)


def _chooses(view: CvView) -> Text | None:
    """Return what the viewer chooses when they carry out an order or use an idea."""
    task = view.tasks[view.seat]
    if task is None:
        return None
    supply = task.do == "take"  # which with two players Thieving does, too (C-THF-6)
    match None if supply else task.source:
        case Order.THIEVING if task.amount == 2:
            return t("Thieving: steal 1 resource from somebody else")
        case Order.THIEVING:
            return t("Thieving: steal 1 resource")
        case Idea.SWORD:
            return t("Sword: steal 1 more from a player you robbed")
        case Order.TRADING:
            return t("Trading: give 1 resource, take {amount} of another kind", amount=task.amount)
    name = order_name(task.order) if task.idea is None else idea(task.idea)
    return t("{source}: take 1 resource of your choice", source=name)


def many(view: CvView) -> Text:
    """Return how many players still have to choose, and what about."""
    count = len(view.waiting)
    if view.phase is Phase.CLEANUP:
        return tn("{count} player takes resources", "{count} players take resources", count)
    return tn("{count} player carries out orders", "{count} players carry out orders", count)


def _gives(view: CvView, seat: Seat) -> Text:
    if view.placing_tribe != seat:
        return t("{who} leads the neutral tribe", who=Who(seat))
    return t("{who} gives orders", who=Who(seat))


def winners(view: CvView) -> tuple[Seat, ...]:
    """Return who would win if the match ended now; several share the win."""
    keys = [(player.total, player.left) for player in view.players]
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))


def _over(view: CvView) -> Text:
    seats, totals = winners(view), [player.total for player in view.players]
    if len(seats) > 1:
        return t("The match is over: the win is shared")
    if totals.count(max(totals)) > 1:
        return t("{who} wins: more resources left", who=Who(seats[0]))
    return t("{who} wins the match", who=Who(seats[0]))


def when(view: CvView) -> Text:
    """Return age, turn and phase: "Age II, turn 4 of 9: orders"."""
    phase = _PHASES.get(view.phase)
    if phase is None:
        return t("Age {age}, turn {turn} of {turns}", age="I" * view.age, turn=view.turn,
                 turns=TURNS)  # fmt: skip
    return t(
        "Age {age}, turn {turn} of {turns}: {phase}",
        age="I" * view.age,
        turn=view.turn,
        turns=TURNS,
        phase=phase,
    )


# Tribes


def name(view: CvView, tribe: int) -> Text:
    """Return a tribe's name: its player, the Cave Geeks, or whose neutral tribe it is."""
    owner = view.tribes[tribe].owner
    if owner is None:
        return t("Cave Geeks")
    if owner != tribe:
        return t("{who}'s neutral tribe", who=Who(owner))
    return t("{who}", who=Who(owner))


def under(view: CvView, it: TribeView) -> Text | None:
    """Return what is told below a tribe's name: what it is, or whether it has bought."""
    if it.owner is not None and it.owner != it.tribe:
        return t("neutral tribe")
    if view.shopping is None or it.owner is None:
        return None
    if it.tribe in view.bought:
        return t("has bought")
    done = view.line[: view.line.index(view.shopping.seat)]
    return t("bought nothing") if it.tribe in done else None


def newest(view: CvView, seat: Seat) -> tuple[Idea, ...]:
    """Return the ideas a player bought in this development, or else the last."""
    count = view.buyers.count(seat)
    return view.players[seat].ideas[-count:] if count else ()


def rimmed(view: CvView, seat: Seat) -> tuple[Idea, ...]:
    """Return the ideas a player bought with the last move."""
    placed = view.phase is Phase.ORDERS and view.tribes[seat].placed
    later = placed or view.phase is Phase.ACTION
    return () if later or seat not in view.marked else newest(view, seat)


def lined(view: CvView) -> tuple[int, ...]:
    """Return the tribes from top to bottom: as they give orders, in the end by place."""
    if view.phase is not Phase.OVER:
        return view.placing
    ranked = sorted(view.players, key=lambda it: (-it.total, -it.left, it.seat))
    neutral = (tribe for tribe in view.placing if tribe >= view.seats)
    return (*(it.seat for it in ranked), *neutral)


def shielded(view: CvView, seat: Seat) -> bool:
    """Return whether Law protects a player from thieves now (C-IDEA-26)."""
    if not view.thieving or view.reveal is None or Idea.LAW not in view.players[seat].ideas:
        return False
    return any(theft.victim == seat for theft in view.reveal.thefts)


def token(tribe: TribeView) -> int:
    """Return the number of a tribe's token for `pieces.look`."""
    if tribe.owner is None:
        return pieces.WILD
    return tribe.owner if tribe.owner == tribe.tribe else pieces.NEUTRAL + tribe.owner


def letter(tribe: TribeView) -> str:
    """Return the letter on a tribe's token."""
    return pieces.look(token(tribe)).letter


class OrderPair(NamedTuple):
    """A tribe's orders this turn, each None if the viewer does not know it."""

    up: Order | None
    down: Order | None


def orders_of(view: CvView, tribe: int) -> OrderPair:
    """Return a tribe's orders this turn, even after they have gone back to its hand."""
    if view.reveal is not None and fresh(view):
        return OrderPair(*view.reveal.orders[tribe])
    return OrderPair(view.tribes[tribe].up, view.tribes[tribe].down)


def fresh(view: CvView) -> bool:
    """Return whether the last revealed orders are from the current turn."""
    return view.reveal is not None and view.reveal.turn == view.turn and (
        view.phase is not Phase.ORDERS
    )  # fmt: skip


# Orders


def order_name(order: Order) -> Text:
    """Return the name of an order: "Logging"."""
    return t("{name}", name=ORDER_CARDS[order].name)


def order(it: Order) -> Text:
    """Return an order with its number: "Logging (2)"; Doubling has none."""
    card = ORDER_CARDS[it]
    if it not in NUMBERED:
        return order_name(it)
    return t("{name} ({number})", name=card.name, number=card.number)


def amounts(order: Order) -> tuple[str, str, str]:
    """Return an order's amounts at level 1, 2 and 3+, two characters at most."""
    before = "×" if order is Order.DOUBLING else ""
    first, second, third = (f"{before}{n}" for n in ORDER_CARDS[order].amounts)
    return first, second, NO_EFFECT if order in CAN_FAIL else third


def level(count: int) -> Level:
    """Return an order's level, given how many tribes chose it; 0 if none did."""
    return min(count, 3)


def failed(order: Order, count: int) -> bool:
    """Return whether an order has no effect, given how many tribes chose it."""
    return count >= 3 and order in CAN_FAIL


def carried_out(view: CvView, it: Reveal, order: Order) -> bool:
    """Return whether a player chose an order; neutral tribes' orders only count."""
    return any(order in pair for pair in it.orders[: view.seats])


def brings(order: Order, level: Level) -> Text:
    """Return what an order brings at a level, in words."""
    if level == 3 and order in CAN_FAIL:
        return t("nothing")
    number = ORDER_CARDS[order].amount(level)
    match order:
        case Order.THIEVING:
            return t("steal {n}", n=number)
        case Order.LOGGING:
            return amount_text(Good.WOOD, number)
        case Order.HUNTING:
            return amount_text(Good.FOOD, number)
        case Order.QUARRYING:
            return amount_text(Good.STONE, number)
        case Order.CUNNING:
            return t("any {n}", n=number)
        case Order.SLACKING:
            return points(number)
        case Order.TRADING:
            return t("give 1, take {n}", n=number)
    return t("other order ×{n}", n=number)


# Resources and ideas


def lack(view: CvView, it: Offer) -> tuple[tuple[int, tuple[Good, ...]], ...]:
    """Return what the viewer lacks for an idea, and of which kinds each may be.

    An idea that costs less than is printed can be paid in several ways. Nothing is lacking if
    they can pay.
    """
    if it.payments:
        return ()
    cost, store = IDEAS[it.idea].cost, view.players[view.seat].goods
    short = [(cost.of(good) - store.of(good), good) for good in GOODS]
    missing = [(number, (good,)) for number, good in short if number > 0]
    number = it.price - sum(map(min, store, cost))
    if number == sum(each for each, _ in missing):
        return tuple(missing)
    return ((number, tuple(good for _, (good,) in missing)),)


def lacking(lacks: tuple[tuple[int, tuple[Good, ...]], ...]) -> Text:
    """Return missing resources in words: "1 wood", or "2 of these: wood, stone"."""
    found = []
    for number, kinds in lacks:
        if len(kinds) == 1:
            found.append(amount_text(kinds[0], number))
            continue
        names = tuple(t("{name}", name=GOOD_NAMES[good]) for good in kinds)
        found.append(t("{count} of these: {goods}", count=number, goods=names))
    return t("{list}", list=tuple(found))


def goods(it: Goods) -> Text:
    """Return resources in words: "2 food, 1 stone"; "nothing" if there are none."""
    found = tuple(amount_text(good, it.of(good)) for good in GOODS if it.of(good))
    return t("{list}", list=found) if found else t("nothing")


def points(number: int) -> Text:
    """Return a number of happiness points in words."""
    return tn("{count} point", "{count} points", number)


def idea(it: Idea) -> Text:
    """Return the name of an idea."""
    return t("{name}", name=IDEAS[it].name)


def card(it: Idea) -> Text:
    """Return everything printed on an idea, in one line."""
    shown = IDEAS[it]
    return t(
        "{number} {name} ({kind}, {points}), costs {cost}: {effect}",
        number=shown.number,
        name=shown.name,
        kind=KIND_NAMES[shown.kind],
        points=points(shown.points),
        cost=goods(shown.cost),
        effect=shown.effect,
    )
