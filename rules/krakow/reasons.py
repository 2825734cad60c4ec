"""The facts that break a rule, in words, made from the mover's view alone."""

from __future__ import annotations

from collections.abc import Sequence

from rules.claims import can, each
from rules.krakow.components import (
    ACTIONS,
    HOURS,
    Action,
    Hour,
    Place,
    Sight,
    hour_text,
    line_text,
    sight_text,
)
from rules.krakow.events import line_of, owners
from rules.krakow.legal import COLUMN, ROW, exchanges
from rules.krakow.moves import Decline, Exchange, Reserve, Shift
from rules.krakow.view import Decision, KrakowView
from rules.krakow.whereabouts import whereabouts
from rules.protocol import Move
from rules.text import Printed, Text, t, tn


def duty(seen: KrakowView, decision: Decision) -> tuple[str, Text]:
    """Return the rule why this decision cannot be declined, and the reason."""
    if decision.place is None:
        return _must_lay() if decision.kind == "lay" else _must_take(seen)
    return _must_reserve(decision) if decision.kind == "reserve" else _must_exchange(seen)


def _must_lay() -> tuple[str, Text]:
    return "K-PLAN-1", t("Everyone plays one card in each queue, so you can't pass.")


def _must_reserve(decision: Decision) -> tuple[str, Text]:
    reason = tn(
        "“{card}” must be used in full. You still have {count} token to place.",
        "“{card}” must be used in full. You still have {count} tokens to place.",
        decision.left,
        card=ACTIONS[decision.carried].name,
    )
    return "K-ACT-B2" if decision.card is Action.RESERVE_TWO else "K-ACT-A4", reason


def _must_exchange(seen: KrakowView) -> tuple[str, Text]:
    reason = t(
        "You can't decline, because you can exchange {sights}.",
        sights=_givable(seen),
    )
    return "K-ACT-H5", reason


def _must_take(seen: KrakowView) -> tuple[str, Text]:
    reason = tn(
        "{count} card is left in the market, so you must take it.",
        "{count} cards are left in the market, so you must take one of them.",
        len(seen.market),
    )
    return "K-TAKE-1", reason


def outside(seen: KrakowView, decision: Decision, sight: Sight) -> Text:
    """Say where a sight lies that is not in the line of the card carried out."""
    place = decision.at
    line = line_text(place)
    for cell in seen.market:
        if cell.sight == sight:
            row, column = divmod(cell.cell, seen.size)
            return t(
                "Your card at {place} only affects {line}, and {sight} is in row {row}, "
                "column {column}.",
                place=place.label,
                line=line,
                sight=sight_text(sight),
                row=row + 1,
                column=column + 1,
            )
    return t(
        "Your card at {place} only affects {line}, and {sight} isn't in the market.",
        place=place.label,
        line=line,
        sight=sight_text(sight),
    )


def spent(seen: KrakowView, hour: Hour) -> Text:
    """Say what became of an hour that the viewer does not have."""
    shown = hour_text(hour)
    if hour not in HOURS:
        return t("There is no token for {hour}.", hour=shown)
    for cell in seen.market:
        if any(token.seat == seen.seat and token.hour == hour for token in cell.tokens):
            return t("Your {hour} is already on {sight}.", hour=shown, sight=sight_text(cell.sight))
    return t("You've already used your {hour}, and used tokens don't come back.", hour=shown)


def hours_left(hours: tuple[Hour, ...]) -> Text:
    """Name the hours that are left."""
    text = t("You still have these hours: {hours}.", hours=tuple(map(hour_text, hours)))
    return text.says(*each(Reserve, "hour", hours, every=True))


def one_of(move_type: type[Move], sights: Sequence[Sight]) -> Text:
    """Name the sights that can be chosen."""
    text = t("Choose from {sights}.", sights=tuple(sight.label for sight in sights))
    return text.says(*each(move_type, "sight", sights, every=True))


def not_free(seen: KrakowView, sight: Sight) -> Text:
    """Say where a sight is that is not in the market, or whose tokens lie on it."""
    tokens = [cell.tokens for cell in seen.market if cell.sight == sight]
    if not tokens:
        place = whereabouts(seen, str(sight)) or sight_text(sight)
        return t("You can only choose a card in the market. {where}", where=place)
    return tn(
        "{sight} has {count} token on it ({owners}). You can only choose a card without tokens.",
        "{sight} has {count} tokens on it ({owners}). You can only choose a card without tokens.",
        len(tokens[0]),
        sight=sight_text(sight),
        owners=owners(seen, tokens[0]),
    )


def _possible(seen: KrakowView) -> tuple[Exchange, ...]:
    free = sorted(cell.sight for cell in seen.market if not cell.tokens)
    return exchanges(seen.players[seen.seat].sights, free)


def _givable(seen: KrakowView) -> tuple[Printed, ...]:
    return tuple(dict.fromkeys(move.own.label for move in _possible(seen)))


def give(seen: KrakowView) -> Text:
    """Name the sights of the viewer that can be given in an exchange."""
    given = tuple(dict.fromkeys(move.own for move in _possible(seen)))
    text = t("You can give: {sights}.", sights=tuple(sight.label for sight in given))
    return text.says(*each(Exchange, "own", given, every=True))


def for_it(seen: KrakowView, own: Sight) -> Text:
    """Name what the viewer can get for one of their sights, or what they can give."""
    wanted = tuple(move.sight for move in _possible(seen) if move.own == own)
    if not wanted:
        return give(seen)
    text = t(
        "For {own}, you can get: {sights}.",
        own=own.label,
        sights=tuple(sight.label for sight in wanted),
    )
    return text.says(*(can(Exchange, own=own, sight=sight) for sight in wanted))


def not_along(seen: KrakowView, place: Place) -> tuple[Text, Text]:
    """Return why a line cannot be pushed across, and what falls off (K-ACT-D5)."""
    line = line_of(seen, place)
    first, last = line[0].sight.label, line[-1].sight.label
    if place.is_row:
        return (
            t(
                "Your card is at {place}, so row {number} can only go left or right.",
                place=place.label,
                number=place.number,
            ),
            t(
                "Choose left ({first} falls off) or right ({last} falls off), or decline.",
                first=first,
                last=last,
            ).says(*each(Shift, "direction", ROW, every=True), can(Decline)),
        )
    return (
        t(
            "Your card is at {place}, so column {number} can only go up or down.",
            place=place.label,
            number=place.number,
        ),
        t(
            "Choose up ({first} falls off) or down ({last} falls off), or decline.",
            first=first,
            last=last,
        ).says(*each(Shift, "direction", COLUMN, every=True), can(Decline)),
    )
