"""A second account of what Indian Summer says: counted from states and legal moves."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import cast

from rules.indian_summer.components import (
    ANIMALS,
    FLOORS,
    TREASURE_KINDS,
    Animal,
    Cell,
    Supply,
    Tile,
    Turn,
)
from rules.indian_summer.forest.shapes import COLS, ROWS
from rules.indian_summer.moves import (
    BerryFrom,
    ChooseSide,
    EndTurn,
    Forgo,
    Leaf,
    NextGame,
    PlaceAnimal,
    Refill,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    SpendNut,
    Squirrel,
    Swap,
)
from rules.indian_summer.state import Player, SummerState
from rules.indian_summer.view import Phase
from rules.protocol import Move
from rules.text import Param, Printed
from tests.contract.checks import NAMES
from tests.contract.truth import Said, Witness, atoms, claims_in


def table(said: Said) -> SummerState:
    """Return the state in which it was said."""
    return cast("SummerState", said.state)


def player(said: Said) -> Player:
    """Return what the reader has."""
    return table(said).players[said.seat]


def words(value: Param) -> list[str]:
    """Return everything that varies in a part of a sentence, as strings."""
    return sorted(atoms({"value": value}))


def counted(supply: Supply) -> list[str]:
    """Return the numbers in the words for treasures: of two Nuts and a Feather, 1 and 2."""
    return sorted(str(count) for count in supply if count)


def legal(said: Said, kind: type[Move]) -> list[Move]:
    """Return the legal moves of a kind."""
    return [move for move in said.legal if type(move) is kind]


def around(cell: Cell) -> int:
    """Return the area of a space, counted from its column and row."""
    col, row = ord(cell[0]) - ord("A"), int(cell[1]) - 1
    return 1 + col // 3 + 3 * (row // 4)


def empty(said: Said) -> list[Cell]:
    """Return the spaces that a squirrel could cover."""
    covered = player(said).covered
    return [cell for cell in FLOOR if not covered >> cell.number & 1]


FLOOR = [Cell.parse(f"{col}{row}") for row in range(1, ROWS + 1) for col in "ABCDEFGHI"]


def ways(drawing: str) -> set[tuple[str, ...]]:
    """Return the different ways to lay a drawing, as rows of signs."""
    found, rows = set(), drawing.split("/")
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        found |= {tuple(rows), tuple(row[::-1] for row in rows)}
    return found


def places(said: Said, tile: Tile) -> list[frozenset[int]]:
    """Return what a tile can cover on the reader's floor, found square by square."""
    free = {cell.number for cell in empty(said)}
    found = []
    for rows, top, left in product(ways(tile.drawing), range(ROWS), range(COLS)):
        if top + len(rows) <= ROWS and left + len(rows[0]) <= COLS:
            spaces = frozenset(
                (top + row) * COLS + left + col
                for row, signs in enumerate(rows)
                for col, sign in enumerate(signs)
                if sign != "."
            )
            found += [spaces] if spaces <= free else []
    return found


def can_place_both(said: Said, pair: Iterable[Tile]) -> bool:
    """Return whether two tiles can lie on the reader's floor together."""
    first, second = (places(said, tile) for tile in pair)
    return any(not one & other for one, other in product(first, second))


# What is said


def names_the_nuts(said: Said) -> bool:
    """A number of Nuts that completes an area, and the spaces of it."""
    area, cells = said.values["area"], said.values["cells"]
    gaps = [str(cell) for cell in empty(said) if around(cell) == area]
    return list(cast("tuple[str, ...]", cells)) == gaps and said.values["count"] == len(gaps)


def names_the_animals(said: Said) -> bool:
    """How many kinds fit; and what the one named pays: what is printed, and what it bears."""
    animals = cast("list[PlaceAnimal]", legal(said, PlaceAnimal))
    claim = dict(next(claims_in(said.text)).parts)
    named = next(m for m in animals if (m.animal, m.at, m.turn) == tuple(claim.values()))
    prints = FLOORS[player(said).floor].prints
    below = [prints[cell.number] for cell in FLOOR if cell.bit & named.squares]
    pays = [sum(p is t for p in below) for t in TREASURE_KINDS]
    bears = ANIMALS[named.animal].bears
    if bears is not None:
        pays[bears.rank] += 1
    cells = tuple(str(cell) for cell in FLOOR if cell.bit & named.squares)
    return (
        said.values["count"] == len({move.animal for move in animals})
        and said.values["cells"] == cells
        and words(said.values["pays"]) == (counted(cast("Supply", tuple(pays))) or ["nothing"])
    )


def brings_tiles(said: Said) -> bool:
    """How many tiles a Berry brings: up to five, or a sixth."""
    before = len(player(said).path)
    reached = []
    for move in (*legal(said, SpendBerry), *legal(said, BerryFrom)):
        after = cast("SummerState", said.rules.apply(table(said), said.seat, move).state)
        drawn = after.due is not None  # the rest comes once tiles have been turned up
        got = after.wants[0][1] if drawn else len(after.players[said.seat].path)
        there = len(table(said).common) + len(table(said).unseen)
        reached.append(min(got - before, there) if drawn else got - before)
    return said.values["count"] == max(reached)


def names_the_pairs(said: Said) -> bool:
    """The Feathers if two tiles fit together; the Mushrooms if both tiles of a pair do."""
    state, own = table(said), player(said)
    mushrooms = feathers = 0
    if own.supply[3] and legal(said, SpendFeather):
        feathers = own.supply[3]
    for move in cast("list[SpendMushroom]", legal(said, SpendMushroom)):
        tiles = [first_of(state, place) for place in move.pair.places]
        if len(tiles) == 2 and can_place_both(said, tiles):
            mushrooms = own.supply[2]
    return words(said.values["tokens"]) == counted((0, 0, mushrooms, feathers))


def first_of(state: SummerState, place: str) -> Tile:
    """Return the tile at a source of a Mushroom."""
    rows = {
        "bush": state.common[:1],
        "top-left": state.top[:1],
        "top-right": state.top[-1:],
        "bottom-left": state.bottom[:1],
        "bottom-right": state.bottom[-1:],
    }
    if place in rows:
        return rows[place][0]
    return state.players["SKPO".index(place)].path[0]


def names_the_exchange(said: Said) -> bool:
    """What an exchange costs: one of a higher kind, two of the next lower one."""
    claims = [dict(claim.parts) for claim in claims_in(said.text)]
    order = list(TREASURE_KINDS)
    prices = [2 if order.index(c["get"]) > order.index(c["give"]) else 1 for c in claims]  # type: ignore[arg-type]
    shown = said.values.get("swap", said.values.get("list", said.values.get("price")))
    bought = [] if "price" in said.values else [1] * len(prices)
    return words(shown or ()) == sorted(str(n) for n in (*prices, *bought))


def is_the_price(said: Said) -> bool:
    """What the exchange tried costs, and how many of it the player has."""
    attempt = cast("Swap", said.attempt)
    held = player(said).supply[list(TREASURE_KINDS).index(attempt.give)]
    price = int(words(said.values["price"])[0])
    return said.values["held"] == held < price <= 2


def waits(said: Said) -> bool:
    """Whether only the seats named still have to choose a side."""
    named = {who.seat for who in cast("tuple", said.values["who"])}  # type: ignore[type-arg]
    return named == {seat for seat, side in enumerate(table(said).sides) if side is None}


def has_no_room(said: Said) -> bool:
    """Whether none of the tiles named has a place."""
    return not any(places(said, Tile.parse(tile)) for tile in words(said.values["tiles"]))


def has_ways(said: Said) -> bool:
    """In how many ways the tile can lie, counted by turning it."""
    tile = cast("Leaf", said.attempt).tile
    count = len(ways(tile.drawing))
    told = (said.values["tile"], said.values["count"], said.values["last"])
    return told == (tile, count, count - 1)


def has_no_hole(said: Said) -> bool:
    """Which spaces below the animal tried are no empty holes: they have none, or an animal."""
    attempt, own = cast("PlaceAnimal", said.attempt), player(said)
    holes = {leaf.hole for leaf in own.leaves}
    taken = sum(animal.squares for animal in own.animals)
    below = [cell for cell in FLOOR if cell.bit & attempt.squares]
    wrong = tuple(str(c) for c in below if c not in holes or c.bit & taken)
    return said.values == {"cells": wrong, "count": len(wrong)}


def shows_an_animal(said: Said) -> bool:
    """What the animal that fits is called, and what it covers."""
    claim = dict(next(claims_in(said.text)).parts)
    animal, at, turn = cast("tuple[Animal, Cell, Turn]", tuple(claim.values()))
    squares = PlaceAnimal(animal, at, turn).squares
    cells = tuple(str(cell) for cell in FLOOR if cell.bit & squares)
    return said.values == {"animal": ANIMALS[animal].name, "cells": cells}


def lists_the_animals(said: Said) -> bool:
    """The names of the animals that fit, nothing else."""
    named = {
        ANIMALS[Animal(str(dict(claim.parts)["animal"]))].name for claim in claims_in(said.text)
    }
    return set(cast("tuple[Printed, ...]", said.values["animals"])) == named


def names_the_ends(said: Said) -> bool:
    """Each end by its path and side, no other."""
    ends = [str(dict(claim.parts)["source"]).split("-") for claim in claims_in(said.text)]
    return words(said.values["ends"]) == sorted(f"{path.title()} Path ({e})" for path, e in ends)


def names_the_sources(said: Said) -> bool:
    """Each pair of sources by its players, the bush or the ends."""
    pairs = [str(dict(claim.parts)["pair"]).split("+") for claim in claims_in(said.text)]
    named = []
    for pair in pairs:
        seats = [NAMES["SKPO".index(place)] for place in pair if place in "SKPO"]
        bush = ["the bush" for place in pair if place == "bush"]
        ends = [place.title().split("-") for place in pair if "-" in place]
        named += [*seats, *bush, *(f"{path} Path ({end.lower()})" for path, end in ends)]
    return all(said.english.count(name) == named.count(name) for name in named)


def is_the_last_round(said: Said) -> bool:
    """Whether a floor is full, as far as the reader may know."""
    state = table(said)
    known = state if said.seat == state.active else state.public
    return any(bin(player.covered).count("1") == ROWS * COLS for player in known.players)


def is_the_last_turn(said: Said) -> bool:
    """Whether the game is over if the turn ends now, and nothing else is possible."""
    after = cast("SummerState", said.rules.apply(table(said), said.seat, EndTurn()).state)
    return len(said.legal) == 1 and after.phase in (Phase.OVER, Phase.SCORED)


def is_full(said: Said) -> bool:
    """Whether the reader's floor has no empty space."""
    return not empty(said)


def has_moved(said: Said) -> bool:
    """Whether the turn could be ended though the floor has empty spaces."""
    return bool(empty(said) and legal(said, EndTurn))


def game_is_over(said: Said) -> bool:
    """The number of the game that has just been scored."""
    return table(said).phase is Phase.SCORED and said.values["game"] == len(table(said).results)


WITNESS = Witness(
    named={
        Leaf: r"\bleaf tile|\bplace\b.*\btiles?\b|\bprepare\b",
        Squirrel: r"\bsquirrel",
        SpendFeather: r"\b(spend|instead)\b.*\bFeather",
        SpendMushroom: r"\b(spend|instead)\b.*\bMushroom",
        SpendBerry: r"\bBerry gets you .*(?<!path)\.$|\bspend (a|the) Berry\b",
        BerryFrom: r"\bBerry gets you .* path\.$",
        SpendNut: r"\bNuts?\b.*\b(covers?|completes?)\b|\bwith Nuts\b",
        PlaceAnimal: r"\banimals?\b",
        Swap: r"\bexchange",
        Forgo: r"\bgive up\b|\bforgo\b",
        Refill: r"\brefill|\bpath and which end\b",
        EndTurn: r"\bend (your|the|this) turn\b|\bwith your turn\b",
        NextGame: r"\bnext (game|one)\b",
        ChooseSide: r"\bchoose (a|the) side\b",
    },
    facts={
        "{count} Nut completes area {area}: {cells}.": names_the_nuts,
        "Your Nut can cover any empty space.": lambda said: (
            said.values["count"] == player(said).supply[1]
        ),
        "{count} animal fits on your empty holes. For example, placing the {animal} on {cells} "
        "gets you {pays}.": names_the_animals,
        "A Berry gets you {count} tile.": brings_tiles,
        "A Berry gets you {count} tile from the end of a path.": brings_tiles,
        "Instead of one tile you can place two: {tokens}.": names_the_pairs,
        "You can exchange tokens, for example {swap}.": names_the_exchange,
        "You can exchange: {list}.": names_the_exchange,
        "You can get one in exchange for {price}.": names_the_exchange,
        "This costs {price}, and you have {held}.": is_the_price,
        "An animal can only cover empty holes, and {cells} has none.": has_no_hole,
        "For example, the {animal} fits on {cells}.": shows_an_animal,
        "These animals fit on your empty holes: {animals}.": lists_the_animals,
        "A path never holds more than {most} tiles.": lambda said: (
            said.values["most"] == len(player(said).path)
        ),
        "Choose which end of a path to take tiles from: {ends}.": names_the_ends,
        "Choose from: {pairs}.": names_the_sources,
        "{tile} has only {count} orientation, r{last}.": has_ways,
        "Still choosing a side: {who}.": waits,
        "There is no room for {tiles}. Tiles that don't fit stay where they were.": has_no_room,
        "A floor is full, so this is the last round. After it, everybody fills gaps with Nuts.": (
            is_the_last_round
        ),
        "The game ends with your turn. Until then, you can take back your last step.": (
            is_the_last_turn
        ),
        **{
            f"{state} {rest}": fact
            for state, fact in (
                ("Your floor is full.", is_full),
                ("Your main action is done.", has_moved),
            )
            for rest in (
                "End your turn.",
                "You can still use tokens, or end your turn.",
                "You can still place animals, or end your turn.",
                "You can still use tokens and animals, or end your turn.",
            )
        },
        "Game {game} is over. Deal the next one whenever you like.": game_is_over,
    },
)
