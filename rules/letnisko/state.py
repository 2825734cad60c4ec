"""The full truth about a match of Letnisko, and what must always hold.

No player has a secret, and the undrawn weather is kept as counts, not in an order: chance draws the
card of a week when the week begins, so nobody can know what comes next (LT-INFO-1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from rules.draft import ALONE, NOBODY, ONLY_CHANCE
from rules.letnisko.components import (
    CARDS,
    FORESTS,
    GUESTS,
    HOUSES,
    MAX_CARS,
    SCALES,
    START_FORESTS,
    START_ZL,
    WEATHER,
    Card,
    Guest,
    House,
    Icon,
    Scale,
    Tokens,
    Weather,
)
from rules.letnisko.view import Change, Claim, Done, Phase, Visit
from rules.text import Seat

VERSION: Final = 2
"""The version of the newest rules; a match keeps the version that it began with."""
ALL_CARDS: Final = tuple(CARDS)
ALL_WEATHER: Final = tuple(WEATHER)
ACTIONS: Final = Phase.ACTIONS
HOMES: Final = Phase.HOMES
"""Reading a member from its class costs a call, and every move asks for it."""
Visits: TypeAlias = tuple[tuple[Visit, ...], ...]
"""The tokens on each investment, as `Card` lists them."""


class Lot(NamedTuple):
    """A lot with a house; its number is its place in the player's list, from 1.

    Lodgings are remembered by lots, so their hashes must be quick: a tuple's are.
    """

    house: House
    residents: tuple[Guest, ...] = ()


@dataclass(frozen=True, slots=True)
class Bought:
    """A visited investment, and the number of the placement in this round, from 1."""

    card: Card
    number: int


lot_with: Final = cache(Lot)
bought_as: Final = cache(Bought)
claim_of: Final = cache(Claim)
visit_of: Final = cache(Visit)
touched: Final = cache(Change)
"""Few of these differ, so equal ones are one object in all matches."""


@dataclass(frozen=True, slots=True)
class Player:
    """The possessions of a player.

    Attributes:
        money: Cash in złoty; it never runs out (ruling A-6).
        tokens: Own tokens not yet placed.
        forests: Free forest lots.
        lots: Their houses in the order in which they were built.
        ready: Automobiles that can drive.
        out: Automobiles at the station.
        empty: Automobiles that need fuel.
        refuelling: Automobiles refuelled in this round.
        bought: Investments visited in this round; () once they are put down.
        upgrades: Villas, then pensions, still to be put on a house that they choose.
        batch: The guests they have to lodge, S C H; () before that and once it is done.
    """

    money: int = START_ZL
    tokens: int = 2
    forests: int = START_FORESTS - 1
    lots: tuple[Lot, ...] = (lot_with(House.COTTAGE),)
    ready: int = 0
    out: int = 0
    empty: int = 0
    refuelling: int = 0
    bought: tuple[Bought, ...] = ()
    upgrades: tuple[House, ...] = ()
    batch: tuple[Guest, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LetniskoState:
    """A match, by default before any draw; other fields are as in `LetniskoView`.

    Attributes:
        version: Of the rules that the match is played by; see `VERSION`.
        active: Who places tokens.
        placed: What they have placed in this turn.
        placements: Placements in this round, by everybody.
        porter: Who holds the porter.
        porter_left: True until the porter is placed in this round.
        ahead: Undrawn cards by type, as `Weather` lists them, the next one included.
        cars: The guests of each car; () in all of them once the train has left.
        visits: The tokens on each investment, as `Card` lists them.
        stock: The cards in each stack, in the same order; visited ones are still counted.
        leftovers: Guests others could not lodge, for the President.
    """

    version: int
    seats: int
    phase: Phase = Phase.SETUP
    round: int = 1
    cycle: int = 1
    active: Seat = 0
    placed: tuple[Tokens, ...] = ()
    placements: int = 0
    porter: Seat = 0
    porter_left: bool = True
    president: Seat | None = None
    weather: Weather | None = None
    forecast: Icon = Icon.CLOUD  # LT-SET-3
    past: tuple[Weather, ...] = ()
    ahead: tuple[int, ...]
    cars: tuple[tuple[Guest, ...], ...]
    claims: tuple[Claim, ...] = ()
    parcels: tuple[Visit, ...] = ()
    visits: Visits
    stock: tuple[int, ...]
    leftovers: tuple[Guest, ...] = ()
    players: tuple[Player, ...]
    last: Change = Change()
    done: tuple[Done, ...]
    former: Seat | None = None

    @property
    def scale(self) -> Scale:
        """Return everything that depends on the number of players."""
        return SCALES[self.seats]


NO_VISITS: Final[Visits] = ((),) * len(ALL_CARDS)


def initial_state(seats: int, version: int = VERSION) -> LetniskoState:
    """Return the table before chance has given the porter away (LT-SET-1 to LT-SET-5)."""
    scale = SCALES[seats]
    five = seats == max(SCALES)
    copies = tuple(c.copies_five if five else c.copies for c in WEATHER.values())
    forests = (FORESTS - START_FORESTS * seats) // 2
    stock = {
        Card.FOREST_A: forests,
        Card.FOREST_B: forests,
        Card.COTTAGE: HOUSES[House.COTTAGE].count - seats,
        Card.VILLA: HOUSES[House.VILLA].count,
        Card.PENSION: HOUSES[House.PENSION].count,
        Card.AUTOMOBILE: scale.automobiles,
    }
    return LetniskoState(
        version=version,
        seats=seats,
        ahead=copies,
        cars=((),) * scale.cars,
        visits=NO_VISITS,
        stock=tuple(stock[card] for card in ALL_CARDS),
        players=(Player(),) * seats,
        done=(Done(),) * seats,
    )


def to_act(state: LetniskoState) -> frozenset[Seat]:
    """Return who has to decide: who places tokens, or all with houses to settle."""
    if state.phase is ACTIONS:
        return ALONE[state.active]
    if state.phase is HOMES:
        return frozenset([s for s in range(state.seats) if is_asked(state, s)])
    return NOBODY if state.phase is Phase.OVER else ONLY_CHANCE


def stage(state: LetniskoState) -> tuple[int | str, ...]:
    """Return the week, the time round the table in it, and the phase."""
    return (state.round, state.cycle, state.phase)


def is_asked(state: LetniskoState, seat: Seat) -> bool:
    """True if `seat` has to choose an upgrade or lodging; the President is last."""
    player = state.players[seat]
    if player.upgrades:
        return True
    if not player.batch:
        return False
    if seat != state.president:
        return True
    return not any(p.batch or p.upgrades for s, p in enumerate(state.players) if s != seat)


def staying(state: LetniskoState) -> list[Guest]:
    """Return all guests who stay in houses anywhere."""
    return [g for player in state.players for lot in player.lots for g in lot.residents]


def houses(state: LetniskoState) -> list[House]:
    """Return all houses in town, by their topmost card (LT-ARR-3, ruling A-2)."""
    return [lot.house for player in state.players for lot in player.lots]


def arriving(state: LetniskoState, weather: Weather) -> tuple[int, int, int]:
    """Return how many guests S C H come (LT-ARR-3, LT-ARR-4, ruling A-5)."""
    town, here = houses(state), staying(state)
    wanted = zip(WEATHER[weather].guests, HOUSES, GUESTS.values(), strict=True)
    s, c, h = (min(n * town.count(k), g.count - here.count(g.guest)) for n, k, g in wanted)
    return s, c, h


def audit(state: LetniskoState) -> tuple[str, ...]:
    """Return what is wrong: cards lost or doubled, debts, crowded houses."""
    return (*_card_faults(state), *_guest_faults(state), *_player_faults(state))


def _card_faults(state: LetniskoState) -> Iterator[str]:
    stock = dict(zip(ALL_CARDS, state.stock, strict=True))
    town = houses(state)
    villas, pensions = town.count(House.VILLA), town.count(House.PENSION)
    waiting = Counter(house for player in state.players for house in player.upgrades)
    forests = sum(player.forests + len(player.lots) for player in state.players)
    found = {
        "forests": (stock[Card.FOREST_A] + stock[Card.FOREST_B] + forests, FORESTS),
        "cottages": (
            stock[Card.COTTAGE] + len(town),
            HOUSES[House.COTTAGE].count,
        ),
        "villas": (
            stock[Card.VILLA] + villas + pensions + waiting[House.VILLA],
            HOUSES[House.VILLA].count,
        ),
        "pensions": (
            stock[Card.PENSION] + pensions + waiting[House.PENSION],
            HOUSES[House.PENSION].count,
        ),
        "automobiles": (
            stock[Card.AUTOMOBILE]
            + sum(p.ready + p.out + p.empty + p.refuelling for p in state.players),
            state.scale.automobiles,
        ),
    }
    yield from (f"{n} {name} instead of {due}" for name, (n, due) in found.items() if n != due)
    if len(state.cars) > MAX_CARS:
        yield f"{len(state.cars)} cars"
    if any(n < 0 for n in (*state.stock, *state.ahead)):
        yield "a stack is below nothing"


def _guest_faults(state: LetniskoState) -> Iterator[str]:
    """Yield the kinds of guests with more cards in play than there are.

    Those in houses, cars and batches and among the leftovers are counted.
    """
    found = Counter(staying(state))
    if state.phase is Phase.HOMES:
        found.update(g for player in state.players for g in player.batch)
        found.update(state.leftovers)
    else:
        found.update(g for car in state.cars for g in car)
    yield from (f"{n} guests {guest}" for guest, n in found.items() if n > GUESTS[guest].count)


def _player_faults(state: LetniskoState) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        if player.money < 0 or player.money % 100:
            yield f"seat {seat} has {player.money} zł"
        if not 0 <= player.tokens <= 2 or player.forests < 0:
            yield f"seat {seat} has {player.tokens} tokens and {player.forests} lots"
        if min(player.ready, player.out, player.empty, player.refuelling) < 0:
            yield f"seat {seat} has automobiles below nothing"
        if any(len(lot.residents) > 2 for lot in player.lots):
            yield f"seat {seat} has a crowded house"
