"""Advice on the present decision, from a view: facts, never strategy."""

from __future__ import annotations

from rules.letnisko.components import (
    BEDS,
    CARDS,
)
from rules.letnisko.labels import decision_of, forecast_text, player_of, prompt
from rules.letnisko.view import DecisionView, LetniskoView, Phase, PlayerView
from rules.protocol import Advice
from rules.text import Text, t, tn


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
            return _lodging(view, decision)
    return _placing(view, decision, player)


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


def _placing(view: LetniskoView, decision: DecisionView, player: PlayerView) -> tuple[Advice, ...]:
    found = [Advice(prompt(view), ("LT-TURN-2", "LT-TURN-7"))]
    found.append(_train(view, player))
    found.append(_investing(view, decision, player))
    found.append(
        Advice(t("The locomotive is open to everybody and pays 100 zł at once."), ("LT-LOCO-1",))
    )
    if player.autos.empty:
        text = t(
            "Your automobile needs fuel. Refuelling costs 100 zł with one token and nothing "
            "with two."
        )
        found.append(Advice(text, ("LT-AUTO-3", "LT-AUTO-4")))
    if player.porter_left:
        found.append(Advice(_porter(player), ("LT-TURN-4", "LT-TURN-6")))
    else:
        found.append(Advice(forecast_text(view), ("LT-INFO-1",)))
    return tuple(found[:6])


def _porter(player: PlayerView) -> Text:
    if not player.tokens:
        return t("This is your last turn this week. Place the porter now, or you lose it.")
    if player.tokens == 1:
        return t(
            "You hold the porter for one extra placement this week. If you don't use it, you "
            "lose it."
        )
    return t(
        "You hold the porter for one extra placement. Once both your tokens are placed, you "
        "won't get another turn to use it."
    )


def _train(view: LetniskoView, player: PlayerView) -> Advice:
    free = [car for car in view.cars if car.claimed is None]
    if not free:
        return Advice(t("All cars are claimed, but the locomotive is still open."), ("LT-CAR-2",))
    text = tn(
        "{count} car is unclaimed. Your houses can take in at most {beds} new guests.",
        "{count} cars are unclaimed. Your houses can take in at most {beds} new guests.",
        len(free),
        beds=BEDS * len(player.lots),
    )
    if player.autos.ready:
        return Advice(text, ("LT-CAR-1", "LT-CAR-3", "LT-ACC-1"))
    return Advice(text, ("LT-CAR-1", "LT-ACC-1", "LT-ACC-2"))


def _investing(view: LetniskoView, decision: DecisionView, player: PlayerView) -> Advice:
    able = [stack for stack in view.stacks if stack.open and stack.price_one_zl <= player.money_zl]
    if not able:
        return Advice(_too_poor(decision, player.money_zl), ("LT-INV-3", "LT-INV-4"))
    names = tuple(
        t("{card} for {price} zł", card=CARDS[s.card].name, price=s.price_one_zl) for s in able
    )
    text = t(
        "You have {money} zł. With one token you can buy: {list}.",
        money=player.money_zl,
        list=names,
    )
    return Advice(text, ("LT-INV-3", "LT-DEV-2", "LT-DEV-4"))


def _too_poor(decision: DecisionView, money_zl: int) -> Text:
    if any(tokens.is_pair for tokens in decision.sets):
        return t(
            "You have {money} zł, which isn't enough to buy with one token. With two tokens, a "
            "card nobody has bought this week is free.",
            money=money_zl,
        )
    return t(
        "You have {money} zł, which isn't enough to buy anything with one token.", money=money_zl
    )


def _developing(view: LetniskoView, player: PlayerView) -> tuple[Advice, ...]:
    return (
        Advice(prompt(view), ("LT-DEV-5", "LT-DEV-2")),
        Advice(
            t("The guests in that house stay, even if the new house doesn't suit them."),
            ("LT-DEV-6",),
        ),
        Advice(
            t("The guests leave and pay as soon as somebody new moves in."),
            ("LT-ACC-7", "LT-ACC-8"),
        ),
    )


def _lodging(view: LetniskoView, decision: DecisionView) -> tuple[Advice, ...]:
    top = decision.lodgings[0]
    low = min(way.rent_zl for way in decision.lodgings)
    found = [
        Advice(prompt(view), ("LT-ACC-6",)),
        Advice(
            tn(
                "The four lodging rules leave you {count} option.",
                "The four lodging rules leave you {count} options.",
                len(decision.lodgings),
            ),
            ("LT-ACC-2", "LT-ACC-3", "LT-ACC-4", "LT-ACC-5"),
        ),
        Advice(_rents(low, top.rent_zl), ("LT-ACC-7",)),
    ]
    if top.left:
        rules = ("LT-PRES-6", "LT-PRES-7")
        found.append(
            Advice(t("Not everybody gets a room. The rest go to the President or leave."), rules)
        )
    return tuple(found)


def _rents(low_zl: int, top_zl: int) -> Text:
    if low_zl == top_zl:
        return t("You collect {rent} zł in rent, whichever option you choose.", rent=top_zl)
    return t("You collect between {low} and {top} zł in rent.", low=low_zl, top=top_zl)
