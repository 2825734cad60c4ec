"""Headline, prompt, option labels and sentences, all made from a view."""

from __future__ import annotations

from rules.claims import can, later
from rules.draft import there
from rules.letnisko.components import CARDS, HOUSES, WEATHER, Card, House, Icon, Tokens, letters
from rules.letnisko.moves import (
    Cars,
    Develop,
    EndTurn,
    Invest,
    Invite,
    Lodge,
    Lodging,
    Parcel,
    Refuel,
)
from rules.letnisko.phrases import (
    a_card,
    cars_text,
    decision_of,
    for_price,
    guests_text,
    player_of,
    refuel_price_zl,
    rent_text,
    some_guests,
    tokens_text,
    what_to_place,
    with_tokens,
)
from rules.letnisko.view import LetniskoView, LodgingView, LotView, Phase, PlayerView, StackView
from rules.protocol import Move
from rules.text import Printed, Text, Who, t


def headline(view: LetniskoView) -> Text:
    """Return week, weather and phase: "Week 3 of 12 (Rain), placing tokens"."""
    if view.phase is Phase.OVER:
        return t("The match is over")
    if view.weather is None or view.phase is Phase.ARRIVAL:
        return t("Week {round} of {rounds}", round=view.round, rounds=view.rounds)
    return t(
        "Week {round} of {rounds} ({weather}), {phase}",
        round=view.round,
        rounds=view.rounds,
        weather=WEATHER[view.weather].name,
        phase=t("placing tokens") if view.phase is Phase.ACTIONS else t("houses and guests"),
    )


def prompt(view: LetniskoView) -> Text:
    """Return the decision the viewer has to make, or what the match is waiting for."""
    decision = decision_of(view, view.seat)
    if decision is None:
        return _waiting(view)
    match decision.kind:
        case "develop":
            return _which_house(there(decision.house))
        case "lodge":
            guests = guests_text(decision.guests)
            text = t("Choose who moves in where. Your guests: {guests}.", guests=guests)
            return text.says(can(Lodge))
    return what_to_place(view)


def _which_house(house: House) -> Text:
    if house is House.VILLA:
        text = t("Choose which cottage to upgrade to a villa.")
    else:
        text = t("Choose which villa to upgrade to a pension.")
    return text.says(can(Develop, house=house))


def _waiting(view: LetniskoView) -> Text:
    if view.phase is Phase.OVER:
        return t("The match is over.")
    if not view.decisions:
        return t("The train is arriving.")
    who = tuple(Who(decision.seat) for decision in view.decisions)
    if view.phase is Phase.ACTIONS:
        return t("Waiting for {who} to place tokens.", who=who)
    return t("Still choosing houses or rooms: {who}.", who=who).says(later(Develop), later(Lodge))


def option(view: LetniskoView, move_type: type[Move], name: str, value: object) -> Text:
    """Return the label of one value of the part `name` of a move."""
    match value:
        case Cars():
            return _cars_option(view, value)
        case Card():
            return _card_option(_stack(view, value))
        case Tokens():
            return _tokens_option(move_type, value)
        case House():
            return t("{house}", house=HOUSES[value].name)
        case Lodging():
            return _lodging_option(view, value)
        case int():
            return _lot_option(_lot(view, value))
    raise TypeError(f"no part of a move: {value!r}")


def _lot_option(lot: LotView) -> Text:
    return t(
        "House {number}, {house}: {guests}",
        number=lot.number,
        house=HOUSES[lot.house].name,
        guests=guests_text(lot.residents) if lot.residents else t("empty"),
    )


def _cars_option(view: LetniskoView, cars: Cars) -> Text:
    """Return "Car 3: S C", "Cars 3+4 by automobile: S C H"; an empty one says so."""
    guests = [g for car in view.cars[cars.first - 1 : cars.last] for g in car.guests]
    brings = letters(guests) if guests else t("empty")
    if cars.first == cars.last:
        return t("Car {car}: {guests}", car=cars.first, guests=brings)
    return t("Cars {cars} by automobile: {guests}", cars=str(cars), guests=brings)


def _card_option(stack: StackView) -> Text:
    card, one, left = CARDS[stack.card].name, stack.price_one_zl, stack.left - len(stack.visits)
    if not stack.price_pair_zl:
        return t(
            "{card}: {one} zł, free with two tokens; {left} left", card=card, one=one, left=left
        )
    return t(
        "{card}: {one} zł, {pair} zł with two tokens; {left} left",
        card=card,
        one=one,
        pair=stack.price_pair_zl,
        left=left,
    )


def _tokens_option(move_type: type[Move], tokens: Tokens) -> Text:
    if move_type is Refuel:
        price = refuel_price_zl(tokens)
        return t("{tokens} {for_price}", tokens=tokens_text(tokens), for_price=for_price(price))
    return tokens_text(tokens)


def _lodging_option(view: LetniskoView, lodging: Lodging) -> Text:
    way, rooms = way_of(view, lodging), rooms_label(lodging)
    if way is None:
        return t("{rooms}", rooms=rooms) if lodging.rooms else t("nobody moves in")
    rent = rent_text(way.rent_zl)
    if way.left:
        left = letters(way.left)
        return t("{rooms} – {rent}, without a room: {left}", rooms=rooms, rent=rent, left=left)
    return t("{rooms} – {rent}", rooms=rooms, rent=rent)


def rooms_label(lodging: Lodging) -> Printed:
    """Return who moves in where as a list names it: "1: S C, 3: H H"."""
    found = [(number, letters(guests)) for number, guests in lodging.rooms]
    english = ", ".join(f"{number}: {guests.en}" for number, guests in found)
    return Printed(english or "–", ", ".join(f"{n}: {guests.pl}" for n, guests in found) or "–")


def way_of(view: LetniskoView, lodging: Lodging) -> LodgingView | None:
    """Return what a lodging of the viewer leads to; None if they need not choose."""
    decision = decision_of(view, view.seat)
    ways = decision.lodgings if decision else ()
    return next((way for way in ways if way.lodging == lodging), None)


def sentence(view: LetniskoView, move: Move) -> Text:
    """Return what `move` would do."""
    match move:
        case Invite(cars, tokens):
            return _invite_sentence(view, cars, tokens)
        case Parcel(tokens):
            return t(
                "Fetch 100 zł from the locomotive {with_tokens}.", with_tokens=with_tokens(tokens)
            )
        case Invest(card, tokens):
            return _invest_sentence(view, card, tokens)
        case Refuel(tokens):
            return t(
                "Refuel an automobile {for_price} {with_tokens}. It can drive again next week.",
                for_price=for_price(refuel_price_zl(tokens)),
                with_tokens=with_tokens(tokens),
            )
        case Develop(house, number):
            if house is House.VILLA:
                return t("Upgrade house {number} to a villa.", number=number)
            return t("Upgrade house {number} to a pension.", number=number)
        case Lodge(lodging):
            return _lodge_sentence(view, lodging)
    return _end_sentence(player_of(view, view.seat))


def _invite_sentence(view: LetniskoView, cars: Cars, tokens: Tokens) -> Text:
    guests = [g for car in view.cars[cars.first - 1 : cars.last] for g in car.guests]
    where, what = cars_text(cars), with_tokens(tokens)
    if not guests:
        return t("Claim {cars} {with_tokens}. Nobody is on board.", cars=where, with_tokens=what)
    return t(
        "Claim {cars} {with_tokens} and invite {guests}.",
        cars=where,
        with_tokens=what,
        guests=some_guests(guests),
    )


def _end_sentence(player: PlayerView | None) -> Text:
    """Return what ending a turn costs: the porter if no own token is left (LT-TURN-6)."""
    if player is None or not (player.porter_left or player.tokens):
        return t("End the turn without placing anything else.")
    if not player.tokens:
        return t("End the turn. You have no other turn this week, so the porter goes unused.")
    if player.porter_left:
        return t("End the turn. Keep your other token and the porter for your second turn.")
    return t("End the turn. Keep your other token for your second turn.")


def _invest_sentence(view: LetniskoView, card: Card, tokens: Tokens) -> Text:
    stack = _stack(view, card)
    price = stack.price_zl(tokens)
    money = player_of(view, view.seat)
    return t(
        "Buy {card} {for_price} {with_tokens}. You'll have {rest} zł left.",
        card=a_card(card),
        for_price=for_price(price),
        with_tokens=with_tokens(tokens),
        rest=(money.money_zl if money else 0) - price,
    )


def _lodge_sentence(view: LetniskoView, lodging: Lodging) -> Text:
    way = way_of(view, lodging)
    rooms = rooms_label(lodging)
    if way is None:
        return t("Assign rooms ({rooms}).", rooms=rooms)
    rent = rent_text(way.rent_zl)
    if way.left:
        return t(
            "Assign rooms ({rooms}): {rent}. Without a room: {left}.",
            rooms=rooms,
            rent=rent,
            left=guests_text(way.left),
        )
    return t("Assign rooms ({rooms}): {rent}.", rooms=rooms, rent=rent)


def label(view: LetniskoView, move: Move) -> Text:
    """Return `move` for its button: what it does, without what follows from it."""
    match move:
        case Invite(cars, tokens):
            guests = [g for car in view.cars[cars.first - 1 : cars.last] for g in car.guests]
            return t(
                "Claim {cars} {with_tokens}: {guests}.",
                cars=cars_text(cars),
                with_tokens=with_tokens(tokens),
                guests=letters(guests),
            )
        case Invest(card, tokens):
            price = _stack(view, card).price_zl(tokens)
            return t(
                "Buy {card} {for_price} {with_tokens}.",
                card=a_card(card),
                for_price=for_price(price),
                with_tokens=with_tokens(tokens),
            )
        case Refuel(tokens):
            return t(
                "Refuel an automobile {for_price} {with_tokens}.",
                for_price=for_price(refuel_price_zl(tokens)),
                with_tokens=with_tokens(tokens),
            )
        case Lodge(lodging):
            return t("Assign rooms ({rooms}).", rooms=rooms_label(lodging))
        case EndTurn():
            return t("End the turn.")
    return sentence(view, move)


def _stack(view: LetniskoView, card: Card) -> StackView:
    return next(stack for stack in view.stacks if stack.card is card)


def _lot(view: LetniskoView, number: int) -> LotView:
    player = player_of(view, view.seat)
    assert player is not None
    return player.lots[number - 1]


def forecast_text(view: LetniskoView) -> Text:
    """Return what the next card's icon foretells, of the cards left (LT-INFO-1)."""
    if view.round == view.rounds:
        return t("This is the last week, so there's no more weather to come.")
    cards = [WEATHER[kind] for kind, count in view.ahead if count]
    names = tuple(card.name for card in cards if card.icon is view.forecast)
    if view.forecast is Icon.CLOUD:
        return t("Next week's card shows a cloud. The weather can be: {list}.", list=names)
    return t("Next week's card shows the sun. The weather can be: {list}.", list=names)
