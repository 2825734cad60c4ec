"""The key to a game's pictures: signs and what they mean, in columns of groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from render.exhibition import capital
from render.i18n import Lang
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.kept import PAGES
from render.kit.layout import Box
from render.kit.press import WIDTH, Painter, Press
from render.picture import Picture
from render.speech import Speech, brief
from rules.text import Text, t

EDGE: Final = 14
GAP: Final = 10
TITLE: Final = 62
NAMED: Final = 44
"""Height of the title of a group."""
BETWEEN: Final = 4
"""What is left free below an entry."""
MEANS: Final = words.text(27)
"""The largest font of a meaning; it takes up to two lines."""

Put: TypeAlias = Callable[[Canvas, Box, Speech], None]
"""Puts a sign into a box, with the letters of the reader's language."""


class Entry(NamedTuple):
    """A sign, what it means, and, if it has no name of its own, what it looks like."""

    put: Put
    means: Text
    looks: Text | None = None


class Group(NamedTuple):
    """Entries that belong together, under a title."""

    title: Text
    entries: tuple[Entry, ...]


class Key(NamedTuple):
    """The key of a game.

    Attributes:
        columns: The groups of each column.
        ground: The colour behind everything.
        paper: The colour of the plate of an entry.
        title: The ink of the title.
        named: The ink of the titles of groups.
        ink: The ink of the meanings.
        side: The width of the room for a sign.
        row: The height of an entry.
    """

    columns: tuple[tuple[Group, ...], ...]
    ground: str
    paper: str
    title: str
    named: str
    ink: str
    side: int
    row: int


@PAGES
def picture(press: Press, lang: Lang, key: Key) -> Picture:
    """Return the key in a language; it is drawn only once."""
    say, place, lines = Speech({}, lang), boxes(key), list[str]()
    sheet = press.sheet(place["page"].h)
    sheet.put(place["title"], heading, say(t("What the signs mean")), key.ground, key.title, 44)
    for n, column in enumerate(key.columns):
        for m, group in enumerate(column):
            sheet.put(place[f"{n}.{m}"], heading, say(group.title), key.ground, key.named, 32)
            for k, it in enumerate(group.entries):
                means = capital(say(it.means))
                sheet.put(place[f"{n}.{m}.{k}"], entry, key, it.put, lang, means)
            lines += ["", say(group.title), *(capital(say(_told(it))) for it in group.entries)]
    return Picture(sheet.png(), brief(". ".join(filter(None, lines))), "\n".join(lines[1:]))


def boxes(key: Key) -> Mapping[str, Box]:
    """Return the boxes of a key, and ``page``.

    They are ``title``, ``1.0`` for the title of a group by its column and number, and ``1.0.2``
    for an entry of it.
    """
    top = Box(EDGE, EDGE, WIDTH - 2 * EDGE, TITLE)
    found, foot = {"title": top}, 0
    for n, (room, column) in enumerate(
        zip(top.below(TITLE).columns(len(key.columns), GAP), key.columns, strict=True)
    ):
        for m, group in enumerate(column):
            found[f"{n}.{m}"], room = room.top(NAMED), room.below(NAMED)
            for k in range(len(group.entries)):
                found[f"{n}.{m}.{k}"] = room.top(key.row)
                room = room.below(key.row + BETWEEN)
        foot = max(foot, room.y)
    return found | {"page": Box(0, 0, WIDTH, foot - BETWEEN + EDGE)}


def heading(w: int, h: int, line: str, ground: str, ink: str, px: int) -> Canvas:
    """Paint a title, at most as large as `px`."""
    art = Canvas(w, h, ground)
    font = words.largest(line, words.slab(px), w - 12, words.DETAIL_PX)
    art.label(art.box.inset(6, 0), line, font, ink, "left")
    return art


def entry(w: int, h: int, key: Key, put: Put, lang: Lang, means: str) -> Canvas:
    """Paint a sign and what it means, as large as the room allows."""
    art = Canvas(w, h, key.ground)
    art.plate(art.box, 10, key.paper)
    put(art, Box(4, 2, key.side, h - 4), Speech({}, lang))
    room, font = Box(key.side + 13, 0, w - key.side - 17, h), MEANS
    while font.px > words.DETAIL_PX and not _fits(means, font, room):
        font = font.at(font.px - 1)
    lines, high = words.wrap(means, font, room.w, 2), min(font.px + 3, h // 2 - 2)
    area = Box(room.x, room.cy - high * len(lines) // 2, room.w, high * len(lines))
    for line, box in zip(lines, area.rows(len(lines)), strict=True):
        art.label(box, line, font, key.ink, "left")
    return art


def _fits(means: str, font: words.Font, room: Box) -> bool:
    lines = words.wrap(means, font, room.w, 2)
    return " ".join(lines) == means and len(lines) * (font.px + 3) <= room.h


def stamped(draw: Callable[..., Image.Image], *args: object) -> Put:
    """Return what puts a stamp into the middle of a box."""
    return lambda art, box, _: art.stamp_at(draw(*args), box.cx, box.cy)


def tiled(paint: Painter, w: int, h: int, *args: object) -> Put:
    """Return what puts a tile of another picture into the middle of a box."""
    return lambda art, box, _: art.put(paint(w, h, *args).image, box.cx - w // 2, box.cy - h // 2)


def group(title: Text, *entries: Entry) -> Group:
    """Return entries under a title."""
    return Group(title, entries)


def counted(line: str, ink: str, draw: Callable[..., Image.Image], *args: object) -> Put:
    """Return what puts a stamp into a box, and a number beside it."""

    def put(art: Canvas, box: Box, _: Speech) -> None:
        art.stamp_at(draw(*args), box.cx - 18, box.cy)
        art.label(box.after(box.w // 2 + 10), line, words.bold(34), ink, "left")

    return put


def plated(line: str, ink: str, fill: str, w: int = 68) -> Put:
    """Return what puts a plate with a number into the middle of a box."""

    def put(art: Canvas, box: Box, _: Speech) -> None:
        plate = Box(box.cx - w // 2, box.cy - 22, w, 44)
        art.plate(plate, 10, fill)
        art.label(plate, line, words.bold(34), ink)

    return put


def _told(it: Entry) -> Text:
    return t("{looks}: {means}", looks=it.looks, means=it.means) if it.looks else it.means
