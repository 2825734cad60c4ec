"""How a match ends: places, and what each result is made of."""

from __future__ import annotations

from rules.indian_summer.components import SOLO_GAMES, TREASURE_KINDS, TREASURES
from rules.indian_summer.news import count_text
from rules.indian_summer.shapes import FULL
from rules.indian_summer.state import SERIES, Player, SummerState
from rules.indian_summer.view import GameResult, Phase
from rules.protocol import Outcome, ScoreLine
from rules.text import Text, t, tn


def outcome(state: SummerState) -> Outcome | None:
    """Return the result, or None while play goes on.

    A full floor scores the Nuts left, any other one its empty spaces below zero: so a higher score
    is a better place, and equal ones share it (IS-END-6).
    """
    if state.phase is not Phase.OVER:
        return None
    if state.solo:
        return _solo(state)
    empty = [_empty(player) for player in state.players]
    scores = tuple(
        -gaps if gaps else player.supply[1]
        for gaps, player in zip(empty, state.players, strict=True)
    )
    return Outcome(
        scores=scores,
        ranks=tuple(1 + sum(other > own for other in scores) for own in scores),
        lines=tuple(_line(gaps, player) for gaps, player in zip(empty, state.players, strict=True)),
        reason=_reason(scores, empty),
    )


def _empty(player: Player) -> int:
    return (FULL & ~player.covered).bit_count()


def _line(empty: int, player: Player) -> tuple[ScoreLine, ...]:
    if empty:
        return (ScoreLine(t("Empty spaces"), -empty),)
    return (ScoreLine(t("Floor full; Nuts left"), player.supply[1]),)


def _reason(scores: tuple[int, ...], empty: list[int]) -> Text:
    """Return what decided; a match is not over before a floor is full (IS-END-1)."""
    if empty.count(0) == 1:
        return t("One floor is full, and that wins.")
    if scores.count(max(scores)) > 1:
        return t("Several floors are full and the Nuts are equal: the first place is shared.")
    return t("Several floors are full: most Nuts decide.")


def _solo(state: SummerState) -> Outcome:
    results = state.results
    if SERIES in state.options:
        counted = counting(results)
        lines = tuple(_game_line(n, results[n], counts=n in counted) for n in range(len(results)))
        score = sum(results[n].score for n in counted)
        reason = _series_reason(results, score)
    else:
        lines, score = _solo_lines(state.players[0]), results[0].score
        reason = _solo_reason(results[0], score)
    return Outcome((score,), (1,), (lines,), reason)


def counting(results: tuple[GameResult, ...]) -> tuple[int, ...]:
    """Return which games of a finished series count, by number from 0 (IS-SOLO-9).

    The two best won ones; with at most one of them, the two that were lost.
    """
    won = [n for n, result in enumerate(results) if not result.empty]
    if len(won) < 2:
        return tuple(n for n, result in enumerate(results) if result.empty)
    best = sorted(won, key=lambda n: -results[n].score)[: SOLO_GAMES - 1]
    return tuple(sorted(best))


def _game_line(number: int, result: GameResult, *, counts: bool) -> ScoreLine:
    """Return the line of one game; one that does not count brings no points."""
    label = t("Game {game}, won", game=number + 1)
    if result.empty:
        label = t("Game {game}, lost", game=number + 1)
    if counts:
        return ScoreLine(label, result.score)
    return ScoreLine(label, 0, t("{score} points, does not count", score=result.score))


def _solo_lines(player: Player) -> tuple[ScoreLine, ...]:
    empty = _empty(player)
    lines = [ScoreLine(t("Empty spaces"), -empty)] if empty else []
    for treasure, count in zip(TREASURES, player.supply, strict=True):
        if count:
            worth = count * TREASURE_KINDS[treasure].points
            lines.append(ScoreLine(count_text(treasure, count), worth))
    return tuple(lines)


def _solo_reason(result: GameResult, score: int) -> Text:
    if result.empty:
        return tn(
            "The game is lost with {count} empty space: a score of {score}.",
            "The game is lost with {count} empty spaces: a score of {score}.",
            result.empty,
            score=score,
        )
    return t("The game is won: the floor is full. A score of {score} is a success.", score=score)


def _series_reason(results: tuple[GameResult, ...], score: int) -> Text:
    won = sum(not result.empty for result in results)
    if won > 1:
        return t(
            "{won} games are won, and the two best of them count: a score of {score}.",
            won=won,
            score=score,
        )
    if won:
        return t("One game is won, so the two lost ones count: a score of {score}.", score=score)
    return t(
        "The first two games are lost, which ends the series: a score of {score}.", score=score
    )
