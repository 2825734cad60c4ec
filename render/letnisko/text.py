"""Letnisko in words: sentences on pictures, alternative text, text board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from render.i18n import Lang, Names
from render.picture import MAX_ALT
from render.speech import Speech, brief, short_names
from rules.letnisko.components import (
    CARDS,
    HOUSES,
    SEAT_LETTERS,
    WEATHER,
    Guest,
    Icon,
    Tokens,
    Weather,
    guest_count,
    letters,
)
from rules.letnisko.view import (
    AutosView,
    CarView,
    Claim,
    DecisionView,
    LetniskoView,
    LotView,
    Phase,
    PlayerView,
    StackView,
    Visit,
)
from rules.text import Param, Printed, Seat, Text, Who, t, tn

ALT_NAME, SHORT_NAME = 14, 8
"""The most characters of a name in the alternative text, and of a full table."""


def asked(view: LetniskoView) -> Text:
    """Return whose move it is and what for, in a few words."""
    if view.phase is Phase.OVER:
        return _over(view)
    if not view.decisions:
        return t("The train is arriving")
    if len(view.decisions) > 1:
        return tn(
            "{count} player is busy with houses and guests",
            "{count} players are busy with houses and guests",
            len(view.decisions),
        )
    decision = view.decisions[0]
    who = Who(decision.seat)
    match decision.kind:
        case "develop":
            return t("{who} upgrades a house", who=who)
        case "lodge":
            return t("{who} assigns rooms", who=who)
        case "place":
            if decision.may_end:
                return t("{who} may place another token", who=who)
            return t("{who} places tokens", who=who)


def winners(view: LetniskoView) -> tuple[Seat, ...]:
    """Return who would win if the match ended now (LT-SCORE-4); several share the win."""
    keys = [(player.points, player.money_zl + player.rent_zl) for player in view.players]
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))


def _over(view: LetniskoView) -> Text:
    first = winners(view)
    if len(first) > 1:
        return t("The match is over: the win is shared")
    return t("{who} wins the match", who=Who(first[0]))


def week(view: LetniskoView) -> Text:
    """Return "Week 2 of 12"."""
    return t("Week {round} of {rounds}", round=view.round, rounds=view.rounds)


def phase(view: LetniskoView) -> Text:
    """Return the name of the phase."""
    match view.phase:
        case Phase.ACTIONS:
            return t("Placing tokens, lap {cycle} of 2", cycle=view.cycle)
        case Phase.HOMES:
            return t("Houses and guests")
        case Phase.OVER:
            return t("End of the season")
        case _:
            return t("Arrival")


def ends(view: LetniskoView) -> bool:
    """Return whether no more weather cards will be turned up."""
    return view.round == view.rounds and view.phase not in (Phase.SETUP, Phase.ARRIVAL)


def next_line(view: LetniskoView) -> Text:
    """Return what the forecast is about: the kind of a card, not next week's weather."""
    return t("next week") if ends(view) else t("next week's card")


def forecast(view: LetniskoView) -> Text:
    """Return what the next week's card shows: a cloud, the sun, or that there is none."""
    if ends(view):
        return t("the season ends")
    return t("cloud") if view.forecast is Icon.CLOUD else t("sun")


def _next(view: LetniskoView) -> Text:
    if ends(view):
        return t("Next week: {forecast}.", forecast=forecast(view))
    return t("Next week's card: {forecast}.", forecast=forecast(view))


def guests_text(guests: Iterable[Guest]) -> Text:
    """Return how many of each kind: "2 students, 1 socialite"; "nobody" for none."""
    found = tuple(guests)
    kinds = tuple(guest_count(guest, found.count(guest)) for guest in Guest if guest in found)
    return t("{list}", list=kinds) if kinds else t("nobody")


@lru_cache(1024)
def brings(weather: Weather) -> Text:
    """Return what a weather brings, with its additional car."""
    card = WEATHER[weather]
    kinds: tuple[Param, ...] = tuple(
        t("{guests} per {house}", guests=guest_count(guest, count), house=house.name)
        for count, guest, house in zip(card.guests, Guest, HOUSES.values(), strict=True)
        if count
    )
    if weather is Weather.HOT:
        kinds = (*kinds, t("one more car"))
    return t("{list}", list=kinds) if kinds else t("no guests")


def claimed(view: LetniskoView, car: int) -> Claim | None:
    """Return the claim on a car, or None if nobody has claimed it."""
    return next((c for c in view.claims if c.cars.first <= car <= c.cars.last), None)


def alternative(view: LetniskoView, names: Names, lang: Lang) -> str:
    """Return what one decides by in short, within `MAX_ALT` characters.

    The shortest form of the names and the longest form of the rest that fit are taken; the prices
    and the last change come before what the players have.
    """
    for most in (ALT_NAME, SHORT_NAME):
        say = Speech(short_names(names, most), lang)
        found = " ".join(map(say, _alternative(view)))
        if len(found) <= MAX_ALT:
            return found
    return brief(found)


def _alternative(view: LetniskoView) -> Iterator[Text]:
    if len(view.decisions) > 1:
        who = tuple(Who(decision.seat) for decision in view.decisions)
        yield t("Still choosing houses or rooms: {who}.", who=who)
    else:
        yield t("{sentence}.", sentence=asked(view))
    if changed := _changed(view):
        yield t("Last changed: {where}.", where=changed)
    if view.weather is None:
        yield t("{week}.", week=week(view))
    else:
        yield t("{week}, {weather}.", week=week(view), weather=WEATHER[view.weather].name)
    if view.phase is not Phase.OVER:
        yield _next(view)
    if any(car.guests for car in view.cars):
        yield t("Cars: {cars}.", cars=tuple(_car_short(view, car) for car in view.cars))
    if view.phase is Phase.ACTIONS:
        prices = tuple(map(_price, view.stacks))
        yield t("Prices (one token / two tokens): {prices}.", prices=prices)
    for seat in view.order:
        yield _short(view.players[seat])


def _car_short(view: LetniskoView, car: CarView) -> Text:
    owner, guests = claimed(view, car.number), letters(car.guests, "")
    if owner is None:
        return t("{car} {guests}", car=car.number, guests=guests)
    who = Who(owner.seat)
    return t("{car} {guests} ({who})", car=car.number, guests=guests, who=who)


@lru_cache(1024)
def _price(stack: StackView) -> Text:
    if not stack.open:
        return t("{card}: none", card=CARDS[stack.card].name)
    return t("{card} {one}/{pair}", card=CARDS[stack.card].name, one=stack.price_one_zl,
             pair=stack.price_pair_zl)  # fmt: skip


@lru_cache(1024)
def _short(player: PlayerView) -> Text:
    """Return a player in short; what they do not have is left out."""
    facts: list[Param] = [
        t("{amount} zł", amount=player.money_zl),
        t("{points} pts", points=player.points),
    ]
    if player.president:
        facts.append(t("President"))
    facts.append(_tokens_short(player))
    if player.forests:
        facts.append(tn("{count} free lot", "{count} free lots", player.forests))
    autos = player.autos
    if count := autos.ready + autos.out + autos.empty + autos.refuelling:
        facts.append(
            tn("{count} automobile ({ready} ready)", "{count} automobiles ({ready} ready)", count,
               ready=autos.ready)
        )  # fmt: skip
    for house in HOUSES.values():
        rooms = [
            (n.number, letters(n.residents, "")) for n in player.lots if n.house is house.house
        ]
        if rooms:
            english = " | ".join(f"{number} {guests.en}" for number, guests in rooms)
            polish = " | ".join(f"{number} {guests.pl}" for number, guests in rooms)
            facts.append(t("{house} {rooms}", house=house.name, rooms=Printed(english, polish)))
    return t("{who}: {facts}.", who=Who(player.seat), facts=tuple(facts))


def _tokens_short(player: PlayerView) -> Text:
    if player.porter_left:
        return tn("{count} token and the porter", "{count} tokens and the porter", player.tokens)
    return tn("{count} token", "{count} tokens", player.tokens)


def board(view: LetniskoView, names: Names, lang: Lang) -> str:
    """Return everything on the board as lines of text, without Markdown."""
    say = Speech(names, lang)
    lines = [*_head(view), None, t("Train:"), *_train(view)]
    lines += [None, t("Investments:"), *(_stack(stack) for stack in view.stacks)]
    lines += [None, t("This week's turn order:")]
    for seat in view.order:
        lines += [None, *_player(view.players[seat])]
    changed = _changed(view)
    if changed:
        lines += [None, t("Last changed: {where}.", where=changed)]
    return "\n".join("" if line is None else say(line) for line in lines)


def area(view: LetniskoView, seat: Seat | None) -> list[Text]:
    """Return the lines about a player, or about the investments if there is no seat."""
    if seat is None:
        head, lines = [t("Investments:")], [_stack(stack) for stack in view.stacks]
    else:
        head, lines = [], [line for line in _player(view.players[seat]) if line is not None]
    return [*head, *(t("{sentence}.", sentence=line) for line in lines)]


def _head(view: LetniskoView) -> list[Text | None]:
    lines: list[Text | None] = [
        t("{sentence}.", sentence=asked(view)),
        t("{week}. {phase}.", week=week(view), phase=phase(view)),
    ]
    if len(view.decisions) > 1:
        lines += [_decision(decision) for decision in view.decisions]
    if view.weather is not None:
        name = WEATHER[view.weather].name
        lines.append(t("{weather}: {brings}.", weather=name, brings=brings(view.weather)))
    if view.phase is not Phase.OVER:
        lines.append(_next(view))
    ahead = tuple(
        t("{count} × {weather}", count=count, weather=WEATHER[weather].name)
        for weather, count in view.ahead
        if count
    )
    if not ends(view):
        lines.append(t("Weather not yet drawn: {weather}.", weather=ahead))
    if view.past:
        past = tuple(t("{name}", name=WEATHER[weather].name) for weather in view.past)
        lines.append(t("Weather so far: {weather}.", weather=past))
    return lines


def _decision(decision: DecisionView) -> Text:
    who = Who(decision.seat)
    if decision.kind == "develop":
        return t("{who} upgrades a house.", who=who)
    return t("{who} assigns rooms to {guests}.", who=who, guests=guests_text(decision.guests))


def _stake(seat: Seat, tokens: Tokens) -> Text:
    """Return who placed what: "Ada (two tokens)"."""
    kinds = {
        Tokens.ONE: t("one token"),
        Tokens.TWO: t("two stacked tokens"),
        Tokens.WITH_PORTER: t("one token and the porter"),
        Tokens.PORTER: t("the porter alone"),
    }
    return t("{who} ({tokens})", who=Who(seat), tokens=kinds[tokens])


def _visits(visits: Iterable[Visit]) -> tuple[Param, ...]:
    return tuple(_stake(visit.seat, visit.tokens) for visit in visits)


def _train(view: LetniskoView) -> list[Text]:
    parcels = _visits(view.parcels) or (t("no tokens"),)
    lines = [t("Locomotive, 100 zł: {tokens}.", tokens=parcels)]
    for car in view.cars:
        guests, claim = letters(car.guests), claimed(view, car.number)
        if claim is None:
            lines.append(t("Car {car}: {guests}", car=car.number, guests=guests))
        else:
            lines.append(t("Car {car}: {guests}; claimed by {tokens}", car=car.number,
                           guests=guests, tokens=_claim(claim)))  # fmt: skip
    return lines


@lru_cache(1024)
def _claim(claim: Claim) -> Text:
    stake = _stake(claim.seat, claim.tokens)
    if claim.cars.first == claim.cars.last:
        return stake
    return t("{tokens} by automobile, cars {cars}", tokens=stake, cars=str(claim.cars))


@lru_cache(1024)
def _stack(stack: StackView) -> Text:
    visits = _visits(stack.visits) or (t("no tokens"),)
    card = CARDS[stack.card].name
    if not stack.open:
        return t("{card}: none left; {tokens}", card=card, tokens=visits)
    return t(
        "{card}: {one} zł, {pair} zł with two tokens; cards left: {left}; {tokens}",
        card=card,
        one=stack.price_one_zl,
        pair=stack.price_pair_zl,
        left=stack.left - len(stack.visits),
        tokens=visits,
    )


@lru_cache(1024)
def lot_text(lot: LotView) -> Text:
    """Return a house with its guests: "house 2, villa: S C"."""
    return t("house {number}, {house}: {guests}", number=lot.number, house=HOUSES[lot.house].name,
             guests=letters(lot.residents))  # fmt: skip


def _player(player: PlayerView) -> list[Text | None]:
    lines: list[Text | None] = [
        t(
            "{letter} {who}: cash {cash} zł, points {points}, tokens left {tokens}",
            letter=SEAT_LETTERS[player.seat],
            who=Who(player.seat),
            cash=player.money_zl,
            points=player.points,
            tokens=player.tokens,
        )
    ]
    if player.porter:
        lines.append(t("Porter: not yet used") if player.porter_left else t("Porter: used"))
    if player.president:
        lines.append(t("President"))
    lines.append(t("Free forest lots: {count}", count=player.forests))
    lines += [t("{lot}", lot=lot_text(lot)) for lot in player.lots]
    if autos := _autos(player.autos):
        lines.append(t("Automobiles: {autos}", autos=autos))
    if player.invited:
        lines.append(t("Invited this week: {guests}", guests=guests_text(player.invited)))
    if player.bought:
        cards = tuple(t("{name}", name=CARDS[card].name) for card in player.bought)
        lines.append(t("Bought this week: {cards}", cards=cards))
    lines.append(t("Guests staying: {amount} zł", amount=player.rent_zl))
    return lines


def _autos(autos: AutosView) -> tuple[Param, ...]:
    found = (
        (autos.ready, t("{count} ready", count=autos.ready)),
        (autos.out, t("{count} at the station", count=autos.out)),
        (autos.empty, t("{count} out of fuel", count=autos.empty)),
        (autos.refuelling, t("{count} being refuelled", count=autos.refuelling)),
    )
    return tuple(text for count, text in found if count)


def _changed(view: LetniskoView) -> tuple[Param, ...]:
    last, found = view.last, list[Param]()
    if last.locomotive:
        found.append(t("locomotive"))
    if last.cars and len(last.cars) == len(view.cars):
        found.append(t("all cars"))
    else:
        found += [t("car {car}", car=car) for car in last.cars]
    found += [t("{name}", name=CARDS[card].name) for card in last.cards]
    found += [
        t("{who}: house {number}", who=Who(seat), number=number) for seat, number in last.lots
    ]
    return tuple(found)
