"""The train: locomotive, tokens, cars with guests, and who claimed them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box, Detail
from render.kit.press import Placed
from render.letnisko import icons, pieces
from render.letnisko import theme as th
from rules.letnisko.components import Tokens

CHIP = 46
"""Size of a token above a car."""
ASIDE = 4
"""What is left free on either side of it."""
RAIL = 14
"""Height of the track."""


HIGH = 146
"""Height of the locomotive."""
LOAD = 40
"""Size of a token above it."""
MEANT = 49
"""Size from which a guest is shown by itself; smaller ones are counted."""


class Stack(NamedTuple):
    """Tokens placed together, by the letter of their seat; `times` over."""

    letter: str
    tokens: Tokens
    times: int = 1


class Taken(NamedTuple):
    """Tokens on one car or two, given by number."""

    first: int
    last: int
    stack: Stack


def _track(art: Canvas) -> None:
    h = art.box.h
    art.fill(Box(0, h - RAIL, art.box.w, RAIL), th.WOOD)
    art.fill(Box(0, h - RAIL, art.box.w, 5), th.STEEL)


def engine(box: Box, gift: str, parcels: tuple[Stack, ...], last: bool) -> Iterator[Placed]:
    """Yield the locomotive, what the conductor hands over, and tokens above.

    Those of each player are counted, the porter is told apart: at most six, from below.
    """
    yield box, locomotive, (gift, last)
    foot, wide = box.h - RAIL - HIGH, box.w // 3
    for at, parcel in enumerate(parcels):
        row, col = divmod(at, 3)
        y = foot - (LOAD + 2) * (row + 1)
        yield Detail(box.x + col * wide, box.y + y, wide, LOAD + 2), load, (parcel,)


def load(w: int, h: int, it: Stack) -> Canvas:
    """Paint tokens above the locomotive."""
    art = Canvas(w, h, th.PINE)
    pieces.tokens(art, 2, h // 2, LOAD, it.letter, it.tokens)
    if it.times > 1:
        art.label(art.box.after(LOAD + 2), f"×{it.times}", words.bold(26), th.CREAM, "left")
    return art


def locomotive(w: int, h: int, gift: str, last: bool) -> Canvas:
    """Paint the locomotive without tokens."""
    art = Canvas(w, h, th.PINE)
    _track(art)
    place = Box(2, h - RAIL - HIGH, w - 4, HIGH)
    if last:
        pieces.touched(art, place, 14, 7)
        art.plate(place.inset(7), 9, th.NEEDLE)
    art.stamp(pieces.locomotive(190, 140), 10, h - RAIL - 138)
    boiler = Box(25, h - RAIL - 95, 118, 44)
    font = words.largest(gift, words.bold(words.GLANCE_PX), boiler.w, 26)
    art.label(boiler, gift, font, th.MARK)
    return art


def claims(band: Box, cars: int, taken: Iterable[Taken]) -> Iterator[Placed]:
    """Yield the tokens above the cars, a tile for each claim; an automobile spans two."""
    wide = band.w // max(1, cars)
    for it in taken:
        left = band.x + (it.first - 1) * wide
        if it.first != it.last:
            yield Box(left + 10, band.y, 2 * wide - 20, band.h), driven, (it.stack,)
            continue
        size = pieces.tokens_width(it.stack.tokens, CHIP) + 2 * ASIDE
        yield Box(left + (wide - size) // 2, band.y, size, band.h), placed, (it.stack,)


def placed(w: int, h: int, it: Stack) -> Canvas:
    """Paint tokens above a car."""
    art = Canvas(w, h, th.PINE)
    pieces.tokens(art, ASIDE, h // 2, CHIP, it.letter, it.tokens)
    return art


def driven(w: int, h: int, it: Stack) -> Canvas:
    """Paint tokens and an automobile above two cars."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box.inset(0, 4), 12, th.PAPER)
    size = pieces.tokens_width(it.tokens, CHIP)
    x = (w - size - 12 - 70) // 2
    pieces.tokens(art, x, h // 2, CHIP - 4, it.letter, it.tokens)
    art.stamp_at(pieces.automobile(70, 42, th.RED, th.INK), x + size + 12 + 35, h // 2)
    return art


def car(box: Box, number: int, guests: str, claimed: str, last: bool) -> tuple[Placed, ...]:
    """Return a car part by part: car, number in its claimer's colour, guests."""
    body = Box(box.x + 4, box.y + 10, box.w - 8, box.h - RAIL - 20)
    sill_ = Box(body.x + 5, body.bottom - 35, body.w - 10, 30)
    room = Box(body.x + 7, body.y + 9, body.w - 14, sill_.y - body.y - 12)
    shell_ = (box, shell, (last,))
    number_ = (sill_, sill, (number, claimed))
    return (shell_, number_, (room, seats, (guests,))) if guests else (shell_, number_)


def shell(w: int, h: int, last: bool) -> Canvas:
    """Paint an empty car on the track."""
    art = Canvas(w, h, th.PINE)
    _track(art)
    body = Box(4, 10, w - 8, h - RAIL - 20)
    art.fill(Box(0, body.bottom - 16, w, 8), th.STEEL)
    art.plate(Box(2, 2, w - 4, 26), 12, th.RED)
    for x in (w // 4, w * 3 // 4):
        art.disc(x, h - RAIL - 12, 26, th.COAL)
        art.disc(x, h - RAIL - 12, 14, th.SAND)
    if last:
        pieces.touched(art, body.inset(-4), 12, 9)
    else:
        art.plate(body, 12, th.RUST)
    art.plate(body.inset(5), 8, th.CREAM)
    return art


def sill(w: int, h: int, number: int, claimed: str) -> Canvas:
    """Paint a car's number, on its claimer's colour."""
    art = Canvas(w, h, th.LOOKS[claimed].fill if claimed else th.GREEN)
    ink = th.LOOKS[claimed].ink if claimed else th.MARK
    art.label(art.box, str(number), words.bold(28), ink)
    return art


def seats(w: int, h: int, guests: str) -> Canvas:
    """Paint the guests in a car, counted if they are many."""
    art = Canvas(w, h, th.CREAM)
    size = next((s for s in range(84, MEANT - 1, -2) if w // s * (h // s) >= len(guests)), 0)
    if size:
        crowd(art, art.box, guests, size)
    else:
        tally(art, art.box, guests)
    return art


def tally(art: Canvas, room: Box, guests: str) -> None:
    """Put each kind of guest once, with its number, one below another or side by side."""
    kinds = "".join(dict.fromkeys(guests))
    cells = room.rows(len(kinds)) if room.h > room.w // 2 else room.columns(len(kinds))
    for cell, letter in zip(cells, kinds, strict=True):
        size, line = min(cell.h - 2, 44), str(guests.count(letter))
        font = words.bold(max(24, min(44, cell.h - 2)))
        wide = size + 6 + words.width(line, font)
        x = cell.cx - wide // 2
        art.stamp_at(pieces.guest(letter, size, th.PAPER), x + size // 2, cell.cy)
        art.label(Box(x + size + 6, cell.y, wide, cell.h), line, font, th.INK, "left")


def tally_width(guests: str, size: int) -> int:
    """Return how wide `tally` is in one row, with signs of a size."""
    kinds = "".join(dict.fromkeys(guests))
    font = words.bold(max(24, size))
    widths = [size + 14 + words.width(str(guests.count(letter)), font) for letter in kinds]
    return max(widths, default=0) * len(kinds)


def crowd(art: Canvas, room: Box, guests: str, size: int) -> None:
    """Put guests in a room, each by itself, at a size at which they fit."""
    across = max(1, room.w // size)
    rows = -(-len(guests) // across)
    across = -(-len(guests) // rows)
    step = min(size + 10, room.w // across)
    deep = min(size + 6, room.h // rows)
    for n, guest in enumerate(guests):
        row, col = divmod(n, across)
        count = min(across, len(guests) - row * across)
        cx = room.cx - (count - 1) * step // 2 + col * step
        cy = room.cy - (rows - 1) * deep // 2 + row * deep
        art.stamp_at(pieces.guest(guest, size - 2, th.CREAM), cx, cy)


def rest(w: int, h: int) -> Canvas:
    """Paint the background of the train: track and pines."""
    art = Canvas(w, h, th.PINE)
    x, n = 26, 0
    while x < w - 20:
        size = (92, 64, 120, 78)[n % 4]
        pine = icons.pine(size, th.NEEDLE, th.NEEDLE)
        if x + size <= w:
            art.stamp(pine, x, h - RAIL - size + 2)
        x, n = x + size - 10, n + 1
    _track(art)
    return art
