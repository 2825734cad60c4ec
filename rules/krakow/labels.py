"""Headline, prompt, option labels and sentences, all made from a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rules.claims import can
from rules.krakow.components import (
    ACTIONS,
    SEAT_MARKS,
    Action,
    Direction,
    Hour,
    Place,
    Sight,
    beside_text,
    cell_text,
    hour_text,
    line_cells,
    line_text,
    place_text,
    sight_text,
)
from rules.krakow.moves import Decline, Exchange, Lay, Reserve, Shift, Swap, Take
from rules.krakow.view import CellView, Decision, KrakowView, Phase
from rules.protocol import Move
from rules.text import Seat, Text, Who, t, tn


def headline(view: KrakowView) -> Text:
    """Return round and phase: "Round 2 of 4, planning, queue 1 of 3"."""
    match view.phase:
        case Phase.SETUP | Phase.DEAL:
            return t("Round {round} of {rounds}", round=view.round, rounds=view.rounds)
        case Phase.PLANNING:
            return t(
                "Round {round} of {rounds}, planning, queue {queue} of {queues}",
                round=view.round,
                rounds=view.rounds,
                queue=view.queue,
                queues=view.queues,
            )
        case Phase.RESERVATION:
            return t(
                "Round {round} of {rounds}, reservations", round=view.round, rounds=view.rounds
            )
        case Phase.TAKES:
            return t(
                "Round {round} of {rounds}, taking leftovers", round=view.round, rounds=view.rounds
            )
    return t("The match is over")


def prompt(view: KrakowView) -> Text:
    """Return the decision the viewer has to make, or what the match is waiting for."""
    decision = view.decision
    if decision is None:
        if view.phase is Phase.OVER:
            return t("The match is over.")
        return t("Cards are being dealt.")
    if decision.drawing:
        return t("A card is being drawn.")
    if decision.seat != view.seat:
        return _waiting(decision)
    if decision.place is not None:
        return _OF_CARD[decision.kind](decision)
    return _ask_lay(view) if decision.kind == "lay" else _ask_take()


def _waiting(decision: Decision) -> Text:
    who = Who(decision.seat)
    if decision.card is None:
        return t("Waiting for {who} to play a card.", who=who)
    name = ACTIONS[decision.card].name
    if decision.place is None:
        return t("Waiting for {who} to resolve “{card}”.", who=who, card=name)
    return t(
        "Waiting for {who} to resolve “{card}” at {place}.",
        who=who,
        card=name,
        place=decision.place.label,
    )


def _ask_lay(view: KrakowView) -> Text:
    left = view.own.lays_left if view.own else 0
    return tn(
        "Play an action card face down at a place around the market. It's your last one "
        "this round.",
        "Play an action card face down at a place around the market. You have {count} left "
        "to play this round.",
        left,
    ).says(can(Lay))


def _ask_reserve(decision: Decision) -> Text:
    line = line_text(decision.at)
    text = t("“2 reservations”: put the second token on a different sight in {line}.", line=line)
    if decision.card is Action.RESERVE_ONE:
        text = t("“1 reservation”: put a token on a sight in {line}.", line=line)
    elif decision.left > 1:
        text = t("“2 reservations”: put the first token on a sight in {line}.", line=line)
    return text.says(can(Reserve))


def _ask_shift(decision: Decision) -> Text:
    line = line_text(decision.at)
    text = t("“Shift by one”: push {line} by one card, or decline.", line=line)
    return text.says(can(Shift), can(Decline))


def _ask_swap(decision: Decision) -> Text:
    text = t("“Blind swap”: choose a card without tokens to replace, or decline.")
    return text.says(can(Swap), can(Decline))


def _ask_exchange(decision: Decision) -> Text:
    text = t("“Swap from hand”: give one of your sights for a market card without tokens.")
    return text.says(can(Exchange))


def _ask_take() -> Text:
    return t("“Take any card”: take one of the cards left in the market.").says(can(Take))


_OF_CARD: Final[dict[str, Callable[[Decision], Text]]] = {
    "reserve": _ask_reserve,
    "shift": _ask_shift,
    "swap": _ask_swap,
    "exchange": _ask_exchange,
}


def option(view: KrakowView, move_type: type[Move], name: str, value: object) -> Text:
    """Return the label of one value of the part `name` of a move."""
    match value:
        case Action():
            return _card_option(view, value)
        case Place():
            return _place_option(view, value)
        case Direction():
            return _direction_option(view, value)
        case Sight():
            return _own_option(value) if name == "own" else _market_option(view, value)
        case int():
            return t("{hour}", hour=hour_text(value))
    return t("{value}", value=str(value))


def _card_option(view: KrakowView, card: Action) -> Text:
    face = ACTIONS[card]
    held = view.own.hand.count(card) if view.own else 0
    return tn(
        "{card}: {effect} (you hold {count})",
        "{card}: {effect} (you hold {count})",
        held,
        card=face.name,
        effect=face.effect,
    )


def _place_option(view: KrakowView, place: Place) -> Text:
    found = next((p for p in view.places if p.place is place), None)
    if found is None or not found.cards:
        return t("{place}: {beside}, empty", place=place.label, beside=beside_text(place))
    return t(
        "{place}: {beside}, order token {number}, cards: {owners}",
        place=place.label,
        beside=beside_text(place),
        number=found.order,
        owners=_letters(card.seat for card in found.cards),
    )


def _letters(seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return owners by the letters of their pieces, short enough for a label."""
    return tuple(SEAT_MARKS[seat].letter for seat in seats)


DIRECTIONS: Final = {
    Direction.LEFT: t("Left"),
    Direction.RIGHT: t("Right"),
    Direction.UP: t("Up"),
    Direction.DOWN: t("Down"),
}
"""What they are called at the beginning of a line."""


def _direction_option(view: KrakowView, direction: Direction) -> Text:
    fallen = _falls(view, direction)
    if fallen is None:
        return DIRECTIONS[direction]
    return t(
        "{direction}: {sight} falls off", direction=DIRECTIONS[direction], sight=fallen.sight.label
    )


def _falls(view: KrakowView, direction: Direction) -> CellView | None:
    """Return what would fall off the line of the card being carried out."""
    if view.decision is None or view.decision.place is None:
        return None
    cells = line_cells(view.decision.place, view.size)
    end = cells[0] if direction in (Direction.LEFT, Direction.UP) else cells[-1]
    return next((cell for cell in view.market if cell.cell == end), None)


def _own_option(sight: Sight) -> Text:
    return tn(
        "{sight}: {name}, {count} point",
        "{sight}: {name}, {count} points",
        sight.points,
        sight=sight.label,
        name=sight.name,
    )


def _market_option(view: KrakowView, sight: Sight) -> Text:
    found = _find(view, sight)
    if found is None:
        return _own_option(sight)
    cell = cell_text(found.cell, view.size)
    if not found.tokens:
        return tn(
            "{sight}: {name}, {cell}, {count} point",
            "{sight}: {name}, {cell}, {count} points",
            sight.points,
            sight=sight.label,
            name=sight.name,
            cell=cell,
        )
    return tn(
        "{sight}: {name}, {cell}, {count} point, tokens: {tokens}",
        "{sight}: {name}, {cell}, {count} points, tokens: {tokens}",
        sight.points,
        sight=sight.label,
        name=sight.name,
        cell=cell,
        tokens=_letters(token.seat for token in found.tokens),
    )


def _find(view: KrakowView, sight: Sight) -> CellView | None:
    return next((cell for cell in view.market if cell.sight == sight), None)


def sentence(view: KrakowView, move: Move) -> Text:
    """Return what `move` would do, for the player about to confirm it."""
    match move:
        case Lay(card, place):
            return _lay_sentence(view, card, place)
        case Reserve(sight, hour):
            return _reserve_sentence(view, sight, hour)
        case Shift(direction):
            return _shift_sentence(view, direction)
        case Swap(sight):
            return t(
                "{sight} is set aside, and a card from the deck takes its place.",
                sight=sight_text(sight),
            )
        case Exchange(own, sight):
            return t(
                "You give {own} and get {sight}.", own=sight_text(own), sight=sight_text(sight)
            )
        case Take(sight):
            return t("You take {sight}.", sight=sight_text(sight))
        case Decline():
            return t("You don't use this card's effect.")
    return t("A random draw decides.")


def _lay_sentence(view: KrakowView, card: Action, place: Place) -> Text:
    found = next((p for p in view.places if p.place is place), None)
    name = ACTIONS[card].name
    if view.decision is None or view.decision.seat != view.seat:  # others play there first
        return t("You play “{card}” at {place}.", card=name, place=place_text(place))
    if found is None or not found.cards:
        number = sum(p.order > 0 for p in view.places) + 1
        return t(
            "You play “{card}” at {place}. It gets order token {number}.",
            card=name,
            place=place_text(place),
            number=number,
        )
    return tn(
        "You play “{card}” at {place}, on top of {count} card with token {number}. Your "
        "card will be turned up first.",
        "You play “{card}” at {place}, on top of {count} cards with token {number}. Your "
        "card will be turned up first.",
        len(found.cards),
        card=name,
        place=place_text(place),
        number=found.order,
    )


def _reserve_sentence(view: KrakowView, sight: Sight, hour: Hour) -> Text:
    found = _find(view, sight)
    tokens = found.tokens if found else ()
    label, shown = sight_text(sight), hour_text(hour)
    if any(token.seat == view.seat for token in tokens):  # ruling R4
        return t(
            "You put {hour} on {sight}, where you already have a token.", hour=shown, sight=label
        )
    if tokens:
        return tn(
            "You put {hour} on {sight}, which already has {count} token.",
            "You put {hour} on {sight}, which already has {count} tokens.",
            len(tokens),
            hour=shown,
            sight=label,
        )
    return t("You put {hour} on {sight}.", hour=shown, sight=label)


def _shift_sentence(view: KrakowView, direction: Direction) -> Text:
    pushing, fallen = _pushing(view, direction), _falls(view, direction)
    if fallen is None:
        return t("{pushing}.", pushing=pushing)
    label = sight_text(fallen.sight)
    if not fallen.tokens:
        return t("{pushing}, and {sight} falls off.", pushing=pushing, sight=label)
    return tn(
        "{pushing}, and {sight} falls off with {count} token.",
        "{pushing}, and {sight} falls off with {count} tokens.",
        len(fallen.tokens),
        pushing=pushing,
        sight=label,
    )


def _pushing(view: KrakowView, direction: Direction) -> Text:
    place = view.decision.place if view.decision else None
    number = place.number if place else 0
    match direction:
        case Direction.LEFT:
            return t("You push row {number} to the left", number=number)
        case Direction.RIGHT:
            return t("You push row {number} to the right", number=number)
        case Direction.UP:
            return t("You push column {number} up", number=number)
    return t("You push column {number} down", number=number)


def label(view: KrakowView, move: Move) -> Text:
    """Return `move` for its button: what it does, without what follows from it."""
    match move:
        case Lay(card, place):
            return t(
                "You play “{card}” at {place}.", card=ACTIONS[card].name, place=place_text(place)
            )
        case Reserve(sight, hour):
            return t("You put {hour} on {sight}.", hour=hour_text(hour), sight=sight_text(sight))
        case Shift(direction):
            return _shift_label(view, direction)
        case Swap(sight):
            return t("Set aside {sight}.", sight=sight_text(sight))
        case Exchange(own, sight):
            return t("You give {own} and get {sight}.", own=own.label, sight=sight_text(sight))
    return sentence(view, move)


def _shift_label(view: KrakowView, direction: Direction) -> Text:
    pushing, fallen = _pushing(view, direction), _falls(view, direction)
    if fallen is None:
        return t("{pushing}.", pushing=pushing)
    return t("{pushing}, and {sight} falls off.", pushing=pushing, sight=sight_text(fallen.sight))
