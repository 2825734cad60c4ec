"""The log as one seat may read it, and the check of its draws, which replays it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from matches.chance import ChanceStream, commitment
from matches.live import FAULTS, Line, Played, begin, diverged, parsed, play_row, replay
from matches.model import LogEntry, Verification
from matches.records import Stored
from rules.notation import format_move
from rules.protocol import CHANCE, Event
from rules.text import Seat


def entries(stored: Stored, seat: Seat) -> tuple[LogEntry, ...]:
    """Return the whole log as `seat` may read it, oldest first.

    Raises:
        ReplayError: The log does not replay.
    """
    info = stored.info
    return told(info.slug, replay(info.id, begin(stored), stored.log), seat)


def told(slug: str, log: Iterable[Played], seat: Seat) -> tuple[LogEntry, ...]:
    """Return rows of a log as `seat` may read them; one taken back before them is not missed."""
    found: dict[int, LogEntry] = {}
    for played in log:
        found[played.row.ply] = _entry(slug, played, seat)
        taken = played.takes_back
        if taken in found:
            found[taken] = replace(found[taken], undone=True)
    return tuple(found.values())


def _entry(slug: str, played: Played, seat: Seat) -> LogEntry:
    row, events = played.row, readable(played.events, seat)
    if played.takes_back is not None:
        secret = not events
    else:
        # What chance did is told by the events alone: a deal names everybody's hand.
        secret = row.seat == CHANCE or (parsed(slug, row.move).secret and row.seat != seat)
    return LogEntry(row.ply, row.seat, row.at, events, None if secret else row.move, undone=False)


def readable(events: tuple[Event, ...], seat: Seat) -> tuple[Event, ...]:
    """Return the events that `seat` may read."""
    return tuple(e for e in events if e.audience is None or seat in e.audience)


def verification(stored: Stored) -> Verification:
    """Draw again what chance drew and compare. Assumes that the match is over or ended.

    Raises:
        ReplayError: The log does not replay although every draw up to there is right.
    """
    line = begin(stored)
    honest = commitment(stored.seed) == stored.info.chance_hash
    draws, differing = 0, []
    for row in stored.log:
        if row.seat == CHANCE:
            draws += 1
            if not honest or _drawn(line, stored.seed, row.ply) != row.move:
                differing.append(row.ply)
        try:
            play_row(line, row)
        except FAULTS as error:
            if differing:
                break  # a forged draw leads to a log that cannot be played on
            raise diverged(stored.info.id, row, error) from error
    return Verification(stored.info.chance_hash, stored.info.chance_seed, draws, tuple(differing))


def _drawn(line: Line, seed: bytes, ply: int) -> str:
    """Return the draw that the seed gives here."""
    try:
        return format_move(line.rules.chance_move(line.state, ChanceStream(seed, ply)))
    except FAULTS:
        return ""  # nothing is drawn here at all
