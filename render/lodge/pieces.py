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
def room(colour: Colour, size: int) -> Image.Image:
    """Return an empty room: its colour and its icon."""
    fill, ink = th.ROOM[colour], th.ROOM_INK[colour]
    stamp = _wall(size, size, fill, th.BEAM, max(1, size // 28)).copy()
    sign = size * 68 // 100
    icon = icons.room(colour, sign, ink, fill)
    stamp.paste(icon, ((size - sign) // 2, (size - sign) // 2), icon)
    return stamp


@stamped
def _plate(w: int, h: int, radius: float, fill: str) -> Pen:
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, fill, radius)
    return pen


@stamped
def _half(w: int, h: int, tall: int, fill: str, radius: float, gap: float, right: bool) -> Pen:
    """Draw one of two halves with round outer corners, cut off below `h`.

    By itself, as there are far fewer halves than guests: most are drawn only once.
    """
    pen = Pen(w, h)
    wide = w / 2 - gap / 2
    pen.rect(w - wide if right else 0, 0, wide, tall, fill, radius)
    pen.rect(w - wide if right else wide - radius, 0, radius, tall, fill)
    return pen


@stamped
def _foot(w: int, h: int, radius: float) -> Pen:
    """Draw what the letters stand on."""
    pen = Pen(w, h)
    pen.rect(0, 0, w, h, th.PAPER, min(radius, h / 2))
    pen.rect(0, 0, w, h / 2, th.PAPER)
    return pen


@STAMPS
def guest(it: Guest, w: int, h: int, liked: bool = False, letters: str = "") -> Image.Image:
    """Return a guest: two halves with icons of its colours, and its floor.

    Args:
        it: The guest.
        w: Width.
        h: Height.
        liked: The floor is in a heart: it is the one that is spoken of.
        letters: The letters of the colours, from a height of `WHOLE` on. With the floor behind
            them they are what the guest is called.
    """
    low = round(h * 0.4) if letters else 0
    stamp = _blank(it, w, h, low).copy()
    size = round(h * 0.35) if letters else round(h * 0.6)
    sign = round(min(w * 0.4, h * 0.5)) if letters else round(min(w * 0.4, h * 0.44))
    _icons(stamp, it, sign, (h - low - sign) // 2 if letters else round(h * 0.07))
    if letters:
        px = max(words.DETAIL_PX, round(h * 0.3))
        wide = words.width(letters, words.bold(px))
        x = (w - wide - size - w // 30) // 2
        cy = h - low // 2 - max(1, h // 50)
        lettered(stamp, letters, x + wide // 2, cy, px, th.INK)
        _floor(stamp, it, x + wide + w // 30 + size // 2, cy, size, liked)
    else:
        _floor(stamp, it, w // 2, h - size // 2 - max(1, h // 40), size, liked)
    return stamp


@STAMPS
def lodger(it: Guest, size: int) -> Image.Image:
    """Return a guest on another floor than their favourite, which counts no more."""
    stamp = _blank(it, size, size).copy()
    sign = round(size * 0.44)
    _icons(stamp, it, sign, (size - sign) // 2)
    return stamp


def _icons(stamp: Image.Image, it: Guest, sign: int, top: int) -> None:
    """Put the icons of a guest's colours on the two halves."""
    w = stamp.width
    for colour, cx in ((it.first, w // 4 + 1), (it.second, w - w // 4 - 1)):
        icon = icons.room(colour, sign, th.ROOM_INK[colour], th.ROOM[colour])
        stamp.paste(icon, (cx - sign // 2, top), icon)


def _blank(it: Guest, w: int, h: int, foot: int = 0) -> Image.Image:
    line = max(1, h // 26)
    radius = h * 0.18
    stamp = _plate(w, h, radius, th.BEAM if foot else th.PAPER).copy()
    wide, tall = w - 2 * line, h - 2 * line
    for colour, right in ((it.first, False), (it.second, True)):
        half = _half(wide, tall - foot, tall, th.ROOM[colour], radius - line, line, right)
        stamp.paste(half, (line, line), half)
    if foot:
        low = _foot(wide, foot, radius - line)
        stamp.paste(low, (line, line + tall - foot), low)
    return stamp


def _floor(stamp: Image.Image, it: Guest, cx: int, cy: int, size: int, liked: bool) -> None:
    """Write a guest's favourite floor in a disc, or in a heart if they are on it."""
    plate = icons.loved(size + 4) if liked else number(size)
    stamp.paste(plate, (cx - plate.width // 2, cy - plate.height // 2), plate)
    px = max(words.DETAIL_PX, size * (66 if liked else 76) // 100)
    ink = th.SNOW if liked else th.INK
    lettered(stamp, str(it.floor), cx, cy - (size // 12 if liked else 0), px, ink)


@stamped
def number(size: int) -> Pen:
    """Draw the disc behind a guest's floor."""
    pen = Pen(size, size)
    half = size / 2
    pen.disc(half, half, half, th.SOFT)
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
    px = max(words.DETAIL_PX, round(size * 0.48))
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
