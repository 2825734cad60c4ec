"""The comfort picture of whoever is to move: his lodge large, and who could move in where."""

from __future__ import annotations

from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Press
from render.lodge import board, heading, icons, layout, pieces, text
from render.lodge import theme as th
from render.picture import MAX_ALT, Picture
from render.speech import Speech
from rules.lodge.components import Guest
from rules.lodge.view import LodgeView
from rules.text import t


def picture(press: Press, view: LodgeView, names: Names, lang: Lang) -> Picture | None:
    """Return what the active player decides by; None for everybody else."""
    if view.active is None or view.seat != view.active or view.drawing:
        return None
    say = Speech(names, lang)
    player = view.players[view.seat]
    boxes = layout.hand()
    sheet = press.sheet(layout.HAND_HEIGHT)
    head = boxes["head"]
    sheet.put(head, heading.head, (view.seat,), board.asked(view, say, head.w, 1))
    board.put_lodge(sheet, boxes["lodge0"], board.lodge(view, player, say, True))
    board.put_display(sheet, boxes, view)
    board.put_amenities(sheet, boxes, view, say)
    for n, (guest, valet) in enumerate(_guests(view)):
        cells = tuple((str(h.cell), h.points) for h in view.hosts if h.guest == guest)
        sheet.put(boxes[f"fits{n}"], fits, guest, valet, cells, say(t("no room")))
    lines = [t("{sentence}.", sentence=text.asked(view)), *text.player(view, player)]
    told = [say(line) for line in lines if line is not None]
    whole = " ".join(f"{line.rstrip('.')}." for line in told)
    alt = whole if len(whole) <= MAX_ALT else whole[: MAX_ALT - 1] + words.ELLIPSIS
    return Picture(sheet.png(), alt, "\n".join(told))


def _guests(view: LodgeView) -> list[tuple[Guest | None, bool]]:
    """Return the waiting guests and the valet's."""
    waiting = (*view.guests, None, None, None, None)[:4]
    return [*((guest, False) for guest in waiting), (view.players[view.seat].valet, True)]


def fits(
    w: int, h: int, guest: Guest | None, valet: bool, cells: tuple[tuple[str, int], ...], none: str
) -> Canvas:
    """Paint a guest and the rooms he could move into, each with its points."""
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
    each, gap = 98, 6
    shown = cells[: max(1, (w - x - 8) // (each + gap))]
    if len(shown) < len(cells):
        shown = cells[: (w - x - 8 - 54) // (each + gap)]
    for cell, worth in shown:
        box = Box(x, 8, each, h - 16)
        art.plate(box, 8, th.GOLD if worth > 2 else th.PLANK)
        art.label(box.left(56), cell, words.bold(34), th.INK)
        art.stamp_at(pieces.points(worth, 44, th.PAPER), box.right - 22, box.cy)
        x += each + gap
    if len(shown) < len(cells):
        more = f"+{len(cells) - len(shown)}"
        art.label(Box(x, 0, w - x - 6, h), more, words.bold(30), th.INK)
    return art
