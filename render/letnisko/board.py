"""The board picture: a view laid out as tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.layout import Box
from render.kit.press import Placed, Press
from render.letnisko import heading, layout, offer, panels, text, train
from render.letnisko.train import Stack, Taken
from render.speech import STOPPED, Speech
from rules.letnisko.components import (
    CARDS,
    GUESTS,
    HOUSES,
    SEAT_LETTERS,
    WEATHER,
    Card,
    Guest,
    Weather,
    in_order,
)
from rules.letnisko.view import Change, LetniskoView, LotView, Phase, PlayerView, StackView, Visit
from rules.text import Seat, Text, t


def png(
    press: Press, view: LetniskoView, names: Names, lang: Lang, to_act: frozenset[Seat]
) -> bytes:
    """Return the board picture; `names` must be drawable (`speech.pictured`)."""
    sheet = press.sheet(layout.height(view.seats))
    sheet.put_all(parts(view, Speech(names, lang), to_act))
    return sheet.png()


def beside(then: LetniskoView, now: LetniskoView) -> LetniskoView:
    """Return `then` as compared with `now`: its panels in the same order."""
    return replace(then, last=Change(), order=now.order)


def parts(view: LetniskoView, say: Speech, to_act: frozenset[Seat]) -> Iterator[Placed]:
    """Yield all parts of the board."""
    boxes = layout.board(view.seats, len(view.cars))
    head = boxes["head"]
    won = view.phase is Phase.OVER
    ahead = text.winners(view) if won else sorted(to_act)
    seats = "".join(say.name(SEAT_LETTERS[seat]) for seat in ahead)
    yield head, heading.head, (seats, asked(view, say, head.w, len(seats)), won)
    yield boxes["title"], heading.title, (say(text.week(view)), say(text.phase(view)))
    yield from heading.sky(boxes["sky"], sky(view, say))
    yield from _train(view, say, boxes)
    yield from offers(view, say, boxes)
    for at, seat in enumerate(view.order):
        shown = known(view, view.players[seat], say, seat in to_act)
        yield from panels.player(boxes[f"panel{at}"], shown)


def offers(view: LetniskoView, say: Speech, boxes: Mapping[str, Box]) -> Iterator[Placed]:
    """Yield the parts of the investments, whose boxes have their ids."""
    for stack in view.stacks:
        touched = stack.card in view.last.cards
        yield from offer.offer(boxes[stack.card], _stock(stack, say), touched)


def _train(view: LetniskoView, say: Speech, boxes: Mapping[str, Box]) -> Iterator[Placed]:
    last = view.last
    yield from train.engine(boxes["engine"], "+100 zł", parcels(view, say), last.locomotive)
    yield from train.claims(boxes["band"], len(view.cars), _claims(view, say))
    for car in view.cars:
        owner = "" if car.claimed is None else say.name(SEAT_LETTERS[car.claimed])
        marked = car.number in last.cars
        guests = signs(in_order(car.guests), say)
        yield from train.car(boxes[f"car{car.number}"], car.number, guests, owner, marked)
    if "rest" in boxes:
        yield boxes["rest"], train.rest, ()


def _claims(view: LetniskoView, say: Speech) -> Iterator[Taken]:
    for it in view.claims:
        stack = Stack(say.name(SEAT_LETTERS[it.seat]), it.tokens)
        yield Taken(it.cars.first, it.cars.last, stack)


def signs(guests: Iterable[Guest], say: Speech) -> str:
    """Return guests as the letters on their pictures, in the reader's language: "SCC"."""
    return "".join(say.name(GUESTS[guest].letter) for guest in guests)


def asked(view: LetniskoView, say: Speech, w: int, count: int) -> str:
    """Return what the match waits for, with a name cut to make the sentence fit."""
    if view.decisions and not count:
        return say(STOPPED)
    named = [it.seat for it in view.decisions] or text.winners(view)
    seat = named[0] if len(named) == 1 else None
    room = w - heading.before(count, view.phase is Phase.OVER) - heading.AFTER
    return say.fitting(text.asked(view), seat, words.bold(words.GLANCE_PX), room)


def sky(view: LetniskoView, say: Speech) -> heading.Sky:
    """Return what the weather line shows."""
    ends = text.ends(view)
    kind, name, note = "", "", ""
    brings: list[heading.Brought] = []
    if view.weather is not None:
        card = WEATHER[view.weather]
        kind, name = view.weather.value, say.name(card.name)
        for house, guest, count in zip(HOUSES, Guest, card.guests, strict=True):
            if count:
                brings.append(heading.Brought(house.value, signs((guest,), say), count))
        if view.weather is Weather.HOT:
            note = say(t("+1 train car"))
        elif not brings:
            note = say(t("no guests"))
    return heading.Sky(
        kind,
        name,
        tuple(brings),
        note,
        "" if ends else view.forecast.value,
        None if view.phase is Phase.OVER else (say(text.next_line(view)), say(text.forecast(view))),
        () if ends else tuple((weather.value, count) for weather, count in view.ahead),
        "" if ends else say(t("still to come")),
    )


def stacks(visits: Iterable[Visit], say: Speech) -> tuple[Stack, ...]:
    """Return visits for painting, in their order."""
    return tuple(Stack(say.name(SEAT_LETTERS[it.seat]), it.tokens) for it in visits)


def parcels(view: LetniskoView, say: Speech) -> tuple[Stack, ...]:
    """Return the tokens on the locomotive, equal ones once with their number."""
    counts = Counter(stacks(view.parcels, say))
    return tuple(stack._replace(times=times) for stack, times in counts.items())


def _short_name(card: Card) -> Text:
    """Return the name of an investment without its price."""
    return t("forest lot") if _is_forest(card) else t("{name}", name=CARDS[card].name)


def _base(card: Card) -> Text:
    """Return what the first visit of a week costs."""
    return t("first for {amount} zł", amount=CARDS[card].base_zl)


def _stock(stack: StackView, say: Speech) -> offer.Offer:
    """Return what an investment shows."""
    return offer.Offer(
        stack.card.value,
        say(_short_name(stack.card)),
        say(_base(stack.card)) if _is_forest(stack.card) else "",
        stack.left - len(stack.visits),
        stacks(stack.visits, say),
        (stack.price_one_zl, stack.price_pair_zl),
        stack.open,
        say(t("none left")),
    )


def _is_forest(card: Card) -> bool:
    return card in (Card.FOREST_A, Card.FOREST_B)


def home(lot: LotView, say: Speech, last: bool = False) -> panels.Home:
    """Return a house for painting."""
    return panels.Home(lot.number, lot.house.value, signs(lot.residents, say), last)


def known(view: LetniskoView, player: PlayerView, say: Speech, to_act: bool) -> panels.Player:
    """Return what a player's panel shows."""
    seat, autos = player.seat, player.autos
    letter = say.name(SEAT_LETTERS[seat])
    porter = "left" if player.porter_left else "used" if player.porter else ""
    cash = say(t("{amount} zł", amount=player.money_zl))
    return panels.Player(
        panels.PlayerHead(
            letter,
            say.names[seat],
            to_act,
            player.president,
            view.phase is Phase.OVER and seat in text.winners(view),
        ),
        panels.Means(letter, player.tokens, porter, cash, player.points),
        tuple(home(lot, say, (seat, lot.number) in view.last.lots) for lot in player.lots),
        panels.Coming(tuple(map(str, player.bought)), signs(player.invited, say)),
        panels.Stock(player.forests, (autos.ready, autos.out, autos.empty, autos.refuelling)),
    )
