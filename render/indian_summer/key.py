"""The key: what every sign, frame and number on the pictures means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from render.exhibition import capital
from render.i18n import Lang
from render.indian_summer import floor, icons, layout, panels, pieces
from render.indian_summer import theme as th
from render.indian_summer.component import use
from render.indian_summer.floor import Square
from render.indian_summer.pieces import Hole
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.kept import PAGES
from render.kit.layout import Box
from render.kit.press import WIDTH, Mosaic, Press, paint
from render.picture import Picture
from render.speech import Speech, brief
from rules.indian_summer.components import (
    ANIMALS,
    SEAT_MARKS,
    TREASURE_KINDS,
    Animal,
    Colour,
    Treasure,
)
from rules.text import Text, t

TITLE: Final = 60
GROUP: Final = 40
ROW: Final = 53
LOW: Final = 104
"""Height of the animals' faces."""
COLUMN: Final = 2 * GROUP + 17 * ROW
HEIGHT: Final = 2 * layout.EDGE + TITLE + COLUMN + layout.GAP + LOW


@cache
def boxes() -> Mapping[str, Box]:
    """Return the boxes of the key.

    They are ``title``, the columns ``left`` and ``right``, and ``low``.
    """
    page = Box(0, 0, WIDTH, HEIGHT).inset(layout.EDGE)
    rest = page.below(TITLE)
    left, right = rest.top(COLUMN).columns(2, 2 * layout.GAP)
    return {
        "title": page.top(TITLE),
        "left": left,
        "right": right,
        "low": rest.below(COLUMN + layout.GAP),
    }


Sign: TypeAlias = Callable[[Canvas, Box], None]
SIDE: Final = 104
"""Width of the room for a sign."""
_PLAIN: Final = Square(0, False, None, Colour.RED, 0, None, None, th.LINE)
_EARTH: Final = Square(0, False, (None, None), None, 0, None, None, th.LINE)


def _space(it: Square, art: Canvas, room: Box) -> None:
    box = Box(room.cx - room.h // 2, room.y, room.h, room.h)
    paint(art, [(box, floor.space, (it,))])


def _treasure(which: Treasure, art: Canvas, room: Box) -> None:
    art.stamp_at(icons.treasure(which, room.h - 4), room.cx, room.cy)


def _hole(it: Hole) -> Sign:
    return partial(_space, _PLAIN._replace(hole=it))


def _tile(colour: Colour, art: Canvas, room: Box) -> None:
    """Put a straight tile, with the texture of its colour."""
    drawing = "o" + "x" * (2 + tuple(Colour).index(colour))
    pieces.figure(art, room, drawing, colour, 20)


def _card(ground: str, rim: str, art: Canvas, room: Box) -> None:
    box = room.inset(8, 0)
    art.plate(box, 8, rim)
    art.plate(box.inset(4), 5, ground)


def _animal(art: Canvas, room: Box) -> None:
    pieces.figure(art, room, "xx", None, room.h, Animal.MOUSE)


def _pile(art: Canvas, room: Box) -> None:
    art.stamp_at(icons.pile(50, 40, th.BARK, th.SEAM), room.cx, room.cy)


def _acts(art: Canvas, room: Box) -> None:
    _card(th.BIRCH, th.GOLD, art, room)
    art.stamp_at(marks.pointer(24, th.FLAME), room.cx, room.cy)


def _robber(art: Canvas, room: Box) -> None:
    art.stamp_at(icons.taken(38), room.cx - 12, room.cy)
    art.stamp_at(marks.pointer(18, th.INK), room.cx + 22, room.cy)


def _gaps(art: Canvas, room: Box) -> None:
    for n, box in enumerate(layout.plan(room.inset(24, 4))):
        art.fill(box, th.EARTH if n else th.DONE)
        if not n:
            art.stamp_at(marks.check(14, th.MARK), box.cx, box.cy)


def _dashes(art: Canvas, room: Box) -> None:
    """Put two spaces of one tile, with the border of an area between them."""
    for x, side in ((room.cx - room.h, pieces.RIGHT), (room.cx, pieces.LEFT)):
        box = Box(x, room.y, room.h, room.h)
        paint(art, [(box, floor.space, (_PLAIN._replace(sides=side),))])


def _empty(art: Canvas, room: Box) -> None:
    paint(art, [(Box(room.x + 4, room.y + 4, 96, room.h - 8), panels.total, (25,))])


def _nuts(art: Canvas, room: Box) -> None:
    paint(art, [(room.inset(2, 0), panels.nuts, (3,))])


def _stamp(draw: Callable[[int], Image.Image], art: Canvas, room: Box) -> None:
    art.stamp_at(draw(room.h), room.cx, room.cy)


SIGNS: Final[Mapping[str, Sign]] = {
    **{which: partial(_treasure, which) for which in Treasure},
    "printed": partial(_space, _EARTH._replace(earth=(None, Treasure.BERRY))),
    "token": _hole(Hole(Treasure.BERRY, token=True)),
    "harvested": _hole(Hole(Treasure.BERRY)),
    "hole": _hole(Hole()),
    "squirrel": partial(_space, _EARTH._replace(earth=None)),
    "animal": _animal,
    "number": partial(_space, _EARTH._replace(earth=(5, None))),
    "dashes": _dashes,
    "fresh": partial(_space, _PLAIN._replace(walls=pieces.ALL_ROUND, edge=th.MARK)),
    "fits": _hole(Hole(fits=True)),
    "glow": _hole(Hole(Treasure.BERRY, token=True, glow=True)),
    "counted": partial(_space, _EARTH._replace(edge=th.GOLD)),
    "green": partial(_tile, Colour.GREEN),
    "yellow": partial(_tile, Colour.YELLOW),
    "red": partial(_tile, Colour.RED),
    "soon": partial(_card, th.BIRCH, th.GOLD),
    "new": partial(_card, th.SAND, th.MARK),
    "taken": partial(_card, th.PAPER, th.FLAME),
    "pile": _pile,
    **{f"seat{n}": partial(_stamp, partial(pieces.chip, n)) for n in range(len(th.SEATS))},
    "acts": _acts,
    "shoes": partial(_stamp, icons.shoes),
    "backpack": partial(_stamp, icons.backpack),
    "robber": _robber,
    "empty": _empty,
    "gaps": _gaps,
    "nuts": _nuts,
}
"""What paints each sign of the key."""


def title(w: int, h: int, line: str) -> Canvas:
    """Paint the title."""
    art = Canvas(w, h, th.WOOD)
    font = words.largest(line, words.slab(46), w - 8, words.GLANCE_PX)
    art.label(art.box.inset(4, 0), line, font, th.IVORY, "left")
    return art


def group(w: int, h: int, line: str) -> Canvas:
    """Paint the name of a group of signs."""
    art = Canvas(w, h, th.WOOD)
    art.label(art.box.inset(6, 0), line, words.bold(30), th.GOLD, "left")
    return art


def entry(w: int, h: int, sign: str, means: str) -> Canvas:
    """Paint a sign and what it means."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 8, th.BIRCH)
    SIGNS[sign](art, Box(4, 2, SIDE, h - 4))
    room = art.box.after(SIDE + 16).left(w - SIDE - 24)
    font = words.largest(means, words.bold(28), room.w, 25)
    if words.width(means, font) <= room.w:
        art.label(room, means, font, th.INK, "left")
        return art
    font = words.bold(words.DETAIL_PX)
    lines = words.wrap(means, font, room.w, 2)
    area = Box(room.x, room.cy - 12 * len(lines) + 1, room.w, 23 * len(lines))
    for line, box in zip(lines, area.rows(len(lines)), strict=True):
        art.label(box, line, font, th.INK, "left")
    return art


def animal(w: int, h: int, which: Animal, name: str) -> Canvas:
    """Paint an animal's face and its name."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 8, th.BIRCH)
    art.stamp_at(icons.face(which, h - 40), w // 2, (h - 30) // 2)
    font = words.largest(name, words.bold(28), w - 8, words.DETAIL_PX)
    art.label(Box(4, h - 34, w - 8, 30), name, font, th.INK)
    return art


class Entry(NamedTuple):
    """A sign: its name in `SIGNS`, how it looks in words, what it means."""

    sign: str
    looks: Text
    means: Text


TREASURES: Final = (
    *(
        Entry(kind.id, looks, t("{treasure}: {use}", treasure=kind.name, use=use(kind.id)))
        for kind, looks in zip(
            TREASURE_KINDS.values(),
            (
                t("blue circle with a star"),
                t("brown square with an acorn"),
                t("red triangle with a mushroom"),
                t("teal rhombus with a feather"),
            ),
            strict=True,
        )
    ),
    Entry("nuts", t("arrow, acorn and number"), t("Nuts that all treasures together make")),
)
FLOOR: Final = (
    Entry("printed", t("treasure on earth"), t("a hole over it gets its token")),
    Entry("token", t("treasure on a white disc"), t("token: yours once the area is full")),
    Entry("harvested", t("pale treasure in a hole"), t("its token is taken; an animal pays it")),
    Entry("hole", t("dark disc"), t("hole over a space without a treasure")),
    Entry("squirrel", t("square with a squirrel"), t("squirrel, covers one space")),
    Entry("animal", t("grey shape with a face"), t("animal, covers empty holes")),
    Entry("number", t("pale number on earth"), t("number of the area")),
    Entry("dashes", t("dashed line"), t("border of an area below a tile")),
    Entry("fresh", t("white outline"), t("placed in the last turn, or being tried")),
    Entry("fits", t("grey ring with a paw"), t("holes that an animal fits over")),
    Entry("glow", t("white ring around a token"), t("a token that this piece would bring")),
    Entry("counted", t("gold frame in an empty space"), t("at the end: a space that counts")),
)
TILES: Final = (
    Entry("green", t("green with dots, G01 to G17"), t("leaf tiles of three squares")),
    Entry("yellow", t("yellow with stripes, Y01 to Y29"), t("leaf tiles of four squares")),
    Entry("red", t("red with a lattice, R01 to R29"), t("leaf tiles of five squares")),
    Entry("soon", t("gold frame on the common path"), t("one of the next five tiles")),
    Entry("new", t("white frame on the common path"), t("new on the common path")),
    Entry("taken", t("orange frame on a player's path"), t("new on the player's path")),
    Entry("pile", t("pile of cards with a number"), t("leaf tiles face down")),
)
PLAYERS: Final = (
    *(
        Entry(f"seat{n}", t("{letter} on a disc", letter=mark.letter),
              t("the {colour} player", colour=mark.colour))
        for n, mark in enumerate(SEAT_MARKS)
    ),
    Entry("acts", t("gold frame and orange arrow"), t("whose move it is")),
    Entry("shoes", t("hiking shoe"), t("the start player")),
    Entry("backpack", t("backpack"), t("head of a player's path")),
    Entry("robber", t("mushroom with an arrow"), t("a Mushroom takes that path's first tile")),
    Entry("empty", t("dark square with a number"), t("empty spaces on the floor")),
    Entry("gaps", t("six numbers"), t("empty spaces by area; a tick: it's full")),
)  # fmt: skip
ANIMAL_FACES: Final = tuple(
    Entry(kind.id, t("{animal}'s face", animal=kind.name), t("{name}", name=kind.name))
    for kind in ANIMALS.values()
)
GROUPS: Final = (
    ("left", t("Treasures"), TREASURES),
    ("left", t("On a floor"), FLOOR),
    ("right", t("Leaf tiles"), TILES),
    ("right", t("Players"), PLAYERS),
)


@PAGES
def picture(press: Press, lang: Lang) -> Picture:
    """Return the key in a language; it never changes."""
    say, place = Speech({}, lang), boxes()
    sheet = press.sheet(HEIGHT)
    sheet.put(place["title"], title, say(t("What the signs mean")))
    lines = list[str]()
    room = {"left": place["left"], "right": place["right"]}
    for side, name, entries in GROUPS:
        room[side] = _put(sheet, room[side], say(name), [_said(it, say) for it in entries])
        lines += ["", say(name), *_told(entries, say)]
    for it, box in zip(ANIMAL_FACES, place["low"].columns(len(ANIMALS), 6), strict=True):
        sheet.put(box, animal, it.sign, say(it.means))
    lines += ["", say(t("Animals")), *_told(ANIMAL_FACES, say)]
    whole = "\n".join([say(t("What the signs mean")), *lines])
    return Picture(sheet.png(), brief(" ".join(filter(None, lines))), whole)


def _said(it: Entry, say: Speech) -> tuple[str, str]:
    return it.sign, capital(say(it.means))


def _told(entries: tuple[Entry, ...], say: Speech) -> Iterator[str]:
    for it in entries:
        yield capital(say(t("{looks}: {means}.", looks=it.looks, means=it.means)))


def _put(sheet: Mosaic, room: Box, name: str, entries: list[tuple[str, str]]) -> Box:
    """Put a group of signs; return what is left of the column."""
    sheet.put(room.top(GROUP), group, name)
    room = room.below(GROUP)
    for sign, means in entries:
        sheet.put(room.top(ROW - 4), entry, sign, means)
        room = room.below(ROW)
    return room
