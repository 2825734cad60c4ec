"""What a match looks like to one user, and whether he may ask what he asks for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Final

from matches.domain.history.line import Live
from matches.domain.history.log import readable
from matches.domain.lobby import check_going_on, check_unfinished
from matches.domain.model import Glance, MatchInfo, TurnReport, Why
from rules.errors import (
    IllegalMoveError,
    InvalidMoveError,
    NoMatchError,
    NotSeatedError,
    NotYourTurnError,
    RefusedError,
    StaleMoveError,
)
from rules.nearest import nearest, nearest_written
from rules.notation import MAX_SIGNS, format_move, parse_move
from rules.protocol import CHANCE, WATCHER, Event, Move
from rules.text import Seat, Who, t

GUESSES: Final = 3
"""Worlds that look the same to a player, in which a move he looks ahead to is tried."""


def seat_in(info: MatchInfo, user_id: int | None) -> Seat:
    """Return the seat of a user, or WATCHER; None has none."""
    return WATCHER if user_id is None else info.seat_of(user_id)


def look(live: Live, user_id: int | None) -> Glance:
    """Return how a match looks to a user."""
    line, rules, info = live.line, live.line.rules, live.info
    seat = seat_in(info, user_id)
    playing = seat != WATCHER and info.status == "live"
    return Glance(
        match=info,
        rules=rules,
        seat=seat,
        view=rules.view(line.state, seat),
        moves=rules.legal_moves(line.state, seat) if playing else (),
        preparable=rules.preparable(line.state, seat) if playing else (),
        prepared=live.sealed.get(seat),
        can_undo=playing and line.can_undo(seat),
        asked_ply=line.asked[seat] if seat != WATCHER else line.ply,
        outcome=rules.outcome(line.state),
        newly=frozenset(
            s
            for s in info.to_act
            if line.since[s] > info.posted_ply and info.seats[s].called_at is None
        ),
    )


def report(live: Live, user_id: int, events: tuple[Event, ...]) -> TurnReport:
    """Return what a request led to, as far as the one who made it may know."""
    glance = look(live, user_id)
    return TurnReport(glance, readable(events, glance.seat))


def preview(live: Live, user_id: int, move: str) -> Glance | None:
    """Return how things would look after a move, or None if that cannot be told beforehand.

    The move is tried not on the truth but in worlds dealt at random that look the same to this
    player. Where all of them agree, the move reveals nothing; so the preview cannot either. The
    summary in it names those who would be to act.

    Raises:
        InvalidMoveError, IllegalMoveError, NotSeatedError: The move cannot be made.
    """
    rules, state = live.line.rules, live.line.state
    seat = check_seated(live.info, user_id)
    parsed = parse_move(rules, move)
    if seat not in live.line.waiting:
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
    return replace(look(live, user_id), match=info, view=view, moves=(), preparable=())


def why(live: Live, user_id: int, move: str) -> Why:
    """Return what stands against a move now, and the nearest that can be made or prepared.

    Raises:
        InvalidMoveError, NotSeatedError: Nobody could make this move, or not he.
    """
    rules, seat = live.line.rules, check_seated(live.info, user_id)
    wanted = parse_move(rules, move)
    glance = look(live, user_id)
    near = nearest(glance.moves or glance.preparable, wanted)
    try:
        check_unfinished(live.info)
        check_to_act(live, seat, move)
        with attempting(wanted):
            rules.check(live.line.state, seat, wanted)
    except RefusedError as refusal:
        return Why(glance, refusal, near)
    return Why(glance, None, near)


def read_move(live: Live, seat: Seat, text: str) -> Move:
    """Return the move that a seat has written, legal or not.

    Raises:
        InvalidMoveError: It is none of this game; the hint has moves that look like it.
    """
    rules, state = live.line.rules, live.line.state
    try:
        return parse_move(rules, text)
    except InvalidMoveError as error:
        moves = rules.legal_moves(state, seat) or rules.preparable(state, seat)
        if not moves:
            raise
        hint = t(
            "Write it like one of these, or tap Your move: {moves}.",
            moves=nearest_written(moves, text[:MAX_SIGNS]),
        )
        raise InvalidMoveError(error.reason, hint) from error


@contextmanager
def attempting(move: Move) -> Iterator[None]:
    """Let a refusal name the move that it refuses."""
    try:
        yield
    except RefusedError as refusal:
        refusal.attempt = format_move(move)
        raise


def check_playing(info: MatchInfo, user_id: int) -> Seat:
    """Return the seat of a user in a match that is not over, or refuse."""
    check_unfinished(info)
    check_going_on(info)
    return check_seated(info, user_id)


def check_seated(info: MatchInfo, user_id: int) -> Seat:
    """Return the seat of a user, or refuse."""
    seat = info.seat_of(user_id)
    if seat == WATCHER:
        raise NotSeatedError(
            t("You have no seat in this match."),
            t("You can look on with /board, or open a match of your own with /match new."),
        )
    return seat


def check_to_act(live: Live, seat: Seat, move: str) -> None:
    """Refuse a `move` unless its seat is to act; the game says by which rule it is not."""
    line = live.line
    if seat in line.waiting:
        return
    who = tuple(Who(other) for other in sorted(line.waiting))
    refusal = NotYourTurnError(
        t("It is not your move. The match waits for: {who}.", who=who),
        t("You will be called when it is your turn; Your move shows what you can do now."),
    )
    try:
        wanted = parse_move(line.rules, move)
        refusal.attempt = format_move(wanted)
        line.rules.check(line.state, seat, wanted)
    except RefusedError as error:
        refusal.rule = error.rule
    raise refusal


def check_fresh(live: Live, seat: Seat, ply: int | None) -> None:
    """Refuse a component made at a `ply` before the seat's present decision arose."""
    if ply is not None and ply < live.line.asked[seat]:
        raise StaleMoveError


def check_preparable(live: Live, seat: Seat, move: str) -> Move:
    """Return the move that a notation stands for, if it may be sealed now; else refuse."""
    rules = live.line.rules
    parsed = read_move(live, seat, move)
    if parsed in rules.preparable(live.line.state, seat):
        return parsed
    with attempting(parsed):
        raise IllegalMoveError(
            "",
            t("This cannot be prepared for your next turn."),
            t("It is your move already: make it now.")
            if seat in live.line.waiting
            else t("Choose one of those offered, or wait for your turn."),
        )


def no_match() -> NoMatchError:
    """Return the refusal of a number that no match has."""
    return NoMatchError(t("There is no such match."), t("Look for yours with /turns."))
