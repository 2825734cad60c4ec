"""The picture of a rulebook entry: a component, large, with its facts."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from render.exhibition import capital, finished, lay_one, lay_several
from render.i18n import Lang
from render.kit.kept import PAGES
from render.kit.press import Press
from render.letnisko import exhibits, layout
from render.letnisko.exhibits import Fact
from render.picture import Picture
from render.speech import Speech
from rules.errors import DataError
from rules.letnisko.components import (
    AUTOMOBILES,
    CARDS,
    FORESTS,
    GUESTS,
    HOUSE_OF,
    HOUSES,
    MAX_CARS,
    PARCEL_ZL,
    PRESIDENT_POINTS,
    REFUEL_ZL,
    SEAT_LETTERS,
    WEATHER,
    Card,
    Guest,
    House,
    Icon,
    Weather,
    guest_count,
)
from rules.text import Text, t, tn

Facts: TypeAlias = tuple[tuple[tuple[str, ...], Text], ...]
"""Facts about a component, each with the icons in front of it."""


class Shown(NamedTuple):
    """The text about a component: name, facts with icons, price ladder."""

    name: Text
    facts: Facts
    base_zl: int = 0


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
    things = [(_lettered(key, say), say(it.name)) for key, it in zip(ids, found, strict=True)]
    if len(found) == 1:
        facts = tuple(
            Fact(_icons(icons, say), capital(say(line))) for icons, line in found[0].facts
        )
        price = found[0].base_zl
        ladder = (say(t("visit")), say(t("one token")), say(t("two tokens"))) if price else ()
        sheet = press.sheet(layout.SHOWN_HEIGHT)
        lay_one(
            sheet,
            layout.shown(),
            exhibits,
            things[0],
            lambda w, h: exhibits.about(w, h, facts, price, ladder),
        )
    else:
        sheet = press.sheet(layout.SHOWN_HEIGHT)
        lay_several(sheet, layout.together(len(things)), exhibits, things)
    return finished(sheet, [line for it in found for line in _told(it, say)])


def _lettered(key: str, say: Speech) -> str:
    """Return a component's id with the letters on it, in the reader's language."""
    if key.startswith("guest:"):
        return f"guest:{say.name(GUESTS[Guest(key[-1])].letter)}"
    letters = [say.name(letter) for letter in SEAT_LETTERS]
    if key == "car":
        return f"car:{''.join(say.name(guest.letter) for guest in GUESTS.values())}"
    if key == "token":
        return f"token:{''.join(letters)}"
    return f"{key}:{letters[0]}" if key == "porter-token" else key


def _icons(icons: tuple[str, ...], say: Speech) -> tuple[str, ...]:
    """Return the icons of a fact, guests and tokens by the reader's letters."""
    first, second = (say.name(letter) for letter in SEAT_LETTERS[:2])
    seats = {"seat0": first, "seat1": second}
    seats |= {code: code + first for code in ("two", "with", "case")}
    return tuple(
        say.name(GUESTS[Guest(code)].letter) if code in set(Guest) else seats.get(code, code)
        for code in icons
    )


def _told(it: Shown, say: Speech) -> list[str]:
    lines = [say(t("{name}.", name=it.name))]
    lines += [say(t("{fact}.", fact=line)) for _, line in it.facts]
    if it.base_zl:
        steps = tuple(
            t("{visit}: {one} / {pair} zł", visit=n + 1, one=one, pair=pair)
            for n, (one, pair) in enumerate(exhibits.ladder(it.base_zl))
        )
        lines.append(say(t("Price per visit (one token / two tokens): {steps}.", steps=steps)))
    return lines


def _guest(guest: Guest) -> Shown:
    card = GUESTS[guest]
    homes = tuple(str(h.card) for h in HOUSES.values() if guest in h.accepts)
    names: tuple[Text, ...] = tuple(
        t("{name}", name=h.name) for h in HOUSES.values() if guest in h.accepts
    )
    return Shown(
        t("{name}", name=card.name),
        (
            (homes, t("stays in: {houses}", houses=names)),
            (("coins",), t("pays {rent} zł when new guests move in", rent=card.rent_zl)),
            ((guest.value,), tn("{count} card", "{count} cards", card.count)),
        ),
    )


def _investment(card: Card) -> Shown:
    it = CARDS[card]
    name = t("{name}", name=it.name)
    if card in HOUSE_OF:
        return Shown(name, _house_facts(HOUSE_OF[card]), it.base_zl)
    if card is Card.AUTOMOBILE:
        drive: Facts = (
            (("auto",), t("one token fetches guests from two neighbouring cars")),
            (("pump",), t("then needs fuel: {price} zł, or two tokens", price=REFUEL_ZL)),
            (("auto",), tn("{count} card", "{count} cards", AUTOMOBILES)),
        )
        return Shown(name, drive, it.base_zl)
    lot: Facts = (
        (("cottage",), t("you can build a cottage on it")),
        (("pine",), tn("{count} card in two stacks", "{count} cards in two stacks", FORESTS)),
    )
    return Shown(name, lot, it.base_zl)


def _house_facts(house: House) -> Facts:
    it = HOUSES[house]
    guests = tuple(guest for guest in Guest if guest in it.accepts)
    names = tuple(t("{name}", name=GUESTS[guest].name) for guest in guests)
    under = {
        House.COTTAGE: ("pine", t("built on a free forest lot")),
        House.VILLA: ("cottage", t("built on a cottage")),
        House.PENSION: ("villa", t("built on a villa")),
    }[house]
    return (
        (tuple(g.value for g in guests), t("takes in: {guests}", guests=names)),
        ((under[0],), under[1]),
        (
            ("star",),
            t("{points} at the end", points=tn("{count} point", "{count} points", it.stack)),
        ),
    )


def _weather(weather: Weather) -> Shown:
    card = WEATHER[weather]
    rows: list[tuple[tuple[str, ...], Text]] = [
        (
            (str(house.card), "arrow", *([guest.value] * count)),
            t("{guests} per {house}", guests=guest_count(guest, count), house=house.name),
        )
        for count, guest, house in zip(card.guests, Guest, HOUSES.values(), strict=True)
        if count
    ]  # fmt: skip
    if weather is Weather.HOT:
        rows.append((("car",), t("one more car, for good")))
    if weather is Weather.STORM:
        rows.append(((), t("no guests arrive")))
    icon = t("cloud") if card.icon is Icon.CLOUD else t("sun")
    rows.append(((card.icon.value,), t("forecast: {icon}", icon=icon)))
    copies = tn("{count} card", "{count} cards", card.copies)
    if card.copies_five != card.copies:
        rows.append(
            ((), t("{cards}, {five} with five players", cards=copies, five=card.copies_five))
        )
    else:
        rows.append(((), t("{cards}", cards=copies)))
    return Shown(t("{name}", name=card.name), tuple(rows))


_OTHERS = {
    "car": Shown(
        t("passenger car"),
        (
            (("seat0",), t("one token invites all its guests")),
            (("auto",), t("two neighbouring cars with an automobile")),
            (("car",), t("two more than players at the start (six with five players)")),
            (("hot",), t("each hot week adds one, up to {count}", count=MAX_CARS)),
        ),
    ),
    "locomotive": Shown(
        t("locomotive"),
        (
            (("coins",), t("{amount} zł from the conductor for each token", amount=PARCEL_ZL)),
            (("seat0", "seat1"), t("any number of tokens, one at a time")),
        ),
    ),
    "token": Shown(
        t("tokens"),
        (
            (("seat0", "seat0"), t("two per player: the owner and their spouse")),
            (("two",), t("together on an investment for a lower price")),
        ),
    ),
    "porter-token": Shown(
        t("porter"),
        (
            (("case",), t("its holder acts last")),
            (("with",), t("once a week: one extra placement, alone or with your own token")),
        ),
    ),
    "president": Shown(
        t("President"),
        (
            (
                ("cottage", "villa", "pension"),
                t("first to have three houses, then anyone with more"),
            ),
            (("S", "C", "H"), t("takes in guests last, including those left over")),
            (("star",), t("{points} at the end",
                          points=tn("{count} point", "{count} points", PRESIDENT_POINTS))),
        ),
    ),
}  # fmt: skip


def _shown(key: str) -> Shown:
    kind, _, code = key.partition(":")
    if kind == "guest" and code in set(Guest):
        return _guest(Guest(code))
    if key in set(Card):
        return _investment(Card(key))
    if key in set(Weather):
        return _weather(Weather(key))
    if key in _OTHERS:
        return _OTHERS[key]
    raise DataError(f"no such component: {key!r}")
