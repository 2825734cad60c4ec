"""The picture of the pad: a player's floor with a piece tried on it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, TypeAlias

from render.i18n import Lang, Names
from render.indian_summer import aside, heading, layout, text
from render.indian_summer.aside import Line
from render.indian_summer.floor import Marks
from render.indian_summer.hand import put_fits, put_floor
from render.kit.press import Press
from render.picture import Picture
from render.speech import Speech, brief
from rules.errors import DataError
from rules.indian_summer.components import (
    ANIMALS,
    AREAS,
    NOTHING,
    TREASURE_KINDS,
    Animal,
    Spaces,
    Supply,
    Treasure,
    cells,
)
from rules.indian_summer.moves import Leaf, PlaceAnimal, SpendNut, Squirrel
from rules.indian_summer.view import Earned, PlayerView, SummerView, as_nuts, earned
from rules.protocol import Move
from rules.text import Text, signed, t

Piece: TypeAlias = Leaf | Squirrel | SpendNut | PlaceAnimal


class Tried(NamedTuple):
    """A floor with a piece on it.

    Attributes:
        floor: The player's floor with the piece, and their treasures then; the tokens are still
            on it.
        earned: What the piece brings.
        more: How much the supply changes.
        gaps: How many spaces are then empty, by area.
        holes: The holes that are then empty.
        marks: What to mark.
    """

    floor: PlayerView
    earned: Earned
    more: Supply
    gaps: tuple[int, ...]
    holes: int
    marks: Marks


def picture(press: Press, view: SummerView, move: Move, names: Names, lang: Lang) -> Picture:
    """Return a player's floor with a piece tried on it.

    Raises:
        DataError: The move places nothing.
    """
    if not isinstance(move, Leaf | Squirrel | SpendNut | PlaceAnimal):
        raise DataError(f"{move!r} places nothing")
    say, it = Speech(names, lang), view.players[view.seat]
    found = tried(it, move)
    boxes, beside = layout.hand(solo=False), layout.trial()
    sheet = press.sheet(layout.TRIAL_HEIGHT)
    sheet.put(boxes["head"], heading.head, (view.seat,), say(t("Preview, not confirmed yet")))
    left = _stock(view, move)
    animals, spaces = aside.animals_on(found.holes, left)
    put_floor(sheet, boxes["floor"], found.floor, found.marks._replace(fitting=spaces))
    piece, brings = beside["piece"], beside["brings"]
    sheet.lay(piece, aside.piece(piece.w, piece.h, *_piece(move, say)))
    sheet.lay(brings, aside.brings(brings.w, brings.h, _lines(move, found, say)))
    sheet.put_all(
        aside.supply(
            beside["supply"],
            it.supply,
            found.more,
            as_nuts(found.floor.supply),
            say(t("if all swapped")),
        )
    )
    sheet.put_all(aside.gaps(beside["gaps"], say(t("Empty spaces by area")), it.gaps, found.gaps))
    put_fits(sheet, beside["fits"], view, animals, say)
    spoken = [say(line) for line in _told(move, found, animals)]
    whole = [*spoken, "", *text.player(found.floor, say)]
    return Picture(sheet.png(), brief(" ".join(spoken)), "\n".join(whole))


def tried(it: PlayerView, move: Piece) -> Tried:
    """Return a player's floor with a piece on it."""
    found = earned(it, move)
    bits = move.cell.bit if isinstance(move, Squirrel | SpendNut) else move.squares
    covered = it.covered | bits
    tokens, holes = int(it.tokens), int(it.holes)
    floor = replace(it, covered=Spaces(covered))
    match move:
        case Leaf():
            floor = replace(floor, leaves=(*it.leaves, move))
            tokens |= move.hole.bit if found.token else 0
            holes |= 0 if found.token else move.hole.bit
        case PlaceAnimal():
            floor = replace(floor, animals=(*it.animals, move))
            holes &= ~bits
        case _:
            floor = replace(floor, squirrels=Spaces(it.squirrels | bits))
    gaps = tuple((area & ~covered).bit_count() for area in AREAS)
    paid = tokens & sum(AREAS[number - 1] for number in found.areas)
    more = _less_a_nut(found.pays) if isinstance(move, SpendNut) else found.pays
    floor = replace(
        floor,
        tokens=Spaces(tokens),
        holes=Spaces(holes),
        supply=_plus(it.supply, more),
        gaps=gaps,
        empty=sum(gaps),
    )
    marked = Marks(tried=bits, areas=found.areas, glowing=paid)
    return Tried(floor, found, more, gaps, holes | paid, marked)


def _less_a_nut(supply: Supply) -> Supply:
    berries, nuts, mushrooms, feathers = supply
    return berries, nuts - 1, mushrooms, feathers


def _plus(have: Supply, more: Supply) -> Supply:
    berries, nuts, mushrooms, feathers = map(sum, zip(have, more, strict=True))
    return berries, nuts, mushrooms, feathers


def _stock(view: SummerView, move: Piece) -> tuple[Animal, ...]:
    """Return the animals still available after a move."""
    placed = move.animal if isinstance(move, PlaceAnimal) else None
    return tuple(it.animal for it in view.stock if it.left > (it.animal is placed))


def _piece(move: Piece, say: Speech) -> tuple[str, str | None, str, tuple[str, ...]]:
    """Return how the piece is shown: drawing, colour, name, and where it would go."""
    if isinstance(move, Leaf):
        places = (say(t("hole on {cell}", cell=str(move.hole))), say(_turn(str(move.turn))))
        drawing = aside.drawn(move.squares, move.hole.bit)
        return drawing, str(move.tile.colour), str(move.tile), places
    if isinstance(move, PlaceAnimal):
        spaces = " ".join(cells(move.squares))
        kind = ANIMALS[move.animal]
        name = say.name(kind.name)
        return aside.drawn(move.squares, 0), None, name[:1].upper() + name[1:], (spaces,)
    return "", None, say(t("Squirrel")), (say(t("on {cell}", cell=str(move.cell))),)


def _turn(turn: str) -> Text:
    return t("rotation {turn}", turn=turn)


def _lines(move: Piece, found: Tried, say: Speech) -> tuple[Line, ...]:
    """Return what the piece brings: each line with the treasures it names."""
    it, lines = found.earned, list[Line]()
    if it.token is not None:
        lines.append(Line(say(t("on the hole")), (it.token,), True))
    if it.areas:
        numbers = ", ".join(map(str, it.areas))
        label = t("area {areas} complete", areas=numbers)
        lines.append(Line(say(label), aside.each(it.pays), True))
    elif any(it.pays):
        lines.append(Line(say(t("into your supply")), aside.each(it.pays), True))
    if isinstance(move, SpendNut):
        lines.append(Line(say(t("costs")), (Treasure.NUT,), False))
    if any(it.buried):
        lines.append(Line(say(t("covers up")), aside.each(it.buried), False))
    return tuple(lines) or (Line(say(t("no treasure now")), (), False),)


def _told(move: Piece, found: Tried, animals: tuple[Animal, ...]) -> list[Text]:
    """Return what is being tried and what it brings, in words."""
    it = found.earned
    lines = [_where(move)]
    if it.token is not None:
        lines.append(t("{treasure} on the hole.", treasure=TREASURE_KINDS[it.token].name))
    if it.areas:
        lines.append(t("Complete: area {areas}.", areas=it.areas))
    if found.more != NOTHING:
        lines.append(t("Treasures: {changes}.", changes=_changes(found.more)))
    if any(it.buried):
        lines.append(t("Covered up: {treasures}.", treasures=_counts(it.buried)))
    lines.append(t("Empty spaces that would be left, by area: {gaps}.", gaps=text.gaps(found.gaps)))
    if animals:
        lines.append(t("Animals that fit: {animals}.", animals=text.kinds(animals)))
    return lines


def _where(move: Piece) -> Text:
    match move:
        case Leaf(tile, hole, turn):
            covered = " ".join(cells(move.squares))
            return t("{tile} with its hole on {cell}, rotation {turn}, covers {cells}.",
                     tile=str(tile), cell=str(hole), turn=str(turn), cells=covered)  # fmt: skip
        case PlaceAnimal(animal):
            return t("{animal} on {cells}.", animal=ANIMALS[animal].name,
                     cells=" ".join(cells(move.squares)))  # fmt: skip
    return t("A squirrel on {cell}.", cell=str(move.cell))


def _changes(supply: Supply) -> tuple[Text, ...]:
    """Return treasures gained or lost: "Berry +2", "Nut −1"."""
    pairs = zip(TREASURE_KINDS.values(), supply, strict=True)
    return tuple(
        t("{treasure} {count}", treasure=kind.name, count=signed(n)) for kind, n in pairs if n
    )


def _counts(supply: Supply) -> tuple[Text, ...]:
    """Return some treasures: "Berry 2", "Nut 1"."""
    pairs = zip(TREASURE_KINDS.values(), supply, strict=True)
    return tuple(t("{treasure} {count}", treasure=kind.name, count=n) for kind, n in pairs if n)
