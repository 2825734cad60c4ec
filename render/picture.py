"""The results of drawing, and the interface of a game's artist.

The artists of all games are listed in `render.gallery`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

from PIL import Image

from render.i18n import Lang, Names
from rules.protocol import Move, Outcome
from rules.text import Param, Seat, Text, Who

MAX_ALT = 1000
"""The most characters of an alternative text; Discord's own limit is 1,024."""
MOST_AREAS: Final = 10
"""The most areas of a board, so that one select menu has room for all and more."""
Shade: TypeAlias = Literal["light", "dark"]
"""What the paper of a picture is like; public pictures are light."""
SIGN_NAME: Final = re.compile("[a-z][a-z0-9]{1,10}")
"""The names of signs: with the game's, Discord allows 32 characters."""
DrawSign: TypeAlias = Callable[[], Image.Image]
"""Draws a sign that can be seen on light and dark ground."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn view.

    Attributes:
        png: The bytes of the picture.
        alt: A summary for people who cannot see it, within `MAX_ALT` characters.
        text: The whole view as text, any length, Markdown-free.
    """

    png: bytes
    alt: str
    text: str


@dataclass(frozen=True, slots=True)
class Area:
    """A part of a board that can be looked at by itself.

    Attributes:
        slug: Identifies it within the game, for good: ASCII, at most 16 characters (``seat0``).
        name: What it is called, in buttons and menus too.
    """

    slug: str
    name: Text


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign that can stand before a word, and what it is a sign of.

    Attributes:
        name: Identifies it within the game, for good: `SIGN_NAME`.
        parts: The parts of moves whose values it stands for, by name.
        tokens: These values as in the notation.
        components: What it stands for in the rulebook (`Rules.components`), besides `tokens`.
        words: What it stands before in sentences; a text is found by its `msgid`, which may
            stand here alone.
    """

    name: str
    parts: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    words: tuple[Param, ...] = ()


def seat_sign(seat: Seat, parts: tuple[str, ...] = (), tokens: tuple[str, ...] = ()) -> Sign:
    """Return the sign of a seat, which has the same name in every game."""
    return Sign(f"seat{seat}", parts, tokens, words=(Who(seat),))


V = TypeVar("V", contravariant=True)


class Artist(Protocol[V]):
    """Draws one game. Same arguments, same bytes; no state, no files, no clock.

    `names` are plain display names (no Markdown, any Unicode, any length: cut to fit);
    `to_act` marks the seats whose move it is.
    """

    def board(self, view: V, *, names: Names, lang: Lang, to_act: frozenset[Seat]) -> Picture:
        """Draw everything the view shows of the public board; the text form is complete."""
        ...

    def hand(self, view: V, *, names: Names, lang: Lang) -> Picture | None:
        """Draw what only the viewer may know; None for a watcher or a game without hands."""
        ...

    def has_hand(self, view: V) -> bool:
        """Return whether `hand` is a picture, without drawing it."""
        ...

    def result(self, view: V, outcome: Outcome, *, names: Names, lang: Lang) -> Picture:
        """Draw the final scores and how each came about."""
        ...

    def component(self, ids: tuple[str, ...], *, lang: Lang) -> Picture | None:
        """Draw components as printed, for the rulebook; None where words are enough.

        Args:
            ids: One or several of `Rules.components` that one entry explains.
            lang: The reader's language.
        """
        ...

    def beside(self, then: V, now: V) -> Any:
        """Return `then` as compared with `now`: unmarked, laid out the same.

        So neither a mark that is gone nor a part that has only moved is taken for a change.
        """
        ...

    def areas(self, view: V) -> tuple[Area, ...]:
        """Return the areas of the board, the viewer's own first, then as on the board.

        There are at most `MOST_AREAS`; none if nothing gains from being larger.
        """
        ...

    def area(
        self, view: V, slug: str, *, names: Names, lang: Lang, to_act: frozenset[Seat]
    ) -> Picture:
        """Draw one of the `areas` as wide as the board.

        Raises:
            DataError: The view has no area `slug`.
        """
        ...

    def key(self, *, lang: Lang) -> Picture | None:
        """Draw what each sign, frame and number of the pictures means; None without any."""
        ...

    def last_moment(self, view: V) -> str:
        """Return what identifies the newest moment in the match that the view knows of.

        A moment is something that deserves a picture of its own: awards, the end of a week, a
        reveal. "" before the first.
        """
        ...

    def moment(self, view: V, *, names: Names, lang: Lang) -> Picture:
        """Draw the moment that `last_moment` identifies.

        Raises:
            DataError: There was none yet.
        """
        ...


@runtime_checkable
class ShadedArtist(Protocol):
    """More methods of an artist who can draw on dark paper, too."""

    def darkened(self) -> Artist[Any]:
        """Return the artist of the same game whose pictures are dark."""
        ...


@runtime_checkable
class SignArtist(Protocol):
    """More methods of an artist whose game has signs that can stand before a word."""

    def signs(self) -> tuple[Sign, ...]:
        """Return all of them; words never depend on one."""
        ...

    def sign(self, name: str) -> bytes:
        """Draw one as PNG, 128 pixels wide and high, without a ground.

        Raises:
            DataError: There is no such sign.
        """
        ...


@runtime_checkable
class PadArtist(Protocol[V]):
    """More methods of an artist whose game has a move type with a pad (`Move.pad`)."""

    def trial(self, view: V, move: Move, *, names: Names, lang: Lang) -> Picture:
        """Draw what belongs to the viewer with `move` tried on it, and what that does.

        Args:
            view: The view before the move, of a seat.
            move: A move of a type with a pad that the seat may make or prepare.
            names: As for `Artist`.
            lang: The reader's language.
        """
        ...
