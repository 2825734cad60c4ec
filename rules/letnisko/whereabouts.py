"""The place of a component now, which everybody may know."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rules.letnisko.components import CARDS, GUESTS, HOUSE_OF, WEATHER, Card, Guest, Weather
from rules.letnisko.view import LetniskoView, Phase, PlayerView, StackView
from rules.text import Text, Who, t

_THINGS: Final = ("car", "locomotive", "token", "porter-token", "president")


_GUEST_IDS: Final = {f"guest:{guest}": guest for guest in Guest}


COMPONENTS: Final[tuple[str, ...]] = (
    *_GUEST_IDS,
    *(str(card) for card in CARDS),
    *(str(weather) for weather in WEATHER),
    *_THINGS,
)
"""Guests ``guest:S``, investments ``villa``, weather ``hot``, five other things."""


def whereabouts(view: LetniskoView, component: str) -> Text | None:
    """Return where a component is now; None before the match has begun."""
    if view.weather is None:
        return None
    if component in _GUEST_IDS:
        return _guest(view, _GUEST_IDS[component])
    if component in {str(weather) for weather in Weather}:
        return _weather(view, Weather(component))
    if component in _THINGS:
        return _thing(view, component)
    return _card(view, Card(component))


def _guest(view: LetniskoView, guest: Guest) -> Text:
    cars = sum(car.guests.count(guest) for car in view.cars)
    if view.phase is Phase.HOMES:  # they have left the train but have not moved in anywhere yet
        cars = sum(player.invited.count(guest) for player in view.players)
    homes = Counter[int]()
    for player in view.players:
        homes[player.seat] = sum(lot.residents.count(guest) for lot in player.lots)
    staying = sum(homes.values())
    return t(
        "{guest}: {cars} on the train, {homes} in houses, {bank} in the supply.",
        guest=GUESTS[guest].name,
        cars=cars,
        homes=staying,
        bank=GUESTS[guest].count - cars - staying,
    )


def _weather(view: LetniskoView, weather: Weather) -> Text:
    ahead = dict(view.ahead)[weather]
    seen = view.past.count(weather)
    name = WEATHER[weather].name
    if view.weather is weather:
        return t(
            "{weather} is this week's card; {count} more in the deck.", weather=name, count=ahead
        )
    return t("{weather}: {seen} so far, {count} in the deck.", weather=name, seen=seen, count=ahead)


def _thing(view: LetniskoView, thing: str) -> Text | None:
    match thing:
        case "porter-token":
            return t("{who} has the porter this week.", who=Who(view.order[-1]))
        case "president":
            holder = next((p.seat for p in view.players if p.president), None)
            if holder is None:
                return t("There is no President yet.")
            return t("{who} is the President.", who=Who(holder))
        case "car":
            free = sum(car.claimed is None for car in view.cars)
            return t("{count} cars, {free} of them unclaimed.", count=len(view.cars), free=free)
        case "locomotive":
            return t("Parcels fetched this week: {count}.", count=len(view.parcels))
    left = tuple(t("{who} {count}", who=Who(p.seat), count=p.tokens) for p in view.players)
    return t("Players' own tokens left this week: {list}.", list=left)


def _card(view: LetniskoView, card: Card) -> Text:
    stack = next(stack for stack in view.stacks if stack.card is card)
    owned = tuple(
        t("{who} {count}", who=Who(p.seat), count=count)
        for p in view.players
        if (count := _owned(p, card))
    )
    if not owned:
        return _price(stack)
    return t("{price} Built or owned: {list}.", price=_price(stack), list=owned)


def _owned(player: PlayerView, card: Card) -> int:
    if card in HOUSE_OF:
        return sum(lot.house is HOUSE_OF[card] for lot in player.lots)
    if card is Card.AUTOMOBILE:
        autos = player.autos
        return autos.ready + autos.out + autos.empty + autos.refuelling
    return 0


def _price(stack: StackView) -> Text:
    return t(
        "{left} left. Price now: {one} zł with one token, {pair} zł with two.",
        left=stack.left - len(stack.visits),
        one=stack.price_one_zl,
        pair=stack.price_pair_zl,
    )
