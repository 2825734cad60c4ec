"""Parts of the board by themselves: ideas on offer, orders revealed, a player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from render.cvlizations import board, hand, heading, layout, offer, panels, reveal, text
from render.cvlizations.parts import owned
from render.i18n import Lang, Names
from render.kit.press import Press
from render.picture import Area, Picture
from render.speech import Speech, brief, sentences
from rules.cvlizations.components import IDEAS
from rules.cvlizations.view import CvView, Phase
from rules.text import Seat, Text, Who, t

MARKET: Final = "market"
ORDERS: Final = "orders"
SEAT: Final = "seat"


def areas(view: CvView) -> tuple[Area, ...]:
    """Return the viewer, the ideas on offer, the orders revealed, then the others."""
    if view.phase is Phase.SETUP:
        return ()
    own = (view.seat,) if view.seat >= 0 else ()
    others = (seat for seat in view.placing if seat < view.seats and seat != view.seat)
    shown = [Area(MARKET, t("Ideas on offer"))]
    if view.reveal is not None:
        shown.append(Area(ORDERS, t("Orders of turn {turn}", turn=view.reveal.turn)))
    return (*map(_seat, own), *shown, *map(_seat, others))


def _seat(seat: Seat) -> Area:
    return Area(f"{SEAT}{seat}", t("{who}", who=Who(seat)))


def picture(
    press: Press, view: CvView, slug: str, names: Names, lang: Lang, to_act: frozenset[Seat]
) -> Picture:
    """Return the picture of an area."""
    say = Speech(names, lang)
    if slug == MARKET:
        return _told(_market(press, view, say), _offers(view), say)
    if slug == ORDERS:
        return reveal.picture(press, view, names, lang)
    seat = int(slug.removeprefix(SEAT))
    return _told(_player(press, view, seat, say, to_act), _about(view, seat), say)


def _offers(view: CvView) -> Iterator[Text]:
    """Yield what is on offer, for a player with what it costs them."""
    yield from map(partial(hand.priced, view), view.offers)
    yield from text.decks(view) if view.offers else text.track(view)


def _told(png: bytes, lines: Iterable[Text], say: Speech) -> Picture:
    told = [say(line) for line in lines]
    return Picture(png, brief(sentences(told)), "\n".join(told))


def _about(view: CvView, seat: Seat) -> Iterator[Text]:
    """Yield all about a player, and what each of their ideas does."""
    yield from text.tribe(view, view.tribes[seat])
    for idea in view.players[seat].ideas:
        card = IDEAS[idea]
        yield t("{name}: {effect}", name=card.name, effect=card.effect)


def _market(press: Press, view: CvView, say: Speech) -> bytes:
    """Draw the ideas on offer, and what they cost the viewer."""
    boxes = layout.market()
    page = boxes["page"]
    sheet = press.enlarged(page).sheet(page.h)
    priced = {it.idea: hand.offered(view, it, say) for it in view.offers}
    for n, idea in enumerate(view.track):
        if idea is None:
            sheet.put(boxes[f"idea{n}"], offer.gap)
        else:
            card = IDEAS[idea]
            plain = offer.Card(idea, say.name(card.name), say.name(card.effect), False)
            sheet.put(boxes[f"idea{n}"], offer.idea, priced.get(idea, plain))
    late = view.next_deck == 0
    decks = [("III" if late else "I–II", view.deck_left)]
    decks += [] if late else [("III", view.next_deck)]
    for n, (name, count) in enumerate(decks):
        title = say(t("Deck {name}: {count}", name=name, count=count))
        sheet.put(boxes[f"deck{n}"], offer.left, title)
    return sheet.png()


def _player(press: Press, view: CvView, seat: Seat, say: Speech, to_act: frozenset[Seat]) -> bytes:
    """Draw a player's row, and their ideas with all that these do."""
    shown = board.tribe_row(view, view.tribes[seat], say, to_act)
    boxes = layout.player(len(shown.ideas))
    page = boxes["page"]
    sheet = press.enlarged(page).sheet(page.h)
    sheet.put_all(panels.parts(boxes["row"], shown._replace(ideas=())))
    for n, chip in enumerate(shown.ideas):
        effect = say.name(IDEAS[chip.idea].effect)
        sheet.put(boxes[f"idea{n}"], owned.card, chip, effect)
    if not shown.ideas:
        sheet.put(boxes["none"], heading.head, (), say(t("No ideas yet")), "")
    return sheet.png()
