"""What a move leads to, and everything that follows from it by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from rules.cvlizations import flow, news
from rules.cvlizations.agenda import Task
from rules.cvlizations.check import check
from rules.cvlizations.components import Good, Idea
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
from rules.cvlizations.state import GEEKS, CvState, Due, Tribe, placing, to_act
from rules.cvlizations.table import Table
from rules.cvlizations.view import Phase, Variant
from rules.protocol import Move, Transition
from rules.text import Seat


def apply(state: CvState, seat: Seat, move: Move) -> Transition[CvState]:
    """Return what `move` leads to; checks it first.

    A choice of the action phase, the Market and Hedonism can be taken back as long as the same
    player goes on and nothing was drawn; so can one of several made at once, until the last.
    Orders are final (C-ORD-3), and so is a purchase, which turns up a card (C-DEV-4).
    """
    check(state, seat, move)
    table = Table(state)
    _MOVES[type(move)](table, seat, move)
    table.tell_notes()
    after = table.freeze()
    final = seat < 0 or isinstance(move, GiveOrders | Buy)
    return Transition(after, tuple(table.events), not final and _goes_on(state, after, seat))


def _goes_on(before: CvState, after: CvState, seat: Seat) -> bool:
    """True if the same phase goes on, of the same buyer or thief if there is one."""
    if (before.phase, before.position) != (after.phase, after.position):
        return False
    if before.thieves:
        return bool(after.thieves) and to_act(after) == {seat}
    return True


# Chance


def _setup(table: Table, _seat: Seat, move: Setup) -> None:
    """C-SET-3, C-SET-5; with the Cave Geeks they begin (C-GEEK-1, C-GEEK-2)."""
    first = move.first
    table.helm = first
    if table.variant is Variant.GEEKS:
        table.circle = (GEEKS, first, 1 - first)
        table.helm = GEEKS
    table.tell(news.begins(table.variant, first))
    _lay_out(table, move.ideas.ideas)


def _deal(table: Table, _seat: Seat, move: Deal) -> None:
    _lay_out(table, move.ideas.ideas)


def _lay_out(table: Table, ideas: tuple[Idea, ...]) -> None:
    table.track = ideas
    table.deck = tuple(idea for idea in table.deck if idea not in ideas)
    table.due = None
    table.tell(news.dealt(ideas))
    flow.begin_turn(table)


def _turn_up(table: Table, _seat: Seat, move: TurnUp) -> None:
    """C-DEV-4, C-HID-3: the gap is filled in the same place, by the top card if one is known."""
    table.due = table.top = table.knower = None
    table.deck = tuple(idea for idea in table.deck if idea is not move.idea)
    track = list(table.track)
    track[table.slot] = move.idea
    table.track = tuple(track)
    table.tell(news.turned_up(move.idea))
    flow.go_shopping(table)


def _peek(table: Table, _seat: Seat, move: Peek) -> None:
    """C-IDEA-13, C-HID-3: the card stays on top, and only its finder knows it."""
    buyer = table.line[table.position]
    table.due = None
    table.deck = tuple(idea for idea in table.deck if idea is not move.idea)
    table.top, table.knower = move.idea, buyer
    table.tell(news.top_card(move.idea), buyer)
    flow.go_shopping(table)


def _geeks(table: Table, _seat: Seat, move: GeeksOrder) -> None:
    """C-GEEK-3: the open order in their place, the other one when all are revealed."""
    tribe, due = table.tribes[GEEKS], table.due
    table.due = None
    if due is Due.GEEKS_UP:
        table.tribes[GEEKS] = Tribe(tribe.used, move.order)
        table.tell(news.placed(table.variant, GEEKS, move.order))
        flow.after_placing(table)
    else:
        table.tribes[GEEKS] = Tribe(tribe.used, tribe.up, move.order)
        flow.reveal(table)


# Players


def _give_orders(table: Table, seat: Seat, move: GiveOrders) -> None:
    number = placing(table.variant, table.circle, table.helm)[table.position]
    table.tribes[number] = Tribe(table.tribes[number].used, move.up, move.down)
    table.tell(news.placed(table.variant, number, move.up))
    table.tell(news.own_secret(table.variant, number, move.down), seat)
    flow.after_placing(table)


def _steal(table: Table, seat: Seat, move: Steal) -> None:
    flow.steal(table, seat, _task(table, seat), move.victim.seat, move.kind)
    flow.done(table, seat)


def _take(table: Table, seat: Seat, move: Take) -> None:
    if table.phase is Phase.CLEANUP:
        _ascetic(table, seat, move.kind)
        return
    flow.take(table, seat, _task(table, seat), move.kind)
    flow.done(table, seat)


def _ascetic(table: Table, seat: Seat, good: Good) -> None:
    """C-IDEA-3, C-CLN-1."""
    table.gain(seat, good, 2)
    table.note(seat, news.income(Idea.ASCETICISM, good, 2))
    table.owed = tuple(other for other in table.owed if other != seat)
    if not table.owed:
        flow.end_turn(table)


def _trade(table: Table, seat: Seat, move: Trade) -> None:
    flow.trade(table, seat, _task(table, seat), move.give, move.get)
    flow.done(table, seat)


def _task(table: Table, seat: Seat) -> Task:
    return table.thieves[0][1] if table.thieves else table.agendas[seat][0]


def _buy(table: Table, seat: Seat, move: Buy) -> None:
    """C-DEV-1, C-DEV-4, C-DEV-5, C-HID-3."""
    hidden = move.idea not in table.track
    table.purchase(seat, move.idea, move.pay)
    table.bought = (*table.bought, seat)
    table.left -= 1
    table.swapped = False
    table.tell(news.bought(seat, move.idea, move.pay, hidden=hidden))
    if hidden:
        table.top = table.knower = None
        flow.go_shopping(table)
        return
    table.slot = table.track.index(move.idea)
    table.track = tuple(None if idea is move.idea else idea for idea in table.track)
    if table.top is not None or table.deck:
        table.due = Due.TURN_UP
    else:
        flow.go_shopping(table)


def _swap(table: Table, seat: Seat, move: Swap) -> None:
    """C-IDEA-20, C-DEV-7."""
    table.gain(seat, move.give, -1)
    table.gain(seat, move.get, 1)
    table.swapped = True
    table.tell(news.swapped(seat, move.give, move.get))


def _feast(table: Table, seat: Seat, _move: Feast) -> None:
    """C-IDEA-7, C-DEV-9."""
    table.gain(seat, Good.FOOD, -FEAST)
    table.score(seat, 1)
    table.feasted = True
    table.tell(news.feasted(seat, FEAST))
    flow.go_shopping(table)


def _pass(table: Table, seat: Seat, _move: Pass) -> None:
    table.tell(news.passed(seat, seat in table.bought))
    flow.end_shopping(table)


_MOVES: Final = cast(
    "dict[type[Move], Callable[[Table, Seat, Move], None]]",
    {
        GiveOrders: _give_orders,
        Steal: _steal,
        Take: _take,
        Trade: _trade,
        Buy: _buy,
        Swap: _swap,
        Feast: _feast,
        Pass: _pass,
        Setup: _setup,
        Deal: _deal,
        TurnUp: _turn_up,
        Peek: _peek,
        GeeksOrder: _geeks,
    },
)
