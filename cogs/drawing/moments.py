"""The moments that posts show: which one the newest post of each match knows of."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cogs.drawing.pictures import draw_post, find_moment
from matches.domain.history.timeline import REWIND
from matches.domain.model import UNDO, Glance, LogEntry
from render.drawings import Posted
from render.i18n import Lang

if TYPE_CHECKING:
    from bot import StolikBot

MOST_KNOWN: Final = 2000
"""The most matches whose moments are remembered; others are replayed."""


class Moments:
    """Remembers by match which moment was the newest when it was posted."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, dict[int, str]] = OrderedDict()

    async def post(
        self, bot: StolikBot, glance: Glance, entries: Sequence[LogEntry], lang: Lang, since: int
    ) -> Posted:
        """Return the pictures of a post; a moment only if it is news there.

        Args:
            bot: The bot.
            glance: The match as a watcher sees it now.
            entries: What has happened since the post before.
            lang: The server's language.
            since: The ply that the post before shows; 0 for the first post.
        """
        match = glance.match
        before = await self._before(bot, glance, since)
        went_behind = _went_behind(entries, since)
        drawn = await draw_post(bot, glance, lang, None if went_behind else before)
        # an edit asks for `since` again
        self._keep(match.id, {since: before, match.ply: drawn.newest})
        return drawn

    async def _before(self, bot: StolikBot, glance: Glance, since: int) -> str:
        """Return the newest moment that the post before knows of, or ""."""
        known = self._known.get(glance.match.id, {})
        if not since or since in known:
            return known.get(since, "")
        if not await find_moment(bot, glance):
            return ""
        return await find_moment(bot, await bot.service.history.seen_at(glance.match.id, since))

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
