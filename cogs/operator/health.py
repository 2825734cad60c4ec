"""How one match is doing, line by line: where it is stuck, never what is in it.

The owner may be playing in it, so it says nothing of hands, draws, moves and players' settings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.ui.speech import channel_mention, code
from cogs.ui.times import stamp
from matches.desk import Health, Waiting
from matches.domain.model import MatchInfo
from rules import registry
from rules.text import Markup, Text, t

STATUS: Final = {
    "lobby": t("open lobby"),
    "live": t("live"),
    "over": t("played to the end"),
    "ended": t("ended early"),
}
"""The words for what a match is."""
PAUSED: Final = {
    "vote": t("its players have agreed to that"),
    "gone": t("its channel was deleted"),
    "rules": t("I can't read it"),
}
"""The words for why a match is paused."""
TROUBLE: Final = {
    "forbidden": t("I'm not allowed to post there"),
    "missing": t("what I post to isn't there"),
    "gone": t("its channel was deleted"),
    "closed_dm": t("a player takes no direct messages"),
    "fault": t("Discord didn't take it"),
}
"""The words for why a post can't be sent."""


def health_lines(found: Health) -> Iterator[Text]:
    """Yield how a match is doing."""
    info = found.info
    yield t(
        "Match {number}: {game}, {status}.",
        number=Markup(f"#{info.id}"),
        game=registry.get(info.slug).info.title
        if info.slug in registry.slugs()
        else code(info.slug),
        status=STATUS[info.status],
    )
    yield t(
        "Server {server}, {channel}, channel {id}; opened {time}.",
        server=code(str(info.guild_id)),
        channel=channel_mention(info.channel_id),
        id=code(str(info.channel_id)),
        time=stamp(info.created_at),
    )
    yield t(
        "Rules version {version}, time limit: {pace}.",
        version=info.rules_version,
        pace=code(str(info.pace)),
    )
    yield from _log_lines(found)
    yield from _trouble_lines(info)
    yield from _clock_lines(info)
    yield from map(_waiting_text, found.waiting)
    if not found.waiting:
        yield t("Nothing of it waits to be posted.")


def _log_lines(found: Health) -> Iterator[Text]:
    info = found.info
    if not info.has_begun:
        yield t("It hasn't begun.")
    elif found.fault:
        yield t(
            "⚠️ Its log of {rows} rows doesn't replay: {why}", rows=found.rows, why=code(found.fault)
        )
    else:
        yield t("Its log of {rows} rows replays.", rows=found.rows)
    yield t("Its newest post shows row {posted} of {ply}.", posted=info.posted_ply, ply=info.ply)


def _trouble_lines(info: MatchInfo) -> Iterator[Text]:
    if info.paused_at is not None:
        yield t(
            "Paused since {time}: {why}.",
            time=stamp(info.paused_at),
            why=PAUSED.get(info.paused_why, info.paused_why),
        )
    if info.broken:
        yield t("⚠️ It can't be played on: {why}", why=code(info.broken.partition(":")[0]))
    if info.trouble:
        yield t("⚠️ Its posts don't arrive: {why}.", why=TROUBLE[info.trouble])


def _clock_lines(info: MatchInfo) -> Iterator[Text]:
    for seat in info.seats:
        clock = seat.clock
        if clock is None:
            continue
        number = seat.seat + 1
        if not seat.user_id or seat.lent:
            yield t("Seat {number} is to move: a computer.", number=number)
        elif clock.wake is None:
            yield t("Seat {number} is to move; the clock is stopped.", number=number)
        else:
            yield t(
                "Seat {number} is to move by {due}; the clock is checked {wake}.",
                number=number,
                due=stamp(clock.due),
                wake=stamp(clock.wake, "R"),
            )


def _waiting_text(rows: Waiting) -> Text:
    why = TROUBLE.get(rows.held, t("no trouble"))
    return t(
        "- {count} × {kind} ({where}), {status}, tries: {attempts}, next {due}: {why}",
        count=rows.count,
        kind=code(rows.kind),
        where=t("in private") if rows.private else t("in the channel"),
        status=code(rows.status),
        attempts=rows.attempts,
        due=stamp(rows.due, "R"),
        why=why,
    )
