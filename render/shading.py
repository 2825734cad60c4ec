"""The colours of a picture of which only a part is lit.

What is lit keeps its colours, and the rest has them darker; a PNG has room for 256 in all. Where
that is too few, the shades that would be missed most get a place, and any other is shown by the
nearest colour that has one.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

Colour: TypeAlias = tuple[int, int, int]

COLOURS: Final = 256
SHADE: Final = 0.5
"""How dark a shade is: halfway from its colour to the darkest."""
_DARK: Final = (20, 18, 24)
_LIGHT: Final = (255, 226, 120)


class Shading(NamedTuple):
    """A palette for the lit and the dark parts of a picture.

    Attributes:
        palette: Red, green and blue of each colour; lit ones are where they were.
        dark: For each former index, that of its shade.
        line: The index of the outline's colour.
    """

    palette: bytes
    dark: list[int]
    line: int


def shading(palette: bytes, lit: Sequence[int], dark: Sequence[int]) -> Shading:
    """Return the colours of a picture.

    Args:
        palette: Red, green and blue of the 256 colours that it has now.
        lit: How many lit pixels have each of them; at least one has none.
        dark: How many dark ones have.
    """
    every, nearest = _shades(palette)
    places = {number: number for number, count in enumerate(lit) if count}
    line, *free = (number for number, count in enumerate(lit) if not count)
    used = [number for number, count in enumerate(dark) if count]

    def missed(number: int) -> int:
        found = next(filter(places.__contains__, nearest[number]))
        return dark[number] * _distance(every[COLOURS + number], every[found])

    chosen = sorted(used, key=missed, reverse=True) if len(used) > len(free) else used
    places |= dict(zip((COLOURS + number for number in chosen), free, strict=False))
    shown, colours = [0] * COLOURS, bytearray(palette)
    for number in used:
        shown[number] = places[next(filter(places.__contains__, nearest[number]))]
    for colour, place in ((_LIGHT, line), *((every[n], place) for n, place in places.items())):
        colours[3 * place : 3 * place + 3] = bytes(colour)
    return Shading(bytes(colours), shown, line)


@lru_cache(maxsize=16)
def _shades(palette: bytes) -> tuple[list[Colour], list[array[int]]]:
    """Return all colours, then their shades, and for each shade their order.

    The nearest comes first: the shade itself.
    """
    colours = list(zip(*[iter(palette)] * 3, strict=True))
    every = [*colours, *(_mixed(colour, _DARK) for colour in colours)]
    nearest: list[array[int]] = []
    for number in range(COLOURS, 2 * COLOURS):
        apart = [_distance(every[number], other) for other in every]
        apart[number] = -1  # before any other of the same colour
        nearest.append(array("H", sorted(range(2 * COLOURS), key=apart.__getitem__)))
    return every, nearest


def _mixed(colour: Colour, other: Colour) -> Colour:
    red, green, blue = (round(a + (b - a) * SHADE) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def _distance(one: Colour, other: Colour) -> int:
    """Return how different two colours are, green weighing most."""
    red, green, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return 3 * red * red + 6 * green * green + 2 * blue * blue
