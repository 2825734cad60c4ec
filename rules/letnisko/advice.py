"""Advice on the present decision, from a view: facts, never strategy."""

from __future__ import annotations

from rules.claims import When, can, cannot, later
from rules.letnisko.components import BEDS, Card, Tokens
from rules.letnisko.labels import forecast_text, prompt
from rules.letnisko.moves import EndTurn, Invite, Lodge, Parcel
from rules.letnisko.phrases import decision_of, fuel, guests_text, player_of, rooms_text, shopping
from rules.letnisko.view import DecisionView, LetniskoView, Phase, PlayerView
from rules.protocol import Advice
from rules.text import Text, Who, t, tn


def advice(view: LetniskoView) -> tuple[Advice, ...]:
    """Return the decision, what it can be made from, and the rules it stands on."""
    decision = decision_of(view, view.seat)
    player = player_of(view, view.seat)
    if decision is None or player is None:
        return _waiting(view)
    match decision.kind:
        case "develop":
            return _developing(view, player)
        case "lodge":
            return _lodging(view, decision, player)
    return _placing(view, player)


def _waiting(view: LetniskoView) -> tuple[Advice, ...]:
    rules = {
        Phase.ACTIONS: ("LT-TURN-1", "LT-TURN-3"),
        Phase.HOMES: ("LT-DEV-1", "LT-PRES-6"),
        Phase.OVER: ("LT-SCORE-1", "LT-SCORE-4"),
    }
    found = [Advice(prompt(view), rules.get(view.phase, ("LT-ARR-1",)))]
    if view.phase is Phase.ACTIONS:
        found.append(Advice(forecast_text(view), ("LT-INFO-1",)))
    return tuple(found)


def _placing(view: LetniskoView, player: PlayerView) -> tuple[Advice, ...]:
    found = [Advice(prompt(view), ("LT-TURN-2", "LT-TURN-7"))]
    found.append(_train(view, player))
    found.append(_investing(view))
    locomotive = t("The locomotive is open to everybody and pays 100 zł at once.")
    found.append(Advice(locomotive.says(can(Parcel)), ("LT-LOCO-1",)))
    if player.autos.empty:
        found.append(Advice(fuel(view), ("LT-AUTO-3", "LT-AUTO-4")))
    if player.porter_left:
        found.append(Advice(_porter(player), ("LT-TURN-4", "LT-TURN-6")))
    else:
        found.append(Advice(forecast_text(view), ("LT-INFO-1",)))
    return tuple(found)


def _porter(player: PlayerView) -> Text:
    place = can(Parcel, tokens=Tokens.PORTER)
    if not player.tokens:
        text = t("This is your last turn this week. Place the porter now, or you lose it.")
        return text.says(place, can(EndTurn))
    if player.tokens == 1:
        return t(
            "You hold the porter for one extra placement this week. If you don't use it, you "
            "lose it."
        ).says(place)
    return t(
        "You hold the porter for one extra placement. Once both your tokens are placed, you "
        "won't get another turn to use it."
    ).says(place)


def _train(view: LetniskoView, player: PlayerView) -> Advice:
    free = [car for car in view.cars if car.claimed is None]
    if not free:
        text = t("All cars are claimed, but the locomotive is still open.")
        return Advice(text.says(cannot(Invite), can(Parcel)), ("LT-CAR-2",))
    text = tn(
        "{count} car is unclaimed. This week you'll have room for {beds} new guests; invited so "
        "far: {invited}.",
        "{count} cars are unclaimed. This week you'll have room for {beds} new guests; invited so "
        "far: {invited}.",
        len(free),
        beds=BEDS * _houses_this_week(player),
        invited=len(player.invited),
    ).says(can(Invite))
    if player.autos.ready:
        return Advice(text, ("LT-CAR-1", "LT-CAR-3", "LT-ACC-1"))
    return Advice(text, ("LT-CAR-1", "LT-ACC-1", "LT-ACC-2"))


def _houses_this_week(player: PlayerView) -> int:
    """Return how many houses this week's guests find, by what is bought so far.

    Cottages are built before anybody moves in, as far as there are lots (LT-DEV-3, LT-DEV-4).
    """
    forests = (Card.FOREST_A, Card.FOREST_B)
    lots = player.forests + sum(card in forests for card in player.bought)
    return len(player.lots) + min(lots, player.bought.count(Card.COTTAGE))


def _investing(view: LetniskoView) -> Advice:
    text = shopping(view)
    if any(claim.when is When.NOW for claim in text.claims):
        return Advice(text, ("LT-INV-3", "LT-DEV-2", "LT-DEV-4"))
    return Advice(text, ("LT-INV-3", "LT-INV-4"))


def _developing(view: LetniskoView, player: PlayerView) -> tuple[Advice, ...]:
    found = [Advice(prompt(view), ("LT-DEV-5", "LT-DEV-2"))]
    if player.invited:
        guests = guests_text(player.invited)
        text = t("Then your invited guests will move in: {guests}.", guests=guests)
        found.append(Advice(text.says(later(Lodge)), ("LT-DEV-1", "LT-ACC-2")))
    stay = t("The guests in that house stay, even if the new house doesn't suit them.")
    found.append(Advice(stay, ("LT-DEV-6",)))
    pay = t("The guests leave and pay as soon as somebody new moves in.").says(later(Lodge))
    found.append(Advice(pay, ("LT-ACC-7", "LT-ACC-8")))
    return tuple(found)


def _lodging(view: LetniskoView, decision: DecisionView, player: PlayerView) -> tuple[Advice, ...]:
    top = decision.lodgings[0]
    low = min(way.rent_zl for way in decision.lodgings)
    options = tn(
        "The four lodging rules leave you {count} option.",
        "The four lodging rules leave you {count} options.",
        len(decision.lodgings),
    ).says(can(Lodge))
    found = [
        Advice(prompt(view), ("LT-ACC-6",)),
        Advice(options, ("LT-ACC-2", "LT-ACC-3", "LT-ACC-4", "LT-ACC-5")),
    ]
    if low == top.rent_zl:
        rent = t("You collect {rent} zł in rent, whichever option you choose.", rent=low)
    else:
        rent = t(
            "You'll collect {low} to {top} zł in rent. You'll get the most if you lodge {rooms}.",
            low=low,
            top=top.rent_zl,
            rooms=rooms_text(top.lodging),
        ).says(can(Lodge, lodging=top.lodging))
    found.append(Advice(rent, ("LT-ACC-7",)))
    if top.left:
        found.append(Advice(_left(view, player, len(top.left)), ("LT-PRES-6", "LT-PRES-7")))
    return tuple(found)


def _left(view: LetniskoView, player: PlayerView, count: int) -> Text:
    """Return where those go who get no room, as many with each of the options."""
    president = next((p.seat for p in view.players if p.president), player.seat)
    if president == player.seat:
        return tn(
            "{count} guest will find no room and leave.",
            "{count} guests will find no room and leave.",
            count,
        )
    return tn(
        "{count} guest will find no room and go to {who}, the President.",
        "{count} guests will find no room and go to {who}, the President.",
        count,
        who=Who(president),
    )
