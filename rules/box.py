"""The contents of a game's box: TOML files under ``data/<game>``, typed.

Anything missing or of the wrong kind is a `DataError` that names the file and the place in it.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from typing import Final, NoReturn, TypeVar

from rules.errors import DataError
from rules.protocol import Par, SeatMark
from rules.text import Printed, t

T = TypeVar("T")

HUNDREDTHS: Final = 100
"""In what parts of a point files have a mean."""
_DATA: Final = os.path.join(os.path.dirname(__file__), "..", "data")


class Row:
    """One table of a file: facts by name."""

    __slots__ = ("_facts", "_place")

    def __init__(self, facts: Mapping[str, object], place: str) -> None:
        self._facts, self._place = facts, place

    def __contains__(self, name: str) -> bool:
        return name in self._facts

    def text(self, name: str) -> str:
        """Return the string `name`."""
        found = self._facts.get(name)
        return found if isinstance(found, str) else self._wrong(name, "a string")

    def number(self, name: str, default: int | None = None) -> int:
        """Return the whole number `name`; `default` where there is none."""
        found = self._facts.get(name, default)
        return found if isinstance(found, int) else self._wrong(name, "a whole number")

    def texts(self, name: str) -> tuple[str, ...]:
        """Return the list of strings `name`."""
        return tuple(
            it if isinstance(it, str) else self._wrong(name, "strings") for it in self._list(name)
        )

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return the list of whole numbers `name`."""
        return tuple(
            it if isinstance(it, int) else self._wrong(name, "numbers") for it in self._list(name)
        )

    def one_of(self, name: str, known: Iterable[T]) -> T:
        """Return the value `name`, which must be one of `known`."""
        for value in known:
            if value == self._facts.get(name):
                return value
        return self._wrong(name, "known")

    def printed(self, prefix: str = "") -> Printed:
        """Return a name in both languages, written as ``en`` and ``pl`` after a prefix."""
        return Printed(self.text(f"{prefix}en"), self.text(f"{prefix}pl"))

    def row(self, name: str) -> Row:
        """Return the table `name`."""
        found = self._facts.get(name)
        if not isinstance(found, dict):
            self._wrong(name, "a table")
        return Row(found, f"{self._place}, {name}")

    def rows(self, name: str) -> tuple[Row, ...]:
        """Return the list of tables `name`."""
        return tuple(
            Row(it, f"{self._place}, {name} {number}")
            if isinstance(it, dict)
            else self._wrong(name, "tables")
            for number, it in enumerate(self._list(name), 1)
        )

    def by_name(self) -> dict[str, int]:
        """Return all facts, which must be whole numbers, by name."""
        return {name: self.number(name) for name in self._facts}

    def rows_by_name(self) -> dict[str, Row]:
        """Return all facts, which must be tables, by name."""
        return {name: self.row(name) for name in self._facts}

    def _list(self, name: str) -> Iterable[object]:
        found = self._facts.get(name)
        return found if isinstance(found, list) else self._wrong(name, "a list")

    def _wrong(self, name: str, kind: str) -> NoReturn:
        raise DataError(f"{self._place}: {name} is not {kind}")


def load(game: str, name: str = "box.toml") -> Row:
    """Return the facts of ``data/<game>/<name>``."""
    place = f"data/{game}/{name}"
    try:
        with open(
            os.path.join(_DATA, game, name), "rb"
        ) as source:  # importing pathlib alone takes 4 ms
            return Row(tomllib.load(source), place)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"cannot read {place}: {error}") from error


def par(game: str) -> Par:
    """Return what ``python -m scripts.par`` has found out about a game."""
    row = load(game, "par.toml")
    return Par(round(row.number("mean") / HUNDREDTHS), row.number("matches"))


def seat_marks(rows: Iterable[Row]) -> tuple[SeatMark, ...]:
    """Return how the pieces of each seat are told apart, in seat order."""
    return tuple(
        SeatMark(row.text("letter"), _face(row), t("{name}", name=row.printed()), row.text("hex"))
        for row in rows
    )


def _face(row: Row) -> Printed:
    """Return the letter on pieces; most are the same in both languages."""
    letter = row.text("letter")
    return Printed(letter, row.text("letter_pl") if "letter_pl" in row else letter)
