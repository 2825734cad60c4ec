"""The result of a match: what the rules say, and who can't win all the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from dataclasses import replace

from matches.domain.history.timeline import Timeline
from matches.domain.model import MatchInfo
from matches.domain.table.computers import is_left
from rules.protocol import WATCHER, Outcome
from rules.text import Person, Seat, Text, Who, t


def result_of(info: MatchInfo, timeline: Timeline, *, at_end: bool = True) -> Outcome | None:
    """Return the result of a match, or None while play goes on, or if there is none.

    A conceded seat that nobody has taken since can't win: the others are ranked as if it weren't
    there, and all conceded seats share the place after them. If a match stopped because all but one
    conceded, the scores are those of that moment; there are none, (), where none can be told yet.

    Nor can a seat win that its player has left, or was late with again and again, and that a
    computer played at the end: where it has won by the rules, the best of the others wins instead.

    Args:
        info: The match.
        timeline: The match as played.
        at_end: Whether that is its end; False for an earlier point.
    """
    gone = {seat.seat: Person(seat.name) for seat in info.seats if seat.conceded}
    left = frozenset(s.seat for s in info.seats if is_left(info, s) and not s.conceded)
    outcome = timeline.rules.outcome(timeline.state)
    if outcome is not None:
        outcome = _with_conceded(outcome, gone) if gone else outcome
        return _with_left(outcome, left, gone.keys()) if at_end and left else outcome
    return _as_it_stands(timeline, gone) if at_end and info.ending == "conceded" else None


def _with_conceded(outcome: Outcome, gone: Mapping[Seat, Person]) -> Outcome:
    """Return a result without those who conceded, by the seats they had."""
    ranks = _ranks(outcome.ranks, gone)
    before = {seat for seat, rank in enumerate(outcome.ranks) if rank == 1}
    winners = tuple(Who(seat) for seat, rank in enumerate(ranks) if rank == 1)
    who = tuple(gone.values())
    if not before & gone.keys():
        more = (
            t("{who} conceded and comes last.", who=who)
            if len(gone) == 1
            else t("{who} conceded and share last place.", who=who)
        )
        return replace(
            outcome, ranks=ranks, reason=t("{first} {then}", first=outcome.reason, then=more)
        )
    return replace(outcome, ranks=ranks, reason=_reason(who, winners))


def _with_left(outcome: Outcome, left: frozenset[Seat], gone: Set[Seat]) -> Outcome:
    """Return a result in which the best wins of those whose seats weren't left."""
    first = frozenset(seat for seat, rank in enumerate(outcome.ranks) if rank == 1)
    stayed = [rank for seat, rank in enumerate(outcome.ranks) if seat not in left | gone]
    if not first & left or not stayed:
        return outcome
    top = min(stayed)
    best = frozenset(s for s, rank in enumerate(outcome.ranks) if rank == top) - left
    ranks = tuple(
        1 if seat in best else rank + len(best) if rank <= top else rank
        for seat, rank in enumerate(outcome.ranks)
    )
    who, winners = _names(first & left), _names(best)
    match len(who) > 1, len(winners) > 1:
        case False, False:
            why = t(
                "{who} is ahead, but was left to a computer, so {winner} wins.",
                who=who,
                winner=winners,
            )
        case False, True:
            why = t(
                "{who} is ahead, but was left to a computer, so {winners} win.",
                who=who,
                winners=winners,
            )
        case True, False:
            why = t(
                "{who} are ahead, but were left to computers, so {winner} wins.",
                who=who,
                winner=winners,
            )
        case _:
            why = t(
                "{who} are ahead, but were left to computers, so {winners} win.",
                who=who,
                winners=winners,
            )
    return replace(outcome, ranks=ranks, reason=why)


def _as_it_stands(timeline: Timeline, gone: Mapping[Seat, Person]) -> Outcome:
    rules = timeline.rules
    seats = range(len(timeline.asked))
    ranks = _ranks(tuple(1 for _ in seats), gone)
    return Outcome(
        scores=rules.scores(rules.view(timeline.state, WATCHER)) or (),
        ranks=ranks,
        lines=tuple(() for _ in seats),
        reason=_reason(
            tuple(gone.values()), tuple(Who(seat) for seat in seats if ranks[seat] == 1)
        ),
        amount=rules.info.amount,
    )


def _ranks(ranks: tuple[int, ...], gone: Collection[Seat]) -> tuple[int, ...]:
    """Return new ranks: those who played on among themselves, then the others."""
    playing = [rank for seat, rank in enumerate(ranks) if seat not in gone]
    return tuple(
        len(playing) + 1 if seat in gone else 1 + sum(other < rank for other in playing)
        for seat, rank in enumerate(ranks)
    )


def _names(seats: frozenset[Seat]) -> tuple[Who, ...]:
    return tuple(Who(seat) for seat in sorted(seats))


def _reason(gone: tuple[Person, ...], winners: tuple[Who, ...]) -> Text:
    if len(winners) > 1:
        return t("{who} conceded, so {winners} win.", who=gone, winners=winners)
    if len(gone) > 1:
        return t("{who} have conceded, so {winner} wins.", who=gone, winner=winners)
    return t("{who} conceded, so {winner} wins.", who=gone, winner=winners)
