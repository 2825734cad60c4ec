"""The active player's extra picture: their lodge large, and who could move in."""

from __future__ import annotations

from render.i18n import Lang, Names
from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.lodge import board, heading, icons, layout, panels, pieces, text
from render.lodge import theme as th
from render.lodge.news import phrases
from render.picture import Picture
from render.speech import Speech
from rules.lodge.components import FLOORS, Guest, column_name
from rules.lodge.view import LodgeView, Phase
from rules.text import Text, t

SCORE = 330
"""Width of guests, points and token in the heading."""


def has_hand(view: LodgeView) -> bool:
    """Return whether there is a picture of what the viewer needs to decide."""
    return view.active is not None and view.seat == view.active and not view.drawing


def picture(press: Press, view: LodgeView, names: Names, lang: Lang) -> Picture | None:
    """Return what the active player needs to decide; None for everybody else."""
    if not has_hand(view):
        return None
    say = Speech(names, lang)
    player = view.players[view.seat]
    boxes = layout.hand()
    sheet = press.sheet(layout.HAND_HEIGHT)
    head = boxes["head"]
    sentence = say(phrases.yours(view))
    sheet.put(
        head, move_heading, view.seat, sentence, text.guests_of(player), player.points, player.token
    )
    home = board.lodge(view, player, say, True)
    for box, painter, args in panels.building(boxes["lodge"], home):
        sheet.put(box, painter, *args)
    board.put_display(sheet, boxes, view)
    sheet.put(boxes["where"], where, _columns(view))
    board.put_away(sheet, boxes, view, say)
    board.put_amenities(sheet, boxes, view, say)
    sheet.put(boxes["when"], when, say(_when(view)))
    for n, (guest, valet) in enumerate(_guests(view)):
        cells = tuple((str(h.cell), h.points) for h in text.homes(view) if h.guest == guest)
        called = text.letters(guest, say)
        none = _why_not(view, guest, say)
        leaves = not valet and guest is not None and guest == view.departing
        sheet.put(boxes[f"fits{n}"], fits, guest, called, valet, leaves, _by_points(cells), none)
    return Picture(sheet.png(), *text.hand(view, say))


def _by_points(cells: tuple[tuple[str, int], ...]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return the cells for each number of points, the most points first."""
    worth = dict.fromkeys(points for _, points in cells)
    return tuple((each, tuple(cell for cell, points in cells if points == each)) for each in worth)


def _why_not(view: LodgeView, guest: Guest | None, say: Speech) -> str:
    """Return why there are no rooms to show for a guest."""
    if any(host.guest == guest for host in view.fits):
        return say(t("not this turn"))
    return text.GAP


def _when(view: LodgeView) -> Text:
    """Return when guests can move into the rooms that are shown for them."""
    if not view.fits:
        return t("No room for any guest")
    if view.phase is Phase.BUILD:
        return t("Rooms for guests, once you've built")
    if view.phase is Phase.VALET:
        return t("Rooms that guests would find")
    return t("Rooms for guests, now")


def _guests(view: LodgeView) -> list[tuple[Guest | None, bool]]:
    """Return the waiting guests and the valet's."""
    waiting = (*view.guests, None, None, None, None)[:4]
    return [*((guest, False) for guest in waiting), (view.players[view.seat].valet, True)]


def _columns(view: LodgeView) -> tuple[str, ...]:
    """Return the columns in which something can be built, floor 4 first."""
    return tuple(
        " ".join(column_name(cell.column) for cell in text.free(view) if cell.floor == floor)
        for floor in range(FLOORS, 0, -1)
    )


def move_heading(
    w: int, h: int, seat: int, sentence: str, guests: str, points: int, token: bool
) -> Canvas:
    """Paint whose move it is, and their score so far."""
    art = heading.head(w, h, (seat,), sentence, (), SCORE)
    room = art.box.after(w - SCORE)
    panels.score(art, room, guests, points)
    art.stamp_at(icons.token(50, not token), room.right - 36, room.cy)
    return art


def when(w: int, h: int, line: str) -> Canvas:
    """Paint when guests can move into their rooms."""
    art = Canvas(w, h, th.NIGHT)
    font = words.largest(line, words.bold(28), w - 16, words.DETAIL_PX)
    art.label(art.box.inset(8, 0), line, font, th.SNOW, "left")
    return art


def where(w: int, h: int, floors: tuple[str, ...]) -> Canvas:
    """Paint beside each floor of the display the columns its rooms can go to."""
    art = Canvas(w, h, th.BEAM)
    for box, line in zip(art.box.rows(FLOORS), floors, strict=True):
        art.fill(box.inset(4, 3), th.GOLD if line else th.WOOD)
        if not line:
            art.label(box, "–", words.bold(30), th.SNOW)
            continue
        room = box.inset(6, 8)
        font = words.largest(line, words.bold(36), room.w, words.DETAIL_PX)
        lines = words.wrap(line, font, room.w, 3)
        if len(lines) < 3:  # else the pointer gives way to the third line
            upper = room.rows(len(lines) + 1)[0]
            art.stamp_at(marks.pointer(20, th.PRINT), upper.cx, upper.cy)
            room = room.below(upper.h)
        for row, part in zip(room.rows(len(lines)), lines, strict=True):
            art.label(row, part, font, th.INK)
    return art


def fits(
    w: int,
    h: int,
    guest: Guest | None,
    letters: str,
    valet: bool,
    leaves: bool,
    rooms: tuple[tuple[int, tuple[str, ...]], ...],
    none: str,
) -> Canvas:
    """Paint a guest and the rooms they could move into.

    Args:
        w: Its width.
        h: Its height.
        guest: The guest; None for an empty space.
        letters: The letters of the guest's colours.
        valet: The guest waits with the valet.
        leaves: The guest leaves when this turn ends.
        rooms: The rooms for each number of points, the most points first.
        none: Why there are none.
    """
    art = Canvas(w, h, th.NIGHT)
    ground = th.PAPER if rooms else th.CREAM
    art.plate(art.box, 12, ground)
    size, x = h - 8, 8
    if valet:
        art.stamp_at(icons.case(40, th.WOOD, ground), x + 20, h // 2)
    elif leaves:
        art.stamp_at(icons.door(38, th.WOOD, ground), x + 20, h // 2)
    x += 48
    if guest is None:
        art.stamp(pieces.nobody(size, size, th.CREAM), x, 4)
        return art
    art.stamp(pieces.guest(guest, size + 16, size, letters=letters), x, 4)
    x += size + 28
    room = Box(x, 3, w - x - 6, h - 6)
    if not rooms:
        font, called = words.text(34), f"{letters}{guest.floor}"
        if none == text.GAP:  # a dash is nothing to read on a phone
            art.label(room, called, font, th.SOFT, "left")
            room = room.after(words.width(called, font) + 16)
        art.label(room, none, font, th.SOFT, "left")
        return art
    for line, (points, cells) in zip(_lines(room, len(rooms)), rooms, strict=True):
        _line(art, line, points, cells)
    return art


def _lines(room: Box, count: int) -> tuple[Box, ...]:
    """Return a line for each number of points, side by side."""
    near = room.w * 36 // 100
    return (room,) if count == 1 else (room.left(near), room.after(near + 6))


def _line(art: Canvas, room: Box, points: int, cells: tuple[str, ...]) -> None:
    """Put points in a star and the cells that bring them, on one line or on two."""
    size = 60
    art.stamp_at(pieces.points(points, size), room.x + size // 2, room.cy)
    room = room.after(size + 4)
    line = "  ".join(cells)
    font = words.bold(36)
    if words.width(line, font) <= room.w:
        art.label(room, line, font, th.INK, "left")
        return
    font = words.bold(words.GLANCE_PX)
    rows = room.rows(2)
    left = list(cells)
    for last, box in zip((False, True), rows, strict=True):
        taken = _taken(left, font, box.w, last)
        rest = len(left) - taken if last else 0
        told = [*left[:taken], *([f"+{rest}"] if rest else [])]
        art.label(box, " ".join(told), font, th.INK, "left")
        left = left[taken:]


def _taken(cells: list[str], font: words.Font, room: int, last: bool) -> int:
    """Return how many cells a line has room for, and one for what is missing."""
    most = len(cells)
    while most > 1:
        more = [f"+{len(cells) - most}"] if last and most < len(cells) else []
        if words.width(" ".join([*cells[:most], *more]), font) <= room:
            break
        most -= 1
    return most
