"""The judge of Letnisko: each seat as it will be once the week is settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple, cast

from players.linear import LinearJudge
from rules.letnisko.components import HOUSES, SCALES, Card, Guest, House, in_order
from rules.letnisko.lodging import Batch, lodgings, moved_in, rent_of
from rules.letnisko.moves import Invest, Invite, Refuel
from rules.letnisko.state import (
    VERSION,
    Bought,
    LetniskoState,
    Lot,
    Player,
    bought_as,
    lot_with,
)
from rules.letnisko.view import Phase
from rules.protocol import Move
from rules.text import Seat

_ZL: Final = 100
_COTTAGE: Final = lot_with(House.COTTAGE)
_FORESTS: Final = (Card.FOREST_A, Card.FOREST_B)


class Settled(NamedTuple):
    """What a week's purchases and guests come to.

    Attributes:
        lots: The houses with their residents.
        forests: Free lots.
        cash: The rent that is paid at once, in złoty.
        left: How many guests find no room.
        autos: Automobiles bought.
    """

    lots: tuple[Lot, ...]
    forests: int
    cash: int
    left: int
    autos: int


class LetniskoJudge(LinearJudge[LetniskoState]):
    """A judge that puts down what was bought and lodges who was invited.

    Bought cards that cannot be put down are lost (LT-DEV-4), and guests pay only when others move
    in (LT-ACC-8), so neither is worth anything by itself.
    """

    slug = "letnisko"
    slip = 5.6
    draws = 24
    facts: ClassVar[tuple[str, ...]] = (
        *("money", "rents", "cottages", "villas", "pensions", "empty", "half"),
        *("forests", "more_forests", "auto", "more_autos", "dry_autos"),
        *("president", "ahead", "behind", "unlodged", "tokens", "porter", "late"),
    )

    def seats(self, state: LetniskoState) -> int:
        """Return how many play."""
        return state.seats

    def progress(self, state: LetniskoState) -> float:
        """Return the share of the weeks that have begun; the last one is all of them."""
        return (state.round - 1) / (SCALES[state.seats].rounds - 1)

    def look(self, state: LetniskoState, seat: Seat) -> Sequence[float]:
        """Return the facts about a seat; money, rents and points of houses are points."""
        player = state.players[seat]
        lots, forests, cash, left, autos = settled(player, invited(state, seat))
        houses = [lot.house for lot in lots]
        autos += player.ready + player.refuelling
        own = _rank(houses)
        rival = max(
            [_rank([lot.house for lot in p.lots]) for s, p in enumerate(state.players) if s != seat]
        )
        rents = [rent_of(lot.residents) for lot in lots]
        return (
            (player.money + cash) / _ZL,
            sum(rents) / _ZL,
            houses.count(House.COTTAGE),
            houses.count(House.VILLA),
            houses.count(House.PENSION),
            rents.count(0),
            sum([len(lot.residents) == 1 for lot in lots]),
            min(forests, 1),
            max(forests - 1, 0),
            min(autos, 1),
            max(autos - 1, 0),
            player.out + player.empty,
            state.president == seat,
            own > rival,
            own < rival,
            left,
            player.tokens if state.phase is Phase.ACTIONS else 0,
            state.porter == seat and state.porter_left and state.phase is Phase.ACTIONS,
            (seat - state.porter - 1) % state.seats,
        )

    def is_silly(self, state: LetniskoState, seat: Seat, move: Move) -> bool:
        """Return whether it surely brings nothing, or costs more than it has to.

        That is a token on cars whose guests all find no room or that are empty, where a parcel
        brings something (LT-CAR-4), a card that nothing can bear once what was bought before is put
        down, so that its money is lost (LT-DEV-4), a dear lot beside a cheap one, and an automobile
        or fuel for a week that isn't played (LT-AUTO-1).
        """
        player = state.players[seat]
        is_last = state.round == SCALES[state.seats].rounds
        match move:
            case Invite(cars=cars):
                new = [guest for car in state.cars[cars.first - 1 : cars.last] for guest in car]
                before = invited(state, seat)
                after = in_order([*before, *new])
                return settled(player, after).left - settled(player, before).left == len(new)
            case Invest(card=Card.AUTOMOBILE) if is_last:
                return True
            case Invest(card=Card.FOREST_B) if self._has_cheaper(state, seat, move):
                return True
            case Invest(card=card):
                bought = (*player.bought, bought_as(card, len(player.bought) + 1))
                return settled(replace(player, bought=bought), ()) == settled(player, ())
            case Refuel():
                return is_last
        return False

    def _has_cheaper(self, state: LetniskoState, seat: Seat, move: Invest) -> bool:
        """True if a lot of the other stack can be had for the same tokens and less money."""
        other, left = replace(move, card=Card.FOREST_A), []
        if other not in self.rules.legal_moves(state, seat):
            return False
        for one in (move, other):
            after = cast("LetniskoState", self.rules.advance(state, seat, one))
            left.append(after.players[seat].money)
        return left[1] > left[0]

    def rests(self, start: LetniskoState, state: LetniskoState, steps: int) -> bool:
        """True once a new week has begun, with its guests on the train (LT-END-2)."""
        return state.round > start.round


def _rank(houses: Sequence[House]) -> tuple[int, int]:
    """Return what decides who is President: more houses, then dearer ones (LT-PRES-1)."""
    return len(houses), sum([HOUSES[house].top for house in houses])


def invited(state: LetniskoState, seat: Seat) -> Batch:
    """Return the guests a seat has invited in this week, S C H."""
    found: list[Guest] = []
    for claim in state.claims:
        if claim.seat == seat:
            for guests in state.cars[claim.cars.first - 1 : claim.cars.last]:
                found += guests
    return in_order(found) if found else state.players[seat].batch


def settled(player: Player, batch: Batch) -> Settled:
    """Return a player's houses once all is put down and all guests are lodged."""
    return _settled(player.lots, player.forests, player.bought, player.upgrades, batch)


@lru_cache(maxsize=4096)
def _settled(
    lots: tuple[Lot, ...],
    forests: int,
    bought: tuple[Bought, ...],
    upgrades: tuple[House, ...],
    batch: Batch,
) -> Settled:
    cards = [it.card for it in bought]
    forests += sum(cards.count(card) for card in _FORESTS)
    cottages = min(cards.count(Card.COTTAGE), forests)
    lots += (_COTTAGE,) * cottages
    wanted = {
        House.COTTAGE: cards.count(Card.VILLA) + upgrades.count(House.VILLA),
        House.VILLA: cards.count(Card.PENSION) + upgrades.count(House.PENSION),
    }
    for base, better in ((House.COTTAGE, House.VILLA), (House.VILLA, House.PENSION)):
        for _ in range(wanted[base]):
            lots = _upgraded(lots, base, better)
    cash = left = 0
    if batch:
        lots, cash, left = _lodged(lots, batch)
    return Settled(lots, forests - cottages, cash, left, cards.count(Card.AUTOMOBILE))


def _upgraded(lots: tuple[Lot, ...], base: House, better: House) -> tuple[Lot, ...]:
    """Return the lots with a card on the first house that bears it, if there is one."""
    for at, lot in enumerate(lots):
        if lot.house is base:
            return (*lots[:at], lot_with(better, lot.residents), *lots[at + 1 :])
    return lots


def _lodged(lots: tuple[Lot, ...], batch: Batch) -> tuple[tuple[Lot, ...], int, int]:
    """Return the houses after the lodging that brings most rents, paid now or later."""
    found = [moved_in(lots, batch, way) for way in lodgings(lots, batch, VERSION)]
    after, cash, left = max(
        found, key=lambda it: it[1] + sum([rent_of(lot.residents) for lot in it[0]])
    )
    return after, cash, len(left)
