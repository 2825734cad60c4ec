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
from render.picture import Picture
from render.speech import Speech
from rules.lodge.components import FLOORS, GUEST_POINTS, Guest, column_name
from rules.lodge.view import LodgeView
from rules.text import Text, t

SCORE = 330
"""Width of guests, points and token in the heading."""


def picture(press: Press, view: LodgeView, names: Names, lang: Lang) -> Picture | None:
    """Return what the active player needs to decide; None for everybody else."""
    if view.active is None or view.seat != view.active or view.drawing:
        return None
    say = Speech(names, lang)
    player = view.players[view.seat]
    boxes = layout.hand()
    sheet = press.sheet(layout.HAND_HEIGHT)
    head = boxes["head"]
    sentence = board.asked(view, say, head.w - SCORE, 1)
    sheet.put(
        head, move_heading, view.seat, sentence, text.guests_of(player), player.points, player.token
    )
    home = board.lodge(view, player, say, True)
    for box, painter, args in panels.building(boxes["lodge"], home):
        sheet.put(box, painter, *args)
    board.put_display(sheet, boxes, view)
    sheet.put(boxes["where"], where, _columns(view))
    board.put_amenities(sheet, boxes, view, say)
    for n, (guest, valet) in enumerate(_guests(view)):
        cells = tuple((str(h.cell), h.points) for h in text.homes(view) if h.guest == guest)
        sheet.put(boxes[f"fits{n}"], fits, guest, valet, cells, say(_why_not(view, guest)))
    return Picture(sheet.png(), *text.hand(view, say))


def _why_not(view: LodgeView, guest: Guest | None) -> Text:
    """Return why there are no rooms to show for a guest."""
    if any(host.guest == guest for host in view.fits):
        return t("not this turn")
    return t("no room")


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
    art = heading.head(w, h, (seat,), sentence, SCORE)
    room = art.box.after(w - SCORE)
    panels.score(art, room, guests, points)
    art.stamp_at(icons.token(50, not token), room.right - 36, room.cy)
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
        upper, lower = room.rows(2)
        art.stamp_at(marks.pointer(20, th.PRINT), upper.cx, upper.cy)
        font = words.largest(line, words.bold(34), lower.w, words.DETAIL_PX)
        art.label(lower, line, font, th.INK)
    return art


def fits(
    w: int, h: int, guest: Guest | None, valet: bool, cells: tuple[tuple[str, int], ...], none: str
) -> Canvas:
    """Paint a guest and the rooms they could move into, each with its points."""
    art = Canvas(w, h, th.NIGHT)
    art.plate(art.box, 12, th.PAPER if cells else th.CREAM)
    size = h - 12
    x = 8
    if valet:
        art.stamp_at(icons.case(38, th.WOOD, th.PAPER if cells else th.CREAM), x + 19, h // 2)
        x += 44
    if guest is None:
        art.stamp(pieces.nobody(size, size, th.CREAM), x, 6)
        return art
    art.stamp(pieces.guest(guest, size + 10, size), x, 6)
    x += size + 20
    if not cells:
        art.label(Box(x, 0, w - x - 8, h), none, words.text(30), th.SOFT, "left")
        return art
    room = Box(x, 8, w - x - 8, h - 16)
    if len(cells) * 106 <= room.w:
        for n, chip in enumerate(cells):
            _chip(art, Box(room.x + n * 106, room.y, 98, room.h), chip, 34)
        return art
    places = [box for row in room.rows(2, 4) for box in row.columns(room.w // 80, 4)]
    shown = cells if len(cells) <= len(places) else cells[: len(places) - 1]
    for box, chip in zip(places, shown, strict=False):
        _chip(art, box, chip, 25)
    if len(shown) < len(cells):
        art.label(places[-1], f"+{len(cells) - len(shown)}", words.bold(28), th.INK)
    return art


def _chip(art: Canvas, box: Box, chip: tuple[str, int], px: int) -> None:
    """Put a cell with what the guest would score there; more than the least in gold."""
    cell, worth = chip
    art.plate(box, 8, th.GOLD if worth > GUEST_POINTS else th.PLANK)
    size = min(box.h, 44)
    star = Box(box.right - size, box.y, size, box.h)
    art.label(Box(box.x + 3, box.y, star.x - box.x - 3, box.h), cell, words.bold(px), th.INK)
    art.stamp_at(pieces.points(worth, size, th.PAPER), star.cx, star.cy)
