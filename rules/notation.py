"""Moves as text and back, for every game, from the fields of the move types.

``Move.notation`` is a pattern such as ``lay {card}@{place}``. A part's text is its token: the value
of an Enum, the digits of an int, ``str()`` of anything else. Tokens hold no white space and none
of the pattern's own separators. The verb may be left out where the parts alone identify the move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields
from enum import Enum
from functools import cache
from typing import ClassVar, Final, Self, TypeVar, get_type_hints

from rules.errors import InvalidMoveError
from rules.protocol import Move, Part, Rules, S, V
from rules.text import Text, t

M = TypeVar("M", bound=Move)
T = TypeVar("T")

MAX_CHARACTERS = 300
"""The most characters read of a typed move; no player's move is longer."""


def defined(names: Mapping[str, object]) -> tuple[type[Move], ...]:
    """Return the move types among the names that a module defines, in their order."""
    kinds = (it for it in names.values() if isinstance(it, type) and issubclass(it, Move))
    return tuple(kind for kind in kinds if kind is not Move)


def verb(move_type: type[Move]) -> str:
    """Return the first word of the notation: ``lay``."""
    return move_type.notation.partition(" ")[0]


class _PartTypes(dict[type[Move], dict[str, type]]):
    def __missing__(self, move_type: type[Move]) -> dict[str, type]:
        hints = get_type_hints(move_type)
        self[move_type] = {f.name: hints[f.name] for f in fields(move_type)}
        return self[move_type]


_PART_TYPES: Final = _PartTypes()


def part_types(move_type: type[Move]) -> dict[str, type]:
    """Return the parts of a move type, name to type, in the order of choice."""
    return _PART_TYPES[move_type]


def described(move_type: type[Move], name: str) -> Part:
    """Return the metadata of the part `name` of a move type."""
    found: Part = next(f.metadata["part"] for f in fields(move_type) if f.name == name)
    return found


def format_part(value: object) -> str:
    """Return the token of one part: ``L2``."""
    return str(value.value) if isinstance(value, Enum) else str(value)


def parse_part(kind: type, token: str) -> object:
    """Return the value of a token; inverse of `format_part`.

    Raises:
        ValueError: The token is not of this kind.
    """
    if issubclass(kind, Enum):
        return _member(kind, token)
    if kind is int:
        found = re.fullmatch(r"(-?\d{1,9})(?::00)?", token, re.ASCII)  # also 9:00, as it is shown
        if not found:
            raise ValueError(f"not a whole number: {token!r}")
        return int(found[1])
    parse: Callable[[str], object] = getattr(kind, "parse", kind)
    return parse(token)


def _member(kind: type[Enum], token: str) -> Enum:
    """Return the member of a token; on a phone people type ``l2`` for ``L2``.

    Names in other languages are understood, too: what Polish pictures call ``P1`` is ``R1``.
    """
    try:
        return kind(token)
    except ValueError:
        for member in kind:
            if str(member.value).casefold() == token.casefold():
                return member
        known: Mapping[str, Enum] = getattr(kind, "known", {})
        if (other := known.get(token.casefold())) is not None:
            return other
        raise


class InRow(tuple[T, ...]):
    """Things of a `kind` in their order as one part: ``G01,Y16``; ``-`` for none."""

    __slots__ = ()
    kind: ClassVar[type]
    between: ClassVar[str] = ","

    def __str__(self) -> str:
        return self.between.join(map(str, self)) or "-"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the things of a token; ValueError if one of them does not exist."""
        parts = () if text == "-" else text.split(cls.between) if cls.between else text.upper()
        read: Callable[[str], T] = getattr(cls.kind, "parse", cls.kind)
        return cls(map(read, parts))


def format_move(move: Move) -> str:
    """Return the notation of a move: ``lay B@L2``."""
    kind = type(move)
    return kind.notation.format(**{n: format_part(getattr(move, n)) for n in part_types(kind)})


@cache
def _reader(notation: str) -> re.Pattern[str]:
    """Return the pattern of a notation, blind to the verb's case and extra blanks."""
    head, *rest = re.split(r"\{(\w+)\}", notation)
    separators = re.escape("".join(set("".join(rest[1::2])) - {" "}))
    found = [_literal(head)]
    for name, literal in zip(rest[::2], rest[1::2], strict=True):
        found.append(rf"(?P<{name}>[^\s{separators}]+)" + _literal(literal))
    return re.compile("".join(found), re.IGNORECASE)


def _literal(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in text.split(" "))


def parse_move(rules: Rules[S, M, V], text: str) -> M:
    """Return the move that a text stands for; inverse of `format_move`.

    Only the form is checked, not whether the move is legal.

    Args:
        rules: The game.
        text: The notation; case of the verb and surplus blanks do not matter. Without the verb it
            is read if it can only mean one of the game's moves.

    Raises:
        InvalidMoveError: The text is not a move of this game.
    """
    if len(text) > MAX_CHARACTERS:
        raise _unreadable(t("This is too long for a move."))
    clean = " ".join(text.split())
    for kind in rules.move_types:
        match = _reader(kind.notation).fullmatch(clean)
        if match is None:
            continue
        try:
            return _made(kind, match)
        except ValueError as error:
            reason = t("“{text}” names something that isn't in this game.", text=clean)
            raise _unreadable(reason) from error
    meant = _without_verb(rules, clean)
    if len(meant) == 1:
        return meant[0]
    for kind in rules.move_types:
        if not kind.by_chance and clean.casefold() == verb(kind):
            raise _unreadable(
                t(
                    "“{verb}” alone isn't a whole move. Missing: {parts}.",
                    verb=verb(kind),
                    parts=tuple(described(kind, name).command for name in part_types(kind)),
                )
            )
    raise _unreadable(t("“{text}” isn't a move in this game.", text=clean[:60]))


def _made(kind: type[M], match: re.Match[str]) -> M:
    return kind(**{n: parse_part(k, match[n]) for n, k in part_types(kind).items()})


def _without_verb(rules: Rules[S, M, V], text: str) -> list[M]:
    """Return the moves of players that a text without a verb may stand for."""
    found = []
    for kind in rules.move_types:
        match = _reader(kind.notation.partition(" ")[2]).fullmatch(text)
        if match is not None and part_types(kind) and not kind.by_chance:
            with suppress(ValueError):
                found.append(_made(kind, match))
    return found


def _unreadable(reason: Text) -> InvalidMoveError:
    return InvalidMoveError(reason, t("Tap **Your move** and choose it there."))
