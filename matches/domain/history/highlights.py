"""Finds what decided a match in the scores after each of its steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from matches.domain.model import Glance
from rules.protocol import Outcome, points
from rules.text import Seat, Text, Who, t

_Scores: TypeAlias = "Sequence[tuple[Glance, tuple[int, ...]]]"


def turning_points(steps: Sequence[Glance]) -> tuple[Text, ...]:
    """Return what decided a match: at most two sentences.

    Args:
        steps: How it looked to a watcher after each step, oldest first, including the end.
    """
    outcome = steps[-1].outcome
    if outcome is None:
        return ()
    scores = [(glance, glance.rules.scores(glance.view)) for glance in steps]
    known = [(glance, found) for glance, found in scores if found is not None]
    found = (_lead(known, outcome), _leap(known, outcome))
    return tuple(text for text in found if text is not None)


def _lead(known: _Scores, outcome: Outcome) -> Text | None:
    """Return when the only winner took the lead for good; None if no other ever led."""
    leaders = [_leader(scores) for _, scores in known]
    if outcome.ranks.count(1) != 1 or not leaders or leaders[-1] != outcome.ranks.index(1):
        return None
    winner, since = leaders[-1], len(leaders) - 1
    while since and leaders[since - 1] == winner:
        since -= 1
    if all(leader in (None, winner) for leader in leaders[:since]):
        return None
    glance = known[since - 1][0]
    return t(
        "{where}: {who} took the lead and kept it.",
        who=Who(winner),
        where=glance.rules.headline(glance.view),
    )


def _leader(scores: tuple[int, ...]) -> Seat | None:
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def _leap(known: _Scores, outcome: Outcome) -> Text | None:
    """Return the biggest gain of one step, the first of several equal ones."""
    found: tuple[int, Seat, Glance] | None = None
    for (glance, before), (_, after) in zip(known, known[1:], strict=False):
        for seat, (old, new) in enumerate(zip(before, after, strict=True)):
            if new - old > (found[0] if found else 1):
                found = (new - old, seat, glance)
    if found is None:
        return None
    gain, seat, glance = found
    where = glance.rules.headline(glance.view)
    if outcome.amount is not points:
        return t("{where}: {who} made the biggest gain in one step.", who=Who(seat), where=where)
    return t(
        "{where}: {who} made the biggest gain in one step, {points} points.",
        who=Who(seat),
        points=gain,
        where=where,
    )
