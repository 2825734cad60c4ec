"""The contents of the box: sights, action cards, hours, groups, places, scales.

Loaded once from ``data/krakow/*.toml`` and checked against the component list of the rules.

Cells of the market are counted row by row from the top left, from 0: in a 3 x 3 market cell 5 is
row 2, column 3, and its token is ``r2c3``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias, get_args

from rules.box import Row, load, seat_marks
from rules.errors import DataError
from rules.listed import Code, Named
from rules.text import Printed, Text, t

Cell: TypeAlias = int
"""A cell of the market, row by row from the top left, from 0."""
Hour: TypeAlias = int
"""The hour on a reservation token: 8 for 8:00."""
Symbol: TypeAlias = Literal["triangle", "square", "circle", "star"]
SYMBOLS: Final[tuple[Symbol, ...]] = get_args(Symbol)
Pattern: TypeAlias = Literal["plain", "stripes", "dots", "grid"]
PATTERNS: Final[tuple[Pattern, ...]] = get_args(Pattern)
Sign: TypeAlias = Literal["diamond", "club", "heart", "spade"]
SIGNS: Final[tuple[Sign, ...]] = get_args(Sign)
Kind: TypeAlias = Literal["number", "letter", "lajkonik", "obwarzanek"]

NUMBERS: Final = "12345678"
LETTERS: Final = "ABCDEF"
RANKS: Final = NUMBERS + LETTERS
"""The ranks that runs and sets are made of, in order; 8 and A are not neighbours."""
HAND_SIZE: Final = 15
TOKENS: Final = 10


class Group(Code):
    """A tour group: the colour of a sight card."""

    NORWEGIANS = "N"
    DUTCH = "D"
    JAPANESE = "J"
    ICELANDERS = "I"


class Action(Code):
    """A type of action card; copies of a type are all alike."""

    RESERVE_ONE = "A"
    RESERVE_TWO = "B"
    ZERO = "C"
    SHIFT = "D"
    SWAP = "E"
    TAKE = "F"
    STOP = "G"
    EXCHANGE = "H"


class Place(Code):
    """A place for action cards: left or right of a row, top or bottom of a column."""

    L1 = "L1"
    L2 = "L2"
    L3 = "L3"
    L4 = "L4"
    R1 = "R1"
    R2 = "R2"
    R3 = "R3"
    R4 = "R4"
    T1 = "T1"
    T2 = "T2"
    T3 = "T3"
    T4 = "T4"
    B1 = "B1"
    B2 = "B2"
    B3 = "B3"
    B4 = "B4"

    @property
    def is_row(self) -> bool:
        """True if the line of this place is a row, False if it is a column."""
        return self[0] in "LR"

    @property
    def number(self) -> int:
        """Return the number of the row or column, from 1."""
        return int(self[1])

    @property
    def label(self) -> Printed:
        """Return what it is called in texts and on pictures: ``T2``."""
        return PLACE_LABELS[self]


class Direction(Code):
    """A direction in which a line is pushed."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"


class Sight(Named):
    """A sight card by its id: ``N:5``, ``D:L`` (lajkonik), ``O:1`` (obwarzanek).

    Attributes:
        code: The id without the colon: ``N5``.
        label: The same with the reader's letter of the group, for texts and pictures.
        group: Its tour group, or None for an obwarzanek.
        rank: ``1``-``8``, ``A``-``F``, ``L`` or ``O``.
        kind: number, letter, lajkonik or obwarzanek.
        points: What it is worth.
        name: The sight it shows.
    """

    __slots__ = ("code", "group", "kind", "label", "name", "points", "rank")
    code: str
    group: Group | None
    label: Printed
    rank: str
    kind: Kind
    points: int
    name: Printed


@dataclass(frozen=True, slots=True)
class GroupLook:
    """The look of a group's cards, told apart by more than the colour."""

    group: Group
    letter: Printed
    name: Text
    hex: str
    symbol: Symbol


@dataclass(frozen=True, slots=True)
class ActionCard:
    """The print on the cards of an action type.

    Attributes:
        name: Its name; show this, never the letter alone.
        effect: What it does, a few words.
        copies: How many there are in a set of 15.
        points: What a copy is worth if it is kept until the end.
    """

    action: Action
    name: Printed
    effect: Printed
    copies: int
    points: int


@dataclass(frozen=True, slots=True)
class Scale:
    """Everything that depends on the number of players (K-SET-1).

    With any number, every player lays 12 of their 15 cards in a match (K-SET-6).

    Attributes:
        size: Rows, and columns, of the market.
        queues: Cards each player lays in a planning phase (K-PLAN-2).
        groups: Tour groups that take part (K-SET-2).
    """

    rounds: int
    size: int
    queues: int
    groups: int


def _kind(rank: str) -> Kind:
    if rank in "LO":
        return "lajkonik" if rank == "L" else "obwarzanek"
    return "number" if rank in NUMBERS else "letter"


def _sight(group: Group | None, row: Row, copy: int = 0) -> Sight:
    rank = row.text("rank")
    sight = Sight(f"{group}:{rank}" if group else f"{rank}:{copy}")
    sight.code = sight.replace(":", "")
    letter, rest = GROUPS[group].letter if group else _OWN_LETTER, sight.code[1:]
    sight.label = Printed(letter.en + rest, letter.pl + rest)
    sight.group = group
    sight.rank = rank
    sight.kind = _kind(rank)
    sight.points = row.number("points")
    sight.name = row.printed()
    return sight


def _sights(rows: tuple[Row, ...]) -> tuple[Sight, ...]:
    grouped = [row for row in rows if "copies" not in row]
    loose = [row for row in rows if "copies" in row]
    return (
        *(_sight(group, row) for group in Group for row in grouped),
        *(_sight(None, row, n) for row in loose for n in range(1, row.number("copies") + 1)),
    )


def _actions(rows: Iterable[Row]) -> Mapping[Action, ActionCard]:
    cards = (
        ActionCard(
            Action(row.text("type")),
            row.printed(),
            row.printed("effect_"),
            row.number("copies"),
            row.number("points"),
        )
        for row in rows
    )
    return {card.action: card for card in cards}


def _looks(rows: Iterable[Row]) -> Mapping[Group, GroupLook]:
    return {
        Group(row.text("code")): GroupLook(
            Group(row.text("code")),
            row.printed("letter_"),
            t("{name}", name=row.printed()),
            row.text("hex"),
            row.one_of("symbol", SYMBOLS),
        )
        for row in rows
    }


_CARDS: Final = load("krakow", "cards.toml")
_TABLE: Final = load("krakow", "table.toml")
_OWN_LETTER: Final = Printed("O", "O")
try:
    GROUPS: Final = _looks(_TABLE.rows("groups"))
    SIGHTS: Final = _sights(_CARDS.rows("ranks"))
    """All 65 sight cards: by group, in the order of their ranks, then the obwarzanki."""
    ACTIONS: Final = _actions(_CARDS.rows("actions"))
    """What is printed on each type of action card, A to H."""
    HOURS: Final[tuple[Hour, ...]] = _CARDS.row("tokens").numbers("hours")
    """The hours on a player's reservation tokens, earliest first."""
    _SIDES: Final = {row.text("code"): row.printed() for row in _TABLE.rows("sides")}
    PLACE_LABELS: Final = {
        place: Printed(_SIDES[place[0]].en + place[1], _SIDES[place[0]].pl + place[1])
        for place in Place
    }
    """What each place is called."""
    SCALES: Final = {
        int(seats): Scale(**scale.by_name())
        for seats, scale in _TABLE.row("scales").rows_by_name().items()
    }
    """By number of players."""
    ORDER_TOKENS: Final = _TABLE.number("order_tokens")
    SEAT_MARKS: Final = seat_marks(_TABLE.rows("seats"))
    SEAT_PATTERNS: Final = tuple(row.one_of("pattern", PATTERNS) for row in _TABLE.rows("seats"))
    """The pattern on the backs of each seat's cards and tokens."""
    SEAT_SIGNS: Final = tuple(row.one_of("sign", SIGNS) for row in _TABLE.rows("seats"))
    """The sign there, drawn; in texts it is the letter of the seat's mark."""
except (KeyError, TypeError, ValueError) as error:
    raise DataError(f"data/krakow is incomplete: {error!r}") from error

Place.known = {label.pl.casefold(): place for place, label in PLACE_LABELS.items()}
Sight.known = {str(sight): sight for sight in SIGHTS} | {
    name: sight for sight in SIGHTS for name in (sight.code, sight.label.pl)
}
FULL_HAND: Final = tuple(a for a, card in ACTIONS.items() for _ in range(card.copies))
"""A player's set of action cards, A to H."""

COMPONENTS: Final = (
    *map(str, SIGHTS),
    *(f"card:{action}" for action in Action),
    "token",
    "order",
    *(f"group:{group}" for group in Group),
)
"""Everything to look up: sights, action types, two kinds of tokens, groups."""


def faults(
    sights: tuple[Sight, ...], hours: tuple[Hour, ...], hand: tuple[Action, ...]
) -> list[str]:
    """Return where the cards differ from the rules' component list; [] if nowhere."""
    kinds = Counter[str](sight.kind for sight in sights)
    due = {"number": 32, "letter": 24, "lajkonik": 4, "obwarzanek": 5}
    found = [f"{kinds[k]} x {k} instead of {n}" for k, n in due.items() if kinds[k] != n]
    ranks = {(sight.group, sight.rank) for sight in sights if sight.group}
    if ranks != {(group, rank) for group in Group for rank in RANKS + "L"}:
        found.append("a group lacks a rank, or has one twice")
    if len(set(hours)) != TOKENS or list(hours) != sorted(hours):
        found.append(f"the tokens do not show {TOKENS} different ascending hours")
    copies = "".join(sorted(hand))
    if copies != "AAAAAABBCDDEFGH":
        found.append(f"the set of action cards is {copies}")
    return found


if _FAULTS := faults(SIGHTS, HOURS, FULL_HAND):
    raise DataError(f"data/krakow/cards.toml: {'; '.join(_FAULTS)}")


@cache
def places(size: int) -> tuple[Place, ...]:
    """Return the places around a market of `size` rows: T, L, R, B, each from 1."""
    return tuple(Place(f"{side}{n}") for side in "TLRB" for n in range(1, size + 1))


def _cells(place: Place, size: int) -> tuple[Cell, ...]:
    first = place.number - 1
    if place.is_row:
        return tuple(range(first * size, (first + 1) * size))
    return tuple(range(first, size * size, size))


_LINES: Final = {(p, size): _cells(p, size) for size in (3, 4) for p in places(size)}


def line_cells(place: Place, size: int) -> tuple[Cell, ...]:
    """Return the cells of a place's line, from left or top; () if there is none."""
    return _LINES.get((place, size), ())


def cell_token(cell: Cell, size: int) -> str:
    """Return how a cell is written: ``r2c3`` for row 2, column 3."""
    return f"r{cell // size + 1}c{cell % size + 1}"


def cell_text(cell: Cell, size: int) -> Text:
    """Return how a cell is written in texts, with the reader's letters."""
    return t("r{row}c{column}", row=cell // size + 1, column=cell % size + 1)


def line_text(place: Place) -> Text:
    """Return the name of a place's line: "row 2", "column 3"."""
    if place.is_row:
        return t("row {number}", number=place.number)
    return t("column {number}", number=place.number)


def place_text(place: Place) -> Text:
    """Return where a place is: "T2, above column 2"."""
    return t("{place}, {beside}", place=place.label, beside=beside_text(place))


def beside_text(place: Place) -> Text:
    """Return the line that a place is at, and on which side: "above column 2"."""
    match place[0]:
        case "L":
            return t("left of row {number}", number=place.number)
        case "R":
            return t("right of row {number}", number=place.number)
        case "T":
            return t("above column {number}", number=place.number)
    return t("below column {number}", number=place.number)


_SIGHT_TEXTS: Final = {s: t("{code} “{name}”", code=s.label, name=s.name) for s in SIGHTS}


def sight_text(sight: Sight) -> Text:
    """Return a sight's label: "N5 “Old Synagogue, Kazimierz”"."""
    return _SIGHT_TEXTS[sight]


def hour_text(hour: Hour) -> str:
    """Return an hour as it is printed: ``9:00``; the same in every language."""
    return f"{hour}:00"
