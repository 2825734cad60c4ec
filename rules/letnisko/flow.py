"""The game from the last token to the next train: houses, President, lodging.

Anything with only one outcome happens automatically; otherwise players are asked, all at the same
time, and only the President lodges after the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

from rules.letnisko import events
from rules.letnisko.components import BASE_OF, HOUSES, SCALES, Guest, House, in_order
from rules.letnisko.draft import Draft, OpenPlayer
from rules.letnisko.legal import candidates
from rules.letnisko.lodging import Batch, lodgings, moved_in
from rules.letnisko.moves import Lodging
from rules.letnisko.state import ALL_CARDS, NO_VISITS, Lot, Player, lot_with
from rules.letnisko.view import Change, Done, Phase
from rules.text import Seat


class Built(NamedTuple):
    """A player's part in the contest for the President besides the houses themselves.

    Attributes:
        before: Houses before this round's development.
        cottages: The placements, by number, of the cottages just built, first to last.
        last: The last placement that became a house card; 0 if none did.
        lost: Houses that had nowhere to go.
    """

    before: int
    cottages: Sequence[int] = ()
    last: int = 0
    lost: tuple[House, ...] = ()


def begin(draft: Draft) -> None:
    """Carry on after the last token: phase III (LT-TURN-9, LT-DEV-1)."""
    draft.phase = Phase.HOMES
    draft.tell(events.tokens_return)
    batches = _invited(draft)
    bought = [tuple([it.card for it in player.bought]) for player in draft.players]
    built = [_develop(draft, seat, batch) for seat, batch in enumerate(batches)]
    lost = [it.lost for it in built]
    draft.done = tuple([Done(*it) for it in zip(batches, bought, lost, strict=True)])
    draft.former = draft.president
    _elect(draft, built)
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


def _develop(draft: Draft, seat: Seat, batch: Batch) -> Built:
    """Place what needs no choice; keep villas and pensions to be settled (LT-DEV-3)."""
    player = draft.own(seat)
    before = len(player.lots)
    player.tokens, player.batch = 2, batch
    player.ready += player.refuelling  # LT-AUTO-4
    player.empty += player.out  # LT-AUTO-2, ruling A-21
    player.out = player.refuelling = 0
    if not player.bought:
        return Built(before)
    numbers: list[list[int]] = [[] for _ in ALL_CARDS]
    for visit in player.bought:
        numbers[visit.card.place].append(visit.number)
    player.bought = ()
    near, far, *houses, autos = numbers
    forests = len(near) + len(far)
    free = player.forests + forests
    cottages = houses[0][:free]  # LT-DEV-4, ruling A-24: as many as can be placed
    player.forests = free - len(cottages)
    player.ready += len(autos)  # LT-AUTO-1
    player.lots += (_COTTAGE,) * len(cottages)
    villas = houses[1] and houses[1][: _count(player.lots, House.COTTAGE)]
    pensions = houses[2] and houses[2][: _count(player.lots, House.VILLA) + len(villas)]
    built = (cottages, villas, pensions)
    draft.draw(tuple(map(len, (near, far, *built, autos))))
    player.upgrades = (House.VILLA,) * len(villas) + (House.PENSION,) * len(pensions)
    draft.marked += [(seat, number) for number in range(before + 1, len(player.lots) + 1)]
    if forests or cottages or autos:
        draft.tell(events.developed, seat, forests, len(cottages), len(autos))
    _settle_upgrades(draft, player, seat)
    lost: tuple[House, ...] = ()
    for house, wanted, placed in zip(HOUSES, houses, built, strict=True):
        for _ in wanted[len(placed) :]:
            lost += (house,)
            draft.tell(events.lost, seat, house)
    return Built(before, cottages, max(chain(*built), default=0), lost)


def _count(lots: tuple[Lot, ...], house: House) -> int:
    return sum([lot.house is house for lot in lots])


def _settle_upgrades(draft: Draft, player: OpenPlayer, seat: Seat) -> None:
    """Upgrade houses as long as it does not matter which (LT-DEV-5)."""
    while player.upgrades:
        house = player.upgrades[0]
        choices = candidates(player.lots, house)
        bases = _count(player.lots, BASE_OF[house])
        if len(choices) > 1 and player.upgrades.count(house) < bases:
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


def _elect(draft: Draft, built: list[Built]) -> None:
    """Determine who will be the President (LT-PRES-2 to LT-PRES-5)."""
    players = draft.players
    houses = [len(player.lots) for player in players]
    if draft.president is None:
        thirds = {
            seat: player.cottages[_THIRD - player.before - 1]
            for seat, player in enumerate(built)
            if houses[seat] >= _THIRD > player.before  # LT-PRES-3, ruling A-14
        }
        if not thirds:
            return
        draft.president = min(thirds, key=thirds.__getitem__)
        draft.tell(events.elected, draft.president, len(thirds) > 1)
    holder, most = draft.president, max(houses)
    if houses[holder] == most and houses.count(most) == 1:
        return
    points = [_top_points(player) for player in players]
    ranks = list(zip(houses, points, strict=True))
    rank = max(ranks)
    if ranks[holder] == rank:  # LT-PRES-4, ruling A-15
        return
    best = [seat for seat, other in enumerate(ranks) if other == rank]
    heir = min(best, key=lambda seat: built[seat].last)  # LT-PRES-5, ruling A-16
    if len(best) > 1:
        draft.tell(events.drew_level, tuple(best), heir)
    if most == houses[holder] and players[heir].upgrades:
        draft.tell(events.counted_already)
    totals = (points[heir], points[holder])
    draft.tell(events.took_over, heir, holder, (most, houses[holder]), totals)
    draft.president = heir


def _top_points(player: Player) -> int:
    """Return the points of a player's houses by their topmost cards (LT-PRES-1).

    Villas and pensions that are still to be put on a house count already.
    """
    gains = [_TOP[house] - _TOP[BASE_OF[house]] for house in player.upgrades]
    return sum([_TOP[lot.house] for lot in player.lots]) + sum(gains)


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
    player.lots, paid, left = moved_in(player.lots, player.batch, lodging)
    if lodging.rooms:
        draft.tell(events.lodged, seat, lodging, paid)
    if left:
        draft.tell(events.turned_away, seat, left)
    old = draft.done[seat]
    done = Done(old.invited, old.bought, old.lost, lodging.rooms, paid, left)
    draft.done = (*draft.done[:seat], done, *draft.done[seat + 1 :])
    player.money += paid
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
    return [in_order(guests) if guests else () for guests in found]
