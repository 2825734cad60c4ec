"""The table of powers: who may do what to a match, when, and with whose consent.

Everything a person can ask about a match that touches a seat, a clock, moves, the result or the
whole table has its rows here, and every service that decides about it asks `check` or `consent`.
What has no row, nobody may do. docs/powers.md shows the table (``python -m scripts.powers``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from matches.domain.model import MatchInfo, is_closed, is_homeless
from rules.errors import LobbyError, NotSeatedError
from rules.protocol import WATCHER
from rules.text import Person, Text, t


class Act(StrEnum):
    """What a person can ask for; the value says it in words for docs/powers.md."""

    JOIN = "take a seat in the lobby"
    INVITE = "invite somebody"
    KEEP_SEAT = "keep a seat for somebody"
    CLOSE = "close the lobby to others, or open it again"
    SEND_AWAY = "send a player away, or stop keeping a seat"
    ADD_WORD = "add a word to the draws, or change their own"
    LEAVE = "leave the lobby"
    START = "start the match"
    SET_PACE = "set the pace"
    SET_CONCEDING = "choose what happens if somebody gives up"
    ADD_COMPUTER = "add a computer player, or send one away"
    SET_LEVEL = "choose how well computers play seats that are left"
    MOVE = "make or queue a move for their own seat"
    UNDO = "take back their own last move, if nobody has learned anything from it"
    RESIGN = "leave their own seat"
    CONCEDE = "concede for their own seat"
    OFFER = "offer their own seat"
    CLAIM = "take a seat that is open or offered"
    FREE_SEAT = "free another player's seat"
    PAUSE = "pause the match"
    RESUME = "resume the match"
    EXTEND = "extend the running deadlines"
    REPACE = "change the pace"
    GO_BACK = "go back to an earlier point"
    END = "end the match without a result"
    RELOCATE = "move the match to another channel of its server"
    EMIGRATE = "move the match to another server"
    REMATCH = "open the rematch"
    LOOK = "see the match, its log and export"
    VERIFY = "check the draws"
    KEEP = "keep a lobby or match that would be closed"
    REOPEN = "reopen a match that was closed because nobody moved"
    SETTINGS = "change the bot's settings for the server"


class Who(StrEnum):
    """The roles of the person who asks; several can apply at once.

    PLAYER: has a seat in this match. OUTSIDER: has none. HOST: opened it, or has been handed that.
    ADMIN: may manage the server and has never had a seat in this match once it began; with one
    they are a player like any other, and once they have left it an outsider. OPERATOR: runs the
    bot, which is no power over a match at all.
    """

    ANYBODY = "anybody"
    OUTSIDER = "anybody without a seat"
    PLAYER = "player"
    HOST = "host"
    ADMIN = "server admin"
    OPERATOR = "operator"


class When(StrEnum):
    """The state a match has to be in."""

    EVER = "ever"
    LOBBY = "in the lobby"
    FULL = "in the lobby, all seats taken"
    LIVE = "during the match"
    TIME_UP = "during the match, that player's time is up"
    UNFINISHED = "until the match is over"
    HOMELESS = "until the match is over, its channel was deleted"
    FINISHED = "after the match"
    CLOSED = "after the match, while a closed one can be reopened"


class Consent(StrEnum):
    """Who has to agree; votes are by the players whose seats aren't open."""

    ALONE = "nobody"
    MOST = "more than half of the players"
    ALL = "all players"


@dataclass(frozen=True, slots=True)
class Power:
    """One row: these people may do this then, if those agree.

    Attributes:
        act: What they may do.
        who: Who may ask for it.
        when: When.
        consent: Who has to agree.
        with_another: True if a vote needs at least one player besides the asker.
    """

    act: Act
    who: Who
    when: When
    consent: Consent = Consent.ALONE
    with_another: bool = False


@dataclass(frozen=True, slots=True)
class Asker:
    """The person who asks.

    Attributes:
        user_id: Their Discord id.
        is_admin: True if they may manage the match's server.
        has_played: True if they have, or had, a seat in the match since it began; asked only of
            admins.
    """

    user_id: int
    is_admin: bool = False
    has_played: bool = False


POWERS: Final = (
    Power(Act.JOIN, Who.OUTSIDER, When.LOBBY),
    Power(Act.INVITE, Who.PLAYER, When.LOBBY),
    Power(Act.KEEP_SEAT, Who.HOST, When.LOBBY),
    Power(Act.CLOSE, Who.HOST, When.LOBBY),
    Power(Act.SEND_AWAY, Who.HOST, When.LOBBY),
    Power(Act.ADD_WORD, Who.PLAYER, When.LOBBY),
    Power(Act.LEAVE, Who.PLAYER, When.LOBBY),
    Power(Act.START, Who.PLAYER, When.FULL),
    Power(Act.START, Who.HOST, When.LOBBY),
    Power(Act.SET_PACE, Who.HOST, When.LOBBY),
    Power(Act.SET_CONCEDING, Who.HOST, When.LOBBY),
    Power(Act.ADD_COMPUTER, Who.HOST, When.LOBBY),
    Power(Act.SET_LEVEL, Who.HOST, When.LOBBY),
    Power(Act.MOVE, Who.PLAYER, When.LIVE),
    Power(Act.UNDO, Who.PLAYER, When.LIVE),
    Power(Act.RESIGN, Who.PLAYER, When.LIVE),
    Power(Act.CONCEDE, Who.PLAYER, When.LIVE),
    Power(Act.OFFER, Who.PLAYER, When.LIVE),
    Power(Act.CLAIM, Who.OUTSIDER, When.LIVE),
    Power(Act.FREE_SEAT, Who.PLAYER, When.TIME_UP),
    Power(Act.FREE_SEAT, Who.PLAYER, When.LIVE, Consent.MOST, with_another=True),
    Power(Act.FREE_SEAT, Who.ADMIN, When.LIVE),
    Power(Act.PAUSE, Who.PLAYER, When.LIVE, Consent.MOST),
    Power(Act.RESUME, Who.PLAYER, When.LIVE, Consent.MOST),
    Power(Act.EXTEND, Who.PLAYER, When.LIVE, Consent.MOST),
    Power(Act.REPACE, Who.PLAYER, When.LIVE, Consent.ALL),
    Power(Act.GO_BACK, Who.PLAYER, When.LIVE, Consent.ALL, with_another=True),
    Power(Act.END, Who.HOST, When.LOBBY),
    Power(Act.END, Who.PLAYER, When.LIVE, Consent.ALL),
    Power(Act.END, Who.ADMIN, When.UNFINISHED),
    Power(Act.RELOCATE, Who.HOST, When.UNFINISHED),
    Power(Act.RELOCATE, Who.PLAYER, When.HOMELESS),
    Power(Act.EMIGRATE, Who.PLAYER, When.HOMELESS),
    Power(Act.REMATCH, Who.PLAYER, When.FINISHED),
    Power(Act.LOOK, Who.ANYBODY, When.EVER),
    Power(Act.VERIFY, Who.ANYBODY, When.FINISHED),
    Power(Act.KEEP, Who.PLAYER, When.UNFINISHED),
    Power(Act.KEEP, Who.HOST, When.UNFINISHED),
    Power(Act.REOPEN, Who.PLAYER, When.CLOSED),
    Power(Act.REOPEN, Who.HOST, When.CLOSED),
    Power(Act.SETTINGS, Who.ADMIN, When.EVER),
)
"""Who may do what; of several rows that apply, the least consent counts."""

_ORDER: Final = tuple(Consent)
_HOST_LETS_IN: Final = t("Only the host decides who can join this match.")
_ASK_HOST: Final = t("Ask the host. /match info names them.")
_REFUSED: Final[Mapping[Act, tuple[Text, Text]]] = {
    Act.JOIN: (
        t("You already have a seat in this match."),
        t("/match info shows who else is here."),
    ),
    Act.KEEP_SEAT: (_HOST_LETS_IN, _ASK_HOST),
    Act.CLOSE: (_HOST_LETS_IN, _ASK_HOST),
    Act.SEND_AWAY: (_HOST_LETS_IN, _ASK_HOST),
    Act.ADD_COMPUTER: (_HOST_LETS_IN, _ASK_HOST),
    Act.START: (
        t("Not all seats are taken yet."),
        t("Wait for more players, or ask the host to start with fewer."),
    ),
    Act.CLAIM: (
        t("You already have a seat in this match."),
        t("Tap **Your move** to continue."),
    ),
    Act.FREE_SEAT: (
        t("Only players in this match, or a server admin, can free a seat."),
        t("You can take a seat that is free with /seat claim."),
    ),
    Act.END: (
        t("Only players in this match, or a server admin, can end it."),
        t("Ask one of the players. /match info names them."),
    ),
    Act.RELOCATE: (
        t("This match has a channel, and only the host can move the match."),
        t("Keep playing there. /turns has the links."),
    ),
    Act.EMIGRATE: (
        t("A match that has a channel stays on its server."),
        t("To move it, type /match relocate in another channel of that server."),
    ),
    Act.REMATCH: (
        t("Only players in this match can ask for a rematch."),
        t("Open your own match with /match new."),
    ),
}
"""The refusal of an act that this person has no power to: reason and hint."""
_SEATED: Final[Mapping[Act, Text]] = {
    Act.INVITE: t("Only players with a seat can invite others."),
    Act.ADD_WORD: t("You have no seat in this match, so you can't add a word."),
    Act.LEAVE: t("You have no seat in this match."),
}
"""The reasons of refusals in a lobby whose hint is how to get a seat."""
_HOSTS: Final[Mapping[Act, Text]] = {
    Act.SET_PACE: t("Only the host can set this match's pace."),
    Act.SET_CONCEDING: t("Only the host can choose what happens if somebody gives up."),
    Act.SET_LEVEL: t("Only the host can choose how well computers play."),
}
"""The reasons of refusals whose hint names the host."""
_HAS_PLAYED: Final = (
    t("You've played in this match, so you have no admin powers in it."),
    t("Ask its players, or an admin who hasn't played in it."),
)
_NO_SEAT: Final = t("You have no seat in this match.")


def consent(
    act: Act, info: MatchInfo, asker: Asker, *, time_up: bool = False, alone: bool = False
) -> Consent | None:
    """Return who has to agree before this person may do something, or None.

    None means that they may not do it at all, whoever agrees.

    Args:
        act: What they ask for.
        info: The match.
        asker: Who asks.
        time_up: Whether the time of the player concerned is up.
        alone: Whether nobody but the asker could vote on it.
    """
    theirs, now = roles(info, asker), _stages(info, time_up=time_up)
    found = [
        power.consent
        for power in POWERS
        if power.act is act
        and power.who in theirs
        and power.when in now
        and not (alone and power.with_another)
    ]
    return min(found, key=_ORDER.index, default=None)


def check(act: Act, info: MatchInfo, asker: Asker, *, time_up: bool = False) -> Consent:
    """Return who has to agree before this person may do something, or refuse.

    Whether the match is unfinished is for the caller to check first, because that refusal says
    more.

    Raises:
        NotSeatedError: They need a seat for it.
        LobbyError: They may not do it, or not now.
    """
    needed = consent(act, info, asker, time_up=time_up)
    if needed is not None:
        return needed
    raise refusal(act, info, asker)


def refusal(act: Act, info: MatchInfo, asker: Asker) -> LobbyError | NotSeatedError:
    """Return why this person may not do something."""
    if asker.is_admin and asker.has_played and info.seat_of(asker.user_id) == WATCHER:
        return LobbyError(*_HAS_PLAYED)
    if act in _HOSTS:
        names = (seat.name for seat in info.seats if seat.user_id == info.host_id)
        hint = t("Ask {who} to set it.", who=Person(next(names, "?")))
        return LobbyError(_HOSTS[act], hint)
    if act is Act.END and info.status == "lobby":
        leaving = t("To give up your seat, type /match leave.")
        hint = _ASK_HOST if info.seat_of(asker.user_id) == WATCHER else leaving
        return LobbyError(t("Only the host, or a server admin, can close this lobby."), hint)
    if act in _SEATED:
        return LobbyError(_SEATED[act], how_to_join(info))
    if act in _REFUSED and act is not Act.REMATCH:
        return LobbyError(*_REFUSED[act])
    return NotSeatedError(*_REFUSED[act]) if act in _REFUSED else not_seated(info, asker.user_id)


def how_to_join(info: MatchInfo) -> Text:
    """Return what somebody can do who needs a seat in a lobby."""
    if info.is_full:
        return t("All its seats are taken. Open your own match in another channel with /match new.")
    return t("To take a seat, tap **Join**.")


def not_seated(info: MatchInfo, user_id: int) -> NotSeatedError:
    """Return the refusal of a user without a seat; it names a seat they can take."""
    if info.status == "lobby":
        return NotSeatedError(_NO_SEAT, how_to_join(info))
    free = [seat for seat in info.seats if info.status == "live" and info.is_free(seat)]
    if any(seat.owner_id == user_id and not seat.conceded for seat in free):
        return NotSeatedError(
            _NO_SEAT, t("Your seat is still free. To take it back, type /seat claim.")
        )
    if free and not info.took_part(user_id):
        return NotSeatedError(
            _NO_SEAT, t("A seat is free. To take it, type /seat claim. To watch, type /board.")
        )
    return NotSeatedError(
        _NO_SEAT, t("You can watch with /board, or open your own match with /match new.")
    )


def roles(info: MatchInfo, asker: Asker) -> frozenset[Who]:
    """Return the roles of a person in a match."""
    is_seated = info.seat_of(asker.user_id) != WATCHER
    found = {Who.ANYBODY, Who.PLAYER if is_seated else Who.OUTSIDER}
    if asker.user_id and asker.user_id == info.host_id:
        found.add(Who.HOST)
    if asker.is_admin and not is_seated and not asker.has_played:
        found.add(Who.ADMIN)
    return frozenset(found)


def _stages(info: MatchInfo, *, time_up: bool) -> frozenset[When]:
    """Return everything in the column "when" that is true of a match."""
    if info.status in ("over", "ended"):
        closed = {When.CLOSED} if is_closed(info) else set()
        return frozenset({When.EVER, When.FINISHED} | closed)
    found = {When.EVER, When.UNFINISHED}
    found |= {When.HOMELESS} if is_homeless(info) else set()
    if info.status == "live":
        return frozenset(found | {When.LIVE} | ({When.TIME_UP} if time_up else set()))
    return frozenset(found | {When.LOBBY} | ({When.FULL} if info.is_full else set()))


def voted_by(act: Act) -> Power:
    """Return the row of a player's vote about something."""
    return next(
        power
        for power in POWERS
        if power.act is act and power.who is Who.PLAYER and power.consent is not Consent.ALONE
    )
