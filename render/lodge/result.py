"""The final scores: the players, best first, and how each total came about."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from render.i18n import Lang, Names
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.lodge import icons, layout, panels, pieces
from render.lodge import theme as th
from render.lodge.board import lodge
from render.picture import Picture
from render.speech import Speech
from render.standings import by_rank, result_text, sums
from rules.lodge.view import Change, LodgeView
from rules.protocol import Outcome
from rules.text import Seat, t


class Placed(NamedTuple):
    """A player's final score; `rank` 1 has won. `sums` are (label, points, detail)."""

    rank: int
    seat: int
    name: str
    total: int
    sums: tuple[tuple[str, int, str], ...]


def picture(press: Press, view: LodgeView, outcome: Outcome, names: Names, lang: Lang) -> Picture:
    """Return the picture of a match's result."""
    say = Speech(names, lang)
    boxes = layout.result(view.seats)
    sheet = press.sheet(layout.result_height(view.seats))
    sheet.put(boxes["head"], head, say(t("Final scores")), say(outcome.reason))
    for at, seat in enumerate(by_rank(outcome)):
        place = boxes[f"rank{at}"]
        sheet.put(place, row, _placed(outcome, seat, say))
        home = layout.home(place)
        for box, painter, args in panels.building(home, _home(view, seat, say)):
            sheet.put(box, painter, *args)
    return Picture(sheet.png(), *result_text(outcome, say))


def _home(view: LodgeView, seat: Seat, say: Speech) -> panels.LodgeRow:
    """Return a lodge as it is at the end, with nothing marked as new."""
    return lodge(replace(view, last=Change()), view.players[seat], say, False)


def _placed(outcome: Outcome, seat: int, say: Speech) -> Placed:
    return Placed(
        outcome.ranks[seat], seat, say.names[seat], outcome.scores[seat], sums(outcome, seat, say)
    )


def head(w: int, h: int, title: str, reason: str) -> Canvas:
    """Paint the title and why the match ended."""
    art = Canvas(w, h, th.NIGHT)
    art.stamp(icons.mountains(300, h - 4, th.RIDGE, th.MIST, th.SNOW), w - 300, 4)
    art.label(Box(4, 0, w - 330, 58), title, words.slab(46), th.SNOW, "left")
    font = words.largest(reason, words.text(28), w - 330, 22)
    for n, line in enumerate(words.wrap(reason, font, w - 330, 2)):
        art.label(Box(4, 60 + n * 25, w - 330, font.px + 2), line, font, th.DRIFT, "left")
    return art


def row(w: int, h: int, it: Placed) -> Canvas:
    """Paint a player's rank, total and its parts."""
    art = Canvas(w, h, th.NIGHT)
    art.plate(art.box, 16, th.GOLD if it.rank == 1 else th.PAPER)
    art.plate(art.box.inset(6), 11, th.PAPER)
    room = layout.sums(art.box).inset(20, 14)
    high = min(100, room.h // 2)
    _who(art, room.top(high), it)
    _sums(art, room.below(high + 6), it)
    return art


def _who(art: Canvas, room: Box, it: Placed) -> None:
    size = min(84, room.h)
    if it.rank == 1:
        art.stamp_at(marks.laurel(size, th.BRASS), room.x + size // 2, room.cy)
    art.label(Box(room.x, room.y, size, room.h), str(it.rank), words.slab(38), th.INK)
    art.stamp_at(pieces.chip(it.seat, 48), room.x + size + 34, room.cy)
    total = Box(room.right - 120, room.y, 120, room.h)
    art.label(total, str(it.total), words.slab(72), th.INK, "right")
    x = room.x + size + 68
    name = Box(x, room.y, total.x - x - 8, room.h)
    font = words.largest(it.name, words.bold(38), name.w, words.GLANCE_PX)
    art.label(name, it.name, font, th.INK, "left")


def _sums(art: Canvas, room: Box, it: Placed) -> None:
    """Put the three sums; the last, with the amenities' names, is the widest."""
    narrow = (room.w - 16) * 29 // 100
    boxes = (*room.left(2 * narrow + 8).columns(2, 8), room.after(2 * narrow + 16))
    for box, (label, points, detail) in zip(boxes, it.sums, strict=False):
        box = box.top(min(box.h, 190))
        art.plate(box, 10, th.CREAM)
        told = bool(detail) and box.h >= 110
        upper = box.h * (38 if told else 58) // 100
        art.label(box.top(upper), str(points), words.slab(min(64, upper * 9 // 10)), th.INK)
        low = box.below(upper)
        font = words.largest(label, words.text(26), box.w - 8, words.DETAIL_PX)
        art.label(low.top(28), label, font, th.SOFT)
        if told:
            _detail(art, low.below(29).inset(6, 0), detail)


def _detail(art: Canvas, room: Box, detail: str) -> None:
    font = words.text(20)
    for n, line in enumerate(words.wrap(detail, font, room.w, max(1, room.h // 24))):
        art.label(Box(room.x, room.y + n * 24, room.w, 24), line, font, th.SOFT)
