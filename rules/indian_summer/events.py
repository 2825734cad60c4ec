"""The sentences told about what happens; few, as a turn's are told together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.indian_summer.components import (
    ANIMALS,
    TREASURES,
    Animal,
    Cell,
    FloorId,
    Supply,
    Tile,
    Treasure,
    cells,
)
from rules.indian_summer.forest.floor import Gain
from rules.indian_summer.forest.shapes import Bits
from rules.indian_summer.moves import BUSH, SEAT_OF, End, Sources
from rules.text import Seat, Text, Who, t, tn

END_TEXT: Final = {
    End.TOP_LEFT: t("Top Path (left)"),
    End.TOP_RIGHT: t("Top Path (right)"),
    End.BOTTOM_LEFT: t("Bottom Path (left)"),
    End.BOTTOM_RIGHT: t("Bottom Path (right)"),
}
"""The ends of the solo paths as words."""


def treasures_text(supply: Supply) -> Text:
    """Return treasures as words: "2 Berries, 1 Nut"; "nothing" for none."""
    found = tuple(count_text(which, n) for which, n in zip(TREASURES, supply, strict=True) if n)
    return t("{list}", list=found) if found else t("nothing")


def count_text(treasure: Treasure, count: int) -> Text:
    """Return a number of one treasure: "2 Berries"."""
    match treasure:
        case Treasure.BERRY:
            return tn("{count} Berry", "{count} Berries", count)
        case Treasure.NUT:
            return tn("{count} Nut", "{count} Nuts", count)
        case Treasure.MUSHROOM:
            return tn("{count} Mushroom", "{count} Mushrooms", count)
    return tn("{count} Feather", "{count} Feathers", count)


def tiles_text(tiles: Iterable[Tile]) -> Text:
    """Return tiles by their ids."""
    return t("{list}", list=tuple(str(tile) for tile in tiles))


def pair_text(pair: Sources) -> Text:
    """Return where a Mushroom takes tiles from: one place, or two."""
    places = tuple(place_text(place) for place in pair.places)
    if len(places) == 1:
        return t("{place}", place=places[0])
    return t("{first} and {second}", first=places[0], second=places[1])


def place_text(place: str) -> Text | Who:
    """Return a place that a Mushroom takes a tile from."""
    if place in SEAT_OF:
        return Who(SEAT_OF[place])
    return t("the bush") if place == BUSH else END_TEXT[End(place)]


def areas_text(areas: Iterable[int]) -> Text:
    """Return areas by their numbers."""
    return t("{list}", list=tuple(areas))


def gain_text(gain: Gain) -> Text | None:
    """Return "1 Nut on the hole; area 4 complete, which brings 2 Berries", or None."""
    token = (
        None
        if gain.token is None
        else t("{treasure} on the hole", treasure=count_text(gain.token, 1))
    )
    if not gain.areas:
        return token
    done = _areas_done(gain)
    return done if token is None else t("{token}; {areas}", token=token, areas=done)


def _areas_done(gain: Gain) -> Text:
    areas = areas_text(gain.areas)
    if not any(gain.pays):
        return tn("area {areas} complete", "areas {areas} complete", len(gain.areas), areas=areas)
    return tn(
        "area {areas} complete, which brings {pays}",
        "areas {areas} complete, which brings {pays}",
        len(gain.areas),
        areas=areas,
        pays=treasures_text(gain.pays),
    )


def dealt(start: Seat) -> Text:
    """Say that a game of several players begins."""
    return t("The tiles are dealt. {who} begins.", who=Who(start))


def dealt_solo(game: int, floor: FloorId) -> Text:
    """Say that a solo game begins; `game` is its number in a series, else 0."""
    if game:
        return t("Game {game} begins on floor {floor}.", game=game, floor=str(floor))
    return t("The tiles are dealt. The floor is {floor}.", floor=str(floor))


def floors(found: tuple[FloorId, ...]) -> Text:
    """Say that everybody has chosen a side."""
    each = tuple(
        t("{who} {floor}", who=Who(seat), floor=str(floor)) for seat, floor in enumerate(found)
    )
    return t("The forest floors: {list}.", list=each)


def chose(side: str) -> Text:
    """Say that a side was chosen, which the others do not know yet."""
    return t("You choose side {side}.", side=side)


def placed(seat: Seat, tile: Tile, hole: Cell, gain: Gain) -> Text:
    """Say that a leaf tile was placed."""
    found = gain_text(gain)
    if found is None:
        return t(
            "{who} places {tile} with its hole on {cell}.",
            who=Who(seat),
            tile=str(tile),
            cell=str(hole),
        )
    return t(
        "{who} places {tile} with its hole on {cell}: {gain}.",
        who=Who(seat),
        tile=str(tile),
        cell=str(hole),
        gain=found,
    )


def squirrel(seat: Seat, cell: Cell, gain: Gain) -> Text:
    """Say that a squirrel was placed for free."""
    found = gain_text(gain)
    if found is None:
        return t("{who} places a squirrel on {cell}.", who=Who(seat), cell=str(cell))
    return t(
        "{who} places a squirrel on {cell}: {gain}.", who=Who(seat), cell=str(cell), gain=found
    )


def nut(seat: Seat, cell: Cell, gain: Gain) -> Text:
    """Say that a squirrel was placed for a Nut."""
    found = gain_text(gain)
    if found is None:
        return t("{who} spends a Nut to place a squirrel on {cell}.", who=Who(seat), cell=str(cell))
    return t(
        "{who} spends a Nut to place a squirrel on {cell}: {gain}.",
        who=Who(seat),
        cell=str(cell),
        gain=found,
    )


def feather(seat: Seat) -> Text:
    """Say that a Feather was spent."""
    return t("{who} spends a Feather to place two tiles.", who=Who(seat))


def mushroom(seat: Seat, tiles: tuple[Tile, ...], pair: Sources) -> Text:
    """Say that a Mushroom was spent, and whose tiles it takes."""
    return t(
        "{who} spends a Mushroom to get {tiles} from {sources}.",
        who=Who(seat),
        tiles=tiles_text(tiles),
        sources=pair_text(pair),
    )


def forgone(seat: Seat, tile: Tile) -> Text:
    """Say that a tile of a Mushroom stays where it was."""
    return t("There is no room for {tile}, so it stays where it was.", tile=str(tile))


def berry(seat: Seat) -> Text:
    """Say that a Berry was spent."""
    return t("{who} spends a Berry for new tiles.", who=Who(seat))


def takes(seat: Seat, tiles: tuple[Tile, ...]) -> Text:
    """Say that a path was refilled."""
    return tn(
        "{who} takes {tiles}.",
        "{who} takes {tiles}.",
        len(tiles),
        who=Who(seat),
        tiles=tiles_text(tiles),
    )


def takes_from(seat: Seat, top: bool, tiles: tuple[Tile, ...]) -> Text:
    """Say that a path was refilled in the solo game."""
    return t(
        "{who} takes {tiles} from the {path}.",
        who=Who(seat),
        tiles=tiles_text(tiles),
        path=t("Top Path") if top else t("Bottom Path"),
    )


def topped_up(count: int) -> Text:
    """Say that the common path got tiles of the reserve."""
    return tn(
        "{count} tile is turned up for the common path.",
        "{count} tiles are turned up for the common path.",
        count,
    )


def animal(seat: Seat, which: Animal, squares: Bits, pays: Supply) -> Text:
    """Say that an animal was placed, and what it earned, if anything."""
    if not any(pays):
        return t(
            "{who} places the {animal} on {cells}.",
            who=Who(seat),
            cells=tuple(map(str, cells(squares))),
            animal=ANIMALS[which].name,
        )
    return t(
        "{who} places the {animal} on {cells} and gets {pays}.",
        who=Who(seat),
        cells=tuple(map(str, cells(squares))),
        animal=ANIMALS[which].name,
        pays=treasures_text(pays),
    )


def swapped(seat: Seat, give: Supply, get: Supply) -> Text:
    """Say that treasures were exchanged."""
    return t(
        "{who} exchanges {give} for {get}.",
        who=Who(seat),
        give=treasures_text(give),
        get=treasures_text(get),
    )


def only_move(seat: Seat) -> Text:
    """Say why the next step is made without asking its player."""
    return t("{who} has only one possible move, so I'll make it for them.", who=Who(seat))


def full(seat: Seat) -> Text:
    """Say that a floor is full and the last round has begun."""
    return t("{who} has filled the forest floor, so this is the last round.", who=Who(seat))


def full_solo(seat: Seat) -> Text:
    """Say that a floor is full in the solo game."""
    return t("{who} has filled the forest floor.", who=Who(seat))


def ended(seat: Seat) -> Text:
    """Say that a turn has ended of which everything has been told."""
    return t("{who} ends the turn.", who=Who(seat))


def fills(seat: Seat, squirrels: int) -> Text:
    """Say how many gaps the final step fills, as the beginning of a sentence."""
    if not squirrels:
        return t("{who} has no gaps to fill", who=Who(seat))
    return tn("{who} fills {count} gap", "{who} fills {count} gaps", squirrels, who=Who(seat))


def final_step(seat: Seat, squirrels: int, empty: int, nuts: int) -> Text:
    """Say how the final step of a player ends."""
    if empty and not squirrels:
        return tn(
            "{who} can't fill any gaps, so {count} space stays empty.",
            "{who} can't fill any gaps, so {count} spaces stay empty.",
            empty,
            who=Who(seat),
        )
    left = tn(
        "the floor is full with {count} Nut left", "the floor is full with {count} Nuts left", nuts
    )
    if empty:
        left = tn("{count} space stays empty", "{count} spaces stay empty", empty)
    return t("{fills}, and {left}.", fills=fills(seat, squirrels), left=left)


def game_over(game: int, squirrels: int, score: int, empty: int) -> Text:
    """Say that a solo game is over; `game` is its number in a series, else 0."""
    how = t("The floor is full, and the game is won")
    if empty:
        how = tn(
            "{count} space stays empty, and the game is lost",
            "{count} spaces stay empty, and the game is lost",
            empty,
        )
    done = t("{who} can't fill any gaps", who=Who(0))
    if squirrels or not empty:
        done = fills(0, squirrels)
    if game:
        return t(
            "Game {game}: {fills}. {how}. Score: {score}.",
            game=game,
            fills=done,
            how=how,
            score=score,
        )
    return t("{fills}. {how}. Score: {score}.", fills=done, how=how, score=score)
