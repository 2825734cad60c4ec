"""The board picture: a view laid out as tiles."""

from __future__ import annotations

from collections.abc import Iterable

from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.press import Press
from render.letnisko import heading, layout, offer, panels, text, train
from render.letnisko.train import Stack, Taken
from render.speech import Speech
from rules.letnisko.components import HOUSES, WEATHER, Guest, Weather
from rules.letnisko.view import LetniskoView, LotView, PlayerView, StackView, Visit
from rules.text import Seat, t


def png(
    press: Press, view: LetniskoView, names: Names, lang: Lang, to_act: frozenset[Seat]
) -> bytes:
    """Return the board picture; `names` must be drawable (`speech.pictured`)."""
    say = Speech(names, lang)
    boxes = layout.board(view.seats, len(view.cars))
    sheet = press.sheet(layout.height(view.seats))
    seats = tuple(sorted(to_act))
    sheet.put(boxes["head"], heading.head, seats, asked(view, say, boxes["head"].w, len(seats)))
    sheet.put(boxes["title"], heading.title, say(text.week(view)), say(text.phase(view)))
    sheet.put_all(heading.sky(boxes["sky"], sky(view, say)))
    last = view.last
    parcels = stacks(view.parcels)
    sheet.put(boxes["engine"], train.engine, "+100 zł", parcels, last.locomotive)
    if view.cars:
        taken = tuple(
            Taken(c.cars.first, c.cars.last, Stack(c.seat, c.tokens)) for c in view.claims
        )
        sheet.put(boxes["band"], train.band, len(view.cars), taken)
    for car in view.cars:
        owner = -1 if car.claimed is None else car.claimed
        marked = car.number in last.cars and len(last.cars) < len(view.cars)
        guests = "".join(sorted(car.guests))
        sheet.put_all(train.car(boxes[f"car{car.number}"], car.number, guests, owner, marked))
    if "rest" in boxes:
        sheet.put(boxes["rest"], train.rest)
    for stack in view.stacks:
        box, touched = boxes[stack.card], stack.card in last.cards
        sheet.put_all(offer.offer(box, _stock(stack, say), touched))
    for at, seat in enumerate(view.order):
        shown = known(view, view.players[seat], say, seat in to_act)
        sheet.put_all(panels.player(boxes[f"panel{at}"], shown))
    return sheet.png()


def asked(view: LetniskoView, say: Speech, w: int, count: int) -> str:
    """Return what the match waits for, with a name cut to make the sentence fit."""
    sentence, font = say(text.asked(view)), words.bold(words.GLANCE_PX)
    over = words.width(sentence, font) - (w - heading.before(count) - heading.AFTER)
    if over <= 0 or len(view.decisions) != 1:
        return sentence
    seat = view.decisions[0].seat
    room = words.width(say.names[seat], font) - over
    shorter = {**say.names, seat: words.fit(say.names[seat], font, room)}
    return Speech(shorter, say.lang)(text.asked(view))


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
                brings.append(heading.Brought(house.value, guest.value, count))
        if view.weather is Weather.HOT:
            note = say(t("+1 car"))
        elif not brings:
            note = say(t("no guests"))
    return heading.Sky(
        kind,
        name,
        tuple(brings),
        note,
        "" if ends else view.forecast.value,
        (say(t("next week")), say(text.forecast(view))),
        () if ends else tuple((weather.value, count) for weather, count in view.ahead),
        "" if ends else say(t("still to come")),
    )


def stacks(visits: Iterable[Visit]) -> tuple[Stack, ...]:
    """Return visits for painting, in their order."""
    return tuple(Stack(visit.seat, visit.tokens) for visit in visits)


def _stock(stack: StackView, say: Speech) -> offer.Offer:
    """Return what an investment shows."""
    return offer.Offer(
        stack.card.value,
        say(text.short_name(stack.card)),
        stack.left - len(stack.visits),
        stacks(stack.visits),
        (stack.price_one_zl, stack.price_pair_zl),
        stack.open,
        say(t("none left")),
    )


def home(lot: LotView, last: bool) -> panels.Home:
    """Return a house for painting."""
    return panels.Home(lot.number, lot.house.value, "".join(lot.residents), last)


def known(view: LetniskoView, player: PlayerView, say: Speech, to_act: bool) -> panels.Player:
    """Return what a player's panel shows."""
    seat, autos = player.seat, player.autos
    porter = "left" if player.porter_left else "used" if player.porter else ""
    batch = "".join(g for d in view.decisions if d.seat == seat for g in d.guests)
    cash = say(t("{amount} zł", amount=player.money_zl))
    return panels.Player(
        panels.PlayerHead(seat, say.names[seat], to_act, player.president),
        panels.Means(seat, player.tokens, porter, batch, cash, player.points),
        tuple(home(lot, (seat, lot.number) in view.last.lots) for lot in player.lots),
        panels.Stock(player.forests, (autos.ready, autos.out, autos.empty, autos.refuelling)),
    )
