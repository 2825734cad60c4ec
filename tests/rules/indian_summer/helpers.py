"""Tables of Indian Summer set up by hand, and moves written as text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from render.i18n import translate
from rules.errors import RefusedError
from rules.indian_summer import INDIAN_SUMMER
from rules.indian_summer.components import Cell, FloorId, Spaces, Supply, Tile
from rules.indian_summer.forest.shapes import FULL, Bits
from rules.indian_summer.state import Due, Player, SummerState
from rules.indian_summer.view import Phase, SummerView
from rules.notation import format_move, parse_move
from rules.protocol import CHANCE, NEWEST, Transition
from rules.text import Seat, Text

NAMES = {0: "Ann", 1: "Bob", 2: "Cat", 3: "Dan"}
FLOORS = ("F1A", "F2A", "F3A", "F4A")
PATHS = (
    "G01,G05,Y01,Y06,R01",
    "G02,G06,Y02,Y07,R02",
    "G03,G07,Y03,Y08,R03",
    "G04,G08,Y04,Y09,R04",
)
COMMON = "G09,Y10,R11,G10,Y11,R12,G11,Y12,R13,G12,Y13,R14,G13,Y14,R15,G14"
TOP = "G02,G03,G04,G06,G07,Y02,Y03,Y04,Y05,Y07"
BOTTOM = "R02,R03,R04,R05,R06,R07,R08,R09,R10,R11"
NONE: Supply = (0, 0, 0, 0)


def bits(text: str) -> Bits:
    """Return the set of spaces of some cells, ``"A1 B2"``."""
    return sum(Cell.parse(cell).bit for cell in text.split())


def cells(spaces: Bits) -> str:
    """Return the cells of a set of spaces; inverse of `bits`."""
    return str(Spaces(spaces)).replace("-", "")


def supply(text: str) -> Supply:
    """Return the supply of a text such as ``B2 N1``."""
    counts = {part[0]: int(part[1:]) for part in text.split()}
    berry, nut, mushroom, feather = (counts.get(letter, 0) for letter in "BNMF")
    return berry, nut, mushroom, feather


def tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles of a text, ``G01,Y16``."""
    return tuple(Tile.parse(tile) for tile in text.split(",") if tile)


class Game:
    """A match that is played by moves as text.

    Attributes:
        state: The full truth.
        last: What the last move led to.
    """

    def __init__(
        self,
        seats: int = 2,
        *,
        options: Iterable[str] = (),
        start: Seat = 0,
        floors: Iterable[str] = FLOORS,
        common: str = COMMON,
        version: int = NEWEST,
    ) -> None:
        self.state: SummerState = INDIAN_SUMMER.initial_state(seats, frozenset(options), version)
        self.last: Transition[SummerState]
        if seats == 1:
            deal = f"deal 0/{[*floors][0]}/{PATHS[0]}/{TOP},{BOTTOM}"
        else:
            chosen, paths = [*floors][:seats], ",".join(PATHS[:seats])
            deal = f"deal {start}/{','.join(chosen)}/{paths}/{common}"
        self.move(CHANCE, deal)

    def move(self, seat: Seat, text: str) -> Transition[SummerState]:
        """Make one move of a seat."""
        move = parse_move(INDIAN_SUMMER, text)
        self.last = INDIAN_SUMMER.apply(self.state, seat, move)
        self.state = self.last.state
        return self.last

    def do(self, *texts: str) -> Game:
        """Make moves for the player whose turn it is; `chance` draws."""
        for text in texts:
            self.move(self.state.active, text)
        return self

    def draw(self, seed: int = 0) -> Game:
        """Let chance draw what is due."""
        move = INDIAN_SUMMER.chance_move(self.state, Random(seed))
        self.move(CHANCE, format_move(move))
        return self

    def draw_all(self) -> Game:
        """Let chance draw as long as anything is due."""
        while self.state.due is not None:
            self.draw()
        return self

    def refused(self, text: str, seat: Seat | None = None) -> RefusedError:
        """Return the refusal of a move, and check that nothing has changed."""
        before = self.state
        with pytest.raises(RefusedError) as caught:
            self.move(self.state.active if seat is None else seat, text)
        assert self.state is before
        return caught.value

    def legal(self, kind: str = "") -> list[str]:
        """Return the moves of the player whose turn it is, as text; those starting with `kind`."""
        moves = map(format_move, INDIAN_SUMMER.legal_moves(self.state, self.state.active))
        return [text for text in moves if text.startswith(kind)]

    def phase(self) -> Phase:
        """Return what is going on."""
        return self.state.phase

    def can_undo(self) -> bool:
        """Return whether the last move can be undone."""
        return self.last.undoable

    def due(self) -> Due | None:
        """Return what chance has to draw."""
        return self.state.due

    def view(self, seat: Seat | None = None) -> SummerView:
        """Return what a seat may know, by default the one whose turn it is."""
        return INDIAN_SUMMER.view(self.state, self.state.active if seat is None else seat)

    def player(self, seat: Seat | None = None) -> Player:
        """Return what a seat has, by default the one whose turn it is."""
        return self.state.players[self.state.active if seat is None else seat]

    def give(
        self,
        seat: Seat = 0,
        *,
        gaps: str | None = None,
        holes: str | None = None,
        tokens: str | None = None,
        path: str | None = None,
        held: str | None = None,
        floor: str | None = None,
    ) -> Game:
        """Change what a seat has. `gaps` fills all other spaces of its floor, with squirrels."""
        player = self.state.players[seat]
        if gaps is not None:
            covered = FULL & ~bits(gaps)
            player = replace(player, covered=covered, squirrels=covered, leaves=())
        if holes is not None:
            player = replace(player, holes=bits(holes) | bits(tokens or ""))
        if tokens is not None:
            player = replace(player, tokens=bits(tokens), holes=player.holes | bits(tokens))
        if path is not None:
            player = replace(player, path=tiles(path))
        if held is not None:
            player = replace(player, supply=supply(held))
        if floor is not None:
            player = replace(player, floor=FloorId(floor))
        players = [player if n == seat else old for n, old in enumerate(self.state.players)]
        self.state = replace(self.state, players=tuple(players))
        return self

    def lay(
        self, *, common: str | None = None, top: str | None = None, bottom: str | None = None
    ) -> Game:
        """Change the tiles that everybody can take."""
        if common is not None:
            self.state = replace(self.state, common=tiles(common))
        if top is not None:
            self.state = replace(self.state, top=tiles(top))
        if bottom is not None:
            self.state = replace(self.state, bottom=tiles(bottom))
        return self

    def in_round(self, number: int) -> Game:
        """Go to a round without playing up to there."""
        self.state = replace(self.state, round=number)
        return self

    def without_reserve(self) -> Game:
        """Remove all tiles from the match that nobody has seen."""
        self.state = replace(self.state, unseen=())
        return self


def said(text: Text) -> str:
    """Return a text in English."""
    return translate(text, "en", NAMES)


def told(game: Game, seat: Seat | None = None) -> list[str]:
    """Return what a seat or a watcher is told about the last move."""
    events = game.last.events
    return [said(e.text) for e in events if e.audience is None or seat in e.audience]
