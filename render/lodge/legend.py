"""The key to the pictures: what each sign, frame and number means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from render.exhibition import capital
from render.i18n import Lang
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.kept import PAGES
from render.kit.layout import Box
from render.kit.press import Press
from render.lodge import cells, heading, icons, layout, offer, panels, pieces, schemes, text
from render.lodge import theme as th
from render.picture import Picture
from render.speech import Speech, brief
from rules.lodge.components import COLOURS, LOOKS, Colour, Guest
from rules.text import Text, t

SIGN: Final = 96
"""Width of a sign."""
GUEST: Final = Guest.parse("RB3")
AMENITY: Final = "A16"


class Entry(NamedTuple):
    """A sign by its code in `SIGNS`, what it is called, and what it means."""

    code: str
    sign: Text
    means: Text


def _room(colour: Colour) -> Entry:
    look = LOOKS[colour]
    return Entry(
        f"room:{colour}",
        t("{name}", name=look.name),
        t("{colour} room, letter {letter}", colour=look.word, letter=look.letter),
    )


GROUPS: Final[tuple[tuple[tuple[Text, tuple[Entry, ...]], ...], ...]] = (
    (
        (
            t("Rooms"),
            (
                *map(_room, COLOURS),
                Entry("new", t("orange frame"), t("built or touched by the last move")),
                Entry("drawn", t("orange dot"), t("drawn by the last move")),
                Entry("open", t("floor number on gold"), t("a tile can be built on this floor")),
                Entry("leaves", t("red frame with a door"), t("leaves when this turn ends (solo)")),
                Entry("sack", t("bag"), t("how many are left in the bag")),
                Entry("stack", t("stack"), t("how many amenities are left")),
            ),
        ),
        (
            t("Turns"),
            (
                Entry(
                    "turn",
                    t("line below a token"),
                    t("whose turn it is; turn order is left to right"),
                ),
                Entry("done", t("token with a tick"), t("this player has had the last turn")),
            ),
        ),
    ),
    (
        (
            t("Guests"),
            (
                Entry(
                    "guest",
                    t("guest"),
                    t("wants rooms of both colours side by side; likes floor 3"),
                ),
                Entry("heart", t("heart"), t("on the favourite floor: as many more points")),
                Entry("person", t("person"), t("a guest who has moved in; twelve bring the end")),
                Entry("star", t("star"), t("points")),
                Entry("case", t("suitcase"), t("the valet, and the guest who waits there")),
                Entry("away", t("door on gold"), t("the waiting guests can be sent away")),
                Entry("token", t("two arrows"), t("Refresh Token: not yet used")),
                Entry("used", t("crossed circle"), t("Refresh Token: used")),
            ),
        ),
        (
            t("Lodges"),
            (
                Entry("free", t("dashed cell"), t("a tile can be built here")),
                Entry("host", t("room with guests below"), t("empty room, and who could move in")),
                Entry("more", t("+ and a number"), t("and this many more")),
                Entry("lodged", t("room with a person below"), t("room with a guest")),
                Entry("scored", t("number on gold"), t("what a tile scores at the end")),
            ),
        ),
    ),
    (
        (
            t("Amenities"),
            (
                Entry("amenity", t("id and fraction"), t("an amenity, and how far it has come")),
                Entry("met", t("tick"), t("an amenity that is met")),
                Entry("lost", t("cross"), t("can't be met any more")),
                Entry("least", t("number with a cross"), t("at least so many")),
                Entry("exact", t("= and a number"), t("exactly so many")),
                Entry("most", t("≤ and a number"), t("at most so many")),
                Entry("tile", t("plain tile"), t("any tile")),
                Entry("empty", t("tile with a dash"), t("an empty room")),
                Entry("stay", t("tile with a person"), t("a room with a guest")),
                Entry("happy", t("person with a heart"), t("a guest on the favourite floor")),
                Entry("floor", t("number on a plate"), t("on this floor; 1–4: on each")),
                Entry("beside", t("cross of tiles"), t("on any of its four sides")),
                Entry("same", t("joined tiles"), t("rooms in one colour that touch")),
                Entry("differ", t("unequal sign"), t("in different colours")),
            ),
        ),
    ),
)
"""The entries by columns and groups."""


@PAGES
def picture(press: Press, lang: Lang) -> Picture:
    """Return the key; it is drawn only once for each language."""
    say = Speech({}, lang)
    sheet = press.sheet(layout.KEY_HEIGHT)
    boxes = layout.key(tuple(tuple(len(it) for _, it in column) for column in GROUPS))
    sheet.put(boxes["head"], title, say(t("What the signs mean")))
    lines = []
    for n, column in enumerate(GROUPS):
        for m, (name, entries) in enumerate(column):
            sheet.put(boxes[f"{n}.{m}"], group, say(name))
            lines += ["", say(name)]
            for k, it in enumerate(entries):
                means = say(it.means)
                code = it.code if it.code != "guest" else f"guest:{text.letters(GUEST, say)}"
                sheet.put(boxes[f"{n}.{m}.{k}"], entry, code, capital(means))
                line = means if it.code.startswith("room") else f"{say(it.sign)}: {means}"
                lines.append(capital(line))
    return Picture(sheet.png(), brief(". ".join(filter(None, lines))), "\n".join(lines[1:]))


def title(w: int, h: int, line: str) -> Canvas:
    """Paint what the picture is."""
    art = Canvas(w, h, th.NIGHT)
    art.label(art.box.inset(4, 0), line, words.slab(44), th.SNOW, "left")
    return art


def group(w: int, h: int, line: str) -> Canvas:
    """Paint the name of a group."""
    art = Canvas(w, h, th.NIGHT)
    art.label(art.box.inset(8, 0), line, words.bold(30), th.GOLD, "left")
    return art


def entry(w: int, h: int, code: str, line: str) -> Canvas:
    """Paint a sign and what it means."""
    art = Canvas(w, h, th.NIGHT)
    art.plate(art.box, 10, th.PAPER)
    kind, _, of = code.partition(":")
    SIGNS[kind](art, Box(0, 4, SIGN, h - 8), of)
    room = Box(SIGN + 4, 2, w - SIGN - 12, h - 4)
    font = words.text(25)
    while font.px > words.DETAIL_PX and _is_cut(line, font, room.w):
        font = font.at(font.px - 1)
    lines = words.wrap(line, font, room.w, 2)
    top = room.cy - 14 * len(lines)
    for n, found in enumerate(lines):
        art.label(Box(room.x, top + 28 * n, room.w, 28), found, font, th.INK, "left")
    return art


def _is_cut(line: str, font: words.Font, room: int) -> bool:
    return words.wrap(line, font, room, 2)[-1].endswith(words.ELLIPSIS)


def _painted(art: Canvas, room: Box, part: Canvas) -> None:
    art.put(part.image, room.cx - part.box.w // 2, room.cy - part.box.h // 2)


def _scheme(art: Canvas, room: Box, sign: str) -> None:
    art.stamp_at(schemes.sign(sign, min(44, room.h)), room.cx, room.cy)


def _turn(art: Canvas, room: Box, done: bool) -> None:
    it = heading.Turn(1, not done, done)
    heading.turn(art, Box(room.cx - heading.TURN // 2, room.y, heading.TURN, room.h), it)


def _cell(art: Canvas, room: Box, painter: Callable[..., Canvas], *args: object) -> None:
    size = min(room.h, room.w)
    _painted(art, room, painter(size, size, *args))


def _number(art: Canvas, room: Box, floor: str) -> None:
    plate = Box(room.cx - 22, room.cy - 26, 44, 52)
    art.fill(plate, th.BEAM)
    art.fill(plate.inset(4), th.GOLD)
    art.label(plate, floor, words.bold(34), th.INK)


def _away(art: Canvas, room: Box) -> None:
    plate = Box(room.cx - 28, room.cy - 22, 56, 44)
    art.plate(plate, 10, th.GOLD)
    art.stamp_at(icons.door(34, th.PRINT, th.GOLD), room.cx, room.cy)


SIGNS: Final[Mapping[str, Callable[[Canvas, Box, str], None]]] = {
    "room": lambda art, room, of: art.stamp_at(
        pieces.room(Colour(of), min(52, room.h)), room.cx, room.cy
    ),
    "new": lambda art, room, _: _cell(art, room, cells.empty, Colour.GREEN, (), 0, True),
    "drawn": lambda art, room, _: _cell(art, room, offer.slot, Colour.GREEN, offer.NEW),
    "open": lambda art, room, _: _number(art, room, "3"),
    "leaves": lambda art, room, _: _cell(art, room, offer.slot, Colour.GREEN, offer.LEAVES),
    "sack": lambda art, room, _: art.stamp_at(icons.sack(46, th.WOOD), room.cx, room.cy),
    "stack": lambda art, room, _: offer.pile(art, room.cx, room.cy),
    "turn": lambda art, room, _: _turn(art, room, False),
    "done": lambda art, room, _: _turn(art, room, True),
    "guest": lambda art, room, of: art.stamp_at(
        pieces.guest(GUEST, 80, room.h, letters=of), room.cx, room.cy
    ),
    "heart": lambda art, room, _: art.stamp_at(
        pieces.guest(GUEST, 66, 60, liked=True), room.cx, room.cy
    ),
    "person": lambda art, room, _: art.stamp_at(icons.person(44, th.WOOD), room.cx, room.cy),
    "star": lambda art, room, _: art.stamp_at(pieces.blank_star(52), room.cx, room.cy),
    "case": lambda art, room, _: art.stamp_at(icons.case(48, th.WOOD, th.PAPER), room.cx, room.cy),
    "away": lambda art, room, _: _away(art, room),
    "token": lambda art, room, _: art.stamp_at(icons.token(52, False), room.cx, room.cy),
    "used": lambda art, room, _: art.stamp_at(icons.token(52, True), room.cx, room.cy),
    "free": lambda art, room, _: _cell(art, room, panels.free_cell, "B3"),
    "host": lambda art, room, _: _cell(art, room, cells.empty, Colour.RED, (GUEST,), 3, False),
    "more": lambda art, room, _: art.label(room, "+2", words.bold(34), th.INK),
    "lodged": lambda art, room, _: _cell(art, room, cells.lodged, Colour.RED, None, 0, 0, False),
    "scored": lambda art, room, _: cells.scored(art, room.cx, room.cy, 46, 5),
    "amenity": lambda art, room, _: _cell(
        art, room, cells.amenity, AMENITY, False, "2/5", False, False
    ),
    "met": lambda art, room, _: _cell(art, room, cells.amenity, AMENITY, True, "", False, False),
    "lost": lambda art, room, _: _cell(art, room, cells.amenity, "A06", False, "", False, False),
    "least": lambda art, room, _: _scheme(art, room, "2×"),
    "exact": lambda art, room, _: _scheme(art, room, "=4"),
    "most": lambda art, room, _: _scheme(art, room, "≤5"),
    "tile": lambda art, room, _: _scheme(art, room, "tile"),
    "empty": lambda art, room, _: _scheme(art, room, "empty"),
    "stay": lambda art, room, _: _scheme(art, room, "guest"),
    "happy": lambda art, room, _: _scheme(art, room, "happy"),
    "floor": lambda art, room, _: _scheme(art, room, "floor:4"),
    "beside": lambda art, room, _: _scheme(art, room, "beside"),
    "same": lambda art, room, _: _scheme(art, room, "group"),
    "differ": lambda art, room, _: _scheme(art, room, "≠"),
}
"""What paints each sign, by the first word of its code."""
