"""One player's own picture: their orders, their secret, what they could buy."""

from __future__ import annotations

from typing import NamedTuple

from render.cvlizations import board, heading, icons, layout, offer, panels, phrases, pieces, text
from render.cvlizations import theme as th
from render.cvlizations.parts import owned
from render.cvlizations.parts.owned import Chip
from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.picture import Picture
from render.speech import Speech, brief
from rules.cvlizations.components import GOODS, IDEAS, ORDERS, Good, Goods, Order
from rules.cvlizations.view import CvView, Offer, Phase, TribeView
from rules.text import Seat, Text, t


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


class TribeOrders(NamedTuple):
    """The orders of a tribe in a row.

    Attributes:
        token: Its token, see `pieces.look`.
        name: What it is called.
        hand: The orders it can still give this age.
        up: Its open order of this turn, or None.
        down: Its secret one, or None.
    """

    token: int
    name: str
    hand: tuple[Order, ...]
    up: Order | None
    down: Order | None


def has_hand(view: CvView) -> bool:
    """Return whether there is a picture of what the viewer needs to decide."""
    return view.seat >= 0 and view.phase not in (Phase.SETUP, Phase.OVER)


def picture(press: Press, view: CvView, names: Names, lang: Lang) -> Picture | None:
    """Return what the viewer needs to decide.

    It is None for a watcher, before the set-up and after the end.
    """
    if not has_hand(view):
        return None
    say = Speech(names, lang)
    tribes, rivals = _tribes(view), _rivals(view)
    giving = view.phase is Phase.ORDERS
    player = view.players[view.seat]
    room = layout.Hand(giving, len(tribes), len(view.offers), len(rivals), len(player.ideas))
    boxes = layout.hand(room)
    sheet = press.sheet(boxes["page"].h)
    head, waited = boxes["head"], tuple(sorted(view.waiting))
    sentence = board.asked(view, say, head.w - heading.before(len(waited)) - heading.AFTER)
    if choice := phrases.choice(view):
        waited, sentence = (view.seat,), say(choice)
    sheet.put(head, heading.head, waited, sentence, say(phrases.when(view)))
    goods = panels.Owned(player.goods, player.points, player.total)
    first = tribes[0]
    sheet.put(
        boxes["store"], store, goods, say(_whose(view, first)), phrases.token(first), view.seat
    )
    if player.ideas:
        sheet.put(boxes["ideas"], ideas, say(t("Your ideas")), board.chips(view, player, say))
    if giving:
        for order in ORDERS:
            sheet.put(boxes[f"order{order.place}"], card, _card(view, first, order, say))
    for n, it in enumerate(tribes):
        if f"tribe{n}" in boxes:
            sheet.put(boxes[f"tribe{n}"], second, _row(view, it, say))
    for n, shown in enumerate(view.offers):
        painter = ware if giving or rivals else offer.idea
        sheet.put(boxes[f"offer{n}"], painter, offered(view, shown, say))
    for n, seat in enumerate(rivals):
        kinds = tuple(good for victim, good in view.victims if victim == seat)
        sheet.put(boxes[f"rival{n}"], rival, seat, say.names[seat], view.players[seat].goods, kinds)
    alt = brief(" ".join(map(say, _short(view))))
    return Picture(sheet.png(), alt, "\n".join(map(say, hand_lines(view))))


def _rivals(view: CvView) -> tuple[Seat, ...]:
    """Return whom the viewer can rob now, in seat order."""
    task = view.tasks[view.seat]
    if view.seat not in view.waiting or task is None or task.order is not Order.THIEVING:
        return ()
    return tuple(sorted({victim for victim, _ in view.victims}))


def _tribes(view: CvView) -> list[TribeView]:
    """Return the viewer's tribes, first the one that gives orders now."""
    own = [tribe for tribe in view.tribes if tribe.owner == view.seat]
    placing = view.placing_tribe
    return sorted(own, key=lambda tribe: (tribe.tribe != placing, tribe.tribe))


def _whose(view: CvView, it: TribeView) -> Text:
    return t("Your neutral tribe") if it.tribe != view.seat else t("Your tribe")


def _card(view: CvView, it: TribeView, order: Order, say: Speech) -> Card:
    up, down = phrases.orders_of(view, it.tribe)
    given = say(t("open")) if order is up else say(t("secret")) if order is down else ""
    first, second, more = (say(phrases.brings(order, level)) for level in (1, 2, 3))
    name, used = say(phrases.order_name(order)), say(t("used"))
    return Card(order, name, (first, second, more), order in it.hand, given, used)


def _row(view: CvView, it: TribeView, say: Speech) -> TribeOrders:
    up, down = phrases.orders_of(view, it.tribe)
    own = it.tribe == view.seat and view.phase is not Phase.ORDERS
    name = t("Your orders") if own else _whose(view, it)
    return TribeOrders(phrases.token(it), say(name), it.hand, up, down)


def offered(view: CvView, it: Offer, say: Speech) -> offer.Card:
    """Return an idea on offer with what it costs the viewer, or what is missing."""
    idea, lack = IDEAS[it.idea], phrases.lack(view, it)
    now, price = phrases.buying(view), it.price
    cost = t("costs you {count}", count=price) if now else t("you can pay {count}", count=price)
    said = say(t("missing") if lack else cost)
    note = say(t("top of the deck")) if it.hidden else ""
    name, effect = say.name(idea.name), say.name(idea.effect)
    shown = offer.Price(said, lack, note, not lack and now)
    return offer.Card(it.idea, name, effect, not lack, shown)


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


def ideas(w: int, h: int, name: str, held: tuple[Chip, ...]) -> Canvas:
    """Paint the ideas that the viewer owns."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 12, th.BONE)
    room = Box(14, 0, 190, h)
    art.label(room, name, words.largest(name, words.bold(32), room.w, 24), th.INK, "left")
    rest = Box(216, 10, w - 224, h - 18)
    chips = owned.ideas(rest.w, rest.h, held, False)
    art.put(chips.image, rest.x, rest.y)
    return art


def card(w: int, h: int, it: Card) -> Canvas:
    """Paint an order card with what its levels bring; pale if it was used."""
    art = Canvas(w, h, th.CAVE)
    fill = th.ORDER[it.order] if it.ready else th.FADED
    art.plate(art.box, 14, th.GOLD if it.given else fill)
    art.plate(art.box.inset(6 if it.given else 4), 10, th.PAPER if it.ready else th.BONE)
    ink = th.INK if it.ready or it.given else th.SOFT
    art.stamp(pieces.order(it.order, 88, 76, not it.ready), 12, 12)
    name = Box(108, 10, w - 118, 44)
    font = words.largest(it.name, words.bold(36), name.w, 24)
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
        font = words.largest(line, words.text(34), room.w, 24)
        art.label(room, line, font, ink, "left")
    return art


def second(w: int, h: int, it: TribeOrders) -> Canvas:
    """Paint the orders of a tribe in a row; those it has given are framed."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 12, th.BONE)
    art.stamp(pieces.chip(it.token, 52), 12, h // 2 - 26)
    room = Box(78, 0, w - 78 - 8 * 86 - 8, h)
    art.label(room, it.name, words.largest(it.name, words.bold(36), room.w, 24), th.INK, "left")
    for n, order in enumerate(ORDERS):
        box = Box(w - 8 * 86 - 4 + n * 86, 8, 80, h - 16)
        if order in (it.up, it.down):
            given(art, box)
            box = box.inset(5)
        art.stamp(pieces.order(order, box.w, box.h, order not in it.hand, 16), box.x, box.y)
        if order is it.down:
            panels.secret(art, box.x + 18, box.bottom - 18, 30)
    return art


def given(art: Canvas, box: Box) -> None:
    """Put the frame of an order of this turn, golden as on the cards in hand."""
    art.plate(box.inset(-2), 13, th.INK)
    art.plate(box, 11, th.GOLD)


def rival(w: int, h: int, seat: int, name: str, goods: Goods, kinds: tuple[Good, ...]) -> Canvas:
    """Paint somebody who can be robbed: their store, and what can be taken framed."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 12, th.PAPER)
    art.stamp(pieces.chip(seat, 52), 12, h // 2 - 26)
    wide = 100
    room = Box(74, 0, w - 74 - 3 * wide - 8, h)
    art.label(room, name, words.largest(name, words.bold(36), room.w, 28), th.INK, "left")
    for n, good in enumerate(GOODS):
        box = Box(w - (3 - n) * wide - 4, 8, wide - 6, h - 16)
        ink = th.PITCH if good in kinds else th.INK
        if good in kinds:
            art.plate(box, 10, th.GOLD)
        art.stamp(icons.good(good, 42), box.x + 4, box.cy - 21)
        font = words.largest(str(goods.of(good)), words.bold(36), box.w - 52, 24)
        art.label(box.after(50), str(goods.of(good)), font, ink, "left")
    return art


def _title(art: Canvas, room: Box, name: str, ink: str) -> None:
    """Write a name on one line, or smaller on two."""
    font = words.largest(name, words.bold(34), room.w, words.DETAIL_PX)
    if words.width(name, font) <= room.w:
        art.label(room, name, font, ink, "left")
        return
    lines = words.wrap(name, font, room.w, 2)
    for line, box in zip(lines, room.rows(2), strict=False):
        art.label(box, line, font, ink, "left")


def ware(w: int, h: int, it: offer.Card) -> Canvas:
    """Paint a narrow idea on offer: ticked if it can be paid, else what is missing."""
    art = Canvas(w, h, th.CAVE)
    shown = IDEAS[it.idea]
    fill, ink = th.KIND[shown.kind], th.KIND_INK[shown.kind]
    art.plate(art.box, 12, fill)
    art.plate(Box(4, 58, w - 8, h - 62), 9, th.PAPER)
    art.fill(Box(4, 58, w - 8, 12), th.PAPER)
    art.stamp(icons.kind(shown.kind, 38, ink, fill), 8, 10)
    _title(art, Box(52, 4, w - 62, 52), it.name, ink)
    room, badge = Box(12, 66, w - 24, h - 76), 66
    size, gap = (36, 12) if w > 260 else (25, 6)
    offer.cost(art, room.top(46), shown.cost, size, gap)
    art.stamp(pieces.points(shown.points, badge), room.right - badge + 4, room.y - 4)
    low = room.below(60)
    if it.price is not None:
        offer.price(art, Box(low.x, low.bottom - 40, low.w, 40), it.price._replace(note=""))
        low = low.top(low.h - 44)
        if it.price.note:
            font = words.largest(it.price.note, words.bold(26), low.w, words.DETAIL_PX)
            art.label(low.top(30), it.price.note, font, th.BRONZE, "left")
            low = low.below(30)
    offer.paragraph(art, low, it.effect, 29, th.INK)
    return art


def _short(view: CvView) -> list[Text]:
    """Return the hand in short, for people who cannot see the picture."""
    lines = [t("{sentence}.", sentence=phrases.yours(view)), t("{turn}.", turn=phrases.when(view))]
    for it in (tribe for tribe in view.tribes if tribe.owner == view.seat):
        left = tuple(map(phrases.order_name, it.hand)) or (phrases.NO_EFFECT,)
        lines.append(t("{tribe}: {orders}.", tribe=_whose(view, it), orders=left))
    lines.append(t("Store: {goods}.", goods=phrases.goods(view.players[view.seat].goods)))
    able = tuple(phrases.idea(offer.idea) for offer in view.offers if offer.payments)
    if able:
        lines.append(t("You can afford: {ideas}.", ideas=able))
    short = tuple(
        t("{idea} ({goods})", idea=phrases.idea(it.idea), goods=phrases.lacking(lack))
        for it in view.offers
        if (lack := phrases.lack(view, it))
    )
    if short and able:
        lines.append(t("Missing for other ideas: {list}.", list=short))
    elif short:
        lines.append(t("Missing for the ideas on offer: {list}.", list=short))
    return lines


def hand_lines(view: CvView) -> list[Text]:
    """Return the hand as lines of text."""
    lines = [t("{sentence}.", sentence=phrases.yours(view)), t("{turn}.", turn=phrases.when(view))]
    for it in (tribe for tribe in view.tribes if tribe.owner == view.seat):
        lines.append(t("{tribe}:", tribe=_whose(view, it)))
        lines.append(text.orders_text(phrases.orders_of(view, it.tribe)))
        lines += [_effects(order) for order in it.hand]
    lines += text.player(view.players[view.seat])
    lines += [priced(view, offer) for offer in view.offers]
    return lines


def _effects(order: Order) -> Text:
    first, second_, more = (phrases.brings(order, level) for level in (1, 2, 3))
    return t(
        "{order}: 1 tribe: {first}; 2 tribes: {second}; 3 or more: {more}",
        order=phrases.order_name(order),
        first=first,
        second=second_,
        more=more,
    )


def priced(view: CvView, offer: Offer) -> Text:
    """Return an idea on offer in words, with what it costs the viewer."""
    shown = phrases.card(offer.idea)
    if offer.hidden:
        shown = t("Top of the deck, for your eyes only: {card}", card=shown)
    if offer.payments:
        return t(
            "{card} It costs you {price}, and you can afford it.", card=shown, price=offer.price
        )
    missing = phrases.lacking(phrases.lack(view, offer))
    return t("{card} It costs you {price}; missing: {goods}.", card=shown, price=offer.price,
             goods=missing)  # fmt: skip
