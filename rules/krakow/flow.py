"""The automatic part of the game, until somebody has to decide or chance to draw.

It turns up cards, gives out awards and takes, and begins the next round.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from rules.draft import there
from rules.krakow import events
from rules.krakow.components import Action, Place, Sight
from rules.krakow.draft import Draft
from rules.krakow.legal import exchanges
from rules.krakow.moves import Exchange
from rules.krakow.score import total
from rules.krakow.state import PRINTED, Stack, Token, drawable, free_sights
from rules.krakow.view import (
    Asked,
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
from rules.text import Seat

# Carrying out cards


@cache
def _asked(kind: Asked, seat: Seat, place: Place, card: Action) -> Decision:
    """Return what a turned-up card asks for: one of 320, shared by all matches."""
    return Decision(seat, kind, place, card, left=PRINTED.get(card, 0))


def _ask_reserve(draft: Draft, place: Place, seat: Seat, card: Action) -> Decision | None:
    """Ask for one token, or two on different cards (K-ACT-A1, K-ACT-B1)."""
    draft.tell(events.turned_up, seat, card, place)
    return _asked("reserve", seat, place, card)


def _do_nothing(draft: Draft, place: Place, seat: Seat, card: Action) -> Decision | None:
    """Tell everybody that a turned-up card does nothing (K-ACT-C1, K-HID-3)."""
    draft.tell(events.without_effect, seat, card, place)
    return None


def _ask_shift(draft: Draft, place: Place, seat: Seat, card: Action) -> Decision | None:
    """Ask which way the line is pushed (K-ACT-D1)."""
    if not drawable(draft.deck, draft.aside):
        return _do_nothing(draft, place, seat, card)
    draft.tell(events.turned_up, seat, card, place)
    return _asked("shift", seat, place, card)


def _ask_swap(draft: Draft, place: Place, seat: Seat, card: Action) -> Decision | None:
    if not drawable(draft.deck, draft.aside) or not free_sights(draft.market, draft.tokens):
        return _do_nothing(draft, place, seat, card)
    draft.tell(events.turned_up, seat, card, place)
    return _asked("swap", seat, place, card)


def _join_takers(draft: Draft, place: Place, seat: Seat, card: Action) -> Decision | None:
    """Put a take card into the take queue (K-ACT-F1, ruling R19).

    It was not stopped: a stopped card is never turned up (K-TAKE-5).
    """
    draft.takers = (*draft.takers, seat)
    draft.tell(events.will_take, seat, card, place, len(draft.takers))
    return None


def _stop(draft: Draft, place: Place, seat: Seat, card: Action) -> Decision | None:
    """Discard face down what lies below a stop card (K-ACT-G1).

    Its owners know what it was. The other end of the line and all other stacks stay (K-ACT-G2). As
    the bottom card it does nothing, and no token is spent for a stopped reservation (K-ACT-G3).
    """
    below = draft.stacks[draft.working].cards[::-1]
    draft.set_stack(Stack(place, ()))
    owners = sorted({laid.seat for laid in below})
    counts: list[tuple[Seat, int]] = []
    for owner in owners:
        cards = tuple(laid.card for laid in below if laid.seat == owner)
        player = draft.players[owner]
        draft.set_player(owner, stopped=player.stopped + cards)
        draft.stopped = (*draft.stopped, StoppedView(place, owner, len(cards)))
        counts.append((owner, len(cards)))
    draft.tell(events.stopped, seat, card, place, tuple(counts))
    for owner in owners:
        draft.tell_only(
            owner, events.stopped_own, tuple(laid.card for laid in below if laid.seat == owner)
        )
    return None


def _ask_exchange(draft: Draft, place: Place, seat: Seat, card: Action) -> Decision | None:
    possible = exchanges(draft.players[seat].sights, free_sights(draft.market, draft.tokens))
    if not possible:
        return _do_nothing(draft, place, seat, card)
    draft.tell(events.turned_up, seat, card, place)
    if len(possible) > 1:
        return _asked("exchange", seat, place, card)
    do_exchange(draft, seat, place, possible[0])
    return None


_TURN_UP: Final[dict[Action, Callable[[Draft, Place, Seat, Action], Decision | None]]] = {
    Action.RESERVE_ONE: _ask_reserve,
    Action.RESERVE_TWO: _ask_reserve,
    Action.ZERO: _do_nothing,
    Action.SHIFT: _ask_shift,
    Action.SWAP: _ask_swap,
    Action.TAKE: _join_takers,
    Action.STOP: _stop,
    Action.EXCHANGE: _ask_exchange,
}


def go_on(draft: Draft) -> None:
    """Turn up cards until one asks its owner for a decision; then make the awards.

    Cards are turned up by order token and from the top (K-RES-1, K-RES-2). Only the one being
    carried out is turned up (K-RES-3), and then it is out of the game (K-RES-5).
    """
    while draft.working < len(draft.stacks):
        stack = draft.stacks[draft.working]
        if not stack.cards:
            draft.working += 1
            continue
        top = stack.cards[-1]
        draft.set_stack(Stack(stack.place, stack.cards[:-1]))
        player = draft.players[top.seat]
        draft.set_player(top.seat, turned_up=(*player.turned_up, top.card))
        number = len(draft.done) + 1
        draft.done = (*draft.done, DoneView(number, stack.place, top.seat, top.card))
        draft.last = Change((stack.place,), draft.last.cells)
        draft.decision = _TURN_UP[top.card](draft, stack.place, top.seat, top.card)
        if draft.decision is not None:
            return
    draft.decision = None
    _award(draft)


def do_exchange(draft: Draft, seat: Seat, place: Place, move: Exchange) -> None:
    """Carry out a swap from hand; the player's own card takes the cell (K-ACT-H1)."""
    sights = (sight for sight in draft.players[seat].sights if sight != move.own)
    draft.set_player(seat, sights=(*sights, move.sight))
    cell = draft.market.index(move.sight)
    draft.put(cell, move.own)
    draft.last = Change((place,), (cell,))
    draft.tell(events.exchanged, seat, move.own, move.sight)


def _award(draft: Draft) -> None:
    """Give out the reserved cards at once (K-AWD-1, ruling R17), no others (K-AWD-7)."""
    draft.phase = Phase.TAKES
    if any(draft.tokens):
        draft.tell(events.awards_begin)
    found = []
    for cell, tokens in enumerate(draft.tokens):
        if tokens:
            award = _award_cell(draft, cell, tokens)
            found.append(award)
            draft.tell(events.awarded, award)
    draft.tokens = ((),) * len(draft.tokens)
    draft.awards = AwardsView(draft.round, tuple(found), ())
    draft.last = Change((), tuple(award.cell for award in found))
    if not found:
        draft.tell(events.none_reserved)
    next_take(draft)


_UNSEEN: Final = tuple((TokenView(seat, None),) for seat in range(4))
"""The lone token of each seat on a card that it wins; most awards are such."""


def _award_cell(draft: Draft, cell: int, tokens: tuple[Token, ...]) -> AwardView:
    sight = there(draft.market[cell])
    if len(tokens) == 1:  # K-AWD-2: nobody ever sees the hour
        seat = tokens[0].seat
        draft.collect(seat, cell)
        return AwardView(cell, sight, _UNSEEN[seat], seat)
    # K-AWD-3, ruling R11: all are turned up; ties behind do not matter (K-AWD-5)
    ordered = sorted(tokens, key=lambda token: (token.hour, token.seat))
    for token in ordered:
        hours = tuple(sorted((*draft.players[token.seat].shown_hours, token.hour)))
        draft.set_player(token.seat, shown_hours=hours)
    first, second = ordered[:2]
    # K-AWD-4, ruling R12; never of one player (K-AWD-6)
    winner = first.seat if first.hour < second.hour else None
    if winner is not None:
        draft.collect(winner, cell)
    shown = tuple([TokenView(token.seat, token.hour) for token in ordered])
    return AwardView(cell, sight, shown, winner)


def next_take(draft: Draft) -> None:
    """Ask the next player of the take queue for their choice.

    A single choice is made for them; without a choice the take lapses. Any card left may be taken,
    and the last one must be, even a lajkonik (K-TAKE-3, K-TAKE-4).
    """
    while draft.takers:
        seat = draft.takers[0]
        left = [sight for sight in draft.market if sight is not None]
        if len(left) > 1:
            draft.decision = Decision(seat, "take", card=Action.TAKE)
            return
        if left:
            do_take(draft, seat, left[0])
        else:
            draft.takers = draft.takers[1:]
            draft.tell(events.nothing_to_take, seat)
    _clean_up(draft)


def do_take(draft: Draft, seat: Seat, sight: Sight) -> None:
    """Give a sight left in the market to the first player of the take queue."""
    cell = draft.market.index(sight)
    draft.collect(seat, cell)
    draft.takers = draft.takers[1:]
    awards = there(draft.awards)
    taken = (*awards.taken, TakenView(seat, cell, sight))
    draft.awards = AwardsView(awards.round, awards.awards, taken)
    draft.last = Change((), (cell,))
    draft.tell(events.took, seat, sight)


def _clean_up(draft: Draft) -> None:
    """Put everything left back into the deck (K-END-1), or end the match (K-END-4).

    Used action cards and tokens do not come back: no hand is refilled here (K-END-3).
    """
    if draft.round == draft.scale.rounds:
        draft.phase = Phase.OVER
        if not draft.quiet:
            _tell_result(draft)
        return
    left = (sight for sight in draft.market if sight is not None)
    draft.deck = tuple(sorted((*draft.deck, *draft.aside, *left)))
    draft.aside, draft.market, draft.tokens = (), (), ()
    draft.stacks, draft.working, draft.laid = (), 0, 0
    draft.done, draft.stopped = (), ()
    draft.round += 1
    draft.start = (draft.start + 1) % draft.seats  # K-END-2
    draft.phase = Phase.DEAL
    draft.last = Change()


def _tell_result(draft: Draft) -> None:
    for seat, player in enumerate(draft.players):
        draft.tell(events.kept, seat, player.hand)
    draft.tell(events.over, tuple(total(player) for player in draft.players))
