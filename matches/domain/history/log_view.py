"""The log as one seat may read it, and the check of its draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from matches.domain.change import Stored
from matches.domain.history.chance import ChanceStream, commitment, mixed
from matches.domain.history.past import Verification
from matches.domain.history.replay import begin, replay, rows_played, with_remarks
from matches.domain.history.result import result_of
from matches.domain.history.seating import seats_then
from matches.domain.history.timeline import FAULTS, Played, Timeline, parsed
from matches.domain.model import LogEntry, MatchInfo, Transcript
from rules.errors import ReplayError
from rules.notation import format_move
from rules.protocol import CHANCE, WATCHER, Event
from rules.text import Seat, Text


def entries(stored: Stored, seat: Seat) -> tuple[LogEntry, ...]:
    """Return the whole log as `seat` may read it, oldest first.

    Raises:
        ReplayError: The log does not replay.
    """
    info = stored.info
    log = with_remarks(replay(info.id, begin(stored), stored.log), stored.remarks)
    return as_read(info, log, seat)


def transcript(stored: Stored, seat: Seat) -> Transcript:
    """Return a match as `seat` may read it, as far as it replays.

    What is secret in the later rows can't be known, so their contents are left out.
    """
    info, outcome = stored.info, None
    log: list[Played] = []
    with suppress(ReplayError):
        timeline = begin(stored)
        for played in rows_played(info.id, timeline, stored.log):
            log.append(played)
        outcome = result_of(info, timeline)
    read = as_read(info, with_remarks(tuple(log), stored.remarks), seat)
    rest = stored.log[len(log) :]
    dark = (LogEntry(row.ply, row.seat, row.at, (), None, undone=False) for row in rest)
    entries = sorted((*read, *dark), key=lambda entry: entry.ply)
    return Transcript(outcome, tuple(entries), len(rest))


def as_read(info: MatchInfo, log: Sequence[Played], seat: Seat) -> tuple[LogEntry, ...]:
    """Return the newest rows of a log as `seat` may read them.

    The rows that an undo takes back need not be among them. Remarks between them stay true: who
    left a seat has left it, and a vote has passed.
    """
    found, before = list[LogEntry](), list[Text]()
    for played, seats in zip(log, seats_then(info, log), strict=True):
        gone = played.takes_back
        if gone:
            found = [
                replace(old, undone=True) if one.row.move and one.row.ply in gone else old
                for old, one in zip(found, log, strict=False)
            ]
            before = _told_alone(found, log, seat)
        entry = _entry(info.slug, played, seat)
        fresh = entry.events
        if _is_move(played):  # others may come before a turn is told to everybody
            fresh = tuple(_not_yet_told(entry.events, before))
        found.append(replace(entry, events=fresh, seats=seats))
    return tuple(found)


def _is_move(played: Played) -> bool:
    """Return whether a row is a move or a draw, which takes nothing back."""
    return bool(played.row.move) and not played.takes_back


def _told_alone(found: Sequence[LogEntry], log: Sequence[Played], seat: Seat) -> list[Text]:
    """Return what a reader was told in rows that stand and nobody else was told of."""
    told = list[Text]()
    for entry, played in zip(found, log, strict=False):
        if entry.undone or not _is_move(played):
            continue
        if any(event.audience is None for event in played.events):
            told.clear()
        else:
            told += [event.text for event in readable(played.events, seat)]
    return told


def _not_yet_told(events: Sequence[Event], before: list[Text]) -> Iterator[Event]:
    """Yield what a reader of a row was not told `before` everybody else was."""
    for event in events:
        if event.audience is not None:
            before.append(event.text)
            yield event
        elif event.text in before:
            before.remove(event.text)
        else:
            yield event
    if any(event.audience is None for event in events):
        before.clear()


def _entry(slug: str, played: Played, seat: Seat) -> LogEntry:
    row, events = played.row, readable(played.events, seat)
    untold = bool(played.events) and not events
    # For chance only the events are shown: the notation of a deal names everybody's hand. Remarks
    # and rewinds belong to nobody.
    nobodys = row.seat in (CHANCE, WATCHER)
    secret = nobodys or (row.seat != seat and (untold or _is_secret(slug, played)))
    return LogEntry(row.ply, row.seat, row.at, events, None if secret else row.move, undone=False)


def _is_secret(slug: str, played: Played) -> bool:
    return not played.takes_back and parsed(slug, played.row.move).secret


def readable(events: tuple[Event, ...], seat: Seat) -> tuple[Event, ...]:
    """Return the events that `seat` may read."""
    return tuple(e for e in events if e.audience is None or seat in e.audience)


def verification(stored: Stored) -> Verification:
    """Repeat every draw and compare. The match must be over or ended.

    Raises:
        ReplayError: The log doesn't replay although every draw up to that point is right.
    """
    timeline = begin(stored)
    honest = commitment(stored.seed) == stored.info.chance_hash
    key = mixed(stored.seed, stored.info.words)
    draws, differing = 0, list[int]()
    rows = rows_played(stored.info.id, timeline, stored.log)
    for row in stored.log:
        if row.seat == CHANCE:
            draws += 1
            if not honest or _drawn(timeline, key, row.ply) != row.move:
                differing.append(row.ply)
        try:
            next(rows)
        except ReplayError:
            if differing:
                break  # after a forged draw the log need not replay
            raise
    info = stored.info
    return Verification(
        info.chance_hash, info.chance_seed, draws, tuple(differing), info.words, honest
    )


def _drawn(timeline: Timeline, key: bytes, ply: int) -> str:
    """Return the draw that the key gives here, or one that a rewind took back."""
    try:
        again = timeline.drawn_again()
        return format_move(
            again or timeline.rules.chance_move(timeline.state, ChanceStream(key, ply))
        )
    except FAULTS:
        return ""  # nothing is drawn here at all
