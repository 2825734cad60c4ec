"""The place of a component now, as far as the viewer may know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.krakow.components import (
    ACTIONS,
    GROUPS,
    SIGHTS,
    Action,
    Group,
    Sight,
    hour_text,
    sight_text,
)
from rules.krakow.events import bracket, owners
from rules.krakow.view import CellView, KrakowView, Phase, PlayerView
from rules.text import Param, Text, Who, t, tn

_NONE: Final = t("none")


def whereabouts(view: KrakowView, component: str) -> Text | None:
    """Return where one of `COMPONENTS` is; None if nobody knows it yet."""
    kind, _, which = component.partition(":")
    match kind:
        case "card":
            return _card(view, Action(which))
        case "token":
            return _tokens(view)
        case "order":
            return _order(view)
        case "group":
            return _group(view, Group(which))
    return _sight(view, Sight.parse(component))


# Sights


def _sight(view: KrakowView, sight: Sight) -> Text | None:
    """Return where a sight is; the deck if nowhere in the open (K-INV-2)."""
    label = sight_text(sight)
    if _undrawn(view) and sight.group is not None:
        return None
    if sight.group in view.removed:
        return t("{sight} stays in the box for this match.", sight=label)
    for cell in view.market:
        if cell.sight == sight:
            return _in_market(view, cell)
    for player in view.players:
        if sight in player.sights:
            return _collected(view, player, label)
    if sight in view.aside:
        return t("{sight} is set aside until the round ends or the deck runs out.", sight=label)
    return tn(
        "{sight} is the only card in the deck.",
        "{sight} is one of the {count} face-down cards in the deck.",
        view.deck,
        sight=label,
    )


def _undrawn(view: KrakowView) -> bool:
    """True while the groups that stay in the box have not been drawn (K-SET-2)."""
    return view.phase is Phase.SETUP and view.seats == 2


def _in_market(view: KrakowView, cell: CellView) -> Text:
    row, column = divmod(cell.cell, view.size)
    label = sight_text(cell.sight)
    if not cell.tokens:
        return t(
            "{sight} is in the market (row {row}, column {column}). It has no tokens.",
            sight=label,
            row=row + 1,
            column=column + 1,
        )
    return tn(
        "{sight} is in the market (row {row}, column {column}). It has {count} token: {owners}.",
        "{sight} is in the market (row {row}, column {column}). It has {count} tokens: {owners}.",
        len(cell.tokens),
        sight=label,
        row=row + 1,
        column=column + 1,
        owners=owners(view, cell.tokens),
    )


def _collected(view: KrakowView, player: PlayerView, label: Text) -> Text:
    if player.seat == view.seat:
        return t("{sight} is one of your sights.", sight=label)
    return t("{sight} is one of {who}'s sights.", sight=label, who=Who(player.seat))


def _group(view: KrakowView, group: Group) -> Text | None:
    if _undrawn(view):
        return None
    name = GROUPS[group].name
    if group in view.removed:
        return t("{group}: all these cards stay in the box for this match.", group=name)
    market = sum(c.sight.group is group for c in view.market)
    aside = sum(sight.group is group for sight in view.aside)
    held = [(p.seat, sum(s.group is group for s in p.sights)) for p in view.players]
    total = sum(sight.group is group for sight in SIGHTS)
    return t(
        "{group}: {total} cards. In the market: {market}. Set aside: {aside}. In the deck: "
        "{deck}. Collected: {collected}.",
        group=name,
        total=total,
        market=market,
        aside=aside,
        deck=total - market - aside - sum(number for _, number in held),
        collected=_listed(bracket(Who(seat), number) for seat, number in held if number),
    )


# Action cards


def _card(view: KrakowView, card: Action) -> Text:
    face = ACTIONS[card]
    others = [p for p in view.players if p.seat != view.seat]
    shown = _listed(
        bracket(Who(p.seat), p.turned_up.count(card)) for p in others if card in p.turned_up
    )
    if view.phase is Phase.OVER:
        kept = [(p.seat, p.kept.count(card)) for p in view.players if card in p.kept]
        return t(
            "“{card}” was kept to the end by {who}.",
            card=face.name,
            who=tuple(bracket(Who(seat), number) for seat, number in kept) or t("nobody"),
        )
    left = _listed(bracket(Who(p.seat), _most(view, p, card)) for p in others)
    if view.own is None:
        return t(
            "“{card}”: {copies} in each player's set. Turned up: {shown}. Still unseen, at most: "
            "{left}.",
            card=face.name,
            copies=face.copies,
            shown=shown,
            left=left,
        )
    return t(
        "“{card}”: {copies} in each player's set. Yours: {own}. Turned up by others: {shown}. They "
        "can have at most: {left}.",
        card=face.name,
        copies=face.copies,
        own=own_cards(view, card),
        shown=shown,
        left=left,
    )


def own_cards(view: KrakowView, card: Action) -> tuple[Text, ...]:
    """Return where the viewer's copies of a type are; () for a watcher."""
    own = view.own
    if own is None:
        return ()
    laid = tuple(place.label for place, _, kind in own.laid if kind is card)
    held, stopped = own.hand.count(card), own.stopped.count(card)
    shown = view.players[view.seat].turned_up.count(card)
    found = (
        (held, t("{number} in hand", number=held)),
        (len(laid), t("face down at {places}", places=laid)),
        (shown, t("{number} turned up", number=shown)),
        (stopped, t("{number} stopped", number=stopped)),
    )
    return tuple(words for number, words in found if number)


def _most(view: KrakowView, player: PlayerView, card: Action) -> int:
    """Return how many of a type another player may still have in hand or face down."""
    face_down = sum(laid.seat == player.seat for place in view.places for laid in place.cards)
    unseen = ACTIONS[card].copies - player.turned_up.count(card)
    return min(unseen, player.cards_left + face_down)


# Tokens


def _tokens(view: KrakowView) -> Text:
    lying = sum(len(c.tokens) for c in view.market)
    left = tuple(bracket(Who(p.seat), p.tokens_left) for p in view.players if p.seat != view.seat)
    if view.own is None:
        return t("Tokens left: {left}; in the market: {count}.", left=left, count=lying)
    return t(
        "Your hours left: {hours}. Other players' tokens left: {left}; in the market: {count}.",
        count=lying,
        hours=tuple(map(hour_text, view.own.hours)) or _NONE,
        left=left,
    )


def _order(view: KrakowView) -> Text:
    lying = sorted((p for p in view.places if p.order), key=lambda place: place.order)
    if not lying:
        return t("No place has an order token yet. The first card played gets number 1.")
    working = next((p for p in lying if p.working), None)
    places = tuple(bracket(p.order, p.place.label) for p in lying)
    if working is not None:
        return t(
            "Order tokens and their places: {places}. Number {number} is being resolved.",
            places=places,
            number=working.order,
        )
    return t("Order tokens and their places: {places}.", places=places)


def _listed(entries: Iterable[Text]) -> Param:
    return tuple(entries) or _NONE
