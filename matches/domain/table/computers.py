"""Computer players: their names, and which seats they play. Pure.

A computer has a seat from the start, or plays one whose player has left or is late. The seat says
so, and with what the match waits for it follows whose decision is due: nothing else is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from matches.domain.model import Level, MatchInfo, Opening, SeatInfo
from matches.domain.table.hosting import check_power
from matches.domain.table.lobby import free_seats, new_lobby, renumbered
from matches.domain.table.powers import Act
from rules import registry
from rules.errors import LobbyError
from rules.protocol import GameInfo
from rules.text import Person, Seat, Text, t

LEVELS: Final[Mapping[Level, Text]] = {"easy": t("easy"), "good": t("good"), "strong": t("strong")}
"""The levels in words, weakest first."""
SIGNS: Final[Mapping[Level, str]] = {"easy": "•", "good": "••", "strong": "•••"}
"""What stands beside a name, without colour, in a form that pictures can show."""
NAMES: Final[Mapping[str, Text]] = {
    "Cog": t("Cog"),
    "Sprocket": t("Sprocket"),
    "Lever": t("Lever"),
    "Crank": t("Crank"),
    "Flywheel": t("Flywheel"),
}
"""The computers by the names they have in databases; a lobby has each once."""


MOST_COMPUTERS: Final = len(NAMES)
MISSED: Final = 2
"""Who is late with so many decisions in a row leaves the seat to a computer."""


def level_of(info: MatchInfo, seat: SeatInfo) -> Level:
    """Return how well a computer plays a seat now; "" if its player does."""
    return seat.level or (info.level if seat.open or seat.lent else "")


def is_left(info: MatchInfo, seat: SeatInfo) -> bool:
    """Return whether a player has left their seat to a computer: it can't win so."""
    return info.level != "" and (seat.open or seat.late >= MISSED)


def late_text(info: MatchInfo, seat: Seat, *, is_over: bool) -> Text:
    """Return that a computer decided for a late player, and what that means."""
    who, can_win = Person(info.seats[seat].name), not is_left(info, info.seats[seat])
    if can_win or is_over or len(info.seats) == 1:
        return t("{who} ran out of time, so a computer made this one decision.", who=who)
    return t(
        "{who} ran out of time again, so a computer made this decision, too. {who} can't win "
        "without making one in person before the end.",
        who=who,
    )


def due(info: MatchInfo) -> frozenset[Seat]:
    """Return the seats whose decision a computer has to make now."""
    if info.status != "live" or info.paused_at is not None:
        return frozenset()
    return frozenset(seat for seat in info.to_act if level_of(info, info.seats[seat]))


def read_level(text: str) -> Level:
    """Return a level by its name in ids and databases, or refuse."""
    for level in LEVELS:
        if level == text:
            return level
    raise LobbyError(
        t("There's no such level."), t("Choose from these: {levels}.", levels=(*LEVELS.values(),))
    )


def opened(game: GameInfo, opening: Opening, at: datetime) -> MatchInfo:
    """Return a new lobby with its host and the computers that are wanted."""
    info = replace(new_lobby(game, opening, at), level=opening.level)
    if not opening.computers:
        return info
    return added(info, opening.user_id, opening.level, at, opening.computers)


def added(info: MatchInfo, host_id: int, level: Level, at: datetime, count: int = 1) -> MatchInfo:
    """Return the lobby with computers on the next free seats."""
    check_power(Act.ADD_COMPUTER, info, host_id)
    if count > free_seats(info, at):
        raise LobbyError(
            t("There aren't enough free seats for that."),
            _room(info, at),
        )
    taken = {seat.name for seat in info.seats if seat.level}
    names = [name for name in NAMES if name not in taken][:count]
    first = len(info.seats)
    more = (SeatInfo(first + n, 0, name, level=level) for n, name in enumerate(names))
    return replace(info, seats=(*info.seats, *more))


def _room(info: MatchInfo, at: datetime) -> Text:
    """Return how there can be seats for more computers."""
    if info.invitations.kept(at) and not info.is_full:
        return t("First stop keeping a seat for somebody with /seat remove.")
    if len(info.seats) < 2:
        most = max(registry.get(info.slug).info.counts(info.options))
        if most == 1:
            return t("This variant is for one player, so choose no computers.")
        if info.capacity == most:
            return t("Choose fewer computers.")
    if not info.is_full or len(info.seats) < 2:
        return t("Choose fewer computers or more seats.")
    if any(seat.level for seat in info.seats):
        return t("First send a computer away with the list in the lobby's post.")
    return t("First free a player's seat with /seat remove.")


def removed(info: MatchInfo, host_id: int, name: str) -> MatchInfo:
    """Return the lobby without the computer of that name; the others move up."""
    check_power(Act.ADD_COMPUTER, info, host_id)
    rest = [seat for seat in info.seats if not seat.level or seat.name != name]
    if len(rest) == len(info.seats):
        raise LobbyError(
            t("This computer player has already left."), t("The lobby's post shows who is here.")
        )
    return replace(info, seats=renumbered(rest))


def levelled(info: MatchInfo, host_id: int, level: Level) -> MatchInfo:
    """Return the lobby with another level for the seats that players leave."""
    check_power(Act.SET_LEVEL, info, host_id)
    return replace(info, level=level)
