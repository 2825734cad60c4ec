"""The person who asks, with what the table of powers has to know of them."""

from __future__ import annotations

from matches.db import seats as seats_db
from matches.db.store import Store
from matches.domain.model import MatchInfo
from matches.domain.table.powers import Asker


async def asking(store: Store, info: MatchInfo, user_id: int, *, is_admin: bool) -> Asker:
    """Return who asks; of an admin, whether they have ever had a seat in the match."""
    if not is_admin:
        return Asker(user_id)
    held = await store.read(lambda db: seats_db.held_by(db, info.id))
    return Asker(user_id, is_admin, has_played=any(user == user_id > 0 for *_, user in held))
