"""Enums of games that sort as they are listed."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class Listed(StrEnum):
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
