"""The score: sequences, the choices of lajkoniki, totals, ranks."""

from __future__ import annotations

from functools import lru_cache

from rules.krakow.components import (
    ACTIONS,
    GROUPS,
    LETTERS,
    NUMBERS,
    RANKS,
    Action,
    Group,
    Sight,
    sight_text,
)
from rules.krakow.state import KrakowState, Player, kept_points
from rules.krakow.view import Bonus, Phase, Sequence
from rules.protocol import Outcome, ScoreLine
from rules.text import Text, Who, number, t, tn


def sight_points(sights: tuple[Sight, ...]) -> int:
    """Return the printed points of sights; a lajkonik keeps its own (K-SCORE-6)."""
    return sum(sight.points for sight in sights)


def bonus_of(sights: tuple[Sight, ...]) -> Bonus:
    """Return the best sequence bonus of a collection, whose order does not matter."""
    return _best(frozenset(sights))


@lru_cache(maxsize=256)
def _best(sights: frozenset[Sight]) -> Bonus:
    """Return the bonus of the best joint choice of the lajkoniki (K-SCORE-5).

    The bot makes the choice for the player (K-SCORE-8, ruling R16); of several best ones it takes
    the first. Obwarzanki join nothing (K-SCORE-9). Pictures ask for the same collections again and
    again.
    """
    owned: dict[Group, frozenset[str]] = {
        g: frozenset([s.rank for s in sights if s.group is g and s.rank in RANKS]) for g in Group
    }
    jokers = [g for g in Group if Sight.parse(f"{g}:L") in sights]
    free = [g for g in jokers if len(owned[g]) < len(RANKS)]  # K-SCORE-7: else it is no other
    chosen = dict(zip(free, _joint_choice(free, owned), strict=True))
    full = {g: ranks | {*chosen.get(g, ())} for g, ranks in owned.items()}
    found = (*_runs(full), *_sets(full))
    choices = tuple(
        (Sight.parse(f"{g}:L"), Sight.parse(f"{g}:{chosen[g]}") if g in chosen else None)
        for g in jokers
    )
    return Bonus(sum(sequence.points for sequence in found), found, choices)


def _joint_choice(jokers: list[Group], owned: dict[Group, frozenset[str]]) -> list[str]:
    """Return the ranks for the lajkoniki of some groups: the first of the best.

    Only lajkoniki that stand for the same rank depend on each other. So the ranks are gone through
    once, and for each set of lajkoniki (bits of a number) the best way is kept in which just these
    stand for the ranks so far: as minus the points, and the places in `RANKS`, both to be least.
    """
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, (-1,) * len(jokers))}
    for place, rank in enumerate(RANKS):
        so_far = list(best.items())
        for joined, gain in _gains(rank, jokers, owned):
            for before, (lost, places) in so_far:
                if not before & joined:
                    ways = enumerate(places)
                    new = tuple([place if joined >> n & 1 else old for n, old in ways])
                    way = (lost - gain, new)
                    best[before | joined] = min(way, best.get(before | joined, way))
    return [RANKS[place] for place in best[2 ** len(jokers) - 1][1]]


def _gains(
    rank: str, jokers: list[Group], owned: dict[Group, frozenset[str]]
) -> list[tuple[int, int]]:
    """Return for each set of lajkoniki what they add if all of them stand for `rank`."""
    count = sum(rank in ranks for ranks in owned.values())
    sets = [(0, 0, 0)]  # the lajkoniki, how many, and what they add to runs
    for bit, group in enumerate(jokers):
        if rank not in owned[group]:
            more = _run_points(owned[group] | {rank}) - _run_points(owned[group])
            sets += [(joined | 1 << bit, n + 1, gain + more) for joined, n, gain in sets]
    return [(j, gain + _square(count + n) - _square(count)) for j, n, gain in sets[1:]]


def _square(length: int) -> int:
    """Return the length squared of a sequence of two or more (K-SCORE-4, ruling R8)."""
    return length * length if length > 1 else 0


def _run_points(ranks: frozenset[str]) -> int:
    return sum([_square(len(run)) for run in _stretches(ranks)])


def _stretches(ranks: frozenset[str]) -> list[str]:
    """Return the stretches of consecutive ranks (K-SCORE-2).

    There is none from 8 to A, because they do not join (ruling R9).
    """
    return "".join([r if r in ranks else " " for r in f"{NUMBERS} {LETTERS}"]).split()


def _runs(owned: dict[Group, frozenset[str]]) -> list[Sequence]:
    return [
        Sequence("run", tuple(Sight.parse(f"{g}:{r}") for r in run), _square(len(run)))
        for g, ranks in owned.items()
        for run in _stretches(ranks)
        if len(run) > 1
    ]


def _sets(owned: dict[Group, frozenset[str]]) -> list[Sequence]:
    """Return the sets: all cards of one rank, at least two (K-SCORE-3)."""
    sets = ([g for g in Group if rank in owned[g]] for rank in RANKS)
    return [
        Sequence("set", tuple(Sight.parse(f"{g}:{rank}") for g in groups), _square(len(groups)))
        for rank, groups in zip(RANKS, sets, strict=True)
        if len(groups) > 1
    ]


def total(player: Player) -> int:
    """Return a player's total, as if they kept their hand (K-SCORE-1)."""
    sights = sight_points(player.sights) + bonus_of(player.sights).points
    return sights + kept_points(player.hand)


def obwarzanki(player: Player) -> int:
    """Return how many obwarzanki a player has; they decide ties (K-WIN-1)."""
    return sum(sight.kind == "obwarzanek" for sight in player.sights)


def outcome(state: KrakowState) -> Outcome | None:
    """Return the result, or None while play goes on."""
    if state.phase is not Phase.OVER:
        return None
    keys = [(total(player), obwarzanki(player)) for player in state.players]
    return Outcome(
        scores=tuple(points for points, _ in keys),
        ranks=tuple(1 + sum(other > own for other in keys) for own in keys),
        lines=tuple(
            (*score_lines(player), *_tie(key, keys))
            for player, key in zip(state.players, keys, strict=True)
        ),
        reason=_reason(state, keys),
    )


def _tie(own: tuple[int, int], keys: list[tuple[int, int]]) -> tuple[ScoreLine, ...]:
    """Return a line about the obwarzanki that order equal points (K-WIN-1)."""
    points, rings = own
    if sum(key[0] == points for key in keys) == 1:
        return ()
    words = tn("tie-break: {count} obwarzanek", "tie-break: {count} obwarzanki", rings)
    return (ScoreLine(words, None),)


def score_lines(player: Player) -> tuple[ScoreLine, ...]:
    """Return the breakdown: sights, cards kept, lajkoniki, runs, sets."""
    bonus = bonus_of(player.sights)
    return (
        ScoreLine(
            tn("{count} sight", "{count} sights", len(player.sights)),
            sight_points(player.sights),
            t("{cards}", cards=tuple(map(_worth, player.sights))),
        ),
        ScoreLine(
            tn("{count} action card kept", "{count} action cards kept", len(player.hand)),
            kept_points(player.hand),
            t("{cards}", cards=tuple(map(_kept, player.hand))),
        ),
        *(_choice_line(joker, sight) for joker, sight in bonus.choices),
        *map(_sequence_line, bonus.sequences),
    )


def _worth(sight: Sight) -> Text:
    return t("{sight} ({points})", sight=sight.label, points=number(sight.points))


def _kept(card: Action) -> Text:
    face = ACTIONS[card]
    return t("{card} ({points})", card=face.name, points=number(face.points))


def _choice_line(joker: Sight, sight: Sight | None) -> ScoreLine:
    if sight is None:
        words = t("{lajkonik} isn't used as another sight", lajkonik=sight_text(joker))
        return ScoreLine(words, None)
    words = t("{lajkonik} stands for {sight}", lajkonik=sight_text(joker), sight=sight.label)
    return ScoreLine(words, None)


def _sequence_line(sequence: Sequence) -> ScoreLine:
    first = sequence.cards[0]
    length = len(sequence.cards)
    if sequence.kind == "run" and first.group is not None:
        label = t("Run of {length}: {group}", length=length, group=GROUPS[first.group].name)
    else:
        label = t("Set of {length}: {sight}", length=length, sight=first.name)
    codes = tuple(sight.label for sight in sequence.cards)
    return ScoreLine(label, sequence.points, t("{cards}", cards=codes))


def _reason(state: KrakowState, keys: list[tuple[int, int]]) -> Text:
    """Return why the match ended, who won, and how a tie was decided."""
    best = max(keys)
    rounds, points = state.scale.rounds, best[0]
    winners = tuple(Who(seat) for seat, key in enumerate(keys) if key == best)
    level = tuple(Who(seat) for seat, key in enumerate(keys) if key[0] == points)
    if len(winners) > 1:
        return tn(
            "All {rounds} rounds have been played. {who} share the win with {points} point each "
            "and the same number of obwarzanki ({rings}).",
            "All {rounds} rounds have been played. {who} share the win with {points} points each "
            "and the same number of obwarzanki ({rings}).",
            points,
            rounds=rounds,
            who=winners,
            points=number(points),
            rings=best[1],
        )
    if len(level) > 1:
        return tn(
            "All {rounds} rounds have been played. {level} tie at {points} point, and "
            "{who} wins with more obwarzanki ({rings}).",
            "All {rounds} rounds have been played. {level} tie at {points} points, and "
            "{who} wins with more obwarzanki ({rings}).",
            points,
            rounds=rounds,
            level=level,
            points=number(points),
            who=winners[0],
            rings=best[1],
        )
    return tn(
        "All {rounds} rounds have been played. {who} wins with {points} point.",
        "All {rounds} rounds have been played. {who} wins with {points} points.",
        points,
        rounds=rounds,
        who=winners[0],
        points=number(points),
    )
