"""One player's own picture: their orders, their secret, what they could buy."""

from __future__ import annotations

from typing import NamedTuple

from render.cvlizations import board, heading, icons, layout, offer, panels, phrases, pieces, text
from render.cvlizations import theme as th
from render.i18n import Lang, Names
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.picture import Picture
from render.speech import Speech, brief
from rules.cvlizations.components import IDEAS, ORDERS, Idea, Order
from rules.cvlizations.view import CvView, Offer, Phase, TribeView
from rules.text import Text, t, tn


class Card(NamedTuple):
    """An order card in hand.

    Attributes:
        order: Which.
        name: Its name.
        levels: What it brings at level 1, 2 and 3+.
        ready: It can still be given this age.
        given: How it was given this turn: "open", "secret" or "".
        used: The note on one that cannot be given any more.
    """

    order: Order
    name: str
    levels: tuple[str, str, str]
    ready: bool
    given: str
    used: str


class Ware(NamedTuple):
    """An idea that could be bought.

    Attributes:
        idea: Which.
        name: Its name.
        effect: What it does.
        price: What it costs the viewer, in words.
        able: The viewer can pay for it now.
        note: Says that only the viewer has seen it; else "".
    """

    idea: Idea
    name: str
    effect: str
    price: str
    able: bool
    note: str


def picture(press: Press, view: CvView, names: Names, lang: Lang) -> Picture | None:
    """Return what the viewer needs to decide.

    It is None for a watcher, before the set-up and after the end.
    """
    if view.seat < 0 or view.phase in (Phase.SETUP, Phase.OVER):
        return None
    say = Speech(names, lang)
    first, other = _tribes(view)
    boxes = layout.hand(len(view.offers), other is not None)
    sheet = press.sheet(layout.hand_height(other is not None))
    head, waited = boxes["head"], tuple(sorted(view.waiting))
    sentence = board.asked(view, say, head.w - heading.before(len(waited)) - heading.AFTER)
    sheet.put(head, heading.head, waited, sentence, say(phrases.when(view)))
    player = view.players[view.seat]
    owned = panels.Owned(player.goods, player.points, player.total)
    name = say(_whose(view, first))
    sheet.put(boxes["store"], store, owned, name, phrases.token(first), view.seat)
    for order in ORDERS:
        sheet.put(boxes[f"order{order.place}"], card, _card(view, first, order, say))
    if other is not None:
        ready = tuple((order, order in other.hand) for order in ORDERS)
        whose = say(_whose(view, other))
        sheet.put(boxes["other"], second, phrases.token(other), whose, ready, _pair(view, other))
    for n, shown in enumerate(view.offers):
        sheet.put(boxes[f"offer{n}"], ware, _ware(view, shown, say))
    alt = brief(" ".join(map(say, _short(view))))
    return Picture(sheet.png(), alt, "\n".join(map(say, hand_lines(view))))


def _tribes(view: CvView) -> tuple[TribeView, TribeView | None]:
    """Return the viewer's tribe to be shown large, and their other one or None."""
    own = [tribe for tribe in view.tribes if tribe.owner == view.seat]
    placing = view.placing_tribe
    own.sort(key=lambda tribe: (tribe.tribe != placing, tribe.tribe))
    return own[0], own[1] if len(own) > 1 else None


def _whose(view: CvView, it: TribeView) -> Text:
    return t("Your neutral tribe") if it.tribe != view.seat else t("Your tribe")


def _pair(view: CvView, it: TribeView) -> tuple[Order, ...]:
    """Return the orders that a tribe has given this turn."""
    return tuple(order for order in phrases.orders_of(view, it.tribe) if order is not None)


def _card(view: CvView, it: TribeView, order: Order, say: Speech) -> Card:
    up, down = phrases.orders_of(view, it.tribe)
    given = say(t("open")) if order is up else say(t("secret")) if order is down else ""
    first, second, more = (say(phrases.brings(order, level)) for level in (1, 2, 3))
    name, used = say(phrases.order_name(order)), say(t("used"))
    return Card(order, name, (first, second, more), order in it.hand, given, used)


def _ware(view: CvView, offer: Offer, say: Speech) -> Ware:
    it = IDEAS[offer.idea]
    price = t("costs you {count}", count=offer.price)
    if not offer.payments:
        usable = sum(map(min, view.players[view.seat].goods, it.cost))
        lacking = max(1, offer.price - usable)
        price = tn("{count} resource short", "{count} resources short", lacking)
    note = say(t("top of the deck")) if offer.hidden else ""
    name, effect = say.name(it.name), say.name(it.effect)
    return Ware(offer.idea, name, effect, say(price), bool(offer.payments), note)


def store(w: int, h: int, it: panels.Owned, name: str, token: int, seat: int) -> Canvas:
    """Paint whose orders are shown, and on the right the viewer's store and points."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 12, th.BONE)
    art.stamp(pieces.chip(token, 52), 12, h // 2 - 26)
    if token != seat:
        art.stamp(pieces.chip(seat, 52), w - 622, h // 2 - 26)
    room = Box(78, 0, w - 78 - 630, h)
    art.label(room, name, words.largest(name, words.bold(38), room.w, 26), th.INK, "left")
    line = panels.goods(540, 62, it, False)
    art.put(line.image, w - 550, (h - 54) // 2)
    return art


def card(w: int, h: int, it: Card) -> Canvas:
    """Paint an order card with what its levels bring; pale if it was used."""
    art = Canvas(w, h, th.CAVE)
    fill = th.ORDER[it.order] if it.ready or it.given else th.FADED
    art.plate(art.box, 14, th.GOLD if it.given else fill)
    art.plate(art.box.inset(6 if it.given else 4), 10, th.PAPER if it.ready else th.BONE)
    ink = th.INK if it.ready or it.given else th.SOFT
    art.stamp(pieces.order(it.order, 88, 76, not (it.ready or it.given)), 12, 12)
    name = Box(110, 10, w - 122, 44)
    font = words.largest(it.name, words.bold(34), name.w, 24)
    art.label(name, it.name, font, ink, "left")
    if it.given:
        tag = Box(110, 56, w - 122, 34)
        art.label(tag, it.given, words.bold(28), th.BRONZE, "left")
    elif not it.ready:
        art.label(Box(110, 56, w - 122, 34), it.used, words.text(28), th.SOFT, "left")
    for level, (box, line) in enumerate(
        zip(Box(14, 96, w - 28, h - 106).rows(3, 2), it.levels, strict=True), 1
    ):
        art.stamp(icons.tribes(level, 28, ink), box.x, box.cy - 14)
        room = box.after(58)
        font = words.largest(line, words.text(30), room.w, 22)
        art.label(room, line, font, ink, "left")
    return art


def second(
    w: int, h: int, token: int, name: str, orders: tuple[tuple[Order, bool], ...],
    given: tuple[Order, ...],
) -> Canvas:  # fmt: skip
    """Paint the orders of the viewer's other tribe, small."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 12, th.BONE)
    art.stamp(pieces.chip(token, 52), 12, h // 2 - 26)
    room = Box(78, 0, w - 78 - 8 * 86 - 8, h)
    art.label(room, name, words.largest(name, words.bold(34), room.w, 24), th.INK, "left")
    for n, (order, ready) in enumerate(orders):
        box = Box(w - 8 * 86 - 4 + n * 86, 8, 80, h - 16)
        if order in given:
            art.plate(Box(box.x - 4, box.y - 4, box.w + 8, box.h + 8), 12, th.MARK)
        art.stamp(pieces.order(order, box.w, box.h, not ready and order not in given), box.x, box.y)
    return art


def ware(w: int, h: int, it: Ware) -> Canvas:
    """Paint an idea on offer: ticked if the viewer can pay, else what is missing."""
    art = Canvas(w, h, th.CAVE)
    shown = IDEAS[it.idea]
    fill, ink = th.KIND[shown.kind], th.KIND_INK[shown.kind]
    art.plate(art.box, 12, fill)
    art.plate(Box(4, 58, w - 8, h - 62), 9, th.PAPER)
    art.fill(Box(4, 58, w - 8, 12), th.PAPER)
    art.stamp(icons.kind(shown.kind, 38, ink, fill), 8, 10)
    name = Box(52, 4, w - 58, 52)
    font = words.largest(it.name, words.bold(32), name.w, words.DETAIL_PX)
    art.label(name, it.name, font, ink, "left")
    room = Box(12, 66, w - 24, h - 76)
    offer.cost(art, room.top(42), shown.cost, 34)
    badge = 62
    art.stamp(pieces.points(shown.points, badge), room.right - badge, room.bottom - badge)
    effect = Box(room.x, room.y + 46, room.w, room.h - 46 - badge - 4)
    if it.note:
        font = words.largest(it.note, words.bold(24), room.w, words.DETAIL_PX)
        art.label(effect.top(28), it.note, font, th.BRONZE, "left")
        effect = effect.below(28)
    offer.paragraph(art, effect, it.effect, 24, th.INK)
    place = Box(room.x, room.bottom - badge, room.w - badge - 8, badge)
    if it.able:
        art.disc(place.x + 18, place.cy, 36, th.DONE)
        art.stamp_at(marks.check(22, th.WHITE), place.x + 18, place.cy)
        place = place.after(42)
    font, ink = words.text(25), th.DONE if it.able else th.SOFT
    if words.width(it.price, font) <= place.w:
        art.label(place, it.price, font, ink, "left")
    else:
        offer.paragraph(art, place.inset(0, 2), it.price, font.px, ink)
    return art


def _short(view: CvView) -> list[Text]:
    """Return the hand in short, for people who cannot see the picture."""
    lines = [t("{sentence}.", sentence=phrases.asked(view)), t("{turn}.", turn=phrases.when(view))]
    for it in (tribe for tribe in view.tribes if tribe.owner == view.seat):
        left = tuple(map(phrases.order_name, it.hand)) or (phrases.NO_EFFECT,)
        lines.append(t("{tribe}: {orders}.", tribe=_whose(view, it), orders=left))
    lines.append(t("Store: {goods}.", goods=phrases.goods(view.players[view.seat].goods)))
    able = tuple(phrases.idea(offer.idea) for offer in view.offers if offer.payments)
    if able:
        lines.append(t("You can afford: {ideas}.", ideas=able))
    return lines


def hand_lines(view: CvView) -> list[Text]:
    """Return the hand as lines of text."""
    lines = [t("{sentence}.", sentence=phrases.asked(view)), t("{turn}.", turn=phrases.when(view))]
    for it in (tribe for tribe in view.tribes if tribe.owner == view.seat):
        lines.append(t("{tribe}:", tribe=_whose(view, it)))
        lines.append(text.orders_text(phrases.orders_of(view, it.tribe)))
        lines += [_effects(order) for order in it.hand]
    lines += text.player(view.players[view.seat])
    lines += [_offered(offer) for offer in view.offers]
    return lines


def _effects(order: Order) -> Text:
    first, second_, more = (phrases.brings(order, level) for level in (1, 2, 3))
    return t(
        "{order}: 1 tribe {first}, 2 tribes {second}, 3 or more {more}",
        order=phrases.order_name(order),
        first=first,
        second=second_,
        more=more,
    )


def _offered(offer: Offer) -> Text:
    shown = phrases.card(offer.idea)
    if offer.hidden:
        shown = t("Top of the deck, for your eyes only: {card}", card=shown)
    if offer.payments:
        return t(
            "{card} It costs you {price}, and you can afford it.", card=shown, price=offer.price
        )
    return t("{card} It costs you {price}, but you can't afford it.", card=shown, price=offer.price)
