"""Enums that sort as they are listed, and things that are their names."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar, Self


class Code(StrEnum):
    """Values that are the codes they are written as.

    A kind that players call otherwise lists its members in `known`, by these names in lower case.
    """

    known: ClassVar[Mapping[str, Code]]
    __hash__ = str.__hash__  # that of enums is a call in Python


class Listed(Code):
    """Values that sort in the order listed, which is their `place`.

    They sort among their own kind only. What follows the string of a member are facts for the
    `__init__` of its kind.
    """

    place: int

    def __new__(cls, value: str, *_facts: object) -> Self:
        """Return a member; its place is the number of those before it."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.place = len(cls.__members__)
        return member

    def __lt__(self, value: str, /) -> bool:
        return isinstance(value, Listed) and self.place < value.place

    def __le__(self, value: str, /) -> bool:
        return isinstance(value, Listed) and self.place <= value.place

    def __gt__(self, value: str, /) -> bool:
        return isinstance(value, Listed) and self.place > value.place

    def __ge__(self, value: str, /) -> bool:
        return isinstance(value, Listed) and self.place >= value.place


class Named(str):
    """A thing that is its name: it compares, sorts and prints as text.

    Each exists once, also after it was pickled: what another process has decided names the very
    things that are here. A kind lists all it has in `known`, by every name in capitals.
    """

    __slots__ = ()
    known: ClassVar[Mapping[str, Named]] = {}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the one with this name, in either case; ValueError if there is none."""
        found = cls.known.get(text.upper())
        if not isinstance(found, cls):
            raise ValueError(f"no such {cls.__name__.lower()}: {text!r}")
        return found

    def __reduce__(self) -> tuple[object, tuple[type[Self], str]]:
        return _called, (type(self), str(self))


def _called(kind: type[Named], name: str) -> Named:
    """Return the one with this name; for pickle."""
    return kind.parse(name)
