"""The layout of events in posts and in Catch up."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from cogs.outbox.posts import TURN_LINES
from cogs.ui.sheet import LINE_CHARS, Line, news, untold
from matches.domain.model import LogEntry, MatchInfo, Opening, SeatInfo
from matches.domain.table.lobby import new_lobby
from rules import registry
from rules.protocol import Event
from rules.text import Who, t

NOW = datetime(2026, 1, 1, tzinfo=UTC)
EVENTS = {n: Event(t("Thing {n} happens.", n=n)) for n in range(100)}


def match() -> MatchInfo:
    opening = Opening(slug="krakow", guild_id=1, channel_id=2, user_id=3, name="Ada")
    return new_lobby(registry.get("krakow").info, opening, NOW)


def row(*things: int, undone: bool = False) -> LogEntry:
    """Return a row that led to some things."""
    return LogEntry(1, 0, NOW, tuple(EVENTS[n] for n in things), None, undone=undone)


def lines(*rows: LogEntry) -> list[Line]:
    return news(rows, "en", match(), TURN_LINES, signed=True)


def test_each_thing_has_a_line_while_there_is_room() -> None:
    assert lines(row(1, 2), row(), row(3)) == [
        "- Thing 1 happens.",
        "- Thing 2 happens.",
        "- Thing 3 happens.",
    ]


def test_beyond_that_no_more_share_a_line_than_have_to() -> None:
    assert lines(row(1, 2, 3), row(4), row(5)) == [
        "- Thing 1 happens.",
        "- Thing 2 happens. Thing 3 happens.",
        "- Thing 4 happens.",
        "- Thing 5 happens.",
    ]


def test_a_move_shares_a_line_last() -> None:
    assert lines(row(1, 2, 3), row(4), row(5, 6)) == [
        "- Thing 1 happens.",
        "- Thing 2 happens. Thing 3 happens.",
        "- Thing 4 happens.",
        "- Thing 5 happens. Thing 6 happens.",
    ]


def test_what_is_about_one_player_shares_a_line_first() -> None:
    ada, bo = Who(0), Who(1)
    said = [
        t("{who} sows.", who=ada),
        t("It is autumn."),
        t("{who} reaps.", who=bo),
        t("{who} sells the whole harvest of this year.", who=bo),
        t("{who} eats.", who=ada),
    ]
    entry = LogEntry(1, 0, NOW, tuple(map(Event, said)), None, undone=False)
    names = [SeatInfo(seat, seat + 1, name) for seat, name in enumerate(("Ada", "Bo"))]
    told = news([entry], "en", replace(match(), seats=tuple(names)), TURN_LINES, signed=True)
    assert told == [
        "- **Ada** sows.",
        "- It is autumn.",
        "- **Bo** reaps. **Bo** sells the whole harvest of this year.",
        "- **Ada** eats.",
    ]


def test_moves_are_left_out_only_where_all_lines_are_shared() -> None:
    told = lines(*[row(3 * n, 3 * n + 1, 3 * n + 2) for n in range(TURN_LINES + 1)])
    assert [line.events for line in told] == [3] * (TURN_LINES + 1)


def test_a_move_stays_alone_where_the_rest_fits_on_fewer_lines() -> None:
    texts = [t("x" * n) for n in (20, 90, 130, 90, 130, 90, 130)]
    long = LogEntry(1, 0, NOW, tuple(map(Event, texts)), None, undone=False)
    assert [line.events for line in lines(long)] == [1, 2, 2, 2]
    assert [line.events for line in lines(long, row(1, 2))] == [3, 2, 2, 2]


def test_no_line_is_longer_than_it_may_be_and_nothing_is_lost() -> None:
    told = lines(row(*range(100)))
    assert max(len(line.removeprefix("- ")) for line in told) <= LINE_CHARS
    said = " ".join(line.removeprefix("- ") for line in told)
    assert said == " ".join(f"Thing {n} happens." for n in range(100))


def test_what_is_left_out_is_counted_by_what_happened_not_by_lines() -> None:
    found = lines(row(1, 2, 3), *[row(n) for n in range(4, 4 + TURN_LINES)])
    assert len(found) == TURN_LINES + 1
    assert untold(found, TURN_LINES) == 3
    assert untold(lines(row(1, 2)), TURN_LINES) == 0


def test_undone_moves_are_left_out() -> None:
    assert lines(row(1, 2, 3, 4, 5, undone=True), row(6)) == ["- Thing 6 happens."]
