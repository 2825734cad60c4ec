"""How good players play Kraków: what they lay where, and reserve at which hour.

Each choice has *facts*, small numbers; each fact has a weight, and a choice is made e times as
often as another if its weighted facts add up to 1 more. Weights are data,
``data/krakow/habits.toml``, fitted by ``python -m scripts.habits`` to what *good* players chose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import exp
from operator import mul
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from players.judges.krakow.worths import Collection, with_won, worths
from players.linear import KNOTS, blend
from rules.box import load
from rules.draft import there
from rules.errors import DataError
from rules.krakow.components import Action, Place, Sight, line_cells, places
from rules.krakow.legal import line_sights
from rules.krakow.moves import Lay, Reserve
from rules.krakow.state import KrakowState
from rules.protocol import Move
from rules.text import Seat

if TYPE_CHECKING:
    from random import Random

Facts: TypeAlias = tuple[float, ...]
Weights: TypeAlias = tuple[float, ...]
Market: TypeAlias = tuple[Sight | None, ...]

LAYS: Final = KNOTS + 7
"""The facts of a lay: see `lay_facts`."""
SIGHTS: Final = 6
"""The facts of a sight that may be reserved: see `Wish`."""
HOURS: Final = 5
"""The facts of an hour for it, for each of `KINDS`: see `hour_facts`."""
KINDS: Final = ("first", "last", "late")
"""That an hour is the first or the last one left, and how late it is."""
_TEN: Final = 0.1
"""Points count in tens."""
_HIGH: Final = 99
"""More cards than lie in any stack."""
_MANY: Final = 6
"""Stacks count in so many."""
_PER_MILLE: Final = 1000


class Habits(NamedTuple):
    """The weights of the facts.

    Attributes:
        lays: Those of a lay, for each card.
        sights: Those of a sight.
        hours: Those of an hour, for each of `KINDS`.
    """

    lays: Mapping[Action, Weights]
    sights: Weights
    hours: tuple[Weights, ...]


@cache
def read() -> Habits:
    """Return the weights in ``data/krakow/habits.toml``, written in thousandths."""
    table = load("krakow", "habits.toml")

    def weights(name: str, key: str, number: int) -> dict[str, Weights]:
        rows = {row.text(key): row.numbers("weights") for row in table.rows(name)}
        if wrong := [key for key, row in rows.items() if len(row) != number]:
            raise DataError(f"data/krakow/habits.toml: not {number} weights: {name} {wrong}")
        return {key: tuple(n / _PER_MILLE for n in row) for key, row in rows.items()}

    lays, hours = weights("lays", "card", LAYS), weights("hours", "kind", HOURS)
    try:
        return Habits(
            {card: lays[card] for card in Action},
            weights("sights", "of", SIGHTS)["all"],
            tuple(hours[kind] for kind in KINDS),
        )
    except KeyError as error:
        raise DataError(f"data/krakow/habits.toml: nothing about {error}") from error


def frequency(weights: Sequence[float], facts: Iterable[float]) -> float:
    """Return how often something is chosen, against others."""
    return exp(sum(map(mul, weights, facts)))


# Lays


@lru_cache(maxsize=512)
def best_of_lines(market: Market, size: int, sights: Collection) -> Mapping[Place, Facts]:
    """Return what the two best sights in the line of each place are worth."""
    gains = worths(sights)
    found = {}
    for place in places(size):
        shown = [gains[it] for cell in line_cells(place, size) if (it := market[cell]) is not None]
        best, second, *_ = *sorted(shown, reverse=True), 0.0, 0.0
        found[place] = best * _TEN, second * _TEN
    return found


def lay_facts(state: KrakowState, seat: Seat, place: Place, height: int = _HIGH) -> Facts:
    """Return what speaks for a lay of a seat at a place, with so many cards below it.

    That is how far the match is, what the two best sights of the line are worth, how many cards of
    others and own ones lie below, whether such are in the line, how many stacks are before it.
    """
    below, line, order = [0, 0], [0, 0], len(state.stacks)
    for at, stack in enumerate(state.stacks):
        if stack.place == place:
            order = at
            for laid in stack.cards[:height]:
                below[laid.seat == seat] += 1
                line[laid.seat == seat] = 1
        elif line_of(place) == line_of(stack.place):
            for laid in stack.cards:
                line[laid.seat == seat] = 1
    sights = tuple(sorted(state.players[seat].sights))
    best = best_of_lines(state.market, state.scale.size, sights)[place]
    return *blend(progress(state)), *best, *below, *line, order / _MANY


def best_place(state: KrakowState, seat: Seat) -> Place:
    """Return a place whose line is worth most to a seat."""
    found = best_of_lines(state.market, state.scale.size, tuple(sorted(state.players[seat].sights)))
    return max(found, key=lambda place: found[place])


@cache
def line_of(place: Place) -> tuple[bool, int]:
    """Return what the two places at the ends of a line have in common."""
    return place.is_row, place.number


def lays(state: KrakowState, seat: Seat) -> Iterator[tuple[Lay, Facts]]:
    """Yield every lay of a seat, and what speaks for it."""
    cards = tuple(dict.fromkeys(state.players[seat].hand))
    for place in places(state.scale.size):
        facts = lay_facts(state, seat, place)
        for card in cards:
            yield lay(card, place), facts


def likely_lay(state: KrakowState, seat: Seat, rng: Random) -> Move:
    """Return a lay, as often as good players make it."""
    weights, moves, often = read().lays, list[Move](), list[float]()
    for move, facts in lays(state, seat):
        moves.append(move)
        often.append(frequency(weights[move.card], facts))
    return rng.choices(moves, often)[0]


@cache
def lay(card: Action, place: Place) -> Lay:
    """Return one of 128 lays, which all playouts share."""
    return Lay(card, place)


def progress(state: KrakowState) -> float:
    """Return the share of the rounds that have begun; the last one is all of them."""
    return (state.round - 1) / (state.scale.rounds - 1)


# Reservations


class Wish(NamedTuple):
    """A sight that may be reserved.

    Attributes:
        sight: It.
        facts: What speaks for it: its worth to the seat and to the other who gains most, the tokens
            of others on it and those times its worth, the same of one's own.
        hour: What speaks for an early or a late hour; see `hour_facts`.
    """

    sight: Sight
    facts: Facts
    hour: Facts


def wishes(state: KrakowState, seat: Seat) -> list[Wish]:
    """Return the sights that a seat may reserve now."""
    own, *others = (
        worths(with_won(state, it)) for it in sorted(range(state.seats), key=lambda it: it != seat)
    )
    found = []
    for sight in line_sights(state, there(state.decision)):
        rival = max(worth[sight] for worth in others)
        lying = state.tokens[state.market.index(sight)]
        mine = sum(token.seat == seat for token in lying)
        more, worth = len(lying) - mine, own[sight] * _TEN
        facts = (worth, rival * _TEN, more, more * worth, min(mine, 1), mine * worth)
        hour = hour_facts(state, own[sight], rival, is_wanted=more > 0)
        found.append(Wish(sight, facts, hour))
    return found


def hour_facts(state: KrakowState, own: float, rival: float, *, is_wanted: bool) -> Facts:
    """Return what speaks for an hour of a token on a sight.

    Args:
        state: The match.
        own: What the sight is worth to the seat.
        rival: What it is worth to the other who gains most by it.
        is_wanted: Whether another has laid a token on it before.
    """
    return 1.0, progress(state), float(is_wanted), own * _TEN, rival * _TEN


def kinds(at: int, number: int) -> Facts:
    """Return how much an hour is of each of `KINDS`, by its place among as many left."""
    return float(at == 0), float(at == number - 1), at / max(number - 1, 1)


def hour_frequencies(number: int, facts: Facts) -> list[float]:
    """Return how often each of so many hours left is chosen, against others."""
    sums = [sum(map(mul, weights, facts)) for weights in read().hours]
    return [frequency(sums, kinds(at, number)) for at in range(number)]


def likely_reserve(state: KrakowState, seat: Seat, rng: Random) -> Move:
    """Return a reservation, as often as good players make it."""
    found, hours = wishes(state, seat), state.players[seat].hours
    (wish,) = rng.choices(found, [frequency(read().sights, it.facts) for it in found])
    (hour,) = rng.choices(hours, hour_frequencies(len(hours), wish.hour))
    return Reserve(wish.sight, hour)
