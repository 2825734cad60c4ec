"""The place of a component now, as far as the viewer may know."""

from __future__ import annotations

from rules.cvlizations.components import GOODS, IDEAS, Good, Idea, Order
from rules.cvlizations.events import idea_text, order_text, tribe_text
from rules.cvlizations.view import CvView, Phase
from rules.text import Text, Who, t


def whereabouts(view: CvView, component: str) -> Text | None:
    """Return where a component is now, if the viewer may know; None before set-up."""
    if view.phase is Phase.SETUP:
        return None
    match component:
        case "helm":
            return t("{tribe} has the leader helm.", tribe=tribe_text(view.variant, view.helm))
        case "crown":
            return t("The crown is on age {age}, turn {turn}.", age="I" * view.age, turn=view.turn)
        case "point":
            had = tuple(t("{who} {n}", who=Who(p.seat), n=p.points) for p in view.players)
            return t("Points gained so far: {list}.", list=had)
    if component in GOODS:
        good = Good(component)
        had = tuple(t("{who} {n}", who=Who(p.seat), n=p.goods.of(good)) for p in view.players)
        return t("In stores: {list}.", list=had)
    if component in IDEAS:
        return _idea(view, Idea(component))
    return _order(view, Order(component))


def _idea(view: CvView, idea: Idea) -> Text | None:
    name = idea_text(idea)
    if idea in view.track:
        return t("{idea} is on the track.", idea=name)
    for player in view.players:
        if idea in player.ideas:
            return t("{who} owns {idea}.", who=Who(player.seat), idea=name)
    if view.known_top is idea:
        return t("{idea} is the top card of the deck. Only you know that.", idea=name)
    if view.age == 3 and IDEAS[idea].age == 1:
        return t("{idea} is out of the game.", idea=name)
    return t("{idea} is in the deck.", idea=name)


def _order(view: CvView, order: Order) -> Text:
    used = tuple(
        tribe_text(view.variant, tribe.tribe)
        for tribe in view.tribes
        if order in tribe.used or order in (tribe.up, tribe.down)
    )
    if not used:
        return t("Nobody has shown {order} this age.", order=order_text(order))
    return t("{who} gave {order} this age.", order=order_text(order), who=used)
