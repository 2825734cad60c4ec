"""What the end of a match says: its par, and when computers played for somebody."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from matches.domain.change import LogRow, Remark
from matches.domain.history import result
from matches.domain.model import MatchInfo
from matches.domain.table.endings import par_lines
from matches.services import history
from rules import registry
from rules.protocol import Outcome
from rules.text import Person, Text, t

PAR = registry.get("lodge").info.par
NOBODY, ANN = 0, 7
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (2, "That's {count} point above par."),
        (1, "That's {count} point above par."),
        (0, "That's exactly par."),
        (-1, "That's {count} point below par."),
        (-9, "That's {count} point below par."),
    ],
)
def test_a_result_is_compared_with_par(more: int, told: str) -> None:
    assert PAR is not None
    alone = cast("MatchInfo", SimpleNamespace(slug="lodge", capacity=1, options=frozenset()))
    outcome = Outcome((PAR.score + more,), (1,), ((),), t("over"))
    first, last = par_lines(alone, outcome)
    assert first.count == PAR.matches
    assert (last.msgid, last.count) == (told, abs(more))
    assert par_lines(alone) == (first,)


@pytest.mark.parametrize(("capacity", "options"), [(2, ()), (1, ("variant",))])
def test_only_a_match_of_one_by_the_rules_has_a_par(
    capacity: int, options: tuple[str, ...]
) -> None:
    match = SimpleNamespace(slug="lodge", capacity=capacity, options=frozenset(options))
    assert par_lines(cast("MatchInfo", match)) == ()


@pytest.mark.parametrize(
    ("ranks", "gone", "after", "told"),
    [
        ((1, 2, 3), {2}, (1, 2, 3), "over {who} conceded and comes last."),
        ((1, 2, 3), {1}, (1, 3, 2), "over {who} conceded and comes last."),
        ((1, 2, 3), {1, 2}, (1, 2, 2), "over {who} conceded and share last place."),
        ((1, 2, 3), {0}, (3, 1, 2), "{who} conceded, so {winner} wins."),
        ((1, 1, 3), {0}, (3, 1, 2), "{who} conceded, so {winner} wins."),
        ((1, 2, 2), {0}, (3, 1, 1), "{who} conceded, so {winners} win."),
        ((1, 2, 3), {0, 1}, (2, 2, 1), "{who} have conceded, so {winner} wins."),
    ],
)
def test_a_result_says_who_conceded(
    ranks: tuple[int, ...], gone: set[int], after: tuple[int, ...], told: str
) -> None:
    outcome = Outcome((9, 8, 7), ranks, ((), (), ()), t("over"))
    found = result._with_conceded(outcome, {seat: Person(f"P{seat}") for seat in gone})
    assert found.ranks == after
    said = found.reason
    if said.msgid == "{first} {then}":
        first, then = (cast("Text", dict(said.params)[name]) for name in ("first", "then"))
        assert f"{first.msgid} {then.msgid}" == told
    else:
        assert said.msgid == told


def stints(
    holders: list[tuple[int, int, int]], *moves: tuple[int, int], own: int = 0, told: Any = ()
) -> list[tuple[Any, ...]]:
    """Return the stints of moves (seat and ply), as since, until and how many were late.

    Args:
        holders: Who held which seat from which ply on.
        moves: A computer's moves.
        own: The ply of the only move that a person made.
        told: The plies after which a computer's decision was told.
    """
    names = [SimpleNamespace(name="Ann"), SimpleNamespace(name="Bea")]
    log = [SimpleNamespace(seat=seat, ply=ply, seats=names) for seat, ply in moves]
    rows = [LogRow(ply, seat, "x", ANN if ply == own else None, NOW) for seat, ply in moves]
    remarks = [Remark(ply, NOW, t("told")) for ply in told]
    seats = [SimpleNamespace(level=""), SimpleNamespace(level="good")]
    info = SimpleNamespace(seats=seats, ply=20)
    stored = SimpleNamespace(info=info, log=rows, remarks=remarks)
    reel = SimpleNamespace(stored=stored, played=log, headline=lambda ply: ply)
    tenures = list(history._tenures(*cast("tuple[Any, Any]", (reel, holders))))
    found = history._stints(cast("Any", reel), tenures)
    return [(stint.name, stint.since, stint.until, stint.late) for stint in found]


@pytest.fixture(autouse=True)
def _read_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "as_read", lambda _, played, __: played)


def test_a_computer_that_moved_for_somebody_is_told() -> None:
    left = [(0, 0, ANN), (0, 5, NOBODY)]
    assert stints(left, (0, 6)) == [("Ann", 5, None, 0)]
    assert stints([*left, (0, 9, ANN)], (0, 9)) == [("Ann", 5, 9, 0)]
    assert stints([*left, (0, 9, ANN), (0, 12, NOBODY)], (0, 7), (0, 15)) == [
        ("Ann", 5, 9, 0),
        ("Ann", 12, None, 0),
    ]


def test_an_open_seat_that_had_nothing_to_decide_is_not_told() -> None:
    gone = [(0, 0, NOBODY), (0, 5, NOBODY), (0, 9, ANN)]
    assert stints(gone, (0, 5), (1, 7), own=5) == [], "whose name was removed moved themselves"
    assert stints([(1, 0, NOBODY)], (1, 7)) == [], "that seat has been a computer's from the start"


def test_late_decisions_are_counted_not_the_rows_of_each() -> None:
    held = [(0, 0, ANN)]
    moves = [(0, 4), (0, 5), (0, 9), (0, 10), (0, 15)]
    assert stints(held, *moves, told=(5, 15)) == [("Ann", 3, None, 2)]
    assert stints(held, *moves, own=9, told=(5, 10, 15)) == [("Ann", 3, None, 3)]
    assert stints(held, (0, 4), own=4) == []
    left = [*held, (0, 5, NOBODY)]
    assert stints(left, (0, 4), (0, 9), told=(4,)) == [("Ann", 3, None, 1), ("Ann", 5, None, 0)]
