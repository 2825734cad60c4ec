"""The sentences told about what happens, one for each event.

No sentence may name anything its audience may not know: only the owner learns an hour, or the type
of a card that has not been turned up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.draft import there
from rules.krakow.components import (
    ACTIONS,
    GROUPS,
    Action,
    Direction,
    Group,
    Hour,
    Place,
    Sight,
    hour_text,
    line_cells,
    sight_text,
)
from rules.krakow.view import AwardView, CellView, Decision, KrakowView, TokenView
from rules.text import Param, Printed, Seat, Text, Who, signed, t, tn

_TURNS: Final = (
    t("first to take a card"),
    t("second to take a card"),
    t("third to take a card"),
    t("fourth to take a card"),
)
"""The queue of those who turned up their take card; everybody has one."""


def _name(card: Action) -> Printed:
    return ACTIONS[card].name


def removed(groups: tuple[Group, ...]) -> Text:
    """Tell everybody which sights the match is played without."""
    names = tuple(GROUPS[group].name for group in groups)
    return t("These groups stay in the box: {groups}.", groups=names)


def start_player(seat: Seat) -> Text:
    """Tell everybody who starts."""
    return t("{who} is the start player.", who=Who(seat))


def dealt(number: int, rounds: int, start: Seat) -> Text:
    """Tell everybody that a round begins; who starts the first was told just before."""
    if number == 1:
        return t("Round 1 of {rounds}: the market is dealt.", rounds=rounds)
    return t(
        "Round {round} of {rounds}: a new market is dealt. {who} starts.",
        round=number,
        rounds=rounds,
        who=Who(start),
    )


def shuffled() -> Text:
    """Tell everybody that there is a new deck."""
    return t("The deck is empty, so the cards set aside are shuffled to make a new one.")


def all_laid() -> Text:
    """Tell everybody that planning is over."""
    return t("All cards have been played. Now they are turned up, stack by stack.")


def laid_first(seat: Seat, place: Place, number: int) -> Text:
    """Tell everybody that a card was laid at an empty place."""
    return t(
        "{who} plays a card at {place} and gets order token {number}.",
        who=Who(seat),
        place=place.label,
        number=number,
    )


def laid_on_top(seat: Seat, place: Place, number: int, below: Seat) -> Text:
    """Tell everybody that a card was laid on a stack, on a card of `below`."""
    if below == seat:
        return t(
            "{who} plays another card on top of their own at {place} (token {number}).",
            who=Who(seat),
            place=place.label,
            number=number,
        )
    return t(
        "{who} plays a card on top of {owner}'s at {place} (token {number}).",
        who=Who(seat),
        place=place.label,
        number=number,
        owner=Who(below),
    )


def laid_card(card: Action) -> Text:
    """Tell the owner what they laid."""
    return t("Only you know that it's “{card}”.", card=_name(card))


def turned_up(seat: Seat, card: Action, place: Place) -> Text:
    """Tell everybody about a turned-up card that asks its owner for a decision."""
    return t(
        "{who} turns up “{card}” at {place}.", who=Who(seat), card=_name(card), place=place.label
    )


def without_effect(seat: Seat, card: Action, place: Place) -> Text:
    """Tell everybody about a turned-up card that does nothing."""
    return t(
        "{who} turns up “{card}” at {place}, but nothing happens.",
        who=Who(seat),
        card=_name(card),
        place=place.label,
    )


def will_take(seat: Seat, card: Action, place: Place, number: int) -> Text:
    """Tell everybody about a take card, `number` in the queue."""
    return t(
        "{who} turns up “{card}” at {place} and will be {turn} after the awards.",
        who=Who(seat),
        card=_name(card),
        place=place.label,
        turn=_TURNS[number - 1],
    )


def stopped(seat: Seat, card: Action, place: Place, counts: tuple[tuple[Seat, int], ...]) -> Text:
    """Tell everybody whose cards a stop card discarded, and how many."""
    if not counts:
        return without_effect(seat, card, place)
    owners = tuple(t("{who} ({number})", who=Who(owner), number=n) for owner, n in counts)
    return tn(
        "{who} turns up “{card}” at {place} and discards the card below it unseen. Owner: "
        "{owners}.",
        "{who} turns up “{card}” at {place} and discards the {count} cards below it "
        "unseen. Owners: {owners}.",
        sum(n for _, n in counts),
        who=Who(seat),
        card=_name(card),
        place=place.label,
        owners=owners,
    )


def stopped_own(cards: tuple[Action, ...]) -> Text:
    """Tell their owner which cards a stop card discarded."""
    return t("Only you know what you lost: {cards}.", cards=tuple(map(_name, cards)))


def reserved(seat: Seat, sight: Sight, row: int, column: int) -> Text:
    """Tell everybody about a reservation; of like cards also which one it is."""
    if sight.kind == "obwarzanek":
        return t(
            "{who} reserves {sight} (row {row}, column {column}).",
            who=Who(seat),
            sight=sight_text(sight),
            row=row,
            column=column,
        )
    return t("{who} reserves {sight}.", who=Who(seat), sight=sight_text(sight))


def reserved_hour(hour: Hour) -> Text:
    """Tell the owner the hour of a reservation."""
    return t("Only you know that your token shows {hour}.", hour=hour_text(hour))


def shifted(seat: Seat, place: Place, direction: Direction) -> Text:
    """Tell everybody that a line is pushed."""
    number = place.number
    match direction:
        case Direction.LEFT:
            return t("{who} pushes row {number} to the left.", who=Who(seat), number=number)
        case Direction.RIGHT:
            return t("{who} pushes row {number} to the right.", who=Who(seat), number=number)
        case Direction.UP:
            return t("{who} pushes column {number} up.", who=Who(seat), number=number)
    return t("{who} pushes column {number} down.", who=Who(seat), number=number)


def pushed(fallen: Sight, lost: tuple[Seat, ...], drawn: Sight) -> Text:
    """Tell everybody what fell off, with whose tokens, and what came in (K-ACT-D3)."""
    if lost:
        owners = tuple(_times(Who(seat), n) for seat, n in sorted(Counter(lost).items()))
        return tn(
            "{fallen} falls off with {count} token ({owners}); its hour stays secret. {drawn} "
            "comes in.",
            "{fallen} falls off with {count} tokens ({owners}); their hours stay secret. {drawn} "
            "comes in.",
            len(lost),
            fallen=sight_text(fallen),
            drawn=sight_text(drawn),
            owners=owners,
        )
    return t(
        "{fallen} falls off, and {drawn} comes in.",
        fallen=sight_text(fallen),
        drawn=sight_text(drawn),
    )


def chose_swap(seat: Seat, sight: Sight) -> Text:
    """Tell everybody which card goes back for a blind swap."""
    return t(
        "{who} swaps {sight} for a card from the deck.", who=Who(seat), sight=sight_text(sight)
    )


def swapped(old: Sight, drawn: Sight) -> Text:
    """Tell everybody what the blind swap brought."""
    return t("{drawn} replaces {old}.", drawn=sight_text(drawn), old=sight_text(old))


def declined(seat: Seat, decision: Decision) -> Text:
    """Tell everybody that a shift or blind swap was declined."""
    who = Who(seat)
    if decision.kind != "shift":
        return t("{who} decides not to swap a card.", who=who)
    place = there(decision.place)
    if place.is_row:
        return t("{who} decides not to push row {number}.", who=who, number=place.number)
    return t("{who} decides not to push column {number}.", who=who, number=place.number)


def exchanged(seat: Seat, own: Sight, sight: Sight) -> Text:
    """Tell everybody about a swap from hand."""
    return t(
        "{who} gives {own} for {sight}.",
        who=Who(seat),
        own=sight_text(own),
        sight=sight_text(sight),
    )


def awards_begin() -> Text:
    """Tell everybody that all cards are carried out, and the awards are made."""
    return t("Now the reserved sights are awarded.")


def awarded(award: AwardView) -> Text:
    """Tell everybody what became of a reserved card."""
    sight = sight_text(award.sight)
    hours = tuple(
        t("{who} {hour}", who=Who(token.seat), hour=hour_text(token.hour))
        for token in award.tokens
        if token.hour is not None
    )
    if award.winner is None:
        return t(
            "The earliest hour on {sight} is tied ({hours}), so nobody gets it.",
            sight=sight,
            hours=hours,
        )
    if not hours:
        return t("{who} gets {sight}.", who=Who(award.winner), sight=sight)
    return t(
        "{who} gets {sight} (tokens: {hours}).", who=Who(award.winner), sight=sight, hours=hours
    )


def took(seat: Seat, sight: Sight) -> Text:
    """Tell everybody about a take after the awards."""
    return t("{who} takes {sight}.", who=Who(seat), sight=sight_text(sight))


def nothing_to_take(seat: Seat) -> Text:
    """Tell everybody that a take lapses."""
    return t("There are no cards left, so {who} takes nothing.", who=Who(seat))


def kept(seat: Seat, cards: tuple[Action, ...]) -> Text:
    """Tell everybody the last cards of a player at the end."""
    return t("{who} kept {cards}.", who=Who(seat), cards=tuple(map(_name, cards)))


def line_of(view: KrakowView, place: Place) -> list[CellView]:
    """Return the cells of a line in its order; all of them lie there until the awards."""
    found = {c.cell: c for c in view.market}
    return [found[cell] for cell in line_cells(place, view.size)]


def owners(view: KrakowView, tokens: Sequence[TokenView]) -> tuple[Text | Who, ...]:
    """Return whose tokens these are, in seat order; the viewer's with their hours."""
    counts = Counter(token.seat for token in tokens)
    return tuple(
        _own(tokens, seat) if seat == view.seat else _times(Who(seat), number)
        for seat, number in sorted(counts.items())
    )


def _own(tokens: Sequence[TokenView], seat: Seat) -> Text:
    hours = (hour_text(k.hour) for k in tokens if k.seat == seat and k.hour is not None)
    return t("you {hours}", hours="/".join(hours))


def _times(who: Who, number: int) -> Text | Who:
    return who if number == 1 else t("{who} × {number}", who=who, number=number)


def bracket(thing: Param, more: Param) -> Text:
    """Return an entry of a list with what belongs to it: "N2 (Ada, Bo)"."""
    return t("{thing} ({more})", thing=thing, more=more)


def worth(sight: Sight) -> Text:
    """Return a sight with its points: "N5 (+1)"."""
    return bracket(sight.label, signed(sight.points))


def none_reserved() -> Text:
    """Tell everybody that a round brings no awards."""
    return t("No sights were reserved.")


def over(totals: tuple[int, ...]) -> Text:
    """Tell everybody the final scores, in seat order."""
    scores = tuple(
        tn("{who} {count} point", "{who} {count} points", points, who=Who(seat))
        for seat, points in enumerate(totals)
    )
    return t("The match is over. Final scores: {points}.", points=scores)
