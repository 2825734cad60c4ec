"""The game from the last token to the next train: houses, President, lodging.

Anything with only one outcome happens automatically; otherwise players are asked, all at the same
time, and only the President lodges after the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

from rules.letnisko import events
from rules.letnisko.components import BASE_OF, HOUSES, SCALES, Card, Guest, House, in_order
from rules.letnisko.draft import Draft, OpenPlayer
from rules.letnisko.legal import candidates
from rules.letnisko.lodging import Batch, left_over, lodgings, moved_in, rent
from rules.letnisko.moves import Lodging
from rules.letnisko.state import ALL_CARDS, NO_VISITS, Lot, lot_with
from rules.letnisko.view import Change, Phase
from rules.text import Seat


class Standing(NamedTuple):
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
    cottages: Sequence[int] = ()
    last: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        """Return what decides the contest: more houses, then more points."""
        return self.houses, self.points


def begin(draft: Draft) -> None:
    """Carry on after the last token: phase III (LT-TURN-9, LT-DEV-1)."""
    draft.phase = Phase.HOMES
    draft.tell(events.tokens_return)
    batches = _invited(draft)
    _elect(draft, [_develop(draft, seat, batch) for seat, batch in enumerate(batches)])
    draft.cars = ((),) * len(draft.cars)
    draft.claims, draft.parcels, draft.visits = (), (), NO_VISITS
    go_on(draft)


def go_on(draft: Draft) -> None:
    """Do everything that needs no decision; close the round once nobody has to decide."""
    if _is_settled(draft):
        _clean_up(draft)
    draft.last = Change(lots=tuple(draft.marked))


def _is_settled(draft: Draft) -> bool:
    """Settle what has only one outcome; return whether that was all."""
    president, waiting = draft.president, False
    for seat, player in enumerate(draft.players):
        if player.upgrades:
            _settle_upgrades(draft, draft.own(seat), seat)
        if seat != president:
            waiting |= not _settle_lodging(draft, seat)
    if waiting or president is None:
        return not waiting
    if draft.players[president].upgrades:
        return False
    _hand_over(draft, president)
    return _settle_lodging(draft, president)


# Development


_COTTAGE: Final = lot_with(House.COTTAGE)
_TOP: Final = {house: card.top for house, card in HOUSES.items()}


def _develop(draft: Draft, seat: Seat, batch: Batch) -> Standing:
    """Place what needs no choice; keep villas and pensions to be settled (LT-DEV-3)."""
    player = draft.own(seat)
    before = len(player.lots)
    player.tokens, player.batch = 2, batch
    player.ready += player.refuelling  # LT-AUTO-4
    player.empty += player.out  # LT-AUTO-2, ruling A-21
    player.out = player.refuelling = 0
    if not player.bought:
        return Standing(seat, before, before, _top_points(player.lots))
    numbers: dict[Card, list[int]] = {card: [] for card in ALL_CARDS}
    for visit in player.bought:
        numbers[visit.card].append(visit.number)
    player.bought = ()
    near, far, *houses, autos = numbers.values()
    forests = len(near) + len(far)
    free = player.forests + forests
    cottages = houses[0][:free]  # LT-DEV-4, ruling A-24: as many as can be placed
    player.forests = free - len(cottages)
    player.ready += len(autos)  # LT-AUTO-1
    player.lots += (_COTTAGE,) * len(cottages)
    lots, here = player.lots, [lot.house for lot in player.lots]
    villas = houses[1][: here.count(House.COTTAGE)]
    pensions = houses[2][: here.count(House.VILLA) + len(villas)]
    built = (cottages, villas, pensions)
    draft.draw(tuple(map(len, (near, far, *built, autos))))
    player.upgrades = (House.VILLA,) * len(villas) + (House.PENSION,) * len(pensions)
    points = _top_points(lots) + _gain(player.upgrades)
    draft.marked += [(seat, number) for number in range(before + 1, len(lots) + 1)]
    if forests or cottages or autos:
        draft.tell(events.developed, seat, forests, len(cottages), len(autos))
    _settle_upgrades(draft, player, seat)
    for house, wanted, placed in zip(House, houses, built, strict=True):
        for _ in wanted[len(placed) :]:
            draft.tell(events.lost, seat, house)
    return Standing(seat, before, len(lots), points, cottages, max(chain(*built), default=0))


def _top_points(lots: tuple[Lot, ...]) -> int:
    """Return the points of houses by their topmost cards alone (LT-PRES-1)."""
    return sum([_TOP[lot.house] for lot in lots])


def _gain(upgrades: tuple[House, ...]) -> int:
    """Return the points that villas and pensions add to the topmost cards."""
    return sum([_TOP[house] - _TOP[BASE_OF[house]] for house in upgrades])


def _settle_upgrades(draft: Draft, player: OpenPlayer, seat: Seat) -> None:
    """Upgrade houses as long as it does not matter which (LT-DEV-5)."""
    while player.upgrades:
        house = player.upgrades[0]
        choices = candidates(player.lots, house)
        if len(choices) > 1:
            bases = [lot.house for lot in player.lots].count(BASE_OF[house])
            if player.upgrades.count(house) < bases:
                return
        upgrade(draft, seat, choices[0])


def upgrade(draft: Draft, seat: Seat, number: int) -> None:
    """Put a villa or pension on a house; its guests stay (LT-DEV-2, LT-DEV-6).

    From then on all of them are old ones (ruling A-26).
    """
    player = draft.own(seat)
    house, *later = player.upgrades
    old = player.lots[number - 1]
    player.lots = (
        *player.lots[: number - 1],
        lot_with(house, old.residents),
        *player.lots[number:],
    )
    player.upgrades = tuple(later)
    draft.marked.append((seat, number))
    draft.tell(events.upgraded, seat, house, number)


# The President


_THIRD: Final = 3


def _elect(draft: Draft, standings: list[Standing]) -> None:
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


def _settle_lodging(draft: Draft, seat: Seat) -> bool:
    """Lodge guests if there is only one way; return whether all of it is done."""
    player = draft.players[seat]
    if player.upgrades:
        return False
    if player.batch:
        ways = lodgings(player.lots, player.batch, draft.version)
        if len(ways) > 1:
            return False
        lodge(draft, seat, ways[0])
    return True


def lodge(draft: Draft, seat: Seat, lodging: Lodging) -> None:
    """Let guests move in; old ones leave and pay, and some may be left over."""
    player = draft.own(seat)
    paid = rent(player.lots, lodging)
    left = left_over(player.batch, lodging)
    if lodging.rooms:
        draft.tell(events.lodged, seat, lodging, paid)
    if left:
        draft.tell(events.turned_away, seat, left)
    player.money += paid
    player.lots = moved_in(player.lots, lodging)
    player.batch = ()
    draft.marked += [(seat, number) for number, _ in lodging.rooms]
    if seat != draft.president:
        draft.leftovers += left


def _hand_over(draft: Draft, president: Seat) -> None:
    """Give the President everybody's leftovers, to be lodged in one batch (LT-PRES-6).

    That means guests of any kind (ruling A-12), after everybody else has lodged theirs
    (ruling A-13). Where there is room they must be lodged (ruling A-32).
    """
    if draft.leftovers:
        player = draft.own(president)
        draft.tell(events.leftovers, president, draft.leftovers)
        player.batch = in_order((*player.batch, *draft.leftovers))
        draft.leftovers = ()


# Cleanup


def _clean_up(draft: Draft) -> None:
    """Close the round: guests leave, the porter passes on (LT-END-1, LT-END-2).

    Those who leave found no room or were not invited by anybody (ruling A-3).
    """
    draft.leftovers = ()
    draft.placements, draft.placed, draft.cycle = 0, (), 1
    if draft.round == SCALES[draft.seats].rounds:
        draft.phase = Phase.OVER
        draft.tell(events.over, draft.round)
        return
    draft.porter = (draft.porter + 1) % draft.seats
    draft.porter_left = True
    draft.active = (draft.porter + 1) % draft.seats
    draft.round += 1
    draft.phase = Phase.ARRIVAL


def _invited(draft: Draft) -> list[Batch]:
    """Return the guests of the cars that each player claimed, S C H (LT-CAR-5)."""
    found: list[list[Guest]] = [[] for _ in draft.players]
    for claim in draft.claims:
        for guests in draft.cars[claim.cars.first - 1 : claim.cars.last]:
            found[claim.seat] += guests
    return list(map(in_order, found))
