"""The key: what each sign, frame and number on the pictures means."""

from __future__ import annotations

from typing import Final

from render import legend
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Painter
from render.legend import Entry, Key, Put, group, stamped
from render.lodge import cells, heading, icons, offer, panels, pieces, schemes, text
from render.lodge import theme as th
from render.speech import Speech
from rules.lodge.components import COLOURS, LOOKS, Colour, Guest
from rules.text import t

GUEST: Final = Guest.parse("RB3")
CELL: Final = 64
SMALL: Final = 40


def _cell(paint: Painter, *args: object) -> Put:
    return legend.tiled(paint, CELL, CELL, *args)


def _small(paint: Painter, *args: object) -> Put:
    return legend.tiled(paint, SMALL, SMALL, *args)


def _scheme(sign: str, size: int = 44) -> Put:
    return stamped(schemes.sign, sign, size)


def _room(colour: Colour) -> Entry:
    look = LOOKS[colour]
    return Entry(
        stamped(pieces.room, colour, 52),
        t("{colour} room, letter {letter}", colour=look.word, letter=look.letter),
    )


def _turn(done: bool) -> Put:
    turn = heading.Turn(1, not done, done)
    return lambda art, box, _: heading.turn(
        art, Box(box.cx - heading.TURN // 2, box.y, heading.TURN, box.h), turn
    )


def _floor(art: Canvas, box: Box, _: Speech) -> None:
    plate = Box(box.cx - 22, box.cy - 26, 44, 52)
    art.fill(plate, th.BEAM)
    art.fill(plate.inset(4), th.GOLD)
    art.label(plate, "3", words.bold(34), th.INK)


def _goes(art: Canvas, box: Box, _: Speech) -> None:
    for plate, line, fill in zip(
        box.inset(5, 8).columns(2, 6), ("B D", "–"), (th.GOLD, th.WOOD), strict=True
    ):
        art.fill(plate, fill)
        ink = th.INK if line != "–" else th.SNOW
        art.label(plate, line, words.bold(24), ink)


def _away(art: Canvas, box: Box, _: Speech) -> None:
    art.plate(Box(box.cx - 28, box.cy - 22, 56, 44), 10, th.GOLD)
    art.stamp_at(icons.door(34, th.PRINT, th.GOLD), box.cx, box.cy)


def _guest(art: Canvas, box: Box, say: Speech) -> None:
    letters = text.letters(GUEST, say)
    art.stamp_at(pieces.guest(GUEST, 80, box.h, letters=letters), box.cx, box.cy)


def _liked(art: Canvas, box: Box, _: Speech) -> None:
    art.stamp_at(pieces.guest(GUEST, 66, 60, liked=True), box.cx, box.cy)


def _stack(art: Canvas, box: Box, _: Speech) -> None:
    offer.pile(art, box.cx, box.cy)


def _hosts(art: Canvas, box: Box, _: Speech) -> None:
    art.stamp_at(icons.dashed(86, 46, th.SOFT, th.SNOW, 2, 6), box.cx, box.cy)
    art.stamp_at(pieces.guest(GUEST, 36, 36), box.cx - 20, box.cy)
    cells.could_come(art, Box(box.cx, box.cy - 18, 44, 36), 2, 28)


def _open(art: Canvas, box: Box, _: Speech) -> None:
    art.label(box, "B3 2/5", words.bold(28), th.INK)


def _scored(art: Canvas, box: Box, _: Speech) -> None:
    cells.scored(art, box.cx, box.cy, 46, 5)


ROOMS: Final = group(
    t("Rooms"),
    *map(_room, COLOURS),
    Entry(
        _cell(cells.empty, Colour.GREEN, (), 0, True),
        t("built or moved into in the newest turn"),
        t("orange frame"),
    ),
    Entry(
        _cell(offer.slot, Colour.GREEN, offer.NEW),
        t("drawn since the newest build"),
        t("orange dot"),
    ),
    Entry(_cell(offer.slot, None, ""), t("an empty space"), t("dashed space on dark")),
    Entry(
        _goes,
        t("columns for a room of this floor; –: none"),
        t("letters on gold beside a floor"),
    ),
    Entry(_floor, t("a tile can be built on this floor"), t("floor number on gold")),
    Entry(
        _cell(offer.slot, Colour.GREEN, offer.LEAVES),
        t("leaves when this turn ends (solo)"),
        t("red frame with a door"),
    ),
    Entry(stamped(icons.sack, 46, th.WOOD), t("how many are left in the bag"), t("bag")),
    Entry(_stack, t("how many amenities are left"), t("stack")),
)
TURNS: Final = group(
    t("Turns"),
    Entry(stamped(marks.pointer, 34, th.MARK), t("who is to act"), t("orange pointer")),
    Entry(
        _turn(False), t("whose turn it is; turn order is left to right"), t("line below a token")
    ),
    Entry(_turn(True), t("this player has had the last turn"), t("token with a tick")),
    Entry(stamped(marks.laurel, 56, th.BRASS), t("has won the match"), t("wreath")),
)
GUESTS: Final = group(
    t("Guests"),
    Entry(_guest, t("wants rooms of both colours side by side; likes floor 3"), t("guest")),
    Entry(_liked, t("on the favourite floor: this many more points"), t("heart")),
    Entry(
        stamped(icons.person, 44, th.WOOD),
        t("a guest who has moved in; twelve bring the end"),
        t("person"),
    ),
    Entry(stamped(pieces.blank_star, 52), t("points"), t("star")),
    Entry(
        stamped(icons.case, 48, th.WOOD, th.PAPER),
        t("the valet, and the guest who waits there"),
        t("suitcase"),
    ),
    Entry(_away, t("the waiting guests can be sent away"), t("door on gold")),
    Entry(stamped(icons.token, 52, False), t("Refresh Token: not yet used"), t("two arrows")),
    Entry(stamped(icons.token, 52, True), t("Refresh Token: used"), t("grey arrows, crossed out")),
)
LODGES: Final = group(
    t("Lodges"),
    Entry(_cell(panels.free_cell, "B3"), t("a tile can be built here"), t("dashed cell")),
    Entry(
        _cell(cells.empty, Colour.RED, (GUEST,), 3, False),
        t("empty room, and how many guests could move in"),
        t("dashed white field with + and a number"),
    ),
    Entry(_hosts, t("in a large lodge: who, and how many more"), t("guest and +")),
    Entry(
        _cell(cells.lodged, Colour.RED, None, 0, 0, False),
        t("room with a guest; a large one shows the colours"),
        t("room with a person below"),
    ),
    Entry(_scored, t("what a tile scores at the end"), t("number on gold")),
)
AMENITIES: Final = group(
    t("Amenities"),
    Entry(
        _cell(cells.amenity, "A16", False, "2/5", False, False),
        t("an amenity: its points, and what is done of what it asks for"),
        t("star with points and a fraction"),
    ),
    Entry(
        _small(cells.amenity, "A16", False, "2/5", False, False),
        t("the same in a wide lodge"),
        t("star and a bar"),
    ),
    Entry(
        _open,
        t("an open amenity: where it is, what it asks for, what is done"),
        t("line in the sky"),
    ),
    Entry(
        _cell(cells.amenity, "A16", True, "", False, False), t("an amenity that is met"), t("tick")
    ),
    Entry(
        _cell(cells.amenity, "A06", False, "", False, False), t("can't be met any more"), t("cross")
    ),
    Entry(
        _cell(cells.amenity, "A23", False, "6>5", False, False),
        t("has more than it allows"),
        t("two numbers with >"),
    ),
    Entry(
        _cell(cells.amenity, "A06", False, "", True, False),
        t("scores nothing at the end"),
        t("number of an amenity with a dash"),
    ),
)
ASKED: Final = group(
    t("What amenities ask for"),
    Entry(_scheme("2×"), t("at least this many"), t("number with a cross")),
    Entry(_scheme("=4"), t("exactly this many"), t("= and a number")),
    Entry(_scheme("≤5"), t("at most this many"), t("≤ and a number")),
    Entry(_scheme("tile"), t("any tile"), t("plain tile")),
    Entry(_scheme("empty"), t("an empty room"), t("tile with a dash")),
    Entry(_scheme("guest"), t("a room with a guest"), t("tile with a person")),
    Entry(_scheme("happy"), t("a guest on the favourite floor"), t("person with a heart")),
    Entry(_scheme("floor:4"), t("on this floor"), t("number on a plate")),
    Entry(_scheme("floors"), t("on each of the four floors"), t("four plates in a column")),
    Entry(_scheme("own"), t("an amenity"), t("star in a gold frame")),
    Entry(_scheme("stack:RBG"), t("in one column"), t("rooms one above another")),
    Entry(
        _scheme("row:RBGYP", 25), t("on one floor: a room of each colour"), t("rooms side by side")
    ),
    Entry(_scheme("beside"), t("on any of its four sides"), t("cross of tiles")),
    Entry(_scheme("group"), t("rooms in one colour that touch"), t("joined tiles")),
    Entry(_scheme("≠"), t("in different colours"), t("unequal sign")),
)
COLUMNS: Final = ((ROOMS, LODGES), (GUESTS, AMENITIES, TURNS), (ASKED,))
KEY: Final = Key(COLUMNS, th.NIGHT, th.PAPER, th.SNOW, th.GOLD, th.INK, side=90, row=68)
