"""Pictures of a match and of what is in the box, drawn in the bot's studio."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from cogs.drawing.studio import Rank
from cogs.ui.speech import plain_names
from matches.domain.model import Glance
from render import gallery
from render.changes import marked
from render.film import Frame, chosen, film, frame
from render.i18n import Lang, translate
from render.kit.kept import Kept
from render.picture import PadArtist, Picture
from rules.protocol import Move, Outcome
from rules.text import Seat, t

if TYPE_CHECKING:
    from bot import StolikBot

log = logging.getLogger(__name__)

T = TypeVar("T")
PICTURES: Final = Kept(6 << 20)
"""The newest pictures, up to 6 MiB: a hand is shown again at each step of a choice."""


async def draw_board(
    bot: StolikBot, glance: Glance, lang: Lang, rank: Rank = Rank.ANSWER
) -> Picture:
    """Return the board as `glance` shows it, or the result once the match is over."""
    names = tuple(plain_names(glance.match).items())
    slug, outcome = glance.match.slug, glance.outcome
    to_act = glance.match.to_act

    def draw() -> Picture:
        if outcome is not None:
            return _result(slug, glance.view, outcome, names, lang)
        return _board(slug, glance.view, names, lang, to_act)

    return await _drawn(bot, draw, lang, glance.match.id, rank)


async def draw_changes(bot: StolikBot, then: Glance, now: Glance, lang: Lang) -> Picture:
    """Return the board of `now` with what differs from `then` lit up; if over, the result."""
    names = tuple(plain_names(now.match).items())
    slug, to_act = now.match.slug, now.match.to_act

    def draw() -> Picture:
        return _changes(slug, then.view, now.view, names, lang, to_act)

    if now.outcome is not None:
        return await draw_board(bot, now, lang)
    return await _drawn(bot, draw, lang, now.match.id)


async def draw_film(bot: StolikBot, glances: Sequence[Glance], lang: Lang) -> bytes:
    """Return boards as a GIF; other pictures can be drawn between two of them."""
    shown = [glances[number] for number in chosen(len(glances))]
    frames = [await bot.studio.draw(partial(_frame, one, lang), Rank.SPARE) for one in shown]
    return await asyncio.to_thread(film, frames)


def _frame(glance: Glance, lang: Lang) -> Frame:
    """Return a board for a film, uncached: it would push out pictures that are needed again."""
    names, to_act = plain_names(glance.match), glance.match.to_act
    artist = gallery.artist(glance.match.slug)
    return frame(artist.board(glance.view, names=names, lang=lang, to_act=to_act).png)


async def draw_hand(
    bot: StolikBot, glance: Glance, lang: Lang, rank: Rank = Rank.ANSWER
) -> Picture | None:
    """Return the picture of what only the viewer may see, or None if there is no such thing."""
    names = tuple(plain_names(glance.match).items())
    slug = glance.match.slug

    def draw() -> Picture | None:
        return _hand(slug, glance.view, names, lang)

    return await _drawn(bot, draw, lang, glance.match.id, rank)


async def draw_trial(bot: StolikBot, glance: Glance, move: Move, lang: Lang) -> Picture | None:
    """Return what belongs to the viewer with a move tried on it; None if the artist cannot."""
    names = tuple(plain_names(glance.match).items())
    slug = glance.match.slug

    def draw() -> Picture | None:
        return _trial(slug, glance.view, move, names, lang)

    return await _drawn(bot, draw, lang, glance.match.id)


async def draw_component(
    bot: StolikBot, slug: str, ids: tuple[str, ...], lang: Lang
) -> Picture | None:
    """Return a picture of components as printed, or None where words are enough."""
    return await _drawn(bot, lambda: _component(slug, ids, lang), lang) if ids else None


_NOT_DRAWN: Final = t(
    "I couldn't draw the picture. You can keep playing without it. Please tell whoever runs this "
    "bot."
)


async def _drawn(
    bot: StolikBot,
    draw: Callable[[], T],
    lang: Lang,
    match_id: int | None = None,
    rank: Rank = Rank.ANSWER,
) -> T | Picture:
    """Return what `draw` returns; if it fails, words without a picture."""
    try:
        return await bot.studio.draw(draw, rank)
    except Exception:
        log.exception("drawing a picture failed", extra={"match": match_id})
        words = translate(_NOT_DRAWN, lang, {})
        return Picture(b"", words, words)


@PICTURES
def _board(
    slug: str,
    view: object,
    names: tuple[tuple[Seat, str], ...],
    lang: Lang,
    to_act: frozenset[Seat],
) -> Picture:
    return gallery.artist(slug).board(view, names=dict(names), lang=lang, to_act=to_act)


@PICTURES
def _changes(
    slug: str,
    then: object,
    now: object,
    names: tuple[tuple[Seat, str], ...],
    lang: Lang,
    to_act: frozenset[Seat],
) -> Picture:
    before, after = (_board(slug, view, names, lang, to_act) for view in (then, now))
    return replace(after, png=marked(before.png, after.png))


@PICTURES
def _hand(
    slug: str, view: object, names: tuple[tuple[Seat, str], ...], lang: Lang
) -> Picture | None:
    return gallery.artist(slug).hand(view, names=dict(names), lang=lang)


@PICTURES
def _trial(
    slug: str, view: object, move: Move, names: tuple[tuple[Seat, str], ...], lang: Lang
) -> Picture | None:
    artist = gallery.artist(slug)
    if not isinstance(artist, PadArtist):
        return None
    return artist.trial(view, move, names=dict(names), lang=lang)


@PICTURES
def _result(
    slug: str, view: object, outcome: Outcome, names: tuple[tuple[Seat, str], ...], lang: Lang
) -> Picture:
    return gallery.artist(slug).result(view, outcome, names=dict(names), lang=lang)


@PICTURES
def _component(slug: str, ids: tuple[str, ...], lang: Lang) -> Picture | None:
    return gallery.artist(slug).component(ids, lang=lang)
