"""When what nobody touches is announced, closed and let go of. Pure.

A lobby nobody starts or a match nobody moves in is announced once, can be kept by one tap, and is
closed after the notice of its server's `Terms`. Whatever a player does in it begins the wait again.
A pause counts like any other wait, or it would hold a channel for ever; so does a lost channel. A
player's own deadline, with extra time and holidays, is never cut short. A closed match is kept: for
some days its players can reopen it, and only then is it finished for good and its seed published.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final

from matches.domain.deadlines import pace
from matches.domain.deadlines.life import Life
from matches.domain.deadlines.pace import PaceKind
from matches.domain.model import MatchInfo, SeatInfo, is_closed
from matches.domain.table import lobby
from matches.domain.table.invitations import Invitations
from matches.domain.table.terms import Terms

SPREAD: Final = timedelta(hours=1)
"""The time between two looks at what new terms of a server make due all at once."""


class Step(Enum):
    """What to do when a match's end is looked at."""

    WAIT = auto()
    ANNOUNCE = auto()
    CLOSE = auto()
    LET_GO = auto()


def begun(terms: Terms, at: datetime, *, lobby: bool) -> Life:
    """Return the life of a lobby or match that begins at a time."""
    return Life(at, at + terms.untouched(lobby=lobby))


def touched(info: MatchInfo, at: datetime) -> MatchInfo:
    """Return a match that was touched just now; nobody counts as called.

    When to look next is left as it is: too early does no harm, and the index stays untouched. A
    match whose closing was announced is looked at right away, to find the time anew.
    """
    life = replace(info.life, touched=at)
    if life.told is not None:
        life = replace(life, told=None, check=at)
    seats = tuple(
        replace(seat, calls=0, muted=False) if seat.calls or seat.muted else seat
        for seat in info.seats
    )
    return replace(info, life=life, seats=seats)


def next_step(info: MatchInfo, terms: Terms, now: datetime) -> tuple[Step, datetime | None]:
    """Return what to do about a match's end, and when to look again.

    For CLOSE that is the end of the time in which it can be reopened; None if never.
    """
    if is_closed(info):
        return Step.LET_GO, None
    if info.life.told is not None:
        return Step.CLOSE, now + timedelta(days=terms.reopen_days) if terms.reopen_days else None
    at = announced_at(info, terms)
    if now < at:
        return Step.WAIT, at
    return Step.ANNOUNCE, now + terms.notice(lobby=info.status == "lobby")


def announced_at(info: MatchInfo, terms: Terms) -> datetime:
    """Return when a match's closing is announced if nobody touches it."""
    since = info.life.touched or info.created_at
    at = since + terms.untouched(lobby=info.status == "lobby")
    if info.status == "lobby":
        return at
    return max(at, *(_promised(info, seat, since) for seat in info.seats))


def _promised(info: MatchInfo, seat: SeatInfo, since: datetime) -> datetime:
    """Return until when a seat was promised time, extra time and holiday included.

    Only the clock that ran when the match was last touched counts: later ones were started by a
    computer's moves, one after the other, and would keep the match for ever.
    """
    clock = seat.clock if seat.user_id else None
    if clock is None or clock.since > since or info.paused_at is not None:
        return since
    left = timedelta() if clock.on_bank or info.enforced.kind is PaceKind.CASUAL else seat.bank
    away = seat.away[1] if seat.away is not None else since
    return max(clock.due + left, away)


def announced(info: MatchInfo, now: datetime, closes_at: datetime) -> MatchInfo:
    """Return a match whose closing is announced."""
    return replace(info, life=replace(info.life, told=now, check=closes_at))


def looked_at(info: MatchInfo, again: datetime | None) -> MatchInfo:
    """Return a match that is looked at again at a time, or never."""
    return replace(info, life=replace(info.life, check=again))


def closed(info: MatchInfo, now: datetime, until: datetime | None) -> MatchInfo:
    """Return a match closed because nobody moved; it can be reopened `until` a time.

    A lobby that only some can join stays so, but forgets the others' names.
    """
    ended = lobby.broken_off(info, now, "unmoved")
    life = replace(info.life, told=None, check=until)
    return replace(ended, life=life, invitations=Invitations(closed=info.invitations.closed))


def finished(before: MatchInfo, after: MatchInfo) -> MatchInfo:
    """Return a match whose end is not looked at any more if it has just ended.

    One that was closed (`closed`) keeps the time until which it can be reopened.
    """
    if after.status in ("lobby", "live") or before.status == after.status:
        return after
    if after.life.check != before.life.check:
        return after
    return replace(after, life=replace(after.life, check=None, told=None))


def reopened(info: MatchInfo, terms: Terms, waiting: frozenset[int], at: datetime) -> MatchInfo:
    """Return a closed match open again, with clocks that start anew.

    Without its channel the match stays paused until it has a new one.
    """
    begun_before = info.begun_at is not None
    gone = info.trouble == "gone" and begun_before
    clocks = tuple(
        replace(
            seat,
            clock=_anew(info, seat, at, stopped=gone or not seat.user_id),
            lent=False,
            calls=0,
            muted=False,
        )
        if seat.seat in waiting and begun_before
        else replace(seat, clock=None, calls=0, muted=False)
        for seat in info.seats
    )
    return replace(
        info,
        status="live" if begun_before else "lobby",
        seats=clocks,
        to_act=waiting if begun_before else frozenset(),
        finished_at=None,
        ending="",
        paused_at=at if gone else None,
        paused_why="gone" if gone else "",
        life=begun(terms, at, lobby=not begun_before),
    )


def _anew(info: MatchInfo, seat: SeatInfo, at: datetime, *, stopped: bool) -> pace.Clock:
    clock = pace.started(info.pace, at, seat.away)
    return pace.stopped(clock) if stopped else clock


def after_absence(info: MatchInfo, gap: timedelta, until: datetime) -> MatchInfo:
    """Return the match with the time the bot was away given back.

    Args:
        info: The match.
        gap: How long the bot was away; negative if the system clock was set back.
        until: When the bot was back; what was touched since then isn't moved.
    """
    life = info.life
    is_later = life.touched is not None and life.touched >= until and gap > timedelta()
    if life.check is None or is_later:
        return info
    moved = replace(
        life,
        touched=None if life.touched is None else min(life.touched + gap, until),
        check=life.check + gap,
        told=None if life.told is None else life.told + gap,
    )
    return replace(info, life=moved)
