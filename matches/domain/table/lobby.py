"""Changes to a match before it starts: summary in, summary out, or a refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from matches.domain.deadlines.pace import Pace
from matches.domain.model import Conceding, Ending, MatchInfo, Opening, SeatInfo
from matches.domain.table import powers
from matches.domain.table.guards import check_unfinished, not_begun
from matches.domain.table.invitations import NOBODY_INVITED, Invitations
from matches.domain.table.powers import Act, Asker, Consent
from rules.errors import LobbyError, NotSeatedError
from rules.protocol import WATCHER, GameInfo
from rules.text import Markup, Person, Seat, Text, t, tn

MAX_NAME: Final = 80
SENT_AWAY_HINT: Final = t(
    "You can join again if the host keeps a seat for you. You can also open your own match with "
    "/match new."
)
_TURNING: Final = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Characters that change the direction of the text after them."""


def new_lobby(game: GameInfo, opening: Opening, at: datetime) -> MatchInfo:
    """Return a new lobby with its host on seat 0; its id is not set yet."""
    _check_options(game, opening.options)
    counts = game.counts(opening.options)
    if not counts:
        raise LobbyError(t("These variants can't be combined."), t("Choose one of them, or none."))
    seats = max(counts) if opening.capacity is None else opening.capacity
    if seats not in counts:
        raise LobbyError(
            _not_for(game, seats, opening.options),
            t("Choose one of these numbers: {counts}.", counts=counts),
        )
    host = _seat(0, opening.user_id, opening.name, opening.locale)
    info = _lobby(opening, (host,), seats, game.rules_version, at)
    return replace(info, invitations=Invitations(closed=opening.closed))


def _lobby(
    opening: Opening, seats: tuple[SeatInfo, ...], capacity: int, version: int, at: datetime
) -> MatchInfo:
    return MatchInfo(
        id=0,
        slug=opening.slug,
        options=opening.options,
        guild_id=opening.guild_id,
        channel_id=opening.channel_id,
        host_id=opening.user_id,
        wants_thread=opening.thread,
        capacity=capacity,
        seats=seats,
        status="lobby",
        ply=0,
        to_act=frozenset(),
        chance_hash="",
        chance_seed="",
        lobby_message_id=None,
        posted_ply=0,
        created_at=at,
        pace=opening.pace,
        rules_version=version,
    )


def _seat(seat: Seat, user_id: int, name: str, locale: str) -> SeatInfo:
    return SeatInfo(seat, user_id, tidy(name), locale, owner_id=user_id)


def again(
    before: MatchInfo, user_id: int, channel_id: int, at: datetime, *, thread: bool
) -> MatchInfo:
    """Return the lobby of a rematch, with the same players, one seat further on.

    The second player gets the first seat, and players who left the match are not included. The
    lobby's id is not set yet.

    Raises:
        LobbyError: The match isn't over, or never started.
        NotSeatedError: The user has no seat in it.
    """
    if before.status not in ("over", "ended") or before.begun_at is None:
        hint = t("Finish this match first. /board shows where it stands.")
        if not before.has_begun:
            hint = not_begun(before).hint
        raise LobbyError(t("You can have a rematch once the match is over."), hint)
    powers.check(Act.REMATCH, before, Asker(user_id))
    asker = before.seats[before.seat_of(user_id)]
    opening = Opening(
        slug=before.slug,
        guild_id=before.guild_id,
        channel_id=channel_id,
        user_id=user_id,
        name=asker.name,
        locale=asker.locale,
        options=before.options,
        thread=thread,
        pace=before.pace,
    )
    players = [s for s in (*before.seats[1:], before.seats[0]) if s.user_id or s.level]
    seats = tuple(
        replace(_seat(n, old.user_id, old.name, old.locale), level=old.level)
        for n, old in enumerate(players)
    )
    lobby = _lobby(opening, seats, before.capacity, before.rules_version, at)
    level = before.level or lobby.level
    return replace(lobby, rematch_of=before.id, conceding=before.conceding, level=level)


def without(lobby: MatchInfo, barred: frozenset[int]) -> MatchInfo:
    """Return the lobby of a rematch without barred players; the others move up."""
    seats = [seat for seat in lobby.seats if seat.user_id not in barred]
    return replace(lobby, seats=renumbered(seats))


def renumbered(seats: Sequence[SeatInfo]) -> tuple[SeatInfo, ...]:
    """Return the seats of a lobby after some were given up: the others move up."""
    return tuple(replace(seat, seat=n) for n, seat in enumerate(seats))


def rematched(other: MatchInfo) -> LobbyError:
    """Return the refusal of a second rematch."""
    return LobbyError(
        t(
            "This match already has a rematch: #{number} in {channel}.",
            number=other.id,
            channel=Markup(f"<#{other.channel_id}>"),
        ),
        t("To play again, open a new match with /match new."),
    )


def taken() -> LobbyError:
    """Return the refusal of a second unfinished match in one channel."""
    return LobbyError(
        t("This channel already has an unfinished match."),
        t("Finish it, end it with /match end, or use another channel."),
    )


def tidy(name: str) -> str:
    """Return a display name on one line, cut at `MAX_NAME` and without `_TURNING`."""
    return " ".join(name.translate(_TURNING).split())[:MAX_NAME] or "?"


def joined(info: MatchInfo, user_id: int, name: str, locale: str, at: datetime) -> MatchInfo:
    """Return the lobby with one more player, on the next free seat."""
    check_open(info, user_id, Act.JOIN)
    powers.check(Act.JOIN, info, Asker(user_id))
    _check_welcome(info, user_id, at)
    seat = _seat(len(info.seats), user_id, name, locale)
    invitations = info.invitations.without_kept(user_id)
    return replace(info, seats=(*info.seats, seat), invitations=invitations)


def _check_welcome(info: MatchInfo, user_id: int, at: datetime) -> None:
    """Refuse a user for whom there is no seat in the lobby."""
    if info.invitations.sent_away(user_id):
        raise LobbyError(
            t("{who}, the host of this lobby, sent you away from it.", who=host_of(info)),
            SENT_AWAY_HINT,
        )
    if info.is_full:
        raise LobbyError(
            t("All seats in this match are taken."),
            t("Open your own match in another channel with /match new."),
        )
    if info.invitations.keeps(user_id, at):
        return
    if info.invitations.closed:
        raise LobbyError(
            t(
                "This lobby is closed. Until the match starts, only people for whom {who} keeps a "
                "seat can join.",
                who=host_of(info),
            ),
            t(
                "Ask {who} to keep a seat for you with /seat reserve, or open your own match with "
                "/match new.",
                who=host_of(info),
            ),
        )
    if not free_seats(info, at):
        until = info.invitations.kept(at)[0].until
        assert until is not None
        raise LobbyError(
            t(
                "All free seats are kept for others. The first one is kept until {time}.",
                time=Markup(f"<t:{int(until.timestamp())}:f>"),
            ),
            t(
                "Try again after that, or ask {who}, the host, to keep a seat for you.",
                who=host_of(info),
            ),
        )


def free_seats(info: MatchInfo, at: datetime) -> int:
    """Return how many seats of a lobby are neither taken nor kept for anybody."""
    return info.capacity - len(info.seats) - len(info.invitations.kept(at))


def left(info: MatchInfo, user_id: int) -> MatchInfo:
    """Return the lobby without a player.

    If the host leaves, the next player becomes the host; if no person is left, the lobby ends.
    """
    check_open(info, user_id, Act.LEAVE)
    powers.check(Act.LEAVE, info, Asker(user_id))
    rest = [s for s in info.seats if s.user_id != user_id]
    people = [seat.user_id for seat in rest if seat.user_id]
    if not people:
        return replace(info, status="ended", invitations=NOBODY_INVITED)
    host = info.host_id if info.host_id != user_id else people[0]
    return replace(info, seats=renumbered(rest), host_id=host)


def paced(info: MatchInfo, user_id: int, pace: Pace) -> MatchInfo:
    """Return the lobby with another pace."""
    check_unfinished(info)
    if info.status == "live":
        raise LobbyError(
            t("The match has already begun, so everybody has to agree to change its pace."),
            t("Ask the others with /match time."),
        )
    powers.check(Act.SET_PACE, info, Asker(user_id))
    return replace(info, pace=pace)


def with_conceding(info: MatchInfo, user_id: int, conceding: Conceding) -> MatchInfo:
    """Return the lobby with another choice of what happens if somebody gives up."""
    check_open(info, user_id, Act.SET_CONCEDING)
    powers.check(Act.SET_CONCEDING, info, Asker(user_id))
    return replace(info, conceding=conceding)


def host_of(info: MatchInfo) -> Person:
    """Return the host by name."""
    names = (seat.name for seat in info.seats if seat.user_id == info.host_id)
    return Person(next(names, "?"))


def check_start(info: MatchInfo, game: GameInfo, user_id: int) -> None:
    """Refuse unless this user may start the match as it is."""
    check_open(info, user_id, Act.START)
    count = len(info.seats)
    if info.seat_of(user_id) == WATCHER and user_id != info.host_id:
        raise NotSeatedError(
            t("Only players with a seat can start this match."), powers.how_to_join(info)
        )
    counts = game.counts(info.options)
    if count not in counts:
        raise LobbyError(
            _not_for(game, count, info.options),
            _enough(counts),
        )
    powers.check(Act.START, info, Asker(user_id))


def in_private(info: MatchInfo) -> MatchInfo:
    """Return the lobby of a match that will get a private thread, or refuse."""
    if not info.is_solo:
        raise LobbyError(
            t("Others play in this match, and they can't see a private thread of yours."),
            t("Tap **Start** to play where everybody can see it."),
        )
    return replace(info, wants_thread=True, private=True)


def begun(info: MatchInfo, game: GameInfo, chance_hash: str, at: datetime) -> MatchInfo:
    """Return the match started, not yet dealt, and bound to the current rules version."""
    bank = timedelta(hours=info.pace.bank)
    return replace(
        info,
        status="live",
        capacity=len(info.seats),
        invitations=NOBODY_INVITED,
        chance_hash=chance_hash,
        seats=tuple(replace(seat, bank=bank) for seat in info.seats),
        begun_at=at,
        rules_version=game.rules_version,
    )


def check_end(info: MatchInfo, asker: Asker) -> Consent:
    """Return who has to agree before this user ends a lobby or a match, or refuse."""
    check_unfinished(info)
    return powers.check(Act.END, info, asker)


def broken_off(info: MatchInfo, at: datetime, ending: Ending) -> MatchInfo:
    """Return the match ended without a result; it no longer waits for anybody."""
    seats = tuple(replace(seat, clock=None) for seat in info.seats)
    return replace(
        info,
        status="ended",
        ending=ending,
        to_act=frozenset(),
        seats=seats,
        finished_at=at,
        invitations=NOBODY_INVITED,
    )


def _check_options(game: GameInfo, options: frozenset[str]) -> None:
    known = tuple(option.slug for option in game.options)
    for slug in sorted(options):
        if slug not in known:
            raise LobbyError(
                t("{title} has no option “{slug}”.", title=game.title, slug=slug[:40]),
                t("Choose from these: {options}.", options=known)
                if known
                else t("Leave the options empty. This game has none."),
            )


def _not_for(game: GameInfo, count: int, options: frozenset[str]) -> Text:
    if count in game.seats:
        return tn(
            "This variant doesn't work with {count} player: {options}.",
            "This variant doesn't work with {count} players: {options}.",
            count,
            options=tuple(sorted(options)),
        )
    if count == 1:
        return t("You can't play {title} alone.", title=game.title)
    return tn(
        "You can't play {title} with {count} player.",
        "You can't play {title} with {count} players.",
        count,
        title=game.title,
    )


def _enough(counts: Sequence[int]) -> Text:
    """Return with how many players a match can start."""
    least, most = min(counts), max(counts)
    if least == most:
        return tn(
            "Wait for more players to join. You can start with {count} player.",
            "Wait for more players to join. You can start with {count} players.",
            most,
        )
    return t(
        "Wait for more players to join. You can start with {least} to {most} players.",
        least=least,
        most=most,
    )


def check_open(info: MatchInfo, user_id: int, act: Act) -> None:
    """Refuse an act of this user unless the match is still in its lobby."""
    check_unfinished(info)
    if info.status == "live":
        hint = t("Watch it with /board. Its players can vote to end it with /match end.")
        if info.seat_of(user_id) != WATCHER:
            hint = _INSTEAD.get(act, t("Tap **Your move** to see what you can do now."))
        raise LobbyError(t("This match has already started."), hint)


_TO_FRIENDS: Final = t(
    "A friend can take over a free seat with /seat claim, or yours once you type /seat offer."
)
_INSTEAD: Final[Mapping[Act, Text]] = {
    Act.LEAVE: t(
        "To free your seat, type /seat resign; to give up for good, /seat concede. With /seat "
        "offer, you keep playing until somebody takes it over."
    ),
    Act.INVITE: _TO_FRIENDS,
    Act.KEEP_SEAT: _TO_FRIENDS,
    Act.ADD_WORD: t("Words are added before the start. After the end, /match verify checks them."),
}
"""What a player can do after the start instead of what only a lobby allows."""
