"""Why a move is refused: the rule, the fact of this position, and a way out.

Nothing here decides whether a move is legal; once every other reason is ruled out, the last holds.
"""

from __future__ import annotations

from collections import Counter
from typing import NoReturn, TypeAlias

from rules.claims import When, can, first
from rules.errors import IllegalMoveError, NotYourTurnError, refuse
from rules.letnisko import phrases
from rules.letnisko.components import (
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
from rules.letnisko.legal import invest_zl, is_legal, is_open, refuel_zl, sets_after, token_sets
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
from rules.letnisko.state import ACTIONS, LetniskoState, Player, is_asked
from rules.letnisko.view import Phase
from rules.protocol import CHANCE, Move
from rules.text import Seat, Text, Who, t, tn

Wrong: TypeAlias = tuple[str, Text]
"""The rule that forbids a move, and what stops it."""


def check(state: LetniskoState, seat: Seat, move: Move) -> None:
    """Raise NotYourTurnError or IllegalMoveError unless `seat` may make `move` now."""
    if not is_legal(state, seat, move):
        _explain(state, seat, move)


def _explain(state: LetniskoState, seat: Seat, move: Move) -> NoReturn:
    """Raise NotYourTurnError or IllegalMoveError: `seat` may not make `move` now."""
    if seat == CHANCE:
        raise IllegalMoveError("LT-ARR-1", t("This can't be drawn now."), t("Wait a moment."))
    if state.phase is ACTIONS:
        if seat != state.active:
            raise NotYourTurnError("LT-TURN-1")
        _refuse_placement(state, move)
    if state.phase in (Phase.SETUP, Phase.ARRIVAL):
        raise NotYourTurnError("LT-ARR-1")
    if not 0 <= seat < state.seats or not is_asked(state, seat):
        raise NotYourTurnError("LT-PRES-6" if seat == state.president else "LT-TURN-9")
    refuse(*_wrong_at_home(state.players[seat], move), _at_home(state, seat, move))


# Placing tokens


def _refuse_placement(state: LetniskoState, move: Move) -> NoReturn:
    if isinstance(move, EndTurn):
        reason = t("You can't pass. Place one of your own tokens first.")
        locomotive = t("The locomotive is always open and pays 100 zł.")
        refuse("LT-TURN-2", reason, locomotive.says(can(Parcel)))
    if not isinstance(move, Invite | Parcel | Invest | Refuel):
        reason = t("Houses and guests come later. Right now, players are placing tokens.")
        refuse("LT-TURN-9", reason, _hint(state))
    if isinstance(move, Invite | Parcel) and move.tokens.is_pair:  # LT-TURN-7, ruling A-17
        reason = t(
            "The train takes one token at a time. Two together only help when you invest or refuel."
        )
        refuse("LT-TURN-7", reason, phrases.single_tokens(view(state, state.active)))
    if isinstance(move, Parcel) or move.tokens not in token_sets(state):
        refuse(*_wrong_tokens(state, move.tokens), _hint(state))
    if isinstance(move, Invite):
        _refuse_invite(state, move.cars)
    if isinstance(move, Invest):
        _refuse_invest(state, move)
    player = state.players[state.active]
    if not player.empty:
        refuse(*_nothing_to_refuel(player), _hint(state))
    hint = _instead(state, phrases.fuel(view(state, state.active)))
    _refuse_price(state, move.tokens, refuel_zl(move.tokens), hint)


def _hint(state: LetniskoState) -> Text:
    """Return what the player can place instead."""
    return phrases.what_to_place(view(state, state.active))


def _instead(state: LetniskoState, offer: Text) -> Text:
    """Return an offer if there is something in it, else what can be placed."""
    return offer if any(c.when is When.NOW for c in offer.claims) else _hint(state)


def _wrong_tokens(state: LetniskoState, tokens: Tokens) -> Wrong:
    """Return which tokens the player lacks or the turn forbids (LT-TURN-2 to 5).

    Tokens stay where they were placed until all are (LT-TURN-8).
    """
    if tokens.porter and state.active != state.porter:
        return "LT-TURN-4", t("{who} has the porter this week.", who=Who(state.porter))
    if tokens.porter and not state.porter_left:
        return "LT-TURN-4", t("The porter has already been used this week.")
    if tokens is Tokens.THREE:
        return "LT-TURN-5", t("The porter can join one of your tokens, but not both.")
    own = state.players[state.active].tokens
    if not own:
        return "LT-TURN-2", t("You have no tokens of your own left this week.")
    if tokens.own > own:
        return "LT-TURN-2", tn(
            "You have {count} token of your own left this week.",
            "You have {count} tokens of your own left this week.",
            own,
        )
    return "LT-TURN-2", t("You have already placed your own tokens for this turn.")


def _refuse_invite(state: LetniskoState, cars: Cars) -> NoReturn:
    """Refuse cars that are missing, far apart or claimed, or that need an automobile."""
    front, rear = cars.first, cars.last
    seen = view(state, state.active)
    count = len(seen.cars)
    if not (1 <= front <= count and 1 <= rear <= count):
        reason = tn(
            "The train only has {count} car this week.",
            "The train only has {count} cars this week.",
            count,
        )
        refuse("LT-CAR-1", reason, phrases.free_cars(seen))
    if rear not in (front, front + 1):
        reason = t(
            "An automobile serves two neighbouring cars, but {first} and {last} aren't neighbours.",
            first=front,
            last=rear,
        )
        refuse("LT-CAR-3", reason, phrases.free_cars(seen))
    for car in seen.cars[front - 1 : rear]:
        if car.claimed is not None:
            refuse(
                "LT-CAR-2", _claimed(seen.seat, car.number, car.claimed), phrases.free_cars(seen)
            )
    refuse(*_no_automobile(state.players[state.active]), _one_of(cars))


def _claimed(seat: Seat, car: int, owner: Seat) -> Text:
    """Return who has claimed a car, perhaps the player (LT-CAR-2, ruling A-31)."""
    if owner == seat:
        return t("You have already claimed car {car}.", car=car)
    return t("{who} has already claimed car {car}.", car=car, who=Who(owner))


def _one_of(cars: Cars) -> Text:
    text = t("You can claim car {first} or car {last}.", first=cars.first, last=cars.last)
    return text.says(*(can(Invite, cars=Cars(n, n)) for n in (cars.first, cars.last)))


def _no_automobile(player: Player) -> Wrong:
    if any(bought.card is Card.AUTOMOBILE for bought in player.bought):
        new = t("You get your new automobile at the end of the week. It can drive next week.")
        return "LT-AUTO-1", new
    if player.refuelling:
        return "LT-AUTO-4", t("Your automobile is being refuelled. It can drive next week.")
    if player.out:
        return "LT-AUTO-2", t("Your automobile is already at the station.")
    if player.empty:
        return "LT-AUTO-3", t("Your automobile needs fuel.")
    return "LT-CAR-3", t("You have no automobile.")


def _refuse_invest(state: LetniskoState, move: Invest) -> NoReturn:
    """Refuse a card sold out or too dear; one's own visits count, too (LT-INV-5)."""
    seen, is_left = view(state, state.active), is_open(state, move.card)
    # The refusal of a price tells the player's money itself.
    hint = _instead(state, phrases.shopping(seen, move.tokens, counted=not is_left))
    if not is_left:
        reason = t("There are no {card} cards left to buy.", card=CARDS[move.card].name)
        refuse("LT-INV-6", reason, hint)
    _refuse_price(state, move.tokens, invest_zl(state.visits, move.card, move.tokens), hint)


def _nothing_to_refuel(player: Player) -> Wrong:
    if player.out:
        out = t("Your automobile is at the station. You can refuel it from next week on.")
        return "LT-AUTO-2", out
    if player.refuelling:
        return "LT-AUTO-4", t("Your automobile has already been refuelled this week.")
    return "LT-AUTO-3", t("None of your automobiles needs fuel.")


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


# Houses


def _at_home(state: LetniskoState, seat: Seat, move: Move) -> Text:
    """Return what the player can choose: houses, or a lodging like the one wanted."""
    seen = view(state, seat)
    if state.players[seat].upgrades:
        return phrases.houses_to_upgrade(seen)
    return phrases.lodging_like(seen, move.lodging if isinstance(move, Lodge) else Lodging(()))


def _wrong_at_home(player: Player, move: Move) -> Wrong:
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
    if move.house is not player.upgrades[0]:
        return "LT-DEV-3", _first(player.upgrades[0])
    if not 1 <= move.number <= len(player.lots):
        return "LT-DEV-5", _houses(player)
    return "LT-DEV-2", _no_base(move.number, move.house)


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


def _wrong_rooms(player: Player, lodging: Lodging) -> Wrong | None:
    """Return which houses or guests are missing or don't fit; None if they all do."""
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
