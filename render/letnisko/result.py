"""The final scores: the players, best first, and how each total came about."""

from __future__ import annotations

from typing import NamedTuple

from render.i18n import Lang, Names
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press, paint
from render.letnisko import icons, layout, panels, pieces
from render.letnisko import theme as th
from render.letnisko.board import home
from render.letnisko.panels import Home
from render.picture import Picture
from render.speech import Speech
from render.standings import by_rank, remarks, result_text, sums
from rules.letnisko.components import SEAT_LETTERS
from rules.letnisko.view import LetniskoView
from rules.protocol import Outcome
from rules.text import Who, t

SHORT = 8
"""The most characters of a detail that is shown: an amount."""
SCORE, NAMED = 120, 54
"""The most height of a rank with its total, and the height of the name below it."""
ARROW, LEAST = 22, 33
"""Width of the arrow between an amount and its points, and their least size."""
NAME = 560
"""Width of a name in the title."""


class Placed(NamedTuple):
    """A player's final score; `rank` 1 has won. `sums` are (label, points, detail)."""

    rank: int
    letter: str
    name: str
    total: int
    sums: tuple[tuple[str, int, str], ...]
    remarks: tuple[str, ...]
    homes: tuple[Home, ...]
    president: bool


def picture(
    press: Press, view: LetniskoView, outcome: Outcome, names: Names, lang: Lang
) -> Picture:
    """Return the picture of a match's result."""
    say = Speech(names, lang)
    boxes = layout.result(view.seats)
    sheet = press.sheet(layout.result_height(view.seats))
    sheet.put(boxes["head"], head, _title(outcome, say), say(outcome.reason))
    for at, seat in enumerate(by_rank(outcome)):
        sheet.put(boxes[f"rank{at}"], row, _placed(view, outcome, seat, say))
    return Picture(sheet.png(), *result_text(outcome, say))


def _title(outcome: Outcome, say: Speech) -> str:
    """Return who has won, with a long name cut, or a heading for a shared victory."""
    first = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
    if len(first) > 1:
        return say(t("Final scores"))
    name = words.fit(say.names[first[0]], words.slab(words.GLANCE_PX), NAME)
    won = t("{who} wins the match", who=Who(first[0]))
    return Speech({**say.names, first[0]: name}, say.lang)(won)


def _placed(view: LetniskoView, outcome: Outcome, seat: int, say: Speech) -> Placed:
    player = view.players[seat]
    return Placed(
        outcome.ranks[seat],
        say.name(SEAT_LETTERS[seat]),
        say.names[seat],
        outcome.scores[seat],
        sums(outcome, seat, say),
        remarks(outcome, seat, say),
        tuple(home(lot, say) for lot in player.lots),
        player.president,
    )


def head(w: int, h: int, title: str, reason: str) -> Canvas:
    """Paint the title and why the match ended."""
    art = Canvas(w, h, th.PINE)
    small, room, name = words.text(26), Box(4, 62, w - 220, 36), Box(4, 0, w - 200, 58)
    lines = words.wrap(reason, small, room.w, 1)
    if lines[0] != reason:
        small, room, name = words.text(24), Box(4, 51, w - 200, 27), Box(4, 4, w - 200, 44)
        lines = words.wrap(reason, small, room.w, 2)
    font = words.largest(title, words.headline(title, min(46, name.h - 4)), name.w, words.GLANCE_PX)
    art.label(name, title, font, th.CREAM, "left")
    for at, line in enumerate(lines):
        art.label(room._replace(y=room.y + at * room.h), line, small, th.CREAM, "left")
    art.stamp(pieces.locomotive(150, 105), w - 160, h - 105)
    return art


def row(w: int, h: int, it: Placed) -> Canvas:
    """Paint a player's rank, total and its parts."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 16, th.SUN if it.rank == 1 else th.PAPER)
    art.plate(art.box.inset(6), 11, th.PAPER)
    room = art.box.inset(20, 14)
    _who(art, room.left(350), it)
    rest = room.after(370)
    high = 84 if rest.h < 190 else min(150, rest.h * 2 // 5)
    _sums(art, rest.top(high), it)
    below = rest.below(high + 8)
    paint(art, panels.homes(below, it.homes))
    return art


def _who(art: Canvas, room: Box, it: Placed) -> None:
    high = min(SCORE, room.h - NAMED)
    block = room.below((room.h - high - NAMED) // 2)
    top = block.top(high)
    if it.rank == 1:
        art.stamp_at(marks.laurel(96, th.RAY), top.x + 46, top.cy)
    art.label(Box(top.x, top.y, 92, top.h), str(it.rank), words.slab(44), th.INK)
    art.stamp_at(pieces.token(it.letter, 58), top.x + 132, top.cy)
    total = Box(top.x + 170, top.y, room.w - 170, top.h)
    font = words.largest(str(it.total), words.slab(78 if room.h < 240 else 116), total.w, 60)
    art.label(total, str(it.total), font, th.INK, "right")
    line = block.below(high).top(NAMED)
    font = words.largest(it.name, words.bold(38), line.w - 54 * it.president, 33)
    name = words.fit(it.name, font, line.w - 54 * it.president)
    art.label(line, name, font, th.INK, "left")
    if it.president:
        art.stamp(icons.crown(42), line.x + words.width(name, font) + 10, line.cy - 21)


def _sums(art: Canvas, room: Box, it: Placed) -> None:
    """Paint the parts of a score, and what decided a tie, which counts nothing itself."""
    boxes = iter(room.columns(max(4, len(it.sums) + len(it.remarks)), 4))
    for label, points, detail in it.sums:
        box = next(boxes)
        art.plate(box, 10, th.SHADE)
        upper = box.h * 3 // 5
        number, short = str(points), detail if len(detail) <= SHORT else ""
        _worth(art, box.top(upper), number, short)
        font = words.largest(label, words.text(26), box.w - 2, pieces.LEAST_PX)
        art.label(box.below(upper - 2).top(box.h - upper - 2), label, font, th.SOFT)
    for remark in it.remarks:
        box = next(boxes)
        art.plate(box, 10, th.SHADE)
        _words(art, box.inset(6), remark)


def _worth(art: Canvas, room: Box, number: str, short: str) -> None:
    """Paint points; after what they are given for, with an arrow: "300 zł → 3"."""
    small = words.text(26)
    before = words.width(short, small) + ARROW + 12 if short else 0
    font = words.slab(min(60, room.h * 4 // 5))
    font = words.largest(number, font, room.w - before - 8, LEAST)
    wide = before + words.width(number, font)
    line = room.after((room.w - wide) // 2)
    if short:
        art.label(line, short, small, th.SOFT, "left")
        art.stamp_at(icons.arrow(ARROW, 16, th.SOFT), line.x + before - 6 - ARROW // 2, room.cy)
    art.label(line.after(before), number, font, th.INK, "left")


def _words(art: Canvas, room: Box, line: str) -> None:
    """Paint a line broken into as few and as large parts as are whole."""
    sizes = [(count, px) for count in (2, 3) for px in (26, 24, 22)]
    for count, px in sizes:
        font = words.text(px)
        parts = words.wrap(line, font, room.w, count)
        if not any(part.endswith(words.ELLIPSIS) for part in parts):
            break
    narrow = (words.wrap(line, font, wide, len(parts)) for wide in range(60, room.w, 8))
    whole = (it for it in narrow if not any(part.endswith(words.ELLIPSIS) for part in it))
    parts = next(whole, parts)
    for row_, part in zip(room.rows(len(parts)), parts, strict=True):
        art.label(row_, part, font, th.INK)
