"""What a move leads to, and everything that follows from it by itself.

A move works on a `Table`, a copy of the state that may change; whatever needs nobody's decision
(turning up the next card, awards, the end of the round) is carried on with until somebody has to
decide or chance has to draw.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from rules.krakow import news
from rules.krakow.checks import check
from rules.krakow.components import GROUPS, Direction, Place, Sight, line_cells
from rules.krakow.flow import do_exchange, do_take, go_on, next_take
from rules.krakow.moves import (
    Deal,
    Decline,
    Draw,
    Exchange,
    Lay,
    Reserve,
    Setup,
    Shift,
    Swap,
    Take,
)
from rules.krakow.state import (
    KrakowState,
    Laid,
    Stack,
    Token,
)
from rules.krakow.table import Table
from rules.krakow.view import (
    Change,
    Decision,
    Phase,
)
from rules.protocol import Move, Transition
from rules.text import Seat, Who, t

_LAY: Final = tuple(Decision(seat, "lay") for seat in range(4))


def apply(state: KrakowState, seat: Seat, move: Move) -> Transition[KrakowState]:
    """Return what `move` leads to; checks it first."""
    check(state, seat, move)
    table = Table(state)
    undoable = _MOVES[type(move)](table, seat, move)
    return Transition(table.freeze(), tuple(table.events), undoable)


# Chance


def _setup(table: Table, seat: Seat, move: Setup) -> bool:
    table.removed = move.removed.groups
    table.start = move.start
    table.deck = tuple(sight for sight in table.deck if sight.group not in table.removed)
    table.phase = Phase.DEAL
    if table.removed:
        names = tuple(GROUPS[group].name for group in table.removed)
        table.tell(t("These groups stay in the box: {groups}.", groups=names))
    table.tell(t("{who} is the start player.", who=Who(move.start)))
    return False


def _deal(table: Table, seat: Seat, move: Deal) -> bool:
    dealt = move.market.sights
    table.market = dealt
    table.tokens = ((),) * len(dealt)
    gone = set(dealt)
    table.deck = tuple(sight for sight in table.deck if sight not in gone)
    table.phase = Phase.PLANNING
    table.decision = _LAY[table.start]
    table.last = Change(cells=tuple(range(len(dealt))))
    table.tell(
        t(
            "Round {round} of {rounds}: a new market is dealt. {who} starts.",
            round=table.round,
            rounds=table.scale.rounds,
            who=Who(table.start),
        )
    )
    return False


def _draw(table: Table, seat: Seat, move: Draw) -> bool:
    """Carry out the shift or blind swap that waited for the card from the deck (K-ACT-E2)."""
    decision = cast("Decision", table.decision)
    place = cast("Place", decision.place)
    if not table.deck:  # K-END-5
        table.deck, table.aside = tuple(sorted(table.aside)), ()
        table.tell(t("The deck was empty: the cards set aside are shuffled into a new one."))
    table.deck = tuple(sight for sight in table.deck if sight != move.sight)
    if decision.direction is not None:
        _push(table, place, decision.direction, move.sight)
    else:
        cell = cast("int", decision.cell)
        old = cast("Sight", table.market[cell])
        table.put(cell, move.sight)
        table.aside = (*table.aside, old)
        table.last = Change((place,), (cell,))
        table.tell(news.swapped(old, move.sight))
    go_on(table)
    return False


def _push(table: Table, place: Place, direction: Direction, drawn: Sight) -> None:
    """K-ACT-D2: cards move with their tokens, those of anybody (K-ACT-D4).

    What falls off is set aside, and its tokens leave the game unseen (K-ACT-D3).
    """
    cells = line_cells(place, table.scale.size)
    if direction in (Direction.RIGHT, Direction.DOWN):
        cells = cells[::-1]
    fallen = cast("Sight", table.market[cells[0]])
    lost = len(table.tokens[cells[0]])
    market, tokens = list(table.market), list(table.tokens)
    for to, origin in zip(cells, cells[1:], strict=False):
        market[to], tokens[to] = market[origin], tokens[origin]
    market[cells[-1]], tokens[cells[-1]] = drawn, ()
    table.market, table.tokens = tuple(market), tuple(tokens)
    table.aside = (*table.aside, fallen)
    table.last = Change((place,), tuple(sorted(cells)))
    table.tell(news.pushed(fallen, lost, drawn))


# Planning


def _lay(table: Table, seat: Seat, move: Lay) -> bool:
    player = table.players[seat]
    at = player.hand.index(move.card)
    table.set_player(seat, hand=player.hand[:at] + player.hand[at + 1 :])
    laid = Laid(seat, move.card)
    for index, stack in enumerate(table.stacks):
        if stack.place is move.place:  # K-PLAN-5
            below = stack.cards[-1].seat
            stacks = list(table.stacks)
            stacks[index] = Stack(move.place, (*stack.cards, laid))
            table.stacks = tuple(stacks)
            table.tell(news.laid_on_top(seat, move.place, index + 1, below))
            break
    else:  # K-PLAN-4: the lowest free order token
        table.stacks = (*table.stacks, Stack(move.place, (laid,)))
        table.tell(news.laid_first(seat, move.place, len(table.stacks)))
    table.tell(news.laid_card(move.card), seat)
    table.last = Change((move.place,))
    table.laid += 1
    if table.laid < table.seats * table.scale.queues:
        table.decision = _LAY[(table.start + table.laid) % table.seats]
        return True
    table.phase = Phase.RESERVATION  # K-PLAN-8: by itself
    table.working = 0
    table.tell(t("All cards are laid. Now they are turned up, stack by stack."))
    go_on(table)
    return False


# Decisions in the reservation phase


def _reserve(table: Table, seat: Seat, move: Reserve) -> bool:
    decision = cast("Decision", table.decision)
    place = cast("Place", decision.place)
    player = table.players[seat]
    table.set_player(seat, hours=tuple(h for h in player.hours if h != move.hour))
    cell = table.market.index(move.sight)
    tokens = list(table.tokens)
    tokens[cell] = (*tokens[cell], Token(seat, move.hour))
    table.tokens = tuple(tokens)
    table.last = Change((place,), (cell,))
    table.tell(news.reserved(seat, move.sight))
    table.tell(news.reserved_hour(move.hour), seat)
    if decision.left > 1:
        table.decision = Decision(seat, "reserve", place, decision.card, 1, first=cell)
        return True
    go_on(table)
    return False


def _shift(table: Table, seat: Seat, move: Shift) -> bool:
    decision = cast("Decision", table.decision)
    place = cast("Place", decision.place)
    table.decision = Decision(
        seat, "shift", place, decision.card, drawing=True, direction=move.direction
    )
    table.tell(news.shifted(seat, place, move.direction))
    return False


def _swap(table: Table, seat: Seat, move: Swap) -> bool:
    decision = cast("Decision", table.decision)
    cell = table.market.index(move.sight)
    table.decision = Decision(seat, "swap", decision.place, decision.card, drawing=True, cell=cell)
    table.tell(news.chose_swap(seat, move.sight))
    return False


def _decline(table: Table, seat: Seat, move: Decline) -> bool:
    table.tell(news.declined(seat, cast("Decision", table.decision)))
    go_on(table)
    return False


def _exchange(table: Table, seat: Seat, move: Exchange) -> bool:
    decision = cast("Decision", table.decision)
    do_exchange(table, seat, cast("Place", decision.place), move)
    go_on(table)
    return False


def _take(table: Table, seat: Seat, move: Take) -> bool:
    table.decision = None
    do_take(table, seat, move.sight)
    next_take(table)
    return False


_MOVES: Final = cast(
    "dict[type[Move], Callable[[Table, Seat, Move], bool]]",
    {
        Lay: _lay,
        Reserve: _reserve,
        Shift: _shift,
        Swap: _swap,
        Exchange: _exchange,
        Take: _take,
        Decline: _decline,
        Setup: _setup,
        Deal: _deal,
        Draw: _draw,
    },
)
"""Each carries out one type of move and returns whether it may be taken back."""
