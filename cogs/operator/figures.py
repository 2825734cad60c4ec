"""The figures at a glance, line by line."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from cogs.ui.times import stamp
from matches.backups import Backups
from matches.desk import Announcement, Figures
from rules import registry
from rules.text import Markup, Text, t, tn
from version import VERSION

if TYPE_CHECKING:
    from bot import StolikBot


def bot_lines(bot: StolikBot, since: datetime) -> Iterator[Text]:
    """Yield how the bot itself is doing; `since` is when it was started."""
    yield t("Stolik {version}, up since {time}.", version=VERSION, time=_when(since))
    yield tn("On {count} server.", "On {count} servers.", len(bot.guilds))
    shards = list(getattr(bot, "latencies", [(0, bot.latency)]))
    late = ", ".join(_latency(latency) for _, latency in shards[:20])
    yield tn(
        "{count} shard; answers of the gateway take: {latency}.",
        "{count} shards; answers of the gateway take: {latency}.",
        len(shards),
        latency=Markup(late + ("…" if len(shards) > 20 else "")),
    )


def match_lines(found: Figures) -> Iterator[Text]:
    """Yield how the matches and their posts are doing."""
    live = sum(count for _, count in found.live)
    yield tn(
        "{count} live match, {paused} paused, {broken} that I can't read; open lobbies: {lobbies}.",
        "{count} live matches, {paused} paused, {broken} that I can't read; "
        "open lobbies: {lobbies}.",
        live,
        paused=found.paused,
        broken=found.broken,
        lobbies=found.lobbies,
    )
    for slug, count in found.live:
        title = registry.get(slug).info.title if slug in registry.slugs() else Markup(f"`{slug}`")
        yield t("{what}: {count}", what=title, count=count)
    if found.oldest is None:
        yield t("Nothing waits to be posted.")
    else:
        yield tn(
            "{count} post or message waits, the oldest since {time}; refused so far: {held}.",
            "{count} posts and messages wait, the oldest since {time}; refused so far: {held}.",
            found.waiting,
            time=_when(found.oldest),
            held=found.held,
        )
    yield tn(
        "{count} clock is due and not checked yet.",
        "{count} clocks are due and not checked yet.",
        found.late,
    )


def store_lines(size: int, backups: Backups) -> Iterator[Text]:
    """Yield how many bytes the database has, and about its backups."""
    yield t("The database takes {size}.", size=_size(size))
    made = backups.made()
    if made:
        at, path = made[0]
        yield t(
            "The last backup is from {time} ({size}); I keep {count}.",
            time=_when(at),
            size=_size(path.stat().st_size),
            count=len(made),
        )
    elif backups.is_on:
        yield t("There is no backup yet.")
    if not backups.is_on:
        yield t("I make no backups (STOLIK_BACKUPS is 0).")
    if backups.failure is not None:
        yield t(
            "⚠️ Backups have failed since {time}: {why}",
            time=_when(backups.failure.since),
            why=backups.failure.why,
        )


def desk_lines(closed: datetime | None, told: Announcement | None) -> Iterator[Text]:
    """Yield what the owner has decided: new matches, the last announcement."""
    if closed is not None:
        yield t(
            "⚠️ I've taken no new matches since {time}. /stolik resume takes them again.",
            time=_when(closed),
        )
    if told is not None:
        yield t(
            "The announcement of {time} has gone to {told} of {total} matches.",
            time=_when(datetime.fromisoformat(told.at)),
            told=told.told,
            total=told.total,
        )


def _when(at: datetime) -> Markup:
    return Markup(f"{stamp(at)} ({stamp(at, 'R')})")


def _latency(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if math.isfinite(seconds) else "?"


def _size(count: int) -> Markup:
    """Return a number of bytes as an operator reads it."""
    if count < 1_000_000:
        return Markup(f"{math.ceil(count / 1000)} kB")
    return Markup(f"{math.ceil(count / 1_000_000)} MB")
