"""Components shown large with their facts for the rulebook, and small as signs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from PIL import Image

from render.kit import marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.signs import PLATED, SIZE, plated
from render.lodge import icons, panels, pieces, schemes
from render.lodge import theme as th
from render.picture import DrawSign, Sign, seat_sign
from rules.lodge.components import AMENITIES, FLOORS, GUESTS, LOOKS, Colour, Guest

LINE = words.text(34)


def title(w: int, h: int, line: str) -> Canvas:
    """Paint what is shown below."""
    art = Canvas(w, h, th.NIGHT)
    font = words.largest(line, words.slab(48), w - 8, words.GLANCE_PX)
    art.label(art.box.inset(4, 0), line, font, th.SNOW, "left")
    return art


def thing(w: int, h: int, key: str) -> Canvas:
    """Paint a component as large as the room allows."""
    art = Canvas(w, h, th.NIGHT)
    art.plate(art.box, 16, th.SKY)
    put(art, art.box.inset(24), key)
    return art


def named(w: int, h: int, key: str, name: str) -> Canvas:
    """Paint a component and its name below it."""
    art = Canvas(w, h, th.NIGHT)
    art.plate(art.box, 16, th.SKY)
    room = art.box.inset(12, 10)
    high = 76 if h > 200 else 40
    put(art, room.top(room.h - high - 4), key)
    most = 2 if h > 200 else 1
    font = words.bold(34 if h > 200 else 26)
    while font.px > words.DETAIL_PX and _cut(name, font, room.w, most):
        font = font.at(font.px - 1)
    for at, line in enumerate(words.wrap(name, font, room.w, most)):
        place = Box(room.x, room.bottom - high + at * 38, room.w, 38)
        art.label(place, line, font, th.INK)
    return art


def _cut(name: str, font: words.Font, room: int, most: int) -> bool:
    return any(line.endswith(words.ELLIPSIS) for line in words.wrap(name, font, room, most))


def about(w: int, h: int, facts: tuple[str, ...]) -> Canvas:
    """Paint the facts of a component, one below another."""
    art = Canvas(w, h, th.NIGHT)
    art.plate(art.box, 16, th.PAPER)
    room = art.box.inset(24, 16)
    each = room.h // max(3, len(facts))
    y = room.y + max(0, (room.h - each * len(facts)) // 2)
    for fact in facts:
        lines = words.wrap(fact, LINE, room.w - 40, 3)
        top = y + (each - 42 * len(lines)) // 2
        art.stamp_at(marks.pointer(22, th.MARK), room.x + 11, top + 21)
        for n, line in enumerate(lines):
            art.label(Box(room.x + 40, top + n * 42, room.w - 40, 42), line, LINE, th.INK, "left")
        y += each
    return art


def put(art: Canvas, room: Box, key: str) -> None:
    """Put a component in the middle of a room."""
    size = min(room.w, room.h)
    kind, _, code = key.partition(":")
    if kind == "room":
        size = min(size, 280)
        art.stamp_at(pieces.room(Colour(code), size), room.cx, room.cy)
    elif key in AMENITIES:
        _amenity(art, room, key)
    elif key == "elevator":
        each = (room.h - 20) // FLOORS
        tower = panels.shaft(min(room.w, each * 8 // 10), FLOORS * each + 20, each)
        art.put(tower.image, room.cx - tower.box.w // 2, room.y)
    elif key == "valet":
        art.stamp_at(icons.case(min(size, 260), th.WOOD, th.SKY), room.cx, room.cy)
    elif key == "token":
        art.stamp_at(icons.token(min(size, 260), False), room.cx, room.cy)
    else:
        size = min(size, 280)
        art.stamp_at(pieces.guest(Guest.parse(key), size, size), room.cx, room.cy)


def _amenity(art: Canvas, room: Box, key: str) -> None:
    size = min(room.w, room.h, 320)
    box = Box(room.cx - size // 2, room.cy - size // 2, size, size)
    art.stamp(pieces.gilt(size, size, th.PAPER), box.x, box.y)
    inner = box.inset(size // 10)
    scheme = schemes.scheme(key, inner.w, inner.h * 45 // 100)
    art.stamp_at(scheme, inner.cx, inner.y + inner.h * 24 // 100)
    star = inner.h * 50 // 100
    art.stamp_at(pieces.points(AMENITIES[key].points, star), inner.cx, inner.bottom - star // 2)


def _room_sign(colour: Colour) -> Image.Image:
    fill, ink = th.ROOM[colour], th.ROOM_INK[colour]
    return plated(icons.room(colour, PLATED, ink, fill), fill)


SIGNS: Final[Mapping[Sign, DrawSign]] = {
    **{seat_sign(n): partial(pieces.chip, n, SIZE) for n in range(len(th.SEATS))},
    **{
        Sign(guest.lower(), ("guest",), (guest,), words=(guest.called,)): partial(
            pieces.guest, guest, SIZE, SIZE
        )
        for guest in GUESTS
    },
    **{
        Sign(f"room{it.lower()}", components=(f"room:{it}",), words=(look.word,)): partial(
            _room_sign, it
        )
        for it, look in LOOKS.items()
    },
    Sign(
        "amenity",
        components=tuple(AMENITIES),
        words=tuple(amenity.name for amenity in AMENITIES.values()),
    ): lambda: plated(pieces.blank_star(PLATED), th.PAPER),
    Sign("valet", components=("valet",)): lambda: plated(
        icons.case(PLATED, th.WOOD, th.PAPER), th.PAPER
    ),
    Sign("token", components=("token",)): partial(icons.token, SIZE, False),
}
"""What draws each sign that can stand before a word."""
