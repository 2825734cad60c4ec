"""A player's hand in words, for that player only: alternative text and text form."""

from __future__ import annotations

from render.i18n import Lang, Names
from render.krakow.text import described, mark, sequence, to_lay
from render.speech import Speech, brief
from rules.krakow.components import ACTIONS, cell_token, hour_text, place_text
from rules.krakow.view import KrakowView, Own
from rules.text import Text, Who, t


def alternative(view: KrakowView, own: Own, names: Names, lang: Lang) -> str:
    """Return the hand in short, within `MAX_ALT` characters."""
    say = Speech(names, lang)
    return brief(" ".join(map(say, (*_head(view, own), *_out(view, own)))))


def lines(view: KrakowView, own: Own, names: Names, lang: Lang) -> str:
    """Return the viewer's hand, things on the table and sights as lines of text."""
    player = view.players[view.seat]
    found = [
        *_head(view, own),
        *_out(view, own),
        t(
            "Your sights: {sights}.",
            sights=tuple(described(s) for s in player.sights) or (t("none"),),
        ),
        *(sequence(s) for s in player.bonus.sequences),
        t("Points for your sights, runs and sets: {points}.", points=player.subtotal),
    ]
    if own.stopped:
        cards = tuple(ACTIONS[a].name for a in own.stopped)
        found.append(t("Your stopped cards (only you know them): {cards}.", cards=cards))
    return "\n".join(map(Speech(names, lang), found))


def _head(view: KrakowView, own: Own) -> tuple[Text, ...]:
    cards = tuple(
        t(
            "{number} × {card} ({points} if kept)",
            number=own.hand.count(action),
            card=card.name,
            points=card.points,
        )
        for action, card in ACTIONS.items()
        if action in own.hand
    )
    return (
        t("{who}'s hand.", who=Who(view.seat)),
        t("{sentence}.", sentence=to_lay(view)),
        t("Action cards: {cards}.", cards=cards or (t("none"),)),
        t("Hours left: {hours}.", hours=tuple(map(hour_text, own.hours)) or (t("none"),)),
    )


def _out(view: KrakowView, own: Own) -> list[Text]:
    """Return what the viewer has on the table."""
    orders = {spot.place: spot.order for spot in view.places}
    found = [
        t(
            "Your “{card}” is at {place}. In stack {order}, it's number {height} from the bottom.",
            card=ACTIONS[card].name,
            place=place_text(place),
            order=orders[place],
            height=height,
        )
        for place, height, card in own.laid
    ]
    for cell in view.market:
        others = tuple(mark(k.seat) for k in cell.tokens if k.seat != view.seat)
        for token in cell.tokens:
            if token.seat != view.seat:
                continue
            where, hour = cell_token(cell.cell, view.size), hour_text(token.hour or 0)
            if others:
                found.append(
                    t(
                        "Your {hour} is on {cell}, {sight}. Also there: {others}.",
                        hour=hour,
                        cell=where,
                        sight=described(cell.sight),
                        others=others,
                    )
                )
            else:
                found.append(
                    t(
                        "Your {hour} is on {cell}, {sight}.",
                        hour=hour,
                        cell=where,
                        sight=described(cell.sight),
                    )
                )
    return found
