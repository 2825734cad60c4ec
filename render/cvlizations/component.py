"""The picture of a rulebook entry: a component, large, with its facts."""

from __future__ import annotations

from typing import NamedTuple

from render.cvlizations import exhibits, layout, phrases
from render.exhibition import capital, finished, lay_one, lay_several
from render.i18n import Lang
from render.kit.kept import PAGES
from render.kit.press import Press
from render.picture import Picture
from render.speech import Speech
from rules.cvlizations.components import (
    GOOD_NAMES,
    GOODS,
    IDEAS,
    KIND_NAMES,
    ORDERS,
    START,
    TURNS_OF_AGE,
    Good,
    Idea,
    Order,
)
from rules.errors import DataError
from rules.text import Text, t


class Shown(NamedTuple):
    """The text about a component: its name and its facts."""

    name: Text
    facts: tuple[Text, ...]


@PAGES
def picture(press: Press, ids: tuple[str, ...], lang: Lang) -> Picture:
    """Return the picture of components.

    Each is drawn only once, because there are few and they never change.

    Raises:
        DataError: An id is unknown, or none is given.
    """
    if not ids:
        raise DataError("no component was given")
    say, found = Speech({}, lang), [_shown(key) for key in ids]
    things = [(key, say(it.name)) for key, it in zip(ids, found, strict=True)]
    if len(found) == 1:
        facts = tuple(capital(say(fact)) for fact in found[0].facts)
        sheet = press.sheet(layout.SHOWN_HEIGHT)
        lay_one(
            sheet, layout.shown(), exhibits, things[0], lambda w, h: exhibits.about(w, h, facts)
        )
    else:
        sheet = press.sheet(layout.together_height(len(things)))
        lay_several(sheet, layout.together(len(things)), exhibits, things)
    return finished(sheet, [line for it in found for line in _told(it, say)])


def _told(it: Shown, say: Speech) -> list[str]:
    facts = [say(fact) for fact in it.facts]
    return [say(t("{name}.", name=it.name)), *(f"{fact.rstrip('.')}." for fact in facts)]


def _order(order: Order) -> Shown:
    first, second, more = (phrases.brings(order, level) for level in (1, 2, 3))
    return Shown(
        phrases.order(order),
        (
            t("chosen by 1 tribe: {effect}", effect=first),
            t("chosen by 2 tribes: {effect}", effect=second),
            t("chosen by 3 or more: {effect}", effect=more),
            t("each tribe has one, and it returns after the age"),
        ),
    )


def _idea(idea: Idea) -> Shown:
    card = IDEAS[idea]
    deck = t("age III deck") if card.age == 3 else t("age I–II deck")
    return Shown(
        t("{number} {name}", number=card.number, name=card.name),
        (
            t("{kind}, {deck}", kind=KIND_NAMES[card.kind], deck=deck),
            t("costs {goods}", goods=phrases.goods(card.cost)),
            t("{points} at the end", points=phrases.points(card.points)),
            t("{effect}", effect=card.effect),
        ),
    )


def _good(good: Good) -> Shown:
    return Shown(
        t("{name}", name=GOOD_NAMES[good]),
        (
            t("resource"),
            t("every player starts with {count}", count=START.of(good)),
            t("stores are written as food/wood/stone: 2/1/0"),
        ),
    )


_THINGS = {
    "point": Shown(
        t("happiness point"),
        (
            t("gained by Slacking and some ideas during the match"),
            t("printed on ideas, counted at the end"),
            t("the most points win, and leftover resources break ties"),
        ),
    ),
    "helm": Shown(
        t("leader helm"),
        (
            t("its tribe is the first to give orders, act and buy"),
            t("passes clockwise after each turn"),
        ),
    ),
    "crown": Shown(
        t("crown"),
        (
            t("shows the age: I, II or III"),
            t("an age lasts {count} turns", count=TURNS_OF_AGE),
            t("in a new age, all order cards return to hand"),
        ),
    ),
}


def _shown(key: str) -> Shown:
    if key in ORDERS:
        return _order(Order(key))
    if key in IDEAS:
        return _idea(Idea(key))
    if key in GOODS:
        return _good(Good(key))
    if key in _THINGS:
        return _THINGS[key]
    raise DataError(f"no such component: {key!r}")
