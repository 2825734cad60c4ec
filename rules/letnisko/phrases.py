"""What sentences are made of: guests, cards, tokens, and what the viewer can do.

What is bought, invited or lodged is the object of its sentence, and what it is done with follows
it, so that other languages can decline each. Whole sentences carry their claims: prompts, advice
and hints all take them from here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.claims import Claim, can, cannot, each
from rules.letnisko.components import (
    CARDS,
    GUESTS,
    REFUEL_ZL,
    Card,
    Guest,
    House,
    Tokens,
    guest_count,
)
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
from rules.letnisko.view import DecisionView, LetniskoView, PlayerView, StackView
from rules.text import Seat, Text, t, tn


def guests_text(guests: Iterable[Guest]) -> Text:
    """Return guests in a list: "2 students, 1 socialite"; "no guests" for none."""
    count = Counter(guests)
    kinds = tuple(guest_count(guest, count[guest]) for guest in GUESTS if count[guest])
    return t("{list}", list=kinds) if kinds else t("no guests")


def some_guests(guests: Iterable[Guest]) -> Text:
    """Return guests, at least one, as an object: "a student and 2 socialites"."""
    count = Counter(guests)
    kinds = tuple(_some(guest, count[guest]) for guest in GUESTS if count[guest])
    return t("{list}", list=kinds)


def _some(guest: Guest, count: int) -> Text:
    match guest:
        case Guest.STUDENT:
            return tn("a student", "{count} students", count)
        case Guest.CONVALESCENT:
            return tn("a convalescent", "{count} convalescents", count)
    return tn("a socialite", "{count} socialites", count)


def a_card(card: Card) -> Text:
    """Return an investment as an object, with its article: "a villa", "an automobile"."""
    match card:
        case Card.COTTAGE:
            return some_cottages(1)
        case Card.VILLA:
            return t("a villa")
        case Card.PENSION:
            return t("a pension")
        case Card.AUTOMOBILE:
            return some_automobiles(1)
    return t("a {price} zł forest lot", price=CARDS[card].base_zl)


def some_cottages(count: int) -> Text:
    """Return cottages as an object: "a cottage", "2 cottages"."""
    return tn("a cottage", "{count} cottages", count)


def some_automobiles(count: int) -> Text:
    """Return automobiles as an object: "an automobile", "2 automobiles"."""
    return tn("an automobile", "{count} automobiles", count)


def for_price(price_zl: int) -> Text:
    """Return what something costs: "for 200 zł", "for free"."""
    return t("for {price} zł", price=price_zl) if price_zl else t("for free")


def rent_text(rent_zl: int) -> Text:
    """Return what guests who leave pay: "rent 300 zł", "no rent"."""
    return t("rent {rent} zł", rent=rent_zl) if rent_zl else t("no rent")


def tokens_text(tokens: Tokens) -> Text:
    """Return what is placed together, by itself: the name of a choice."""
    match tokens:
        case Tokens.ONE:
            return t("one token")
        case Tokens.TWO:
            return t("two stacked tokens")
        case Tokens.WITH_PORTER:
            return t("one token and the porter")
        case Tokens.THREE:
            return t("two tokens and the porter")
    return t("the porter alone")


def any_of(sets: tuple[Tokens, ...]) -> Text:
    """Return token sets as an object: "one token, or just the porter"; at least one."""
    return _one_of(*map(_placed, sets))


def _one_of(*found: Text) -> Text:
    *first, last = found
    return t("{first}, or {other}", first=tuple(first), other=last) if first else last


def _placed(tokens: Tokens) -> Text:
    return t("just the porter") if tokens is Tokens.PORTER else tokens_text(tokens)


def with_tokens(tokens: Tokens) -> Text:
    """Return what a move is made with: "with two stacked tokens"."""
    match tokens:
        case Tokens.ONE:
            return t("with one token")
        case Tokens.TWO:
            return t("with two stacked tokens")
        case Tokens.WITH_PORTER:
            return t("with one token and the porter")
        case Tokens.THREE:
            return t("with two tokens and the porter")
    return t("with just the porter")


def cars_text(cars: Cars) -> Text:
    """Return "car 3", or "cars 3 and 4 by automobile"."""
    if cars.first == cars.last:
        return t("car {car}", car=cars.first)
    return t("cars {first} and {last} by automobile", first=cars.first, last=cars.last)


def rooms_text(lodging: Lodging) -> Text:
    """Return who is lodged where, at least one, as an object: "2 students in house 1"."""
    rooms = tuple(
        t("{guests} in house {number}", guests=some_guests(guests), number=number)
        for number, guests in lodging.rooms
    )
    return t("{list}", list=rooms)


# What the viewer can do


def decision_of(view: LetniskoView, seat: Seat) -> DecisionView | None:
    """Return what `seat` has to decide, or None."""
    return next((d for d in view.decisions if d.seat == seat), None)


def player_of(view: LetniskoView, seat: Seat) -> PlayerView | None:
    """Return the player of a seat; None for a watcher."""
    return view.players[seat] if 0 <= seat < view.seats else None


def deciding(view: LetniskoView) -> tuple[DecisionView, PlayerView]:
    """Return the decision of the viewer, who must have one, and their belongings."""
    decision = decision_of(view, view.seat)
    assert decision is not None
    return decision, view.players[view.seat]


# Tokens


def what_to_place(view: LetniskoView) -> Text:
    """Return which tokens can be placed, and where, and whether the turn can end."""
    decision, _ = deciding(view)
    places = {tokens: _places(view, tokens) for tokens in decision.sets}
    claims = [claim for found in places.values() for claim in found]
    sets = any_of(tuple(tokens for tokens, found in places.items() if found))
    if decision.may_end:
        text = t("You may still place {sets}, or end the turn.", sets=sets)
        return text.says(*claims, can(EndTurn))
    if any(claim.move_type is Invest for claim in claims):
        return t("Go to the train, or invest. You may place {sets}.", sets=sets).says(*claims)
    return t("Place {sets} on the train.", sets=sets).says(*claims)


def single_tokens(view: LetniskoView) -> Text:
    """Return what can be placed on the train."""
    decision, _ = deciding(view)
    alone = tuple(tokens for tokens in decision.sets if not tokens.is_pair)
    text = t("You may place {sets} on the train.", sets=any_of(alone))
    return text.says(*(can(Parcel, tokens=tokens) for tokens in alone))


def _places(view: LetniskoView, tokens: Tokens) -> tuple[Claim, ...]:
    """Return claims that tokens can be placed on the train, or invested.

    A single token can always go to the locomotive; a pair needs something it can pay for.
    """
    claims = [] if tokens.is_pair else [can(Parcel, tokens=tokens)]
    if affordable(view, tokens):
        claims.append(can(Invest, tokens=tokens))
    elif not claims and can_refuel(view, tokens):
        claims.append(can(Refuel, tokens=tokens))
    return tuple(claims)


# Investments


def affordable(view: LetniskoView, tokens: Tokens) -> tuple[StackView, ...]:
    """Return what these tokens can buy now (LT-INV-4, LT-INV-6)."""
    money = deciding(view)[1].money_zl
    return tuple(s for s in view.stacks if s.open and s.price_zl(tokens) <= money)


def shopping(view: LetniskoView, *wanted: Tokens, counted: bool = True) -> Text:
    """Return what one set of tokens can buy, the first that can buy anything.

    The `wanted` ones come first, then single ones. The player's money is told first if it is
    `counted`.
    """
    decision, player = deciding(view)
    for tokens in sorted(decision.sets, key=lambda tokens: (tokens not in wanted, tokens.is_pair)):
        if able := affordable(view, tokens):
            offers = tuple(
                t(
                    "{card} {for_price}",
                    card=a_card(s.card),
                    for_price=for_price(s.price_zl(tokens)),
                )
                for s in able
            )
            text = t(
                "Here's what you can buy {with_tokens}: {list}.",
                with_tokens=with_tokens(tokens),
                list=offers,
            )
            if counted:
                text = t(
                    "You have {money} zł, and {with_tokens} you can buy: {list}.",
                    money=player.money_zl,
                    with_tokens=with_tokens(tokens),
                    list=offers,
                )
            return text.says(*(can(Invest, card=s.card, tokens=tokens) for s in able))
    text = t("You have {money} zł, and there's nothing you can buy now.", money=player.money_zl)
    return text.says(cannot(Invest))


def refuel_price_zl(tokens: Tokens) -> int:
    """Return what refuelling costs (LT-AUTO-3)."""
    return 0 if tokens.is_pair else REFUEL_ZL


def can_refuel(view: LetniskoView, tokens: Tokens) -> bool:
    """Return whether an automobile needs fuel and these tokens can pay for it."""
    _, player = deciding(view)
    return player.autos.empty > 0 and refuel_price_zl(tokens) <= player.money_zl


def fuel(view: LetniskoView) -> Text:
    """Return what refuelling costs. Assumes that an automobile needs fuel."""
    decision, player = deciding(view)
    able = [tokens for tokens in decision.sets if can_refuel(view, tokens)]
    if not able:
        return t(
            "Your automobile needs fuel, but you can't pay for it now with {money} zł.",
            money=player.money_zl,
        ).says(cannot(Refuel))
    ways = [
        t(
            "{with_tokens} {for_price}",
            with_tokens=with_tokens(tokens),
            for_price=for_price(refuel_price_zl(tokens)),
        )
        for tokens in able
    ]
    text = t("Your automobile needs fuel. You can refuel it {ways}.", ways=_one_of(*ways))
    return text.says(*(can(Refuel, tokens=tokens) for tokens in able))


# The train


def free_cars(view: LetniskoView) -> Text:
    """Return which cars can be claimed, and that the locomotive is open."""
    free = [Cars(car.number, car.number) for car in view.cars if car.claimed is None]
    if not free:
        text = t("All cars are claimed, but the locomotive is still open.")
        return text.says(cannot(Invite), can(Parcel))
    text = tn(
        "You can claim car {cars}, or take 100 zł from the locomotive.",
        "You can claim any of these cars: {cars}. Or take 100 zł from the locomotive.",
        len(free),
        cars=tuple(map(str, free)),
    )
    return text.says(*each(Invite, "cars", free), can(Parcel))


# Houses and guests


def houses_to_upgrade(view: LetniskoView) -> Text:
    """Return which houses the villa or pension can go on."""
    decision, _ = deciding(view)
    numbers, house = decision.numbers, decision.house
    if house is House.VILLA:
        text = t("You can upgrade one of these houses to a villa: {numbers}.", numbers=numbers)
    else:
        text = t("You can upgrade one of these houses to a pension: {numbers}.", numbers=numbers)
    return text.says(*(can(Develop, house=house, number=number) for number in numbers))


def lodging_like(view: LetniskoView, wanted: Lodging) -> Text:
    """Return the possible lodging that has most in common with another one."""
    decision, _ = deciding(view)
    rooms = set(wanted.rooms)
    ways = [way.lodging for way in decision.lodgings]
    nearest = max(ways, key=lambda way: len(rooms.intersection(way.rooms)))
    text = t("You can lodge {rooms}, for example.", rooms=rooms_text(nearest))
    return text.says(can(Lodge, lodging=nearest))
