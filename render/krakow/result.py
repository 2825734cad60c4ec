"""The final scores: the players, best first, and how each total came about."""

from __future__ import annotations

from typing import NamedTuple

from render.i18n import Lang, Names
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.krakow import icons, layout, pieces, text
from render.krakow import theme as th
from render.krakow.collection import Collection, collect, table
from render.picture import Picture
from render.speech import Speech
from render.standings import by_rank, result_text
from rules.krakow.components import ACTIONS
from rules.krakow.view import KrakowView
from rules.protocol import Outcome
from rules.text import number, t

TALL = 300
"""The least height of a row with large numbers."""


class Placed(NamedTuple):
    """A player's final score.

    Attributes:
        rank: From 1.
        seat: The player.
        name: Their name.
        total: Their points.
        sums: What it is the sum of, with a word for each.
        sights: Their sights.
        rings: Their obwarzanki.
        kept: Action cards with their points.
        sequences: Runs and sets, each with its kind.
        kinds: The words for a run and a set.
    """

    rank: int
    seat: int
    name: str
    total: int
    sums: tuple[tuple[str, int], ...]
    sights: Collection
    rings: int
    kept: tuple[tuple[str, int], ...]
    sequences: tuple[tuple[str, str], ...]
    kinds: tuple[str, str]


def picture(press: Press, view: KrakowView, outcome: Outcome, names: Names, lang: Lang) -> Picture:
    """Return the picture of a match's result."""
    say = Speech(names, lang)
    boxes = layout.result(view.seats)
    sheet = press.sheet(layout.result_height(view.seats))
    sheet.put(boxes["head"], head, say(t("Final scores")), say(outcome.reason))
    for at, seat in enumerate(by_rank(outcome)):
        sheet.put(boxes[f"rank{at}"], row, _placed(view, outcome, seat, names, say))
    return Picture(sheet.png(), *result_text(outcome, say))


def _placed(view: KrakowView, outcome: Outcome, seat: int, names: Names, say: Speech) -> Placed:
    player = view.players[seat]
    kept = tuple((a.value, ACTIONS[a].points) for a in player.kept)
    return Placed(
        outcome.ranks[seat],
        seat,
        names[seat],
        outcome.scores[seat],
        (
            (say(t("for sights")), player.sight_points),
            (say(t("for cards kept")), sum(points for _, points in kept)),
            (say(t("for runs and sets")), player.bonus.points),
        ),
        collect(player.sights, player.bonus, view.removed, say),
        sum(s.kind == "obwarzanek" for s in player.sights),
        kept,
        tuple((s.kind, say(text.brief_sequence(s))) for s in player.bonus.sequences),
        (say(t("Runs")), say(t("Sets"))),
    )


def head(w: int, h: int, title: str, reason: str) -> Canvas:
    """Paint the title and why the match ended."""
    art = Canvas(w, h, th.TABLE)
    art.label(Box(4, 0, w - 100, 58), title, words.slab(46), th.CREAM, "left")
    font = words.text(26)
    lines = words.wrap(reason, font, w - 120, 2)
    for at, line in enumerate(lines):
        art.label(Box(4, 58 + at * 30, w - 120, 30), line, font, th.CREAM, "left")
    art.stamp_at(pieces.lajkonik(100, 90, th.MIST, th.TABLE), w - 56, h // 2)
    return art


def row(w: int, h: int, it: Placed) -> Canvas:
    """Paint a player's rank, total and its parts."""
    art = Canvas(w, h, th.TABLE)
    first = it.rank == 1
    art.plate(art.box, 16, th.SUN if first else th.PAPER)
    art.plate(art.box.inset(6), 11, th.PAPER)
    room = art.box.inset(20, 14)
    _who(art, room.left(290), it)
    middle = room.after(306).left(486)
    high = 76 if h < TALL else 112
    _sums(art, middle.top(high), it)
    table(art, middle.below(high + 10), it.sights, 64)
    _details(art, room.after(306 + 486 + 24), it)
    return art


def _who(art: Canvas, room: Box, it: Placed) -> None:
    top = room.top(86)
    if it.rank == 1:
        art.stamp_at(marks.laurel(96, th.LANE), top.x + 46, top.cy)
    art.label(Box(top.x, top.y, 92, 86), str(it.rank), words.slab(44), th.INK)
    art.stamp_at(pieces.chip(it.seat, 60, 38), top.x + 128, top.cy)
    tall = room.h > TALL
    rest = room.below(104 if tall else 90)
    total = rest.below(46) if tall else Box(top.x + 166, top.y, room.w - 166, 86)
    font = words.slab(130 if tall else 70)
    art.label(total, number(it.total), font, th.INK, "centre" if tall else "right")
    art.label(
        rest.top(46), it.name, words.largest(it.name, words.bold(38), rest.w, 33), th.INK, "left"
    )


def _sums(art: Canvas, room: Box, it: Placed) -> None:
    for box, (label, points) in zip(room.columns(3, 8), it.sums, strict=True):
        art.plate(box, 10, th.SHADE)
        upper = box.h * 3 // 5
        art.label(box.top(upper), number(points), words.slab(upper * 4 // 5), th.INK)
        high = words.text(28 if box.h > 100 else 24)
        font = words.largest(label, high, box.w - 8, words.DETAIL_PX)
        art.label(box.below(upper - 4).top(28), label, font, th.SOFT)


def _details(art: Canvas, room: Box, it: Placed) -> None:
    """Paint the cards kept, the obwarzanki and the sequences."""
    x = room.x
    for action, points in it.kept:
        art.plate(Box(x, room.y, 78, 40), 8, th.SEATS[it.seat])
        art.plate(Box(x + 3, room.y + 3, 36, 34), 6, th.PAPER)
        art.stamp_at(icons.action(action, 30, th.INK, th.PAPER), x + 21, room.y + 20)
        shown = number(points) if points < 1 else f"+{points}"
        art.label(Box(x + 39, room.y, 38, 40), shown, words.bold(27), th.INK)
        x += 84
    if it.rings:
        art.stamp_at(pieces.obwarzanek(30), x + 18, room.y + 20)
        art.label(Box(x + 36, room.y, 36, 40), f"×{it.rings}", words.bold(27), th.INK, "left")
    _sequences(art, room.below(50), it)


def _sequences(art: Canvas, room: Box, it: Placed) -> None:
    """Write the sequences below their kinds: in one large column, or else in two."""
    sizes = ((44, 34, 1), (34, 28, 1), (28, 24, 2), (23, 21, 2))
    step, px, columns = next(
        (size for size in sizes if len(_lines(it, size[2])) * size[0] <= room.h), sizes[-1]
    )
    lines, font = _lines(it, columns), words.text(px)
    for at, (cells, heads) in enumerate(lines):
        row = Box(room.x, room.y + at * step, room.w, step)
        for box, line in zip(row.columns(columns, 10), cells, strict=False):
            face = words.bold(px) if heads else words.largest(line, font, box.w, 21)
            art.label(box, line, face, th.SOFT if heads else th.INK, "left")


def _lines(it: Placed, columns: int) -> list[tuple[tuple[str, ...], bool]]:
    """Return rows of cells, and whether a row is the heading of those below it."""
    lines = list[tuple[tuple[str, ...], bool]]()
    for kind, title in zip(("run", "set"), it.kinds, strict=True):
        found = [line for of, line in it.sequences if of == kind]
        if found:
            lines.append(((title,), True))
        for at in range(0, len(found), columns):
            lines.append((tuple(found[at : at + columns]), False))
    return lines
