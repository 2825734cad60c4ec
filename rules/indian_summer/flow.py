"""The automatic part of the game: refills, turns, and the final step."""

from __future__ import annotations

from dataclasses import replace

from rules.indian_summer import events
from rules.indian_summer.components import LEAST, PATH, SOLO_GAMES, SOLO_TURNS, Tile
from rules.indian_summer.draft import Draft
from rules.indian_summer.forest.shapes import FULL
from rules.indian_summer.forest.sources import ends
from rules.indian_summer.legal import is_stuck
from rules.indian_summer.moves import End
from rules.indian_summer.score import Filling, fill, solo_score
from rules.indian_summer.state import SERIES, Due
from rules.indian_summer.view import GameResult, Phase
from rules.text import Seat

_SETUP, _SIDES, _TURN, _REFILL, _SCORED, _OVER = Phase  # names are looked up ten times as fast


def begin_turn(draft: Draft) -> None:
    """Let the active player act."""
    draft.phase = _TURN
    draft.fresh = True
    draft.main_done = False
    draft.task = None


def main_done(draft: Draft) -> None:
    """Finish a main action: emptied paths are refilled (IS-PATH-2, IS-MUSH-3).

    They are refilled clockwise from the next player (ruling A-20), and after both placements
    (ruling A-21).
    """
    draft.main_done = True
    draft.task = None
    if draft.solo:
        if not draft.player.path:
            _refill_solo(draft)
        return
    if () in [player.path for player in draft.players]:
        clockwise = [(draft.active + 1 + n) % draft.seats for n in range(draft.seats)]
        draft.wants = tuple((seat, PATH) for seat in clockwise if not draft.players[seat].path)


def _refill_solo(draft: Draft) -> None:
    """Ask where the new tiles come from, if there is a choice (IS-SOLO-2, D10)."""
    found = ends(draft, PATH)
    if len(found) == 1:
        take_from(draft, found[0], PATH)
    elif found:
        draft.phase = _REFILL


def take_from(draft: Draft, end: End, need: int) -> None:
    """Take up to `need` tiles from an end of a solo path, outermost first (IS-SOLO-2).

    If these are all of its tiles, both ends are equal, and the left one stands for both.
    """
    row = draft.top if end.is_top else draft.bottom
    taken = row[::-1][:need] if not end.is_left and len(row) > need else row[:need]
    rest = row[need:] if end.is_left else row[: max(len(row) - need, 0)]
    if end.is_top:
        draft.top = rest
    else:
        draft.bottom = rest
    draft.give(draft.active, taken)
    draft.say(events.takes_from, draft.active, end.is_top, taken)


def settle(draft: Draft, mover: Seat) -> None:
    """Do all that is automatic after a move: refills, the common path, the turn's end.

    The turn that ends the game is not ended for a player who could still take back its last step.
    """
    while draft.wants:
        seat, target = draft.wants[0]
        _take(draft, seat, target)
        if _top_up(draft):
            return
        draft.wants = draft.wants[1:]
    if _top_up(draft) or draft.phase is not _TURN or draft.task is not None:
        return
    full = draft.player.covered == FULL
    if full and not draft.ending:
        draft.ending = True  # IS-END-1
        draft.say(events.full_solo if draft.solo else events.full, draft.active)
    if not (draft.main_done or full) or not is_stuck(draft):
        return
    asked = draft.version > 1 and mover == draft.active and _is_last_turn(draft)
    if not asked:
        end_turn(draft)


def _is_last_turn(draft: Draft) -> bool:
    """True if the game ends with this turn (IS-END-1, IS-SOLO-1, ruling A-24)."""
    if draft.solo:
        return draft.round == SOLO_TURNS or draft.ending
    return draft.ending and (draft.active + 1) % draft.seats == draft.start


def _take(draft: Draft, seat: Seat, target: int) -> None:
    """Take tiles from the bush on, until there are enough or chance has to draw.

    The common path is a queue (IS-PATH-3, ruling A-04); once it runs out, a path stays short
    (IS-PATH-5).
    """
    taken: list[Tile] = []
    need = target - len(draft.players[seat].path)
    while len(taken) < need and draft.common and not _is_low(draft):
        taken.append(draft.common[0])
        draft.common = draft.common[1:]
    if taken:
        draft.give(seat, tuple(taken))
        draft.say(events.takes, seat, tuple(taken))


def _is_low(draft: Draft) -> bool:
    """True if the common path has to be filled before anything else (IS-PATH-4)."""
    return len(draft.common) < LEAST and bool(draft.unseen) and not draft.solo


def _top_up(draft: Draft) -> bool:
    if _is_low(draft):
        draft.due = Due.TOP_UP
        return True
    return False


def end_turn(draft: Draft) -> None:
    """Finish a turn and begin the next one, or end the game (IS-TURN-1, IS-END-1).

    Nobody is skipped: a full floor ends the game with the round (IS-END-2), no more (ruling A-12).
    A solo game ends after its last turn (IS-SOLO-1), or with the turn that fills the floor
    (ruling A-24).
    """
    draft.turned = True
    last = _is_last_turn(draft)
    draft.active = (draft.active + 1) % draft.seats
    if last:
        if draft.solo:
            _finish_solo(draft)
        else:
            _finish(draft)
        return
    if draft.active == draft.start:
        draft.round += 1
    begin_turn(draft)


def _finish(draft: Draft) -> None:
    """Make everybody's final step, even on full floors (IS-END-3)."""
    for n in range(draft.seats):
        seat = (draft.start + n) % draft.seats
        filling = _fill(draft, seat)
        empty = (FULL & ~draft.players[seat].covered).bit_count()
        draft.say(events.final_step, seat, filling.squirrels.bit_count(), empty, filling.supply[1])
    draft.phase = _OVER


def _finish_solo(draft: Draft) -> None:
    """Make the final step of a solo game; a series may go on (IS-SOLO-9)."""
    filling = _fill(draft, 0)
    empty = (FULL & ~draft.players[0].covered).bit_count()
    score = solo_score(filling, empty)
    draft.results = (*draft.results, GameResult(score, empty))
    series = SERIES in draft.options
    number = len(draft.results) if series else 0
    draft.say(events.game_over, number, filling.squirrels.bit_count(), score, empty)
    lost = sum(result.empty > 0 for result in draft.results)
    games = SOLO_GAMES if series else 1
    if len(draft.results) < games and lost < 2:
        draft.phase = _SCORED
    else:
        draft.phase = _OVER


def _fill(draft: Draft, seat: Seat) -> Filling:
    """Fill a floor as far as possible; return how that was done."""
    player = draft.players[seat]
    filling = fill(player, solo=draft.solo)
    draft.players[seat] = replace(
        player,
        covered=player.covered | filling.squirrels,
        squirrels=player.squirrels | filling.squirrels,
        tokens=filling.tokens,
        supply=filling.supply,
    )
    return filling
