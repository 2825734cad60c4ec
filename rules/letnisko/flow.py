"""The game from the last token to the next train: houses, President, lodging.

Anything with only one outcome happens automatically; otherwise players are asked, all at the same
time, and only the President lodges after the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.letnisko import events
from rules.letnisko.components import BASE_OF, HOUSE_OF, HOUSES, Card, House, in_order
from rules.letnisko.draft import Draft
from rules.letnisko.legal import candidates
from rules.letnisko.lodging import Batch, left_over, lodgings, moved_in, rent
from rules.letnisko.moves import Lodging
from rules.letnisko.state import ALL_CARDS, NO_VISITS, Lot, Player
from rules.letnisko.view import Change, Phase
from rules.text import Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's standing in the contest for the President after development.

    Attributes:
        seat: Whose standing.
        before: Houses before this round's development.
        houses: Houses now.
        points: The sum of their topmost cards (LT-PRES-1).
        cottages: The placements, by number, of the cottages just built, first to last.
        last: The last placement that became a house card; 0 if none did.
    """

    seat: Seat
    before: int
    houses: int
    points: int
    cottages: tuple[int, ...]
    last: int

    @property
    def rank(self) -> tuple[int, int]:
        """Return what decides the contest: more houses, then more points."""
        return self.houses, self.points


def begin(draft: Draft) -> None:
    """Carry on after the last token: phase III (LT-TURN-9, LT-DEV-1)."""
    draft.phase = Phase.HOMES
    draft.last = Change()
    draft.tell(events.tokens_return)
    standings = tuple([_develop(draft, seat) for seat in range(draft.seats)])
    _elect(draft, standings)
    draft.cars = ((),) * len(draft.cars)
    draft.claims, draft.parcels, draft.visits = (), (), NO_VISITS
    go_on(draft)


def go_on(draft: Draft) -> None:
    """Do everything that needs no decision; close the round once nobody has to decide."""
    for seat in range(draft.seats):
        _settle_upgrades(draft, seat)
        if seat != draft.president:
            _settle_lodging(draft, seat)
    president = draft.president
    others = [p for s, p in enumerate(draft.players) if s != president]
    if any(player.upgrades or player.batch for player in others):
        return
    if president is not None:
        if draft.players[president].upgrades:
            return
        _hand_over(draft, president)
        _settle_lodging(draft, president)
        if draft.players[president].batch:
            return
    _clean_up(draft)


# Development


_GAIN: Final = {house: HOUSES[house].top - HOUSES[base].top for house, base in BASE_OF.items()}
"""The points that a villa or pension adds to the topmost cards of any house."""


def _develop(draft: Draft, seat: Seat) -> Standing:
    """Place what needs no choice; keep villas and pensions to be settled (LT-DEV-3)."""
    player = draft.players[seat]
    if not player.bought:
        return _rest(draft, seat)
    bought: dict[Card, list[int]] = {card: [] for card in ALL_CARDS}
    for visit in player.bought:
        bought[visit.card].append(visit.number)
    forests = len(bought[Card.FOREST_A]) + len(bought[Card.FOREST_B])
    autos = len(bought[Card.AUTOMOBILE])
    free = player.forests + forests
    cottages = bought[Card.COTTAGE][:free]  # LT-DEV-4, ruling A-24: as many as can be placed
    lots = player.lots + (Lot(House.COTTAGE),) * len(cottages)
    here = [lot.house for lot in lots]
    villas = bought[Card.VILLA][: here.count(House.COTTAGE)]
    pensions = bought[Card.PENSION][: here.count(House.VILLA) + len(villas)]
    placed = bought | {Card.COTTAGE: cottages, Card.VILLA: villas, Card.PENSION: pensions}
    draft.draw(tuple(map(len, placed.values())))
    upgrades = (House.VILLA,) * len(villas) + (House.PENSION,) * len(pensions)
    draft.players[seat] = Player(
        money=player.money,
        tokens=2,
        forests=free - len(cottages),
        lots=lots,
        ready=player.ready + player.refuelling + autos,  # LT-AUTO-1, LT-AUTO-4
        empty=player.empty + player.out,  # LT-AUTO-2, ruling A-21
        upgrades=upgrades,
        batch=_invited(draft, seat),
    )
    _tell_built(draft, seat, forests, len(cottages), autos)
    _settle_upgrades(draft, seat)
    for card, house in HOUSE_OF.items():
        for _ in bought[card][len(placed[card]) :]:
            draft.tell(events.lost, seat, house)
    points = _top_points(lots) + sum(_GAIN[house] for house in upgrades)
    last = max((*cottages, *villas, *pensions), default=0)
    return Standing(seat, len(player.lots), len(lots), points, tuple(cottages), last)


def _rest(draft: Draft, seat: Seat) -> Standing:
    """Give the tokens and automobiles back to a player who bought nothing."""
    player = draft.players[seat]
    draft.change(
        seat,
        tokens=2,
        ready=player.ready + player.refuelling,
        out=0,
        empty=player.empty + player.out,
        refuelling=0,
        batch=_invited(draft, seat),
    )
    count = len(player.lots)
    return Standing(seat, count, count, _top_points(player.lots), (), 0)


@lru_cache(maxsize=1024)
def _top_points(lots: tuple[Lot, ...]) -> int:
    """Return the points of houses by their topmost cards alone (LT-PRES-1)."""
    return sum(HOUSES[lot.house].top for lot in lots)


def _tell_built(draft: Draft, seat: Seat, forests: int, cottages: int, autos: int) -> None:
    if cottages:
        first = len(draft.players[seat].lots) - cottages + 1
        _mark(draft, seat, tuple(range(first, first + cottages)))
    if forests or cottages or autos:
        draft.tell(events.developed, seat, forests, cottages, autos)


def _mark(draft: Draft, seat: Seat, numbers: tuple[int, ...]) -> None:
    marked = draft.last.lots + tuple((seat, number) for number in numbers)
    draft.last = Change(lots=marked)


def _settle_upgrades(draft: Draft, seat: Seat) -> None:
    """Upgrade houses as long as it does not matter which (LT-DEV-5)."""
    while upgrades := draft.players[seat].upgrades:
        player, house = draft.players[seat], upgrades[0]
        choices = candidates(player.lots, house)
        bases = sum(lot.house is BASE_OF[house] for lot in player.lots)
        if len(choices) > 1 and upgrades.count(house) < bases:
            return
        upgrade(draft, seat, choices[0])


def upgrade(draft: Draft, seat: Seat, number: int) -> None:
    """Put a villa or pension on a house; its guests stay (LT-DEV-2, LT-DEV-6).

    From then on all of them are old ones (ruling A-26).
    """
    player = draft.players[seat]
    house, lots = player.upgrades[0], list(player.lots)
    lots[number - 1] = Lot(house, lots[number - 1].residents)
    draft.change(seat, lots=tuple(lots), upgrades=player.upgrades[1:])
    _mark(draft, seat, (number,))
    draft.tell(events.upgraded, seat, house, number)


# The President


_THIRD: Final = 3


def _elect(draft: Draft, standings: tuple[Standing, ...]) -> None:
    """Determine who will be the President (LT-PRES-2 to LT-PRES-5)."""
    if draft.president is None:
        able = [s for s in standings if s.houses >= _THIRD > s.before]  # LT-PRES-3, ruling A-14
        if not able:
            return
        draft.president = min(able, key=lambda s: s.cottages[_THIRD - s.before - 1]).seat
        draft.tell(events.elected, draft.president, len(able) > 1)
    holder = standings[draft.president]
    rank = max(s.rank for s in standings)
    if rank == holder.rank:  # LT-PRES-4, ruling A-15
        return
    best = [s for s in standings if s.rank == rank]
    heir = min(best, key=lambda s: s.last)  # LT-PRES-5, ruling A-16
    if len(best) > 1:
        draft.tell(events.drew_level, tuple(s.seat for s in best), heir.seat)
    if heir.houses == holder.houses and draft.players[heir.seat].upgrades:
        draft.tell(events.counted_already)
    houses, points = (heir.houses, holder.houses), (heir.points, holder.points)
    draft.tell(events.took_over, heir.seat, holder.seat, houses, points)
    draft.president = heir.seat


# Lodging


def _settle_lodging(draft: Draft, seat: Seat) -> None:
    """Lodge a player's guests if there is only one way to do it."""
    player = draft.players[seat]
    if player.upgrades or not player.batch:
        return
    ways = lodgings(player.lots, player.batch, draft.version)
    if len(ways) == 1:
        lodge(draft, seat, ways[0])


def lodge(draft: Draft, seat: Seat, lodging: Lodging) -> None:
    """Let guests move in; old ones leave and pay, and some may be left over."""
    player = draft.players[seat]
    paid = rent(player.lots, lodging)
    left = left_over(player.batch, lodging)
    if lodging.rooms:
        draft.tell(events.lodged, seat, lodging, paid)
    if left:
        draft.tell(events.turned_away, seat, left)
    lots = moved_in(player.lots, lodging)
    draft.change(seat, money=player.money + paid, lots=lots, batch=())
    _mark(draft, seat, tuple(number for number, _ in lodging.rooms))
    if seat != draft.president:
        draft.leftovers += left


def _hand_over(draft: Draft, president: Seat) -> None:
    """Give the President everybody's leftovers, to be lodged in one batch (LT-PRES-6).

    That means guests of any kind (ruling A-12), after everybody else has lodged theirs
    (ruling A-13). Where there is room they must be lodged (ruling A-32).
    """
    if draft.leftovers:
        player = draft.players[president]
        draft.tell(events.leftovers, president, draft.leftovers)
        batch = in_order((*player.batch, *draft.leftovers))
        draft.change(president, batch=batch)
        draft.leftovers = ()


# Cleanup


def _clean_up(draft: Draft) -> None:
    """Close the round: guests leave, the porter passes on (LT-END-1, LT-END-2).

    Those who leave found no room or were not invited by anybody (ruling A-3).
    """
    draft.leftovers = ()
    draft.placements, draft.placed, draft.cycle = 0, (), 1
    if draft.round == draft.scale.rounds:
        draft.phase = Phase.OVER
        draft.tell(events.over, draft.round)
        return
    draft.porter = (draft.porter + 1) % draft.seats
    draft.porter_left = True
    draft.active = (draft.porter + 1) % draft.seats
    draft.round += 1
    draft.phase = Phase.ARRIVAL


def _invited(draft: Draft, seat: Seat) -> Batch:
    """Return the guests of the cars a player claimed, S C H (LT-CAR-5)."""
    cars = [claim.cars for claim in draft.claims if claim.seat == seat]
    return in_order([g for at in cars for car in draft.cars[at.first - 1 : at.last] for g in car])
