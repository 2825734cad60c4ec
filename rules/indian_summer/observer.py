"""The view of a state for one seat, and other states that look alike to it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random

from rules.indian_summer.components import ANIMALS, SOLO_TURNS, Spaces
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.moves import Side
from rules.indian_summer.state import NO_ANIMALS, SERIES, Player, SummerState, bears, gaps
from rules.indian_summer.view import Phase, PlayerView, StockView, SummerView
from rules.text import Seat


def view(state: SummerState, seat: Seat) -> SummerView:
    """Return what `seat` (or WATCHER) may know."""
    table = known(state, seat)
    playing = table.phase in (Phase.TURN, Phase.REFILL, Phase.SCORED)
    with_animals = NO_ANIMALS not in table.options
    return SummerView(
        seat=seat,
        seats=table.seats,
        phase=table.phase,
        drawing=table.due is not None,
        active=table.active if playing else None,
        start=table.start,
        round=table.round,
        rounds=SOLO_TURNS if table.solo else 0,
        ending=table.ending,
        waiting=_waiting(table),
        sides=_sides(table, seat),
        main_done=table.main_done,
        task=table.task,
        players=tuple(_player_view(table, viewed, seat) for viewed in range(table.seats)),
        common=table.common,
        reserve=len(table.unseen),
        top=table.top,
        bottom=table.bottom,
        with_animals=with_animals,
        stock=tuple(
            StockView(animal, table.stock[n], bears(table, n)) for n, animal in enumerate(ANIMALS)
        )
        if with_animals
        else (),
        series=SERIES in table.options and table.solo,
        game=_game(table),
        results=table.results,
        last=table.last,
    )


def known(state: SummerState, seat: Seat) -> SummerState:
    """Return the table as `seat` knows it.

    A turn that can still be taken back is known to its player alone.
    """
    return state if seat == state.active else state.public


def _game(table: SummerState) -> int:
    if not table.solo:
        return 0
    return len(table.results) + (table.phase not in (Phase.SCORED, Phase.OVER))


def _waiting(table: SummerState) -> tuple[Seat, ...]:
    if table.phase is not Phase.SIDES:
        return ()
    return tuple(seat for seat, side in enumerate(table.sides) if side is None)


def _sides(table: SummerState, seat: Seat) -> tuple[str | None, ...]:
    """Return the sides chosen; before all have chosen, only the seat's own."""
    if table.phase is not Phase.SIDES:
        return table.sides
    return tuple(side if other == seat else None for other, side in enumerate(table.sides))


def _player_view(table: SummerState, viewed: Seat, viewer: Seat) -> PlayerView:
    player = table.players[viewed]
    if table.phase is Phase.SIDES and viewed == viewer and table.sides[viewed] is not None:
        player = replace(player, floor=player.floor.side(str(table.sides[viewed])))
    return _player(player, viewed, (viewed - table.start) % table.seats + 1)


@lru_cache(maxsize=256)
def _player(player: Player, seat: Seat, position: int) -> PlayerView:
    return PlayerView(
        seat=seat,
        position=position,
        floor=player.floor,
        leaves=player.leaves,
        animals=player.animals,
        covered=Spaces(player.covered),
        holes=Spaces(player.holes & ~player.tokens),
        tokens=Spaces(player.tokens),
        squirrels=Spaces(player.squirrels),
        path=player.path,
        supply=player.supply,
        gaps=gaps(player.covered),
        empty=(FULL & ~player.covered).bit_count(),
    )


def redeal(state: SummerState, seat: Seat, rng: Random) -> SummerState:
    """Return a state that looks the same to `seat`, with other secrets: steps, sides.

    What lies in the reserve is drawn only when it is needed, so there is no order to deal again.
    """
    if state.phase is Phase.SIDES:
        return replace(
            state,
            sides=tuple(
                side if side is None or other == seat else str(rng.choice(tuple(Side)))
                for other, side in enumerate(state.sides)
            ),
        )
    return known(state, seat)
