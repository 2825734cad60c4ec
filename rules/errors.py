"""What can go wrong, as a tree.

::

    GameError
    ├── RefusedError             a person asked for what cannot be; carries words for that person
    │   ├── InvalidMoveError     the notation cannot be read
    │   ├── IllegalMoveError     the rules forbid it; carries the rule id
    │   ├── NotYourTurnError     another seat has to decide
    │   ├── NotSeatedError       the asker plays no seat in this match
    │   ├── StaleMoveError       the button belongs to a decision that is over
    │   ├── MatchOverError       the match has ended
    │   ├── PausedError          the match stands still
    │   ├── NoMatchError         there is no such match, or none in this channel
    │   ├── LobbyError           joining, leaving, starting or ending is not possible
    │   └── UndoError            nothing can be taken back
    ├── DataError                a file under ``data/`` is wrong
    └── ReplayError              a stored log does not replay

Refusals are expected and are not logged. The two others are faults of the house.
"""

from __future__ import annotations

from rules.text import Text, t


class GameError(Exception):
    """The root of everything the house raises itself."""


class RefusedError(GameError):
    """A request that cannot be granted.

    Attributes:
        reason: What stopped it, one sentence for the person who asked.
        hint: What to do instead, one sentence.
        rule: The rule id of the dossier (``K-PLAN-7``), or "" where no game rule is concerned.
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


class NotYourTurnError(RefusedError):
    """Another seat has to decide."""


class NotSeatedError(RefusedError):
    """Whoever asks plays no seat in this match."""


class StaleMoveError(RefusedError):
    """The component belongs to a decision that is over."""

    def __init__(self) -> None:
        super().__init__(
            t("This choice is over: the match has moved on."),
            t("Choose again from what is possible now."),
        )


class MatchOverError(RefusedError):
    """The match has ended."""


class PausedError(RefusedError):
    """The match stands still."""


class NoMatchError(RefusedError):
    """There is no such match, or none in this channel."""


class LobbyError(RefusedError):
    """A match cannot be opened, joined, left, started or ended like this."""


class UndoError(RefusedError):
    """Nothing can be taken back."""


class DataError(GameError):
    """A file under ``data/`` is wrong."""


class ReplayError(GameError):
    """A stored log does not replay."""

    def __init__(self, match_id: int, ply: int, why: str) -> None:
        super().__init__(f"match {match_id} does not replay at ply {ply}: {why}")
        self.match_id = match_id
        self.ply = ply
