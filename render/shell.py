"""The common part of all artists: writing names, and choosing the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Generic, Protocol, Self, TypeVar

from render import legend
from render.i18n import Lang, Names
from render.kit.press import Press
from render.kit.signs import sign_png
from render.legend import Key
from render.picture import Area, DrawSign, Picture, Sign
from render.speech import pictured, spoken
from rules.errors import DataError
from rules.protocol import Outcome
from rules.text import Seat


class Seated(Protocol):
    """A view of a match, which has a number of seats."""

    @property
    def seats(self) -> int:
        """Return the number of players."""
        ...


V = TypeVar("V", bound=Seated)


@dataclass(frozen=True, slots=True)
class Pages(Generic[V]):
    """The functions that draw each picture of a game or put it in words.

    Attributes:
        board: The bytes of the board picture.
        alternative: The board in short, within `render.picture.MAX_ALT` characters.
        text: The complete board as text.
        hand: What only the viewer may know, or None.
        result: The final scores.
        component: Components as printed.
        has_hand: Whether `hand` is a picture; nothing is drawn.
        areas: The areas of the board; () by default.
        area: One of them, by its slug.
        key: The signs and what they mean; None by default.
        last_moment: What identifies the newest moment; "" by default.
        moment: That moment.
        signs: What draws each sign that can stand alone; none by default.
        beside: An earlier view as it is compared with a newer one; as it is by default.
    """

    board: Callable[[Press, V, Names, Lang, frozenset[Seat]], bytes]
    alternative: Callable[[V, Names, Lang], str]
    text: Callable[[V, Names, Lang], str]
    hand: Callable[[Press, V, Names, Lang], Picture | None]
    result: Callable[[Press, V, Outcome, Names, Lang], Picture]
    component: Callable[[Press, tuple[str, ...], Lang], Picture]
    has_hand: Callable[[V], bool] = field(kw_only=True)
    areas: Callable[[V], tuple[Area, ...]] = lambda _: ()
    area: Callable[[Press, V, str, Names, Lang, frozenset[Seat]], Picture] | None = None
    key: Key | None = None
    last_moment: Callable[[V], str] = lambda _: ""
    moment: Callable[[Press, V, Names, Lang], Picture] | None = None
    signs: Mapping[Sign, DrawSign] = field(default_factory=dict)
    beside: Callable[[V, V], V] = lambda then, _: then


class Shell(Generic[V]):
    """An artist built from its pages; see `render.picture.Artist` for the methods.

    Names are drawn without characters that the faces lack; alternative texts have them as they are.
    """

    def __init__(self, press: Press, pages: Pages[V]) -> None:
        self.press, self._pages = press, pages

    def darkened(self) -> Self:
        """Return the artist who draws the same on dark paper."""
        dark = copy(self)
        dark.press = self.press.dark
        return dark

    def board(self, view: V, *, names: Names, lang: Lang, to_act: frozenset[Seat]) -> Picture:
        """Draw the table as `view.seat` sees it."""
        shown = pictured(names, view.seats, lang)
        with self.press.painting():
            png = self._pages.board(self.press, view, shown, lang, to_act)
        return Picture(
            png,
            self._pages.alternative(view, shown, lang),
            self._pages.text(view, spoken(names, view.seats, lang), lang),
        )

    def hand(self, view: V, *, names: Names, lang: Lang) -> Picture | None:
        """Draw what the viewer needs to decide; None if there is nothing of that kind."""
        with self.press.painting():
            return self._pages.hand(self.press, view, pictured(names, view.seats, lang), lang)

    def has_hand(self, view: V) -> bool:
        """Return whether there is something of that kind."""
        return self._pages.has_hand(view)

    def result(self, view: V, outcome: Outcome, *, names: Names, lang: Lang) -> Picture:
        """Draw the final scores, best first, and how each came about."""
        shown = pictured(names, view.seats, lang)
        with self.press.painting():
            return self._pages.result(self.press, view, outcome, shown, lang)

    def component(self, ids: tuple[str, ...], *, lang: Lang) -> Picture:
        """Draw components: one large with its facts, or several side by side."""
        with self.press.painting():
            return self._pages.component(self.press, ids, lang)

    def beside(self, then: V, now: V) -> V:
        """Return `then` as it is compared with `now`."""
        return self._pages.beside(then, now)

    def areas(self, view: V) -> tuple[Area, ...]:
        """Return the areas of the board, the viewer's own first."""
        return self._pages.areas(view)

    def area(
        self, view: V, slug: str, *, names: Names, lang: Lang, to_act: frozenset[Seat]
    ) -> Picture:
        """Draw an area as wide as the board."""
        draw = self._pages.area
        if draw is None or all(area.slug != slug for area in self.areas(view)):
            raise DataError(f"no area {slug!r} on the board")
        with self.press.painting():
            return draw(self.press, view, slug, pictured(names, view.seats, lang), lang, to_act)

    def key(self, *, lang: Lang) -> Picture | None:
        """Draw what each sign means, if there is such a page."""
        with self.press.painting():
            return legend.picture(self.press, lang, self._pages.key) if self._pages.key else None

    def last_moment(self, view: V) -> str:
        """Return what identifies the newest moment; "" before the first."""
        return self._pages.last_moment(view)

    def moment(self, view: V, *, names: Names, lang: Lang) -> Picture:
        """Draw the newest moment."""
        draw = self._pages.moment
        if draw is None or not self.last_moment(view):
            raise DataError("no moment to draw")
        with self.press.painting():
            return draw(self.press, view, pictured(names, view.seats, lang), lang)

    def signs(self) -> tuple[Sign, ...]:
        """Return the signs that can stand before a word."""
        return tuple(self._pages.signs)

    def sign(self, name: str) -> bytes:
        """Draw one of them, as PNG."""
        for sign, draw in self._pages.signs.items():
            if sign.name == name:
                with self.press.painting():
                    return sign_png(draw())
        raise DataError(f"no sign {name!r}")
