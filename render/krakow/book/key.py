"""The key to the pictures: what each sign, frame and number means."""

from __future__ import annotations

from typing import Final

from render.kit import marks
from render.kit import type as words
from render.kit.bars import barred
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.krakow import cards, icons, pieces, tokens
from render.krakow import theme as th
from render.krakow.cards import Face
from render.krakow.tokens import Disc
from render.legend import Entry, Key, Put, counted, group, plated, stamped
from render.speech import Speech
from rules.krakow.components import ACTIONS, GROUPS, Action, Group, Sight
from rules.text import t

SIGHT: Final = Sight.parse("N:5")


def _middle(box: Box, wide: int) -> Box:
    return box.after((box.w - wide) // 2).left(wide)


def _on_table(put: Put, ground: str = th.FELT) -> Put:
    """Return what puts a sign that is found on the table, not on paper."""

    def felt(art: Canvas, box: Box, say: Speech) -> None:
        art.plate(box, 10, ground)
        put(art, box, say)

    return felt


def _nothing(art: Canvas, box: Box, say: Speech) -> None:
    """Put nothing: the ground is the sign."""


def _card(sight: Sight) -> Put:
    def put(art: Canvas, box: Box, say: Speech) -> None:
        name, label = say.name(sight.name), say.name(sight.label)
        face = Face(sight.group or "", sight.rank, label, sight.points, name)
        cards.small(art, _middle(box, 36).inset(0, 2), face)

    return put


def _worth(art: Canvas, box: Box, _: Speech) -> None:
    art.disc(box.cx, box.cy, 44, th.SUN)
    art.label(box, "4", words.slab(30), th.INK)


def _halves(art: Canvas, box: Box, _: Speech) -> None:
    ink = th.GROUP_INKS["N"]
    halves = box.inset(12, 3).columns(2, 6)
    for half, rank, body in zip(halves, "5B", (th.PAPER, th.SAND), strict=True):
        art.plate(half, 6, ink)
        art.fill(half.inset(2, 4), body)
        art.label(half, rank, words.slab(30), ink)


def _group(which: Group) -> Entry:
    def put(art: Canvas, box: Box, say: Speech) -> None:
        letter = say.name(GROUPS[which].letter)
        pieces.mark(art, box.cx, box.cy, 42, which.value, letter, th.GROUP_INKS[which])

    return Entry(put, t("{group}", group=GROUPS[which].name))


def _lying(disc: Disc) -> Put:
    return _on_table(
        lambda art, box, _: tokens.put(art, _middle(box, tokens.DISC).top(box.h - 1), (disc,))
    )


def _level(art: Canvas, box: Box, _: Speech) -> None:
    for x, seat in ((box.x + 12, 0), (box.x + 62, 3)):
        tag = Box(x, box.cy - 14, tokens.WIDE, tokens.HIGH)
        tokens.tag(art, tag, Disc(seat, 9, level=True))


def _last(art: Canvas, box: Box, _: Speech) -> None:
    frame = box.inset(8, 4)
    barred(art, frame, 8, 5, th.MARK, th.PRINT, 12)
    art.plate(frame.inset(5), 5, th.FELT)


def _order(art: Canvas, box: Box, _: Speech) -> None:
    art.disc(box.cx, box.cy, box.h - 8, th.PAPER, th.INK, 2)
    art.label(box, "2", words.bold(30), th.INK)


def _back(action: str = "", edge: str = th.PAPER) -> Put:
    def put(art: Canvas, box: Box, _: Speech) -> None:
        card = box.inset(14, 3)
        pieces.back(art, card, 1, 26, edge)
        at = Box(card.x + 42, card.cy - 15, 30, 30)
        if action:
            art.plate(at.inset(-2), 5, th.PAPER)
        if action == "out":
            art.stamp(icons.crossed(30, th.STOP), at.x, at.y)
        elif action:
            art.stamp(icons.action(action, 30, th.INK, th.PAPER), at.x, at.y)

    return _on_table(put)


def _pile(art: Canvas, box: Box, _: Speech) -> None:
    for x, wide, seat in ((44, 64, 0), (10, 60, 1)):
        pieces.back(art, Box(box.x + x, box.y + 3, wide, box.h - 6), seat, 0, th.PAPER)
    for x, order in ((25, "1"), (76, "2")):
        disc = Box(box.x + x, box.y, 26, box.h)
        art.disc(disc.cx, box.cy, 30, th.PAPER, th.INK, 2)
        art.label(disc, order, words.bold(24), th.INK)


def _spent(art: Canvas, box: Box, say: Speech) -> None:
    counted("9", th.INK, pieces.token, 1, 38, 20)(art, box, say)
    art.stamp_at(marks.slash(44, th.INK), box.cx - 18, box.cy)


def _joined(art: Canvas, box: Box, _: Speech) -> None:
    art.fill(Box(box.x + 30, box.cy - 5, box.w - 60, 10), th.SUN)
    for x, rank in ((box.x + 18, "4"), (box.x + 66, "5")):
        card = Box(x, box.cy - 17, 32, 34)
        art.fill(card, th.SUN)
        art.fill(card.inset(2), th.GROUP_INKS["N"])
        art.label(card, rank, words.bold(26), th.PAPER)


def _stands(art: Canvas, box: Box, _: Speech) -> None:
    ink = th.GROUP_INKS["J"]
    halves = _middle(box, 86).inset(0, 4).columns(2, 10)
    for half, ground, mark in zip(halves, (ink, th.PAPER), (th.PAPER, ink), strict=True):
        art.fill(half, ground if mark == th.PAPER else th.SUN)
        art.fill(half.inset(2), ground)
        art.stamp_at(pieces.lajkonik(32, 32, mark, ground), half.cx, half.cy)


MARKET: Final = group(
    t("The market"),
    Entry(
        _card(SIGHT),
        t(
            "a sight: its number or letter, and its group; in texts it is {sight}",
            sight=SIGHT.label,
        ),
    ),
    Entry(_worth, t("what the sight is worth")),
    Entry(
        _halves,
        t("numbers and letters differ in shade: no run goes from one to the other"),
    ),
    *map(_group, Group),
    Entry(
        _card(Sight.parse("O:2")),
        t("an obwarzanek: the number tells it from the others"),
    ),
    Entry(_lying(Disc(1, 0)), t("a reservation token; only its owner knows the hour")),
    Entry(_lying(Disc(1, 0, 2)), t("two tokens of the same player")),
    Entry(_lying(Disc(1, 9)), t("your own token, with its hour")),
    Entry(_on_table(_level), t("equal hours at the awards: nobody gets the card")),
    Entry(_on_table(_nothing, th.LANE), t("the line of the card being carried out")),
    Entry(_on_table(_last), t("what the last move changed")),
    Entry(_on_table(_card(SIGHT)), t("under “set aside”: sights that left the market this round")),
)
STACKS: Final = group(
    t("Stacks"),
    Entry(_on_table(_order), t("order token: stacks are carried out in this order")),
    Entry(
        _on_table(_pile),
        t("in a stack: the whole card at the top or left first, then the next ones"),
    ),
    Entry(_back(), t("a face-down card; the sign, colour and pattern are its owner's")),
    Entry(_back(Action.SHIFT.value, th.INK), t("a card turned up, or one of your own")),
    Entry(_back("out", th.INK), t("stopped: discarded without being turned up")),
)
CARDS: Final = group(
    t("Action cards"),
    *(
        Entry(
            stamped(icons.action, it.value, 40, th.INK, th.PAPER),
            t("{card}: {effect}", card=card.name, effect=card.effect),
        )
        for it, card in ACTIONS.items()
    ),
)
PLAYERS: Final = group(
    t("Players"),
    Entry(plated("21", th.INK, th.SUN), t("points so far; at the end, with the cards kept")),
    Entry(counted("8", th.INK, pieces.token, 1, 38, 20), t("tokens left")),
    Entry(counted("9", th.INK, icons.little_card, 38, th.INK, th.PAPER), t("cards in hand")),
    Entry(
        counted("2", th.INK, icons.action, "D", 38, th.INK, th.PAPER),
        t("cards of this type not turned up yet"),
    ),
    Entry(counted("1", th.INK, icons.crossed, 34, th.STOP), t("cards stopped")),
    Entry(_spent, t("hours already revealed")),
    Entry(stamped(icons.flag, 38, th.STOP), t("start player")),
    Entry(_on_table(stamped(marks.check, 32, th.SUN)), t("has had their turn in this queue")),
    Entry(_joined, t("sights joined by yellow make a run or a set")),
    Entry(_stands, t("a lajkonik, and framed in yellow the sight that it stands for")),
)
COLUMNS: Final = ((MARKET, STACKS), (CARDS, PLAYERS))
KEY: Final = Key(COLUMNS, th.TABLE, th.PAPER, th.CREAM, th.SUN, th.INK, side=118, row=54)
