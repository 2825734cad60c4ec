"""Replays a stored log into a match in memory, which checks every row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from matches.domain.change import LogRow, Remark, Stored
from matches.domain.history.timeline import (
    ALL_AGREED,
    FAULTS,
    REWIND,
    Live,
    Played,
    Timeline,
    parsed,
)
from matches.domain.model import UNDO
from rules import registry
from rules.errors import GameError, InvalidMoveError, ReplayError
from rules.protocol import WATCHER, Event, Move
from rules.text import Seat


def play_row(timeline: Timeline, row: LogRow) -> tuple[Event, ...]:
    """Play one log row, a move or an undo but not a rewind, and return its events.

    Raises:
        ValueError: The row's number doesn't follow the last one.
    """
    if row.ply != timeline.ply + 1:
        raise ValueError("the rows are not numbered without gaps")
    if row.move.startswith(UNDO):
        ply, events = timeline.undo(row.seat)
        if ply != int(row.move.removeprefix(UNDO)):
            raise ValueError("another move was taken back")
        return events
    move = parsed(timeline.rules.info.slug, row.move)
    return timeline.move(row.seat, move, row.user_id).events


def replay(
    match_id: int, timeline: Timeline, log: Iterable[LogRow], since: int = 0
) -> tuple[Played, ...]:
    """Play a log to its end and return its rows after the ply `since`.

    Raises:
        ReplayError: A row can't be played; names match and ply, never the move.
    """
    return tuple(
        played for played in rows_played(match_id, timeline, log) if played.row.ply > since
    )


def rows_played(match_id: int, timeline: Timeline, log: Iterable[LogRow]) -> Iterator[Played]:
    """Play a log row by row; yield each once it has been played.

    Raises:
        ReplayError: A row can't be played; names match and ply, never the move.
    """
    rows = tuple(log)
    targets = {row.move.removeprefix(REWIND) for row in rows if row.move.startswith(REWIND)}
    then = {"0": timeline.copy()} if "0" in targets else {}
    for row in rows:
        try:
            if row.move.startswith(REWIND):
                if row.ply != timeline.ply + 1:
                    raise ValueError("the rows are not numbered without gaps")
                timeline.rewind(then[row.move.removeprefix(REWIND)])
                events: tuple[Event, ...] = (Event(ALL_AGREED),)
            else:
                events = play_row(timeline, row)
        except FAULTS as error:
            raise diverged(match_id, row, error) from error
        if str(row.ply) in targets:
            then[str(row.ply)] = timeline.copy()
        yield Played(row, events)


def timeline_at(stored: Stored, ply: int) -> Timeline:
    """Return the timeline of a stored match as it was after a ply of its log.

    Raises:
        ReplayError: The log does not replay.
    """
    timeline = begin(stored)
    rows = [row for row in stored.log if row.ply <= ply]
    for _ in rows_played(stored.info.id, timeline, rows):
        pass
    return timeline


def standing_rows(log: Iterable[LogRow]) -> tuple[LogRow, ...]:
    """Return the rows of a log that still count: no undos or rewinds, nothing undone."""
    found: dict[int, LogRow] = {}
    for row in log:
        gone = Played(row, ()).takes_back
        if gone:
            found = {ply: old for ply, old in found.items() if ply not in gone}
        else:
            found[row.ply] = row
    return tuple(found.values())


def ply_before_last(log: Sequence[LogRow], seat: Seat) -> int | None:
    """Return the ply to go back to before a seat's last standing move, or None.

    That is right before the move, or earlier, so that moves taken back since don't come back.
    """
    now = standing_rows(log)
    mine, plies = [row.ply for row in now if row.seat == seat], {row.ply for row in now}
    if not mine:
        return None
    ply = mine[-1] - 1
    while any(row.ply not in plies for row in standing_rows(row for row in log if row.ply <= ply)):
        ply -= 1
    return ply


def with_remarks(
    log: tuple[Played, ...], remarks: Iterable[Remark], since: int = 0
) -> tuple[Played, ...]:
    """Return rows of a log merged with the remarks after the ply `since`, in order."""
    told = [as_played(remark) for remark in remarks if remark.ply > since]
    return tuple(sorted((*log, *told), key=lambda played: played.row.ply)) if told else log


def as_played(remark: Remark) -> Played:
    """Return a remark as a row of the log."""
    row = LogRow(remark.ply, WATCHER, "", None, remark.at)
    return Played(row, (Event(remark.text),))


def diverged(match_id: int, row: LogRow, error: Exception) -> ReplayError:
    """Return the error for a row that can't be played.

    It quotes a `GameError`, but no other exception, since that may contain moves.
    """
    why = str(error) if isinstance(error, GameError) else type(error).__name__
    return ReplayError(match_id, row.ply, why)


def begin(stored: Stored) -> Timeline:
    """Return the timeline of a stored match at ply 0.

    Raises:
        ReplayError: It was started with rules that are unknown, or not supported any more.
    """
    info = stored.info
    if info.slug not in registry.slugs():
        raise ReplayError(info.id, 0, f"there is no game {info.slug!r}")
    rules = registry.get(info.slug)
    if not rules.info.knows(info.rules_version):
        known = f"{rules.info.oldest_version} to {rules.info.rules_version}"
        why = f"{info.slug} is played by rules {info.rules_version}, known are {known}"
        raise ReplayError(info.id, 0, why)
    return Timeline(rules, len(info.seats), info.options, info.rules_version)


def revive(stored: Stored) -> Live:
    """Return a stored match with its log played and compared with its summary.

    Raises:
        ReplayError: The log doesn't replay, or ends in another position than the summary says.
    """
    info, timeline = stored.info, begin(stored)
    news = with_remarks(
        replay(info.id, timeline, stored.log, info.post_since), stored.remarks, info.post_since
    )
    if timeline.ply != info.ply:
        raise ReplayError(info.id, timeline.ply, f"the log should end at ply {info.ply}")
    if info.status == "live" and timeline.waiting != info.to_act:
        raise ReplayError(info.id, timeline.ply, "other seats are to act than the summary says")
    return Live(info, timeline, _sealed(stored), stored.seed, news)


def _sealed(stored: Stored) -> dict[Seat, Move]:
    """Return the prepared moves; the owner of one that can't be read will be asked."""
    found: dict[Seat, Move] = {}
    for seat, move in stored.sealed:
        with suppress(InvalidMoveError):
            found[seat] = parsed(stored.info.slug, move)
    return found
