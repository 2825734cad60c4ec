"""Pictures of a match and of what is in the box, drawn in the bot's studio."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from cogs.drawing.studio import Rank
from cogs.ui.speech import plain_names
from matches.domain.model import Glance
from render import drawings
from render.film import film, shown_boards
from render.i18n import Lang, translate
from render.picture import Picture
from rules.protocol import Move
from rules.text import t

if TYPE_CHECKING:
    from bot import StolikBot

log = logging.getLogger(__name__)

T = TypeVar("T")


async def draw_board(
    bot: StolikBot, glance: Glance, lang: Lang, rank: Rank = Rank.ANSWER
) -> Picture:
    """Return the board as `glance` shows it, or the result of one played to its end."""
    match, names = glance.match, _names(glance, lang)
    if glance.outcome is not None and match.ending != "conceded":
        job = partial(drawings.result, match.slug, glance.view, glance.outcome, names, lang)
    else:
        job = partial(drawings.board, match.slug, glance.view, names, lang, match.to_act)
    return await _drawn(bot, job, lang, match.id, rank)


async def draw_changes(bot: StolikBot, then: Glance, now: Glance, lang: Lang) -> Picture:
    """Return the board of `now`, lit up where `then` differs, or the result."""
    if now.outcome is not None:
        return await draw_board(bot, now, lang)
    slug, names, to_act = now.match.slug, _names(now, lang), now.match.to_act
    job = partial(drawings.changes, slug, then.view, now.view, names, lang, to_act)
    return await _drawn(bot, job, lang, now.match.id)


async def draw_film(bot: StolikBot, glances: Sequence[Glance], lang: Lang) -> bytes:
    """Return boards as a GIF; other pictures can be drawn between two of them."""
    shown = [glances[number] for number in shown_boards(len(glances))]
    jobs = [
        partial(drawings.frame, one.match.slug, one.view, _names(one, lang), lang, one.match.to_act)
        for one in shown
    ]
    frames = [await bot.studio.draw(job, Rank.SPARE) for job in jobs]
    return await asyncio.to_thread(film, frames)


async def draw_hand(
    bot: StolikBot, glance: Glance, lang: Lang, rank: Rank = Rank.ANSWER
) -> Picture | None:
    """Return the picture of what only the viewer may see, if there is such a thing."""
    job = partial(drawings.hand, glance.match.slug, glance.view, _names(glance, lang), lang)
    return await _drawn(bot, job, lang, glance.match.id, rank)


async def draw_trial(bot: StolikBot, glance: Glance, move: Move, lang: Lang) -> Picture | None:
    """Return the viewer's things with a move tried on them, if they can be drawn."""
    job = partial(drawings.trial, glance.match.slug, glance.view, move, _names(glance, lang), lang)
    return await _drawn(bot, job, lang, glance.match.id)


async def draw_component(
    bot: StolikBot, slug: str, ids: tuple[str, ...], lang: Lang
) -> Picture | None:
    """Return a picture of components as printed, or None where words are enough."""
    return await _drawn(bot, partial(drawings.component, slug, ids, lang), lang) if ids else None


def _names(glance: Glance, lang: Lang) -> drawings.Named:
    return tuple(plain_names(glance.match, lang).items())


_NOT_DRAWN: Final = t(
    "I couldn't draw the picture. You can keep playing without it. Please tell whoever runs this "
    "bot."
)


async def _drawn(
    bot: StolikBot,
    job: Callable[[], T],
    lang: Lang,
    match_id: int | None = None,
    rank: Rank = Rank.ANSWER,
) -> T | Picture:
    """Return what `job` returns; if it fails, words without a picture."""
    try:
        return await bot.studio.draw(job, rank)
    except Exception:
        log.exception("drawing a picture failed", extra={"match": match_id})
        words = translate(_NOT_DRAWN, lang, {})
        return Picture(b"", words, words)
