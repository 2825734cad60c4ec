"""The key: what every sign, frame and number on the pictures means."""

from __future__ import annotations

from typing import Final

from render.indian_summer import floor, icons, layout, panels, pieces
from render.indian_summer import theme as th
from render.indian_summer.component import use
from render.indian_summer.floor import Square
from render.indian_summer.pieces import Hole
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import paint
from render.legend import Entry, Key, Put, group, stamped, tiled
from render.speech import Speech
from rules.indian_summer.components import (
    ANIMALS,
    SEAT_MARKS,
    TREASURE_KINDS,
    Animal,
    Colour,
    Treasure,
)
from rules.text import Text, t

SIZE: Final = 52
"""Size of most signs."""
PLAIN: Final = Square(0, False, None, Colour.RED, 0, None, None, th.LINE)
EARTH: Final = Square(0, False, (None, None), None, 0, None, None, th.LINE)


def _space(it: Square) -> Put:
    return tiled(floor.space, SIZE, SIZE, it)


def _hole(it: Hole) -> Put:
    return _space(PLAIN._replace(hole=it))


def _dashes(art: Canvas, box: Box, _: Speech) -> None:
    """Put two spaces of one tile, with the border of an area between them."""
    for x, side in ((box.cx - 40, pieces.RIGHT), (box.cx, pieces.LEFT)):
        paint(art, [(Box(x, box.cy - 20, 40, 40), floor.space, (PLAIN._replace(sides=side),))])


def _tile(colour: Colour, drawing: str) -> Put:
    return lambda art, box, _: pieces.figure(art, box, drawing, colour, 26)


def _animal(art: Canvas, box: Box, _: Speech) -> None:
    pieces.figure(art, box, "xx", None, 48, Animal.MOUSE)


def _card(ground: str, rim: str) -> Put:
    def put(art: Canvas, box: Box, _: Speech) -> None:
        card = box.inset(2, 6)
        art.plate(card, 8, rim)
        art.plate(card.inset(4), 5, ground)

    return put


def _acts(art: Canvas, box: Box, say: Speech) -> None:
    _card(th.BIRCH, th.GOLD)(art, box, say)
    art.stamp_at(marks.pointer(24, th.FLAME), box.cx, box.cy)


def _robber(art: Canvas, box: Box, _: Speech) -> None:
    art.stamp_at(marks.pointer(14, th.INK, 3), box.cx, box.cy - 22)
    art.stamp_at(icons.treasure(Treasure.MUSHROOM, 38), box.cx, box.cy + 9)


def _swap(art: Canvas, box: Box, _: Speech) -> None:
    art.stamp_at(icons.treasure(Treasure.BERRY, 30), box.cx - 24, box.cy)
    art.stamp_at(marks.pointer(14, th.FLAME), box.cx, box.cy)
    art.stamp_at(icons.treasure(Treasure.NUT, 30), box.cx + 24, box.cy)


def _bears(art: Canvas, box: Box, _: Speech) -> None:
    art.stamp_at(icons.face(Animal.FOX, 44), box.cx - 19, box.cy)
    art.stamp_at(icons.treasure(Treasure.FEATHER, 34), box.cx + 24, box.cy)


def _left(art: Canvas, box: Box, _: Speech) -> None:
    pieces.figure(art, box.left(box.w // 2), "xx", None, 18)
    art.label(box.after(box.w // 2), "×5", words.bold(34), th.INK)


def _code(art: Canvas, box: Box, _: Speech) -> None:
    art.label(box, "Y20", words.bold(34), th.INK)


def _none_left(art: Canvas, box: Box, _: Speech) -> None:
    card = box.inset(2, 6)
    art.plate(card, 8, th.BARK)
    art.label(card, "–", words.bold(34), th.IVORY)


def _total(art: Canvas, box: Box, say: Speech) -> None:
    place = Box(box.x, box.cy - 19, box.w, 38)
    paint(art, [(place, panels.total, (5, say(t("Empty"))))])


def _dim(art: Canvas, box: Box, say: Speech) -> None:
    _card(th.SAND, th.SAND)(art, box, say)
    pieces.figure(art, box, "oxx/x..", None, 16, dim=True)


def _gaps(art: Canvas, box: Box, _: Speech) -> None:
    for n, gap in enumerate(layout.plan(box.inset(9, 6))):
        art.fill(gap, th.EARTH if n else th.DONE)
        if not n:
            art.stamp_at(marks.check(16, th.MARK), gap.cx, gap.cy)


def _treasure(which: Treasure, looks: Text) -> Entry:
    kind = TREASURE_KINDS[which]
    means = t("{treasure}: {use}", treasure=kind.name, use=use(kind.id))
    return Entry(stamped(icons.treasure, which, SIZE), means, looks)


TREASURES: Final = group(
    t("Treasures"),
    _treasure(Treasure.BERRY, t("blue circle with a star")),
    _treasure(Treasure.NUT, t("brown square with an acorn")),
    _treasure(Treasure.MUSHROOM, t("red triangle with a mushroom")),
    _treasure(Treasure.FEATHER, t("teal rhombus with a feather")),
    Entry(
        tiled(panels.nuts, 82, SIZE, 3),
        t("how many Nuts all your treasures are worth"),
        t("=, acorn and number"),
    ),
    Entry(
        _swap,
        t("swap 2 for 1 of the next kind, 1 for an earlier one"),
        t("two treasures with an arrow between them"),
    ),
)
FLOOR: Final = group(
    t("On a floor"),
    Entry(
        _space(EARTH._replace(earth=(None, Treasure.BERRY))),
        t("a tile's hole laid here gets this token"),
        t("treasure on earth"),
    ),
    Entry(
        _hole(Hole(Treasure.BERRY, token=True)),
        t("token: yours once the area is full"),
        t("treasure on a white disc"),
    ),
    Entry(
        _hole(Hole(Treasure.BERRY)),
        t("token taken; an animal brings it again"),
        t("pale treasure in a hole"),
    ),
    Entry(_hole(Hole()), t("hole over a space without a treasure"), t("dark disc")),
    Entry(
        _space(EARTH._replace(earth=None)),
        t("squirrel, covers one space"),
        t("square with a squirrel"),
    ),
    Entry(_animal, t("animal, covers empty holes"), t("grey shape with a face")),
    Entry(
        _space(EARTH._replace(earth=(5, None))),
        t("number of the area"),
        t("pale number on earth"),
    ),
    Entry(_dashes, t("border of an area below a tile"), t("dashed line")),
    Entry(
        _space(PLAIN._replace(walls=pieces.ALL_ROUND, edge=th.FRESH)),
        t("placed in the last turn, or being tried"),
        t("light blue outline"),
    ),
    Entry(_hole(Hole(fits=True)), t("holes that an animal fits over"), t("grey ring with a paw")),
    Entry(
        _hole(Hole(Treasure.BERRY, token=True, glow=True)),
        t("a token that this piece would bring"),
        t("white ring around a token"),
    ),
    Entry(
        _space(EARTH._replace(edge=th.GOLD)),
        t("at the end: a space that counts"),
        t("gold frame in an empty space"),
    ),
)
TILES: Final = group(
    t("Leaf tiles"),
    Entry(
        _tile(Colour.GREEN, "ox/x."),
        t("leaf tiles of three squares"),
        t("green with dots, G01 to G17"),
    ),
    Entry(
        _tile(Colour.YELLOW, "oxx/x.."),
        t("leaf tiles of four squares"),
        t("yellow with stripes, Y01 to Y29"),
    ),
    Entry(
        _tile(Colour.RED, "oxx/xx."),
        t("leaf tiles of five squares"),
        t("red with a lattice, R01 to R29"),
    ),
    Entry(_code, t("a tile's name: its colour and a number"), t("letter and number")),
    Entry(
        _card(th.BIRCH, th.GOLD),
        t("one of the next five tiles"),
        t("gold frame on the common path"),
    ),
    Entry(
        _card(th.SAND, th.FRESH),
        t("tile that came in the last turn"),
        t("light blue frame"),
    ),
    Entry(
        stamped(icons.pile, 50, 40, th.BARK, th.SEAM),
        t("leaf tiles face down"),
        t("pile of cards with a number"),
    ),
)
PLAYERS: Final = group(
    t("Players"),
    *(
        Entry(
            stamped(pieces.chip, n, SIZE),
            t("the {colour} player", colour=mark.colour),
            t("{letter} on a disc", letter=mark.letter),
        )
        for n, mark in enumerate(SEAT_MARKS)
    ),
    Entry(_acts, t("whose move it is"), t("gold frame and orange arrow")),
    Entry(stamped(marks.laurel, 56, th.CANVAS), t("has won the match"), t("wreath and gold frame")),
    Entry(stamped(icons.shoes, SIZE), t("the start player"), t("hiking shoe")),
    Entry(stamped(icons.backpack, SIZE), t("head of a player's path"), t("backpack")),
    Entry(_robber, t("a Mushroom takes that path's first tile"), t("mushroom with an arrow")),
    Entry(
        _total,
        t("empty spaces on the floor"),
        t("a word and a number"),
    ),
    Entry(_gaps, t("empty spaces by area; a tick: it's full"), t("six numbers")),
)
MORE: Final = group(
    t("Beside the floors"),
    Entry(
        stamped(icons.bush, SIZE), t("a Berry brings the tiles next to it"), t("bush with berries")
    ),
    Entry(_dim, t("can't be placed or taken now"), t("darker card, and a brown tile on a path")),
    Entry(_bears, t("the first of these animals brings it, too"), t("treasure beside an animal")),
    Entry(_none_left, t("none of this animal is left"), t("dash on a brown card")),
)
FACES: Final = group(
    t("Animals"),
    *(Entry(stamped(icons.face, it, 56), t("{name}", name=ANIMALS[it].name)) for it in ANIMALS),
    Entry(_left, t("its shape, and how many are left"), t("grey shape and a number")),
)
COLUMNS: Final = ((TREASURES, PLAYERS), (FLOOR, MORE), (TILES, FACES))
KEY: Final = Key(COLUMNS, th.WOOD, th.BIRCH, th.IVORY, th.GOLD, th.INK, side=82, row=62)
