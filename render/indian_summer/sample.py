"""A sample of everything the theme can show; its palette is learned from it."""

from __future__ import annotations

from collections.abc import Iterable

from render.indian_summer import floor, heading, icons, offer, panels, pieces
from render.indian_summer import theme as th
from render.indian_summer.floor import Square
from render.indian_summer.pieces import Hole
from render.kit.canvas import Canvas
from render.kit.layout import Box
from rules.indian_summer.components import ANIMALS, TILES, TREASURES, Colour


def sample() -> Iterable[Canvas]:
    """Return canvases with every piece on every background it can have."""
    for size in (54, 76):
        yield _row([floor.space(size, size, square) for square in _squares()])
    yield _row([offer.common(61, 96, tile, n % 3 == 0, n == 1) for n, tile in
                enumerate((*TILES[::7], None))])  # fmt: skip
    stock = [offer.Left(kind.id, "mouse", n % 3, kind.bears)
             for n, kind in enumerate(ANIMALS.values())]  # fmt: skip
    yield _row([offer.animal(160, 64, it) for it in stock])
    yield _row([offer.bush(61, 96), offer.reserve(61, 96, 39), _signs()])
    for seat in range(len(th.SEATS)):
        yield panels.name_plate(300, 56, panels.About(seat, "Ada", seat == 1, seat == 0))
    yield _row([panels.stored(91, 56, which, 2, then) for which in TREASURES for then in (0, 2, 3)])
    yield _row([panels.slot(62, 96, tile, tile is TILES[30]) for tile in (None, *TILES[::15])])
    yield _row([panels.gap(40, 45, 7, then) for then in (0, 5, 7)])
    yield panels.pack(48, 106, True)
    yield offer.solo_ground(1172, 96, "Top Path")
    yield _row([offer.solo_tile(80, 84, tile) for tile in TILES[20:28]])
    yield offer.solo_end(80, 84, 0)
    yield heading.head(800, 66, (0, 1, 2, 3), "Ada is to place a tile")
    yield heading.title(300, 66, "Last round", True)
    yield heading.title(300, 66, "Round 4", False)


def _squares() -> list[Square]:
    found = [Square(0, False, ((n + 1, n % 2), which), None, 0, None, None, th.INK)
             for n, which in enumerate((*TREASURES, None))]  # fmt: skip
    for n, colour in enumerate(Colour):
        plain = Square(9, n == 1, None, colour, 37, None, None, th.MARK if n == 2 else th.INK)
        found += [plain, plain._replace(hole=Hole()), plain._replace(hole=Hole(), animal=(13, "HA",
                  th.INK))]  # fmt: skip
        for which in TREASURES:
            found += [plain._replace(hole=Hole(which, token, glow))
                      for token, glow in ((False, False), (True, False), (True, True))]  # fmt: skip
    squirrel = Square(2, False, None, None, 0, None, None, th.INK)
    return [*found, squirrel, squirrel._replace(edge=th.MARK)]


def _signs() -> Canvas:
    art = Canvas(600, 96, th.BIRCH)
    for n, sign in enumerate((icons.backpack(80), icons.shoes(80), icons.bush(80), icons.paw(80,
                              th.SLATE), icons.taken(40))):  # fmt: skip
        art.stamp_at(sign, 50 + n * 100, 48)
    pieces.limb(art, Box(510, 8, 80, 80), 13, "FO")
    return art


def _row(tiles: list[Canvas]) -> Canvas:
    """Put tiles side by side, wrapped to the width of the sample."""
    high, wide = max(tile.box.h for tile in tiles), max(tile.box.w for tile in tiles)
    across = max(1, 1200 // wide)
    sheet = Canvas(1200, high * -(-len(tiles) // across), th.WOOD)
    for n, tile in enumerate(tiles):
        sheet.put(tile.image, n % across * wide, n // across * high)
    return sheet
