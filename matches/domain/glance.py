"""Makes a match look as one user may see it, now or after a move."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from matches.domain.history.log_view import readable
from matches.domain.history.result import result_of
from matches.domain.history.timeline import Live
from matches.domain.model import Glance, MatchInfo, TurnReport, Why
from matches.domain.table.guards import attempting, check_seated, check_to_act, check_unfinished
from rules.errors import RefusedError
from rules.nearest import nearest
from rules.notation import parse_move
from rules.protocol import CHANCE, WATCHER, Event
from rules.text import Seat

GUESSES: Final = 3
"""The number of worlds, alike to the player, in which a look ahead tries a move."""


def seat_in(info: MatchInfo, user_id: int | None) -> Seat:
    """Return the seat of a user, or WATCHER; None has none."""
    return WATCHER if user_id is None else info.seat_of(user_id)


def seen_by(live: Live, user_id: int | None) -> Glance:
    """Return how a match looks to a user."""
    timeline, rules, info = live.timeline, live.timeline.rules, live.info
    seat = seat_in(info, user_id)
    playing = seat != WATCHER and info.status == "live"
    return Glance(
        match=info,
        rules=rules,
        seat=seat,
        view=rules.view(timeline.state, seat),
        moves=rules.legal_moves(timeline.state, seat) if playing else (),
        preparable=rules.preparable(timeline.state, seat) if playing else (),
        prepared=live.sealed.get(seat),
        can_undo=playing and timeline.can_undo(seat, info.seats[seat].user_id),
        asked_ply=timeline.asked[seat] if seat != WATCHER else timeline.ply,
        outcome=result_of(info, timeline),
        newly=frozenset(
            s
            for s in info.to_act
            if timeline.since[s] > info.posted_ply and info.seats[s].called_at is None
        ),
        has_moved=playing and timeline.moved[seat] > 0,
    )


def made_for(live: Live, user_id: int, ply: int) -> tuple[Event, ...]:
    """Return what was done for a user, who was then asked at a `ply` of the log.

    That is what came of a queued move or a standing answer of theirs.
    """
    seat = seat_in(live.info, user_id)
    clock = live.info.seats[seat].clock if seat != WATCHER else None
    if clock is None:
        return ()
    rows = [played for played in live.news if played.row.ply <= ply]
    gone = {ply for played in live.news for ply in played.takes_back}
    own = (
        played.events
        for played in rows
        if (played.row.seat, played.row.user_id) == (seat, user_id)
        and played.row.at >= clock.since
        and played.row.ply not in gone
    )
    return readable(tuple(event for events in own for event in events), seat)


def report(live: Live, user_id: int, events: tuple[Event, ...]) -> TurnReport:
    """Return what a request led to, as far as the user who made it may know."""
    glance = seen_by(live, user_id)
    return TurnReport(glance, readable(events, glance.seat))


def preview(live: Live, user_id: int, move: str) -> Glance | None:
    """Return how things would look after a move, or None if nobody can know that yet.

    The move is not tried on the true state but in worlds dealt at random that look the same to this
    player. If they all agree, the move reveals nothing, so the preview can't either. Its summary
    names the seats that would be to act.

    Raises:
        InvalidMoveError, IllegalMoveError, NotSeatedError: The move can't be made.
    """
    rules, state = live.timeline.rules, live.timeline.state
    seat = check_seated(live.info, user_id)
    parsed = parse_move(rules, move)
    if seat not in live.timeline.waiting:
        return None
    with attempting(parsed):
        rules.check(state, seat, parsed)
    seen: list[tuple[object, frozenset[Seat]]] = []
    for guess in range(GUESSES):
        world = rules.redeal(state, seat, Random(guess))
        try:
            after = rules.apply(world, seat, parsed).state
        except RefusedError:
            return None
        seen.append((rules.view(after, seat), rules.to_act(after) - {CHANCE}))
    if any(found != seen[0] for found in seen):
        return None
    view, to_act = seen[0]
    info = replace(live.info, to_act=to_act)
    return replace(seen_by(live, user_id), match=info, view=view, moves=(), preparable=())


def why_not(live: Live, user_id: int, move: str) -> Why:
    """Return why a move can't be made now, and similar ones to make or to prepare.

    Raises:
        InvalidMoveError: There is no such move in this game.
        NotSeatedError: The user has no seat.
    """
    rules, seat = live.timeline.rules, check_seated(live.info, user_id)
    wanted = parse_move(rules, move)
    glance = seen_by(live, user_id)
    near = nearest(glance.moves or glance.preparable, wanted)
    try:
        check_unfinished(live.info)
        check_to_act(live, seat, move)
        with attempting(wanted):
            rules.check(live.timeline.state, seat, wanted)
    except RefusedError as refusal:
        return Why(glance, refusal, near)
    return Why(glance, None, near)
