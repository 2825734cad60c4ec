"""The board picture: a view laid out as tiles."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields

from render.cvlizations import heading, layout, offer, panels, phrases
from render.cvlizations.parts import owned, revealed
from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.press import Mosaic, Press
from render.speech import STOPPED, Speech
from rules.cvlizations.components import GOODS, IDEAS, ORDERS, Good, Idea, Order
from rules.cvlizations.view import CvView, Phase, PlayerView, Reveal, TribeView
from rules.text import Seat, t

LEVELS = "1, 2, 3+"
"""The possible levels, shown beside the orders before the first reveal."""
NAME_ROOMS = (440, 360, 280, 200, 130, 80)
"""The widths names are cut to, tried in turn until a sentence fits."""


def png(press: Press, view: CvView, names: Names, lang: Lang, to_act: frozenset[Seat]) -> bytes:
    """Return the board picture; `names` must be drawable (`speech.pictured`)."""
    say = Speech(names, lang)
    tribes = phrases.lined(_newer(view))
    boxes = layout.board(tribes, view.seats)
    sheet = press.sheet(layout.height(tribes, view.seats))
    head, over = boxes["head"], view.phase is Phase.OVER
    seats = phrases.winners(view) if over else tuple(sorted(to_act))
    room = head.w - heading.before(len(seats), over) - heading.AFTER
    stopped = not seats and view.waiting and not view.drawing
    sentence = say(STOPPED) if stopped else asked(view, say, room)
    sheet.put(head, heading.head, seats, sentence, say(phrases.when(view)), over)
    sheet.put(boxes["ages"], heading.ages, view.turn, over)
    put_track(sheet, view, say)
    put_revealed(sheet, view, say)
    for number in tribes:
        shown = tribe_row(view, view.tribes[number], say, to_act)
        sheet.put_all(panels.parts(boxes[f"tribe{number}"], shown))
    return sheet.png()


@dataclass(frozen=True, slots=True)
class Beside(CvView):
    """A view as it is compared with a newer one, which decides what stands out on it."""

    now: CvView


def beside(then: CvView, now: CvView) -> CvView:
    """Return `then` as it is compared with `now`: without marks, the same in front."""
    known = {field.name: getattr(then, field.name) for field in fields(then)}
    return Beside(**known | {"marked": ()}, now=now)


def _newer(view: CvView) -> CvView:
    return view.now if isinstance(view, Beside) else view


def asked(view: CvView, say: Speech, room: int) -> str:
    """Return what the match waits for, with a name cut to make the sentence fit.

    Several names that do not fit are only counted: their tokens are beside the sentence.
    """
    font = words.bold(words.GLANCE_PX)
    sentence = say(phrases.asked(view))
    if words.width(sentence, font) <= room:
        return sentence
    if len(view.waiting) > 1:
        return say(phrases.many(view))
    if view.phase is Phase.OVER and len(phrases.winners(view)) > 1:
        return say(t("The win is shared"))
    for most in NAME_ROOMS:
        names = {seat: words.fit(name, font, most) for seat, name in say.names.items()}
        sentence = Speech(names, say.lang)(phrases.asked(view))
        if words.width(sentence, font) <= room:
            break
    return sentence


def put_track(sheet: Mosaic, view: CvView, say: Speech) -> None:
    """Put the ideas on offer, ticked if the viewer can buy them now, and the decks."""
    boxes = layout.board(view.placing, view.seats)
    able = {it.idea for it in view.offers if it.payments and phrases.buying(view)}
    for n, idea in enumerate(view.track):
        if idea is None:
            sheet.put(boxes[f"idea{n}"], offer.gap)
            continue
        it = IDEAS[idea]
        shown = offer.Card(idea, say.name(it.name), say.name(it.effect), idea in able)
        sheet.put(boxes[f"idea{n}"], offer.idea, shown)
    title = say(t("deck"))
    late = view.next_deck == 0
    sheet.put(boxes["deck0"], offer.deck, "III" if late else "I–II", view.deck_left, title)
    if not late:
        sheet.put(boxes["deck1"], offer.deck, "III", view.next_deck, title)


def put_revealed(sheet: Mosaic, view: CvView, say: Speech) -> None:
    """Put how often each order was chosen at the last reveal."""
    boxes = layout.board(view.placing, view.seats)
    now, reveal = phrases.fresh(view), view.reveal
    lines = (say(t("Levels")), LEVELS)
    if reveal is not None:
        turn = say(t("Turn {turn}", turn=reveal.turn))
        lines = (turn, say(t("revealed")) if now else say(t("last turn")))
    sheet.put(boxes["when"], revealed.when, lines, now)
    for order in ORDERS:
        count = reveal.counts[order.place] if reveal else None
        name = say(phrases.order_name(order))
        sheet.put(boxes[f"order{order.place}"], revealed.order, order, name, count, now)


def tribe_row(view: CvView, it: TribeView, say: Speech, to_act: frozenset[Seat]) -> panels.TribeRow:
    """Return what the row of a tribe shows."""
    number = it.tribe
    player = view.players[number] if number < view.seats else None
    acts, newer = number in to_act, _newer(view)
    if newer.phase is Phase.ORDERS:
        acts = it.owner in to_act and newer.placing_tribe == number
    who = panels.TribeHead(
        token=phrases.token(it),
        name=say.names[it.owner] if it.owner is not None else say(phrases.name(view, number)),
        under=say(under) if (under := phrases.under(view, it)) else "",
        helm=view.helm == number,
        acts=acts,
        own=number == view.seat,
        won=newer.phase is Phase.OVER and number in phrases.winners(newer),
        left=it.hand,
        tag=say(phrases.CHANGED) if number in view.marked else "",
    )
    return panels.TribeRow(
        who=who,
        cards=_cards(view, it),
        brought=_brought(view, number, say),
        owned=panels.Owned(player.goods, player.points, player.total) if player else None,
        ideas=chips(view, player, say) if player else (),
        note=say(t("Random orders; it has no store and no ideas.")) if it.owner is None else "",
    )


def chips(view: CvView, it: PlayerView, say: Speech) -> tuple[owned.Chip, ...]:
    """Return a player's ideas; Law is ticked while it protects them from more thefts."""
    robbed, new = phrases.shielded(view, it.seat), phrases.rimmed(_newer(view), it.seat)
    return tuple(
        owned.Chip(idea, say.name(IDEAS[idea].name), "", robbed and idea is Idea.LAW, idea in new)
        for idea in it.ideas
    )


def _cards(view: CvView, it: TribeView) -> tuple[panels.Given, ...]:
    given = phrases.orders_of(view, it.tribe)
    if given.up is None:
        return ()
    return _given(view, given.up, False), _given(view, given.down, True)


def _given(view: CvView, order: Order | None, down: bool) -> panels.Given:
    if order is None:
        return panels.Given(None, down, 0, False)
    count = 0
    if view.reveal is not None and phrases.fresh(view):
        count = view.reveal.counts[order.place]
    return panels.Given(order, down, phrases.level(count), phrases.failed(order, count))


def _brought(view: CvView, number: int, say: Speech) -> panels.Brought:
    reveal, newer = view.reveal, _newer(view)
    if reveal is None or newer.reveal is None or newer.reveal.turn != reveal.turn:
        return panels.Brought((), (), "")  # other orders are no change to look at
    items, like = (
        gained(it, number) if number < view.seats else () for it in (reveal, newer.reveal)
    )
    if phrases.fresh(newer):
        return panels.Brought(items, (), "", like)
    return panels.Brought(items, reveal.orders[number], say(t("last turn")), like)


def gained(reveal: Reveal, seat: Seat) -> tuple[panels.Item, ...]:
    """Return what the last revealed orders brought a player: goods, points, thefts."""
    gain = reveal.gains[seat]
    found = [panels.Item(gain.goods.of(good), good, None) for good in GOODS if gain.goods.of(good)]
    if gain.points:
        found.append(panels.Item(gain.points, None, None))
    stolen = Counter[tuple[Seat, Good, int]]()
    for theft in reveal.thefts:
        if theft.thief == seat:
            stolen[theft.victim, theft.good, 1] += 1
        if theft.victim == seat:
            stolen[theft.thief, theft.good, -1] += 1
    found += [panels.Item(sign * n, good, other) for (other, good, sign), n in stolen.items()]
    return tuple(found)
