"""What one granted request changes: moves, the draws and prepared moves they lead to, the mail."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from matches.chance import ChanceStream
from matches.live import UNDO, Live, Played, taken_back
from matches.model import MatchInfo
from matches.records import Change, LogRow, Mail
from rules.errors import IllegalMoveError, NotYourTurnError
from rules.notation import format_move
from rules.protocol import CHANCE, Event, Move
from rules.text import Seat


class Turn:
    """Plays on a copy of a match, and says at the end what to save and how the match is then."""

    def __init__(self, live: Live, at: datetime) -> None:
        self._live = live
        self._at = at
        self._line = live.line.copy()
        self._sealed = dict(live.sealed)
        self._played: list[Played] = []
        self._revealed = False

    def play(self, seat: Seat, move: Move) -> None:
        """Make a seat's move, then all that follows by itself.

        Raises:
            IllegalMoveError, NotYourTurnError: The rules forbid it.
        """
        self._move(seat, move)
        self.settle()

    def undo(self, seat: Seat) -> None:
        """Take back the seat's last move. What it had sealed meanwhile goes too.

        Raises:
            UndoError: Nothing can be taken back.
        """
        step = self._line.undo(seat)
        self._sealed.pop(seat, None)
        self._log(seat, f"{UNDO}{step.ply}", taken_back(step))

    def settle(self) -> None:
        """Draw while chance is to act, and make the prepared moves whose time has come.

        A prepared move that has become impossible is dropped without a word: its owner is asked.
        """
        while True:
            self._draw()
            due = sorted(self._line.waiting & self._sealed.keys())
            if not due:
                return
            move = self._sealed.pop(due[0])
            try:
                self._move(due[0], move)
            except (IllegalMoveError, NotYourTurnError):
                continue

    def _draw(self) -> None:
        line = self._line
        while line.rules.to_act(line.state) == {CHANCE}:
            stream = ChanceStream(self._live.seed, line.ply + 1)
            self._move(CHANCE, line.rules.chance_move(line.state, stream))

    def _move(self, seat: Seat, move: Move) -> None:
        transition = self._line.move(seat, move)
        self._log(seat, format_move(move), transition.events)
        self._revealed |= not transition.undoable

    def _log(self, seat: Seat, move: str, events: tuple[Event, ...]) -> None:
        user_id = None if seat == CHANCE else self._live.info.seats[seat].user_id
        row = LogRow(self._line.ply, seat, move, user_id, self._at)
        self._played.append(Played(row, events))

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, for all audiences, oldest first."""
        return tuple(event for played in self._played for event in played.events)

    def newly(self, mover: Seat) -> frozenset[Seat]:
        """Return the seats that are waited for since this turn, other than the mover."""
        line, start = self._line, self._live.info.ply
        return frozenset(s for s in line.waiting if line.since[s] > start and s != mover)

    def finish(self, mover: Seat, interaction_id: int) -> tuple[Change, Live]:
        """Return what to save after moves of `mover`, and the match as it will be then."""
        after = self._after()
        newly = self.newly(mover)
        mail: list[Mail] = []
        if self._revealed or newly or after.status == "over":
            mail.append(Mail("turn"))
        mail += [Mail("dm", self._live.info.seats[seat].user_id) for seat in sorted(newly)]
        return self._change(after, mail, interaction_id)

    def finish_start(self, lobby: MatchInfo) -> tuple[Change, Live]:
        """Return what to save when a match has been dealt, and the match as it will be then.

        Everybody gets a DM, because everybody may have been dealt a hand.
        """
        after = self._after()
        mail = [Mail("lobby")]
        if lobby.wants_thread:
            mail.append(Mail("thread"))
        mail.append(Mail("turn"))
        mail += [Mail("dm", seat.user_id) for seat in after.seats]
        change, live = self._change(after, mail, None)
        version = self._line.rules.info.rules_version
        change = replace(change, before=lobby, seed=live.seed, rules_version=version)
        return change, live

    def _after(self) -> MatchInfo:
        live, line = self._live, self._line
        after = replace(live.info, ply=line.ply, to_act=line.waiting)
        if line.waiting:
            return after
        self._sealed.clear()
        return replace(after, status="over", chance_seed=live.seed.hex())

    def _change(
        self, after: MatchInfo, mail: list[Mail], interaction_id: int | None
    ) -> tuple[Change, Live]:
        live, line = self._live, self._line
        change = Change(
            before=live.info,
            after=after,
            at=self._at,
            rows=tuple(played.row for played in self._played),
            asked=frozenset(s for s in line.waiting if line.asked[s] > live.info.ply),
            sealed=tuple((seat, None) for seat in sorted(live.sealed.keys() - self._sealed.keys())),
            mail=tuple(mail),
            interaction_id=interaction_id,
        )
        return change, Live(after, line, self._sealed, live.seed, (*live.news, *self._played))
