"""The judge of Kraków: what is collected, what tokens win, what cards may do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final
from zlib import crc32

from players.judge import LINES, Steps
from players.judges.krakow.habits import lay, likely_lay, likely_reserve, line_of, progress
from players.judges.krakow.hidden import deal
from players.judges.krakow.worths import Collection, Worths, by_tokens, total, with_won, worths
from players.linear import LinearJudge
from rules.draft import there
from rules.krakow.components import (
    ACTIONS,
    Action,
    Direction,
    Group,
    Place,
    line_cells,
    places,
)
from rules.krakow.legal import line_sights
from rules.krakow.moves import Exchange, Lay, Reserve, Shift, Swap, Take
from rules.krakow.score import bonus_of, sight_points
from rules.krakow.state import KrakowState, Token
from rules.protocol import Move
from rules.text import Seat

if TYPE_CHECKING:
    from random import Random

_KEPT: Final = 3
"""The cards each player keeps to the end (K-SET-6)."""
_LAST: Final = 18
"""One hour after the last."""
_FEW: Final = 8
"""So many of the best sights tell what a collection could still gain."""
_LINES: Final = 4
"""The lines that a reservation is looked at for."""


class KrakowJudge(LinearJudge[KrakowState]):
    """A judge that counts tokens and cards as the sights that they may bring.

    In a state dealt anew it sees everybody's cards and hours, but those of others are only guesses.
    """

    slug = "krakow"
    slip = 16.0
    overlooked = 0.5
    facts: ClassVar[tuple[str, ...]] = (
        *("collected", "kept", "hours", "early", "gaps", "won", "held"),
        *("one", "two", "shift", "swap", "take", "stop", "exchange", "zero"),
    )

    def seats(self, state: KrakowState) -> int:
        """Return how many play."""
        return state.seats

    def progress(self, state: KrakowState) -> float:
        """Return the share of the rounds that have begun; the last one is all of them."""
        return progress(state)

    def is_silly(self, state: KrakowState, seat: Seat, move: Move) -> bool:
        """Return whether it reserves what is its own or costs points, or stops nobody."""
        match move:
            case Reserve(sight=sight):
                own = any(token.seat == seat for token in state.tokens[state.market.index(sight)])
                return own or worths(with_won(state, seat))[sight] < 0
            case Lay(card=Action.STOP, place=place):
                below = [stack.cards for stack in state.stacks if stack.place == place]
                return not any(laid.seat != seat for cards in below for laid in cards)
        return False

    def rests(self, start: KrakowState, state: KrakowState, steps: int) -> bool:
        """True once a new round has begun (K-END-1)."""
        del steps
        return state.round > start.round

    def look(self, state: KrakowState, seat: Seat) -> Sequence[float]:
        """Return the facts about a seat."""
        player = state.players[seat]
        collection = tuple(sorted(player.sights))
        won, held = by_tokens(state, seat)
        sure = total(collection, won)
        laid = _laid(state, seat, tuple(sorted((*collection, *won))))
        return (
            _collected(collection),
            sum(sorted([ACTIONS[card].points for card in player.hand])[-_KEPT:]),
            len(player.hours),
            sum(_LAST - hour for hour in player.hours) / 10,
            _gaps(collection, state.removed),
            sure,
            total(collection, held) if held else 0.0,
            *laid,
        )

    def naming(
        self, state: KrakowState, seat: Seat, moves: Sequence[Move], most: int = LINES
    ) -> Steps[Sequence[tuple[Move, ...]]]:
        """Find lays spread over types and lines, reservations over sights and hours."""
        if isinstance(moves[0], Lay):
            return [(move,) for move in _lays(state, seat)]
        if isinstance(moves[0], Reserve):
            kept = set(_reserves(state, seat))
            some = [(move,) for move in moves if move in kept]
            return (yield from self.ranking(state, seat, some))
        return (yield from super().naming(state, seat, moves, most))

    def deal(self, state: KrakowState, seat: Seat, rng: Random) -> KrakowState:
        """Return a state dealt anew for the seat, with what others may well have laid."""
        return deal(state, seat, rng)

    def reply(self, state: KrakowState, seat: Seat, rng: Random) -> Move:
        """Return a sensible move; lays and reservations as good players choose them."""
        decision = there(state.decision)
        if decision.kind == "lay":
            return likely_lay(state, seat, rng)
        if decision.kind == "reserve":
            return likely_reserve(state, seat, rng)
        moves = self.rules.legal_moves(state, seat)
        gains = worths(with_won(state, seat))
        best, most = moves[0], -1e9
        for move in moves:
            value = _value(state, seat, move, gains) + rng.random()
            if value > most:
                best, most = move, value
        return best


# Facts


@lru_cache(maxsize=4096)
def _collected(collection: Collection) -> float:
    """Return the points of a collection with its sequences (K-SCORE-1)."""
    return sight_points(collection) + bonus_of(collection).points


@lru_cache(maxsize=4096)
def _gaps(collection: Collection, removed: tuple[Group, ...]) -> float:
    """Return how much the best of the sights in play would add, on average of a few."""
    found = worths(collection).items()
    best = [it for sight, it in found if sight not in collection and sight.group not in removed]
    return sum(sorted(best)[-_FEW:]) / _FEW


def _laid(state: KrakowState, seat: Seat, collection: Collection) -> tuple[float, ...]:
    """Return what a seat's face-down cards may bring, by type."""
    found = dict.fromkeys(Action, 0.0)
    gains = worths(collection)
    for stack in state.stacks:
        for at, laid in enumerate(stack.cards):
            if laid.seat == seat:
                below = [card.seat for card in stack.cards[:at]]
                found[laid.card] += _promise(state, seat, laid.card, stack.place, below, gains)
    found[Action.TAKE] += state.takers.count(seat) * _third(state, gains)
    a, b, c, d, e, f, g, h = (found[action] for action in Action)
    return a, b, d, e, f, g, h, c


def _promise(
    state: KrakowState,
    seat: Seat,
    card: Action,
    place: Place,
    below: Sequence[Seat],
    gains: Worths,
) -> float:
    """Return about what a card lying face down will bring, in points."""
    if card in (Action.RESERVE_ONE, Action.RESERVE_TWO):
        best = _line(state, seat, place, gains)
        return sum(best[: 1 + (card is Action.RESERVE_TWO)])
    if card is Action.TAKE:
        return _third(state, gains)
    if card is Action.STOP:
        foreign = sum(other != seat for other in below)
        return foreign - 1.5 * (len(below) - foreign)
    return 1.0


def _line(state: KrakowState, seat: Seat, place: Place, gains: Worths) -> list[float]:
    """Return what the sights of a line are worth, best first; less where tokens lie."""
    found = []
    for cell in line_cells(place, state.scale.size):
        sight = state.market[cell]
        if sight is not None:
            found.append(_free(state.tokens[cell], seat, gains[sight]))
    return sorted(found, reverse=True)


def _free(tokens: tuple[Token, ...], seat: Seat, worth: float) -> float:
    """Return what a sight is worth with such tokens on it; own ones have it already."""
    for token in tokens:
        worth = 0.0 if token.seat == seat else worth * 0.5
    return worth


def _third(state: KrakowState, gains: Worths) -> float:
    """Return the third best sight of the market, which a take may still find."""
    shown = [gains[sight] for sight in state.market if sight is not None]
    return sorted(shown)[-3] if len(shown) >= 3 else max(shown, default=0.0)


# Lays


def _lay_values(state: KrakowState, seat: Seat) -> list[tuple[float, float, Lay]]:
    """Return every lay with about its worth, less what the card is worth if kept.

    Between them stands what a reservation would be worth at that place: cards that do the same
    anywhere lie where a reservation might, so that where they lie doesn't tell what they are.
    """
    player, gains = state.players[seat], worths(with_won(state, seat))
    stacks = {stack.place: stack.cards for stack in state.stacks}
    busy = {
        line_of(stack.place)
        for stack in state.stacks
        if any(laid.seat == seat and laid.card in _RESERVES for laid in stack.cards)
    }
    found = []
    for place in places(state.scale.size):
        below = [laid.seat for laid in stacks.get(place, ())]
        again = _AGAIN if line_of(place) in busy else 1.0
        above = _ABOVE * bool(below)
        one = again * _promise(state, seat, Action.RESERVE_ONE, place, below, gains) + above
        for card in dict.fromkeys(player.hand):
            value = _SURE[card] * _promise(state, seat, card, place, below, gains)
            value *= again if card in _RESERVES else 1.0
            value += 0.0 if card in _ANYWHERE else above
            found.append((value - _cost(player.hand, card), one, lay(card, place)))
    return found


@lru_cache(maxsize=4096)
def _cost(hand: tuple[Action, ...], card: Action) -> int:
    """Return what laying a card takes off the best cards to keep (K-SET-6)."""
    points = sorted([ACTIONS[each].points for each in hand])
    rest = list(points)
    rest.remove(ACTIONS[card].points)
    return sum(points[-_KEPT:]) - sum(rest[-_KEPT:])


_RESERVES: Final = (Action.RESERVE_ONE, Action.RESERVE_TWO)
_ANYWHERE: Final = (Action.ZERO, Action.SHIFT, Action.SWAP, Action.TAKE, Action.EXCHANGE)
"""The cards that promise as much at any place."""
_AGAIN: Final = 0.6
"""What another reservation in the same line is worth: the best sight is taken."""
_ABOVE: Final = 0.4
"""What it is worth to lie on top of others and so to act before them (K-RES-2)."""
_SURE: Final = {
    **dict.fromkeys(Action, 0.6),
    Action.RESERVE_TWO: 0.7,
    Action.STOP: 3.0,
    Action.ZERO: 0.0,
}
"""How much of its promise a card mostly keeps."""


def _lays(state: KrakowState, seat: Seat) -> list[Move]:
    """Return the best lays: of each type, and of reservations for several lines."""
    values = _lay_values(state, seat)
    sites = _sites(state, seat, values)
    taken: dict[Action, int] = {}
    found: list[Move] = []
    for *_, move in sorted(values, key=lambda it: -it[0]):
        most = _LINES if move.card in _RESERVES else 1
        if taken.get(move.card, 0) < most and sites.get(move.card, move.place) == move.place:
            taken[move.card] = taken.get(move.card, 0) + 1
            found.append(move)
    return found[:LINES]


def _sites(
    state: KrakowState, seat: Seat, values: Sequence[tuple[float, float, Lay]]
) -> dict[Action, Place]:
    """Return where cards lie that do the same anywhere: where a reservation might.

    Which of the good places that is, hangs on what only the seat knows.
    """
    player = state.players[seat]
    worth = {move.place: one for _, one, move in values}
    best = sorted(worth, key=lambda place: -worth[place])[: 2 * _LINES]
    secret = crc32(repr((player.hand, player.hours)).encode())
    return {card: best[(secret >> 3 * n) % len(best)] for n, card in enumerate(_ANYWHERE)}


# Reservations and what else cards do


def _reserves(state: KrakowState, seat: Seat) -> list[Move]:
    """Return reservations of each sight at the earliest, a middle and the latest hour."""
    hours = state.players[seat].hours
    some = {hours[0], hours[len(hours) // 3], hours[2 * len(hours) // 3], hours[-1]}
    sights = line_sights(state, there(state.decision))
    return [Reserve(sight, hour) for sight in sights for hour in sorted(some)]


def _value(state: KrakowState, seat: Seat, move: Move, gains: Worths) -> float:
    """Return about what a shift, swap, exchange or take is worth."""
    match move:
        case Take(sight=sight):
            return gains[sight]
        case Exchange(own=own, sight=sight):
            rest = tuple(s for s in sorted(state.players[seat].sights) if s != own)
            less = worths(rest)
            return less[sight] - less[own]
        case Swap(sight=sight):
            others = [worths(with_won(state, s))[sight] for s in range(state.seats) if s != seat]
            return max(others) - gains[sight] - 4
        case Shift(direction=direction):
            return _pushed_off(state, seat, direction)
    return 0.0


def _pushed_off(state: KrakowState, seat: Seat, direction: Direction) -> float:
    """Return what others lose, less what one loses oneself, by a shift."""
    cells = line_cells(there(state.decision).at, state.scale.size)
    end = cells[0] if direction in (Direction.LEFT, Direction.UP) else cells[-1]
    sight, lost = state.market[end], 0.0
    if sight is None:
        return 0.0
    for token in state.tokens[end]:
        worth = worths(tuple(sorted(state.players[token.seat].sights)))[sight]
        lost += -1.5 * worth if token.seat == seat else worth
    return lost
