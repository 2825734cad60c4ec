"""The final scores: the tribes, happiest first, and how each total came about."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from render.cvlizations import layout, offer, pieces
from render.cvlizations import theme as th
from render.cvlizations.parts import owned
from render.i18n import Lang, Names
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.picture import Picture
from render.speech import Speech
from render.standings import by_rank, result_text, sums
from rules.cvlizations.components import IDEAS
from rules.cvlizations.view import CvView
from rules.protocol import Outcome
from rules.text import Text, Who, t

_NAME_AND_NUMBER: Final = re.compile(r"\S*[^\s,] \d+(?:,|$)|\d+ \S+|\S+")
"""A word, with the number that ends its item of a list, or that counts it."""


DETAIL: Final = 80
"""Height of the points and the label above the detail of a part of a total."""


class Placed(NamedTuple):
    """A player's final score; `rank` 1 has won. `sums` are (label, points, detail)."""

    rank: int
    seat: int
    name: str
    total: int
    sums: tuple[tuple[str, int, str], ...]
    ideas: tuple[owned.Chip, ...]


def picture(press: Press, view: CvView, outcome: Outcome, names: Names, lang: Lang) -> Picture:
    """Return the picture of a match's result."""
    say = Speech(names, lang)
    boxes = layout.result(view.seats)
    sheet = press.sheet(layout.result_height(view.seats))
    sheet.put(boxes["head"], head, say(_title(outcome)), say(outcome.reason))
    for at, seat in enumerate(by_rank(outcome)):
        sheet.put(boxes[f"rank{at}"], place, _placed(view, outcome, seat, say))
    return Picture(sheet.png(), *result_text(outcome, say))


def _title(outcome: Outcome) -> Text:
    """Return who has won; a shared victory names nobody."""
    if outcome.ranks.count(1) > 1:
        return t("Final scores")
    return t("{who} wins the match", who=Who(outcome.ranks.index(1)))


def _placed(view: CvView, outcome: Outcome, seat: int, say: Speech) -> Placed:
    ideas = tuple(
        owned.Chip(idea, say.name(IDEAS[idea].name), str(IDEAS[idea].points), False)
        for idea in view.players[seat].ideas
    )
    return Placed(
        outcome.ranks[seat],
        seat,
        say.names[seat],
        outcome.scores[seat],
        sums(outcome, seat, say),
        ideas,
    )


def head(w: int, h: int, title: str, reason: str) -> Canvas:
    """Paint the title and why the match ended."""
    art = Canvas(w, h, th.CAVE)
    room = Box(4, 0, w - 8, 58)
    font = words.largest(title, words.headline(title, 46), room.w, 24)
    art.label(room, title, font, th.WHITE, "left")
    offer.paragraph(art, Box(4, 60, w - 8, h - 60), reason, 30, th.MIST)
    return art


def place(w: int, h: int, it: Placed) -> Canvas:
    """Paint a player's rank, total and its parts, and their ideas."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 16, th.GOLD if it.rank == 1 else th.BONE)
    art.plate(art.box.inset(6), 11, th.BONE)
    room = art.box.inset(16, 12)
    _who(art, room.left(300), it)
    right = room.after(310)
    high = min(right.h * 65 // 100, 144)
    _sums(art, right.top(high), it.sums)
    low = right.below(high + 8)
    chips = owned.ideas(low.w, low.h, it.ideas, False, 26)
    art.put(chips.image, low.x, low.y)
    return art


def _who(art: Canvas, room: Box, it: Placed) -> None:
    upper = room.top(min(room.h - 60, 130))
    size = min(96, upper.h)
    if it.rank == 1:
        art.stamp_at(marks.laurel(size, th.BRASS), room.x + size // 2, upper.cy)
    art.label(Box(room.x, upper.y, size, upper.h), str(it.rank), words.slab(40), th.INK)
    art.stamp_at(pieces.chip(it.seat, 60), room.x + size + 36, upper.cy)
    total = Box(room.x + size + 72, upper.y, room.w - size - 72, upper.h)
    art.label(total, str(it.total), words.slab(76), th.INK)
    low = room.below(upper.h).top(56)
    font = words.largest(it.name, words.bold(40), low.w, words.GLANCE_PX)
    art.label(low, it.name, font, th.INK, "left")


def _sums(art: Canvas, room: Box, sums: tuple[tuple[str, int, str], ...]) -> None:
    """Put the parts of a total; effects and resources get the most room."""
    first, second = 160, 128
    wide = (room.w - 24 - first - second) // 2
    x, boxes = room.x, []
    for w in (first, second, wide, wide):
        boxes.append(Box(x, room.y, w, room.h).inset(6, 2))
        x += w + 8
    below = [_written(it, box.below(DETAIL)) for (*_, it), box in zip(sums, boxes, strict=True)]
    left = [box.h - DETAIL - _high(it) for it, box in zip(below, boxes, strict=True)]
    top = min(it for it in left if it >= 0) // 2
    for (label, points, detail), box, it, free in zip(sums, boxes, below, left, strict=True):
        art.plate(box.inset(-6, -2), 10, th.PAPER)
        if free >= 0:
            _stacked(art, box.below(top), label, str(points), it)
        else:
            _beside(art, box, label, str(points), detail)


def _stacked(art: Canvas, room: Box, label: str, points: str, detail: _Written) -> None:
    """Put a part of a total: points, label and detail one below another."""
    art.label(room.top(50), points, words.slab(44), th.INK)
    title = room.below(50).top(DETAIL - 50)
    font = words.largest(label, words.bold(26), title.w, words.DETAIL_PX)
    art.label(title, label, font, th.SOFT)
    _lines(art, room.below(DETAIL), detail)


def _beside(art: Canvas, room: Box, label: str, points: str, detail: str) -> None:
    """Put a part of a total with a long detail: the label beside the points."""
    number, rest = words.slab(38), room.below(44)
    art.label(room.top(44), points, number, th.INK, "left")
    title = room.top(44).after(words.width(points, number) + 10)
    font = words.largest(label, words.bold(26), title.w, words.DETAIL_PX)
    art.label(title, label, font, th.SOFT)
    _lines(art, rest, _written(detail, rest))


def _lines(art: Canvas, room: Box, it: _Written) -> None:
    high = _step(it.font)
    for at, line in enumerate(it.lines[: room.h // high]):
        art.label(Box(room.x, room.y + at * high, room.w, high), line, it.font, th.SOFT)


class _Written(NamedTuple):
    """The lines of a detail, and their font."""

    lines: tuple[str, ...]
    font: words.Font


def _written(detail: str, room: Box) -> _Written:
    """Return a list as large as fits, without a break between a name and its number."""
    pieces, font, lines = _NAME_AND_NUMBER.findall(detail), words.text(26), list[str]()
    for px in range(26, words.DETAIL_PX - 1, -1):
        font = words.text(px)
        lines = _packed(pieces, font, room.w) if pieces else []
        if len(lines) * _step(font) <= room.h and all(
            words.width(it, font) <= room.w for it in lines
        ):
            break
    return _Written(tuple(lines), font)


def _high(it: _Written) -> int:
    """Return the height of a detail's lines."""
    return len(it.lines) * _step(it.font)


def _step(font: words.Font) -> int:
    return font.px * 112 // 100


def _packed(pieces: list[str], font: words.Font, room: int) -> list[str]:
    """Return pieces of a text as lines."""
    lines = [""]
    for piece in pieces:
        line = f"{lines[-1]} {piece}".lstrip()
        if words.width(line, font) <= room:
            lines[-1] = line
        else:
            lines.append(piece)
    return lines
