"""How paths are refilled, how a turn begins and ends, and the final step."""

from __future__ import annotations

from dataclasses import replace

from rules.indian_summer import news
from rules.indian_summer.components import (
    LEAST,
    PATH,
    SOLO_GAMES,
    SOLO_TURNS,
    Tile,
)
from rules.indian_summer.final import Filling, fill, solo_score
from rules.indian_summer.legal import is_stuck
from rules.indian_summer.moves import End
from rules.indian_summer.shapes import FULL
from rules.indian_summer.sources import ends
from rules.indian_summer.state import SERIES, Due
from rules.indian_summer.table import Table
from rules.indian_summer.view import GameResult, Phase
from rules.text import Seat


def begin_turn(table: Table) -> None:
    """Let the active player act."""
    table.phase = Phase.TURN
    table.fresh = True
    table.main_done = False
    table.task = None


def main_done(table: Table) -> None:
    """Finish a main action: emptied paths are refilled, by turns (IS-PATH-2, IS-MUSH-3)."""
    table.main_done = True
    table.task = None
    if table.solo:
        if not table.player.path:
            _refill_solo(table)
        return
    clockwise = [(table.active + 1 + n) % table.seats for n in range(table.seats)]
    table.wants = tuple((seat, PATH) for seat in clockwise if not table.players[seat].path)


def _refill_solo(table: Table) -> None:
    """Ask where the new tiles come from, unless there is nothing to choose (IS-SOLO-2, D10)."""
    found = ends(table, PATH)
    if len(found) == 1:
        take_from(table, found[0], PATH)
    elif found:
        table.phase = Phase.REFILL


def take_from(table: Table, end: End, need: int) -> None:
    """Take up to `need` tiles from an end of a solo path, the outermost first (IS-SOLO-2)."""
    row = table.top if end.is_top else table.bottom
    taken = row[:need] if end.is_left else row[::-1][:need]
    rest = row[need:] if end.is_left else row[: max(len(row) - need, 0)]
    if end.is_top:
        table.top = rest
    else:
        table.bottom = rest
    table.give(table.active, taken)
    table.tell(news.takes_from(table.active, end, taken))


def settle(table: Table) -> None:
    """Do what follows by itself: refills, new tiles for the common path, the end of the turn."""
    while table.wants:
        seat, target = table.wants[0]
        _take(table, seat, target)
        if _top_up(table):
            return
        table.wants = table.wants[1:]
    if _top_up(table) or table.phase is not Phase.TURN or table.task is not None:
        return
    full = table.player.covered == FULL
    if full and not table.ending:
        table.ending = True  # IS-END-1
        table.tell(news.full_solo(table.active) if table.solo else news.full(table.active))
    if (table.main_done or full) and is_stuck(table):
        end_turn(table)


def _take(table: Table, seat: Seat, target: int) -> None:
    """Take tiles from the bush on, until there are enough or some must be turned up.

    The common path is a queue (IS-PATH-3); once it runs out a path stays short (IS-PATH-5).
    """
    taken: list[Tile] = []
    need = target - len(table.players[seat].path)
    while len(taken) < need and table.common and not _is_low(table):
        taken.append(table.common[0])
        table.common = table.common[1:]
    if taken:
        table.give(seat, tuple(taken))
        table.tell(news.takes(seat, tuple(taken)))


def _is_low(table: Table) -> bool:
    """True if the common path has to be filled before anything else (IS-PATH-4)."""
    return not table.solo and len(table.common) < LEAST and bool(table.unseen)


def _top_up(table: Table) -> bool:
    if _is_low(table):
        table.due = Due.TOP_UP
        return True
    return False


def end_turn(table: Table) -> None:
    """Finish a turn; the next one begins, or the game ends (IS-TURN-1, IS-END-1, IS-SOLO-1).

    Nobody is skipped: a floor that is full ends the game with the round (IS-END-2).
    """
    table.turned = True
    if table.solo:
        if table.round == SOLO_TURNS or table.ending:
            _finish_solo(table)
            return
        table.round += 1
    else:
        table.active = (table.active + 1) % table.seats
        if table.active == table.start:
            if table.ending:
                _finish(table)
                return
            table.round += 1
    begin_turn(table)


def _finish(table: Table) -> None:
    """The final step of everybody, also of those whose floor is full (IS-END-3)."""
    for n in range(table.seats):
        seat = (table.start + n) % table.seats
        filling = _fill(table, seat)
        empty = (FULL & ~table.players[seat].covered).bit_count()
        table.tell(news.filled(seat, filling.squirrels.bit_count(), empty, filling.supply[1]))
    table.phase = Phase.OVER


def _finish_solo(table: Table) -> None:
    """The final step of a solo game; in a series another one may follow (IS-SOLO-9)."""
    filling = _fill(table, 0)
    empty = (FULL & ~table.players[0].covered).bit_count()
    score = solo_score(filling, empty)
    table.results = (*table.results, GameResult(score, empty))
    series = SERIES in table.options
    number = len(table.results) if series else 0
    table.tell(news.game_over(number, filling.squirrels.bit_count(), score, empty))
    lost = sum(result.empty > 0 for result in table.results)
    games = SOLO_GAMES if series else 1
    if len(table.results) < games and lost < 2:
        table.phase = Phase.SCORED
    else:
        table.phase = Phase.OVER


def _fill(table: Table, seat: Seat) -> Filling:
    """Fill a floor as far as it goes; return how that was done."""
    player = table.players[seat]
    filling = fill(player, solo=table.solo)
    table.players[seat] = replace(
        player,
        covered=player.covered | filling.squirrels,
        squirrels=player.squirrels | filling.squirrels,
        tokens=filling.tokens,
        supply=filling.supply,
    )
    return filling
