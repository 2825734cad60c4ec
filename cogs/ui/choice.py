"""Choosing a move part by part, for every game and independent of Discord.

A choice in progress is a `ChoicePath`. It is kept in custom ids and may be forged, so everything in
it is checked against the legal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from rules.errors import InvalidMoveError
from rules.notation import format_part, part_types
from rules.pad import best_places
from rules.protocol import Move
from rules.registry import AnyRules
from rules.text import Seat, t

Mode: TypeAlias = Literal["m", "q"]
"""m: the move is made when confirmed; q: it is queued for the next turn."""

_MODES: Final[Mapping[str, Mode]] = {"m": "m", "q": "q"}
_SEPARATOR: Final = "~"


@dataclass(frozen=True, slots=True)
class ChoicePath:
    """A choice in progress.

    Attributes:
        seat: Whose choice it is.
        ply: The ply of the match when the panel was made.
        mode: What confirming does.
        kind: Index of the move type in `Rules.move_types`; None before one is chosen.
        tokens: The parts chosen so far, in the order of the type.
        focus: Index of the part whose list is paged.
        page: Which page of that list is shown.
    """

    seat: Seat
    ply: int
    mode: Mode
    kind: int | None = None
    tokens: tuple[str, ...] = ()
    focus: int = 0
    page: int = 0

    def at(self, focus: int, page: int) -> ChoicePath:
        """Return the same choice with a page of the part `focus` shown."""
        return replace(self, focus=focus, page=page)

    def __str__(self) -> str:
        """Return the path for a custom id: ``0.12.m~0~1~0~B``; inverse of `read_path`."""
        kind = "" if self.kind is None else str(self.kind)
        parts = (self.mode, kind, str(self.focus), str(self.page), *self.tokens)
        return f"{self.seat}.{self.ply}.{_SEPARATOR.join(parts)}"


Naming: TypeAlias = "Callable[[str, ChoicePath], tuple[str, int, str]]"
"""Names a component that leads to a path.

Takes the panel's verb and the path, returns verb, match and rest of the custom id.
"""


def read_path(text: str) -> ChoicePath:
    """Return the path of a custom id.

    Raises:
        InvalidMoveError: No panel ever had this id.
    """
    try:
        seat, ply, rest = text.split(".", 2)
        mode, kind, focus, page, *tokens = rest.split(_SEPARATOR)
        return ChoicePath(
            seat=_number(seat),
            ply=_number(ply),
            mode=_MODES[mode],
            kind=_number(kind) if kind else None,
            tokens=tuple(tokens),
            focus=_number(focus),
            page=_number(page),
        )
    except (KeyError, ValueError) as error:
        raise InvalidMoveError(
            t("This button no longer leads to a move."), t("Tap **Your move** to start again.")
        ) from error


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise ValueError(f"not a number: {text!r}")
    return int(text)


@dataclass(frozen=True, slots=True)
class Slot:
    """A part that has been chosen or is next.

    Attributes:
        index: Its index among the parts of the move type.
        name: Its name.
        values: Its possible values, given the parts before it, in order.
        chosen: The token chosen, or None.
    """

    index: int
    name: str
    values: tuple[object, ...]
    chosen: str | None


@dataclass(frozen=True, slots=True)
class Choice:
    """A path checked against the legal moves.

    Attributes:
        path: The path without illegal values, and with parts that have only one value filled in.
        kinds: The move types to choose from, as indices.
        slots: The parts with more than one value, the last perhaps not chosen; none of a pad.
        move: The move, once every part of it is chosen; on a pad, the place shown.
        places: All places the pad can show, best first; () while no pad is open.
    """

    path: ChoicePath
    kinds: tuple[int, ...]
    slots: tuple[Slot, ...]
    move: Move | None
    places: tuple[Move, ...] = ()

    @property
    def off_pad(self) -> ChoicePath:
        """Return the path without what was chosen on the pad."""
        if not self.places:
            return self.path
        return replace(self.path, tokens=self.path.tokens[: len(_listed(type(self.places[0])))])


def resolve_choice(
    rules: AnyRules, moves: Sequence[Move], path: ChoicePath, view: object
) -> Choice:
    """Return how far `path` leads among the legal `moves` of the viewer.

    A pad opens once the parts before it are chosen, at the best place unless the path names one.
    """
    present = {type(move) for move in moves}
    kinds = tuple(i for i, kind in enumerate(rules.move_types) if kind in present)
    index = path.kind if path.kind in kinds else (kinds[0] if len(kinds) == 1 else None)
    if index is None:
        return Choice(replace(path, kind=None, tokens=(), focus=0, page=0), kinds, (), None)
    kind = rules.move_types[index]
    wanted = path.tokens if index == path.kind else ()
    slots, left = _slots(kind, [move for move in moves if type(move) is kind], wanted)
    tokens = tuple(slot.chosen for slot in slots if slot.chosen is not None)
    shown = tuple(slot for slot in slots if len(slot.values) > 1)
    if len(tokens) < len(_listed(kind)):
        return Choice(replace(path, kind=index, tokens=tokens), kinds, shown, None)
    places = () if kind.pad is None else best_places(kind.pad, view, left)
    by_tokens = {tokens_of(move): move for move in places or left}
    move = by_tokens.get(wanted) or next(iter(by_tokens.values()))
    path = replace(path, kind=index, tokens=tokens_of(move))
    return Choice(path, kinds, shown, move, places)


def _listed(kind: type[Move]) -> tuple[str, ...]:
    """Return the parts of a move type chosen from lists: those before its pad."""
    on_pad = () if kind.pad is None else kind.pad.parts
    return tuple(name for name in part_types(kind) if name not in on_pad)


def _slots(
    kind: type[Move], left: Sequence[Move], wanted: Sequence[str]
) -> tuple[list[Slot], Sequence[Move]]:
    """Return the parts up to the first open one, and the moves that fit those chosen."""
    slots: list[Slot] = []
    for number, name in enumerate(_listed(kind)):
        by_token = {format_part(getattr(move, name)): getattr(move, name) for move in left}
        token = next(iter(by_token)) if len(by_token) == 1 else None
        if token is None and number < len(wanted) and wanted[number] in by_token:
            token = wanted[number]
        slots.append(Slot(number, name, tuple(by_token.values()), token))
        if token is None:
            break
        left = [move for move in left if format_part(getattr(move, name)) == token]
    return slots, left


def best_first(moves: Sequence[Move], view: object) -> list[Move]:
    """Return moves in the order in which one list offers them.

    For a thing placed on a pad, its best place keeps its position in the order; its other places
    come after everything else, best first.
    """
    together: dict[object, list[Move]] = {}
    for move in moves:
        kind = type(move)
        alike = (kind, *(getattr(move, name) for name in _listed(kind))) if kind.pad else move
        together.setdefault(alike, []).append(move)
    first: list[Move] = []
    rest: list[Move] = []
    for places in together.values():
        pad = places[0].pad
        best, *others = places if pad is None else best_places(pad, view, places)
        first.append(best)
        rest += others
    return first + rest


def tokens_of(move: Move) -> tuple[str, ...]:
    """Return the tokens of a move, as in a path."""
    return tuple(format_part(getattr(move, name)) for name in part_types(type(move)))


def with_part(path: ChoicePath, index: int, token: str) -> ChoicePath:
    """Return the path with the part `index` changed.

    Later parts are kept; `resolve_choice` drops those that are not legal any more.
    """
    tokens = (*path.tokens[:index], token, *path.tokens[index + 1 :])
    return replace(path, tokens=tokens, focus=0, page=0)


def notation_of(rules: AnyRules, path: ChoicePath) -> str:
    """Return the notation of a path's move, legal or not; the service checks it.

    Raises:
        InvalidMoveError: Type or parts are missing or do not exist.
    """
    kinds = rules.move_types
    if path.kind is not None and path.kind < len(kinds) and not kinds[path.kind].by_chance:
        kind = kinds[path.kind]
        names = tuple(part_types(kind))
        if len(names) == len(path.tokens):
            return kind.notation.format(**dict(zip(names, path.tokens, strict=True)))
    raise InvalidMoveError(
        t("This move isn't complete."), t("Tap **Your move** and make every choice.")
    )
