"""How a match ended, in words; the same for every game."""

from __future__ import annotations

from render.speech import Speech, brief
from rules.protocol import Outcome, ScoreLine
from rules.text import Seat, Text, Who, t


def by_rank(outcome: Outcome) -> list[Seat]:
    """Return the seats, best first, tied ones in seat order."""
    return sorted(range(len(outcome.ranks)), key=lambda seat: (outcome.ranks[seat], seat))


def result_text(outcome: Outcome, say: Speech) -> tuple[str, str]:
    """Return a result as alternative text, and in full, with the parts of every score."""
    reason = say(outcome.reason)
    standings = {seat: say(_standing(outcome, seat)) for seat in by_rank(outcome)}
    lines = [reason]
    for seat, standing in standings.items():
        lines += ["", standing, *(say(_line(line)) for line in outcome.lines[seat])]
    return brief(" ".join((reason, *standings.values()))), "\n".join(lines)


def sums(outcome: Outcome, seat: Seat, say: Speech) -> tuple[tuple[str, int, str], ...]:
    """Return the parts of a seat's score: label, points, and details or ""."""
    return tuple(
        (say(line.label), line.points, say(line.detail) if line.detail else "")
        for line in outcome.lines[seat]
        if line.points is not None
    )


def remarks(outcome: Outcome, seat: Seat, say: Speech) -> tuple[str, ...]:
    """Return what is said of a seat's score besides its parts: what decided a tie."""
    return tuple(say(line.label) for line in outcome.lines[seat] if line.points is None)


def _standing(outcome: Outcome, seat: Seat) -> Text:
    amount = outcome.amount(outcome.scores[seat])
    if len(outcome.ranks) == 1:
        return t("{who}: {amount}.", who=Who(seat), amount=amount)
    return t("{rank}. {who}: {amount}.", rank=outcome.ranks[seat], who=Who(seat), amount=amount)


def _line(line: ScoreLine) -> Text:
    if line.points is None:
        return line.label
    if line.detail is None:
        return t("{label}: {points}", label=line.label, points=line.points)
    return t(
        "{label}: {points} – {detail}", label=line.label, points=line.points, detail=line.detail
    )
