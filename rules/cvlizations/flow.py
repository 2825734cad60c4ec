"""The automatic part of the game: reveal, carrying out orders, phases, the end."""

from __future__ import annotations

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
    Idea,
    Order,
)
from rules.cvlizations.draft import Draft
from rules.cvlizations.legal import targets
from rules.cvlizations.market import has_choice
from rules.cvlizations.state import GEEKS, Due, Tribe, placing
from rules.cvlizations.view import Gain, Phase, Reveal, Theft, Variant
from rules.draft import there
from rules.text import Seat

# Orders


def begin_turn(draft: Draft) -> None:
    """Begin the order phase (C-ORD-1)."""
    draft.phase = Phase.ORDERS
    draft.position = 0
    draft.bought = ()
    draft.stolen = ()
    _call_geeks(draft)


def _call_geeks(draft: Draft) -> None:
    """Let chance choose if it is the Cave Geeks' place (C-GEEK-3)."""
    line = placing(draft.variant, draft.circle, draft.helm)
    if draft.variant is Variant.GEEKS and line[draft.position] == GEEKS:
        draft.due = Due.GEEKS_UP


def after_placing(draft: Draft) -> None:
    """Go on to the next tribe, or reveal when all have given orders (C-ORD-5)."""
    draft.position += 1
    if draft.position < len(draft.tribes):
        _call_geeks(draft)
    elif draft.variant is Variant.GEEKS:
        draft.due = Due.GEEKS_DOWN
    else:
        reveal(draft)


def reveal(draft: Draft) -> None:
    """Turn up all secret orders, fix the levels, and begin with them (C-ACT-1)."""
    chosen = [(tribe.up, tribe.down) for tribe in draft.tribes]
    orders = tuple((up, down) for up, down in chosen if up is not None and down is not None)
    counts = tuple(sum(order in pair for pair in orders) for order in ORDERS)
    draft.phase = Phase.ACTION
    draft.reveal = Reveal(
        turn=draft.turn,
        orders=orders,
        counts=counts,
        line=draft.line,
        gains=(Gain(NOTHING, 0),) * draft.seats,
        thefts=(),
    )
    line = placing(draft.variant, draft.circle, draft.helm)
    draft.tell(events.revealed, draft.variant, tuple((n, orders[n][1]) for n in line))
    _tell_levels(draft, orders, counts)
    pool = draft.variant is not Variant.BASIC
    for seat in draft.line:
        tasks = agenda(Chosen(orders[seat], counts, draft.players[seat].ideas, pool))
        theft = counts[Order.THIEVING.place] < 3
        own = [task for task in tasks if theft and task.order is Order.THIEVING]
        draft.thieves += tuple((seat, task) for task in own)  # C-ASY-2
        draft.agendas[seat] = tasks[len(own) :]  # C-ASY-3; Thieving comes first (C-ACT-2)
    carry_out(draft)


def _tell_levels(
    draft: Draft, orders: tuple[tuple[Order, Order], ...], counts: tuple[int, ...]
) -> None:
    """Tell which orders fail, and for whom Doubling works (C-ACT-1, C-DBL-1)."""
    draft.tell(events.levels, counts)
    crowded = tuple(o for o in ORDERS if o in CAN_FAIL and counts[o.place] >= 3)
    if crowded:
        draft.tell(events.failed, crowded)
    if Order.DOUBLING in crowded:
        return
    for seat in draft.line:
        if Order.DOUBLING in orders[seat]:
            (other,) = set(orders[seat]) - {Order.DOUBLING}
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
        if _asks(draft, seat, task):
            return
        _next_thief(draft)
    for seat in draft.line:
        while (tasks := draft.agendas[seat]) and not _asks(draft, seat, tasks[0]):
            draft.agendas[seat] = tasks[1:]
    if not any(draft.agendas):
        _begin_development(draft)


def done(draft: Draft, seat: Seat) -> None:
    """Remove the task that a seat's choice has carried out, and go on."""
    if draft.thieves:
        _next_thief(draft)
    else:
        draft.agendas[seat] = draft.agendas[seat][1:]
    carry_out(draft)


def _next_thief(draft: Draft) -> None:
    seat = draft.thieves[0][0]
    draft.thieves = draft.thieves[1:]
    if not draft.thieves or draft.thieves[0][0] != seat:
        draft.hit = draft.prey = ()


def _asks(draft: Draft, seat: Seat, task: Task) -> bool:
    """Carry out a task that needs no choice; return whether it needs one (C-ASY-5)."""
    match task.do:
        case Do.GAIN if task.good is not None:
            take(draft, seat, task, task.good, task.amount)
        case Do.POINTS:
            draft.score(seat, task.amount)
            draft.account(seat, amount=task.amount)
            draft.note(seat, events.scored(task))
        case Do.TAKE:
            return True
        case Do.TRADE:
            if draft.players[seat].goods != NOTHING:
                return True
            draft.tell(events.nothing_to_trade, seat)
        case Do.STEAL | Do.SWORD:
            return _asks_whom(draft, seat, task)
    return False


def _asks_whom(draft: Draft, seat: Seat, task: Task) -> bool:
    if task.do is Do.STEAL and task.amount == 1:
        draft.hit = ()  # another execution: the same players may be robbed again (C-THF-3)
    found = targets(seat, task, draft.players, draft.hit, draft.prey, draft.stolen)
    if len(found) > 1:
        return True
    if found:
        steal(draft, seat, task, *found[0])
    elif task.do is Do.STEAL:
        draft.tell(events.no_victim, seat, task)  # C-THF-4, ruling V-4
    return False


def take(draft: Draft, seat: Seat, task: Task, good: Good, amount: int = 1) -> None:
    """Give a player resources of a task; the next task may use them (C-ACT-4)."""
    draft.gain(seat, good, amount)
    draft.account(seat, good=good, amount=amount)
    draft.note(seat, events.gained(task, good, amount))


def steal(draft: Draft, seat: Seat, task: Task, victim: Seat, good: Good) -> None:
    """Let a thief take a resource (C-THF-1, C-IDEA-12)."""
    draft.gain(victim, good, -1)
    draft.gain(seat, good, 1)
    old = there(draft.reveal)
    thefts = (*old.thefts, Theft(seat, victim, good))
    draft.reveal = Reveal(old.turn, old.orders, old.counts, old.line, old.gains, thefts)
    draft.stolen = (*draft.stolen, victim)
    draft.hit = (*draft.hit, victim)
    draft.prey = (*draft.prey, victim)
    draft.tell(events.stole, seat, victim, good, task)


def trade(draft: Draft, seat: Seat, task: Task, give: Good, get: Good) -> None:
    """Let a player trade (C-TRD-1, C-IDEA-29)."""
    for good, amount in ((give, -1), (get, task.amount)):
        draft.gain(seat, good, amount)
        draft.account(seat, good=good, amount=amount)
    draft.tell(events.traded, seat, give, get, task.amount)


# Development


def _begin_development(draft: Draft) -> None:
    for number, tribe in enumerate(draft.tribes):
        used = tuple(sorted((*tribe.used, *(o for o in (tribe.up, tribe.down) if o))))
        draft.tribes[number] = Tribe(used)  # C-ACT-5
    draft.phase = Phase.DEVELOPMENT
    draft.position = 0
    _begin_shopping(draft)


def _begin_shopping(draft: Draft) -> None:
    """Begin the turn of the next buyer (C-DEV-6).

    Their limit and their right to look at the top card are fixed now (ruling V-15).
    """
    ideas = draft.players[draft.line[draft.position]].ideas
    draft.left = 2 if Idea.COMMON_LANGUAGE in ideas else 1  # C-IDEA-30
    draft.peeks = Idea.FORTUNE_TELLING in ideas
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
    seat = draft.line[draft.position]
    if not has_choice(draft.freeze(), seat):
        if seat not in draft.bought:
            draft.pass_over(seat)
        end_shopping(draft)


def end_shopping(draft: Draft) -> None:
    """Go on to the next buyer, or to the cleanup."""
    draft.position += 1
    if draft.position < draft.seats:
        _begin_shopping(draft)
    else:
        _clean_up(draft)


# Cleanup


def _clean_up(draft: Draft) -> None:
    """Begin the cleanup with the income (C-CLN-1)."""
    draft.phase = Phase.CLEANUP
    for seat in draft.line:
        if Idea.AGRICULTURE in draft.players[seat].ideas:  # C-IDEA-32
            draft.gain(seat, Good.FOOD, 1)
            draft.note(seat, events.income(Idea.AGRICULTURE, Good.FOOD, 1))
    draft.owed = tuple(
        seat
        for seat in range(draft.seats)
        if Idea.ASCETICISM in draft.players[seat].ideas and seat not in draft.bought  # C-IDEA-3
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
    else:
        begin_turn(draft)
