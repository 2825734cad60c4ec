"""The end of a match: the final step, places, and the parts of each result.

In the final step treasures become Nuts and Nuts become squirrels, as well as possible. An area is
completed as a whole or not at all. Which areas can be completed, and in which order, depends on
what those completed before have paid; there are at most six, so all ways are tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from typing import Final, TypeAlias

from rules.indian_summer.components import (
    AREAS,
    NOTHING,
    SOLO_GAMES,
    TREASURE_KINDS,
    TREASURES,
    FloorId,
    Supply,
    cells,
)
from rules.indian_summer.events import count_text
from rules.indian_summer.forest.floor import plus, printed
from rules.indian_summer.forest.shapes import FULL, Bits, numbers
from rules.indian_summer.state import SERIES, Player, SummerState, gaps
from rules.indian_summer.view import GameResult, Phase, PlayerView, as_nuts
from rules.protocol import Outcome, ScoreLine
from rules.text import Seat, Text, Who, t, tn

Areas: TypeAlias = int
"""A set of areas: bit 0 stands for area 1."""


@dataclass(frozen=True, slots=True)
class Filling:
    """The result of the final step for a player.

    Attributes:
        squirrels: The spaces filled.
        supply: What is left: exchanged for Nuts, but for a solo game that was won.
        tokens: The holes that still hold a token.
    """

    squirrels: Bits
    supply: Supply
    tokens: Bits


@dataclass(frozen=True, slots=True)
class _Floor:
    """The matter of the final step: each area's gaps and pay, the treasures held."""

    gaps: tuple[int, ...]
    pays: tuple[Supply, ...]
    held: Supply

    @property
    def open(self) -> Areas:
        """Return the areas with gaps."""
        return sum(1 << n for n, gaps in enumerate(self.gaps) if gaps)

    def gaps_in(self, areas: Areas) -> int:
        """Return how many gaps these areas have."""
        return sum(self.gaps[n] for n in numbers(areas))

    def held_after(self, areas: Areas) -> Supply:
        """Return all treasures ever held once these areas have paid."""
        return reduce(plus, (self.pays[n] for n in numbers(areas)), self.held)

    def nuts_left(self, areas: Areas) -> int:
        """Return the Nuts that can be made, less those spent on these areas."""
        return as_nuts(self.held_after(areas)) - self.gaps_in(areas)


def amount(score: int) -> Text:
    """Return what a score means: empty spaces, or the Nuts left on a full floor."""
    if score < 0:
        return tn("{count} empty space", "{count} empty spaces", -score)
    return tn("a full floor and {count} Nut", "a full floor and {count} Nuts", score)


def as_it_stands(players: Sequence[PlayerView]) -> tuple[int, ...]:
    """Return the result as it would be if the match ended now (IS-END-3, IS-END-6)."""
    return tuple(
        _closed(player.floor, player.covered, player.tokens, player.supply) for player in players
    )


@lru_cache(maxsize=1024)
def _closed(floor: FloorId, covered: Bits, tokens: Bits, supply: Supply) -> int:
    """Return a player's score after the final step."""
    filling = fill(Player(floor, covered=covered, tokens=tokens, supply=supply), solo=False)
    return -(FULL & ~(covered | filling.squirrels)).bit_count() or filling.supply[1]


def fill(player: Player, *, solo: bool) -> Filling:
    """Return the best a player can make of the final step (IS-END-4).

    As few spaces as possible stay empty; after that the Nuts left count, or in the solo game the
    points (IS-SOLO-7, IS-SOLO-8). Nothing else does: no animals, no tiles (IS-END-5, ruling A-15).
    Gaps are filled in the solo game too, though a Nut is worth 2 points there (ruling A-16).
    """
    floor = _floor(player)
    areas = _best(floor)
    held, spent = floor.held_after(areas), floor.gaps_in(areas)
    squirrels, paid = _spaces(areas) & ~player.covered, _spaces(areas) & player.tokens
    if areas == floor.open:
        left = _dearest(floor, 0, floor.held) if solo else _exchanged(held, spent)
    else:
        surplus = cells(FULL & ~(player.covered | squirrels))[: as_nuts(held) - spent]
        squirrels |= sum(cell.bit for cell in surplus)
        left = _exchanged(held, as_nuts(held))
    assert left is not None
    return Filling(squirrels, left, player.tokens & ~paid)


_WORTH: Final = tuple(kind.points for kind in TREASURE_KINDS.values())
assert len(_WORTH) == len(NOTHING)


def points(supply: Supply) -> int:
    """Return what treasures are worth in a solo game that was won (IS-SOLO-8)."""
    return sum(n * worth for n, worth in zip(supply, _WORTH, strict=True))


def solo_score(filling: Filling, empty: int) -> int:
    """Return the score of a solo game after its final step (IS-SOLO-8)."""
    return points(filling.supply) - empty


def _floor(player: Player) -> _Floor:
    return _Floor(
        gaps(player.covered),
        tuple(printed(player.floor, area & player.tokens) for area in AREAS),
        player.supply,
    )


def _spaces(areas: Areas) -> Bits:
    return sum(AREAS[n] for n in numbers(areas))


def _exchanged(held: Supply, spent: int) -> Supply:
    """Return a supply turned into Nuts, less those spent; an odd Berry stays."""
    return held[0] % 2, as_nuts(held) - spent, 0, 0


def _best(floor: _Floor) -> Areas:
    """Return the areas to complete: the best of all sets that cannot be extended."""
    reached, todo, best = {0}, [0], list[tuple[tuple[int, int], Areas]]()
    while todo:
        areas = todo.pop()
        nuts = floor.nuts_left(areas)
        more = [areas | 1 << n for n in numbers(floor.open & ~areas) if floor.gaps[n] <= nuts]
        if not more:
            held = floor.held_after(areas)
            best.append(((as_nuts(held), held[0] % 2), -areas))
        todo += set(more) - reached
        reached |= set(more)
    return -max(best)[1]


@cache
def _dearest(floor: _Floor, areas: Areas, supply: Supply) -> Supply | None:
    """Return the most valuable supply that still completes all areas, or None.

    Of equal ones the first is returned. The cheapest treasures are always spent, because those that
    stay can do everything the spent ones could.
    """
    if areas == floor.open:
        return supply
    found = []
    for n in numbers(floor.open & ~areas):
        left = _pay(supply, floor.gaps[n])
        if left is not None:
            rest = _dearest(floor, areas | 1 << n, plus(left, floor.pays[n]))
            found += [] if rest is None else [rest]
    return max(found, key=points, default=None)


def _pay(supply: Supply, nuts: int) -> Supply | None:
    """Return a supply after paying Nuts with its cheapest treasures; None if too poor."""
    if as_nuts(supply) < nuts:
        return None
    berries, own, mushrooms, feathers = supply
    of_nuts = min(own, nuts)
    of_berries = min(berries // 2, nuts - of_nuts)
    of_mushrooms = min(mushrooms, nuts - of_nuts - of_berries)
    of_feathers = nuts - of_nuts - of_berries - of_mushrooms
    return (
        berries - 2 * of_berries,
        own - of_nuts,
        mushrooms - of_mushrooms,
        feathers - of_feathers,
    )


def outcome(state: SummerState) -> Outcome | None:
    """Return the result, or None while play goes on.

    A full floor scores the Nuts left, any other one its empty spaces below zero. A higher score is
    a better place, and equal ones share it (IS-END-6, ruling A-09).
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
        lines=tuple((_line(seat, empty[seat], scores),) for seat in range(state.seats)),
        reason=_reason(scores, empty),
        amount=amount,
    )


def _empty(player: Player) -> int:
    return (FULL & ~player.covered).bit_count()


def _line(seat: Seat, empty: int, scores: tuple[int, ...]) -> ScoreLine:
    """Return the line of a player, with those who share the place (ruling A-09)."""
    label = t("Empty spaces") if empty else t("Floor full; Nuts left")
    equal = tuple(Who(n) for n, score in enumerate(scores) if score == scores[seat] and n != seat)
    shared = t("tied with {who}, so they share the place", who=equal) if equal else None
    return ScoreLine(label, scores[seat], shared)


def _reason(scores: tuple[int, ...], empty: list[int]) -> Text:
    """Return who won and why; a match is not over before a floor is full (IS-END-1)."""
    best = max(scores)
    who = tuple(Who(seat) for seat, score in enumerate(scores) if score == best)
    if empty.count(0) == 1:
        return tn(
            "Only one floor is full. {who} wins with it and {count} Nut left.",
            "Only one floor is full. {who} wins with it and {count} Nuts left.",
            best,
            who=who[0],
        )
    if len(who) > 1:
        return tn(
            "Several floors are full. {who} share the win with {count} Nut left each.",
            "Several floors are full. {who} share the win with {count} Nuts left each.",
            best,
            who=who,
        )
    return t(
        "Several floors are full. {who} wins with the most Nuts left: {count}.",
        who=who[0],
        count=best,
    )


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

    They are the best two of those that were won or, if fewer were won, those that were lost
    (ruling A-22).
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
    return ScoreLine(label, 0, t("{score} points, doesn't count", score=result.score))


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
            "The game is lost with {count} empty space, for a score of {score}.",
            "The game is lost with {count} empty spaces, for a score of {score}.",
            result.empty,
            score=score,
        )
    return t("The floor is full, so the game is won. A score of {score} is a success.", score=score)


def _series_reason(results: tuple[GameResult, ...], score: int) -> Text:
    won = sum(not result.empty for result in results)
    if won > 1:
        return t(
            "{won} games were won. The best two count, for a score of {score}.",
            won=won,
            score=score,
        )
    if won:
        return t(
            "Only one game was won, so the two losses count, for a score of {score}.", score=score
        )
    return t("The first two games are lost. The series ends with a score of {score}.", score=score)
