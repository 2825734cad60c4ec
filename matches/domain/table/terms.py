"""What a server's admins decide about matches, and what that allows. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final, NamedTuple

from rules.errors import InvalidMoveError, LobbyError
from rules.text import Markup, Text, t, tn


@dataclass(frozen=True, slots=True)
class Terms:
    """What applies on a server; the defaults until its admins change them.

    A lobby needs people who look in this week. A match at a casual pace survives a holiday, and
    so do the players' hopes for it, because it can be reopened. The limits are far above what a
    club plays, and far below what would be a nuisance: lobbies wait for somebody, so one person
    may have fewer of them.

    Attributes:
        lobby_days: After so many days a lobby nobody touches is announced.
        lobby_notice: So many days later it is closed.
        quiet_days: After so many days a match nobody touches is announced.
        quiet_notice: So many days later it is closed.
        reopen_days: For so many days a closed match can be reopened; 0: not at all.
        seat_days: After so many days without a move, a seat of a casual match may be freed.
        own_lobbies, own_matches: The most open lobbies and running matches one person hosts.
        all_lobbies, all_matches: The most on the whole server.
        role: Only this role and admins may open matches; 0: everyone.
        channels: Only there may matches be opened; none: everywhere.
    """

    lobby_days: int = 7
    lobby_notice: int = 2
    quiet_days: int = 30
    quiet_notice: int = 7
    reopen_days: int = 30
    seat_days: int = 7
    own_lobbies: int = 5
    own_matches: int = 20
    all_lobbies: int = 50
    all_matches: int = 200
    role: int = 0
    channels: frozenset[int] = frozenset()

    def untouched(self, *, lobby: bool) -> timedelta:
        """Return how long a lobby or match may lie untouched until that is announced."""
        return timedelta(days=self.lobby_days if lobby else self.quiet_days)

    @property
    def patience(self) -> timedelta:
        """The time without a decision after which a casual match's player is late."""
        return timedelta(days=self.seat_days)

    def notice(self, *, lobby: bool) -> timedelta:
        """Return the time between the announcement and the closing."""
        return timedelta(days=self.lobby_notice if lobby else self.quiet_notice)


class Range(NamedTuple):
    """The least and the most a number of `Terms` may be, and what it is."""

    least: int
    most: int
    title: Text


RANGES: Final[Mapping[str, Range]] = {
    "lobby_days": Range(1, 60, t("Days until I ask about a lobby nobody starts")),
    "lobby_notice": Range(1, 14, t("Days from then until I close the lobby")),
    "quiet_days": Range(7, 365, t("Days until I ask about a match nobody plays")),
    "quiet_notice": Range(2, 60, t("Days from then until I close the match")),
    "reopen_days": Range(0, 365, t("Days in which a closed match can be reopened")),
    "seat_days": Range(2, 60, t("Days until a seat of a casual match can be freed")),
    "own_lobbies": Range(1, 50, t("Open lobbies one person may host")),
    "own_matches": Range(1, 100, t("Running matches one person may host")),
    "all_lobbies": Range(1, 500, t("Open lobbies on this server")),
    "all_matches": Range(1, 2000, t("Running matches on this server")),
}
"""What the numbers of `Terms` may be, in the order in which they are shown."""
KEPT: Final = frozenset({"quiet_days", "quiet_notice", "reopen_days", "seat_days"})
"""The numbers that a match keeps from its start on: an admin may be playing in it."""
MOST_CHANNELS: Final = 20
"""The most channels in a server's list of those where matches may be opened."""


def check_value(name: str, value: int) -> None:
    """Refuse a number that a server's admin has chosen if it isn't allowed."""
    allowed = RANGES[name]
    if not allowed.least <= value <= allowed.most:
        raise InvalidMoveError(
            t("“{what}” can't be {count}.", what=allowed.title, count=value),
            t("Choose a number from {least} to {most}.", least=allowed.least, most=allowed.most),
        )


def switched(terms: Terms, channel_id: int) -> Terms:
    """Return terms with one more channel for matches, or without it if it was one.

    Raises:
        InvalidMoveError: There are too many in the list.
    """
    channels = terms.channels ^ {channel_id}
    if len(channels) > MOST_CHANNELS:
        raise InvalidMoveError(
            t("The list can have {most} channels.", most=MOST_CHANNELS),
            t("Take one out first: choose it again with /setup channel."),
        )
    return replace(terms, channels=channels)


@dataclass(frozen=True, slots=True)
class Opener:
    """What Discord says about a user who wants to open a match.

    Attributes:
        roles: Their roles.
        is_admin: Whether they may manage the server.
        above: The channel above the thread they are in, and the like.
        known: All roles and channels of the server, to tell deleted ones; None if unknown.
    """

    roles: frozenset[int] = field(default=frozenset())
    is_admin: bool = False
    above: frozenset[int] = frozenset()
    known: frozenset[int] | None = None


NO_ROLES: Final = Opener()
"""Somebody of whom nothing is known."""


def existing(terms: Terms, known: frozenset[int] | None) -> tuple[int, frozenset[int]]:
    """Return role and channels without deleted ones: they would lock all out."""
    if known is None:
        return terms.role, terms.channels
    return (terms.role if terms.role in known else 0), terms.channels & known


def check_opening(
    terms: Terms, opener: Opener, channel_id: int, rematch_of: int | None = None
) -> None:
    """Refuse to open a match for somebody without the role, or in another channel.

    Raises:
        LobbyError: They may not; the hint says who may or where.
    """
    role, _ = existing(terms, opener.known)
    if role and role not in opener.roles and not opener.is_admin:
        raise LobbyError(
            t(
                "On this server, only people with the role {role} can open matches.",
                role=Markup(f"<@&{role}>"),
            ),
            t("Ask one of them to open it. /match list shows the matches you can join."),
        )
    if others := _chosen_instead(terms, opener, channel_id):
        how = t("Open it in one of these: {channels}.", channels=others)
        if rematch_of is not None:
            how = t(
                "Go to one of these: {channels}. There, type /match rematch number:{number}",
                channels=others,
                number=rematch_of,
            )
        raise LobbyError(_OTHER_CHANNELS, how)


def check_moving(terms: Terms, opener: Opener, channel_id: int) -> None:
    """Refuse to bring a match to a channel in which it couldn't be opened.

    Raises:
        LobbyError: It could not; the hint says where it could.
    """
    if others := _chosen_instead(terms, opener, channel_id):
        raise LobbyError(
            _OTHER_CHANNELS, t("Do this in one of these instead: {channels}.", channels=others)
        )


_OTHER_CHANNELS: Final = t("The admins of this server have chosen other channels for matches.")


def _chosen_instead(terms: Terms, opener: Opener, channel_id: int) -> tuple[Markup, ...]:
    """Return the channels for matches, or () if this is one or all are."""
    _, channels = existing(terms, opener.known)
    if channels.isdisjoint({channel_id, *opener.above}):
        return tuple(Markup(f"<#{channel}>") for channel in sorted(channels))
    return ()


class Count(NamedTuple):
    """How many open lobbies or running matches there are: of one host, and in all."""

    own: int
    every: int


def check_room(terms: Terms, count: Count, *, lobby: bool, by_host: bool = True) -> None:
    """Refuse one more open lobby or running match than the server allows.

    The host's own limit comes first, because they can do more about it. Not `by_host`: somebody
    else asks.
    """
    if lobby:
        _check_lobbies(terms, count, by_host=by_host)
    else:
        _check_matches(terms, count)


def _check_lobbies(terms: Terms, count: Count, *, by_host: bool) -> None:
    own, every = terms.own_lobbies, terms.all_lobbies
    if count.own >= own and not by_host:
        raise LobbyError(
            tn(
                "The host of this match already has {count} lobby that hasn't started on this "
                "server, and that's the limit.",
                "The host of this match already has {count} lobbies that haven't started on this "
                "server, and that's the limit.",
                own,
            ),
            t("Ask the host to start one of them, or to close it with /match end."),
        )
    if count.own >= own:
        raise LobbyError(
            tn(
                "You already host {count} lobby that hasn't started on this server, and that's "
                "the limit.",
                "You already host {count} lobbies that haven't started on this server, and "
                "that's the limit.",
                own,
            ),
            t("Start one of them, or close it with /match end."),
        )
    if count.every >= every:
        raise LobbyError(
            tn(
                "This server has {count} open lobby, and that's its limit.",
                "This server has {count} open lobbies, and that's its limit.",
                every,
            ),
            t("Join one of them: /match list shows them all."),
        )


def _check_matches(terms: Terms, count: Count) -> None:
    own, every = terms.own_matches, terms.all_matches
    if count.own >= own:
        raise LobbyError(
            tn(
                "The host already runs {count} match on this server, and that's the limit.",
                "The host already runs {count} matches on this server, and that's the limit.",
                own,
            ),
            t("Finish one of them first, or let somebody else open this match."),
        )
    if count.every >= every:
        raise LobbyError(
            tn(
                "{count} match is being played on this server, and that's its limit.",
                "{count} matches are being played on this server, and that's its limit.",
                every,
            ),
            t("Wait until one of them is over. A server admin can raise the limit with /setup."),
        )


def barred() -> LobbyError:
    """Return the refusal of what a barred person asks for."""
    return LobbyError(
        t("An admin of this server has barred you from my matches here."),
        t("You can finish the matches you're playing in. If you have questions, ask an admin."),
    )


def cannot_come() -> LobbyError:
    """Return what somebody reads who invites a barred person; it doesn't say why."""
    return LobbyError(t("This person can't join matches here."), t("Invite somebody else."))
