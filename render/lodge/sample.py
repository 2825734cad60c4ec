"""A sample of everything the theme can show; its palette is learned from it."""

from __future__ import annotations

from collections.abc import Iterable

from render.kit.canvas import Canvas
from render.lodge import hand, heading, offer, panels
from render.lodge import theme as th
from rules.lodge.components import AMENITIES, COLOURS, GUESTS


def sample() -> Iterable[Canvas]:
    """Return canvases with every piece on every background it can have."""
    yield _row([offer.slot(84, 84, colour, n == 2) for n, colour in enumerate((*COLOURS, None))])
    yield _row([offer.waiting(147, 140, guest, n == 1) for n, guest in enumerate(GUESTS[::9])])
    yield _row([offer.waiting(147, 140, guest, False) for guest in GUESTS[5::9]])
    for start in range(0, len(AMENITIES), 2):
        keys = tuple(AMENITIES)[start : start + 2]
        yield _row([offer.amenity(460, 86, key, "Sauna", key == "A03") for key in keys])
    away = [offer.away(304, 62, COLOURS[:1], "Can be sent away", ""),
            offer.away(304, 62, (), "", "Guests in the bag: 12"),
            offer.roof(420, 26), offer.slots(120, 30)]  # fmt: skip
    yield _row(away)
    for size in (84, 48):
        yield _row([panels.empty(size, size, c, (), c == "B") for c in COLOURS])
        yield _row([panels.lodged(size, size, g.first, g, n % 2 == 0, n == 3)
                    for n, g in enumerate(GUESTS[::5])])  # fmt: skip
        yield _row([panels.amenity(size, size, key, size > 50, "2/3", False) for key in AMENITIES])
    hosts = [panels.empty(100, 100, c, GUESTS[9:11], False) for c in COLOURS]
    yield _row([*hosts, panels.free_cell(84, 84, "B3"), panels.shaft(44, 356, 84)])
    for seat in range(len(th.SEATS)):
        told = panels.About(seat, "Ada", seat == 1, "7/12", 31, GUESTS[seat], seat > 0)
        yield panels.about(1172, 66, told)
        yield heading.head(800, 66, (seat,), "Ada builds")
    yield heading.title(300, 66, "Last round", True)
    yield panels.landscape(1172, 220, True)
    yield panels.landscape(600, 200, False)
    yield _row([panels.beside(190, 380, told), offer.rim(44, 300, (1, 2)),
                hand.where(84, 300, ("", "A B", "C", "D"))])  # fmt: skip
    yield _row([hand.fits(410, 80, GUESTS[7], True, (("B2", 5), ("C2", 2)), "")])
    yield _row([hand.fits(410, 80, GUESTS[17], False, (), "no room")])


def _row(tiles: list[Canvas]) -> Canvas:
    """Put tiles side by side, wrapped to the width of the sample."""
    high = max(tile.box.h for tile in tiles)
    across = max(1, 1200 // max(tile.box.w for tile in tiles))
    sheet = Canvas(1200, high * -(-len(tiles) // across), th.NIGHT)
    for n, tile in enumerate(tiles):
        x, y = n % across * max(t.box.w for t in tiles), n // across * high
        sheet.put(tile.image, x, y)
    return sheet
