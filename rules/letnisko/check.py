"""Why a move is refused: the rule, the fact of this position, and a way out."""

from __future__ import annotations

from collections import Counter
from typing import Final, NoReturn

from rules.errors import NotYourTurnError, refuse
from rules.handlers import Handlers
from rules.letnisko.components import (
    BASE_OF,
    BEDS,
    CARDS,
    GUESTS,
    HOUSES,
    Card,
    Guest,
    House,
    Tokens,
    guest_count,
)
from rules.letnisko.draws import check_chance
from rules.letnisko.legal import (
    candidates,
    claimed,
    is_open,
    may_end,
    price_zl,
    refuel_zl,
    token_sets,
    visits_of,
)
from rules.letnisko.lodging import Worth, alike, best, worth
from rules.letnisko.moves import (
    Develop,
    EndTurn,
    Invest,
    Invite,
    Lodge,
    Lodging,
    Parcel,
    Refuel,
)
from rules.letnisko.state import LetniskoState, Player, is_asked
from rules.letnisko.view import Phase
from rules.protocol import CHANCE, Move
from rules.text import Seat, Text, Who, t, tn

_PLACE: Final = t("Place a token on the train, or invest.")
_HOMES: Final = t("Choose one of the options under Your move.")
_SUITING: Final = t(
    "Students stay in cottages and villas, convalescents in villas and pensions, socialites in "
    "pensions."
)


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
            raise NotYourTurnError("LT-PRES-6" if seat == state.president else "LT-ACC-6")
        _check_homes(state, seat, move)


def _not_open(state: LetniskoState, seat: Seat, move: Move) -> NoReturn:
    refuse(
        "LT-TURN-2",
        t("Houses and guests come later. Right now, players are placing tokens."),
        _PLACE,
    )


# Placing tokens


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
            t("Place your two tokens together and the porter alone, one after the other."),
        )
    own = state.players[state.active].tokens
    if not own:
        reason = t("You have no tokens of your own left this week.")
        refuse("LT-TURN-2", reason, t("Place the porter alone, or end the turn."))
    if tokens.own > own:
        reason = tn(
            "You have {count} token of your own left this week.",
            "You have {count} tokens of your own left this week.",
            own,
        )
        refuse("LT-TURN-2", reason, t("Choose other tokens, or end the turn."))
    refuse(
        "LT-TURN-2",
        t("You have already placed your own tokens for this turn."),
        t("Place the porter, or end the turn."),
    )


def _check_porter(state: LetniskoState) -> None:
    if state.active != state.porter:
        reason = t("{who} has the porter this week.", who=Who(state.porter))
        refuse("LT-TURN-4", reason, t("Place your own tokens."))
    if not state.porter_left:
        reason = t("The porter has already been used this week.")
        refuse("LT-TURN-4", reason, t("Place your own tokens."))


def _check_alone(tokens: Tokens) -> None:
    """Refuse two tokens together on the train (LT-TURN-7, ruling A-17)."""
    if tokens.is_pair:
        refuse(
            "LT-TURN-7",
            t("The train takes one token at a time. Two together only help when you invest."),
            t("Place one token, or the porter alone."),
        )


@_CHECKS.of(Invite)
def _check_invite(state: LetniskoState, seat: Seat, move: Invite) -> None:
    """Refuse cars that are claimed or far apart.

    Empty cars may be claimed (LT-CAR-4, ruling A-22).
    """
    _check_alone(move.tokens)
    _check_tokens(state, move.tokens)
    first, last = move.cars.first, move.cars.last
    count = len(state.cars)
    if not (1 <= first <= count and 1 <= last <= count):
        reason = t("The train has {count} cars this week.", count=count)
        refuse("LT-CAR-1", reason, t("Choose a car from 1 to {count}.", count=count))
    if last not in (first, first + 1):
        refuse(
            "LT-CAR-3",
            t(
                "An automobile serves two neighbouring cars, not {cars}.",
                cars=str(move.cars),
            ),
            t("Choose one car, or two neighbours such as 3+4."),
        )
    taken = claimed(state)
    for car in range(first, last + 1):
        if car in taken:
            _refuse_claimed(car, taken[car], seat)
    if first != last and not state.players[seat].ready:
        refuse("LT-CAR-3", _no_automobile(state.players[seat]), t("Choose a single car."))


def _refuse_claimed(car: int, owner: Seat, seat: Seat) -> NoReturn:
    """Refuse a claimed car, even the player's own (LT-CAR-2, ruling A-31)."""
    hint = t("Choose an unclaimed car, or the locomotive.")
    if owner == seat:
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
    _check_alone(move.tokens)
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
        refuse("LT-INV-6", reason, t("Choose another investment, or go to the train."))
    price = price_zl(card.base_zl, visits_of(state, move.card), move.tokens)
    _check_money(state.players[seat], price)


@_CHECKS.of(Refuel)
def _check_refuel(state: LetniskoState, seat: Seat, move: Refuel) -> None:
    _check_tokens(state, move.tokens)
    player = state.players[seat]
    if not player.empty:
        refuse("LT-AUTO-3", _nothing_to_refuel(player), t("Invest, or go to the train."))
    _check_money(player, refuel_zl(move.tokens))


def _nothing_to_refuel(player: Player) -> Text:
    if player.out:
        return t("Your automobile is at the station. You can refuel it from next week on.")
    if player.refuelling:
        return t("Your automobile has already been refuelled this week.")
    return t("None of your automobiles needs fuel.")


def _check_money(player: Player, price_zl: int) -> None:
    if price_zl > player.money:
        refuse(
            "LT-INV-4",
            t(
                "This costs {price} zł now, but you only have {money} zł.",
                price=price_zl,
                money=player.money,
            ),
            t("Choose something cheaper, or fetch 100 zł from the locomotive first."),
        )


@_CHECKS.of(EndTurn)
def _check_end(state: LetniskoState, seat: Seat, move: EndTurn) -> None:
    if not may_end(state):
        reason = t("You can't pass. Place one of your own tokens first.")
        refuse("LT-TURN-2", reason, t("The locomotive is always open and pays 100 zł."))


# Houses


def _check_homes(state: LetniskoState, seat: Seat, move: Move) -> None:
    player = state.players[seat]
    if isinstance(move, Develop):
        _check_develop(player, move)
    elif isinstance(move, Lodge):
        _check_lodge(player, move.lodging)
    else:
        refuse("LT-DEV-1", t("All tokens are back. Now it's time for houses and guests."), _HOMES)


def _check_develop(player: Player, move: Develop) -> None:
    if not player.upgrades:
        refuse("LT-DEV-5", t("You have no house to upgrade right now."), _HOMES)
    house = player.upgrades[0]
    base = HOUSES[BASE_OF[house]].name
    if move.house is not house:
        reason = t("You must place the {card} first.", card=HOUSES[house].name)
        refuse("LT-DEV-3", reason, t("Choose a house for it."))
    if not 1 <= move.number <= len(player.lots):
        reason = tn(
            "You only have {count} house.", "You only have {count} houses.", len(player.lots)
        )
        refuse("LT-DEV-5", reason, t("Choose one of them."))
    lot = player.lots[move.number - 1]
    if lot.house is not BASE_OF[house]:
        reason = t(
            "House {number} can't become a {card}, because a {card} needs a {base}.",
            number=move.number,
            card=HOUSES[house].name,
            base=base,
        )
        refuse("LT-DEV-2", reason, _HOMES)
    same = next(n for n in candidates(player.lots, house) if player.lots[n - 1] == lot)
    if same != move.number:
        refuse("LT-DEV-5", _just_like(move.number, same), t("Choose house {n}.", n=same))


def _just_like(number: int, same: int) -> Text:
    return t("House {number} is identical to house {same}.", number=number, same=same)


def _check_lodge(player: Player, lodging: Lodging) -> None:
    if player.upgrades:
        reason = t("You have to place your new {card} first.", card=HOUSES[player.upgrades[0]].name)
        refuse("LT-DEV-1", reason, t("Choose a house for it."))
    _check_rooms(player, lodging)
    found, due = worth(player.lots, lodging), best(player.lots, player.batch)
    if found != due:
        _refuse_worse(found, due)
    same = alike(player.lots, lodging)
    if same != lodging:
        reason = t(
            "Some of your houses are identical, so this is the same as {same}.", same=str(same)
        )
        refuse("LT-ACC-6", reason, t("Choose {same}.", same=str(same)))


def _check_rooms(player: Player, lodging: Lodging) -> None:
    """Refuse missing houses and guests, and guests where they do not fit."""
    numbers = Counter(number for number, _ in lodging.rooms)
    for number, times in numbers.items():
        if times > 1:
            reason = t("You named house {number} more than once.", number=number)
            refuse(
                "LT-ACC-1", reason, t("Write all the guests who move in there together, like 1:SC.")
            )
    if not set(numbers) <= set(range(1, len(player.lots) + 1)):
        reason = tn(
            "You only have {count} house.", "You only have {count} houses.", len(player.lots)
        )
        refuse("LT-ACC-1", reason, _HOMES)
    wanted = Counter(guest for _, guests in lodging.rooms for guest in guests)
    for guest, count in wanted.items():
        if count > player.batch.count(guest):
            refuse("LT-ACC-1", _not_invited(guest, player), _HOMES)
    for number, guests in lodging.rooms:
        if len(guests) > BEDS:
            reason = t("House {number} can take in at most two new guests.", number=number)
            refuse("LT-ACC-1", reason, t("Spread the guests over more houses."))
        _check_fitting(number, player.lots[number - 1].house, guests)


def _not_invited(guest: Guest, player: Player) -> Text:
    return t(
        "You only have {guests} to find rooms for.",
        guests=guest_count(guest, player.batch.count(guest)),
    )


def _check_fitting(number: int, house: House, guests: tuple[Guest, ...]) -> None:
    for guest in guests:
        if guest not in HOUSES[house].accepts:
            reason = t(
                "House {number} is a {house}, and a {guest} won't stay there.",
                number=number,
                guest=GUESTS[guest].name,
                house=HOUSES[house].name,
            )
            refuse("LT-ACC-2", reason, _SUITING)


def _refuse_worse(found: Worth, due: Worth) -> NoReturn:
    if found.lodged != due.lodged:
        reason = t(
            "You have room for more of your guests ({room} instead of {placed}).",
            room=due.lodged,
            placed=found.lodged,
        )
        refuse("LT-ACC-3", reason, t("Take in everybody you have room for."))
    if found.in_empty != due.in_empty:
        reason = t(
            "Empty houses come first and can take in more guests ({room} instead of {placed}).",
            room=due.in_empty,
            placed=found.in_empty,
        )
        refuse("LT-ACC-4", reason, t("Fill the empty houses first, then the others."))
    reason = t(
        "Your guests fit into fewer houses ({few} instead of {many}).",
        few=-due.houses,
        many=-found.houses,
    )
    refuse("LT-ACC-5", reason, t("Put two guests into one house where you can."))
