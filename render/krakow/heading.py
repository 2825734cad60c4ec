"""The heading of the board picture: round, whose move; order of play, awards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from render.krakow import cards, icons, pieces, tokens
from render.krakow import theme as th
from render.krakow.cards import Won

BEFORE = 122
"""Pixels before the sentence in a heading: the player's disc and a pointer."""
WREATH = 76
"""Width of a winner's disc in a wreath."""
APART = 3
"""The most wreaths that don't overlap."""
AFTER = 18
SPACE = 14
CLOSE = 4
"""Pixels between items that are many."""
PAD = 3
"""Pixels around words: letters may reach slightly beyond their width."""
NOTE = words.text(26)
ROWS = 2
"""Compared hours that are shown one above the other."""


def title(w: int, h: int, line: str, phase: str) -> Canvas:
    """Paint "Round 2 of 4" and below it "Planning, queue 1 of 3"."""
    art = Canvas(w, h, th.TABLE)
    room = art.box.left(w - 3)  # letters may reach slightly beyond their width
    art.label(room.top(48), line, words.slab(34), th.CREAM, "right")
    font = words.largest(phase, words.text(words.GLANCE_PX), room.w, 26)
    art.label(room.below(48).top(34), phase, font, th.MIST, "right")
    return art


def before(won: tuple[int, ...]) -> int:
    """Return the width before a heading's sentence; `won` are those in wreaths."""
    return BEFORE + _step(won) * max(0, len(won) - 1)


def _step(won: tuple[int, ...]) -> int:
    """Return the distance between wreaths, which overlap a little if four have won."""
    return WREATH if len(won) <= APART else 52


def head(w: int, h: int, seat: int, ask: str, won: tuple[int, ...] = ()) -> Canvas:
    """Paint whose move it is (-1: nobody's), and a sentence on what they decide.

    Those who have `won` are in wreaths.
    """
    art = Canvas(w, h, th.TABLE)
    plate = art.box
    art.plate(plate, 16, th.SEATS[seat] if seat >= 0 else th.SUN)
    art.plate(plate.inset(6), 11, th.PAPER)
    if seat >= 0:
        art.stamp(pieces.chip(seat, 66, 40), plate.x + 14, plate.cy - 33)
        art.stamp_at(marks.pointer(26, th.INK), plate.x + 100, plate.cy)
    for at, winner in enumerate(won):
        cx = plate.x + 62 + _step(won) * at
        art.stamp_at(marks.laurel(70, th.LANE), cx, plate.cy)
        art.stamp_at(pieces.chip(winner, 40, 26), cx, plate.cy)
    x = before(won)
    room = Box(x, plate.y, w - x - AFTER, plate.h)
    font = words.largest(ask, words.bold(42), room.w, words.GLANCE_PX)
    art.label(room, ask, font, th.INK, "left")
    return art


class Word(NamedTuple):
    """A few words between the other items.

    Where they have no room, the icon of the action `sign` says the same, if there is one.
    """

    line: str
    sign: str = ""


class Sign(NamedTuple):
    """The icon of an action instead of words."""

    action: str


class Turn(NamedTuple):
    """A player in an order of play; `state` is done, now or next."""

    seat: int
    name: str
    state: str
    starts: bool


class Number(NamedTuple):
    """An order token."""

    order: int


class Turned(NamedTuple):
    """A face-up action card, with its name if it is the one being carried out."""

    seat: int
    action: str
    name: str


class Back(NamedTuple):
    """An action card that is still face down."""

    seat: int


class Note(NamedTuple):
    """An explanation, left out if there is no room for it even by itself."""

    line: str


class Space(NamedTuple):
    """Everything after this is aligned to the right."""


class Chip(NamedTuple):
    """A player's disc."""

    seat: int


Item: TypeAlias = Word | Sign | Note | Turn | Number | Turned | Back | Won | Space | Chip


def status(box: Box, items: tuple[Item, ...]) -> Iterator[Placed]:
    """Yield items from left to right, as many as fit, a tile each."""
    yield box, strip, ()
    items = _shortened(items, box.w - 32)
    widths = [_width(item) for item in items]
    spare = box.w - 32 - sum(widths)
    space = max(2, min(SPACE, spare // max(1, len(items) - 1)))
    x = 16
    for at, (item, wide) in enumerate(zip(items, widths, strict=True)):
        if isinstance(item, Space):
            x = max(x, box.w - 16 - sum(widths[at + 1 :]) - space * (len(items) - at - 2))
            continue
        if x + wide > box.w - 12:
            yield box.after(box.w - 28).left(24), item_of, ("Word", Word(words.ELLIPSIS))
            break
        yield box.after(x).left(wide), item_of, (type(item).__name__, item)
        x += wide + space


def strip(w: int, h: int) -> Canvas:
    """Paint the second line, empty."""
    art = Canvas(w, h, th.TABLE)
    art.plate(art.box, 14, th.FELT)
    return art


def item_of(w: int, h: int, kind: str, item: Item) -> Canvas:
    """Paint one item of the second line; `kind` tells apart tuples that are equal."""
    art = Canvas(w, h, th.FELT)
    _paint(art, 0, w, item)
    return art


def _without_others(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    """Yield items with less and less beside the card carried out and what it does.

    The cards before it and those below it are on their place, too. Who takes a card after the
    awards is told once more when they do.
    """
    found = list(items)
    for item in items:
        if isinstance(item, Turned) and not item.name:
            found.remove(item)
            yield tuple(found)
    found = [Sign(it.sign) if isinstance(it, Word) and it.sign else it for it in found]
    yield tuple(found)
    for kind in (Space, Back):
        first = next((n for n, item in enumerate(found) if isinstance(item, kind)), None)
        if first is not None:
            linked = kind is Back and isinstance(found[first - 1], Note)  # "then"
            del found[first - linked :]
            yield tuple(found)


def _shortened(items: tuple[Item, ...], room: int) -> tuple[Item, ...]:
    """Return items without what there is no room for.

    A stack is told shorter before its card's note goes. Of awards the hours go, then words; the
    hours of ties go last.
    """

    def wide(least: int) -> bool:
        return sum(map(_width, items)) + least * len(items) > room

    shorter = _without_others(items)
    while wide(CLOSE) and (left := next(shorter, None)):
        items = left
    if wide(CLOSE):
        items = tuple(item for item in items if not isinstance(item, Note))
    contests = [(n, item) for n, item in enumerate(items) if isinstance(item, Won)]
    for n, item in sorted(contests, key=lambda it: (it[1].winner < 0, -it[0])):
        if wide(3):
            items = (*items[:n], item._replace(tokens=()), *items[n + 1 :])
    if contests and wide(2):
        items = tuple(item for item in items if isinstance(item, Won))
    return items


def _width(item: Item) -> int:
    match item:
        case Word(line):
            return words.width(line, words.bold(28)) + 2 * PAD
        case Note(line):
            return words.width(line, NOTE) + 2 * PAD
        case Turn(_, name, _, starts):
            room = min(166, words.width(name, words.bold(28)))
            return 62 + room + 34 + (30 if starts else 0)
        case Number() | Sign():
            return 46
        case Turned(_, _, name):
            return 92 + (min(420, words.width(name, words.bold(words.GLANCE_PX))) + 22) * bool(name)
        case Back():
            return 40
        case Space():
            return 0
        case Chip():
            return 46
        case Won():
            return 74 + (tokens.WIDE + 2) * -(-len(_hours(item)) // ROWS)


def _hours(won: Won) -> tuple[tokens.Disc, ...]:
    return tuple(token for token in won.tokens if token.hour)


def _paint(art: Canvas, x: int, wide: int, item: Item) -> None:
    h = art.box.h
    match item:
        case Word(line):
            art.label(Box(x + PAD, 0, wide - PAD, h), line, words.bold(28), th.CREAM, "left")
        case Sign(action):
            art.stamp_at(icons.action(action, 40, th.CREAM, th.FELT), x + 23, h // 2)
        case Note(line):
            art.label(Box(x + PAD, 0, wide - PAD, h), line, NOTE, th.CREAM, "left")
        case Turn():
            _turn(art, Box(x, 0, wide, h), item)
        case Number(order):
            art.disc(x + 23, h // 2, 46, th.PAPER, th.INK, 2)
            art.label(Box(x, 0, 46, h), str(order), words.bold(words.GLANCE_PX), th.INK)
        case Turned():
            _turned(art, Box(x, 7, wide, h - 14), item)
        case Back(seat):
            pieces.back(art, Box(x, (h - 54) // 2, 40, 54), seat, 24, th.PAPER)
        case Chip(seat):
            art.stamp(pieces.chip(seat, 46, 28), x, (h - 46) // 2)
        case Won():
            _won(art, x, item)


def _turn(art: Canvas, box: Box, item: Turn) -> None:
    if item.state == "now":
        art.plate(box.inset(0, 7), 12, th.PAPER)
    ink = th.INK if item.state == "now" else th.CREAM if item.state == "next" else th.MIST
    art.stamp_at(pieces.chip(item.seat, 46, 28), box.x + 30, box.cy)
    room = Box(box.x + 60, box.y, box.w - 96 - (30 if item.starts else 0), box.h)
    art.label(room, item.name, words.bold(28), ink, "left")
    x = room.right + 6
    if item.starts:
        art.stamp_at(icons.flag(26, th.STOP if item.state == "now" else th.SUN), x + 12, box.cy)
        x += 30
    if item.state == "done":
        art.stamp_at(marks.check(22, th.SUN), x + 12, box.cy)
    elif item.state == "now":
        art.stamp_at(marks.pointer(20, th.INK, 2), x + 12, box.cy)


def _turned(art: Canvas, box: Box, item: Turned) -> None:
    art.plate(box, 12, th.SUN if item.name else th.MIST)
    inner = box.inset(4 if item.name else 2)
    art.plate(inner, 9, th.PAPER)
    art.stamp_at(pieces.chip(item.seat, 40, 24), box.x + 26, box.cy)
    art.stamp_at(icons.action(item.action, 36, th.INK, th.PAPER), box.x + 68, box.cy)
    if item.name:
        room = Box(box.x + 92, box.y, box.w - 102, box.h)
        art.label(room, item.name, words.bold(words.GLANCE_PX), th.INK, "left")


def _won(art: Canvas, x: int, item: Won) -> None:
    """Paint a small card with its winner's disc, and the hours that were compared."""
    h = art.box.h
    cards.small(art, Box(x, 6, 48, h - 12), item.card, 32)
    at = x + 53
    if item.winner < 0:
        art.disc(at, h - 24, 36, th.PAPER)
        art.stamp_at(icons.crossed(32, th.STOP), at, h - 24)
    else:
        art.disc(at, h - 24, 42, th.MARK)
        art.stamp_at(pieces.chip(item.winner, 36, 22), at, h - 24)
    if item.taken:
        art.stamp_at(marks.pointer(18, th.SUN, 3), at + 10, 16)
    for nth, disc in enumerate(_hours(item)):
        left = x + 76 + nth // ROWS * (tokens.WIDE + 2)
        tokens.tag(art, Box(left, 8 + nth % ROWS * 30, tokens.WIDE, tokens.HIGH), disc)
