"""The final scores: the tribes, happiest first, and how each total came about."""

from __future__ import annotations

from typing import NamedTuple

from render.cvlizations import icons, layout, offer, panels, pieces
from render.cvlizations import theme as th
from render.i18n import Lang, Names
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.picture import Picture
from render.speech import Speech
from render.standings import by_rank, result_text, sums
from rules.cvlizations.components import IDEAS, Idea
from rules.cvlizations.view import CvView
from rules.protocol import Outcome
from rules.text import t


class Placed(NamedTuple):
    """A player's final score; `rank` 1 has won. `sums` are (label, points, detail)."""

    rank: int
    seat: int
    name: str
    total: int
    sums: tuple[tuple[str, int, str], ...]
    ideas: tuple[tuple[Idea, str], ...]


def picture(press: Press, view: CvView, outcome: Outcome, names: Names, lang: Lang) -> Picture:
    """Return the picture of a match's result."""
    say = Speech(names, lang)
    boxes = layout.result(view.seats)
    sheet = press.sheet(layout.result_height(view.seats))
    sheet.put(boxes["head"], head, say(t("Final scores")), say(outcome.reason))
    for at, seat in enumerate(by_rank(outcome)):
        sheet.put(boxes[f"rank{at}"], place, _placed(view, outcome, seat, say))
    return Picture(sheet.png(), *result_text(outcome, say))


def _placed(view: CvView, outcome: Outcome, seat: int, say: Speech) -> Placed:
    ideas = tuple((idea, say.name(IDEAS[idea].name)) for idea in view.players[seat].ideas)
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
    for n, colour in enumerate((th.BRASS, th.ROCK, th.GOLD)):
        art.stamp(icons.hand_print(88, colour), w - 280 + 92 * n, 8)
    art.label(Box(4, 0, w - 300, 60), title, words.slab(46), th.WHITE, "left")
    font = words.largest(reason, words.text(30), w - 300, 22)
    art.label(Box(4, 62, w - 300, 40), reason, font, th.MIST, "left")
    return art


def place(w: int, h: int, it: Placed) -> Canvas:
    """Paint a player's rank, total and its parts, and their ideas."""
    art = Canvas(w, h, th.CAVE)
    art.plate(art.box, 16, th.GOLD if it.rank == 1 else th.BONE)
    art.plate(art.box.inset(6), 11, th.BONE)
    room = art.box.inset(18, 12)
    side = room.left(330)
    _who(art, side, it)
    right = room.after(344)
    high = min(right.h * 62 // 100, 190)
    _sums(art, right.top(high), it.sums)
    low = right.below(high + 8)
    chips = panels.ideas(low.w, low.h, it.ideas, False)
    art.put(chips.image, low.x, low.y)
    return art


def _who(art: Canvas, room: Box, it: Placed) -> None:
    upper = room.top(min(room.h - 56, 130))
    size = min(96, upper.h)
    if it.rank == 1:
        art.stamp_at(marks.laurel(size, th.BRASS), room.x + size // 2, upper.cy)
    art.label(Box(room.x, upper.y, size, upper.h), str(it.rank), words.slab(40), th.INK)
    art.stamp_at(pieces.chip(it.seat, 60), room.x + size + 40, upper.cy)
    total = Box(room.x + size + 80, upper.y, room.w - size - 80, upper.h)
    art.label(total, str(it.total), words.slab(72), th.INK)
    low = room.below(upper.h).top(56)
    font = words.largest(it.name, words.bold(40), low.w, words.GLANCE_PX)
    art.label(low, it.name, font, th.INK, "left")


def _sums(art: Canvas, room: Box, sums: tuple[tuple[str, int, str], ...]) -> None:
    """Put the parts of a total; effects and resources get the most room."""
    narrow = (room.w - 24) * 17 // 100
    wide = (room.w - 24 - 2 * narrow) // 2
    x = room.x
    for (label, points, detail), w in zip(sums, (narrow, narrow, wide, wide), strict=True):
        box = Box(x, room.y, w, room.h)
        x += w + 8
        art.plate(box, 10, th.PAPER)
        art.label(box.top(46), str(points), words.slab(38), th.INK)
        low = Box(box.x + 6, box.y + 46, box.w - 12, 26)
        font = words.largest(label, words.bold(24), low.w, words.DETAIL_PX)
        art.label(low, label, font, th.SOFT)
        place = Box(low.x, low.bottom + 2, low.w, box.bottom - low.bottom - 4)
        offer.paragraph(art, place, detail, 22, th.SOFT, "centre")
