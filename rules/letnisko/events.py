"""The sentences told about what happens; everybody may read all of them."""

from __future__ import annotations

from rules.letnisko.components import Card, Guest, House, Tokens, WeatherCard
from rules.letnisko.moves import Cars, Guests, Lodging
from rules.letnisko.phrases import (
    a_card,
    cars_text,
    for_price,
    rooms_text,
    some_automobiles,
    some_cottages,
    some_guests,
    with_tokens,
)
from rules.text import Seat, Text, Who, t, tn


def porter(seat: Seat) -> Text:
    """Say that chance gave the porter away."""
    return t("{who} gets the porter and acts last in the first week.", who=Who(seat))


def arrived(number: int, rounds: int, weather: WeatherCard, guests: Guests) -> Text:
    """Say that the train has arrived."""
    if not guests:
        return t(
            "Week {round} of {rounds}: {weather}. The train is empty.",
            round=number,
            rounds=rounds,
            weather=weather.name,
        )
    return t(
        "Week {round} of {rounds}: {weather}. The train brings {guests}.",
        round=number,
        rounds=rounds,
        weather=weather.name,
        guests=some_guests(guests),
    )


def longer_train(cars: int) -> Text:
    """Say that a hot week has lengthened the train."""
    return t("The heat adds a car for good. The train now has {count} cars.", count=cars)


def invited(seat: Seat, cars: Cars, tokens: Tokens, guests: tuple[Guest, ...]) -> Text:
    """Say that a token was placed on cars."""
    who, where = Who(seat), cars_text(cars)
    if not guests:
        if tokens.porter:
            return t(
                "{who} claims {cars} with the porter, but nobody is on board.",
                who=who,
                cars=where,
            )
        return t("{who} claims {cars}, but nobody is on board.", who=who, cars=where)
    if tokens.porter:
        return t(
            "{who} claims {cars} with the porter and invites {guests}.",
            who=who,
            cars=where,
            guests=some_guests(guests),
        )
    return t(
        "{who} claims {cars} and invites {guests}.",
        who=who,
        cars=where,
        guests=some_guests(guests),
    )


def parcel(seat: Seat, tokens: Tokens) -> Text:
    """Say that a token was placed on the locomotive."""
    if tokens.porter:
        return t("{who} fetches a parcel with the porter and gets 100 zł.", who=Who(seat))
    return t("{who} fetches a parcel and gets 100 zł.", who=Who(seat))


def invested(seat: Seat, card: Card, tokens: Tokens, price_zl: int) -> Text:
    """Say that an investment was visited."""
    return t(
        "{who} buys {card} {for_price} {with_tokens}.",
        who=Who(seat),
        card=a_card(card),
        for_price=for_price(price_zl),
        with_tokens=with_tokens(tokens),
    )


def refuelled(seat: Seat, tokens: Tokens, price_zl: int) -> Text:
    """Say that an automobile was refuelled."""
    return t(
        "{who} refuels an automobile {for_price} {with_tokens}.",
        who=Who(seat),
        for_price=for_price(price_zl),
        with_tokens=with_tokens(tokens),
    )


def ended_turn(seat: Seat) -> Text:
    """Say that a turn was ended although more was possible."""
    return t("{who} ends the turn.", who=Who(seat))


def tokens_return() -> Text:
    """Say that phase III begins."""
    return t("All tokens are back. Houses are built, and guests move in.")


def developed(seat: Seat, forests: int, cottages: int, autos: int) -> Text:
    """Say that forests, cottages and automobiles have come to their owner."""
    parts = []
    if forests:
        parts.append(tn("a forest lot", "{count} forest lots", forests))
    if cottages:
        parts.append(some_cottages(cottages))
    if autos:
        parts.append(some_automobiles(autos))
    return t("{who} gets {list}, bought this week.", who=Who(seat), list=tuple(parts))


def lost(seat: Seat, house: House) -> Text:
    """Say that a house with nowhere to go went back to its stack (LT-DEV-4)."""
    match house:
        case House.COTTAGE:
            return t(
                "{who} has no free lot for a cottage, so the card goes back and the money is lost.",
                who=Who(seat),
            )
        case House.VILLA:
            return t(
                "{who} has no cottage to turn into a villa, so the card goes back and the "
                "money is lost.",
                who=Who(seat),
            )
    return t(
        "{who} has no villa to turn into a pension, so the card goes back and the money is lost.",
        who=Who(seat),
    )


def upgraded(seat: Seat, house: House, number: int) -> Text:
    """Say that a villa or pension was put on a house."""
    if house is House.VILLA:
        return t("{who} upgrades house {number} to a villa.", who=Who(seat), number=number)
    return t("{who} upgrades house {number} to a pension.", who=Who(seat), number=number)


def elected(seat: Seat, tied: bool) -> Text:
    """Say who is the first President; `tied` if others are as far (LT-PRES-3)."""
    if tied:
        return t(
            "Several players have three houses now, but {who} was the first to buy the third and "
            "is elected President of the Summer Home Society.",
            who=Who(seat),
        )
    return t(
        "{who} is the first to have three houses and is elected President of the Summer Home "
        "Society.",
        who=Who(seat),
    )


def drew_level(seats: tuple[Seat, ...], winner: Seat) -> Text:
    """Say which of several equal challengers was complete first (LT-PRES-5)."""
    return t(
        "{names} are equally strong now, but {who} bought their last house card earliest this "
        "week.",
        names=tuple(map(Who, seats)),
        who=Who(winner),
    )


def counted_already() -> Text:
    """Say why there is a new President before all houses are upgraded (LT-PRES-2)."""
    return t(
        "A new villa or pension already counts towards the presidency, even before its owner has "
        "chosen where it goes."
    )


def took_over(seat: Seat, before: Seat, houses: tuple[int, int], points: tuple[int, int]) -> Text:
    """Say that there is a new President, and why (LT-PRES-4).

    Args:
        seat: The new one.
        before: The one until now.
        houses: How many houses they have, the new one first.
        points: What their topmost cards count in the contest, the new one first.
    """
    if houses[0] > houses[1]:
        return t(
            "{who} has more houses than {old} ({more} to {fewer}) and takes over as President.",
            who=Who(seat),
            old=Who(before),
            more=houses[0],
            fewer=houses[1],
        )
    return t(
        "{who} has as many houses as {old}, but better ones ({more} contest points to "
        "{fewer}), and takes over as President.",
        who=Who(seat),
        old=Who(before),
        more=points[0],
        fewer=points[1],
    )


def lodged(seat: Seat, lodging: Lodging, rent_zl: int) -> Text:
    """Say that guests have moved in and old ones have paid (LT-ACC-9).

    The rent can be spent next week.
    """
    if not rent_zl:
        return t("{who} lodges {rooms}.", who=Who(seat), rooms=rooms_text(lodging))
    return t(
        "{who} lodges {rooms}. The guests who stayed there leave and pay {rent} zł.",
        who=Who(seat),
        rooms=rooms_text(lodging),
        rent=rent_zl,
    )


def turned_away(seat: Seat, guests: tuple[Guest, ...]) -> Text:
    """Say that there is no room for guests, wherever they go then."""
    return t(
        "{who} has to turn away {guests}.",
        who=Who(seat),
        guests=some_guests(guests),
    )


def leftovers(president: Seat, guests: tuple[Guest, ...]) -> Text:
    """Say that the President gets guests whom others could not lodge (LT-PRES-8).

    Guests whom nobody invited are not among them.
    """
    return t(
        "{who}, the President, gets {guests}: the others had no room.",
        who=Who(president),
        guests=some_guests(guests),
    )


def over(rounds: int) -> Text:
    """Say that the match is over (LT-END-3)."""
    return tn(
        "The season is over after {count} week.", "The season is over after {count} weeks.", rounds
    )
