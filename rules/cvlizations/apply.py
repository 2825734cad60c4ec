"""The effects of moves, and everything that follows automatically."""

from __future__ import annotations

from typing import Final

from rules.cvlizations import events, flow
from rules.cvlizations.agenda import Task
from rules.cvlizations.components import NOTHING, Good, Goods, Idea
from rules.cvlizations.draft import Draft
from rules.cvlizations.market import FEAST
from rules.cvlizations.moves import (
    Buy,
    Deal,
    Feast,
    GeeksOrder,
    GiveOrders,
    Pass,
    Peek,
    Setup,
    Steal,
    Swap,
    Take,
    Trade,
    TurnUp,
)
from rules.cvlizations.refusals import check
from rules.cvlizations.state import GEEKS, CvState, Due, Tribe, to_act
from rules.cvlizations.view import Phase, Variant
from rules.handlers import Handlers
from rules.protocol import Move, Transition
from rules.text import Seat

_MOVES: Final = Handlers[Draft, Seat, None]()
_FINAL: Final = (GiveOrders, Buy, Pass)
"""What can't be taken back, whatever follows."""


def apply(state: CvState, seat: Seat, move: Move) -> Transition[CvState]:
    """Return what `move` leads to; checks it first.

    A choice of the action phase, Asceticism, the Market and Hedonism can be taken back as long as
    nothing was drawn, even if the player's turn has ended with it: what others decide after that
    ends it. Orders (C-ORD-3) and passing (C-DEV-11) are final, and so is a purchase, because it
    turns up a card (C-DEV-4).
    """
    check(state, seat, move)
    draft = Draft(state)
    _MOVES[type(move)](draft, seat, move)
    draft.tell_notes()
    after = draft.freeze()
    final = seat < 0 or isinstance(move, _FINAL)
    return Transition(after, tuple(draft.events), not final and _can_go_back(state, after, seat))


def _can_go_back(before: CvState, after: CvState, seat: Seat) -> bool:
    """True if nothing was drawn, and the match is not over."""
    if before.version < 2:
        return _goes_on(before, after, seat)
    return after.due is None and after.phase is not Phase.OVER


def _goes_on(before: CvState, after: CvState, seat: Seat) -> bool:
    """True if the same phase goes on, of the same buyer or thief if there is one."""
    if (before.phase, before.queue) != (after.phase, after.queue):
        return False
    if before.thieves:
        return bool(after.thieves) and to_act(after) == {seat}
    return True


def advance(state: CvState, seat: Seat, move: Move) -> CvState:
    """Return the state after a legal `move`, without events."""
    draft = Draft(state, quiet=True)
    _MOVES[type(move)](draft, seat, move)
    return draft.freeze()


# Chance


@_MOVES.of(Setup)
def _setup(draft: Draft, _seat: Seat, move: Setup) -> None:
    """Put out the first cards and give the helm to whoever begins (C-SET-3, C-SET-5).

    If the Cave Geeks take part, they begin, and the first player follows them (C-GEEK-1, C-GEEK-2).
    """
    first = move.first
    draft.helm = first
    if draft.variant is Variant.GEEKS:
        draft.circle = (GEEKS, first, 1 - first)
        draft.helm = GEEKS
    draft.tell(events.begins, draft.variant, first)
    _lay_out(draft, tuple(move.ideas))


@_MOVES.of(Deal)
def _deal(draft: Draft, _seat: Seat, move: Deal) -> None:
    _lay_out(draft, tuple(move.ideas))


def _lay_out(draft: Draft, ideas: tuple[Idea, ...]) -> None:
    draft.track = ideas
    draft.deck = tuple(idea for idea in draft.deck if idea not in ideas)
    draft.due = None
    draft.tell(events.dealt, ideas)
    flow.begin_turn(draft)


def _without(deck: tuple[Idea, ...], idea: Idea) -> tuple[Idea, ...]:
    return tuple([other for other in deck if other is not idea])


@_MOVES.of(TurnUp)
def _turn_up(draft: Draft, _seat: Seat, move: TurnUp) -> None:
    """Fill the gap of the track from the deck (C-DEV-4, C-HID-3, ruling V-1).

    If somebody knows the top card, it is the one that fills the gap.
    """
    if draft.top is None:
        draft.deck = _without(draft.deck, move.idea)
    draft.due = draft.top = draft.knower = None
    track = list(draft.track)
    track[draft.slot] = move.idea
    draft.track = tuple(track)
    draft.tell(events.turned_up, move.idea)
    flow.go_shopping(draft)


@_MOVES.of(Peek)
def _peek(draft: Draft, _seat: Seat, move: Peek) -> None:
    """Show the top card to its finder alone; it stays there (C-IDEA-13, C-HID-3)."""
    buyer = draft.queue[0]
    draft.due = None
    draft.deck = _without(draft.deck, move.idea)
    draft.top, draft.knower = move.idea, buyer
    draft.tell_only(buyer, events.top_card, move.idea)
    flow.go_shopping(draft)


@_MOVES.of(GeeksOrder)
def _geeks(draft: Draft, _seat: Seat, move: GeeksOrder) -> None:
    """Give the Cave Geeks an order (C-GEEK-3).

    The first is open, and given when it is their turn; the other one comes when all are revealed.
    """
    tribe, due = draft.tribes[GEEKS], draft.due
    draft.due = None
    if due is Due.GEEKS_UP:
        draft.tribes[GEEKS] = Tribe(tribe.used, move.order)
        draft.mark(GEEKS)
        draft.tell(events.placed, draft.variant, GEEKS, move.order)
        flow.after_placing(draft)
    else:
        draft.tribes[GEEKS] = Tribe(tribe.used, tribe.up, move.order)
        flow.reveal(draft)


# Players


@_MOVES.of(GiveOrders)
def _give_orders(draft: Draft, seat: Seat, move: GiveOrders) -> None:
    number = draft.queue[0]
    draft.tribes[number] = Tribe(draft.tribes[number].used, move.up, move.down)
    draft.mark(number)
    draft.tell(events.placed, draft.variant, number, move.up)
    draft.tell_only(seat, events.own_secret, draft.variant, number, move.down)
    flow.after_placing(draft)


@_MOVES.of(Steal)
def _steal(draft: Draft, seat: Seat, move: Steal) -> None:
    flow.steal(draft, seat, _task(draft, seat), move.victim.seat, move.kind)
    flow.done(draft, seat)


@_MOVES.of(Take)
def _take(draft: Draft, seat: Seat, move: Take) -> None:
    if draft.phase is Phase.CLEANUP:
        _ascetic(draft, seat, move.kind)
        return
    draft.bring(seat, NOTHING.plus(move.kind, 1))
    draft.note(seat, _task(draft, seat).source, move.kind, 1)
    flow.done(draft, seat)


def _ascetic(draft: Draft, seat: Seat, good: Good) -> None:
    """Bring what Asceticism brings (C-IDEA-3, C-CLN-1)."""
    draft.gain(seat, good, 2)
    draft.note(seat, Idea.ASCETICISM, good, 2)
    draft.owed = tuple(other for other in draft.owed if other != seat)
    if not draft.owed:
        flow.end_turn(draft)


@_MOVES.of(Trade)
def _trade(draft: Draft, seat: Seat, move: Trade) -> None:
    """Give one resource for several others (C-TRD-1, C-IDEA-29)."""
    amount = _task(draft, seat).amount
    draft.bring(seat, NOTHING.plus(move.give, -1).plus(move.get, amount))
    draft.tell(events.traded, seat, move.give, move.get, amount)
    flow.done(draft, seat)


def _task(draft: Draft, seat: Seat) -> Task:
    return draft.thieves[0][1] if draft.thieves else draft.agendas[seat][0]


@_MOVES.of(Buy)
def _buy(draft: Draft, seat: Seat, move: Buy) -> None:
    """Buy an idea (C-DEV-1, C-DEV-4, C-DEV-5, C-HID-3)."""
    hidden = move.idea is draft.top
    draft.purchase(seat, move.idea, move.pay)
    draft.bought = (*draft.bought, seat)
    draft.buyers = (*draft.buyers, seat)
    draft.left -= 1
    draft.swapped = False
    draft.tell(events.bought, seat, move.idea, move.pay, hidden)
    if hidden:
        draft.top = draft.knower = None
        flow.go_shopping(draft)
        return
    draft.slot = draft.track.index(move.idea)
    draft.track = tuple([None if idea is move.idea else idea for idea in draft.track])
    if draft.top is not None or draft.deck:
        draft.due = Due.TURN_UP
    else:
        flow.go_shopping(draft)


@_MOVES.of(Swap)
def _swap(draft: Draft, seat: Seat, move: Swap) -> None:
    """Exchange a resource in the Market (C-IDEA-20, C-DEV-7)."""
    draft.give(seat, NOTHING.swapped(move.give, move.get))
    draft.swapped = True
    draft.tell(events.swapped, seat, move.give, move.get)


@_MOVES.of(Feast)
def _feast(draft: Draft, seat: Seat, _move: Feast) -> None:
    """Hand in food for a point (C-IDEA-7, C-DEV-9)."""
    draft.give(seat, Goods(-FEAST, 0, 0), 1)
    draft.feasted = True
    draft.tell(events.feasted, seat, FEAST)
    flow.go_shopping(draft)


@_MOVES.of(Pass)
def _pass(draft: Draft, seat: Seat, _move: Pass) -> None:
    draft.tell(events.passed, seat, seat in draft.bought)
    flow.end_shopping(draft)
