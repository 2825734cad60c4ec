"""The key: what each sign, frame and number on the pictures means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from render.cvlizations import hand, icons, layout, offer, panels, pieces
from render.cvlizations import theme as th
from render.i18n import Lang
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.kept import PAGES
from render.kit.layout import Box
from render.kit.press import Press
from render.picture import Picture
from render.speech import Speech, brief
from rules.cvlizations.components import (
    GOOD_NAMES,
    GOODS,
    KIND_NAMES,
    KINDS,
    Good,
    Goods,
    Kind,
    Order,
)
from rules.text import Text, t


class Entry(NamedTuple):
    """A sign, by its name in `SIGNS`, and what it means."""

    sign: str
    means: Text


GROUPS: Final[tuple[tuple[Text, tuple[Entry, ...]], ...]] = (
    (
        t("Resources and points"),
        (
            *(Entry(str(good), t("{name}", name=GOOD_NAMES[good])) for good in GOODS),
            Entry("point", t("happiness points gained so far")),
            Entry("total", t("score if the match ended now")),
            Entry("printed", t("points printed on an idea")),
        ),
    ),
    (
        t("Tribes"),
        (
            Entry("token", t("a player: colour, pattern and letter")),
            Entry("acts", t("the match waits for this player")),
            Entry("changed", t("changed by the last move")),
            Entry("own", t("your own tribe")),
            Entry("helm", t("leader helm: comes first")),
            Entry("crown", t("crown: the current age")),
        ),
    ),
    (
        t("Orders"),
        (
            Entry("ready", t("can still be given this age")),
            Entry("used", t("already given this age")),
            Entry("mine", t("your order of this turn")),
            Entry("back", t("secret order, face down")),
            Entry("secret", t("this order was the secret one")),
            Entry("chosen", t("chosen by 1, 2, or 3 and more tribes")),
            Entry("level", t("what it brings this time")),
            Entry("fails", t("brings nothing")),
            Entry("before", t("orders of the last turn")),
            Entry("stolen", t("stolen from this player")),
            Entry("robbed", t("stolen by this player")),
        ),
    ),
    (
        t("Ideas"),
        (
            *(Entry(str(kind), t("{name}", name=KIND_NAMES[kind])) for kind in KINDS),
            Entry("number", t("an idea's number where its name has no room")),
            Entry("cost", t("cost, before any discount")),
            Entry("able", t("you can pay for it")),
            Entry("lack", t("what you are missing")),
            Entry("law", t("Law is used up this turn")),
        ),
    ),
)


@PAGES
def picture(press: Press, lang: Lang) -> Picture:
    """Return the key in a language; it is drawn only once."""
    say = Speech({}, lang)
    boxes = layout.key(tuple(len(entries) for _, entries in GROUPS))
    sheet, lines, short = press.sheet(boxes["page"].h), [], []
    sheet.put(boxes["title"], head, say(t("What the signs mean")))
    for g, (title, entries) in enumerate(GROUPS):
        sheet.put(boxes[f"group{g}"], group, say(title))
        lines += [say(t("{title}:", title=title))]
        for n, it in enumerate(entries):
            line = say(it.means)
            sheet.put(boxes[f"group{g}.{n}"], entry, it.sign, line[:1].upper() + line[1:])
            lines.append(line)
        means = tuple(it.means for it in entries)
        short.append(say(t("{title}: {means}.", title=title, means=means)))
    return Picture(sheet.png(), brief(" ".join(short)), "\n".join(lines))


def head(w: int, h: int, title: str) -> Canvas:
    """Paint the title of the key."""
    art = Canvas(w, h, th.CAVE)
    art.label(art.box.inset(4, 0), title, words.slab(42), th.GOLD, "left")
    return art


def group(w: int, h: int, title: str) -> Canvas:
    """Paint the title of a group."""
    art = Canvas(w, h, th.CAVE)
    art.label(art.box.inset(4, 0), title, words.slab(34), th.WHITE, "left")
    return art


def entry(w: int, h: int, sign: str, line: str) -> Canvas:
    """Paint a sign and what it means."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 10, th.BONE)
    SIGNS[sign](art, Box(8, 5, 104, h - 10))
    room = Box(122, 0, w - 128, h)
    font = words.text(30)
    while font.px > words.DETAIL_PX and len(words.wrap(line, font, room.w, 9)) > 2:
        font = font.at(font.px - 1)
    lines, high = words.wrap(line, font, room.w, 2), 32
    for at, part in enumerate(lines):
        place = Box(room.x, room.cy - high * len(lines) // 2 + high * at, room.w, high)
        art.label(place, part, font, th.INK, "left")
    return art


Sign = Callable[[Canvas, Box], None]


def _good(it: Good) -> Sign:
    return lambda art, box: art.stamp_at(icons.good(it, 52), box.cx, box.cy)


def _kind(it: Kind) -> Sign:
    def paint(art: Canvas, box: Box) -> None:
        plate = Box(box.cx - 34, box.y, 68, box.h)
        art.plate(plate, 10, th.KIND[it])
        art.stamp_at(icons.kind(it, 46, th.KIND_INK[it], th.KIND[it]), plate.cx, plate.cy)

    return paint


def _total(art: Canvas, box: Box) -> None:
    plate = Box(box.cx - 34, box.cy - 26, 68, 52)
    art.plate(plate, 10, th.GOLD)
    art.label(plate, "17", words.slab(38), th.PITCH)


def _tokens(art: Canvas, box: Box) -> None:
    for n in range(2):
        art.stamp(pieces.chip(n, 46), box.cx - 48 + 50 * n, box.cy - 23)


def _frame(art: Canvas, box: Box) -> None:
    art.plate(box.inset(8, 4), 12, th.MARK)
    art.plate(box.inset(13, 9), 8, th.PAPER)


def _figures(art: Canvas, box: Box) -> None:
    x = box.x + 2
    for level in (1, 2, 3):
        stamp = icons.tribes(level, 20, th.INK)
        art.stamp(stamp, x, box.cy - 10)
        x += (24, 34, 0)[level - 1]


def _level(art: Canvas, box: Box) -> None:
    for n, (number, plate) in enumerate(zip("123", box.inset(2, 10).columns(3, 4), strict=True)):
        art.plate(plate, 7, th.GOLD if n == 1 else th.HIDE)
        art.label(plate, number, words.bold(34), th.PITCH if n == 1 else th.SOFT)


def _marks(left: bool) -> Sign:
    def paint(art: Canvas, box: Box) -> None:
        for n, order in enumerate((Order.LOGGING, Order.SLACKING)):
            art.stamp(pieces.mark(order, 36, left), box.cx - 37 + 38 * n, box.cy - 18)

    return paint


def _mine(art: Canvas, box: Box) -> None:
    place = Box(box.cx - 30, box.y + 2, 60, box.h - 4)
    hand.given(art, place)
    place = place.inset(5)
    stamp = pieces.order(Order.LOGGING, place.w, place.h, True, 12)
    art.stamp(stamp, place.x, place.y)


def _number(art: Canvas, box: Box) -> None:
    plate, kind = Box(box.cx - 38, box.cy - 20, 76, 40), Kind.INVENTION
    art.plate(plate, 7, th.KIND[kind])
    ink = th.KIND_INK[kind]
    art.stamp_at(icons.kind(kind, 32, ink, th.KIND[kind]), plate.x + 20, plate.cy)
    art.label(plate.after(38), "29", words.bold(26), ink, "left")


def _before(art: Canvas, box: Box) -> None:
    for n, order in enumerate((Order.LOGGING, Order.THIEVING)):
        art.stamp(pieces.sign(order, 48, 38), box.cx - 50 + 50 * n, box.cy - 19)


def _theft(number: int) -> Sign:
    def paint(art: Canvas, box: Box) -> None:
        panels.put_items(art, box.inset(2, 8), (panels.Item(number, Good.FOOD, 1),))

    return paint


def _cost(art: Canvas, box: Box) -> None:
    offer.cost(art, box.after(22), Goods(2, 0, 0), 46)


def _lack(art: Canvas, box: Box) -> None:
    offer.lack(art, box.x + 22, box.cy, (2, (Good.WOOD,)))


def _law(art: Canvas, box: Box) -> None:
    art.plate(Box(box.cx - 44, box.cy - 23, 88, 46), 7, th.KIND[Kind.INVENTION])
    ink = th.KIND_INK[Kind.INVENTION]
    art.stamp_at(icons.kind(Kind.INVENTION, 36, ink, th.KIND[Kind.INVENTION]), box.cx - 20, box.cy)
    art.stamp_at(marks.check(30, ink), box.cx + 20, box.cy)


SIGNS: Final[Mapping[str, Sign]] = {
    **{str(good): _good(good) for good in GOODS},
    **{str(kind): _kind(kind) for kind in KINDS},
    "point": lambda art, box: art.stamp_at(icons.smile(50), box.cx, box.cy),
    "total": _total,
    "printed": lambda art, box: art.stamp_at(pieces.points(3, 58), box.cx, box.cy),
    "token": _tokens,
    "acts": lambda art, box: art.stamp_at(marks.pointer(34, th.MARK), box.cx, box.cy),
    "changed": _frame,
    "own": lambda art, box: art.plate(box.inset(6, 6), 10, th.GOLD),
    "helm": lambda art, box: art.stamp_at(icons.helm(58), box.cx, box.cy),
    "crown": lambda art, box: art.stamp_at(icons.crown(56), box.cx, box.cy),
    "ready": _marks(True),
    "used": _marks(False),
    "mine": _mine,
    "back": lambda art, box: art.stamp_at(pieces.back(46, box.h), box.cx, box.cy),
    "secret": lambda art, box: panels.secret(art, box.cx, box.cy, 46),
    "chosen": _figures,
    "level": _level,
    "fails": lambda art, box: art.stamp_at(icons.cross(38, th.RED, 18), box.cx, box.cy),
    "before": _before,
    "stolen": _theft(1),
    "robbed": _theft(-1),
    "number": _number,
    "cost": _cost,
    "able": lambda art, box: offer.tick(art, box.cx, box.cy, 46),
    "lack": _lack,
    "law": _law,
}
"""What paints each sign in a box."""
