"""Tables of Lodge drawn as text, and moves written as text.

Lodges are drawn top floor first, one character per cell from column A on: the letter of a room,
``#`` for an amenity, ``.`` for nothing. Displays are written floor 1 first.
"""

import re
from dataclasses import replace
from random import Random

import pytest

from render.i18n import translate
from rules.errors import RefusedError
from rules.lodge import LODGE
from rules.lodge.building import (
    Bag,
    Columns,
    Display,
    amenity_of,
    counted,
    empty_rooms,
    guest_of,
    guests_in,
    room_tile,
    tiles,
)
from rules.lodge.components import AMENITIES, GUESTS, AmenityId, Cell, Colour, Guest
from rules.lodge.state import LodgeState, Player, initial_state
from rules.lodge.view import Phase
from rules.notation import format_move, parse_move
from rules.protocol import CHANCE, Transition
from rules.text import Seat, Text

NAMES = {0: "Ann", 1: "Bob", 2: "Cat", 3: "Dan"}
SHOWN = "RBGY RBGY RBGY RBGY"
"""A display that needs no refill: all floors have rooms, and of several colours."""


def lodge(picture: str, **there: str) -> Columns:
    """Return a lodge from its picture; `there` names the guest in a cell or which amenity it is.

    ``lodge("#/R", A2="A13")``, ``lodge("RB/GR", B2="RB3")``.
    """
    rows = [row.strip() for row in picture.split("/")][::-1]
    others = (tile for tile in AMENITIES if tile not in there.values())
    columns = []
    for column in range(max(map(len, rows))):
        stack = []
        for floor, row in enumerate(rows, 1):
            sign = row[column : column + 1].strip(".")
            name = there.get(str(Cell(column, floor)))
            if sign == "#":
                stack.append(name or next(others))
            elif sign:
                stack.append(room_tile(Colour(sign), Guest.parse(name) if name else None))
        columns.append(tuple(stack))
    return tuple(columns)


def drawn(columns: Columns) -> str:
    """Return the picture of a lodge, without its guests; inverse of `lodge`."""
    height = max(map(len, columns))
    signs = [[_sign(stack, floor) for stack in columns] for floor in range(height)]
    return "/".join("".join(row) for row in reversed(signs))


def _sign(stack: tuple[str, ...], floor: int) -> str:
    if floor >= len(stack):
        return "."
    return "#" if amenity_of(stack[floor]) else stack[floor][0]


def staying(state: LodgeState, seat: Seat = 0) -> dict[str, str]:
    """Return which guest is where in a lodge: ``{"B2": "RB3"}``."""
    found = tiles(state.players[seat].columns)
    return {str(Cell(c, f)): str(g) for c, f, t in found if (g := guest_of(t)) is not None}


def hotel(guests_in: int, skip: int = 0) -> Columns:
    """Return a lodge of two empty red rooms, A1 and B1, and others with guests, all on floor 1.

    None of the guests likes that floor; `skip` is how many of them are left for other lodges.
    """
    pool = [g for g in GUESTS if g.floor != 1 and Colour.RED not in (g.first, g.second)]
    chosen = pool[skip : skip + guests_in]
    rooms = [(room_tile(Colour("BGYP"[n % 4]), guest),) for n, guest in enumerate(chosen)]
    return (("R",), ("R",), *rooms)


def display(text: str) -> Display:
    """Return a display: ``".B.. R..Y .... GP.B"``, floor 1 first."""
    return tuple(None if sign == "." else Colour(sign) for sign in text.replace(" ", ""))


def shown(state: LodgeState) -> str:
    """Return the display of a state as `display` reads it."""
    signs = "".join("." if room is None else room for room in state.display)
    return " ".join(signs[n : n + 4] for n in range(0, 16, 4))


def bag(text: str) -> Bag:
    """Return rooms by colour: ``"PPPPRR"``."""
    return counted(tuple(map(Colour, text)))


def guests(text: str) -> tuple[Guest | None, ...]:
    """Return the four waiting guests: ``"RB1 - RG2 RR3"``, a dash for an empty slot."""
    found = [None if word == "-" else Guest.parse(word) for word in text.split()]
    return (*found, *(None,) * (4 - len(found)))


def waiting(state: LodgeState) -> str:
    """Return the waiting guests as `guests` reads them."""
    return " ".join("-" if guest is None else guest for guest in state.guests)


def player(
    picture: str | Columns = "R",
    valet: str = "",
    *,
    token: bool = False,
    **there: str,
) -> Player:
    """Return a player with a lodge, without a Refresh Token so that a turn ends automatically."""
    columns = lodge(picture, **there) if isinstance(picture, str) else picture
    return Player(columns, empty_rooms(columns), Guest.parse(valet) if valet else None, token)


def table(
    *players: Player,
    rooms: str = SHOWN,
    waits: str = "RB1 RG1 RY1 BG1",
    open_: str = "A06 A07 A08 A09",
    **values: object,
) -> LodgeState:
    """Return a state in which seat 0 has to build; bags and stack hold what is not on the table."""
    state = initial_state(len(players))
    tiles_open = tuple(AmenityId(tile) for tile in open_.split())
    state = replace(
        state,
        phase=Phase.BUILD,
        due=None,
        display=display(rooms),
        guests=guests(waits),
        amenities=(*tiles_open, *(None,) * (4 - len(tiles_open))),
        players=players,
    )
    built = [t for p in players for _, _, t in tiles(p.columns)]
    taken = {g for p in players for _, g in guests_in(p.columns)}
    taken |= {p.valet for p in players if p.valet} | {g for g in state.guests if g}
    used = counted(tuple(Colour(t[0]) for t in built if not amenity_of(t)) + state.display)
    state = replace(
        state,
        bag=tuple(all_ - gone for all_, gone in zip(state.bag, used, strict=True)),
        guest_bag=tuple(g for g in GUESTS if g not in taken),
        stack=tuple(t for t in state.stack if t not in built and t not in tiles_open),
    )
    return replace(state, **values)  # type: ignore[arg-type]


def placing(*players: Player, **values: object) -> LodgeState:
    """Return a state in which seat 0 has built and may place guests."""
    return replace(table(*players, **values), phase=Phase.GUESTS)  # type: ignore[arg-type]


def step(state: LodgeState, line: str) -> Transition[LodgeState]:
    """Make one move, ``"0 room 1-2@B"``; chance is ``"- draw-rooms RB"``."""
    who, _, move = line.partition(" ")
    seat = CHANCE if who == "-" else int(who)
    return LODGE.apply(state, seat, parse_move(LODGE, move))


def play(state: LodgeState, *lines: str) -> LodgeState:
    """Make moves one after another, and check that nothing gets lost or doubled (LD-BAG-2)."""
    for line in lines:
        before = LODGE.audit(state)
        state = step(state, line).state
        assert LODGE.audit(state) == before, line
    return state


def on(state: LodgeState, seed: int = 0) -> LodgeState:
    """Let chance draw everything that is due."""
    rng = Random(seed)
    while LODGE.to_act(state) == {CHANCE}:
        state = LODGE.apply(state, CHANCE, LODGE.chance_move(state, rng)).state
    return state


def refused(state: LodgeState, line: str) -> tuple[str, str]:
    """Return the rule and the reason for the refusal of a move."""
    error = refusal(state, line)
    return error.rule, say(error.reason)


def refusal(state: LodgeState, line: str) -> RefusedError:
    """Return the refusal of a move, which changes nothing and says what to do instead."""
    with pytest.raises(RefusedError) as caught:
        step(state, line)
    assert caught.value.hint.msgid
    return caught.value


def legal(state: LodgeState, seat: Seat = 0, verb: str = "") -> list[str]:
    """Return the moves of a seat as text: all, or those of one verb without the verb."""
    found = [format_move(move) for move in LODGE.legal_moves(state, seat)]
    return [move.removeprefix(f"{verb} ") for move in found if move.startswith(verb)]


def news(state: LodgeState, line: str) -> list[str]:
    """Return the sentences about a move."""
    return [say(event.text) for event in step(state, line).events]


def say(text: Text) -> str:
    """Return a text in English."""
    return translate(text, "en", NAMES)


def numbers(text: str) -> list[int]:
    """Return the numbers of a sentence in their order; those of ids such as RB3 are none."""
    return [int(found) for found in re.findall(r"\b\d+", text)]
