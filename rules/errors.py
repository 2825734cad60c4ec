"""All errors of the bot, as a tree.

::

    GameError
    ├── RefusedError             somebody asked for something impossible; carries words for them
    │   ├── InvalidMoveError     the notation cannot be read
    │   ├── IllegalMoveError     the rules forbid it; carries the rule id
    │   ├── NotYourTurnError     another seat has to decide, or nobody
    │   ├── NotSeatedError       the person asking has no seat in this match
    │   ├── StaleMoveError       the button belongs to a decision that is over
    │   │   └── LateUndoError    it would take back what isn't the last decision any more
    │   ├── MatchOverError       the match has ended
    │   ├── PausedError          the match is paused
    │   ├── NoMatchError         there is no such match, or none in this channel
    │   ├── LobbyError           joining, leaving, starting or ending is not possible
    │   ├── UndoError            nothing can be taken back
    │   │   └── UnmovedError     nor if the others agree: there is no move
    │   └── ReplayError          a stored log does not replay
    ├── DataError                a file under ``data/`` is wrong
    ├── StoreError               the database can't be used
    │   └── ClosedError          the bot is ending and has closed it
    └── WorkerError              a picture could not be drawn, a move not thought of

Refusals are expected and are not logged. A `DataError` is the bot's own fault; so is a
`ReplayError`, which the operator is told about once (`matches.domain.broken`) and players every
time.
"""

from __future__ import annotations

from typing import Final, NoReturn

from rules.text import Text, t


class GameError(Exception):
    """The root of all errors the bot raises itself."""


class RefusedError(GameError):
    """A request that cannot be granted.

    Attributes:
        reason: What stopped it, one sentence for the person who asked.
        hint: What to do instead, one sentence.
        rule: The rule id of the dossier (``K-PLAN-7``), or "" if no game rule is involved.
        attempt: The notation of the move that was refused, or "". Never told to anybody else.
    """

    def __init__(self, reason: Text, hint: Text, *, rule: str = "") -> None:
        super().__init__(f"{rule or type(self).__name__}: {reason.msgid}")
        self.reason = reason
        self.hint = hint
        self.rule = rule
        self.attempt = ""


class InvalidMoveError(RefusedError):
    """The text is not a move in this game's notation."""


class IllegalMoveError(RefusedError):
    """The move can be read, but a rule forbids it here."""

    def __init__(self, rule: str, reason: Text, hint: Text) -> None:
        super().__init__(reason, hint, rule=rule)


NOT_YOUR_TURN: Final = t("It's not your turn.")
_WAIT: Final = t("I'll ping you when it's your turn.")


class NotYourTurnError(RefusedError):
    """Another seat has to decide, or nobody.

    A game gives the rule, and a reason if it knows more than that, for instance that the seat has
    already decided. `matches.domain.table.guards` tells players who is to act.
    """

    def __init__(self, rule: str, reason: Text = NOT_YOUR_TURN, hint: Text = _WAIT) -> None:
        super().__init__(reason, hint, rule=rule)


class NotSeatedError(RefusedError):
    """The person asking has no seat in this match."""


class StaleMoveError(RefusedError):
    """The component belongs to a decision that is over."""

    def __init__(self) -> None:
        super().__init__(
            t("It's too late to choose this: the match has moved on."),
            t("Choose again from what's possible now."),
        )


class MatchOverError(RefusedError):
    """The match has ended."""


class PausedError(RefusedError):
    """The match is paused."""


class NoMatchError(RefusedError):
    """There is no such match, or none in this channel."""


class LobbyError(RefusedError):
    """Opening, joining, leaving, starting or ending a match is not possible now."""


class UndoError(RefusedError):
    """Nothing can be taken back."""


class UnmovedError(UndoError):
    """There is no move to take back, not even if the others agree."""

    def __init__(self) -> None:
        super().__init__(
            t("You haven't made a move yet."), t("When it's your turn, tap **Your move**.")
        )


class LateUndoError(StaleMoveError, UndoError):
    """The move to take back isn't the last decision of its player any more."""

    def __init__(self, reason: Text, hint: Text) -> None:
        RefusedError.__init__(self, reason, hint)


class StoreError(GameError):
    """The database can't be used; the message is one line for the operator."""


class ClosedError(StoreError):
    """The database has been closed, because the bot is ending."""


class WorkerError(GameError):
    """A worker could not do its job; the message holds no value of a match."""


class DataError(GameError):
    """A file under ``data/`` is wrong."""


class ReplayError(RefusedError):
    """A stored log does not replay, or the rules it started with are unknown.

    Attributes:
        match_id: Which match.
        ply: The first row that cannot be played; 0 if the match cannot even begin.
        why: What is wrong, for the operator; it quotes no move.
    """

    def __init__(self, match_id: int, ply: int, why: str) -> None:
        super().__init__(
            t("I can't open this match: its moves don't work with my current rules."),
            t(
                "Nothing is lost, and the clock is stopped. The people who run me can see why and "
                "may be able to fix it. /match export has everything I can read; its players can "
                "vote to end the match with /match end."
            ),
        )
        self.args = (f"match {match_id} does not replay at ply {ply}: {why}",)
        self.match_id = match_id
        self.ply = ply
        self.why = why


def refuse(rule: str, reason: Text, hint: Text) -> NoReturn:
    """Raise an `IllegalMoveError` with the rule, the reason and what to do instead."""
    raise IllegalMoveError(rule, reason, hint)
