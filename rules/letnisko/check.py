"""Why a move is refused: the rule, the fact of this position, and a way out."""

from __future__ import annotations

from collections import Counter
from typing import Final, NoReturn, TypeAlias

from rules.claims import When, can, first
from rules.errors import NotYourTurnError, refuse
from rules.handlers import Handlers
from rules.letnisko import phrases
from rules.letnisko.components import (
    BASE_OF,
    BEDS,
    CARDS,
    HOUSES,
    PARCEL_ZL,
    Card,
    Guest,
    House,
    Tokens,
    guest_count,
)
from rules.letnisko.draws import check_chance
from rules.letnisko.legal import (
    claimed,
    is_open,
    may_end,
    price_zl,
    refuel_zl,
    sets_after,
    token_sets,
    visits_of,
)
from rules.letnisko.lodging import best, worth
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
from rules.letnisko.observer import view
from rules.letnisko.state import LetniskoState, Player, is_asked
from rules.letnisko.view import Phase
from rules.protocol import CHANCE, Move
from rules.text import Seat, Text, Who, t, tn

Wrong: TypeAlias = tuple[str, Text] | None
"""The rule that forbids a move and what stops it; None if nothing does."""

_CHECKS: Final = Handlers[LetniskoState, Seat, None]()


def check(state: LetniskoState, seat: Seat, move: Move) -> None:
    """Raise NotYourTurnError or IllegalMoveError unless `seat` may make `move` now."""
    if state.phase is Phase.ACTIONS and seat != CHANCE:
        if seat != state.active:
            raise NotYourTurnError("LT-TURN-1")
        _CHECKS.get(type(move), _not_open)(state, seat, move)
    elif seat == CHANCE or state.phase in (Phase.SETUP, Phase.ARRIVAL):
        check_chance(state, seat, move)
    else:
        if not 0 <= seat < state.seats or not is_asked(state, seat):
            raise NotYourTurnError("LT-PRES-6" if seat == state.president else "LT-TURN-9")
        _check_homes(state, seat, move)


def _not_open(state: LetniskoState, seat: Seat, move: Move) -> NoReturn:
    refuse(
        "LT-TURN-2",
        t("Houses and guests come later. Right now, players are placing tokens."),
        _hint(state),
    )


def _hint(state: LetniskoState) -> Text:
    """Return what the player can place instead."""
    return phrases.what_to_place(view(state, state.active))


# Placing tokens


def _instead(state: LetniskoState, offer: Text) -> Text:
    """Return an offer if there is something in it, else what can be placed."""
    return offer if any(c.when is When.NOW for c in offer.claims) else _hint(state)


def _check_tokens(state: LetniskoState, tokens: Tokens) -> None:
    """Refuse tokens that the player lacks or the turn forbids (LT-TURN-2 to 5).

    Tokens stay where they were placed until all are (LT-TURN-8).
    """
    if tokens in token_sets(state):
        return
    if tokens.porter:
        _check_porter(state)
    if tokens is Tokens.THREE:
        refuse(
            "LT-TURN-5",
            t("The porter can join one of your tokens, but not both."),
            _hint(state),
        )
    own = state.players[state.active].tokens
    if not own:
        reason = t("You have no tokens of your own left this week.")
        refuse("LT-TURN-2", reason, _hint(state))
    if tokens.own > own:
        reason = tn(
            "You have {count} token of your own left this week.",
            "You have {count} tokens of your own left this week.",
            own,
        )
        refuse("LT-TURN-2", reason, _hint(state))
    refuse(
        "LT-TURN-2",
        t("You have already placed your own tokens for this turn."),
        _hint(state),
    )


def _check_porter(state: LetniskoState) -> None:
    if state.active != state.porter:
        reason = t("{who} has the porter this week.", who=Who(state.porter))
        refuse("LT-TURN-4", reason, _hint(state))
    if not state.porter_left:
        reason = t("The porter has already been used this week.")
        refuse("LT-TURN-4", reason, _hint(state))


def _check_alone(state: LetniskoState, tokens: Tokens) -> None:
    """Refuse two tokens together on the train (LT-TURN-7, ruling A-17)."""
    if tokens.is_pair:
        refuse(
            "LT-TURN-7",
            t("The train takes one token at a time. Two together only help when you invest."),
            phrases.single_tokens(view(state, state.active)),
        )


@_CHECKS.of(Invite)
def _check_invite(state: LetniskoState, seat: Seat, move: Invite) -> None:
    """Refuse cars that are claimed or far apart.

    Empty cars may be claimed (LT-CAR-4, ruling A-22).
    """
    _check_alone(state, move.tokens)
    _check_tokens(state, move.tokens)
    front, rear = move.cars.first, move.cars.last
    count = len(state.cars)
    if not (1 <= front <= count and 1 <= rear <= count):
        reason = tn(
            "The train only has {count} car this week.",
            "The train only has {count} cars this week.",
            count,
        )
        refuse("LT-CAR-1", reason, phrases.free_cars(view(state, seat)))
    if rear not in (front, front + 1):
        reason = t(
            "An automobile serves two neighbouring cars, but {first} and {last} aren't neighbours.",
            first=front,
            last=rear,
        )
        refuse("LT-CAR-3", reason, phrases.free_cars(view(state, seat)))
    taken = claimed(state)
    for car in range(front, rear + 1):
        if car in taken:
            _refuse_claimed(state, car, taken[car])
    if front != rear and not state.players[seat].ready:
        refuse("LT-CAR-3", _no_automobile(state.players[seat]), _one_of(move.cars))


def _one_of(cars: Cars) -> Text:
    text = t("You can claim car {first} or car {last}.", first=cars.first, last=cars.last)
    return text.says(*(can(Invite, cars=Cars(n, n)) for n in (cars.first, cars.last)))


def _refuse_claimed(state: LetniskoState, car: int, owner: Seat) -> NoReturn:
    """Refuse a claimed car, even the player's own (LT-CAR-2, ruling A-31)."""
    hint = phrases.free_cars(view(state, state.active))
    if owner == state.active:
        refuse("LT-CAR-2", t("You have already claimed car {car}.", car=car), hint)
    refuse("LT-CAR-2", t("{who} has already claimed car {car}.", car=car, who=Who(owner)), hint)


def _no_automobile(player: Player) -> Text:
    if any(bought.card is Card.AUTOMOBILE for bought in player.bought):
        return t("You get your new automobile at the end of the week. It can drive next week.")
    if player.refuelling:
        return t("Your automobile is being refuelled. It can drive next week.")
    if player.out:
        return t("Your automobile is already at the station.")
    if player.empty:
        return t("Your automobile needs fuel.")
    return t("You have no automobile.")


@_CHECKS.of(Parcel)
def _check_parcel(state: LetniskoState, seat: Seat, move: Parcel) -> None:
    _check_alone(state, move.tokens)
    _check_tokens(state, move.tokens)


@_CHECKS.of(Invest)
def _check_invest(state: LetniskoState, seat: Seat, move: Invest) -> None:
    """Refuse a visit that is impossible; one's own visits count, too (LT-INV-5).

    No base is needed (LT-INV-7, ruling A-23).
    """
    _check_tokens(state, move.tokens)
    card = CARDS[move.card]
    if not is_open(state, move.card):
        reason = t("There are no {card} cards left to buy.", card=card.name)
        refuse(
            "LT-INV-6", reason, _instead(state, phrases.shopping(view(state, seat), move.tokens))
        )
    price = price_zl(card.base_zl, visits_of(state, move.card), move.tokens)
    if price > state.players[seat].money:
        hint = _instead(state, phrases.shopping(view(state, seat), move.tokens))
        _refuse_price(state, move.tokens, price, hint)


@_CHECKS.of(Refuel)
def _check_refuel(state: LetniskoState, seat: Seat, move: Refuel) -> None:
    _check_tokens(state, move.tokens)
    player = state.players[seat]
    if not player.empty:
        refuse("LT-AUTO-3", _nothing_to_refuel(player), _hint(state))
    price = refuel_zl(move.tokens)
    if price > player.money:
        _refuse_price(state, move.tokens, price, _instead(state, phrases.fuel(view(state, seat))))


def _nothing_to_refuel(player: Player) -> Text:
    if player.out:
        return t("Your automobile is at the station. You can refuel it from next week on.")
    if player.refuelling:
        return t("Your automobile has already been refuelled this week.")
    return t("None of your automobiles needs fuel.")


def _refuse_price(state: LetniskoState, tokens: Tokens, price_zl: int, hint: Text) -> NoReturn:
    """Refuse a price; the hint is `hint`, unless a parcel is enough (LT-TURN-4a)."""
    money = state.players[state.active].money
    after = sets_after(state.players[state.active].tokens, False, (*state.placed, Tokens.PORTER))
    if price_zl <= money + PARCEL_ZL and Tokens.PORTER in token_sets(state) and tokens in after:
        parcel = t("Send the porter to the locomotive for 100 zł first.")
        hint = parcel.says(first(Parcel, tokens=Tokens.PORTER))
    reason = t(
        "This costs {price} zł now, but you only have {money} zł.", price=price_zl, money=money
    )
    refuse("LT-INV-4", reason, hint)


@_CHECKS.of(EndTurn)
def _check_end(state: LetniskoState, seat: Seat, move: EndTurn) -> None:
    if not may_end(state):
        reason = t("You can't pass. Place one of your own tokens first.")
        locomotive = t("The locomotive is always open and pays 100 zł.")
        refuse("LT-TURN-2", reason, locomotive.says(can(Parcel)))


# Houses


def _check_homes(state: LetniskoState, seat: Seat, move: Move) -> None:
    """Raise IllegalMoveError unless `seat`, who is asked, may make `move` now.

    A choice with the same result as one of those offered is allowed, too.
    """
    wrong = _wrong(state.players[seat], move)
    if wrong is not None:
        refuse(*wrong, _at_home(state, seat, move))


def _at_home(state: LetniskoState, seat: Seat, move: Move) -> Text:
    """Return what the player can choose: houses, or a lodging like the one wanted."""
    seen = view(state, seat)
    if state.players[seat].upgrades:
        return phrases.houses_to_upgrade(seen)
    return phrases.lodging_like(seen, move.lodging if isinstance(move, Lodge) else Lodging(()))


def _wrong(player: Player, move: Move) -> Wrong:
    if isinstance(move, Develop):
        return _wrong_house(player, move)
    if not isinstance(move, Lodge):
        return "LT-DEV-1", t("All tokens are back. Now it's time for houses and guests.")
    if player.upgrades:
        return "LT-DEV-1", _first(player.upgrades[0])
    return _wrong_rooms(player, move.lodging) or _worse(player, move.lodging)


def _first(house: House) -> Text:
    if house is House.VILLA:
        return t("You have to place your new villa first.")
    return t("You have to place your new pension first.")


def _wrong_house(player: Player, move: Develop) -> Wrong:
    if not player.upgrades:
        return "LT-DEV-5", t("You have no house to upgrade right now.")
    house = player.upgrades[0]
    if move.house is not house:
        return "LT-DEV-3", _first(house)
    if not 1 <= move.number <= len(player.lots):
        return "LT-DEV-5", _houses(player)
    if player.lots[move.number - 1].house is not BASE_OF[house]:
        return "LT-DEV-2", _no_base(move.number, house)
    return None


def _houses(player: Player) -> Text:
    return tn("You only have {count} house.", "You only have {count} houses.", len(player.lots))


def _no_base(number: int, house: House) -> Text:
    if house is House.VILLA:
        return t(
            "House {number} can't become a villa, because a villa needs a cottage.", number=number
        )
    return t(
        "House {number} can't become a pension, because a pension needs a villa.", number=number
    )


def _wrong_rooms(player: Player, lodging: Lodging) -> Wrong:
    """Return what is wrong: missing houses or guests, and guests who do not fit."""
    numbers = [number for number, _ in lodging.rooms]
    for number in numbers:
        if numbers.count(number) > 1:
            return "LT-ACC-1", t("You named house {number} more than once.", number=number)
        if not 1 <= number <= len(player.lots):
            return "LT-ACC-1", _houses(player)
    wanted = Counter(guest for _, guests in lodging.rooms for guest in guests)
    for guest, count in wanted.items():
        if count > player.batch.count(guest):
            return "LT-ACC-1", _not_invited(guest, player)
    for number, guests in lodging.rooms:
        house = player.lots[number - 1].house
        if len(guests) > BEDS:
            reason = t("House {number} can take in at most two new guests.", number=number)
            return "LT-ACC-1", reason
        for guest in guests:
            if guest not in HOUSES[house].accepts:
                return "LT-ACC-2", _unsuitable(number, house, guest)
    return None


def _not_invited(guest: Guest, player: Player) -> Text:
    return t(
        "You only have {guests} to find rooms for.",
        guests=guest_count(guest, player.batch.count(guest)),
    )


def _unsuitable(number: int, house: House, guest: Guest) -> Text:
    match house, guest:
        case House.PENSION, _:
            return t("House {number} is a pension, too luxurious for a student.", number=number)
        case House.VILLA, _:
            return t("House {number} is a villa, too spartan for a socialite.", number=number)
        case _, Guest.SOCIALITE:
            return t("House {number} is a cottage, too spartan for a socialite.", number=number)
    return t("House {number} is a cottage, too spartan for a convalescent.", number=number)


def _worse(player: Player, lodging: Lodging) -> Wrong:
    """Return in which of the four rules a lodging falls short of the best."""
    found, due = worth(player.lots, lodging), best(player.lots, player.batch)
    if found == due:
        return None
    if found.lodged != due.lodged:
        return "LT-ACC-3", t(
            "You have room for more of your guests ({room} instead of {placed}).",
            room=due.lodged,
            placed=found.lodged,
        )
    if found.in_empty != due.in_empty:
        return "LT-ACC-4", t(
            "Empty houses come first and can take in more guests ({room} instead of {placed}).",
            room=due.in_empty,
            placed=found.in_empty,
        )
    return "LT-ACC-5", t(
        "Your guests fit into fewer houses ({few} instead of {many}).",
        few=-due.houses,
        many=-found.houses,
    )
