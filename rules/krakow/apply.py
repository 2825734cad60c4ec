"""The effects of moves, and everything that follows automatically.

A move works on a `Draft`, a copy of the state that may change; everything that needs no decision
(turning up the next card, awards, the end of the round) goes on until somebody has to decide or
chance has to draw.
"""

from __future__ import annotations

from typing import Final

from rules.draft import there
from rules.handlers import Handlers
from rules.krakow import events
from rules.krakow.components import Direction, Place, Sight, line_cells
from rules.krakow.draft import Draft
from rules.krakow.flow import do_exchange, do_take, go_on, next_take
from rules.krakow.moves import Deal, Decline, Draw, Exchange, Lay, Reserve, Setup, Shift, Swap, Take
from rules.krakow.refusals import check
from rules.krakow.state import KrakowState, Stack, change_at, laid_card, token_at
from rules.krakow.view import Change, Decision, Phase
from rules.protocol import Move, Transition
from rules.text import Seat

_LAY: Final = tuple(Decision(seat, "lay") for seat in range(4))


_MOVES: Final = Handlers[Draft, Seat, bool]()
"""The function for each type of move; it returns whether undo is allowed."""


def apply(state: KrakowState, seat: Seat, move: Move) -> Transition[KrakowState]:
    """Return what `move` leads to; checks it first."""
    check(state, seat, move)
    draft = Draft(state)
    undoable = _MOVES[type(move)](draft, seat, move)
    return Transition(draft.freeze(), tuple(draft.events), undoable)


def advance(state: KrakowState, seat: Seat, move: Move) -> KrakowState:
    """Return the state after a legal `move`, without events."""
    draft = Draft(state, quiet=True)
    _MOVES[type(move)](draft, seat, move)
    return draft.freeze()


# Chance


@_MOVES.of(Setup)
def _setup(draft: Draft, seat: Seat, move: Setup) -> bool:
    draft.removed = tuple(move.removed)
    draft.start = move.start
    draft.deck = tuple([sight for sight in draft.deck if sight.group not in draft.removed])
    draft.phase = Phase.DEAL
    if draft.removed:
        draft.tell(events.removed, draft.removed)
    draft.tell(events.start_player, move.start)
    return False


@_MOVES.of(Deal)
def _deal(draft: Draft, seat: Seat, move: Deal) -> bool:
    dealt = tuple(move.market)
    draft.market = dealt
    draft.tokens = ((),) * len(dealt)
    gone = set(dealt)
    draft.deck = tuple([sight for sight in draft.deck if sight not in gone])
    draft.phase = Phase.PLANNING
    draft.decision = _LAY[draft.start]
    draft.last = Change(cells=tuple(range(len(dealt))))
    draft.tell(events.dealt, draft.round, draft.scale.rounds, draft.start)
    return False


@_MOVES.of(Draw)
def _draw(draft: Draft, seat: Seat, move: Draw) -> bool:
    """Carry out the shift or blind swap that waited for the drawn card (K-ACT-E2)."""
    decision = draft.carried_out
    place = decision.at
    if not draft.deck:  # K-END-5
        draft.deck, draft.aside = tuple(sorted(draft.aside)), ()
        draft.tell(events.shuffled)
    draft.deck = tuple([sight for sight in draft.deck if sight != move.sight])
    if decision.direction is not None:
        _push(draft, place, decision.direction, move.sight)
    else:
        cell = there(decision.cell)
        old = there(draft.market[cell])
        draft.put(cell, move.sight)
        draft.aside = (*draft.aside, old)
        draft.last = Change((place,), (cell,))
        draft.tell(events.swapped, old, move.sight)
    go_on(draft)
    return False


def _push(draft: Draft, place: Place, direction: Direction, drawn: Sight) -> None:
    """Push the cards of a line with all their tokens (K-ACT-D2, K-ACT-D4).

    What falls off is set aside (ruling R5); its tokens are gone unseen (K-ACT-D3, ruling R15).
    """
    cells = line_cells(place, draft.scale.size)
    if direction in (Direction.RIGHT, Direction.DOWN):
        cells = cells[::-1]
    fallen = there(draft.market[cells[0]])
    lost = [token.seat for token in draft.tokens[cells[0]]]
    market, tokens = list(draft.market), list(draft.tokens)
    for to, origin in zip(cells, cells[1:], strict=False):
        market[to], tokens[to] = market[origin], tokens[origin]
    market[cells[-1]], tokens[cells[-1]] = drawn, ()
    draft.market, draft.tokens = tuple(market), tuple(tokens)
    draft.aside = (*draft.aside, fallen)
    draft.last = Change((place,), tuple(sorted(cells)))
    draft.tell(events.pushed, fallen, tuple(lost), drawn)


# Planning


@_MOVES.of(Lay)
def _lay(draft: Draft, seat: Seat, move: Lay) -> bool:
    player = draft.players[seat]
    at = player.hand.index(move.card)
    draft.set_player(seat, hand=player.hand[:at] + player.hand[at + 1 :])
    laid = laid_card(seat, move.card)
    for index, stack in enumerate(draft.stacks):
        if stack.place is move.place:  # K-PLAN-5
            below = stack.cards[-1].seat
            stacks, higher = draft.stacks, Stack(move.place, (*stack.cards, laid))
            draft.stacks = (*stacks[:index], higher, *stacks[index + 1 :])
            draft.tell(events.laid_on_top, seat, move.place, index + 1, below)
            break
    else:  # K-PLAN-4, ruling R20: the lowest free order token
        draft.stacks = (*draft.stacks, Stack(move.place, (laid,)))
        draft.tell(events.laid_first, seat, move.place, len(draft.stacks))
    draft.tell_only(seat, events.laid_card, move.card)
    draft.last = change_at((move.place,))
    draft.laid += 1
    if draft.laid < draft.seats * draft.scale.queues:
        draft.decision = _LAY[(draft.start + draft.laid) % draft.seats]
        return True
    draft.phase = Phase.RESERVATION  # K-PLAN-8: automatic
    draft.working = 0
    draft.tell(events.all_laid)
    go_on(draft)
    return False


# Decisions in the reservation phase


@_MOVES.of(Reserve)
def _reserve(draft: Draft, seat: Seat, move: Reserve) -> bool:
    decision = draft.carried_out
    place = decision.at
    hours = draft.players[seat].hours
    draft.set_player(seat, hours=tuple([hour for hour in hours if hour != move.hour]))
    cell, tokens = draft.market.index(move.sight), draft.tokens
    lying = (*tokens[cell], token_at(seat, move.hour))
    draft.tokens = (*tokens[:cell], lying, *tokens[cell + 1 :])
    draft.last = change_at((place,), (cell,))
    row, column = divmod(cell, draft.scale.size)
    draft.tell(events.reserved, seat, move.sight, row + 1, column + 1)
    draft.tell_only(seat, events.reserved_hour, move.hour)
    if decision.left > 1:
        draft.decision = Decision(seat, "reserve", place, decision.card, 1, first=cell)
        return True
    go_on(draft)
    return False


@_MOVES.of(Shift)
def _shift(draft: Draft, seat: Seat, move: Shift) -> bool:
    decision = draft.carried_out
    place = decision.at
    draft.decision = Decision(
        seat, "shift", place, decision.card, drawing=True, direction=move.direction
    )
    draft.tell(events.shifted, seat, place, move.direction)
    return False


@_MOVES.of(Swap)
def _swap(draft: Draft, seat: Seat, move: Swap) -> bool:
    decision = draft.carried_out
    cell = draft.market.index(move.sight)
    draft.decision = Decision(seat, "swap", decision.place, decision.card, drawing=True, cell=cell)
    draft.tell(events.chose_swap, seat, move.sight)
    return False


@_MOVES.of(Decline)
def _decline(draft: Draft, seat: Seat, move: Decline) -> bool:
    draft.tell(events.declined, seat, draft.carried_out)
    go_on(draft)
    return False


@_MOVES.of(Exchange)
def _exchange(draft: Draft, seat: Seat, move: Exchange) -> bool:
    do_exchange(draft, seat, draft.carried_out.at, move)
    go_on(draft)
    return False


@_MOVES.of(Take)
def _take(draft: Draft, seat: Seat, move: Take) -> bool:
    draft.decision = None
    do_take(draft, seat, move.sight)
    next_take(draft)
    return False
