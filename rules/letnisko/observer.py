"""The view of a state, which is the same for everybody."""

from __future__ import annotations

from functools import lru_cache

from rules.letnisko.components import CARDS, HOUSES, Card, Tokens, in_order
from rules.letnisko.legal import candidates, is_open, may_end, price_zl, token_sets
from rules.letnisko.lodging import lodgings, moved_in
from rules.letnisko.moves import Lodging
from rules.letnisko.score import house_points, points, staying_zl
from rules.letnisko.state import ALL_CARDS, ALL_WEATHER, LetniskoState, Lot, Player, is_asked
from rules.letnisko.view import (
    AutosView,
    CarView,
    DecisionView,
    LetniskoView,
    LodgingView,
    LotView,
    Phase,
    PlayerView,
    StackView,
)
from rules.text import Seat


def view(state: LetniskoState, seat: Seat) -> LetniskoView:
    """Return what `seat` (or WATCHER) may know; it is the same for all.

    The forecast (LT-INFO-1) and the cards turned up (LT-INFO-2) are open to everybody.
    """
    taken: dict[int, Seat] = {}
    for claim in state.claims:
        taken[claim.cars.first] = taken[claim.cars.last] = claim.seat
    return LetniskoView(
        seat=seat,
        seats=state.seats,
        phase=state.phase,
        round=state.round,
        rounds=state.scale.rounds,
        cycle=state.cycle,
        weather=state.weather,
        forecast=state.forecast,
        past=state.past,
        ahead=tuple(zip(ALL_WEATHER, state.ahead, strict=True)),
        cars=tuple(
            CarView(number, guests, taken.get(number))
            for number, guests in enumerate(state.cars, 1)
        ),
        claims=state.claims,
        parcels=state.parcels,
        stacks=tuple(_stack(state, card) for card in ALL_CARDS),
        decisions=_decisions(state),
        order=tuple((state.porter + 1 + n) % state.seats for n in range(state.seats)),
        players=tuple(_player(state, s) for s in range(state.seats)),
        last=state.last,
        done=state.done,
        former=state.former,
    )


def _stack(state: LetniskoState, card: Card) -> StackView:
    at = ALL_CARDS.index(card)
    visits, base = state.visits[at], CARDS[card].base_zl
    return StackView(
        card=card,
        left=state.stock[at],
        visits=visits,
        price_one_zl=price_zl(base, len(visits), Tokens.ONE),
        price_pair_zl=price_zl(base, len(visits), Tokens.TWO),
        open=is_open(state, card),
    )


def _decisions(state: LetniskoState) -> tuple[DecisionView, ...]:
    if state.phase is Phase.ACTIONS:
        sets = token_sets(state)
        return (DecisionView(state.active, "place", sets=sets, may_end=may_end(state)),)
    if state.phase is not Phase.HOMES:
        return ()
    return tuple(_home(state, s) for s in range(state.seats) if is_asked(state, s))


def _home(state: LetniskoState, seat: Seat) -> DecisionView:
    player = state.players[seat]
    if player.upgrades:
        house = player.upgrades[0]
        numbers = candidates(player.lots, house)
        return DecisionView(seat, "develop", house=house, numbers=numbers)
    found = [
        _lodging(player, lodging) for lodging in lodgings(player.lots, player.batch, state.version)
    ]
    found.sort(key=lambda way: -way.rent_zl)
    return DecisionView(seat, "lodge", guests=player.batch, lodgings=tuple(found))


def _lodging(player: Player, lodging: Lodging) -> LodgingView:
    lots, rent_zl, left = moved_in(player.lots, player.batch, lodging)
    return LodgingView(lodging=lodging, lots=_lots(lots), rent_zl=rent_zl, left=left)


@lru_cache(maxsize=1024)
def _lots(lots: tuple[Lot, ...]) -> tuple[LotView, ...]:
    return tuple(LotView(n, lot.house, lot.residents) for n, lot in enumerate(lots, 1))


def _player(state: LetniskoState, seat: Seat) -> PlayerView:
    player = state.players[seat]
    claims = [claim.cars for claim in state.claims if claim.seat == seat]
    trains = [state.cars[cars.first - 1 : cars.last] for cars in claims]
    invited = [guest for cars in trains for car in cars for guest in car]
    return PlayerView(
        seat=seat,
        money_zl=player.money,
        tokens=player.tokens,
        porter=seat == state.porter and state.phase is not Phase.SETUP,
        porter_left=seat == state.porter and state.porter_left,
        president=seat == state.president,
        forests=player.forests,
        lots=_lots(player.lots),
        autos=AutosView(player.ready, player.out, player.empty, player.refuelling),
        invited=in_order((*invited, *player.batch)),
        bought=(
            *(bought.card for bought in player.bought),
            *(HOUSES[house].card for house in player.upgrades),
        ),
        rent_zl=staying_zl(player),
        house_points=house_points(player),
        points=points(player, seat == state.president),
    )
