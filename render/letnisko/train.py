"""The train: locomotive, tokens, cars with guests, and who claimed them."""

from __future__ import annotations

from typing import NamedTuple

from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import Placed
from render.letnisko import icons, pieces
from render.letnisko import theme as th
from rules.letnisko.components import Tokens

CHIP = 48
"""Size of a token above a car."""
RAIL = 14
"""Height of the track."""


class Stack(NamedTuple):
    """Tokens placed together."""

    seat: int
    tokens: Tokens


class Taken(NamedTuple):
    """Tokens on one car or two, given by number."""

    first: int
    last: int
    stack: Stack


def _track(art: Canvas) -> None:
    h = art.box.h
    art.fill(Box(0, h - RAIL, art.box.w, RAIL), th.WOOD)
    art.fill(Box(0, h - RAIL, art.box.w, 5), th.STEEL)


def engine(w: int, h: int, gift: str, parcels: tuple[Stack, ...], last: bool) -> Canvas:
    """Paint the locomotive with what the conductor hands over, and the tokens on it."""
    art = Canvas(w, h, th.PINE)
    _track(art)
    x, room = 6, w - 12
    widths = [pieces.tokens_width(p.tokens, 44) for p in parcels]
    step = min(1.0, (room - 44) / max(1, sum(widths) + 6 * len(widths) - 44))
    at = float(x)
    for parcel, wide in zip(parcels, widths, strict=True):
        pieces.tokens(art, round(at), 30, 44, parcel.seat, parcel.tokens)
        at += (wide + 6) * step
    if last:
        art.plate(Box(2, 56, w - 4, h - 56 - RAIL), 14, th.MARK)
        art.plate(Box(7, 61, w - 14, h - 66 - RAIL), 10, th.NEEDLE)
    art.stamp(pieces.locomotive(190, 140), 10, h - RAIL - 136)
    boiler = Box(34, h - RAIL - 93, 97, 44)
    font = words.largest(gift, words.bold(words.GLANCE_PX), boiler.w, 26)
    art.label(boiler, gift, font, th.MARK)
    return art


def band(w: int, h: int, cars: int, taken: tuple[Taken, ...]) -> Canvas:
    """Paint the tokens above the cars; an automobile spans two."""
    art = Canvas(w, h, th.PINE)
    wide = w // max(1, cars)
    for it in taken:
        size = pieces.tokens_width(it.stack.tokens, CHIP)
        left = (it.first - 1) * wide
        cx = left + wide * (it.last - it.first + 1) // 2
        if it.first == it.last:
            pieces.tokens(art, cx - size // 2, h // 2, CHIP, it.stack.seat, it.stack.tokens)
            continue
        bar = Box(left + 10, 4, 2 * wide - 20, h - 8)
        art.plate(bar, 12, th.PAPER)
        auto = pieces.automobile(70, 42, th.RED, th.INK)
        x = cx - (size + 12 + 70) // 2
        pieces.tokens(art, x, h // 2, CHIP - 4, it.stack.seat, it.stack.tokens)
        art.stamp_at(auto, x + size + 12 + 35, h // 2)
    return art


def car(box: Box, number: int, guests: str, claimed: int, last: bool) -> tuple[Placed, ...]:
    """Return a car part by part: car, number in its claimer's colour, guests."""
    body = Box(box.x + 4, box.y + 10, box.w - 8, box.h - RAIL - 20)
    sill_ = Box(body.x + 5, body.bottom - 35, body.w - 10, 30)
    room = Box(body.x + 7, body.y + 14, body.w - 14, sill_.y - body.y - 17)
    shell_ = (box, shell, (last,))
    number_ = (sill_, sill, (number, claimed))
    return (shell_, number_, (room, seats, (guests,))) if guests else (shell_, number_)


def shell(w: int, h: int, last: bool) -> Canvas:
    """Paint an empty car on the track."""
    art = Canvas(w, h, th.PINE)
    _track(art)
    body = Box(4, 10, w - 8, h - RAIL - 20)
    art.fill(Box(0, body.bottom - 16, w, 8), th.STEEL)
    art.plate(Box(2, 2, w - 4, 26), 12, th.MARK if last else th.RED)
    for x in (w // 4, w * 3 // 4):
        art.disc(x, h - RAIL - 12, 26, th.INK)
        art.disc(x, h - RAIL - 12, 14, th.SAND)
    art.plate(body, 12, th.MARK if last else th.DARK)
    art.plate(body.inset(5), 8, th.CREAM)
    return art


def sill(w: int, h: int, number: int, claimed: int) -> Canvas:
    """Paint a car's number, on its claimer's colour."""
    art = Canvas(w, h, th.SEATS[claimed] if claimed >= 0 else th.GREEN)
    ink = th.SEAT_LOOKS[claimed].ink if claimed >= 0 else th.MARK
    art.label(art.box, str(number), words.bold(28), ink)
    return art


def seats(w: int, h: int, guests: str) -> Canvas:
    """Paint the guests in a car."""
    art = Canvas(w, h, th.CREAM)
    crowd(art, art.box, guests)
    return art


def crowd(art: Canvas, room: Box, guests: str, most: int = 72) -> None:
    """Put guests in a room, as large as they fit."""
    if not guests:
        return
    size = next(
        (s for s in range(most, 20, -2) if (room.w // s) * (room.h // s) >= len(guests)), 20
    )
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
