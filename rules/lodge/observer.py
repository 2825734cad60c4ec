"""The view of a state, which is the same for everybody."""

from __future__ import annotations

from functools import lru_cache

from rules.lodge.building import (
    Columns,
    Tile,
    amenity_of,
    colour_of,
    free_cells,
    guest_of,
    guest_points,
    guests_in,
    hosts,
    shared_colours,
)
from rules.lodge.components import AMENITIES, SOLO_TURNS, Cell, cell_at
from rules.lodge.legal import placeable
from rules.lodge.score import amenity_points, points_of_guests, progress, solo_title
from rules.lodge.state import LodgeState, Player, waiting
from rules.lodge.view import Host, LodgeView, Phase, PlayerView, TileView
from rules.text import Seat


def view(state: LodgeState, seat: Seat) -> LodgeView:
    """Return what `seat` (or WATCHER) may know: the same for all (LD-INFO-1)."""
    playing = state.phase not in (Phase.SETUP, Phase.OVER)
    active = state.active if playing else None
    fits = () if active is None else _fits(state)
    idle = active is None or state.phase is Phase.VALET
    now = [] if idle else placeable(state, state.players[state.active])
    return LodgeView(
        seat=seat,
        seats=state.seats,
        phase=state.phase,
        drawing=state.due is not None,
        active=active,
        turn=state.turn,
        turns=SOLO_TURNS if state.seats == 1 else 0,
        ending=state.ending,
        order=state.order,
        display=state.display,
        guests=state.guests,
        shared=shared_colours(state.guests),
        amenities=state.amenities,
        rooms_left=state.bag,
        guests_left=len(state.guest_bag),
        amenities_left=len(state.stack),
        display_used=state.display_used,
        valet_used=state.valet_used,
        cells=() if active is None else free_cells(state.players[active].columns),
        hosts=tuple(host for host in fits if host.guest in now),
        fits=fits,
        players=tuple(
            _player(player, seat, state.order.index(seat) + 1, _turns(state, seat))
            for seat, player in enumerate(state.players)
        ),
        last=state.last,
        recent=state.recent,
        title=solo_title(state),
    )


def _fits(state: LodgeState) -> tuple[Host, ...]:
    player = state.players[state.active]
    around = {*waiting(state), *((player.valet,) if player.valet else ())}
    found = [
        Host(guest, cell, guest_points(guest, cell.floor))
        for guest in sorted(around)
        for cell in hosts(player.empty, guest)
    ]
    return tuple(sorted(found, key=lambda host: -host.points))


def _turns(state: LodgeState, seat: Seat) -> int:
    """Return how many turns a seat has finished."""
    done = state.phase is Phase.OVER or state.order.index(seat) < state.position
    return state.turn if done else state.turn - 1


@lru_cache(maxsize=256)
def _player(player: Player, seat: Seat, position: int, turns: int) -> PlayerView:
    guests, tiles = points_of_guests(player.columns), amenity_points(player.columns)
    return PlayerView(
        seat=seat,
        position=position,
        columns=tuple(
            tuple(_tile(player.columns, cell_at(n, f), tile) for f, tile in enumerate(stack, 1))
            for n, stack in enumerate(player.columns)
        ),
        valet=player.valet,
        token=player.token,
        guests=len(guests_in(player.columns)),
        guest_points=guests,
        amenity_points=tiles,
        points=guests + tiles,
        turns=turns,
    )


def _tile(columns: Columns, cell: Cell, tile: Tile) -> TileView:
    amenity = amenity_of(tile)
    if amenity is None:
        guest = guest_of(tile)
        worth = 0 if guest is None else guest_points(guest, cell.floor)
        return TileView(cell, colour_of(tile), guest, None, worth, False, 0, 0)
    found = progress(columns, cell, amenity)
    worth = AMENITIES[amenity].points if found.met else 0
    return TileView(cell, None, None, amenity, worth, found.met, found.have, found.need)
