"""Functions of plain values that draw, for any thread or process to call.

Finished pictures are cached, because a hand is shown again at each step of a choice.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from render import film, gallery
from render.changes import marked, whole
from render.i18n import Lang
from render.kit.kept import PAGES, STAMPS, TILES, Kept
from render.kit.press import collecting
from render.picture import Area, PadArtist, Picture, Shade, Sign, SignArtist
from rules.protocol import Move, Outcome
from rules.text import Seat

Named: TypeAlias = tuple[tuple[Seat, str], ...]
"""Seats and their plain display names."""

PICTURES: Final = Kept(4 << 20)
"""The newest pictures."""
_CACHES: Final = {"pictures": PICTURES, "pages": PAGES, "tiles": TILES, "stamps": STAMPS}


class Uses(NamedTuple):
    """How a cache was used since its process began, and the bytes it holds now."""

    hits: int
    misses: int
    held: int


def uses() -> tuple[int, dict[str, Uses]]:
    """Return the number of this process, and how its caches were used, by their names."""
    return os.getpid(), {n: Uses(c.hits, c.misses, c.held) for n, c in _CACHES.items()}


class Posted(NamedTuple):
    """The pictures of a post.

    Attributes:
        board: The board or the result.
        moment: What has just happened, if it deserves a picture of its own.
        newest: What identifies the newest moment; "" before the first.
    """

    board: Picture
    moment: Picture | None = None
    newest: str = ""


@PICTURES
def board(
    slug: str,
    view: object,
    names: Named,
    lang: Lang,
    to_act: frozenset[Seat],
    shade: Shade = "light",
) -> Picture:
    """Return the board of a match of the game `slug` as a view shows it."""
    return gallery.artist(slug, shade).board(view, names=dict(names), lang=lang, to_act=to_act)


@PICTURES
def changes(
    slug: str,
    then: object,
    now: object,
    names: Named,
    lang: Lang,
    to_act: frozenset[Seat],
    shade: Shade = "light",
) -> Picture:
    """Return the board of the view `now`, lit up where `then` differs."""
    artist = gallery.artist(slug, shade)
    with collecting() as sheets:
        before, after = (
            artist.board(view, names=dict(names), lang=lang, to_act=to_act)
            for view in (artist.beside(then, now), now)
        )
    former, parts = (whole(sheet.boxes) for sheet in sheets) if sheets else ((), ())
    return replace(after, png=marked(before.png, after.png, parts, former))


@PICTURES
def hand(
    slug: str, view: object, names: Named, lang: Lang, shade: Shade = "light"
) -> Picture | None:
    """Return what only the viewer may see, or None if there is no such thing."""
    return gallery.artist(slug, shade).hand(view, names=dict(names), lang=lang)


@PICTURES
def trial(
    slug: str, view: object, move: Move, names: Named, lang: Lang, shade: Shade = "light"
) -> Picture | None:
    """Return the viewer's things with a move tried on them, if they can be drawn."""
    artist = gallery.artist(slug, shade)
    if not isinstance(artist, PadArtist):
        return None
    return artist.trial(view, move, names=dict(names), lang=lang)


@PICTURES
def result(
    slug: str, view: object, outcome: Outcome, names: Named, lang: Lang, shade: Shade = "light"
) -> Picture:
    """Return the final scores."""
    return gallery.artist(slug, shade).result(view, outcome, names=dict(names), lang=lang)


@PICTURES
def component(
    slug: str, ids: tuple[str, ...], lang: Lang, shade: Shade = "light"
) -> Picture | None:
    """Return a picture of components as printed, or None where words are enough."""
    return gallery.artist(slug, shade).component(ids, lang=lang)


def areas(slug: str, view: object) -> tuple[Area, ...]:
    """Return the areas of a board, the viewer's own first; nothing is drawn."""
    return gallery.artist(slug).areas(view)


class Besides(NamedTuple):
    """What there is to see besides the board: its areas, and whether there is a hand."""

    areas: tuple[Area, ...]
    has_hand: bool


def besides(slug: str, view: object) -> Besides:
    """Return what there is to see besides the board; nothing is drawn."""
    artist = gallery.artist(slug)
    return Besides(artist.areas(view), artist.has_hand(view))


@PICTURES
def area(
    slug: str,
    view: object,
    part: str,
    names: Named,
    lang: Lang,
    to_act: frozenset[Seat],
    shade: Shade = "light",
) -> Picture | None:
    """Return the area `part` of a board, large, or None if the view has no such area."""
    artist = gallery.artist(slug, shade)
    if all(it.slug != part for it in artist.areas(view)):
        return None
    return artist.area(view, part, names=dict(names), lang=lang, to_act=to_act)


@PICTURES
def key(slug: str, lang: Lang, shade: Shade = "light") -> Picture | None:
    """Return what the signs on a game's pictures mean, or None without any."""
    return gallery.artist(slug, shade).key(lang=lang)


def signs(slug: str) -> tuple[Sign, ...]:
    """Return the signs of a game that can stand before a word; nothing is drawn."""
    artist = gallery.artist(slug)
    return artist.signs() if isinstance(artist, SignArtist) else ()


def sign(slug: str, name: str) -> bytes:
    """Return one of these as PNG; it is drawn once per start, so it isn't cached."""
    artist = gallery.artist(slug)
    assert isinstance(artist, SignArtist)
    return artist.sign(name)


def last_moment(slug: str, view: object) -> str:
    """Return what identifies the newest moment a view knows of; nothing is drawn."""
    return gallery.artist(slug).last_moment(view)


@PICTURES
def moment(
    slug: str,
    then: object | None,
    now: object,
    names: Named,
    lang: Lang,
    shade: Shade = "light",
) -> Picture | None:
    """Return the newest moment that `now` knows of.

    It is None before the first, and if `then` knows of no older one.
    """
    artist = gallery.artist(slug, shade)
    newest = artist.last_moment(now)
    if not newest or (then is not None and newest == artist.last_moment(then)):
        return None
    return artist.moment(now, names=dict(names), lang=lang)


def posted(
    board: Callable[[], Picture],
    slug: str,
    view: object,
    names: Named,
    lang: Lang,
    before: str | None,
) -> Posted:
    """Return the pictures of a post in one go.

    Args:
        board: Draws the board or the result.
        slug: The game.
        view: The match as a watcher sees it.
        names: The players.
        lang: The server's language.
        before: The moment that the post before knows of; None if this one is to show none.
    """
    newest = last_moment(slug, view)
    is_new = before is not None and newest not in ("", before)
    new = moment(slug, None, view, names, lang) if is_new else None
    return Posted(board(), new, newest)


def frame(slug: str, view: object, names: Named, lang: Lang, to_act: frozenset[Seat]) -> film.Frame:
    """Return a board for a film.

    It is not cached, so that it does not push out pictures that are needed again.
    """
    artist = gallery.artist(slug)
    return film.frame(artist.board(view, names=dict(names), lang=lang, to_act=to_act).png)
