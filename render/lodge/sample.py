"""A sample of everything the theme can show; its palette is learned from it."""

from __future__ import annotations

from collections.abc import Iterable

from render.kit.canvas import Canvas
from render.lodge import cells, hand, heading, offer, panels, result
from render.lodge import theme as th
from rules.lodge.components import AMENITIES, COLOURS, FLOORS, GUESTS

LETTERS = "RB"
SIZES = (88, 72, 52, 40)
"""The sizes of cells that are seen most."""


def sample() -> Iterable[Canvas]:
    """Return canvases with every piece on every background it can have."""
    yield from _offered()
    for size in SIZES:
        yield _row([cells.empty(size, size, c, (), 0, c == "B") for c in COLOURS])
        yield _row([cells.lodged(size, size, c, None, floor, points, floor == 1)
                    for c in COLOURS for floor in (0, 1, FLOORS) for points in (0, 6)])  # fmt: skip
        yield _row([cells.amenity(size, size, key, met, "" if final else "2/3", final, False)
                    for n, key in enumerate(AMENITIES)
                    for met, final in [((True, False), (False, False), (True, True))[n % 3]]
                    ])  # fmt: skip
    yield _row([cells.lodged(104, 104, guest.first, guest, n % 3, 0, False)
                for n, guest in enumerate(GUESTS[::4])])  # fmt: skip
    hosts = [cells.empty(88, 88, c, GUESTS[9:11], 2, False) for c in COLOURS]
    yield _row([*hosts, panels.free_cell(84, 84, "B3"), panels.shaft(44, 356, 84)])
    for seat in range(len(th.SEATS)):
        told = panels.About(
            seat, "Ada", seat == 1, "7/12", 31, GUESTS[seat * 17], LETTERS, seat > 0
        )
        yield panels.about(1172, 66, told)
        yield _row([panels.beside(236, 400, told)] * 2)
        order = tuple(heading.Turn(n, n == seat, n < seat) for n in range(len(th.SEATS)))
        yield heading.head(800, 66, (seat,), "Ada builds", order)
        placed = result.Placed(
            seat, seat, "Ada", 41, (("Guests", 24, "12 guests"),) * 3, (("A01 Sauna", 4),), ""
        )
        yield result.row(1172, 250, placed)
    yield heading.title(300, 66, "Last round", True)
    yield panels.landscape(1172, 220, True)
    yield panels.landscape(600, 200, False)
    yield result.head(1172, 110, "Final scores", "Everybody had the same number of turns.")
    yield _row([offer.rim(44, 300, (1, 2)), hand.where(84, 300, ("", "A B", "C", "D"))])
    rooms = ((5, ("B2", "C2")), (2, ("A1",)))
    for guest in GUESTS[::3]:
        yield hand.fits(654, 72, guest, LETTERS, True, False, rooms, "")
    yield hand.fits(654, 72, GUESTS[17], LETTERS, False, True, (), "–")


def _offered() -> Iterable[Canvas]:
    marks = ("", offer.NEW, offer.LEAVES)
    rooms = (*COLOURS, None)
    yield _row([offer.slot(84, 84, colour, mark) for colour in rooms for mark in marks])
    yield _row([offer.waiting(147, 158, guest, LETTERS, marks[n % 3])
                for n, guest in enumerate(GUESTS[::2])])  # fmt: skip
    for start in range(0, len(AMENITIES), 2):
        keys = tuple(AMENITIES)[start : start + 2]
        yield _row([offer.amenity(460, 80, key, "Sauna", key == "A03") for key in keys])
    sent = [offer.away(460, 54, COLOURS[:1], "Can be sent away", 7)]
    yield _row([*sent, offer.away(460, 54, (), "", 12), offer.roof(420, 26), offer.slots(120, 30)])
    yield _row([offer.bag(500, 54, (9, 8, 7, 6, 5)), offer.stack(200, 54, 12)])


def _row(tiles: list[Canvas]) -> Canvas:
    """Put tiles side by side, wrapped to the width of the sample."""
    high = max(tile.box.h for tile in tiles)
    across = max(1, 1200 // max(tile.box.w for tile in tiles))
    sheet = Canvas(1200, high * -(-len(tiles) // across), th.NIGHT)
    for n, tile in enumerate(tiles):
        x, y = n % across * max(t.box.w for t in tiles), n // across * high
        sheet.put(tile.image, x, y)
    return sheet
