"""The judge of CVlizations: points, what can be bought, what orders will bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import ClassVar, Final, NamedTuple

from players.judge import LINES, Steps
from players.linear import LinearJudge
from rules.cvlizations.agenda import Chosen, Do, Task, agenda
from rules.cvlizations.components import (
    IDEAS,
    TURNS,
    TURNS_OF_AGE,
    Goods,
    Idea,
    Order,
)
from rules.cvlizations.market import price, usable
from rules.cvlizations.moves import GiveOrders
from rules.cvlizations.score import points
from rules.cvlizations.state import CvState, counts, line
from rules.cvlizations.view import Phase, Variant
from rules.protocol import Move
from rules.text import Seat

_PER_TURN: Final = {
    **dict.fromkeys((Idea.EGOISM, Idea.COLLECTIVISM, Idea.SOLITUDE, Idea.HEDONISM), 0.5),
    **dict.fromkeys((Idea.OPTIMISM, Idea.AGRICULTURE, Idea.STEAM_ENGINE, Idea.SALE), 0.6),
    **dict.fromkeys((Idea.HAMMER, Idea.WORKSHOP, Idea.SCHOOL, Idea.WRITING), 0.3),
    **dict.fromkeys((Idea.FISHING_ROD, Idea.PICKAXE, Idea.AXE, Idea.WHEEL), 0.3),
    **dict.fromkeys((Idea.HOLIDAYS, Idea.TAVERN, Idea.DAGGER, Idea.SWORD), 0.3),
    **dict.fromkeys((Idea.GUNPOWDER, Idea.CANINE_DOMESTICATION, Idea.MARKET), 0.3),
    **dict.fromkeys((Idea.ASCETICISM, Idea.COMMON_LANGUAGE), 0.4),
    **dict.fromkeys((Idea.FELINE_DOMESTICATION, Idea.FORTUNE_TELLING, Idea.LAW), 0.2),
}
"""About what ideas bring in a turn; an order is given once an age (C-ACT-5)."""
_AT_END: Final = {
    **dict.fromkeys((Idea.RATIONALISM, Idea.PERFECTIONISM, Idea.CINEMATOGRAPHY), 3.0),
    **dict.fromkeys((Idea.TOWER, Idea.CASTLE, Idea.LARDER), 1.0),
    **dict.fromkeys((Idea.ROMANTICISM, Idea.COMPUTER, Idea.INTERNET), 2.5),
    **dict.fromkeys((Idea.STOCK_EXCHANGE, Idea.MATERIALISM, Idea.CONSUMERISM), 1.5),
    **dict.fromkeys((Idea.HIGHWAY, Idea.RESEARCH_INSTITUTE, Idea.TOURISM), 1.0),
}
"""About what ideas bring at the end (C-END-2) to one who plans with them."""
_MANY: Final = 6
"""Resources beyond this many are hardly needed."""
_JOINS: Final = 0.25
"""How likely a tribe still to choose takes a certain order: two of eight."""
_EACH: Final = 3
"""The moves of each seat after which a playout is judged, where many play."""
_PAIRS: Final = 8
"""The pairs of orders that are looked at closely, each both ways round."""


class Coming(NamedTuple):
    """What a seat's orders of this turn will bring it."""

    goods: float = 0.0
    free: float = 0.0
    thefts: float = 0.0
    points: float = 0.0


class CvlizationsJudge(LinearJudge[CvState]):
    """A judge that knows how an order's yield depends on who else gives it (C-ACT-1)."""

    slug = "cvlizations"
    slip = 2.2
    far = 8
    facts: ClassVar[tuple[str, ...]] = (
        *("points", "goods", "more_goods", "kinds", "buys_now", "buys_later", "nearly"),
        *("engine", "ideas", "coming_goods", "coming_free", "coming_thefts", "coming_points"),
        *("doubling", "slacking", "trading", "cunning", "thieving", "late"),
    )

    def seats(self, state: CvState) -> int:
        """Return how many play."""
        return state.seats

    def progress(self, state: CvState) -> float:
        """Return the share of the nine turns that is over, by phases."""
        return (state.turn - 1 + _PART.get(state.phase, 0.0)) / TURNS

    def look(self, state: CvState, seat: Seat) -> Sequence[float]:
        """Return the facts about a seat."""
        player, turns_left = state.players[seat], TURNS - state.turn
        goods, ideas = player.goods, player.ideas
        total, coming = sum(goods), _coming(state, seat)
        buying = state.phase is not Phase.DEVELOPMENT or (seat in state.queue)
        buying = buying and state.phase is not Phase.CLEANUP
        shown = tuple([idea for idea in state.track if idea is not None])
        best, near = _best_buys(goods, ideas, shown, turns_left)
        left = _left(state, seat)
        return (
            points(state.players, seat),
            min(total, _MANY),
            max(total - _MANY, 0),
            sum([n > 0 for n in goods]),
            best if buying else 0.0,
            0.0 if buying else best,
            near,
            sum([_PER_TURN.get(idea, 0.0) for idea in ideas]) * turns_left,
            len(ideas),
            *coming,
            Order.DOUBLING in left,
            Order.SLACKING in left,
            Order.TRADING in left,
            Order.CUNNING in left,
            Order.THIEVING in left,
            line(state.circle, state.helm, state.seats).index(seat),
        )

    def rests(self, start: CvState, state: CvState, steps: int) -> bool:
        """True after a few moves of each."""
        del start
        return steps >= max(self.far, _EACH * state.seats)

    def naming(
        self, state: CvState, seat: Seat, moves: Sequence[Move], most: int = LINES
    ) -> Steps[Sequence[tuple[Move, ...]]]:
        """Find the best moves; the best pairs of orders both ways round.

        Which order lies open changes nothing but what others know, so pairs are ranked one way.
        """
        if state.phase is not Phase.ORDERS:
            return (yield from super().naming(state, seat, moves, most))
        one_way = [(m,) for m in moves if isinstance(m, GiveOrders) and m.up < m.down]
        best = yield from self.ranking(state, seat, one_way)
        return [
            (GiveOrders(*pair),)
            for m, *_ in best[:_PAIRS]
            if isinstance(m, GiveOrders)
            for pair in permutations((m.up, m.down))
        ]


_PART: Final = {Phase.ACTION: 0.3, Phase.DEVELOPMENT: 0.5, Phase.CLEANUP: 0.8, Phase.OVER: 1.0}


def _left(state: CvState, seat: Seat) -> frozenset[Order]:
    """Return the orders that a seat can still give in this age; all if it is over."""
    if state.turn % TURNS_OF_AGE == 0 and state.phase in (Phase.DEVELOPMENT, Phase.CLEANUP):
        return _ALL
    tribe = state.tribes[seat]
    return _not_given(tribe.used, tribe.up, tribe.down)


_ALL: Final = frozenset(Order)


@lru_cache(maxsize=2048)
def _not_given(used: tuple[Order, ...], up: Order | None, down: Order | None) -> frozenset[Order]:
    return _ALL - {*used, up, down}


def _coming(state: CvState, seat: Seat) -> Coming:
    if state.phase is Phase.ACTION:
        tasks = state.agendas[seat]
        own = tuple([task for thief, task in state.thieves if thief == seat])
        return _brought(own + tasks) if own or tasks else _NOTHING
    tribe = state.tribes[seat]
    if state.phase is not Phase.ORDERS or tribe.up is None or tribe.down is None:
        return _NOTHING
    given = [(t.up, t.down) for t in state.tribes if t.up is not None and t.down is not None]
    return _expected(
        (tribe.up, tribe.down),
        counts(given),
        len(state.tribes) - len(given),
        state.players[seat].ideas,
        state.variant is not Variant.BASIC,
    )


_NOTHING: Final = Coming()


@lru_cache(maxsize=4096)
def _expected(
    orders: tuple[Order, Order],
    known: tuple[int, ...],
    open_: int,
    ideas: tuple[Idea, ...],
    pool: bool,
) -> Coming:
    """Return what orders bring on average when some tribes have not chosen yet."""
    joined = 1 - (1 - _JOINS) ** open_
    if not open_:
        return _brought(agenda(Chosen(orders, known, ideas, pool)))
    found = [0.0] * len(Coming._fields)
    for first in (0, 1):
        for last in (0, 1):
            chance = (joined if first else 1 - joined) * (joined if last else 1 - joined)
            more = list(known)
            more[orders[0].place] += first
            more[orders[1].place] += last
            brought = _brought(agenda(Chosen(orders, tuple(more), ideas, pool)))
            found = [sum_ + chance * part for sum_, part in zip(found, brought, strict=True)]
    return Coming(*found)


@lru_cache(maxsize=4096)
def _brought(tasks: tuple[Task, ...]) -> Coming:
    goods = free = thefts = scored = 0
    for task in tasks:
        match task.do:
            case Do.GAIN:
                goods += task.amount
            case Do.TAKE:
                free += 1
            case Do.TRADE:
                goods += task.amount - 1
            case Do.POINTS:
                scored += task.amount
            case _:
                thefts += 1
    return Coming(goods, free, thefts, scored)


def _worth(idea: Idea, turns_left: int) -> float:
    """Return about what an idea will come to for its owner."""
    end = _AT_END.get(idea, 0.0)
    return IDEAS[idea].points + end + _PER_TURN.get(idea, 0.0) * turns_left


@lru_cache(maxsize=8192)
def _best_buys(
    goods: Goods, ideas: tuple[Idea, ...], shown: tuple[Idea, ...], turns_left: int
) -> tuple[float, float]:
    """Return the worth of the best idea in reach, and of the best by what it lacks."""
    best = near = 0.0
    for idea in shown:
        lacking = price(ideas, idea) - sum(usable(goods, idea))
        worth = _worth(idea, turns_left)
        if lacking <= 0:
            best = max(best, worth)
        near = max(near, worth / (1 + max(lacking, 0)))
    return best, near
