"""The automatic part of the game: reveal, carrying out orders, phases, the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rules.cvlizations import events
from rules.cvlizations.agenda import Chosen, Do, Task, agenda
from rules.cvlizations.components import (
    CAN_FAIL,
    DECKS,
    NEW_DECK_AFTER,
    NOTHING,
    ORDERS,
    TRACK,
    TURNS,
    TURNS_OF_AGE,
    Good,
    Goods,
    Idea,
    Order,
)
from rules.cvlizations.draft import Draft
from rules.cvlizations.legal import targets
from rules.cvlizations.market import has_choice
from rules.cvlizations.state import GEEKS, Due, Tribe, counts, placing
from rules.cvlizations.view import Gain, Phase, Theft, Variant
from rules.draft import there
from rules.text import Seat

_NOTHING: Final = Gain(NOTHING, 0)

# Orders


def begin_turn(draft: Draft) -> None:
    """Begin the order phase (C-ORD-1)."""
    draft.phase = Phase.ORDERS
    draft.queue = placing(draft.variant, draft.circle, draft.helm)
    draft.bought = ()
    draft.stolen = ()
    _call_geeks(draft)


def _call_geeks(draft: Draft) -> None:
    """Let chance choose if it is the Cave Geeks' place (C-GEEK-3)."""
    if draft.variant is Variant.GEEKS and draft.queue[0] == GEEKS:
        draft.due = Due.GEEKS_UP


def after_placing(draft: Draft) -> None:
    """Go on to the next tribe, or reveal when all have given orders (C-ORD-5)."""
    draft.queue = draft.queue[1:]
    if draft.queue:
        _call_geeks(draft)
    elif draft.variant is Variant.GEEKS:
        draft.due = Due.GEEKS_DOWN
    else:
        reveal(draft)


def reveal(draft: Draft) -> None:
    """Turn up all secret orders, fix the levels, and begin with them (C-ACT-1)."""
    orders = tuple([(there(tribe.up), there(tribe.down)) for tribe in draft.tribes])
    chosen = counts(orders)
    draft.phase = Phase.ACTION
    draft.orders, draft.gains, draft.thefts = orders, [_NOTHING] * len(draft.players), ()
    if not draft.quiet:
        _tell_orders(draft, chosen)
    pool, theft = draft.variant is not Variant.BASIC, 0 < chosen[Order.THIEVING.place] < 3
    for seat in draft.line:
        tasks = agenda(Chosen(orders[seat], chosen, draft.players[seat].ideas, pool))
        if theft and Order.THIEVING in orders[seat]:
            own = [(seat, task) for task in tasks if task.order is Order.THIEVING]
            draft.thieves = (*draft.thieves, *own)  # C-ASY-2
            tasks = tasks[len(own) :]  # Thieving comes first (C-ACT-2)
        draft.agendas[seat] = tasks  # C-ASY-3
    carry_out(draft)


def _tell_orders(draft: Draft, chosen: tuple[int, ...]) -> None:
    """Tell the orders, which fail, and for whom Doubling works (C-ACT-1, C-DBL-1)."""
    line = placing(draft.variant, draft.circle, draft.helm)
    draft.tell(events.revealed, draft.variant, tuple((n, draft.orders[n][1]) for n in line))
    draft.tell(events.levels, chosen)
    crowded = tuple(o for o in ORDERS if o in CAN_FAIL and chosen[o.place] >= 3)
    if crowded:
        draft.tell(events.failed, crowded)
    if Order.DOUBLING in crowded:
        return
    for seat in draft.line:
        if Order.DOUBLING in draft.orders[seat]:
            (other,) = set(draft.orders[seat]) - {Order.DOUBLING}
            if other not in crowded:
                draft.tell(events.doubled, seat, other)


# Actions


def carry_out(draft: Draft) -> None:
    """Carry out what needs no choice; once no choice is left, begin the development.

    That may be at once (C-ASY-6). After Thieving nobody touches another's store, so it makes no
    difference whether orders (C-ACT-2) or, as here, players are taken one by one.
    """
    while draft.thieves:
        seat, task = draft.thieves[0]
        if _asks_whom(draft, seat, task):
            return
        _next_thief(draft)
    for seat in draft.line:
        _work(draft, seat)
    if not any(draft.agendas):
        _begin_development(draft)


def done(draft: Draft, seat: Seat) -> None:
    """Remove the task that a seat's choice has carried out, and go on."""
    if draft.thieves:
        _next_thief(draft)
        carry_out(draft)
        return
    draft.agendas[seat] = draft.agendas[seat][1:]
    _work(draft, seat)
    if not any(draft.agendas):
        _begin_development(draft)


def _next_thief(draft: Draft) -> None:
    seat = draft.thieves[0][0]
    draft.thieves = draft.thieves[1:]
    if not draft.thieves or draft.thieves[0][0] != seat:
        draft.hit = draft.prey = ()


def _work(draft: Draft, seat: Seat) -> None:
    """Carry out a player's tasks up to one that needs a choice (C-ASY-5)."""
    tasks = draft.agendas[seat]
    if tasks and (number := _carried_out(draft, seat, tasks)):
        draft.agendas[seat] = tasks[number:]


def _carried_out(draft: Draft, seat: Seat, tasks: Sequence[Task]) -> int:
    """Carry out tasks up to one that needs a choice, and return how many these are.

    What they bring is handed out together at the end; the next task may use it (C-ACT-4).
    """
    goods, points, number = [0, 0, 0], 0, 0
    for task in tasks:
        good = task.good
        if good is not None or task.do is Do.POINTS:
            if good is None:
                points += task.amount
            else:
                goods[good.place] += task.amount
            draft.note(seat, task.source, good, task.amount)
        elif task.do is Do.TRADE and not any(goods) and not any(draft.players[seat].goods):
            draft.tell(events.nothing_to_trade, seat)
        else:
            break
        number += 1
    if points or any(goods):
        draft.bring(seat, Goods(*goods), points)
    return number


def _asks_whom(draft: Draft, seat: Seat, task: Task) -> bool:
    """Carry out a thief's task unless it needs a choice; return if it does (C-ASY-5)."""
    if task.do not in (Do.STEAL, Do.SWORD):
        return not _carried_out(draft, seat, (task,))
    if task.do is Do.STEAL and task.amount == 1:
        draft.hit = ()  # another execution: the same players may be robbed again (C-THF-3)
    found = targets(draft, seat, task)
    if len(found) > 1:
        return True
    if found:
        steal(draft, seat, task, *found[0])
    elif task.do is Do.STEAL:
        draft.tell(events.no_victim, seat, task)  # C-THF-4, ruling V-4
    return False


def steal(draft: Draft, seat: Seat, task: Task, victim: Seat, good: Good) -> None:
    """Let a thief take a resource (C-THF-1, C-IDEA-12)."""
    draft.gain(victim, good, -1)
    draft.gain(seat, good, 1)
    draft.thefts = (*draft.thefts, Theft(seat, victim, good))
    draft.stolen = (*draft.stolen, victim)
    draft.hit = (*draft.hit, victim)
    draft.prey = (*draft.prey, victim)
    draft.tell(events.stole, seat, victim, good, task)


# Development


def _begin_development(draft: Draft) -> None:
    draft.tribes = [_rested(frozenset((*t.used, t.up, t.down))) for t in draft.tribes]
    draft.phase = Phase.DEVELOPMENT
    draft.queue = draft.line
    draft.buyers = ()
    _begin_shopping(draft)


@lru_cache(maxsize=128)
def _rested(used: frozenset[Order | None]) -> Tribe:
    """Return a tribe that has used orders in this age (C-ACT-5), one of 99 sets."""
    return Tribe(tuple([order for order in ORDERS if order in used]))


def _begin_shopping(draft: Draft) -> None:
    """Begin the turn of the next buyer (C-DEV-6).

    Their limit and their right to look at the top card are fixed now (ruling V-15).
    """
    owned = draft.players[draft.queue[0]].owned
    draft.left = 2 if Idea.COMMON_LANGUAGE in owned else 1  # C-IDEA-30
    draft.peeks = Idea.FORTUNE_TELLING in owned
    draft.swapped = draft.feasted = False
    go_shopping(draft)


def go_shopping(draft: Draft) -> None:
    """Let the buyer look at the top card if they may, and ask them what they buy.

    If they have no choice, go on (C-DEV-11). A second purchase follows at once, with the new idea's
    discounts as well (C-DEV-8, ruling V-14).
    """
    if draft.peeks and draft.left and draft.top is None and draft.deck:
        draft.due = Due.PEEK  # C-IDEA-13
        return
    seat = draft.queue[0]
    if not has_choice(draft, seat):
        if seat not in draft.bought:
            draft.pass_over(seat)
        end_shopping(draft)


def end_shopping(draft: Draft) -> None:
    """Go on to the next buyer, or to the cleanup."""
    draft.queue = draft.queue[1:]
    if draft.queue:
        _begin_shopping(draft)
    else:
        _clean_up(draft)


# Cleanup


def _clean_up(draft: Draft) -> None:
    """Begin the cleanup with the income (C-CLN-1)."""
    draft.phase = Phase.CLEANUP
    for seat in draft.line:
        if Idea.AGRICULTURE in draft.players[seat].owned:  # C-IDEA-32
            draft.gain(seat, Good.FOOD, 1)
            draft.note(seat, Idea.AGRICULTURE, Good.FOOD, 1)
    draft.owed = tuple(
        seat
        for seat, player in enumerate(draft.players)
        if Idea.ASCETICISM in player.owned and seat not in draft.bought  # C-IDEA-3
    )
    if not draft.owed:
        end_turn(draft)


def end_turn(draft: Draft) -> None:
    """Pass the helm on and go to the next turn, the next age, or the end."""
    if draft.turn == TURNS:  # C-CLN-5
        draft.phase = Phase.OVER
        draft.tell(events.over)
        return
    circle = draft.circle
    draft.helm = circle[(circle.index(draft.helm) + 1) % len(circle)]  # C-CLN-2
    draft.turn += 1
    if (draft.turn - 1) % TURNS_OF_AGE == 0:  # C-CLN-3
        draft.tribes = [Tribe()] * len(draft.tribes)
        draft.tell(events.new_age, draft.variant, draft.turn, draft.helm)
    else:
        draft.tell(events.next_turn, draft.variant, draft.turn, draft.helm)
    if draft.turn == NEW_DECK_AFTER + 1:  # C-CLN-4, ruling V-22
        draft.track = (None,) * TRACK
        draft.deck, draft.top, draft.knower = DECKS[3], None, None
        draft.phase, draft.due = Phase.ORDERS, Due.DEAL
        # Orders can be sealed in this draw for tribes beyond the number of players alone.
        draft.queue = placing(draft.variant, draft.circle, draft.helm)[len(draft.players) :]
    else:
        begin_turn(draft)
