"""The game's pieces as stamps: rooms, guests, points, the players' tokens."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.kit import chips
from render.kit import type as words
from render.kit.chips import lettered
from render.kit.kept import STAMPS
from render.kit.marks import star
from render.kit.pen import Pen, stamped
from render.kit.stamp import blank
from render.lodge import icons
from render.lodge import theme as th
from rules.lodge.components import Colour, Guest

WHOLE: Final = 84
"""The size from which a guest's halves have letters beside the icons."""


@stamped
def _wall(w: int, h: int, fill: str, edge: str, line: float) -> Pen:
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, edge)
    pen.rect(line, line, w - 2 * line, h - 2 * line, fill)
    return pen


@STAMPS
def room(colour: Colour, size: int, lettering: bool = True) -> Image.Image:
    """Return an empty room: its colour, its large icon, its letter."""
    fill, ink = th.ROOM[colour], th.ROOM_INK[colour]
    line = max(1, size // 28)
    stamp = _wall(size, size, fill, th.BEAM, line).copy()
    px = max(words.DETAIL_PX, size * 30 // 100)
    big = lettering and size >= 40
    sign = size * (54 if big else 66) // 100
    icon = icons.room(colour, sign, ink, fill)
    if not big:
        stamp.paste(icon, ((size - sign) // 2, (size - sign) // 2), icon)
        return stamp
    stamp.paste(icon, (size * 10 // 100, (size - sign) // 2), icon)
    lettered(stamp, colour, size * 82 // 100, size // 2, px, ink)
    return stamp


@stamped
def _plate(w: int, h: int, radius: float) -> Pen:
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, th.PAPER, radius)
    return pen


@stamped
def _halves(w: int, h: int, first: str, second: str, radius: float, gap: float) -> Pen:
    pen = Pen(w, h)
    pen.rect(0, 0, w / 2 - gap / 2, h, first)
    pen.rect(w / 2 + gap / 2, 0, w / 2 - gap / 2, h, second)
    pen.clip(_plate(w, h, radius))
    return pen


@STAMPS
def guest(it: Guest, w: int, h: int, liked: bool = False) -> Image.Image:
    """Return a guest: two halves with icons of its colours, floor in the middle.

    Args:
        it: The guest.
        w: Width; from a third more than the height on, everything is in one line.
        h: Height; from `WHOLE` on, there are letters too.
        liked: The floor is in a heart: they are on it.
    """
    stamp = _blank(it, w, h).copy()
    flat, whole = w * 4 > h * 5, h >= WHOLE
    size = round(h * (0.46 if whole else 0.62 if flat else 0.58))
    sign = round(min((w - size) / 2 * 0.86 if flat else w * 0.37, h * (0.6 if flat else 0.42)))
    top = (h - sign) // 2 if flat else round(h * 0.08)
    aside = (w - size) // 4 if flat else w // 4 + 1
    for colour, cx in ((it.first, aside), (it.second, w - aside)):
        ink = th.ROOM_INK[colour]
        icon = icons.room(colour, sign, ink, th.ROOM[colour])
        stamp.paste(icon, (cx - sign // 2, top), icon)
        if whole:
            at = cx + (-1 if cx < w // 2 else 1) * round(w * 0.075)
            lettered(stamp, colour, at, round(h * 0.76), round(h * 0.27), ink)
    cy = h // 2 if flat else h - size // 2 - max(1, h // 30)
    _floor(stamp, it, w // 2, cy, size, liked)
    return stamp


def _blank(it: Guest, w: int, h: int) -> Image.Image:
    line = max(1, h // 26)
    radius = h * 0.18
    stamp = _plate(w, h, radius).copy()
    colours = th.ROOM[it.first], th.ROOM[it.second]
    inner = _halves(w - 2 * line, h - 2 * line, *colours, radius - line, line)
    stamp.paste(inner, (line, line), inner)
    return stamp


def _floor(stamp: Image.Image, it: Guest, cx: int, cy: int, size: int, liked: bool) -> None:
    """Write a guest's favourite floor in a disc, or in a heart if they are on it."""
    plate = icons.loved(size + 4) if liked else number(size)
    stamp.paste(plate, (cx - plate.width // 2, cy - plate.height // 2), plate)
    px = max(words.DETAIL_PX, size * (68 if liked else 75) // 100)
    ink = th.SNOW if liked else th.INK
    lettered(stamp, str(it.floor), cx, cy - (size // 12 if liked else 0), px, ink)


@STAMPS
def lodger(it: Guest, room: Colour, size: int, liked: bool) -> Image.Image:
    """Return a guest filling a small room, with the room's letter at the lower left."""
    stamp = _blank(it, size, size).copy()
    sign = size * 40 // 100
    for colour, cx in ((it.first, size // 4 + 1), (it.second, size - size // 4 - 1)):
        icon = icons.room(colour, sign, th.ROOM_INK[colour], th.ROOM[colour])
        stamp.paste(icon, (cx - sign // 2, size * 8 // 100), icon)
    low = size * 50 // 100
    plate = _letter(size * 44 // 100, low, th.PALE[room])
    stamp.paste(plate, (0, size - low), plate)
    px = max(words.DETAIL_PX, low * 8 // 10)
    lettered(stamp, room, size * 22 // 100, size - low // 2, px, th.INK)
    disc_size = size * 52 // 100
    _floor(stamp, it, size - disc_size // 2, size - disc_size // 2, disc_size, liked)
    return stamp


@STAMPS
def flag(it: Guest, size: int, liked: bool) -> Image.Image:
    """Return a guest filling a tiny room: their colours and their floor."""
    stamp = _blank(it, size, size).copy()
    _floor(stamp, it, size // 2, size // 2, size * 8 // 10, liked)
    return stamp


@stamped
def _letter(w: int, h: int, fill: str) -> Pen:
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, fill, h * 0.2)
    return pen


@stamped
def number(size: int) -> Pen:
    """Draw the disc behind a guest's floor."""
    pen = Pen(size, size)
    half = size / 2
    pen.disc(half, half, half, th.BEAM)
    pen.disc(half, half, half - max(1.5, size / 18), th.PAPER)
    return pen


@stamped
def nobody(w: int, h: int, ground: str) -> Pen:
    """Draw an empty space for a guest."""
    pen = Pen(w, h)
    radius = h * 0.2
    pen.rect(0, 0, w, h, th.MIST, radius)
    line = max(2, h // 24)
    pen.rect(line, line, w - 2 * line, h - 2 * line, ground, radius - line)
    return pen


@STAMPS
def points(value: int, size: int, fill: str = th.GOLD) -> Image.Image:
    """Return points in a star."""
    stamp = star(size, th.BEAM).copy()
    small = round(size * 0.86)
    inner = star(small, fill)
    stamp.paste(inner, ((size - small) // 2, round(size * 0.075)), inner)
    px = max(words.DETAIL_PX, round(size * 0.42))
    lettered(stamp, str(value), size // 2, round(size * 0.56), px, th.INK)
    return stamp


@STAMPS
def blank_star(size: int) -> Image.Image:
    """Return a star without a number: the icon for points."""
    stamp = star(size, th.BEAM).copy()
    small = round(size * 0.8)
    inner = star(small, th.GOLD)
    stamp.paste(inner, ((size - small) // 2, round(size * 0.11)), inner)
    return stamp


def served(guest: Image.Image, ground: str) -> Image.Image:
    """Return a guest, or an empty space for one, behind a suitcase: with the valet."""
    w, h = guest.width, guest.height
    size = w * 6 // 10
    stamp = blank(w + size * 9 // 10, h)
    case = icons.case(size, th.WOOD, ground)
    stamp.paste(case, (0, (h - size) // 2))
    stamp.paste(guest, (size * 9 // 10, 0), guest)
    return stamp


def chip(seat: int, size: int) -> Image.Image:
    """Return the token of a seat: colour, pattern, letter."""
    return chips.chip(th.SEAT_LOOKS[seat], size, 0.62)


@stamped
def gilt(w: int, h: int, fill: str) -> Pen:
    """Draw the frame of an amenity: gold in dark wood."""
    pen = Pen(w, h)
    line = max(2.0, w / 26)
    pen.rect(0, 0, w, h, th.BEAM)
    pen.rect(line / 2, line / 2, w - line, h - line, th.GOLD)
    pen.rect(line * 1.8, line * 1.8, w - 3.6 * line, h - 3.6 * line, fill)
    return pen
