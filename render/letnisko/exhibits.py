"""Components shown large with their facts for the rulebook, and small as signs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final, NamedTuple

from render.kit import chips, marks
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.press import paint
from render.kit.signs import PLATED, SIZE, plated
from render.letnisko import icons, offer, pieces, train
from render.letnisko import theme as th
from render.picture import DrawSign, Sign, seat_sign
from rules.letnisko.components import (
    GUESTS,
    HOUSES,
    SEAT_LETTERS,
    WEATHER,
    Card,
    Icon,
    Tokens,
    Weather,
    guest_count,
)

LINE = words.text(34)
ICON = 58


class Fact(NamedTuple):
    """A fact, with icons in front of it."""

    icons: tuple[str, ...]
    line: str


def ladder(base_zl: int) -> list[tuple[int, int]]:
    """Return the prices of the first three visits, for one token and for two."""
    return [(base_zl * n, base_zl * (n - 1)) for n in (1, 2, 3)]


def title(w: int, h: int, line: str) -> Canvas:
    """Paint what is shown below."""
    art = Canvas(w, h, th.PINE)
    font = words.largest(line, words.slab(48), w - 8, words.GLANCE_PX)
    art.label(art.box.inset(4, 0), line, font, th.CREAM, "left")
    return art


def thing(w: int, h: int, key: str) -> Canvas:
    """Paint a component as large as the room allows."""
    sky = key in set(Weather) or key == "locomotive" or key.startswith("car:")
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 16, th.SKY if sky else th.PAPER)
    put(art, art.box.inset(24), key)
    return art


def named(w: int, h: int, key: str, name: str) -> Canvas:
    """Paint a component and its name below it."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 16, th.PAPER)
    rows, room = (2, art.box.inset(16)) if h > 200 else (1, art.box.inset(8, 6))
    words_h = 40 * rows
    put(art, room.top(room.h - words_h - 4), key)
    font = words.bold(36 if rows == 2 else 28)
    while font.px > words.DETAIL_PX and _is_cut(name, font, room.w, rows):
        font = font.at(font.px - 1)
    for at, line in enumerate(words.wrap(name, font, room.w, rows)):
        place = Box(room.x, room.bottom - words_h + at * 40, room.w, 40)
        art.label(place, line, font, th.INK)
    return art


def _is_cut(name: str, font: words.Font, room: int, rows: int) -> bool:
    return any(line.endswith(words.ELLIPSIS) for line in words.wrap(name, font, room, rows))


def put(art: Canvas, room: Box, key: str) -> None:
    """Put a component in the middle of a room."""
    size = min(room.w, room.h, 300)
    cx, cy = room.cx, room.cy
    if key.startswith("guest:"):
        art.stamp_at(pieces.guest(key[-1], size * 3 // 4, th.PAPER), cx, cy)
    elif key in set(Card):
        offer.picture(art, cx, cy, key, size)
    elif key in set(Weather):
        art.stamp_at(icons.weather(key, size), cx, cy)
    elif key.startswith("car:"):
        if room.h < 160:
            art.stamp_at(pieces.wagon(size), cx, cy)
            return
        w, h = min(room.w, 240), min(room.h, 230)
        paint(art, train.car(Box(cx - w // 2, cy - h // 2, w, h), 3, key[4:], "", False))
    elif key == "locomotive":
        wide = min(room.w, room.h * 4 // 3)
        art.stamp_at(pieces.locomotive(wide, wide * 3 // 4), cx, cy)
    elif key.startswith("token:"):
        one = min(room.w * 7 // 24, room.h * 7 // 16)
        for n, letter in enumerate(key.removeprefix("token:")):
            x, y = cx + (n % 3 - 1 + (n > 2) / 2) * one * 1.1, cy + (n // 3 - 0.5) * one * 1.1
            art.stamp_at(pieces.token(letter, one), round(x), round(y))
    elif key.startswith("porter-token:"):
        art.stamp_at(pieces.porter(key[-1], size * 3 // 4), cx, cy)
    else:
        art.stamp_at(icons.crown(size * 3 // 4), cx, cy)


def sign(art: Canvas, x: int, cy: int, code: str) -> int:
    """Put a small icon starting at x, and return where it ends."""
    cx, size = x + ICON // 2, ICON - 6
    if code in set(Card):
        offer.picture(art, cx, cy - 4, code, ICON)
    elif code in th.GUEST_OF:
        art.stamp_at(pieces.guest(code, size, th.PAPER), cx, cy)
    elif code in set(Icon):
        art.disc(cx, cy, ICON, th.SKY)
        art.stamp_at(icons.forecast(code, 48), cx, cy)
    elif code == "hot":
        art.stamp_at(icons.weather(code, ICON), cx, cy)
    elif code == "arrow":
        art.stamp_at(icons.arrow(26, 20, th.SOFT), x + 14, cy)
        return x + 34
    elif code in th.LOOKS:
        art.stamp_at(pieces.token(code, size), cx, cy)
    elif code[:-1] in ("two", "with", "case"):
        kinds = {"two": Tokens.TWO, "with": Tokens.WITH_PORTER, "case": Tokens.PORTER}
        kind = kinds[code[:-1]]
        pieces.tokens(art, x, cy, size, code[-1], kind)
        return x + pieces.tokens_width(kind, size) + 10
    else:
        stamp = {
            "coins": lambda: icons.coins(size),
            "pine": lambda: icons.pine(ICON),
            "auto": lambda: pieces.automobile(70, 42, th.RED, th.INK),
            "pump": lambda: icons.pump(size, th.INK, th.PAPER),
            "star": lambda: marks.star(size, th.RAY),
            "car": lambda: pieces.wagon(ICON),
        }[code]()
        art.stamp_at(stamp, x + stamp.width // 2, cy)
        return x + stamp.width + 8
    return x + ICON + 4


def about(w: int, h: int, facts: tuple[Fact, ...], base_zl: int, labels: tuple[str, ...]) -> Canvas:
    """Paint facts one below another, and the prices of three visits."""
    art = Canvas(w, h, th.PINE)
    art.plate(art.box, 16, th.PAPER)
    room = art.box.inset(24, 16)
    if base_zl:
        _ladder(art, room.below(room.h - 150), base_zl, labels)
        room = room.top(room.h - 160)
    high = min(112, room.h // max(1, len(facts)))
    room = room.below((room.h - high * len(facts)) // 2)
    for at, fact in enumerate(facts):
        row = Box(room.x, room.y + at * high, room.w, high)
        x = row.x
        for code in fact.icons:
            x = sign(art, x, row.cy, code)
        x += 12 if fact.icons else 0
        space = Box(x, row.y, row.right - x, row.h)
        font = LINE if words.width(fact.line, LINE) <= space.w else words.text(30)
        lines = words.wrap(fact.line, font, space.w, 2)
        for n, line in enumerate(lines):
            y = row.cy - 18 * len(lines) + 36 * n
            art.label(Box(x, y, space.w, 36), line, font, th.INK, "left")
    return art


def _ladder(art: Canvas, room: Box, base_zl: int, labels: tuple[str, ...]) -> None:
    rows = room.rows(3, 4)
    for row, label in zip(rows, labels, strict=True):
        art.label(row.left(190), label, words.text(30), th.SOFT, "left")
    for n, (one, pair) in enumerate(ladder(base_zl)):
        for row, value in zip(rows, (f"{n + 1}.", f"{one} zł", f"{pair} zł"), strict=True):
            box = Box(row.x + 200 + n * 184, row.y, 174, row.h)
            if row is not rows[0]:
                art.plate(box, 10, th.SHADE)
            art.label(box, value, words.bold(34), th.INK)


_LOOKS: Final = tuple(th.LOOKS[it.en]._replace(letter="") for it in SEAT_LETTERS)
"""How the seats look; their letters depend on the reader's language."""
_FORESTS: Final = ("forest-100", "forest-200")

SIGNS: Final[Mapping[Sign, DrawSign]] = {
    **{seat_sign(n): partial(chips.chip, look, SIZE, 0.6) for n, look in enumerate(_LOOKS)},
    **{
        Sign(
            str(it.card),
            ("card", "house"),
            (str(it.card), str(it.house)),
            words=(it.name, f"a {it.card}"),
        ): partial(lambda kind: plated(pieces.small_house(kind, PLATED), th.PAPER), str(it.house))
        for it in HOUSES.values()
    },
    Sign(
        "forest", ("card",), _FORESTS, words=("a forest lot", "a {price} zł forest lot")
    ): lambda: icons.pine(SIZE),
    Sign("automobile", ("card",), ("automobile",), words=("an automobile",)): lambda: plated(
        pieces.automobile(110, 66, th.RED, th.INK), th.PAPER
    ),
    **{
        Sign(
            f"guest{it.lower()}",
            components=(f"guest:{it}",),
            words=(card.name, guest_count(it, 1), f"a {card.name.en.lower()}"),
        ): partial(
            lambda kind: plated(pieces.guest_shape(kind, PLATED, th.PAPER), th.PAPER), str(it)
        )
        for it, card in GUESTS.items()
    },
    **{
        Sign(str(it), components=(str(it),), words=(card.name,)): partial(
            lambda kind: plated(icons.weather(kind, PLATED), th.SKY), str(it)
        )
        for it, card in WEATHER.items()
    },
    Sign("car", components=("car",)): partial(pieces.wagon, SIZE),
    Sign("locomotive", components=("locomotive",)): partial(pieces.locomotive, SIZE, SIZE * 3 // 4),
    Sign("president", components=("president",)): partial(icons.crown, SIZE),
}
"""What draws each sign that can stand before a word."""
