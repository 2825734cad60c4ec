"""The final scores: players, best first, their floors, how totals came about."""

from __future__ import annotations

from typing import Final, NamedTuple

from render.i18n import Lang, Names
from render.indian_summer import icons, layout, panels, pieces
from render.indian_summer import theme as th
from render.indian_summer.floor import Marks
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.picture import Picture
from render.speech import Speech
from render.standings import by_rank, result_text, sums
from rules.indian_summer.components import Colour
from rules.indian_summer.view import SummerView
from rules.protocol import Outcome
from rules.text import Seat, Text, number, t, tn


class Placed(NamedTuple):
    """A player's final score.

    The `rank` and the `total` are "" where the other is not: only a single player has points, as
    parts of which `sums` are (label, points, detail). Of several players, `decides` says what puts
    them in their place, in one line or two, after a tick if their floor is `full`; `tied` is what
    to say before the tokens of `equals`, who share the place.
    """

    rank: str
    won: bool
    seat: int
    name: str
    total: str
    sums: tuple[tuple[str, str, str], ...]
    full: bool
    decides: tuple[str, ...]
    tied: str
    equals: tuple[int, ...]


LABEL: Final = 110
"""The most height of points and what they are for."""
TALL: Final = 172
"""Height of what decides, if it stands below its sign."""


def picture(press: Press, view: SummerView, outcome: Outcome, names: Names, lang: Lang) -> Picture:
    """Return the picture of a match's result."""
    say = Speech(names, lang)
    boxes = layout.result(view.seats)
    sheet = press.sheet(layout.result_height(view.seats))
    sheet.put(boxes["head"], head, say(t("Final scores")), say(outcome.reason))
    for at, seat in enumerate(by_rank(outcome)):
        place = boxes[f"rank{at}"]
        sheet.put(place, row, _placed(view, outcome, seat, say))
        numbers, letters, spaces = layout.ground(layout.home(place))
        it = view.players[seat]
        sheet.put_all(panels.large(letters, numbers, spaces, it, Marks(counted=True)))
    return Picture(sheet.png(), *result_text(outcome, say))


def _placed(view: SummerView, outcome: Outcome, seat: Seat, say: Speech) -> Placed:
    score, ranks = outcome.scores[seat], outcome.ranks
    name = say.names[seat]
    if len(ranks) == 1:
        parts = tuple((label, number(n), detail) for label, n, detail in sums(outcome, seat, say))
        return Placed("", is_won(view), seat, name, number(score), parts, False, (), "", ())
    equals = tuple(n for n in by_rank(outcome) if n != seat and ranks[n] == ranks[seat])
    tied = say(t("tied: shares place {rank} with", rank=ranks[seat])) if equals else ""
    told = tuple(map(say, decides(score)))
    rank = str(ranks[seat])
    return Placed(rank, ranks[seat] == 1, seat, name, "", (), score >= 0, told, tied, equals)


def decides(score: int) -> tuple[Text, ...]:
    """Return what puts one of several players in their place, which is no points.

    It is how many spaces are empty, or that the floor is full, and then how many Nuts are left.
    """
    if score < 0:
        return (tn("{count} empty space", "{count} empty spaces", -score),)
    return t("Floor full"), tn("{count} Nut left", "{count} Nuts left", score)


def is_won(view: SummerView) -> bool:
    """Return whether a solo match is won; a series is lost with two games."""
    lost = sum(result.empty > 0 for result in view.results)
    return lost < (2 if view.series else 1)


def head(w: int, h: int, title: str, reason: str) -> Canvas:
    """Paint the title among leaves, and why the match ended."""
    art = Canvas(w, h, th.WOOD)
    for n, colour in enumerate((Colour.RED, Colour.GREEN, Colour.YELLOW)):
        leaf = icons.leaf((92, 66, 80)[n], th.LEAF[colour], th.WOOD)
        art.stamp_at(leaf, w - 52 - n * 84, (50, 62, 48)[n])
    art.label(Box(4, 0, w - 290, 58), title, words.slab(46), th.IVORY, "left")
    font = words.largest(reason, words.text(34), w - 290, words.DETAIL_PX)
    art.label(Box(4, 62, w - 290, 40), reason, font, th.SEAM, "left")
    return art


def row(w: int, h: int, it: Placed) -> Canvas:
    """Paint a player's rank, total and its parts."""
    art = Canvas(w, h, th.WOOD)
    art.plate(art.box, 16, th.GOLD if it.won else th.BIRCH)
    art.plate(art.box.inset(6), 11, th.BIRCH)
    room = art.box.inset(14, 10)
    wide = w > 900
    _who(art, room.left(layout.WIDE_SUMS - 14).top(150) if wide else room.top(layout.RANK), it)
    _sums(art, layout.sums(art.box), it)
    return art


def _who(art: Canvas, room: Box, it: Placed) -> None:
    """Put rank, token, name and total; in two lines if there is room."""
    line = room.top(layout.RANK)
    size = 60
    if it.won:
        art.stamp_at(marks.laurel(size, th.CANVAS), line.x + size // 2, line.cy)
    art.label(line.left(size), it.rank, words.slab(32), th.INK)
    art.stamp_at(pieces.chip(it.seat, 46), line.x + size + 30, line.cy)
    if it.total:
        total = room.below(layout.RANK)
        font = words.largest(it.total, words.slab(64), total.w, 36)
        art.label(total, it.total, font, th.INK, "left")
    art.name(line.after(size + 62), it.name, words.bold(36), words.GLANCE_PX, th.INK)


def _sums(art: Canvas, room: Box, it: Placed) -> None:
    """Put what decides of several players, or the lines of a total, one below another."""
    if it.decides:
        _several(art, room, it)
        return
    most = 290 if any(detail for _, _, detail in it.sums) else LABEL
    high = min(most, room.h // max(1, len(it.sums)))
    for n, (label, points, detail) in enumerate(it.sums):
        box = Box(room.x, room.y + n * high, room.w, high - 6)
        art.plate(box, 10, th.PAPER)
        low = max(box.h // 2, box.h - LABEL) if detail else 0
        top = box.top(box.h - low)
        font = words.largest(points, words.slab(36), 66, 24)
        art.label(top.left(70), points, font, th.INK)
        _lines(art, top.after(72).left(box.w - 78), label, words.bold(26))
        if detail:
            _lines(art, box.below(box.h - low).inset(12, 2), detail, words.text(26))


def _several(art: Canvas, room: Box, it: Placed) -> None:
    """Put what decides, and who else shares the place, below or beside that."""
    below = room.h > 2 * LABEL
    if it.equals:
        _tied(art, room.below(TALL) if below else room.after(room.w // 2), it.tied, it.equals)
        room = room if below else room.left(room.w // 2 - 8)
    box = room.top(TALL - 8) if below else room.top(LABEL) if room.h > LABEL else room
    art.plate(box, 10, th.PAPER)
    sign, said = (box.top(62), box.below(58)) if below else (box.left(70), box.after(72))
    if it.full:
        art.stamp_at(marks.check(46, th.GAIN), sign.cx, sign.cy)
    else:
        space = Box(sign.cx - 20, sign.cy - 20, 40, 40)
        art.plate(space, 5, th.GOLD)
        art.plate(space.inset(4), 3, th.EARTH)
    said = said.inset(8, 4) if below else said.left(said.w - 8)
    rows = said.rows(len(it.decides))
    for place, line, face in zip(rows, it.decides, (words.bold(32), words.text(28)), strict=False):
        font = words.largest(line, face, place.w, words.DETAIL_PX)
        art.label(place, line, font, th.INK, "centre" if below else "left")


def _tied(art: Canvas, room: Box, line: str, equals: tuple[int, ...]) -> None:
    """Say that others share the place, and put their tokens beside or below that."""
    below = room.h > LABEL
    room = room.top(min(room.h, 150 if below else 70))
    art.plate(room, 10, th.PAPER)
    wide = 52 * len(equals)
    if below:
        place, tokens = room.top(88).inset(12, 4), room.below(88).inset(12, 0)
    else:
        place = room.left(room.w - wide - 14).inset(12, 4)
        tokens = room.after(room.w - wide - 10)
    _lines(art, place, line, words.bold(26))
    for n, seat in enumerate(equals):
        art.stamp_at(
            pieces.chip(seat, 46), tokens.x + 23 + 52 * n, (room.bottom - 32) if below else room.cy
        )


def _lines(art: Canvas, room: Box, line: str, face: words.Font) -> None:
    """Write a text on as many lines as needed, smaller if there are too many."""
    most = max(1, room.h // 28)
    while face.px > words.DETAIL_PX and _is_cut(line, face, room.w, most):
        face = face.at(face.px - 1)
    parts = words.wrap(line, face, room.w, most)
    area = Box(room.x, room.cy - 14 * len(parts), room.w, 28 * len(parts))
    for place, part in zip(area.rows(len(parts)), parts, strict=True):
        art.label(place, part, face, th.INK, "left")


def _is_cut(line: str, font: words.Font, room: int, most: int) -> bool:
    return any(part.endswith(words.ELLIPSIS) for part in words.wrap(line, font, room, most))
