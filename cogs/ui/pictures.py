"""Pictures of a match and of what is in the box, drawn on the bot's one drawing thread."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar

import discord
from discord import ui

from cogs.speech import plain_names
from matches.model import Glance
from render import gallery
from render.i18n import Lang, translate
from render.picture import PadArtist, Picture
from rules.protocol import Move, Outcome
from rules.text import Seat, t

if TYPE_CHECKING:
    from bot import StolikBot

log = logging.getLogger(__name__)

T = TypeVar("T")
FileName: TypeAlias = Literal["board.png", "hand.png", "component.png"]
"""Neutral: the name of a file is as public as the message."""
KEPT: Final = 48
"""So many pictures are kept, a few megabytes: a hand is shown at each step of a choice."""


async def draw_board(bot: StolikBot, glance: Glance, lang: Lang) -> Picture:
    """Return the board as `glance` shows it, or the result once the match was played to its end."""
    names = tuple(plain_names(glance.match).items())
    slug, outcome = glance.match.slug, glance.outcome
    to_act = glance.match.to_act

    def draw() -> Picture:
        if outcome is not None:
            return _result(slug, glance.view, outcome, names, lang)
        return _board(slug, glance.view, names, lang, to_act)

    return await _drawn(bot, draw, lang, glance.match.id)


async def draw_hand(bot: StolikBot, glance: Glance, lang: Lang) -> Picture | None:
    """Return what only the viewer may know, or None if there is no such thing."""
    names = tuple(plain_names(glance.match).items())
    slug = glance.match.slug

    def draw() -> Picture | None:
        return _hand(slug, glance.view, names, lang)

    return await _drawn(bot, draw, lang, glance.match.id)


async def draw_trial(bot: StolikBot, glance: Glance, move: Move, lang: Lang) -> Picture | None:
    """Return what belongs to the viewer with a move tried on it; None if no artist does that."""
    names = tuple(plain_names(glance.match).items())
    slug = glance.match.slug

    def draw() -> Picture | None:
        return _trial(slug, glance.view, move, names, lang)

    return await _drawn(bot, draw, lang, glance.match.id)


async def draw_component(
    bot: StolikBot, slug: str, ids: tuple[str, ...], lang: Lang
) -> Picture | None:
    """Return components as printed, or None where words are enough."""
    return await _drawn(bot, lambda: _component(slug, ids, lang), lang) if ids else None


async def _drawn(
    bot: StolikBot, draw: Callable[[], T], lang: Lang, match_id: int | None = None
) -> T | Picture:
    """Return what is drawn; words without a picture if that fails, lest it stops the match."""
    try:
        return await asyncio.get_running_loop().run_in_executor(bot.worker, draw)
    except Exception:
        log.exception("this cannot be drawn", extra={"match": match_id})
        words = translate(_NOT_DRAWN, lang, {})
        return Picture(b"", words, words)


_NOT_DRAWN: Final = t(
    "The picture could not be drawn. Play goes on without it; please tell whoever runs the bot."
)


@lru_cache(maxsize=KEPT)
def _board(
    slug: str,
    view: object,
    names: tuple[tuple[Seat, str], ...],
    lang: Lang,
    to_act: frozenset[Seat],
) -> Picture:
    return gallery.artist(slug).board(view, names=dict(names), lang=lang, to_act=to_act)


@lru_cache(maxsize=KEPT)
def _hand(
    slug: str, view: object, names: tuple[tuple[Seat, str], ...], lang: Lang
) -> Picture | None:
    return gallery.artist(slug).hand(view, names=dict(names), lang=lang)


@lru_cache(maxsize=KEPT)
def _trial(
    slug: str, view: object, move: Move, names: tuple[tuple[Seat, str], ...], lang: Lang
) -> Picture | None:
    artist = gallery.artist(slug)
    if not isinstance(artist, PadArtist):
        return None
    return artist.trial(view, move, names=dict(names), lang=lang)


@lru_cache(maxsize=KEPT)
def _result(
    slug: str, view: object, outcome: Outcome, names: tuple[tuple[Seat, str], ...], lang: Lang
) -> Picture:
    return gallery.artist(slug).result(view, outcome, names=dict(names), lang=lang)


@lru_cache(maxsize=KEPT)
def _component(slug: str, ids: tuple[str, ...], lang: Lang) -> Picture | None:
    return gallery.artist(slug).component(ids, lang=lang)


def framed(picture: Picture, name: FileName) -> tuple[ui.MediaGallery[ui.LayoutView], discord.File]:
    """Return a picture for a message: the frame with its alternative text, and the file."""
    item = discord.MediaGalleryItem(f"attachment://{name}", description=picture.alt)
    return ui.MediaGallery(item), discord.File(BytesIO(picture.png), name)
