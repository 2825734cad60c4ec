"""Leaving a lobby or a match: what it leads to, and what has to be saved.

It works from anywhere: a match whose channel or server is gone, or which can't be played on, can
be left like any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from matches.domain.change import Change
from matches.domain.deadlines import clock_edits
from matches.domain.history.timeline import Live
from matches.domain.model import MatchInfo, SeatInfo
from matches.domain.outbox_item import ItemKind, OutboxItem
from matches.domain.table import guards, lobby, powers
from matches.domain.table.powers import Act, Asker
from matches.domain.turn import Turn
from rules.protocol import WATCHER
from rules.text import Person, t


class Effect(StrEnum):
    """The effect on a lobby or match when one of its players leaves.

    FREED: the lobby has a free seat. CLOSED: nobody is left in the lobby, so it ends. OPENED: a
    computer plays the seat. ENDED: nobody is left in the match, so it ends without a result.
    """

    FREED = "freed"
    CLOSED = "closed"
    OPENED = "opened"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Outlook:
    """What erasing a user would lead to, or has led to.

    Attributes:
        finished: In how many finished matches, or ones they left earlier, they are replaced by
            nobody.
        unread: In how many unfinished matches that can't be read they give up a seat.
        freed, closed, opened, ended: The same for all other unfinished ones, by `Effect`.
    """

    finished: int = 0
    unread: int = 0
    freed: int = 0
    closed: int = 0
    opened: int = 0
    ended: int = 0


def outlook(known: int, unread: int, effects: Iterable[Effect]) -> Outlook:
    """Return how often each effect occurs, among so many matches that hold a user."""
    found = list(effects)
    finished = known - unread - len(found)
    return Outlook(finished, unread, **{effect.value: found.count(effect) for effect in Effect})


def effect_of(info: MatchInfo, user_id: int) -> Effect:
    """Return what it leads to if a user leaves.

    Raises:
        NotSeatedError: They have no seat.
        MatchOverError: The match is over.
    """
    guards.check_unfinished(info)
    if info.status == "lobby":
        powers.check(Act.LEAVE, info, Asker(user_id))
        is_last = clock_edits.is_last_human(info, info.seat_of(user_id))
        return Effect.CLOSED if is_last else Effect.FREED
    powers.check(Act.RESIGN, info, Asker(user_id))
    is_last = clock_edits.is_last_human(info, info.seat_of(user_id))
    return Effect.ENDED if is_last else Effect.OPENED


def next_host(info: MatchInfo, user_id: int) -> SeatInfo | None:
    """Return who becomes the host if a user leaves; None if nobody does."""
    if info.host_id != user_id:
        return None
    return next((s for s in info.seats if s.user_id not in (0, user_id)), None)


def departed(
    info: MatchInfo, live: Live | None, user_id: int, at: datetime
) -> tuple[Change, Live | None]:
    """Return what to save when a user leaves, and the match to be cached.

    Args:
        info: The match.
        live: The started match; None if it is a lobby or can't be played on.
        user_id: Who leaves.
        at: When.

    Raises:
        NotSeatedError: They have no seat.
        MatchOverError: The match is over.
    """
    match effect_of(info, user_id):
        case Effect.FREED | Effect.CLOSED:
            after = lobby.left(info, user_id)
            return Change(info, after, at, outbox=(OutboxItem(ItemKind.LOBBY),)), None
        case Effect.ENDED:
            return _ended(info, user_id, at), None
        case Effect.OPENED:
            return _opened(info, live, user_id, at)


def _opened(
    info: MatchInfo, live: Live | None, user_id: int, at: datetime
) -> tuple[Change, Live | None]:
    seat = info.seats[info.seat_of(user_id)]
    told, item = t("{who} gives up their seat.", who=Person(seat.name)), OutboxItem.seat(seat.seat)
    if live is not None:
        turn = Turn(live, at)
        turn.pass_on(clock_edits.open_seat(seat))
        turn.settle()
        turn.remark(told)
        return turn.finish(WATCHER, None, item)
    # The clock is stopped; it stays, because a summary says for whom the match waits.
    left = replace(clock_edits.open_seat(seat), standing=frozenset(), clock=seat.clock)
    after = info.with_seat(left)
    if (host := next_host(info, user_id)) is not None:
        after = replace(after, host_id=host.user_id)
    sealed = ((seat.seat, None),)
    return Change(info, after, at, sealed=sealed, outbox=(item,), remarks=(told,)), None


def uninvited(info: MatchInfo, user_id: int, at: datetime) -> Change | None:
    """Return what to save when a lobby forgets a guest; None if it has no such one."""
    invitations = info.invitations
    if (
        info.status != "lobby"
        or invitations.of(user_id) is None
        or info.seat_of(user_id) != WATCHER
    ):
        return None
    rest = tuple(guest for guest in invitations.guests if guest.user_id != user_id)
    after = replace(info, invitations=replace(invitations, guests=rest))
    return Change(info, after, at, outbox=(OutboxItem(ItemKind.LOBBY),))


def withdrawn(info: MatchInfo, user_id: int) -> MatchInfo:
    """Return a closed lobby or match that a user can't reopen any more.

    If nobody else is left to reopen it, it is finished for good.
    """
    host = next_host(info, user_id)
    mine = info.seat_of(user_id)
    if info.has_begun:
        after = info.with_seat(clock_edits.open_seat(info.seats[mine]))
    else:
        rest = [seat for seat in info.seats if seat.seat != mine]
        after = replace(info, seats=lobby.renumbered(rest))
    if not any(seat.user_id for seat in after.seats):
        return replace(after, life=replace(info.life, check=None))
    return after if host is None else replace(after, host_id=host.user_id)


def _ended(info: MatchInfo, user_id: int, at: datetime) -> Change:
    seat = info.seats[info.seat_of(user_id)]
    told = t("{who} gives up their seat.", who=Person(seat.name))
    after = lobby.broken_off(info, at, "left")
    dropped = tuple((other.seat, None) for other in info.seats)
    return Change(info, after, at, sealed=dropped, outbox=(_last_post(info),), remarks=(told,))


def _last_post(info: MatchInfo) -> OutboxItem:
    """Return the last post; a match that can't be played on has no board."""
    if info.broken:
        return OutboxItem(ItemKind.NOTE, text=t("The match ended without a result."))
    return OutboxItem(ItemKind.TURN)
