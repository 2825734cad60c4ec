"""The game's pieces as stamps: guests, houses, tokens, automobiles, the train."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.kit import chips
from render.kit.bars import barred
from render.kit.canvas import Canvas
from render.kit.chips import cover, lettered
from render.kit.kept import STAMPS
from render.kit.layout import Box
from render.kit.pen import Pen, stamped
from render.letnisko import theme as th
from rules.letnisko.components import SEAT_LETTERS, Guest, House, Tokens
from rules.text import Seat

LEAST_PX: Final = 21
"""Smallest letter or number on a piece: 7 pixels on a phone."""
ROOMY: Final = 36
"""Size of a guest from which a diamond needs less than its room to be read."""
STOREYS: Final = {House.COTTAGE: 0, House.VILLA: 1, House.PENSION: 2}
"""The storeys of a house above the ground floor."""


def touched(art: Canvas, box: Box, radius: int, line: int) -> None:
    """Put a plate whose edge, `line` wide, marks what changed last: barred."""
    barred(art, box, radius, line, th.SUN, th.COAL)


@stamped
def guest_shape(kind: str, size: int, edge: str) -> Pen:
    """Draw a guest without the letter: circle, square or diamond."""
    pen = Pen(size, size)
    half, fill = size / 2, th.GUEST[Guest(kind)]
    line = max(2.0, size / 18)
    for inset, colour in ((0.0, edge), (line, fill)):
        if kind == Guest.STUDENT:
            pen.disc(half, half, half - inset, colour)
        elif kind == Guest.CONVALESCENT:
            at = size * 0.04 + inset
            pen.rect(at, at, size - 2 * at, size - 2 * at, colour, size * 0.1)
        else:
            far = inset * 1.4
            points = [(half, far), (size - far, half), (half, size - far), (far, half)]
            pen.polygon(points, colour)
    return pen


@STAMPS
def guest(letter: str, size: int, edge: str = th.PAPER) -> Image.Image:
    """Return a guest by its letter: circle, square, or a larger diamond."""
    kind = th.GUEST_OF[letter]
    diamond = kind is Guest.SOCIALITE
    if diamond:
        size = size * 9 // 8
    stamp = guest_shape(kind, size, edge).copy()
    px = max(LEAST_PX, round(size * (0.58 if diamond else 0.68)))
    lettered(stamp, letter, size // 2, size // 2, px, th.MARK)
    return stamp


def token(letter: str, size: int) -> Image.Image:
    """Return the token of a seat by its letter: colour, pattern, letter."""
    return chips.chip(th.LOOKS[letter], size, 0.75)


def chip(seat: Seat, size: int) -> Image.Image:
    """Return the token of a seat as English pictures show it."""
    return token(SEAT_LETTERS[seat].en, size)


@stamped
def _case(size: int, edge: str) -> Pen:
    pen = Pen(size, size)
    u = size / 100
    pen.rect(32 * u, 6 * u, 36 * u, 30 * u, edge, 9 * u)
    pen.rect(41 * u, 15 * u, 18 * u, 20 * u, th.PAPER, 3 * u)
    pen.rect(2 * u, 24 * u, 96 * u, 72 * u, edge, 12 * u)
    return pen


@stamped
def _cloth(size: int, letter: str, edge: str) -> Pen:
    pen, body = Pen(size, size), Pen(size, size)
    u = size / 100
    body.rect(7 * u, 29 * u, 86 * u, 62 * u, th.MARK, 8 * u)
    pen.rect(0, 0, size, size, th.LOOKS[letter].fill)
    cover(pen, th.LOOKS[letter])
    pen.clip(body.stamp())
    for x in (13, 80):
        pen.rect(x * u, 29 * u, 7 * u, 62 * u, edge)
    return pen


@STAMPS
def porter(letter: str, size: int) -> Image.Image:
    """Return the porter held by a seat: a suitcase in its colour, with its letter."""
    ink = th.LOOKS[letter].ink
    edge = th.SAND if ink == th.BONE else th.RUST
    stamp = _case(size, edge).copy()
    cloth = _cloth(size, letter, edge)
    stamp.paste(cloth, (0, 0), cloth)
    px = max(LEAST_PX, round(size * 0.7))
    lettered(stamp, letter, size // 2, size * 3 // 5, px, ink)
    return stamp


@stamped
def spent(size: int, ink: str) -> Pen:
    """Draw the empty space of a used porter."""
    pen = Pen(size, size)
    u = size / 100
    for fill, at in ((ink, 0.0), (th.PAPER, 8.0)):
        pen.rect((32 + at) * u, (6 + at) * u, (36 - 2 * at) * u, 30 * u, fill, 7 * u)
    for fill, at in ((ink, 0.0), (th.PAPER, 8.0)):
        pen.rect((2 + at) * u, (24 + at) * u, (96 - 2 * at) * u, (72 - 2 * at) * u, fill, 9 * u)
    return pen


@stamped
def hollow(size: int, ink: str) -> Pen:
    """Draw the empty space of a token that was placed."""
    pen = Pen(size, size)
    pen.ring(size / 2, size / 2, size / 2 - 1, max(2, size / 16), ink)
    return pen


def tokens_width(kind: Tokens, size: int) -> int:
    """Return how wide a stack of tokens is."""
    return size * 9 // 5 if kind.is_pair else size


def tokens(art: Canvas, x: int, cy: int, size: int, letter: str, kind: Tokens) -> None:
    """Put a stack of tokens starting at x: one, two, one with the porter, the porter."""
    y = cy - size // 2
    second = porter(letter, size) if kind.porter else token(letter, size)
    if kind.is_pair:
        art.stamp(second, x + size * 4 // 5, y)
    first = second if kind is Tokens.PORTER else token(letter, size)
    art.stamp(first, x, y)


def _house(kind: str, size: int) -> Pen:
    pen = Pen(size, size)
    u, roof = size / 100, th.ROOF[House(kind)]
    storeys = STOREYS[House(kind)]
    eaves = (56 - 13 * storeys) * u
    pen.rect(4 * u, eaves - 2 * u, 92 * u, 98 * u - eaves, roof, 3 * u)
    pen.rect(8 * u, eaves, 84 * u, 94 * u - eaves, th.PAPER)
    for storey in range(storeys):
        y = eaves + (4 + 13 * storey) * u
        for x in (15, 33, 51, 69):
            pen.rect(x * u, y, 15 * u, 8 * u, th.DUSK, 1.5 * u)
    slope = (30, 22, 12)[storeys]
    peak = eaves - 30 * u
    pen.polygon([(slope * u, peak), ((100 - slope) * u, peak), (100 * u, eaves), (0, eaves)], roof)
    if kind == House.VILLA:
        pen.rect(68 * u, peak - 7 * u, 11 * u, 16 * u, roof)
    return pen


@stamped
def _plain(kind: str, size: int) -> Pen:
    return _house(kind, size)


def house_peak(kind: str, size: int) -> int:
    """Return the y of the middle of a house's roof, from the top of its stamp."""
    return round((56 - 13 * STOREYS[House(kind)] - 14) * size / 100)


def house_top(kind: str, size: int) -> int:
    """Return the y of the highest pixel of a house, from the top of its stamp."""
    chimney = 7 if kind == House.VILLA else 0
    return (26 - 13 * STOREYS[House(kind)] - chimney) * size // 100


@STAMPS
def house(kind: str, size: int, sign: str) -> Image.Image:
    """Return an empty house of one, two or three storeys, with its number on the roof."""
    stamp = _plain(kind, size).copy()
    px = max(LEAST_PX, round(size * 0.27))
    lettered(stamp, sign, size // 2, house_peak(kind, size), px, th.MARK)
    return stamp


@stamped
def small_house(kind: str, size: int) -> Pen:
    """Draw a house as the icon of its kind: no number, nobody in it."""
    pen = _house(kind, size)
    u, roof = size / 100, th.ROOF[House(kind)]
    pen.rect(42 * u, 70 * u, 18 * u, 25 * u, roof, 2 * u)
    for x in (17, 70):
        pen.rect(x * u, 71 * u, 14 * u, 13 * u, th.DUSK, 1.5 * u)
    return pen


@stamped
def _bed(size: int) -> Pen:
    pen = Pen(size, size)
    pen.rect(1, 1, size - 2, size - 2, th.SAND, size * 0.16)
    pen.rect(3, 3, size - 6, size - 6, th.CREAM, size * 0.12)
    return pen


def lodged(art: Canvas, x: int, y: int, size: int, kind: str, number: int, residents: str) -> None:
    """Put a house with its number and the guests staying there, as letters."""
    art.stamp(house(kind, size, str(number)), x, y)
    one = size * 39 // 100
    for at in range(2):
        cx, cy = x + size * (28 + 44 * at) // 100, y + size * 75 // 100
        if at < len(residents):
            roomy = th.GUEST_OF[residents[at]] is Guest.SOCIALITE and one > ROOMY
            art.stamp_at(guest(residents[at], one * 9 // 10 if roomy else one, th.PAPER), cx, cy)
        else:
            art.stamp_at(_bed(one), cx, cy)


@stamped
def automobile(w: int, h: int, fill: str, edge: str) -> Pen:
    """Draw an automobile of the 1930s, driving to the right."""
    pen = Pen(w, h)
    u, v = w / 100, h / 60

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * u, y * v) for x, y in points]

    pen.rect(12 * u, 4 * v, 46 * u, 34 * v, edge, 9 * u)
    pen.rect(2 * u, 24 * v, 94 * u, 24 * v, edge, 7 * u)
    pen.rect(15 * u, 7 * v, 40 * u, 30 * v, fill, 7 * u)
    pen.rect(5 * u, 27 * v, 88 * u, 18 * v, fill, 5 * u)
    for x in (19, 38):
        pen.rect(x * u, 11 * v, 14 * u, 13 * v, th.PAPER, 2 * u)
    pen.polygon(at((88, 25), (97, 23), (97, 33), (88, 33)), th.SUN)
    for x in (24, 76):
        pen.disc(x * u, 46 * v, 13 * u, edge)
        pen.disc(x * u, 46 * v, 6 * u, th.PAPER)
    return pen


@stamped
def locomotive(w: int, h: int) -> Pen:
    """Draw the locomotive, heading left."""
    pen = Pen(w, h)
    u, v = w / 200, h / 150

    def rect(x: float, y: float, wide: float, high: float, fill: str, radius: float = 0) -> None:
        pen.rect(x * u, y * v, wide * u, high * v, fill, radius * u)

    rect(30, 8, 22, 44, th.CLOUD, 3)
    rect(24, 2, 34, 13, th.CLOUD, 4)
    rect(84, 26, 24, 26, th.SUN, 9)
    rect(12, 42, 140, 58, th.RUST, 16)
    rect(15, 45, 137, 52, th.RED, 14)
    rect(142, 10, 50, 92, th.RUST, 5)
    rect(136, 2, 62, 13, th.CLOUD, 5)
    rect(152, 24, 30, 30, th.SKY, 4)
    rect(6, 98, 190, 16, th.CLOUD, 4)
    pen.polygon([(0, 136 * v), (14 * u, 106 * v), (30 * u, 106 * v), (30 * u, 136 * v)], th.CLOUD)
    for x, r in ((56, 17), (98, 22), (148, 22)):
        pen.disc(x * u, (138 - r) * v, r * u, th.COAL)
        pen.disc(x * u, (138 - r) * v, r * 0.7 * u, th.RED)
        pen.disc(x * u, (138 - r) * v, r * 0.25 * u, th.COAL)
    pen.disc(13 * u, 66 * v, 9 * u, th.SUN)
    return pen


@stamped
def wagon(size: int) -> Pen:
    """Draw a passenger car."""
    pen = Pen(size, size)
    u = size / 100
    pen.rect(6 * u, 16 * u, 88 * u, 62 * u, th.CLOUD, 8 * u)
    pen.rect(11 * u, 21 * u, 78 * u, 32 * u, th.CREAM, 4 * u)
    pen.rect(11 * u, 55 * u, 78 * u, 18 * u, th.GREEN)
    for x in (28, 72):
        pen.disc(x * u, 82 * u, 12 * u, th.COAL)
        pen.disc(x * u, 82 * u, 5 * u, th.SAND)
    return pen
