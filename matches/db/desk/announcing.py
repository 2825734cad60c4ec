"""The SQL that tells all live matches something, once, a few at a time.

How far it is stands in the same transaction as the posts, so a crash neither skips a match nor
tells one twice.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Final

from matches.db import meta
from matches.db.bots import notices
from matches.db.bots.share import ALL, Share
from matches.db.driver import Connection
from matches.db.outbox import add_items
from matches.domain.outbox_item import ItemKind, OutboxItem
from rules.text import Text, t

ANNOUNCEMENT: Final = "announcement"
"""The fact that keeps the last announcement and how far it is."""
_THERE: Final = "status = 'live' AND trouble <> 'gone' AND id > ? AND id <= ?"


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something that all matches that were live at a time are told.

    Attributes:
        key: Which form it was typed in; one form is taken once.
        words: What to say; "" once everybody was told.
        at: When it was made, in ISO format.
        reached: The number of the last match that was told.
        last: The number of the last match to tell.
        told: How many were told.
        total: How many were live when it was made.
    """

    key: str
    words: str
    at: str
    reached: int
    last: int
    told: int
    total: int

    @property
    def is_done(self) -> bool:
        """True once everybody was told."""
        return not self.words


def announcement_text(words: str) -> Text:
    """Return what the channel of a match reads."""
    return t("📢 A message from whoever runs me: {words}", words=words)


def last(db: Connection) -> Announcement | None:
    """Return the last announcement, or None."""
    found = meta.get(db, ANNOUNCEMENT)
    return None if found is None else Announcement(**json.loads(found))


def begin(db: Connection, key: str, words: str, at: datetime) -> Announcement:
    """Note that everybody is to be told something; the form was not taken before."""
    newest, count = db.execute(
        f"SELECT coalesce(max(id), 0), count(*) FROM matches WHERE {_THERE}",  # noqa: S608 - constants
        (0, 2**62),
    ).fetchone()
    made = Announcement(key, words if count else "", at.isoformat(), 0, newest, 0, count)
    _keep(db, made)
    return made


def tell_next(db: Connection, at: datetime, most: int, share: Share = ALL) -> Announcement | None:
    """Put the posts of the next matches into the outbox; return how far it is then."""
    now = last(db)
    if now is None or now.is_done:
        return now
    found = db.execute(
        f"SELECT id, ply, guild_id FROM matches WHERE {_THERE} ORDER BY id LIMIT ?",  # noqa: S608 - constants
        (now.reached, now.last, most),
    ).fetchall()
    item = OutboxItem(ItemKind.NOTE, text=announcement_text(now.words))
    for match_id, ply, _ in found:
        add_items(db, match_id, ply, at, (item,))
    notices.tell(db, "match", *(one for one, _, guild_id in found if not share.has(guild_id)))
    reached = found[-1][0] if found else now.last
    then = replace(now, reached=reached, told=now.told + len(found))
    if reached >= now.last:
        then = replace(then, words="")
    _keep(db, then)
    return then


def _keep(db: Connection, made: Announcement) -> None:
    meta.put(db, {ANNOUNCEMENT: json.dumps(asdict(made))})
