"""A sample of everything the theme can show; its palette is learned from it."""

from __future__ import annotations

from collections.abc import Iterable

from render.indian_summer import floor, heading, icons, offer, panels, pieces
from render.indian_summer import theme as th
from render.indian_summer.floor import Square
from render.indian_summer.pieces import Hole
from render.kit.canvas import Canvas
from render.kit.layout import Box
from rules.indian_summer.components import ANIMALS, TILES, TREASURES, Animal, Colour


def sample() -> Iterable[Canvas]:
    """Return canvases with every piece on every background it can have."""
    for size in (33, 54, 58, 76):
        yield _row([floor.space(size, size, square) for square in _squares()])
    yield _row([offer.common(124, 70, tile, n % 3 == 0, n == 1) for n, tile in
                enumerate((*TILES[::7], None))])  # fmt: skip
    stock = [offer.Left(kind.id, "mouse", 1 - n % 2, kind.bears)
             for n, kind in enumerate(ANIMALS.values())]  # fmt: skip
    yield _row([offer.animal(161, 92, it) for it in stock])
    yield _row([offer.bush(124, 70), offer.reserve(124, 70, 39), _signs()])
    for seat in range(len(th.SEATS)):
        yield panels.name_plate(300, 52, panels.About(seat, "Ada", seat == 1, seat == 0))
    yield _row([panels.stored(91, 52, which, 2, then) for which in TREASURES for then in (0, 2, 3)])
    yield _row([panels.slot(126, 58, tile, tile is TILES[30]) for tile in (None, *TILES[::15])])
    yield _row([panels.gap(38, 39, 7, then) for then in (0, 5, 7)])
    yield panels.pack(48, 128, True)
    yield offer.solo_ground(1172, 150, "Top Path")
    yield _row([offer.solo_tile(110, 106, tile) for tile in TILES[20:28]])
    yield offer.solo_end(110, 32, 0)
    yield heading.head(800, 66, (0, 1, 2, 3), "Ada is to place a tile")
    yield heading.title(300, 66, "Last round", True)
    yield heading.title(300, 66, "Round 4", False)


def _squares() -> list[Square]:
    found = [Square(0, False, (n + 1, which), None, 0, None, None, th.LINE)
             for n, which in enumerate((*TREASURES, None))]  # fmt: skip
    for n, colour in enumerate(Colour):
        plain = Square(9, n == 1, None, colour, 37, None, None, th.FRESH if n == 2 else th.LINE)
        laid = plain._replace(hole=Hole(), animal=(13, tuple(Animal)[n], th.LINE))
        found += [plain, plain._replace(hole=Hole()), laid]
        for which in TREASURES:
            found += [plain._replace(hole=Hole(which, token, glow))
                      for token, glow in ((False, False), (True, False), (True, True))]  # fmt: skip
    squirrel = Square(2, False, None, None, 0, None, None, th.LINE)
    return [*found, squirrel, squirrel._replace(edge=th.FRESH)]


def _signs() -> Canvas:
    art = Canvas(600, 96, th.BIRCH)
    signs = (icons.backpack(80), icons.shoes(80), icons.bush(80), icons.paw(80, th.SLATE))
    for n, sign in enumerate(signs):
        art.stamp_at(sign, 50 + n * 100, 48)
    pieces.limb(art, Box(510, 8, 80, 80), 13, Animal.FOX)
    return art


def _row(tiles: list[Canvas]) -> Canvas:
    """Put tiles side by side, wrapped to the width of the sample."""
    high, wide = max(tile.box.h for tile in tiles), max(tile.box.w for tile in tiles)
    across = max(1, 1200 // wide)
    sheet = Canvas(1200, high * -(-len(tiles) // across), th.WOOD)
    for n, tile in enumerate(tiles):
        sheet.put(tile.image, n % across * wide, n // across * high)
    return sheet
