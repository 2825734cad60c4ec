"""The contents of the box: guests, houses, investments, weather, player counts.

Loaded once from ``data/letnisko/box.toml`` and checked against the component list of the rules.
Money is in złoty and always a multiple of 100.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, Literal, TypeAlias, get_args

from rules.box import Row, load, seat_marks
from rules.errors import DataError
from rules.listed import Code, Listed
from rules.text import Printed, Text, tn

Shape: TypeAlias = Literal["circle", "square", "diamond"]
SHAPES: Final[tuple[Shape, ...]] = get_args(Shape)
BEDS: Final = 2
"""New guests a house takes in at once (LT-ACC-1)."""
PRESIDENT_POINTS: Final = 5
PARCEL_ZL: Final = 100
"""The gift of the conductor, in złoty (LT-LOCO-1)."""
ZL_PER_POINT: Final = 100


class Guest(Listed):
    """A kind of guest; the letter stands in the notation of moves."""

    STUDENT = "S"
    CONVALESCENT = "C"
    SOCIALITE = "H"


class House(Listed):
    """The topmost card of a lot."""

    COTTAGE = "K"
    VILLA = "V"
    PENSION = "P"


class Card(Listed):
    """An investment: a stack of cards that tokens are placed on."""

    FOREST_A = "forest-100"
    FOREST_B = "forest-200"
    COTTAGE = "cottage"
    VILLA = "villa"
    PENSION = "pension"
    AUTOMOBILE = "automobile"


class Tokens(Listed):
    """The tokens placed together in one stack; each is one visit (LT-INV-2)."""

    own: int
    """Own tokens in the stack."""
    porter: bool
    """True if the porter is in the stack."""
    is_pair: bool
    """True for two tokens together."""

    def __init__(self, token: str, own: int, porter: bool) -> None:
        self.own, self.porter, self.is_pair = own, porter, own + porter > 1

    ONE = "one", 1, False
    TWO = "two", 2, False
    WITH_PORTER = "one+porter", 1, True
    PORTER = "porter", 0, True
    THREE = "two+porter", 2, True
    """Both own tokens and the porter; never allowed (LT-TURN-5), but readable."""


class Icon(Code):
    """The forecast on the back of a weather card."""

    CLOUD = "cloud"
    SUN = "sun"


class Weather(Listed):
    """A type of weather card."""

    STORM = "storm"
    RAIN = "rain"
    CLOUDS = "clouds"
    PARTLY = "partly"
    EXAM = "exam"
    HOT = "hot"


_PLACE: Final = attrgetter("place")


def in_order(guests: Iterable[Guest]) -> tuple[Guest, ...]:
    """Return guests in the order S C H."""
    return tuple(sorted(guests, key=_PLACE))


@dataclass(frozen=True, slots=True)
class GuestCard:
    """A kind of guest: `count` cards in the box, `rent_zl` on their backs.

    `letter` stands on every picture of one.
    """

    guest: Guest
    name: Printed
    letter: Printed
    count: int
    rent_zl: int
    hex: str
    shape: Shape


@dataclass(frozen=True, slots=True)
class HouseCard:
    """The print on a house.

    Attributes:
        card: The investment that brings it.
        count: Cards in the box.
        accepts: The guests it suits (LT-ACC-2).
        top: Its worth in the contest for the President (LT-PRES-1).
        stack: The points of the whole stack below it at the end (LT-SCORE-2).
    """

    house: House
    name: Printed
    card: Card
    count: int
    accepts: frozenset[Guest]
    top: int
    stack: int


@dataclass(frozen=True, slots=True)
class Investment:
    """An investment's name and base price (LT-INV-1)."""

    card: Card
    name: Printed
    base_zl: int


@dataclass(frozen=True, slots=True)
class WeatherCard:
    """A type of weather.

    Attributes:
        icon: What its back foretells.
        guests: Students per cottage, convalescents per villa, socialites per pension (LT-ARR-3).
        copies: Cards with two to four players.
        copies_five: Cards with five players (LT-SET-4, ruling A-29).
    """

    weather: Weather
    name: Printed
    icon: Icon
    guests: tuple[int, int, int]
    copies: int
    copies_five: int


@dataclass(frozen=True, slots=True)
class Scale:
    """Everything that depends on the number of players."""

    rounds: int
    cars: int
    automobiles: int


def _guest(row: Row) -> GuestCard:
    return GuestCard(
        Guest(row.text("code")),
        row.printed(),
        row.printed("letter_"),
        row.number("count"),
        row.number("rent_zl"),
        row.text("hex"),
        row.one_of("shape", SHAPES),
    )


def _house(row: Row) -> HouseCard:
    return HouseCard(
        House(row.text("code")),
        row.printed(),
        Card(row.text("card")),
        row.number("count"),
        frozenset(Guest(code) for code in row.text("accepts")),
        row.number("top"),
        row.number("stack"),
    )


def _weather(row: Row) -> WeatherCard:
    students, convalescents, socialites = row.numbers("guests")
    return WeatherCard(
        Weather(row.text("id")),
        row.printed(),
        Icon(row.text("icon")),
        (students, convalescents, socialites),
        row.number("copies"),
        row.number("copies_five"),
    )


_BOX: Final = load("letnisko")
try:
    GUESTS: Final = {card.guest: card for card in map(_guest, _BOX.rows("guests"))}
    HOUSES: Final = {card.house: card for card in map(_house, _BOX.rows("houses"))}
    CARDS: Final = {
        Card(row.text("id")): Investment(Card(row.text("id")), row.printed(), row.number("base_zl"))
        for row in _BOX.rows("cards")
    }
    WEATHER: Final = {card.weather: card for card in map(_weather, _BOX.rows("weather"))}
    REFUEL_ZL: Final = _BOX.row("refuel").number("base_zl")
    FORESTS: Final = _BOX.row("stock").number("forests")
    AUTOMOBILES: Final = _BOX.row("stock").number("automobiles")
    MAX_CARS: Final = _BOX.number("passenger_cars")
    START_ZL: Final = _BOX.number("start_money_zl")
    START_FORESTS: Final = _BOX.number("start_forests")
    SCALES: Final = {
        int(seats): Scale(**scale.by_name())
        for seats, scale in _BOX.row("scales").rows_by_name().items()
    }
    """By number of players."""
    SEAT_MARKS: Final = seat_marks(_BOX.rows("seats"))
    SEAT_LETTERS: Final = tuple(mark.face for mark in SEAT_MARKS)
    """The letters on the tokens, in seat order."""
except (KeyError, TypeError, ValueError) as error:
    raise DataError(f"data/letnisko/box.toml is incomplete: {error!r}") from error

HOUSE_OF: Final = {card.card: house for house, card in HOUSES.items()}
"""The house that an investment brings; forests and automobiles bring none."""
BASE_OF: Final = {House.VILLA: House.COTTAGE, House.PENSION: House.VILLA}
"""The house below a villa and a pension.

A cottage stands on a free forest lot (LT-DEV-2).
"""


def letters(guests: Iterable[Guest], between: str = " ") -> Printed:
    """Return guests as the letters on their pictures: "S C C"; "–" for none."""
    found = [GUESTS[guest].letter for guest in guests]
    english, polish = (between.join(it) for it in ((g.en for g in found), (g.pl for g in found)))
    return Printed(english or "–", polish or "–")


def guest_count(guest: Guest, count: int) -> Text:
    """Return a number of guests of a kind, "3 students"."""
    match guest:
        case Guest.STUDENT:
            return tn("{count} student", "{count} students", count)
        case Guest.CONVALESCENT:
            return tn("{count} convalescent", "{count} convalescents", count)
    return tn("{count} socialite", "{count} socialites", count)


def faults() -> list[str]:
    """Return where the data differ from the rules' component list; [] if nowhere."""
    found = []
    if sum(card.count for card in GUESTS.values()) != 110:
        found.append("there are not 110 guests")
    if sum(c.count for c in HOUSES.values()) + FORESTS + AUTOMOBILES + MAX_CARS + 13 != 109:
        found.append("there are not 109 large cards")
    weathers = WEATHER.values()
    if (sum(c.copies for c in weathers), sum(c.copies_five for c in weathers)) != (13, 11):
        found.append("there are not 13 weather cards, and 11 for five players")
    if [*Weather] != [*WEATHER] or [*Card] != [*CARDS]:
        found.append("the weathers or investments are not those coded, in their order")
    return found


if _FAULTS := faults():
    raise DataError(f"data/letnisko/box.toml: {'; '.join(_FAULTS)}")
