"""The sentences told about what happens; everybody may read all of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from rules.letnisko.components import (
    CARDS,
    GUESTS,
    HOUSES,
    Card,
    Guest,
    House,
    Tokens,
    WeatherCard,
    guest_count,
)
from rules.letnisko.moves import Cars, Guests, Lodging
from rules.text import Seat, Text, Who, t, tn


def guests_text(guests: Iterable[Guest]) -> Text:
    """Return "2 × student, 1 × socialite"; "no guests" for none."""
    present = tuple(guests)
    return _guests_text(tuple([present.count(guest) for guest in GUESTS]))


@lru_cache(maxsize=1024)
def _guests_text(counts: tuple[int, ...]) -> Text:
    kinds = tuple(
        guest_count(guest, count) for guest, count in zip(GUESTS, counts, strict=True) if count
    )
    return t("{list}", list=kinds) if kinds else t("no guests")


@cache
def tokens_text(tokens: Tokens) -> Text:
    """Return what is placed together."""
    match tokens:
        case Tokens.ONE:
            return t("one token")
        case Tokens.TWO:
            return t("two tokens together")
        case Tokens.WITH_PORTER:
            return t("one token and the porter")
        case Tokens.THREE:
            return t("two tokens and the porter")
    return t("the porter alone")


@cache
def cars_text(cars: Cars) -> Text:
    """Return "car 3", or "cars 3 and 4 by automobile"."""
    if cars.first == cars.last:
        return t("car {car}", car=cars.first)
    return t("cars {first} and {last} by automobile", first=cars.first, last=cars.last)


@lru_cache(maxsize=1024)
def lodging_text(lodging: Lodging) -> Text:
    """Return who moves in where: "house 1: S C, house 3: H H"."""
    rooms = (
        t("house {number}: {guests}", number=number, guests=" ".join(guests))
        for number, guests in lodging.rooms
    )
    return t("{list}", list=tuple(rooms)) if lodging.rooms else t("nobody moves in")


@cache
def a_card(card: Card) -> Text:
    """Return an investment with its article: "a villa", "an automobile"."""
    if card is Card.AUTOMOBILE:
        return t("an {card}", card=CARDS[card].name)
    return t("a {card}", card=CARDS[card].name)


def porter(seat: Seat) -> Text:
    """Say that chance gave the porter away."""
    return t("{who} gets the porter and acts last in the first week.", who=Who(seat))


def arrived(number: int, rounds: int, weather: WeatherCard, guests: Guests) -> Text:
    """Say that the train has arrived."""
    return t(
        "Week {round} of {rounds}: {weather}. The train brings {guests}.",
        round=number,
        rounds=rounds,
        weather=weather.name,
        guests=guests_text(guests.guests),
    )


def longer_train(cars: int) -> Text:
    """Say that a hot week has lengthened the train."""
    return t("The heat adds a car for good. The train now has {count} cars.", count=cars)


def invited(seat: Seat, cars: Cars, tokens: Tokens, guests: tuple[Guest, ...]) -> Text:
    """Say that a token was placed on cars."""
    if tokens.porter:
        return t(
            "{who} claims {cars} with the porter and invites {guests}.",
            who=Who(seat),
            cars=cars_text(cars),
            guests=guests_text(guests),
        )
    return t(
        "{who} claims {cars} and invites {guests}.",
        who=Who(seat),
        cars=cars_text(cars),
        guests=guests_text(guests),
    )


@cache
def parcel(seat: Seat, tokens: Tokens) -> Text:
    """Say that a token was placed on the locomotive."""
    if tokens.porter:
        return t("{who} fetches a parcel with the porter and gets 100 zł.", who=Who(seat))
    return t("{who} fetches a parcel and gets 100 zł.", who=Who(seat))


@lru_cache(maxsize=1024)
def invested(seat: Seat, card: Card, tokens: Tokens, price_zl: int) -> Text:
    """Say that an investment was visited."""
    return t(
        "{who} buys {card} for {price} zł with {tokens}.",
        who=Who(seat),
        price=price_zl,
        tokens=tokens_text(tokens),
        card=a_card(card),
    )


def refuelled(seat: Seat, tokens: Tokens, price_zl: int) -> Text:
    """Say that an automobile was refuelled."""
    return t(
        "{who} refuels an automobile for {price} zł with {tokens}.",
        who=Who(seat),
        price=price_zl,
        tokens=tokens_text(tokens),
    )


def ended_turn(seat: Seat) -> Text:
    """Say that a turn was ended although more was possible."""
    return t("{who} ends the turn.", who=Who(seat))


def tokens_return() -> Text:
    """Say that phase III begins."""
    return t("All tokens are back. Houses are built, and guests move in.")


@lru_cache(maxsize=1024)
def developed(seat: Seat, forests: int, cottages: int, autos: int) -> Text:
    """Say that forests, cottages and automobiles have come to their owner."""
    parts = []
    if forests:
        parts.append(tn("{count} forest lot", "{count} forest lots", forests))
    if cottages:
        parts.append(tn("{count} cottage", "{count} cottages", cottages))
    if autos:
        parts.append(tn("{count} automobile", "{count} automobiles", autos))
    return t("{who} gets {list}.", who=Who(seat), list=tuple(parts))


def lost(seat: Seat, house: House) -> Text:
    """Say that a house with nowhere to go went back to its stack (LT-DEV-4)."""
    return t(
        "{who} can't build the {house} anywhere, so the card goes back and the money is lost.",
        who=Who(seat),
        house=HOUSES[house].name,
    )


@lru_cache(maxsize=1024)
def upgraded(seat: Seat, house: House, number: int) -> Text:
    """Say that a villa or pension was put on a house."""
    return t(
        "{who} upgrades house {number} to a {house}.",
        who=Who(seat),
        number=number,
        house=HOUSES[house].name,
    )


def elected(seat: Seat, before: Seat | None) -> Text:
    """Say that there is a new President (LT-PRES-3, LT-PRES-4)."""
    if before is None:
        return t("{who} is elected President of the Summer Home Society.", who=Who(seat))
    return t("{who} takes over from {old} as President.", who=Who(seat), old=Who(before))


def lodged(seat: Seat, lodging: Lodging, rent_zl: int, left: tuple[Guest, ...]) -> Text:
    """Say that guests have moved in and old ones have paid (LT-ACC-9).

    The rent can be spent next week.
    """
    if not lodging.rooms:
        return t("{who} has no room for {left}.", who=Who(seat), left=guests_text(left))
    if left:
        return t(
            "{who} takes in guests ({rooms}) and collects {rent} zł in rent. Without a room: "
            "{left}.",
            who=Who(seat),
            rooms=lodging_text(lodging),
            rent=rent_zl,
            left=guests_text(left),
        )
    return t(
        "{who} takes in guests ({rooms}) and collects {rent} zł in rent.",
        who=Who(seat),
        rooms=lodging_text(lodging),
        rent=rent_zl,
    )


def leftovers(president: Seat, guests: tuple[Guest, ...]) -> Text:
    """Say that the President gets guests whom others could not lodge (LT-PRES-8).

    Guests whom nobody invited are not among them.
    """
    return t(
        "As President, {who} gets the guests without a room: {guests}.",
        who=Who(president),
        guests=guests_text(guests),
    )


def over(rounds: int) -> Text:
    """Say that the match is over (LT-END-3)."""
    return tn(
        "The season is over after {count} week.", "The season is over after {count} weeks.", rounds
    )
