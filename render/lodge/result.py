"""The final scores, and the moment when the last round begins."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from render.i18n import Lang, Names
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.lodge import heading, icons, layout, panels, pieces, text
from render.lodge import theme as th
from render.lodge.board import about, lodge
from render.picture import Picture
from render.speech import Speech, brief
from render.standings import by_rank, result_text, sums
from rules.lodge.components import AMENITIES
from rules.lodge.view import Change, LodgeView
from rules.protocol import Outcome
from rules.text import Seat, Text, Who, t, tn

LOW = 240
"""The most height of a row whose sums are low, for the amenities' names."""


class Placed(NamedTuple):
    """A player's final score; `rank` 1 has won, 0 was alone.

    Attributes:
        rank: Their place.
        seat: Their seat.
        name: Their name.
        total: Their points.
        sums: The parts of the total: label, points, of how many things.
        amenities: The amenities that count: the tile's code and its name, points.
        more: What to say of those that have no room, with gaps for `count` and `points`.
    """

    rank: int
    seat: int
    name: str
    total: int
    sums: tuple[tuple[str, int, str], ...]
    amenities: tuple[tuple[str, int], ...]
    more: str


def picture(press: Press, view: LodgeView, outcome: Outcome, names: Names, lang: Lang) -> Picture:
    """Return the picture of a match's result."""
    say = Speech(names, lang)
    widest = max(len(player.columns) for player in view.players)
    boxes = layout.result(view.seats, widest)
    sheet = press.sheet(layout.result_height(view.seats, widest))
    title = say(t("Final scores")) if view.title is None else say.name(view.title)
    sheet.put(boxes["head"], head, title, say(outcome.reason))
    for at, seat in enumerate(by_rank(outcome)):
        place = boxes[f"rank{at}"]
        sheet.put(place, row, _placed(view, outcome, seat, say))
        home = _home(view, seat, say)
        for ground, columns in layout.wings(layout.home(place), panels.across(home)):
            sheet.put_all(panels.building(ground, home, columns))
    return Picture(sheet.png(), *result_text(outcome, say))


def _home(view: LodgeView, seat: Seat, say: Speech) -> panels.LodgeRow:
    """Return a lodge as it is at the end: what each tile scores, and nothing new."""
    return lodge(replace(view, recent=Change()), view.players[seat], say, False, final=True)


def _placed(view: LodgeView, outcome: Outcome, seat: int, say: Speech) -> Placed:
    """Return a player's final score: its parts, and which amenities it has."""
    *others, (label, points, _) = sums(outcome, seat, say)
    tiles = [tile for stack in view.players[seat].columns for tile in stack]
    named = tuple(
        (f"{tile.amenity} {say.name(AMENITIES[tile.amenity].name)}", tile.points)
        for tile in tiles
        if tile.met and tile.amenity
    )
    told = say(tn("{count} amenity", "{count} amenities", len(named)))
    more = say(t("and {count} more: {points}", count="{count}", points="{points}"))
    rank = outcome.ranks[seat] if view.seats > 1 else 0
    parts = (*others, (label, points, told))
    return Placed(rank, seat, say.names[seat], outcome.scores[seat], parts, named, more)


def head(w: int, h: int, title: str, reason: str) -> Canvas:
    """Paint the title and why the match ended."""
    art = Canvas(w, h, th.NIGHT)
    font = words.largest(reason, words.text(30), w - 330, 24)
    free = w - 330
    if words.wrap(reason, font, free, 2)[-1].endswith(words.ELLIPSIS):
        free = w - 8
        if words.wrap(reason, font, free, 2)[-1].endswith(words.ELLIPSIS):
            font = font.at(words.DETAIL_PX)
    else:
        art.stamp(icons.mountains(300, h - 4, th.RIDGE, th.MIST, th.SNOW), w - 300, 4)
    art.label(Box(4, 0, w - 330, 54), title, words.slab(46), th.SNOW, "left")
    for n, line in enumerate(words.wrap(reason, font, free, 2)):
        art.label(Box(4, 56 + n * 27, free, font.px + 2), line, font, th.DRIFT, "left")
    return art


def row(w: int, h: int, it: Placed) -> Canvas:
    """Paint a player's rank, total and its parts."""
    art = Canvas(w, h, th.NIGHT)
    art.plate(art.box, 16, th.GOLD if it.rank <= 1 else th.PAPER)
    art.plate(art.box.inset(6), 11, th.PAPER)
    room = layout.sums(art.box).inset(20, 12)
    high, parts = (min(100, room.h * 38 // 100), 128) if room.h > LOW else (64, 94)
    _who(art, room.top(high), it)
    rest = room.below(high + 4)
    low = rest.top(min(parts, rest.h))
    for box, (label, points, detail) in zip(low.columns(3, 8), it.sums, strict=True):
        _sum(art, box, label, points, detail)
    _named(art, rest.below(low.h + 8), it.amenities, it.more)
    return art


def _who(art: Canvas, room: Box, it: Placed) -> None:
    size = min(84, room.h) if it.rank else 0
    if it.rank == 1:
        art.stamp_at(marks.laurel(size, th.BRASS), room.x + size // 2, room.cy)
    if it.rank:
        art.label(Box(room.x, room.y, size, room.h), str(it.rank), words.slab(38), th.INK)
    art.stamp_at(pieces.chip(it.seat, 48), room.x + size + 34, room.cy)
    total = Box(room.right - 120, room.y, 120, room.h)
    art.label(total, str(it.total), words.slab(72), th.INK, "right")
    x = room.x + size + 68
    name = Box(x, room.y, total.x - x - 8, room.h)
    art.name(name, it.name, words.bold(38), words.GLANCE_PX, th.INK)


def _sum(art: Canvas, box: Box, label: str, points: int, detail: str) -> None:
    """Put a part of the total: its points, what for, how many."""
    art.plate(box, 10, th.CREAM)
    upper = box.h * 44 // 100
    art.label(box.top(upper), str(points), words.slab(min(56, upper)), th.INK)
    low, high = box.below(upper).left(box.w), (box.h - upper) // 2
    font = words.largest(label, words.bold(26), box.w - 8, words.DETAIL_PX)
    art.label(low.top(high), label, font, th.INK)
    art.label(low.below(high - 3).top(high), detail, words.text(24), th.SOFT)


def _named(art: Canvas, room: Box, counts: tuple[tuple[str, int], ...], more: str) -> None:
    """Name the amenities that count, in one or two columns, and sum up the others."""
    found = tuple(f"{name}: {points}" for name, points in counts)
    for px, columns in ((32, 1), (25, 1), (25, 2), (words.DETAIL_PX, 2)):
        font, high = words.text(px), px + 4
        across = room.columns(columns, 12)
        rows = -(-len(found) // columns)
        if rows * high <= room.h and all(words.width(it, font) <= across[0].w for it in found):
            break
    else:
        rows = room.h // high
        fit = [n for n, it in enumerate(found) if words.width(it, font) <= across[0].w]
        if len(fit := fit[: rows * columns]) < len(found):
            fit = fit[: rows * columns - 1]
            left_out = [points for n, (_, points) in enumerate(counts) if n not in fit]
            line = more.format(count=len(left_out), points=sum(left_out))
            found = (*(found[n] for n in fit), line)
    for n, line in enumerate(found if rows else ()):
        box = across[n // rows].below(n % rows * high).top(high)
        art.label(box, line, font, th.SOFT, "left")


def moment(view: LodgeView) -> str:
    """Return "last round" while somebody else still has a turn in it, else ""."""
    begun = view.ending is not None and view.ending != view.order[-1]
    return "last round" if begun else ""


def last_round(press: Press, view: LodgeView, names: Names, lang: Lang) -> Picture:
    """Return who brought the last round, and all players in the order of turns."""
    say = Speech(names, lang)
    boxes = layout.moment(view.seats)
    sheet = press.sheet(layout.moment_height(view.seats))
    title, cause = say(t("Last round")), say(text.cause(view))
    sheet.put(boxes["head"], head, title, cause)
    lines = [f"{title}.", cause]
    for n, it in enumerate(text.turns_left(view)):
        player, told = view.players[it.seat], say(_left(it))
        sheet.put(boxes[f"player{n}"], panels.about, about(player, say, it.active))
        sheet.put(boxes[f"left{n}"], left, told, it.active, it.done)
        lines.append(
            say(
                t(
                    "{who}: points {points}, guests {guests}, {turn}.",
                    who=Who(it.seat),
                    points=player.points,
                    guests=text.guests_of(player),
                    turn=_left(it),
                )
            )
        )
    return Picture(sheet.png(), brief(" ".join(lines)), "\n".join(lines))


def _left(it: heading.Turn) -> Text:
    if it.done:
        return t("no turn left")
    return t("plays the last turn") if it.active else t("one turn left")


def left(w: int, h: int, line: str, active: bool, done: bool) -> Canvas:
    """Paint whether a player has a turn left."""
    art = Canvas(w, h, th.PAPER if active else th.CREAM)
    if done:
        art.disc(34, h // 2, 40, th.DONE)
        art.stamp_at(marks.check(24, th.CHALK), 34, h // 2)
    elif active:
        art.stamp_at(marks.pointer(34, th.MARK), 34, h // 2)
    font = words.largest(line, words.bold(36), w - 76, words.GLANCE_PX)
    art.label(Box(64, 0, w - 76, h), line, font, th.INK, "left")
    return art
