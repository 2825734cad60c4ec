"""The board of CVlizations as text: complete, and in short as alternative text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from render.cvlizations import phrases
from render.i18n import Lang, Names
from render.picture import MAX_ALT
from render.speech import Speech, brief, short_names
from rules.cvlizations.components import GOODS, IDEAS, ORDERS, Idea, Order, amount_text
from rules.cvlizations.view import CvView, Gain, Phase, PlayerView, Reveal, TribeView
from rules.text import Param, Seat, Text, Who, t, tn

ALT_NAME = 12
"""The most characters of a name in an alternative text that is too long otherwise."""


def alternative(view: CvView, names: Names, lang: Lang) -> str:
    """Return the board in short, within `render.picture.MAX_ALT` characters.

    It tells what the ideas on offer do if there is room for that; names are cut only if there is
    no room for them otherwise.
    """
    cut = short_names(names, ALT_NAME)
    for called, told in ((names, True), (names, False), (cut, True), (cut, False)):
        found = " ".join(map(Speech(called, lang), _alternative(view, told)))
        if len(found) <= MAX_ALT:
            break
    return brief(found)


def _alternative(view: CvView, told: bool) -> Iterator[Text]:
    yield t("{sentence}.", sentence=phrases.asked(view))
    yield t("{turn}.", turn=phrases.when(view))
    yield from _last(view)
    yield t("{tribe} has the leader helm.", tribe=phrases.name(view, view.helm))
    yield from _done_buying(view)
    for number in phrases.lined(view):
        yield _short(view, view.tribes[number])
    if offers := tuple(_on_offer(it, told) for it in view.track if it is not None):
        yield t("On offer (food/wood/stone, points): {ideas}.", ideas=offers)


def _last(view: CvView) -> Iterator[Text]:
    """Yield which tribes the last move changed, if any."""
    if view.marked:
        changed = tuple(phrases.name(view, number) for number in view.marked)
        yield t("Last changed: {where}.", where=changed)


def _on_offer(it: Idea, told: bool) -> Text:
    card = IDEAS[it]
    if told:
        return t("{name} {cost} {points} ({effect})", name=card.name, cost=str(card.cost),
                 points=card.points, effect=card.effect)  # fmt: skip
    return t("{name} {cost} {points}", name=card.name, cost=str(card.cost), points=card.points)


def _short(view: CvView, it: TribeView) -> Text:
    given = phrases.orders_of(view, it.tribe)
    orders: Text | str = t("{list}", list=_orders(given)) if given.up is not None else "–"
    if it.tribe >= view.seats:
        return t("{tribe}: {orders}.", tribe=phrases.name(view, it.tribe), orders=orders)
    player = view.players[it.tribe]
    return t(
        "{who} ({letter}): {orders}; {goods}, {points}, {ideas}.",
        who=Who(it.tribe),
        letter=phrases.letter(it),
        orders=orders,
        goods=str(player.goods),
        points=phrases.points(player.total),
        ideas=tn("{count} idea", "{count} ideas", len(player.ideas)),
    )


def _orders(given: phrases.OrderPair) -> tuple[Param, ...]:
    secret: Param = t("secret") if given.down is None else phrases.order_name(given.down)
    return (phrases.order_name(given.up), secret) if given.up is not None else ()


def board(view: CvView, names: Names, lang: Lang) -> str:
    """Return everything on the board as lines of text, without Markdown."""
    say = Speech(names, lang)
    lines = [*map(say, _head(view)), "", *map(say, track(view))]
    if view.reveal is not None:
        lines += ["", *map(say, reveal(view, view.reveal))]
    for number in phrases.lined(view):
        lines += ["", *map(say, tribe(view, view.tribes[number]))]
    for last in _last(view):
        lines += ["", say(last)]
    return "\n".join(lines)


def _head(view: CvView) -> Iterator[Text]:
    yield t("{sentence}.", sentence=phrases.asked(view))
    yield t("{turn}.", turn=phrases.when(view))
    yield t("{tribe} has the leader helm.", tribe=phrases.name(view, view.helm))
    order = tuple(phrases.name(view, number) for number in view.placing)
    yield t("Tribes give orders in this sequence: {tribes}.", tribes=order)
    if view.shopping is not None and view.shopping.left:
        yield tn(
            "{who} can buy {count} more idea.",
            "{who} can buy {count} more ideas.",
            view.shopping.left,
            who=Who(view.shopping.seat),
        )
    yield from _done_buying(view)
    yield from _law_used(view)


def _law_used(view: CvView) -> Iterator[Text]:
    """Yield to thieves that Law protects its owner now (C-IDEA-26)."""
    for seat in range(view.seats):
        if phrases.shielded(view, seat):
            yield t("{who} owns Law and has already been robbed this turn.", who=Who(seat))


def _done_buying(view: CvView) -> Iterator[Text]:
    """Yield the newest ideas, and who has finished buying with one and without."""
    new = tuple(
        t("{idea} ({who})", idea=IDEAS[idea].name, who=Who(seat))
        for seat in view.line
        for idea in phrases.newest(view, seat)
    )
    if new:
        yield t("New ideas: {ideas}.", ideas=new)
    if view.shopping is None:
        return
    done = view.line[: view.line.index(view.shopping.seat)]
    bought = tuple(Who(seat) for seat in done if seat in view.bought)
    passed = tuple(Who(seat) for seat in done if seat not in view.bought)
    if bought:
        yield t("Players who bought an idea this turn: {who}.", who=bought)
    if passed:
        yield t("Players who bought nothing this turn: {who}.", who=passed)


def track(view: CvView) -> Iterator[Text]:
    """Yield what is on offer, and what is left in the decks."""
    yield t("Ideas on offer:")
    for idea in view.track:
        yield phrases.card(idea) if idea is not None else t("empty space")
    yield from decks(view)


def decks(view: CvView) -> Iterator[Text]:
    """Yield how many cards are left in the decks."""
    yield tn("{count} card in the deck.", "{count} cards in the deck.", view.deck_left)
    if view.next_deck:
        yield tn(
            "{count} card in the age III deck.",
            "{count} cards in the age III deck.",
            view.next_deck,
        )


def reveal(view: CvView, it: Reveal) -> Iterator[Text]:
    """Yield who chose which order in a turn, and what that brought each player."""
    yield t("Orders revealed in turn {turn}:", turn=it.turn)
    for order in ORDERS:
        count = it.counts[order.place]
        if count:
            yield _chosen(view, it, order, count)
    for seat in gainers(view, it):
        yield t("{who}: {list}", who=Who(seat), list=brought(it, seat) or (t("nothing"),))


def gainers(view: CvView, it: Reveal) -> tuple[Seat, ...]:
    """Return the players whose gains are told: those who have some, if more may come."""
    if view.phase is not Phase.ACTION:
        return it.line
    return tuple(seat for seat in it.line if brought(it, seat))


def _chosen(view: CvView, it: Reveal, order: Order, count: int) -> Text:
    tribes = tuple(
        phrases.name(view, number) for number, pair in enumerate(it.orders) if order in pair
    )
    shown = t("{order}: {tribes}", order=phrases.order_name(order), tribes=tribes)
    if not phrases.carried_out(view, it, order):
        return shown
    if phrases.failed(order, count):
        return t("{shown} – no effect", shown=shown)
    return t("{shown} – {effect}", shown=shown, effect=phrases.brings(order, phrases.level(count)))


def brought(it: Reveal, seat: Seat) -> tuple[Text, ...]:
    """Return what the last revealed orders brought a player, and what they lost."""
    gain: Gain = it.gains[seat]
    found = [
        t("{sign}{amount}", sign="+" if gain.goods.of(good) > 0 else "",
          amount=amount_text(good, gain.goods.of(good)))
        for good in GOODS if gain.goods.of(good)
    ]  # fmt: skip
    if gain.points:
        found.append(t("{sign}{amount}", sign="+", amount=phrases.points(gain.points)))
    for theft in it.thefts:
        one = amount_text(theft.good, 1)
        if theft.thief == seat:
            found.append(t("{amount} stolen from {who}", amount=one, who=Who(theft.victim)))
        if theft.victim == seat:
            found.append(t("{amount} stolen by {who}", amount=one, who=Who(theft.thief)))
    return tuple(found)


def tribe(view: CvView, it: TribeView) -> Iterator[Text]:
    """Yield all about a tribe: its orders and, if a player's, store, points and ideas."""
    title = t("{tribe} ({letter})", tribe=phrases.name(view, it.tribe), letter=phrases.letter(it))
    yield t("{tribe}, with the leader helm", tribe=title) if view.helm == it.tribe else title
    yield orders_text(phrases.orders_of(view, it.tribe))
    left: Iterable[Param] = tuple(map(phrases.order_name, it.hand)) or ("–",)
    hidden = view.phase is Phase.ORDERS and it.placed and it.down is None
    if hidden:
        yield t("Orders left this age, including the secret one: {list}", list=tuple(left))
    else:
        yield t("Orders left this age: {list}", list=tuple(left))
    if it.tribe < view.seats:
        yield from player(view.players[it.tribe])


def orders_text(it: phrases.OrderPair) -> Text:
    """Return which orders a tribe has given."""
    if it.up is None:
        return t("No orders yet this turn")
    if it.down is None:
        return t("Open order {up}, secret order hidden", up=phrases.order_name(it.up))
    return t(
        "Open order {up}, secret order {down}",
        up=phrases.order_name(it.up),
        down=phrases.order_name(it.down),
    )


def player(it: PlayerView) -> Iterator[Text]:
    """Yield a player's store, points and ideas."""
    yield t("Store: {goods}", goods=phrases.goods(it.goods))
    yield t(
        "Points gained: {points}; printed on ideas: {printed}; total if the match ended now: "
        "{total}",
        points=it.points,
        printed=it.printed,
        total=it.total,
    )
    if not it.ideas:
        yield t("No ideas yet")
        return
    named = tuple(
        t("{number} {name}", number=IDEAS[idea].number, name=IDEAS[idea].name) for idea in it.ideas
    )
    yield t("Ideas: {list}", list=named)
