"""The picture of a rulebook entry: one component, or a few of a kind."""

from __future__ import annotations

from typing import Final

from render.i18n import Lang
from render.kit.kept import PAGES
from render.kit.press import Painter, Press
from render.krakow import exhibits, layout, text
from render.krakow.book import diagrams
from render.krakow.cards import Face, printed
from render.picture import Picture
from render.speech import Speech
from rules.errors import DataError
from rules.krakow.components import (
    ACTIONS,
    GROUPS,
    HOURS,
    LETTERS,
    NUMBERS,
    ORDER_TOKENS,
    RANKS,
    SIGHTS,
    Action,
    Group,
    Sight,
    hour_text,
)
from rules.text import Text, t, tn

MINUS: Final = "\N{MINUS SIGN}"
CARD: Final = 148
"""Width of a sight card on the board; larger cards are scaled from it."""


_SIGHTS: Final = {str(sight): sight for sight in SIGHTS}


@PAGES
def picture(press: Press, ids: tuple[str, ...], lang: Lang) -> Picture:
    """Return the picture of components.

    Each is drawn only once, because there are few and they never change.

    Raises:
        DataError: An id is unknown, or there are several that are not all sights.
    """
    say = Speech({}, lang)
    if ids and all(key in _SIGHTS for key in ids):
        sights = tuple(_SIGHTS[key] for key in ids)
        return _sight(press, sights[0], say) if len(sights) == 1 else _row(press, sights, say)
    if len(ids) != 1:
        raise DataError(f"no picture shows these together: {ids!r}")
    match ids[0].partition(":"):
        case "card", _, kind if kind in ACTIONS:
            return _action(press, Action(kind), say)
        case "group", _, code if code in GROUPS:
            return _group(press, Group(code), say)
        case "token", "", "":
            return _tokens(press, say)
        case "order", "", "":
            return _orders(press, say)
    raise DataError(f"no such component: {ids[0]!r}")


def _told(png: bytes, lines: list[Text], say: Speech) -> Picture:
    """Return a picture with its facts, which are short enough for its `alt`, too."""
    told = [line[:1].upper() + line[1:] for line in dict.fromkeys(map(say, lines))]
    return Picture(png, " ".join(told), "\n".join(told))


def _face(sight: Sight, say: Speech) -> Face:
    label = say.name(sight.label)
    return Face(sight.group or "", sight.rank, label, sight.points, say.name(sight.name))


def _points(points: int) -> Text:
    return tn("{count} point", "{count} points", points)


def _worth(points: Text, say: Speech) -> str:
    """Return points for painting, with a true minus sign."""
    return say(points).replace("-", MINUS)


def _mates(sight: Sight) -> tuple[Sight, ...]:
    """Return the cards that go with a sight: next to it in a run, or in a set.

    For a lajkonik they are the cards it can stand for.
    """
    if sight.kind == "lajkonik":
        return tuple(s for s in SIGHTS if s.group == sight.group and s.rank in RANKS)
    near = [half for half in (NUMBERS, LETTERS) if sight.rank in half]
    beside = {
        rank
        for half in near
        for at, rank in enumerate(half)
        if abs(at - half.index(sight.rank)) == 1
    }
    return tuple(
        s
        for s in SIGHTS
        if near
        and (s.group == sight.group and s.rank in beside or s.rank == sight.rank and s != sight)
    )


def _note(sight: Sight) -> Text:
    match sight.kind:
        case "lajkonik":
            return t("can stand in for one of these that you don't have")
        case "obwarzanek":
            return t("never part of a run or set, but having more breaks ties")
        case _:
            return t("its neighbours in a run or a set")


def _copies(sight: Sight) -> int:
    return sum(other.rank == sight.rank and other.group == sight.group for other in SIGHTS)


def _sight(press: Press, sight: Sight, say: Speech) -> Picture:
    """Show a sight large, with its facts beside it."""
    boxes, mates = layout.shown(), _mates(sight)
    group = say(GROUPS[sight.group].name) if sight.group else ""
    about = exhibits.About(
        sight.group or "",
        sight.rank,
        say.name(sight.name),
        group,
        _worth(_points(sight.points), say),
        say(tn("{count} copy", "{count} copies", _copies(sight))),
        tuple((mate.group or "", mate.rank) for mate in mates),
        say(_note(sight)),
    )
    sheet = press.sheet(layout.SHOWN_HEIGHT)
    card, room = boxes["card"], boxes["about"]
    sheet.lay(card, printed(_face(sight, say), card.w, card.h, card.w / CARD))
    sheet.lay(room, exhibits.sight(room.w, room.h, about))
    return _told(sheet.png(), _facts(sight), say)


def _facts(sight: Sight) -> list[Text]:
    lines = [
        t("{sight}: {points}.", sight=text.described(sight), points=_points(sight.points)),
        t("{copies}.", copies=tn("{count} copy", "{count} copies", _copies(sight))),
    ]
    cards = tuple(mate.label for mate in _mates(sight))
    if cards:
        lines.append(t("{cards}: {note}.", cards=cards, note=_note(sight)))
    else:
        lines.append(t("{note}.", note=_note(sight)))
    return lines


def _row(press: Press, sights: tuple[Sight, ...], say: Speech) -> Picture:
    """Show some sights side by side, with what they share above."""
    boxes, first = layout.row(len(sights)), sights[0]
    sheet = press.sheet(layout.row_height(len(sights)))
    name = say.name(first.name) if len({s.rank for s in sights}) == 1 else say(t("Sights"))
    alike = len({s.points for s in sights}) == 1
    each = t("{points} each", points=_points(first.points))
    note = _worth(each, say) if alike else ""
    head = boxes["title"]
    sheet.lay(head, exhibits.title(head.w, head.h, name, note))
    for at, sight in enumerate(sights):
        box = boxes[str(at)]
        sheet.lay(box, printed(_face(sight, say), box.w, box.h, box.w / CARD))
    lines = [
        t("{sight}: {points}.", sight=text.described(s), points=_points(s.points)) for s in sights
    ]
    copies = tn("{count} card", "{count} cards", len(sights))
    return _told(sheet.png(), [*lines, t("{cards}.", cards=copies)], say)


def _action(press: Press, kind: Action, say: Speech) -> Picture:
    """Show an action card large, with its effect beside it."""
    card, boxes = ACTIONS[kind], layout.shown()
    facts = exhibits.Printed(
        kind.value,
        say.name(card.name),
        say.name(card.effect),
        card.copies,
        card.points,
        say(t("per player")),
        say(t("if kept")),
    )
    sheet = press.sheet(layout.SHOWN_HEIGHT)
    left, right = boxes["card"], boxes["about"]
    sheet.lay(left, exhibits.action(left.w, left.h, facts))
    labels = say(t("deck")), say(t("set aside"))
    sheet.lay(right, diagrams.diagram(right.w, right.h, kind.value, *labels))
    lines = [
        t("{card}: {effect}.", card=card.name, effect=card.effect),
        t("{copies} in each player's set of action cards.",
          copies=tn("{count} copy", "{count} copies", card.copies)),
        t("{points} if kept to the end.", points=_points(card.points)),
    ]  # fmt: skip
    return _told(sheet.png(), lines, say)


def _group(press: Press, group: Group, say: Speech) -> Picture:
    """Show the fifteen cards of a group."""
    boxes, look = layout.group(), GROUPS[group]
    cards = [s for s in SIGHTS if s.group == group]
    count = tn("{count} card", "{count} cards", len(cards))
    sheet = press.sheet(layout.SHOWN_HEIGHT)
    head, last = boxes["title"], boxes[str(len(cards))]
    sheet.lay(head, exhibits.title(head.w, head.h, say(look.name), say(count), group.value))
    for at, sight in enumerate(cards):
        box = boxes[str(at)]
        sheet.lay(box, printed(_face(sight, say), box.w, box.h))
    sheet.lay(last, exhibits.sign(last.w, last.h, group.value))
    codes = tuple(
        t("{sight} ({points})", sight=t("{code} {name}", code=s.label, name=s.name),
          points=s.points)
        for s in cards
    )  # fmt: skip
    lines = [
        t("{group}: {cards}.", group=look.name, cards=count),
        t("Cards and their points: {cards}.", cards=codes),
    ]
    return _told(sheet.png(), lines, say)


def _tokens(press: Press, say: Speech) -> Picture:
    """Show the ten reservation tokens, and who gets a card."""
    shown = (t("alone: gets the card"), t("the earliest gets it"), t("tie: nobody gets it"))
    lines = [
        t("Everybody has the same ten reservation tokens: {hours}.",
          hours=tuple(map(hour_text, HOURS))),
        t("A lone token wins its card. If there are several, the earliest hour wins, but "
            "nobody wins if players share that hour."),
    ]  # fmt: skip
    note = t("ten for each player")
    return _pieces(press, t("Reservation tokens"), note, exhibits.hours, exhibits.contests,
                   shown, lines, say)  # fmt: skip


def _orders(press: Press, say: Speech) -> Picture:
    """Show the order tokens, and the order in which stacks are carried out."""
    shown = (t("stacks: lowest number first"), t("in a stack: top card first"))
    lines = [
        t("{count} order tokens, numbered from 1.", count=ORDER_TOKENS),
        t("The first card played at a place gets the lowest token still free."),
        t("Stacks are resolved in token order, lowest first. In each stack, the top card comes "
          "first."),
    ]  # fmt: skip
    note = t("one for each stack")
    return _pieces(press, t("Order tokens"), note, exhibits.orders, exhibits.queue,
                   shown, lines, say)  # fmt: skip


def _pieces(
    press: Press,
    title: Text,
    note: Text,
    everything: Painter,
    use: Painter,
    captions: tuple[Text, ...],
    lines: list[Text],
    say: Speech,
) -> Picture:
    boxes, sheet = layout.pieces(), press.sheet(layout.SHOWN_HEIGHT)
    head, upper, lower = boxes["title"], boxes["all"], boxes["use"]
    sheet.lay(head, exhibits.title(head.w, head.h, say(title), say(note)))
    sheet.lay(upper, everything(upper.w, upper.h))
    sheet.lay(lower, use(lower.w, lower.h, tuple(map(say, captions))))
    return _told(sheet.png(), lines, say)
