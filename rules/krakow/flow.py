"""What follows by itself: cards turned up one after the other, awards, takes, the next round.

It is carried on with until somebody has to decide or chance has to draw.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from rules.krakow import news
from rules.krakow.components import Action, Place, Sight
from rules.krakow.legal import exchanges
from rules.krakow.moves import Exchange
from rules.krakow.score import total
from rules.krakow.state import PRINTED, Stack, Token, drawable, free_sights
from rules.krakow.table import Table
from rules.krakow.view import (
    AwardsView,
    AwardView,
    Change,
    Decision,
    DoneView,
    Phase,
    StoppedView,
    TakenView,
    TokenView,
)
from rules.text import Seat, Text, Who, t, tn

# Carrying out cards


def go_on(table: Table) -> None:
    """Turn up cards until one asks its owner for a decision; then awards.

    By order token and from the top (K-RES-1, K-RES-2); only the card being carried out is turned
    up (K-RES-3), and then it is out of the game (K-RES-5).
    """
    while table.working < len(table.stacks):
        stack = table.stacks[table.working]
        if not stack.cards:
            table.working += 1
            continue
        top = stack.cards[-1]
        table.set_stack(Stack(stack.place, stack.cards[:-1]))
        player = table.players[top.seat]
        table.set_player(top.seat, turned_up=(*player.turned_up, top.card))
        number = len(table.done) + 1
        table.done = (*table.done, DoneView(number, stack.place, top.seat, top.card))
        table.last = Change((stack.place,), table.last.cells)
        table.decision = _TURN_UP[top.card](table, stack.place, top.seat, top.card)
        if table.decision is not None:
            return
    table.decision = None
    _award(table)


def _ask_reserve(table: Table, place: Place, seat: Seat, card: Action) -> Decision | None:
    """K-ACT-A1, K-ACT-B1: one token, or two on different cards."""
    table.tell(news.turned_up(seat, card, place))
    return Decision(seat, "reserve", place, card, left=PRINTED[card])


def _do_nothing(table: Table, place: Place, seat: Seat, card: Action) -> Decision | None:
    """K-ACT-C1; other cards that can do nothing are told of only now, turned up (K-HID-3)."""
    table.tell(news.without_effect(seat, card, place))
    return None


def _ask_shift(table: Table, place: Place, seat: Seat, card: Action) -> Decision | None:
    """K-ACT-D1."""
    if not drawable(table.deck, table.aside):
        return _do_nothing(table, place, seat, card)
    table.tell(news.turned_up(seat, card, place))
    return Decision(seat, "shift", place, card)


def _ask_swap(table: Table, place: Place, seat: Seat, card: Action) -> Decision | None:
    if not drawable(table.deck, table.aside) or not free_sights(table.market, table.tokens):
        return _do_nothing(table, place, seat, card)
    table.tell(news.turned_up(seat, card, place))
    return Decision(seat, "swap", place, card)


def _join_takers(table: Table, place: Place, seat: Seat, card: Action) -> Decision | None:
    """K-ACT-F1. A stopped card is never turned up, so it never gets here (K-TAKE-5)."""
    table.takers = (*table.takers, seat)
    table.tell(news.will_take(seat, card, place, len(table.takers)))
    return None


def _stop(table: Table, place: Place, seat: Seat, card: Action) -> Decision | None:
    """K-ACT-G1: what lies below is discarded face down; its owners know what it was.

    Other stacks stay, the line's other end included (K-ACT-G2). As the bottom card it does nothing,
    and no token is spent for a stopped reservation (K-ACT-G3).
    """
    below = table.stacks[table.working].cards[::-1]
    table.set_stack(Stack(place, ()))
    owners = sorted({laid.seat for laid in below})
    counts: list[tuple[Seat, int]] = []
    for owner in owners:
        cards = tuple(laid.card for laid in below if laid.seat == owner)
        player = table.players[owner]
        table.set_player(owner, stopped=player.stopped + cards)
        table.stopped = (*table.stopped, StoppedView(place, owner, len(cards)))
        counts.append((owner, len(cards)))
    table.tell(news.stopped(seat, card, place, counts))
    for owner in owners:
        table.tell(
            news.stopped_own(tuple(laid.card for laid in below if laid.seat == owner)), owner
        )
    return None


def _ask_exchange(table: Table, place: Place, seat: Seat, card: Action) -> Decision | None:
    possible = exchanges(table.players[seat].sights, free_sights(table.market, table.tokens))
    if not possible:
        return _do_nothing(table, place, seat, card)
    table.tell(news.turned_up(seat, card, place))
    if len(possible) > 1:
        return Decision(seat, "exchange", place, card)
    do_exchange(table, seat, place, possible[0])
    return None


_TURN_UP: Final[dict[Action, Callable[[Table, Place, Seat, Action], Decision | None]]] = {
    Action.RESERVE_ONE: _ask_reserve,
    Action.RESERVE_TWO: _ask_reserve,
    Action.ZERO: _do_nothing,
    Action.SHIFT: _ask_shift,
    Action.SWAP: _ask_swap,
    Action.TAKE: _join_takers,
    Action.STOP: _stop,
    Action.EXCHANGE: _ask_exchange,
}


def do_exchange(table: Table, seat: Seat, place: Place, move: Exchange) -> None:
    """Carry out a swap from hand; the own card takes the cell (K-ACT-H1)."""
    sights = (sight for sight in table.players[seat].sights if sight != move.own)
    table.set_player(seat, sights=(*sights, move.sight))
    cell = table.market.index(move.sight)
    table.put(cell, move.own)
    table.last = Change((place,), (cell,))
    table.tell(news.exchanged(seat, move.own, move.sight))


def _award(table: Table) -> None:
    """Give out the reserved cards, all cells at once (K-AWD-1); the others stay (K-AWD-7)."""
    table.phase = Phase.TAKES
    found = []
    for cell, tokens in enumerate(table.tokens):
        if tokens:
            award = _award_cell(table, cell, tokens)
            found.append(award)
            table.tell(news.awarded(award))
    table.tokens = ((),) * len(table.tokens)
    table.awards = AwardsView(table.round, tuple(found), ())
    table.last = Change((), tuple(award.cell for award in found))
    if not found:
        table.tell(t("No sight was reserved."))
    next_take(table)


def _award_cell(table: Table, cell: int, tokens: tuple[Token, ...]) -> AwardView:
    sight = cast("Sight", table.market[cell])
    ordered = sorted(tokens, key=lambda token: (token.hour, token.seat))
    first = ordered[0]
    winner: Seat | None = first.seat
    if len(ordered) == 1:  # K-AWD-2: nobody ever sees the hour
        shown: tuple[TokenView, ...] = (TokenView(first.seat, None),)
    else:  # K-AWD-3: all are turned up, the earliest wins; ties behind it do not matter (K-AWD-5)
        shown = tuple(TokenView(token.seat, token.hour) for token in ordered)
        for token in ordered:
            player = table.players[token.seat]
            hours = tuple(sorted((*player.shown_hours, token.hour)))
            table.set_player(token.seat, shown_hours=hours)
        if ordered[1].hour == first.hour:  # K-AWD-4; never two of one player (K-AWD-6)
            winner = None
    if winner is not None:
        table.collect(winner, cell)
    return AwardView(cell, sight, shown, winner)


def next_take(table: Table) -> None:
    """Ask the next of the take queue; a choice of one is made, a choice of none lapses.

    Whatever is left may be taken, and the last card must be, a lajkonik too (K-TAKE-3, K-TAKE-4).
    """
    while table.takers:
        seat = table.takers[0]
        left = [sight for sight in table.market if sight is not None]
        if len(left) > 1:
            table.decision = Decision(seat, "take", card=Action.TAKE)
            return
        if left:
            do_take(table, seat, left[0])
        else:
            table.takers = table.takers[1:]
            table.tell(news.nothing_to_take(seat))
    _clean_up(table)


def do_take(table: Table, seat: Seat, sight: Sight) -> None:
    """Give a sight left in the market to the first of the take queue."""
    cell = table.market.index(sight)
    table.collect(seat, cell)
    table.takers = table.takers[1:]
    awards = cast("AwardsView", table.awards)
    taken = (*awards.taken, TakenView(seat, cell, sight))
    table.awards = AwardsView(awards.round, awards.awards, taken)
    table.last = Change((), (cell,))
    table.tell(news.took(seat, sight))


def _clean_up(table: Table) -> None:
    """K-END-1: everything left goes back into the deck; or the match is over (K-END-4).

    Used action cards and tokens do not come back: no hand gets anything here (K-END-3).
    """
    if table.round == table.scale.rounds:
        table.phase = Phase.OVER
        _tell_result(table)
        return
    left = (sight for sight in table.market if sight is not None)
    table.deck = tuple(sorted((*table.deck, *table.aside, *left)))
    table.aside, table.market, table.tokens = (), (), ()
    table.stacks, table.working, table.laid = (), 0, 0
    table.done, table.stopped = (), ()
    table.round += 1
    table.start = (table.start + 1) % table.seats  # K-END-2
    table.phase = Phase.DEAL
    table.last = Change()


def _tell_result(table: Table) -> None:
    for seat, player in enumerate(table.players):
        table.tell(news.kept(seat, player.hand))
    points: list[Text] = [
        tn("{who} {count} point", "{who} {count} points", total(player), who=Who(seat))
        for seat, player in enumerate(table.players)
    ]
    table.tell(t("The match is over: {points}.", points=tuple(points)))
