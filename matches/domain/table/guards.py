"""Guards: each passes, or raises the refusal of what a user asks for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from matches.domain.history.timeline import Live
from matches.domain.model import MatchInfo, is_closed
from matches.domain.table import powers
from matches.domain.table.powers import Act, Asker
from rules.errors import (
    NOT_YOUR_TURN,
    IllegalMoveError,
    InvalidMoveError,
    LateUndoError,
    LobbyError,
    MatchOverError,
    NoMatchError,
    NotYourTurnError,
    PausedError,
    RefusedError,
    StaleMoveError,
)
from rules.nearest import nearest_written
from rules.notation import MAX_CHARACTERS, format_move, parse_move
from rules.protocol import WATCHER, Move
from rules.text import Markup, Person, Seat, Text, Who, t


def check_unfinished(info: MatchInfo) -> None:
    """Refuse if the match is over or ended."""
    if is_closed(info):
        raise MatchOverError(t("This match is closed."), _how_to_reopen(info))
    if info.status in ("over", "ended"):
        raise MatchOverError(
            t("This match is over."),
            t("Look at it with /board, or open a new one with /match new."),
        )


def _how_to_reopen(info: MatchInfo) -> Text:
    """Return how and until when the players of a closed match can reopen it."""
    assert info.life.check is not None
    return t(
        "Its players can reopen it until {time}. /turns and /match info have the button.",
        time=Markup(f"<t:{int(info.life.check.timestamp())}:f>"),
    )


def check_going_on(info: MatchInfo) -> None:
    """Refuse if the match is paused."""
    if info.paused_at is not None:
        raise paused(info)


def paused(info: MatchInfo) -> PausedError:
    """Return the refusal of a move in a paused match; it says how to resume it."""
    if info.paused_why == "gone":
        return PausedError(
            t("This match is paused because I can't reach its channel any more."),
            t(
                "To give the match a new channel, type /match open or, in another channel, /match "
                "relocate."
            ),
        )
    if info.broken:
        return PausedError(
            t("This match is paused because I couldn't read its moves."),
            t("I'm checking the match again and will resume it. Try again in a few minutes."),
        )
    return PausedError(t("This match is paused."), how_to_resume(info))


def how_to_resume(info: MatchInfo) -> Text:
    """Return how the players of a paused match go on."""
    if info.is_solo:
        return t("To continue, type /match resume.")
    return t("When everybody is back, start a vote with /match resume.")


def not_begun(info: MatchInfo) -> LobbyError:
    """Return the refusal of something that needs a match that has started."""
    if info.status != "lobby":
        never = t("This match never began: its lobby is closed.")
        hint = _how_to_reopen(info) if is_closed(info) else t("Open a new match with /match new.")
        return LobbyError(never, hint)
    hint = t("The host can start the match once enough players have joined.")
    if info.is_full:
        hint = t("All seats are taken, so any of the players can start it.")
    return LobbyError(t("This match hasn't begun yet."), hint)


def read_move(live: Live, seat: Seat, text: str) -> Move:
    """Return the move that a seat has typed, legal or not.

    Raises:
        InvalidMoveError: This game has no such move; the hint has moves that look like it.
    """
    rules, state = live.timeline.rules, live.timeline.state
    try:
        return parse_move(rules, text)
    except InvalidMoveError as error:
        moves = rules.legal_moves(state, seat) or rules.preparable(state, seat)
        if not moves:
            raise
        hint = t(
            "Type your move like one of these: {moves}. You can also tap **Your move**.",
            moves=nearest_written(moves, text[:MAX_CHARACTERS]),
        )
        raise InvalidMoveError(error.reason, hint) from error


@contextmanager
def attempting(move: Move) -> Iterator[None]:
    """Add the move to any refusal raised inside the block."""
    try:
        yield
    except RefusedError as refusal:
        refusal.attempt = format_move(move)
        raise


def check_playing(info: MatchInfo, user_id: int, act: Act = Act.MOVE) -> Seat:
    """Return the seat of a user who may do something in a match in play, or refuse."""
    check_unfinished(info)
    check_going_on(info)
    powers.check(act, info, Asker(user_id))
    return check_seated(info, user_id)


def check_seated(info: MatchInfo, user_id: int) -> Seat:
    """Return the seat of a user, or refuse."""
    seat = info.seat_of(user_id)
    if seat == WATCHER:
        raise powers.not_seated(info, user_id)
    return seat


def check_to_act(live: Live, seat: Seat, move: str) -> None:
    """Refuse a `move` unless its seat is to act, with the game's rule and reason."""
    timeline = live.timeline
    if seat in timeline.waiting:
        return
    who = tuple(Who(other) for other in sorted(timeline.waiting))
    refusal = NotYourTurnError(
        "",
        t("It's not your turn. The match is waiting for: {who}.", who=who),
        t("I'll ping you when it's your turn. Tap **Your move** to see what you can do now."),
    )
    try:
        wanted = parse_move(timeline.rules, move)
        refusal.attempt = format_move(wanted)
        timeline.rules.check(timeline.state, seat, wanted)
    except RefusedError as error:
        refusal.rule = error.rule
        if isinstance(error, NotYourTurnError) and error.reason != NOT_YOUR_TURN:
            refusal.reason = error.reason
            refusal.hint = t(
                "The match is waiting for: {who}. I'll ping you when it's your turn.", who=who
            )
    raise refusal


def check_standing(live: Live, slug: str) -> None:
    """Refuse a standing answer that the game doesn't have."""
    if slug not in {answer.slug for answer in live.timeline.rules.standing}:
        raise InvalidMoveError(
            t("This game doesn't offer that automatic choice."),
            t("Tap **Your move** and choose again."),
        )


def check_fresh(asked_ply: int, ply: int | None, now: int) -> None:
    """Refuse a component made before its seat was last asked; None is never refused.

    One made after the current ply, `now`, belongs to rows that are gone: somebody has put the
    match, or the whole database, back to an older state.
    """
    if ply is not None and not asked_ply <= ply <= now:
        raise StaleMoveError


def late_undo(live: Live, seat: Seat, ply: int | None) -> LateUndoError:
    """Return the refusal of an undo meant for an earlier decision of a seat.

    It was asked for at `ply`; None for a command.
    """
    timeline, info = live.timeline, live.info
    reason = t("It's too late to take this back: the match has moved on.")
    asked_at = timeline.since[seat]
    rows = (played.row for played in live.news if played.row.move)
    asked_by = next((row.seat for row in rows if row.ply == asked_at), None)
    # It has been asked anew, neither by an undo of its own nor by a vote to go back.
    if ply is not None and asked_at > ply and asked_by not in (seat, WATCHER):
        reason = t("It's too late to take this back: others have moved since.")
    elif ply is not None and ply > timeline.ply:  # the match was put back to an older state
        reason = t("You can't take this back any more: the match has changed since.")
    hint = t("Tap **Your move** to see what you can do now.")
    if timeline.can_undo(seat, info.seats[seat].user_id):
        hint = t("To take back your last move, tap **Undo**.")
    elif timeline.moved[seat]:
        hint = (
            t("To go back to before your last move, tap **Go back anyway**.")
            if info.is_solo
            else t("To go back to before your last move, tap **Ask the others to go back**.")
        )
    return LateUndoError(reason, hint)


def overtaken(act: Act, refused: RefusedError) -> RefusedError:
    """Return the refusal of a request during which another process changed the match.

    It was tried again, and `refused`. A move was meant for a position that is gone; what is said
    about an undo is true of the match as it is now.
    """
    if act is not Act.UNDO:
        return StaleMoveError()
    if isinstance(refused, LateUndoError) or not isinstance(refused, StaleMoveError):
        return refused
    return LateUndoError(
        t("I couldn't take this back: the match has changed just now."),
        t("Tap **Your move** to see what you can do now."),
    )


def check_preparable(live: Live, seat: Seat, move: str) -> Move:
    """Return the move of a notation if it may be sealed now, or refuse."""
    rules = live.timeline.rules
    parsed = read_move(live, seat, move)
    if parsed in rules.preparable(live.timeline.state, seat):
        return parsed
    with attempting(parsed):
        raise IllegalMoveError(
            "",
            t("You can't queue this move for your next turn."),
            t("It's already your turn. Make the move now.")
            if seat in live.timeline.waiting
            else t("Choose one of the moves offered, or wait for your turn."),
        )


def no_match() -> NoMatchError:
    """Return the refusal of a match number that doesn't exist."""
    return NoMatchError(t("There's no such match."), t("Find your matches with /turns."))


def deleted_match() -> NoMatchError:
    """Return the refusal of a match that a server's term has deleted."""
    return NoMatchError(
        t("This match was deleted."),
        t("Its server deletes finished matches after a while. /turns shows your current ones."),
    )


def check_mine(info: MatchInfo, user_id: int) -> None:
    """Refuse if the match is finished, or this user neither plays in it nor hosts it."""
    check_unfinished(info)
    if info.seat_of(user_id) == WATCHER and user_id != info.host_id:
        raise LobbyError(
            t("Only players in this match can give it a channel."),
            t("Ask one of the players. /match list shows this server's matches."),
        )


def check_movable(info: MatchInfo, user_id: int, guild_id: int) -> None:
    """Refuse unless this user may move the match to a channel of this server."""
    check_mine(info, user_id)
    act = Act.RELOCATE if guild_id == info.guild_id else Act.EMIGRATE
    powers.check(act, info, Asker(user_id))


def check_claimable(info: MatchInfo) -> None:
    """Refuse unless the match is live, so that a free seat of it can be taken."""
    check_unfinished(info)
    if info.status == "lobby":
        raise LobbyError(t("This match hasn't begun yet."), t("Take a seat with /match join."))


def check_free(info: MatchInfo, seat: Seat, user_id: int) -> None:
    """Refuse unless this user may take this seat of a live match."""
    check_claimable(info)
    if not 0 <= seat < len(info.seats):
        raise LobbyError(t("There's no such seat."), t("Look at the seats with /match info."))
    powers.check(Act.CLAIM, info, Asker(user_id))
    if not info.is_free(info.seats[seat]):
        raise LobbyError(
            t("This seat is no longer free."),
            t("Watch with /board, or open your own match with /match new."),
        )


def not_late(info: MatchInfo, seat: Seat, since: datetime | None) -> LobbyError:
    """Return the refusal to free a seat at once.

    Args:
        info: The match.
        seat: Whose seat.
        since: When the time of its player is up; None if their clock doesn't run.
    """
    if info.paused_at is not None:
        return LobbyError(
            t("The match is paused, so nobody's time runs."),
            t("When everybody is back, start a vote with /match resume."),
        )
    reason = t(
        "{who} still has time, so nobody can free their seat alone.",
        who=Person(info.seats[seat].name),
    )
    if since is None:
        return LobbyError(
            reason,
            t(
                "You can free it once we've waited for them for too long. A server admin who isn't "
                "playing can free it at any time."
            ),
        )
    return LobbyError(
        reason,
        t(
            "If they haven't moved by {when}, you can free it. A server admin who isn't playing "
            "can free it at any time.",
            when=Markup(f"<t:{int(since.timestamp())}:f>"),
        ),
    )
