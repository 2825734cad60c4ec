"""The end of a week: what everybody got, who moved in where, and who paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press, paint
from render.letnisko import icons, layout, offer, panels, pieces, text
from render.letnisko import theme as th
from render.letnisko.board import home, signs
from render.letnisko.panels import Home
from render.picture import Picture
from render.speech import Speech, brief
from rules.letnisko.components import CARDS, HOUSES, SEAT_LETTERS
from rules.letnisko.view import Done, LetniskoView, Phase
from rules.text import Param, Seat, Text, Who, t, tn

SIDE = 140
"""Width of the guests without a room."""
CARD = 50
"""Size of a card."""


class Got(NamedTuple):
    """What a week brought a player.

    Attributes:
        letter: The seat's.
        name: The player's.
        president: They are the President.
        points: What they would score now.
        cards: What they bought, oldest first, and whether it was lost.
        homes: Their houses, marked where somebody moved in.
        rent: What those who left paid, "" for nothing.
        left: The guests without a room.
        left_label: "no room".
    """

    letter: str
    name: str
    president: bool
    points: int
    cards: tuple[tuple[str, bool], ...]
    homes: tuple[Home, ...]
    rent: str
    left: str
    left_label: str


def mark(view: LetniskoView) -> str:
    """Return which week has ended last and changed something; "" while one is ending."""
    if view.phase is Phase.HOMES or not any(it != Done() for it in view.done):
        return ""
    return f"week {_week(view)}"


def _week(view: LetniskoView) -> int:
    return view.round if view.phase is Phase.OVER else view.round - 1


def picture(press: Press, view: LetniskoView, names: Names, lang: Lang) -> Picture:
    """Return the picture of the week that has ended last."""
    say = Speech(names, lang)
    boxes = layout.week(view.seats)
    sheet = press.sheet(layout.week_height(view.seats))
    sheet.put(boxes["head"], head, say(_title(view)), say(_election(view)))
    for at, seat in enumerate(view.order):
        sheet.put(boxes[f"row{at}"], row, _got(view, seat, say))
    told = [say(line) for line in _lines(view)]
    return Picture(sheet.png(), brief(" ".join(told)), "\n".join(told))


def _title(view: LetniskoView) -> Text:
    return t("Week {round} is over", round=_week(view))


def _president(view: LetniskoView) -> Seat | None:
    return next((player.seat for player in view.players if player.president), None)


def _election(view: LetniskoView) -> Text:
    """Return who is the President, and whether they are new."""
    president = _president(view)
    if president is None:
        return t("There's no President yet")
    if president != view.former:
        return t("{who} is the new President", who=Who(president))
    return t("{who} remains President", who=Who(president))


def _got(view: LetniskoView, seat: Seat, say: Speech) -> Got:
    done, player = view.done[seat], view.players[seat]
    lost, into = list(done.lost), {number for number, _ in done.rooms}
    cards = []
    for card in reversed(done.bought):  # what was bought last finds no place
        house = next((it for it in lost if HOUSES[it].card is card), None)
        if house is not None:
            lost.remove(house)
        cards.append((str(card), house is not None))
    return Got(
        say.name(SEAT_LETTERS[seat]),
        say.names[seat],
        player.president,
        player.points,
        tuple(reversed(cards)),
        tuple(home(lot, say, lot.number in into) for lot in player.lots),
        say(t("rent {rent} zł", rent=done.paid_zl)) if done.paid_zl else "",
        signs(done.left, say),
        say(t("no room")),
    )


def _lines(view: LetniskoView) -> Iterator[Text]:
    yield t("{title}.", title=_title(view))
    yield t("{sentence}.", sentence=_election(view))
    for seat in view.order:
        facts = tuple(_facts(view.done[seat])) or (t("nothing new"),)
        points = view.players[seat].points
        score = tn("{count} point", "{count} points", points)
        yield t("{who}: {facts}.", who=Who(seat), facts=(*facts, score))


def _facts(done: Done) -> Iterator[Param]:
    if done.bought:
        cards = tuple(t("{name}", name=CARDS[card].name) for card in done.bought)
        yield t("bought: {cards}", cards=cards)
    for house in done.lost:
        yield t("no place for: {house}", house=HOUSES[house].name)
    for number, guests in done.rooms:
        yield t("moved into house {number}: {guests}", number=number,
                guests=text.guests_text(guests))  # fmt: skip
    if done.paid_zl:
        yield t("rent {rent} zł", rent=done.paid_zl)
    if done.left:
        yield t("without a room: {guests}", guests=text.guests_text(done.left))


def head(w: int, h: int, title: str, election: str) -> Canvas:
    """Paint which week is over, and who is the President."""
    art = Canvas(w, h, th.PINE)
    room = art.box.inset(4, 4)
    art.label(room.top(50), title, words.slab(44), th.CREAM, "left")
    lower = room.below(50)
    art.stamp_at(icons.crown(34), lower.x + 17, lower.cy)
    font = words.largest(election, words.bold(34), lower.w - 220, words.GLANCE_PX)
    art.label(lower.after(46).left(lower.w - 220), election, font, th.CREAM, "left")
    art.stamp(pieces.locomotive(120, 84), w - 130, h - 88)
    return art


def row(w: int, h: int, it: Got) -> Canvas:
    """Paint what a week brought a player."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 16, th.PAPER)
    room = art.box.inset(16, 10)
    line, below = room.top(54), room.below(58)
    score = panels.points(panels.POINTS, panels.TITLE, it.points)
    art.put(score.image, line.right - panels.POINTS, line.y + 1)
    line = line.left(line.w - panels.POINTS - 12)
    wide = words.width(it.rent, words.bold(36)) + 28 if it.rent else 0
    if it.rent:
        rent = Box(line.right - wide, line.y, wide, 50)
        art.plate(rent, 12, th.SUN)
        art.label(rent, it.rent, words.bold(36), th.INK)
    cards = 34 + len(it.cards) * (CARD + 12) if it.cards else 0
    _who(art, line.left(line.w - wide - cards - 20), it)
    x = line.right - wide - cards
    if it.cards:
        art.label(Box(x, line.y, 30, line.h), "+", words.bold(40), th.INK, "left")
    for at, (card, lost) in enumerate(it.cards):
        cx = x + 30 + at * (CARD + 12) + CARD // 2
        offer.picture(art, cx, line.cy, card, CARD)
        if lost:
            art.stamp_at(icons.bar(CARD, CARD, th.RED, 6), cx, line.cy)
    if it.left:
        panels.roomless(art, below.after(below.w - SIDE), it.left_label, it.left)
        below = below.left(below.w - SIDE - 8)
    paint(art, panels.homes(below, it.homes))
    return art


def _who(art: Canvas, room: Box, it: Got) -> None:
    art.stamp(pieces.token(it.letter, 50), room.x, room.y)
    space = room.w - 62 - 54 * it.president
    font = words.largest(it.name, words.bold(38), space, words.GLANCE_PX)
    name = words.fit(it.name, font, space)
    art.label(room.after(62), name, font, th.INK, "left")
    if it.president:
        art.stamp_at(icons.crown(42), room.x + 62 + words.width(name, font) + 30, room.cy)
