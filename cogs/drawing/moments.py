"""The moments that posts show: which one the newest post of each match knows of."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cogs.drawing.pictures import draw_moment, find_moment
from cogs.drawing.studio import Rank
from matches.domain.history.timeline import REWIND
from matches.domain.model import UNDO, Glance, LogEntry
from render.i18n import Lang
from render.picture import Picture

if TYPE_CHECKING:
    from bot import StolikBot

MOST_KNOWN: Final = 2000
"""The most matches whose moments are remembered; others are replayed."""


class Moments:
    """Remembers by match which moment was the newest when it was posted."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, dict[int, str]] = OrderedDict()

    async def news(
        self, bot: StolikBot, glance: Glance, entries: Sequence[LogEntry], lang: Lang, since: int
    ) -> Picture | None:
        """Return the picture of a moment that the post before doesn't know of.

        Args:
            bot: The bot.
            glance: The match as a watcher sees it now.
            entries: What has happened since the post before.
            lang: The server's language.
            since: The ply that the post before shows; 0 for the first post.
        """
        match, newest = glance.match, await find_moment(bot, glance, Rank.POST)
        known = self._known.get(match.id, {})
        before = known.get(since, "")
        if newest and since and since not in known:
            then = await bot.service.history.seen_at(match.id, since)
            before = await find_moment(bot, then, Rank.POST)
        self._keep(match.id, {since: before, match.ply: newest})  # an edit asks for `since` again
        if not newest or newest == before or _went_behind(entries, since):
            return None
        return await draw_moment(bot, None, glance, lang, Rank.POST)

    def _keep(self, match_id: int, moments: dict[int, str]) -> None:
        self._known[match_id] = moments
        self._known.move_to_end(match_id)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)


def _went_behind(entries: Sequence[LogEntry], ply: int) -> bool:
    """Return whether the match went back behind a ply, to moments told before."""
    marks = (entry.notation for entry in entries if entry.notation is not None)
    backs = (mark.rpartition(" ")[2] for mark in marks if mark.startswith((UNDO, REWIND)))
    return any(int(back) <= ply for back in backs)
