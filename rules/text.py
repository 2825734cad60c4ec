"""Sentences of the bot as data that can be translated later.

A rule module never builds a sentence: it names one (``t("There is no row {row}.", row=4)``). The
msgid is the English sentence; `render.i18n` translates it for the reader. Parameters may be whole
numbers, plain strings (values that read the same in every language), other texts, seats and
printed names, or tuples of those: ``a, b and c`` in a sentence, ``a, b, c`` behind a colon, a
bracket or a comma, where things are only listed. A string is shown as typed, unless it is `Markup`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import (
    TYPE_CHECKING,
    Final,
    TypeAlias,
    TypeVar,
    TypeVarTuple,
    Unpack,
    dataclass_transform,
)

if TYPE_CHECKING:
    from rules.claims import Claim

Seat: TypeAlias = int
"""0-based place in the order of play; never a Discord id."""
Language: TypeAlias = str
"""One of `LANGUAGES`."""
_LOCALE: Final = os.path.join(os.path.dirname(__file__), "..", "data", "locale")
LANGUAGES: Final[tuple[Language, ...]] = (
    "en",
    *sorted(
        name
        for name in os.listdir(_LOCALE)
        if os.path.isfile(os.path.join(_LOCALE, name, "LC_MESSAGES", "stolik.po"))
    ),
)
"""A language the bot speaks: English, or one with a catalogue.

They are named like Discord's locales: ``pt-BR``, or ``pt`` for all kinds of Portuguese.
"""


@dataclass(frozen=True, slots=True)
class Who:
    """The player of a seat, shown by name."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody by the name they had when their seat was taken over."""

    name: str


@dataclass(frozen=True, slots=True)
class Printed:
    """A name as printed in the box; other languages translate the English."""

    en: str
    pl: str


class Markup(str):
    """A string in the markup of where a text will appear: a mention, a time, code.

    Every other string is shown as it is typed, whatever it contains.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence or label, not yet in any language.

    Attributes:
        msgid: The English sentence with ``{name}`` places; the singular where `plural` is given.
        params: The values of the places, as (name, value) pairs in order of appearance.
        plural: The English plural, or "" where the sentence does not count.
        count: What is counted; picks the plural form. Also available as ``{count}``.
        claims: What the sentence says about moves; never shown or stored, see `rules.claims`.
    """

    msgid: str
    params: tuple[tuple[str, Param], ...] = ()
    plural: str = ""
    count: int = 0
    claims: tuple[Claim, ...] = field(default=(), compare=False)

    def says(self, *claims: Claim) -> Text:
        """Return the same sentence with what it says about moves."""
        return replace(self, claims=(*self.claims, *claims))


Param: TypeAlias = "int | str | Text | Who | Person | Printed | tuple[Param, ...]"


def t(msgid: str, /, **params: Param) -> Text:
    """Return the text of `msgid`, a literal, so that the catalogues can be extracted."""
    return Text(msgid, tuple(params.items()))


def tn(singular: str, plural: str, count: int, /, **params: Param) -> Text:
    """Return a text that counts: `singular` for one, `plural` otherwise.

    In both, ``{count}`` stands for `count`.
    """
    return Text(singular, tuple(params.items()), plural, count)


T = TypeVar("T")
Values = TypeVarTuple("Values")


@dataclass_transform(frozen_default=True)
def quick(of: type[T]) -> type[T]:
    """Return a dataclass for what every move makes: only mypy holds it frozen.

    Its making takes a third of the time.
    """
    return dataclass(slots=True, unsafe_hash=True)(of)


@quick
class Telling:
    """A sentence that is made when somebody reads it.

    It is a function and its values, which never change and hold no secret but what it tells.
    """

    say: Callable[[Unpack[tuple[object, ...]]], Text]
    values: tuple[object, ...]

    if TYPE_CHECKING:

        def __init__(self, say: Callable[[Unpack[Values]], Text], values: tuple[*Values]) -> None:
            """Take a function and the values it will be called with; made by `quick`."""


def number(value: int) -> str:
    """Return a number as it is printed, with a real minus sign: ``4``, ``−1``, ``0``."""
    return str(value) if value >= 0 else f"−{-value}"


def signed(value: int) -> str:
    """Return a number with its sign, as it is printed: ``+4``, ``−1``, ``0``."""
    return f"+{value}" if value > 0 else number(value)
