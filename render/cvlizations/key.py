"""The key: what each sign, frame and number on the pictures means."""

from __future__ import annotations

from typing import Final

from render.cvlizations import hand, heading, icons, offer, panels, phrases, pieces
from render.cvlizations import theme as th
from render.cvlizations.parts import owned
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.legend import Entry, Key, Put, group, plated, stamped
from render.speech import Speech
from rules.cvlizations.components import (
    GOOD_NAMES,
    GOODS,
    KIND_NAMES,
    KINDS,
    Good,
    Goods,
    Idea,
    Kind,
    Order,
)
from rules.text import t


def _kind(kind: Kind) -> Put:
    ink, fill = th.KIND_INK[kind], th.KIND[kind]

    def put(art: Canvas, box: Box, _: Speech) -> None:
        art.plate(Box(box.cx - 34, box.y, 68, box.h), 10, fill)
        art.stamp_at(icons.kind(kind, 46, ink, fill), box.cx, box.cy)

    return put


def _tokens(art: Canvas, box: Box, _: Speech) -> None:
    for n in range(2):
        art.stamp(pieces.chip(n, 46), box.cx - 48 + 50 * n, box.cy - 23)


def _changed(art: Canvas, box: Box, say: Speech) -> None:
    panels.tag(art, Box(box.x, box.cy - 18, box.w, 36), say(phrases.CHANGED))


def _acting(art: Canvas, box: Box, _: Speech) -> None:
    panels.framed(art, box.inset(8, 4), th.PAPER, th.MARK)
    art.stamp_at(marks.pointer(30, th.MARK), box.cx, box.cy)


def _winner(art: Canvas, box: Box, _: Speech) -> None:
    panels.framed(art, box.inset(8, 4), th.BONE, th.GOLD)
    art.stamp_at(marks.laurel(44, th.BRASS), box.cx, box.cy)


def _own(art: Canvas, box: Box, _: Speech) -> None:
    art.plate(box.inset(6, 6), 10, th.GOLD)


def _figures(art: Canvas, box: Box, _: Speech) -> None:
    for level, x in ((1, 2), (2, 26), (3, 60)):
        art.stamp(icons.tribes(level, 20, th.INK), box.x + x, box.cy - 10)


def _level(art: Canvas, box: Box, _: Speech) -> None:
    for n, (number, plate) in enumerate(zip("123", box.inset(2, 10).columns(3, 4), strict=True)):
        art.plate(plate, 7, th.GOLD if n == 1 else th.HIDE)
        art.label(plate, number, words.bold(34), th.PITCH if n == 1 else th.SOFT)


def _marks(left: bool) -> Put:
    def put(art: Canvas, box: Box, _: Speech) -> None:
        for n, order in enumerate((Order.LOGGING, Order.SLACKING)):
            art.stamp(pieces.mark(order, 36, left), box.cx - 37 + 38 * n, box.cy - 18)

    return put


def _mine(art: Canvas, box: Box, _: Speech) -> None:
    place = Box(box.cx - 30, box.y + 2, 60, box.h - 4)
    hand.given(art, place)
    place = place.inset(5)
    stamp = pieces.order(Order.LOGGING, place.w, place.h, True, 12)
    art.stamp(stamp, place.x, place.y)


def _secret(art: Canvas, box: Box, _: Speech) -> None:
    panels.secret(art, box.cx, box.cy, 46)


def _before(art: Canvas, box: Box, _: Speech) -> None:
    for n, order in enumerate((Order.LOGGING, Order.THIEVING)):
        art.stamp(pieces.sign(order, 48, 38), box.cx - 50 + 50 * n, box.cy - 19)


def _failed(art: Canvas, box: Box, _: Speech) -> None:
    place = Box(box.cx - 30, box.y + 2, 60, box.h - 4)
    panels.card(art, place, panels.Given(Order.SLACKING, False, 0, True))


def _times(art: Canvas, box: Box, _: Speech) -> None:
    art.stamp(pieces.mark(Order.DOUBLING, 36, True), box.cx - 18, box.cy - 18)


def _count(art: Canvas, box: Box, _: Speech) -> None:
    figure = icons.tribes(1, 34, th.INK)
    art.stamp(figure, box.cx - 22, box.cy - 17)
    art.label(box.after(box.w // 2), "2", words.bold(36), th.INK, "left")


def _new(art: Canvas, box: Box, _: Speech) -> None:
    art.put(owned.ideas(84, 46, (owned.Chip(Idea.INTERNET, "", "", False, True),), False).image,
            box.cx - 28, box.cy - 23)  # fmt: skip


def _turns(art: Canvas, box: Box, _: Speech) -> None:
    art.plate(box.inset(2, 14), 10, th.GOLD)
    for n in range(3):
        heading.pip(art, box.cx + (n - 1) * 32, box.cy, n + 7, 8, False, th.PITCH)


def _stealable(art: Canvas, box: Box, _: Speech) -> None:
    art.plate(Box(box.cx - 47, box.cy - 26, 94, 52), 10, th.GOLD)
    art.stamp(icons.good(Good.FOOD, 42), box.cx - 40, box.cy - 21)
    art.label(box.after(box.w // 2 + 8), "3", words.bold(36), th.PITCH, "left")


def _idle(art: Canvas, box: Box, _: Speech) -> None:
    art.stamp(pieces.order(Order.LOGGING, 84, 50, True), box.cx - 42, box.cy - 25)


def _theft(number: int, other: int | None = 1) -> Put:
    item = panels.Item(number, Good.FOOD, other)
    return lambda art, box, _: panels.put_items(art, box.inset(1, 8), (item,))


def _invention(art: Canvas, box: Box) -> str:
    """Put a wide plate with the sign of an invention; return the ink on it."""
    ink, fill = th.KIND_INK[Kind.INVENTION], th.KIND[Kind.INVENTION]
    art.plate(Box(box.cx - 42, box.cy - 22, 84, 44), 7, fill)
    art.stamp_at(icons.kind(Kind.INVENTION, 34, ink, fill), box.cx - 20, box.cy)
    return ink


def _number(art: Canvas, box: Box, _: Speech) -> None:
    ink = _invention(art, box)
    art.label(box.after(box.w // 2 + 2), "29", words.bold(28), ink, "left")


def _law(art: Canvas, box: Box, _: Speech) -> None:
    ink = _invention(art, box)
    art.stamp_at(marks.check(30, ink), box.cx + 20, box.cy)


def _cost(art: Canvas, box: Box, _: Speech) -> None:
    offer.cost(art, box.after(22), Goods(2, 0, 0), 46)


def _lack(art: Canvas, box: Box, _: Speech) -> None:
    offer.lack(art, box.x + 22, box.cy, (2, (Good.WOOD,)))


def _able(art: Canvas, box: Box, _: Speech) -> None:
    offer.tick(art, box.cx, box.cy, 46)


POINTS: Final = group(
    t("Resources and points"),
    *(Entry(stamped(icons.good, it, 52), t("{name}", name=GOOD_NAMES[it])) for it in GOODS),
    Entry(stamped(icons.smile, 50), t("happiness points gained so far")),
    Entry(plated("17", th.PITCH, th.GOLD), t("score if the match ended now")),
    Entry(stamped(pieces.points, 3, 58), t("points printed on an idea")),
    Entry(_theft(2, None), t("brought by an order of this turn")),
)
TRIBES: Final = group(
    t("Tribes"),
    Entry(_tokens, t("a player: colour, pattern and letter")),
    Entry(_acting, t("the match waits for this player")),
    Entry(_changed, t("changed by the last move")),
    Entry(_winner, t("has won the match")),
    Entry(_own, t("your own tribe")),
    Entry(stamped(icons.helm, 58), t("leader helm: comes first")),
    Entry(stamped(icons.crown, 56), t("crown: the current age")),
)
ORDERS: Final = group(
    t("Orders"),
    Entry(_marks(True), t("can still be given this age")),
    Entry(_marks(False), t("already given this age")),
    Entry(_mine, t("your order of this turn")),
    Entry(stamped(pieces.back, 46, 64), t("secret order, face down")),
    Entry(_secret, t("this order was the secret one")),
    Entry(_count, t("how many tribes chose it")),
    Entry(_figures, t("chosen by 1, 2, or 3 or more tribes")),
    Entry(_level, t("what it brings this time")),
    Entry(stamped(icons.cross, 38, th.RED, 18), t("brings nothing")),
    Entry(_failed, t("this order has no effect")),
    Entry(_times, t("Doubling, the order without a number")),
    Entry(_before, t("orders of the last turn")),
    Entry(_theft(1), t("stolen from this player")),
    Entry(_theft(-1), t("stolen by this player")),
)
IDEAS: Final = group(
    t("Ideas"),
    *(Entry(_kind(it), t("{name}", name=KIND_NAMES[it])) for it in KINDS),
    Entry(_number, t("an idea's number where its name has no room")),
    Entry(_cost, t("cost, before any discount")),
    Entry(_able, t("you can buy it now")),
    Entry(_lack, t("what you are missing")),
    Entry(_law, t("on Law: it is used up this turn")),
    Entry(_new, t("bought with the last move")),
)
MORE: Final = group(
    t("Turns and others"),
    Entry(_idle, t("an order, by its number; pale: nobody chose it")),
    Entry(_turns, t("turns of an age: over, current, to come")),
    Entry(_stealable, t("you can steal this now")),
    Entry(stamped(pieces.chip, pieces.WILD, 50), t("Cave Geeks, a tribe without a player")),
)
COLUMNS: Final = ((POINTS, TRIBES), (ORDERS,), (IDEAS, MORE))
KEY: Final = Key(COLUMNS, th.CAVE, th.BONE, th.WHITE, th.GOLD, th.INK, side=106, row=72)
