"""The picture of a rulebook entry: a component, large, with its facts."""

from __future__ import annotations

from typing import NamedTuple

from render.exhibition import capital, finished, lay_one, lay_several
from render.i18n import Lang
from render.kit.kept import PAGES
from render.kit.press import Press
from render.lodge import exhibits, layout
from render.picture import Picture
from render.speech import Speech
from rules.errors import DataError
from rules.lodge.components import (
    AMENITIES,
    FLOORS,
    GUEST_POINTS,
    GUESTS,
    LOOKS,
    ROOMS_OF_EACH,
    Colour,
    Guest,
    requirement,
)
from rules.text import Text, t, tn


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
    return [say(t("{name}.", name=it.name)), *(say(t("{fact}.", fact=f)) for f in it.facts)]


def _room(colour: Colour) -> Shown:
    look = LOOKS[colour]
    return Shown(
        t("{name}", name=look.name),
        (
            t("{colour} room, letter {letter}", colour=look.word, letter=look.letter),
            tn("{count} tile in the bag", "{count} tiles in the bag", ROOMS_OF_EACH),
            t("holds one guest who wants this colour"),
        ),
    )


def _guest(guest: Guest) -> Shown:
    first, second = LOOKS[guest.first], LOOKS[guest.second]
    wants = (
        t("wants two empty neighbouring {colour} rooms", colour=first.word)
        if first is second
        else t("wants empty neighbouring rooms in {first} and {second}", first=first.word,
               second=second.word)
    )  # fmt: skip
    best = GUEST_POINTS + guest.floor
    return Shown(
        t("guest {guest}", guest=guest.called),
        (
            wants,
            t("moves into one of the two"),
            t(
                "{best} points on floor {floor}, {points} elsewhere",
                best=best,
                floor=guest.floor,
                points=GUEST_POINTS,
            ),
        ),
    )


def _amenity(key: str) -> Shown:
    it = AMENITIES[key]
    return Shown(
        t("{name}", name=it.name),
        (
            t("requires: {wish}", wish=requirement(it)),
            t(
                "{points} at the end if met",
                points=tn("{count} point", "{count} points", it.points),
            ),
            t("can be built on any floor, instead of a room"),
        ),
    )


_THINGS = {
    "elevator": Shown(
        t("elevator"),
        (
            t("forms the left edge of every lodge, but doesn't count as a tile"),
            t("shows floors 1 to {count}", count=FLOORS),
            t("rooms go on the same floor as in the display"),
        ),
    ),
    "valet": Shown(
        t("valet"),
        (
            t("one guest waits here just for you"),
            t("once per turn, you may move that guest in"),
            t("then you choose a new one from the waiting guests at once"),
        ),
    ),
    "token": Shown(
        t("Refresh Token"),
        (
            t("once per match, on your own turn"),
            t("removes all rooms on one floor of the display"),
            t("the others drop down, gaps are filled, and the removed rooms return to the bag"),
        ),
    ),
}


def _shown(key: str) -> Shown:
    kind, _, code = key.partition(":")
    if kind == "room" and code in set(Colour):
        return _room(Colour(code))
    if key in AMENITIES:
        return _amenity(key)
    if key in _THINGS:
        return _THINGS[key]
    if key in set(GUESTS):
        return _guest(Guest.parse(key))
    raise DataError(f"no such component: {key!r}")
