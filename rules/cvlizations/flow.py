"""What follows by itself: the reveal, carrying out orders, the phases, the end."""

from __future__ import annotations

from typing import cast

from rules.cvlizations import news
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
from rules.cvlizations.market import has_choice
from rules.cvlizations.state import GEEKS, Due, Tribe, placing
from rules.cvlizations.table import Table
from rules.cvlizations.theft import targets
from rules.cvlizations.view import Gain, Phase, Reveal, Theft, Variant
from rules.text import Seat

# Orders


def begin_turn(table: Table) -> None:
    """Begin the order phase (C-ORD-1)."""
    table.phase = Phase.ORDERS
    table.position = 0
    table.bought = ()
    table.stolen = ()
    _call_geeks(table)


def _call_geeks(table: Table) -> None:
    """Let chance choose if it is the Cave Geeks' place (C-GEEK-3)."""
    line = placing(table.variant, table.circle, table.helm)
    if table.variant is Variant.GEEKS and line[table.position] == GEEKS:
        table.due = Due.GEEKS_UP


def after_placing(table: Table) -> None:
    """Go on to the next tribe, or reveal when all have given orders (C-ORD-5)."""
    table.position += 1
    if table.position < len(table.tribes):
        _call_geeks(table)
    elif table.variant is Variant.GEEKS:
        table.due = Due.GEEKS_DOWN
    else:
        reveal(table)


def reveal(table: Table) -> None:
    """Turn up all secret orders, fix the levels (C-ACT-1), and begin to carry them out."""
    chosen = [(tribe.up, tribe.down) for tribe in table.tribes]
    orders = tuple((up, down) for up, down in chosen if up is not None and down is not None)
    counts = tuple(sum(order in pair for pair in orders) for order in ORDERS)
    table.phase = Phase.ACTION
    table.reveal = Reveal(
        turn=table.turn,
        orders=orders,
        counts=counts,
        line=table.line,
        gains=(Gain(NOTHING, 0),) * table.seats,
        thefts=(),
    )
    line = placing(table.variant, table.circle, table.helm)
    table.tell(news.revealed(table.variant, tuple((n, orders[n][1]) for n in line)))
    crowded = tuple(o for o in ORDERS if o in CAN_FAIL and counts[o.place] >= 3)
    if crowded:
        table.tell(news.failed(crowded))
    pool = table.variant is not Variant.BASIC
    for seat in table.line:
        tasks = agenda(Chosen(orders[seat], counts, table.players[seat].ideas, pool))
        theft = counts[Order.THIEVING.place] < 3
        own = [task for task in tasks if theft and task.order is Order.THIEVING]
        table.thieves += tuple((seat, task) for task in own)  # C-ASY-2
        table.agendas[seat] = tasks[len(own) :]  # C-ASY-3; Thieving comes first (C-ACT-2)
    carry_out(table)


# Actions


def carry_out(table: Table) -> None:
    """Carry out all that needs no choice; go on to the development when nothing is left.

    That may be at once (C-ASY-6). After Thieving nobody touches another's store, so it comes to
    the same whether one goes order by order (C-ACT-2) or, as here, player by player.
    """
    while table.thieves:
        seat, task = table.thieves[0]
        if _asks(table, seat, task):
            return
        _next_thief(table)
    for seat in table.line:
        while (tasks := table.agendas[seat]) and not _asks(table, seat, tasks[0]):
            table.agendas[seat] = tasks[1:]
    if not any(table.agendas):
        _begin_development(table)


def done(table: Table, seat: Seat) -> None:
    """Strike off the task that a seat's choice has carried out, and go on."""
    if table.thieves:
        _next_thief(table)
    else:
        table.agendas[seat] = table.agendas[seat][1:]
    carry_out(table)


def _next_thief(table: Table) -> None:
    seat = table.thieves[0][0]
    table.thieves = table.thieves[1:]
    if not table.thieves or table.thieves[0][0] != seat:
        table.hit = table.prey = ()


def _asks(table: Table, seat: Seat, task: Task) -> bool:
    """Carry a task out if that needs no choice; True if its player has to choose (C-ASY-5)."""
    match task.do:
        case Do.GAIN if task.good is not None:
            take(table, seat, task, task.good, task.amount)
        case Do.POINTS:
            table.score(seat, task.amount)
            table.account(seat, amount=task.amount)
            table.note(seat, news.scored(task))
        case Do.TAKE:
            return True
        case Do.TRADE:
            if table.players[seat].goods != NOTHING:
                return True
            table.note(seat, news.nothing_to_trade())
        case Do.STEAL | Do.SWORD:
            return _asks_whom(table, seat, task)
    return False


def _asks_whom(table: Table, seat: Seat, task: Task) -> bool:
    if task.do is Do.STEAL and task.amount == 1:
        table.hit = ()  # another execution: the same players may be robbed again (C-THF-3)
    found = targets(seat, task, table.players, table.hit, table.prey, table.stolen)
    if len(found) > 1:
        return True
    if found:
        steal(table, seat, task, *found[0])
    elif task.do is Do.STEAL:
        table.tell(news.no_victim(seat, task))  # C-THF-4
    return False


def take(table: Table, seat: Seat, task: Task, good: Good, amount: int = 1) -> None:
    """Give a player resources that a task brings; the next task may use them (C-ACT-4)."""
    table.gain(seat, good, amount)
    table.account(seat, good=good, amount=amount)
    table.note(seat, news.gained(task, good, amount))


def steal(table: Table, seat: Seat, task: Task, victim: Seat, good: Good) -> None:
    """Let a thief take a resource (C-THF-1, C-IDEA-12)."""
    table.gain(victim, good, -1)
    table.gain(seat, good, 1)
    old = cast("Reveal", table.reveal)
    thefts = (*old.thefts, Theft(seat, victim, good))
    table.reveal = Reveal(old.turn, old.orders, old.counts, old.line, old.gains, thefts)
    table.stolen = (*table.stolen, victim)
    table.hit = (*table.hit, victim)
    table.prey = (*table.prey, victim)
    table.tell(news.stole(seat, victim, good, task))


def trade(table: Table, seat: Seat, task: Task, give: Good, get: Good) -> None:
    """Let a player trade (C-TRD-1, C-IDEA-29)."""
    for good, amount in ((give, -1), (get, task.amount)):
        table.gain(seat, good, amount)
        table.account(seat, good=good, amount=amount)
    table.note(seat, news.traded(give, get, task.amount))


# Development


def _begin_development(table: Table) -> None:
    for number, tribe in enumerate(table.tribes):
        used = tuple(sorted((*tribe.used, *(o for o in (tribe.up, tribe.down) if o))))
        table.tribes[number] = Tribe(used)  # C-ACT-5
    table.phase = Phase.DEVELOPMENT
    table.position = 0
    _begin_shopping(table)


def _begin_shopping(table: Table) -> None:
    """C-DEV-6: limit and right to look are those of the beginning."""
    ideas = table.players[table.line[table.position]].ideas
    table.left = 2 if Idea.COMMON_LANGUAGE in ideas else 1  # C-IDEA-30
    table.peeks = Idea.FORTUNE_TELLING in ideas
    table.swapped = table.feasted = False
    go_shopping(table)


def go_shopping(table: Table) -> None:
    """Let the buyer look at the top card if he may, and ask him; else go on (C-DEV-11).

    So a second purchase follows at once (C-DEV-8).
    """
    if table.peeks and table.left and table.top is None and table.deck:
        table.due = Due.PEEK  # C-IDEA-13
        return
    seat = table.line[table.position]
    if not has_choice(table.freeze(), seat):
        if seat not in table.bought:
            table.pass_over(seat)
        end_shopping(table)


def end_shopping(table: Table) -> None:
    """Go on to the next buyer, or to the cleanup."""
    table.position += 1
    if table.position < table.seats:
        _begin_shopping(table)
    else:
        _clean_up(table)


# Cleanup


def _clean_up(table: Table) -> None:
    """C-CLN-1: income first."""
    table.phase = Phase.CLEANUP
    for seat in table.line:
        if Idea.AGRICULTURE in table.players[seat].ideas:  # C-IDEA-32
            table.gain(seat, Good.FOOD, 1)
            table.note(seat, news.income(Idea.AGRICULTURE, Good.FOOD, 1))
    table.owed = tuple(
        seat
        for seat in range(table.seats)
        if Idea.ASCETICISM in table.players[seat].ideas and seat not in table.bought  # C-IDEA-3
    )
    if not table.owed:
        end_turn(table)


def end_turn(table: Table) -> None:
    """Pass the helm on and go to the next turn, the next age, or the end."""
    if table.turn == TURNS:  # C-CLN-5
        table.phase = Phase.OVER
        table.tell(news.over())
        return
    circle = table.circle
    table.helm = circle[(circle.index(table.helm) + 1) % len(circle)]  # C-CLN-2
    table.turn += 1
    if (table.turn - 1) % TURNS_OF_AGE == 0:  # C-CLN-3
        table.tribes = [Tribe()] * len(table.tribes)
        table.tell(news.new_age(table.variant, table.turn, table.helm))
    else:
        table.tell(news.next_turn(table.variant, table.turn, table.helm))
    if table.turn == NEW_DECK_AFTER + 1:  # C-CLN-4
        table.track = (None,) * TRACK
        table.deck, table.top, table.knower = DECKS[3], None, None
        table.phase, table.due = Phase.ORDERS, Due.DEAL
    else:
        begin_turn(table)
