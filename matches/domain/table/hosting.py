"""What the host of a lobby decides about who can join."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from matches.domain.model import MatchInfo
from matches.domain.table import powers
from matches.domain.table.invitations import Guest
from matches.domain.table.lobby import check_open, free_seats, host_of, left, tidy
from matches.domain.table.powers import Act, Asker
from rules.errors import InvalidMoveError, LobbyError
from rules.protocol import WATCHER
from rules.text import Person, t, tn

KEPT_HOURS: Final = 24
"""The hours for which a seat is kept unless the host says otherwise."""
MAX_HOURS: Final = 168
MAX_GUESTS: Final = 20
"""The most people whom a host can invite to a lobby or send away from it."""


def reserved(info: MatchInfo, host_id: int, friend: Guest, hours: int, at: datetime) -> MatchInfo:
    """Return the lobby with a seat kept for a friend, or kept until another time.

    Somebody who was sent away may come back then.
    """
    check_power(Act.KEEP_SEAT, info, host_id)
    if not 1 <= hours <= MAX_HOURS:
        raise InvalidMoveError(
            tn(
                "I can't keep a seat for {count} hour.",
                "I can't keep a seat for {count} hours.",
                hours,
            ),
            t("Type a number of hours from 1 to {most}.", most=MAX_HOURS),
        )
    known = info.invitations.of(friend.user_id)
    check_seatless(info, friend)
    if not info.invitations.keeps(friend.user_id, at) and not free_seats(info, at):
        raise LobbyError(
            t("There's no free seat left to keep."),
            t("Free one with /seat remove, or open another match with /match new."),
        )
    if known is None and len(info.invitations.guests) >= MAX_GUESTS:
        raise LobbyError(
            tn(
                "You've already invited or sent away {count} person here.",
                "You've already invited or sent away {count} people here.",
                MAX_GUESTS,
            ),
            t("Open the lobby to everybody, or open another match with /match new."),
        )
    guest = Guest(
        friend.user_id,
        tidy(friend.name),
        known.locale if known is not None else friend.locale,
        until=at + timedelta(hours=hours),
        told=True,
    )
    return replace(info, invitations=info.invitations.at(at).with_guest(guest))


def check_seatless(info: MatchInfo, friend: Guest) -> None:
    """Refuse to invite somebody who already has a seat in the match."""
    if info.seat_of(friend.user_id) != WATCHER:
        raise LobbyError(
            t("{friend} already has a seat in this match.", friend=Person(friend.name)),
            t("Invite somebody else."),
        )


def removed(info: MatchInfo, host_id: int, user_id: int, at: datetime) -> MatchInfo:
    """Return the lobby without a player or without the seat kept for a friend.

    A player can't come back unless the host keeps a seat for them, of which they are told again
    then; a friend can, like anybody.
    """
    check_power(Act.SEND_AWAY, info, host_id)
    if user_id == host_id:
        raise LobbyError(
            t("You can't send yourself away."), t("To give up your seat, type /match leave.")
        )
    if info.invitations.keeps(user_id, at):
        return replace(info, invitations=info.invitations.at(at).without_kept(user_id))
    seat = info.seat_of(user_id)
    if seat == WATCHER:
        raise LobbyError(
            t("They have no seat in this match."),
            t("Choose somebody from the list that appears as you type."),
        )
    gone = info.seats[seat]
    guest = Guest(user_id, gone.name, gone.locale, sent_away=True)
    after = left(info, user_id)
    return replace(after, invitations=info.invitations.at(at).with_guest(guest))


def closed(info: MatchInfo, host_id: int, *, on: bool) -> MatchInfo:
    """Return the lobby closed to all for whom no seat is kept, or open to everybody."""
    check_power(Act.CLOSE, info, host_id)
    return replace(info, invitations=replace(info.invitations, closed=on))


def check_power(act: Act, info: MatchInfo, user_id: int) -> None:
    """Refuse unless this is a lobby and the user has that power in it."""
    check_open(info, user_id, act)
    powers.check(act, info, Asker(user_id))


def check_invite(info: MatchInfo, user_id: int, friend: Guest, at: datetime) -> None:
    """Refuse a player who isn't the host and calls somebody who can't join."""
    check_power(Act.INVITE, info, user_id)
    check_seatless(info, friend)
    invitations = info.invitations
    if invitations.keeps(friend.user_id, at):
        return
    barred = invitations.closed or invitations.sent_away(friend.user_id)
    if barred or not free_seats(info, at):
        raise LobbyError(
            t("{friend} can't join this match at the moment.", friend=Person(friend.name)),
            t("Ask {who}, the host, to keep a seat for them with /seat reserve.", who=host_of(info))
            if not info.is_full
            else t("All seats are taken. Open another match with /match new."),
        )
