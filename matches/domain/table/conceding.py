"""Conceding: what happens to the seat and the match, and who has won then. Pure.

A concession is no move of the game, so the log's rows don't know it: it is a mark on the seat, and
a remark tells of it. Going back to an earlier point doesn't take it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final, Literal, TypeAlias

from matches.domain.deadlines.clock_edits import is_last_human
from matches.domain.model import Conceding, MatchInfo, SeatInfo
from matches.domain.outbox_item import ItemKind, OutboxItem
from rules.errors import LobbyError
from rules.text import Person, Seat, Text, t

Consequence: TypeAlias = Literal["lost", "open", "caretaker", "ended"]
"""What a concession leads to.

lost: one player remains and wins; open, caretaker: the seat goes on, see `Conceding`; ended: nobody
is left to win.
"""
KeptOut: TypeAlias = Literal["conceded", "freed"]
"""Why a user can't take a seat in a match any more.

conceded: they have conceded it; freed: as admin, they have freed a seat in it.
"""
AS_TOLD: Final[Mapping[str, Consequence]] = {
    "lost": "lost",
    "open": "open",
    "caretaker": "caretaker",
    "ended": "ended",
}
"""The consequences by their name in a button's id."""
NAMES: Final[dict[Conceding, Text]] = {
    "open": t("If somebody gives up: their seat is free for others"),
    "caretaker": t("If somebody gives up: a computer plays to the end"),
}
"""The choices of the lobby."""


def consequence(info: MatchInfo, seat: Seat) -> Consequence:
    """Return what happens if a seat's player concedes."""
    if is_last_human(info, seat):
        return "ended"
    others = [other for other in info.seats if other.seat != seat and not other.conceded]
    return "lost" if len(others) == 1 else info.conceding


def warning(info: MatchInfo, seat: Seat) -> Text:
    """Return what a player reads before they concede: exactly what will happen."""
    match consequence(info, seat):
        case "lost":
            other = next(o for o in info.seats if o.seat != seat and not o.conceded)
            return t(
                "Concede the match? It will be over at once, and {who} will win. You can't take "
                "this back.",
                who=Person(other.name),
            )
        case "open":
            return t(
                "Concede the match? You'll leave your seat for good. A computer will play it "
                "until somebody else takes it over. Until then, the seat can't win, and it will "
                "be ranked after everybody who hasn't conceded. You can't take this back."
            )
        case "caretaker":
            return t(
                "Concede the match? You'll leave your seat for good, and a computer will play it "
                "to the end. The seat can't win, and it will be ranked after everybody who hasn't "
                "conceded. You can't take this back."
            )
    return t(
        "Concede the match? You're the only player left, so it will end without a result. You "
        "can't take this back."
    )


def announced(seat: SeatInfo, found: Consequence) -> tuple[OutboxItem, ...]:
    """Return what to post of a concession besides an offer or the last post."""
    if found != "caretaker":
        return ()
    told = t(
        "{who} concedes. A computer will play their seat to the end, but the seat can't win.",
        who=Person(seat.name),
    )
    return (OutboxItem(ItemKind.NOTE, text=told),)


def lost(info: MatchInfo, seat: Seat, seed: str, at: datetime) -> MatchInfo:
    """Return the match over, because all players but one have conceded."""
    seats = tuple(
        replace(each, clock=None, offered=False, conceded=each.conceded or each.seat == seat)
        for each in info.seats
    )
    return replace(
        info,
        status="over",
        ending="conceded",
        to_act=frozenset(),
        seats=seats,
        chance_seed=seed,
        finished_at=at,
    )


def check_not_kept_out(why: frozenset[KeptOut]) -> None:
    """Refuse a seat to a user who has conceded this match, or freed a seat as admin."""
    if "freed" in why:
        raise LobbyError(
            t("You've freed a seat in this match as a server admin, so you can't play in it."),
            t("You can watch with /board, or open your own match with /match new."),
        )
    if "conceded" in why:
        raise LobbyError(
            t("You've conceded this match, so you can't come back."),
            t("You can watch with /board, or open your own match with /match new."),
        )
