"""The changes of one accepted request: moves, draws, prepared moves, posts."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from matches.domain.change import Change, LogRow
from matches.domain.deadlines import clock_edits, pace
from matches.domain.history.chance import ChanceStream
from matches.domain.history.timeline import (
    ALL_AGREED,
    REWIND,
    Live,
    Played,
    Timeline,
)
from matches.domain.model import UNDO, MatchInfo, SeatInfo
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.table.computers import late_text, level_of
from rules.errors import IllegalMoveError, NotYourTurnError
from rules.notation import format_move
from rules.protocol import CHANCE, WATCHER, Event, Move
from rules.text import Seat, Text

CALLED_ONCE: Final = timedelta(minutes=10)
"""A player whose decision an undo took away isn't pinged again within this time."""

Step: TypeAlias = tuple[Seat, str]
"""A seat, or CHANCE, and the notation of its move."""


class Turn:
    """Plays on a copy of a match; at the end returns what to save and the new match."""

    def __init__(self, live: Live, at: datetime) -> None:
        self._live = live
        self._info = live.info
        self._at = at
        self._timeline = live.timeline.copy()
        self._sealed = dict(live.sealed)
        self._played: list[Played] = []
        self._remarks: list[Text] = []
        self._revealed = False
        self._told_otherwise = False  # the newest post says what isn't so any more

    def play(self, seat: Seat, move: Move) -> None:
        """Make a seat's move, then everything that follows from it.

        Raises:
            IllegalMoveError, NotYourTurnError: The rules forbid it.
        """
        self._move(seat, move)
        self._is_back(seat)
        self._info = self._info.with_seat(replace(self._info.seats[seat], lent=False))
        self.settle()

    def undo(self, seat: Seat) -> None:
        """Take back its player's last move; a move they have sealed since is dropped too.

        Raises:
            UndoError: Nothing can be taken back, or somebody else made that move.
        """
        self._timeline.check_own(seat, self._info.seats[seat].user_id)
        waited, since = self._timeline.waiting, self._timeline.since[:]
        ply, events = self._timeline.undo(seat)
        self._sealed.pop(seat, None)
        self._log(seat, f"{UNDO}{ply}", events, self._info.seats[seat].user_id)
        posted = self._live.info.posted_ply
        is_public = any(event.audience is None for event in events)
        self._told_otherwise = is_public and ply <= posted
        for other in waited - self._timeline.waiting - {seat}:
            if since[other] <= posted:  # its player has been pinged
                self._note_call(self._info.seats[other])

    def _note_call(self, seat: SeatInfo) -> None:
        """Remember when a seat was pinged for a decision that an undo takes away."""
        if seat.called_at is None and seat.clock is not None:
            self._info = self._info.with_seat(replace(seat, called_at=seat.clock.since))

    def play_for(self, seat: Seat, move: Move) -> None:
        """Make a computer's move for a seat, then everything that follows from it.

        Raises:
            IllegalMoveError, NotYourTurnError: The rules forbid it.
        """
        self._move(seat, move, by_computer=True)
        self.settle()

    @property
    def timeline(self) -> Timeline:
        """The match as played so far."""
        return self._timeline

    @property
    def due(self) -> frozenset[Seat]:
        """The seats whose decision a computer has to make next."""
        seats = [self._info.seats[seat] for seat in self._timeline.waiting]
        decided = {s.seat for s in seats if s.lent and self._has_decided(s.seat)}
        return frozenset(s.seat for s in seats if level_of(self._info, s)) - decided

    def _has_decided(self, seat: Seat) -> bool:
        """Return whether a seat has made the decision it was asked for at first.

        That may be several moves, until others are waited for, or a turn or phase is over.
        """
        now, before, ply = self._timeline, self._live.timeline, self._live.info.ply
        if now.since[seat] > ply:
            return True
        return now.asked[seat] > ply and now.rules.stage(now.state) != now.rules.stage(before.state)

    def lend(self, seat: SeatInfo) -> None:
        """Let a computer make a seat's current decision, because its player is late."""
        assert seat.clock is not None
        self._info = self._info.with_seat(replace(seat, lent=True, clock=pace.stopped(seat.clock)))

    def decided_late(self, seat: Seat) -> None:
        """Count and tell a decision that a computer made for a late player."""
        old = self._info.seats[seat]
        self._info = self._info.with_seat(replace(old, late=old.late + 1))
        self._told_otherwise = True
        self.remark(late_text(self._info, seat, is_over=not self._timeline.waiting))

    def _is_back(self, seat: Seat) -> None:
        """Note that a seat's player has decided something themselves."""
        if self._info.seats[seat].late:
            self._info = self._info.with_seat(replace(self._info.seats[seat], late=0))

    def rewind(self, ply: int, then: Timeline) -> None:
        """Go back to an earlier point `then`, after the row `ply`.

        Prepared moves are dropped: they were meant for another position. Everybody has agreed, so
        nobody is still counted as late.
        """
        self._timeline.rewind(then)
        back = tuple(replace(seat, late=0) if seat.late else seat for seat in self._info.seats)
        self._info = replace(self._info, seats=back)
        self._sealed.clear()
        self._revealed = True
        row = LogRow(self._timeline.ply, WATCHER, f"{REWIND}{ply}", None, self._at)
        self._played.append(Played(row, (Event(ALL_AGREED),)))
        self.settle(answering=False)

    def spare(self, seat: Seat) -> None:
        """Don't ping a seat for what it is asked now; its player knows."""
        self._info = self._info.with_seat(replace(self._info.seats[seat], called_at=self._at))

    def answer(self, seat: Seat, slug: str, *, on: bool) -> None:
        """Give or take back a standing answer; one that fits now decides at once."""
        self._is_back(seat)
        old = self._info.seats[seat]
        standing = old.standing | {slug} if on else old.standing - {slug}
        self._info = self._info.with_seat(replace(old, standing=standing))
        if on:
            self.settle(given=seat)

    def pass_on(self, seat: SeatInfo) -> None:
        """Give a seat to somebody else, or to nobody.

        Its prepared move and standing answers are dropped, and its clock restarts if it has to
        move; so does that of somebody who was alone. Whoever is left alone keeps their extra time.
        Its former player's pings don't count. If the host leaves, the first remaining player
        becomes the host.
        """
        left = clock_edits.bank_left(self._info, self._info.seats[seat.seat], self._at)
        seat = replace(seat, clock=None, bank=left, standing=frozenset(), lent=False, late=0)
        info = self._info.with_seat(replace(seat, called_at=None))
        if self._info.seats[seat.seat].user_id == info.host_id:
            host = next((s.user_id for s in info.seats if s.user_id), info.host_id)
            info = replace(info, host_id=host)
        if self._info.is_solo and not info.is_solo:
            # Nobody waited for the other player until now, so their time begins again.
            info = clock_edits.begun_again(info, self._at)
        elif info.is_solo and not self._info.is_solo:
            info = clock_edits.alone(info, self._at)
        self._info = info
        self._sealed.pop(seat.seat, None)

    def remark(self, text: Text) -> None:
        """Note in the log that something besides a move happened."""
        self._remarks.append(text)
        row = LogRow(self._timeline.ply, WATCHER, "", None, self._at)
        self._played.append(Played(row, (Event(text),)))

    def settle(self, *, answering: bool = True, given: Seat | None = None) -> None:
        """Do everything that needs no player.

        Draw while chance is to act, make prepared moves that are due and moves of standing answers.
        A prepared move that has become illegal is dropped silently: its owner is asked. Unless
        `answering`, so are players with standing answers. Computers need time to think, so what
        they do comes later.

        Args:
            answering: Whether standing answers decide.
            given: The seat that has given one just now.
        """
        while True:
            self._draw()
            waiting = self._timeline.waiting
            if due := waiting & self._sealed.keys():
                self._make_prepared(min(due))
            elif answering and (answer := self._standing_answer(waiting, given)) is not None:
                self._move(*answer)
            else:
                return

    def _make_prepared(self, seat: Seat) -> None:
        with suppress(IllegalMoveError, NotYourTurnError):
            self._move(seat, self._sealed.pop(seat))
            self._is_back(seat)

    def _standing_answer(
        self, waiting: frozenset[Seat], given: Seat | None
    ) -> tuple[Seat, Move] | None:
        """Return the first seat for which a standing answer decides, and its move.

        One decides what its seat is asked from now on, or when it is given. What a seat was asked
        before is left to its player: they have taken an answer back, or all have.
        """
        rules, state = self._timeline.rules, self._timeline.state
        asked, before = self._timeline.asked, self._live.info.ply
        mine = {seat for seat in waiting if asked[seat] > before or seat == given}
        for seat in sorted(s for s in mine if self._info.seats[s].standing):
            view, moves = rules.view(state, seat), rules.legal_moves(state, seat)
            for standing in rules.standing:
                if standing.slug in self._info.seats[seat].standing:
                    move = standing.answer(view, moves)
                    if move is not None:
                        return seat, move
        return None

    def _draw(self) -> None:
        timeline = self._timeline
        while timeline.rules.to_act(timeline.state) == {CHANCE}:
            stream = ChanceStream(self._live.key, timeline.ply + 1)
            again = timeline.drawn_again()
            self._move(CHANCE, again or timeline.rules.chance_move(timeline.state, stream))

    def _move(self, seat: Seat, move: Move, *, by_computer: bool = False) -> None:
        user_id = None if seat == CHANCE or by_computer else self._info.seats[seat].user_id
        transition = self._timeline.move(seat, move, user_id)
        self._log(seat, format_move(move), transition.events, user_id)
        self._revealed |= not transition.undoable

    def _log(self, seat: Seat, move: str, events: tuple[Event, ...], user_id: int | None) -> None:
        row = LogRow(self._timeline.ply, seat, move, user_id, self._at)
        self._played.append(Played(row, events))

    @property
    def events(self) -> tuple[Event, ...]:
        """The events so far, for all audiences, oldest first."""
        return tuple(event for played in self._played for event in played.events)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was played so far, oldest first."""
        return tuple((one.row.seat, one.row.move) for one in self._played if one.row.move)

    def newly(self, mover: Seat) -> frozenset[Seat]:
        """Return the seats to ping: asked since this turn, and not pinged just before.

        The mover sees it anyway, a computer needs no ping, and a player who was pinged a moment ago
        for a decision that an undo took away knows.
        """
        timeline, start = self._timeline, self._live.info.ply
        asked = {s for s in timeline.waiting if timeline.since[s] > start and s != mover}
        seats = [self._info.seats[seat] for seat in asked]
        return frozenset(s.seat for s in seats if s.user_id and not self._was_called(s))

    def _was_called(self, seat: SeatInfo) -> bool:
        return seat.called_at is not None and self._at - seat.called_at < CALLED_ONCE

    def finish(
        self, mover: Seat, interaction_id: int | None, *also: OutboxItem
    ) -> tuple[Change, Live]:
        """Return what to save after moves of `mover`, and the match after that.

        Args:
            mover: The seat that moved; WATCHER if none did.
            interaction_id: The request, or None.
            also: What else to post about it.
        """
        newly = self.newly(mover)
        after = self._after(newly | {mover})
        items: list[OutboxItem] = []
        if self._revealed or newly or after.status == "over":
            items.append(OutboxItem(ItemKind.TURN))
        elif self._told_otherwise or after.to_act != self._live.info.to_act:
            items.append(OutboxItem(ItemKind.EDIT))
        items += [OutboxItem(ItemKind.DM, self._info.seats[seat].user_id) for seat in sorted(newly)]
        return self._change(after, [*items, *also], interaction_id)

    def finish_start(self, lobby: MatchInfo) -> tuple[Change, Live]:
        """Return what to save when a match has been dealt, and the match after that.

        Everybody gets a DM, because everybody may have been dealt a hand.
        """
        after = self._after(self._timeline.waiting)
        items = [OutboxItem(ItemKind.LOBBY)]
        if after.wants_thread:
            items.append(OutboxItem(ItemKind.THREAD))
        items.append(OutboxItem(ItemKind.TURN))
        items += [OutboxItem(ItemKind.DM, seat.user_id) for seat in after.seats if seat.user_id]
        change, live = self._change(after, items, None)
        seed = b"" if lobby.chance_hash else live.seed
        return replace(change, before=lobby, seed=seed), live

    def _after(self, settled: frozenset[Seat]) -> MatchInfo:
        """Return the new summary; seats in `settled`, moved or pinged, lose `called_at`."""
        live, timeline = self._live, self._timeline
        seats = tuple(
            replace(seat, called_at=None) if seat.called_at and seat.seat in settled else seat
            for seat in map(self._with_clock, self._info.seats)
        )
        after = replace(self._info, ply=timeline.ply, to_act=timeline.waiting, seats=seats)
        if timeline.waiting:
            return after
        self._sealed.clear()
        seed = live.seed.hex()
        return replace(
            after, status="over", ending="played", chance_seed=seed, finished_at=self._at
        )

    def _with_clock(self, seat: SeatInfo) -> SeatInfo:
        """Return a seat with its clock from now on, and the extra time it has left."""
        timeline, clock = self._timeline, seat.clock
        waits = seat.seat in timeline.waiting
        if clock is None and not waits:
            return seat
        if waits and clock is not None and timeline.asked[seat.seat] <= self._live.info.ply:
            last = len(timeline.waiting) == 1 < len(self._live.info.to_act)
            return replace(seat, clock=pace.hurried(clock, self._at)) if last else seat
        lent = seat.lent and waits and not self._has_decided(seat.seat)
        new = pace.started(self._info.pace, self._at, seat.away) if waits else None
        if new is not None and (self._info.paused_at is not None or lent or not seat.user_id):
            new = pace.stopped(new)
        left = clock_edits.bank_left(self._info, seat, self._at)
        return replace(seat, clock=new, bank=left, lent=lent)

    def _change(
        self, after: MatchInfo, items: list[OutboxItem], interaction_id: int | None
    ) -> tuple[Change, Live]:
        live, timeline = self._live, self._timeline
        change = Change(
            before=live.info,
            after=after,
            at=self._at,
            rows=tuple(played.row for played in self._played if played.row.move),
            sealed=tuple((seat, None) for seat in sorted(live.sealed.keys() - self._sealed.keys())),
            outbox=tuple(items),
            interaction_id=interaction_id,
            remarks=tuple(self._remarks),
        )
        return change, Live(after, timeline, self._sealed, live.seed, (*live.news, *self._played))
