"""Pictures of a match and of what is in the box, drawn in the bot's studio."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from cogs.drawing.studio import Rank
from cogs.ui.items import fitting
from cogs.ui.speech import plain_names
from matches.domain.model import Glance, MatchInfo
from matches.domain.settings import PLAIN, Display, Words
from matches.domain.table.endings import ending_text
from render import drawings
from render.film import film, shown_boards
from render.i18n import Lang, translate
from render.picture import MAX_ALT, Area, Picture, Shade
from rules.protocol import Move
from rules.text import Seat, t

if TYPE_CHECKING:
    from bot import StolikBot

log = logging.getLogger(__name__)

T = TypeVar("T")
SHORT_WORDS: Final = 2000
"""Words of so many characters fit on every page."""
_PAUSED: Final = t("This match is paused.")


async def draw_board(
    bot: StolikBot,
    glance: Glance,
    lang: Lang,
    rank: Rank = Rank.ANSWER,
    display: Display = PLAIN,
) -> Picture:
    """Return the board as `glance` shows it, or the result of one played to its end."""
    drawn = await _drawn(bot, _board(glance, lang, display), lang, glance.match, rank)
    return _explained(drawn, glance, lang)


def has_more_words(picture: Picture, display: Display) -> bool:
    """Return whether a picture's words, where a page has them, may be cut there."""
    return display.words is not Words.LATER and len(picture.text) > SHORT_WORDS


def _board(glance: Glance, lang: Lang, display: Display) -> Callable[[], Picture]:
    """Return what draws the board of a match or its result."""
    match, names, shade = glance.match, _names(glance, lang), _shade(display)
    if not shows_result(glance):
        return partial(drawings.board, match.slug, glance.view, names, lang, _to_act(match), shade)
    assert glance.outcome is not None
    return partial(drawings.result, match.slug, glance.view, glance.outcome, names, lang, shade)


def _explained(drawn: Picture, glance: Glance, lang: Lang) -> Picture:
    """Return a picture with words that say why nobody has to decide, if so."""
    match = glance.match
    is_live = match.status == "live" and match.paused_at is None
    if is_live or _to_act(match) or shows_result(glance):
        return drawn
    return _stopped(drawn, match, lang)


async def draw_post(
    bot: StolikBot, glance: Glance, lang: Lang, before: str | None
) -> drawings.Posted:
    """Return the pictures of a post.

    Args:
        bot: The bot.
        glance: The match as a watcher sees it.
        lang: The server's language.
        before: The moment that the post before knows of; None if this one is to show none.
    """
    board, names = _board(glance, lang, PLAIN), _names(glance, lang)
    job = partial(drawings.posted, board, glance.match.slug, glance.view, names, lang, before)
    found = await _drawn(bot, job, lang, glance.match, Rank.POST)
    if isinstance(found, Picture):  # maybe it was only the moment that failed
        return drawings.Posted(await draw_board(bot, glance, lang, Rank.POST))
    return found._replace(board=_explained(found.board, glance, lang))


def _to_act(match: MatchInfo) -> frozenset[Seat]:
    """Return whose move a picture shows it to be: nobody's while the match is paused."""
    return frozenset() if match.paused_at is not None else match.to_act


def _stopped(board: Picture, match: MatchInfo, lang: Lang) -> Picture:
    """Return a board whose words say first that nobody has to decide there now."""
    text = _PAUSED if match.status == "live" else ending_text(match)
    why = translate(text, lang, plain_names(match, lang))
    where = translate(t("Where it stopped:"), lang, {})
    alt = fitting(f"{why} {where} {board.alt}", MAX_ALT)
    return replace(board, alt=alt, text=f"{why}\n{where}\n{board.text}")


def shows_result(glance: Glance) -> bool:
    """Return whether the picture of a match is that of its result."""
    return glance.outcome is not None and glance.match.ending != "conceded"


async def find_areas(bot: StolikBot, glance: Glance, lang: Lang) -> tuple[Area, ...]:
    """Return the parts of the board that can be enlarged, the viewer's own first."""
    if shows_result(glance):
        return ()
    job = partial(drawings.areas, glance.match.slug, glance.view)
    found = await _drawn(bot, job, lang, glance.match)
    return () if isinstance(found, Picture) else found


async def find_besides(bot: StolikBot, glance: Glance, lang: Lang) -> drawings.Besides:
    """Return the parts of the board, and whether the viewer has a hand."""
    if shows_result(glance):
        return drawings.Besides((), has_hand=False)
    job = partial(drawings.besides, glance.match.slug, glance.view)
    found = await _drawn(bot, job, lang, glance.match)
    if isinstance(found, Picture):
        return drawings.Besides((), has_hand=False)
    return found._replace(has_hand=found.has_hand and glance.match.status == "live")


async def draw_area(
    bot: StolikBot, glance: Glance, slug: str, lang: Lang, display: Display = PLAIN
) -> Picture | None:
    """Return a part of the board, enlarged; None if there is no such part."""
    if shows_result(glance):
        return None
    match, view, names = glance.match, glance.view, _names(glance, lang)
    part = partial(drawings.area, match.slug, view, slug, names, lang, _to_act(match))
    job = partial(part, shade=_shade(display))
    return await _drawn(bot, job, lang, match)


async def draw_close_ups(
    bot: StolikBot, glance: Glance, lang: Lang, display: Display, most: int = 1
) -> tuple[Picture, ...]:
    """Return parts of the board, their own first, for readers who want them large."""
    if not display.large or display.words is Words.ONLY:
        return ()
    parts = (await find_areas(bot, glance, lang))[:most]
    drawn = [await draw_area(bot, glance, part.slug, lang, display) for part in parts]
    return tuple(picture for picture in drawn if picture is not None)


async def find_moment(bot: StolikBot, glance: Glance) -> str:
    """Return what identifies the newest moment of a match, or "", for a post."""
    job = partial(drawings.last_moment, glance.match.slug, glance.view)
    found = await _drawn(bot, job, "en", glance.match, Rank.POST)
    return "" if isinstance(found, Picture) else found


async def draw_moment(
    bot: StolikBot,
    then: Glance | None,
    now: Glance,
    lang: Lang,
    display: Display = PLAIN,
) -> Picture | None:
    """Return the newest moment of `now`; None if there is none, or `then` has it."""
    old = None if then is None else then.view
    moment = partial(drawings.moment, now.match.slug, old, now.view, _names(now, lang), lang)
    found = await _drawn(bot, partial(moment, shade=_shade(display)), lang, now.match)
    return found if found is not None and found.png else None


async def draw_key(bot: StolikBot, slug: str, lang: Lang, display: Display) -> Picture | None:
    """Return what the signs on a game's pictures mean, or None without any."""
    return await _drawn(bot, partial(drawings.key, slug, lang, _shade(display)), lang)


async def draw_changes(
    bot: StolikBot, then: Glance, now: Glance, lang: Lang, display: Display = PLAIN
) -> Picture:
    """Return the board of `now`, lit up where `then` differs, or the result."""
    if now.outcome is not None:
        return await draw_board(bot, now, lang, display=display)
    slug, names, to_act = now.match.slug, _names(now, lang), _to_act(now.match)
    lit = partial(drawings.changes, slug, then.view, now.view, names, lang, to_act)
    job = partial(lit, shade=_shade(display))
    return await _drawn(bot, job, lang, now.match)


async def draw_film(bot: StolikBot, glances: Sequence[Glance], lang: Lang) -> bytes:
    """Return boards as a GIF; other pictures can be drawn between two of them."""
    shown = [glances[number] for number in shown_boards(len(glances))]
    jobs = [
        partial(
            drawings.frame, one.match.slug, one.view, _names(one, lang), lang, _to_act(one.match)
        )
        for one in shown
    ]
    server = shown[0].match.guild_id
    frames = [await bot.studio.draw(job, Rank.SPARE, server) for job in jobs]
    return await asyncio.to_thread(film, frames)


async def draw_hand(
    bot: StolikBot,
    glance: Glance,
    lang: Lang,
    rank: Rank = Rank.ANSWER,
    display: Display = PLAIN,
) -> Picture | None:
    """Return the picture of what only the viewer may see, if there is such a thing."""
    slug, names = glance.match.slug, _names(glance, lang)
    job = partial(drawings.hand, slug, glance.view, names, lang, _shade(display))
    return await _drawn(bot, job, lang, glance.match, rank)


async def draw_trial(
    bot: StolikBot, glance: Glance, move: Move, lang: Lang, display: Display = PLAIN
) -> Picture | None:
    """Return the viewer's things with a move tried on them, if they can be drawn."""
    slug, names = glance.match.slug, _names(glance, lang)
    job = partial(drawings.trial, slug, glance.view, move, names, lang, _shade(display))
    return await _drawn(bot, job, lang, glance.match)


async def draw_component(
    bot: StolikBot, slug: str, ids: tuple[str, ...], lang: Lang, display: Display = PLAIN
) -> Picture | None:
    """Return a picture of components as printed, or None where words are enough."""
    job = partial(drawings.component, slug, ids, lang, _shade(display))
    return await _drawn(bot, job, lang) if ids else None


def _shade(display: Display) -> Shade:
    return "dark" if display.dark else "light"


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
    match: MatchInfo | None = None,
    rank: Rank = Rank.ANSWER,
) -> T | Picture:
    """Return what `job` returns; if it fails, words without a picture."""
    try:
        return await bot.studio.draw(job, rank, match.guild_id if match else 0)
    except Exception:
        log.exception("drawing a picture failed", extra={"match": match and match.id})
        words = translate(_NOT_DRAWN, lang, {})
        return Picture(b"", words, words)
